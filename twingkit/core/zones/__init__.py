"""Zones: which pieces lie where, whose place it is, who sees it, and who knows which piece.

A game declares its table and its players once (`declaration`). Copies, keys, views, deals and the census of
its pieces follow from that; so does its position line, for a game that has none of its own (`position`).
"""
