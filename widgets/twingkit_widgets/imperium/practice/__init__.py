"""Practice questions of Twilight Imperium: the table shown with a question."""
