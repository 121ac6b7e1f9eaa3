"""Offers in notation: what each side of a transaction gives, and the rules against an offer (IM-TRADE-3 to 5,
IM-ASK-6).

The active player makes an offer such as `offer p2 2 commodities for 1 commodities`; the other player answers
it once. `nothing` stands for a side that gives nothing; a note is written with its owner: `note
trade_agreement:p1`. Two promises can be part of an offer if they are kept at once: `hold fire`, and
`vote:against` for an outcome.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from twingkit.core.questions import BadAnswer
from twingkit.core.rulebook import Quoted, Words
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import repeated_part, wrong_part
from twingkit.imperium.galaxy.trade.neighbours import can_trade
from twingkit.imperium.galaxy.trade.notes import is_in_game
from twingkit.imperium.texts.fact_names import CardName, name_fact

OFFER = "offer"
"""The first word of an offer."""

NOTHING = "nothing"
"""The word for a side that gives nothing."""

HOLD_FIRE = "hold fire"
"""The promise not to fire Space Cannon at the ships that have just moved (IM-TRADE-5)."""

CLOSED = "?"
"""The name of a note or card that not all may know."""

VOTE = "vote"
"""The first word of the promise to vote for an outcome, made by the player who is about to vote (IM-TRADE-5).
"""

EXAMPLE = "offer p2 2 commodities for 1 goods"
"""An offer, shown where one is wrong."""

_ITEM = re.compile(r"(?:(?P<count>[1-9][0-9]?) (?P<what>goods|commodities)|note (?P<note>[a-z_]+:p[1-6])"
                   r"|card (?P<card>[a-z_]+)|(?P<promise>hold fire|vote:[a-z0-9_.]+))")  # fmt: skip


@attrs.frozen
class Gift:
    """One side of a transaction.

    It has trade goods, commodities, at most one note (`trade_agreement:p1`), action cards if the Emirates of
    Hacan take part, and at most one `promise` that is kept at once. With `hidden_cards` the note and the
    cards are only counted, as for players who may not know them.
    """

    goods: int = 0
    commodities: int = 0
    note: str = ""
    cards: tuple[str, ...] = ()
    promise: str = ""
    hidden_cards: bool = False

    @classmethod
    def parse(cls, text: str) -> Gift | None:
        """Parse a gift; None if the text is not a gift."""
        if text == NOTHING:
            return cls()
        counts = {"goods": 0, "commodities": 0}
        note, promise, cards = "", "", []
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
            elif match["promise"]:
                if promise:
                    return None
                promise = match["promise"]
            else:
                cards.append(match["card"])
        return cls(counts["goods"], counts["commodities"], note, tuple(sorted(cards)), promise)

    def __str__(self) -> str:
        parts = [
            f"{count} {kind}"
            for count, kind in ((self.goods, "goods"), (self.commodities, "commodities"))
            if count
        ]
        parts += [f"note {self.note}"] if self.note else []
        parts += [f"card {card}" for card in self.cards]
        return ", ".join([*parts, self.promise] if self.promise else parts) or NOTHING

    @property
    def public_view(self) -> Gift:
        """The gift as all at the table see it change hands: how many cards, and not which."""
        note = CLOSED if self.note else ""
        return attrs.evolve(self, note=note, cards=(CLOSED,) * len(self.cards), hidden_cards=True)

    @property
    def outcome(self) -> str:
        """The outcome that is promised a vote; "" if none is."""
        word, _, outcome = self.promise.partition(":")
        return outcome if word == VOTE else ""

    def label(self, words: Words, form: str = "") -> str:
        """The gift in words."""
        counts = [(self.goods, "goods"), (self.commodities, "commodities")]
        if self.hidden_cards:
            counts += [(int(bool(self.note)), "note"), (len(self.cards), "cards")]
        parts = [
            f"{count} {words.name(f'given_{kind}', 'one' if count == 1 else '')}"
            for count, kind in counts
            if count
        ]
        if not self.hidden_cards:
            parts += [CardName(name).label(words) for name in (self.note, *self.cards) if name]
        if self.promise == HOLD_FIRE:
            parts.append(words.name("given_hold_fire"))
        elif self.promise:
            outcome = words.label(name_fact("outcome", self.outcome))
            parts.append(f"{words.name('given_vote')} “{outcome}”")
        return ", ".join(parts) or words.name("given_nothing")


@attrs.frozen
class Offer:
    """An offer of a player: to whom, what is given, and what is wanted."""

    to: int
    gives: Gift
    wants: Gift

    def __str__(self) -> str:
        return f"{OFFER} {SEATS[self.to]} {self.gives} for {self.wants}"


def parse_offer(text: str) -> Offer | None:
    """Parse the offer of an answer; None if it is not an offer.

    >>> print(parse_offer("offer p2 1 commodities for nothing"))
    offer p2 1 commodities for nothing
    """
    words = text.split(" ", 2)
    if len(words) != 3 or words[0] != OFFER or words[1] not in SEATS:
        return None
    gives, separator, wants = words[2].partition(" for ")
    gift, price = Gift.parse(gives.strip()), Gift.parse(wants.strip())
    if not separator or gift is None or price is None:
        return None
    return Offer(SEATS.index(words[1]), gift, price)


def offer_fault(text: str) -> BadAnswer:
    """Return the error of an invalid offer, naming its first wrong part."""
    words = text.split(" ", 2)
    if len(words) < 3 or words[1] not in SEATS:
        return wrong_part(words[1] if len(words) == 3 else text, SEATS[0], EXAMPLE)
    gives, separator, wants = words[2].partition(" for ")
    if not separator:
        return wrong_part(words[2], f"{words[2]} for {NOTHING}", EXAMPLE)
    for side in (gives, wants):
        named: set[str] = set()
        for part in map(str.strip, side.split(",") if side.strip() != NOTHING else ()):
            match = _ITEM.fullmatch(part)
            if match is None:
                return wrong_part(part or text, "1 goods", EXAMPLE)
            kind = match["what"] or ("note" if match["note"] else "" if match["card"] else "promise")
            if kind in named:
                return repeated_part(kind)
            named |= {kind} - {""}
    raise AssertionError(text)  # nothing else keeps `parse_offer` from an offer


MAY_FIRE = "may_fire"
"""The effect while a player is about to fire Space Cannon at the active player's ships."""

