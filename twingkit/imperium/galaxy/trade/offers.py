"""Offers in notation: the items that each side of a transaction gives, the rules for offers (IM-TRADE-3 to 5,
IM-ASK-6), and the neighbours with whom players can trade (IM-TRADE-2).

The active player makes an offer such as `offer p2 2 commodities for 1 commodities`; the other player answers
it once. `nothing` stands for a side that gives nothing; a note is written with its owner: `note
trade_agreement:p1`. Two promises can be part of an offer if they are kept at once: `hold fire`, and
`vote:against` for an outcome.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Self

import attrs

from twingkit.core.acts import Act
from twingkit.core.questions import BadAnswer
from twingkit.core.rulebook import NamesByLanguage, QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.galaxy.table.answer_errors import repeated_part_error, wrong_part_error
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import CardName, name_fact

OFFER = "offer"
"""The first word of an offer."""

NOTHING = "nothing"
"""The word for a side that gives nothing."""

HOLD_FIRE_PROMISE = "hold fire"
"""The promise not to fire Space Cannon at the ships that have just moved (IM-TRADE-5)."""

_HIDDEN_CARD_NAME = "?"

VOTE_PROMISE_WORD = "vote"
"""The first word of a promise to vote for an outcome, made by a player who is about to vote (IM-TRADE-5)."""

_ITEM = re.compile(r"(?:(?P<count>[1-9][0-9]?) (?P<what>goods|commodities)|note (?P<note>[a-z_]+:p[1-6])"
                   r"|card (?P<card>[a-z_]+)|(?P<promise>hold fire|vote:[a-z0-9_.]+))")  # fmt: skip


@attrs.frozen
class OfferSide:
    """What one player gives in a transaction: trade goods, commodities, a promissory note, action cards, or a
    promise.

    It has trade goods, commodities, at most one note (`trade_agreement:p1`), action cards if the Emirates of
    Hacan take part, and at most one `promise` that is kept at once. With `hides_cards` the note and the
    cards are only counted, as for players who may not know them.
    """

    goods: int = 0
    commodities: int = 0
    promissory_note: str = ""
    action_cards: tuple[str, ...] = ()
    promise: str = ""
    hides_cards: bool = False

    @classmethod
    def parse(cls, text: str, offer_text: str) -> OfferSide:
        """Parse one side of the offer `offer_text`. Raises `BadAnswer` for the first wrong part."""
        found: dict[str, str] = {}
        cards: list[str] = []
        for part in map(str.strip, text.split(",") if text != NOTHING else ()):
            match = _ITEM.fullmatch(part)
            if match is None:
                raise wrong_part_error(part or offer_text, "1 goods", Offer.example)
            kind = match["what"] or match.lastgroup or ""
            if kind == "card":
                cards.append(match["card"])
            elif kind in found:
                raise repeated_part_error(kind)
            else:
                found[kind] = match["count"] or match[kind]
        return cls(
            int(found.get("goods", 0)),
            int(found.get("commodities", 0)),
            found.get("note", ""),
            tuple(sorted(cards)),
            found.get("promise", ""),
        )

    def __str__(self) -> str:
        parts = [
            f"{count} {kind}"
            for count, kind in ((self.goods, "goods"), (self.commodities, "commodities"))
            if count
        ]
        parts += [f"note {self.promissory_note}"] if self.promissory_note else []
        parts += [f"card {card}" for card in self.action_cards]
        return ", ".join([*parts, self.promise] if self.promise else parts) or NOTHING

    @property
    def public_view(self) -> OfferSide:
        """This side as all players see it: the number of cards, not their names."""
        note = _HIDDEN_CARD_NAME if self.promissory_note else ""
        return attrs.evolve(
            self,
            promissory_note=note,
            action_cards=(_HIDDEN_CARD_NAME,) * len(self.action_cards),
            hides_cards=True,
        )

    @property
    def promised_outcome(self) -> str:
        """The outcome for which a vote is promised; "" if none is."""
        word, _, outcome = self.promise.partition(":")
        return outcome if word == VOTE_PROMISE_WORD else ""

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the text of this side of an offer."""
        counts = [(self.goods, "goods"), (self.commodities, "commodities")]
        if self.hides_cards:
            counts += [(int(bool(self.promissory_note)), "note"), (len(self.action_cards), "cards")]
        parts = [
            f"{count} {words.name(f'given_{kind}', 'one' if count == 1 else '')}"
            for count, kind in counts
            if count
        ]
        if not self.hides_cards:
            parts += [
                CardName(name).label(words) for name in (self.promissory_note, *self.action_cards) if name
            ]
        if self.promise == HOLD_FIRE_PROMISE:
            parts.append(words.name("given_hold_fire"))
        elif self.promise:
            outcome = words.format_fact(name_fact("outcome", self.promised_outcome))
            parts.append(f"{words.name('given_vote')} “{outcome}”")
        return ", ".join(parts) or words.name("given_nothing")


