"""The parts that a game needs to be played: its table, its script, and the start of its records.

`register` makes a start known by its name, so that `Game.replay` finds it.
"""

from __future__ import annotations

import difflib
import re
from abc import abstractmethod
from collections.abc import Generator, Hashable, Sequence
from enum import Enum
from typing import Any, ClassVar, Final, Protocol, Self

from typing_extensions import TypeVar

from twingkit.core.blanks import with_plain_blanks
from twingkit.core.events import Event
from twingkit.core.games import FIRST_RULES_VERSION, GameEntry, game_by_id, games, likely_game_of_line
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.questions import MAX_QUOTE_LENGTH, Question, one_line_excerpt
from twingkit.core.rulebook import Rulebook

__all__ = [
    "CHECKPOINT",
    "START_BY_NAME",
    "Script",
    "Start",
    "Table",
    "closest_game_of_line",
    "game_line_for_record",
    "only_setup_line",
    "parse_start",
    "register",
    "rules_version_of",
    "start_class_by_name",
    "start_class_of_game_line",
    "starts_of",
]


class ScriptCheckpoint(Enum):
    """The type of the constant `CHECKPOINT`, which a game's script yields at points where a copied game can
    resume.
    """

    CHECKPOINT = "checkpoint"


CHECKPOINT: Final = ScriptCheckpoint.CHECKPOINT
"""The marker that a script yields where it can restart from the table alone, such as at the start of a turn.

>>> from twingkit import Roll
>>> def turns(table):
...     while True:
...         yield CHECKPOINT
...         yield Roll(0)
>>> next(turns(None)) is CHECKPOINT
True
"""

ResultT = TypeVar("ResultT", default=Any)
"""The type of a game's result, as its script returns it; `Any` by default."""

ResultT_co = TypeVar("ResultT_co", covariant=True, default=Any)

# The value sent answers the previous question, so its type changes from one `yield` to the next.
Script = Generator[Question | ScriptCheckpoint, Any, ResultT]
"""A running generator of the rules: yields questions, receives answers, and returns the result.

It also yields rolls, which are questions too, and checkpoints.

>>> from twingkit import Roll
>>> def coin(table: Table) -> Script:
...     face = yield Roll(0)
...     return face
>>> next(coin(None)).kind
'roll'
"""


class Table:
    """The base class of a game's state: cards, tokens, points. Each game adds its own fields as slots.

    >>> from twingkit import twing
    >>> table = twing.new_game("FW").table
    >>> table.copy().key() == table.key()
    True
    """

    __slots__ = ("rulings",)
    rulings: list[tuple[str, str, dict[str, object]]] | None

    def record_ruling(self, rule: str, case: str, **facts: object) -> None:
        """Record that a rule applied, and which of its cases, with the facts of its sentence.

        Costs almost nothing if explanations are off.
        """
        if self.rulings is not None:
            self.rulings.append((rule, case, facts))

    def record(self, event: Event) -> None:
        """Record what a rule did as a typed ruling."""
        if self.rulings is not None:
            self.record_ruling(*event.key, **event.facts())

    @property
    def is_resumable(self) -> bool:
        """True if a new script on a copy of this table would immediately ask the pending question again.

        It must cite nothing before.

        A copy of the game then need not be replayed. False by default.
        """
        return False

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy, without its rulings."""

    @abstractmethod
    def key(self) -> Hashable:
        """Return all state that can still matter later, as one hashable value."""


TableT = TypeVar("TableT", bound=Table, default=Any)
"""The type of a game's table; `Any` by default."""

ViewT = TypeVar("ViewT", default=Any)
"""The type of a player's view of a game; `Any` by default."""

ViewT_co = TypeVar("ViewT_co", covariant=True, default=Any)


