"""The pictures of lessons of Imperial Twing, and the cards to answer with."""
