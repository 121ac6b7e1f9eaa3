"""Battles on the play page: their questions in any game, and the page of a single battle."""
