"""Tests for any game: scenes, counts, invariants, hidden cards, lessons, glossaries, questions, players."""
