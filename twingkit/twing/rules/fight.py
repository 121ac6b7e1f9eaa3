"""The state of a battle: its sides, their cards and dice, and what happened to them (TW-BAT, TW-END-4)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from twingkit.core.questions import AnswerT, Question
from twingkit.twing.rules import objects
from twingkit.twing.rules.battle_acts import Response, Trap, UseTwoCats
from twingkit.twing.rules.cards import CROSS, SPIRAL, Creature, Spell, inverted_face
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.turns.acts import Retire
from twingkit.twing.variants.variant import BOX, Variant

EMPTY_LAY = Lay()
"""The lay of a side that has not laid yet, and the empty defence (TW-BAT-4)."""


class CreatureInBattle(NamedTuple):
    """A creature card in a battle: whether it came as a rider, and the seat of its owner."""

    card: Creature
    is_rider: bool
    owner_seat: int


class SupportCards(NamedTuple):
    """The cards with which another player supports a side (TW-BAT-6), and the seat of that player."""

    seat: int
    cards: tuple[Spell | Creature, ...]


class DieRoll(NamedTuple):
    """One roll of a die: the face, whether a cat caused it, and who has inverted it (TW-END-4)."""

    face: int
    by_cat: bool
    inverted_by: tuple[int, ...] = ()
    """The seats that have played Miromon on this roll, in order."""
    counts_own_element: bool = False
    """True if the roll counts as one with the player's own element, whatever the spells (TW-PLAY-3)."""

    def current_face(self, negative_counts_zero: bool) -> int:
        """Return the face after all inversions of this roll by Miromon (TW-BAT-12).

        `negative_counts_zero` is True if a negative number was 0 from the start (TW-BAT-15).
        """
        return _face_after_inversions(self.face, self.inverted_by, negative_counts_zero)

    def state_key(self) -> Hashable:
        """Return a hashable key of everything in this roll that can still matter; a Spiral counts as 0."""
        return (
            0 if self.face == SPIRAL else self.face,
            self.by_cat,
            self.inverted_by,
            self.counts_own_element,
        )

    def own_pairing_key(self) -> Hashable:
        """Return a hashable key of everything in the last roll that can still matter in the side's own
        pairing.
        """
        return (0 if self.face == SPIRAL else self.face, len(self.inverted_by) % 2, self.counts_own_element)


def _face_after_inversions(face: int, inverted_by: Sequence[int], negative_counts_zero: bool) -> int:
    """Return a face after inversions (TW-BAT-12); with `negative_counts_zero` a negative face is 0 first."""
    if negative_counts_zero and CROSS < face < 0:
        face = 0
    for _ in inverted_by:
        face = inverted_face(face)
    return face


