"""Reports of analyses in any game: short tables, worths of single changes, faults of many battles at once."""
