"""The cards of Imajica as data: the vocabulary of effects, the assumed set, decks and their checks."""
