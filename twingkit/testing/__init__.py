"""Tests for any game: golden scenes, counted states, invariants, hidden information, lessons, glossaries."""
