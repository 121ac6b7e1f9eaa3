"""The cards and pieces of one player in a typed position, in canonical order, and their rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import QuotedFact
from twingkit.twing.notation.battle_line import sort_objects
from twingkit.twing.notation.position_lines import UNSEEN_CARD, cards_text, format_position_line
from twingkit.twing.notation.situation_side import sort_creatures
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS, Objects
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS, Player
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, ResponseCards
from twingkit.twing.rules.rulebook import rule_refusal

if TYPE_CHECKING:
    from twingkit.twing.view import Hand, PublicPlayerInfo

_HELD = (*RESPONSE_CARD_KINDS, UNSEEN_CARD)


def hand_cards(spells: Iterable[Spell], holder: Player | Hand) -> list[Spell | str]:
    """Return spells together with the response cards of a player, as the cards of one hand."""
    return [*spells, *holder.response_cards.cards]


def _hand_order(cards: Iterable[Spell | str]) -> tuple[Spell | str, ...]:
    def rank(card: Spell | str) -> tuple[int, int, int]:
        if isinstance(card, str):
            return 1, _HELD.index(card), 0
        return 0, ELEMENTS.index(card.element), -card.power

    return tuple(sorted(cards, key=rank))


@attrs.frozen(kw_only=True)
class Holding:
    """The cards and pieces of one player in a position.

    `hand` contains spells, response cards by name (`"cat"`), and `"?"` for unseen cards. `objects` are
    active, those `aside` are not; `endgame` and `out` say whether the player is in the end game or has left.
    """

    hand: tuple[Spell | str, ...] = attrs.field(default=(), converter=_hand_order)
    entourage: tuple[Creature, ...] = attrs.field(default=(), converter=sort_creatures)
    objects: Objects = attrs.field(default=(), converter=sort_objects)
    aside: Objects = attrs.field(default=(), converter=sort_objects)
    ornicles: int = 0
    endgame: bool = False
    out: bool = False

    @classmethod
    def from_player(cls, player: Player) -> Holding:
        """Return all cards and pieces of a player at a table, including the hand."""
        return cls.from_player_with_hand(player, hand_cards(player.hand, player))

    @classmethod
    def from_player_with_hand(cls, player: Player | PublicPlayerInfo, hand: Iterable[Spell | str]) -> Holding:
        """Return the public cards and pieces of a player, with these cards as the hand."""
        return cls(
            hand=hand,
            entourage=player.entourage,
            objects=player.active_objects,
            aside=player.inactive_objects,
            ornicles=player.ornicles,
            endgame=player.in_endgame,
            out=player.has_left,
        )

    @property
    def spells(self) -> tuple[Spell, ...]:
        """The known spells in the hand."""
        return tuple(card for card in self.hand if isinstance(card, Spell))

    @property
    def unseen_count(self) -> int:
        """The number of cards in the hand that nobody has seen."""
        return self.hand.count(UNSEEN_CARD)

    def set_up_player(self, player: Player) -> None:
        """Give these cards and pieces to a player, except unseen cards."""
        player.hand, player.entourage = list(self.spells), list(self.entourage)
        player.response_cards = ResponseCards.from_cards(self.hand)
        player.active_objects, player.inactive_objects = self.objects, self.aside
        player.ornicles, player.in_endgame, player.has_left = self.ornicles, self.endgame, self.out

    def to_line(self, word: str) -> str:
        """Format this holding as a line that begins with `word`."""
        parts: tuple[tuple[str, str | bool], ...] = (
            ("hand", cards_text(self.hand)),
            ("entourage", cards_text(self.entourage)),
            ("objects", ",".join(self.objects)),
            ("aside", ",".join(self.aside)),
            ("ornicles", str(self.ornicles or "")),
            ("endgame", self.endgame),
            ("out", self.out),
        )
        return format_position_line(word, parts)

    def find_problem(self, word: str, objects_needed: int = 0) -> Refusal | None:
        """Return the refusal of a rule that this holding breaks by itself, or None.

        `word` begins its line; `objects_needed` is the number of objects for the end game (TW-END-1).
        """
        if self.out and attrs.evolve(self, out=False) != Holding():
            return rule_refusal("TW-LEAVE-1", "position_out", where=QuotedFact(word))
        return self._hand_problem(QuotedFact(f"{word} hand")) or self._object_problem(word, objects_needed)

    def _hand_problem(self, place: QuotedFact) -> Refusal | None:
        spells = self.spells
        elements = tuple(dict.fromkeys(spell.element for spell in spells))
        if len(elements) > MAX_HAND_ELEMENTS:
            return rule_refusal(
                "TW-TURN-4", "position_elements", where=place, elements=elements, limit=MAX_HAND_ELEMENTS
            )
        if len(spells) > MAX_HAND_SPELLS:
            return rule_refusal(
                "TW-TURN-4", "position_spells", where=place, n=len(spells), limit=MAX_HAND_SPELLS
            )
        return None

    def _object_problem(self, word: str, needed: int) -> Refusal | None:
        active, owned = len(self.objects), len(self.objects + self.aside)
        limit = MAX_ACTIVE_OBJECTS
        if active > limit:
            return rule_refusal(
                "TW-OBJ-2", "position_active", where=QuotedFact(f"{word} objects"), n=active, limit=limit
            )
        if self.aside and active < limit:
            return rule_refusal(
                "TW-OBJ-2", "position_aside", where=QuotedFact(f"{word} aside"), n=active, limit=limit
            )
        if self.endgame and owned < needed:
            return rule_refusal(
                "TW-END-1", "position_endgame", where=QuotedFact(f"{word} endgame"), n=owned, limit=needed
            )
        return None
