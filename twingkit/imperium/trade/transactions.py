"""Transactions: goods, commodities and a note change hands at once (IM-TRADE-3 to 5, IM-ASK-6).

`offer p2 2 commodities for 1 commodities` is said by the player whose turn it is, before an action; the other
answers it once. `nothing` stands for a side that gives nothing; a note is named with whose it is:
`note trade_agreement:p1`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping

import attrs

from twingkit.imperium.table.abilities import Moment, window
from twingkit.imperium.table.asked import Asked
from twingkit.imperium.table.drawing import keep_hand
from twingkit.imperium.table.game_table import SEATS, GameTable
from twingkit.imperium.table.named import CardName
from twingkit.imperium.trade.neighbours import may_trade
from twingkit.imperium.trade.notes import given_note
from twingkit.play import Script
from twingkit.rulebook import Hidden, Words
from twingkit.text_questions import Denial

OFFER = "offer"
"""The first word of an offer."""

NOTHING = "nothing"
"""The word of a side that gives nothing."""

MOST_OFFERS = 3
"""The offers that two players can make each other in a turn (IM-ASK-6)."""

_ITEM = re.compile(r"(?:(?P<count>[1-9][0-9]?) (?P<what>goods|commodities)|note (?P<note>[a-z_]+:p[1-6])"
                   r"|card (?P<card>[a-z_]+))")  # fmt: skip


@attrs.frozen
class Gift:
    """One side of a transaction: goods, commodities, at most one note (`trade_agreement:p1`), and action
    cards where the Emirates of Hacan take part."""

    goods: int = 0
    commodities: int = 0
    note: str = ""
    cards: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Gift | None:
        """The gift of a text; None if it is none."""
        if text == NOTHING:
            return cls()
        counts = {"goods": 0, "commodities": 0}
        note, cards = "", []
        for part in text.split(","):
            match = _ITEM.fullmatch(part.strip())
            if match is None:
                return None
            if match["what"]:
                if counts[match["what"]]:
                    return None
                counts[match["what"]] = int(match["count"])
            elif match["note"]:
                if note:
                    return None
                note = match["note"]
            else:
                cards.append(match["card"])
        return cls(counts["goods"], counts["commodities"], note, tuple(sorted(cards)))

    def __str__(self) -> str:
        parts = [
            f"{count} {what}"
            for count, what in ((self.goods, "goods"), (self.commodities, "commodities"))
            if count
        ]
        parts += [f"note {self.note}"] if self.note else []
        return ", ".join([*parts, *(f"card {card}" for card in self.cards)]) or NOTHING

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The gift in words."""
        counts = ((self.goods, "goods"), (self.commodities, "commodities"))
        parts = [" ".join((str(count), words.name(f"given_{what}", lang))) for count, what in counts if count]
        named = [CardName(name) for name in (self.note, *self.cards) if name]
        parts += [name.label(words, lang) for name in named]
        return ", ".join(parts) or words.name("given_nothing", lang)


@attrs.frozen
class Offer:
    """An offer of a player: to whom, what is given, and what is wanted."""

    to: int
    gives: Gift
    wants: Gift

    def __str__(self) -> str:
        return f"{OFFER} {SEATS[self.to]} {self.gives} for {self.wants}"


def read_offer(text: str) -> Offer | None:
    """The offer of an answer; None if it is none.

    >>> print(read_offer("offer p2 1 commodities for nothing"))
    offer p2 1 commodities for nothing
    """
    words = text.split(" ", 2)
    if len(words) != 3 or words[0] != OFFER or words[1] not in SEATS:
        return None
    gives, separator, wants = words[2].partition(" for ")
    one, other = Gift.parse(gives.strip()), Gift.parse(wants.strip())
    if not separator or one is None or other is None:
        return None
    return Offer(SEATS.index(words[1]), one, other)


def no_offer(table: GameTable, seat: int, offer: Offer) -> Denial | None:
    """The rule that forbids an offer."""
    if offer.to >= len(table.players) or offer.to == seat or table.players[offer.to].eliminated:
        return "IM-TRADE-3", "nobody", {}
    enemy = SEATS[offer.to]
    if traded(table, seat, offer.to):
        return "IM-TRADE-3", "again", {"enemy": enemy}
    if not may_trade(table, seat, offer.to):
        return "IM-TRADE-2", "no_neighbour", {"enemy": enemy}
    if offers_made(table, offer.to) >= MOST_OFFERS:
        return "IM-ASK-6", "offers", {"enemy": enemy, "n": MOST_OFFERS}
    if offer.gives == offer.wants == Gift():
        return "IM-TRADE-3", "nothing", {}
    hacan = "hacan" in (table.players[seat].faction, table.players[offer.to].faction)
    if (offer.gives.cards or offer.wants.cards) and not hacan:
        return "IM-UNIT-arbiters", "no_cards", {}
    return _lacking(table, seat, offer.gives)


