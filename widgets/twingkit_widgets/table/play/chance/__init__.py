"""The results of chance in a played game: throws that may be changed, and those that an undo takes back."""
