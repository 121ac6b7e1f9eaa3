"""The tools in the head of a page."""