def _lacking(table: GameTable, seat: int, gift: Gift) -> Denial | None:
    """The rule against giving what one has not."""
    player = table.players[seat]
    for what, count, there in (
        ("goods", gift.goods, player.goods),
        ("commodities", gift.commodities, player.commodities),
    ):
        if count > there:
            return "IM-TRADE-3", "not_there", {"side": SEATS[seat], "n": count, "what": what, "there": there}
    if gift.note and gift.note not in player.notes:
        return "IM-TRADE-3", "no_note", {"side": SEATS[seat], "card": gift.note}
    if any(gift.cards.count(card) > player.action_cards.count(card) for card in gift.cards):
        return "IM-TRADE-3", "no_card", {"side": SEATS[seat]}
    return None


def traded(table: GameTable, seat: int, other: int) -> bool:
    """True if the two have made their transaction of this turn (IM-TRADE-3)."""
    return any(effect.ability == "traded" and effect.seat == other for effect in table.lasting)


def offers_made(table: GameTable, other: int) -> int:
    """The number of offers that were made to a player in this turn."""
    return sum(effect.ability == "offered" and effect.seat == other for effect in table.lasting)


def offers(table: GameTable, seat: int) -> Iterator[str]:
    """Yield offers that a player may look at first: commodities against commodities, or for a good."""
    player = table.players[seat]
    if not player.commodities:
        return
    for other in table.others(seat):
        theirs = table.players[other]
        if traded(table, seat, other) or offers_made(table, other) or not may_trade(table, seat, other):
            continue
        count = min(player.commodities, theirs.commodities)
        if count:
            yield str(Offer(other, Gift(commodities=count), Gift(commodities=count)))
        elif theirs.goods:
            yield str(Offer(other, Gift(commodities=2 if player.commodities > 1 else 1), Gift(goods=1)))


class Reply(Asked):
    """The answer to an offer: `accept`, or `refuse` (IM-ASK-6)."""

    __slots__ = ("giver", "offer")
    kind = "reply"
    rule = "IM-TRADE-3"

    def __init__(self, table: GameTable, seat: int, giver: int, offer: Offer) -> None:
        super().__init__(table, seat)
        self.giver, self.offer = giver, offer

    def options(self) -> Iterator[str]:
        """Accepting, where everything wanted is there, or refusing."""
        if _lacking(self.table, self.player, self.offer.wants) is None:
            yield "accept"
        yield "refuse"

    def denial(self, answer: str) -> Denial | None:
        """The rule that forbids an answer."""
        if answer == "refuse":
            return None
        if answer != "accept":
            raise self.bad(answer)
        return _lacking(self.table, self.player, self.offer.wants)

    def draw(self, rng: random.Random) -> str:
        """A random answer."""
        return rng.choice(list(self.options()))

    def facts(self) -> Mapping[str, object]:
        """The offer: who makes it, what is given and wanted."""
        return {"enemy": SEATS[self.giver], "gives": self.offer.gives, "wants": self.offer.wants}


def transaction(table: GameTable, seat: int, offer: Offer) -> Script:
    """Make an offer; if it is accepted, everything changes hands at once."""
    table.begin("offered", offer.to, "turn")
    reply: str = yield Reply(table, offer.to, seat, offer)
    if reply == "refuse":
        table.tell("IM-ASK-6", "refused", offer.to, enemy=SEATS[seat])
        return
    table.begin("traded", offer.to, "turn")
    table.tell("IM-TRADE-3", "made", seat, enemy=SEATS[offer.to])
    for giver, taker, gift in ((seat, offer.to, offer.gives), (offer.to, seat, offer.wants)):
        yield from _give(table, giver, taker, gift)
    yield from window(table, Moment("transaction", seat, number=offer.to))
    yield from window(table, Moment("transaction", offer.to, number=seat))


def _give(table: GameTable, giver: int, taker: int, gift: Gift) -> Script:
    """Hand over one side of a transaction; commodities become goods (IM-TRADE-4)."""
    one, other = table.players[giver], table.players[taker]
    one.goods -= gift.goods
    one.commodities -= gift.commodities
    total = gift.goods + gift.commodities
    other.goods += total
    if total:
        table.tell("IM-TRADE-4", "given", giver, enemy=SEATS[taker], n=total)
    if gift.note:
        yield from given_note(table, giver, taker, gift.note)
    for card in gift.cards:
        hand = list(one.action_cards)
        hand.remove(card)
        one.action_cards = tuple(hand)
        other.action_cards = tuple(sorted((*other.action_cards, card)))
        table.tell("IM-UNIT-arbiters", "given", giver, card=Hidden(card, giver, also=taker))
    if gift.cards:
        yield from keep_hand(table, taker)
