"""The questions of a game that belong to no one phase: texts at a table, and one of several things."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from twingkit.core.cards.box_faults import nearest
from twingkit.core.questions import BadAnswer, Question, Refusal, one_line
from twingkit.core.rulebook import Quoted
from twingkit.core.text_questions import BrokenRule, ListedChoice, TextQuestion
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import name_facts
from twingkit.imperium.texts.rulebook import rulebook

OfferVerdict = tuple[bool, BrokenRule | None]
"""True for an answer that is an offer, and the rule that forbids it."""

OfferJudge = Callable[[GameTable, int, str], OfferVerdict]
"""Says whether an answer of a player is an offer, and what forbids it (IM-ASK-6)."""

_JUDGES: list[OfferJudge] = []


def judges_offers(judge: OfferJudge) -> OfferJudge:
    """Register the function that judges offers (decorator).

    A player who may trade can answer every question with an offer. The package `trade` judges it; it asks
    questions itself.
    """
    _JUDGES.append(judge)
    return judge


def judge_as_offer(asked: Question, table: GameTable, answer: str) -> OfferVerdict:
    """True for an answer that is an offer, made instead, and the rule that forbids it."""
    for judge in _JUDGES if answer.startswith("offer ") else ():
        is_offer, denial = judge(table, asked.player, answer)
        if is_offer:
            return True, denial if isinstance(asked, TakesOffers) else ("IM-ASK-6", "not_here", {})
    return False, None


def offer_refusal(asked: Question, table: GameTable, answer: str) -> tuple[bool, Refusal | None]:
    """True for an answer that is an offer, made instead, and its refusal."""
    is_offer, denial = judge_as_offer(asked, table, answer)
    return is_offer, _as_refusal(asked.player, denial) if denial else None


def _as_refusal(seat: int, denial: BrokenRule) -> Refusal:
    """Return a broken rule as a refusal for a player."""
    rule, case, facts = denial
    return Refusal(rule, case, {"side": SEATS[seat], **name_facts(facts)}, rulebook())


EXAMPLES = 12
"""The number of allowed answers among which an example is chosen."""

MAX_NAMED = 12
"""The largest number of names that the error of a part lists."""


def wrong_part(found: str, expected: str | Sequence[str], example: str) -> BadAnswer:
    """Return the error of a part that an answer cannot have, with the expected parts and an example."""
    names = (expected,) if isinstance(expected, str) else expected
    return BadAnswer(
        "answer_part",
        rulebook(),
        found=Quoted(one_line(found, GalaxyQuestion.quote_limit)),
        expected=tuple(Quoted(name) for name in names),
        example=Quoted(example),
    )


def repeated_part(found: str) -> BadAnswer:
    """The error of a part that an answer names twice."""
    return BadAnswer("answer_twice", rulebook(), found=Quoted(one_line(found, GalaxyQuestion.quote_limit)))


def probable_names(found: str, names: Sequence[str]) -> Sequence[str]:
    """The name that was probably meant; else all of a few, or the first."""
    near = nearest(found, names)
    return (near,) if near else names if len(names) <= MAX_NAMED else names[:1]


class TakesOffers:
    """A question before which its player may make an offer (IM-ASK-6).

    It computes its legal answers again whenever something changes hands, and its script relies on nothing
    that could change.
    """

    __slots__ = ()


class GalaxyQuestion(TextQuestion[GameTable]):
    """A question of the game: its answers are texts."""

    __slots__ = ()
    book = staticmethod(rulebook)
    seats = SEATS

    @property
    def example(self) -> str:
        """The allowed answer with the most parts among the first ones; an error of a part shows it."""
        return max(islice(self.options(), EXAMPLES), key=lambda option: len(option.split()), default="")

    def sentence(self) -> str:
        """The question in words, its things by their names."""
        facts = {"side": SEATS[self.player], **name_facts(self.facts())}
        return rulebook().sentence("ask", self.kind, facts)

    def refusal(self, answer: str) -> Refusal | None:
        """The reason why this is not allowed, told to the player. Raises `BadAnswer` if it is no answer
        here."""
        is_offer, denial = judge_as_offer(self, self.table, str(answer))
        denial = denial if is_offer else self.broken_rule(str(answer))
        return _as_refusal(self.player, denial) if denial else None

    def part_fault(self, found: str, expected: str | Sequence[str]) -> BadAnswer:
        """Return the error of a part that no answer to this question has, with the expected parts."""
        return wrong_part(found, expected, self.example)


class ItemChoice(ListedChoice[GameTable], GalaxyQuestion):
    """The choice of one of several items; `none` is an answer if it is among them."""

    __slots__ = ("kind", "rule", "subject", "word")

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
        self.kind = self.word = kind  # type: ignore[misc] # one class asks many kinds of choices
        self.rule = rule  # type: ignore[misc] # each by a rule of its own
        self.subject = subject

    def parse_answer(self, text: str) -> str:
        """The answer, with or without its first word; an offer as it is."""
        plain = " ".join(text.split())
        return plain if judge_as_offer(self, self.table, plain)[0] else super().parse_answer(text)

    def facts(self) -> Mapping[str, object]:
        """The subject of the choice (a card, a number), and `refusable`: 1 if `none` may be chosen, else
        0.
        """
        return {"subject": self.subject, "refusable": int(NONE in self.choices)}

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids an answer."""
        choice = answer.removeprefix(f"{self.word} ")
        if choice in self.choices:
            return None
        return self.rule, "no_choice", {"found": Quoted(one_line(choice, 30))}
