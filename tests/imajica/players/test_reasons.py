"""The reasons for rated answers: each supports its own answer, and not equally another one."""

from __future__ import annotations

import pytest

from twingkit.imajica.players.reasons import reason_for_answer
from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.starts import position_game
from twingkit.players.lookahead import AnswerRatings, Rating


def reason_text(line: str, *answers: str) -> str:
    """Return the reason for the first of these answers, after rating all of them."""
    game = position_game(line)
    while game.question.kind == "respond":
        game.answer(PASS)
    rows = tuple(Rating(answer, 0.5, 0.0, 10) for answer in answers)
    found = reason_for_answer(game, AnswerRatings(game.question.player, rows, {}), answers[0])
    return found.text() if found else ""


SITES = (
    "imajica: p1 state salt-gate=irish active huzzah-aping{hand}; p2; circle slew {other}; to move p1 ally"
)


def test_a_seizure_that_brings_no_more_than_another_one_has_no_reason_of_its_own() -> None:
    seizures = ("seize slew with huzzah-aping", "seize kite-fields with huzzah-aping")
    line = SITES.format(hand="", other="kite-fields")
    assert "2 of 5 Dominions" in reason_text(line, seizures[0])
    assert reason_text(line, *seizures) == ""


def test_a_seizure_that_brings_a_new_dominion_is_preferred_with_that_reason() -> None:
    line = SITES.format(hand="", other="glass-shore")
    given = ("seize slew with huzzah-aping", "seize glass-shore with huzzah-aping")
    assert "2 of 5 Dominions" in reason_text(line, *given)
    assert reason_text(line, *reversed(given)) == ""


def test_a_maneuver_that_is_needed_does_not_speak_for_a_seizure() -> None:
    line = SITES.format(hand=" hand guides-lamp", other="roxborough-tower")
    given = ("seize roxborough-tower with huzzah-aping", "seize slew with huzzah-aping")
    assert "with Guide’s Lamp from your hand" in reason_text(line, given[0])
    assert reason_text(line, *given) == ""


def test_only_enough_influence_speaks_for_a_contest_and_the_fewest_characters_for_whom_to_name() -> None:
    game = position_game(
        "imajica: p1 active sartori; p2 active irish huzzah-aping; circle slew; to move p1 ally"
    )
    game.give_answers("p1: seize slew with sartori")
    answers = ("contest huzzah-aping", "contest irish huzzah-aping", "contest irish")
    rated = AnswerRatings(1, tuple(Rating(answer, 0.5, 0.0, 10) for answer in answers), {})
    first, *others = [reason_for_answer(game, rated, answer) for answer in answers]
    assert first is not None
    assert "this stops the seizure" in first.text()
    assert others == [None, None]


@pytest.mark.parametrize(
    ("line", "answer", "case"),
    [
        ("p1 hand irish lamp-boy; p2; to move p1 ally now", "call irish", "why_call_all"),
        (
            "p1 reserve gideon lamp-boy; p2; circle kite-fields; to move p1 reconciliation",
            "advance gideon lamp-boy",
            "why_advance_seize",
        ),
        (
            "p1 active gideon hand lightning; p2 active lamp-boy; to move p1 ally",
            "play lightning on lamp-boy",
            "why_removes",
        ),
    ],
)
def test_without_rated_answers_a_reason_says_what_the_answer_brings(
    line: str, answer: str, case: str
) -> None:
    game = position_game(f"imajica: {line}", seed=1)
    found = reason_for_answer(game, AnswerRatings(game.question.player, (), {}), answer)
    assert found is not None
    assert found.case == case
    assert max(len(found.text(lang)) for lang in ("en", "de")) <= 195


def test_IJ_SEIZE_4_a_seizure_is_let_through_with_the_sums_of_all_contesters() -> None:
    for contester, case in (("irish", "why_too_weak"), ("gideon", "why_spares")):
        line = (
            f"imajica: p1 active lamp-boy sartori; p2 active {contester}; circle kite-fields; to move p1 ally"
        )
        seizers = "lamp-boy" if case == "why_spares" else "lamp-boy sartori"
        game = position_game(line, seed=1).give_answers(f"p1: seize kite-fields with {seizers}")
        while game.question.kind != "contest":
            game.give_answers("pass")
        found = reason_for_answer(game, AnswerRatings(1, (), {}), PASS)
        assert found is not None
        assert found.case == case


@pytest.mark.parametrize(
    ("hand", "circle", "case"),
    [
        ("guides-lamp", "roxborough-tower", "why_advance_maneuver"),
        ("guides-lamp", "slew roxborough-tower", "why_advance_seize"),
        ("", "roxborough-tower", "why_advance"),
    ],
)
def test_IJ_SEIZE_7_a_move_up_names_a_site_and_all_that_its_resistance_takes(
    hand: str, circle: str, case: str
) -> None:
    line = f"imajica: p1 reserve huzzah-aping hand {hand}; p2; circle {circle}; to move p1 reconciliation"
    found = reason_for_answer(
        position_game(line.replace("hand ;", ";"), seed=1), AnswerRatings(0, (), {}), "advance huzzah-aping"
    )
    assert found is not None
    assert found.case == case
    facts = found.facts
    assert case != "why_advance_seize" or facts["n"] >= facts["needed"]
    assert case != "why_advance_maneuver" or facts["n"] + facts["lacking"] == facts["needed"]


@pytest.mark.parametrize(
    ("circle", "said"),
    [
        ("reed-cradle", "With Reed Cradle you control 1 of 5 Dominions, and"),
        (
            "attic-studio/old-friend@p1",
            "no rival can bring more than 0 influence against your 7",
        ),
        ("reed-cradle/mud-road@p1", "Influence 5 is less than Resistance 6, but with Guide’s Lamp"),
        ("reed-cradle/mud-road@p2", "With Reed Cradle you control 1 of 5 Dominions, and"),
    ],
)
def test_IJ_PATH_1_a_reason_counts_only_the_own_face_down_path(circle: str, said: str) -> None:
    line = f"imajica: p1 active gideon lamp-boy hand guides-lamp; p2; circle {circle}; to move p1 ally"
    assert said in reason_text(line, f"seize {circle.partition('/')[0]} with gideon lamp-boy")
