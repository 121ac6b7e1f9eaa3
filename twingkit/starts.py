"""What a game brings to be played: its table, its running script, and how its records begin.

A start knows its table and its script; `register` makes it known by name, so that `Game.replay` finds it.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import abstractmethod
from collections.abc import Callable, Generator, Hashable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import twingkit
from twingkit.rulebook import Rulebook

if TYPE_CHECKING:
    from twingkit.play import Game

__all__ = ["CHECKPOINT", "STARTS", "Script", "Start", "Table", "register", "start_named"]

CHECKPOINT = object()
"""Yielded by a script where `Start.script` can begin anew from the table alone (at a turn's start).

>>> from twingkit import Roll
>>> def turns(table):
...     while True:
...         yield CHECKPOINT
...         yield Roll(0)
>>> next(turns(None)) is CHECKPOINT
True
"""

Script = Generator[Any, Any, Any]
"""A running rules chapter: yields questions, rolls and checkpoints, is sent answers, returns a result.

>>> from twingkit import Roll
>>> def coin(table: Table) -> Script:
...     face = yield Roll(0)
...     return face
>>> next(coin(None)).kind
'roll'
"""


class Table:
    """What lies on a table. Games add their own slots; `cite` is how a script says which rule acts.

    >>> from twingkit import twing
    >>> table = twing.new_game("FW").table
    >>> table.copy().key() == table.key()
    True
    """

    __slots__ = ("rulings",)
    rulings: list[tuple[str, str, dict[str, Any]]] | None

    def cite(self, rule: str, case: str, **facts: Any) -> None:
        """Note that a rule acts. Costs next to nothing where nobody asks for explanations."""
        if self.rulings is not None:
            self.rulings.append((rule, case, facts))

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy, without its rulings."""

    @abstractmethod
    def key(self) -> Hashable:
        """Everything that can still matter for what follows, as one hashable value."""


class Start(Protocol):
    """How a game begins: what its record says before the first answer, its table and its script.

    >>> from twingkit import twing
    >>> start = twing.battle_game("F: F5 vs W: W6").start
    >>> start.name, start.lines(), start.seat(1)
    ('twing.battle', ['battle F: F5 vs W: W6'], 'defender')
    """

    name: ClassVar[str]
    keys: ClassVar[tuple[str, ...]]

    def lines(self) -> list[str]:
        """The set-up lines of the record; each begins with one of `keys`."""

    @classmethod
    def read(cls, lines: Sequence[str]) -> Start:
        """The start that set-up lines describe; raises `ValueError` with the reason if they do not."""

    def table(self) -> Any:
        """A fresh table."""

    def script(self, table: Any) -> Script:
        """The rules, running on this table: from its beginning, or from a checkpoint."""

    def seat(self, player: int) -> str:
        """The name of a player in records."""

    def rulebook(self) -> Rulebook:
        """The rules that its rulings cite."""

    def view(self, game: Game, player: int) -> Any:
        """What a player may know of a game that began like this."""

    def policy(self, name: str, seed: int) -> Callable[[Game], Any]:
        """The computer player of that name; raises `Fault` if there is none."""


STARTS: dict[str, type[Start]] = {}
"""Every kind of start by the name its records carry; filled by `register`."""


def register(start: type[Start]) -> None:
    """Make a kind of start known, so that its records can be replayed.

    >>> from twingkit import twing
    >>> register(twing.BattleStart)
    >>> STARTS["twing.battle"] is twing.BattleStart
    True
    """
    STARTS[start.name] = start


def start_named(name: str) -> type[Start] | None:
    """The start of that name; looks only into the games this package holds."""
    package = name.partition(".")[0]
    games = {found.name for found in pkgutil.iter_modules(twingkit.__path__) if found.ispkg}
    if name not in STARTS and package in games:
        importlib.import_module(f"twingkit.{package}")
    return STARTS.get(name)
