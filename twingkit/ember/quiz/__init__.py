"""Questions on Ember: a position dealt by chance, which the rules play and decide.

    topics     the topics with their titles, in order: `TOPICS`
    staging    hands and positions by chance, answers tried, and the question put together
    telling    sentences, and reasons in the words of the rulebook

The makers, a module for each topic: `sets`, `drawing`, `piles`, `conjuring`, `abilities`, `windows`,
`archmage`, `calls`, `setup`. The learner is always the first wizard.
"""
