"""The question at a place of a play: what is read off it, and off plays where a rule is forgotten."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence

from twingkit.quiz.item import Choice, Item
from twingkit.rulebook import Texts
from twingkit.twing.quiz.asking import Miss, Reason, made, numbers
from twingkit.twing.quiz.games.plans import Play, ornicles
from twingkit.twing.quiz.games.telling import you
from twingkit.twing.quiz.phrases import joined

Forgotten = tuple[Play | None, str]
"""A play in which a rule does not hold (None where it could not be played), and that rule."""


def ask(
    play: Play,
    cut: int,
    *,
    texts: Texts,
    choices: Sequence[Choice],
    why: Iterable[Reason],
    rules: Iterable[str] = (),
) -> Item | None:
    """The question before line `cut` of a play, the learner named first; None without options or reasons."""
    before, after = play.lines[:cut], play.lines[cut:]
    introduction = joined(you(play.table), texts)
    return made(play.table.text, before, after, texts=introduction, choices=choices, why=why, rules=rules)


def missed(read: Callable[[Play], Hashable], forgotten: Iterable[Forgotten]) -> list[Miss]:
    """The wrong values that a learner reads off who has forgotten a rule."""
    return [Miss(read(play), forgot) for play, forgot in forgotten if play]


def counted(
    rng: random.Random,
    play: Play,
    forgotten: Iterable[Forgotten],
    had: int | None = None,
    read: Callable[[Play], int] = ornicles,
    also: Iterable[Miss] = (),
) -> tuple[Choice, ...]:
    """The options of the question “How many are there in the end?”: also how many there were at first (`had`;
    as a rule the Ornicles that the learner had)."""
    start = play.table.holdings[0].ornicles if had is None else had
    return numbers(rng, read(play), [*missed(read, forgotten), *also, Miss(start)])
