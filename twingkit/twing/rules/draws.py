"""Chance on the table: drawing a card, an event, an object, a character, or a card from a hand.

A stack is a set of cards whose order nobody knows: which one comes is asked like a die, so that a game played
at a real table can be typed in as it fell.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from twingkit.core.cards.draws import NamedPick, Picked, StackDraw
from twingkit.core.questions import BadAnswer, Refusal, one_line
from twingkit.core.rulebook import Quoted
from twingkit.core.zones.deck import Deck
from twingkit.twing.rules.cards import CHARACTERS, Card, Creature, Spell, parse_card
from twingkit.twing.rules.player import ELEMENT_LIMIT, SPELL_LIMIT, Player
from twingkit.twing.rules.response_cards import SPECIALS
from twingkit.twing.rules.rulebook import refuse, rulebook

_IMPOSSIBLE_CARDS = {
    "no_mount": re.compile(r"spell [FWLA][1-9][0-9]?M"),
    "no_power": re.compile(rf"(?:{'|'.join(SPECIALS)}) (?:[FWLA](?:[1-9][0-9]?)?|[1-9][0-9]?)"),
}
"""Kinds of cards that do not exist, by the case of TW-BOX-4 that refuses them."""


class Draw(StackDraw[Card]):
    """The next playing card of the stack, for a player (TW-TURN-1)."""

    __slots__ = ()
    kind = "draw"
    rule = "TW-TURN-1"

    def refusal(self, answer: object) -> Refusal | None:
        """Refused if the stack does not hold the card, or no box can; raises `BadAnswer` if it is no card."""
        if isinstance(answer, str) and (case := _impossible_card_case(answer)):
            return refuse("TW-BOX-4", case, card=Quoted(one_line(answer, 40)))
        if not isinstance(answer, Spell | Creature | str) or (
            isinstance(answer, str) and parse_card(answer) is None
        ):
            raise _bad_card_answer(str(answer))
        if self.stack.count(answer):
            return None
        if answer not in self.stack.places:
            return refuse("TW-BOX-5", "not_in_box", card=answer)
        return refuse("TW-BOX-1", "not_in_stack", card=answer)

    def parse_answer(self, text: str) -> Card:
        """`draw spell F5`, `draw creature F4M`, `draw cat`; the word draw may be left out."""
        named = " ".join(text.split()).removeprefix("draw ")
        card = parse_card(named)
        if card is None and not _impossible_card_case(named):
            raise _bad_card_answer(text)
        return card or named

    def format_answer(self, answer: Card) -> str:
        """`draw spell F5`."""
        return f"draw {answer}"

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", "draw", {"side": self.name})


class Deal(Draw):
    """A card for a hand that nobody has seen (TW-PLAY-1).

    Such a hand holds no creature, at most fifteen spells of at most three elements (TW-TURN-4), and with its
    last card at least one spell (TW-TURN-2).
    """

    __slots__ = ("last", "owner")
    rule = "TW-PLAY-1"

    def __init__(self, owner: Player, stack: Deck[Card], last: bool) -> None:
        super().__init__(owner.seat, owner.name, stack)
        self.owner, self.last = owner, last

    def options(self) -> Iterator[Card]:
        """The different cards that fit the hand."""
        elements = {spell.element for spell in self.owner.hand}
        needed = self.last and not elements
        full = len(self.owner.hand) >= SPELL_LIMIT
        for card in self.stack:
            if isinstance(card, Spell):
                if full:
                    continue
                if card.element in elements or len(elements) < ELEMENT_LIMIT:
                    yield card
            elif isinstance(card, str) and not needed:
                yield card

    def random_answer(self, rng: random.Random) -> Card:
        """One card, each card that fits equally likely."""
        cards = [card for card in self.options() for _ in range(self.stack.count(card))]
        return cards[int(rng.random() * len(cards))]

    def refusal(self, answer: object) -> Refusal | None:
        """Refused if the stack does not hold the card, or the hand cannot."""
        refusal = super().refusal(answer)
        if refusal is None and answer not in set(self.options()):
            return refuse("TW-PLAY-1", "not_held", card=answer)
        return refusal


def _impossible_card_case(text: str) -> str:
    """The fault of a card of a kind that does not exist (TW-BOX-4): a case of the rule, else ""."""
    return next((case for case, kind in _IMPOSSIBLE_CARDS.items() if kind.fullmatch(text)), "")


def _bad_card_answer(text: str) -> BadAnswer:
    return BadAnswer("card", rulebook(), token=Quoted(one_line(text, 40)))


class Pick(NamedPick[Picked]):
    """Chance picks one of several named things: an event, an object, a character, a spell of a hand."""

    __slots__ = ()

    def bad_answer(self, text: str) -> BadAnswer:
        """The error of an answer that is none of the choices."""
        expected = tuple(Quoted(self.token(choice)) for choice in self.options())
        return BadAnswer("pick", rulebook(), token=Quoted(one_line(text, 40)), expected=expected)

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.name})


class PickCharacter(Pick[str]):
    """The draw of a player's character (TW-SET-1)."""

    __slots__ = ()
    kind = "pick_character"
    rule = "TW-SET-1"
    word = "character"

    def refusal(self, answer: str) -> Refusal | None:
        """Refused if somebody has that character (TW-BOX-2); raises `BadAnswer` if there is none."""
        if answer in CHARACTERS and answer not in self.choices:
            return refuse("TW-BOX-2", "taken", side=CHARACTERS[answer])
        return super().refusal(answer)

    def parse_answer(self, text: str) -> str:
        """`character F`; the word character may be left out."""
        wanted = " ".join(text.split()).removeprefix("character ")
        return wanted if wanted in CHARACTERS else str(super().parse_answer(text))


class PickObject(Pick[str]):
    """The draw of the top of the object stack (TW-SET-2)."""

    __slots__ = ()
    kind = "pick_object"
    rule = "TW-SET-2"
    word = "object"


class PickDisplayRefill(PickObject):
    """The object that fills up the display (TW-OBJ-1)."""

    __slots__ = ()
    rule = "TW-OBJ-1"


class PickRitualObject(PickObject):
    """The object that the Ritual of the Ornly Cat brings (TW-OBJ-3)."""

    __slots__ = ()
    rule = "TW-OBJ-3"


class PickEventObject(PickObject):
    """The object that an event brings (TW-BAT-8)."""

    __slots__ = ()
    rule = "TW-BAT-8"


class PickEvent(Pick[str]):
    """The draw of an event card (TW-BAT-8)."""

    __slots__ = ()
    kind = "pick_event"
    rule = "TW-BAT-8"
    word = "event"


class PickSpell(Pick[Spell]):
    """The draw of a spell of a hand by chance (an event)."""

    __slots__ = ()
    kind = "pick_spell"
    rule = "TW-BAT-8"
    word = "spell"

    def token(self, choice: Spell) -> str:
        """The spell's token."""
        return choice.token
