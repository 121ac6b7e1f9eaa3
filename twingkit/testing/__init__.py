"""What the tests of any game need: golden scenes, counted states, invariants, and what must stay hidden."""