MAY_VOTE = "may_vote"
"""The effect for each outcome of a player who is about to vote."""

BOUND_VOTE = "bound_vote"
"""The effect of a player's promise to vote for an outcome."""


def rule_against_offer(table: GameTable, seat: int, offer: Offer) -> BrokenRule | None:
    """The rule that forbids an offer."""
    if offer.to >= len(table.players) or offer.to == seat or table.players[offer.to].eliminated:
        return "IM-TRADE-3", "nobody", {}
    enemy = SEATS[offer.to]
    if have_traded(table, seat, offer.to):
        return "IM-TRADE-3", "again", {"enemy": enemy}
    if table.phase != "agenda" and not can_trade(table, seat, offer.to):
        return "IM-TRADE-2", "no_neighbour", {"enemy": enemy}
    most = int(table.variant.offers)
    if offers_made(table, seat, offer.to) >= most:
        return "IM-ASK-6", "offers", {"enemy": enemy, "n": most}
    if offer.gives == offer.wants == Gift():
        return "IM-TRADE-3", "nothing", {}
    hacan = "hacan" in (table.players[seat].faction, table.players[offer.to].faction)
    if (offer.gives.cards or offer.wants.cards) and not hacan:
        return "IM-UNIT-arbiters", "no_cards", {}
    return (
        rule_against_unknown_item(table, offer)
        or rule_against_promise(table, seat, offer)
        or rule_against_gift(table, seat, offer.gives)
    )


