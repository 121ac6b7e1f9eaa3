"""Games as PettingZoo environments, from their questions and views (the extra `rl` installs it)."""