@attrs.frozen
class Offer(Act):
    """Offer a transaction: the recipient, the items given, and the items wanted.

    >>> print(Offer.parse("offer p2 1 commodities for nothing".split()))
    offer p2 1 commodities for nothing
    """

    word = OFFER
    example = "offer p2 2 commodities for 1 goods"
    recipient_seat: int
    gives: OfferSide
    wants: OfferSide

    @classmethod
    def parse(cls, words: Sequence[str], placeholders: Collection[str] = ()) -> Self:
        """Parse the words of an offer. Raises `BadAnswer` that shows its first wrong part."""
        text = " ".join(words)
        if len(words) < 3 or words[0] != OFFER or words[1] not in SEATS:
            raise wrong_part_error(words[1] if len(words) > 2 else text, SEATS[0], cls.example)
        given = " ".join(words[2:])
        gives, separator, wants = given.partition(" for ")
        if not separator:
            raise wrong_part_error(given, f"{given} for {NOTHING}", cls.example)
        sides = (OfferSide.parse(side.strip(), text) for side in (gives, wants))
        return cls(SEATS.index(words[1]), *sides)

    def __str__(self) -> str:
        return f"{OFFER} {SEATS[self.recipient_seat]} {self.gives} for {self.wants}"


def offer_in_answer(text: str) -> Offer | None:
    """Return the trade offer whose text an answer is; None if it is none."""
    try:
        return Offer.parse(text.split())
    except BadAnswer:
        return None


ABOUT_TO_FIRE_EFFECT = "may_fire"
"""The effect of a player who is about to fire Space Cannon at the active player's ships."""

ABOUT_TO_VOTE_EFFECT = "may_vote"
"""The effect of a player who is about to vote, one for each possible outcome."""

PROMISED_VOTE_EFFECT = "bound_vote"
"""The effect of a player's promise to vote for an outcome."""


def rule_against_offer(table: GameTable, seat: int, offer: Offer) -> BrokenRule | None:
    """Return the rule that forbids an offer; None if it is legal."""
    if (
        offer.recipient_seat >= len(table.players)
        or offer.recipient_seat == seat
        or table.players[offer.recipient_seat].is_eliminated
    ):
        return "IM-TRADE-3", "nobody", {}
    enemy = SEATS[offer.recipient_seat]
    if _count_between(table, "traded", seat, offer.recipient_seat):
        return "IM-TRADE-3", "again", {"enemy": enemy}
    if table.phase != "agenda" and not can_trade(table, seat, offer.recipient_seat):
        return "IM-TRADE-2", "no_neighbour", {"enemy": enemy}
    most = int(table.variant.offers)
    if _count_between(table, "offered", seat, offer.recipient_seat) >= most:
        return "IM-ASK-6", "offers", {"enemy": enemy, "n": most}
    if offer.gives == offer.wants == OfferSide():
        return "IM-TRADE-3", "nothing", {}
    hacan = "hacan" in (table.players[seat].faction, table.players[offer.recipient_seat].faction)
    if (offer.gives.action_cards or offer.wants.action_cards) and not hacan:
        return "IM-UNIT-arbiters", "no_cards", {}
    return (
        _rule_against_unknown_item(table, offer)
        or _rule_against_promise(table, seat, offer)
        or rule_against_giving(table, seat, offer.gives)
    )


def note_owner(note: str) -> int:
    """Return the seat of the owner of a note."""
    return SEATS.index(note.partition(":")[2])


@cache
def faction_by_note() -> dict[str, str]:
    """Return the faction of each note's card; "any" for common notes."""
    return {row["id"]: row["owner"] for row in box_csv_rows("promissory_notes.csv")}


def is_note_in_game(table: GameTable, note: str) -> bool:
    """Return whether a promissory note is used in this game, that is, its owner plays and has the faction for
    it (IM-SET-2, IM-END-3).
    """
    card, _, owner = note.partition(":")
    if card not in table.note_cards_in_game or owner not in SEATS[: len(table.players)]:
        return False
    player = table.players[note_owner(note)]
    return not player.is_eliminated and faction_by_note()[card] in ("any", player.faction)


def _rule_against_unknown_item(table: GameTable, offer: Offer) -> BrokenRule | None:
    """Return the rule that forbids an offer with a note or card that is nowhere in the game; None if there is
    none. The holder is not checked.
    """
    for gift in (offer.gives, offer.wants):
        if gift.promissory_note and not is_note_in_game(table, gift.promissory_note):
            return "IM-TRADE-6", "none", {"found": QuotedFact(gift.promissory_note)}
        for card in gift.action_cards:
            if card not in table.action_deck.places:
                return "IM-LIM-1", "none", {"found": QuotedFact(card)}
    return None


