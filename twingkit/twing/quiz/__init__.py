"""Questions that never run out: a random table, the engine plays it, and its rulings say what is right.

    found = deal("shield", seed=3)
    print(found.prompt())
    for choice in found.choices:
        print("*" if choice.right else " ", choice.text(), choice.forgot)
    print(found.why[0])

Wrong options are what would follow if a rule were forgotten.
"""

from twingkit.twing.quiz.deal import TOPICS, check, deal, item
from twingkit.twing.quiz.item import Choice, Item

__all__ = ["TOPICS", "Choice", "Item", "check", "deal", "item"]
