"""Odds with known dice: against the script with those dice, and against the odds without knowledge."""

from __future__ import annotations

import pytest
from battles import battles
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from long_runs import runs
from script_walk import laid_game, walked
from twing.chances import triple

from twingkit import twing
from twingkit.core.messages import Fault
from twingkit.twing.exact_odds.given_dice import faces_except, odds_given_faces, parse_faces
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.cards import CROSS, FACES, SPIRAL, SUN, face_text
from twingkit.twing.rules.dice import OrnRoll

CATS = "F: F5 + F2 @ shamrock & cat vs W: W6 & cat"
LAPTOP = settings(max_examples=runs(4, 40))
some_faces = st.none() | st.sets(st.sampled_from(FACES), min_size=1, max_size=2)
both_modes = pytest.mark.parametrize("responses", ["none", "best"])


def small(battle: Battle) -> bool:
    return battle_contest(battle).play_combinations <= 6


def rolled_first(battle: Battle, allowed: tuple[set[int] | None, ...], *, respond: bool) -> list[float]:
    """Reference implementation for first rolls: the script with both dice set, over all possible rolls."""
    games = [laid_game(battle)]
    for side, faces in zip(battle.sides, allowed, strict=True):
        if side.lay.spells:
            grown = []
            for game in games:
                for face in sorted(faces or FACES):
                    branch = game.copy()
                    branch.auto = False
                    branch.answer(face)
                    grown.append(branch)
            games = grown
    ends = [triple(walked(game, respond=respond)) for game in games]
    return [sum(part) / len(ends) for part in zip(*ends, strict=True)]


@LAPTOP
@given(battles(most_held=1).filter(small), some_faces, some_faces)
def test_first_rolls_agree_with_the_script(battle, attack, defence):
    assume(defence is None or battle.defender.lay.spells)
    assume(attack or defence)
    for responses in ("none", "best"):
        twin = rolled_first(battle, (attack, defence), respond=responses == "best")
        assert triple(
            odds_given_faces(battle, attack_faces=attack, defence_faces=defence, responses=responses)
        ) == pytest.approx(twin, abs=1e-9)


@LAPTOP
@given(st.sampled_from([CATS, CATS.replace("& cat vs", "& cat miromon vs")]), some_faces, some_faces)
def test_dice_without_some_faces_agree_with_the_script(line, attack, defence):
    allowed = tuple(sorted(faces or FACES) for faces in (attack, defence))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OrnRoll, "options", lambda self: iter(allowed[self.player]))
        twin = triple(walked(laid_game(Battle.parse(line)), respond=True))
    found = odds_given_faces(
        line, attack_faces=attack, defence_faces=defence, responses="best", rolls="every"
    )
    assert triple(found) == pytest.approx(twin, abs=1e-9)


@both_modes
@given(battle=battles(most_held=2))
def test_over_all_first_rolls_the_odds_are_those_of_the_battle(responses, battle):
    whole = triple(twing.odds(battle, responses=responses))
    parts = [
        triple(odds_given_faces(battle, attack_faces=face, defence_faces=None, responses=responses))
        for face in FACES
    ]
    assert [sum(part) / 12 for part in zip(*parts, strict=True)] == pytest.approx(whole, abs=1e-12)
    assert triple(
        odds_given_faces(battle, attack_faces=FACES, defence_faces=None, responses=responses)
    ) == pytest.approx(whole, abs=1e-12)


@both_modes
@given(battle=battles(most_held=1))
def test_if_nothing_is_known_the_odds_are_those_of_the_battle(responses, battle):
    for rolls in ("first", "every"):
        found = odds_given_faces(battle, responses=responses, rolls=rolls)
        assert triple(found) == pytest.approx(triple(twing.odds(battle, responses=responses)), abs=1e-12)


@given(battles(), some_faces, some_faces)
def test_for_the_dice_alone_margin_and_criticals_are_the_parts_of_the_odds(battle, attack, defence):
    assume(defence is None or battle.defender.lay.spells)
    odds = odds_given_faces(battle, attack_faces=attack, defence_faces=defence)
    assert sum(triple(odds)) == pytest.approx(1, abs=1e-12)
    assert min(triple(odds)) >= 0
    assert odds.margin is not None
    assert odds.critical_win + odds.margin.probability(lambda points: points > 0) == pytest.approx(odds.win)
    assert odds.critical_loss + odds.margin.probability(lambda points: points < 0) == pytest.approx(odds.loss)
    again = odds_given_faces(battle, attack_faces=attack, defence_faces=defence, rolls="every")
    assert triple(again) == triple(odds), "without responses every roll is the first"


