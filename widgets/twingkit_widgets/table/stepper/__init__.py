"""The stepper: a game gone through answer by answer, whatever the game."""
