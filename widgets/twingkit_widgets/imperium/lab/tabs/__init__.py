"""The tabs of the fleet lab: one module per question, and shared parts."""