def test_TW_BAT_16_a_sun_that_lies_wins_against_all_but_a_sun():
    odds = odds_given_faces("F: F1 vs W: W9 W9", attack_faces="Sun")
    assert triple(odds) == pytest.approx((11 / 12, 1 / 12, 0))
    assert triple(
        odds_given_faces("F: F1 vs W: W9 W9", attack_faces="Sun", defence_faces=faces_except("Sun"))
    ) == (1, 0, 0)
    assert triple(odds_given_faces("F: F1 vs W: W9 W9", attack_faces="Sun", defence_faces="Sun")) == (0, 1, 0)


def test_TW_BAT_11_a_cat_rolls_a_whole_die_after_a_first_roll_that_is_known():
    line = "F: F5 & cat vs W: W6"
    first, every = (
        odds_given_faces(line, attack_faces="Cross", defence_faces="-4", responses="best", rolls=rolls)
        for rolls in ("first", "every")
    )
    assert triple(first) == pytest.approx(
        triple(odds_given_faces(line.replace(" & cat", ""), attack_faces=None, defence_faces="-4"))
    )
    assert triple(every) == (0, 0, 1), "a die with nothing but Crosses"


def test_TW_BAT_12_miromon_turns_a_die_to_faces_that_it_has_not():
    assert triple(
        odds_given_faces(
            "F: F5 & miromon vs W: W6",
            attack_faces="Cross",
            defence_faces="0",
            responses="best",
            rolls="every",
        )
    ) == (1, 0, 0)


def test_TW_BAT_15_a_spiral_counts_as_a_zero():
    for responses in ("none", "best"):
        spiral, zero = (
            odds_given_faces(CATS, attack_faces=face, defence_faces=None, responses=responses)
            for face in (SPIRAL, 0)
        )
        assert triple(spiral) == triple(zero)


def test_odds_under_a_condition_are_not_those_that_a_rule_defines():
    assert odds_given_faces(CATS).rule == "TW-ODDS-1"
    assert (
        odds_given_faces(CATS, attack_faces="Sun").rule
        == odds_given_faces(CATS, attack_faces="Sun", responses="best").rule
        == ""
    )


@pytest.mark.parametrize(
    ("faces", "read"),
    [
        ("Sun", (SUN,)),
        (SUN, (SUN,)),
        (-4, (-4,)),
        ("+4", (4,)),
        (["cross", -3, "−3", CROSS], (-3, CROSS)),
        (iter(["Spiral", "0"]), (0, SPIRAL)),
        (range(-4, 5), (*range(-4, 5),)),
    ],
)
def test_faces_are_read_as_they_are_written(faces, read):
    assert parse_faces(faces) == read


def test_faces_but_some_are_all_the_others():
    assert faces_except() == FACES
    assert faces_except("Sun", SPIRAL, -4) == (*range(-3, 5), CROSS)
    assert {face_text(face) for face in faces_except(*range(-4, 5))} == {"Sun", "Cross", "Spiral"}


@pytest.mark.parametrize("bad", [5, "Moon", "", True, 1.0, None, -5])
def test_an_invalid_face_is_named(bad):
    with pytest.raises(Fault, match="not a face of the Orn die; expected one of -4, -3") as fault:
        odds_given_faces(CATS, attack_faces=[bad])
    assert str(bad) in fault.value.text("de")


def test_no_faces_at_all_are_refused():
    with pytest.raises(Fault, match="at least one"):
        odds_given_faces(CATS, attack_faces=[])
    with pytest.raises(Fault, match="at least one"):
        odds_given_faces(CATS, attack_faces=None, defence_faces=faces_except(*FACES))


def test_TW_BAT_5_a_shield_has_no_die_to_know_of():
    with pytest.raises(Fault, match=r"the defender lays a shield .* \[TW-BAT-5\]") as fault:
        odds_given_faces("F: F5 vs W: shield W4", attack_faces=None, defence_faces="Sun")
    assert "der Verteidiger" in fault.value.text("de")


def test_other_words_are_refused():
    with pytest.raises(Fault, match="'first' or 'every', not 'last'"):
        odds_given_faces(CATS, rolls="last")
    with pytest.raises(ValueError, match="'none' or 'best'"):
        odds_given_faces(CATS, responses="worst")
    with pytest.raises(twing.IllegalBattleError, match="TW-BAT-1"):
        odds_given_faces("F: F5 W5 vs W: W6")
