"""The pictures of Imperial Twing: cards, the die, battles and tables."""
