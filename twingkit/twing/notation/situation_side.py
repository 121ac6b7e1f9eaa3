"""One side of a situation, and the cards out of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from twingkit.core.notation import NotationValue
from twingkit.twing.notation.battle_line import Side, format_side, sort_objects
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCardHolder, ResponseCards


def sort_spells(cards: Iterable[Spell]) -> tuple[Spell, ...]:
    """Sort spells by element, the strongest first."""
    return tuple(sorted(cards, key=lambda card: (ELEMENTS.index(card.element), -card.power)))


def sort_creatures(cards: Iterable[Creature]) -> tuple[Creature, ...]:
    """Sort creatures by element, the strongest first, a mount before another creature of the same power."""
    return tuple(sorted(cards, key=lambda card: (ELEMENTS.index(card.element), -card.power, not card.mount)))


def _with_copies(cards: Iterable[Spell | Creature]) -> str:
    return " ".join(_times(card.token, count) for card, count in Counter(cards).items())


def _times(token: str, count: int) -> str:
    return token if count == 1 else f"{token}*{count}"


@attrs.frozen
class SituationSide(ResponseCardHolder, NotationValue):
    """One side of a situation: the cards that a player holds, and its lay if it has laid.

    `spells` and `creatures` are the known cards of hand and entourage that are not laid. `laid` is None
    before laying; laid cards are not listed elsewhere. `hidden_count` (0 to 99) counts cards that only their
    owner knows; these are never creatures, because those lie face up (TW-SET-1, TW-TURN-1). `response_cards`
    are the known response cards; `cats`, `traps` and `miromon` give the single counts.

    >>> SituationSide("F", [Spell("W", 4), Spell("F", 3), Spell("F", 5)], hidden_count=2).spells[0].token
    'F5'
    """

    character: str
    spells: tuple[Spell, ...] = attrs.field(default=(), converter=sort_spells)
    hidden_count: int = 0
    creatures: tuple[Creature, ...] = attrs.field(default=(), converter=sort_creatures)
    objects: tuple[str, ...] = attrs.field(default=(), converter=sort_objects)
    response_cards: ResponseCards = NO_RESPONSE_CARDS
    laid: Lay | None = None

    @property
    def laid_side(self) -> Side | None:
        """The side in battle notation: the lay with the other known cards; None before laying."""
        if self.laid is None:
            return None
        return Side(self.character, self.laid, self.objects, self.response_cards)

    @property
    def has_held_back_cards(self) -> bool:
        """True if the side has laid and still holds known spells or creatures."""
        return self.laid is not None and bool(self.spells or self.creatures)

    @property
    def known_spells(self) -> tuple[Spell, ...]:
        """Every known spell, held or laid, as counted by TW-TURN-4."""
        return self.spells + (self.laid.spells if self.laid else ())

    def before_laying(self) -> SituationSide:
        """Return this side with its laid cards back in hand and entourage.

        >>> from twingkit import twing
        >>> print(twing.Situation.parse("F: F5 + F4 & ?; hand F6 vs W: W6").attacker.before_laying())
        F: hand F6 F5 ? + F4
        """
        lay = self.laid or Lay()
        spells, creatures = self.spells + lay.spells, self.creatures + lay.creatures
        return attrs.evolve(self, spells=spells, creatures=creatures, laid=None)

    @property
    def cards(self) -> Iterator[Card]:
        """All known cards of this side, held and laid."""
        lay = self.laid or Lay()
        yield from self.spells + lay.spells
        yield from self.creatures + lay.creatures
        yield from self.response_cards.cards

    def __str__(self) -> str:
        unknown = _times("?", self.hidden_count) if self.hidden_count else ""
        held = str(self.response_cards)
        shown = unknown if self.laid is None else ""
        hand = "hand " + (" ".join(filter(None, (_with_copies(self.spells), shown))) or "nothing")
        if self.creatures:
            hand += f" + {_with_copies(self.creatures)}"
        if self.laid is not None:
            held = " ".join(filter(None, (held, unknown)))
        text = format_side(
            f"{self.character}: {hand if self.laid is None else self.laid}", self.objects, held
        )
        return f"{text}; {hand}" if self.has_held_back_cards else text


@attrs.frozen
class CardsOutOfPlay(ResponseCardHolder):
    """The cards that are known to be out of play, for example in the discard pile.

    >>> from twingkit import twing
    >>> gone = twing.Situation.parse("F: hand F5 vs W: hand W6; gone F1*2 & trap").cards_out_of_play
    >>> [spell.token for spell in gone.spells], gone.traps
    (['F1', 'F1'], 1)
    """

    spells: tuple[Spell, ...] = attrs.field(default=(), converter=sort_spells)
    creatures: tuple[Creature, ...] = attrs.field(default=(), converter=sort_creatures)
    response_cards: ResponseCards = NO_RESPONSE_CARDS

    @property
    def cards(self) -> Iterator[Card]:
        """All cards that are out of play."""
        yield from self.spells
        yield from self.creatures
        yield from self.response_cards.cards

    def __bool__(self) -> bool:
        return self != CardsOutOfPlay()

    def __str__(self) -> str:
        """Return the part of the line from `gone` on; empty if nothing is gone."""
        if not self:
            return ""
        parts = (
            ("", _with_copies(self.spells)),
            ("+ ", _with_copies(self.creatures)),
            ("& ", str(self.response_cards)),
        )
        return " ".join(["gone", *(sign + cards for sign, cards in parts if cards)])
