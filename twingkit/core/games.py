"""The games that are installed: what each is called, which lines and rules are its own, where its parts are.

A game is a package with one value of the class `GameEntry`, which its distribution names in the entry-point
group `twingkit.games`; the games of the kit are there like all others. An entry holds import paths only: its
parts are imported on first use. A game whose entry cannot be used is left out with a `GameLeftOut` warning.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any
from urllib.parse import quote

import attrs

from twingkit.core.asking import one_line
from twingkit.core.language import language, speaks
from twingkit.core.messages import Fault
from twingkit.core.words import WRITTEN, in_all

GROUP = "twingkit.games"
"""The entry-point group in which games are found."""

OFFERED = "TWINGKIT_GAMES"
"""The environment variable with the ids of the games that are offered, in order; all if it is not set."""

FIRST_EDITION = 1
"""The edition of the rules of a game that names none; its records name none either."""

_PATH = re.compile(r"([A-Za-z_]\w*)(\.[A-Za-z_]\w*)*(:[A-Za-z_]\w*)?")
_WORD = re.compile(r"[A-Za-z]+")


class GameLeftOut(UserWarning):
    """A game is installed, but its entry cannot be used: which, and why."""


@attrs.frozen(kw_only=True)
class LinkSpelling:
    """The spelling of a game's lines in links: each character of `plain` becomes that of `link`.

    `mixed` is a regular expression for what in a plain line only a link can hold; `guarded` is one for
    characters that addresses allow and chats do not.

    >>> LinkSpelling().to_link("cat + dog")
    'cat_~_dog'
    """

    plain: str = " +&>"
    link: str = "_~!-"
    mixed: str = r"[_~!-]"
    guarded: str = r"(?<=\d)\*"

    def to_link(self, line: str) -> str:
        """The line in signs of an address."""
        spelled = quote(line.translate(str.maketrans(self.plain, self.link)), safe=":@!*,~")
        return re.sub(self.guarded, lambda sign: f"%{ord(sign.group()):02X}", spelled)

    def to_plain(self, text: str) -> str:
        """The line as it is typed."""
        return text.translate(str.maketrans(self.link, self.plain))


def _need(good: bool, name: str, value: object, expected: str) -> None:
    if not good:
        raise Fault("games.field", field=name, found=one_line(repr(value)), expected=expected)


def _pattern(pattern: str) -> Callable[[object, attrs.Attribute[str], object], None]:
    def check(entry: object, field: attrs.Attribute[str], value: object) -> None:
        good = isinstance(value, str) and re.fullmatch(pattern, value) is not None
        _need(good, field.name, value, f"/{pattern}/")

    return check


def _part(entry: object, field: attrs.Attribute[str], value: object) -> None:
    good = isinstance(value, str) and (not value or _PATH.fullmatch(value) is not None)
    _need(good, field.name, value, "module:name")


def _titled(entry: object, field: attrs.Attribute[Mapping[str, str]], value: object) -> None:
    said = [value.get(lang) for lang in WRITTEN] if isinstance(value, Mapping) else [None]
    good = all(text and isinstance(text, str) for text in said)
    _need(good, field.name, value, ", ".join(WRITTEN))


def _begun(entry: object, field: attrs.Attribute[tuple[str, ...]], value: object) -> None:
    good = isinstance(value, tuple) and all(isinstance(begin, str) and begin.strip() for begin in value)
    _need(good, field.name, value, '("line: ", …)')


def _edition(entry: object, field: attrs.Attribute[int], value: object) -> None:
    _need(type(value) is int and value >= FIRST_EDITION, field.name, value, f"{FIRST_EDITION}, 2, 3 …")


def _part_field() -> str:
    return attrs.field(default="", validator=_part)


@attrs.frozen(kw_only=True)
class GameEntry:
    """One game as the kit knows it; every import path is "module:name" or "module", and may be missing.

    `id` also begins the names of its starts (`id` or `id.something`), `prefix` the ids of its rules (`TW` of
    `TW-BAT-16`); `lines` are the beginnings of its lines, `rank` is its place among the games (low first).
    Raises `Fault` for what cannot be a game.

    >>> entry = game_named("twing")
    >>> entry.title("de"), entry.load("rules")()["TW-BAT-16"].title()
    ('Imperial Twing', 'Critical results')
    """

    id: str = attrs.field(validator=_pattern(r"[a-z][a-z0-9_]*"))
    titles: Mapping[str, str] = attrs.field(validator=_titled)
    prefix: str = attrs.field(validator=_pattern(r"[A-Z][A-Z0-9]+"))
    lines: tuple[str, ...] = attrs.field(default=(), validator=_begun)
    example: str = attrs.field(default="", validator=attrs.validators.instance_of(str))
    """A line, or set-up lines, to begin with where none is given."""
    rank: int = attrs.field(default=100, validator=attrs.validators.instance_of(int))
    edition: int = attrs.field(default=FIRST_EDITION, validator=_edition)
    """The edition of its rules, from 1: the next number for rules by which an existing record says something
    else. Records of other editions are refused."""
    link: LinkSpelling = attrs.field(
        factory=LinkSpelling, validator=attrs.validators.instance_of(LinkSpelling)
    )
    """The spelling of its lines in links."""
    rules: str = _part_field()
    """A function that returns its `Rulebook`."""
    glossary: str = _part_field()
    """A function that returns its `Glossary`: the words that the panels explain where they first occur."""
    starts: str = _part_field()
    """A module that registers its kinds of `Start` when it is imported."""
    players: str = _part_field()
    """Its computer players, the strongest first: a mapping of names to what makes a policy of a seed.
    `random` is there for every game."""
    lookahead: str = _part_field()
    """Its `Lookahead`, by which answers are rated by playing on (see `twingkit.players.lookahead`)."""
    referee: str = _part_field()
    """Its `TableRules`: what is hidden on a real table that is typed in (see `twingkit.referee`)."""
    odds: str = _part_field()
    """A module with `odds(line)`, `odds_now(game)` and `odds_many(lines)`."""
    answers: str = _part_field()
    """Its `AnswerSentences`: what somebody does with an answer, in words (see `twingkit.learn.reviews`)."""
    exact: str = _part_field()
    """A function of a `Game` that returns the exact `Odds` of the first seat from there on, both going on as
    well as can be, or None where there are none (see `twingkit.learn.reviews`)."""
    tally: str = _part_field()
    """Its `Tally`: what games tell in numbers (see `twingkit.analyse.arena`)."""
    variants: str = _part_field()
    """Its class of variants (see `twingkit.core.variants`)."""
    readings: str = _part_field()
    """The places where its rules can be read in several ways: `Readings` (see `twingkit.core.variants`)."""
    box: str = _part_field()
    """The import path of the reader and checker of listings of its cards or units."""
    lessons: str = _part_field()
    """Its lessons and what is right in them (see `twingkit.learn.lesson`)."""
    first_game: str = _part_field()
    """Its `FirstGame`: what its first game needs beyond the rules (see `twingkit.learn.first_game`)."""
    questions: str = _part_field()
    """Its topics of questions (see `twingkit.learn.quiz`)."""
    puzzles: str = _part_field()
    """Its puzzles and where they come from, a `PuzzleSource` (see `twingkit.learn.puzzles`)."""
    charts: str = _part_field()
    """A package with its own figures (see `twingkit.analyse.charts`)."""
    commands: str = _part_field()
    """A module with what the command line does for its lines, and commands of its own (`twingkit.cli`)."""
    views: str = _part_field()
    """Its pictures: tables, questions, things and outcomes as markup for the panels."""
    labs: str = _part_field()
    """Its labs, a tuple of `LabDesign`: what is built or typed there, and the questions about it."""
    pages: str = _part_field()
    """Pages beside those that every game has."""
    panels: str = _part_field()
    """A package with panels of its own, which `twingkit_widgets` offers beside those that any game has."""

    @speaks
    def title(self, lang: str | None = None) -> str:
        """The title of the game."""
        return in_all(self.titles)[language()]

    def load(self, part: str) -> Any:  # whatever the path leads to
        """Return the object at an import path of the entry; None if it has none.

        Raises `Fault` if the path leads to no module or the module has no such name.
        """
        path = getattr(self, part)
        module, _, name = path.partition(":")
        if not module:
            return None
        try:
            target = import_module(module)
            return getattr(target, name) if name else target
        except (ImportError, AttributeError) as why:
            raise Fault("games.part", game=self.id, part=part, path=path, why=why) from why

    def listed_players(self) -> Mapping[str, Callable[[int], Callable[[Any], object]]]:
        """The computer players that it lists, the strongest first; none if it lists none. Raises `Fault` for
        a part that is no such list.

        >>> dict(game_named("twing").listed_players())
        {}
        """
        listed = self.load("players")
        if listed is None:
            return {}
        if not isinstance(listed, Mapping) or not all(map(callable, listed.values())):
            raise Fault("games.players", game=self.id, path=self.players, found=one_line(repr(listed)))
        return listed

    def owns(self, line: str) -> bool:
        """True if a line begins like one of this game, as it is typed or as it is in a link."""
        return line.startswith(_beginnings(self.lines, self.link))

    def means(self, line: str) -> bool:
        """True if the first word of a line is that of this game's lines, whatever follows it."""
        words = [_WORD.match(begin) for begin in (line, *self.lines)]
        return words[0] is not None and any(word and word[0] == words[0][0] for word in words[1:])


