"""Games as PettingZoo environments, built from their questions and views (installed by the extra `rl`)."""
