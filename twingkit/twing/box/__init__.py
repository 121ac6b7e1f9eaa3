"""The box of Imperial Twing: its cards, and the reader and linter of one's own."""
