"""Disagreements about the rules of a game: each one as a short scene under every interpretation.

A game lists its disagreements in a `readings.toml`. It begins with `kinds` (the kinds of disagreement) and
`[refused]` (the sentence for a forbidden answer, by language); each `[[reading]]` has

- `rule`: the rule that states what the sources say, and why the box plays as it does; `books`: one of
  the kinds;
- `other`: the line of the variant with the other interpretation, or a list of two; omit it if there is
  none;
- `texts`: the text that each interpretation comes from, the box's first, as keys of the page's words
  (such as `text.en`); omit it if there is nothing to tell apart;
- `said`: what the sources say, by language, if the text of the rule is the interpretation itself;
- `position`: how the scene starts, as in a record, without the variant; omit it if there is no scene;
- `before`: answers before the scene, which are not shown;
- `first`: answers under all interpretations; `default`, `second` and `third` continue, each under one
  of them;
- `until`: the rules whose last sentence ends a story; if omitted, it ends with the last answer;
- `point`: the rules whose first sentence makes the difference; if omitted, the first sentence that
  differs;
- `question`: the unclear point, by language.

An answer is a line of a record, which may omit what a record may omit. `not ` before it says that a rule
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
"""The prefix of an answer that a rule forbids."""


@attrs.frozen
class StoryLine:
    """One line of a story: the answer, as in a record, and the ruling or refusal that followed."""

    answer: str
    outcome: Ruling | Refusal
    refusal: Texts = attrs.field(factory=dict, eq=False, repr=False)
    """The sentence pattern for a forbidden answer, by language."""

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
        """Return the sentence of the ruling or the refusal."""
        sentence = self.outcome.text()
        return self.refusal[language()].format(why=sentence) if self.is_refused else sentence

    def __str__(self) -> str:
        return f"{self.text()} [{self.rule}]"


@attrs.frozen
class Story:
    """A scene under one interpretation: the game at its end, its lines, and the `variant` with this
    interpretation.
    """

    game: Game
    lines: tuple[StoryLine, ...]
    variant: AnyVariant

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


@attrs.frozen
class Comparison:
    """The stories of a disagreement side by side: as the box plays, then under the other interpretations.

    `shared` is the number of identical lines at the beginning; `marked` are, for each story, the indices of
    the lines that the box's story lacks (for the box: that another one lacks), in order; `point` is the one
    that makes the difference (-1: none). If there is only one story, the lines that cite the rule of the
    disagreement are marked.
    """

    stories: tuple[Story, ...]
    shared: int
    marked: tuple[tuple[int, ...], ...]
    point: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Disagreement:
    """A point on which the rules can be interpreted in several ways.

    `rule` is its rule, `books` the kind of disagreement; `variants` have the other interpretations. The
    answers are lines of a record: `before` is not shown, `first` is played under all interpretations,
    `default`, `second` and `third` continue; `not ` before an answer says that it is forbidden.

    A story ends with the last sentence of the rules in `until`; the first sentence of those in `point` makes
    the difference.
    """

    rule: str
    books: str
    questions: Texts
    source: Disagreements = attrs.field(eq=False, repr=False)
    """The disagreements of the game, to which this one belongs."""
    variants: tuple[AnyVariant, ...] = ()
    texts: tuple[str, ...] = ()
    """The text that each interpretation comes from, the box's first."""
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
        """Return the unclear point in one sentence."""
        return self.questions[language()]

    @localized
    def sources_text(self, lang: str | None = None) -> str:
        """Return what the sources say, in our words, if the text of the rule is the interpretation itself;
        else "".
        """
        return self.sources_texts.get(language(), "")

    @property
    def variant(self) -> AnyVariant | None:
        """The variant with the second interpretation; None if there is none."""
        return self.variants[0] if self.variants else None

    @property
    def changes(self) -> tuple[SwitchDifference, ...]:
        """The switch that selects the other interpretations, with the box's value and theirs."""
        return tuple(self.source.box.diff(variant)[0] for variant in self.variants)

    @property
    def change(self) -> SwitchDifference | None:
        """The switch that selects the second interpretation, with both values; None if there is none."""
        return self.changes[0] if self.variants else None

    def start(self, variant: AnyVariant | None = None) -> Game:
        """Return a game of the variant (None: the box) at the start of the scene. Raises `ValueError` if
        there is no scene.
        """
        if not self.position:
            raise ValueError(f"{self.rule} has no scene: there is nothing to play")
        setup = self.source.start.parse([*self.position, f"{VARIANT} {variant or self.source.box}"])
        game = Game(setup, rolls="ask")
        for answer in self.before:
            game.answer(game.strip_seat(answer))
        return game

    def play(self) -> tuple[Game, ...]:
        """Return the games of all interpretations from the same position, the box first; empty without a
        scene.
        """
        return tuple(story.game for story in self.compare().stories)

    def compare(self) -> Comparison:
        """Return the stories of all interpretations, and where they first differ."""
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
        """Return the lines of each story that the others lack; for a single story, the lines it is about."""
        comparison = self.compare()
        return tuple(
            tuple(story.lines[index] for index in indices)
            for story, indices in zip(comparison.stories, comparison.marked, strict=True)
        )

    def _point(self, story: Story, marked: Sequence[int]) -> int:
        """Return the index of the marked line that makes the difference."""
        named = [index for index in marked if story.lines[index].rule in self.point]
        return next(iter((*named, *marked)), -1)

    def _story(self, variant: AnyVariant, last: Sequence[str]) -> Story:
        """Play the scene under one interpretation, up to the rules that end it."""
        game = self.start(variant)
        lines: list[StoryLine] = []
        for answer in (*self.first, *last):
            answer_tried = answer.removeprefix(FORBIDDEN)
            given = len(game)
            if fill_implied_answers(game, answer_tried):
                pass  # one of the silent answers just given
            elif answer_tried == answer:
                game.answer(game.strip_seat(answer))
            else:
                refusal = game.refusal(answer_tried)
                assert refusal is not None, f"{self.rule}: nothing forbids {answer_tried!r}"
                lines.append(StoryLine(answer_tried, refusal, self.source.refused_format))
                continue
            # The active seat does not depend on the interpretation.
            lines += [
                StoryLine(answer_tried, ruling)
                for entry in game.transcript[given:]
                for ruling in entry.rulings
                if ruling.case != "turn"
            ]
        ends = [number for number, line in enumerate(lines, 1) if line.rule in self.until]
        return Story(game, tuple(lines[: ends[-1]] if ends else lines), variant)


