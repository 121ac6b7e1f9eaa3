"""Transactions: an offer is made and answered, and goods, commodities, a note and promises change hands at
once (IM-TRADE-3 to 5, IM-ASK-6)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import TypeVar

from twingkit.core.play import Script
from twingkit.core.questions import Question
from twingkit.core.rulebook import Hidden, Quoted
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.table.abilities import Moment, open_window, window_order
from twingkit.imperium.galaxy.table.drawing import discard_to_limit, move_action_card
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Until
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, OfferVerdict, TakesOffers, judges_offers
from twingkit.imperium.galaxy.trade.notes import give_note
from twingkit.imperium.galaxy.trade.offers import (
    BOUND_VOTE,
    HOLD_FIRE,
    MAY_FIRE,
    Gift,
    Offer,
    offer_fault,
    parse_offer,
    rule_against_gift,
    rule_against_offer,
)

Result = TypeVar("Result")

HELD_FIRE = "held_fire"
"""The effect of a promise not to fire in this tactical action."""


class Reply(GalaxyQuestion):
    """The answer to an offer: `accept`, or `refuse` (IM-ASK-6)."""

    __slots__ = ("giver", "offer")
    kind = "reply"
    rule = "IM-TRADE-3"

    def __init__(self, table: GameTable, seat: int, giver: int, offer: Offer) -> None:
        super().__init__(table, seat)
        self.giver, self.offer = giver, offer

    def options(self) -> Iterator[str]:
        """Accepting, where everything wanted is there, or refusing."""
        if rule_against_gift(self.table, self.player, self.offer.wants) is None:
            yield "accept"
        yield "refuse"

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids an answer."""
        if answer == "refuse":
            return None
        if answer != "accept":
            raise self.bad_answer(answer)
        return rule_against_gift(self.table, self.player, self.offer.wants)

    def random_answer(self, rng: random.Random) -> str:
        """A random answer."""
        return rng.choice(list(self.options()))

    def facts(self) -> Mapping[str, object]:
        """The offer: who makes it, and what is given and wanted."""
        return {"enemy": SEATS[self.giver], "gives": self.offer.gives, "wants": self.offer.wants}


BARGAINS = "bargains"
"""The effect while a player's questions can also be answered with an offer (IM-ASK-6)."""


@judges_offers
def judge_offer(table: GameTable, seat: int, answer: str) -> OfferVerdict:
    """Return whether an answer is an offer, and the rule against it.

    Raises `BadAnswer` for an invalid offer, if one can be made.
    """
    if not table.has_effect(BARGAINS, seat):
        return False, None
    offer = parse_offer(answer)
    if offer is None:
        raise offer_fault(answer)
    return True, rule_against_offer(table, seat, offer)


def with_offers(table: GameTable, seat: int, script: Script[Result]) -> Script[Result]:
    """Run a script in which a player may make an offer before answering any of their questions.

    The offer is made, then the question is asked again (IM-TRADE-3, IM-ASK-6). Returns the result of the
    script.
    """
    table.start_effect(BARGAINS, seat, _transaction_period(table))
    answer: object = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration as end:
            table.lasting_effects = tuple(
                effect for effect in table.lasting_effects if effect.ability != BARGAINS
            )
            result: Result = end.value
            return result
        answer = yield asked
        while isinstance(answer, str) and _takes_offers(asked, seat):
            offer = parse_offer(answer)
            if offer is None:
                break
            yield from make_transaction(table, seat, offer)
            answer = yield asked


def _takes_offers(asked: object, seat: int) -> bool:
    """True if a player may make an offer instead of answering a question; a `Bargain` handles its own."""
    return (
        isinstance(asked, Question)
        and isinstance(asked, TakesOffers)
        and not isinstance(asked, Bargain)
        and asked.player == seat
    )


