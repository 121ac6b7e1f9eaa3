"""The eight strategy cards: a primary ability for its owner, a secondary one for everybody else."""
