"""Positions of whole games as text."""
