"""Test helpers for any game: recorded scenes, perft counts, invariants, hidden information, lessons,
rulebooks, questions, players."""
