"""The acts of Ember: every answer that a player can give, with its text."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import attrs

from twingkit.core.acts import Act, ActNotation, Choice, WordKind, flag
from twingkit.ember.rules.cards import parse_card

Card = Annotated[str, WordKind("card", parse_card)]
Creature = Annotated[str, WordKind("creature")]
Seat = Annotated[str, WordKind("seat")]

# -- the two steps of a turn


@attrs.frozen
class Draw(Act):
    """Draw in step 1, from the Charred Pile if `from_pile`; a full hand discards a card first (EM-TURN-2)."""

    word = "draw"
    example = "draw F5"
    discard: Card | None = None
    from_pile: bool = flag("pile")


@attrs.frozen
class Refresh(Act):
    """Replace the whole hand instead of drawing (EM-TURN-4)."""

    word = "refresh"


@attrs.frozen
class Stay(Act):
    """Draw nothing (EM-TURN-2)."""

    word = "stay"


@attrs.frozen
class Conjure(Act):
    """Conjure a creature of the Pool and pay with these cards, in pile order (EM-CONJ-1)."""

    word = "conjure"
    example = "conjure phoenix A5 E5 F5 W5"
    creature: Creature
    cards: tuple[Card, ...] = ()


@attrs.frozen
class Done(Act):
    """End step 2."""

    word = "done"


# -- windows


@attrs.frozen
class Pass(Act):
    """Do not act now."""

    word = "pass"


@attrs.frozen
class PassTurn(Act):
    """Do not act in the rest of this turn (EM-WIN-3)."""

    word = "turn"


@attrs.frozen
class Use(Act):
    """Use a creature on targets: seats, creatures, or a card (EM-ABIL-2)."""

    word = "use"
    example = "use imp p2"
    creature: Creature
    targets: tuple[str, ...] = ()


@attrs.frozen
class UseArchmage(Act):
    """Use an Archmage on a creature (EM-ARCH-1)."""

    word = "archmage"
    example = "archmage flip imp"
    verb: Literal["flip", "revive"]
    target: Creature | None = None


@attrs.frozen
class Call(Act):
    """Make the call (EM-CALL-2)."""

    word = "call"


@attrs.frozen
class AnswerWith(Act):
    """Cancel or dodge an announced use with a creature (EM-ABIL-3)."""

    word = "answer"
    example = "answer griffin"
    creature: Creature


STAY: Final = Stay()
REFRESH: Final = Refresh()
DONE: Final = Done()
PASS: Final = Pass()
PASS_TURN: Final = PassTurn()
CALL: Final = Call()


WindowAct = Use | UseArchmage | Call
"""An act that is possible in every window."""

AbilityAct = Use | UseArchmage
"""The use of an ability."""

# -- choices


@attrs.frozen
class CardChoice(Choice):
    """A choice of cards."""

    things: tuple[Annotated[str, WordKind("card")], ...] = ()


class Discard(CardChoice):
    """Discard hand cards."""

    __slots__ = ()
    word = "discard"
    example = "discard F5"


class Give(CardChoice):
    """Give hand cards to another player."""

    __slots__ = ()
    word = "give"
    example = "give F5"


class Replace(CardChoice):
    """Replace hand cards."""

    __slots__ = ()
    word = "redraw"
    example = "redraw F5 E2"


class PickCard(CardChoice):
    """Discard a card of an opponent's hand."""

    __slots__ = ()
    word = "pick"
    example = "pick F5"


class LayCard(CardChoice):
    """Put a card on the Charred Pile next."""

    __slots__ = ()
    word = "lay"
    example = "lay F5"


class OrderCards(CardChoice):
    """Put cards back on the Draw Deck in this order."""

    __slots__ = ()
    word = "order"
    example = "order F5 E2"


@attrs.frozen
class FlipOwn(Choice):
    """Flip one's own creature."""

    word = "flip"
    example = "flip imp"
    things: tuple[Creature, ...] = ()


@attrs.frozen
class ActsFirst(Choice):
    """Let one of several tied players act first."""

    word = "first"
    example = "first p2"
    things: tuple[Seat, ...] = ()


class DrawFrom(Choice):
    """Draw from this pile."""

    __slots__ = ()
    word = "from"
    example = "from pile"


NOTATION = ActNotation(
    *(Draw, Refresh, Stay, Conjure, Done, Pass, PassTurn, Use, UseArchmage, Call, AnswerWith),
    *(Discard, Give, Replace, PickCard, LayCard, OrderCards, FlipOwn, ActsFirst, DrawFrom),
)
"""All acts of Ember by their texts."""
