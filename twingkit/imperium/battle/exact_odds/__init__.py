"""The exact odds of battles, best orders of losses, and the odds of a battle under way.

`odds` uses a `chain`, which follows rounds in the fastest exact one of four ways (`independence` says which;
all agree):

    steps_walk                 any round: the steps of the game's own script
    pair_rounds                both forces before a round decide what either side rolls and loses
    separable_rounds, lattice  each side moves by itself, and may be repaired or use cards
    grid                       each side's dice and losses depend only on its own force, which never recovers

`side_moves` and `side_ladder` say what one side does in a round, for a lattice and for a grid.
`units_only_sides` and `many_grids` do the same for many battles at once (`odds_many`).
"""