def rule_against_unknown_item(table: GameTable, offer: Offer) -> BrokenRule | None:
    """Return the rule against naming a note or card that is nowhere in the game.

    Whether the other player has it is revealed only by the answer to the offer.
    """
    for gift in (offer.gives, offer.wants):
        if gift.note and not is_in_game(table, gift.note):
            return "IM-TRADE-6", "none", {"found": Quoted(gift.note)}
        for card in gift.cards:
            if card not in table.action_deck.places:
                return "IM-LIM-1", "none", {"found": Quoted(card)}
    return None


def rule_against_promise(table: GameTable, seat: int, offer: Offer) -> BrokenRule | None:
    """The rule against a promise that is not kept at once (IM-TRADE-5)."""
    promises = [gift.promise for gift in (offer.gives, offer.wants) if gift.promise]
    if not promises:
        return None
    if table.variant.deals == "off":
        return "IM-TRADE-5", "off", {}
    if offer.wants.outcome or offer.gives.promise == HOLD_FIRE:
        return "IM-TRADE-5", "not_now", {}
    if offer.wants.promise and not table.has_effect(MAY_FIRE, offer.to):
        return "IM-TRADE-5", "not_now", {}
    possible = [
        effect.about for effect in table.lasting_effects if effect.ability == MAY_VOTE and effect.seat == seat
    ]
    if offer.gives.outcome and offer.gives.outcome not in possible:
        return "IM-TRADE-5", "not_now", {}
    for bound in promised_outcomes(table, seat) if offer.gives.outcome else ():
        if offer.gives.outcome != bound:
            return "IM-TRADE-5", "bound", {"outcome": bound}
    return None


def promised_outcomes(table: GameTable, seat: int) -> tuple[str, ...]:
    """The outcome to which a player has promised their vote on this agenda (IM-TRADE-5)."""
    return tuple(
        effect.about
        for effect in table.lasting_effects
        if effect.ability == BOUND_VOTE and effect.seat == seat
    )


def rule_against_gift(table: GameTable, seat: int, gift: Gift) -> BrokenRule | None:
    """The rule against giving what one has not."""
    player = table.players[seat]
    for kind, count, there in (
        ("goods", gift.goods, player.goods),
        ("commodities", gift.commodities, player.commodities),
    ):
        if count > there:
            return "IM-TRADE-3", "not_there", {
                "side": SEATS[seat], "n": count, "what": f"given_{kind}", "there": there,
            }  # fmt: skip
    if gift.note and gift.note not in player.notes:
        return "IM-TRADE-3", "no_note", {"side": SEATS[seat], "card": gift.note}
    if any(gift.cards.count(card) > player.action_cards.count(card) for card in gift.cards):
        return "IM-TRADE-3", "no_card", {"side": SEATS[seat]}
    return None


def have_traded(table: GameTable, seat: int, other: int) -> bool:
    """True if the two have made their transaction of this turn, or on this agenda (IM-TRADE-3)."""
    return _between(table, "traded", seat, other) > 0


def offers_made(table: GameTable, seat: int, other: int) -> int:
    """The number of offers that two players have made each other in this turn, or on this agenda."""
    return _between(table, "offered", seat, other)


def _between(table: GameTable, ability: str, seat: int, other: int) -> int:
    pair = {(seat, SEATS[other]), (other, SEATS[seat])}
    return sum(
        effect.ability == ability and (effect.seat, effect.about) in pair for effect in table.lasting_effects
    )


def suggested_offers(table: GameTable, seat: int) -> Iterator[str]:
    """Yield offers that a player may look at first: commodities against commodities, or for a good."""
    player = table.players[seat]
    if not player.commodities:
        return
    for other in table.other_seats(seat):
        theirs = table.players[other]
        if (
            have_traded(table, seat, other)
            or offers_made(table, seat, other)
            or not can_trade(table, seat, other)
        ):
            continue
        count = min(player.commodities, theirs.commodities)
        if count:
            yield str(Offer(other, Gift(commodities=count), Gift(commodities=count)))
        elif theirs.goods:
            yield str(Offer(other, Gift(commodities=2 if player.commodities > 1 else 1), Gift(goods=1)))
