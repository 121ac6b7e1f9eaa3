"""Questions about whole games: a table is dealt, a plan is played on it, and the question is about its
rulings.
"""
