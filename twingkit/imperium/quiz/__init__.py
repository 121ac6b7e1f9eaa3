"""Questions on Twilight Imperium: battles and positions of whole games by chance, which the engine plays and
decides.

    topics/    a module for each topic, named after it, with the makers of its kinds in `KINDS`; their order,
               and the lessons that teach them. Start here
    battles    fleets and landings by chance; the engine plays a battle up to a moment, and throws its dice
    forgotten  the battle without one rule, and what is read off it then
    scene      a small galaxy with three players, and the engine that plays it on
    telling    dice, chances, units, systems and cards in words; the sentences are in `words.toml`

A wrong option is what follows if a rule is left out, or a common misreading; the rule is named.
"""
