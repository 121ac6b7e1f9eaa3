"""Duels, end-game attacks and supported battles on the site: their odds, faults of a line, links."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from widgets.read_pages import words

from twingkit import twing
from twingkit.core.language import localized
from twingkit.core.links import to_link_value
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.site.page import page as open_page
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.line_panel import NotationOddsPanel

DUEL = "duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat vs W: W6 / W4 W3 / shield W2 & trap"
ENDGAME = "endgame F: F5 F3 + F4 & cat vs W: W6 @ cup & trap vs L: shield L4"
SUPPORTED = "F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3"
LINES = [DUEL, ENDGAME, SUPPORTED]


@localized
def share(chance: float, lang: str | None = None) -> str:
    return " ".join(percent(chance, 1).split())


def shown_text(panel: NotationOddsPanel) -> str:
    return words(str(panel.render()))


@pytest.mark.parametrize("line", [*LINES, "F: F5 vs W: W4"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_line_shows_the_odds_that_python_computes(line, lang):
    text = shown_text(NotationOddsPanel(line, lang))
    for responses in ("none", "best"):
        odds = twing.odds(line, responses=responses)
        for chance in (odds.win, odds.loss):
            assert share(chance) in text, (responses, chance)
    assert line.replace(">", "&gt;").replace("&", "&amp;") in str(NotationOddsPanel(line, lang).render())


def test_TW_DUEL_3_a_duel_says_how_it_ends():
    text = shown_text(NotationOddsPanel(DUEL))
    for row in twing.duel_results(DUEL, responses="best").itertuples():
        assert f"{row.outcome} {percent(row.chance, 1)}" in text


def test_TW_END_4_an_end_game_attack_says_how_each_pairing_goes():
    text = shown_text(NotationOddsPanel(ENDGAME))
    for row in twing.endgame_pairings(ENDGAME, responses="best").itertuples():
        assert " ".join(share(each) for each in (row.win, row.tie, row.loss)) in text


def test_TW_BAT_22_a_supported_battle_says_who_gets_what():
    text = shown_text(NotationOddsPanel(SUPPORTED))
    assert text.count("Supporter ") == 2
    for row in twing.support_payoff_table(SUPPORTED, responses="best").itertuples():
        assert f"{row.ornicles:.2f}".replace("-", "−") in text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("duel F: F5 vs W: W6", "/"),
        ("endgame F: F5 @ bra vs W: W6 @ bra", "TW-BOX-1"),
        ("F: F5 with L: W3 vs W: W6", "TW-BAT-6"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_wrong_is_said_and_the_last_good_line_stays(line, told, lang):
    panel = NotationOddsPanel(ENDGAME, lang)
    panel.do("read", {"line": line})
    assert panel.fault is not None
    assert str(panel.attack_line) == ENDGAME
    assert told in shown_text(panel)
    assert line.split()[0] in panel.typed
    panel.do("read", {"line": DUEL})
    assert panel.fault is None
    assert panel.attack_kind == "duel"
    assert panel.status


def test_too_much_to_compute_is_said_where_the_odds_would_stand():
    panel = NotationOddsPanel("endgame F: F5 & cat*99 vs W: W6 & cat*99 vs L: L5 & cat*99")
    assert "99" not in panel.status
    assert share(twing.odds(str(panel.attack_line)).win) in shown_text(panel)
    assert "best play of this end-game attack needs" in shown_text(panel)


@pytest.mark.parametrize("line", LINES)
def test_a_link_opens_the_line_and_the_panel_makes_the_same_link(line):
    page = open_page("battle-lab", f"battle={to_link_value(line)}")
    assert isinstance(page[0], NotationOddsPanel)
    assert str(page[0].attack_line) == line
    [(name, value)] = page[0].address().items()
    again = open_page("battle-lab", f"{name}={quote(value, safe=':@!*,~')}")
    assert str(again[0].attack_line) == line


def test_a_duel_in_the_field_of_the_lab_leads_to_its_odds():
    lab = BattleLab(lang="en", site=True)
    lab.do("read", {"line": DUEL})
    assert lab.fault is not None
    shown = str(lab.render())
    assert "Show its odds" in shown
    assert "battle-lab.ipynb?battle=duel" in shown
    lab.do("read", {"line": "F: F5 vs W: W6"})
    assert "Show its odds" not in str(lab.render())


def test_a_rule_opens_and_closes():
    panel = NotationOddsPanel(DUEL)
    panel.do("rule", "TW-DUEL-3")
    assert twing.rulebook()["TW-DUEL-3"].title("en") in shown_text(panel)
    panel.do("rule", "TW-DUEL-3")
    assert panel.opened == ""
