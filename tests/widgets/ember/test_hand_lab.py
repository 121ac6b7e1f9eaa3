"""The lab of a hand: what it pays for now, what may come, what to keep, draw or refresh."""

from __future__ import annotations

import re

import pandas as pd
import pytest
from widgets.labs import chosen

from twingkit import ember
from twingkit.core.language import language, localized
from twingkit.ember.exact_odds.chance_within import keep_rows
from twingkit.ember.exact_odds.pool_chances import conjurable_rows, pool_chance_rows
from twingkit.ember.exact_odds.tie_odds import odds_in_tie
from twingkit.ember.rules.cards import DECK
from twingkit_widgets.ember.lab.labs import HAND_LAB
from twingkit_widgets.ember.words import chance_text
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.lab.tab import LabFault

HAND = "A6 E6 F8 F9 W11"


@localized
def lab(line: str | None = None, lang: str | None = None, view: str = "") -> LabPanel:
    """Return the lab with a line, as the site shows it."""
    return LabPanel(HAND_LAB, line, language(), view=view, site=True)


def test_now_shows_every_creature_that_the_hand_pays_for() -> None:
    html = lab(HAND, view="now").html
    panel = html[html.index('role="tabpanel"') :]
    for row in conjurable_rows(HAND):
        assert row.creature.name() in panel
    assert "Phoenix" not in panel


@pytest.mark.parametrize("turns", [1, 2])
def test_soon_shows_the_exact_chances(turns: int) -> None:
    panel = lab(HAND, view="soon")
    panel.do("turns", str(turns))
    panel.do("toggle_all")
    shown = dict(
        re.findall(
            r'data-value="(\w+)" data-key="keep_for:\w+".*?<span class="tk-number">([^<]+)', panel.html
        )
    )
    for reach in pool_chance_rows(HAND, turns):
        digits = 1 if 0 < reach.chance < 0.1 else 0
        assert shown[reach.creature.id] == f"{reach.chance:.{digits}%}", reach.creature.id


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_EM_TURN_2_the_first_row_of_keep_is_the_best_choice(turns: int) -> None:
    panel = lab(HAND, view="keep")
    panel.do("wanted_creature", "dryad")
    panel.do("turns", str(turns))
    best = keep_rows(HAND, "N3", turns)[0]
    row = panel.html.partition('class="em-best"')[2].partition("</tr>")[0]
    assert f"{best.chance:.{1 if best.chance < 0.1 else 0}%}" in row
    assert "Best" in row


def test_EM_TURN_4_refresh_is_estimated_with_its_error() -> None:
    panel = lab("A6 E6 F8 F9 W11", view="refresh")
    chosen(panel, "aim", "dragon")
    assert "2000 random hands" in panel.html
    assert "A new hand is better here." in panel.html


def test_a_creature_of_the_list_opens_what_to_keep_for_it() -> None:
    panel = lab(HAND, view="soon")
    panel.do("turns", "2")
    panel.do("keep_for", "griffin")
    assert panel.open_tab_name == "keep"
    assert panel.address()["needs"] == "griffin:2"
    again = LabPanel(HAND_LAB, HAND, view="keep", query={"needs": "griffin:2"}, site=True)
    assert again.address() == panel.address()
    kept = lab()
    kept.restore(panel.state)
    assert kept.address() == panel.address()


def test_cards_are_laid_taken_back_and_refused_with_their_rule() -> None:
    panel = lab("A6 E6 F8 F9 W11")
    panel.do("card", "A6")
    assert panel.draft.hand == ("E6", "F8", "F9", "W11")
    panel.do("place", "pile")
    panel.do("card", "A6")
    assert panel.draft.seen_elsewhere == ("A6",)
    panel.do("undo")
    assert panel.draft.seen_elsewhere == ()
    panel = lab("A1 A2 A3 A4 A5 A6 A7 A8 A9 A10")
    panel.do("card", "A11")
    assert len(panel.draft.hand) == 10, "nothing is lost"
    assert "EM-TURN-3" in panel.html


@pytest.mark.parametrize(
    ("text", "rule"),
    [("A6 A6", "EM-SET-2"), ("A14", "EM-SET-2"), ("ember: p1 hand A5 has nobody; p2 hand 2", "EM-SET-3")],
)
def test_what_cannot_be_a_hand_is_told_with_its_rule(text: str, rule: str) -> None:
    panel = lab()
    before = panel.analysed_subject
    panel.do("read", {"line": text})
    assert rule in panel.html
    assert panel.analysed_subject == before


def test_the_pool_can_be_thinned_out() -> None:
    panel = lab(HAND)
    panel.do("creature", "siren")
    assert "siren" not in panel.draft.pool
    assert " pool " in panel.draft.line()
    panel.do("creature", "siren")
    assert " pool " not in panel.draft.line()


def test_EM_CALL_5_the_tab_on_a_tie_shows_the_exact_chances_against_each_number_of_cards() -> None:
    line = "ember: p1 hand A6 E6 F8 F9 W11; p2 hand W13 4; pile F13 *; to move p1 draw"
    html = lab(line, view="tie").html
    panel = html[html.index('role="tabpanel"') :]
    assert "This hand: 40" in panel
    rows = re.findall(
        r'<th scope="row">(\d)</th>.*?<span class="tk-number">([^<]+)<.*?<td>([^<]+)</td></tr>', panel
    )
    assert [int(cards) for cards, *_ in rows] == list(range(1, 9))
    for cards, wins, shares in rows:
        odds = odds_in_tie(HAND, int(cards), seen="F13 * W13")
        assert (wins, shares) == (chance_text(float(odds.higher)), chance_text(float(odds.equal)))


def test_EM_SET_2_where_few_cards_are_unseen_a_tie_is_shown_for_as_many() -> None:
    seen = [card for card in DECK if card not in (*HAND.split(), "W1", "W2")]
    html = lab(f"ember: p1 hand {HAND}; p2 hand 1; pile {' '.join(seen)}; to move p1 draw", view="tie").html
    assert html.count('<th scope="row">') == 2


def test_what_a_lab_without_dragging_is_sent_as_dragged_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    shown = lab()
    before = shown.draft
    shown.do("drag", "card:A6>pile")
    assert (shown.draft, caplog.records) == (before, [])
    assert LabFault().text("en") in shown.html


def test_the_tables_of_the_tabs_are_those_of_the_public_analyses() -> None:
    tie = lab(HAND, view="tie").frame
    public = ember.odds_in_tie(HAND, 2).frame()
    pd.testing.assert_frame_equal(tie[tie["cards"] == 2].reset_index(drop=True), public)
    refresh = lab(HAND, view="refresh").frame
    assert refresh["option"].tolist() == ["draw", "refresh"]
    columns = ember.refresh_chance(HAND, "N3", turns=1).frame().columns
    assert refresh.columns[1:].tolist() == columns.tolist()
