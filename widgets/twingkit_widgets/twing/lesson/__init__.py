"""The lessons of Imperial Twing, and what is right in them."""
