"""Lines of text that hold a battle, a duel, an end-game attack, a situation or a position."""
