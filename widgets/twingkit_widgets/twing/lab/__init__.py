"""The battle lab of Imperial Twing: the builder and one module per question."""
