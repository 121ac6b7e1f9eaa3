"""What chance decided in a game that is played: throws that may be changed, and what an undo takes back."""
