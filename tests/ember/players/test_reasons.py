"""The reasons of hints: drawbacks of the advice are named, and the use of an ability says what it changes."""

from __future__ import annotations

import pytest
from ember.at_the_table import start

from twingkit.core.rulebook import Ruling
from twingkit.ember.players.lookahead import candidate_answers
from twingkit.ember.players.reasons import contrasting_ruling, reason_for_answer
from twingkit.ember.rules.acts import Call, Pass, PassTurn, Stay
from twingkit.ember.rules.questions import AnswerAbility
from twingkit.players.lookahead.ratings import AnswerRatings, rate_answers_by_playouts


def why(line: str, answer: str, *others: str) -> Ruling | None:
    """Return the reason for an answer at a table, rated beside others."""
    game = start(line)
    return reason_for_answer(
        game, rate_answers_by_playouts(game, playout_count=1, candidate_answers=[answer, *others]), answer
    )


@pytest.mark.parametrize(
    ("hand", "answer", "case"),
    [
        ("W4 A5 F5 W5 E8", "conjure siren W4 W5 A5 F5", "why_ability"),
        ("W4 A5 F5 W5 E8", "conjure dryad A5 F5 W5", "why_keeps"),
        ("* E1 W2 A3 W3", "conjure sprite W2 W3", "why_next"),
        ("* F7 E10 F11 E12", "conjure pegasus * F7 E10 F11 E12", "why_most_all"),
    ],
)
def test_EM_CONJ_1_a_creature_with_fewer_points_is_advised_with_what_speaks_for_it(
    hand: str, answer: str, case: str
) -> None:
    because = why(f"p1 hand {hand}; p2 hand 5; to move p1 conjure", answer)
    assert because is not None
    assert because.case == case
    if case.startswith("why_most"):
        assert because.facts["lead"] > 0  # type: ignore[operator]
    elif case != "why_keeps":
        assert str(because.facts["more"]) in because.text("en")
        assert because.facts["more"] > because.facts["n"]  # type: ignore[operator]


def test_EM_CONJ_1_every_creature_with_the_most_points_is_named() -> None:
    line = "p1 hand * * F1 W1 A11; p2 hand 5; to move p1 conjure"
    because = why(line, "conjure hydra F1 W1 A11 * *")
    assert because is not None
    assert "Phoenix and Leviathan (13)" in because.text("en")
    assert "Phönix und Leviathan (13)" in because.text("de")


def test_EM_CONJ_1_only_its_ability_speaks_for_one_of_two_creatures_with_the_same_cost_and_points() -> None:
    line = "p1 hand W2 W8 W13 A2 E3; p2 hand 5; to move p1 conjure"
    kobold, pixie = "conjure kobold W2 W8 W13", "conjure pixie W2 W8 W13"
    because = why(line, kobold, pixie)
    assert because is not None
    assert because.case == "why_rivals"
    assert because.facts["gain"] > 0  # type: ignore[operator]
    assert max(len(because.text(lang)) for lang in ("en", "de")) <= 195
    same = why(line, pixie, kobold)
    assert same is not None
    assert same.case == "why_same"


@pytest.mark.parametrize(
    ("line", "answer", "others", "case"),
    [
        ("pile F5 W9; to move p1 draw", "use roc F5", ["stay"], ""),
        ("pile F5 W9; to move p1 draw", "use roc F5", ["use roc W9"], "why_take"),
        ("pile F8 W9; to move p1 draw", "use roc W9", ["use roc F8"], "why_take_none"),
        ("pile F8 W9; to move p1 conjure", "use roc W9", ["done"], ""),
        ("pile F5 W9; to move p1 conjure", "use roc F5", ["done"], "why_take"),
    ],
)
def test_EM_ABIL_7_a_card_taken_before_conjuring_is_no_reason_against_a_later_moment_before_it(
    line: str, answer: str, others: list[str], case: str
) -> None:
    because = why(f"p1 hand A5 E5 has roc; p2 hand 3; {line}", answer, *others)
    assert (because.case if because else "") == case


@pytest.mark.parametrize(
    ("other", "case"), [("draw A3", "why_stay"), ("draw F13", ""), ("refresh", "why_stay")]
)
def test_EM_TURN_2_to_draw_no_card_is_advised_with_what_the_other_discard_would_cost(
    other: str, case: str
) -> None:
    because = why("p1 hand * E1 W2 A3 W3 F13; p2 hand 5; to move p1 draw", "stay", other)
    assert (because.case if because else "") == case


def test_EM_TURN_2_to_keep_the_hand_is_compared_with_every_discard() -> None:
    game = start("p1 hand * E1 W2 A3 W3; p2 hand 5; to move p1 draw")
    assert Stay() in candidate_answers(game)


def test_EM_CALL_3_after_a_call_no_archmage_is_kept_to_pay() -> None:
    game = start("p1 hand * A2 has imp:down djinn hydra pegasus; p2 hand 3; to move p1 conjure")
    game.answer("call")
    assert list(map(str, game.question.options())) == ["pass", "archmage revive imp"]
    assert reason_for_answer(game, AnswerRatings(0, (), {}), "pass") is None


def test_EM_CALL_2_a_sure_call_is_advised_before_answers_that_win_as_surely() -> None:
    game = start("p1 hand * A2 has phoenix leviathan imp siren; p2 hand 3; to move p1 conjure")
    while game.question.kind != "respond":
        game.answer("done" if game.question.kind == "conjure" else "stay")
    first, *others = candidate_answers(game)
    assert first == Call()
    assert PassTurn() not in others
    assert Pass() in others


