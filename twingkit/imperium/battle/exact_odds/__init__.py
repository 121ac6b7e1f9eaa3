"""The exact odds of battles, best orders of losses, and the odds of a battle under way.

`odds` asks a `chain`, which follows rounds in the fastest of four ways that is exact (`independence` says
which; all agree):

    steps_walk                 any round: the steps of the game's own script
    pair_rounds                both forces before a round decide what either side rolls and loses
    sided_rounds, lattice      each side moves by itself, and may be repaired or use cards
    grid                       each side's dice and losses depend on its own force alone; no way up again

`side_moves` and `side_ladder` give what one side does in a round, for a lattice and for a grid. `plain_sides`
and `many_grids` do the same for many battles at once (`odds_many`).
"""
