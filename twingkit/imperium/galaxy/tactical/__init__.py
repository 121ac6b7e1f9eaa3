"""The tactical action: activation, movement, Space Cannon, space combat, invasion and production."""
