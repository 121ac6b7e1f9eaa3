"""Windows that the play page of Imajica passes without a question (IJ-TIME-3)."""

from __future__ import annotations

import re

import pytest
from widgets.imajica.play_pages import page_after

from twingkit.core.games import game_by_id
from twingkit.imajica.first_game import FIRST_GAME
from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.starts import position_game
from twingkit.learn.first_game.briefing import rule_title_and_text
from twingkit_widgets.imajica.play.auto_pass import AutoPassedWindows, only_answer, own_concern_labels
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.imajica.play.words import WORDS
from twingkit_widgets.learn.first_game.page import open_first_game
from twingkit_widgets.panel.address.query import Query

SPARED = "otherwise you pass automatically."


@pytest.mark.parametrize(("dowd", "kind"), [("dowd", "ally"), ("dowd:pivoted", "respond")])
def test_IJ_TIME_3_a_window_for_cards_that_would_do_nothing_is_not_asked(dowd: str, kind: str) -> None:
    """Waking unpivots an own character."""
    panel = page_after(
        f"imajica: p1 active irish {dowd} hand waking lamp-boy; p2 active gideon; to move p1 ally"
    )
    assert panel.match.question.kind == kind
    passed = [entry.answer for entry in panel.match.game.transcript if entry.seat == "p1"]
    assert passed == ([PASS] if kind == "ally" else []), "the record names the pass as any other"


@pytest.mark.parametrize(("card", "asks"), [("waking", False), ("lightning", True)])
def test_IJ_TIME_3_a_card_for_own_cards_is_not_asked_for_in_a_challenge_between_others(
    card: str, asks: bool
) -> None:
    rivals = "p2 active gek-a-gek; p3 active lamp-boy"
    line = f"imajica: p1 active irish:pivoted hand {card}; {rivals}; to move p2 ally now"
    panel = page_after(line, "challenge lamp-boy with gek-a-gek")
    assert (getattr(panel.match.question, "when", "") == "challenged") is asks


def test_IJ_TIME_3_that_windows_are_passed_is_said_once() -> None:
    panel = page_after("imajica: p1 active irish hand waking 2*lamp-boy; p2 active gideon; to move p1 ally")
    said = []
    for _ in range(2):
        panel.do("answer", "call lamp-boy")
        assert panel.match.question.kind == "ally"
        said.append("</h2>" in panel.html.partition(SPARED)[0] and SPARED in panel.html)
    assert said == [True, False]


def test_IJ_TIME_3_an_undo_goes_back_to_what_the_person_answered() -> None:
    panel = page_after("imajica: p1 active irish hand waking 2*lamp-boy; p2 active gideon; to move p1 ally")
    panel.do("answer", "call lamp-boy")
    panel.do("undo")
    assert panel.match.question.kind == "ally"
    assert "call lamp-boy" not in panel.record


def test_IJ_TIME_7_nobody_is_asked_to_counter_a_card_of_ones_own() -> None:
    line = (
        "imajica: p1 active irish hand cold-feet silence; p2 active gideon; p3 active dowd; to move p1 ally"
    )
    panel = page_after(line)
    panel.do("answer", "play cold-feet on gideon")
    assert panel.match.question.kind != "counter"
    assert "p1: play silence" not in panel.record


def test_IJ_TIME_3_a_card_on_what_the_own_announced_card_kills_is_not_asked_for() -> None:
    line = "imajica: p1 hand lightning edict-of-hapexamendios; p2 active lamp-boy; to move p1 autarch now"
    panel = page_after(line, "play edict-of-hapexamendios on lamp-boy")
    assert "lamp-boy" not in panel.match.game.table.pieces
    assert "lightning" in panel.match.game.table.players[0].hand


TABLE = (
    "imajica: p1 active irish ink-painter hand sudden-sleep; p2 active dowd gideon; p3 active gek-a-gek; "
    "circle slew kite-fields; to move p2 ally"
)


def passing(*given: str) -> ImajicaPlayPanel:
    """Return the page of player 1 after the others have passed."""
    game = position_game(TABLE)
    for answer in given:
        while game.question.player != 1 or game.question.kind != "ally":
            game.answer(PASS)
        game.answer(answer)
    return ImajicaPlayPanel(record=game.record, seat=0, seed=1, opponents="random")


