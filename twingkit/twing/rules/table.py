"""The table: players, stacks and piles, the bank, whose turn it is, and the current battle."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import NOBODY, Pieces, ZoneTable, players_field, value, zone
from twingkit.twing.rules.cards import Card, Creature
from twingkit.twing.rules.objects import ACTIVE_LIMIT, Objects
from twingkit.twing.rules.player import CARDS, OBJECT_CARDS, Player
from twingkit.twing.variants.variant import BOX, Variant

if TYPE_CHECKING:
    from twingkit.twing.rules.fight import Fight
    from twingkit.twing.rules.responses import Respond

ORNICLES = 30
"""The number of Ornicles (TW-BOX-1)."""

UNLIMITED = 10_000
"""The initial content of an unlimited bank (a variant)."""

Chronicle = tuple["Chronicle | None", "Note"]

Note = tuple[Any, ...]
"""One entry of the chronicle: an event in numbers, for statistics."""

EVENT_CARDS = Pieces()
"""The event cards, by their effects."""

_EMPTY_DECK: Deck[Any] = Deck()
"""The stack of a single battle: nothing is ever put there."""


def _stack_of(stack: Deck[Any], twin: TwingTable) -> Deck[Any]:
    return stack.copy() if twin.whole else stack


def _fight_of(fight: Fight | None, twin: TwingTable) -> Fight | None:
    return fight.copy(twin.players) if fight and not fight.over else None


@attrs.define(eq=False, init=False)
class TwingTable(ZoneTable):
    """The table of Imperial Twing. Copies do not include a battle that is over."""

    players: list[Player] = players_field(Player)
    variant: Variant = value(BOX)
    whole: bool = value(False)
    """True if a whole game is played, with stacks and events."""
    open_hands: bool = value(False)
    """True if both sides know all cards, as in a typed battle; then nobody is asked for an impossible
    response.
    """
    bank: int = value(ORNICLES)
    staked: int = value(0)
    """The Ornicles set aside as stakes (TW-BAT-6, TW-DUEL-1)."""
    stack: Deck[Card] = zone(CARDS, lambda: _EMPTY_DECK, visible_to=NOBODY, copy_with=_stack_of)
    discard: list[Card] = zone(CARDS, list)
    """The discarded cards, the last one on top; cats, traps and Miromon by their names."""
    removed: list[Card] = zone(CARDS, list)
    """The cards that a variant removed from the game."""
    object_stack: Deck[str] = zone(OBJECT_CARDS, lambda: _EMPTY_DECK, visible_to=NOBODY, copy_with=_stack_of)
    """The face-down objects; those at the bottom were put there when players left (TW-LEAVE-1)."""
    display: Objects = zone(OBJECT_CARDS, tuple)
    events: Deck[str] = zone(EVENT_CARDS, lambda: _EMPTY_DECK, visible_to=NOBODY, copy_with=_stack_of)
    """The effects of the event cards in the stack."""
    used_events: tuple[str, ...] = zone(EVENT_CARDS, tuple)
    fight: Fight | None = value(None, copy_with=_fight_of)
    duelling: bool = value(False)
    duel_won: tuple[int | None, ...] = value(())
    """The winners of the battles of this duel so far: 0 the challenger, 1 the target, None nobody."""
    turn: int = value(0)
    """The number of the turn, from 1; 0 before the first."""
    current: int = value(0)
    """The seat whose turn it is."""
    direction: int = value(1)
    """1 for the next seat, -1 for the one before."""
    phase: str = value("setup")
    """"setup", "turn" (a turn begins), "action" (the card of the turn is drawn) or "over"."""
    acted: int = value(0)
    """The players who have had a turn, as bits, for the variant that forbids early attacks."""
    dealt: tuple[tuple[int, int], ...] = value(())
    """In a typed position, the seats and how many unseen cards each still gets before play goes on."""
    to_complete: bool = value(False)
    """True until a typed position has been completed."""
    rerolled: tuple[bool, bool] = value((False, False))
    """Whether the Hat and the Shamrock were used in this duel, if they work once per duel (a variant)."""
    colours: Mapping[str, str] = value({})
    """The colour of each object (TW-VAR-2)."""
    ending: str = value("")
    """The reason for an early end of the game, or ""."""
    chronicle: Chronicle | None = value(None)
    """The entries so far, as nested pairs of (all before, the newest)."""

    def __init__(
        self, players: Sequence[Player], open_hands: bool = False, variant: Variant = BOX, whole: bool = False
    ) -> None:
        limit = UNLIMITED if variant.unlimited_bank else ORNICLES
        bank = limit - sum([player.ornicles for player in players])
        self.__attrs_init__(list(players), variant, whole, open_hands, bank)
        if whole:
            self.stack, self.object_stack, self.events = Deck(), Deck(), Deck()

    def key(self) -> Hashable:
        """Return the state that can still matter; of the order of the discard pile only that of its cats."""
        fight = self.fight.key() if self.fight else None
        state = (tuple([player.key() for player in self.players]), self.bank, fight)
        if not self.whole:
            return state
        cats = tuple([card for card in self.discard if isinstance(card, str) and card != "trap"])
        piles = (self.stack.key(), cats, self.object_stack.key(), self.display, self.events.key())
        turn = (self.turn, self.current, self.direction, self.phase, self.acted, self.ending)
        duel = (self.duelling, self.duel_won)
        return (*state, piles, self.used_events, turn, duel, self.staked)

    def earlier_winners(self) -> tuple[int | None, ...]:
        """Return the winners of the battles of a duel before the one on the table."""
        over = self.fight is not None and self.fight.over
        return self.duel_won[:-1] if over else self.duel_won

    # -- players

    def seats_from(self, seat: int) -> list[int]:
        """Return the seats of the players still in the game, in the order of play, beginning with `seat`."""
        count = len(self.players)
        order = [(seat + step * self.direction) % count for step in range(count)]
        return [other for other in order if not self.players[other].out]

    def others(self, seat: int) -> list[Player]:
        """Return the other players still in the game, in the order of play after `seat`."""
        return [self.players[other] for other in self.seats_from(seat) if other != seat]

    @property
    def is_resumable(self) -> bool:
        """True during a single battle if its state alone tells what comes next."""
        return not self.whole and self.fight is not None and self.fight.resumable and not self.fight.over

    @property
    def is_in_battle(self) -> bool:
        """True during a battle (TW-TURN-2 waits for its end)."""
        return self.fight is not None and not self.fight.over

    def opens_window(self, question: Respond) -> bool:
        """Return whether to ask this question: with open hands if the side has a choice, else if it seems
        possible.
        """
        if not self.open_hands:
            return question.seems_possible()
        options = question.options()
        next(options)
        return next(options, None) is not None

    # -- Ornicles

    def award(self, player: Player, rule: str, case: str, count: int = 1, **facts: object) -> bool:
        """Give Ornicles from the middle and cite why; return whether any were given.

        No more are given than the middle holds (TW-TURN-6).
        """
        given = min(count, self.bank)
        if given:
            self.bank -= given
            player.ornicles += given
            self.cite(rule, case, n=given, **facts)
        if given < count:
            self.cite("TW-TURN-6", "no_more" if given else "empty", **facts)
        return bool(given)

    def pay(self, player: Player, count: int = 1) -> None:
        """Put Ornicles of a player back into the middle."""
        player.ornicles -= count
        self.bank += count

    def stake(self, player: Player) -> None:
        """Set one Ornicle of a player aside."""
        player.ornicles -= 1
        self.staked += 1

    def unstake(self, player: Player) -> None:
        """Give one set-aside Ornicle to a player."""
        self.staked -= 1
        player.ornicles += 1

    # -- objects

    @property
    def beneath(self) -> Objects:
        """The objects that were put under the stack, in the order in which they will come (TW-LEAVE-1)."""
        return tuple(self.object_stack.bottom)

    def put_under_stack(self, names: Objects) -> None:
        """Put objects under the stack, visible to all (TW-LEAVE-1)."""
        self.object_stack.put_on_bottom(names, range(len(self.players)))

    def give_object(self, player: Player, name: str) -> None:
        """Give an object to a player: active if there is room, but not during a battle or duel (TW-OBJ-2)."""
        self.note("object", self.turn, player.seat, name)
        if len(player.objects) < ACTIVE_LIMIT and not self.is_in_battle and not self.duelling:
            player.objects = _with(player.objects, name)
        else:
            player.stored = _with(player.stored, name)
            if not self.is_in_battle and not self.duelling:
                self.cite("TW-OBJ-2", "aside", side=player.name, object=name, limit=ACTIVE_LIMIT)

    def take_object(self, player: Player, name: str) -> None:
        """Take an object away from a player."""
        player.objects = _without(player.objects, name)
        player.stored = _without(player.stored, name)

    def note(self, *line: object) -> None:
        """Add an entry to the chronicle."""
        self.chronicle = (self.chronicle, line)

    def notes(self) -> list[Note]:
        """Return the chronicle, oldest entry first."""
        lines, node = [], self.chronicle
        while node:
            node, line = node
            lines.append(line)
        return lines[::-1]


def _with(objects: Objects, name: str) -> Objects:
    return tuple(sorted((*objects, name)))


def _without(objects: Objects, name: str) -> Objects:
    return tuple([other for other in objects if other != name])


def entourage_power(player: Player) -> int:
    """Return the total power of an entourage (TW-PLAY-2)."""
    cards: list[Creature] = player.entourage
    return sum(card.power for card in cards)
