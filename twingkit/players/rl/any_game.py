"""Any game as a PettingZoo environment, built only from its questions and views.

>>> from twingkit.players.rl import any_game
>>> env = any_game.env("imperium")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.unwrapped.action_encoding.option_texts(env.unwrapped.game.question)[:2]
['stay', 'retreat']

**Actions** are the answers to the pending question, numbered as its options: action 0 is the first. If there
are more options than actions, an answer is given in steps, each of which narrows the options down.

**Observations** are the numbers and words of the player's view: each is counted at a position that its name
determines. So the observations of all games have the same length, with nothing but the view in them.

A game that can do better provides its own `ActionEncoding` and `ObservationLayout` (see
`twingkit.players.rl.aec`).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import attrs
from gymnasium.utils import EzPickle

from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Question, Refusal
from twingkit.core.running.running_script import player_count
from twingkit.core.starts import parse_start
from twingkit.players.rl.aec import GameEnv, wrap_env

_DEFAULT_ACTION_COUNT = 64

_DEFAULT_OBSERVATION_LENGTH = 256

_MAX_OBSERVED_NUMBER = 9999
"""Larger ones are capped."""

_DEFAULT_MAX_ANSWERS = 5000
"""The default number of answers after which a game is cut off."""


@attrs.frozen
class OptionRange:
    """A draft of an answer: the range of options still possible, from index `start` up to but not including
    `stop`.
    """

    start: int = 0
    stop: int | None = None


ALL_OPTIONS = OptionRange()
"""The range of all options, at the beginning of an answer."""


class _OptionActions:
    """An action encoding for any game: a fixed number of actions that choose among the options.

    If there are more options than actions, an answer takes several steps.
    """

    def __init__(self, actions: int = _DEFAULT_ACTION_COUNT) -> None:
        if actions < 2:
            raise ValueError(f"there are at least 2 actions, not {actions}")
        self.actions = actions
        self._kept: tuple[Question, list[object]] | None = None

    def __len__(self) -> int:
        return self.actions

    def _options(self, question: Question) -> list[object]:
        if self._kept is None or self._kept[0] is not question:
            self._kept = question, list(question.options())
        return self._kept[1]

    def option_texts(self, question: Question) -> list[str]:
        """Return the options of a question as texts, in the order of the actions."""
        return [question.format_answer(option) for option in self._options(question)]

    def _parts(self, question: Question, draft: OptionRange) -> Iterator[OptionRange]:
        options = self._options(question)
        start, stop = draft.start, len(options) if draft.stop is None else draft.stop
        size = 1
        while size * self.actions < stop - start:
            size *= self.actions
        for first in range(start, stop, size):
            yield OptionRange(first, min(first + size, stop))

    def results_by_action(self, question: Question, draft: OptionRange) -> Mapping[int, object]:
        """Return the result of each legal action: an answer, or a narrower range of options."""
        options = self._options(question)
        parts = enumerate(self._parts(question, draft))
        return {
            number: options[part.start] if part.stop == part.start + 1 else part for number, part in parts
        }

    def refusal(self, question: Question, draft: OptionRange, number: int) -> Exception:
        """Return the error for an action number beyond the options."""
        return Fault("play.place", place=number, there=len(list(self._parts(question, draft))))

    def encode(self, question: Question, answer: object) -> tuple[int, ...]:
        """Return the actions that give an answer. Raises `Refusal` or `BadAnswer` if it is not an option."""
        names, wanted = self.option_texts(question), question.format_answer(answer)
        if wanted not in names:
            refused: Refusal | None = question.refusal(answer)
            raise refused or BadAnswer("play.over")
        place, draft, taken = names.index(wanted), ALL_OPTIONS, list[int]()
        while draft.stop != draft.start + 1:
            parts = list(self._parts(question, draft))
            number = next(index for index, part in enumerate(parts) if part.start <= place < (part.stop or 0))
            taken.append(number)
            draft = parts[number]
        return tuple(taken)


class ViewObservationLayout:
    """An observation layout for any view: a row of numbers.

    The first two are the current option range.
    """

    def __init__(self, width: int = _DEFAULT_OBSERVATION_LENGTH) -> None:
        if width < 3:
            raise ValueError(f"an observation has at least 3 numbers, not {width}")
        self.width = width

    @property
    def maxima(self) -> Sequence[int]:
        """The maximum of each number in an observation."""
        return (_MAX_OBSERVED_NUMBER,) * self.width

    def encode_view(self, view: object, draft: OptionRange) -> list[int]:
        """Return a view and the current option range as a row of numbers."""
        numbers = [0] * self.width
        numbers[:2] = min(draft.start, _MAX_OBSERVED_NUMBER), min(draft.stop or 0, _MAX_OBSERVED_NUMBER)
        for name, value in _leaves(view, ""):
            place = 2 + _place(name) % (self.width - 2)
            numbers[place] = min(numbers[place] + value, _MAX_OBSERVED_NUMBER)
        return numbers


@lru_cache(maxsize=4096)
def _place(name: str) -> int:
    return zlib.crc32(name.encode())


def _leaves(value: Any, name: str) -> Iterator[tuple[str, int]]:  # any part of a view
    """Yield each number in a part of a view with its name; a word is the number 1 under a name that contains
    the word.
    """
    if value is None or value is False:
        return
    if isinstance(value, int):
        yield (name, int(value)) if value >= 0 else (f"-{name}", -int(value))
    elif attrs.has(type(value)) and "__str__" not in vars(type(value)):
        for field in attrs.fields(type(value)):
            if field.repr:
                yield from _leaves(getattr(value, field.name), f"{name}.{field.name}")
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(part, f"{name}.{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for index, part in enumerate(value):
            yield from _leaves(part, f"{name}.{index}")
    elif isinstance(value, set | frozenset):
        for part in value:
            yield f"{name}={part}", 1
    else:
        yield f"{name}={value}", 1


def env(game: str, line: str = "", **options: Any) -> Any:
    """Create the environment of a game, with PettingZoo's wrappers; arguments as for `raw_env`.

    An agent that takes an illegal action loses with −1 and the game ends; the others get 0.
    """
    return wrap_env(raw_env(game, line, **options))


class raw_env(GameEnv, EzPickle):  # noqa: N801 (the name that PettingZoo asks for)
    """A PettingZoo environment for the game with this id, without the usual wrappers.

    Each game starts from `line` (default: its example).

    `actions` and `width` are the numbers of actions and of observed numbers; a game is cut off (truncated)
    after `max_answers` answers. `render_mode`: "ansi" (`render` returns text) or "human" (it prints). Raises
    `LookupError` for an unknown game, and `Fault` for an invalid line.
    """

    metadata: ClassVar[dict[str, object]] = {**GameEnv.metadata, "name": "twingkit_game_v0"}

    def __init__(
        self,
        game: str,
        line: str = "",
        actions: int = _DEFAULT_ACTION_COUNT,
        width: int = _DEFAULT_OBSERVATION_LENGTH,
        render_mode: str | None = None,
        max_answers: int = _DEFAULT_MAX_ANSWERS,
    ) -> None:
        EzPickle.__init__(self, game, line, actions, width, render_mode, max_answers)
        self.start = parse_start(line or game_by_id(game).example, game)
        self.most = max_answers
        first = Game(self.start, rolls="ask")
        action_encoding, layout = _OptionActions(actions), ViewObservationLayout(width)
        GameEnv.__init__(self, first, player_count(first), action_encoding, layout, ALL_OPTIONS, render_mode)

    def new_game(self, seed: int, explain: bool) -> Game:
        """Start a new game from the environment's line, with dice and cards from the seed."""
        return Game(self.start, seed=seed, explain=explain)

    def is_truncated(self) -> bool:
        """True if the game has reached the maximum number of answers."""
        return len(self.game) >= self.most
