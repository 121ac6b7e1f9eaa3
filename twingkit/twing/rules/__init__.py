"""The rules of Imperial Twing: one module per chapter or topic, and the texts that they cite."""
