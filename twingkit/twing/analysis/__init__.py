"""Analyses of battles: what to play, and what a card is worth."""
