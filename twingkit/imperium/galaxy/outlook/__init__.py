"""Exact answers about a table: threats to a system, what can be taken and held, what can be scored."""
