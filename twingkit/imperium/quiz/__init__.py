"""Questions on Twilight Imperium: random battles and positions of whole games, which the engine plays and
judges.

    topics/    a module for each topic, named after it, with the functions for its kinds in `KINDS`; their
    order, and
               the lessons that teach them. Start here
    battles    random fleets and landings; the engine plays a battle up to a moment, and rolls its dice
    forgotten  the battle without one rule, and what follows from it
    scene      a small galaxy with three players, and the engine that plays on from it
    telling    dice, chances, units, systems and cards in words; the sentences are in `words.toml`

A wrong option is the result if a rule is left out, or a common misunderstanding; the rule is named.
"""
