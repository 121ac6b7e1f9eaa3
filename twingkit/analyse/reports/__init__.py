"""Reports of analyses in any game: short tables, the worth of single changes, and errors for batches of
battles.
"""
