"""The start of a game with a declared table: from a number of players, or from a position.

    briscola: 3
    briscola: p1 hand D1 S3 2; p2 hand 4; deck-bottom B2; trump B; to move p1

A game names its lines, its rulebook and its rules; the rest follows from the declaration.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Self

import attrs

from twingkit.core.cards.draws import StackDraw
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Chance, Refusal, one_line
from twingkit.core.rulebook import Quoted, Rulebook
from twingkit.core.starts import Script, single_line
from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import NOBODY, ZonePlayer, ZoneTable, value
from twingkit.core.zones.position import PositionLines
from twingkit.core.zones.views import TableView, table_view


@attrs.define(eq=False)
class LineTable(ZoneTable):
    """A table that a line can describe; `current` is the active seat."""

    current: int = value(0)
    undealt: tuple[tuple[int, str, int], ...] = value((), visible_to=NOBODY)
    """What chance deals before the first question: the seats, their zones, and the numbers of pieces."""
    begun: bool = value(False, visible_to=NOBODY)
    """True if the game was set up, or continues from a position; False at the beginning of a new game."""

    @property
    def active_player(self) -> Any:
        """The active player."""
        return self.players[self.current]

    @property
    def next_player(self) -> Any:
        """The player after the active one."""
        return self.players[(self.current + 1) % len(self.players)]

    def deck_of(self, player: ZonePlayer, zone: str) -> Deck[Any]:
        """Return the deck for the pieces of a player's zone: the player's own, or the first of the table."""
        pieces = player.slots[zone].pieces
        for holder in (player, self):
            for name, slot in holder.slots.items():
                there = getattr(holder, name)
                if slot.pieces is pieces and isinstance(there, Deck):
                    return there
        raise LookupError(f"{type(player).__name__}.{zone}: no deck has its pieces")


class DeckDraw(StackDraw[str]):
    """The next card of a deck, drawn by a player.

    A game's subclass sets `rule`, `book` and `seats`. Its rulings have a sentence `ask.card` (`side`), one
    `refuse.RULE.not_there` (`card`) and a fault `card` (`found`).
    """

    __slots__ = ("face_up",)
    kind = "card"
    book: ClassVar[Callable[[], Rulebook]]
    """The function that returns the game's rulebook."""
    seats: ClassVar[Sequence[str]]
    """The names of the seats in records."""

    def __init__(self, seat: int, deck: Deck[str], face_up: bool = False) -> None:
        super().__init__(seat, self.seats[seat], deck)
        self.face_up = face_up
        """True if everybody sees the card."""

    @classmethod
    def draw_into(cls, table: LineTable, player: ZonePlayer, zone: str, count: int = 1) -> Script[list[Any]]:
        """Let a player draw up to `count` cards into a zone, as far as the deck has them; return
        these cards.
        """
        deck, cards = table.deck_of(player, zone), list[Any]()
        for _ in range(count):
            drawn = yield from deck.take_next(partial(cls, player.seat, deck))
            if drawn is None:
                break
            player.gain(zone, drawn[:1], drawn[1])
            cards.append(drawn[0])
        return cards

    @classmethod
    def turn_up(cls, deck: Deck[Any], seat: int) -> Script[list[Any]]:
        """Let a player turn up the next card of a deck; return a list with this card, empty if
        there is none.
        """
        drawn = yield from deck.take_next(partial(cls, seat, deck, face_up=True))
        return [] if drawn is None else [drawn[0]]

    def parse_answer(self, text: str) -> str:
        """Parse the name of a card, with or without the word before it. Raises `BadAnswer`."""
        words = text.split()
        named = words[-1] if words else ""
        for card in self.stack.kinds:
            if str(card) == named:
                return card
        raise BadAnswer("card", type(self).book(), found=Quoted(one_line(text.strip(), 20)))

    def format_answer(self, answer: str) -> str:
        """Format the card as in a record."""
        return f"card {answer}"

    def refusal(self, answer: str) -> Refusal | None:
        """Return a refusal if the card is not in the deck."""
        if self.stack.count(answer):
            return None
        return Refusal(self.rule, "not_there", {"card": str(answer)}, type(self).book())

    def sentence(self) -> str:
        """Return the wording of the question."""
        return type(self).book().sentence("ask", self.kind, {"side": self.name})


def known_position(game: Game) -> str | None:
    """Return the position line with what the asked seat knows, from which the game continues with the same
    question.

    Returns None if no line can describe that: at a draw, or in the middle of a step. Works for games with a
    `ZoneStart`; a source of puzzles uses it as its `position`.
    """
    question = game.question
    if question is None or isinstance(question, Chance):
        return None
    start: Any = game.start  # a `ZoneStart`
    seat = question.player
    line: str = start.positions.format_position(table_view(game.table, seat, tuple(start.positions.seats)))
    try:
        begun = Game(type(start).parse([line]), seed=0)
    except (Refusal, Fault):  # a position that the rules forbid, possible in the middle of a step
        return None
    there = begun.question
    same = there is not None and (there.kind, there.player) == (question.kind, seat)
    return line if same and begun.view(seat) == game.view(seat) else None


@attrs.frozen
class ZoneStart:
    """A game that starts with a number of `seats`, or from a `position`.

    A game's subclass sets `name`, `keys` (the beginning of its line), `positions`, `draw` (its `DeckDraw`),
    `rulebook` and `rules`, and is registered.
    """

    name: ClassVar[str]
    keys: ClassVar[tuple[str, ...]]
    positions: ClassVar[PositionLines]
    draw: ClassVar[type[DeckDraw]]
    seats: int
    position: TableView | None = None

    @abstractmethod
    def rules(self, table: Any) -> Script:
        """Run the rules: set up a table that has not `begun`, then play; return who won."""

    @abstractmethod
    def rulebook(self) -> Rulebook:
        """Return the rulebook that its rulings cite."""

    def check(self, position: TableView) -> None:
        """Raise the `Refusal` of a position that the rules forbid. Pieces beyond the box are reported before
        this is called.
        """

    def lines(self) -> list[str]:
        """Return the single line that describes it."""
        if self.position is not None:
            return [self.positions.format_position(self.position)]
        return [f"{self.positions.key} {self.seats}"]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> Self:
        """Parse the line of a start. Raises `Fault`."""
        positions = cls.positions
        said = single_line(lines, positions.key).strip().removeprefix(positions.key).strip()
        if said.isdecimal():
            positions.check_players(int(said[:3]))
            return cls(int(said))
        position = positions.parse(said)
        start = cls(len(position.seats), position)
        start.check(position)
        return start

    def table(self) -> Any:
        """Return the table at the beginning, before unknown pieces are dealt."""
        positions = self.positions
        if self.position is None:
            return positions.new_table(self.seats)
        table = positions.build_table(self.position)
        table.undealt, table.begun = positions.zones_to_deal(self.position), True
        return table

    def script(self, table: Any) -> Script:
        """Deal the unknown pieces, then run the rules."""
        while table.undealt:
            (seat, zone, count), *rest = table.undealt
            yield from self.draw.draw_into(table, table.players[seat], zone)
            left = [(seat, zone, count - 1)] if count > 1 else []
            table.undealt = (*left, *rest)
        result = yield from self.rules(table)
        return result

    def seat(self, player: int) -> str:
        """Return the name of a player in records."""
        return self.positions.seats[player]

    def view(self, game: Game, player: int) -> TableView:
        """Return the zones and values that a player sees."""
        return table_view(game.table, player, tuple(self.positions.seats))