def test_IJ_TIME_3_who_passes_in_a_turn_is_still_asked_to_contest_and_then_no_more() -> None:
    panel = passing("seize slew with dowd")
    assert panel.match.question.kind == "respond"
    assert re.search(r'data-act="pass_on"[^>]*data-shortcut="p"', panel.html)
    panel.do("pass_on")
    assert panel.match.question.kind == "contest"
    panel.do("answer", PASS)
    assert panel.match.question.kind != "respond" or panel.match.game.table.current != 1


def test_IJ_TIME_3_a_challenge_of_ones_own_is_asked_although_one_between_others_was_passed() -> None:
    others = passing("challenge gek-a-gek with dowd").match.question
    quiet = AutoPassedWindows.from_window(others)
    assert own_concern_labels(others) == set()
    assert quiet.should_pass(others)
    own = passing("challenge irish with dowd").match.question
    assert own_concern_labels(own) == {"irish at irish", "irish, challenged"}
    assert not quiet.should_pass(own)
    assert AutoPassedWindows.from_window(own).should_pass(own), "who passes there knows of it"


def test_IJ_TIME_3_an_act_that_only_ends_the_own_seizure_is_no_concern() -> None:
    game = position_game("imajica: p1 active pie-oh-pah; p2 active dowd; circle slew; to move p1 ally now")
    for answer in ("seize slew with pie-oh-pah", PASS, "contest dowd"):
        game.answer(answer)
    question = game.question
    assert (question.player, question.when) == (0, "contested")
    assert "use pie-oh-pah on dowd" in map(str, question.options())
    assert own_concern_labels(question) == {"pie-oh-pah at slew"}


def test_IJ_SEIZE_7_a_power_that_only_ends_the_own_sufficient_seizure_is_not_asked_for() -> None:
    line = "imajica: p1 active pie-oh-pah; p2 active dowd:pivoted; circle {}; to move p1 ally now"
    panel = page_after(line.format("eurhetemec-ruins"), "seize eurhetemec-ruins with pie-oh-pah")
    assert getattr(panel.match.question, "when", "") != "securing"


def moments_asked(line: str, deed: str) -> list[str]:
    """Return the moments of a fight at which player 1, who passes the pauses of the turn, has a question."""
    game = position_game(line)
    game.answer(deed)
    quiet, asked = AutoPassedWindows(), []
    while game.table.fight is not None:
        question = game.question
        if question.player == 0 and question.kind == "respond" and not quiet.should_pass(question):
            asked.append(question.when)
            quiet = AutoPassedWindows.from_window(question, quiet)
        game.answer(PASS if question.kind != "damage" else "damage none")
    return asked


@pytest.mark.parametrize(
    ("hand", "target", "asked"),
    [
        ("sudden-sleep", "irish", ["challenged", "defended"]),
        ("sudden-sleep", "gek-a-gek", ["challenged"]),
        ("waking", "irish", ["challenged"]),
    ],
)
def test_IJ_CHAL_3_each_moment_of_a_fight_of_ones_own_is_asked_where_a_card_could_act(
    hand: str, target: str, asked: list[str]
) -> None:
    line = (
        f"imajica: p1 active irish hand {hand}; p2 active oethac-bruiser; p3 active gek-a-gek; "
        "to move p2 ally now"
    )
    assert moments_asked(line, f"challenge {target} with oethac-bruiser") == asked


def test_IJ_TIME_3_a_turn_of_another_ends_what_was_passed() -> None:
    question = passing("challenge gek-a-gek with dowd").match.question
    quiet = AutoPassedWindows.from_window(question)
    question.table.current = 2
    assert quiet.is_over(question.table)
    assert not quiet.should_pass(question)


def test_IJ_TIME_3_the_calm_windows_of_a_round_are_passed_and_no_others() -> None:
    calm = passing().match.question
    quiet = AutoPassedWindows.from_window(calm)
    assert quiet.should_pass(calm)
    fight = passing("challenge gek-a-gek with dowd").match.question
    assert not quiet.should_pass(fight)
    assert not quiet.is_over(fight.table), "they are passed again after it"
    both = AutoPassedWindows.from_window(fight, quiet)
    assert both.should_pass(fight)
    assert both.should_pass(calm)
    calm.table.round += 1
    assert not quiet.should_pass(calm)
    assert quiet.is_over(calm.table)


def test_IJ_TIME_3_a_calm_window_with_a_new_card_is_asked() -> None:
    calm = passing().match.question
    quiet = AutoPassedWindows.from_window(calm)
    calm.table.players[0].hand.append("cold-feet")
    assert not quiet.should_pass(calm)


FALLEN = "imajica: p1 active gideon hand breath-returned; p2 active gek-a-gek gek-a-gek; to move p2 ally"