class Disagreements:
    """All disagreements about one game's rules, in the order of the rules.

    >>> from twingkit.twing.variants.readings import READINGS
    >>> READINGS["TW-VAR-9"].question()
    'Can a cat still change a Cross that was rolled?'
    """

    def __init__(
        self, package: str, start: type[Start], variants: type[AnyVariant], rulebook: Callable[[], Rulebook]
    ) -> None:
        """Use the `readings.toml` of a package, loaded on first use; scenes start with a `start` of this
        kind.
        """
        self.start, self.variants, self.rulebook = start, variants, rulebook
        self._package = package

    @property
    def box(self) -> AnyVariant:
        """The variant with the first interpretation of every rule."""
        return self.variants.box()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of disagreement."""
        return tuple(self._data["kinds"])

    @property
    def refused_format(self) -> Texts:
        """The sentence pattern for a forbidden answer, by language."""
        texts: Texts = self._data["refused"]
        return texts

    def __iter__(self) -> Iterator[Disagreement]:
        return iter(self._by_rule.values())

    def __len__(self) -> int:
        return len(self._by_rule)

    def __contains__(self, rule: str) -> bool:
        return rule in self._by_rule

    def __getitem__(self, rule: str) -> Disagreement:
        """Return the disagreement about a rule. Raises `UnknownRule`, which names the nearest."""
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
