"""Players other than people: computer players, lookahead, and environments for reinforcement learning."""