class FightSide:
    """One side of a battle: its lay, its remaining creatures, its die, and the cards it has played.

    `die` is the current face (None before the roll), before any object or element changes its value.
    """

    __slots__ = (
        "cards_played",
        "creatures_in_battle",
        "events_drawn",
        "has_retired",
        "index",
        "lay",
        "name",
        "named_element",
        "player",
        "role",
        "rolls",
        "seat",
        "shown_face",
        "spell_power",
        "supports",
        "trapped",
        "two_cats_due",
        "used_reroll_object",
    )

    def __init__(self, index: int, role: str, seat: int, player: Player, name: str = "") -> None:
        self.index = index
        """The position among the sides: 0 for the attacker, from 1 for defenders."""
        self.role = role
        self.seat = seat
        """The seat of the player."""
        self.player = player
        self.name = name or role
        """The name of this side in rulings: its role or, in a whole game, its character."""
        self.lay = EMPTY_LAY
        self.spell_power = 0
        """The points of the spells, those of supporters included."""
        self.creatures_in_battle: list[CreatureInBattle] = []
        """The creature cards still in the battle."""
        self.trapped: list[tuple[CreatureInBattle, int]] = []
        """The creature cards that traps took, each with the seat that played the trap."""
        self.cards_played: list[str] = []
        """The response cards that this side has played, in order."""
        self.supports: list[SupportCards] = []
        self.named_element = ""
        """The element that the owner named for a shield of two equally strong units (TW-BAT-6)."""
        self.shown_face: int | None = None
        self.rolls: list[DieRoll] = []
        """All rolls of the die, in order; the last one counts."""
        self.used_reroll_object = False
        """True if the Hat or the Shamrock was used in this battle."""
        self.two_cats_due = False
        """True if a reroll for two cats laid with the attack is still due (TW-PLAY-3)."""
        self.events_drawn = 0
        """The number of events that this side has drawn in this battle."""
        self.has_retired = False
        """True if the player retired instead of laying cards (TW-LEAVE-1)."""

    def copy(self, player: Player) -> FightSide:
        """Return a copy of this side that belongs to `player`."""
        twin = object.__new__(FightSide)
        twin.index, twin.role, twin.seat, twin.name = self.index, self.role, self.seat, self.name
        twin.player = player
        twin.lay, twin.spell_power, twin.named_element = self.lay, self.spell_power, self.named_element
        twin.creatures_in_battle, twin.trapped, twin.cards_played = (
            self.creatures_in_battle[:],
            self.trapped[:],
            self.cards_played[:],
        )
        twin.supports, twin.events_drawn, twin.has_retired = (
            self.supports[:],
            self.events_drawn,
            self.has_retired,
        )
        twin.shown_face, twin.used_reroll_object, twin.two_cats_due = (
            self.shown_face,
            self.used_reroll_object,
            self.two_cats_due,
        )
        twin.rolls = self.rolls[:]
        return twin

    @property
    def die_has_own_element(self) -> bool:
        """True if the die counts as one with the character's own element (TW-BAT-15)."""
        return self.has_own_element_spells or (bool(self.rolls) and self.rolls[-1].counts_own_element)

    @property
    def has_own_element_spells(self) -> bool:
        """True if the spells laid have the character's own element."""
        spells = self.lay.spells
        return bool(spells) and spells[0].element == self.player.character

    @property
    def card_points(self) -> int:
        """The points of the spells and of the creatures still in the battle."""
        return self.spell_power + sum(fighter.card.power for fighter in self.creatures_in_battle)

    @property
    def support_element(self) -> str:
        """The element that a supporter has to match: that of the spells, or of most units of a shield
        (TW-BAT-6).
        """
        return self.lay.support_element

    @property
    def allowed_support_elements(self) -> tuple[str, ...]:
        """The elements that another supporter's card may have (TW-BAT-6)."""
        return (self.named_element,) if self.named_element else self.lay.support_elements()

    def lay_cards(self, lay: Lay) -> None:
        """Move the cards of a lay from the hand and the entourage into the battle."""
        self.lay = lay
        self.spell_power = sum([spell.power for spell in lay.spells])
        for spell in lay.spells:
            self.player.remove_face_up("hand", spell)
        for unit in lay.units:
            for index, card in enumerate(unit.cards):
                self.player.entourage.remove(card)
                self.creatures_in_battle.append(CreatureInBattle(card, index > 0, self.seat))

    def play_response_card(self, kind: str) -> None:
        """Play a response card from the hand."""
        self.player.adjust_response_cards(kind, -1)
        self.cards_played.append(kind)

    def record_roll(
        self, face: int, by_cat: bool, variant: Variant, counts_own_element: bool = False
    ) -> None:
        """Record a roll or reroll of the die; only the new roll counts."""
        kept = self.rolls[-1].inverted_by if self.rolls and variant.inversion == "die" else ()
        throw = DieRoll(face, by_cat, kept, counts_own_element)
        self.rolls.append(throw)
        self.shown_face = throw.current_face(self._negative_counts_zero(variant))

    def record_inversion(self, seat: int, variant: Variant) -> None:
        """Record that a seat played Miromon on the die."""
        throw = self.rolls[-1]
        self.rolls[-1] = throw = throw._replace(inverted_by=(*throw.inverted_by, seat))
        self.shown_face = throw.current_face(self._negative_counts_zero(variant))

    def with_inversion(self, seat: int, variant: Variant) -> FightSide:
        """Return a copy of this side after a seat has played Miromon on its die."""
        inverted = self.copy(self.player)
        inverted.record_inversion(seat, variant)
        return inverted

    def _negative_counts_zero(self, variant: Variant) -> bool:
        return variant.own_element == "face" and self.die_has_own_element

    def state_key(self) -> Hashable:
        """Return a hashable key of everything about this side that can still matter; a Spiral counts as 0."""
        return (
            self.lay,
            tuple(
                sorted(
                    [(card.power, card.token, rides, seat) for card, rides, seat in self.creatures_in_battle]
                )
            ),
            0 if self.shown_face == SPIRAL else self.shown_face,
            self.used_reroll_object,
            self.two_cats_due,
            self.has_retired,
            tuple(sorted(self.cards_played)),
            tuple(sorted([(fighter.card.power, fighter.card.token, by) for fighter, by in self.trapped])),
            tuple(self.supports),
            self.named_element,
        )