@pytest.mark.parametrize(("damage", "asked"), [(4, False), (5, True)])
def test_IJ_CHAL_9_a_death_of_ones_own_is_asked_although_the_fight_was_passed(
    damage: int, asked: bool
) -> None:
    game = position_game(FALLEN)
    for answer in ("challenge gideon with gek-a-gek gek-a-gek.2", f"damage gideon {damage}"):
        while game.question.kind not in ("ally", "damage"):
            quiet = AutoPassedWindows.from_window(game.question)
            game.answer(PASS)
        game.answer(answer)
    assert quiet.passed_turn is not None, "passed in the fight"
    while game.question.player != 0:
        game.answer(PASS)
    assert quiet.should_pass(game.question) is not asked


def test_IJ_PATH_1_a_path_that_harms_an_own_card_concerns_whose_it_is() -> None:
    line = (
        "imajica: p1 active {} hand sudden-sleep; p2 active dowd; "
        "circle attic-studio/dog-alley@p2; to move p2 ally"
    )
    found = []
    for own in ("lamp-boy", "gek-a-gek"):  # three damage kill only one of them
        game = position_game(line.format(own))
        for answer in ("seize attic-studio with dowd", f"contest {own}"):
            while game.question.kind not in ("ally", "contest"):
                game.answer(PASS)
            game.answer(answer)
        while not (game.table.waiting_acts and game.question.player == 0):
            game.answer(PASS)
        found.append("dog-alley harms lamp-boy" in own_concern_labels(game.question))
    assert found == [True, False]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_way_to_pass_more_at_once_is_told_as_its_button_is_called(lang: str):
    _, text = rule_title_and_text(FIRST_GAME, rulebook()["IJ-TIME-3"])
    assert WORDS.say("answer.pass_turn") in text


SEIZING = (
    "imajica: p1 active pie-oh-pah eurhetemec-singer alice-tyrwhitt hand guides-lamp; p2 {rival}; "
    "circle slew; to move p1 ally now"
)


def seizing(rival: str) -> ImajicaPlayPanel:
    """Return the page of player 1, who seizes a Site with enough characters and wants to pass until
    affected."""
    panel = page_after(SEIZING.format(rival=rival))
    panel.do("answer", "seize slew with pie-oh-pah eurhetemec-singer")
    panel.do("pass_on")
    return panel


def test_IJ_SEIZE_7_of_a_seizure_that_nobody_contests_nothing_more_is_asked() -> None:
    panel = seizing("active dowd:pivoted")
    assert panel.match.question.kind == "ally"
    assert panel.match.game.table.pieces["slew"].controller == 0


def test_IJ_SEIZE_7_a_seizure_that_no_longer_suffices_concerns_its_autarch_again() -> None:
    panel = seizing("active dowd:pivoted hand sudden-sleep")
    assert panel.match.question.kind == "respond"
    assert panel.match.view.fight_totals[0] < panel.match.view.fight_totals[2]


@pytest.mark.parametrize(
    ("active", "said"),
    [
        ("irish dowd", "Active: may act"),
        ("irish dowd:pivoted", "Active: may act if not pivoted"),
        ("irish:pivoted dowd:pivoted", "Active, but all pivoted: none may act now"),
    ],
)
def test_IJ_PIV_1_above_pivoted_characters_it_does_not_say_that_they_may_act(active: str, said: str) -> None:
    panel = page_after(f"imajica: p1 active gideon; p2 active {active}; to move p1 ally")
    assert f">{said}<" in panel.html


def test_IJ_TIME_2_a_learner_may_choose_to_be_asked_at_every_moment() -> None:
    line = "imajica: p1 active irish hand lightning lamp-boy; p2 active lamp-boy; to move p1 ally now"
    called = position_game(line).give_answers("call lamp-boy")
    assert FIRST_GAME.automatic_answer(called) == PASS
    assert only_answer(called) == ""
    panel = open_first_game(Query(""), game_by_id("imajica")).panel
    assert isinstance(panel, ImajicaPlayPanel)
    panel.do("first_start")
    while 'data-act="ask_more"' not in panel.html:
        question = panel.match.question
        panel.do("answer", question.format_answer(panel.match.hint()))
    assert 'data-act="pass_on"' in panel.html, "or not to be asked for these cards again this round"
    assert WORDS.say("answer.pass_calm_skips") in panel.html
    for act in ("ask_more", "undo"):
        panel.do(act)
        assert panel.match.automatic_answer is only_answer
        assert 'data-act="ask_more"' not in panel.html
