"""A separate battle, answered for both sides: forward and back, responses, dice and odds."""

from __future__ import annotations

import re

import pytest
from widgets.play_tables import read
from widgets.read_pages import duplicate_ids

from twingkit import BudgetError, Refusal, Roll, twing
from twingkit.twing.view import GameView
from twingkit_widgets.table.play.words import PlayFault
from twingkit_widgets.twing.pictures.die import die_html
from twingkit_widgets.twing.play.battle import battle_phase
from twingkit_widgets.twing.play.battle_panel import BattlePanel

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"
CATS = "F: F5 vs W: W4 + W2 & cat"
USELESS_TRAP = "F: F5 vs W: W4 + W2 & cat trap"
FULL = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"
HUGE = (
    "F: F5 F3 F1 + F4 F3 F2 @ shamrock & cat*9 trap*3 vs W: W6 W4 W2 + W3 W2 W1 @ hat & cat*9 trap*3 miromon"
)


def at_response(line: str, *faces: str, lang: str = "en") -> BattlePanel:
    """Return a panel at the responses, with both dice set to `faces`."""
    panel = BattlePanel(line, lang=lang)
    while not isinstance(panel.match.game.question, Roll):
        panel.do("next")
    for face in faces:
        panel.do("answer", face)
    return panel


def label_of(panel: BattlePanel, key: str) -> str:
    """Return the text of the button with this key."""
    found = re.search(rf'<button[^>]*data-key="{re.escape(key)}"[^>]*>(.*?)</button>', panel.html, re.S)
    assert found, key
    return re.sub(r"<[^>]+>", " ", found[1])


# -- forward and back


def test_the_big_button_lays_rolls_and_decides():
    panel = BattlePanel(SIMPLE, seed=3)
    phases = []
    while not panel.match.game.over:
        phases.append(battle_phase(panel.match.game))
        panel.do("next")
    assert phases == ["lay", "lay", "roll", "roll"]
    assert battle_phase(panel.match.game) == "result"


def test_each_side_chooses_from_the_faces_of_its_own_die():
    panel = BattlePanel("F: F5 F3 + F4 & cat trap vs W: W6 W4 + W2 & cat", seed=3)
    rolled = []
    while not panel.match.game.over:
        question = panel.match.game.question
        if isinstance(question, Roll):
            seats = GameView.from_game(panel.match.game, question.player).seats
            faces = panel.html.partition('class="tk-play-acts"')[2]
            dice = [die_html(-4, seat.character) in faces for seat in seats]
            assert dice == [question.player == player for player in (0, 1)]
            rolled.append(question.player)
        panel.do("next")
    assert {*rolled} == {0, 1}


def test_the_line_must_be_a_legal_battle():
    with pytest.raises(twing.NotationError):
        BattlePanel("F: F5 against W: W4")
    with pytest.raises(twing.IllegalBattleError):
        BattlePanel("F: F5 F4 F3 F2 vs W: W4")


def test_other_cards_than_those_of_the_line_can_be_laid():
    panel = BattlePanel(SIMPLE)
    panel.do("spell", "1")
    assert "3" in panel.status
    panel.do("lay")
    assert panel.record.endswith("attacker: lay F3\n")


def test_one_side_can_be_left_to_the_computer_who_lays_the_line_and_responds_best():
    panel = BattlePanel(CATS, seed=3)
    panel.do("begin", {"seat": "p1", "seed": "3"})
    assert (panel.error, panel.ui_state.fault) == (None, None)
    panel.do("answer", "lay F5")
    assert panel.match.game.transcript[1].answer == "lay W4 + W2"
    while panel.match.question is not None:
        panel.do("answer", "pass")
    assert panel.error is None
    assert panel.match.game.over
    assert re.search(r"\byour?\b", panel.status, re.IGNORECASE)


# -- what happened


def test_every_ruling_of_the_step_is_said_with_its_rule():
    panel = BattlePanel(SIMPLE, seed=3)
    panel.do("next")
    for ruling in panel.match.game.latest_rulings:
        assert ruling.text("en") in panel.status
        assert ruling.rule in panel.html
    panel.lang = "de"
    assert panel.match.game.latest_rulings[0].text("de") in read(panel.html)


def test_the_deciding_ruling_leads_at_the_end():
    panel = BattlePanel(SIMPLE)
    for answer in ("lay F5 F3 + F4", "lay W6 W4", "Sun", "3"):
        panel.do("answer", answer)
    headline = panel.player_view().headline
    assert headline.rule == "TW-BAT-16"
    assert "TW-BAT-7" in [said.rule for line in headline.news_lines for said in line.sentences]


