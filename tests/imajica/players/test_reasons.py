"""The reasons for rated answers: each supports its own answer, and not equally another one."""

from __future__ import annotations

import pytest

from twingkit.imajica.players.reasons import exact_reason
from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.starts import position_game
from twingkit.players.lookahead import AnswerRatings, Rating


def reason_text(line: str, *answers: str) -> str:
    """Return the reason for the first of these answers, after rating all of them."""
    game = position_game(line)
    while game.question.kind == "respond":
        game.answer(PASS)
    rows = tuple(Rating(answer, 0.5, 0.0, 10) for answer in answers)
    found = exact_reason(game, AnswerRatings(game.question.player, rows, {}), answers[0])
    return found.text() if found else ""


SITES = (
    "imajica: p1 state salt-gate=irish active huzzah-aping{hand}; p2; circle slew {other}; to move p1 ally"
)


def test_only_enough_influence_speaks_for_a_contest() -> None:
    game = position_game(
        "imajica: p1 active sartori; p2 active irish huzzah-aping; circle slew; to move p1 ally"
    )
    game.give_answers("p1: seize slew with sartori")
    answers = ("contest huzzah-aping", "contest irish huzzah-aping", "contest irish")
    rated = AnswerRatings(1, tuple(Rating(answer, 0.5, 0.0, 10) for answer in answers), {})
    first, *others = [exact_reason(game, rated, answer) for answer in answers]
    assert first is not None
    assert "this stops the seizure" in first.text()
    assert others[0] is not None
    assert others[1] is None


def test_IJ_SEIZE_4_a_seizure_is_let_through_with_the_sums_of_all_contesters() -> None:
    for contester, case in (("irish", "why_too_weak"), ("gideon", "why_spares")):
        line = (
            f"imajica: p1 active lamp-boy sartori; p2 active {contester}; circle kite-fields; to move p1 ally"
        )
        seizers = "lamp-boy" if case == "why_spares" else "lamp-boy sartori"
        game = position_game(line, seed=1).give_answers(f"p1: seize kite-fields with {seizers}")
        while game.question.kind != "contest":
            game.give_answers("pass")
        found = exact_reason(game, AnswerRatings(1, (), {}), PASS)
        assert found is not None
        assert found.case == case


@pytest.mark.parametrize(
    ("hand", "circle", "case"),
    [
        ("guides-lamp", "roxborough-tower", "why_advance_maneuver"),
        ("guides-lamp", "slew roxborough-tower", "why_advance_seize"),
    ],
)
def test_IJ_SEIZE_7_a_move_up_names_a_site_and_all_that_its_resistance_takes(
    hand: str, circle: str, case: str
) -> None:
    line = f"imajica: p1 reserve huzzah-aping hand {hand}; p2; circle {circle}; to move p1 reconciliation"
    found = exact_reason(
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
