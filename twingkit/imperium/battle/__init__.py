"""Fleet battles, organised like a game: notation, rules, exact odds, analyses and figures.

Questions, lessons and puzzles about battles are with those of the whole game (`imperium/quiz`, …).
"""