def _rule_against_promise(table: GameTable, seat: int, offer: Offer) -> BrokenRule | None:
    """Return the rule that forbids an offer's promises, such as one that would have no effect at once
    (IM-TRADE-5); None if they are legal.
    """
    promises = [gift.promise for gift in (offer.gives, offer.wants) if gift.promise]
    if not promises:
        return None
    if table.variant.deals == "off":
        return "IM-TRADE-5", "off", {}
    if offer.wants.promised_outcome or offer.gives.promise == HOLD_FIRE_PROMISE:
        return "IM-TRADE-5", "not_now", {}
    if offer.wants.promise and not table.has_effect(ABOUT_TO_FIRE_EFFECT, offer.recipient_seat):
        return "IM-TRADE-5", "not_now", {}
    possible = table.effect_subjects(ABOUT_TO_VOTE_EFFECT, seat)
    if offer.gives.promised_outcome and offer.gives.promised_outcome not in possible:
        return "IM-TRADE-5", "not_now", {}
    for bound in outcomes_promised_by(table, seat) if offer.gives.promised_outcome else ():
        if offer.gives.promised_outcome != bound:
            return "IM-TRADE-5", "bound", {"outcome": bound}
    return None


def outcomes_promised_by(table: GameTable, seat: int) -> tuple[str, ...]:
    """Return the outcome for which a player has promised to vote on this agenda, as a tuple of one; () if
    there is no promise (IM-TRADE-5).
    """
    return table.effect_subjects(PROMISED_VOTE_EFFECT, seat)


def rule_against_giving(table: GameTable, seat: int, gift: OfferSide) -> BrokenRule | None:
    """Return the broken rule if a player does not have the items that they would give in a transaction; None
    if they have them.
    """
    player = table.players[seat]
    for kind, count, there in (
        ("goods", gift.goods, player.goods),
        ("commodities", gift.commodities, player.commodities),
    ):
        if count > there:
            return "IM-TRADE-3", "not_there", {
                "side": SEATS[seat], "n": count, "what": f"given_{kind}", "there": there,
            }  # fmt: skip
    if gift.promissory_note and gift.promissory_note not in player.promissory_notes:
        return "IM-TRADE-3", "no_note", {"side": SEATS[seat], "card": gift.promissory_note}
    if any(gift.action_cards.count(card) > player.action_cards.count(card) for card in gift.action_cards):
        return "IM-TRADE-3", "no_card", {"side": SEATS[seat]}
    return None


def _count_between(table: GameTable, effect_name: str, seat: int, other: int) -> int:
    """Return how often two players have "traded" or "offered" in this turn or on this agenda (IM-TRADE-3)."""
    pair = {(seat, SEATS[other]), (other, SEATS[seat])}
    return sum(
        effect.ability == effect_name and (effect.seat, effect.subject) in pair
        for effect in table.lasting_effects
    )


def suggested_offers(table: GameTable, seat: int) -> Iterator[Offer]:
    """Yield typical offers that a player could make to others: some commodities for as many commodities, or
    for a trade good.
    """
    player = table.players[seat]
    if not player.commodities:
        return
    for other in table.other_seats(seat):
        theirs = table.players[other]
        dealt = any(_count_between(table, name, seat, other) for name in ("traded", "offered"))
        if dealt or not can_trade(table, seat, other):
            continue
        count = min(player.commodities, theirs.commodities)
        if count:
            yield Offer(other, OfferSide(commodities=count), OfferSide(commodities=count))
        elif theirs.goods:
            yield Offer(other, OfferSide(commodities=min(player.commodities, 2)), OfferSide(goods=1))


def neighbour_seats(table: GameTable, seat: int) -> list[int]:
    """Return the seats of a player's neighbours, clockwise (IM-TRADE-2)."""
    return [other for other in table.other_seats(seat) if are_neighbours(table, seat, other)]


def are_neighbours(table: GameTable, seat: int, other_seat: int) -> bool:
    """Return whether two players have units or planets in the same or adjacent systems."""
    return meeting_systems(table, seat, other_seat) is not None


def meeting_systems(table: GameTable, seat: int, other_seat: int) -> tuple[int, int] | None:
    """Return one system of each player, the same or adjacent, that makes them neighbours; None if they are
    not neighbours. Wormhole effects of either player count (IM-MAP-5).
    """
    places = [system for system in range(len(table.space)) if table.has_presence(seat, system)]
    theirs = {system for system in range(len(table.space)) if table.has_presence(other_seat, system)}
    links = [table.adjacency(viewer, "neighbour") for viewer in (seat, other_seat)]
    for place in places:
        if place in theirs:
            return place, place
        for adjacent in links:
            if not theirs.isdisjoint(adjacent[place]):
                return place, min(theirs.intersection(adjacent[place]))
    return None


def can_trade(table: GameTable, seat: int, other_seat: int) -> bool:
    """Return whether two players can make a transaction: as neighbours, or by Guild Ships or Trade Convoys
    (IM-TRADE-3)."""
    free = any(
        table.players[player].faction == "hacan"
        or "trade_convoys:" in " ".join(table.players[player].notes_in_play)
        for player in (seat, other_seat)
    )
    return free or are_neighbours(table, seat, other_seat)
