"""The state of a game: hands, creatures, Pool, Draw Deck, Charred Pile, and the current turn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import attrs

from twingkit.core.zones import declaration
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.ember.box.effects import Effect
from twingkit.ember.box.pool import Creature, Pool, load_pool
from twingkit.ember.rules.acts import AnswerWith, WindowAct
from twingkit.ember.rules.cards import DECK, PILE_ORDER
from twingkit.ember.rules.events import DeckRenewed, FlippedByMarks
from twingkit.ember.variants.variant import BOX, Variant

SEATS = ("p1", "p2", "p3", "p4", "p5")
"""Names of the players in records, clockwise."""

FEWEST_SEATS = 2
"""The smallest number of players (EM-SET-1)."""

HAND_SIZE, SMALLEST_HAND, LARGEST_HAND = 5, 3, 8
"""The Hand Size, and the lowest and highest value that abilities can give it (EM-TURN-3)."""


@attrs.frozen
class OwnedCreature:
    """A conjured creature in front of its owner: face up or flipped, with its −1 marks."""

    creature: Creature
    is_face_up: bool = True
    minus_marks: int = 0

    @property
    def id(self) -> str:
        """Return the id of the creature."""
        return self.creature.id

    @property
    def bonus_points(self) -> int:
        """Return the Victory Points that the creature gains by its own ability while face up (EM-ABIL-8)."""
        return self.creature.bonus_points if self.is_face_up else 0

    @cached_property
    def points(self) -> int:
        """Return the current Victory Points, at least 0 (EM-ABIL-8)."""
        return max(0, self.creature.value + self.bonus_points - self.minus_marks)


class OwnedCreatures(tuple[OwnedCreature, ...]):
    """A player's creatures in order of arrival, with totals and lists that depend on which of them are face
    up.

    A change makes a new value, so nothing that is computed here becomes wrong.
    """

    by_id: Mapping[str, OwnedCreature]
    """The creatures by their ids."""
    total: int
    """Victory Points of all creatures, flipped or not (EM-ABIL-1)."""
    face_up: Sequence[OwnedCreature]
    """The face-up creatures."""
    ready_to_flip: Sequence[OwnedCreature]
    """The face-up creatures that are flipped to act (EM-ABIL-2)."""
    ready_to_answer: Sequence[OwnedCreature]
    """The face-up creatures that are flipped to stop another ability (EM-ABIL-3)."""
    ongoing_effects: Sequence[Effect]
    """The effects of all active Ongoing abilities (EM-ABIL-1)."""
    hand_size: int
    """The Hand Size with these creatures, before penalties and limits (EM-TURN-3)."""

    def __new__(cls, creatures: Iterable[OwnedCreature] = ()) -> Self:
        """Create the collection from a player's creatures, in the order of arrival."""
        self = super().__new__(cls, creatures)
        self.by_id = {owned.creature.id: owned for owned in self}
        self.total = sum([owned.points for owned in self])
        self.face_up = [owned for owned in self if owned.is_face_up]
        self.ready_to_flip = [owned for owned in self.face_up if owned.creature.ability_kind == "flip"]
        self.ready_to_answer = [owned for owned in self.face_up if owned.creature.ability_kind == "answer"]
        self.ongoing_effects = [
            effect for owned in self.face_up for effect in owned.creature.continuous_effects
        ]
        self.hand_size = HAND_SIZE + sum(
            [effect.amount for effect in self.ongoing_effects if effect.verb == "hand"]
        )
        return self

    @cached_property
    def flip_guards(self) -> tuple[OwnedCreature, ...]:
        """Return the face-up creatures that protect lesser ones from being flipped by others (EM-ABIL-1)."""
        return tuple(
            [
                owned
                for owned in self.face_up
                if (guard := owned.creature.effect_with_verb("guard")) and guard.scope == "flip"
            ]
        )


CARDS = declaration.PieceKind(all_pieces=DECK, sort_key=PILE_ORDER.__getitem__)
"""The cards of the Draw Deck (EM-SET-2)."""

CREATURES = declaration.PieceKind(piece_of=lambda lying: getattr(lying, "id", lying))
"""The creatures, each once (EM-SET-3)."""


