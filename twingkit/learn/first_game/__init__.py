"""First games: a real game with a teacher who explains rules as they come up, and opponents that teach."""
