"""The opponent that teaches: it keeps the game open and shows each kind of ability once.

It plays like another computer player. If that would take it too far ahead of the learner, it takes the best
answer that does not; if it would pass, it shows an ability that nobody has shown yet. A game can name
further answers that teach (`FirstGameSettings.teaching_answer`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from twingkit.core.games import game_by_id
from twingkit.core.play import Game
from twingkit.learn.first_game.first_game import LEARNER_SEAT, FirstGameSettings, first_game_settings
from twingkit.players.curious import RASH_ANSWERS
from twingkit.players.policies import player_factories

Answer = TypeVar("Answer")

TEACHING_PLAYER_NAME = "teaching"
"""The name of the player."""

MAX_TRIED_ANSWERS = 60
"""The largest number of answers that the teaching opponent compares."""

IDLE_ANSWERS = frozenset({"pass", "done", "stay", "turn", "none", "end", "no"})
"""First words."""


class TeachingPlayer:
    """A computer player that teaches a beginner. It uses what its base player sees, and public information.

    >>> from twingkit import ember
    >>> line = "ember: p1 hand 3; p2 hand A5 E5 F5 A9 E9; to move p2 conjure"
    >>> print(TeachingPlayer("ember", 1)(ember.position_game(line, seed=1)))
    conjure dryad A5 E5 F5
    """

    def __init__(self, game: str, seed: int, settings: FirstGameSettings | None = None) -> None:
        """Create a teaching player for the game with the id `game`; `settings` are its first-game settings
        (None: those of the game).
        """
        self.settings = settings or first_game_settings(game_by_id(game))
        listed = player_factories(game)
        name = self.settings.base_player if self.settings.base_player in listed else next(iter(listed))
        self.base = listed[name](seed)
        """The player that the teaching player is based on."""
        self.held_back_answer = ""
        """The base player's answer if a weaker one was given, so as not to lead too far; else ""."""

    def __call__(self, game: Game) -> object:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        base, self.held_back_answer = self.base, ""
        if taught := self.settings.teaching_answer(game, base):
            return taught
        chosen = base(game)
        options = list(islice(question.options(), MAX_TRIED_ANSWERS + 1))
        if not 1 < len(options) <= MAX_TRIED_ANSWERS:
            options = list(
                islice(_one_of_each(question.options(), question.format_answer), MAX_TRIED_ANSWERS)
            )
        options = [option for option in options if str(option) not in RASH_ANSWERS]
        value = question.parse_answer(chosen) if isinstance(chosen, str) else chosen
        if self.settings.progress_to_goal is not None and len(options) > 1:
            limited = self.limit_lead(game, value, options)
            if limited != value:
                self.held_back_answer, value = question.format_answer(value), limited
        return self.show_new_ability(game, value, options)

    def limit_lead(self, game: Game, chosen: object, options: Sequence[object]) -> object:
        """Return the chosen answer or, if it would lead too far ahead of the learner, the answer with the
        most points that does not. Nobody is held back once the learner is out of the game.
        """
        question = game.question
        assert question is not None
        assert self.settings.progress_to_goal is not None
        seat, points = question.player, self.settings.progress_to_goal
        learner = points(game.table, LEARNER_SEAT)
        if learner is None:
            return chosen
        most = learner + self.settings.max_lead * (1 + len(game) / (4 * self.settings.max_answers))
        if self._points_after(game, chosen, seat) <= most:
            return chosen
        after = [(self._points_after(game, option, seat), option) for option in options]
        fitting = [row for row in after if row[0] <= most] or [min(after, key=lambda row: row[0])]
        return max(fitting, key=lambda row: row[0])[1]

    def _points_after(self, game: Game, answer: object, seat: int) -> float:
        """Return the points of a seat right after an answer, before any further answer or chance."""
        assert self.settings.progress_to_goal is not None
        twin = game.copy(explain=False)
        twin.auto = False
        twin.answer_unchecked(answer)
        return self.settings.progress_to_goal(twin.table, seat) or 0.0

    def show_new_ability(self, game: Game, chosen: object, options: Sequence[object]) -> object:
        """Return the chosen answer or, if it does nothing, one that uses an ability not shown yet as fully as
        possible.
        """
        question = game.question
        assert question is not None
        if not self.settings.ability_words or question.first_word(chosen) not in IDLE_ANSWERS:
            return chosen
        shown = {_kind(entry.answer) for entry in game.transcript}
        words = [(question.format_answer(option).split(), option) for option in options]
        new = [
            row
            for row in words
            if row[0][0] in self.settings.ability_words and tuple(row[0][:2]) not in shown
        ]
        same = [row for row in new if row[0][:2] == new[0][0][:2]]  # it names all the targets it can
        return max(same, key=lambda row: len(row[0]))[1] if same else chosen


def _kind(answer: str) -> tuple[str, ...]:
    """Return the first two words of an answer, which identify its kind."""
    return tuple(answer.split()[:2])


def _one_of_each(options: Iterator[Answer], write: Callable[[Answer], str]) -> Iterator[Answer]:
    seen = set()
    for option in islice(options, 5000):
        kind = _kind(write(option))
        if kind not in seen:
            seen.add(kind)
            yield option
