"""The lab of contests and challenges: building a position, the answers, and the refusals."""

from __future__ import annotations

import re

import pytest
from widgets.labs import after, answer, chosen
from widgets.read_pages import words

from twingkit.core.slices import finish
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit.imajica.exact_odds.who_to_send import sending_slices
from twingkit_widgets.imajica.lab.draft import EXAMPLE_NOTATION
from twingkit_widgets.imajica.lab.labs import WHO_CAN_STOP_LAB
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.lab.tab import LabFault

CHALLENGE = (
    "imajica: p1 active gek-a-gek gek-a-gek; p2 active gideon irish toll-guard; "
    "challenge gideon with gek-a-gek gek-a-gek.2"
)


def lab(line: str | None = None, view: str = "") -> LabPanel:
    """Return the lab with a line, as the site shows it."""
    return LabPanel(WHO_CAN_STOP_LAB, line, view=view, site=True)


def test_the_chance_of_each_rival_is_the_exact_one() -> None:
    panel = lab()
    stops = RivalsStoppingQuestion.parse(EXAMPLE_NOTATION).find_stops()
    text = words(answer(panel))
    for rival in stops.rival_stops:
        assert f"{float(rival.chance):.1%}" in text
    assert "IJ-SEIZE-4" in text


def test_IJ_SEIZE_7_what_fails_by_itself_needs_nobody() -> None:
    panel = lab("imajica: p1 active irish; p2 active dowd; circle slew; seize slew with irish")
    assert "Your action fails even if nobody stops you." in words(panel.html)
    assert "IJ-SEIZE-7" in answer(panel)
    panel.do("tab", "defend")
    assert "Nobody needs to contest" in answer(panel)


def test_whom_to_send_lists_every_set_and_sends_it() -> None:
    panel = lab(view="send")
    question = RivalsStoppingQuestion.parse(EXAMPLE_NOTATION)
    rows = re.findall(r'data-act="send" data-value="([^"]+)"', panel.html)
    sent = finish(sending_slices(question.position, "seize slew", question.rival_hands()))
    assert rows == [" ".join(one.allies) for one in sent]
    after(panel, ("send", "sartori huzzah-aping irish"))
    assert panel.draft.action_notation == "seize slew with sartori huzzah-aping irish"
    after(panel, ("undo", None))
    assert panel.draft.line() == EXAMPLE_NOTATION


def test_IJ_CHAL_2_the_best_defenders_come_first() -> None:
    html = answer(lab(CHALLENGE, view="defend"))
    first = html.partition("<tbody>")[2].partition("</tr>")[0]
    assert "Irish and Toll Guard" in words(first)
    assert "Nobody dies" in words(first)


def test_a_scene_is_built_by_pressing() -> None:
    panel = lab("imajica: p1; p2; circle slew")
    assert "Press the characters who act" in words(panel.html)
    for character in ("0:gek-a-gek", "0:gek-a-gek", "1:gideon", "1:irish"):
        chosen(panel, f"add:{character[0]}", character)
    assert panel.draft.action_notation == "seize slew with gek-a-gek gek-a-gek.2"
    after(panel, ("action", "challenge"))
    assert panel.draft.action_notation == "challenge gideon with gek-a-gek gek-a-gek.2"
    after(panel, ("target", "1:active:1"), ("toggle_actor", "0:active:0"))
    assert panel.draft.action_notation == "challenge irish with gek-a-gek.2"
    after(panel, ("remove_character", "0:active:0"))
    assert panel.draft.action_notation == "challenge irish with gek-a-gek"
    after(panel, ("remove_character", "1:active:0"))
    assert panel.draft.action_notation == "challenge irish with gek-a-gek", (
        "the target stays the same character"
    )
    chosen(after(panel, ("action", "seize")), "site", "kite-fields")
    assert panel.draft.action_notation == "seize kite-fields with gek-a-gek"
    assert panel.draft.position.circle == ("kite-fields",)


