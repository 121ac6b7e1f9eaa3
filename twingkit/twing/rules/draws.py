"""Questions left to chance: drawing a card, an event, an object or a character, or a card from a hand.

The order of a stack is unknown. Each draw is a question, as a die roll is, so that a game from a
real table can be typed in as it happened.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from twingkit.core.cards.draws import DrawFromStack, Picked, RandomPick
from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, Card, Creature, Spell, parse_card
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS, Player
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal, rulebook

_IMPOSSIBLE_CARDS = {
    "no_mount": re.compile(r"spell [FWLA][1-9][0-9]?M"),
    "no_power": re.compile(rf"(?:{'|'.join(RESPONSE_CARD_KINDS)}) (?:[FWLA](?:[1-9][0-9]?)?|[1-9][0-9]?)"),
}
"""Patterns of impossible cards, by the case of TW-BOX-4 that refuses them."""


class NextPlayingCardDraw(DrawFromStack[Card]):
    """The question which card a player draws next from the stack (TW-TURN-1)."""

    __slots__ = ()
    kind = "draw"
    book = staticmethod(rulebook)
    rule = "TW-TURN-1"

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if the card is not in the stack, or in no possible box, otherwise None."""
        if isinstance(answer, str) and (case := _impossible_card_case(answer)):
            return rule_refusal("TW-BOX-4", case, card=QuotedFact(one_line_excerpt(answer, 40)))
        if not isinstance(answer, Spell | Creature | str) or (
            isinstance(answer, str) and parse_card(answer) is None
        ):
            raise bad_answer("card", answer)
        if self.stack.count(answer):
            return None
        if answer not in self.stack.places:
            return rule_refusal("TW-BOX-5", "not_in_box", card=answer)
        return rule_refusal("TW-BOX-1", "not_in_stack", card=answer)

    def parse_answer(self, text: str) -> Card:
        """Parse `draw spell F5`, `draw creature F4M` or `draw cat`; `draw` may be left out."""
        named = " ".join(text.split()).removeprefix("draw ")
        card = parse_card(named)
        if card is None and not _impossible_card_case(named):
            raise bad_answer("card", text)
        return card or named


class UnseenCardDeal(NextPlayingCardDraw):
    """The question which card is dealt at random to a hand whose cards a position string leaves unknown
    (TW-PLAY-1).

    Such a hand holds no creature, at most fifteen spells of at most three elements (TW-TURN-4), and with its
    last card at least one spell (TW-TURN-2).
    """

    __slots__ = ("last", "owner")
    rule = "TW-PLAY-1"

    def __init__(self, owner: Player, stack: DeckWithKnownEnds[Card], last: bool) -> None:
        super().__init__(owner.seat, owner.name, stack)
        self.owner, self.last = owner, last

    def options(self) -> Iterator[Card]:
        """Yield the different cards that the hand may hold."""
        elements = {spell.element for spell in self.owner.hand}
        needed = self.last and not elements
        full = len(self.owner.hand) >= MAX_HAND_SPELLS
        for card in self.stack:
            if isinstance(card, Spell):
                if full:
                    continue
                if card.element in elements or len(elements) < MAX_HAND_ELEMENTS:
                    yield card
            elif isinstance(card, str) and not needed:
                yield card

    def random_answer(self, rng: random.Random) -> Card:
        """Return a random card among those that the hand may hold, each copy equally likely."""
        cards = [card for card in self.options() for _ in range(self.stack.count(card))]
        return cards[int(rng.random() * len(cards))]

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if the stack does not contain the card or the hand may not hold it, otherwise
        None.
        """
        refusal = super().refusal(answer)
        if refusal is None and answer not in set(self.options()):
            return rule_refusal("TW-PLAY-1", "not_held", card=answer)
        return refusal


def _impossible_card_case(text: str) -> str:
    """Return the case of TW-BOX-4 for a card that cannot exist, or ""."""
    return next((case for case, kind in _IMPOSSIBLE_CARDS.items() if kind.fullmatch(text)), "")


class TwingRandomPick(RandomPick[Picked]):
    """Base class of questions for a random pick of one named thing: an event, an object, a character, or a
    spell of a hand.
    """

    __slots__ = ()
    book = staticmethod(rulebook)

    def bad_answer(self, answer: str) -> BadAnswer:
        """Return the error for an answer that is not one of the choices."""
        return bad_answer("pick", answer, expected=map(self.format_choice, self.options()))


class RandomCharacterPick(TwingRandomPick[str]):
    """The question which character a player draws (TW-SET-1)."""

    __slots__ = ()
    kind = "pick_character"
    rule = "TW-SET-1"
    answer_prefix = "character"

    def refusal(self, answer: str) -> Refusal | None:
        """Return a refusal if another player has the character (TW-BOX-2)."""
        if answer in CHARACTER_BY_ELEMENT and answer not in self.choices:
            return rule_refusal("TW-BOX-2", "taken", side=CHARACTER_BY_ELEMENT[answer])
        return super().refusal(answer)

    def parse_answer(self, text: str) -> str:
        """Parse `character F`; `character` may be left out."""
        wanted = " ".join(text.split()).removeprefix("character ")
        return wanted if wanted in CHARACTER_BY_ELEMENT else str(super().parse_answer(text))


class RandomObjectPick(TwingRandomPick[str]):
    """The question which object is on top of the object stack (TW-SET-2)."""

    __slots__ = ()
    kind = "pick_object"
    rule = "TW-SET-2"
    answer_prefix = "object"


class DisplayRefillPick(RandomObjectPick):
    """The question which object is drawn to refill the display (TW-OBJ-1)."""

    __slots__ = ()
    rule = "TW-OBJ-1"


class RitualObjectPick(RandomObjectPick):
    """The question which object a player draws by the Ritual of the Ornly Cat (TW-OBJ-3)."""

    __slots__ = ()
    rule = "TW-OBJ-3"


class EventObjectPick(RandomObjectPick):
    """The question which object a player draws because of an event (TW-BAT-8)."""

    __slots__ = ()
    rule = "TW-BAT-8"


class RandomEventPick(TwingRandomPick[str]):
    """The question which event card is drawn (TW-BAT-8)."""

    __slots__ = ()
    kind = "pick_event"
    rule = "TW-BAT-8"
    answer_prefix = "event"


class RandomSpellPick(TwingRandomPick[Spell]):
    """The question which spell an event picks at random from a hand."""

    __slots__ = ()
    kind = "pick_spell"
    rule = "TW-BAT-8"
    answer_prefix = "spell"

    def format_choice(self, choice: Spell) -> str:
        """Return a spell in notation."""
        return choice.token
