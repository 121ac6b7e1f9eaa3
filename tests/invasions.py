"""Ground battles for tests: played with given dice, and their rulings."""

from __future__ import annotations

from typing import Any

from twingkit import Game
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.players import assumed_answer
from twingkit.imperium.battle.rules.questions import AssignHits, PlayEffect, RollDice
from twingkit.imperium.battle.rules.target import ChooseTarget
from twingkit.imperium.battle.starts import battle_game


def invade(line: str, *rolls: str, **answers: str) -> Game:
    """Play a ground line (without its `ground: `) with these throws, one text of faces each, until they are
    used up. Other questions get their stated answer, or that of `answers`: by the effect's id for its use,
    `target` and `assign` for the rest.
    """
    game = battle_game(f"ground: {line}")
    waiting = list(rolls)
    while (question := game.question) is not None:
        if isinstance(question, RollDice):
            if not waiting:
                return game
            game.answer(f"roll {waiting.pop(0)}")
        elif isinstance(question, PlayEffect) and question.use.id in answers:
            game.answer(answers[question.use.id])
        elif isinstance(question, ChooseTarget) and "target" in answers:
            game.answer(f"target {answers['target']}")
        elif isinstance(question, AssignHits) and "assign" in answers:
            game.answer(f"assign {answers['assign']}")
        else:
            game.answer(assumed_answer(game))
    assert not waiting, f"dice left over: {waiting}"
    return game


def rulings(game: Game) -> list[Ruling]:
    """Return all rulings so far; check that each has a text in both languages."""
    found = game.rulings
    for ruling in found:
        assert ruling.text("en")
        assert ruling.text("de")
    return found


def cited_cases(game: Game) -> list[str]:
    """Return all rulings so far, as `IM-TECH-md no_rolls`."""
    return [f"{ruling.rule} {ruling.case}" for ruling in rulings(game)]


def facts(game: Game, rule: str, case: str) -> dict[str, Any]:
    """Return the facts of the only ruling of that kind."""
    (found,) = [ruling for ruling in rulings(game) if (ruling.rule, ruling.case) == (rule, case)]
    return dict(found.facts)


def there(game: Game, index: int) -> dict[str, int]:
    """Return a side's surviving units, by the names of a line; a damaged unit has a `!` behind its name."""
    units = game.table.rosters[index].units
    force = game.table.forces[index]
    whole = {unit.name: n for unit, n in zip(units, force.fresh, strict=True) if n}
    return whole | {f"{unit.name}!": n for unit, n in zip(units, force.damaged, strict=True) if n}


def thrown(game: Game) -> list[tuple[str, int]]:
    """Return the dice to be rolled now: the unit of each, and the number from which it hits."""
    assert isinstance(game.question, RollDice)
    return [(dice.unit, dice.hits_on) for dice in game.question.volley.groups for _ in range(dice.count)]
