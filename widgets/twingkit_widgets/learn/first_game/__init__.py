"""The page of the first game: the game's own play page with a teacher beside it."""
