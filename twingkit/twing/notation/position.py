"""A typed position: "my table looks like this now", to continue from.

In a record it comes after the lines of players, variant and box: one line for each seat, one for the table.
The line of the players must name every character.

    players F W L
    p1 hand F5 F3 W2 cat*2 trap; entourage F4M F4 L2*2; objects boots,bra,cup; aside hat; ornicles 3; endgame
    p2 hand cat ?*5; entourage W3; ornicles 1
    p3 out
    table turn 12; to-move p2; phase action; display puppet,socks; discard spell F3*2 F1 creature L3 cat

A line begins with its word (`p1`, `table`); semicolons separate the parts after it. Cards have blanks between
them and `*n` for copies, names have commas. Every part may be left out, and so may the table's line.

A player's parts: `hand` has spells (`F5`), `cat`, `trap` and `miromon`; `?*5` means five cards that nobody
has seen, dealt at random at the start. `entourage` has creatures (`F4`) and mounts (`F4M`). `objects` are
active, those `aside` are not. `ornicles` is a number; `endgame`: the player has entered it; `out`: the player
has left the game.

The table's parts: `turn` is the number of the current turn (default 1), `to-move` whose turn it is (default:
the first player who is not out). `phase` is `turn` (that player draws first) or `action` (the card is drawn),
`direction` is `clockwise` or `counterclockwise`. `acted` lists who has had a turn (`p1,p2` or `nobody`), if
that does not follow from the number of the turn. `display` has the objects for sale, `beneath` those under
the object stack, the next to come first. `discard` is the pile from the bottom to the top: `spell` or
`creature` gives the kind of the cards after it. `used-events` are the effects of the events drawn, in order.

Everything else is in its stack, the remaining Ornicles in the middle. Before play goes on, the position is
completed: a hand without a spell draws until one comes (TW-TURN-2), and the display is refilled (TW-SET-2).
`as-is`, on the line of the table, leaves it unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from twingkit.core.messages import Fault
from twingkit.core.rulebook import QuotedFact
from twingkit.twing.notation.holding import Holding, hand_cards
from twingkit.twing.notation.position_lines import (
    NOBODY_ACTED,
    POSITION_PHASES,
    UNSEEN_CARD,
    discard_text,
    format_position_line,
    parse_position_lines,
    seat_word,
)
from twingkit.twing.rules.active_objects import DISPLAY_SIZE
from twingkit.twing.rules.cards import Card, Creature
from twingkit.twing.rules.objects import Objects
from twingkit.twing.rules.response_cards import SINGLE_COPY_KINDS
from twingkit.twing.rules.rulebook import rule_refusal, rulebook
from twingkit.twing.rules.setup import DIRECTIONS, remove_unused_elements
from twingkit.twing.rules.table import TwingTable

if TYPE_CHECKING:
    from twingkit.twing.view import GameView


@attrs.frozen(kw_only=True)
class Position:
    """The state of a game between turns or before an action, as it can be typed in lines.

    Equal positions have the same lines. `holdings` are the players' by seat; `turn` counts from 1, `to_move`
    is a seat (from 0), `direction` is 1 or -1; `acted_seats` holds the seats that have had a turn, or None if
    that follows from the number of the turn. The rest is as in `TwingTable`.

    >>> position = Position.from_lines(["p1 hand F5 F3 cat; ornicles 3", "p2 hand ?*4; objects hat"], 2)
    >>> position.to_move, position.holdings[0].ornicles
    (0, 3)
    >>> print(position.lines()[-1])
    table turn 1; to-move p1; phase turn
    """

    holdings: tuple[Holding, ...]
    turn: int = 1
    to_move: int = 0
    phase: str = POSITION_PHASES[0]
    direction: int = 1
    acted_seats: tuple[int, ...] | None = None
    display: Objects = ()
    beneath: Objects = ()
    discard: tuple[Card, ...] = ()
    used_events: tuple[str, ...] = ()
    as_is: bool = False
    """True if the position is not completed before play goes on (see the module)."""

    def __attrs_post_init__(self) -> None:
        if self.acted_seats == self._seats_expected_to_have_acted():
            object.__setattr__(self, "acted_seats", None)

    @classmethod
    def from_lines(cls, lines: Sequence[str], player_count: int) -> Position:
        r"""Parse the lines of a position for 2 to 4 players.

        Raises `Fault` naming the line, the part and the token that is wrong, and what was expected.
        `set_up_on` reports what the rules forbid.

        >>> print("\n".join(Position.from_lines(["p1 hand cat F3 F5", "p2 hand ?*3"], 2).lines()))
        p1 hand F5 F3 cat
        p2 hand ?*3
        table turn 1; to-move p1; phase turn
        """
        if not 2 <= player_count <= 4:
            raise Fault("players", rulebook(), n=player_count)
        entries = parse_position_lines(lines, player_count)
        fields = {
            "acted_seats" if name == "acted" else name.replace("-", "_"): value
            for name, value in entries.pop("table", {}).items()
        }
        holdings = tuple(Holding(**entries[seat_word(seat)]) for seat in range(player_count))
        staying = [seat for seat in range(player_count) if not holdings[seat].out]
        return cls(holdings=holdings, **{"to_move": staying[0] if staying else 0} | fields)

    def lines(self) -> list[str]:
        """Return the canonical lines: one for each seat, then the table's."""
        acted = (
            None if self.acted_seats is None else ",".join(map(seat_word, self.acted_seats)) or NOBODY_ACTED
        )
        way = next(name for name, step in DIRECTIONS.items() if step == self.direction)
        parts = (
            ("turn", str(self.turn)),
            ("to-move", seat_word(self.to_move)),
            ("phase", self.phase),
            ("direction", way if self.direction < 0 else ""),
            ("acted", acted or ""),
            ("display", ",".join(self.display)),
            ("beneath", ",".join(self.beneath)),
            ("discard", discard_text(self.discard)),
            ("used-events", ",".join(self.used_events)),
            ("as-is", self.as_is),
        )
        seats = [holding.to_line(seat_word(seat)) for seat, holding in enumerate(self.holdings)]
        return [*seats, format_position_line("table", parts)]

    # -- from a game

    @classmethod
    def from_table(cls, table: TwingTable) -> Position:
        """Return the position of a running game between turns or before an action, with all hands open.

        Raises `Fault` at any other moment: in a battle, while cards are drawn, after the action. The position
        does not contain the rulings and the chronicle so far.
        """
        begun = _turn_to_play(table)
        if begun is None:
            raise Fault("position_moment", rulebook())
        return cls(
            holdings=tuple(Holding.from_player(player) for player in table.players),
            turn=begun,
            to_move=table.active_seat,
            phase=table.phase,
            direction=table.direction,
            acted_seats=tuple(
                player.seat for player in table.players if table.acted_seat_bits >> player.seat & 1
            ),
            display=table.object_display,
            beneath=table.objects_under_stack,
            discard=tuple(table.discard_pile),
            used_events=table.used_events,
            as_is=_needs_refill(table),
        )

    @classmethod
    def from_view(cls, view: GameView) -> Position:
        """Return the position as one player sees it when the action of a turn is to be chosen.

        Other players' hands are unseen cards. Raises `Fault` at any other moment.
        """
        if view.battle is not None or view.question_kind != "act":
            raise Fault("position_moment", rulebook())
        own = view.hand
        hands = (
            hand_cards(own.spells, own) if seat.seat == view.player else [UNSEEN_CARD] * seat.hand_size
            for seat in view.seats
        )
        holdings = tuple(map(Holding.from_player_with_hand, view.seats, hands))
        return cls(
            holdings=holdings,
            turn=view.turn_number,
            to_move=view.active_seat,
            phase="action",
            direction=view.direction,
            display=view.object_display,
            beneath=view.objects_under_stack,
            discard=view.discard_pile,
            used_events=view.used_events,
            as_is=not own.spells or (len(view.object_display) < DISPLAY_SIZE and view.objects_left > 0),
        )

    # -- onto a table

    def set_up_on(self, table: TwingTable) -> None:
        """Set up this position on a new table whose players already have their characters.

        Raises `Refusal` with the rule that forbids the position, `Fault` if seats or characters are missing;
        do not use the table after an error.
        """
        self._check_players(table)
        self._place_cards(table)
        self._place_objects(table)
        self._place_ornicles(table)
        self._place_events(table)
        for player, holding in zip(table.players, self.holdings, strict=True):
            holding.set_up_player(player)
        acted = self._seats_expected_to_have_acted() if self.acted_seats is None else self.acted_seats
        table.acted_seat_bits = sum(1 << seat for seat in acted)
        table.active_seat, table.direction, table.phase = self.to_move, self.direction, self.phase
        table.needs_refill = not self.as_is and _needs_refill(table)
        # The table counts turns begun; a turn begins when its first card is drawn.
        table.turn_number = self.turn - (self.phase == "turn")
        table.add_stats_entry("position", self.turn - 1, self.to_move)

    def _check_players(self, table: TwingTable) -> None:
        if len(self.holdings) != len(table.players):
            facts = {"n": len(self.holdings), "limit": len(table.players)}
            raise Fault("position_seats", rulebook(), **facts)
        if not all(player.character for player in table.players):
            raise Fault("position_characters", rulebook(), where=QuotedFact("players"))
        for seat, holding in enumerate(self.holdings):
            problem = holding.find_problem(seat_word(seat), table.variant.objects_needed)
            if problem:
                raise problem
        staying = [seat_word(seat) for seat, holding in enumerate(self.holdings) if not holding.out]
        if len(staying) < 2:
            raise rule_refusal("TW-END-7", "position_alone", n=len(staying))
        mover = seat_word(self.to_move)
        if mover not in staying:
            expected = tuple(QuotedFact(word) for word in staying)
            raise rule_refusal(
                "TW-LEAVE-1", "position_to_move", where=_location("table to-move", mover), expected=expected
            )
        limit = table.variant.turn_limit
        if limit and self.turn > limit:
            raise rule_refusal(
                "TW-PLAY-2", "position_turn", where=_location("table turn", str(self.turn)), limit=limit
            )

    def _place_cards(self, table: TwingTable) -> None:
        """Take every visible card out of the stack, and those that the variant removes."""
        stack = table.stack
        if table.variant.unused_elements == "removed":
            remove_unused_elements(table)
        box = stack.copy()
        for place, card in self._cards():
            if not stack.count(card):
                if card in SINGLE_COPY_KINDS:
                    raise rule_refusal("TW-BOX-6", f"position_{card}", where=place)
                if card not in box.places:
                    raise rule_refusal(
                        "TW-BOX-5", "position_not_in_box", where=place, card=QuotedFact(str(card))
                    )
                facts = {"card": QuotedFact(str(card)), "n": box.count(card)}
                raise rule_refusal("TW-BOX-1", "position_card", where=place, **facts)
            stack.take(card)
        table.discard_pile = list(self.discard)
        unseen = [holding.unseen_count for holding in self.holdings]
        left = sum(not isinstance(card, Creature) for card in stack.shuffled_cards())
        if sum(unseen) > left:
            where = _location(seat_word(unseen.index(max(unseen))), "hand")
            raise rule_refusal("TW-BOX-1", "position_unseen", where=where, n=sum(unseen), limit=left)
        table.unseen_cards_to_deal = tuple((seat, count) for seat, count in enumerate(unseen) if count)

    def _cards(self) -> Iterator[tuple[QuotedFact, Card]]:
        for seat, holding in enumerate(self.holdings):
            hand, entourage = (_location(seat_word(seat), part) for part in ("hand", "entourage"))
            yield from ((hand, card) for card in holding.hand if card != UNSEEN_CARD)
            yield from ((entourage, card) for card in holding.entourage)
        yield from ((QuotedFact("table discard"), card) for card in self.discard)

    def _place_objects(self, table: TwingTable) -> None:
        first_places: dict[str, QuotedFact] = {}
        for place, name in self._objects():
            if name in first_places:
                raise rule_refusal(
                    "TW-BOX-1",
                    "position_object",
                    where=place,
                    object=QuotedFact(name),
                    other=first_places[name],
                )
            first_places[name] = place
        if len(self.display) > DISPLAY_SIZE:
            facts = {"n": len(self.display), "limit": DISPLAY_SIZE}
            raise rule_refusal("TW-SET-2", "position_display", where=QuotedFact("table display"), **facts)
        table.object_display = self.display
        for name in first_places:
            table.object_stack.take(name)
        table.put_under_stack(self.beneath)

    def _objects(self) -> Iterator[tuple[QuotedFact, str]]:
        for seat, holding in enumerate(self.holdings):
            for part, names in (("objects", holding.objects), ("aside", holding.aside)):
                yield from ((_location(seat_word(seat), part), name) for name in names)
        for part, names in (("display", self.display), ("beneath", self.beneath)):
            yield from ((_location("table", part), name) for name in names)

    def _place_ornicles(self, table: TwingTable) -> None:
        count = sum(holding.ornicles for holding in self.holdings)
        if count > table.bank:
            richest = max(range(len(self.holdings)), key=lambda seat: self.holdings[seat].ornicles)
            where = _location(seat_word(richest), "ornicles")
            raise rule_refusal("TW-TURN-6", "position_bank", where=where, n=count, limit=table.bank)
        table.bank -= count

    def _place_events(self, table: TwingTable) -> None:
        box = table.event_stack.copy()
        for name in self.used_events:
            if not table.event_stack.count(name):
                facts = {"event": QuotedFact(name), "n": box.count(name)}
                raise rule_refusal(
                    "TW-BOX-1", "position_event", where=QuotedFact("table used-events"), **facts
                )
            table.event_stack.take(name)
        table.used_events = self.used_events

    def _seats_expected_to_have_acted(self) -> tuple[int, ...]:
        """Return the seats that have had a turn, according to the number of the current turn."""
        seats = len(self.holdings)
        order = [(self.to_move - step * self.direction) % seats for step in range(1, seats + 1)]
        staying = [seat for seat in order if not self.holdings[seat].out]
        return tuple(range(seats)) if self.turn > len(staying) else tuple(sorted(staying[: self.turn - 1]))


