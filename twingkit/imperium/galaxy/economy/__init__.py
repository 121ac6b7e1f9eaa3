"""Resources and influence of Twilight Imperium: what a player can pay, and what units that buys."""
