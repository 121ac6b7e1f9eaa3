"""Build questions from a moment of a game: what is allowed, what an answer leads to, and why.

A game deals or plays to the moment itself; its rulings and refusals determine what is right. The learner has
the first seat unless another one is given.

    plan = AnswerPlan(SORT_BY_KIND, default_answer)
    plan.add("p1", "roll", 3)
    played = PlayedGame(play_plan(start, plan))         # what everybody does, whatever the order of questions
    wrong_values(value_of, [(other_game, rule)])        # the same game without a rule
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import attrs

from twingkit.core.events import Event
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Question, Refusal
from twingkit.core.record import TranscriptEntry
from twingkit.core.rulebook import READER_KEY, Ruling, TextByLanguage
from twingkit.learn.quiz.deal import NoQuestion
from twingkit.learn.quiz.item import AnswerOption, QuizItem, Reason
from twingkit.learn.quiz.options import Mistake, make_item, number_options, value_options, yes_no_options
from twingkit.learn.quiz.sentences import LEARNER_SEAT, rules_as_reasons, statements_as_reasons

P = TypeVar("P")

EventT = TypeVar("EventT", bound=Event)

Q = TypeVar("Q", bound=Question)

GameWithoutRule = tuple[P | None, str]
"""A game played without a rule (None if that was impossible), with the id of the rule."""

DefaultAnswer = Callable[[Question, str], object]
"""A function that returns the answer to a question of a sort for which the plan has none; None for no
answer.
"""


# -- playing a game, and playing it again without a rule


@attrs.define
class AnswerPlan:
    """Planned answers of every seat, with one queue for each group of question kinds (see `queue_by_kind`);
    the plan still works if another rule changes the order of the questions.

    `queue_by_kind` maps each kind of question to its sort. A planned answer waits until it is allowed;
    meanwhile `default_answer` answers. Answers of the sorts in `ordered_queues` come in the order of the
    plan, whichever seat gives them. `given_answers` are the answers given so far, as lines of a record.
    """

    queue_by_kind: Mapping[str, str]
    default_answer: DefaultAnswer
    ordered_queues: Sequence[str] = ()
    given_answers: list[str] = attrs.field(factory=list, init=False)
    _waiting: dict[tuple[str, str], deque[object]] = attrs.field(factory=dict, init=False)
    _order: deque[tuple[str, str]] = attrs.field(factory=deque, init=False)

    def add(self, seat: str, queue: str, answer: object) -> None:
        """Append an answer to a queue of a seat; it waits until a question of this queue
        allows it.
        """
        self._waiting.setdefault((seat, queue), deque()).append(answer)
        if queue in self.ordered_queues:
            self._order.append((seat, queue))

    @property
    def unused_answers(self) -> list[object]:
        """The answers that no question has asked for."""
        return [answer for answers in self._waiting.values() for answer in answers]

    def next_or_default_answer(self, seat: str, question: Question) -> object:
        """Return the next planned answer to this question, or the default answer."""
        sort = self.queue_by_kind.get(question.kind, "")
        rest, waiting = self.default_answer(question, sort), self._waiting.get((seat, sort))
        if not waiting or (sort in self.ordered_queues and self._order[0] != (seat, sort)):
            return rest
        if rest is not None and question.refusal(_read(question, waiting[0])) is not None:
            return rest
        if sort in self.ordered_queues:
            self._order.popleft()
        return waiting.popleft()


def _read(question: Question, answer: object) -> object:
    return question.parse_answer(answer) if isinstance(answer, str) else answer


def play_plan(begin: Callable[[], Game], plan: AnswerPlan, until: str = "") -> Game | None:
    """Play a game with the answers of a plan; stop before a question of the kind `until` or one that the plan
    cannot answer.

    Returns None if the game cannot start or the plan breaks a rule.
    """
    try:
        game = begin()
        while (question := game.question) is not None and question.kind != until:
            seat = game.start.seat(question.player)
            answer = plan.next_or_default_answer(seat, question)
            if answer is None:
                break
            game.answer(answer)
            plan.given_answers.append(f"{seat}: {answer}")
    except (Refusal, BadAnswer, Fault):
        return None
    return game


def mistakes_by_forgetting(
    value_of: Callable[[P], Hashable | None], games_and_rules: Iterable[GameWithoutRule[P]]
) -> list[Mistake]:
    """Return the mistakes of a learner who forgets a rule: the value that `value_of` computes for each game
    played without that rule.
    """
    values = ((value_of(played), rule) for played, rule in games_and_rules if played is not None)
    return [Mistake(value, rule) for value, rule in values if value is not None]


@attrs.frozen(slots=False, eq=False)
class PlayedGame:
    """A finished game, with methods to look up its answers and rulings and to build quiz questions about
    earlier moments.
    """

    game: Game

    @cached_property
    def entries(self) -> Sequence[TranscriptEntry]:
        """The answers with their kinds and rulings."""
        return self.game.transcript

    @cached_property
    def answer_lines(self) -> tuple[str, ...]:
        """The answers as lines of a record."""
        return tuple(f"{entry.seat}: {entry.answer}" for entry in self.entries)

    @cached_property
    def question_kinds(self) -> tuple[str, ...]:
        """The kinds of the questions that were answered."""
        return tuple(entry.kind for entry in self.entries)

    @property
    def setup_text(self) -> str:
        """The table as a question stores it: set-up lines."""
        return setup_text(self.game)

    def answer_index(self, kind: str, occurrence: int = 0, player: int | None = None) -> int:
        """Return the index of the first answer to this kind of question, or of the one after `occurrence`
        earlier ones, by `player` if given; if there is none, the number of answers.
        """
        places = [
            place
            for place, entry in enumerate(self.entries)
            if entry.kind == kind and player in (None, entry.player)
        ]
        return places[occurrence] if -len(places) <= occurrence < len(places) else len(self.entries)

    def game_at(self, answer_index: int) -> Game:
        """Return the game before the answer with an index."""
        return Game(self.game.start, rolls="ask").give_answers(*self.answer_lines[:answer_index])

    def rulings(self, answer_count: int = 0) -> list[Ruling]:
        """Return the rulings of the game that follow the first `answer_count` answers."""
        return [ruling for entry in self.entries[answer_count:] for ruling in entry.rulings]

    def cited_rulings(self, *rules: str, answer_count: int = 0) -> list[Ruling]:
        """Return the rulings of some rules, or of one case (`TW-BAT-18 won`), in the given order of rules."""
        return rulings_of_rules(self.rulings(answer_count), *rules)

    def reason_as_explanation(self, reason: Reason) -> Reason:
        """Return a reason worded as an explanation of an answer; a game with such wordings overrides this."""
        return reason

    def make_item(
        self,
        index_or_kind: int | str,
        texts: TextByLanguage,
        choices: Sequence[AnswerOption],
        why: Iterable[Reason],
        rules: Iterable[str] = (),
        **more: Any,  # further arguments of `make_item`
    ) -> QuizItem | None:
        """Return the question before the answer with this index, or before the first answer to this kind of
        question; the later answers play it out.
        """
        cut = self.answer_index(index_or_kind) if isinstance(index_or_kind, str) else index_or_kind
        reasons = map(self.reason_as_explanation, why)
        parts = {"texts": texts, "choices": choices, "why": reasons, "rules": rules, **more}
        return make_item(self.setup_text, self.answer_lines[:cut], self.answer_lines[cut:], **parts)


def rulings_of_rules(rulings: Sequence[Ruling], *rules: str) -> list[Ruling]:
    """Return the rulings of these rules or cases (`TW-BAT-18 won`), in the given order of rules."""
    named = [rule.partition(" ") for rule in rules]
    return [
        ruling
        for rule, _, case in named
        for ruling in rulings
        if ruling.rule == rule and case in ("", ruling.case)
    ]


def events_of(rulings: Iterable[Ruling], kind: type[EventT]) -> list[EventT]:
    """Return the events of a class among rulings, in their order."""
    return [event for ruling in rulings if isinstance(event := ruling.event, kind)]


def rulings_about(rulings: Iterable[Ruling], side: str) -> list[Ruling]:
    """Return the rulings about one side or player."""
    return [ruling for ruling in rulings if ruling.facts.get("side") == side]


# -- questions about the current moment of a game


def setup_text(game: Game) -> str:
    """Return the set-up lines of a game as text. The first word is left out if the name of the kind of game
    ends with it.
    """
    start, text = game.start, "\n".join(game.start.setup_lines())
    key = start.setup_keys[0]
    return text.removeprefix(f"{key} ") if start.name.endswith(f".{key}") else text


def _answers_since(game: Game, since: int) -> list[str]:
    return [entry.answer for entry in game.entries(since)]


def refusal_of_answer(game: Game, answer: str) -> Refusal | BadAnswer | None:
    """Return why an answer is not allowed now, or None if it is."""
    try:
        return game.refusal(answer)
    except (Refusal, BadAnswer) as no:
        return no


def pending(game: Game, asked: type[Q] | tuple[type[Q], ...], player: int | None = None) -> Q | None:
    """Return the pending question if it is of one of these classes and, with `player`, asked of this player;
    None otherwise.
    """
    question = game.question
    return question if isinstance(question, asked) and player in (None, question.player) else None


def answer_while_pending(
    game: Game, asked: type[Q] | tuple[type[Q], ...], answer: str | Callable[[Q], object] = "pass"
) -> list[int]:
    """Give an answer, in the same game, as long as a question of one of these classes is pending; return the
    players that were asked.
    """
    players = []
    while (question := pending(game, asked)) is not None:
        players.append(question.player)
        game.answer(answer if isinstance(answer, str) else answer(question))
    return players


def first_option(question: Question) -> object:
    """Return the first legal answer to a question."""
    return next(iter(question.options()))


def is_pending(game: Game, kind: str, player: int | None = None) -> bool:
    """Return whether a question of this kind is pending, asked of this player if given."""
    question = game.question
    return question is not None and question.kind == kind and player in (None, question.player)


def require_question(game: Game, kind: str, player: int | None = None) -> Game:
    """Return the game if a question of this kind is pending, asked of this player if given.

    Raises `NoQuestion` otherwise.
    """
    if not is_pending(game, kind, player):
        raise NoQuestion
    return game


def require_allowed(game: Game, answer: str) -> None:
    """Raise `NoQuestion` if an answer is not allowed now."""
    if game.question is None or refusal_of_answer(game, answer) is not None:
        raise NoQuestion


def question_at_moment(
    game: Game,
    continuation: Sequence[str] | Game,
    texts: TextByLanguage,
    options: Sequence[AnswerOption],
    why: Iterable[Reason],
    rules: Iterable[str] = (),
) -> QuizItem | None:
    """Return a quiz question about the current position of a game; None without options or reasons.

    `continuation` plays it out: answers, or a game with them. Texts of rules at the end of its reasons are
    folded.
    """
    reasons = tuple(why)
    shown, book = len(reasons), game.start.rulebook()
    while shown > 1 and (last := reasons[shown - 1]).rule in book and last.text() == book[last.rule].text():
        shown -= 1
    return make_item(
        setup_text(game),
        _answers_since(game, 0),
        _answers_since(continuation, len(game)) if isinstance(continuation, Game) else continuation,
        texts=texts,
        choices=options,
        why=reasons,
        rules=rules,
        shown_reasons=shown,
    )


def yes_no_question(
    game: Game,
    continuation: Sequence[str] | Game,
    texts: TextByLanguage,
    right: bool,
    why: Sequence[Reason],
    against: Reason | None = None,
) -> QuizItem | None:
    """Return a quiz question with the answers yes and no; `continuation` (answers, or a game with them) shows
    the outcome, and the first of the reasons `why` is the deciding one.

    `against` is the reason against the wrong option, by default the deciding one.
    """
    reasons = (against or why[0],)
    options = [
        choice if choice.is_right else attrs.evolve(choice, reasons=reasons)
        for choice in yes_no_options(right)
    ]
    return question_at_moment(game, continuation, texts, options, why)


def whether_allowed_question(
    game: Game,
    answer: str,
    texts: TextByLanguage,
    *allowing: str | Reason,
    first_reasons: Sequence[Reason] = (),
) -> QuizItem | None:
    """Return a yes-no quiz question: is this answer allowed now? The reasons are those of the refusal, or
    else the rules and reasons that allow the answer.

    `first_reasons` are reasons placed before those of the rules.
    """
    no = refusal_of_answer(game, answer)
    if isinstance(no, BadAnswer):
        return None
    why = [
        *first_reasons,
        *(_for_learner(game, no) if no else rules_as_reasons(game.start.rulebook(), allowing)),
    ]
    return yes_no_question(game, [] if no else [answer], texts, no is None, why, why[-1])


def which_allowed_question(
    game: Game,
    text_by_answer: Mapping[str, TextByLanguage],
    texts: TextByLanguage,
    *rules: str | Reason,
    first_reasons: Sequence[Reason] = (),
    reason_against: Mapping[str, Reason] | None = None,
) -> QuizItem | None:
    """Return a quiz question: which of the answers in `text_by_answer` is allowed now? None unless exactly
    one is.

    `first_reasons` are reasons placed before those of the rules. `reason_against` are reasons that explain
    refused answers better than the refusals.
    """
    refusals: dict[str, Refusal] = {}
    for answer in text_by_answer:
        no = refusal_of_answer(game, answer)
        if isinstance(no, BadAnswer):
            return None
        if no is not None:
            refusals[answer] = no
    right = [answer for answer in text_by_answer if answer not in refusals]
    if len(right) != 1:
        return None
    instead = reason_against or {}
    mistakes = [
        Mistake(answer, reasons=(instead[answer],) if answer in instead else tuple(_for_learner(game, no)))
        for answer, no in refusals.items()
    ]
    options = value_options(right[0], mistakes, lambda answer: text_by_answer[answer], min_options=2)
    return question_at_moment(
        game, right, texts, options, [*first_reasons, *rules_as_reasons(game.start.rulebook(), rules)]
    )


def _for_learner(game: Game, refusal: Refusal) -> list[Reason]:
    return statements_as_reasons([refusal], {game.start.seat(LEARNER_SEAT): READER_KEY})


def count_question(
    rng: random.Random,
    game: Game,
    continuation: Sequence[str] | Game,
    texts: TextByLanguage,
    right: int,
    mistakes: Iterable[Mistake],
    why: Iterable[Reason],
    *,
    minimum: int = 0,
    maximum: int | None = None,
) -> QuizItem | None:
    """Return a quiz question that asks for a number known after `continuation` (answers, or a game with
    them), with options from `minimum` to `maximum`.
    """
    return question_at_moment(
        game, continuation, texts, number_options(rng, right, mistakes, minimum, maximum), why
    )


def value_question(
    game: Game,
    continuation: Sequence[str] | Game,
    texts: TextByLanguage,
    right: str,
    wrong: Mapping[str, Sequence[Reason]],
    say: Callable[[str], TextByLanguage],
    why: Iterable[Reason],
    key_prefix: str = "",
) -> QuizItem | None:
    """Return a quiz question with one right option and the options `wrong`, each mapped to the reasons
    against it; `say` returns the text of an option.

    Options with purely numeric keys are not shuffled; `key_prefix` is a prefix of the keys of others.
    """
    mistakes = [Mistake(value, reasons=tuple(because)) for value, because in wrong.items()]
    options = value_options(right, mistakes, say, min_options=2, key=lambda value: key_prefix + value)
    return question_at_moment(game, continuation, texts, options, why)
