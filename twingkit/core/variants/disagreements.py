"""Disagreements about the rules of a game: each one as a short scene in both readings.

A game lists its readings in a `readings.toml`. It begins with `kinds` (the sorts of disagreement) and
`[refused]` (how a forbidden answer is told, by language); each `[[reading]]` has

- `rule`: the rule that says what the sources say, and why the box plays as it does; `books`: one of the
  kinds;
- `other`: the line of the variant that takes the other reading, or a list of two; left out where there is
  none;
- `texts`: the text from which each reading comes, the box's first, by the words that the page has for them
  (`text.en`, say); left out where nothing is to be told apart;
- `said`: what the sources say, by language, where the text of the rule is the reading itself;
- `position`: how the scene begins, as in a record, without the variant; left out where there is no scene;
- `before`: answers that come before the scene and are not told;
- `first`: answers in all readings; `default`, `second` and `third` go on from there, each in one of them;
- `until`: the rules whose last sentence ends a story; left out: it is told to the last answer;
- `point`: the rules whose first sentence makes the difference; left out: the first that differs;
- `question`: the unclear point, by language.

An answer is a line of a record, which may leave out what a record may; `not ` before it says that a rule
forbids it, and that this is the point.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib.resources import files

import attrs

from twingkit.core.language import language, localized
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.record import fill_implied_answers
from twingkit.core.rulebook import Rulebook, Ruling, Texts
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.core.starts import Start
from twingkit.core.variants.start_lines import VARIANT
from twingkit.core.variants.switches import SwitchDifference
from twingkit.core.variants.variant import AnyVariant
from twingkit.core.words import TomlTable, load_texts

FORBIDDEN = "not "
"""The sign before an answer that a rule forbids."""


@attrs.frozen
class StoryLine:
    """One line of a story: the answer, as in a record, and what a rule said: a ruling, or why not."""

    answer: str
    outcome: Ruling | Refusal
    refusal: Texts = attrs.field(factory=dict, eq=False, repr=False)
    """The form in which a forbidden answer is told, by language."""

    @property
    def rule(self) -> str:
        """The id of the rule cited."""
        return self.outcome.rule

    @property
    def is_refused(self) -> bool:
        """True if the rule forbids the answer."""
        return isinstance(self.outcome, Refusal)

    @localized
    def text(self, lang: str | None = None) -> str:
        """The sentence of the ruling or the refusal."""
        sentence = self.outcome.text()
        return self.refusal[language()].format(why=sentence) if self.is_refused else sentence

    def __str__(self) -> str:
        return f"{self.text()} [{self.rule}]"


@attrs.frozen
class Story:
    """A scene as one reading plays it: the game at the end, its rulings, and the `variant` that takes this
    reading."""

    game: Game
    lines: tuple[StoryLine, ...]
    variant: AnyVariant

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


@attrs.frozen
class Comparison:
    """The stories of a reading side by side: as the box plays, then the other readings if there are any.

    `shared` is how many lines all begin with; `marked` are for each story the places of the lines that the
    box's story lacks (of that: another one), in order, and `point` the one of them that makes the difference
    (-1: nothing does). Of a story alone those lines are marked whose rule the reading names.
    """

    stories: tuple[Story, ...]
    shared: int
    marked: tuple[tuple[int, ...], ...]
    point: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Disagreement:
    """One place where the rules can be read in several ways.

    `rule` is its rule, `books` the kind of disagreement; `variants` take the other readings. The answers are
    lines of a record: `before` is not shown, `first` is played in all readings, `default`, `second` and
    `third` go on from there; `not ` before an answer says that it is forbidden.
    A story ends with the last sentence of the rules of `until`; the first of those of `point` makes the
    difference.
    """

    rule: str
    books: str
    questions: Texts
    source: Disagreements = attrs.field(eq=False, repr=False)
    """The readings of the game to which it belongs."""
    variants: tuple[AnyVariant, ...] = ()
    texts: tuple[str, ...] = ()
    """The text from which each reading comes, the box's first."""
    sources_texts: Texts = attrs.field(factory=dict, eq=False)
    position: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    default: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    third: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    point: tuple[str, ...] = ()

    @localized
    def question(self, lang: str | None = None) -> str:
        """The unclear point, in one sentence."""
        return self.questions[language()]

    @localized
    def sources_text(self, lang: str | None = None) -> str:
        """The sources in our words, where the text of the rule is the reading itself; "" if it is not."""
        return self.sources_texts.get(language(), "")

    @property
    def variant(self) -> AnyVariant | None:
        """The variant that takes the second reading; None if there is none."""
        return self.variants[0] if self.variants else None

    @property
    def changes(self) -> tuple[SwitchDifference, ...]:
        """The switch that takes the other readings, with the box's value and that of each."""
        return tuple(self.source.box.diff(variant)[0] for variant in self.variants)

    @property
    def change(self) -> SwitchDifference | None:
        """The switch that takes the second reading, with both values; None if there is none."""
        return self.changes[0] if self.variants else None

    def start(self, variant: AnyVariant | None = None) -> Game:
        """A game of the variant (None: the box) where the scene begins; raises `ValueError` if there is no
        scene."""
        if not self.position:
            raise ValueError(f"{self.rule} has no scene: there is nothing to play")
        setup = self.source.start.parse([*self.position, f"{VARIANT} {variant or self.source.box}"])
        game = Game(setup, rolls="ask")
        for answer in self.before:
            game.answer(game.strip_seat(answer))
        return game

    def play(self) -> tuple[Game, ...]:
        """The games of all readings from the same position, as the box plays first; empty without a scene."""
        return tuple(story.game for story in self.compare().stories)

    def compare(self) -> Comparison:
        """The stories of all readings, and where they differ first."""
        if not self.position:
            return Comparison((), 0, (), ())
        box_story = self._story(self.source.box, self.default)
        if not self.variants:
            named = (self.rule, *self.source.rulebook()[self.rule].see)
            indices = tuple(index for index, line in enumerate(box_story.lines) if line.rule in named)
            return Comparison(
                (box_story,), len(box_story.lines), (indices,), (self._point(box_story, indices),)
            )
        goes_on = zip(self.variants, (self.second, self.third), strict=False)
        stories = (box_story, *(self._story(variant, last) for variant, last in goes_on))
        ours, *others = [[line.text() for line in story.lines] for story in stories]
        lacking = sorted({index for texts in others for index in _lacking(ours, texts)})
        marked = (tuple(lacking), *(_lacking(texts, ours) for texts in others))
        shared = min(
            indices[0] if indices else len(texts)
            for indices, texts in zip(marked, (ours, *others), strict=True)
        )
        point = tuple(self._point(*pair) for pair in zip(stories, marked, strict=True))
        return Comparison(stories, shared, marked, point)

    def difference(self) -> tuple[tuple[StoryLine, ...], ...]:
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

    def _story(self, variant: AnyVariant, last: Sequence[str]) -> Story:
        """The story of one reading: what the rules say to the answers, up to the rules that end it."""
        game = self.start(variant)
        lines: list[StoryLine] = []
        for answer in (*self.first, *last):
            answer_tried = answer.removeprefix(FORBIDDEN)
            given = len(game)
            if fill_implied_answers(game, answer_tried):
                pass  # it is one of the silent answers just given
            elif answer_tried == answer:
                game.answer(game.strip_seat(answer))
            else:
                refusal = game.refusal(answer_tried)
                assert refusal is not None, f"{self.rule}: nothing forbids {answer_tried!r}"
                lines.append(StoryLine(answer_tried, refusal, self.source.refused_format))
                continue
            # The seat to move does not depend on the reading.
            lines += [
                StoryLine(answer_tried, ruling)
                for entry in game.transcript[given:]
                for ruling in entry.rulings
                if ruling.case != "turn"
            ]
        ends = [number for number, line in enumerate(lines, 1) if line.rule in self.until]
        return Story(game, tuple(lines[: ends[-1]] if ends else lines), variant)


