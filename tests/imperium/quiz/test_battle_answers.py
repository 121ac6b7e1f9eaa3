"""The right answers, found in a second way: by hand from the numbers of the units, or by an exhaustive
search."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from long_runs import runs

from twingkit import imperium
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.battle.rules.questions import AssignHits
from twingkit.imperium.box.units import Unit
from twingkit.imperium.quiz.topics.winners import SAME_COST_FLEETS
from twingkit.learn.quiz.item import QuizItem
from twingkit.testing.questions import cached_item

BONUS = {"nebula": 1, "mb": 1, "jolnar": -1, "sardakk": 1}
SUSTAINING = ("dreadnought", "warsun")


def dealt(name: str, count: int = runs(24, 60)) -> Iterator[tuple[QuizItem, Battle]]:
    """Return questions of a kind with their battles."""
    for seed in range(count):
        item = cached_item("imperium", f"{name}:{seed}")
        yield item, Battle.parse(item.table)


def faces(answer: str) -> list[int]:
    return [int(word) for word in answer.removeprefix("roll ").split()]


def by_unit(side: Side, dice: Callable[[Unit], int]) -> list[Unit]:
    """Return a unit for each die, in the order in which a side rolls its dice: as units are lost."""
    order = (
        "fighter",
        "destroyer",
        "cruiser",
        "carrier",
        "dreadnought",
        "flagship",
        "warsun",
        "infantry",
        "pds",
    )
    kinds = sorted(
        side.units_with_counts(), key=lambda each: (order.index(each[0].unit_class), each[0].is_upgraded)
    )
    return [kind for kind, count in kinds for _ in range(count * dice(kind))]


def there(item: QuizItem, player: int) -> Side:
    """Return a side with the units that it still has at the question."""
    table = item.game().table
    units = zip(table.rosters[player].units, table.forces[player].fresh, strict=True)
    side = Battle.parse(item.table).sides[player]
    return Side({unit.name: n for unit, n in units if n}, side.faction, side.effects)


def combat_hits(side: Side, rolled: list[int]) -> int:
    """Return how many hits the combat dice of the fighting units make."""
    names = [side.faction, *(use.id for use in side.effects)]
    bonus = sum(BONUS.get(name, 0) for name in names)
    units = by_unit(side, lambda unit: unit.dice)
    assert len(units) == len(rolled)
    return sum(face + bonus >= unit.combat for face, unit in zip(rolled, units, strict=True))


def test_dice_of_a_round() -> None:
    for item, _ in dealt("units:dice"):
        assert item.right_option.key == str(
            sum(kind.dice * n for kind, n in there(item, 0).units_with_counts())
        )


@pytest.mark.parametrize("kind", ["fits", "beyond"])
def test_room(kind: str) -> None:
    for item, battle in dealt(f"units:{kind}"):
        kinds = battle.attacker.units_with_counts()
        room = sum(unit.capacity * n for unit, n in kinds)
        load = sum(n for unit, n in kinds if unit.name in ("fighter", "infantry", "infantry+"))
        right = ("yes" if load <= room else "no") if kind == "fits" else str(load - room)
        assert item.right_option.key == right, item.name


@pytest.mark.parametrize("kind", ["hits", "changed"])
def test_hits_of_a_combat_roll(kind: str) -> None:
    for item, _ in dealt(f"combat-rolls:{kind}"):
        player = item.game().question.player  # type: ignore[union-attr]
        assert item.right_option.key == str(combat_hits(there(item, player), faces(item.answers_after[0]))), (
            item.name
        )


def test_what_a_die_must_show() -> None:
    for item, battle in dealt("combat-rolls:needs"):
        player = item.game().question.player  # type: ignore[union-attr]
        side = battle.sides[player]
        bonus = sum(BONUS.get(name, 0) for name in (side.faction, *(use.id for use in side.effects)))
        named = [
            kind
            for kind, _ in side.units_with_counts()
            if f": {imperium.rulebook().words.format_fact(kind)}." in item.prompt()
        ]
        assert item.right_option.key == str(named[0].combat - bonus), item.name


def test_an_assignment_is_allowed_if_it_is_among_all_that_are() -> None:
    for item, _ in dealt("assigning-hits:which"):
        question = item.game().question
        assert isinstance(question, AssignHits)
        allowed = {question.format_answer(option) for option in question.options()}
        assert [choice.key in allowed for choice in item.choices] == [c.is_right for c in item.choices], (
            item.name
        )
    for item, _ in dealt("assigning-hits:may"):
        assert (item.right_option.key == "yes") == bool(item.answers_after), item.name
        if item.answers_after:
            question = item.game().question
            assert isinstance(question, AssignHits)
            assert item.answers_after[0] in {question.format_answer(option) for option in question.options()}


def test_the_fewest_losses() -> None:
    for item, _ in dealt("assigning-hits:fewest"):
        question = item.game().question
        assert isinstance(question, AssignHits)
        force = question.table.forces[question.player]
        units = question.table.rosters[question.player].units
        whole = sum(n for unit, n in zip(units, force.fresh, strict=True) if unit.unit_class in SUSTAINING)
        assert item.right_option.key == str(min(max(0, question.pending_hits.total - whole), force.size)), (
            item.name
        )


def test_the_barrage() -> None:
    for item, battle in dealt("before-the-battle:barrage-dice"):
        dice = sum(kind.barrage.dice * n for kind, n in battle.attacker.units_with_counts() if kind.barrage)
        assert item.right_option.key == str(dice)
    for item, battle in dealt("before-the-battle:barrage-lost"):
        units = by_unit(battle.attacker, lambda unit: unit.barrage.dice if unit.barrage else 0)
        rolled = zip(faces(item.answers_after[0]), units, strict=True)
        hits = sum(face >= unit.barrage.hits_on for face, unit in rolled if unit.barrage)
        assert item.right_option.key == str(min(hits, battle.defender.count("fighter"))), item.name


def test_space_cannon_before_the_battle() -> None:
    for item, battle in dealt("before-the-battle:cannon"):
        units = by_unit(battle.defender, lambda unit: 1 if unit.space_cannon else 0)
        rolled = faces(item.answers_after[0])
        units += units[-1:] * (len(rolled) - len(units))  # the die of Plasma Scoring
        worse = 1 if battle.attacker.has("amd") else 0
        hits = sum(
            f - worse >= u.space_cannon.hits_on for f, u in zip(rolled, units, strict=True) if u.space_cannon
        )
        assert item.right_option.key == str(hits), item.name


def test_bombardment() -> None:
    for item, battle in dealt("planets:bombards"):
        free = bool(battle.attacker.count("warsun")) or not any(
            kind.has_planetary_shield for kind, _ in battle.defender.units_with_counts()
        )
        assert item.right_option.key == ("yes" if free else "no"), item.name
    for item, battle in dealt("planets:dice"):
        dice = battle.attacker.count("dreadnought") + 3 * battle.attacker.count("warsun")
        assert item.right_option.key == str(dice), item.name


def test_fire_on_those_who_land() -> None:
    for item, battle in dealt("planets:landed"):
        units = by_unit(battle.defender, lambda unit: 1 if unit.space_cannon else 0)
        rolled = zip(faces(item.answers_after[0]), units, strict=True)
        hits = sum(face >= unit.space_cannon.hits_on for face, unit in rolled if unit.space_cannon)
        assert item.right_option.key == str(max(0, battle.attacker.count("infantry") - hits)), item.name


def test_who_has_the_planet() -> None:
    for item, battle in dealt("planets:control"):
        rolls = [faces(answer) for answer in item.answers_after if answer.startswith("roll ")]
        hits = [combat_hits(there(item, index), rolls[index]) for index in (0, 1)]
        left = [battle.sides[index].count("infantry") - hits[1 - index] for index in (0, 1)]
        right = "kept" if left[0] <= 0 else "taken" if left[1] <= 0 else "again"
        assert item.right_option.key == right, item.name


def test_who_may_retreat_and_who_still_rolls() -> None:
    for item, _ in dealt("retreat:may"):
        assert item.right_option.key == ("no" if item.answers_before[-1] == "retreat" else "yes")
    for item, battle in dealt("retreat:fires"):
        assert item.right_option.key == ("no" if battle.attacker.has("s_retreat") else "yes")


def test_how_a_round_with_a_retreat_ends() -> None:
    for item, _ in dealt("retreat:ends"):
        rolls = [faces(answer) for answer in item.answers_after if answer.startswith("roll ")]
        fallen = item.game()
        leaving = [entry.player for entry in fallen.transcript if entry.answer == "retreat"]
        hits = [combat_hits(there(item, index), rolls[index]) for index in (0, 1)]
        sides = [there(item, index).units_with_counts() for index in (0, 1)]
        bears = [sum(n * (1 + unit.can_sustain_damage) for unit, n in kinds) for kinds in sides]
        left = [hits[1 - index] < bears[index] for index in (0, 1)]
        gone = [not left[index] or (index in leaving and left[1 - index]) for index in (0, 1)]
        right = "nobody" if not any(left) else "defender" if gone[0] else "attacker" if gone[1] else "again"
        assert item.right_option.key == right, item.name


@pytest.mark.parametrize("kind", ["useless", "useful"])
def test_an_effect_works_if_the_odds_change(kind: str) -> None:
    for item, battle in dealt(f"effects:{kind}", runs(8, 12)):
        player = 0 if "attacker" in item.prompt() else 1
        plain = imperium.odds(battle)
        for choice in item.choices:
            sides = list(battle.sides)
            side = sides[player]
            sides[player] = Side(side.units, effects=[EffectUse(choice.key)])
            given = imperium.odds(Battle(battle.kind, *sides))
            changes = abs(given.win - plain.win) + abs(given.loss - plain.loss) > 1e-5
            assert changes == (choice.is_right == (kind == "useful")), (item.name, choice.key)


def test_chances_agree_with_the_batch() -> None:
    items = list(dealt("winners:favoured", 15))
    table = imperium.odds_many([item.table for item, _ in items])
    for (item, _), gap in zip(items, table["win"] - table["loss"], strict=True):
        right = "even" if abs(gap) <= 0.08 else "attacker" if gap > 0 else "defender"
        assert item.right_option.key == right, item.name
    items = list(dealt("winners:chance", 15))
    for (item, _), win in zip(
        items, imperium.odds_many([item.table for item, _ in items])["win"], strict=True
    ):
        shares = [float(choice.key) / 100 for choice in item.choices]
        assert min(shares, key=lambda share: abs(share - win)) == float(item.right_option.key) / 100, (
            item.name
        )


def test_the_ships_that_help_most() -> None:
    bundles = {" ".join(f"{n} {name}" for name, n in more.items()): more for more in SAME_COST_FLEETS}
    for item, battle in dealt("winners:stronger", 15):
        lines = []
        for choice in item.choices:
            units = dict(battle.attacker.units)
            for name, n in bundles[choice.key].items():
                units[name] = units.get(name, 0) + n
            lines.append(str(Battle("space", Side(units), battle.defender)))
        wins = list(imperium.odds_many(lines)["win"])
        assert item.choices[wins.index(max(wins))].is_right, item.name
