"""The exact odds of battles, best orders of losses, and the odds of a battle under way.

`odds` uses a `chain`, which follows rounds in the fastest exact one of four ways (`independence` says which;
all agree):

    steps_walk                 any round: the steps of the game's own script
    pair_rounds                both forces before a round decide what either side rolls and loses
    separable_rounds           each side moves by itself, and may be repaired or use cards
    side_ladder                each side's dice and losses depend only on its own force, which never recovers

The last two follow both sides on a `lattice`; `side_moves` says what one side does in a round.
`units_only_sides` and `many_grids` do the same for many battles at once (`odds_many`).
"""