@pytest.mark.parametrize("hand", ["A4 W4 F9 E11 A2", "E5 A5 F9 W12 W13"])
def test_EM_TURN_2_the_reason_for_a_discard_holds_for_no_other_discard(hand: str) -> None:
    because = [why(f"p1 hand {hand}; p2 hand 3; to move p1 draw", f"draw {card}") for card in hand.split()]
    given = [ruling for ruling in because if ruling is not None]
    assert given
    for ruling in given:
        assert ruling.facts["chance"].value > ruling.facts["most"].value  # type: ignore[attr-defined]
        counted = "of the {unseen} cards you cannot see ({deck} in the deck)".format_map(ruling.facts)
        assert counted in ruling.text("en")
        listed = ruling.text("en").partition(f" {ruling.facts['n']} (")[2].partition(")")[0]
        named = [each.partition("× ") for each in listed.split(", ")] if listed else []
        assert sum(int(count) if name else 1 for count, _, name in named) in (0, ruling.facts["n"])
        assert named or ruling.facts["n"] > 8  # type: ignore[operator]
        share = ruling.facts["n"] / ruling.facts["unseen"]  # type: ignore[operator]
        assert ruling.facts["chance"].value == pytest.approx(share)  # type: ignore[attr-defined]


def test_EM_CONJ_1_a_creature_that_was_not_rated_is_known_to_be_payable_too() -> None:
    because = why("p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", "done")
    assert because is not None
    assert because.case == "why_waits"


@pytest.mark.parametrize(
    ("line", "answer", "said"),
    [
        ("p1 hand A1 has dryad siren:down; p2 hand 3; to move p1", "use dryad siren", "Siren can then act"),
        (
            "p1 hand A1 has minotaur; p2 hand 3 has imp; to move p1",
            "use minotaur imp",
            "Player 2 then cannot",
        ),
        ("p1 hand A1 has imp; p2 hand E1 E2; to move p2 draw", "use imp p2", "may conjure next"),
        ("p1 hand A5 E5 has roc; p2 hand 3; pile F5; to move p1", "use roc F5", "can pay for"),
        (
            "p1 hand A1 has banshee; p2 hand 3 has imp siren; to move p1",
            "use banshee imp siren",
            "then has 2",
        ),
    ],
)
def test_EM_ABIL_1_a_use_is_advised_with_what_it_changes(line: str, answer: str, said: str) -> None:
    game = start(line if line.endswith("draw") else f"{line} conjure")
    if line.endswith("draw"):
        game.answer("stay")
    because = reason_for_answer(
        game, rate_answers_by_playouts(game, playout_count=1, candidate_answers=[answer]), answer
    )
    assert because is not None
    assert said in because.text("en")
    assert because.text("de") != because.text("en")


@pytest.mark.parametrize(
    ("line", "answer", "case"),
    [
        ("p1 hand A5 E5 F2 has wisp; p2 hand 3; pile F5; to move p1 draw", "draw pile", "why_take"),
        ("p1 hand A5 E5 F2 W8 A13; p2 hand 3; to move p1 draw", "draw A5", "why_draw_more"),
        ("p1 hand A1 E1 F1 W4 A4 E10; p2 hand 3; pool dryad cerberus; to move p1 draw", "draw E10", ""),
    ],
)
def test_without_rated_answers_a_reason_may_hold_for_others_too(line: str, answer: str, case: str) -> None:
    game = start(line)
    because = reason_for_answer(game, AnswerRatings(game.question.player, (), {}), answer)
    assert (because.case if because else "") == case


def test_EM_ARCH_1_to_keep_the_only_possible_use_an_archmage_says_what_it_is_for() -> None:
    game = start("p1 hand * A2; p2 hand 3 has imp; to move p2 conjure")
    while game.question.player != 0:
        game.answer("done")
    because = reason_for_answer(game, AnswerRatings(0, (), {}), "pass")
    assert because is not None
    assert because.case == "why_kept"


@pytest.mark.parametrize(
    ("line", "better", "worse", "said"),
    [
        (
            "p1 hand 5 has kelpie; p2 hand 3; to move p1 conjure",
            "use kelpie",
            "done",
            "Draw 2 cards. For that",
        ),
        (
            "p1 hand 5 has kelpie; p2 hand 3; to move p1 conjure",
            "done",
            "use kelpie",
            "Kelpie then stays face up",
        ),
        ("p1 hand A5 E5 F9 W11 W13; p2 hand 3; to move p1 draw", "draw F9", "draw A5", "With "),
        ("p1 hand A5 E5 F9 W11 W13; p2 hand 3; to move p1 draw", "draw F9", "stay", ""),
    ],
)
def test_EM_ABIL_1_two_answers_differ_in_a_creature_or_in_what_the_kept_cards_can_pay(
    line: str, better: str, worse: str, said: str
) -> None:
    contrast = contrasting_ruling(start(line), better, worse)
    assert contrast is not None if said else contrast is None
    assert contrast is None or contrast.text("en").startswith(said)


def test_EM_ABIL_3_an_answer_not_given_lets_the_ability_happen() -> None:
    game = start("p1 hand 3 has griffin; p2 hand 3 has kelpie; to move p2 draw")
    game.give_answers("p2: use kelpie")
    assert isinstance(game.question, AnswerAbility)
    missed = contrasting_ruling(game, "answer griffin", "pass")
    assert missed is not None
    assert missed.text("en") == "If nobody stops Kelpie: Player 2 draws 2 cards."
    saved = contrasting_ruling(game, "pass", "answer griffin")
    assert saved is not None
    assert saved.case == "why_saved"
