"""Questions on whole games of Twilight Imperium: positions by chance, which the engine plays and decides.

    topics     the topics with their titles, in order: `TOPICS`
    staging    a small galaxy with three players, and the engine that plays it on
    telling    systems, planets, units and cards in words; the sentences are in `words.toml`

The makers, a module for each topic: `galaxies`, `reaches`, `fleets`, `turns`, `battles`, `invasions`,
`payments`, `production`, `research`, `primaries`, `secondaries`, `scoring`, `councils`, `trades`, `hands`,
`peoples`, `ends`. A wrong option is what follows if a rule is left out, or a common misreading; it is named.
"""
