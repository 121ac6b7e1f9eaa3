"""The lessons of Imperial Twing, and their answers."""
