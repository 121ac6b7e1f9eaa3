"""The fleet lab: the battle builder, and in `tabs` one module per question about the battle."""
