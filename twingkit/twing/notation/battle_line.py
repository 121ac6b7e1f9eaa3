"""Battle notation: one line of text that describes a battle.

`Battle.parse("F: F5 F3 + F4 vs W: W6 W4 @ hat & cat*2")` parses a line, `str(battle)` returns the canonical
one. Parsing is strict and checks syntax only; `Battle.problems()` lists what the rules forbid.
"""

from __future__ import annotations

import difflib
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from typing import Self

import attrs

from twingkit.core import notation
from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.messages import Fault, message
from twingkit.core.notation import (
    MAX_LINE_LENGTH,
    ROLES,
    CheckableValue,
    IllegalBattleError,
    NotationError,
    NotationValue,
    TwoSidedValue,
    validate_by_parsing,
)
from twingkit.core.questions import Refusal
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature, Spell, Unit, spells_by_power, units_by_power
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS, OBJECTS, Objects
from twingkit.twing.rules.response_cards import (
    NO_RESPONSE_CARDS,
    RESPONSE_CARD_KINDS,
    SINGLE_COPY_KINDS,
    ResponseCardHolder,
    ResponseCards,
    kinds_exceeding_box,
    response_card_pattern,
)
from twingkit.twing.rules.rulebook import rule_refusal, rulebook
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

_CARD = re.compile(r"([FWLA])([1-9][0-9]?)(M?)(?![0-9A-Za-z])")
_ITEM = response_card_pattern()
_OTHER_LINES = {
    "duel": re.compile(r"^duel "),
    "endgame": re.compile(r"^endgame "),
    "hands": re.compile(r"^[FWLA]: hand | vs [FWLA]: hand "),
    "supported": re.compile(r" with [FWLA]: "),
}
"""Patterns of lines in other notations, for error messages."""
_NEAR_MARK = re.compile(r" ?[@&+][^ ]")
"""Pattern of a mark without a blank after it, for error messages."""
_NEAR_VS = re.compile(r" ?(vs|versus|gegen|v)[.:]? ", re.IGNORECASE)
"""Pattern of other spellings of `vs`, for error messages."""
_NEAR_ITEM = re.compile(rf"({'|'.join(RESPONSE_CARD_KINDS)})s(?![0-9A-Za-z])")
"""Pattern of a response card in the plural, for error messages."""
_WORD = re.compile(r"[A-Za-z]+(?![0-9])")


def is_situation_line(line: str) -> bool:
    """Return whether a line is in situation notation, which `Situation.parse` expects."""
    return _OTHER_LINES["hands"].search(with_plain_blanks(line)) is not None


def format_side(laid: str, objects: Sequence[str], response_cards: object) -> str:
    """Format one side of a battle: its lay, its active objects, and its response cards."""
    text = f"{laid} @ {','.join(objects)}" if objects else laid
    written = str(response_cards)
    return f"{text} & {written}" if written else text