@cache
def _beginnings(lines: tuple[str, ...], link: LinkSpelling) -> tuple[str, ...]:
    """The beginnings of lines, as they are typed and as they are in a link."""
    return lines + tuple(map(link.to_link, lines))


def games() -> tuple[GameEntry, ...]:
    """The games that are offered, in their order: all that are installed, or those that `OFFERED` names.

    A name there that no game has is left out with a `GameLeftOut` warning; where that leaves none, all games
    are offered: a misspelt name stops no site.

    >>> [entry.id for entry in games()][:2]
    ['twing', 'imperium']
    """
    return _chosen(os.environ.get(OFFERED, ""))


@cache
def _chosen(names: str) -> tuple[GameEntry, ...]:
    entries = {entry.id: entry for entry in installed_games()}
    named = [name for name in map(str.strip, names.split(",")) if name]
    for name in named:
        if name not in entries:
            warnings.warn(GameLeftOut(f"{OFFERED}: {_unknown(name, entries)}"), stacklevel=3)
    return tuple(entries[name] for name in named if name in entries) or tuple(entries.values())


@cache
def installed_games() -> tuple[GameEntry, ...]:
    """All installed games, those with the lowest rank first."""
    entries: list[GameEntry] = []
    for entry in sorted(_entries(entry_points(group=GROUP)), key=lambda entry: (entry.rank, entry.id)):
        try:
            _tell_apart(entry, entries)
        except Fault as why:
            _leave_out(entry.id, why)
        else:
            entries.append(entry)
    return tuple(entries)


