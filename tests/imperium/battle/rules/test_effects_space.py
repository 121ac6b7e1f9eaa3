"""Every effect that can stand in a space line: it is heard of, in both roles, and never stops a battle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs

from twingkit.core.play import Game, Script
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.players import stated_answer
from twingkit.imperium.battle.rules.dice.volley import FACES
from twingkit.imperium.battle.rules.force import Fight, ForcePair
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.space.space_combat import opening, round_steps
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.starts import battle_game
from twingkit.imperium.box.effects import Effect, effects_by_id, line_effect_ids
from twingkit.players.policies import RandomPolicy

UNITS = "2 fighter 1 destroyer 1 cruiser 1 carrier 2 dreadnought 1 dreadnought+ 1 warsun 1 pds"


def holder(effect: Effect) -> str:
    """A side with this effect: of the faction that has it, or (promissory notes) of another."""
    if effect.source == "promissory":
        faction = "sol" if effect.owner != "sol" else "arborec"
    else:
        faction = effect.owner or "arborec"
    if effect.is_automatic:
        return f"{UNITS} 1 flagship @ {faction}"
    return f"{UNITS} 1 flagship @ {faction},{effect.id}"


def enemy(effect: Effect) -> str:
    """A side against which the effect can do something."""
    faction = effect.owner if effect.hook == "suppress" else "muaat"
    return f"{UNITS} 1 flagship @ {faction}"


def lines() -> Iterator[Any]:
    """Each effect in each role."""
    for name in line_effect_ids():
        effect = effects_by_id()[name]
        yield pytest.param(effect, f"space: {holder(effect)} vs {enemy(effect)}", id=f"{name}-attacker")
        yield pytest.param(effect, f"space: {enemy(effect)} vs {holder(effect)}", id=f"{name}-defender")


@pytest.mark.parametrize(("effect", "line"), list(lines()))
def test_IM_TECH_1_every_effect_is_heard_of(effect: Effect, line: str) -> None:
    battle = Battle.parse(line)
    if battle.problems():
        assert effect.id == "nebula"
        return
    silent = effect.hook == "suppress" or (effect.is_automatic and effect.phase == "ground")
    for seed in range(2):
        game = battle_game(battle, seed=seed).play(stated_answer)
        assert game.result is not None
        rulings = game.rulings
        assert silent or effect.rule in {ruling.rule for ruling in rulings}
        for ruling in rulings:
            assert ruling.text("en")
            assert ruling.text("de")


FLAGSHIPS = (
    "mentak", "yin", "l1z1x", "winnu", "nekro", "letnev", "saar", "jolnar", "sardakk", "xxcha", "hacan",
)  # fmt: skip


@st.composite
def sides(draw: st.DrawFn, index: int) -> str:
    """A small side with a faction and any effects that it may have in space."""
    faction = draw(st.sampled_from(["", "sol", "ghost", *FLAGSHIPS]))
    names = ["fighter", "destroyer", "cruiser", "carrier", "dreadnought", "warsun", "pds", "infantry"]
    chosen = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
    units = [f"{draw(st.integers(1, 3))} {name}" for name in chosen]
    if faction in FLAGSHIPS and draw(st.booleans()):
        units.append("1 flagship")
    able = [
        name
        for name, each in effects_by_id().items()
        if name in line_effect_ids()
        and not each.is_automatic
        and (each.source == "promissory" or each.owner in ("", faction))
        and not (each.source == "promissory" and each.owner == faction)
        and (name != "nebula" or index)
    ]
    named = draw(st.lists(st.sampled_from(able), max_size=4, unique=True))
    cards = [
        f"{name}:{draw(st.integers(2, 3))}"
        if effects_by_id()[name].is_one_shot
        and not effects_by_id()[name].has_fixed_round
        and draw(st.booleans())
        else name
        for name in named
    ]
    behind = [*([faction] if faction else []), *cards]
    order = draw(st.sampled_from(["", " / order=warsun sustain=last", " / sustain=never"]))
    return " ".join(units) + (" @ " + ",".join(behind) if behind else "") + order


@settings(max_examples=runs(30, 300))
@given(sides(0), sides(1), st.integers(0, 1000), st.booleans())
def test_IM_SPACE_1_any_battle_ends_and_its_record_plays_it_again(
    attacker: str, defender: str, seed: int, stated: bool
) -> None:
    game = battle_game(f"space: {attacker} vs {defender}", seed=seed)
    game.play(stated_answer if stated else RandomPolicy(seed))
    assert game.result is not None
    for index, force in enumerate(game.table.forces):
        assert all(
            0 <= force.count(place) <= count and force.fresh[place] >= 0 and force.damaged[place] >= 0
            for place, count in enumerate(game.table.rosters[index].counts)
        )
        assert force.round_notes == ()
    again = Game.replay(game.record)
    assert again.record == game.record
    assert again.table.key() == game.table.key()
    assert "{" not in again.annotated_record("de")


def through(fight: Fight, faces: bool) -> dict[ForcePair, float]:
    """The chances of what the opening and the first round leave, by all faces of the dice or by outcomes."""
    tables = {BattleTable(fight).key(): (BattleTable(fight), 1.0)}
    for number, steps in ((0, opening(fight)), (1, round_steps(fight, 1))):
        for step in steps:
            after: dict[Hashable, tuple[BattleTable, float]] = {}
            for table, chance in tables.values():
                table.round = number
                for left, part in stepped(step, table, faces):
                    known, so_far = after.get(left.key(), (left, 0.0))
                    after[left.key()] = known, so_far + chance * part
            tables = after
    found: Counter[ForcePair] = Counter()
    for table, chance in tables.values():
        found[table.state] += chance
    return found


def stepped(
    step: Callable[[BattleTable], Script], begin: BattleTable, faces: bool
) -> Iterator[tuple[BattleTable, float]]:
    """What one step can leave of a table, with the chances."""
    waiting: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    while waiting:
        answers, chance = waiting.pop()
        table = begin.copy()
        script, given = step(table), iter(answers)
        try:
            asked = next(script)
            while not isinstance(asked, RollDice) or (answer := next(given, None)) is not None:
                asked = script.send(answer if isinstance(asked, RollDice) else asked.default_answer())
        except StopIteration:
            yield table, chance
            continue
        ways = (
            [(asked.volley.result_of(shown), 0.1**asked.volley.count) for shown in dice(asked)]
            if faces
            else asked.outcomes()
        )
        waiting += [((*answers, thrown), chance * part) for thrown, part in ways]


def dice(asked: RollDice) -> Iterator[tuple[int, ...]]:
    return product(FACES, repeat=asked.volley.count)


@pytest.mark.parametrize(
    "line",
    [
        "space: 1 cruiser @ letnev,munitions vs 1 carrier",
        "space: 1 fighter @ crown_of_thalnos vs 1 fighter",
        "space: 1 dreadnought @ dh,sh vs 1 dreadnought @ courageous",
        "space: 1 flagship @ jolnar vs 2 fighter / order=fighter",
        "space: 1 flagship @ jolnar vs 1 fighter",
        "space: 1 flagship @ hacan,hacan_flagship vs 1 cruiser",
        "space: 1 destroyer vs 1 fighter",
        "space: 1 cruiser @ mentak vs 1 cruiser 1 pds @ gls",
    ],
)
def test_IM_UNIT_8_outcomes_taken_together_are_what_the_faces_give(line: str) -> None:
    fight = Fight.from_battle(Battle.parse(line).check())
    whole, together = through(fight, faces=True), through(fight, faces=False)
    assert sum(whole.values()) == pytest.approx(1)
    assert whole.keys() == together.keys()
    for state, chance in whole.items():
        assert together[state] == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_IM_ODDS_2_a_copy_in_the_middle_of_a_battle_goes_on_alike(seed: int) -> None:
    line = f"space: {UNITS} @ letnev,da,emergency,munitions vs {UNITS} 1 flagship @ yin,devotion"
    game = battle_game(line, seed=seed)
    rng = random.Random(seed)
    for _ in range(12):
        if game.question is None:
            break
        if game.question.kind == "roll":
            game.roll()
        else:
            game.answer_randomly(rng)
    twin = game.copy()
    assert twin.play(stated_answer).record == game.play(stated_answer).record
