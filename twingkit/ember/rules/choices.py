"""Questions that choose cards, creatures or piles, and questions that chance answers: draws, the dealer,
stolen cards.
"""

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
    """A choice among things listed when the question is created: cards, orders, creatures or piles."""

    __slots__ = ()

    def parse_answer(self, text: str) -> str:
        """Return the answer that a text means, with or without its first word; cards in the order of the
        options.
        """
        word, *words = super().parse_answer(text).split()
        words = [word.upper() if word.upper() in self.choices else word for word in words]
        return " ".join([word, *self.ordered(words)])

    def ordered(self, words: list[str]) -> list[str]:
        """Return the chosen things in the order that the answer uses."""
        return sorted(words, key=lambda word: self.choices.index(word) if word in self.choices else -1)

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule behind this question if the answer is not one of the options."""
        if answer in self.options():
            return None
        return self.rule, self.kind, {"things": tuple(map(Quoted, self.choices)), "n": self.count}

    @property
    def count(self) -> int:
        """Return the number of things to choose."""
        return 1


class Discard(EmberChoice):
    """The player discards exactly `count` cards of their hand for an ability (EM-ABIL-7)."""

    __slots__ = ("number",)
    kind = word = "discard"
    rule = "EM-ABIL-7"

    def __init__(self, table: EmberTable, seat: int, number: int) -> None:
        super().__init__(table, seat, table.players[seat].hand)
        self.number = number

    @property
    def count(self) -> int:
        """Return the number of cards."""
        return self.number

    def facts(self) -> Mapping[str, object]:
        """Return the number of cards, for the singular or plural in the question."""
        return {"n": self.number}

    def selections(self) -> Iterator[Sequence[str]]:
        """Yield every choice of `count` cards."""
        return combinations(self.choices, self.number)


class DiscardDown(Discard):
    """The player discards down to the Hand Size at the end of the turn (EM-TURN-7)."""

    __slots__ = ()
    rule = "EM-TURN-7"


class DiscardForDraw(Discard):
    """The player discards a card before an ability draws one, if the variant requires it (EM-TURN-6)."""

    __slots__ = ()
    rule = "EM-TURN-6"


class Give(Discard):
    """The player gives `count` cards of their hand to another player."""

    __slots__ = ()
    kind = word = "give"


class Redraw(Discard):
    """The player discards 1 to `count` cards of their hand and replaces them."""

    __slots__ = ()
    kind = word = "redraw"

    def selections(self) -> Iterator[Sequence[str]]:
        """Yield every choice of 1 to `count` cards."""
        for size in range(1, min(self.number, len(self.choices)) + 1):
            yield from combinations(self.choices, size)


class Pick(EmberChoice):
    """The player picks a card of a hand that they looked at; it is discarded. `holder` is the seat of that
    hand.
    """

    __slots__ = ("holder",)
    kind = word = "pick"
    rule = "EM-ABIL-7"

    def __init__(self, table: EmberTable, seat: int, holder: int) -> None:
        super().__init__(table, seat, table.players[holder].hand)
        self.holder = holder


class FlipOwn(EmberChoice):
    """The player flips one of their own creatures."""

    __slots__ = ()
    kind, word = "flip_own", "flip"
    rule = "EM-ABIL-7"


class LayNext(EmberChoice):
    """The player puts one of several cards on the Charred Pile next; the last one lies on top (EM-DECK-4)."""

    __slots__ = ()
    kind = word = "lay"
    rule = "EM-DECK-4"


class FirstToAct(EmberChoice):
    """The active player names the first of several equal players to act: `first p2` (EM-WIN-4)."""

    __slots__ = ()
    kind = word = "first"
    rule = "EM-WIN-4"


class Source(EmberChoice):
    """The player chooses the pile to draw from: `from deck` or `from pile`."""

    __slots__ = ()
    kind, word = "source", "from"
    rule = "EM-TURN-5"


class Order(EmberChoice):
    """The player orders cards that go back on the Draw Deck, the next one to be drawn first."""

    __slots__ = ()
    kind = word = "order"
    rule = "EM-ABIL-7"

    def selections(self) -> Iterator[Sequence[str]]:
        """Yield every order."""
        return permutations(self.choices)

    def ordered(self, words: list[str]) -> list[str]:
        """Return the cards in the given order."""
        return words

    @property
    def count(self) -> int:
        """Return the number of cards."""
        return len(self.choices)


# -- chance


class CardDraw(StackDraw[str]):
    """The next card of the Draw Deck; `locked` while a hand is replenished after a conjuring (EM-CONJ-3)."""

    __slots__ = ("locked",)
    kind = "card"
    rule = "EM-SET-2"

    def __init__(self, table: EmberTable, seat: int, locked: bool = False) -> None:
        super().__init__(seat, SEATS[seat], table.deck)
        self.locked = locked

    def parse_answer(self, text: str) -> str:
        """Return the card that a text names. Refuses uses of abilities while a hand is replenished."""
        words = text.split()
        if self.locked and words and uses.is_use(words[0]):
            raise refuse("EM-CONJ-3", "locked", side=self.name)
        word = words[-1] if words else ""
        try:
            return parse_card(word)
        except Fault as fault:
            raise BadAnswer("card", rulebook(), found=one_line(text.strip(), 20)) from fault

    def format_answer(self, answer: str) -> str:
        """Return the card in the notation of records."""
        return f"card {answer}"

    def refusal(self, answer: str) -> Refusal | None:
        """Return a refusal if the card is not in the Draw Deck."""
        return None if self.stack.count(answer) else refuse("EM-SET-2", "not_there", card=str(answer))

    def sentence(self) -> str:
        """Return the question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.name})


class ChanceOption(NamedPick[str]):
    """One of several things, chosen at random."""

    __slots__ = ()

    def bad_answer(self, text: str) -> BadAnswer:
        """Return the error for a text that is not one of the options."""
        expected = tuple(map(Quoted, map(str, dict.fromkeys(self.choices))))
        return BadAnswer("chance", rulebook(), found=Quoted(one_line(text, 30)), expected=expected)

    def sentence(self) -> str:
        """Return the question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.name})


class Dealer(ChanceOption):
    """The dealer, chosen at random (EM-SET-5)."""

    __slots__ = ()
    kind = word = "dealer"
    rule = "EM-SET-5"


class InPool(ChanceOption):
    """A creature of a large group for the Pool, chosen at random (EM-SET-3)."""

    __slots__ = ()
    kind = word = "creature"
    rule = "EM-SET-3"


class Stolen(ChanceOption):
    """A card taken at random from a hand."""

    __slots__ = ()
    kind = word = "stolen"
    rule = "EM-ABIL-7"