def _entries(points: Iterable[EntryPoint]) -> Iterator[GameEntry]:
    """The entries at entry points, without those that cannot be used."""
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            entry = point.load()
            _need(isinstance(entry, GameEntry), point.value, entry, "GameEntry")
        except Exception as why:  # whatever another package does: the kit works without it
            _leave_out(point.name, why)
        else:
            yield entry


def _tell_apart(entry: GameEntry, others: Iterable[GameEntry]) -> None:
    """Raise `Fault` if an entry claims what is another game's."""
    for other in others:
        for name in ("id", "prefix"):
            if getattr(entry, name) == getattr(other, name):
                raise Fault("games.taken", field=name, found=getattr(entry, name), game=other.id)
        for begin in entry.lines:
            if other.owns(begin) or any(line.startswith(begin) for line in other.lines):
                raise Fault("games.taken", field="lines", found=begin, game=other.id)


def _leave_out(name: str, why: Exception) -> None:
    reason = str(why) if isinstance(why, Fault) else f"{type(why).__name__}: {why}"
    warnings.warn(GameLeftOut(f"the game {name!r} is left out: {reason}"), stacklevel=4)


def parts(part: str) -> Iterator[tuple[GameEntry, Any]]:  # whatever their paths lead to
    """Each game that has this part, and the part.

    A game whose part cannot be loaded is left out with a `GameLeftOut` warning.
    """
    for entry in games():
        try:
            value = entry.load(part)
        except Exception as why:  # whatever another package does: the kit works without it
            _leave_out(entry.id, why)
        else:
            if value is not None:
                yield entry, value


def default_game() -> GameEntry:
    """The game that is meant where none is named: the first.

    Raises `LookupError` if no game is installed.
    """
    if not games():
        raise LookupError(f"no game is installed: no package has a usable entry point in {GROUP}")
    return games()[0]


class UnknownGame(Fault, LookupError):
    """The id of a game that is not installed."""


def game_named(name: str) -> GameEntry:
    """The game with this id; `UnknownGame` if there is none."""
    for entry in games():
        if entry.id == name:
            return entry
    raise _unknown(name, [entry.id for entry in games()])


def _unknown(name: str, ids: Iterable[str]) -> UnknownGame:
    """The fault of a name that is none of these games."""
    return UnknownGame("games.unknown", found=one_line(str(name)), known=", ".join(ids))


def game_of_rule(rule: str) -> GameEntry:
    """The game whose rules have ids like this one, in capitals or not; `LookupError` if none has.

    >>> game_of_rule("IM-SPACE-4").id
    'imperium'
    """
    prefix = rule.partition("-")[0].upper()
    for entry in games():
        if entry.prefix == prefix:
            return entry
    expected = ", ".join(f"{entry.prefix}-…" for entry in games())
    raise LookupError(f"the id {one_line(rule)!r} belongs to no game, expected one of {expected}")


def game_of_line(line: str) -> GameEntry | None:
    """The game whose lines begin like this one, typed or as it is in a link; None if no game's do.

    >>> game_of_line("space: 1 cruiser vs 1 cruiser").id
    'imperium'
    """
    return next((entry for entry in games() if entry.owns(line)), None)


def game_meant(line: str) -> GameEntry | None:
    """The game that a line is meant for: one whose lines begin so, or at least with the same word.

    >>> game_meant("space 1 cruiser").id
    'imperium'
    """
    return game_of_line(line) or next((entry for entry in games() if entry.means(line)), None)
