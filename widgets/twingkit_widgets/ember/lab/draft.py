"""The draft of the lab: a hand, cards seen elsewhere, and the Pool."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from twingkit.core.questions import Refusal
from twingkit.ember.box.pool import load_pool
from twingkit.ember.exact_odds.chance_within import parse_draw_arguments
from twingkit.ember.notation.position import POSITION_PREFIX, Position, SeatPosition
from twingkit.ember.rules.cards import DECK_SIZE, in_pile_order
from twingkit_widgets.lab.design import Draft

EXAMPLE_POSITION = "ember: p1 hand A6 E6 F8 F9 W11; p2 hand 5; to move p1 draw"
"""Position string with which the lab opens."""

_DEFAULT_OPPONENT = SeatPosition(unknown_count=5)
"""Opponent in notation when only a hand is typed: five unknown cards."""


@attrs.frozen
class PositionDraft(Draft):
    """An editable position in Ember's lab; an illegal one is kept as `invalid_text` with the `refusals` that
    forbid it.
    """

    position: Position
    invalid_text: str = ""
    refusals: tuple[Refusal, ...] = ()

    @classmethod
    def read(cls, text: str) -> PositionDraft:
        """Parse a position string, or cards alone such as "A5 E5 F5 *". Raises `Fault` otherwise.

        >>> PositionDraft.read("a5 e5 *").hand
        ('*', 'A5', 'E5')
        """
        try:
            if text.startswith(POSITION_PREFIX.rstrip(":")):
                draft = cls(Position.parse(text))
            else:
                draft = cls(Position.parse(f"{POSITION_PREFIX} p1 hand {text}; p2 hand 5"))
            parse_draw_arguments(draft.hand, 0, draft.seen_elsewhere)
        except Refusal as refusal:
            return cls(Position((SeatPosition(), _DEFAULT_OPPONENT)), text, (refusal,))
        return draft

    @property
    def hand(self) -> tuple[str, ...]:
        """Return the hand of the player to move."""
        return self.position.seats[self.position.current].hand

    @property
    def pool(self) -> tuple[str, ...]:
        """Return the creatures that can be conjured."""
        return self.position.pool_creature_ids()

    @property
    def seen_elsewhere(self) -> tuple[str, ...]:
        """Return the cards seen elsewhere: the Charred Pile and known cards of opponents."""
        return self.position.other_seen_cards

    @property
    def unseen_count(self) -> int:
        """Return the number of cards that have not been seen."""
        return DECK_SIZE - len(self.hand) - len(self.seen_elsewhere)

    @property
    def is_complete(self) -> bool:
        """Return True if there are cards in the hand."""
        return bool(self.hand) or bool(self.refusals)

    def subject(self) -> Position:
        """Return the position that the lab analyses."""
        return self.position

    def line(self) -> str:
        """Return the position string, or the typed text if it is invalid."""
        return self.invalid_text or str(self.position)

    def with_subject(self, subject: Position) -> PositionDraft:
        """Return the draft of another position."""
        return PositionDraft(subject)

    # -- changes

    def with_hand(self, cards: Iterable[str]) -> PositionDraft:
        """Return the draft with another hand."""
        seats = list(self.position.seats)
        current = self.position.current
        seats[current] = attrs.evolve(seats[current], hand=in_pile_order(cards))
        return self._changed(seats=tuple(seats))

    def with_charred_pile(self, cards: Iterable[str]) -> PositionDraft:
        """Return the draft with other cards on the Charred Pile."""
        return self._changed(pile=tuple(cards))

    def with_pool(self, names: Iterable[str]) -> PositionDraft:
        """Return the draft with exactly these creatures in the Pool; unknown names are ignored. The notation
        omits a full Pool.
        """
        chosen = set(names)
        pool = tuple(name for name in load_pool() if name in chosen)
        return self._changed(pool=None if len(pool) == len(load_pool()) else pool)

    def _changed(self, **changes: Any) -> PositionDraft:
        draft = PositionDraft(attrs.evolve(self.position, **changes))
        parse_draw_arguments(draft.hand, 0, draft.seen_elsewhere)
        return draft