class Start(Protocol[TableT, ResultT_co, ViewT_co]):
    """The interface of a kind of game start: the set-up lines of a record, the initial table, and the script
    that runs the rules.

    The `game` that some methods receive is a `Game` (see `twingkit.core.play`) with this start.

    >>> from twingkit import twing
    >>> start = twing.battle_game("F: F5 vs W: W6").start
    >>> start.name, start.setup_lines(), start.seat(1)
    ('twing.battle', ['battle F: F5 vs W: W6'], 'defender')
    """

    name: ClassVar[str]
    setup_keys: ClassVar[tuple[str, ...]]

    def setup_lines(self) -> list[str]:
        """Return the set-up lines of the record; each begins with one of `setup_keys`."""

    @classmethod
    def parse(cls, lines: Sequence[str]) -> Start:
        """Parse set-up lines. Raises `ValueError` with the reason if they are invalid."""

    # A start with a silent answer, which records may omit, names it as `silence` and has `seats`.
    # If other computer players play it than those of its game's entry, it has their import path as `players`.
    # If seats play together, it has their `teams`, such as ((0, 2), (1, 3)): see `running/winners.py`.

    def table(self) -> TableT:
        """Return a new table in the initial state."""

    def script(self, table: TableT) -> Script[ResultT_co]:
        """Return the generator that runs the rules on a table, from the table's current state.

        The table is new, at a checkpoint, or resumable.
        """

    def seat(self, player: int) -> str:
        """Return the name of a player (from 0) in records."""

    def rulebook(self) -> Rulebook:
        """Return the rulebook that the rulings of this game cite."""

    def view(self, game: Any, player: int) -> ViewT_co:  # a `Game`; its module imports this one
        """Return the view of a player: everything that this player may see of a game."""


START_BY_NAME: dict[str, type[Start]] = {}
"""All registered kinds of start by their names in records (see `register`)."""


def only_setup_line(lines: Sequence[str], expected_key: str) -> str:
    """Return the set-up line of a record that has exactly one. Raises `Fault`, which names `expected_key`,
    for none or several.

    >>> only_setup_line(["coin: heads"], "coin:")
    'coin: heads'
    """
    if len(lines) == 1:
        return lines[0]
    fault = Fault("record.setup", named=expected_key, there=len(lines))
    fault.setup_line_number = 1 if lines else None
    raise fault


_REQUIRED_MEMBERS = (
    "name",
    "setup_keys",
    "setup_lines",
    "parse",
    "table",
    "script",
    "seat",
    "rulebook",
    "view",
)


def register(start: type[Start]) -> None:
    """Register a kind of start, so that its records can be replayed. Raises `Fault` if a member is missing.

    >>> from twingkit import twing
    >>> register(twing.BattleStart)
    >>> START_BY_NAME["twing.battle"] is twing.BattleStart
    True
    """
    missing = [part for part in _REQUIRED_MEMBERS if not hasattr(start, part)]
    if missing:
        raise Fault("games.start", start=f"{start.__module__}.{start.__qualname__}", parts=", ".join(missing))
    START_BY_NAME[start.name] = start


def starts_of(entry: GameEntry) -> list[type[Start]]:
    """Return the start classes of a game (their names begin with its id), in the order of registration."""
    entry.load("starts")
    return [start for name, start in START_BY_NAME.items() if name.partition(".")[0] == entry.id]


def start_class_by_name(name: str) -> type[Start] | None:
    """Return the start class with this name, of any installed game; None if there is none.

    >>> start_class_by_name("twing.battle").setup_keys
    ('battle', 'variant')
    """
    if name not in START_BY_NAME:
        for entry in games():
            if entry.id == name.partition(".")[0]:
                starts_of(entry)
    return START_BY_NAME.get(name)


_GAME_LINE = re.compile(r"game (\S+)(?: edition ([1-9][0-9]{0,5}))?")


def rules_version_of(start_name: str) -> int:
    """Return the current rules version for the start with this name; 1 if it belongs to no installed game.

    >>> rules_version_of("twing.battle") == game_by_id("twing").rules_version
    True
    """
    id_ = start_name.partition(".")[0]
    return next((entry.rules_version for entry in games() if entry.id == id_), FIRST_RULES_VERSION)


def game_line_for_record(start_name: str) -> str:
    """Return the line that names the game in a record, with its rules version unless that is the first."""
    edition = rules_version_of(start_name)
    return f"game {start_name}" + (f" edition {edition}" if edition > FIRST_RULES_VERSION else "")


