"""Duel notation: what both sides plan to lay in the three battles of a duel, and what they hold (TW-DUEL-1).

    duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap

The challenger attacks in all three battles and comes first. Each side has three lays, its active objects
(TW-DUEL-4: the same for all three), and cats, traps and Miromon for the whole duel. The spells of the three
lays are different cards, because all are discarded (TW-BAT-19). A creature may occur again, because it may
come home: a side has as many copies of it as the battle that uses most of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import attrs

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.language import localized
from twingkit.core.messages import message
from twingkit.core.notation import NotationValue, validate_by_parsing
from twingkit.core.questions import Refusal
from twingkit.twing.notation.battle_line import (
    ROLES,
    Battle,
    BattleError,
    LineReader,
    Side,
    side_text,
    sort_objects,
)
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature, Unit, unit_order
from twingkit.twing.rules.duel import BATTLES_PER_DUEL
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import Objects
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCardHolder, ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

PREFIX = "duel "
"""The first word of a duel line."""


class DuelError(BattleError):
    """A duel that the rules forbid.

    `.problems` lists every rule it breaks, `.battles` the battle of each (from 1; None if it concerns no
    single battle).

    >>> as_duel("duel F: F5 W3 / F2 / F1 vs W: W6 / W5 / W4")
    Traceback (most recent call last):
    ...
    twingkit.twing.notation.duel_line.DuelError: battle 1 of the duel: All spells of one side must ...
    """

    def __init__(self, problems: list[Refusal], battles: Sequence[int | None]) -> None:
        super().__init__(problems)
        self.battles = tuple(battles)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return all reasons, one per line, with the battle."""
        rows = []
        for number, problem in zip(self.battles, self.problems, strict=True):
            why = f"{problem.text()} [{problem.rule}]"
            rows.append(message("duel.battle", n=number, why=why) if number else why)
        return "\n".join(rows)


@attrs.frozen
class Duellist(ResponseCardHolder):
    """One side of a duel: character, three lays in order, active objects, and the cards it holds.

    `held` counts its response cards for the whole duel; `cats`, `traps` and `miromon` give the single counts.

    >>> side = Duel.parse("duel F: F5 + F4 / F2 / F6 + F4 & cat vs W: W6 / W5 / W4").challenger
    >>> [lay.power for lay in side.lays], side.cats
    ([9, 2, 10], 1)
    """

    character: str
    lays: tuple[Lay, Lay, Lay]
    objects: tuple[str, ...] = attrs.field(default=(), converter=sort_objects)
    held: ResponseCards = NO_RESPONSE_CARDS

    @property
    def creatures(self) -> Counter[Creature]:
        """The creature cards of this side: of each, as many as the battle that uses most of them."""
        return _max_counts(self.lays)

    def creatures_needed(self, battle: int) -> Counter[Creature]:
        """Return how many copies of each creature card the battles from `battle` (0 to 2) on need at most."""
        return _max_counts(self.lays[battle:])

    def creature_mentions(self, battle: int) -> Counter[Creature]:
        """Return how often the battles from `battle` on name each creature card in total.

        More copies would never be laid, but a copy lost in one battle is missing in the next.
        """
        return sum((Counter(lay.creatures) for lay in self.lays[battle:]), Counter())

    def side(self, battle: int) -> Side:
        """Return the side as planned for one battle (0 to 2)."""
        return Side(self.character, self.lays[battle], self.objects, self.held)

    def with_lay_order(self, order: Sequence[int]) -> Duellist:
        """Return this side with its lays in another order, such as (2, 0, 1)."""
        first, second, third = (self.lays[index] for index in order)
        return attrs.evolve(self, lays=(first, second, third))

    def __str__(self) -> str:
        lays = " / ".join(map(str, self.lays))
        return side_text(f"{self.character}: {lays}", self.objects, self.held)


def _max_counts(lays: Iterable[Lay]) -> Counter[Creature]:
    most: Counter[Creature] = Counter()
    for lay in lays:
        most |= Counter(lay.creatures)
    return most