def _needs_refill(table: TwingTable) -> bool:
    """Return whether a hand lacks a spell (TW-TURN-2) or the display an object (TW-SET-2)."""
    dealt = {seat for seat, _ in table.unseen_cards_to_deal}
    bare = any(not (player.hand or player.has_left or player.seat in dealt) for player in table.players)
    return bare or (len(table.object_display) < DISPLAY_SIZE and table.object_stack.size > 0)


def _location(word: str, part: str) -> QuotedFact:
    """Return the words that say in an error which part of which line is wrong, such as `p1 hand`."""
    return QuotedFact(f"{word} {part}")


def _turn_to_play(table: TwingTable) -> int | None:
    """Return the number of the turn about to begin or waiting for its action; otherwise None."""
    if (
        not table.is_whole_game
        or table.phase not in POSITION_PHASES
        or table.early_end_reason
        or table.unseen_cards_to_deal
    ):
        return None
    if table.needs_refill:
        return None
    if table.fight is not None or table.is_duel or table.staked_ornicles:
        return None
    if any(Holding.from_player(player).find_problem("") for player in table.players):
        return None  # a player has to discard
    over = _count_finished_turns(table)
    if table.phase == "action":
        return table.turn_number if table.turn_number > over else None
    if table.turn_number == over:
        return over + 1
    # The first card is being drawn; in a hand without a spell it may be a refill, which cannot be resumed.
    return table.turn_number if table.players[table.active_seat].hand else None


def _count_finished_turns(table: TwingTable) -> int:
    node = table.stats_log
    while node:
        node, line = node
        if line[0] == "action":
            return int(line[1])
        if line[0] == "position":
            return int(line[1])
    return 0
