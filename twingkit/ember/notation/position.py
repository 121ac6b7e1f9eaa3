"""A position as one line: hands, creatures, Pool, Charred Pile, and whose turn it is in which step.

    ember: p1 hand A5 E5 F5 * has wisp imp:down; p2 hand 5 has siren-2; pool phoenix dragon; pile A9 F3;
    to move p1 conjure

A number of cards in a hand is dealt at random. `imp:down` is flipped, `siren-2` has two marks. By default,
the Pool holds all creatures that nobody has, the pile is empty, and the Draw Deck holds all other cards
(`deck` names other ones, `top` those on top of it, the next one first). Steps are `draw`,
`conjure`, `conjured` (a creature has been conjured this turn) and `refreshed`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from twingkit.core.arguments import TEXT, check_arguments, require_valid_argument
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.ember.box.pool import Pool, creature_by_id, load_pool
from twingkit.ember.rules.cards import DECK, DECK_SIZE, in_pile_order, parse_cards
from twingkit.ember.rules.rulebook import make_input_refusal, rulebook
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS, EmberTable, OwnedCreature, OwnedCreatures
from twingkit.ember.variants.variant import BOX, Variant

if TYPE_CHECKING:
    from twingkit.ember.view import GameView

POSITION_PREFIX = "ember:"
"""Beginning of a position string."""

_START_STEPS = ("draw", "conjure", "conjured", "refreshed")

_FIELD_BY_KEYWORD = {"top": "known_deck_top"}
"""The fields of `Position` that are not named like their keywords."""

LIST_KEYWORDS = ("pool", "pile", "deck", "top")
"""Words of a position string that lists of names follow."""

_ANY_SEAT = re.compile(r"p[0-9]+")
_SEAT = re.compile(r"(p[1-5]) hand((?: \S+)*?)(?: has((?: \S+)+))?")
_CREATURE = re.compile(r"([a-z]+)(:down)?(?:-([1-9]))?")
_MOVE = re.compile(rf"to move (p[1-5])(?: ({'|'.join(_START_STEPS)}))?")


@attrs.frozen
class SeatPosition:
    """A player in a position: known cards, the number of unknown cards, and creatures."""

    hand: tuple[str, ...] = ()
    unknown_count: int = 0
    creatures: tuple[OwnedCreature, ...] = ()

    def text(self, seat: int) -> str:
        """Return the player as written in the position string."""
        cards = [*self.hand, *([str(self.unknown_count)] if self.unknown_count else [])]
        has = [
            f"{owned.id}{'' if owned.is_face_up else ':down'}"
            f"{f'-{owned.minus_marks}' if owned.minus_marks else ''}"
            for owned in self.creatures
        ]
        return " ".join([SEATS[seat], "hand", *cards, *(["has", *has] if has else [])])


@attrs.frozen
class Position:
    """The cards and creatures of every player, and whose turn it is in which step.

    >>> line = "ember: p1 hand * A5 E5 F5 has imp:down; p2 hand 5; pool phoenix; to move p1 conjure"
    >>> str(Position.parse(line)) == line
    True
    """

    seats: tuple[SeatPosition, ...]
    pool: tuple[str, ...] | None = None
    deck: tuple[str, ...] | None = None
    known_deck_top: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    current: int = 0
    step: str = "draw"

    @classmethod
    @check_arguments(line=TEXT)
    def parse(cls, line: str, creatures: Pool | None = None) -> Position:
        """Parse a position string. Raises `Fault` for invalid text, `Refusal` for an impossible position."""
        require_valid_argument("line", line, TEXT)
        creatures = creatures or load_pool()
        seats: dict[int, SeatPosition] = {}
        parts: dict[str, Any] = {}
        for text in line.strip().removeprefix(POSITION_PREFIX).split(";"):
            part = " ".join(text.split())
            word, _, rest = part.partition(" ")
            if (word in LIST_KEYWORDS and _FIELD_BY_KEYWORD.get(word, word) in parts) or (
                word == "to" and "current" in parts
            ):
                raise _part_fault("twice", part)
            if _ANY_SEAT.fullmatch(word) and word not in SEATS[len(seats) : len(seats) + 1]:
                raise _part_fault("seat", part, known=" ".join(SEATS))
            if match := _SEAT.fullmatch(part):
                seats[len(seats)] = _seat(match[2], match[3] or "", creatures)
            elif match := _MOVE.fullmatch(part):
                parts |= {"current": SEATS.index(match[1]), "step": match[2] or "draw"}
            elif word == "pool":
                parts[word] = tuple(creature_by_id(creatures, name).id for name in rest.split())
            elif word in LIST_KEYWORDS:
                parts[_FIELD_BY_KEYWORD.get(word, word)] = parse_cards(rest)
            elif part.startswith("to move "):
                raise _part_fault("step", part, known=" ".join(_START_STEPS))
            else:
                raise _part_fault("part", part)
        position = cls(tuple(seats.values()), **parts)
        position.check()
        return position

    @staticmethod
    def can_describe(view: GameView) -> bool:
        """Return True if a position string can describe this moment of a player's own turn."""
        own = view.current == view.player and view.step in ("draw", "conjure")
        return own and not view.archmages_used

    @classmethod
    def from_view(cls, view: GameView) -> Position:
        """Return the position as the player to move knows it.

        The hands of others are numbers of unknown cards. Raises `Fault` at a moment that a position cannot
        describe.
        """
        if not cls.can_describe(view):
            raise Fault("moment", rulebook())
        creatures = load_pool()
        seats = []
        for seat in view.seats:
            own = seat.seat == view.player
            lying = [
                (creature_by_id(creatures, creature.id), creature.is_face_up, creature.minus_marks)
                for creature in seat.creatures
            ]
            laid = tuple(OwnedCreature(creature, up, marks) for creature, up, marks in lying)
            seats.append(SeatPosition(view.hand if own else (), 0 if own else seat.hand_count, laid))
        step = "conjured" if view.has_conjured else "refreshed" if view.has_refreshed else view.step
        return cls(tuple(seats), pool=view.pool, pile=view.pile, current=view.current, step=step)

    @property
    def other_seen_cards(self) -> tuple[str, ...]:
        """The cards that are neither in the hand of the player to move nor unseen: the Charred Pile and known
        cards of others.
        """
        hands = (seat.hand for number, seat in enumerate(self.seats) if number != self.current)
        return (*self.pile, *(card for hand in hands for card in hand))

    def pool_creature_ids(self) -> tuple[str, ...]:
        """Return the ids of the creatures in the Pool: those in the notation, or all that no player has."""
        if self.pool is not None:
            return self.pool
        lying = {owned.id for seat in self.seats for owned in seat.creatures}
        return tuple(name for name in load_pool() if name not in lying)

    def check(self) -> None:
        """Raise `Refusal` or `Fault` for an impossible position."""
        if not FEWEST_SEATS <= len(self.seats) <= len(SEATS):
            raise Fault("players", rulebook(), found=len(self.seats))
        if self.current >= len(self.seats):
            raise _part_fault("mover", f"to move {SEATS[self.current]}", n=len(self.seats))
        held = [card for seat in self.seats for card in seat.hand]
        parse_cards([*held, *self.known_deck_top, *self.pile, *(self.deck or ())])
        unseen = DECK_SIZE - len(held) - len(self.known_deck_top) - len(self.pile)
        unknown, unseen = (
            sum(unknown_cards_by_seat(self).values()),
            unseen if self.deck is None else len(self.deck),
        )
        if unknown > unseen:
            raise make_input_refusal("EM-SET-2", "unseen", n=unknown, most=unseen)
        names = [owned.id for seat in self.seats for owned in seat.creatures] + list(self.pool or ())
        for name, count in Counter(names).items():
            if count > 1:
                raise make_input_refusal("EM-SET-3", "twice", creature=QuotedFact(name))

    def build_table(self, variant: Variant = BOX, creatures: Pool | None = None) -> EmberTable:
        """Return the table with this position, before unknown cards are dealt."""
        creatures = creatures or load_pool()
        lying = {owned.id for seat in self.seats for owned in seat.creatures}
        pool = self.pool
        if pool is None:
            groups = creatures.ids_by_value(variant.legends).values()
            pool = tuple(name for group in groups for name in group if name not in lying)
        table = EmberTable(len(self.seats), variant=variant, creatures=creatures, pool=pool)
        used = Counter([*self.known_deck_top, *self.pile])
        for player, seat in zip(table.players, self.seats, strict=True):
            player.gain("hand", seat.hand)
            player.owned = OwnedCreatures(seat.creatures)
            used.update(seat.hand)
        cards = self.deck
        if cards is None:
            cards = tuple((Counter(DECK) - used).elements())
        table.deck.replace_cards(cards)
        table.deck.put_on_top(self.known_deck_top)
        table.pile = list(self.pile)
        table.current = self.current
        table.step = "draw" if self.step == "draw" else "conjure"
        table.has_conjured, table.has_refreshed = self.step == "conjured", self.step == "refreshed"
        return table

    def __str__(self) -> str:
        parts = [seat.text(n) for n, seat in enumerate(self.seats)]
        for name, cards in (("pool", self.pool), ("deck", self.deck)):
            if cards is not None:
                parts.append(" ".join([name, *cards]))
        parts += [
            " ".join([name, *cards])
            for name, cards in (("top", self.known_deck_top), ("pile", self.pile))
            if cards
        ]
        parts.append(f"to move {SEATS[self.current]} {self.step}")
        return f"{POSITION_PREFIX} {'; '.join(parts)}"


def _part_fault(case: str, text: str, **facts: object) -> Fault:
    return Fault(f"line_{case}", rulebook(), found=QuotedFact(one_line_excerpt(text, 40)), **facts)


def _seat(cards: str, creatures: str, pool: Pool) -> SeatPosition:
    words = cards.split()
    unknown = int(words.pop()) if words and words[-1].isdecimal() and len(words[-1]) < 3 else 0
    owned = []
    for word in creatures.split():
        match = _CREATURE.fullmatch(word)
        if match is None:
            raise _part_fault("creature", word)
        owned.append(OwnedCreature(creature_by_id(pool, match[1]), not match[2], int(match[3] or 0)))
    return SeatPosition(in_pile_order(parse_cards(words)), unknown, tuple(owned))


def unknown_cards_by_seat(position: Position) -> Mapping[int, int]:
    """Return the number of unknown hand cards of each seat that has any."""
    return {number: seat.unknown_count for number, seat in enumerate(position.seats) if seat.unknown_count}
