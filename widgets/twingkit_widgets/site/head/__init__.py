"""What the head of a page has: its tools, and the content policy."""
