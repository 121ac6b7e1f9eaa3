"""Base classes for the questions of a game, and choices among items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from twingkit.core.acts import Act, ActQuestion
from twingkit.core.questions import BadAnswer, Question, Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.answer_errors import wrong_part_error
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.trade.offers import OFFER, Offer, rule_against_offer
from twingkit.imperium.texts.fact_names import facts_with_names
from twingkit.imperium.texts.rulebook import rulebook

CAN_OFFER_EFFECT = "bargains"
"""The effect while a player's questions can also be answered with an offer (IM-ASK-6)."""


def _judge_as_offer(question: Question, table: GameTable, answer: object) -> tuple[bool, BrokenRule | None]:
    """Return whether an answer is a trade offer made before answering, and the rule that forbids it."""
    if not (isinstance(answer, Offer) and table.has_effect(CAN_OFFER_EFFECT, question.player)):
        return False, None
    denial = rule_against_offer(table, question.player, answer)
    return True, denial if isinstance(question, QuestionAllowingOffers) else ("IM-ASK-6", "not_here", {})


def parse_offer(question: Question, table: GameTable, text: str) -> Offer | None:
    """Parse the text of a trade offer, if one can be made before answering; None if the text begins with
    another word. Raises `BadAnswer` for an invalid offer.
    """
    words = text.split()
    is_offer = words[:1] == [OFFER] and table.has_effect(CAN_OFFER_EFFECT, question.player)
    return Offer.parse(words) if is_offer else None


def is_offer_and_refusal(question: Question, table: GameTable, answer: object) -> tuple[bool, Refusal | None]:
    """Return whether an answer is a trade offer made before answering the question, and the refusal if that
    offer is illegal (otherwise None).
    """
    is_offer, denial = _judge_as_offer(question, table, answer)
    return is_offer, _as_refusal(question.player, denial) if denial else None


def _as_refusal(seat: int, denial: BrokenRule) -> Refusal:
    rule, case, facts = denial
    return Refusal(rule, case, {"side": SEATS[seat], **facts_with_names(facts)}, rulebook())


_MAX_EXAMPLE_CANDIDATES = 12
"""The number of legal answers from which an example is chosen."""


class QuestionAllowingOffers:
    """A question whose player may make a trade offer before answering it (IM-ASK-6).

    It computes its legal answers again whenever something changes hands, and its script relies on nothing
    that could change.
    """

    __slots__ = ()


class GalaxyQuestion(ActQuestion[GameTable]):
    """A question of a whole game."""

    __slots__ = ()
    notation = acts.NOTATION
    book = staticmethod(rulebook)
    seats = SEATS

    @property
    def example(self) -> str:
        """The legal answer with the most parts among the first ones, shown in error messages."""
        return max(
            map(self.format_answer, islice(self.options(), _MAX_EXAMPLE_CANDIDATES)),
            key=lambda text: len(text.split()),
            default="",
        )

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the facts of the wording, with the names of its subjects."""
        return {"side": SEATS[self.player], **facts_with_names(self.facts())}

    def is_aside(self, answer: Act) -> bool:
        """True if the answer is a trade offer, which is made before answering (IM-ASK-6)."""
        return _judge_as_offer(self, self.table, answer)[0]

    def part_error(self, part: str, expected: str | Sequence[str]) -> BadAnswer:
        """Return the error for a part that no answer to this question has, with the expected parts."""
        return wrong_part_error(part, expected, self.example)

    def parse_answer(self, text: str) -> Act:
        """Parse the text of an answer, or of a trade offer if one can be made before it."""
        return parse_offer(self, self.table, text) or self.parse_act(" ".join(text.split()))

    def parse_act(self, text: str) -> Act:
        """Parse the text of an act that answers this question. Raises `BadAnswer` if it is none."""
        return super().parse_answer(text)

    def refusal(self, answer: Act) -> Refusal | None:
        """Return the reason why an answer is illegal; None if it is legal.

        Raises `BadAnswer` if the act cannot be an answer to this question.
        """
        is_offer, denial = _judge_as_offer(self, self.table, answer)
        denial = denial if is_offer else self.broken_rule(answer)
        return _as_refusal(self.player, denial) if denial else None


class ItemChoice(GalaxyQuestion):
    """A question in which a player chooses one of several listed items; `none` is a valid answer only if it
    is listed.
    """

    __slots__ = ("choices", "kind", "rule", "subject")

    def __init__(
        self,
        table: GameTable,
        seat: int,
        choices: Sequence[str],
        *,
        kind: str,
        rule: str,
        subject: object = "",
    ) -> None:
        super().__init__(table, seat)
        self.choices = tuple(choices)
        self.kind = kind  # type: ignore[misc] # one class asks many kinds of choices
        self.rule = rule  # type: ignore[misc] # each by a rule of its own
        self.subject = subject

    def choose(self, item: str) -> acts.Choose:
        """Return the answer that chooses an item."""
        return acts.Choose(self.kind, item)

    def options(self) -> Iterator[Act]:
        """Yield all legal answers."""
        return map(self.choose, dict.fromkeys(self.choices))

    def parse_act(self, text: str) -> Act:
        """Parse the text of a choice, which may omit its first word."""
        words = text.split()
        return self.choose(" ".join(words[words[:1] == [self.kind] :]))

    def facts(self) -> Mapping[str, object]:
        """Return the subject of the choice as a fact, and `refusable`: 1 if `none` can be chosen, else 0."""
        return {"subject": self.subject, "refusable": int(NO_TARGET_WORD in self.choices)}

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids an answer; None if it is legal."""
        if not isinstance(answer, acts.Choose) or answer.kind != self.kind:
            raise self.bad_answer(answer)
        return None if answer.item in self.choices else self.rule_against_item(answer.item)

    def rule_against_item(self, item: str) -> BrokenRule:
        """Return the rule that forbids an item that is not listed."""
        return self.rule, "no_choice", {"found": QuotedFact(one_line_excerpt(item, 30))}
