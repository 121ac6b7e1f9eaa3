"""The components of Twilight Imperium as data: cards, tiles, units, factions, effects.

Tables are CSV files, structured data is TOML; the modules load them.
"""
