"""Base classes for the questions of a game, and choices among items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from twingkit.core.cards.box_faults import nearest_name
from twingkit.core.questions import BadAnswer, Question, Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule, ListedChoice, TextQuestion
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import name_facts
from twingkit.imperium.texts.rulebook import rulebook

OfferVerdict = tuple[bool, BrokenRule | None]
"""Whether an answer is an offer, and the rule that forbids it, if any."""

OfferJudge = Callable[[GameTable, int, str], OfferVerdict]
"""A function that returns whether a player's answer is an offer, and the rule that forbids it (IM-ASK-6)."""

_JUDGES: list[OfferJudge] = []


def register_offer_judge(judge: OfferJudge) -> OfferJudge:
    """Register the function that judges offers (decorator).

    A player who may trade can answer every question with an offer. The package `trade` registers its judge
    here because it imports this module.
    """
    _JUDGES.append(judge)
    return judge


def _judge_as_offer(question: Question, table: GameTable, answer: str) -> OfferVerdict:
    """Return whether an answer is an offer made instead of an answer, and the rule that forbids it."""
    for judge in _JUDGES if answer.startswith("offer ") else ():
        is_offer, denial = judge(table, question.player, answer)
        if is_offer:
            return True, denial if isinstance(question, TakesOffers) else ("IM-ASK-6", "not_here", {})
    return False, None


def is_offer_and_refusal(question: Question, table: GameTable, answer: str) -> tuple[bool, Refusal | None]:
    """Return whether a text is an offer instead of an answer, and why the offer is refused, or None."""
    is_offer, denial = _judge_as_offer(question, table, answer)
    return is_offer, _as_refusal(question.player, denial) if denial else None


def _as_refusal(seat: int, denial: BrokenRule) -> Refusal:
    rule, case, facts = denial
    return Refusal(rule, case, {"side": SEATS[seat], **name_facts(facts)}, rulebook())


_MAX_EXAMPLE_CANDIDATES = 12
"""The number of legal answers from which an example is chosen."""

_MAX_LISTED_NAMES = 12
"""The largest number of names that an error message lists."""


def wrong_part_error(part: str, expected: str | Sequence[str], example: str) -> BadAnswer:
    """Return the error for a part that an answer cannot have, with the expected parts and an example."""
    names = (expected,) if isinstance(expected, str) else expected
    return BadAnswer(
        "answer_part",
        rulebook(),
        found=QuotedFact(one_line_excerpt(part, GalaxyQuestion.max_quote_length)),
        expected=tuple(QuotedFact(name) for name in names),
        example=QuotedFact(example),
    )


def repeated_part_error(part: str) -> BadAnswer:
    """Return the error for a part that an answer names twice."""
    return BadAnswer(
        "answer_twice", rulebook(), found=QuotedFact(one_line_excerpt(part, GalaxyQuestion.max_quote_length))
    )


def suggested_names(name: str, names: Sequence[str]) -> Sequence[str]:
    """Return the name most similar to `name`; if none is similar, all names if they are few, or else only
    the first.
    """
    near = nearest_name(name, names)
    return (near,) if near else names if len(names) <= _MAX_LISTED_NAMES else names[:1]


class TakesOffers:
    """A question whose player may make a trade offer before answering it (IM-ASK-6).

    It computes its legal answers again whenever something changes hands, and its script relies on nothing
    that could change.
    """

    __slots__ = ()


class GalaxyQuestion(TextQuestion[GameTable]):
    """A question of a whole game, answered by text."""

    __slots__ = ()
    book = staticmethod(rulebook)
    seats = SEATS

    @property
    def example(self) -> str:
        """The legal answer with the most parts among the first ones, shown in error messages."""
        return max(
            islice(self.options(), _MAX_EXAMPLE_CANDIDATES),
            key=lambda option: len(option.split()),
            default="",
        )

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the facts of the wording, with the names of its subjects."""
        return {"side": SEATS[self.player], **name_facts(self.facts())}

    def refusal(self, answer: str) -> Refusal | None:
        """Return the reason why an answer is illegal; None if it is legal.

        Raises `BadAnswer` if the text cannot be an answer to this question.
        """
        is_offer, denial = _judge_as_offer(self, self.table, str(answer))
        denial = denial if is_offer else self.broken_rule(str(answer))
        return _as_refusal(self.player, denial) if denial else None

    def part_error(self, part: str, expected: str | Sequence[str]) -> BadAnswer:
        """Return the error for a part that no answer to this question has, with the expected parts."""
        return wrong_part_error(part, expected, self.example)


class ItemChoice(ListedChoice[GameTable], GalaxyQuestion):
    """The choice of one of several items; `none` is an answer if it is among them."""

    __slots__ = ("answer_prefix", "kind", "rule", "subject")

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
        super().__init__(table, seat, choices)
        self.kind = self.answer_prefix = kind  # type: ignore[misc] # one class asks many kinds of choices
        self.rule = rule  # type: ignore[misc] # each by a rule of its own
        self.subject = subject

    def parse_answer(self, text: str) -> str:
        """Return the answer that a text means; the text may omit the answer's first word. An offer is
        returned unchanged.
        """
        plain = " ".join(text.split())
        return plain if _judge_as_offer(self, self.table, plain)[0] else super().parse_answer(text)

    def facts(self) -> Mapping[str, object]:
        """The subject of the choice, and `refusable`: 1 if `none` can be chosen, else 0."""
        return {"subject": self.subject, "refusable": int(NO_TARGET_WORD in self.choices)}

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer; None if it is legal."""
        choice = answer.removeprefix(f"{self.answer_prefix} ")
        if choice in self.choices:
            return None
        return self.rule, "no_choice", {"found": QuotedFact(one_line_excerpt(choice, 30))}
