"""The fleet lab: the builder and one module per question."""
