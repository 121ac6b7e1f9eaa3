"""The survivors of a battle: mean numbers of each unit, and the likeliest outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

import attrs

from twingkit.core.notation import ROLES, Role
from twingkit.imperium.battle.exact_odds.odds import BattleOdds, UnitsLeft
from twingkit.imperium.battle.notation.battle_line import role_at
from twingkit.imperium.battle.rules.force import Fight, Force
from twingkit.imperium.battle.rules.space.survivors import needs_room, survivors
from twingkit_widgets.imperium.lab.tabs.plan_tab import share_bar, unit_html
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.lab.odds_bar import ROUNDING_TOLERANCE
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.wording import number, percent

_MAX_OUTCOMES_SHOWN = 6
"""The likeliest first."""

WINNER_FILTERS = ("all", *ROLES)
"""The filters of battles that count: all, or those that one side wins."""


@attrs.frozen
class SurvivorsView:
    """The HTML of one side's survivors in the battles of `winner_filter` (one of `WINNER_FILTERS`)."""

    odds: BattleOdds
    side_index: int
    winner_filter: str

    def html(self) -> Markup:
        """Return the survivors of one side: mean numbers of each unit, and the likeliest outcomes."""
        odds, side_index = self.odds, self.side_index
        roster = odds.fight.rosters[side_index]
        title = el(
            "h4", lab_say("odds.side_left", ROLES[side_index]), cls=f"tk-fleet-name-{ROLES[side_index]}"
        )
        if not roster.units:
            return el("div", title, el("p", lab_say("odds.no_units"), cls="tk-soft"))
        winner = None if self.winner_filter == WINNER_FILTERS[0] else cast("Role", self.winner_filter)
        ends = odds.forces_left(role_at(side_index), winner=winner)
        if not ends:
            return el("div", title, el("p", lab_say("odds.never", self.winner_filter), cls="tk-soft"))
        left = dict.fromkeys([kind.name for kind in roster.units], 0.0)
        for end in ends:
            for name, fresh, hurt in end.units:
                left[name] += end.chance * (fresh + hurt)
        rows = [
            el(
                "tr",
                el("th", unit_html(kind, side_index), scope="row"),
                el("td", number(count), cls="tk-number"),
                el("td", number(left[kind.name], 1), cls="tk-number"),
                # A card can add units of a kind that the side did not have.
                el("td", share_bar(left[kind.name] / count) if count else "", cls="tk-fleet-wide"),
            )
            for kind, count in zip(roster.units, roster.counts, strict=True)
        ]
        heads = column_heads(lab_say(f"odds.head_{name}") for name in ("unit", "had", "left"))
        heads.append(el("th", el("span", lab_say("odds.head_share"), cls="tk-hidden"), scope="col"))
        return el(
            "div",
            title,
            table_with_heads(heads, rows, "tk-fleet-table"),
            self._ends(ends),
            cls="tk-stack tk-tight",
        )

    def _ends(self, ends: Sequence[UnitsLeft]) -> Markup:
        """Return the likeliest outcomes of a side: units left, and those that no ship can carry."""
        rows = [
            el(
                "li",
                el("b", percent(left.chance, 1), cls="tk-number"),
                share_bar(left.chance),
                el("span", self._units(left.units), self._stranded(left), cls="tk-fleet-what"),
            )
            for left in ends[:_MAX_OUTCOMES_SHOWN]
        ]
        remaining = sum(left.chance for left in ends[_MAX_OUTCOMES_SHOWN:])
        if remaining > ROUNDING_TOLERANCE:
            many = len(ends) - _MAX_OUTCOMES_SHOWN
            label = lab_say("odds.rest_one" if many == 1 else "odds.rest", n=many)
            row = el("b", percent(remaining, 1), cls="tk-number")
            rows.append(el("li", row, share_bar(remaining), el("span", label, cls="tk-fleet-what tk-soft")))
        head = el("summary", el("span", lab_say("odds.likely"), cls="tk-label"))
        listed = el("ol", rows, cls="tk-list tk-fleet-ends")
        return el("details", head, listed, data_key=f"ends:{self.side_index}", data_fold=True, open=True)

    def _stranded(self, left: UnitsLeft) -> Markup | None:
        """Return the number of surviving units lost for lack of capacity (IM-UNIT-11)."""
        lost = dict(units_without_room(self.odds, left, self.side_index))
        if not lost:
            return None
        losses = lab_word("odds.stranded", n=sum(lost.values()))
        return el("span", f" – {losses}", cls="tk-fleet-why")

    def _units(self, units: Sequence[tuple[str, int, int]]) -> Child:
        if not units:
            return el("span", lab_say("odds.nothing"), cls="tk-soft")
        side = self.odds.battle.sides[self.side_index]
        parts = []
        for name, fresh, hurt in units:
            kind = side.unit(name)
            units_text = f"{fresh + hurt} {unit_name(kind, fresh + hurt)}"
            damaged = lab_word("odds.damaged", n=hurt) if hurt else None
            parts.append(join(units_text, el("span", f" ({damaged})", cls="tk-soft") if damaged else None))
        return join(*parts, between=", ")


def units_without_room(odds: BattleOdds, left: UnitsLeft, side_index: int) -> tuple[tuple[str, int], ...]:
    """Return the surviving units of a side for which its ships have no capacity, as (name, count) pairs
    (IM-UNIT-11).
    """
    units = odds.fight.rosters[side_index].units
    if odds.battle.kind != "space" or not any(needs_room(kind) for kind in units):
        return ()
    fresh = {name: n for name, n, _ in left.units}
    hurt = {name: n for name, _, n in left.units}
    names = [kind.name for kind in units]
    force = Force(tuple(fresh.get(name, 0) for name in names), tuple(hurt.get(name, 0) for name in names))
    return tuple((name, count) for name, count in _dropped(odds.fight, side_index, force) if name in names)


@lru_cache(maxsize=1024)  # each rendering asks for all ends of a battle, for the likeliest twice
def _dropped(fight: Fight, side_index: int, force: Force) -> tuple[tuple[str, int], ...]:
    return survivors(fight, side_index, force).lost_without_room