@attrs.define(eq=False)
class Player(declaration.ZonePlayer):
    """One player: hand (in pile order), creatures, and states that last until the end of a turn."""

    hand: list[str] = declaration.zone_field(CARDS, list, visible_to=declaration.OWNER)
    owned: OwnedCreatures = declaration.zone_field(CREATURES, OwnedCreatures)
    hand_size_penalty: int = declaration.value_field(0)
    """Amount by which the Hand Size is lower until the player next ends a turn."""
    has_called_wrongly: bool = declaration.value_field(False)
    """True after a wrong call this turn (EM-CALL-6)."""
    passes_rest_of_turn: bool = declaration.value_field(False, visible_to=declaration.NOBODY)
    """True if the player passes for the rest of the turn (EM-WIN-6)."""

    @property
    def name(self) -> str:
        """The player's label, such as `p2`, which messages replace by a name."""
        return SEATS[self.seat]

    @property
    def total(self) -> int:
        """Return the Victory Points of all creatures, flipped or not (EM-ABIL-1)."""
        return self.owned.total

    def has_ongoing_ability(self, verb: str, scope: str | None = None) -> bool:
        """Return True if an Ongoing ability with this verb (and scope) is active for the player."""
        return bool(self.ongoing_amount(verb, scope))

    def ongoing_amount(self, verb: str, scope: str | None = None) -> int:
        """Return the sum of the amounts of the player's active Ongoing abilities with this verb."""
        total = 0
        for effect in self.owned.ongoing_effects:
            if effect.verb == verb and scope in (None, effect.scope):
                total += effect.amount
        return total

    def creature_granting(self, verb: str, scope: str | None = None) -> Creature:
        """Return the player's creature with an active Ongoing ability of this verb (and scope)."""
        for owned in self.owned:
            effects = owned.creature.continuous_effects if owned.is_face_up else ()
            if any(effect.verb == verb and scope in (None, effect.scope) for effect in effects):
                return owned.creature
        raise LookupError(f"nothing of {self.name} has {verb!r}")

    @property
    def hand_limit(self) -> int:
        """Return the player's Hand Size (EM-TURN-3)."""
        size = self.owned.hand_size - self.hand_size_penalty
        return min(LARGEST_HAND, max(SMALLEST_HAND, size))

    def find_creature(self, creature_id: str) -> OwnedCreature | None:
        """Return the player's creature with this id, or None."""
        return self.owned.by_id.get(creature_id)

    def change_creature(self, creature_id: str, **changes: Any) -> OwnedCreature:
        """Replace fields of a conjured creature, and return the changed one."""
        before = self.find_creature(creature_id)
        assert before is not None
        after = attrs.evolve(before, **changes)
        self.owned = OwnedCreatures([after if owned is before else owned for owned in self.owned])
        return after


