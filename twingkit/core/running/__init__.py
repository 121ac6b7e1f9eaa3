"""Running code: a game's script, random numbers, worker processes and progress bars; and who won."""
