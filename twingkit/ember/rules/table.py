"""The table: hands, creatures, Pool, Draw Deck and Charred Pile, and what lies between two answers."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any

import attrs

from twingkit.core.cards.stack import Stack
from twingkit.core.play import Table
from twingkit.ember.box.pool import Creature, Pool, load_pool
from twingkit.ember.rules.cards import DECK, sorted_cards
from twingkit.ember.variants.variant import BOX, Variant

SEATS = ("p1", "p2", "p3", "p4", "p5")
"""The names of the players in records, clockwise."""

FEWEST_SEATS = 2
"""The smallest number of players (EM-SET-1)."""

NOBODY = -1
"""The seat of nobody: a card that lies on the deck unseen."""

HAND_SIZE, SMALLEST_HAND, LARGEST_HAND = 5, 3, 8
"""The Hand Size, and the bounds within which abilities move it (EM-TURN-3)."""


@attrs.frozen
class Owned:
    """A conjured creature as it lies before its owner: face up or flipped, with its marks of −1."""

    creature: Creature
    up: bool = True
    marks: int = 0

    @property
    def id(self) -> str:
        """The creature's id."""
        return self.creature.id

    @property
    def bonus(self) -> int:
        """The Victory Points that it gains by itself while it is face up (EM-ABIL-8)."""
        return self.creature.bonus if self.up else 0

    @cached_property
    def points(self) -> int:
        """Its Victory Points now, never below 0 (EM-ABIL-8)."""
        return max(0, self.creature.value + self.bonus - self.marks)


class Player:
    """One player: hand (in the order of a pile), creatures, and what lasts until the end of a turn."""

    __slots__ = ("called", "hand", "known", "owned", "passing", "penalty", "seat")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: list[str] = []
        self.known: list[tuple[str, frozenset[int]]] = []
        """Cards of the hand that others know, each with their seats: taken openly, looked at, or given."""
        self.owned: list[Owned] = []
        self.penalty = 0
        """The Hand Size is so much lower until the end of the player's next turn."""
        self.called = False
        """True after a wrong call in this turn (EM-CALL-6)."""
        self.passing = False
        """True if the player passes for the rest of the turn (EM-WIN-6)."""

    @property
    def name(self) -> str:
        """The key of the player's name."""
        return SEATS[self.seat]

    @property
    def total(self) -> int:
        """The Victory Points of all creatures, flipped or not (EM-ABIL-1)."""
        return sum([owned.points for owned in self.owned])

    def has(self, verb: str, scope: str | None = None) -> bool:
        """True if an Ongoing ability of this verb (and scope) acts for the player now."""
        return bool(self.ongoing(verb, scope))

    def ongoing(self, verb: str, scope: str | None = None) -> int:
        """The sum of the numbers of the player's Ongoing abilities of this verb that act now."""
        total = 0
        for owned in self.owned:
            if owned.up:
                for effect in owned.creature.lasting:
                    if effect.verb == verb and scope in (None, effect.scope):
                        total += effect.amount
        return total

    def giver(self, verb: str) -> Creature:
        """The creature whose Ongoing ability of this verb acts for the player now.

        Raises `LookupError` if there is none.
        """
        for owned in self.owned:
            if owned.up and any(effect.verb == verb for effect in owned.creature.lasting):
                return owned.creature
        raise LookupError(f"nothing of {self.name} has {verb!r}")

    @property
    def hand_size(self) -> int:
        """The player's Hand Size (EM-TURN-3)."""
        size = HAND_SIZE + self.ongoing("hand") - self.penalty
        return min(LARGEST_HAND, max(SMALLEST_HAND, size))

    def find(self, name: str) -> Owned | None:
        """The player's creature of this id; None if there is none."""
        for owned in self.owned:
            if owned.creature.id == name:
                return owned
        return None

    def change(self, name: str, **changes: Any) -> Owned:
        """Lay one creature differently; how it lies now."""
        place = next(place for place, owned in enumerate(self.owned) if owned.id == name)
        self.owned[place] = attrs.evolve(self.owned[place], **changes)
        return self.owned[place]

    def hold(self, cards: Iterable[str], known_to: Iterable[int] = ()) -> None:
        """Take cards into the hand; the seats that know them are named."""
        cards, others = list(cards), frozenset(known_to) - {self.seat}
        self.hand = list(sorted_cards((*self.hand, *cards)))
        if others:
            self.known += [(card, others) for card in cards]

    def lose(self, card: str, seen_by: Collection[int] | None = None) -> None:
        """Take a card out of the hand, seen by all or by these seats: they know of one less like it. The
        others can no longer tell which card is left: of each they know of one less."""
        self.hand.remove(card)
        gone: set[tuple[str, int]] = set()
        left = []
        for known, seats in self.known:
            blind = frozenset() if seen_by is None else seats.difference(seen_by)
            sure = {seat for seat in (seats if known == card else blind) if (known, seat) not in gone}
            gone |= {(known, seat) for seat in sure}
            if seats - sure:
                left.append((known, seats - sure))
        self.known = left

    def known_by(self, seat: int) -> list[str]:
        """The cards of the hand that another seat knows."""
        return [card for card, seats in self.known if seat in seats]

    def show_to(self, seat: int) -> None:
        """Let another seat look at the hand."""
        self.known = [(card, seats - {seat}) for card, seats in self.known if seats - {seat}]
        self.known += [(card, frozenset({seat})) for card in self.hand]

    def copy(self) -> Player:
        """An independent copy."""
        twin = object.__new__(Player)
        twin.seat, twin.penalty, twin.called, twin.passing = (
            self.seat,
            self.penalty,
            self.called,
            self.passing,
        )
        twin.hand, twin.owned, twin.known = self.hand[:], self.owned[:], self.known[:]
        return twin

    def key(self) -> Hashable:
        """All that can matter later."""
        return tuple(self.hand), tuple(self.owned), self.penalty, self.called, self.passing


