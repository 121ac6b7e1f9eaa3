"""The fourteen worked examples of the rulebook as games: their positions and all answers.

worked_examples()[4].title()     # Seven against nine
worked_examples()[4].game()      # the game as it stands at the end of the example
"""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from importlib.resources import files

import attrs

from twingkit.core.language import language, localized
from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.core.words import translate_texts
from twingkit.imajica.examples import SEED, give_passive_answer, play_passively_and_answer
from twingkit.imajica.notation.position import Position
from twingkit.imajica.starts import PositionStart


@attrs.frozen(kw_only=True, slots=False)
class WorkedExample:
    """A worked example of play: its number (from 1), its title and text, its position, and the important
    answers.
    """

    number: int
    titles: TextByLanguage = attrs.field(eq=False)
    texts: TextByLanguage = attrs.field(eq=False)
    position_string: str
    variant: str = "box"
    given_answers: tuple[str, ...] = ()
    rounds: int = 0

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return the title of the example."""
        return self.titles[language()]

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return a short text on the points to watch."""
        return self.texts[language()]

    @property
    def start(self) -> PositionStart:
        """Return the start of the game."""
        return PositionStart(Position.parse(f"imajica: {self.position_string}"), self.variant)

    def game(self) -> Game:
        """Return the game at the end of the example."""
        game = Game(self.start, seed=SEED, rolls="ask")
        for line in self.given_answers:
            play_passively_and_answer(game, line)
        first = game.table.round
        while game.table.round < first + self.rounds:
            give_passive_answer(game)
        return game

    @cached_property
    def all_answers(self) -> tuple[str, ...]:
        """Return every answer of the example in order, including passes."""
        return tuple(entry.answer for entry in self.game().transcript)


@cache
def worked_examples() -> tuple[WorkedExample, ...]:
    """Return the worked examples of play, in the order of the rulebook.

    >>> worked_examples()[4].title(), worked_examples()[4].all_answers[0]
    ('Seven against nine', 'seize slew with henry-holland horace-tyrwith')
    """
    text = files("twingkit.imajica").joinpath("worked.toml").read_text(encoding="utf-8")
    return tuple(
        WorkedExample(
            number=number,
            titles=entry["title"],
            texts=entry["text"],
            position_string=entry["line"],
            variant=entry.get("variant", "box"),
            given_answers=tuple(entry.get("answers", ())),
            rounds=entry.get("rounds", 0),
        )
        for number, entry in enumerate(translate_texts(tomllib.loads(text))["example"], start=1)
    )
