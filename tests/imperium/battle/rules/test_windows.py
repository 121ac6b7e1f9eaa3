"""Windows of a battle: what both sides may use at one moment, they use in turn (IM-TIME-2, IM-SPACE-3)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from imperium.rule_lines import RULE_LINES

from twingkit.core.play import Script
from twingkit.core.questions import Question
from twingkit.core.windows import take_turns
from twingkit.imperium import battle_game
from twingkit.imperium.battle.rules import table as table_module
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.battle.rules.questions import PlayEffect, RollDice

ONE_SIDED = {
    "bar_retreat": "the side whose enemy has announced a retreat",
    "cancel_cannon_hit": "the side that is fired at",
    "leave_before": "the defender",
    "no_battle": "the defender",
    "reroll_misses": "the side that has just rolled",
    "reroll_or_die": "the side that has just rolled",
}
"""The hooks of effects that only one side can use at a moment, and which side that is."""

TWO_SIDED = {
    "start of a space combat": ("space: 2 cruiser @ mentak vs 2 cruiser @ ghost,ds", "ambush", "ds"),
    "start of a ground combat": (
        "ground: 4 infantry @ yin,indoctrination vs 2 infantry 1 pds @ md_omega",
        "indoctrination",
        "md_omega",
    ),
    "start of a round in space": ("space: 2 cruiser @ mb:1 vs 2 cruiser @ s_retreat:1", "mb", "s_retreat"),
    "start of a round, repairs": (
        "space: 1 dreadnought! @ emergency:1 vs 2 fighter @ f_prototype",
        "emergency",
        "f_prototype",
    ),
    "start of a round on the ground": ("ground: 2 infantry @ mb:1 vs 2 infantry 1 pds @ md", "mb", "md"),
    "start of an invasion": (
        "ground: 1 dreadnought 2 infantry @ x89 vs 2 infantry 1 mech @ bunker",
        "x89",
        "bunker",
    ),
    "after landing": ("ground: 2 infantry @ raghs_call vs 2 infantry @ saar,parley", "raghs_call", "parley"),
    "after both rolls": (
        "space: 2 cruiser @ war_funding_omega vs 2 cruiser @ war_funding_omega",
        "war_funding_omega",
        "war_funding_omega",
    ),
    "before hits are assigned": ("space: 3 cruiser @ sh vs 3 cruiser @ sh", "sh", "sh"),
    "after Sustain Damage": ("space: 1 dreadnought @ dh*2 vs 1 dreadnought @ dh*2", "dh", "dh"),
    "after ships are destroyed": (
        "space: 3 cruiser @ courageous vs 3 cruiser @ courageous",
        *["courageous"] * 2,
    ),
    "end of a round": (
        "space: 6 cruiser @ yin,devotion vs 3 dreadnought+ @ sardakk,exo2",
        "devotion",
        "exo2",
    ),
}
"""For each moment a battle in which both sides can use something at it, with the effect of each side."""


def asked_effects(line: str, ids: Sequence[str], answers: Sequence[str]) -> list[tuple[int, str]]:
    """Return who is asked for which of these effects, in order, up to the first question after the moment.

    These `answers` are given, then always "pass"; the first die of each
    roll shows a 10, the others a 1.
    """
    game, asked, left = battle_game(line, explain=False), list[tuple[int, str]](), list(answers)
    while (question := game.question) is not None:
        if isinstance(question, PlayEffect) and question.use.id in ids:
            asked.append((question.player, question.use.id))
            game.answer(left.pop(0) if left else "pass")
        elif isinstance(question, RollDice):
            if asked and not left and question.step == "combat":
                break
            game.answer("roll 10" + " 1" * (question.volley.count - 1))
        elif isinstance(question, PlayEffect):
            game.answer("play")
        else:
            game.answer(question.default_answer())
    return asked


@pytest.mark.parametrize("moment", TWO_SIDED)
def test_IM_TIME_2_at_every_moment_the_attacker_begins_and_both_are_asked_until_they_pass_in_a_row(moment):
    line, own, other = TWO_SIDED[moment]
    ids = {own, other}
    attacker, defender = (0, own), (1, other)
    assert asked_effects(line, ids, ["pass", "pass"])[:2] == [attacker, defender]
    again = asked_effects(line, ids, ["pass", "play"])[:3]
    if other in ("s_retreat", "parley"):  # ends the combat
        assert again == [attacker, defender]
    else:
        assert again == [attacker, defender, attacker]
    one_each = asked_effects(line, ids, ["play", "pass"])[:2]
    assert one_each == [attacker, defender]


def test_IM_TIME_2_whoever_passed_may_still_play_after_the_other_side_has():
    game = battle_game("space: 2 cruiser @ mb:1 vs 2 cruiser @ mb:1")
    for answer in ("pass", "play", "play"):
        assert game.question.use.id == "mb"
        game.answer(answer)
    cases = [(ruling.case, ruling.facts["side"]) for ruling in game.rulings if ruling.rule == "IM-ACT-mb"]
    assert cases == [("passed", "attacker"), ("played", "defender"), ("played", "attacker")]


def test_IM_TIME_2_what_both_sides_may_use_is_asked_only_in_windows(monkeypatch):
    open_windows, turns = list[int](), list[tuple[tuple[int, ...], list[int]]]()

    def watched_turns(
        progress: list[int],
        *,
        order: Sequence[int],
        take_turn: Callable[[int], Script[bool]],
        is_over: Callable[[], bool],
    ) -> Script:
        seats: list[int] = []
        turns.append((tuple(order), seats))

        def watched_turn(seat: int) -> Script[bool]:
            seats.append(seat)
            return (yield from take_turn(seat))

        open_windows.append(1)
        yield from take_turns(progress, order=order, take_turn=watched_turn, is_over=is_over)
        open_windows.pop()

    monkeypatch.setattr(table_module, "take_turns", watched_turns)
    rng = random.Random(5)
    in_window, alone = set[str](), set[str]()
    for line in RULE_LINES:
        game = battle_game(line, explain=False)
        for _ in range(60):
            question: Question[Any] | None = game.question
            if question is None:
                break
            if isinstance(question, PlayEffect) and not isinstance(question, FireDecision):
                (in_window if open_windows else alone).add(question.use.effect.hook)
            game.answer_unchecked(question.random_answer(rng))
        open_windows.clear()
    assert alone <= set(ONE_SIDED)
    assert not in_window & set(ONE_SIDED)
    assert len(in_window) >= 12
    assert all(order == (0, 1) for order, _ in turns)
    assert all(seats == [place % 2 for place in range(len(seats))] for _, seats in turns)
