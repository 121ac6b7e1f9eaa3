"""The table: hands, creatures, Pool, Draw Deck and Charred Pile, and the state between two answers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any

import attrs

from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import (
    NOBODY,
    OWNER,
    Pieces,
    ZonePlayer,
    ZoneTable,
    players_field,
    value,
    zone,
)
from twingkit.ember.box.pool import Creature, Pool, load_pool
from twingkit.ember.rules.cards import DECK, PILE_ORDER
from twingkit.ember.variants.variant import BOX, Variant

SEATS = ("p1", "p2", "p3", "p4", "p5")
"""Names of the players in records, clockwise."""

FEWEST_SEATS = 2
"""Smallest number of players (EM-SET-1)."""

HAND_SIZE, SMALLEST_HAND, LARGEST_HAND = 5, 3, 8
"""The Hand Size, and the bounds within which abilities move it (EM-TURN-3)."""


@attrs.frozen
class Owned:
    """A conjured creature in front of its owner: face up or flipped, with its −1 marks."""

    creature: Creature
    up: bool = True
    marks: int = 0

    @property
    def id(self) -> str:
        """Return the id of the creature."""
        return self.creature.id

    @property
    def bonus(self) -> int:
        """Return the Victory Points that it gains by its own ability while it is face up (EM-ABIL-8)."""
        return self.creature.bonus if self.up else 0

    @cached_property
    def points(self) -> int:
        """Return its current Victory Points, never below 0 (EM-ABIL-8)."""
        return max(0, self.creature.value + self.bonus - self.marks)


CARDS = Pieces(box=DECK, order=PILE_ORDER.__getitem__)
"""The cards of the Draw Deck (EM-SET-2)."""

CREATURES = Pieces(name=lambda lying: getattr(lying, "id", lying))
"""The creatures, each once (EM-SET-3)."""


@attrs.define(eq=False)
class Player(ZonePlayer):
    """A player: hand (in the order of a pile), creatures, and what lasts until the end of a turn."""

    hand: list[str] = zone(CARDS, list, visible_to=OWNER)
    owned: list[Owned] = zone(CREATURES, list)
    penalty: int = value(0)
    """Amount by which the Hand Size is lower until the player next ends a turn."""
    called: bool = value(False)
    """True after a wrong call this turn (EM-CALL-6)."""
    passing: bool = value(False, visible_to=NOBODY)
    """True if the player passes for the rest of the turn (EM-WIN-6)."""

    @property
    def name(self) -> str:
        """Return the key of the player's name."""
        return SEATS[self.seat]

    @property
    def total(self) -> int:
        """Return the Victory Points of all creatures, flipped or not (EM-ABIL-1)."""
        return sum([owned.points for owned in self.owned])

    def has(self, verb: str, scope: str | None = None) -> bool:
        """Return True if an Ongoing ability with this verb (and scope) is active for the player."""
        return bool(self.ongoing(verb, scope))

    def ongoing(self, verb: str, scope: str | None = None) -> int:
        """Return the sum of the numbers of the player's active Ongoing abilities with this verb."""
        total = 0
        for owned in self.owned:
            if owned.up:
                for effect in owned.creature.continuous_effects:
                    if effect.verb == verb and scope in (None, effect.scope):
                        total += effect.amount
        return total

    def creature_granting(self, verb: str) -> Creature:
        """Return the creature whose active Ongoing ability has this verb. Raises `LookupError` if there is
        none.
        """
        for owned in self.owned:
            if owned.up and any(effect.verb == verb for effect in owned.creature.continuous_effects):
                return owned.creature
        raise LookupError(f"nothing of {self.name} has {verb!r}")

    @property
    def hand_size(self) -> int:
        """Return the player's Hand Size (EM-TURN-3)."""
        size = HAND_SIZE + self.ongoing("hand") - self.penalty
        return min(LARGEST_HAND, max(SMALLEST_HAND, size))

    def find(self, name: str) -> Owned | None:
        """Return the player's creature with this id, or None."""
        for owned in self.owned:
            if owned.creature.id == name:
                return owned
        return None

    def change(self, name: str, **changes: Any) -> Owned:
        """Change the state of a conjured creature, and return it."""
        place = next(place for place, owned in enumerate(self.owned) if owned.id == name)
        self.owned[place] = attrs.evolve(self.owned[place], **changes)
        return self.owned[place]


