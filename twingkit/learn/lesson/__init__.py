"""Lessons as data: steps at a table of any game, a learner's way through them, and the course they make.

A game fills `AnswerKey` (what is right, and what its steps may say) and names a `Course` in its entry.
"""