class Bargain(TakesOffers, GalaxyQuestion):
    """The question whether somebody is offered anything before Space Cannon fires: an offer, or `pass`
    (IM-TRADE-5)."""

    __slots__ = ("other",)
    kind = "bargain"
    rule = "IM-TRADE-5"

    def __init__(self, table: GameTable, seat: int, other: int) -> None:
        super().__init__(table, seat)
        self.other = other

    def options(self) -> Iterator[str]:
        """Passing, and what one would offer first."""
        yield "pass"
        player = self.table.players[self.player]
        for there, gift in ((player.commodities, Gift(commodities=1)), (player.goods, Gift(goods=1))):
            if there:
                yield str(Offer(self.other, gift, Gift(promise=HOLD_FIRE)))

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids an answer."""
        if answer != "pass":
            raise self.bad_answer(answer)
        return None

    def facts(self) -> Mapping[str, object]:
        """The player who is about to fire."""
        offer = Offer(self.other, Gift(goods=1), Gift(promise=HOLD_FIRE))
        return {"enemy": SEATS[self.other], "found": Quoted(str(offer))}


def bargain_before_fire(table: GameTable, seat: int, other: int) -> Script[bool]:
    """Let the active player offer something to the player who is about to fire at their ships.

    Returns True if that player then holds fire (IM-TRADE-5).
    """
    player = table.players[seat]
    table.start_effect(MAY_FIRE, other, "volley")
    while (
        table.variant.deals == "now"
        and table.has_effect(BARGAINS, seat)
        and (player.goods or player.commodities)
        and rule_against_offer(table, seat, Offer(other, Gift(), Gift(promise=HOLD_FIRE))) is None
    ):
        answer: str = yield Bargain(table, seat, other)
        offer = parse_offer(answer)
        if offer is None:
            break
        yield from make_transaction(table, seat, offer)
    table.end_effects("volley")
    return table.has_effect(HELD_FIRE, other)


def _transaction_period(table: GameTable) -> Until:
    """The time for which transactions count: in an agenda phase one agenda, else a turn."""
    return "agenda" if table.phase == "agenda" else "turn"


def make_transaction(table: GameTable, seat: int, offer: Offer) -> Script:
    """Make an offer; if it is accepted, everything changes hands at once and promises take effect."""
    until = _transaction_period(table)
    table.start_effect("offered", offer.to, until, SEATS[seat])
    _reveal_gift(table, offer.to, seat, offer.gives)
    reply: str = yield Reply(table, offer.to, seat, offer)
    if reply == "refuse":
        table.announce("IM-ASK-6", "refused", offer.to, enemy=SEATS[seat])
        return
    table.start_effect("traded", offer.to, until, SEATS[seat])
    _reveal_gift(table, seat, offer.to, offer.wants)
    gives, wants = offer.gives.public_view, offer.wants.public_view
    table.announce("IM-TRADE-3", "made", seat, enemy=SEATS[offer.to], gives=gives, wants=wants)
    order = window_order(table)  # of two Supports for the Throne the one of who comes first counts first
    gifts = sorted(
        [(seat, offer.to, offer.gives), (offer.to, seat, offer.wants)],
        key=lambda given: order.index(given[1]),
    )
    for giver, taker, gift in gifts:
        yield from _give(table, giver, taker, gift)
        _keep_promise(table, giver, taker, gift)
        check_end(table)
    for _, taker, gift in gifts:  # not before all has changed hands: what was promised is not discarded
        if gift.cards:
            yield from discard_to_limit(table, taker)
    yield from open_window(table, Moment("transaction", seat, number=offer.to))
    yield from open_window(table, Moment("transaction", offer.to, number=seat))


def _reveal_gift(table: GameTable, seat: int, holder: int, gift: Gift) -> None:
    """A player learns what of a transaction another one holds."""
    table.players[holder].show("action_cards", seat, gift.cards)
    table.players[holder].show("notes", seat, filter(None, [gift.note]))


def _keep_promise(table: GameTable, giver: int, taker: int, gift: Gift) -> None:
    """Let a promise for this moment hold (IM-TRADE-5)."""
    if gift.promise == HOLD_FIRE:
        table.start_effect(HELD_FIRE, giver, "tactical")
        table.announce("IM-TRADE-5", "holds_fire", giver, enemy=SEATS[taker])
    elif gift.outcome:
        table.start_effect(BOUND_VOTE, giver, "agenda", gift.outcome)
        table.announce("IM-TRADE-5", "bound_vote", giver, enemy=SEATS[taker], outcome=gift.outcome)


def _give(table: GameTable, giver: int, taker: int, gift: Gift) -> Script:
    """Hand over one side of a transaction; commodities become goods (IM-TRADE-4)."""
    owner, receiver = table.players[giver], table.players[taker]
    owner.goods -= gift.goods
    owner.commodities -= gift.commodities
    receiver.goods += gift.goods + gift.commodities
    if gift.commodities:
        case = "given_both" if gift.goods else "given"
        table.announce("IM-TRADE-4", case, giver, enemy=SEATS[taker], n=gift.commodities, goods=gift.goods)
    elif gift.goods:
        table.announce("IM-TRADE-3", "given", giver, enemy=SEATS[taker], n=gift.goods)
    if gift.note:
        yield from give_note(table, giver, taker, gift.note)
    for card in gift.cards:
        move_action_card(table, giver, taker, card)
        table.announce("IM-UNIT-arbiters", "given", giver, card=Hidden(card, giver, other_player=taker))
