"""Action cards: the effect of each one."""
