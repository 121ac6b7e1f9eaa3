"""Transactions: making and answering offers, and exchanging goods, commodities, a note and promises
(IM-TRADE-3 to 5, IM-ASK-6)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import TypeVar

from twingkit.core.acts import Act
from twingkit.core.play import Script
from twingkit.core.questions import Question
from twingkit.core.rulebook import HiddenFact, QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table import acts, questions
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window, window_seat_order
from twingkit.imperium.galaxy.table.card_drawing import discard_to_limit, move_action_card
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import EffectEnd
from twingkit.imperium.galaxy.trade import offers
from twingkit.imperium.galaxy.trade.promissory_notes import give_note

Result = TypeVar("Result")

_HELD_FIRE_EFFECT = "held_fire"
"""The effect of a promise not to fire in this tactical action."""


class OfferReply(questions.GalaxyQuestion):
    """The question of whether to accept an offer: `accept` or `refuse` (IM-ASK-6)."""

    __slots__ = ("giver", "offer")
    kind = "reply"
    rule = "IM-TRADE-3"

    def __init__(self, table: GameTable, seat: int, giver: int, offer: offers.Offer) -> None:
        super().__init__(table, seat)
        self.giver, self.offer = giver, offer

    def options(self) -> Iterator[Act]:
        """Yield `accept` if the player has everything wanted, and `refuse`."""
        if offers.rule_against_giving(self.table, self.player, self.offer.wants) is None:
            yield acts.ACCEPT
        yield acts.REFUSE

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer; None if it is legal."""
        match answer:
            case acts.Accept():
                return offers.rule_against_giving(self.table, self.player, self.offer.wants)
            case acts.Refuse():
                return None
        raise self.bad_answer(answer)

    def random_answer(self, rng: random.Random) -> Act:
        """Return a random legal answer."""
        return rng.choice(list(self.options()))

    def facts(self) -> Mapping[str, object]:
        """Return the offering player and both sides of the offer as facts for the texts of the question."""
        return {"enemy": SEATS[self.giver], "gives": self.offer.gives, "wants": self.offer.wants}


def with_offers(table: GameTable, seat: int, script: Script[Result]) -> Script[Result]:
    """Run a script in which a player may make an offer before answering any of their questions.

    The offer is made, then the question is asked again (IM-TRADE-3, IM-ASK-6). Returns the result of the
    script.
    """
    table.start_effect(questions.CAN_OFFER_EFFECT, seat, _transaction_period(table))
    answer: object = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration as end:
            table.lasting_effects = tuple(
                effect for effect in table.lasting_effects if effect.ability != questions.CAN_OFFER_EFFECT
            )
            result: Result = end.value
            return result
        answer = yield asked
        while isinstance(answer, offers.Offer) and _takes_offers(asked, seat):
            yield from _propose_transaction(table, seat, answer)
            answer = yield asked


def _takes_offers(asked: object, seat: int) -> bool:
    """True if an offer may replace the answer; a `BargainQuestion` handles its own offers."""
    return (
        isinstance(asked, Question)
        and isinstance(asked, questions.QuestionAllowingOffers)
        and not isinstance(asked, BargainQuestion)
        and asked.player == seat
    )


