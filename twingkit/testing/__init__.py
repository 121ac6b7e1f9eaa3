"""Tests for any game: scenes, counts, invariants, what is hidden, lessons, rulebooks, questions, players."""