def test_a_pass_says_so_and_names_the_rule():
    panel = at_response(CATS, "3", "-4")
    assert panel.match.game.question.kind == "respond"
    panel.do("answer", "pass")
    assert panel.status.startswith("The defender does not respond.")
    panel.lang = "de"
    assert re.search(r"Der Verteidiger reagiert nicht\. .{0,40}TW-BAT-10", read(panel.html))


# -- responses


def test_what_is_forbidden_says_why_and_is_refused():
    panel = at_response(USELESS_TRAP, "3", "-4")
    record = panel.record
    panel.do("why_forbidden", "trap -")
    assert "TW-BAT-13" in panel.status
    assert "tk-no-open" in panel.html
    panel.do("answer", "hat")
    assert isinstance(panel.error, Refusal)
    assert panel.error.rule in panel.html
    assert panel.record == record


def test_a_trap_can_name_the_rider():
    panel = at_response("F: F5 + F4M>F2 vs W: W4 & trap", "3", "-4")
    while panel.match.game.question.kind != "respond":
        panel.do("next")
    assert "rider" in label_of(panel, "answer:trap &gt;F2")
    panel.do("answer", "trap >F2")
    assert panel.error is None


def test_next_plays_the_best_response_and_the_hint_is_the_same():
    panel = at_response(CATS, "3", "-4")
    assert panel.match.next_step_answer == str(twing.best_battle_answer(panel.match.game)) == "cat"
    assert "Best." in label_of(panel, "answer:cat")
    panel.do("hint")
    assert "Black cat" in panel.status
    panel.do("next")
    assert "defender: cat" in panel.record


def test_too_many_cards_to_find_the_best_response():
    panel = at_response(HUGE, "0", "0")
    while panel.match.game.question.kind != "respond":
        panel.do("next")
    assert panel.match.next_step_answer == "pass"
    assert "Best." not in label_of(panel, "answer:pass")
    too_large = panel.match.play_design.best_response_budget_error(panel.match.game)
    assert too_large.text("en") in read(panel.html)
    panel.do("hint")
    assert isinstance(panel.error, BudgetError)
    panel.do("next")
    assert panel.record.endswith("attacker: pass\n")


# -- dice


def test_a_pending_die_can_be_set_by_its_face_or_in_words():
    for act, value in (("answer", "roll Cross"), ("die", {"die": "cross"})):
        panel = BattlePanel(SIMPLE)
        for _ in range(2):
            panel.do("next")
        panel.do(act, value)
        assert panel.record.endswith("attacker: roll Cross\n")


def test_the_last_roll_of_each_side_can_be_let_fall_otherwise():
    panel = BattlePanel(SIMPLE, seed=3)
    panel.do("to_end")
    assert [result.seat for result in panel.match.changeable_results()] == [0, 1]


# -- odds


def test_the_odds_follow_the_battle_and_can_be_switched():
    panel = BattlePanel(CATS)
    panel.do("responses", "none")
    assert "If nobody plays another card." in panel.html
    panel.do("next")
    assert "If nobody plays another card." in panel.html, "it stays so"
    panel.do("responses", "best")
    assert "If both sides respond as well as they can." in panel.html
    panel.do("to_end")
    assert 'data-key="odds"' not in panel.html


def test_the_record_of_a_whole_game_is_refused():
    panel = BattlePanel(SIMPLE)
    with pytest.raises(PlayFault, match="twing"):
        panel.restore("twingkit-record 1\ngame twing\nplayers F W\n")


# -- the page


def test_ids_are_unique_over_two_panels():
    first, second = at_response(USELESS_TRAP, "3", "-4"), at_response(USELESS_TRAP, "3", "-4")
    assert 'id="' in first.html
    assert not any(name.startswith("id=") for name in duplicate_ids(first.html + second.html))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("line", [SIMPLE, CATS, FULL, "F: F5 vs W: shield W4"])
def test_every_step_of_a_battle_can_be_shown(line, lang):
    panel = BattlePanel(line, lang=lang, seed=1)
    keys = re.findall(r'data-shortcut="([^"]+)"', panel.html)
    assert len(keys) == len(set(keys))
    while not panel.match.game.over:
        panel.do("next")
        assert panel.error is None
        assert "{" not in panel.html
        assert panel.status
