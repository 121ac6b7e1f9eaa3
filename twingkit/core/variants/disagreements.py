"""Disagreements about the rules of a game: each one as a short scene under every interpretation.

A game lists its disagreements in a `disagreements.toml`. It begins with `kinds` (the kinds of disagreement)
and `[refused]` (the sentence for a forbidden answer, by language); each `[[disagreement]]` has

- `rule`: the rule that states what the sources say, and why the box plays as it does; `books`: one of
  the kinds;
- `other`: the line of the variant with the other interpretation, or a list of two; omit it if there is
  none;
- `texts`: the source of each interpretation, the box's first, as keys of the page's words (such as
  `text.en`); omit it if there is nothing to tell apart;
- `said`: what the sources say, by language, if the text of the rule is the interpretation itself;
- `position`: the set-up lines of the scene, as in a record, without the variant; omit it if there is no
  scene;
- `before`: answers before the scene, which are not shown;
- `first`: answers under all interpretations; `default`, `second` and `third` continue, each under one of
  them;
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
from twingkit.core.record import fill_silence_or_skip
from twingkit.core.rulebook import Rulebook, Ruling, TextByLanguage
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.core.starts import Start
from twingkit.core.variants.start_lines import VARIANT_KEY
from twingkit.core.variants.switches import SwitchDifference
from twingkit.core.variants.variant import BaseVariant
from twingkit.core.words import TomlTable, load_texts

FORBIDDEN_PREFIX = "not "
"""The prefix of an answer that a rule forbids."""


@attrs.frozen
class SceneLine:
    """One line of an example scene: an answer, as in a record, and the ruling or refusal that followed."""

    answer: str
    outcome: Ruling | Refusal
    refusal_format: TextByLanguage = attrs.field(factory=dict, eq=False, repr=False)
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
        return self.refusal_format[language()].format(why=sentence) if self.is_refused else sentence

    def __str__(self) -> str:
        return f"{self.text()} [{self.rule}]"


@attrs.frozen
class PlayedScene:
    """A scene played under one interpretation: the game at its end, its lines, and the variant used."""

    game: Game
    lines: tuple[SceneLine, ...]
    variant: BaseVariant

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


@attrs.frozen
class InterpretationComparison:
    """The example scene of a rule disagreement played under each interpretation, for comparison; that of the
    default rules comes first.

    `shared_line_count` is the number of identical lines at the beginning. `marked_lines` are, for each story,
    the indices of the lines that differ from the box's story (for the box: from another one); if there is
    only one story, those that cite the rule of the disagreement. `decisive_lines` is, for each story, the
    index of the line that makes the difference (-1: none).
    """

    scenes: tuple[PlayedScene, ...]
    shared_line_count: int
    marked_lines: tuple[tuple[int, ...], ...]
    decisive_lines: tuple[int, ...]


@attrs.frozen(kw_only=True)
class RuleDisagreement:
    """A point on which a game's rules can be interpreted in several ways, with an example scene that shows
    the difference.

    `rule` is its rule, `kind` the kind of disagreement; `variants` have the other interpretations. The
    answers are lines of a record: `hidden_answers` are not shown, `shared_answers` are played under all
    interpretations, `default_answers`, `second_answers` and `third_answers` continue; `not ` before an answer
    says that it is forbidden.

    A story ends with the last sentence of the rules in `last_sentence_rules`; the first sentence of those in
    `decisive_rules` makes the difference.
    """

    rule: str
    kind: str
    questions: TextByLanguage
    source: RuleDisagreements = attrs.field(eq=False, repr=False)
    """The collection of all disagreements of the game."""
    variants: tuple[BaseVariant, ...] = ()
    interpretation_texts: tuple[str, ...] = ()
    """The source of each interpretation, the box's first, as keys of the page's words."""
    sources_texts: TextByLanguage = attrs.field(factory=dict, eq=False)
    position_lines: tuple[str, ...] = ()
    hidden_answers: tuple[str, ...] = ()
    shared_answers: tuple[str, ...] = ()
    default_answers: tuple[str, ...] = ()
    second_answers: tuple[str, ...] = ()
    third_answers: tuple[str, ...] = ()
    last_sentence_rules: tuple[str, ...] = ()
    decisive_rules: tuple[str, ...] = ()

    @localized
    def question(self, lang: str | None = None) -> str:
        """Return the unclear point in one sentence."""
        return self.questions[language()]

    @localized
    def sources_text(self, lang: str | None = None) -> str:
        """Return a summary of the sources; "" if the text of the rule already gives it."""
        return self.sources_texts.get(language(), "")

    @property
    def variant(self) -> BaseVariant | None:
        """The variant with the second interpretation; None if there is none."""
        return self.variants[0] if self.variants else None

    @property
    def changes(self) -> tuple[SwitchDifference, ...]:
        """For each interpretation but the first, the switch that selects it, with the box's value and the
        selecting value.
        """
        return tuple(self.source.box_variant.diff(variant)[0] for variant in self.variants)

    @property
    def first_change(self) -> SwitchDifference | None:
        """The switch that selects the second interpretation, with both values; None if there is none."""
        return self.changes[0] if self.variants else None

    def start_game(self, variant: BaseVariant | None = None) -> Game:
        """Return a game of a variant (None: the box) at the start of the scene.

        Raises `ValueError` if there is no scene.
        """
        if not self.position_lines:
            raise ValueError(f"{self.rule} has no scene: there is nothing to play")
        setup = self.source.start.parse(
            [*self.position_lines, f"{VARIANT_KEY} {variant or self.source.box_variant}"]
        )
        game = Game(setup, rolls="ask")
        for answer in self.hidden_answers:
            game.answer(game.strip_seat(answer))
        return game

    def play_variants(self) -> tuple[Game, ...]:
        """Play the scene under each interpretation and return the games, the box's first.

        Returns an empty tuple without a scene.
        """
        return tuple(story.game for story in self.compare().scenes)

    def compare(self) -> InterpretationComparison:
        """Play the scene under each interpretation and return the comparison."""
        if not self.position_lines:
            return InterpretationComparison((), 0, (), ())
        box_story = self._story(self.source.box_variant, self.default_answers)
        if not self.variants:
            named = (self.rule, *self.source.rulebook()[self.rule].related_rules)
            indices = tuple(index for index, line in enumerate(box_story.lines) if line.rule in named)
            return InterpretationComparison(
                (box_story,), len(box_story.lines), (indices,), (self._point(box_story, indices),)
            )
        goes_on = zip(self.variants, (self.second_answers, self.third_answers), strict=False)
        stories = (box_story, *(self._story(variant, last) for variant, last in goes_on))
        ours, *others = [[line.text() for line in story.lines] for story in stories]
        lacking = sorted({index for texts in others for index in _lacking(ours, texts)})
        marked = (tuple(lacking), *(_lacking(texts, ours) for texts in others))
        shared = min(
            indices[0] if indices else len(texts)
            for indices, texts in zip(marked, (ours, *others), strict=True)
        )
        point = tuple(self._point(*pair) for pair in zip(stories, marked, strict=True))
        return InterpretationComparison(stories, shared, marked, point)

    def differing_lines(self) -> tuple[tuple[SceneLine, ...], ...]:
        """Return the marked lines of each story (see `InterpretationComparison`)."""
        comparison = self.compare()
        return tuple(
            tuple(story.lines[index] for index in indices)
            for story, indices in zip(comparison.scenes, comparison.marked_lines, strict=True)
        )

    def _point(self, story: PlayedScene, marked: Sequence[int]) -> int:
        named = [index for index in marked if story.lines[index].rule in self.decisive_rules]
        return next(iter((*named, *marked)), -1)

    def _story(self, variant: BaseVariant, last: Sequence[str]) -> PlayedScene:
        """Play the scene under one interpretation, up to the rules that end it."""
        game = self.start_game(variant)
        lines: list[SceneLine] = []
        for answer in (*self.shared_answers, *last):
            answer_tried = answer.removeprefix(FORBIDDEN_PREFIX)
            given = len(game)
            if fill_silence_or_skip(game, answer_tried):
                pass  # one of the silent answers just given
            elif answer_tried == answer:
                game.answer(game.strip_seat(answer))
            else:
                refusal = game.refusal(answer_tried)
                assert refusal is not None, f"{self.rule}: nothing forbids {answer_tried!r}"
                lines.append(SceneLine(answer_tried, refusal, self.source.refusal_format))
                continue
            # The active seat does not depend on the interpretation.
            lines += [
                SceneLine(answer_tried, ruling)
                for entry in game.transcript[given:]
                for ruling in entry.rulings
                if ruling.case != "turn"
            ]
        ends = [number for number, line in enumerate(lines, 1) if line.rule in self.last_sentence_rules]
        return PlayedScene(game, tuple(lines[: ends[-1]] if ends else lines), variant)


class RuleDisagreements:
    """All points of one game on which its rules can be interpreted in several ways, in the order of the
    rules.

    >>> from twingkit.twing.variants.disagreements import DISAGREEMENTS
    >>> DISAGREEMENTS["TW-VAR-9"].question()
    'Can you still change a Cross on your die with a cat?'
    """

    def __init__(
        self, package: str, start: type[Start], variants: type[BaseVariant], rulebook: Callable[[], Rulebook]
    ) -> None:
        """Use the `disagreements.toml` of a package, loaded on first use; `start` is the class with which
        games of its scenes start.
        """
        self.start, self.variants, self.rulebook = start, variants, rulebook
        self._package = package

    @property
    def box_variant(self) -> BaseVariant:
        """The default variant, with the first interpretation of every rule."""
        return self.variants.box()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The ids of the kinds of disagreement, in the order of the page."""
        return tuple(self._data["kinds"])

    @property
    def refusal_format(self) -> TextByLanguage:
        """The sentence pattern for a forbidden answer, by language."""
        texts: TextByLanguage = self._data["refused"]
        return texts

    def __iter__(self) -> Iterator[RuleDisagreement]:
        return iter(self._by_rule.values())

    def __len__(self) -> int:
        return len(self._by_rule)

    def __contains__(self, rule: str) -> bool:
        return rule in self._by_rule

    def __getitem__(self, rule: str) -> RuleDisagreement:
        """Return the disagreement about a rule. Raises `UnknownRule`, which names the nearest."""
        if rule not in self._by_rule:
            near = difflib.get_close_matches(rule[:60].upper(), self._by_rule, n=2, cutoff=0.7)
            raise UnknownRule(rule, near)
        return self._by_rule[rule]

    @cached_property
    def _data(self) -> TomlTable:
        return load_texts(files(self._package).joinpath("disagreements.toml"))

    @cached_property
    def _by_rule(self) -> dict[str, RuleDisagreement]:
        return {entry["rule"]: self._disagreement(entry) for entry in self._data["disagreement"]}

    def _disagreement(self, entry: TomlTable) -> RuleDisagreement:
        def texts(key: str) -> tuple[str, ...]:
            return tuple(entry.get(key, ()))

        other = entry.get("other", [])
        return RuleDisagreement(
            rule=entry["rule"],
            kind=entry["books"],
            questions=entry["question"],
            source=self,
            variants=tuple(map(self.variants.parse, [other] if isinstance(other, str) else other)),
            sources_texts=entry.get("said", {}),
            position_lines=tuple(entry.get("position", "").strip().splitlines()),
            hidden_answers=texts("before"),
            shared_answers=texts("first"),
            default_answers=texts("default"),
            second_answers=texts("second"),
            third_answers=texts("third"),
            last_sentence_rules=texts("until"),
            decisive_rules=texts("point"),
            interpretation_texts=texts("texts"),
        )


def _lacking(lines: Sequence[str], others: Sequence[str]) -> tuple[int, ...]:
    matcher = difflib.SequenceMatcher(None, lines, others, autojunk=False)
    same = {index for start, _, size in matcher.get_matching_blocks() for index in range(start, start + size)}
    return tuple(index for index in range(len(lines)) if index not in same)
