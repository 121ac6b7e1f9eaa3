"""Duel notation: the planned lays of both sides in the three battles of a duel, and their cards (TW-DUEL-1).

    duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap

The challenger attacks in all three battles and comes first. Each side has three lays, its active objects
(TW-DUEL-4: the same for all three), and cats, traps and Miromon for the whole duel. The spells of the three
lays are different cards, because all are discarded (TW-BAT-19). A creature may occur again, because it may
return: a side has as many copies of it as the battle that uses most of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import attrs

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.language import localized
from twingkit.core.messages import message
from twingkit.core.notation import ROLES, IllegalBattleError, NotationValue, validate_by_parsing
from twingkit.core.questions import Refusal
from twingkit.twing.notation.battle_line import Battle, BattleLineParser, Side, format_side, sort_objects
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature, Unit, units_by_power
from twingkit.twing.rules.duel import BATTLES_PER_DUEL
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import Objects
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCardHolder, ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

DUEL_PREFIX = "duel "
"""The first word of a duel line."""


class IllegalDuelError(IllegalBattleError):
    """The error of a duel that breaks rules.

    `.problems` lists every rule it breaks, `.battles` the battle that each problem is about (from 1; None for
    the whole duel).

    >>> as_duel("duel F: F5 W3 / F2 / F1 vs W: W6 / W5 / W4")
    Traceback (most recent call last):
    ...
    twingkit.twing.notation.duel_line.IllegalDuelError: battle 1 of the duel: All spells of one side must ...
    """

    def __init__(self, problems: list[Refusal], battles: Sequence[int | None]) -> None:
        super().__init__(problems)
        self.battle_numbers = tuple(battles)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return all problems, one per line, each with its battle."""
        rows = []
        for number, problem in zip(self.battle_numbers, self.problems, strict=True):
            why = f"{problem.text()} [{problem.rule}]"
            rows.append(message("duel.battle", n=number, why=why) if number else why)
        return "\n".join(rows)


