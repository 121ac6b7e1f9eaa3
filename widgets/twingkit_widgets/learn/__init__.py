"""Pages to learn with: lessons, practice, classes, and what is printed."""
