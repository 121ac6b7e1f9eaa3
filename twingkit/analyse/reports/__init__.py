"""Reports of analyses in any game: short tables, the worth of single changes, and faults of many battles at
once.
"""
