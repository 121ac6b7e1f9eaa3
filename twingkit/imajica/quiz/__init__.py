"""Questions on Imajica: a position dealt by chance, which the rules play and decide.

    topics     the topics with their titles, in order: `TOPICS`
    staging    characters by chance, positions reached, answers tried, and the question put together
    telling    sentences, and reasons in the words of the rulebook

The makers, a module for each topic (`securing` for two): `cards`, `setup`, `autarch`, `alliances`,
`challenges`, `damage`, `seizing`, `securing`, `holding`, `powers`, `timing`, `ending`. The learner is always
the first Autarch.
"""
