"""Battles that the engine plays up to the moment that a question is about, and on from there."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from twingkit.asking import Question
from twingkit.imperium.notation.battle_line import Battle
from twingkit.imperium.rules.fire import Fire
from twingkit.imperium.rules.questions import Decision, Throw
from twingkit.imperium.rules.volley import FACES, Dice
from twingkit.imperium.starts import BattleStart
from twingkit.play import Game
from twingkit.quiz.asking import Miss, made
from twingkit.quiz.item import Choice, Item, Reason, Texts
from twingkit.quiz.staging import answers_of
from twingkit.rulebook import Ruling

Moment = Callable[[Question], bool]
"""A predicate that is true for the question at which to stop."""

LONGEST = 60
"""No battle of a question has more answers."""


def begun(battle: Battle) -> Game:
    """The battle at its beginning; who may fire does."""
    game = Game(BattleStart(battle.check()), rolls="ask")
    while isinstance(game.question, Fire):
        game.answer(game.question.stated())
    return game


def until(game: Game, rng: random.Random, moment: Moment) -> Game | None:
    """The game, played on by its sides' stated policies to that moment; None if it does not come."""
    while (question := game.question) is not None and len(game) < LONGEST:
        if moment(question):
            return game
        step(game, rng)
    return None


def step(game: Game, rng: random.Random) -> None:
    """One answer more: dice by chance, decisions as stated."""
    question = game.question
    if isinstance(question, Decision):
        game.answer(question.stated())
    else:
        game.draw(rng)


def throw_of(name: str, player: int | None = None) -> Moment:
    """The dice of a step, of one side if it is named."""
    return lambda question: (
        isinstance(question, Throw) and question.step == name and player in (None, question.player)
    )


def thrown(game: Game) -> Throw:
    """The throw that is asked now."""
    question = game.question
    if not isinstance(question, Throw):
        raise TypeError("no dice are thrown now")
    return question


def fallen(rng: random.Random, throw: Throw) -> tuple[int, ...]:
    """Dice by chance, near what they need more often than not."""
    faces = []
    for group in throw.volley.dice:
        near = [face for face in FACES if abs(face - group.hits) < 3] or list(FACES)
        faces += [rng.choice(near if rng.random() < 0.7 else FACES) for _ in range(group.count)]
    return tuple(faces)


def hits(groups: Sequence[Dice], faces: Sequence[int], needs: Callable[[Dice], int]) -> int:
    """The number of these dice that would hit if a die of each group needed `needs(group)`."""
    needed = [needs(group) for group in groups for _ in range(group.count)]
    return sum(face >= need for face, need in zip(faces, needed, strict=True))


def rolled(game: Game, faces: Sequence[int]) -> Game:
    """A copy of the game in which these dice fell."""
    twin = game.copy()
    twin.answer(f"roll {' '.join(map(str, faces))}")
    return twin


def rulings(game: Game, since: int = 0) -> Iterator[Ruling]:
    """The rulings of a game from a number of answers on."""
    for entry in game.transcript[since:]:
        yield from entry.rulings


def said(game: Game, rule: str, *cases: str, since: int = 0) -> list[Ruling]:
    """The rulings of one rule, of some of its cases if they are named."""
    return [
        ruling
        for ruling in rulings(game, since)
        if ruling.rule == rule and (not cases or ruling.case in cases)
    ]


def asked(
    game: Game,
    after: Sequence[str],
    texts: Texts,
    choices: Sequence[Choice],
    why: Iterable[Reason],
    rules: Iterable[str] = (),
) -> Item | None:
    """The question at this moment of a game; `after` plays it out. All its reasons are shown at once."""
    before = answers_of(game, 0)
    table = game.start.lines()[0].removeprefix("battle ")
    reasons = tuple(why)
    return made(
        table, before, after, texts=texts, choices=choices, why=reasons, rules=rules, shown=len(reasons)
    )


def wrong(right: int, *misses: Miss | None) -> list[Miss]:
    """Wrong numbers; those that are right after all are none."""
    return [miss for miss in misses if miss is not None and miss.value != right]


def forgets(rule: str, value: int | None) -> Miss | None:
    """The number that comes out without this rule, as the engine plays it; None if it plays nothing then."""
    return None if value is None else Miss(value, rule)
