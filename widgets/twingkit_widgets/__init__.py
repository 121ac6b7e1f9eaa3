"""The panels of twingkit: cards, dice, tables and odds that a person can click, in Jupyter and in Voila."""
