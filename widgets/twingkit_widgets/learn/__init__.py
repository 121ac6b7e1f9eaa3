"""Pages for learning: lessons, practice, classes, and printed sheets."""
