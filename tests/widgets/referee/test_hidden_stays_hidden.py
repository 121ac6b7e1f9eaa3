"""Nothing that a table sends to its page reveals an unannounced card.

Two tables of the same lines have other cards for the unknown ones. What they send is the same, but for the
notes, which are numbers; and where other hands let other answers be asked, these name no card of a hand.
"""

from __future__ import annotations

import re
from itertools import islice

import pytest
from long_runs import runs

from twingkit import ember, imajica, imperium, policies, twing
from twingkit.referee import Referee, onlooker_record
from twingkit.referee.answer_templates import NUMBERED_CARD_PATTERN
from twingkit_widgets.panel.panel import error_explanation
from twingkit_widgets.table.referee.panel import RefereePanel

NOTES = re.compile(r"^# dealt [0-9a-f ]*$|game=[^\"&]+", re.MULTILINE)
"""The notes of a table, and the link to its review, which contains them."""

WRONG = (
    "fly",
    "lay",
    "lay Z9",
    "discard X",
    "spell ?",
    "give ?",
    "card ?",
    "draw ?",
    "pass",
    "attack p1",
    "roll 9",
)
"""Answers that are nearly always wrong: the replies to them are sent to the page."""


def sent(panel: RefereePanel) -> str:
    """Return everything that a page shows or stores."""
    shown = []
    for lang in ("en", "de"):
        panel.lang = lang
        shown += [panel.html, panel.status, panel.alert_text]
    return NOTES.sub("", "\n".join([*shown, panel.saved_table]))


@pytest.mark.parametrize(
    ("game", "players", "seed", "lines"),
    [("twing", 2, 3, 41), ("ember", 2, 4, 41), ("imajica", 2, 5, 61), ("imperium", "short", 1, 41)],
)
def test_two_tables_with_other_cards_for_unknown_ones_send_the_same(
    game: str, players: int | str, seed: int, lines: int
) -> None:
    begun = {"twing": twing, "ember": ember, "imajica": imajica, "imperium": imperium}[game].new_game(
        players, seed=seed
    )
    seats = 3 if players == "short" else int(players)
    full = policies.play(begun, ["greedy"] * seats)
    panels = []
    for deal in (1, 2):
        panels.append(RefereePanel(game))
        panels[-1]._open(Referee(full.start, seed=deal), ())
    names = {full.start.seat(seat) for seat in range(seats)}
    typed = (line for line in onlooker_record(full).splitlines() if line.partition(":")[0] in names)
    tables = [panel.table for panel in panels if panel.table is not None]
    same = 0
    for number, line in enumerate(islice(typed, lines)):
        for table in tables:
            table.add_line(line)
        if number % 4 == 0:
            for panel in panels:
                panel.do("cancel")
                panel._changed()
                assert not any(hand_cards(panel, way.text) for way in panel.answer_templates)
            if panels[0].answer_templates == panels[1].answer_templates:
                same += 1
                assert sent(panels[0]) == sent(panels[1]), line
        if number == runs(7, 19):  # the later, the more hands are tried
            for wrong in WRONG:
                first, second = (refusal_text(table, wrong) for table in tables)
                assert first == second, wrong
    assert same > 6
    first, second = (table.sample_game.record for table in tables)
    assert first != second


def hand_cards(panel: RefereePanel, text: str) -> list[str]:
    """Return the numbered cards of a hand that an answer names."""
    return [
        token
        for token in panel.referee_rules.named_hand_cards(text)
        if NUMBERED_CARD_PATTERN.fullmatch(token)
    ]


def refusal_text(table: Referee, line: str) -> str:
    """Return the reply to a line that is not accepted; "" if it is."""
    why = table.refusal(line)
    return "" if why is None else str(error_explanation(why))
