"""Situation notation: the cards of two players before the cards of a battle are laid.

    F: hand F5 F3*2 W4 + F6M F3 @ hat & cat*2 vs W: hand W6 ?*3 + W3; gone F1*2 + L2 & trap

A side has a hand (`nothing`, spells, `?` for cards that nobody else knows), creatures in the entourage,
active objects and held cats, traps and Miromon. Or its cards are already laid, as in battle notation, and `;
hand` lists what it holds besides: `F: F5 F3 + F4 & cat ?*2; hand F6 + F2`. Cards after `gone` are known to be
out of play. `Situation.parse(line)` parses a line, `str(situation)` returns the canonical one. Parsing is
strict and checks syntax only; `Situation.problems()` lists what the rules forbid.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

import attrs

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, TwoSidedValue, validate_by_parsing
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import QuotedFact
from twingkit.twing.notation.battle_line import (
    Battle,
    BattleLineParser,
    Side,
    VariantCheckableValue,
    active_object_limit_refusals,
    duplicate_problems,
)
from twingkit.twing.notation.situation_side import CardsOutOfPlay, SituationSide, sort_spells
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Card, Creature, Spell
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS
from twingkit.twing.rules.response_cards import (
    SINGLE_COPY_KINDS,
    ResponseCards,
    response_card_pattern,
    total_response_cards,
)
from twingkit.twing.rules.rulebook import rule_refusal
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

MAX_COPIES = 99
"""Largest number of copies of one card."""

_COPIES = re.compile(r"([FWLA])([1-9][0-9]?)(M?)(?:\*([1-9][0-9]?))?(?![0-9A-Za-z*?])")
_UNKNOWN = re.compile(r"\?(?:\*([1-9][0-9]?))?(?![0-9A-Za-z*?])")
_ITEM_OR_UNKNOWN = response_card_pattern("?")

_Elemental = TypeVar("_Elemental", Spell, Creature)


def _spell(element: str, power: int, mount: bool) -> Spell:
    return Spell(element, power)


@attrs.frozen
class Situation(VariantCheckableValue, TwoSidedValue):
    """The cards that both sides of a battle hold before laying; `str(situation)` is its notation.

    >>> situation = Situation.parse("F: hand F3 F5*2 + F4 vs W: hand W6 ?*3; gone L2 & trap")
    >>> print(situation)
    F: hand F5*2 F3 + F4 vs W: hand W6 ?*3; gone L2 & trap
    >>> situation.defender.hidden_count, situation.cards_out_of_play.traps
    (3, 1)
    >>> print(Situation.from_battle("F: F5 & cat vs W: W6"))
    F: hand F5 & cat vs W: hand W6
    """

    attacker: SituationSide
    defender: SituationSide
    cards_out_of_play: CardsOutOfPlay = attrs.field(factory=CardsOutOfPlay)

    @classmethod
    @check_arguments(line=TEXT)
    def parse(cls, line: str) -> Situation:
        """Parse a situation line. Raises `NotationError` if it is not valid.

        Battle notation is valid too: both sides have laid their cards. `; hand` lists what a side holds
        besides.

        >>> print(Situation.parse("F: hand W4 F3 F5 F3 & cat*1 vs W: hand ?*3 W6 + W3 W4M; gone & trap"))
        F: hand F5 F3*2 W4 & cat vs W: hand W6 ?*3 + W4M W3; gone & trap
        >>> print(Situation.parse("F: F5 + F4; hand ?*2 F6 + F2 vs W: W6"))
        F: F5 + F4 & ?*2; hand F6 + F2 vs W: W6
        """
        return _SituationReader(line).situation()

    @classmethod
    def from_battle(cls, battle: Battle | str) -> Situation:
        """Return the situation before a battle: each side holds only the cards that it lays.

        Raises `NotationError`.

        >>> print(Situation.from_battle("F: F5 + F6M>F3 vs W: shield W4 & cat"))
        F: hand F5 + F6M F3 vs W: hand nothing + W4 & cat
        """
        parsed = Battle.parse(battle) if isinstance(battle, str) else battle
        return cls(_situation_side(parsed.attacker), _situation_side(parsed.defender))

    @property
    def sides(self) -> tuple[SituationSide, SituationSide]:
        """The attacker's and the defender's side."""
        return self.attacker, self.defender

    @property
    def hidden_count(self) -> int:
        """The number of hidden cards of both sides."""
        return self.attacker.hidden_count + self.defender.hidden_count

    @property
    def laid_battle(self) -> Battle | None:
        """The battle with the known cards if both sides have laid, otherwise None."""
        attacker, defender = self.attacker.laid_side, self.defender.laid_side
        return None if attacker is None or defender is None else Battle(attacker, defender)

    def count_known_cards(self) -> Counter[Card]:
        """Return how often each card is known to be held, laid or out of play."""
        return Counter((*self.attacker.cards, *self.defender.cards, *self.cards_out_of_play.cards))

    def problems(self, variant: Variant | str = BOX) -> list[Refusal]:
        """Return a refusal for every rule that this situation breaks; empty if it is possible.

        >>> for problem in Situation.parse("F: hand F5 W4 L3 A2 @ hat vs W: hand W6 @ hat").problems():
        ...     print(problem)
        The attacker: spells of Fire, Water, Life and Air; a hand holds at most 3 elements. [TW-TURN-4]
        There is only one Hat of Opportunity; you cannot list it twice. [TW-BOX-1]
        """
        rules = as_variant(variant)
        refusals: list[Refusal] = []
        for role, own, enemy in zip(ROLES, self.sides, self.sides[::-1], strict=True):
            if own.laid is not None:
                refusals += laying.lay_refusals(own.laid, role, own.objects, enemy.objects, rules)
                missing = laying.too_few_units_refusal(
                    own.laid, own.creatures, own.objects, enemy.objects, rules
                )
                refusals += [] if missing is None else [missing]
            elif role == "attacker" and not own.spells and not own.hidden_count:
                refusals.append(rule_refusal("TW-BAT-1", "count", n=0))
            refusals += _hand_problems(own, role)
            refusals += active_object_limit_refusals(role, own.objects)
        refusals += duplicate_problems(self.attacker.objects + self.defender.objects, self.sides)
        for kind in SINGLE_COPY_KINDS:
            if self.cards_out_of_play.response_cards.count_of(kind) and total_response_cards(
                self.sides
            ).count_of(kind):
                refusals.append(rule_refusal("TW-BOX-6", f"position_{kind}", where=QuotedFact("gone")))
        return refusals

    def __str__(self) -> str:
        text = f"{self.attacker} vs {self.defender}"
        return f"{text}; {self.cards_out_of_play}" if self.cards_out_of_play else text


def as_situation(given: Situation | Battle | str) -> Situation:
    """Return a situation from a situation or a battle, given as a value or in notation.

    A battle is converted by `Situation.from_battle`; in situation notation, laid cards stay laid. Raises
    `NotationError`.

    >>> print(as_situation("F: F5 vs W: W6"))
    F: hand F5 vs W: hand W6
    """
    if isinstance(given, Situation):
        return validate_by_parsing(given, Situation.parse)
    if isinstance(given, Battle):
        return Situation.from_battle(validate_by_parsing(given, Battle.parse))
    if not isinstance(given, str):
        raise Fault("situation.kind", found=quote_value(given))
    situation = Situation.parse(given)
    battle = situation.laid_battle
    more = (
        situation.hidden_count
        or situation.cards_out_of_play
        or any(holder.has_held_back_cards for holder in situation.sides)
    )
    return Situation.from_battle(battle) if battle and not more else situation


def _situation_side(side: Side) -> SituationSide:
    lay = side.lay
    return SituationSide(side.character, lay.spells, 0, lay.creatures, side.objects, side.response_cards)


def _hand_problems(holder: SituationSide, role: str) -> Iterator[Refusal]:
    if not holder.spells:
        return  # a lay alone is judged as in a battle line
    spells = sort_spells(holder.known_spells)
    elements = tuple(dict.fromkeys(spell.element for spell in spells))
    if len(elements) > MAX_HAND_ELEMENTS:
        yield rule_refusal(
            "TW-TURN-4", "position_elements", where=role, elements=elements, limit=MAX_HAND_ELEMENTS
        )
    if len(spells) > MAX_HAND_SPELLS:
        yield rule_refusal("TW-TURN-4", "position_spells", where=role, n=len(spells), limit=MAX_HAND_SPELLS)


class _SituationReader(BattleLineParser):
    def situation(self) -> Situation:
        self.side = ROLES[0]
        attacker = self.holder()
        self.expect(" vs ", "vs")
        self.side = ROLES[1]
        defender = self.holder()
        gone, expected = CardsOutOfPlay(), "end_of_holder"
        if self.accept("; gone"):
            self.side, expected = "", "end_of_gone"
            gone = self.gone()
        if self.place < len(self.line):
            self.fail(expected)
        return Situation(attacker, defender, gone)

    def holder(self) -> SituationSide:
        """Parse one side: a character, its hand or lay, objects and response cards."""
        character = self.parse_character()
        lay, spells, creatures = None, list[Spell](), list[Creature]()
        items: dict[str, int] = {}
        if self.accept("hand "):
            spells, items["?"] = self.hand()
            creatures = self.creatures() if self.accept(" + ") else []
        elif self.line.startswith("shield ", self.place) or _COPIES.match(self.line, self.place):
            lay = self.parse_lay()
        else:
            self.fail("holder")
        objects = self.parse_objects() if self.accept(" @ ") else ()
        if self.accept(" & "):
            if lay is not None:
                items |= self.parse_response_cards(_ITEM_OR_UNKNOWN, "unknown_item")
            else:
                unknown = self.line.startswith("?", self.place)
                items |= self.parse_response_cards(expected="item_of_hand" if unknown else "item")
        if lay is not None and self.accept("; hand "):
            start = self.place
            spells, hidden = self.hand()
            if hidden and "?" in items:
                self.place = self.line.index("?", start)
                self.fail("unknown_once")
            items["?"] = items.get("?", 0) + hidden
            creatures = self.creatures() if self.accept(" + ") else []
        return SituationSide(
            character, spells, items.get("?", 0), creatures, objects, ResponseCards.from_counts(items), lay
        )

    def hand(self) -> tuple[list[Spell], int]:
        if self.accept("nothing"):
            return [], 0
        spells, hidden, expected = list[Spell](), 0, "hand"
        while True:
            if self.line.startswith("?", self.place):
                if hidden:
                    self.fail("unknown_once")
                hidden = int(self.match(_UNKNOWN, "hand_card").group(1) or 1)
            else:
                self.copies(spells, _spell, expected)
            if not self.has_next_card():
                return spells, hidden
            self.place += 1
            expected = "hand_card"

    def creatures(self) -> list[Creature]:
        creatures: list[Creature] = []
        self.copies(creatures, Creature, "creatures")
        while self.has_next_card():
            self.place += 1
            self.copies(creatures, Creature, "creatures")
        return creatures

    def copies(
        self, cards: list[_Elemental], make: Callable[[str, int, bool], _Elemental], expected: str
    ) -> None:
        """Parse one card with its number of copies and add it to `cards`."""
        start = self.place
        element, power, mount, times = self.match(_COPIES, expected).groups()
        card = make(element, int(power), bool(mount))
        if mount and isinstance(card, Spell):
            self.place = start
            self.fail(expected)
        cards += [card] * int(times or 1)
        if cards.count(card) > MAX_COPIES:
            self.place = start
            self.fail("copies")

    def gone(self) -> CardsOutOfPlay:
        spells, creatures = list[Spell](), list[Creature]()
        start = self.place
        while self.has_next_card():
            self.place += 1
            self.copies(spells, _spell, "gone_spell")
        if self.accept(" + "):
            creatures = self.creatures()
        held = ResponseCards.from_counts(self.parse_response_cards() if self.accept(" & ") else {})
        if self.place == start:
            self.fail("gone")
        return CardsOutOfPlay(spells, creatures, held)
