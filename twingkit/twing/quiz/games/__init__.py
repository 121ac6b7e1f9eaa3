"""Questions on whole games: a table is dealt, a plan is played on it, and what the rules say is asked for."""
