"""Tests for any game: golden scenes, counts, invariants, hidden information, lessons, glossaries, players."""
