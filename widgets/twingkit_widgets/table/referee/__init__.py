"""The page of a real table, on which a game with real cards is tracked as it is played."""
