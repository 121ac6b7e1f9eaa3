"""Games of Twilight Imperium on the play page: whole ones, and battles on their own."""
