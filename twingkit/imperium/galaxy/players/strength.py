"""The chance to win a whole game at the start of a round, estimated from open information and the player's
own hand.

Each player has a strength: the sum of the `FEATURE_NAMES` times their weights, for points, progress on
objectives, and means to further points. A player's chance is exp(strength), divided by the sum over all
players.

The weights were fitted to short games of three steady players (`benchmarks/fits/imperium_worth.py`). Every
third of 1500 games was kept apart: there the mean of -log(chance of the winner) at the start of a round is
0.811 ± 0.027; without any knowledge it would be 1.099. The same weights predict little in whole games: 1.042
± 0.096 in 24 games of three players.

The weights in `FIXED_WEIGHTS` are set by hand, not fitted: winning players spend these things, so a fit would
count having them as bad.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import mul

from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import can_fulfil_now, controls_home_or_is_saar
from twingkit.imperium.galaxy.players.objective_plans import completed_fraction
from twingkit.imperium.galaxy.starts import SHORT_POINTS
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable
from twingkit.players.lookahead.strength import Part

FEATURE_NAMES = (
    "points", "near", "late", "public", "ready", "own_ready", "planets", "income", "ships", "forces",
    "tokens", "fleet", "goods", "technologies", "cards", "mecatol", "before", "hacan", "letnev",
)  # fmt: skip
"""The features that a player's strength is computed from.

They are: the share of the goal reached; how near the rest is; points times the round; progress on open
objectives; whether one of these, or a secret one in hand, can be scored; planets, their resources and
influence; the cost of ships, ground forces; command tokens in the tactic and strategy pools, in the fleet
pool; trade goods; technologies; action cards; Mecatol Rex; the place in the order of taking strategy cards;
and the two factions of the short game other than Sol.
"""

FIXED_WEIGHTS = {"income": 0.2, "forces": 0.2, "goods": 0.3, "technologies": 0.3}
"""The weights that are set by hand."""

WEIGHTS = (
    3.04, 1.23, 1.93, 1.96, 0.5, 0.45, 0.44, 0.2, 0.7, 0.2,
    0.9, 2.5, 0.3, 0.3, 1.18, 0.18, 0.3, -1.03, -1.19,
)  # fmt: skip
"""The weights of `FEATURE_NAMES`."""


def feature_values(table: GameTable, seat: int, viewer: int) -> list[float]:
    """Return the values of the features in `FEATURE_NAMES`, which predict a player's chance to win, from what
    `viewer` can see.
    """
    player, goal, cards = table.players[seat], table.points_to_win, objectives_by_id()
    public = [cards[name] for name in table.open_objectives if name not in player.scored_objectives]
    scorable = controls_home_or_is_saar(table, seat) and any(
        can_fulfil_now(table, seat, card) for card in public
    )
    own = [cards[name] for name in player.secret_objectives] if seat == viewer else []
    ships = forces = 0.0
    for _, units in table.places_and_units(seat):
        for name in units:
            if name in GROUND_FORCES:
                forces += units[name]
            elif (unit := player.unit_type_on_board(name)).is_ship:
                ships += units[name] * unit.cost
    planets, order = table.controlled_planets(seat), table.initiative_order
    short = goal == SHORT_POINTS
    return [
        player.points / goal,
        1 / (1 + goal - player.points),
        player.points / goal * table.round / 5,
        sum(completed_fraction(table, seat, card) for card in public) / 5,
        float(scorable),
        float(any(card.scoring_phase == "status" and can_fulfil_now(table, seat, card) for card in own)),
        len(planets) / 10,
        sum(table.resources(name) + table.influence(name) for name in planets) / 10,
        ships / 10,
        forces / 10,
        (player.tactic + player.strategy) / 10,
        player.fleet / 10,
        (player.goods + player.commodities / 2) / 10,
        len(player.technologies) / 10,
        len(player.action_cards) / 10,
        float(table.planet_controllers.get(MECATOL_REX) == seat),
        order.index(seat) / len(order) if seat in order else 0.0,
        float(short and player.faction == "hacan"),
        float(short and player.faction == "letnev"),
    ]


_FEATURES_BY_PART: Mapping[str, tuple[str, ...]] = {
    "points": ("points", "near", "late"),
    "progress": ("public",),
    "ready": ("ready", "own_ready"),
    **{
        name: (name,) for name in FEATURE_NAMES[FEATURE_NAMES.index("planets") : FEATURE_NAMES.index("hacan")]
    },
    "faction": ("hacan", "letnev"),
}
"""The features that each part of a strength sums."""


def strength(table: GameTable, seat: int, viewer: int) -> dict[str, Part] | None:
    """Return the parts of a player's strength at the start of a round, as far as `viewer` can see them; None
    for an eliminated player.

    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> parts = strength(new_game(seed=1).table, 0, 0)
    >>> parts["points"].level, parts["tokens"].level
    (0, 5.0)
    """
    if table.players[seat].is_eliminated:
        return None
    values = dict(zip(FEATURE_NAMES, feature_values(table, seat, viewer), strict=True))
    worths = dict(zip(FEATURE_NAMES, map(mul, WEIGHTS, values.values()), strict=True))
    levels = {name: 10 * value for name, value in values.items()} | {
        "points": table.players[seat].points,
        "progress": 5 * values["public"],
        "ready": values["ready"] + values["own_ready"],
        "mecatol": values["mecatol"],
    }
    return {
        part: Part(levels.get(part, 0.0), sum([worths[name] for name in names]))
        for part, names in _FEATURES_BY_PART.items()
    }
