"""The switches of Twilight Imperium's battles: where a rule leaves a doubt, the other readings."""
