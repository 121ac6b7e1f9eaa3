"""The components of Twilight Imperium, as data: cards, tiles, units, factions, effects, what is left out.

Tables of rows are CSV, what has parts is TOML; the modules read them.
"""
