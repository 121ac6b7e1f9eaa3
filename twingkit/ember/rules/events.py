"""Events of Ember that players, pages and statistics tell apart; all other rulings have no class."""

from __future__ import annotations

from typing import Literal

import attrs

from twingkit.core.events import Event
from twingkit.core.rulebook import HiddenFact
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules.costs import Payment

CreatureOrArchmage = Creature | Literal["archmage"]


@attrs.frozen(slots=False)
class TurnBegins(Event):
    """A turn begins; `n` is its number."""

    pair = "EM-TURN-1 begins"
    side: str
    n: int


@attrs.frozen(slots=False)
class Drew(Event):
    """A player draws `n` cards from the deck; others do not see which."""

    side: str
    n: int
    cards: HiddenFact | str


class Dealt(Drew):
    """The cards of the first hand."""

    pair = "EM-SET-5 dealt"


class DrewInStep(Drew):
    """The draw of step 1."""

    pair = "EM-TURN-2 drawn"


class DrewByAbility(Drew):
    """A draw for an ability."""

    pair = "EM-TURN-6 drawn"


class DrewRefreshed(Drew):
    """The new hand after a refresh."""

    pair = "EM-TURN-4 drawn"


class Redrew(Drew):
    """The cards for those that an ability replaced."""

    pair = "EM-TURN-5 redrawn"


class Replenished(Drew):
    """The cards for those that paid for a creature."""

    pair = "EM-CONJ-2 replenished"


@attrs.frozen(slots=False)
class DrawsMore(Event):
    """A creature lets its player draw `n` cards in step 1."""

    pair = "EM-TURN-2 more"
    side: str
    creature: Creature
    n: int


@attrs.frozen(slots=False)
class Stayed(Event):
    """A player does without the draw of step 1."""

    pair = "EM-TURN-2 stays"
    side: str


@attrs.frozen(slots=False)
class Discarded(Event):
    """A player puts cards on the Charred Pile."""

    side: str
    cards: tuple[str, ...]
    n: int


class DiscardedToDraw(Discarded):
    """The card of a full hand that makes room for a draw."""

    pair = "EM-TURN-2 discards"


class Refreshed(Discarded):
    """The hand that a player refreshes."""

    pair = "EM-TURN-4 refreshes"


class DiscardedToHandSize(Discarded):
    """The cards over the Hand Size at the end of a turn."""

    pair = "EM-TURN-7 discards"


@attrs.frozen(slots=False)
class TookFromPile(Event):
    """A player takes a card from the Charred Pile instead of drawing, as a creature allows."""

    pair = "EM-TURN-5 from_pile"
    side: str
    card: str
    creature: Creature | None = None


class TookByAbility(TookFromPile):
    """An ability brings a player a card of the Charred Pile."""

    pair = "EM-ABIL-7 from_pile"


@attrs.frozen(slots=False)
class DeckRenewed(Event):
    """The `n` cards of the Charred Pile become the Draw Deck."""

    pair = "EM-DECK-2 renewed"
    n: int


@attrs.frozen(slots=False)
class Conjured(Event):
    """A player conjures a creature."""

    pair = "EM-CONJ-2 conjured"
    side: str
    creature: Creature
    payment: Payment


@attrs.frozen(slots=False)
class PaidByArchmage(Event):
    """Archmages pay for cards that are not in the hand."""

    pair = "EM-COST-5 wild"
    side: str
    n: int


@attrs.frozen(slots=False)
class Announced(Event):
    """A player announces the use of an ability or an Archmage, perhaps on somebody or something."""

    side: str
    creature: CreatureOrArchmage
    targets: tuple[object, ...] | None = None


class AbilityAnnounced(Announced):
    """The use of a creature's ability."""

    pair = "EM-ABIL-2 announced"


class AbilityAnnouncedOn(Announced):
    """The use of a creature's ability on targets."""

    pair = "EM-ABIL-2 announced_on"


class ArchmageAnnounced(Announced):
    """The use of an Archmage."""

    pair = "EM-ARCH-2 announced"


class ArchmageAnnouncedOn(Announced):
    """The use of an Archmage on targets."""

    pair = "EM-ARCH-2 announced_on"


@attrs.frozen(slots=False)
class DeclinedToAnswer(Event):
    """A player who could answer a use with these creatures does not."""

    pair = "EM-ABIL-3 declines"
    side: str
    creatures: tuple[Creature, ...]


@attrs.frozen(slots=False)
class SawHand(Event):
    """A player looks at the hand of another."""

    pair = "EM-ABIL-7 looks"
    side: str
    other: str
    cards: HiddenFact | str


@attrs.frozen(slots=False)
class CreatureChanged(Event):
    """A player's creature changes."""

    side: str
    creature: Creature


class TurnedDown(CreatureChanged):
    """A creature is turned face down."""

    pair = "EM-ABIL-1 turned_down"


class Revived(CreatureChanged):
    """A creature is turned face up."""

    pair = "EM-ABIL-1 revived"


@attrs.frozen(slots=False)
class Marked(CreatureChanged):
    """A creature gets marks and is now worth `n` Victory Points."""

    pair = "EM-ABIL-8 marked"
    n: int


class FlippedByMarks(CreatureChanged):
    """A creature without Victory Points is turned face down."""

    pair = "EM-ABIL-8 zero_flips"


@attrs.frozen(slots=False)
class Called(Event):
    """A player with `n` Victory Points calls; the game needs `limit`."""

    side: str
    n: int
    limit: int


class CalledRightly(Called):
    """The call ends the turns."""

    pair = "EM-CALL-2 right"


class CalledWrongly(Called):
    """The call is penalized."""

    pair = "EM-CALL-6 wrong"


@attrs.frozen(slots=False)
class Passed(Event):
    """A player passes in the last round."""

    pair = "EM-CALL-3 passes"
    side: str


@attrs.frozen(slots=False)
class Won(Event):
    """One player wins with `n` Victory Points."""

    pair = "EM-CALL-5 wins"
    sides: tuple[str, ...]
    side: str
    n: int


class Shared(Won):
    """Several players share the win."""

    pair = "EM-CALL-5 shared"
