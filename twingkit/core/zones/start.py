"""The start of a game with declared zones: from a number of players, or from a position.

    briscola: 3
    briscola: p1 hand D1 S3 2; p2 hand 4; deck-bottom B2; trump B; to move p1

A game names its lines, its rulebook and its rules; the rest follows from the declaration.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Self

import attrs

from twingkit.core.cards.draws import DrawFromStack
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal, kind_and_player, one_line_excerpt
from twingkit.core.rulebook import QuotedFact, Rulebook
from twingkit.core.starts import Script, only_setup_line
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import NOBODY, ZonePlayer, ZoneTable, value_field
from twingkit.core.zones.position import PositionNotation
from twingkit.core.zones.views import TableView, table_view


@attrs.define(eq=False)
class PositionLineTable(ZoneTable):
    """The base class of tables that a position line can describe; `current` is the active seat."""

    current: int = value_field(0)
    undealt_zones: tuple[tuple[int, str, int], ...] = value_field((), visible_to=NOBODY)
    """The zones to which chance deals before the first question: seat, zone, and number of pieces."""
    has_begun: bool = value_field(False, visible_to=NOBODY)
    """True if the game was set up, or continues from a position; False at the start of a new game."""

    @property
    def active_player(self) -> Any:
        """The active player."""
        return self.players[self.current]

    @property
    def next_player(self) -> Any:
        """The player after the active player."""
        return self.players[(self.current + 1) % len(self.players)]

    def deck_of(self, player: ZonePlayer, zone: str) -> DeckWithKnownEnds[Any]:
        """Return the deck for a player's zone: the player's own, or the first suitable one of the table."""
        pieces = player.declared_fields[zone].pieces
        for holder in (player, self):
            for name, slot in holder.declared_fields.items():
                there = getattr(holder, name)
                if slot.pieces is pieces and isinstance(there, DeckWithKnownEnds):
                    return there
        raise LookupError(f"{type(player).__name__}.{zone}: no deck has its pieces")


class DrawFromDeck(DrawFromStack[str]):
    """A chance question: which card of a deck a player draws next.

    A game's subclass sets `rule`, `book` and `seats`. Its rulings have a sentence `ask.card` (`side`), one
    `RULE.not_there` (`card`) and a fault `card` (`found`); a game that turns up cards also has
    `ask.card_face_up` (`side`).
    """

    __slots__ = ("face_up",)
    kind = "card"
    seats: ClassVar[Sequence[str]]
    """The names of the seats in records."""

    def __init__(self, seat: int, deck: DeckWithKnownEnds[str], face_up: bool = False) -> None:
        super().__init__(seat, self.seats[seat], deck)
        self.face_up = face_up
        """True if everybody sees the card."""

    @classmethod
    def draw_into(
        cls, table: PositionLineTable, player: ZonePlayer, zone: str, count: int = 1
    ) -> Script[list[Any]]:
        """Let a player draw up to `count` cards into a zone; return the drawn cards."""
        deck, cards = table.deck_of(player, zone), list[Any]()
        for _ in range(count):
            drawn = yield from deck.take_next(partial(cls, player.seat, deck))
            if drawn is None:
                break
            player.gain(zone, drawn[:1], drawn[1])
            cards.append(drawn[0])
        return cards

    @classmethod
    def turn_up(cls, deck: DeckWithKnownEnds[Any], seat: int) -> Script[list[Any]]:
        """Let a player turn up the next card of a deck; return it in a list (empty if there is none)."""
        drawn = yield from deck.take_next(partial(cls, seat, deck, face_up=True))
        return [] if drawn is None else [drawn[0]]

    def parse_answer(self, text: str) -> str:
        """Parse the name of a card, with or without the word `card` before it. Raises `BadAnswer`."""
        words = text.split()
        named = words[-1] if words else ""
        for card in self.stack.kinds:
            if str(card) == named:
                return card
        raise BadAnswer("card", type(self).book(), found=QuotedFact(one_line_excerpt(text.strip(), 20)))

    def sentence(self) -> str:
        """Return the wording of the question."""
        case = "card_face_up" if self.face_up else self.kind
        return type(self).book().sentence("ask", case, {"side": self.name})


def position_line_for_seat(game: Game) -> str | None:
    """Return a position line with all that the player to answer knows; None if no line can hold it.

    A game that starts from the line continues with the same question. There is no line at a draw, or in the
    middle of a step. Works for games with a `ZoneGameStart`; a source of puzzles uses it as its `position`.
    """
    question = game.question
    if question is None or question.is_chance:
        return None
    start: Any = game.start  # a `ZoneGameStart`
    seat = question.player
    line: str = start.position_notation.format_position(
        table_view(game.table, seat, tuple(start.position_notation.seats))
    )
    try:
        begun = Game(type(start).parse([line]), seed=0)
    except (Refusal, Fault):  # a position that the rules forbid, possible in the middle of a step
        return None
    same = kind_and_player(begun.question) == kind_and_player(question)
    return line if same and begun.view(seat) == game.view(seat) else None


@attrs.frozen
class ZoneGameStart:
    """The base class of starts of games with zones: from a number of `seats`, or from a `position`.

    A game's subclass sets `name`, `setup_keys` (the beginning of its line), `position_notation`, `draw_class`
    (its `DrawFromDeck`), `rulebook` and `run_rules`, and is registered.
    """

    name: ClassVar[str]
    setup_keys: ClassVar[tuple[str, ...]]
    position_notation: ClassVar[PositionNotation]
    draw_class: ClassVar[type[DrawFromDeck]]
    seats: int
    position: TableView | None = None

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The teams, each a tuple of seats; by default none, so that everybody plays alone."""
        return ()

    @abstractmethod
    def run_rules(self, table: Any) -> Script:
        """Run the rules on a table: set it up unless it `has_begun`, then play; return the result."""

    @abstractmethod
    def rulebook(self) -> Rulebook:
        """Return the rulebook that the rulings of this game cite."""

    def check(self, position: TableView) -> None:
        """Raise `Refusal` if the rules forbid a position. Component limits are checked elsewhere."""

    def setup_lines(self) -> list[str]:
        """Return the set-up line of the record, as a list."""
        if self.position is not None:
            return [self.position_notation.format_position(self.position)]
        return [f"{self.position_notation.line_key} {self.seats}"]

    @classmethod
    def parse(cls, lines: Sequence[str]) -> Self:
        """Parse the set-up line. Raises `Fault`."""
        positions = cls.position_notation
        said = only_setup_line(lines, positions.line_key).strip().removeprefix(positions.line_key).strip()
        if said.isdecimal():
            positions.check_players(int(said[:3]))
            return cls(int(said))
        position = positions.parse(said)
        start = cls(len(position.seats), position)
        start.check(position)
        return start

    def table(self) -> Any:
        """Return a new table, before unknown pieces are dealt."""
        positions = self.position_notation
        if self.position is None:
            return positions.new_table(self.seats)
        table = positions.build_table(self.position)
        table.undealt_zones, table.has_begun = positions.zones_to_deal(self.position), True
        return table

    def script(self, table: Any) -> Script:
        """Deal the unknown pieces, then run the rules."""
        while table.undealt_zones:
            (seat, zone, count), *rest = table.undealt_zones
            yield from self.draw_class.draw_into(table, table.players[seat], zone)
            left = [(seat, zone, count - 1)] if count > 1 else []
            table.undealt_zones = (*left, *rest)
        result = yield from self.run_rules(table)
        return result

    def seat(self, player: int) -> str:
        """Return the name of a player (from 0) in records."""
        return self.position_notation.seats[player]

    def view(self, game: Game, player: int) -> TableView:
        """Return the view of a player: all zones, and the values that this player sees."""
        seen = table_view(game.table, player, tuple(self.position_notation.seats))
        return attrs.evolve(seen, teams=tuple(self.teams))
