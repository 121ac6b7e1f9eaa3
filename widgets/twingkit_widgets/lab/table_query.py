"""The query that opens the battle of a table in the lab: its notation, and the table's variant."""

from __future__ import annotations

from twingkit.core.games import game_by_id
from twingkit.core.links import to_unquoted_link_value
from twingkit.core.variants.start_lines import VARIANT_KEY, lines_with_key
from twingkit_widgets.panel.settings.start_rules import variant_query

_BATTLE_PARAMETER = "battle"
"""The key of a battle in set-up lines, and the name of the page's parameter."""


def lab_query_of_position(position: str, game: str) -> dict[str, str]:
    r"""Return the address parameters that open a position (notation or set-up lines) in the game's lab; the
    variant is omitted if it is the default or not given.

    >>> lab_query_of_position("variant box ties=defender\nbattle F: F5 vs W: W5", "twing")
    {'battle': 'F:_F5_vs_W:_W5', 'variant': 'box ties=defender'}
    >>> lab_query_of_position("F: F5 vs W: W4", "twing")
    {'battle': 'F:_F5_vs_W:_W4'}
    """
    lines = position.strip().splitlines()
    variants = lines_with_key(VARIANT_KEY, lines)
    battle = " ".join(line.strip() for line in lines if line not in variants)
    query = {_BATTLE_PARAMETER: to_unquoted_link_value(battle.removeprefix(f"{_BATTLE_PARAMETER} "))}
    kind = game_by_id(game).load("variants") if variants else None
    if kind is not None:
        query |= variant_query(game, kind.resolve(variants[0].partition(" ")[2]))
    return query
