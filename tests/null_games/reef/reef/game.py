"""The table, the questions and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import attrs

from twingkit.core.glossary import Glossary
from twingkit.core.play import CHECKPOINT, Script, register
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import HiddenFact, Rulebook
from twingkit.core.text_questions import BrokenRule, TextQuestion
from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import (
    NOBODY,
    OWNER,
    PieceKind,
    ZonePlayer,
    players_field,
    value_field,
    zone_field,
)
from twingkit.core.zones.position import PositionNotation
from twingkit.core.zones.start import DeckDraw, PositionTable, ZoneStart
from twingkit.core.zones.views import TableView

SEATS = ("p1", "p2", "p3", "p4")
"""The names of the seats in records."""

EXAMPLES = ("reef: 3", "reef: 2", "reef: 4")
"""A line for each number of players."""

# -- the cards
KINDS = "SCPK"
"""Shells, corals, pearls and kelp."""

SQUALL, TIDE = "7", "8"
"""The numbers that do more than others."""

CARDS = PieceKind(
    all_pieces=[f"{kind}{number}" for kind in KINDS for number in range(1, 9)], sort_key=str, rule="RF-1"
)
"""The box: `S1` to `K8`."""


# -- the table
@attrs.define(eq=False)
class Player(ZonePlayer):
    """A player with a hand that nobody else sees."""

    hand: list[str] = zone_field(CARDS, list, visible_to=OWNER)


@attrs.define(eq=False)
class ReefTable(PositionTable):
    """The players, the deck and the pile; `current` is whose turn it is."""

    players: list[Player] = players_field(Player)
    deck: Deck[str] = zone_field(CARDS, CARDS.full_deck, visible_to=NOBODY)
    pile: list[str] = zone_field(CARDS, list, is_pile=True)
    wish: str = value_field("", allowed_words=KINDS)
    passed: int = value_field(0)

    @property
    def wanted(self) -> str:
        """The card or the kind that the next card has to fit."""
        return self.wish or self.pile[-1]

    @property
    def instead(self) -> str:
        """The answer of somebody who lays no card."""
        return "draw" if self.deck.size or len(self.pile) > 1 else "pass"

    def fits(self, card: str) -> bool:
        """True if a card may be laid now."""
        kind, number = card
        return number == TIDE or kind == self.wanted[0] or number == self.wanted[1:]


# -- the rulebook
@cache
def rulebook() -> Rulebook:
    """The rules with their sentences and words."""
    return Rulebook.load(files("reef"))


@cache
def glossary() -> Glossary:
    """The words that pages explain."""
    return Glossary.parse(files("reef").joinpath("glossary.toml").read_text(encoding="utf-8"))


# -- the questions
class Draw(DeckDraw):
    """The next card of the deck."""

    __slots__ = ()
    rule, book, seats = "RF-2", rulebook, SEATS


class Turn(TextQuestion[ReefTable]):
    """Which card is laid? `lay S5`, `draw_class`, or `pass` where no card can be drawn."""

    __slots__ = ()
    kind, rule, book, seats = "turn", "RF-3", rulebook, SEATS

    def facts(self) -> dict[str, object]:
        return {"wanted": self.table.wanted}

    def options(self) -> Iterator[str]:
        hand = self.table.players[self.player].hand
        yield from (f"lay {card}" for card in hand if self.table.fits(card))
        yield self.table.instead

    def broken_rule(self, answer: str) -> BrokenRule | None:
        if answer == self.table.instead:
            return None
        if answer in ("draw", "pass"):
            return "RF-6", f"no_{answer}", {}
        word, _, card = answer.partition(" ")
        if word != "lay" or card not in CARDS.all_pieces:
            raise self.bad_answer(answer)
        if card not in self.table.players[self.player].hand:
            return "RF-3", "not_held", {"card": card}
        if not self.table.fits(card):
            return "RF-3", "no_fit", {"card": card, "wanted": self.table.wanted}
        return None


class Wish(TextQuestion[ReefTable]):
    """Which kind has to follow? `wish K`."""

    __slots__ = ()
    kind, rule, book, seats = "wish", "RF-5", rulebook, SEATS

    def options(self) -> Iterator[str]:
        return (f"wish {kind}" for kind in KINDS)

    def broken_rule(self, answer: str) -> BrokenRule | None:
        if answer not in self.options():
            raise self.bad_answer(answer)
        return None


# -- the rules
def set_up(table: ReefTable) -> Script:
    """Five cards for each, and one that opens the pile (RF-2)."""
    for player in table.players:
        yield from draw(table, player, 5, "RF-2", "dealt")
    table.pile += yield from Draw.turn_up(table.deck, table.current)
    table.record_ruling("RF-2", "opens", card=table.pile[-1])


def draw(table: ReefTable, player: Player, count: int, rule: str, case: str) -> Script:
    """Draw so many cards; the deck is renewed when it is empty (RF-6)."""
    cards: list[str] = []
    for _ in range(count):
        if not table.deck.size and len(table.pile) > 1:
            *under, top = table.pile
            table.deck.shuffle_in(under)
            table.pile = [top]
            table.record_ruling("RF-6", "renewed")
        cards += yield from Draw.draw_into(table, player, "hand")
    if cards:
        table.record_ruling(
            rule, case, side=SEATS[player.seat], n=len(cards), cards=HiddenFact(cards, player.seat)
        )


def lay(table: ReefTable, player: Player, card: str) -> Script:
    """Lay a card, and do what it does (RF-3, RF-4, RF-5)."""
    side = SEATS[player.seat]
    player.lose("hand", card)
    table.pile.append(card)
    table.wish = ""
    table.record_ruling("RF-3", "lays", side=side, card=card)
    if card.endswith(SQUALL) and player.hand:
        yield from draw(table, table.next_player, 2, "RF-4", "swept")
    if card.endswith(TIDE) and player.hand:
        answer: str = yield Wish(table, player.seat)
        table.wish = answer.split()[1]
        table.record_ruling("RF-5", "wishes", side=side, kind=table.wish)


def turn(table: ReefTable) -> Script:
    """One turn; the seat that has won by it, else None."""
    player: Player = table.active_player
    answer: str = yield Turn(table, player.seat)
    table.passed = table.passed + 1 if answer == "pass" else 0
    if answer == "draw":
        yield from draw(table, player, 1, "RF-3", "draws")
    elif answer == "pass":
        table.record_ruling("RF-6", "passes", side=SEATS[player.seat])
    else:
        yield from lay(table, player, answer.split()[1])
    following = table.next_player
    if not player.hand:
        winner = player
    elif table.passed == len(table.players):
        in_turn = table.players[following.seat :] + table.players[: following.seat]
        winner = min(in_turn, key=lambda one: len(one.hand))
    else:
        table.current = following.seat
        return None
    table.record_ruling("RF-7", "wins", side=SEATS[winner.seat], n=len(winner.hand))
    return winner.seat


# -- the start
@attrs.frozen
class ReefStart(ZoneStart):
    """`reef: 3`, or a position."""

    name, setup_keys, draw_class = "reef", ("reef:",), Draw
    position_notation = PositionNotation("reef:", ReefTable, SEATS)

    def rulebook(self) -> Rulebook:
        return rulebook()

    def check(self, position: TableView) -> None:
        if not position.zone("pile").known_pieces:
            raise Refusal("RF-2", "no_pile", {}, rulebook())
        for seat, name in enumerate(position.seats):
            hand = position.zone("hand", seat)
            if not hand.known_pieces and not hand.hidden_count:
                raise Refusal("RF-7", "no_hand", {"side": name}, rulebook())

    def run_rules(self, table: ReefTable) -> Script:
        if not table.has_begun:
            yield from set_up(table)
            table.has_begun = True
        while True:
            yield CHECKPOINT
            winner = yield from turn(table)
            if winner is not None:
                return winner


register(ReefStart)
