"""Pages on paper: a lesson, questions with separate answers, all rules of a game."""
