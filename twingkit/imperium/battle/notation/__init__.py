"""The battle line, and the notes on it."""
