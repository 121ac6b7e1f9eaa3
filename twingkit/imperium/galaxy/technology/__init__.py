"""Technologies of Twilight Imperium: the cards, what a player may research, and the shortest research
orders.
"""
