"""The result of a maneuver is shown at its button, before it is played (IJ-SEIZE-4, 7, 9)."""

from __future__ import annotations

import pytest

from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.starts import position_game
from twingkit_widgets.imajica.play.news import ImajicaNews
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.imajica.play.words import WORDS

CONTEST = "imajica: p1 active {} hand old-oath; p2 active {} hand old-oath; circle slew; to move p1 ally"


def page_at_question(line: str, *given: str, kind: str = "influence", seat: int = 0) -> ImajicaPlayPanel:
    """Return the page of an Autarch who may play a maneuver of this kind, after these answers."""
    game = position_game(line)
    for answer in (*given, ""):
        wanted = "ally", "contest"
        while game.question.kind not in (wanted if answer else (kind,)) or not (
            answer or game.question.player == seat
        ):
            game.answer(PASS)
        if answer:
            game.answer(answer)
    return ImajicaPlayPanel(record=game.record, seat=seat, seed=1, opponents="random")


def head(panel: ImajicaPlayPanel) -> str:
    """Return the sentence below the question."""
    return panel.player_view().headline.explanation


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (
            "gideon",
            "you win this contest without this card, too",
        ),
        ("irish", "Influence 4 against 2: you would win this contest. But with 1 against Resistance 6"),
    ],
)
def test_IJ_SEIZE_9_a_maneuver_that_wins_a_contest_says_whether_the_site_can_then_be_secured(
    own: str, said: str
) -> None:
    panel = page_at_question(CONTEST.format(own, "dowd"), f"seize slew with {own}", "contest dowd")
    assert said in panel.html
    assert f"To secure the Site you need influence 6; you have {3 if own == 'gideon' else 1} now" in head(
        panel
    )


def test_IJ_SEIZE_4_who_contests_is_told_what_a_maneuver_comes_to() -> None:
    panel = page_at_question(
        CONTEST.format("gideon", "dowd"), "seize slew with gideon", "contest dowd", seat=1
    )
    assert "Influence 5 against 3: you would stop the seizure." in panel.html
    panel = page_at_question(
        CONTEST.format("sartori", "dowd"), "seize slew with sartori", "contest dowd", seat=1
    )
    assert "Influence 5 against 6: still not enough." in panel.html


@pytest.mark.parametrize(
    ("own", "title", "button"),
    [
        ("quiet-maestro", "a Maestro who seizes alone needs no influence", "You do not need this card"),
        ("huzzah-aping", "that is already enough", "You do not need this card"),
        ("gideon", "3 short", "you would secure the Site, and you keep it"),
        ("irish", "5 short", "Influence 4 against Resistance 6: still 2 short."),
    ],
)
def test_IJ_SEIZE_7_a_maneuver_at_securing_says_whether_it_is_needed(
    own: str, title: str, button: str
) -> None:
    panel = page_at_question(CONTEST.format(own, "dowd:pivoted"), f"seize slew with {own}")
    assert title in head(panel)
    assert button in panel.html


def test_IJ_AFF_1_a_maestro_who_was_not_named_alone_needs_the_influence() -> None:
    line = CONTEST.format("quiet-maestro lamp-boy", "dowd:pivoted")
    panel = page_at_question(line, "seize slew with quiet-maestro lamp-boy")
    assert "short. The seizure fails" in head(panel)


def test_IJ_CHAL_7_a_combat_maneuver_says_who_would_win() -> None:
    line = "imajica: p1 active {} hand pneuma; p2 active gek-a-gek; to move p1 ally"
    said = []
    for own in ("irish", "lamp-boy"):
        panel = page_at_question(line.format(own), f"challenge gek-a-gek with {own}", kind="combat")
        said.append(("your side would win" in panel.html, "other side would win" in panel.html))
    assert said == [(True, False), (False, True)]


