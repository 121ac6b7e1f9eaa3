"""Analyses of fleet battles: when to retreat, what is needed to win, what lands, what an effect is worth."""
