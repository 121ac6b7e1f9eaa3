"""Questions on Twilight Imperium about random battles and positions, answered by the engine.

    topics/         a module for each topic, named after it, with the functions for its kinds; `topics.toml`
                    has their order and the lessons that teach them. Start here
    battles         random fleets and landings; the engine plays a battle up to a moment, and rolls its dice
    forgotten_rule  the battle without one rule, and what follows from it
    scene           a small galaxy with three players, and the engine that plays on from it
    question_texts  dice, chances, units, systems and cards in words; the sentences are in `words.toml`

A wrong option is the result if a rule is left out, or a common misunderstanding; the rule is named.
"""
