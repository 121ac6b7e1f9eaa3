"""Draw random cards from a Destiny (IJ-SET-2, IJ-COME-2, IJ-OUT-1)."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.cards.draws import DrawFromStack, RandomPick
from twingkit.core.cards.stack import FaceDownStack
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.core.rulebook import HiddenFact, QuotedFact
from twingkit.imajica.box.decks import unmatched_wishes
from twingkit.imajica.rules.rulebook import make_refusal, rulebook
from twingkit.imajica.rules.table import SEATS, ImajicaTable


class NextDestinyCardDraw(DrawFromStack[str]):
    """A chance question: the next card of a Destiny."""

    __slots__ = ()
    kind = "card"
    book = staticmethod(rulebook)
    rule = "IJ-COME-1"

    def __init__(self, table: ImajicaTable, seat: int) -> None:
        super().__init__(seat, SEATS[seat], table.players[seat].destiny)

    def parse_answer(self, text: str) -> str:
        """Return the id of the card that a text names. Raises `BadAnswer` if there is no such card."""
        word = " ".join(text.split()).removeprefix("card ")
        if word not in self.stack.places:
            raise BadAnswer("card", rulebook(), found=QuotedFact(one_line_excerpt(word, 30)))
        return word

    def refusal(self, answer: str) -> Refusal | None:
        """Return a refusal if the card is not in the Destiny, or None."""
        if self.stack.count(answer):
            return None
        return make_refusal(("IJ-COME-2", "not_there", {"card": str(answer)}))


class _UnreadPathCard(NextDestinyCardDraw):
    """A chance question: which card of the Destiny an unknown face-down Path is (IJ-AUT-2)."""

    __slots__ = ()

    def __init__(self, table: ImajicaTable, seat: int, site: str) -> None:
        super().__init__(table, seat)
        later = [place for owner, place in table.undealt_cards[1:] if place and owner == seat]
        names = list(self.stack.shuffled_cards())
        fitting = set()
        for name in dict.fromkeys(names):
            others = list(names)
            others.remove(name)
            if _fits_site(table, name, site) and has_path_for_each_site(table, later, others):
                fitting.add(name)
        self.stack = FaceDownStack([name for name in names if name in fitting])


def _fits_site(table: ImajicaTable, name: str, site: str) -> bool:
    """Return whether a card is a Path of one of the Site's Dominions (IJ-AUT-2)."""
    card = table.cards[name]
    return card.kind == "path" and not set(table.pieces[site].card.home_dominions).isdisjoint(
        card.home_dominions
    )


def has_path_for_each_site(table: ImajicaTable, sites: Sequence[str], card_ids: Sequence[str]) -> bool:
    """Return whether these cards contain a different fitting Path for each of the Sites."""
    return not unmatched_wishes(sites, card_ids, lambda site, name: _fits_site(table, name, site))


def deal_unknown_cards(table: ImajicaTable) -> Script:
    """Deal at random the hidden cards that a position does not name, first unread Paths, then hands."""
    while table.undealt_cards:
        (seat, site), *_ = table.undealt_cards
        asked = _UnreadPathCard(table, seat, site) if site else NextDestinyCardDraw(table, seat)
        card: str = yield asked
        table.undealt_cards = table.undealt_cards[1:]
        table.players[seat].destiny.take(card)
        if site:
            table.put(table.cards[card], seat, "path", site)
        else:
            table.players[seat].gain("hand", [card])


class RandomStartingSeat(RandomPick[str]):
    """A chance question: the Autarch who starts the set-up (IJ-SET-1)."""

    __slots__ = ()
    kind = answer_prefix = "starter"
    book = staticmethod(rulebook)
    rule = "IJ-SET-1"

    def bad_answer(self, text: str) -> BadAnswer:
        """Return the error for an answer that is not one of the choices."""
        return BadAnswer("answer", rulebook(), found=QuotedFact(one_line_excerpt(text, 30)))


def draw_cards(table: ImajicaTable, seat: int, count: int, rule: str, case: str) -> Script:
    """Draw `count` cards, or all that are left, and log them as one ruling."""
    player = table.players[seat]
    drawn: list[str] = []
    for _ in range(count):
        came = yield from player.destiny.take_next(lambda: NextDestinyCardDraw(table, seat))
        if came is None:
            table.log_rule("IJ-COME-2", "empty", seat)
            break
        player.gain("hand", came[:1])
        drawn.append(came[0])
        if not player.destiny.shuffled_count:
            player.exhausted = True
            table.log_rule("IJ-OUT-1", "last", seat)
    if drawn:
        cards = tuple(table.cards[card] for card in sorted(drawn))
        placeholder = "hidden" if len(drawn) > 1 else "hidden_card"
        table.log_rule(rule, case, seat, n=len(drawn), cards=HiddenFact(cards, seat, placeholder))
