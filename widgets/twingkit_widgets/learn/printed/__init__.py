"""Pages on paper: a lesson, questions with their answers apart, all rules of a game."""