def test_a_character_is_pivoted_sent_to_the_reserve_and_brought_back() -> None:
    panel = lab("imajica: p1 active irish; p2 active dowd; circle slew; seize slew with irish")
    after(panel, ("next_state", "1:active:0"))
    assert "p2 active dowd:pivoted" in panel.draft.line()
    after(panel, ("next_state", "1:active:0"))
    assert "p2 reserve dowd" in panel.draft.line()
    after(panel, ("next_state", "1:reserve:0"))
    assert "p2 active dowd;" in panel.draft.line()
    after(panel, ("next_state", "0:active:0"))
    assert [problem.rule for problem in panel.problems] == ["IJ-PIV-1"]
    assert "IJ-PIV-1" in panel.html


def test_hands_decks_and_rivals_are_set_and_kept_in_the_link() -> None:
    panel = lab("imajica: p1 active sartori; p2 active dowd; circle slew; seize slew with sartori")
    after(panel, ("unseen_count", "1:more"), ("unseen_count", "1:more"))
    chosen(chosen(panel, "deck:1", "1:teeth"), "known:1", "1:old-oath")
    assert panel.draft.line().endswith("p2 holds 2 of teeth")
    assert "hand old-oath" in panel.draft.line()
    after(
        panel,
        ("remove_known_card", "1:old-oath"),
        ("unseen_count", "1:less"),
        ("deck", "1:unknown"),
        ("rival_count", "more"),
    )
    assert panel.draft.line().endswith(
        "p3; circle slew; to move p1 ally; seize slew with sartori; p2 holds 1"
    )
    assert "the whole set" in words(answer(panel))
    again = lab(panel.draft.line())
    assert again.draft == panel.draft
    kept = lab()
    kept.restore(panel.state)
    assert kept.draft == panel.draft
    after(panel, ("rival_count", "less"))
    assert len(panel.draft.position.realms) == 2


def test_IJ_UNIQ_1_a_unique_character_twice_is_refused_with_its_rule() -> None:
    panel = lab(EXAMPLE_NOTATION)
    panel.do("add_character", "1:sartori")
    assert "IJ-UNIQ-1" in panel.html
    assert panel.draft.line() == EXAMPLE_NOTATION
    panel.do("understood")
    assert "IJ-UNIQ-1" not in panel.html


@pytest.mark.parametrize(
    ("view", "act", "value"),
    [
        ("", "action", "fly"), ("", "site", "dowd"), ("", "add_character", "9:dowd"),
        ("", "add_character", "1:slew"), ("", "remove_character", "1:active:99"),
        ("", "next_state", "1:hand:0"), ("", "unseen_count", "1:many"), ("", "deck", "1:nothing"),
        ("", "add_known_card", "1:dowd"), ("", "rival_count", "all"), ("", "target", "x"),
        ("", "toggle_actor", ""), ("", "add_character", f"{'9' * 5000}:dowd"),
        ("call", "add_hand_card", "slew"), ("call", "remove_hand_card", "irish"),
        ("call", "sort_by", "prime"),
        ("victory", "add_circle_site", "irish"), ("victory", "remove_held_site", "0:7"),
        ("victory", "add_held_site", {"seat": "9", "site": "slew", "holder": "irish"}),
        ("victory", "add_held_site", {"seat": "0", "site": "irish", "holder": "slew"}),
    ],
)  # fmt: skip
def test_what_is_not_there_changes_nothing(view: str, act: str, value: object) -> None:
    panel = lab(view=view)
    before = panel.draft
    panel.do(act, value)
    assert panel.draft == before
    assert isinstance(panel.error, LabFault)


def test_IJ_ALLY_4_a_line_whose_deed_cannot_be_is_shown_with_its_rule() -> None:
    panel = lab("imajica: p1 active irish; p2 active dowd; circle slew; seize slew with dowd")
    assert [problem.rule for problem in panel.problems] == ["IJ-ALLY-4"]
    assert panel.draft.line().endswith("seize slew with dowd")
