"""Questions that choose cards, creatures or piles, and chance questions: dealer, creature, stolen card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import ClassVar

from twingkit.core.acts import Act, ActChoice, Choice
from twingkit.core.cards.draws import RandomPick
from twingkit.core.questions import BadAnswer, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.ember.rules import acts
from twingkit.ember.rules.questions import EmberQuestion
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import EmberTable

# -- choices


class EmberChoice(ActChoice[EmberTable], EmberQuestion):
    """A choice from a list: cards, orders, creatures or piles."""

    __slots__ = ()
    rule = "EM-ABIL-7"
    is_ordered: ClassVar[bool] = False
    """Whether the order of the chosen things matters; otherwise an answer has them in the order offered."""

    def parse_answer(self, text: str) -> Choice:
        """Parse an answer with or without its first word; cards are put in the order of the options."""
        words = super().parse_answer(text).things
        return self.choose([word.upper() if word.upper() in self.choices else word for word in words])

    def choose(self, things: Sequence[str]) -> Choice:
        """Return the answer that chooses these things."""
        if self.is_ordered:
            return self.act_class(tuple(things))
        return self.act_class(
            tuple(sorted(things, key=lambda word: self.choices.index(word) if word in self.choices else -1))
        )

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer, or None."""
        options: Iterator[Act] = self.options()
        if answer in options:
            return None
        return (
            self.rule,
            self.kind,
            {"things": tuple(map(QuotedFact, self.choices)), "n": self.count_to_choose},
        )

    @property
    def count_to_choose(self) -> int:
        """Return the number of items to choose."""
        return 1

    @property
    def takes_several(self) -> bool:
        """True if an answer may name more than one item."""
        return self.count_to_choose > 1


class DiscardHandCards(EmberChoice):
    """A player's choice of `count_to_choose` hand cards to discard for an ability (EM-ABIL-7)."""

    __slots__ = ("card_count",)
    kind = "discard"
    act_class: ClassVar[type[Choice]] = acts.Discard

    def __init__(self, table: EmberTable, seat: int, card_count: int) -> None:
        super().__init__(table, seat, table.players[seat].hand)
        self.card_count = card_count

    @property
    def count_to_choose(self) -> int:
        """Return the number of cards to discard."""
        return self.card_count

    def facts(self) -> Mapping[str, object]:
        """Return the number of cards for the question's text."""
        return {"n": self.card_count}

    def selections(self) -> Iterator[Sequence[str]]:
        """Yield every choice of `count_to_choose` cards."""
        return combinations(self.choices, self.card_count)


class DiscardToHandSize(DiscardHandCards):
    """A player's choice of cards to discard down to the Hand Size at the end of the turn (EM-TURN-7)."""

    __slots__ = ()
    rule = "EM-TURN-7"


class DiscardBeforeDraw(DiscardHandCards):
    """A player's choice of a card to discard before an ability draws one, in some variants (EM-TURN-6)."""

    __slots__ = ()
    rule = "EM-TURN-6"


class GiveCards(DiscardHandCards):
    """A player's choice of `count_to_choose` hand cards to give to another player."""

    __slots__ = ()
    kind = "give"
    act_class = acts.Give


class Redraw(DiscardHandCards):
    """A player's choice of 1 to `count_to_choose` hand cards to replace."""

    __slots__ = ()
    kind = "redraw"
    act_class = acts.Replace
    takes_several = True

    def selections(self) -> Iterator[Sequence[str]]:
        """Yield every choice of 1 to `count_to_choose` cards."""
        for size in range(1, min(self.card_count, len(self.choices)) + 1):
            yield from combinations(self.choices, size)


class DiscardOpponentCard(EmberChoice):
    """A player's choice of a card to discard from an opponent's hand; `holder` is the seat of that hand."""

    __slots__ = ("holder",)
    kind = "pick"
    act_class = acts.PickCard

    def __init__(self, table: EmberTable, seat: int, holder: int) -> None:
        super().__init__(table, seat, table.players[holder].hand)
        self.holder = holder


class FlipOwnCreature(EmberChoice):
    """A player's choice of one of their own creatures to flip."""

    __slots__ = ()
    kind = "flip_own"
    act_class = acts.FlipOwn


class NextCardOnPile(EmberChoice):
    """A player's choice of the next card to put on the Charred Pile; the last lies on top (EM-DECK-4)."""

    __slots__ = ()
    kind = "lay"
    act_class = acts.LayCard
    rule = "EM-DECK-4"


class FirstToAct(EmberChoice):
    """The active player's choice of which of several tied players acts first, such as `first p2`
    (EM-WIN-4).
    """

    __slots__ = ()
    kind = "first"
    act_class = acts.ActsFirst
    rule = "EM-WIN-4"


class DrawSource(EmberChoice):
    """A player's choice of the pile to draw from: `from deck` or `from pile`."""

    __slots__ = ()
    kind = "source"
    act_class = acts.DrawFrom
    rule = "EM-TURN-5"


class OrderDeckCards(EmberChoice):
    """A player's choice of the order in which cards go back on the Draw Deck; the first will be
    drawn next.
    """

    __slots__ = ()
    kind = "order"
    act_class = acts.OrderCards
    is_ordered = takes_several = True

    def selections(self) -> Iterator[Sequence[str]]:
        """Yield every order of the cards."""
        return permutations(self.choices)

    @property
    def count_to_choose(self) -> int:
        """Return the number of cards to order."""
        return len(self.choices)


# -- chance


class EmberRandomPick(RandomPick[str]):
    """A chance question with a list of possible outcomes."""

    __slots__ = ()
    book = staticmethod(rulebook)

    def bad_answer(self, answer: str) -> BadAnswer:
        """Return the error for an answer that is not one of the outcomes."""
        expected = tuple(map(QuotedFact, map(str, dict.fromkeys(self.choices))))
        return BadAnswer(
            "chance", rulebook(), found=QuotedFact(one_line_excerpt(answer, 30)), expected=expected
        )


class RandomDealerPick(EmberRandomPick):
    """A chance question: which player is the dealer (EM-SET-5)."""

    __slots__ = ()
    kind = answer_prefix = "dealer"
    rule = "EM-SET-5"


class RandomPoolCreaturePick(EmberRandomPick):
    """A chance question: which creature of a large group goes to the Pool (EM-SET-3)."""

    __slots__ = ()
    kind = answer_prefix = "creature"
    rule = "EM-SET-3"


class RandomStolenCardPick(EmberRandomPick):
    """A chance question: which card is taken at random from a hand."""

    __slots__ = ()
    result_key = "taken"
    kind = answer_prefix = "stolen"
    rule = "EM-ABIL-7"
