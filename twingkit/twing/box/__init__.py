"""The box of Imperial Twing: its cards, and the parser and checker of custom boxes."""
