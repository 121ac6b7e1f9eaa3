"""Examples: for each rule of Twilight Imperium a position or a battle in which it acts or forbids something.

    example = find_moment("IM-MOVE-4")
    print(example.said)             # the ruling, as the game states it

The positions are in the folder `examples`, a file for each chapter: found in games by
`tests/golden/imperium_examples.py`, or made by hand. The ruling is never written there: it comes from playing
the example. A rule that decides nothing in a game has a reason in `examples/silent.toml` instead
(`reason_without_example`).
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import attrs

from twingkit.core.language import language
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling, Texts
from twingkit.core.words import LANGUAGES, TomlTable
from twingkit.imperium.battle.starts import battle_game
from twingkit.imperium.galaxy.galaxy_position import KEY
from twingkit.imperium.galaxy.starts import GameStart, position_game
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.rule_examples import ChapterExamples, RuleExample, common_fields, example_statement

NEW_GAME = "imperium"
"""The first word of lines that begin a new game."""


def game_from_line(line: str) -> Game:
    """Return the game that begins with this line; dice and cards are asked for."""
    if line.startswith(NEW_GAME):
        return Game(GameStart.parse(line.split("\n")))
    return position_game(line) if line.startswith(KEY) else battle_game(line)


@attrs.frozen(kw_only=True)
class RuleMoment(RuleExample):
    """An example of a rule at work.

    `line` is a position (`galaxy: …`), a battle (`space: …`) or a new game (`imperium short`, with line
    breaks between several lines). `about` is the rule that acts, if it is another one: it names this rule's
    card, or this rule changes what happens. In the second case the line `unless`, without this rule, ends
    differently.
    """

    line: str
    unless: str = ""

    @property
    def is_whole_game(self) -> bool:
        """True for an example from a whole game, False for one from a battle."""
        return self.line.startswith((KEY, NEW_GAME))

    @property
    def statement(self) -> Ruling | Refusal:
        """The ruling with which the rule acts, or its refusal."""
        return example_statement(self)

    def game(self) -> Game:
        """Return the game just before the rule acts."""
        return game_from_line(self.line).give_answers(*self.before)


def find_moment(rule: str) -> RuleMoment | None:
    """Return the example of a rule (`IM-MOVE-4`); None if it has none. Raises `UnknownRule`."""
    return _MOMENTS.of(rule)


def all_moments() -> tuple[RuleMoment, ...]:
    """Return all examples in the order of the rulebook."""
    return _MOMENTS.all()


def reason_without_example(rule: str) -> str:
    """Return the reason why a rule has no example; "" if none is given."""
    return next((texts[language()] for rules, texts in _silent() if rule in rules), "")


def rules_without_example() -> frozenset[str]:
    """Return the rules that cannot have an example in a game."""
    return frozenset(rule for rules, _ in _silent() for rule in rules)


@cache
def _silent() -> tuple[tuple[frozenset[str], Texts], ...]:
    """Return the reasons of `silent.toml`, each with its rules."""
    text = files("twingkit.imperium").joinpath("examples", "silent.toml").read_text(encoding="utf-8")
    reasons = tomllib.loads(text).values()
    return tuple(
        (frozenset(reason["rules"]), {lang: reason[lang] for lang in LANGUAGES}) for reason in reasons
    )


def _moment(entry: TomlTable) -> RuleMoment:
    return RuleMoment(line=entry["line"], unless=entry.get("unless", ""), **common_fields(entry))


_MOMENTS = ChapterExamples("twingkit.imperium", rulebook, _moment)
