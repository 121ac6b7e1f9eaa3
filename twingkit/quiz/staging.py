"""Questions put together from a game at a moment: what is allowed there, what an answer leads to, why.

The learner sits at the first seat. A game deals or reaches the moment itself; what is right comes from its
rulings and refusals.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from twingkit.asking import BadAnswer, Refusal
from twingkit.play import Game
from twingkit.quiz.asking import Miss, choices, made, numbers, yes_no
from twingkit.quiz.item import Choice, Item, Reason
from twingkit.quiz.telling import LEARNER, as_heard, rule_texts
from twingkit.rulebook import YOU, Ruling, Texts


def answers_of(game: Game, since: int) -> list[str]:
    """The answers of a game from a number on."""
    return [entry.answer for entry in game.transcript[since:]]


def said(game: Game, since: int, *rules: str) -> list[Ruling]:
    """The rulings after so many answers, of some rules if they are named."""
    rulings = [ruling for entry in game.transcript[since:] for ruling in entry.rulings]
    return [ruling for ruling in rulings if not rules or ruling.rule in rules]


def refused(game: Game, answer: str) -> Refusal | BadAnswer | None:
    """The reason why an answer is not allowed now; None if it is."""
    try:
        return game.refused(answer)
    except (Refusal, BadAnswer) as no:
        return no


def asked(
    game: Game,
    after: Sequence[str],
    texts: Texts,
    options: Sequence[Choice],
    why: Iterable[Reason],
    rules: Iterable[str] = (),
) -> Item | None:
    """The question at this moment of a game; `after` plays it out. All its reasons are shown at once."""
    reasons = tuple(why)
    return made(
        "\n".join(game.start.lines()),
        answers_of(game, 0),
        after,
        texts=texts,
        choices=options,
        why=reasons,
        rules=rules,
        shown=len(reasons),
    )


def decided(right: bool, because: Reason) -> tuple[Choice, ...]:
    """Yes and no, with what is wrong with the wrong one."""
    return tuple(
        choice if choice.right else attrs.evolve(choice, because=(because,)) for choice in yes_no(right)
    )


def whether(game: Game, twin: Game, texts: Texts, right: bool, why: Sequence[Reason]) -> Item | None:
    """The question of yes or no that `twin` plays out; the first reason decides."""
    return asked(game, answers_of(twin, len(game)), texts, decided(right, why[0]), why)


def may(game: Game, answer: str, texts: Texts, *allowing: str, first: Sequence[Reason] = ()) -> Item | None:
    """The question whether an answer is allowed: the refusal decides, or the rules that allow it.

    `first` are reasons before those of the rules.
    """
    no = refused(game, answer)
    if isinstance(no, BadAnswer):
        return None
    why = [*first, *(_heard(game, no) if no else rule_texts(game.start.rulebook(), allowing))]
    return asked(game, [] if no else [answer], texts, decided(no is None, why[-1]), why)


def which(game: Game, tried: Mapping[str, Texts], texts: Texts, *rules: str) -> Item | None:
    """The question which of these answers is allowed: exactly one must be, and these rules say so."""
    refusals: dict[str, Refusal] = {}
    for answer in tried:
        no = refused(game, answer)
        if isinstance(no, BadAnswer):
            return None
        if no is not None:
            refusals[answer] = no
    right = [answer for answer in tried if answer not in refusals]
    if len(right) != 1:
        return None
    misses = [Miss(answer, because=tuple(_heard(game, no))) for answer, no in refusals.items()]
    options = choices(right[0], misses, lambda answer: tried[answer], least=2)
    return asked(game, right, texts, options, rule_texts(game.start.rulebook(), rules))


def _heard(game: Game, refusal: Refusal) -> list[Reason]:
    """A refusal as the learner of a game reads it."""
    return as_heard([refusal], {game.start.seat(LEARNER): YOU})


def count(
    rng: random.Random,
    game: Game,
    after: Sequence[str],
    texts: Texts,
    right: int,
    misses: Iterable[Miss],
    why: Iterable[Reason],
    *,
    least: int = 0,
    most: int | None = None,
) -> Item | None:
    """The question how many there are after `after`, with numbers from `least` to `most`."""
    wrong = [miss for miss in misses if miss.value != right]
    return asked(game, after, texts, numbers(rng, right, wrong, least, most), why)


def one_of(
    game: Game,
    after: Sequence[str],
    texts: Texts,
    right: str,
    wrong: Mapping[str, Sequence[Reason]],
    say: Callable[[str], Texts],
    why: Iterable[Reason],
) -> Item | None:
    """The question with a named right value, and wrong ones with what is wrong with them."""
    misses = [Miss(value, because=tuple(because)) for value, because in wrong.items() if value != right]
    return asked(game, after, texts, choices(right, misses, say, least=2), why)
