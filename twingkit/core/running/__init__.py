"""Running a game: its script, random numbers, worker processes, progress bars, and the winners."""
