"""The components of battles: the units of every faction, and the effects that change a battle."""
