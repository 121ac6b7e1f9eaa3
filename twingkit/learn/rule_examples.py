"""Rule examples: for each rule of a game, a small table on which the rule acts or forbids something.

The `Example` of a game is a `RuleExample` that can build its table. The statement is never stored: the
example is played. The tables are `[[example]]` entries of a file `examples.toml` in the game's package, one
for every rule.
"""

from __future__ import annotations

import difflib
import tomllib
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from importlib.resources import files
from typing import Any, Generic, TypeVar

import attrs

from twingkit.core.language import language, localized
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Rulebook, Ruling, TextByLanguage
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.core.words import TomlTable, translate_texts

E = TypeVar("E", bound="RuleExample")


@attrs.frozen(kw_only=True)
class RuleExample:
    """An example position of a rulebook in which one rule acts or refuses an answer.

    `answers_before` are the answers up to just before the rule acts, `answer` the one at which it acts or
    which it refuses. `shown_rule` is the rule whose statement is shown: usually `rule` itself, or another
    rule that it makes act. `case` selects one of its sentences; `reader_seat` is the seat (from 0) that reads
    it, None for a reader who knows everything.
    """

    rule: str
    answers_before: tuple[str, ...] = ()
    answer: str = ""
    shown_rule: str
    case: str = ""
    reader_seat: int | None = None
    titles: TextByLanguage = attrs.field(eq=False)

    @localized
    def hint(self, lang: str | None = None) -> str:
        """Return a short hint on what to look at; "" if the statement is enough."""
        return self.titles.get(language(), "")

    @property
    @abstractmethod
    def statement(self) -> Ruling | Refusal:
        """The statement of the rule: the ruling with which it acts, or its refusal."""

    @property
    def is_refused(self) -> bool:
        """True if the rule forbids the answer of the example."""
        return isinstance(self.statement, Refusal)

    @abstractmethod
    def game(self) -> Game:
        """Return the game just before the rule acts."""

    def game_after(self) -> Game:
        """Return the game just after the rule acted; unchanged if the rule forbids something."""
        game = self.game()
        with suppress(Refusal):
            game.give_answers(*[self.answer] if self.answer else [])
        return game

    def matches(self, statement: Ruling | Refusal) -> bool:
        """True if a ruling or refusal is the statement that this example shows."""
        return statement.rule == self.shown_rule and self.case in ("", statement.case)

    def for_reader(self, statement: Ruling | Refusal) -> Ruling | Refusal:
        """Return a statement as the seat `reader_seat` reads it."""
        if self.reader_seat is None or not isinstance(statement, Ruling):
            return statement
        return statement.seen_by(self.reader_seat)


def common_example_fields(entry: TomlTable) -> dict[str, Any]:
    """Return the arguments for `RuleExample` that every game shares, taken from an entry of an examples
    file.
    """
    return {
        "rule": entry["rule"],
        "answers_before": tuple(entry.get("before", ())),
        "answer": entry.get("answer", ""),
        "shown_rule": entry.get("about", entry["rule"]),
        "case": entry.get("case", ""),
        "reader_seat": entry.get("seen_by"),
        "titles": entry.get("title", {}),
    }


class RuleExamples(Generic[E]):
    """The rule examples of a game in the order of its rulebook, loaded from `examples.toml`; `read` turns a
    file entry into an example.
    """

    def __init__(
        self, package: str, rulebook: Callable[[], Rulebook], read: Callable[[dict[str, object]], E]
    ) -> None:
        self._package, self._rulebook, self._read = package, rulebook, read

    @cached_property
    def _listed(self) -> dict[str, E]:
        text = files(self._package).joinpath("examples.toml").read_text(encoding="utf-8")
        entries = {entry["rule"]: entry for entry in translate_texts(tomllib.loads(text))["example"]}
        if missing := [rule.id for rule in self._rulebook() if rule.id not in entries]:
            raise ValueError(f"examples.toml of {self._package} has no example of {', '.join(missing)}")
        return {rule.id: self._read(entries[rule.id]) for rule in self._rulebook()}

    def all_examples(self) -> tuple[E, ...]:
        """Return an example for every rule."""
        return tuple(self._listed.values())

    def example_of_rule(self, rule: str) -> E:
        """Return the example of a rule. Raises an `UnknownRule` that suggests the nearest ones."""
        if rule not in self._listed:
            near = difflib.get_close_matches(rule[:60].upper(), self._listed, n=2, cutoff=0.7)
            raise UnknownRule(rule, near)
        return self._listed[rule]


class ChapterExamples(Generic[E]):
    """The examples of a game with a long rulebook: one file for each chapter in the folder `examples` of its
    package, loaded when a rule of the chapter is needed. A rule that says nothing by itself may have none.
    """

    def __init__(
        self, package: str, rulebook: Callable[[], Rulebook], read: Callable[[dict[str, object]], E]
    ) -> None:
        self._package, self._rulebook, self._read = package, rulebook, read
        self._chapters: dict[str, dict[str, E]] = {}

    def example_of_rule(self, rule: str) -> E | None:
        """Return the example of a rule, or None if it has none.

        Raises `UnknownRule` for an id that is not in the rulebook.
        """
        return self._chapter(self._rulebook()[rule].chapter).get(rule)

    def all_examples(self) -> tuple[E, ...]:
        """Return every example, in the order of the rulebook."""
        return tuple(
            example for rule in self._rulebook() if (example := self.example_of_rule(rule.id)) is not None
        )

    def _chapter(self, chapter: str) -> dict[str, E]:
        if chapter not in self._chapters:
            path = files(self._package).joinpath("examples", f"{chapter}.toml")
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            entries = tomllib.loads(text).get("example", [])
            self._chapters[chapter] = {entry["rule"]: self._read(entry) for entry in entries}
        return self._chapters[chapter]


def example_statement(example: RuleExample) -> Ruling | Refusal:
    """Return the ruling or refusal that shows an example's rule at work: after the example's answer, or in
    the opening rulings if it has no answer.

    Raises `ValueError` if the rule says nothing.
    """
    game = example.game()
    statements = _answered(game, example.answer) if example.answer else game.opening_rulings
    for statement in statements:
        if example.matches(statement):
            return example.for_reader(statement)
    texts = [str(statement) for statement in statements]
    raise ValueError(f"{example.rule}: {example.answer!r} leads to {texts}")


def _answered(game: Game, answer: str) -> Sequence[Ruling | Refusal]:
    try:
        refusal = game.refusal(answer)
    except Refusal as no:  # not a valid answer, and forbidden by a rule
        refusal = no
    return [refusal] if refusal else game.give_answers(answer).latest_rulings
