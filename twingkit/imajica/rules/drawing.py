"""Drawing from a Destiny: what comes is chance (IJ-SET-2, IJ-COME-2, IJ-OUT-1)."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.cards.draws import NamedPick, StackDraw
from twingkit.core.cards.stack import Stack
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Refusal, one_line
from twingkit.core.rulebook import Hidden, Quoted
from twingkit.imajica.rules.rulebook import refuse, rulebook
from twingkit.imajica.rules.table import SEATS, ImajicaTable


class CardDraw(StackDraw[str]):
    """The next card of a Destiny."""

    __slots__ = ()
    kind = "card"
    rule = "IJ-COME-1"

    def __init__(self, table: ImajicaTable, seat: int) -> None:
        super().__init__(seat, SEATS[seat], table.players[seat].destiny)

    def parse_answer(self, text: str) -> str:
        """The card that a text names; raises `BadAnswer` if none is called so."""
        word = " ".join(text.split()).removeprefix("card ")
        if word not in self.stack.places:
            raise BadAnswer("card", rulebook(), found=Quoted(one_line(word, 30)))
        return word

    def format_answer(self, answer: str) -> str:
        """The card as a record has it."""
        return f"card {answer}"

    def refusal(self, answer: str) -> Refusal | None:
        """A refusal if the card is not in the Destiny."""
        if self.stack.count(answer):
            return None
        return refuse(("IJ-COME-2", "not_there", {"card": str(answer)}))

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.name})


class UnreadPath(CardDraw):
    """The card that a Path is which nobody named: one of the Destiny that can lie on its Site (IJ-AUT-2)."""

    __slots__ = ()

    def __init__(self, table: ImajicaTable, seat: int, site: str) -> None:
        super().__init__(table, seat)
        later = [place for owner, place in table.undealt[1:] if place and owner == seat]
        names = list(self.stack.cards())
        fitting = set()
        for name in dict.fromkeys(names):
            others = list(names)
            others.remove(name)
            if fits_site(table, name, site) and fit_sites(table, later, others):
                fitting.add(name)
        self.stack = Stack([name for name in names if name in fitting])


def fits_site(table: ImajicaTable, name: str, site: str) -> bool:
    """True if a card is a Path of a Dominion of a Site (IJ-AUT-2)."""
    card = table.cards[name]
    return card.kind == "path" and not set(table.pieces[site].card.home).isdisjoint(card.home)


def fit_sites(table: ImajicaTable, sites: Sequence[str], names: Sequence[str]) -> bool:
    """True if among these cards each of the Sites finds a Path of its own that can lie there."""
    taken: dict[int, int] = {}

    def finds(number: int, tried: set[int]) -> bool:
        """Give a Site a card; a Site that has it takes another one, if it finds one that was not tried."""
        for place, name in enumerate(names):
            if place not in tried and fits_site(table, name, sites[number]):
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = number
                    return True
        return False

    return all(finds(number, set()) for number in range(len(sites)))


def deal_unknown(table: ImajicaTable) -> Script:
    """Deal what a position leaves to chance, the Paths first."""
    while table.undealt:
        (seat, site), *_ = table.undealt
        asked = UnreadPath(table, seat, site) if site else CardDraw(table, seat)
        card: str = yield asked
        table.undealt = table.undealt[1:]
        table.players[seat].destiny.take(card)
        if site:
            table.put(table.cards[card], seat, "path").host = site
        else:
            table.players[seat].gain("hand", [card])


class Starter(NamedPick[str]):
    """Chance names the Autarch who starts the set-up (IJ-SET-1)."""

    __slots__ = ()
    kind = word = "starter"
    rule = "IJ-SET-1"

    def bad_answer(self, text: str) -> BadAnswer:
        """The error of an answer that is none of the choices."""
        return BadAnswer("answer", rulebook(), found=Quoted(one_line(text, 30)))

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.name})


def draw_cards(table: ImajicaTable, seat: int, count: int, rule: str, case: str) -> Script:
    """Draw so many cards, as far as there are any; one ruling tells of all."""
    player = table.players[seat]
    drawn: list[str] = []
    for _ in range(count):
        came = yield from player.destiny.take_next(lambda: CardDraw(table, seat))
        if came is None:
            table.tell("IJ-COME-2", "empty", seat)
            break
        player.gain("hand", came[:1])
        drawn.append(came[0])
        if not player.destiny.total:
            player.exhausted = True
            table.tell("IJ-OUT-1", "last", seat)
    if drawn:
        cards = tuple(table.cards[card] for card in sorted(drawn))
        table.tell(rule, case, seat, n=len(drawn), cards=Hidden(cards, seat))
