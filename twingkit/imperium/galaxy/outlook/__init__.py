"""Exact answers about a table: what threatens a system, what can be taken and held, what can be scored."""
