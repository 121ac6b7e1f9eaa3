"""The fleet lab: the builder of a battle, and in `tabs` one module per question about it."""
