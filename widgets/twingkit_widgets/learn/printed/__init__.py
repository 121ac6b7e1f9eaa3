"""Pages to print: a lesson, questions with separate answers, all rules of a game."""