@attrs.define(eq=False, init=False)
class EmberTable(declaration.ZoneTable):
    """The complete state of a game of Ember."""

    players: list[Player] = declaration.players_field(Player)
    variant: Variant = declaration.value_field(BOX, in_key=False)
    creatures: Pool = declaration.value_field(load_pool, in_key=False)
    pool: tuple[str, ...] = declaration.zone_field(CREATURES, tuple)
    """Ids of the creatures that can be conjured, lowest values first."""
    deck: DeckWithKnownEnds[str] = declaration.zone_field(
        CARDS, CARDS.full_deck, visible_to=declaration.NOBODY
    )
    pile: list[str] = declaration.zone_field(CARDS, list, is_pile=True)
    """The Charred Pile, its top card last."""
    step: str = declaration.value_field("setup")
    """`setup`, `draw`, `conjure`, `end`, `call` (the round after a call) or `over`."""
    turn: int = declaration.value_field(0)
    dealer: int = declaration.value_field(0, in_key=False)
    current: int = declaration.value_field(0)
    has_conjured: bool = declaration.value_field(False)
    has_refreshed: bool = declaration.value_field(False)
    archmages_used: int = declaration.value_field(0)
    """Number of Archmages used as abilities this turn (EM-ARCH-4)."""
    turns_without_conjuring: int = declaration.value_field(0)
    """Number of turns since the last conjuring (EM-CALL-7)."""
    caller: int | None = declaration.value_field(None)
    stats_log: declaration.StatsLog | None = declaration.value_field(None, in_key=False)
    interrupted_step: tuple[str, int] = declaration.value_field(("", 0))
    """Step that a right call interrupted, and the number of Archmages used in that turn (EM-CALL-4)."""
    conjuring_seat: int | None = declaration.value_field(None)
    """Seat that is conjuring, which nothing can affect (EM-CONJ-3), or None."""
    declared_actions: dict[int, WindowAct] = declaration.value_field(dict, visible_to=declaration.NOBODY)
    """Declared actions that are still secret, by seat (EM-WIN-3)."""
    right_callers: set[int] = declaration.value_field(set, visible_to=declaration.NOBODY)
    """Seats whose declared call was right at that moment (EM-WIN-3)."""
    tied_seats: tuple[int, ...] = declaration.value_field((), in_key=False)
    """Seats with equal actions, whose order the active player chooses after seeing the actions (EM-WIN-4)."""
    declared_answers: dict[int, AnswerWith] = declaration.value_field(dict, visible_to=declaration.NOBODY)
    """Answers declared to the current use of an ability, by seat (EM-WIN-4)."""
    declared_counters: dict[int, AnswerWith] = declaration.value_field(dict, visible_to=declaration.NOBODY)
    """Answers declared to an answer, by seat (EM-ABIL-5)."""
    current_use: Hashable = declaration.value_field(None)
    """The current use of an ability, or None."""
    cards_in_transit: tuple[str, ...] = declaration.zone_field(CARDS, tuple, visible_to=declaration.NOBODY)
    """Cards between two zones: looked at, given but not yet taken, or an Archmage in use."""
    dodging_seats: set[int] = declaration.value_field(set)
    """Seats that the current use does not affect."""
    window_progress: list[int] = declaration.value_field(lambda: [0, 0], visible_to=declaration.NOBODY)

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

    @property
    def awaits_conjuring(self) -> bool:
        """Return True if the active player can still conjure in this step."""
        return self.step == "conjure" and not (self.has_conjured or self.has_refreshed)

    def seats_from(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting with `seat`."""
        return [*range(seat, len(self.players)), *range(seat)]

    def seats_from_left(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting left of `seat`, which comes last (EM-ABIL-7)."""
        return [*self.seats_from(seat)[1:], seat]

    def opponents(self, seat: int) -> list[Player]:
        """Return the other players, clockwise from the left of a seat."""
        return self.players[seat + 1 :] + self.players[:seat]

    def owner_of(self, creature_id: str) -> Player | None:
        """Return the player who has a creature, or None."""
        return self.find_creature(creature_id)[0]

    def find_creature(self, creature_id: str) -> tuple[Player, OwnedCreature] | tuple[None, None]:
        """Return the owner of a creature and the conjured creature, or None and None."""
        for player in self.players:
            if creature_id in player.owned.by_id:
                return player, player.owned.by_id[creature_id]
        return None, None

    # -- ranks

    def creature_rank(self, owned: OwnedCreature) -> int:
        """Return the points that decide which creature is lesser and which acts first (EM-ABIL-6)."""
        return owned.points if self.variant.rank == "current" else owned.creature.value

    def flip_at_zero_points(self, player: Player, creature_id: str) -> None:
        """Flip a creature that has no Victory Points left, if the variant says so (EM-ABIL-8)."""
        owned = player.find_creature(creature_id)
        if self.variant.zero_flips and owned is not None and owned.is_face_up and not owned.points:
            player.change_creature(creature_id, is_face_up=False)
            self.record(FlippedByMarks(player.name, owned.creature))

    # -- cards

    @property
    def deck_size(self) -> int:
        """Return the number of cards in the Draw Deck."""
        return self.deck.size

    def can_draw(self) -> bool:
        """Return True if a card can be drawn, now or after renewing the deck (EM-DECK-3)."""
        return bool(self.deck_size or self.pile)

    def renew_deck(self) -> None:
        """Shuffle the Charred Pile into a new Draw Deck if the Draw Deck is empty (EM-DECK-2)."""
        if not self.pile or self.deck.size:
            return
        self.record(DeckRenewed(len(self.pile)))
        self.deck.shuffle_in_pile(self.pile)

    # -- the end

    @property
    def are_turns_over(self) -> bool:
        """Return True if no more turns are played, such as after a right call."""
        if self.caller is not None:
            return True
        length = self.variant.length
        return self.variant.end == "threshold" and any(player.total >= length for player in self.players)
