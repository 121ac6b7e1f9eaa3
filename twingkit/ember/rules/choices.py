"""Choices of cards, creatures and piles, and what chance brings: draws, dealer, stolen cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from twingkit.core import text_questions
from twingkit.core.cards.draws import NamedPick, StackDraw
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal, one_line
from twingkit.core.rulebook import Quoted
from twingkit.core.text_questions import BrokenRule
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import parse_card
from twingkit.ember.rules.questions import EmberQuestion
from twingkit.ember.rules.rulebook import refuse, rulebook
from twingkit.ember.rules.table import SEATS, EmberTable

# -- choices


class EmberChoice(text_questions.ListedChoice[EmberTable], EmberQuestion):
    """A choice among things that are listed when it is asked: cards, orders, creatures, piles."""

    __slots__ = ()

    def parse_answer(self, text: str) -> str:
        """The answer, with or without its first word, cards in the order in which they are offered."""
        word, *words = super().parse_answer(text).split()
        words = [word.upper() if word.upper() in self.choices else word for word in words]
        return " ".join([word, *self.ordered(words)])

    def ordered(self, words: list[str]) -> list[str]:
        """The chosen things in their order."""
        return sorted(words, key=lambda word: self.choices.index(word) if word in self.choices else -1)

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that asks, if this cannot be chosen."""
        if answer in self.options():
            return None
        return self.rule, self.kind, {"things": tuple(map(Quoted, self.choices)), "n": self.count}

    @property
    def count(self) -> int:
        """The number of things to be chosen."""
        return 1


class Discard(EmberChoice):
    """Exactly so many cards of the own hand are discarded for an ability (EM-ABIL-7)."""

    __slots__ = ("number",)
    kind = word = "discard"
    rule = "EM-ABIL-7"

    def __init__(self, table: EmberTable, seat: int, number: int) -> None:
        super().__init__(table, seat, table.players[seat].hand)
        self.number = number

    @property
    def count(self) -> int:
        """The number of cards."""
        return self.number

    def facts(self) -> Mapping[str, object]:
        """The number of cards, which its wording follows."""
        return {"n": self.number}

    def selections(self) -> Iterator[Sequence[str]]:
        """All choices of so many cards."""
        return combinations(self.choices, self.number)


class DiscardDown(Discard):
    """So many cards are discarded at the end of the turn (EM-TURN-7)."""

    __slots__ = ()
    rule = "EM-TURN-7"


class DiscardForDraw(Discard):
    """A card is discarded before an ability draws one, where the variant wants it (EM-TURN-6)."""

    __slots__ = ()
    rule = "EM-TURN-6"


class Give(Discard):
    """So many cards of the own hand are given to another player."""

    __slots__ = ()
    kind = word = "give"


class Redraw(Discard):
    """Up to so many cards of the own hand are discarded and replaced."""

    __slots__ = ()
    kind = word = "redraw"

    def selections(self) -> Iterator[Sequence[str]]:
        """All choices of one card or more."""
        for size in range(1, min(self.number, len(self.choices)) + 1):
            yield from combinations(self.choices, size)


class Pick(EmberChoice):
    """One card of a hand that was looked at is discarded; `holder` is the seat of that hand."""

    __slots__ = ("holder",)
    kind = word = "pick"
    rule = "EM-ABIL-7"

    def __init__(self, table: EmberTable, seat: int, holder: int) -> None:
        super().__init__(table, seat, table.players[holder].hand)
        self.holder = holder


class FlipOwn(EmberChoice):
    """One of the own creatures is flipped."""

    __slots__ = ()
    kind, word = "flip_own", "flip"
    rule = "EM-ABIL-7"


class LayNext(EmberChoice):
    """The card of several that is laid on the Charred Pile next; the last one lies on top (EM-DECK-4)."""

    __slots__ = ()
    kind = word = "lay"
    rule = "EM-DECK-4"


class FirstToAct(EmberChoice):
    """The player to act first of several equal ones: `first p2`, said by the active player (EM-WIN-4)."""

    __slots__ = ()
    kind = word = "first"
    rule = "EM-WIN-4"


class Source(EmberChoice):
    """The pile from which a card is drawn: `from deck` or `from pile`."""

    __slots__ = ()
    kind, word = "source", "from"
    rule = "EM-TURN-5"


class Order(EmberChoice):
    """The order in which cards go back on the Draw Deck, the next one first."""

    __slots__ = ()
    kind = word = "order"
    rule = "EM-ABIL-7"

    def selections(self) -> Iterator[Sequence[str]]:
        """All orders."""
        return permutations(self.choices)

    def ordered(self, words: list[str]) -> list[str]:
        """The order as it was given."""
        return words

    @property
    def count(self) -> int:
        """The number of cards."""
        return len(self.choices)


# -- chance


class CardDraw(StackDraw[str]):
    """The next card of the Draw Deck; `locked` while it replenishes after a conjuring (EM-CONJ-3)."""

    __slots__ = ("locked",)
    kind = "card"
    rule = "EM-SET-2"

    def __init__(self, table: EmberTable, seat: int, locked: bool = False) -> None:
        super().__init__(seat, SEATS[seat], table.deck)
        self.locked = locked

    def parse_answer(self, text: str) -> str:
        """The card that a text names; while the hand is replenished no ability may be used."""
        words = text.split()
        if self.locked and words and uses.is_use(words[0]):
            raise refuse("EM-CONJ-3", "locked", side=self.name)
        word = words[-1] if words else ""
        try:
            return parse_card(word)
        except Fault as fault:
            raise BadAnswer("card", rulebook(), found=one_line(text.strip(), 20)) from fault

    def format_answer(self, answer: str) -> str:
        """The card as a record has it."""
        return f"card {answer}"

    def refusal(self, answer: str) -> Refusal | None:
        """A refusal if the card is not in the Draw Deck."""
        return None if self.stack.count(answer) else refuse("EM-SET-2", "not_there", card=str(answer))

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.name})


class ChanceOption(NamedPick[str]):
    """Chance names one of several."""

    __slots__ = ()

    def bad_answer(self, text: str) -> BadAnswer:
        """The error of an answer that is none of the choices."""
        expected = tuple(map(Quoted, map(str, dict.fromkeys(self.choices))))
        return BadAnswer("chance", rulebook(), found=Quoted(one_line(text, 30)), expected=expected)

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.name})


class Dealer(ChanceOption):
    """Chance names the dealer (EM-SET-5)."""

    __slots__ = ()
    kind = word = "dealer"
    rule = "EM-SET-5"


class InPool(ChanceOption):
    """Chance draws a creature of a large group for the Pool (EM-SET-3)."""

    __slots__ = ()
    kind = word = "creature"
    rule = "EM-SET-3"


class Stolen(ChanceOption):
    """Chance takes a card of a hand."""

    __slots__ = ()
    kind = word = "stolen"
    rule = "EM-ABIL-7"
