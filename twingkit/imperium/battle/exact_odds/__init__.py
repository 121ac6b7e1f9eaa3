"""The exact odds of battles, best orders of losses, and the odds of a battle under way."""
