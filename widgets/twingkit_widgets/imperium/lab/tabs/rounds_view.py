"""The rounds of a battle as a table: chances to go on and to win, and units left on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from twingkit.imperium.battle.analysis.round_by_round import (
    OddsAfterRound,
    estimate_rounds_seconds,
    odds_by_round_in_slices,
)
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle, role_at
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.lab.odds_bar import ROUNDING_TOLERANCE
from twingkit_widgets.lab.tab import Lab
from twingkit_widgets.panel.controls import column_heads
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import number, percent

FIRST_COMBINED_ROUND = 8
"""The round from which on later rounds are combined."""

CHANCES = ("goes_on", "win", "tie", "loss")
"""The columns that contain chances."""


def first_rounds(lab: Lab, battle: Battle) -> Sequence[OddsAfterRound]:
    """Return the first rounds of a battle of any kind; raises `Unfinished` while they are computed."""
    seconds = estimate_rounds_seconds(battle, FIRST_COMBINED_ROUND)
    chain = getattr(lab.odds, "chain", None)
    compute = partial(odds_by_round_in_slices, battle, FIRST_COMBINED_ROUND, chain=chain)
    return lab.long_work.answer(("rounds", battle), compute, seconds)


def rounds_html(lab: Lab, battle: Battle, shown: bool) -> Markup:
    """Return the button for the table of a battle's rounds, and the table below it if it is `shown`."""
    toggle = button(
        lab_word("odds.table_hide" if shown else "odds.table_show"),
        "table",
        key="odds:table",
        aria_expanded="true" if shown else "false",
    )
    head = el("header", el("h3", lab_word("odds.table")))
    table = None
    if shown:
        table = lab.or_progress_html(lambda: _table(first_rounds(lab, battle), battle.kind))
    return el("section", head, el("div", toggle, data_controls=True), table, cls="tk-fleet-part")


def _table(rows: Sequence[OddsAfterRound], kind: str) -> Markup:
    names = ("round", *CHANCES)
    heads = column_heads(lab_word(f"odds.table_{name}") for name in names)
    heads += column_heads(lab_say("odds.table_left", role) for role in ROLES)
    bodies = []
    for phase, same in groupby(rows, key=lambda row: row.phase):
        title = el("th", lab_word(f"odds.table_{phase}"), colspan=len(heads), scope="rowgroup")
        lead = [el("tr", title)] if kind == "invasion" else []
        bodies.append(el("tbody", lead, [_row(row) for row in rows_until_over(same)]))
    table = el("table", el("thead", el("tr", heads)), bodies, cls="tk-grid tk-fleet-table tk-fleet-every")
    how = "odds.table_how_invasion" if kind == "invasion" else "odds.table_how"
    note = el("p", lab_word(how), cls="tk-small tk-soft")
    return el(
        "div",
        table,
        note,
        cls="tk-plot-table",
        tabindex="0",
        role="region",
        aria_label=lab_word("odds.table"),
    )


def _row(row: OddsAfterRound) -> Markup:
    start = lab_word("odds.start")
    cells = [el("td", percent(getattr(row, name), 1), cls="tk-number") for name in CHANCES]
    cells += [el("td", _mean_left_text(row, side_index), cls="tk-number") for side_index in (0, 1)]
    return el("tr", el("th", row.round or start, scope="row"), cells)


def _mean_left_text(row: OddsAfterRound, side_index: int) -> str:
    """Return the mean number of units left, and of damaged ones."""
    units, hurt = row.mean_units_and_damaged(role_at(side_index))
    damaged = f" ({lab_say('odds.hurt', n=number(hurt, 1))})" if hurt > ROUNDING_TOLERANCE else ""
    return number(units, 1) + damaged


def rows_until_over(rows: Iterable[OddsAfterRound]) -> Iterator[OddsAfterRound]:
    """Yield rows up to the first round after which the battle is always over."""
    for row in rows:
        yield row
        if row.goes_on <= ROUNDING_TOLERANCE:
            return
