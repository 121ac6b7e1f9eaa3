"""A completion: a game with a real card for each unknown one, in which every typed line is legal."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import attrs

from twingkit.core.play import Game
from twingkit.referee.referee_rules import CardTest, Constraint, SeatDemands
from twingkit.referee.typed_line import drawn_card_token


@attrs.define
class FirstIllegalLine:
    """The first typed line that is illegal once unknown cards of a record have been filled in.

    `line_index` is its index and `reason` the error. `missing_cards` are the cards that the hand lacks, and
    `candidate_cards` are those in it that may really be the missing ones. `undrawable_card` is a card that is
    not in its deck ("" if there is none). `suspect_seats` are the seats whose hands may have caused another
    question.
    """

    line_index: int
    reason: Exception
    missing_cards: tuple[str, ...] = ()
    candidate_cards: tuple[str, ...] = ()
    undrawable_card: str = ""
    suspect_seats: tuple[int, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    """The alternative constraints, each of which would make the line legal."""
    holder_seat: int = -1
    """The seat whose hand has the cards that the line names."""
    departed_cards: tuple[str, ...] = ()
    """The cards that had already left that hand during the silent answers before the line."""


@attrs.frozen
class UnseenDrawDeck:
    """The deck of a draw: the cards that could be drawn unseen, its size, and the number of reshuffles.

    `owner` is the seat that it belongs to, or its name if there are several decks.
    """

    tokens: frozenset[str] = frozenset()
    size: int = 0
    reshuffle_count: int = 0
    owner: str = ""


NO_DECK = UnseenDrawDeck()
"""The value for a line that draws nothing."""


@attrs.frozen
class PassedCard:
    """A card that was passed from one hand to another, and the two seats that know it, the giver first."""

    token: str
    known_to: tuple[int, int]


@attrs.frozen
class HandsAfterLine:
    """The hands by seat after a typed line, and the demands that questions put on them at that point."""

    hands: tuple[Counter[str], ...] = ()
    demands: SeatDemands = ()
    choosable_test: CardTest | None = None
    """The test of the cards from which the line chose one unseen; None if it could be any card."""
    passed_cards: tuple[PassedCard, ...] = ()
    """The cards that the line passed on unseen."""


@attrs.frozen
class PlayedLine:
    """A typed line as it was played in a completion."""

    earlier_answer_count: int
    """The number of answers of the game before it."""
    dealt_text: str = ""
    """The text that replaces an answer with `?`; "" if it has none."""
    question_kind: str = ""
    deck: UnseenDrawDeck = NO_DECK
    """The deck it drew from."""
    hands_after: HandsAfterLine = HandsAfterLine()
    note_number: int = 0
    """The index of `dealt_text` among all possible texts in sorted order: the notes of
    `twingkit.referee.deal_notes`.
    """


@attrs.define
class CompletedRecord:
    """A game in which every unknown card is replaced by a real one, and its typed lines so far.

    The mappings use the indices of the lines.
    """

    game: Game
    lines: list[PlayedLine] = attrs.Factory(list)
    preferred_cards: dict[int, str] = attrs.Factory(dict)
    """The texts to use for answers with `?` if they are possible."""
    required_cards: dict[int, str] = attrs.Factory(dict)
    """The tokens that must replace the `?` of a line: the settled cards."""
    forbidden_cards: dict[int, frozenset[str]] = attrs.Factory(dict)
    """The tokens that must not replace the `?` of a line."""
    repair_count: int = 0
    """The number of repairs made since the first completion."""
    settling_lines: dict[int, int] = attrs.Factory(dict)
    """For each settled line, the later line that settled it."""

    def copy(self) -> CompletedRecord:
        """Return an independent copy."""
        return CompletedRecord(
            self.game.copy(), self.lines[:],
            dict(self.preferred_cards), dict(self.required_cards), dict(self.forbidden_cards),
            self.repair_count, dict(self.settling_lines),
        )  # fmt: skip

    @property
    def dealt_texts(self) -> list[str]:
        """The text dealt for the `?` of each line; "" for a line without one."""
        return [line.dealt_text for line in self.lines]

    def answer_count_before(self, line: int) -> int:
        """Return the number of answers before a line; all answers if `line` is the number of lines."""
        return self.lines[line].earlier_answer_count if line < len(self.lines) else len(self.game)

    def latest_deck(self, owner: str) -> UnseenDrawDeck:
        """Return the deck of the last unseen draw from the deck of `owner`; `NO_DECK` if there was none."""
        decks = (line.deck for line in reversed(self.lines))
        return next((deck for deck in decks if deck.size and deck.owner == owner), NO_DECK)

    def undo_from(self, line: int) -> None:
        """Take back this line and all later ones."""
        self.game.undo(len(self.game) - self.answer_count_before(line))
        del self.lines[line:]

    def forget_settled_from(self, line: int) -> None:
        """Forget which cards were settled (determined) by this line or a later one."""
        late = [slot for slot, by in self.settling_lines.items() if by >= line]
        for slot in late:
            del self.settling_lines[slot]
            self.required_cards.pop(slot, None)

    def filled_card(self, line: int) -> str:
        """Return the token of the card dealt for the `?` of a line; "" if it has none."""
        return drawn_card_token(self.lines[line].dealt_text)


class DealtCardCorrection(NamedTuple):
    """A change of the cards dealt for unknown ones, by the indices of their lines."""

    required_cards: dict[int, str]
    """The tokens that were drawn there; "" makes a settled line open again."""
    forbidden_cards: dict[int, str]
    """The tokens that were not drawn there."""
    preferred_cards: dict[int, str]
    """The answer texts to use there if they are possible."""
