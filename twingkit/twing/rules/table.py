"""The table: players, stacks and piles, the bank, whose turn it is, and the current battle."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from twingkit.core.zones import declaration
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.twing.rules.cards import Card, Creature
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS, Objects
from twingkit.twing.rules.player import CARD_PIECES, OBJECT_PIECES, Player
from twingkit.twing.variants.variant import BOX, Variant

if TYPE_CHECKING:
    from twingkit.twing.rules.fight import Fight
    from twingkit.twing.rules.responses import Respond

PieceT = TypeVar("PieceT")

ORNICLE_COUNT = 30
"""The number of Ornicles (TW-BOX-1)."""

UNLIMITED_BANK = 10_000
"""The initial content of an unlimited bank (a variant)."""

EVENT_PIECES = declaration.PieceKind()
"""The event cards, by their effects."""

_EMPTY_DECK: DeckWithKnownEnds[Any] = DeckWithKnownEnds()
"""The empty stack of a single battle."""


def _stack_of(stack: DeckWithKnownEnds[PieceT], twin: TwingTable) -> DeckWithKnownEnds[PieceT]:
    return stack.copy() if twin.is_whole_game else stack


def _fight_of(fight: Fight | None, twin: TwingTable) -> Fight | None:
    return fight.copy(twin.players) if fight and not fight.over else None


@attrs.define(eq=False, init=False)
class TwingTable(declaration.ZoneTable):
    """The table of Imperial Twing: players, stacks, display, bank and the battle under way. Copies do not
    include a finished battle.
    """

    players: list[Player] = declaration.players_field(Player)
    variant: Variant = declaration.value_field(BOX)
    is_whole_game: bool = declaration.value_field(False)
    """True if a whole game is played, with stacks and events."""
    open_hands: bool = declaration.value_field(False)
    """True if both sides know all cards, as in a battle in notation."""
    bank: int = declaration.value_field(ORNICLE_COUNT)
    staked_ornicles: int = declaration.value_field(0)
    """The Ornicles set aside as stakes (TW-BAT-6, TW-DUEL-1)."""
    stack: DeckWithKnownEnds[Card] = declaration.zone_field(
        CARD_PIECES, lambda: _EMPTY_DECK, visible_to=declaration.NOBODY, copy_with=_stack_of
    )
    discard_pile: list[Card] = declaration.zone_field(CARD_PIECES, list)
    """The discarded cards, the last one on top; cats, traps and Miromon by their names."""
    removed_cards: list[Card] = declaration.zone_field(CARD_PIECES, list)
    """The cards that a variant removed from the game."""
    object_stack: DeckWithKnownEnds[str] = declaration.zone_field(
        OBJECT_PIECES, lambda: _EMPTY_DECK, visible_to=declaration.NOBODY, copy_with=_stack_of
    )
    """The face-down objects; objects of players who left lie at the bottom (TW-LEAVE-1)."""
    object_display: Objects = declaration.zone_field(OBJECT_PIECES, tuple)
    event_stack: DeckWithKnownEnds[str] = declaration.zone_field(
        EVENT_PIECES, lambda: _EMPTY_DECK, visible_to=declaration.NOBODY, copy_with=_stack_of
    )
    """The effects of the event cards in the stack."""
    used_events: tuple[str, ...] = declaration.zone_field(EVENT_PIECES, tuple)
    fight: Fight | None = declaration.value_field(None, copy_with=_fight_of)
    is_duel: bool = declaration.value_field(False)
    duel_battle_winners: tuple[int | None, ...] = declaration.value_field(())
    """The winners of the battles of this duel so far: 0 the challenger, 1 the target, None nobody."""
    turn_number: int = declaration.value_field(0)
    """The number of the turn, from 1; 0 before the first."""
    active_seat: int = declaration.value_field(0)
    """The seat whose turn it is."""
    direction: int = declaration.value_field(1)
    """1 for the next seat, -1 for the one before."""
    phase: str = declaration.value_field("setup")
    """"setup", "turn" (a turn begins), "action" (the card of the turn is drawn) or "over"."""
    acted_seat_bits: int = declaration.value_field(0)
    """The seats that have had a turn, as a bit mask, for the variant that forbids early attacks."""
    unseen_cards_to_deal: tuple[tuple[int, int], ...] = declaration.value_field(())
    """The seats that still get unseen cards in a position string, each with the number of cards."""
    needs_refill: bool = declaration.value_field(False)
    """True until a position string has been completed."""
    duel_rerolls_used: tuple[bool, bool] = declaration.value_field((False, False))
    """Whether the Hat and the Shamrock were used in this duel, if they work once per duel (a variant)."""
    object_colours: Mapping[str, str] = declaration.value_field({})
    """The colour of each object (TW-VAR-2)."""
    early_end_reason: str = declaration.value_field("")
    """The reason for an early end of the game, or ""."""
    stats_log: declaration.StatsLog | None = declaration.value_field(None)

    def __init__(
        self, players: Sequence[Player], open_hands: bool = False, variant: Variant = BOX, whole: bool = False
    ) -> None:
        limit = UNLIMITED_BANK if variant.unlimited_bank else ORNICLE_COUNT
        bank = limit - sum([player.ornicles for player in players])
        self.__attrs_init__(list(players), variant, whole, open_hands, bank)
        if whole:
            self.stack, self.object_stack, self.event_stack = (
                DeckWithKnownEnds(),
                DeckWithKnownEnds(),
                DeckWithKnownEnds(),
            )

    def key(self) -> Hashable:
        """Return a hashable key of everything in the state that can still matter.

        The order of the discard pile matters only for its cats.
        """
        fight = self.fight.state_key() if self.fight else None
        state = (tuple([player.key() for player in self.players]), self.bank, fight)
        if not self.is_whole_game:
            return state
        cats = tuple([card for card in self.discard_pile if isinstance(card, str) and card != "trap"])
        piles = (self.stack.key(), cats, self.object_stack.key(), self.object_display, self.event_stack.key())
        turn = (
            self.turn_number,
            self.active_seat,
            self.direction,
            self.phase,
            self.acted_seat_bits,
            self.early_end_reason,
        )
        duel = (self.is_duel, self.duel_battle_winners)
        return (*state, piles, self.used_events, turn, duel, self.staked_ornicles)

    def earlier_winners(self) -> tuple[int | None, ...]:
        """The winners of the earlier battles of the duel: 0 challenger, 1 challenged player, None tie."""
        over = self.fight is not None and self.fight.over
        return self.duel_battle_winners[:-1] if over else self.duel_battle_winners

    # -- players

    def seats_from(self, seat: int) -> list[int]:
        """Return the seats of the players still in the game, in the order of play, beginning with `seat`."""
        players, count = self.players, len(self.players)
        order = range(seat, seat + count * self.direction, self.direction)
        return [other % count for other in order if not players[other % count].has_left]

    def other_players(self, seat: int) -> list[Player]:
        """Return the opponents of a seat who are still in the game, in the order of play."""
        players = self.players
        return [players[other] for other in self.seats_from(seat) if other != seat]

    @property
    def is_resumable(self) -> bool:
        """True during a battle outside a whole game, if its state alone, without earlier answers, tells how
        it continues.
        """
        return (
            not self.is_whole_game and self.fight is not None and self.fight.resumable and not self.fight.over
        )

    @property
    def is_in_battle(self) -> bool:
        """True during a battle; hands are not refilled before its end (TW-TURN-2)."""
        return self.fight is not None and not self.fight.over

    def should_ask(self, question: Respond) -> bool:
        """Return whether to ask a response question, or to skip it because the side can only pass.

        With open hands, ask if the side has a choice; otherwise, if a response seems possible.
        """
        if not self.open_hands:
            return question.seems_possible()
        options = question.options()
        next(options)
        return next(options, None) is not None

    # -- Ornicles

    def award_ornicles(self, player: Player, rule: str, case: str, count: int = 1, **facts: object) -> bool:
        """Give Ornicles from the middle to a player and cite the rule; return whether any were given.

        No more are given than the middle holds (TW-TURN-6).
        """
        given = min(count, self.bank)
        if given:
            self.bank -= given
            player.ornicles += given
            self.record_ruling(rule, case, n=given, **facts)
        if given < count:
            self.record_ruling("TW-TURN-6", "no_more" if given else "empty", **facts)
        return bool(given)

    def pay_ornicles(self, player: Player, count: int = 1) -> None:
        """Put Ornicles of a player back into the middle."""
        player.ornicles -= count
        self.bank += count

    def stake_ornicle(self, player: Player) -> None:
        """Set one Ornicle of a player aside."""
        player.ornicles -= 1
        self.staked_ornicles += 1

    def give_staked_ornicle(self, player: Player) -> None:
        """Give one set-aside Ornicle to a player."""
        self.staked_ornicles -= 1
        player.ornicles += 1

    # -- objects

    @property
    def objects_under_stack(self) -> Objects:
        """The objects that were put under the stack, in the order of later draws (TW-LEAVE-1)."""
        return tuple(self.object_stack.known_bottom)

    def put_under_stack(self, names: Objects) -> None:
        """Put objects under the stack, visible to all (TW-LEAVE-1)."""
        self.object_stack.put_on_bottom(names, range(len(self.players)))

    def give_object(self, player: Player, name: str) -> None:
        """Give an object to a player (TW-OBJ-2).

        It becomes active if there is room, but not during a battle or duel.
        """
        self.add_stats_entry("object", self.turn_number, player.seat, name)
        if len(player.active_objects) < MAX_ACTIVE_OBJECTS and not self.is_in_battle and not self.is_duel:
            player.active_objects = _with(player.active_objects, name)
        else:
            player.inactive_objects = _with(player.inactive_objects, name)
            if not self.is_in_battle and not self.is_duel:
                self.record_ruling(
                    "TW-OBJ-2", "aside", side=player.name, object=name, limit=MAX_ACTIVE_OBJECTS
                )

    def remove_object(self, player: Player, name: str) -> None:
        """Take an object away from a player; the caller puts it in its new place."""
        player.active_objects = _without(player.active_objects, name)
        player.inactive_objects = _without(player.inactive_objects, name)


def _with(objects: Objects, name: str) -> Objects:
    return tuple(sorted((*objects, name)))


def _without(objects: Objects, name: str) -> Objects:
    return tuple([other for other in objects if other != name])


def entourage_power(player: Player) -> int:
    """Return the total power of an entourage (TW-PLAY-2)."""
    cards: list[Creature] = player.entourage
    return sum(card.power for card in cards)
