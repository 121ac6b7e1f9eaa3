"""Disagreements of the rulebooks: each one as a short scene in both readings (section 13, TW-VAR).

    found = reading("TW-VAR-9")
    print(found.question())                # Can a Cross still be changed once it is rolled?
    default, second = found.play()         # two games from the same position
    for line in found.difference()[1]:     # what only the second one says
        print(line)

The scenes are in `readings.toml`; the rules say what the books say and why the box plays as it does.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from twingkit.asking import Refusal
from twingkit.play import Game
from twingkit.rulebook import Ruling, Texts, UnknownRule
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import BOX, Change, Variant, diff

BOOKS = ("each_other", "itself", "silent")
"""The kinds of disagreement: between the books, inside one, or one is silent."""

FORBIDDEN = "not "
"""The sign before an answer that a rule forbids."""


@attrs.frozen
class Line:
    """One line of a story: the answer, as in a record, and what a rule said: a ruling, or why not."""

    answer: str
    said: Ruling | Refusal

    @property
    def rule(self) -> str:
        """The id of the rule cited."""
        return self.said.rule

    @property
    def refused(self) -> bool:
        """True if the rule forbids the answer."""
        return isinstance(self.said, Refusal)

    def text(self, lang: str = "en") -> str:
        """The sentence of the ruling or the refusal."""
        sentence = self.said.text(lang)
        return str(_data()["refused"][lang]).format(why=sentence) if self.refused else sentence

    def __str__(self) -> str:
        return f"{self.text()} [{self.rule}]"


@attrs.frozen
class Story:
    """A scene as one reading plays it: the game at the end, and its rulings."""

    game: Game
    lines: tuple[Line, ...]

    @property
    def variant(self) -> Variant:
        """The variant that takes this reading."""
        start = self.game.start
        assert isinstance(start, GameStart)
        return start.variant

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


@attrs.frozen
class Comparison:
    """The stories of a reading side by side: as the box plays, then the second reading if there is one.

    `shared` is how many lines both begin with; `marked` are for each story the places of the lines that the
    other one lacks, in order, and `point` the one of them that makes the difference (-1: nothing does). Of a
    story alone those lines are marked whose rule the reading names.
    """

    stories: tuple[Story, ...]
    shared: int
    marked: tuple[tuple[int, ...], ...]
    point: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Reading:
    """One place where the rulebooks disagree.

    `rule` is its rule (TW-VAR-1 to 28), `books` one of `BOOKS`; `variant` takes the second reading, None if
    there is none. The answers are lines of a record: `before` is not shown, `first` is played in both
    readings, `default` and `second` go on from there; `not ` before an answer says that it is forbidden.
    A story ends with the last sentence of the rules of `until`; the first of those of `point` makes the
    difference.
    """

    rule: str
    books: str
    questions: Texts
    variant: Variant | None = None
    position: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    default: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    point: tuple[str, ...] = ()

    def question(self, lang: str = "en") -> str:
        """The unclear point, in one sentence."""
        return self.questions[lang]

    @property
    def change(self) -> Change | None:
        """The switch that takes the second reading, with both values; None if there is none."""
        return diff(BOX, self.variant)[0] if self.variant else None

    def start(self, variant: Variant = BOX) -> Game:
        """A game of the variant where the scene begins; raises `ValueError` if there is no scene."""
        if not self.position:
            raise ValueError(f"{self.rule} has no scene: there is nothing to play")
        setup = GameStart.read([*self.position, f"variant {variant}"])
        game = Game(setup, rolls="ask")
        for answer in self.before:
            game.answer(game.without_seat(answer))
        return game

    def play(self) -> tuple[Game, ...]:
        """The games of all readings from the same position, as the box plays first; empty without a scene."""
        return tuple(story.game for story in self.compare().stories)

    def compare(self) -> Comparison:
        """The stories of all readings, and where they differ first."""
        if not self.position:
            return Comparison((), 0, (), ())
        one = self._story(BOX, self.default)
        if self.variant is None:
            named = (self.rule, *rulebook()[self.rule].see)
            indices = tuple(index for index, line in enumerate(one.lines) if line.rule in named)
            return Comparison((one,), len(one.lines), (indices,), (self._point(one, indices),))
        other = self._story(self.variant, self.second)
        texts = [[line.text() for line in story.lines] for story in (one, other)]
        marked = tuple(_lacking(*pair) for pair in (texts, texts[::-1]))
        shared = min(
            indices[0] if indices else len(lines) for indices, lines in zip(marked, texts, strict=True)
        )
        point = tuple(self._point(*pair) for pair in zip((one, other), marked, strict=True))
        return Comparison((one, other), shared, marked, point)

    def difference(self) -> tuple[tuple[Line, ...], ...]:
        """The lines of each story that the other one lacks; of a story alone, those it is about."""
        comparison = self.compare()
        return tuple(
            tuple(story.lines[index] for index in indices)
            for story, indices in zip(comparison.stories, comparison.marked, strict=True)
        )

    def _point(self, story: Story, marked: Sequence[int]) -> int:
        """The marked line that makes the difference."""
        named = [index for index in marked if story.lines[index].rule in self.point]
        return next(iter((*named, *marked)), -1)

    def _story(self, variant: Variant, last: Sequence[str]) -> Story:
        """The story of one reading: what the rules say to the answers, up to the rules that end it."""
        game = self.start(variant)
        lines: list[Line] = []
        for answer in (*self.first, *last):
            answer_tried = answer.removeprefix(FORBIDDEN)
            after = game.without_seat(answer_tried)
            if answer_tried != answer:
                question = game.question
                assert question is not None
                refusal = question.refusal(question.read(after))
                assert refusal is not None, f"{self.rule}: nothing forbids {answer_tried!r}"
                lines.append(Line(answer_tried, refusal))
                continue
            game.answer(after)
            # The seat to move does not depend on the reading.
            lines += [Line(answer_tried, ruling) for ruling in game.rulings if ruling.case != "turn"]
        ends = [number for number, line in enumerate(lines, 1) if line.rule in self.until]
        return Story(game, tuple(lines[: ends[-1]] if ends else lines))


def readings() -> tuple[Reading, ...]:
    """All places where the rulebooks disagree, in the order of their rules."""
    return tuple(_readings().values())


def reading(rule: str) -> Reading:
    """The disagreement of a rule (`TW-VAR-9`); raises `UnknownRule` naming the nearest."""
    all_readings = _readings()
    if rule not in all_readings:
        near = difflib.get_close_matches(rule[:60].upper(), all_readings, n=2, cutoff=0.7)
        raise UnknownRule(rule, near)
    return all_readings[rule]


@cache
def _readings() -> dict[str, Reading]:
    return {entry["rule"]: _reading(entry) for entry in _data()["reading"]}


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(
        files("twingkit.twing.variants").joinpath("readings.toml").read_text(encoding="utf-8")
    )


def _reading(entry: dict[str, Any]) -> Reading:
    lists = ("before", "first", "default", "second", "until", "point")
    return Reading(
        rule=entry["rule"],
        books=entry["books"],
        questions=entry["question"],
        variant=Variant.parse(entry["other"]) if "other" in entry else None,
        position=tuple(entry.get("position", "").strip().splitlines()),
        **{name: tuple(entry.get(name, ())) for name in lists},
    )


def _lacking(lines: Sequence[str], others: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of the lines that the others do not have, in order."""
    matcher = difflib.SequenceMatcher(None, lines, others, autojunk=False)
    same = {index for start, _, size in matcher.get_matching_blocks() for index in range(start, start + size)}
    return tuple(index for index in range(len(lines)) if index not in same)
