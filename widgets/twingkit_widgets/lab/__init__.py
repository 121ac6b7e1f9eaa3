"""The lab: a battle to build or to type, and a row of questions about it, whatever the game."""
