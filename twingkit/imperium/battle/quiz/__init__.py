"""Questions on the battles of Twilight Imperium: a random battle, which the engine plays and decides.

    topics     the topics with their titles, in order: `TOPICS`
    deals      fleets and landings by chance
    staging    the engine plays a battle up to a moment, and throws its dice
    forgotten  the battle without one rule, and what is read off it then
    telling    dice, assignments and chances in words; the sentences are in `words.toml`

The makers, a module for each topic: `units`, `dice`, `losses`, `openings`, `planets`, `retreats`, `effects`,
`winners`. A wrong option is what follows if a rule is left out, or a common misreading; the rule is named.
"""
