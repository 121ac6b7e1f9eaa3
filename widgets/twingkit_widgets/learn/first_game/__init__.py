"""The page of the first game: the play page of the game with a teacher beside it."""