@attrs.frozen
class Duellist(ResponseCardHolder):
    """One side of a duel: character, three lays in order, active objects, and response cards.

    `response_cards` counts its response cards for the whole duel; `cats`, `traps` and `miromon` give the
    single counts.

    >>> challenger = Duel.parse("duel F: F5 + F4 / F2 / F6 + F4 & cat vs W: W6 / W5 / W4").challenger
    >>> [lay.power for lay in challenger.lays], challenger.cats
    ([9, 2, 10], 1)
    """

    character: str
    lays: tuple[Lay, Lay, Lay]
    objects: tuple[str, ...] = attrs.field(default=(), converter=sort_objects)
    response_cards: ResponseCards = NO_RESPONSE_CARDS

    @property
    def creatures_needed(self) -> Counter[Creature]:
        """The number of copies of each creature card that this side needs: the most that one battle uses."""
        return _max_counts(self.lays)

    def creatures_needed_from(self, battle_index: int) -> Counter[Creature]:
        """Return, for each creature card, the largest number of copies that any one battle from index
        `battle_index` on uses.
        """
        return _max_counts(self.lays[battle_index:])

    def creature_mentions_from(self, battle_index: int) -> Counter[Creature]:
        """Return how often the battles from index `battle_index` on name each creature card in total.

        More copies than that are never laid; but a copy lost in one battle is missing in the next.
        """
        return sum((Counter(lay.creatures) for lay in self.lays[battle_index:]), Counter())

    def side_in_battle(self, battle_index: int) -> Side:
        """Return this side as it is planned for the battle with index `battle_index` (0 to 2)."""
        return Side(self.character, self.lays[battle_index], self.objects, self.response_cards)

    def with_lay_order(self, order: Sequence[int]) -> Duellist:
        """Return this side with its lays in another order, such as (2, 0, 1)."""
        first, second, third = (self.lays[index] for index in order)
        return attrs.evolve(self, lays=(first, second, third))

    def __str__(self) -> str:
        lays = " / ".join(map(str, self.lays))
        return format_side(f"{self.character}: {lays}", self.objects, self.response_cards)


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
        """The three battles as planned, each as if it were the first.

        No cards have been lost or played yet.
        """
        return tuple(
            Battle(self.challenger.side_in_battle(number), self.defender.side_in_battle(number))
            for number in range(BATTLES_PER_DUEL)
        )

    def problems_by_battle_number(self, variant: Variant | str = BOX) -> list[tuple[int | None, Refusal]]:
        """Return each rule violation as (number of the battle from 1, refusal); the number is None if it
        concerns the whole duel.
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
        """Return a refusal for every rule that this duel breaks; empty if it is legal.

        >>> for problem in Duel.parse("duel F: F5 / F5 W1 / F5 vs W: W6 / W6 / W6").problems():
        ...     print(problem)
        All spells of one side must have the same element; Fire and Water are mixed here. [TW-BAT-1]
        """
        return [problem for _, problem in self.problems_by_battle_number(variant)]

    def check(self, variant: Variant | str = BOX) -> Duel:
        """Return this duel after checking that it is legal.

        Raises `IllegalDuelError` (an `IllegalBattleError`) with all its problems if not.
        """
        faults = self.problems_by_battle_number(variant)
        if faults:
            raise IllegalDuelError([problem for _, problem in faults], [number for number, _ in faults])
        return self

    def __str__(self) -> str:
        return f"{DUEL_PREFIX}{self.challenger} vs {self.defender}"


def as_duel(duel: Duel | str, variant: Variant = BOX) -> Duel:
    """Return a duel, given as a value or in notation, after checking that it is legal. Raises `NotationError`
    or `IllegalDuelError` if not.

    >>> as_duel("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3").defender.lays[2].power
    3
    """
    return (Duel.parse(duel) if isinstance(duel, str) else validate_by_parsing(duel, Duel.parse)).check(
        variant
    )


def lay_reduced_to_creatures(
    lay: Lay, creatures: Counter[Creature], own: Objects = (), enemy: Objects = (), variant: Variant = BOX
) -> Lay:
    """Return a planned lay reduced to the part that can still be laid with only these creature cards left.

    Each unit in turn takes the cards it needs. A mount without its rider is laid alone, a rider without its
    mount as a unit of its own. A rider of another element (TW-VAR-3) is left out if the objects `own` and
    `enemy` do not allow it as a unit (TW-BAT-2, TW-BAT-5), the weakest first. So a legal lay stays legal. A
    shield without any remaining creature becomes the empty defence (TW-BAT-4), even if the player could lay
    other cards.

    >>> lay = Duel.parse("duel F: F5 + F4M>F2 / F4 / F3 vs W: W5 / W4 / W3").challenger.lays[0]
    >>> print(lay_reduced_to_creatures(lay, Counter({Creature("F", 2): 1})))
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
    for unit in reversed(units_by_power(strange)):
        if any(laying.lay_refusals(Lay(lay.spells, units), ROLES[1], own, enemy, variant)):
            units.remove(unit)
    return Lay(lay.spells, units)


class _DuelReader(BattleLineParser):
    def duel(self) -> Duel:
        self.expect(DUEL_PREFIX, "duel")
        return Duel(*self.parse_two_sides(self.duellist, "three_lays", "three_lays"))

    def has_next_card(self) -> bool:
        """True if a blank and another card follow, rather than `/` or another end of the cards."""
        return not self.line.startswith(" /", self.place) and super().has_next_card()

    def duellist(self) -> Duellist:
        character = self.parse_character()
        lays = [self.parse_lay()]
        for _ in range(BATTLES_PER_DUEL - 1):
            self.expect(" / ", "next_lay")
            lays.append(self.parse_lay())
        first, second, third = lays
        return Duellist(character, (first, second, third), *self.parse_objects_and_cards())
