"""Action cards: what each does when it is played."""