def start_class_of_game_line(line: str) -> type[Start]:
    """Return the start class that the `game` line of a record names.

    Raises `Fault` if there is no such start, or if the record uses another rules version than the installed
    one.

    >>> start_class_of_game_line("game twing.battle").setup_keys
    ('battle', 'variant')
    """
    named = _GAME_LINE.fullmatch(line)
    start = start_class_by_name(named[1]) if named else None
    if named is None or start is None:
        raise Fault("record.game", found=one_line_excerpt(line))
    made, now = int(named[2] or FIRST_RULES_VERSION), rules_version_of(start.name)
    if made != now:
        raise Fault("record.edition", made=made, now=now, name=start.name)
    return start


def closest_game_of_line(line: str) -> GameEntry:
    """Return the game that a line is meant for, even if its first word is slightly misspelt.

    Raises `Fault`, which says how the lines of each game begin.

    >>> closest_game_of_line("space: 1 cruiser vs 1 cruiser").id
    'imperium'
    >>> closest_game_of_line("Space: 1 cruiser vs 1 cruiser").id
    'imperium'
    """
    entry = likely_game_of_line(line) or _closest_game(line)
    if entry is None:
        raise Fault("games.line", found=one_line_excerpt(line), known=_LinePrefixes())
    return entry


def _closest_game(line: str) -> GameEntry | None:
    """Return the game with a line prefix close to this line, so that its own error message can help."""
    first = line[:MAX_QUOTE_LENGTH].split(maxsplit=1)[:1]
    begins = {begin.strip().casefold(): entry for entry in games() for begin in entry.line_prefixes}
    near = difflib.get_close_matches(first[0].casefold(), begins, n=1, cutoff=0.75) if first else []
    return begins[near[0]] if near else None


class _LinePrefixes:
    """The line prefixes of each game, for an error message."""

    @localized
    def text(self, lang: str | None = None) -> str:
        return "; ".join(
            message(
                "games.line_of",
                game=entry.title(),
                lines=" ".join(f"{begin.strip()} …" for begin in entry.line_prefixes),
            )
            for entry in games()
            if entry.line_prefixes
        )


def parse_start(text: str, game: str = "") -> Start:
    """Parse a game's line, or the set-up lines of a record, into a start.

    `game` is the id of their game if they do not show it. A line goes to the start that has its first word
    among its `setup_keys`; if there are several, to the one that knows all lines; else to the game's first
    start with one key, or whose first key is the end of its name. Raises `Fault` if no game has such lines,
    and whatever `Start.parse` raises.

    >>> parse_start("F: F5 vs W: W6").name, parse_start("players F W").name
    ('twing.battle', 'twing')
    """
    lines = [line.strip() for line in with_plain_blanks(text).strip().splitlines()] or [""]
    if lines[0].startswith("game "):
        return start_class_of_game_line(lines[0]).parse(lines[1:])
    first = lines[0].split()[0] if lines[0] else ""
    if game:
        meant: GameEntry | None = game_by_id(game)
    else:
        meant = likely_game_of_line(lines[0]) or likely_game_of_line(lines[0].removeprefix(first).strip())
    words = {line.split()[0] for line in lines if line}
    for entry in (meant,) if meant else games():
        having = [start for start in starts_of(entry) if first in start.setup_keys]
        for start in having:
            if words.issubset(start.setup_keys) or start is having[-1]:
                return start.parse(lines)
    keys = [key for start in starts_of(meant or closest_game_of_line(lines[0])) for key in start.setup_keys]
    if f"{first}:" not in keys and difflib.get_close_matches(first, keys, n=1, cutoff=0.75):
        raise Fault("record.word", found=one_line_excerpt(lines[0]), known=", ".join(keys))
    for start in starts_of(meant or closest_game_of_line(lines[0])):
        key = start.setup_keys[0]
        if (
            len(start.setup_keys) == 1 or key == start.name.rpartition(".")[2]
        ):  # a record begins the line with this key
            typed = lines if f"{first}:" == key else [f"{key} {lines[0]}", *lines[1:]]
            return start.parse(typed)  # if the colon after the key is missing, the start explains it
    line = one_line_excerpt(lines[0])
    if meant and not starts_of(meant):
        raise Fault("games.no_start", found=line, game=meant.id)
    raise Fault("games.line", found=line, known=_LinePrefixes())
