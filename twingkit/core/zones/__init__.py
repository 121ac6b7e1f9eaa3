"""Zones: which pieces are where, who owns a zone, who sees it, and who knows which piece.

A game declares its table and its players once (`declaration`). Copies, keys, views, deals and the check that
no piece gets lost follow from that; so does its position line, unless the game defines one (`position`).
"""
