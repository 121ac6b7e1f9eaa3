"""Analyses of battles: which cards to lay and play, and what each card is worth."""
