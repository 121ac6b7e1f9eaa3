"""The referee page for a game of Imajica with real cards: answers in words, and the open table."""
