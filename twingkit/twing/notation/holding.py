"""The cards and pieces of one player in a typed position, in canonical order, and the rules for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Quoted
from twingkit.twing.notation.battle_line import sort_objects
from twingkit.twing.notation.position_lines import UNSEEN, cards_text, line_text
from twingkit.twing.notation.situation_side import sort_creatures
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell
from twingkit.twing.rules.objects import ACTIVE_LIMIT, Objects
from twingkit.twing.rules.player import ELEMENT_LIMIT, SPELL_LIMIT, Player
from twingkit.twing.rules.response_cards import SPECIALS, ResponseCards
from twingkit.twing.rules.rulebook import refuse

if TYPE_CHECKING:
    from twingkit.twing.view import Hand, SeatView

_HELD = (*SPECIALS, UNSEEN)


def hand_cards(spells: Iterable[Spell], held: Player | Hand) -> list[Spell | str]:
    """Return these spells together with the response cards of a holder."""
    return [*spells, *held.held.cards]


def _hand_order(cards: Iterable[Spell | str]) -> tuple[Spell | str, ...]:
    """Spells by element, the strongest first; then response cards, and cards nobody has seen."""

    def rank(card: Spell | str) -> tuple[int, int, int]:
        if isinstance(card, str):
            return 1, _HELD.index(card), 0
        return 0, ELEMENTS.index(card.element), -card.power

    return tuple(sorted(cards, key=rank))


@attrs.frozen(kw_only=True)
class Holding:
    """The cards and pieces of one player: hand (`"cat"` and others, and `"?"`, by name), entourage, active
    objects and those aside, Ornicles, and whether the player is in the end game or out."""

    hand: tuple[Spell | str, ...] = attrs.field(default=(), converter=_hand_order)
    entourage: tuple[Creature, ...] = attrs.field(default=(), converter=sort_creatures)
    objects: Objects = attrs.field(default=(), converter=sort_objects)
    aside: Objects = attrs.field(default=(), converter=sort_objects)
    ornicles: int = 0
    endgame: bool = False
    out: bool = False

    @classmethod
    def from_player(cls, player: Player) -> Holding:
        """Return all cards and pieces of a player at a table."""
        return cls.with_hand(player, hand_cards(player.hand, player))

    @classmethod
    def with_hand(cls, player: Player | SeatView, hand: Iterable[Spell | str]) -> Holding:
        """Return everything open of a player, with these cards in hand."""
        return cls(
            hand=hand,
            entourage=player.entourage,
            objects=player.objects,
            aside=player.stored,
            ornicles=player.ornicles,
            endgame=player.endgame,
            out=player.out,
        )

    @property
    def spells(self) -> tuple[Spell, ...]:
        """The known spells of the hand."""
        return tuple(card for card in self.hand if isinstance(card, Spell))

    @property
    def unseen(self) -> int:
        """The number of cards in the hand that nobody has seen."""
        return self.hand.count(UNSEEN)

    def give_to(self, player: Player) -> None:
        """Give a player everything except the cards that nobody has seen."""
        player.hand, player.entourage = list(self.spells), list(self.entourage)
        player.held = ResponseCards.from_cards(self.hand)
        player.objects, player.stored = self.objects, self.aside
        player.ornicles, player.endgame, player.out = self.ornicles, self.endgame, self.out

    def to_line(self, word: str) -> str:
        """Format the line that begins with `word`."""
        parts: tuple[tuple[str, str | bool], ...] = (
            ("hand", cards_text(self.hand)),
            ("entourage", cards_text(self.entourage)),
            ("objects", ",".join(self.objects)),
            ("aside", ",".join(self.aside)),
            ("ornicles", str(self.ornicles or "")),
            ("endgame", self.endgame),
            ("out", self.out),
        )
        return line_text(word, parts)

    def find_problem(self, word: str, objects_needed: int = 0) -> Refusal | None:
        """Return the rule that this holding breaks whatever else is on the table, or None.

        `word` begins its line; `objects_needed` is the number of objects for the end game (TW-END-1).
        """
        if self.out and attrs.evolve(self, out=False) != Holding():
            return refuse("TW-LEAVE-1", "position_out", where=Quoted(word))
        return self._hand_problem(Quoted(f"{word} hand")) or self._object_problem(word, objects_needed)

    def _hand_problem(self, place: Quoted) -> Refusal | None:
        """TW-TURN-4: three elements, fifteen spells."""
        spells = self.spells
        elements = tuple(dict.fromkeys(spell.element for spell in spells))
        if len(elements) > ELEMENT_LIMIT:
            return refuse(
                "TW-TURN-4", "position_elements", where=place, elements=elements, limit=ELEMENT_LIMIT
            )
        if len(spells) > SPELL_LIMIT:
            return refuse("TW-TURN-4", "position_spells", where=place, n=len(spells), limit=SPELL_LIMIT)
        return None

    def _object_problem(self, word: str, needed: int) -> Refusal | None:
        """TW-OBJ-2: three are active, the rest aside; TW-END-1: enough of them for the end game."""
        active, owned = len(self.objects), len(self.objects + self.aside)
        limit = ACTIVE_LIMIT
        if active > limit:
            return refuse(
                "TW-OBJ-2", "position_active", where=Quoted(f"{word} objects"), n=active, limit=limit
            )
        if self.aside and active < limit:
            return refuse("TW-OBJ-2", "position_aside", where=Quoted(f"{word} aside"), n=active, limit=limit)
        if self.endgame and owned < needed:
            return refuse(
                "TW-END-1", "position_endgame", where=Quoted(f"{word} endgame"), n=owned, limit=needed
            )
        return None