@attrs.define(eq=False, init=False)
class EmberTable(ZoneTable):
    """Everything on the table. The order of the Draw Deck is random, except for known cards on top."""

    players: list[Player] = players_field(Player)
    variant: Variant = value(BOX, key=False)
    creatures: Pool = value(load_pool, key=False)
    pool: tuple[str, ...] = zone(CREATURES, tuple)
    """Ids of the creatures that can be conjured, lowest values first."""
    deck: Deck[str] = zone(CARDS, CARDS.deck, visible_to=NOBODY)
    pile: list[str] = zone(CARDS, list, pile=True)
    """The Charred Pile, its top card last."""
    step: str = value("setup")
    """`setup`, `draw`, `conjure`, `end`, `call` (the round after a call) or `over`."""
    turn: int = value(0)
    dealer: int = value(0, key=False)
    current: int = value(0)
    conjured: bool = value(False)
    refreshed: bool = value(False)
    archmages: int = value(0)
    """Number of Archmages used as abilities this turn (EM-ARCH-4)."""
    idle: int = value(0)
    """Number of turns since the last conjuring (EM-CALL-7)."""
    caller: int | None = value(None)
    interrupted_step: tuple[str, int] = value(("", 0))
    """The step that a right call interrupted, and the number of Archmages used in that turn (EM-CALL-4)."""
    conjuring: int | None = value(None)
    """The seat that is conjuring, which nothing can affect (EM-CONJ-3)."""
    declared: dict[int, str] = value(dict, visible_to=NOBODY)
    """Actions that are declared but not shown yet, by seat (EM-WIN-3)."""
    rightly: set[int] = value(set, visible_to=NOBODY)
    """Seats that declared a call that was right at that moment (EM-WIN-3)."""
    settling: tuple[int, ...] = value((), key=False)
    """Seats with equal actions, which are shown to the active player, who decides their order (EM-WIN-4)."""
    answering: dict[int, str] = value(dict, visible_to=NOBODY)
    """Answers declared to the current use of an ability, by seat (EM-WIN-4)."""
    countering: dict[int, str] = value(dict, visible_to=NOBODY)
    """Answers declared to such an answer, by seat (EM-ABIL-5)."""
    using: Hashable = value(None)
    """The current use of an ability, or None."""
    lifted: tuple[str, ...] = zone(CARDS, tuple, visible_to=NOBODY)
    """Cards between two places: being looked at, given but not yet taken, or an Archmage in use."""
    dodged: set[int] = value(set)
    """Seats that the current use does not affect."""
    progress: list[int] = value(lambda: [0, 0], visible_to=NOBODY)

    def __init__(
        self, seats: int, *, variant: Variant = BOX, creatures: Pool | None = None, pool: Sequence[str] = ()
    ) -> None:
        self.__attrs_init__(
            players=[Player(seat) for seat in range(seats)],
            variant=variant,
            creatures=creatures or load_pool(),
            pool=tuple(pool),
        )

    # -- players

    @property
    def active(self) -> Player:
        """Return the active player."""
        return self.players[self.current]

    def seats_from(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting with this one."""
        return [*range(seat, len(self.players)), *range(seat)]

    def seats_after(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting on the left of this one, which comes last (EM-ABIL-7)."""
        return [*self.seats_from(seat)[1:], seat]

    def opponents(self, seat: int) -> list[Player]:
        """Return the other players, clockwise from the left of a seat."""
        return [self.players[other] for other in self.seats_from(seat)[1:]]

    def owner_of(self, name: str) -> Player | None:
        """Return the player who has a creature, or None."""
        return self.find_creature(name)[0]

    def find_creature(self, name: str) -> tuple[Player, Owned] | tuple[None, None]:
        """Return the player who has a creature, and the conjured creature; None and None if nobody has it."""
        for player in self.players:
            owned = player.find(name)
            if owned is not None:
                return player, owned
        return None, None

    # -- ranks

    def rank(self, owned: Owned) -> int:
        """Return the Victory Points that decide which creature is lesser and which acts first (EM-ABIL-6)."""
        return owned.points if self.variant.rank == "current" else owned.creature.value

    def settle_zero(self, player: Player, name: str) -> None:
        """Flip a creature at 0 Victory Points if the variant uses that optional rule (EM-ABIL-8)."""
        owned = player.find(name)
        if self.variant.zero_flips and owned is not None and owned.up and not owned.points:
            player.change(name, up=False)
            self.cite("EM-ABIL-8", "zero_flips", side=player.name, creature=owned.creature)

    # -- cards

    @property
    def deck_size(self) -> int:
        """Return the number of cards in the Draw Deck."""
        return self.deck.size

    def has_cards_left(self) -> bool:
        """Return True if a card can be drawn, now or after renewing the deck (EM-DECK-3)."""
        return bool(self.deck_size or self.pile)

    def renew_deck(self) -> None:
        """Shuffle the Charred Pile into a new Draw Deck if the Draw Deck is empty (EM-DECK-2)."""
        if self.deck_size or not self.pile:
            return
        self.cite("EM-DECK-2", "renewed", n=len(self.pile))
        self.deck.shuffle_in(self.pile)

    # -- the end

    @property
    def ended(self) -> bool:
        """Return True if there are no more turns: after a right call, or with `end=threshold` at the agreed
        number.
        """
        if self.caller is not None:
            return True
        length = self.variant.length
        return self.variant.end == "threshold" and any(player.total >= length for player in self.players)
