"""A table that is shown and answered: play, step by step, first games, real tables, reviews and puzzles."""
