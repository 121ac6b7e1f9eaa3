"""What runs: the script of a game, its random numbers, other processes, progress bars; and who won."""