class Fight:
    """The state of a battle: the sides, the attacker first, and which side is to respond."""

    __slots__ = (
        "face_down_lays",
        "has_one_defender",
        "is_rolled",
        "kind",
        "only_miromon",
        "over",
        "passes",
        "pending_response",
        "responder_index",
        "results",
        "resumable",
        "sides",
        "variant",
    )

    def __init__(
        self, attacker: FightSide, *defenders: FightSide, kind: str = "battle", variant: Variant = BOX
    ) -> None:
        self.sides = (attacker, *defenders)
        self.has_one_defender = len(defenders) == 1
        """True if only one side defends, so that the roles identify the sides."""
        self.kind = kind
        """The kind of battle: "battle", "duel" or "endgame"."""
        self.variant = variant
        self.responder_index = 0
        """The index of the side that has to respond (TW-BAT-10, TW-END-3)."""
        self.passes = 0
        """The number of sides in a row that have passed."""
        self.is_rolled = False
        """True if the dice have been rolled: responses count from then on (TW-BAT-7, TW-BAT-10)."""
        self.pending_response: Response | None = None
        """The response that waits for its roll; None at the first roll, and while nobody rolls."""
        self.resumable = False
        """True while the state alone tells how the battle continues: not during lays, nor before an event."""
        self.only_miromon = False
        """True while only Miromon may be played, before a Sun or a Cross decides (TW-VAR-9)."""
        self.over = False
        """True if the battle has been settled."""
        self.face_down_lays: list[Lay | Retire] = []
        """The lays that wait face down until all have laid (a variant), in the order of the sides."""
        self.results: list[object] = []

    def copy(self, players: Sequence[Player] | Mapping[int, Player]) -> Fight:
        """Return a copy of the battle between `players`, by their seats."""
        twin = object.__new__(Fight)
        twin.sides = tuple([side.copy(players[side.seat]) for side in self.sides])
        twin.has_one_defender, twin.kind, twin.variant = self.has_one_defender, self.kind, self.variant
        twin.responder_index, twin.passes, twin.is_rolled = self.responder_index, self.passes, self.is_rolled
        twin.pending_response, twin.resumable, twin.only_miromon = (
            self.pending_response,
            self.resumable,
            self.only_miromon,
        )
        twin.over, twin.results = self.over, self.results[:]
        twin.face_down_lays = self.face_down_lays[:]
        return twin

    @property
    def hidden_pending_response(self) -> Response | None:
        """The response that waits for its roll, if the table does not show it; None otherwise.

        It can be two cats, or a trap that may fail (TW-PLAY-3).
        """
        return self.pending_response if isinstance(self.pending_response, UseTwoCats | Trap) else None

    def start_responses(self) -> None:
        """Start a response window, with the attacker to respond first (TW-BAT-10)."""
        self.responder_index, self.passes = 0, 0

    def main_opponent(self, side: FightSide) -> FightSide:
        """Return the side that `side` fights against; for an end-game attacker, the first defender."""
        return self.sides[0] if side.index else self.sides[1]

    def enemies(self, side: FightSide) -> tuple[FightSide, ...]:
        """Return all sides that `side` fights against."""
        return self.sides[:1] if side.index else self.sides[1:]

    def remaining_opponents(self, side: FightSide) -> list[FightSide]:
        """Return the opponents of `side` that have not retired."""
        return [other for other in self.enemies(side) if not other.has_retired]

    def opponent_stopping_cats(self, side: FightSide) -> FightSide | None:
        """Return the opponent whose Socks stop every cat of a side (TW-POW-socks), or None.

        If several players defend, cats still count against the others, except in a variant (TW-VAR-21).
        """
        opponents = self.remaining_opponents(side)
        owners = [
            other
            for other in opponents
            if not objects.can_use_cats_or_miromon(other.player.active_objects, self.variant)
        ]
        all_stopped = len(owners) == len(opponents) or self.variant.socks == "everywhere"
        return owners[0] if owners and all_stopped else None

    def trappable_opponents(self, side: FightSide) -> list[FightSide]:
        """Return the opponents whose creatures this side may trap.

        The owner of the Boots is not among them (TW-POW-boots); in a variant nobody is, beside that owner
        (TW-VAR-25).
        """
        if self.variant.boots == "everywhere" and self.opponent_with_boots(side):
            return []
        return [other for other in self.enemies(side) if objects.can_use_traps(other.player.active_objects)]

    def opponent_with_boots(self, side: FightSide) -> FightSide | None:
        """Return the opponent of a side who has the Boots, or None."""
        opponents = self.remaining_opponents(side)
        return next(
            (other for other in opponents if not objects.can_use_traps(other.player.active_objects)), None
        )

    def side_tag(self, side: FightSide) -> str:
        """Return the name of a side in answers: its role, or its seat (`p2`) if several players defend."""
        return side.role if self.has_one_defender or not side.index else f"p{side.seat + 1}"

    def card_points_against(self, side: FightSide, enemy: FightSide) -> int:
        """Return the points of a side's cards in one pairing, given the Cup and traps there (TW-END-4)."""
        if self.has_one_defender or side.index:
            return side.card_points
        return side.spell_power + sum(fighter.card.power for fighter in self.creatures_against(side, enemy))

    def creatures_against(self, side: FightSide, enemy: FightSide) -> list[CreatureInBattle]:
        """Return the creature cards of a side that count in one pairing (TW-END-4)."""
        if self.has_one_defender or side.index:
            return side.creatures_in_battle
        no_riders = not objects.can_lay_riders(enemy.player.active_objects)
        no_mounts = not objects.can_lay_mounts(enemy.player.active_objects, self.variant)
        fighters = list(side.creatures_in_battle)
        if self.variant.endgame_trap == "one":
            fighters += [fighter for fighter, by in side.trapped if by != enemy.seat]
        riding = self._riders_on_fighting_mounts(side, enemy) if no_riders else []
        counted = []
        for fighter in fighters:
            if fighter.is_rider and fighter.card in riding:
                riding.remove(fighter.card)
            elif not (no_mounts and fighter.card.mount):
                counted.append(fighter)
        return counted

    def _riders_on_fighting_mounts(self, side: FightSide, enemy: FightSide) -> list[Creature]:
        """Return the riders of a shared attack whose mounts still fight in one pairing (TW-END-4)."""
        gone = [
            fighter.card
            for fighter, by in side.trapped
            if not fighter.is_rider
            and fighter.owner_seat == side.seat
            and (self.variant.endgame_trap == "every" or by == enemy.seat)
        ]
        riding = []
        for unit in side.lay.units:
            if unit.creature in gone:
                gone.remove(unit.creature)
            elif unit.rider:
                riding.append(unit.rider)
        return riding

    def roll_against(self, side: FightSide, enemy: FightSide) -> DieRoll:
        """Return the roll that counts in one pairing; cats do not count against the Socks (TW-END-4)."""
        if (
            self.has_one_defender
            or side.index
            or objects.can_use_cats_or_miromon(enemy.player.active_objects, self.variant)
        ):
            return side.rolls[-1]
        return next(throw for throw in reversed(side.rolls) if not throw.by_cat)

    def face_against(self, side: FightSide, enemy: FightSide) -> int | None:
        """Return the face of a side's die in one pairing, given the Socks and Miromon there (TW-END-4); None
        before the roll.
        """
        if self.has_one_defender or side.index or side.shown_face is None:
            return side.shown_face
        throw = self.roll_against(side, enemy)
        seats = throw.inverted_by
        if not objects.can_use_cats_or_miromon(enemy.player.active_objects, self.variant):
            seats = tuple([seat for seat in seats if seat != side.seat])
        if self.variant.endgame_miromon == "one":
            seats = tuple([seat for seat in seats if seat in (side.seat, enemy.seat)])
        own = throw.counts_own_element or side.has_own_element_spells
        return _face_after_inversions(throw.face, seats, self.variant.own_element == "face" and own)

    def die_has_own_element(self, side: FightSide, enemy: FightSide) -> bool:
        """Return whether a side's die has its own element in one pairing (TW-BAT-15, TW-PLAY-3)."""
        return side.has_own_element_spells or (
            bool(side.rolls) and self.roll_against(side, enemy).counts_own_element
        )

    def state_key(self) -> Hashable:
        """Return a hashable key of everything in the battle that can still matter."""
        rolls: Hashable = (
            () if self.has_one_defender else tuple(throw.state_key() for throw in self.sides[0].rolls)
        )
        if self.variant is not BOX:  # earlier faces and the purpose of a roll can matter
            last = tuple(side.rolls[-1].own_pairing_key() for side in self.sides if side.rolls)
            rolls = rolls, last, self.hidden_pending_response, self.only_miromon
        return (
            tuple([side.state_key() for side in self.sides]),
            self.responder_index,
            self.passes,
            self.is_rolled,
            rolls,
        )


class SideQuestion(Question[AnswerT]):
    """Base class of questions to the player of one side of a battle."""

    __slots__ = ("side",)
    book = staticmethod(rulebook)

    def __init__(self, side: FightSide) -> None:
        self.player, self.side = side.seat, side

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the name of the side as `side`."""
        return {"side": self.side.name}