@attrs.frozen
class Duel(NotationValue):
    """A duel in notation; `str(duel)` is the canonical line.

    The line does not contain the defender's inactive objects or the challenger's Ornicles: it is assumed that
    there are an object to win and a stake (TW-DUEL-1).

    >>> duel = Duel.parse("duel F: F3 F5 / F2 / F1 vs W: W6 / W5 / shield W4")
    >>> print(duel)
    duel F: F5 F3 / F2 / F1 vs W: W6 / W5 / shield W4
    >>> print(duel.battles[0])
    F: F5 F3 vs W: W6
    >>> duel.problems()
    []
    """

    challenger: Duellist
    defender: Duellist

    @classmethod
    @check_arguments(line=TEXT)
    def parse(cls, line: str) -> Duel:
        """Parse a duel line. Raises `NotationError` if it is not valid.

        >>> print(Duel.parse("duel F: F3 F5 + F4 / F2 / F6 & cat*1 vs W: W6 / W4 W3 / shield W2 & trap"))
        duel F: F5 F3 + F4 / F2 / F6 & cat vs W: W6 / W4 W3 / shield W2 & trap
        """
        return _DuelReader(line).duel()

    @property
    def sides(self) -> tuple[Duellist, Duellist]:
        """The challenger's and the defender's side."""
        return self.challenger, self.defender

    @property
    def battles(self) -> tuple[Battle, ...]:
        """The three battles as planned, each as if it were the first: nothing is lost and everything still
        held.
        """
        return tuple(
            Battle(self.challenger.side(number), self.defender.side(number))
            for number in range(BATTLES_PER_DUEL)
        )

    def problems_by_battle(self, variant: Variant | str = BOX) -> list[tuple[int | None, Refusal]]:
        """Return every rule that this duel breaks, with the number of the battle (from 1; None for no single
        battle).
        """
        by_battle = [battle.problems(variant) for battle in self.battles]
        first, *others = [{str(problem) for problem in refusals} for refusals in by_battle]
        everywhere = first.intersection(*others)
        faults: list[tuple[int | None, Refusal]] = []
        for number, problems in enumerate(by_battle, 1):
            for problem in problems:
                if str(problem) not in everywhere:
                    faults.append((number, problem))
                elif number == 1:
                    faults.append((None, problem))
        return faults

    def problems(self, variant: Variant | str = BOX) -> list[Refusal]:
        """Return every rule that this duel breaks, with its id; empty for a legal duel.

        >>> for problem in Duel.parse("duel F: F5 / F5 W1 / F5 vs W: W6 / W6 / W6").problems():
        ...     print(problem)
        All spells of one side must have the same element; Fire and Water are mixed here. [TW-BAT-1]
        """
        return [problem for _, problem in self.problems_by_battle(variant)]

    def check(self, variant: Variant | str = BOX) -> Duel:
        """Return this duel if it is legal. Raises `DuelError` (a `BattleError`) with all its problems if
        not."""
        faults = self.problems_by_battle(variant)
        if faults:
            raise DuelError([problem for _, problem in faults], [number for number, _ in faults])
        return self

    def __str__(self) -> str:
        return f"{PREFIX}{self.challenger} vs {self.defender}"


def as_duel(duel: Duel | str, variant: Variant = BOX) -> Duel:
    """Return a legal duel from a value or its notation. Raises `NotationError` or `DuelError`.

    >>> as_duel("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3").defender.lays[2].power
    3
    """
    return (Duel.parse(duel) if isinstance(duel, str) else validate_by_parsing(duel, Duel.parse)).check(
        variant
    )


def remaining_lay(
    lay: Lay, creatures: Counter[Creature], own: Objects = (), enemy: Objects = (), variant: Variant = BOX
) -> Lay:
    """Return what remains of a lay with only these creature cards; each unit in turn takes what it needs.

    A mount that lost its rider goes alone. A rider that lost its mount goes on foot in the pair's place; but
    one of another element (TW-VAR-3) stays at home if these `own` and `enemy` objects do not allow it on foot
    (TW-BAT-2, TW-BAT-5), the weakest first. So a legal lay stays legal. A shield of which nothing remains is
    the empty defence (TW-BAT-4): the plan has no card for this battle, whatever the player could lay instead.

    >>> lay = Duel.parse("duel F: F5 + F4M>F2 / F4 / F3 vs W: W5 / W4 / W3").challenger.lays[0]
    >>> print(remaining_lay(lay, Counter({Creature("F", 2): 1})))
    F5 + F2
    """
    left = Counter(creatures)
    units: list[Unit] = []
    strange: list[Unit] = []
    for unit in lay.units:
        cards = []
        for card in unit.cards:
            if left[card]:
                left[card] -= 1
                cards.append(card)
        if cards:
            units.append(Unit(*cards))
            if cards[0].element != unit.element:
                strange.append(units[-1])
    for unit in reversed(unit_order(strange)):
        if any(laying.lay_problems(Lay(lay.spells, units), ROLES[1], own, enemy, variant)):
            units.remove(unit)
    return Lay(lay.spells, units)


class _DuelReader(LineReader):
    """Parse a duel line."""

    def duel(self) -> Duel:
        """Parse the word duel, and two sides with `vs` between them."""
        self.expect(PREFIX, "duel")
        return Duel(*self.parse_two_sides(self.duellist, "three_lays", "three_lays"))

    def at_card(self) -> bool:
        """Return whether a blank and another card follow, rather than what can come after the cards."""
        return not self.line.startswith(" /", self.place) and super().at_card()

    def duellist(self) -> Duellist:
        """Parse a character, three lays, objects and held cards."""
        character = self.character()
        lays = [self.lay()]
        for _ in range(BATTLES_PER_DUEL - 1):
            self.expect(" / ", "next_lay")
            lays.append(self.lay())
        first, second, third = lays
        return Duellist(character, (first, second, third), *self.belongings())
