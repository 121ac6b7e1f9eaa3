"""The page of a real table: a game with real cards is tapped in as it is played."""
