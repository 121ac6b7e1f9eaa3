"""The dice that the owner of the Crown of Thalnos rerolls in a whole game: any dice, including hits.

In a battle line the odds' policy chooses them. In a game a player chooses after each combat roll by the faces
shown: `again fighter 2 5, cruiser 9`, or `again none`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from twingkit.core.notation import ROLES
from twingkit.core.questions import BadAnswer, Refusal, is_count
from twingkit.core.rulebook import QuotedFact
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.counts_in_words import VolleyFaces
from twingkit.imperium.battle.rules.dice.volley import Die, volley_from_dice
from twingkit.imperium.battle.rules.force import Roster
from twingkit.imperium.battle.rules.questions import EffectDecision, bad_answer
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD

_REROLL_WORD = "again"
"""The first word of an answer to `RerollDice`."""

ChosenDice = tuple[tuple[int, int], ...]
"""Dice in order, each by the roster index of its unit and the face shown."""


class RerollDice(EffectDecision[ChosenDice]):
    """The question of which of its rolled dice a side rerolls with the Crown of Thalnos."""

    __slots__ = ("default_indices", "dice", "roster")
    kind = _REROLL_WORD

    def __init__(
        self, roster: Roster, use: EffectUse, dice: Sequence[Die], default_indices: Collection[int]
    ) -> None:
        super().__init__(roster.side_index, use)
        self.roster, self.dice, self.default_indices = roster, tuple(dice), frozenset(default_indices)

    def default_answer(self) -> ChosenDice:
        """Return the default choice, as in the odds: the misses of the cheapest units."""
        return _shown(
            die for die in self.dice if not die.is_hit and die.group.roster_index in self.default_indices
        )

    def options(self) -> Iterator[ChosenDice]:
        """Yield every choice of dice, each once: the default, none, all misses and all dice come first."""
        misses = _shown(die for die in self.dice if not die.is_hit)
        seen = dict.fromkeys((self.default_answer(), (), misses, _shown(self.dice)))
        yield from seen
        there = Counter(_shown(self.dice))
        for counts in product(*(range(count + 1) for count in there.values())):
            chosen = tuple(Counter(dict(zip(there, counts, strict=True))).elements())
            if chosen not in seen:
                yield chosen

    def random_answer(self, rng: random.Random) -> ChosenDice:
        """Return a random choice of dice, or the default."""
        if rng.random() < 0.5:
            return self.default_answer()
        return _shown(die for die in self.dice if rng.random() < 0.5)

    def refusal(self, answer: ChosenDice) -> Refusal | None:
        """Return None, since any dice may be rerolled.

        Raises `BadAnswer` if the answer does not name rolled dice.
        """
        if not isinstance(answer, tuple) or Counter(answer) - Counter(_shown(self.dice)):
            raise self._bad(str(answer))
        return None

    def parse_answer(self, text: str) -> ChosenDice:
        """Parse the dice of an answer; the first word may be missing.

        Raises `BadAnswer` if it names no dice, or more than were rolled.
        """
        names = {unit.name: place for place, unit in enumerate(self.roster.units)}
        body = " ".join(text.split()).removeprefix(f"{_REROLL_WORD} ")
        named: list[tuple[int, int]] = []
        for item in body.split(",") if body != NO_TARGET_WORD else ():
            name, *faces = item.split() or [""]
            if name not in names or not faces or not all(map(is_count, faces)):
                raise self._bad(text)
            named += ((names[name], int(face)) for face in faces)
        if Counter(named) - Counter(_shown(self.dice)):
            raise self._bad(text)
        return tuple(sorted(named))

    def format_answer(self, answer: ChosenDice) -> str:
        """Return the chosen dice as text: `again fighter 2 5, cruiser 9`, or `again none`."""
        faces: dict[int, list[str]] = {}
        for place, face in answer:
            faces.setdefault(place, []).append(str(face))
        items = [f"{self.roster.units[place].name} {' '.join(listed)}" for place, listed in faces.items()]
        return f"{_REROLL_WORD} {', '.join(items) or NO_TARGET_WORD}"

    def chosen_dice(self, answer: ChosenDice) -> list[int]:
        """Return the indices in `dice` of the dice that an answer names; of equal dice, the first ones."""
        left, places = Counter(answer), []
        for place, die in enumerate(self.dice):
            if left[die.group.roster_index, die.face]:
                left[die.group.roster_index, die.face] -= 1
                places.append(place)
        return places

    def case_and_facts(self) -> tuple[str, Mapping[str, object]]:
        """Return the case of the question's sentence, with side, effect and rolled dice as facts."""
        faces = tuple(face for _, face in _shown(self.dice))
        dice = VolleyFaces(volley_from_dice(self.player, self.dice), faces)
        return "again", {"side": ROLES[self.player], "effect": self.use.effect, "dice": dice}

    def _bad(self, text: str) -> BadAnswer:
        example = self.format_answer(_shown(self.dice[:1]))
        return bad_answer("not_again", text, 60, example=QuotedFact(example))


def _shown(dice: Iterable[Die]) -> ChosenDice:
    return tuple(sorted((die.group.roster_index, die.face) for die in dice))


def unit_of_each_die(dice: Sequence[Die], counts: Sequence[int]) -> list[tuple[int, int]]:
    """Return the unit that rolled each die, as (roster index, number of the unit from 0).

    The dice of a kind are ordered unit by unit; `counts` are the numbers of units by roster index.

    >>> from twingkit.imperium.battle.rules.dice.volley import DiceGroup
    >>> group = DiceGroup("warsun", 1, hits_on=3, roster_index=1)
    >>> unit_of_each_die([Die(group, face) for face in (1, 2, 3, 4, 5, 6)], (0, 2))
    [(1, 0), (1, 0), (1, 0), (1, 1), (1, 1), (1, 1)]
    """
    units, seen = [], Counter[int]()
    there = Counter(die.group.roster_index for die in dice)
    for die in dice:
        place = die.group.roster_index
        units.append((place, seen[place] * counts[place] // there[place]))
        seen[place] += 1
    return units
