"""The rules of Imperial Twing: one module per chapter or idea, beside the texts that they cite."""