class EmberTable(Table):
    """All that lies on the table. The order of the Draw Deck is chance, but for known cards on its `top`."""

    __slots__ = (
        "answering", "archmages", "broke_in", "caller", "conjured", "conjuring", "countering", "creatures",
        "current", "dealer", "deck", "declared", "dodged", "idle", "lifted", "pile", "players", "pool",
        "progress", "refreshed", "rightly", "settling", "step", "top", "top_known", "turn", "using",
        "variant",
    )  # fmt: skip

    def __init__(
        self, seats: int, *, variant: Variant = BOX, creatures: Pool | None = None, pool: Sequence[str] = ()
    ) -> None:
        self.players = [Player(seat) for seat in range(seats)]
        self.variant = variant
        self.creatures: Pool = creatures or load_pool()
        self.pool = tuple(pool)
        """The ids of the creatures that can be conjured, lowest values first."""
        self.deck: Stack[str] = Stack(DECK)
        self.top: list[str] = []
        """Cards on the Draw Deck whose order somebody knows, the next one first; they are not in `deck`."""
        self.top_known: list[int] = []
        """The seat that knows each of them: who looked at it last, or `NOBODY`."""
        self.pile: list[str] = []
        """The Charred Pile, its top last."""
        self.step = "setup"
        """`setup`, `draw`, `conjure`, `end`, `call` (the round after a call) or `over`."""
        self.turn = 0
        self.dealer = self.current = 0
        self.conjured = self.refreshed = False
        self.archmages = 0
        """The number of Archmages used as abilities in this turn (EM-ARCH-4)."""
        self.idle = 0
        """The number of turns since the last conjuring (EM-CALL-7)."""
        self.caller: int | None = None
        self.broke_in = "", 0
        """The step at which a right call broke in, and the Archmages used in that turn before (EM-CALL-4)."""
        self.conjuring: int | None = None
        """The seat that conjures now, whom nothing may affect (EM-CONJ-3)."""
        self.declared: dict[int, str] = {}
        """The acts that are declared and not yet shown, by seat (EM-WIN-3)."""
        self.rightly: set[int] = set()
        """The seats that declared a call that was right then (EM-WIN-3)."""
        self.settling: tuple[int, ...] = ()
        """The seats whose equal acts are shown to the active player, who orders them (EM-WIN-4)."""
        self.answering: dict[int, str] = {}
        """The answers that are declared to the use under way, by seat (EM-WIN-4)."""
        self.countering: dict[int, str] = {}
        """The answers that are declared to such an answer, by seat (EM-ABIL-5)."""
        self.using: Hashable = None
        """The use under way; None if there is none."""
        self.lifted: tuple[str, ...] = ()
        """Cards between two places: looked at on the deck, given but not taken yet, an Archmage in use."""
        self.dodged: set[int] = set()
        """The seats that the use under way passes by."""
        self.progress = [0, 0]
        self.rulings = None

    def copy(self) -> EmberTable:
        """An independent copy, without its rulings."""
        twin = object.__new__(EmberTable)
        for name in EmberTable.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.players = [player.copy() for player in self.players]
        twin.deck, twin.top, twin.pile = self.deck.copy(), self.top[:], self.pile[:]
        twin.top_known = self.top_known[:]
        twin.declared, twin.answering = dict(self.declared), dict(self.answering)
        twin.countering = dict(self.countering)
        twin.dodged, twin.rightly, twin.progress = set(self.dodged), set(self.rightly), self.progress[:]
        twin.rulings = None
        return twin

    def key(self) -> Hashable:
        """The state that can still matter later."""
        return (
            tuple(player.key() for player in self.players),
            self.pool, tuple(self.deck.counts), tuple(self.top), tuple(self.pile),
            self.step, self.turn, self.current, self.conjured, self.refreshed, self.archmages, self.idle,
            self.caller, self.broke_in, self.conjuring, tuple(sorted(self.declared.items())),
            tuple(sorted(self.rightly)), tuple(sorted(self.dodged)),
            tuple(sorted(self.answering.items())), tuple(sorted(self.countering.items())),
            self.using, self.lifted, tuple(self.progress),
        )  # fmt: skip

    # -- players

    @property
    def active(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.current]

    def seats_from(self, seat: int) -> list[int]:
        """All seats clockwise, beginning with this one."""
        return [*range(seat, len(self.players)), *range(seat)]

    def seats_after(self, seat: int) -> list[int]:
        """All seats clockwise, beginning left of this one, which comes last (EM-ABIL-7)."""
        return [*self.seats_from(seat)[1:], seat]

    def opponents(self, seat: int) -> list[Player]:
        """The other players, clockwise from the left of a seat."""
        return [self.players[other] for other in self.seats_from(seat)[1:]]

    def owner(self, name: str) -> Player | None:
        """The player before whom a creature lies; None if it lies before nobody."""
        return self.lying(name)[0]

    def lying(self, name: str) -> tuple[Player, Owned] | tuple[None, None]:
        """The player before whom a creature lies, and how; None and None if it lies before nobody."""
        for player in self.players:
            owned = player.find(name)
            if owned is not None:
                return player, owned
        return None, None

    # -- ranks

    def rank(self, owned: Owned) -> int:
        """The Victory Points by which a creature is lesser or not, and first or not (EM-ABIL-6)."""
        return owned.points if self.variant.rank == "current" else owned.creature.value

    def settle_zero(self, player: Player, name: str) -> None:
        """The book's option: a creature at 0 Victory Points is flipped (EM-ABIL-8)."""
        owned = player.find(name)
        if self.variant.zero_flips and owned is not None and owned.up and not owned.points:
            player.change(name, up=False)
            self.cite("EM-ABIL-8", "zero_flips", side=player.name, creature=owned.creature)

    # -- cards

    @property
    def deck_size(self) -> int:
        """The number of cards in the Draw Deck."""
        return self.deck.total + len(self.top)

    def cards_left(self) -> bool:
        """True if a card can be drawn, now or after renewing the deck (EM-DECK-3)."""
        return bool(self.deck_size or self.pile)

    def renew(self) -> None:
        """Shuffle the Charred Pile into the Draw Deck if that is empty (EM-DECK-2)."""
        if self.deck_size or not self.pile:
            return
        self.cite("EM-DECK-2", "renewed", n=len(self.pile))
        for card in self.pile:
            self.deck.put(card)
        self.pile.clear()

    # -- the end

    @property
    def ended(self) -> bool:
        """True if turns are over: after a right call, or with `end=threshold` at the agreed number."""
        if self.caller is not None:
            return True
        length = self.variant.length
        return self.variant.end == "threshold" and any(player.total >= length for player in self.players)
