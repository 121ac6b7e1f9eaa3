"""The table, the questions and the rules."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import attrs

from twingkit.core.acts import Act, ActChoice, Choice
from twingkit.core.glossary import Glossary
from twingkit.core.play import CHECKPOINT, Script, register
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import HiddenFact, Rulebook
from twingkit.core.text_questions import BrokenRule
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import (
    NOBODY,
    OWNER,
    PieceKind,
    PlayedPiece,
    ZonePlayer,
    players_field,
    value_field,
    zone_field,
)
from twingkit.core.zones.position import PositionNotation
from twingkit.core.zones.start import DrawFromDeck, PositionLineTable, ZoneGameStart
from twingkit.core.zones.views import TableView

SEATS = ("p1", "p2", "p3", "p4")
"""The names of the seats in records."""

EXAMPLES = ("briscola: 2", "briscola: 4", "briscola: 3")
"""A line for each number of players."""

# -- the cards
SUITS = "DCSB"
"""Coins (denari), cups (coppe), swords (spade) and clubs (bastoni)."""

HAND_SIZE = 3

POINTS = {"1": 11, "3": 10, "10": 4, "9": 3, "8": 2}
"""The points of an ace, a three, a king, a knight and a knave; all other cards have none."""

CARDS = PieceKind(
    all_pieces=[f"{suit}{rank}" for suit in SUITS for rank in range(1, 11)],
    sort_key=lambda card: (card[0], strength(card)),
    rule="BR-2",
)
"""The box: `D1`, the ace of coins, to `B10`, the king of clubs."""


def points_of(card: str) -> int:
    """Return the points of a card."""
    return POINTS.get(card[1:], 0)


def strength(card: str) -> tuple[int, int]:
    """Return a value that is higher for the stronger of two cards of a suit."""
    return points_of(card), int(card[1:])


def best_of(trick: list[PlayedPiece], trump: str) -> PlayedPiece:
    """Return the card that wins a trick."""
    led = trick[0].piece[0]
    return max(trick, key=lambda one: (one.piece[0] == trump, one.piece[0] == led, strength(one.piece)))


# -- the table
@attrs.define(eq=False)
class Player(ZonePlayer):
    """A player with a hand that nobody else sees, and the cards of the tricks that the player has won."""

    computed_values = ("points",)
    hand: list[str] = zone_field(CARDS, list, visible_to=OWNER)
    won: list[str] = zone_field(CARDS, list, is_pile=True)

    @property
    def points(self) -> int:
        """The points of the won cards."""
        return sum(map(points_of, self.won))


@attrs.define(eq=False)
class BriscolaTable(PositionLineTable):
    """The players, the trick and the deck; `current` is the player whose turn it is."""

    players: list[Player] = players_field(Player)
    trick: list[PlayedPiece] = zone_field(CARDS, list, keeps_seat=True)
    deck: DeckWithKnownEnds[str] = zone_field(CARDS, CARDS.full_deck, visible_to=NOBODY)
    aside: list[str] = zone_field(CARDS, list)
    trump: str = value_field("", allowed_words=SUITS)


# -- the rulebook
@cache
def rulebook() -> Rulebook:
    """Return the rules with their sentences and words."""
    return Rulebook.load(files("briscola"))


@cache
def glossary() -> Glossary:
    """Return the words that pages explain."""
    return Glossary.parse(files("briscola").joinpath("glossary.toml").read_text(encoding="utf-8"))


# -- the questions
class Draw(DrawFromDeck):
    """The next card of the deck."""

    __slots__ = ()
    rule, book, seats = "BR-3", rulebook, SEATS


class Play(Choice):
    """Play a card: `play S5`."""

    word = "play"
    example = "play S5"


class CardToPlay(ActChoice[BriscolaTable]):
    """Which card of the hand is played?"""

    __slots__ = ()
    kind, act_class, rule, book, seats = "card_to_play", Play, "BR-4", rulebook, SEATS

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        match answer:
            case Play((card,)) if card in CARDS.all_pieces:
                return None if card in self.choices else ("BR-4", "not_held", {"card": card})
        raise self.bad_answer(answer)


# -- the rules
def set_up(table: BriscolaTable) -> Script:
    """Deal three cards to each player, and turn up the trump (BR-2, BR-3)."""
    if len(table.players) == 3:
        table.deck.take("C2")
        table.aside.append("C2")
        table.record_ruling("BR-2", "aside", card="C2")
    for player in table.players:
        cards = yield from Draw.draw_into(table, player, "hand", HAND_SIZE)
        hidden = HiddenFact(cards, player.seat)
        table.record_ruling("BR-3", "dealt", side=SEATS[player.seat], n=HAND_SIZE, cards=hidden)
    turned_up = yield from Draw.turn_up(table.deck, table.current)
    table.deck.put_on_bottom(turned_up, range(len(table.players)))
    table.trump = turned_up[0][0]
    table.record_ruling("BR-3", "trump", card=turned_up[0], suit=table.trump)


def play_card(table: BriscolaTable) -> Script:
    """Play one card, and take the trick if it is complete (BR-4, BR-5)."""
    player: Player = table.active_player
    answer: Play = yield CardToPlay(table, player.seat, player.hand)
    (card,) = answer.things
    player.remove_face_up("hand", card)
    table.trick.append(PlayedPiece(player.seat, card))
    table.record_ruling("BR-4", "plays", side=SEATS[player.seat], card=card)
    table.current = table.next_player.seat
    if len(table.trick) == len(table.players):
        yield from take_trick(table)


def take_trick(table: BriscolaTable) -> Script:
    """Give the trick to its winner; then all draw, the winner first (BR-5, BR-7)."""
    best = best_of(table.trick, table.trump)
    cards = [one.piece for one in table.trick]
    winner: Player = table.players[best.seat]
    winner.gain("won", cards)
    n = sum(map(points_of, cards))
    table.record_ruling("BR-5", "takes", side=SEATS[winner.seat], card=best.piece, n=n)
    table.trick, table.current = [], winner.seat
    for player in table.players[winner.seat :] + table.players[: winner.seat]:
        known = player.seat if table.deck.shuffled_count else None
        drawn = yield from Draw.draw_into(table, player, "hand")
        if drawn:
            card = drawn[0] if known is None else HiddenFact(drawn[0], known, "hidden_card")
            table.record_ruling("BR-7", "draws", side=SEATS[player.seat], card=card)


@attrs.frozen
class Result:
    """The winners of a game."""

    winners: tuple[int, ...]


def result(table: BriscolaTable, teams: tuple[tuple[int, ...], ...]) -> Result | None:
    """Return the sides with most points; None if all have the same (BR-8)."""
    sides = teams or tuple((player.seat,) for player in table.players)
    points = {side: sum(table.players[seat].points for seat in side) for side in sides}
    winners = [side for side in sides if points[side] == max(points.values())]
    for side in sides:
        table.record_ruling("BR-8", "counts", sides=[SEATS[seat] for seat in side], n=points[side])
    return None if len(winners) == len(sides) else Result(tuple(seat for side in winners for seat in side))


# -- the start
@attrs.frozen
class BriscolaStart(ZoneGameStart):
    """`briscola: 2`, or a position."""

    name, setup_keys, draw_class = "briscola", ("briscola:",), Draw
    position_notation = PositionNotation("briscola:", BriscolaTable, SEATS)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The two pairs of a game of four; no teams in other games (BR-1)."""
        return ((0, 2), (1, 3)) if self.seats == 4 else ()

    def rulebook(self) -> Rulebook:
        return rulebook()

    def check(self, position: TableView) -> None:
        if not position.value("trump"):
            raise Refusal("BR-3", "no_trump", {}, rulebook())
        played = position.zone("trick").played_by
        count = len(position.seats)
        mover = position.value("current")
        if any((seat - mover - step) % count for step, seat in enumerate(played, count - len(played))):
            raise Refusal("BR-4", "order", {"side": SEATS[mover]}, rulebook())
        hands = [position.zone("hand", seat) for seat in range(count)]
        sizes = [
            len(hand.known_pieces) + hand.hidden_count + (seat in played) for seat, hand in enumerate(hands)
        ]
        if len({*sizes}) > 1 or not 1 <= sizes[0] <= HAND_SIZE:
            raise Refusal("BR-7", "hands", {"n": HAND_SIZE}, rulebook())

    def run_rules(self, table: BriscolaTable) -> Script:
        if not table.has_begun:
            yield from set_up(table)
            table.has_begun = True
        while any(player.hand for player in table.players):
            yield CHECKPOINT
            yield from play_card(table)
        return result(table, self.teams)


register(BriscolaStart)
