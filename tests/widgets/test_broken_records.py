"""A record with a wrong answer: a pasted one is offered up to there, a stored or linked one is dropped."""

from __future__ import annotations

from typing import Any

import pytest
from damaged_records import STARTS, damaged, record_of

from twingkit import Game, RecordError, twing
from twingkit.core.links import pack_text
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.save import seal_game

GAME = "twingkit-record 1\ngame twing\nplayers F W\nvariant box\nbox assumed\n"
BATTLE = "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W6\n"
WRONG = {
    "play": GAME + "p1: draw spell F5\np1: draw spell F4\np1: pass\n",
    "battle-lab": BATTLE + "attacker: lay F5\ndefender: lay W7\n",
}
GOOD = {name: record.strip().rpartition("\n")[0] for name, record in WRONG.items()}
OFFER = "Open the lines before the error"


@pytest.mark.parametrize("name", sorted(WRONG))
def test_what_the_browser_kept_is_given_up_and_said(name: str) -> None:
    made = page(name, "lang=en")
    before = made[0].state
    made.frame.do("resume", WRONG[name])
    assert made.frame.note_key == "lost"
    assert made.frame.status in made.frame.html
    assert made.frame.status != ""
    assert made[0].state == before


def test_a_link_with_a_wrong_answer_says_its_line() -> None:
    made = page("play", f"game={pack_text(WRONG['play'])}&lang=en")
    assert made.fault_panel is not None
    assert "line 8" in made.fault_panel.html
    assert OFFER not in made.fault_panel.html


def test_a_fleet_battle_whose_record_is_wrong_says_so_beside_the_battle() -> None:
    record = (
        "twingkit-record 1\ngame imperium.battle\nbattle space: 2 cruiser vs 1 dreadnought\n"
        "defender: stay\nattacker: roll 1 1\n"
    )
    query = f"game={pack_text(record)}&battle=space:_2_cruiser_vs_1_dreadnought&view=steps&lang=en"
    lab: Any = page("imperium-battle", query)[0]
    assert "line 5" in lab.html
    lab.do("steps_up_to")
    assert [entry.answer for entry in lab.open_tab.steps.match.game.transcript] == ["stay"]
    assert OFFER not in lab.html


def test_a_game_that_was_pasted_is_offered_up_to_there() -> None:
    panel = page("play", "lang=en")[0]
    panel.do("load", {"text": WRONG["play"]})
    assert OFFER in panel.html
    panel.do("up_to")
    assert panel.record.startswith(GOOD["play"])
    assert panel.error is None


def test_a_sealed_game_with_its_settings_is_offered_up_to_there() -> None:
    panel: Any = page("play", "lang=en")[0]
    game = Game.replay(GOOD["play"])
    head = seal_game(game, panel.match.settings.with_start(game.start).changed(seat=1)).splitlines()[0]
    panel.do("load", {"text": f"# {head}\n{WRONG['play']}"})
    panel.do("up_to")
    assert panel.match.settings.seat == 1


def test_a_record_that_was_pasted_into_the_steps_of_a_lab_is_offered_up_to_there() -> None:
    lab: Any = page("battle-lab", "lang=en")[0]
    lab.do("step")
    lab.do("steps_load", {"text": WRONG["battle-lab"]})
    assert OFFER in lab.html
    lab.do("steps_up_to")
    assert [entry.answer for entry in lab.aside.steps.match.game.transcript] == ["lay F5"]
    assert OFFER not in lab.html


def test_a_record_of_another_edition_offers_nothing() -> None:
    panel = page("play", "lang=en")[0]
    panel.do("load", {"text": "twingkit-record 1\ngame twing edition 99\nplayers F W\n"})
    assert "edition 99" in panel.html
    assert OFFER not in panel.html
    before = panel.record
    panel.do("up_to")
    assert panel.record == before


def test_a_battle_that_the_browser_kept_goes_on() -> None:
    made = page("battle-lab", "lang=en")
    made.frame.do("resume", twing.battle_game("F: F5 vs W: W6").give_answers("lay F5").record)
    assert made.frame.note_key == "resumed"


PLAY_PAGES = {"twing": "play", "imperium": "imperium-play", "ember": "ember-play", "imajica": "imajica-play"}


@pytest.mark.parametrize("start", STARTS)
def test_a_link_with_a_damaged_record_opens_its_page_with_one_sentence(start: str) -> None:
    """The lines above the first answer, where a link loses most; the answers are damaged without a page."""
    record = record_of(start)
    above = "\n".join(
        line
        for line in record.splitlines()
        if not line.startswith(("p1:", "p2:", "p3:", "attacker:", "defender:"))
    )
    named = [PLAY_PAGES[start.partition(".")[0]], "review"]
    broken = [text for text in dict.fromkeys(damaged(above)) if is_refused(text)]
    assert len(broken) >= 4
    for number, text in enumerate(broken):
        made = page(named[number % 2], f"game={pack_text(text)}&lang=en")
        assert made.fault_panel is not None, text
        assert len(made.fault_panel.faults) == 1, text
        assert made[0].html


def is_refused(text: str) -> bool:
    try:
        Game.replay(text)
    except RecordError:
        return True
    return False
