"""Technologies of Twilight Imperium: the cards, what one may research, and the shortest way to one."""
