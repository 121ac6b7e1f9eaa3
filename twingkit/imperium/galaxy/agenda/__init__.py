"""Agendas of Twilight Imperium: the vote, the effects of each outcome, and how a vote could still turn."""
