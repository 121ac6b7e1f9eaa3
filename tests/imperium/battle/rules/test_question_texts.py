"""The questions of a battle as text: losses, targets, dice, yes and no."""

from __future__ import annotations

import random
from itertools import product

import pytest
from imperium.battle.rules.assign_questions import FLEET, assign_question, table

from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imperium import effects_by_id, rulebook
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley
from twingkit.imperium.battle.rules.losses.assign import HitLosses, PendingHits
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, AssignHits, PlayEffect, RollDice
from twingkit.imperium.battle.rules.target import ChooseTarget


def refused(question: AssignHits, text: str) -> Refusal:
    refusal = question.refusal(question.parse_answer(text))
    assert refusal is not None, text
    assert refusal.text("en") != refusal.text("de")
    assert refusal.rule in rulebook()
    return refusal


LAW = "space: 1 fighter 1 warsun @ schematics vs 1 cruiser"

MOON = "space: 1 fighter 1 warsun vs 1 flagship @ mentak"
"""Lines in which the war sun cannot sustain."""


# -- as text


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("assign 2 fighter, dreadnought damage", ((0, 0, 1), (2, 0, 0))),
        ("2 fighter, 1 dreadnought damage", ((0, 0, 1), (2, 0, 0))),
        (" assign dreadnought damage,2 fighter ", ((0, 0, 1), (2, 0, 0))),
        ("assign dreadnought, 2 dreadnought damage", ((0, 0, 2), (0, 0, 1))),
        ("assign nothing", ((0, 0, 0), (0, 0, 0))),
    ],
)
def test_an_assignment_is_read_as_it_is_typed(text, taken):
    assert assign_question(FLEET, PendingHits(3)).parse_answer(text)[:2] == taken


def test_an_assignment_is_written_losses_first():
    question = assign_question(FLEET, PendingHits(3))
    assert question.format_answer(HitLosses((0, 0, 1), (2, 0, 0))) == "assign 2 fighter, dreadnought damage"
    assert question.format_answer(HitLosses((0, 0, 0), (0, 0, 0))) == "assign nothing"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "assigns no hits"),
        ("assign", "assigns no hits"),
        ("assign 0 fighter", "assigns no hits"),
        ("assign 02 fighter", "assigns no hits"),
        ("assign 2 fighter dreadnought", "assigns no hits"),
        ("assign fighter, fighter", "each only once"),
        ("assign 2 fighter,", "assigns no hits"),
        ("assign fighter hit", "assigns no hits"),
        (
            "assign 2 warsun",
            "is not among the units on this side; expected one of 'fighter', 'cruiser' and 'dreadnought'",
        ),
        ("<b>", "assigns no hits"),
        ("nonsense " * 500, "assigns no hits"),
    ],
)
def test_what_is_no_assignment_says_what_was_expected(text, said):
    question = assign_question(FLEET, PendingHits(3))
    with pytest.raises(BadAnswer) as bad:
        question.parse_answer(text)
    assert said in bad.value.text("en")
    assert len(bad.value.text("en")) < 400
    assert bad.value.text("en") != bad.value.text("de")


@pytest.mark.parametrize(
    "answer", [None, 3, "fighter", HitLosses((), ()), HitLosses((0, 0, 0), (-1, 1, 1)), (0, 1)]
)
def test_what_is_no_answer_at_all_is_a_bad_answer(answer):
    with pytest.raises(BadAnswer):
        assign_question(FLEET, PendingHits(1)).refusal(answer)


@pytest.mark.parametrize(
    ("line", "pending_hits", "text", "rule", "case", "numbers"),
    [
        (FLEET, PendingHits(3), "2 fighter", "IM-SPACE-7", "too_few", (3, 2)),
        (FLEET, PendingHits(3), "nothing", "IM-SPACE-7", "too_few", (3, 0)),
        (FLEET, PendingHits(1), "2 fighter", "IM-SPACE-7", "too_many", (1, 2)),
        (FLEET, PendingHits(4), "4 fighter", "IM-SPACE-7", "not_there", (4, 3)),
        (FLEET, PendingHits(nonfighters_only=2), "fighter, cruiser", "IM-SPACE-7", "nonfighter", (2, 1)),
        (FLEET, PendingHits(fighters_only=2), "fighter, cruiser", "IM-SPACE-4", "fighters_only", (2, 0)),
        (FLEET, PendingHits(1), "cruiser damage", "IM-UNIT-3", "no_ability", ()),
        (FLEET, PendingHits(3), "3 dreadnought damage", "IM-UNIT-3", "damaged", (3, 2)),
        ("ground: 2 infantry 1 mech vs 1 pds", PendingHits(1), "mech, infantry", "IM-INV-7", "too_many",
         (1, 2)),
        (LAW, PendingHits(1), "warsun damage", "IM-UNIT-3", "barred", ()),
        (MOON, PendingHits(1), "warsun damage", "IM-UNIT-3", "barred", ()),
    ],
)  # fmt: skip
def test_a_forbidden_assignment_names_the_rule_and_the_numbers(line, pending_hits, text, rule, case, numbers):
    refusal = refused(assign_question(line, pending_hits), text)
    assert (refusal.rule, refusal.case) == (rule, case)
    assert tuple(refusal.ruling.facts[name] for name in "nm" if name in refusal.ruling.facts) == numbers


