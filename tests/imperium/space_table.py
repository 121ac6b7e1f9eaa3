"""A space battle with given dice: its rulings, and the surviving units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from twingkit.core.language import call_in_language, localized
from twingkit.core.play import CHECKPOINT
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import QuestionWithDefault, RollDice
from twingkit.imperium.battle.rules.space.space_combat import play_space_battle
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.texts.rulebook import rulebook

Faces = int | tuple[int, ...]
"""The dice of one roll; a number alone means that all show it."""


@attrs.frozen
class Played:
    """A battle as far as the dice reached: `throws` are (side, step, dice as (count, hits))."""

    table: BattleTable
    throws: tuple[tuple[int, str, tuple[tuple[int, int], ...]], ...]
    asked: tuple[QuestionWithDefault, ...]
    over: bool

    def cases(self, rule: str) -> list[str]:
        """Return the cases of a rule that were cited, in order."""
        return [case for cited, case, _ in self.table.rulings or () if cited == rule]

    def facts(self, rule: str, case: str) -> dict[str, Any]:
        """Return the facts of the first ruling of that case."""
        return next(
            facts for cited, named, facts in self.table.rulings or () if (cited, named) == (rule, case)
        )

    def ships(self, index: int) -> dict[str, tuple[int, int]]:
        """Return a side's surviving units: name to whole, damaged."""
        force = self.table.forces[index]
        rows = zip(self.table.rosters[index].units, force.fresh, force.damaged, strict=True)
        return {unit.name: (whole, hurt) for unit, whole, hurt in rows if whole or hurt}

    @localized
    def sentences(self, lang: str | None = None) -> list[str]:
        """Return all rulings as sentences."""
        book = rulebook()
        return [Ruling(rule, case, facts, book).text() for rule, case, facts in self.table.rulings or ()]


def play_out(line: str, *dice: Faces, answer: Callable[[QuestionWithDefault], Any] | None = None) -> Played:
    """Play a line with these dice, roll by roll, until they are used up or the battle is over.

    Decisions get `answer(question)`, an act or its text, or the answer given in the line if it returns None.
    """
    table = BattleTable(Fight.from_battle(Battle.parse(line).check()))
    table.rulings = []
    script = play_space_battle(table)
    left, throws, decisions = list(dice), [], []
    try:
        asked = next(script)
        while True:
            given: Any = None
            if isinstance(asked, RollDice):
                if not left:
                    break
                faces = left.pop(0)
                count = asked.volley.count
                shown = (faces,) * count if isinstance(faces, int) else faces
                assert len(shown) == count, (asked.step, count, shown)
                groups = tuple((group.count, group.hits_on) for group in asked.volley.groups)
                throws.append((asked.player, asked.step, groups))
                given = asked.volley.result_of(shown)
            elif asked is not CHECKPOINT:
                assert isinstance(asked, QuestionWithDefault)
                decisions.append(asked)
                given = answer(asked) if answer else None
                given = asked.default_answer() if given is None else given
                given = asked.parse_answer(given) if isinstance(given, str) else given
            asked = script.send(given)
    except StopIteration:
        assert not left, left
        over = True
    else:
        over = False
    result = Played(table, tuple(throws), tuple(decisions), over)
    for lang in ("en", "de"):
        for sentence in call_in_language(lang, result.sentences):
            assert "{" not in sentence
    return result
