"""The tabs of the fleet lab: one module per question that a person asks, and what several of them show."""
