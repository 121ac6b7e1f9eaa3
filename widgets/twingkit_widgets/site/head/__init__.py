"""The head of a page: its tools, and the content policy."""