@pytest.mark.parametrize(("hand", "kills"), [("hand pneuma", True), ("", False)])
def test_IJ_CHAL_7_a_challenge_says_what_the_best_maneuver_of_the_hand_would_make_of_it(
    hand: str, kills: bool
) -> None:
    """7 damage can kill one of two characters that survive 2 and 4."""
    rivals = "giles-bloxham joshua-godolphin"
    line = f"imajica: p1 active oethac-bruiser {hand}; p2 active {rivals}; to move p1 ally"
    panel = page_at_question(line, kind="ally")
    panel.do("start_answer", "challenge giles-bloxham")
    panel.do("pick", "oethac-bruiser")
    assert "Strength 7 against 6" in panel.html
    both = "This can kill Giles Bloxham or Joshua Godolphin, but not all of them."
    assert (both in panel.html) is kills


@pytest.mark.parametrize(
    ("own", "card", "said"),
    [
        ("irish", "old-scar", "would win with 1 damage. This kills nobody"),
        ("lamp-boy", "old-scar", "can kill Lamp Boy"),
        ("lamp-boy", "parry", "This kills nobody"),
    ],
)
def test_IJ_CHAL_9_a_combat_maneuver_that_does_not_win_says_whom_the_damage_could_kill(
    own: str, card: str, said: str
) -> None:
    line = f"imajica: p1 active {own} hand {card}; p2 active gek-a-gek; to move p1 ally"
    panel = page_at_question(line, f"challenge gek-a-gek with {own}", kind="combat")
    panel.do("start_answer", f"play {card} by {own}")
    assert said in panel.html


SWAY = "imajica: p1 active gideon irish hand sway {}; p2 active {}; circle slew; to move p1 ally"


def test_IJ_SEIZE_3_a_maneuver_that_only_weakens_the_own_side_says_so() -> None:
    said = WORDS.say("answer.weakens")
    line = SWAY.format("old-oath", "dowd:pivoted")
    panel = page_at_question(line, "seize slew with gideon irish")
    assert said in panel.html
    line = SWAY.format("old-oath", "dowd")
    panel = page_at_question(line, "seize slew with gideon irish", "contest dowd")
    assert said not in panel.html, "there is a rival to aim at"


@pytest.mark.parametrize(("hand", "spared"), [("", True), ("old-oath", False)])
def test_IJ_SEIZE_3_where_every_maneuver_would_weaken_the_own_side_none_is_asked_for(
    hand: str, spared: bool
) -> None:
    panel = ImajicaPlayPanel(record=SWAY.format(hand, "dowd:pivoted"), seat=0, seed=1, opponents="random")
    panel.do("answer", "seize slew with gideon irish")
    assert panel.error is None
    assert (panel.match.question.kind != "influence") is spared


@pytest.mark.parametrize("contest", [True, False])
def test_IJ_SEIZE_2_the_news_say_that_nobody_contested(contest: bool) -> None:
    game = position_game("imajica: p1 active sartori; p2 active dowd; circle slew; to move p1 ally")
    game.give_answers("p1: seize slew with sartori")
    while game.question.kind != "contest":
        game.answer(PASS)
    game.answer("contest dowd" if contest else PASS)
    while game.table.fight is not None:
        game.answer(PASS)
    told = ImajicaNews("p1").lines(game.latest_rulings, 0)
    assert (
        any("Nobody contests." in sentence.text() for line in told for sentence in line.sentences)
        is not contest
    )


def test_IJ_SEIZE_2_who_may_contest_later_is_told_during_a_contest() -> None:
    line = CONTEST.format("gideon", "dowd").replace("; circle", "; p3 active irish; circle")
    for seat, given, kind in ((0, ["contest dowd"], "influence"), (1, [], "contest")):
        panel = page_at_question(line, "seize slew with gideon", *given, kind=kind, seat=seat)
        assert "If the seizure goes on, Player 3 may still contest; the influence of several" in head(panel)
    later = page_at_question(line, "seize slew with gideon", kind="contest", seat=2)
    assert "may still contest" not in head(later), "nobody comes after player 3"


@pytest.mark.parametrize(("third", "listed"), [("gentle", True), ("irish", False)])
def test_IJ_SEIZE_2_the_preview_of_a_seizure_says_that_rivals_do_not_add_up(third: str, listed: bool) -> None:
    line = CONTEST.format("gideon", "judith").replace("; circle", f"; p3 active {third}; circle")
    panel = page_at_question(line, kind="ally")
    panel.do("start_answer", "seize slew")
    panel.do("pick", "gideon")
    assert ("their influence is never added up" in panel.html) is listed