@pytest.mark.parametrize(("line", "effect"), [(LAW, "schematics"), (MOON, "mentak_flagship")])
def test_IM_UNIT_3_what_bars_sustaining_is_named(line, effect):
    said = refused(assign_question(line, PendingHits(1)), "warsun damage")
    assert said.ruling.facts["effect"] is effects_by_id()[effect]


@pytest.mark.parametrize(
    ("pending_hits", "case"),
    [
        (PendingHits(2), "2"),
        (PendingHits(1, 1), "including 1"),
        (PendingHits(fighters_only=2), "fighters only"),
    ],
)
def test_the_question_says_how_many_hits_there_are(pending_hits, case):
    question = assign_question(FLEET, pending_hits)
    assert "2" in question.text("en")
    assert case in question.text("en")
    assert "2" in question.text("de")


# -- the other questions


def target() -> ChooseTarget:
    at = table("space: 1 cruiser @ ghost,ds vs 2 fighter 1 dreadnought 1 warsun")
    return ChooseTarget(at, 0, EffectUse("ds"), (1, 2), 2)


def test_a_target_is_chosen_by_name():
    question = target()
    assert list(question.options()) == [2, 1]
    assert question.default_answer() == 2
    assert question.parse_answer("target dreadnought") == question.parse_answer("dreadnought") == 1
    assert question.format_answer(1) == "target dreadnought"
    assert question.refusal(1) is None
    assert "dreadnought" in question.text("en")
    assert question.text("en") != question.text("de")


def test_a_target_that_cannot_be_chosen_is_refused_by_the_effects_rule():
    question = target()
    refusal = question.refusal(question.parse_answer("target fighter"))
    assert (refusal.rule, refusal.case) == ("IM-TECH-ds", "target")
    assert "dreadnought and war sun" in refusal.text("en")
    for text in ("target cruiser", "", "target", "2"):
        with pytest.raises(BadAnswer, match="cannot be chosen here"):
            question.parse_answer(text)
    for answer in (7, -1, None, "dreadnought"):
        with pytest.raises(BadAnswer):
            question.refusal(answer)


@pytest.mark.parametrize(
    ("question", "offered", "stated"),
    [
        (AnnounceRetreat(1), (acts.STAY, acts.RETREAT), acts.STAY),
        (PlayEffect(0, EffectUse("mb")), (acts.PLAY, acts.PASS), acts.PLAY),
        (PlayEffect(0, EffectUse("mb"), plays_by_default=False), (acts.PLAY, acts.PASS), acts.PASS),
    ],
)
def test_yes_and_no_are_acts(question, offered, stated):
    assert tuple(question.options()) == offered
    assert question.default_answer() == stated
    assert question.text("en") != question.text("de")
    for act in offered:
        assert question.refusal(act) is None
        assert question.parse_answer(question.format_answer(act)) == act
    for bad in ("", "yes", 1, None):
        with pytest.raises(BadAnswer) as fault:
            question.refusal(bad)
        assert offered[0].word in fault.value.text("en")
        assert fault.value.text("en") != fault.value.text("de")


VOLLEY = Volley(0, (DiceGroup("cruiser", 2, hits_on=7), DiceGroup("warsun", 1, hits_on=3)))


def test_dice_are_read_in_order_and_written_back():
    throw = RollDice(0, VOLLEY, "combat")
    thrown = throw.parse_answer("roll 7 1 10")
    assert (thrown.hits, thrown.missed_by_group, thrown.faces) == (2, (1, 0), (7, 1, 10))
    assert throw.format_answer(thrown) == "roll 7 1 10"
    assert throw.parse_answer("7 1 10") == thrown
    assert throw.random_answer(random.Random(1)) == throw.random_answer(random.Random(1))
    assert "3" in throw.text("de")


@pytest.mark.parametrize(
    "text", ["", "roll", "roll 1 2", "roll 1 2 3 4", "roll 0 1 2", "roll 11 1 1", "roll 1 2 ²"]
)
def test_dice_that_are_none_are_one_clear_error(text):
    with pytest.raises(BadAnswer, match="expected: 3 numbers from 1 to 10"):
        RollDice(0, VOLLEY, "combat").parse_answer(text)


def test_the_options_of_a_throw_have_the_chances_of_its_outcomes():
    throw = RollDice(0, Volley(0, (DiceGroup("cruiser", 1, 7), DiceGroup("warsun", 1, 3))), "combat")
    counted = dict.fromkeys(range(3), 0)
    for thrown in throw.options():
        counted[thrown.hits] += 1
    assert sum(counted.values()) == 100
    for thrown, chance in throw.outcomes():
        counted[thrown.hits] -= chance * 100
    assert all(abs(left) < 1e-9 for left in counted.values())
    assert len(list(product(range(10), repeat=2))) == 100


@pytest.mark.parametrize(
    "step", ["combat", "again", "barrage", "space_cannon", "bombardment", "ambush", "courageous"]
)
def test_a_throw_says_what_it_is_for(step):
    for lang in ("en", "de"):
        said = RollDice(0, VOLLEY, step).text(lang)
        assert "_" not in said
        assert RollDice(1, Volley(1, VOLLEY.groups[1:]), step).text(lang) != said