class BargainQuestion(questions.QuestionAllowingOffers, questions.GalaxyQuestion):
    """A question to the active player for an offer, or `pass`."""

    __slots__ = ()

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer; None if it is legal."""
        if answer != acts.PASS:
            raise self.bad_answer(answer)
        return None


class BargainBeforeFire(BargainQuestion):
    """The question of what the active player offers to a player about to fire Space Cannon at them: an offer,
    or `pass` (IM-TRADE-5).
    """

    __slots__ = ("other",)
    kind = "bargain"
    rule = "IM-TRADE-5"

    def __init__(self, table: GameTable, seat: int, other: int) -> None:
        super().__init__(table, seat)
        self.other = other

    @property
    def has_unlisted_answers(self) -> bool:
        """True: only typical offers are listed."""
        return True

    def options(self) -> Iterator[Act]:
        """Yield `pass` and typical offers."""
        yield acts.PASS
        player = self.table.players[self.player]
        for there, gift in (
            (player.commodities, offers.OfferSide(commodities=1)),
            (player.goods, offers.OfferSide(goods=1)),
        ):
            if there:
                yield offers.Offer(self.other, gift, offers.OfferSide(promise=offers.HOLD_FIRE_PROMISE))

    def facts(self) -> Mapping[str, object]:
        """Return the player who is about to fire as a fact for the texts of the question."""
        offer = offers.Offer(
            self.other, offers.OfferSide(goods=1), offers.OfferSide(promise=offers.HOLD_FIRE_PROMISE)
        )
        return {"enemy": SEATS[self.other], "found": QuotedFact(str(offer))}


class BargainInCombat(BargainQuestion):
    """The question of what the active player offers to a neighbour during a combat: an offer, or `pass`
    (IM-TRADE-3).
    """

    __slots__ = ()
    kind = "deal"
    rule = "IM-TRADE-3"
    implied_by_roll = acts.PASS  # a player who reports rolled dice makes no offer

    def options(self) -> Iterator[Act]:
        """Yield `pass` and typical offers."""
        yield acts.PASS
        yield from offers.suggested_offers(self.table, self.player)


def bargain_before_fire(table: GameTable, seat: int, other_seat: int) -> Script[bool]:
    """Let the active player offer something to the player who is about to fire at their ships; return True if
    that player then holds fire (IM-TRADE-5).
    """
    player = table.players[seat]
    table.start_effect(offers.ABOUT_TO_FIRE_EFFECT, other_seat, "volley")
    while (
        table.variant.deals == "now"
        and table.has_effect(questions.CAN_OFFER_EFFECT, seat)
        and (player.goods or player.commodities)
        and offers.rule_against_offer(
            table,
            seat,
            offers.Offer(other_seat, offers.OfferSide(), offers.OfferSide(promise=offers.HOLD_FIRE_PROMISE)),
        )
        is None
    ):
        answer: Act = yield BargainBeforeFire(table, seat, other_seat)
        if not isinstance(answer, offers.Offer):
            break
        yield from _propose_transaction(table, seat, answer)
    table.end_effects("volley")
    return table.has_effect(_HELD_FIRE_EFFECT, other_seat)


def bargain_in_combat(table: GameTable, seat: int) -> Script:
    """Let the active player make offers during a combat, if they have something to give and a partner
    (IM-TRADE-3).
    """
    while table.has_effect(questions.CAN_OFFER_EFFECT, seat) and _can_give_something(table, seat):
        answer: Act = yield BargainInCombat(table, seat)
        if not isinstance(answer, offers.Offer):
            return
        yield from _propose_transaction(table, seat, answer)


def _can_give_something(table: GameTable, seat: int) -> bool:
    """Return whether a player could offer a trade good or a commodity to somebody now."""
    gifts = offers.OfferSide(goods=1), offers.OfferSide(commodities=1)
    return any(
        offers.rule_against_offer(table, seat, offers.Offer(other, gift, offers.OfferSide())) is None
        for other in table.other_seats(seat)
        for gift in gifts
    )


def _transaction_period(table: GameTable) -> EffectEnd:
    """Return the period in which transactions are limited: an agenda in the agenda phase, else a turn."""
    return "agenda" if table.phase == "agenda" else "turn"


def _propose_transaction(table: GameTable, seat: int, offer: offers.Offer) -> Script:
    """Make an offer; if it is accepted, exchange all items at once and apply promises."""
    until = _transaction_period(table)
    table.start_effect("offered", offer.recipient_seat, until, SEATS[seat])
    _reveal_gift(table, offer.recipient_seat, seat, offer.gives)
    reply: Act = yield OfferReply(table, offer.recipient_seat, seat, offer)
    if reply == acts.REFUSE:
        table.announce("IM-ASK-6", "refused", offer.recipient_seat, enemy=SEATS[seat])
        return
    table.start_effect("traded", offer.recipient_seat, until, SEATS[seat])
    _reveal_gift(table, seat, offer.recipient_seat, offer.wants)
    gives, wants = offer.gives.public_view, offer.wants.public_view
    table.announce("IM-TRADE-3", "made", seat, enemy=SEATS[offer.recipient_seat], gives=gives, wants=wants)
    order = window_seat_order(table)  # of two Supports for the Throne the one of who comes first counts first
    gifts = sorted(
        [(seat, offer.recipient_seat, offer.gives), (offer.recipient_seat, seat, offer.wants)],
        key=lambda given: order.index(given[1]),
    )
    for giver, taker, gift in gifts:
        _give(table, giver, taker, gift)
        _keep_promise(table, giver, taker, gift)
        raise_if_game_over(table)
    for _, taker, gift in gifts:  # not before all has changed hands: what was promised is not discarded
        if gift.action_cards:
            yield from discard_to_limit(table, taker)
    other = offer.recipient_seat
    yield from open_ability_window(
        table, Moment("transaction", seat, number=other), Moment("transaction", other, number=seat)
    )


def _reveal_gift(table: GameTable, seat: int, holder: int, gift: offers.OfferSide) -> None:
    """Show a player the items of a transaction that another player holds."""
    table.players[holder].show("action_cards", seat, gift.action_cards)
    table.players[holder].show("promissory_notes", seat, filter(None, [gift.promissory_note]))


def _keep_promise(table: GameTable, giver: int, taker: int, gift: offers.OfferSide) -> None:
    if gift.promise == offers.HOLD_FIRE_PROMISE:
        table.start_effect(_HELD_FIRE_EFFECT, giver, "tactical")
        table.announce("IM-TRADE-5", "holds_fire", giver, enemy=SEATS[taker])
    elif gift.promised_outcome:
        table.start_effect(offers.PROMISED_VOTE_EFFECT, giver, "agenda", gift.promised_outcome)
        table.announce("IM-TRADE-5", "bound_vote", giver, enemy=SEATS[taker], outcome=gift.promised_outcome)


def _give(table: GameTable, giver: int, taker: int, gift: offers.OfferSide) -> None:
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
    if gift.promissory_note:
        give_note(table, giver, taker, gift.promissory_note)
    for card in gift.action_cards:
        move_action_card(table, giver, taker, card)
        table.announce("IM-UNIT-arbiters", "given", giver, card=HiddenFact(card, giver, also_known_to=taker))
