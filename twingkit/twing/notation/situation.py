"""The situation line: what two players hold before the cards of a battle are laid.

    F: hand F5 F3*2 W4 + F6M F3 @ hat & cat*2 vs W: hand W6 ?*3 + W3; gone F1*2 + L2 & trap

A holder holds a hand (`nothing`, spells, `?` for cards that nobody else knows), creatures in the entourage,
active objects and held cats, traps and Miromon; or its cards are laid already, as in a battle line, and after
`; hand` stands what it holds besides: `F: F5 F3 + F4 & cat ?*2; hand F6 + F2`. What is `gone` is known to be
out of play. `Situation.parse(line)` reads a line, `str(situation)` prints the canonical
one. Reading is strict and judges syntax only; `Situation.problems()` lists what the rules forbid.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

import attrs

from twingkit.core.arguments import TEXT, takes
from twingkit.core.arguments.kinds import shown
from twingkit.core.asking import Refusal
from twingkit.core.messages import Fault
from twingkit.core.notation import BattleError, TwoSided, written
from twingkit.core.rulebook import Quoted
from twingkit.twing.notation.battle_line import (
    ROLES,
    Battle,
    LineReader,
    Side,
    there_twice,
    too_many_active,
)
from twingkit.twing.notation.holder import Gone, Holder, spells_in_order
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Card, Creature, Spell
from twingkit.twing.rules.held import SINGLE, Held, item_pattern, together
from twingkit.twing.rules.player import ELEMENT_LIMIT, SPELL_LIMIT
from twingkit.twing.rules.rulebook import refuse
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

COPIES_LIMIT = 99
"""More copies of one card are refused."""

_COPIES = re.compile(r"([FWLA])([1-9][0-9]?)(M?)(?:\*([1-9][0-9]?))?(?![0-9A-Za-z*?])")
_UNKNOWN = re.compile(r"\?(?:\*([1-9][0-9]?))?(?![0-9A-Za-z*?])")
_ITEM_OR_UNKNOWN = item_pattern("?")

_Elemental = TypeVar("_Elemental", Spell, Creature)


def _spell(element: str, power: int, mount: bool) -> Spell:
    return Spell(element, power)


@attrs.frozen
class Situation(TwoSided):
    """The cards of both sides; `str(situation)` is the canonical line.

    >>> situation = Situation.parse("F: hand F3 F5*2 + F4 vs W: hand W6 ?*3; gone L2 & trap")
    >>> print(situation)
    F: hand F5*2 F3 + F4 vs W: hand W6 ?*3; gone L2 & trap
    >>> situation.defender.hidden, situation.gone.traps
    (3, 1)
    >>> print(Situation.of("F: F5 & cat vs W: W6"))
    F: hand F5 & cat vs W: hand W6
    """

    attacker: Holder
    defender: Holder
    gone: Gone = attrs.field(factory=Gone)

    @classmethod
    @takes(line=TEXT)
    def parse(cls, line: str) -> Situation:
        """Read a situation line. Raises `NotationError` where it is not one.

        A battle line is read too: both sides have laid their cards. What a side holds besides its laid cards
        stands after `; hand`.

        >>> print(Situation.parse("F: hand W4 F3 F5 F3 & cat*1 vs W: hand ?*3 W6 + W3 W4M; gone & trap"))
        F: hand F5 F3*2 W4 & cat vs W: hand W6 ?*3 + W4M W3; gone & trap
        >>> print(Situation.parse("F: F5 + F4; hand ?*2 F6 + F2 vs W: W6"))
        F: F5 + F4 & ?*2; hand F6 + F2 vs W: W6
        """
        return _SituationReader(line).situation()

    @classmethod
    def of(cls, battle: Battle | str) -> Situation:
        """A battle or its line, read as a situation: both sides have only the cards laid.

        Raises `NotationError`.

        >>> print(Situation.of("F: F5 + F6M>F3 vs W: shield W4 & cat"))
        F: hand F5 + F6M F3 vs W: hand nothing + W4 & cat
        """
        parsed = Battle.parse(battle) if isinstance(battle, str) else battle
        return cls(_holding(parsed.attacker), _holding(parsed.defender))

    @property
    def holders(self) -> tuple[Holder, Holder]:
        """Attacker, defender."""
        return self.attacker, self.defender

    @property
    def hidden(self) -> int:
        """The number of cards on both sides that nobody else knows."""
        return self.attacker.hidden + self.defender.hidden

    @property
    def battle(self) -> Battle | None:
        """The battle, where both sides have laid, with the known cards; None where one has not."""
        attacker, defender = self.attacker.side, self.defender.side
        return None if attacker is None or defender is None else Battle(attacker, defender)

    def visible(self) -> Counter[Card]:
        """The number of times that each card is known to be held, laid or gone: these cannot be hidden
        cards."""
        return Counter((*self.attacker.cards, *self.defender.cards, *self.gone.cards))

    def problems(self, variant: Variant | str = BOX) -> list[Refusal]:
        """Every rule that this situation breaks, with its id; empty for a possible one.

        >>> for problem in Situation.parse("F: hand F5 W4 L3 A2 @ hat vs W: hand W6 @ hat").problems():
        ...     print(problem)
        The attacker: spells of Fire, Water, Life and Air; a hand holds at most 3 elements. [TW-TURN-4]
        There is only one Hat of Opportunity; it cannot lie there twice. [TW-BOX-1]
        """
        rules = as_variant(variant)
        refusals: list[Refusal] = []
        for role, own, enemy in zip(ROLES, self.holders, self.holders[::-1], strict=True):
            if own.laid is not None:
                refusals += laying.problems(own.laid, role, own.objects, enemy.objects, rules)
                missing = laying.too_few(own.laid, own.creatures, own.objects, enemy.objects, rules)
                refusals += [] if missing is None else [missing]
            elif role == "attacker" and not own.spells and not own.hidden:
                refusals.append(refuse("TW-BAT-1", "count", n=0))
            refusals += _hand_problems(own, role)
            refusals += too_many_active(role, own.objects)
        refusals += there_twice(self.attacker.objects + self.defender.objects, self.holders)
        for kind in SINGLE:
            if self.gone.held.many(kind) and together(self.holders).many(kind):
                refusals.append(refuse("TW-BOX-6", f"position_{kind}", where=Quoted("gone")))
        return refusals

    def check(self, variant: Variant | str = BOX) -> Situation:
        """Return this situation, if it is possible; raises `BattleError` with all its problems if not."""
        problems = self.problems(variant)
        if problems:
            raise BattleError(problems)
        return self

    def __str__(self) -> str:
        text = f"{self.attacker} vs {self.defender}"
        return f"{text}; {self.gone}" if self.gone else text


def as_situation(given: Situation | Battle | str) -> Situation:
    """A situation from what a person may have: a situation or its line, a battle or its line.

    A battle (and a line that is one) is read as what both sides hold, as `Situation.of` does; a line that
    says more than a battle keeps what is laid there. Raises `NotationError`.

    >>> print(as_situation("F: F5 vs W: W6"))
    F: hand F5 vs W: hand W6
    """
    if isinstance(given, Situation):
        return written(given, Situation.parse)
    if isinstance(given, Battle):
        return Situation.of(written(given, Battle.parse))
    if not isinstance(given, str):
        raise Fault("situation.kind", found=shown(given))
    situation = Situation.parse(given)
    battle = situation.battle
    more = situation.hidden or situation.gone or any(holder.keeps for holder in situation.holders)
    return Situation.of(battle) if battle and not more else situation


def _holding(side: Side) -> Holder:
    lay = side.lay
    return Holder(side.character, lay.spells, 0, lay.creatures, side.objects, side.held)


def _hand_problems(holder: Holder, role: str) -> Iterator[Refusal]:
    """TW-TURN-4: what a hand cannot hold; hidden cards are judged with the hands they may make."""
    if not holder.spells:
        return  # a lay alone is judged as in a battle line
    spells = spells_in_order(holder.known_spells)
    elements = tuple(dict.fromkeys(spell.element for spell in spells))
    if len(elements) > ELEMENT_LIMIT:
        yield refuse("TW-TURN-4", "position_elements", where=role, elements=elements, limit=ELEMENT_LIMIT)
    if len(spells) > SPELL_LIMIT:
        yield refuse("TW-TURN-4", "position_spells", where=role, n=len(spells), limit=SPELL_LIMIT)


class _SituationReader(LineReader):
    """Reads a situation line."""

    def situation(self) -> Situation:
        """Two holders with vs between them, and what is gone."""
        self.side = ROLES[0]
        attacker = self.holder()
        self.need(" vs ", "vs")
        self.side = ROLES[1]
        defender = self.holder()
        gone, expected = Gone(), "end_of_holder"
        if self.take("; gone"):
            self.side, expected = "", "end_of_gone"
            gone = self.gone()
        if self.place < len(self.line):
            self.fail(expected)
        return Situation(attacker, defender, gone)

    def holder(self) -> Holder:
        """Character, hand and creatures or a lay, objects, held cards; after a lay, what else is held."""
        character = self.character()
        lay, spells, creatures = None, list[Spell](), list[Creature]()
        items: dict[str, int] = {}
        if self.take("hand "):
            spells, items["?"] = self.hand()
            creatures = self.creatures() if self.take(" + ") else []
        elif self.line.startswith("shield ", self.place) or _COPIES.match(self.line, self.place):
            lay = self.lay()
        else:
            self.fail("holder")
        objects: list[str] = self.objects() if self.take(" @ ") else []
        if self.take(" & "):
            if lay is not None:
                items |= self.held(_ITEM_OR_UNKNOWN, "unknown_item")
            else:
                unknown = self.line.startswith("?", self.place)
                items |= self.held(expected="item_of_hand" if unknown else "item")
        if lay is not None and self.take("; hand "):
            start = self.place
            spells, hidden = self.hand()
            if hidden and "?" in items:
                self.place = self.line.index("?", start)
                self.fail("unknown_once")
            items["?"] = items.get("?", 0) + hidden
            creatures = self.creatures() if self.take(" + ") else []
        return Holder(character, spells, items.get("?", 0), creatures, objects, Held.counted(items), lay)

    def hand(self) -> tuple[list[Spell], int]:
        """`nothing`, or spells and at most once `?`."""
        if self.take("nothing"):
            return [], 0
        spells, hidden, expected = list[Spell](), 0, "hand"
        while True:
            if self.line.startswith("?", self.place):
                if hidden:
                    self.fail("unknown_once")
                hidden = int(self.match(_UNKNOWN, "hand_card").group(1) or 1)
            else:
                self.copies(spells, _spell, expected)
            if not self.at_card():
                return spells, hidden
            self.place += 1
            expected = "hand_card"

    def creatures(self) -> list[Creature]:
        """Creatures with blanks between them."""
        creatures: list[Creature] = []
        self.copies(creatures, Creature, "creatures")
        while self.at_card():
            self.place += 1
            self.copies(creatures, Creature, "creatures")
        return creatures

    def copies(
        self, cards: list[_Elemental], make: Callable[[str, int, bool], _Elemental], expected: str
    ) -> None:
        """One card with the number of its copies, added to `cards`."""
        start = self.place
        element, power, mount, times = self.match(_COPIES, expected).groups()
        card = make(element, int(power), bool(mount))
        if mount and isinstance(card, Spell):
            self.place = start
            self.fail(expected)
        cards += [card] * int(times or 1)
        if cards.count(card) > COPIES_LIMIT:
            self.place = start
            self.fail("copies")

    def gone(self) -> Gone:
        """Spells, creatures, other cards: at least one of them."""
        spells, creatures = list[Spell](), list[Creature]()
        start = self.place
        while self.at_card():
            self.place += 1
            self.copies(spells, _spell, "gone_spell")
        if self.take(" + "):
            creatures = self.creatures()
        held = Held.counted(self.held() if self.take(" & ") else {})
        if self.place == start:
            self.fail("gone")
        return Gone(spells, creatures, held)
