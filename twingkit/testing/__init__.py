"""Tests for any game: golden scenes, counted states, invariants, and information that must stay hidden."""