class Disagreements:
    """All readings of one game, in the order of their rules; `kinds` are the sorts of disagreement.

    >>> from twingkit.twing.variants.readings import READINGS
    >>> READINGS["TW-VAR-9"].question()
    'Can a cat still change a Cross once it is rolled?'
    """

    def __init__(
        self, package: str, start: type[Start], variants: type[AnyVariant], rulebook: Callable[[], Rulebook]
    ) -> None:
        """The `readings.toml` of a package, read on first use; scenes begin with a `start` of this kind."""
        self.start, self.variants, self.rulebook = start, variants, rulebook
        self._package = package

    @property
    def box(self) -> AnyVariant:
        """The variant of the first readings."""
        return self.variants.box()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The sorts of disagreement."""
        return tuple(self._data["kinds"])

    @property
    def refused_format(self) -> Texts:
        """The form in which a forbidden answer is told, by language."""
        texts: Texts = self._data["refused"]
        return texts

    def __iter__(self) -> Iterator[Disagreement]:
        return iter(self._by_rule.values())

    def __len__(self) -> int:
        return len(self._by_rule)

    def __contains__(self, rule: str) -> bool:
        return rule in self._by_rule

    def __getitem__(self, rule: str) -> Disagreement:
        """The disagreement of a rule; raises `UnknownRule` naming the nearest."""
        if rule not in self._by_rule:
            near = difflib.get_close_matches(rule[:60].upper(), self._by_rule, n=2, cutoff=0.7)
            raise UnknownRule(rule, near)
        return self._by_rule[rule]

    @cached_property
    def _data(self) -> TomlTable:
        return load_texts(files(self._package).joinpath("readings.toml"))

    @cached_property
    def _by_rule(self) -> dict[str, Disagreement]:
        return {entry["rule"]: self._reading(entry) for entry in self._data["reading"]}

    def _reading(self, entry: TomlTable) -> Disagreement:
        lists = ("before", "first", "default", "second", "third", "until", "point", "texts")
        other = entry.get("other", [])
        return Disagreement(
            rule=entry["rule"],
            books=entry["books"],
            questions=entry["question"],
            source=self,
            variants=tuple(map(self.variants.parse, [other] if isinstance(other, str) else other)),
            sources_texts=entry.get("said", {}),
            position=tuple(entry.get("position", "").strip().splitlines()),
            **{name: tuple(entry.get(name, ())) for name in lists},
        )


def _lacking(lines: Sequence[str], others: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of the lines that the others do not have, in order."""
    matcher = difflib.SequenceMatcher(None, lines, others, autojunk=False)
    same = {index for start, _, size in matcher.get_matching_blocks() for index in range(start, start + size)}
    return tuple(index for index in range(len(lines)) if index not in same)
