"""Examples of each rule of Twilight Imperium: a position or battle in which it acts or forbids something.

    example = find_example("IM-MOVE-4")
    print(example.statement)        # the ruling, as the game states it

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
from twingkit.core.rulebook import Ruling, TextByLanguage
from twingkit.core.words import LANGUAGES, TomlTable
from twingkit.imperium.battle.starts import battle_game
from twingkit.imperium.galaxy.galaxy_position import POSITION_PREFIX
from twingkit.imperium.galaxy.starts import GameStart, position_game
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn import rule_examples

_NEW_GAME = "imperium"
"""The first word of lines that begin a new game."""


def game_from_line(line: str) -> Game:
    """Return the game that begins with this line: a position, a battle or a new game.

    Dice and cards are typed.
    """
    if line.startswith(_NEW_GAME):
        return Game(GameStart.parse(line.split("\n")))
    return position_game(line) if line.startswith(POSITION_PREFIX) else battle_game(line)


@attrs.frozen(kw_only=True)
class RuleMoment(rule_examples.RuleExample):
    """An example of one rule of Twilight Imperium: a position, a battle or a new game in which the rule
    applies.

    `line` is a position (`galaxy: …`), a battle (`space: …`) or a new game (`imperium short`, with line
    breaks between several lines). `counterexample_line` is the same without the rule, and ends differently;
    "" if the rule acts itself or only names a card.
    """

    line: str
    counterexample_line: str = ""

    @property
    def is_whole_game(self) -> bool:
        """True for an example from a whole game, False for one from a battle."""
        return self.line.startswith((POSITION_PREFIX, _NEW_GAME))

    @property
    def statement(self) -> Ruling | Refusal:
        """The ruling with which the rule acts, or the refusal with which it forbids something."""
        return rule_examples.example_statement(self)

    def game(self) -> Game:
        """Return the game just before the rule acts."""
        return game_from_line(self.line).give_answers(*self.answers_before)


def find_example(rule: str) -> RuleMoment | None:
    """Return the example of a rule (`IM-MOVE-4`); None if it has none. Raises `UnknownRule`."""
    return _MOMENTS.example_of_rule(rule)


def all_examples() -> tuple[RuleMoment, ...]:
    """Return all examples in the order of the rulebook."""
    return _MOMENTS.all_examples()


def reason_without_example(rule: str) -> str:
    """Return why a rule has no example; "" if no reason is given."""
    return next((texts[language()] for rules, texts in _silent_reasons() if rule in rules), "")


@cache
def _silent_reasons() -> tuple[tuple[frozenset[str], TextByLanguage], ...]:
    """Return the reasons in `silent.toml` why rules have no example, each with the ids of its rules."""
    text = files("twingkit.imperium").joinpath("examples", "silent.toml").read_text(encoding="utf-8")
    reasons = tomllib.loads(text).values()
    return tuple(
        (frozenset(reason["rules"]), {lang: reason[lang] for lang in LANGUAGES}) for reason in reasons
    )


def _moment(entry: TomlTable) -> RuleMoment:
    return RuleMoment(
        line=entry["line"],
        counterexample_line=entry.get("unless", ""),
        **rule_examples.common_example_fields(entry),
    )


_MOMENTS = rule_examples.ChapterExamples("twingkit.imperium", rulebook, _moment)