def sort_objects(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of objects in the order of the notation."""
    return tuple(sorted(names))


class VariantCheckableValue(CheckableValue):
    """The base class of values with a notation that the rules of a variant may forbid."""

    __slots__ = ()

    @abstractmethod
    def problems(self, variant: Variant | str = BOX) -> list[Refusal]:
        """Return a refusal for every rule of the variant that this value breaks; empty if it is legal."""

    def check(self, variant: Variant | str = BOX) -> Self:
        """Return this value if it is legal. Raises `IllegalBattleError` with all its problems if not."""
        problems = self.problems(variant)
        if problems:
            raise IllegalBattleError(problems)
        return self


@attrs.frozen(cache_hash=True)
class Side(ResponseCardHolder, NotationValue):
    """One side of a battle in notation: character, lay, active objects, and response cards.

    `response_cards` counts the cats, traps and Miromon that it can still play, 0 to 99 of a kind (Miromon 0
    or 1); `cats`, `traps` and `miromon` give the single counts.

    >>> side = Battle.parse("F: F5 vs W: W6 W4 @ hat & cat*2").defender
    >>> side.lay.power, side.objects, side.cats
    (10, ('hat',), 2)
    """

    character: str
    lay: Lay
    objects: tuple[str, ...] = attrs.field(default=(), converter=sort_objects)
    response_cards: ResponseCards = NO_RESPONSE_CARDS

    @property
    def spells(self) -> tuple[Spell, ...]:
        """The spells that this side lays."""
        return self.lay.spells

    @property
    def units(self) -> tuple[Unit, ...]:
        """The creature units that this side lays."""
        return self.lay.units

    @property
    def is_shield(self) -> bool:
        """True if the side lays a shield."""
        return self.lay.is_shield

    @cached_property
    def _notation(self) -> str:
        return format_side(f"{self.character}: {self.lay}", self.objects, self.response_cards)

    def __str__(self) -> str:
        return self._notation


@attrs.frozen
class Battle(VariantCheckableValue, TwoSidedValue):
    """A battle in notation; `str(battle)` is the canonical line.

    >>> battle = Battle.parse("F: F3 F5 + F4 vs W: shield W4 & cat")
    >>> print(battle, battle.attacker.lay.power)
    F: F5 F3 + F4 vs W: shield W4 & cat 12
    >>> [problem.rule for problem in battle.swapped().problems()]
    ['TW-BAT-5', 'TW-BAT-1']
    """

    attacker: Side
    defender: Side

    @classmethod
    @check_arguments(line=TEXT)
    def parse(cls, line: str) -> Battle:
        """Parse a battle line. Raises `NotationError` if it is not valid.

        >>> print(Battle.parse("F: F3 F5 + F4 vs W: shield W4 @ hat & trap cat*1"))
        F: F5 F3 + F4 vs W: shield W4 @ hat & cat trap
        """
        return _read_battle(line)

    def __str__(self) -> str:
        return f"{self.attacker} vs {self.defender}"

    @property
    def sides(self) -> tuple[Side, Side]:
        """The attacker's and the defender's side."""
        return self.attacker, self.defender

    def problems(self, variant: Variant | str = BOX) -> list[Refusal]:
        """Return a refusal for every rule that this battle breaks; empty if it is legal."""
        rules = as_variant(variant)
        refusals: list[Refusal] = []
        attacker, defender = self.sides
        for role, own, enemy in ((ROLES[0], attacker, defender), (ROLES[1], defender, attacker)):
            if not _is_legal_side(role, own, enemy.objects, rules):
                refusals += _side_problems(role, own, enemy.objects, rules)
        return refusals + duplicate_problems(attacker.objects + defender.objects, self.sides)

    def swapped(self) -> Battle:
        """Return the battle with the sides exchanged.

        The result may break a rule: an attacker cannot lay a shield.
        """
        return Battle(self.defender, self.attacker)


def legal_battle(battle: Battle | str, variant: Variant = BOX) -> Battle:
    """Return a battle, given as a value or in notation, after checking that it is legal.

    Raises `NotationError` or `IllegalBattleError` if not, `Fault` for another type.
    """
    if isinstance(battle, str):
        return _read_battle(battle).check(variant)
    if not isinstance(battle, Battle):
        raise Fault("batch.kind", found=quote_value(battle))
    return validate_by_parsing(battle, Battle.parse).check(variant)


def _read_battle(line: str) -> Battle:
    attack, _, defence = line.partition(" vs ")
    attacker, defender = _known_side(attack), _known_side(defence)
    if attacker and defender and len(line) <= MAX_LINE_LENGTH:
        return Battle(attacker, defender)
    return BattleLineParser(line).parse_battle()


def _side_problems(role: str, side: Side, enemy: Objects, variant: Variant) -> Iterator[Refusal]:
    if role == "defender" and not (side.lay.spells or side.lay.units):
        yield rule_refusal("TW-BAT-4", "no_line")
    else:
        yield from laying.lay_refusals(side.lay, role, side.objects, enemy, variant)
    yield from active_object_limit_refusals(role, side.objects)


@lru_cache(maxsize=4096)
def _is_legal_side(role: str, side: Side, enemy: Objects, variant: Variant) -> bool:
    return not any(_side_problems(role, side, enemy, variant))


def active_object_limit_refusals(role: str, objects: Sequence[str]) -> list[Refusal]:
    """Return a list with the refusal of a side that has too many active objects (TW-OBJ-2), else an empty
    list.
    """
    count, limit = len(objects), MAX_ACTIVE_OBJECTS
    return [rule_refusal("TW-OBJ-2", "count", side=role, n=count, limit=limit)] if count > limit else []


def duplicate_problems(objects: Sequence[str], holders: Sequence[ResponseCardHolder]) -> list[Refusal]:
    """Return refusals for objects listed twice and unique cards held by several sides.

    The rules are TW-BOX-1 and TW-BOX-6.
    """
    refusals = [rule_refusal("TW-BOX-6", f"{kind}_twice") for kind in kinds_exceeding_box(holders)]
    if len(set(objects)) < len(objects):
        twice = [name for name in OBJECTS if objects.count(name) > 1]
        refusals = [rule_refusal("TW-BOX-1", "object_twice", object=name) for name in twice] + refusals
    return refusals


def parse_lay(text: str) -> Lay:
    """Parse a lay in battle notation, such as `F5 F3 + F6M>F3` or `shield W4`.

    Raises `NotationError`.
    """
    reader = BattleLineParser(text)
    lay = reader.parse_lay()
    if reader.place < len(text):
        reader.fail("end")
    return lay


# Many lines have the same few sides and cards, so each is created once.
@lru_cache(maxsize=512)
def _spell(element: str, power: str) -> Spell:
    return Spell(element, int(power))


@lru_cache(maxsize=1024)
def _creature(element: str, power: str, mount: str) -> Creature:
    return Creature(element, int(power), bool(mount))


@lru_cache(maxsize=4096)
def _unit(creature: Creature, rider: Creature | None) -> Unit:
    return Unit(creature, rider)


@lru_cache(maxsize=4096)
def _held(*numbers: tuple[str, int]) -> ResponseCards:
    return ResponseCards.from_counts(dict(numbers))


@lru_cache(maxsize=4096)
def _known_side(text: str) -> Side | None:
    """Return the side of a valid text; None if `BattleLineParser` has to find the error in the whole line."""
    try:
        reader = BattleLineParser(text)
        side = reader.parse_side()
    except NotationError:
        return None
    return side if reader.place == len(text) else None


class BattleLineParser(notation.LineParser):
    """Parser for a battle line, from left to right; it knows the position for errors.

    Subclasses parse other lines that contain parts of a battle.
    """

    book = staticmethod(rulebook)

    def other_game_hint(self) -> Callable[[], str] | None:
        """Return a function that gives an error hint if a blank is missing, `vs` is misspelled, or the line
        is in another notation; otherwise None.
        """
        if _NEAR_MARK.match(self.line, self.place):
            return partial(message, "line.mark")
        if _NEAR_VS.match(self.line, self.place):
            return partial(message, "line.vs")
        kind = next((kind for kind, sign in _OTHER_LINES.items() if sign.search(self.line)), None)
        if kind is None or type(self) is not BattleLineParser:
            return super().other_game_hint()
        return partial(message, f"line.{kind}")

    def parse_battle(self) -> Battle:
        """Parse the attacker, `vs` and the defender."""
        return Battle(*self.parse_two_sides(self.parse_side))

    def parse_side(self) -> Side:
        """Parse one side: its character, lay, objects and response cards."""
        character = self.parse_character()
        lay = self.parse_lay()
        return Side(character, lay, *self.parse_objects_and_cards())

    def parse_objects_and_cards(self) -> tuple[Sequence[str], ResponseCards]:
        """Parse the active objects and response cards of a side."""
        objects = self.parse_objects() if self.accept(" @ ") else ()
        return objects, self.parse_held_cards() if self.accept(" & ") else NO_RESPONSE_CARDS

    def parse_held_cards(self) -> ResponseCards:
        """Parse the response cards of a side."""
        return _held(*self.parse_response_cards().items())

    def parse_character(self) -> str:
        """Parse the element letter of a side's character and the colon after it."""
        letter = self.line[self.place : self.place + 1]
        if letter not in ("F", "W", "L", "A"):
            small = (
                letter.upper() in ("F", "W", "L", "A") and self.line[self.place + 1 : self.place + 2] == ":"
            )
            self.fail("character_in_capitals" if small else "character")
        self.place += 1
        self.expect(": ", "colon")
        return letter

    def parse_lay(self) -> Lay:
        """Parse a lay: spells with creature units, or a shield."""
        if self.accept("shield "):
            return Lay((), self.parse_units())
        spells = self.parse_spells()
        return Lay(spells, self.parse_units() if self.accept(" + ") else ())

    def parse_spells(self) -> tuple[Spell, ...]:
        """Parse spells, separated by blanks."""
        spells = [self.parse_spell()]
        while self.has_next_card():
            self.place += 1
            spells.append(self.parse_spell())
        return spells_by_power(spells)

    def has_next_card(self) -> bool:
        """Return whether a blank and another card follow, rather than `+`, `@`, `&`, `vs` or the end."""
        ahead = self.line[self.place : self.place + 4]
        return ahead[:1] == " " and ahead[:3] not in (" + ", " @ ", " & ") and ahead not in (" vs ", " vs")

    def parse_spell(self) -> Spell:
        """Parse one spell, such as `F5`."""
        start = self.place
        match = self.match(_CARD, "spell")
        if match.group(3):
            self.place = start
            self.fail("spell")
        return _spell(match.group(1), match.group(2))

    def parse_units(self) -> tuple[Unit, ...]:
        """Parse creature units, separated by blanks."""
        units = [self.parse_unit()]
        while self.has_next_card():
            self.place += 1
            units.append(self.parse_unit())
        return units_by_power(units)

    def parse_unit(self) -> Unit:
        """Parse one unit: a creature, or a mount, `>` and its rider."""
        mount = self.parse_creature()
        return _unit(mount, self.parse_creature() if self.accept(">") else None)

    def parse_creature(self) -> Creature:
        """Parse one creature, with M after it if it is a mount."""
        match = self.match(_CARD, "creature")
        return _creature(*match.groups())

    def parse_objects(self) -> tuple[str, ...]:
        """Parse names of objects, separated by commas."""
        names = [self.parse_object()]
        while self.accept(","):
            names.append(self.parse_object())
        return sort_objects(names)

    def parse_object(self) -> str:
        """Parse the name of one object."""
        start = self.place
        name = self.match(_WORD, "object").group()
        if name not in OBJECTS:
            self.place = start
            near = difflib.get_close_matches(name.casefold(), OBJECTS, n=1)
            self.fail(f"object_{near[0]}" if near else "object")
        return name

    def parse_response_cards(
        self, pattern: re.Pattern[str] = _ITEM, expected: str = "item"
    ) -> dict[str, int]:
        """Parse response cards and their numbers; each kind may occur once."""
        items: dict[str, int] = {}
        while True:
            start = self.place
            match = pattern.match(self.line, self.place)
            if match is None:
                near = _NEAR_ITEM.match(self.line, self.place)
                self.fail(f"item_near_{near[1]}" if near else expected)
            self.place = match.end()
            name = match.group(1) or match.group(3)
            if name in items:
                self.place = start
                self.fail(f"one_{name}" if name in SINGLE_COPY_KINDS else "item_once")
            items[name] = int(match.group(2) or 1)
            if not self.has_next_card():
                return items
            self.place += 1
