"""The games that are installed: what each is called, which lines and rules are its own, where its parts are.

A game is a package with one value of the class `GameEntry`, which its distribution names in the entry-point
group `twingkit.games`; the games of the kit are there like all others. An entry holds import paths only: its
parts are imported on first use. A game whose entry cannot be used is left out with a `UnusableGameWarning`
warning.
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

from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.core.words import BUILTIN_LANGUAGES, in_all_languages

GROUP = "twingkit.games"
"""The entry-point group in which games are found."""

GAMES_VARIABLE = "TWINGKIT_GAMES"
"""The environment variable with the ids of the games that are offered, in order; all if it is not set."""

FIRST_RULES_VERSION = 1
"""The edition of the rules of a game that names none; its records name none either."""

_PATH = re.compile(r"([A-Za-z_]\w*)(\.[A-Za-z_]\w*)*(:[A-Za-z_]\w*)?")
_WORD = re.compile(r"[A-Za-z]+")


class UnusableGameWarning(UserWarning):
    """A game is installed, but its entry cannot be used: which, and why."""


@attrs.frozen(kw_only=True)
class LinkSpelling:
    """The spelling of a game's lines in links: each character of `plain` becomes that of `link`.

    `link_only_pattern` is a regular expression for what in a plain line only a link can hold;
    `escaped_pattern` is one for characters that addresses allow and chats do not.

    >>> LinkSpelling().to_link("cat + dog")
    'cat_~_dog'
    """

    plain: str = " +&>"
    link: str = "_~!-"
    link_only_pattern: str = r"[_~!-]"
    escaped_pattern: str = r"(?<=\d)\*"

    def to_link(self, line: str) -> str:
        """The line in signs of an address."""
        spelled = quote(line.translate(str.maketrans(self.plain, self.link)), safe=":@!*,~")
        return re.sub(self.escaped_pattern, lambda sign: f"%{ord(sign.group()):02X}", spelled)

    def to_plain(self, text: str) -> str:
        """The line as it is typed."""
        return text.translate(str.maketrans(self.link, self.plain))


def _require(good: bool, name: str, value: object, expected: str) -> None:
    if not good:
        raise Fault("games.field", field=name, found=one_line(repr(value)), expected=expected)


def _matches_pattern(pattern: str) -> Callable[[object, attrs.Attribute[str], object], None]:
    def check(entry: object, field: attrs.Attribute[str], value: object) -> None:
        good = isinstance(value, str) and re.fullmatch(pattern, value) is not None
        _require(good, field.name, value, f"/{pattern}/")

    return check


def _check_import_path(entry: object, field: attrs.Attribute[str], value: object) -> None:
    good = isinstance(value, str) and (not value or _PATH.fullmatch(value) is not None)
    _require(good, field.name, value, "module:name")


def _check_titles(entry: object, field: attrs.Attribute[Mapping[str, str]], value: object) -> None:
    said = [value.get(lang) for lang in BUILTIN_LANGUAGES] if isinstance(value, Mapping) else [None]
    good = all(text and isinstance(text, str) for text in said)
    _require(good, field.name, value, ", ".join(BUILTIN_LANGUAGES))


def _check_line_prefixes(entry: object, field: attrs.Attribute[tuple[str, ...]], value: object) -> None:
    good = isinstance(value, tuple) and all(isinstance(begin, str) and begin.strip() for begin in value)
    _require(good, field.name, value, '("line: ", …)')


def _check_rules_version(entry: object, field: attrs.Attribute[int], value: object) -> None:
    _require(
        type(value) is int and value >= FIRST_RULES_VERSION,
        field.name,
        value,
        f"{FIRST_RULES_VERSION}, 2, 3 …",
    )


def _part_field() -> str:
    return attrs.field(default="", validator=_check_import_path)


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

    id: str = attrs.field(validator=_matches_pattern(r"[a-z][a-z0-9_]*"))
    titles: Mapping[str, str] = attrs.field(validator=_check_titles)
    rule_prefix: str = attrs.field(validator=_matches_pattern(r"[A-Z][A-Z0-9]+"))
    line_prefixes: tuple[str, ...] = attrs.field(default=(), validator=_check_line_prefixes)
    example: str = attrs.field(default="", validator=attrs.validators.instance_of(str))
    """A line, or set-up lines, to begin with where none is given."""
    rank: int = attrs.field(default=100, validator=attrs.validators.instance_of(int))
    rules_version: int = attrs.field(default=FIRST_RULES_VERSION, validator=_check_rules_version)
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

    @localized
    def title(self, lang: str | None = None) -> str:
        """The title of the game."""
        return in_all_languages(self.titles)[language()]

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

    def owns_line(self, line: str) -> bool:
        """True if a line begins like one of this game, as it is typed or as it is in a link."""
        return line.startswith(_link_and_line_prefixes(self.line_prefixes, self.link))

    def matches_first_word(self, line: str) -> bool:
        """True if the first word of a line is that of this game's lines, whatever follows it."""
        words = [_WORD.match(begin) for begin in (line, *self.line_prefixes)]
        return words[0] is not None and any(word and word[0] == words[0][0] for word in words[1:])


@cache
def _link_and_line_prefixes(lines: tuple[str, ...], link: LinkSpelling) -> tuple[str, ...]:
    """The beginnings of lines, as they are typed and as they are in a link."""
    return lines + tuple(map(link.to_link, lines))


def games() -> tuple[GameEntry, ...]:
    """The games that are offered, in their order: all that are installed, or those that `GAMES_VARIABLE`
    names.

    A name there that no game has is left out with a `UnusableGameWarning` warning; where that leaves none,
    all games are offered: a misspelt name stops no site.

    >>> [entry.id for entry in games()][:2]
    ['twing', 'imperium']
    """
    return _offered_games(os.environ.get(GAMES_VARIABLE, ""))


@cache
def _offered_games(names: str) -> tuple[GameEntry, ...]:
    entries = {entry.id: entry for entry in installed_games()}
    named = [name for name in map(str.strip, names.split(",")) if name]
    for name in named:
        if name not in entries:
            warnings.warn(
                UnusableGameWarning(f"{GAMES_VARIABLE}: {_unknown_game(name, entries)}"), stacklevel=3
            )
    return tuple(entries[name] for name in named if name in entries) or tuple(entries.values())


@cache
def installed_games() -> tuple[GameEntry, ...]:
    """All installed games, those with the lowest rank first."""
    entries: list[GameEntry] = []
    for entry in sorted(_entries(entry_points(group=GROUP)), key=lambda entry: (entry.rank, entry.id)):
        try:
            _check_no_overlap(entry, entries)
        except Fault as why:
            _warn_unusable(entry.id, why)
        else:
            entries.append(entry)
    return tuple(entries)


def _entries(points: Iterable[EntryPoint]) -> Iterator[GameEntry]:
    """The entries at entry points, without those that cannot be used."""
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            entry = point.load()
            _require(isinstance(entry, GameEntry), point.value, entry, "GameEntry")
        except Exception as why:  # whatever another package does: the kit works without it
            _warn_unusable(point.name, why)
        else:
            yield entry


def _check_no_overlap(entry: GameEntry, others: Iterable[GameEntry]) -> None:
    """Raise `Fault` if an entry claims what is another game's."""
    for other in others:
        for name in ("id", "rule_prefix"):
            if getattr(entry, name) == getattr(other, name):
                raise Fault("games.taken", field=name, found=getattr(entry, name), game=other.id)
        for begin in entry.line_prefixes:
            if other.owns_line(begin) or any(line.startswith(begin) for line in other.line_prefixes):
                raise Fault("games.taken", field="lines", found=begin, game=other.id)


def _warn_unusable(name: str, why: Exception) -> None:
    reason = str(why) if isinstance(why, Fault) else f"{type(why).__name__}: {why}"
    warnings.warn(UnusableGameWarning(f"the game {name!r} is left out: {reason}"), stacklevel=4)


def games_with_part(part: str) -> Iterator[tuple[GameEntry, Any]]:  # whatever their paths lead to
    """Each game that has this part, and the part.

    A game whose part cannot be loaded is left out with a `UnusableGameWarning` warning.
    """
    for entry in games():
        try:
            value = entry.load(part)
        except Exception as why:  # whatever another package does: the kit works without it
            _warn_unusable(entry.id, why)
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


def game_by_id(name: str) -> GameEntry:
    """The game with this id; `UnknownGame` if there is none."""
    for entry in games():
        if entry.id == name:
            return entry
    raise _unknown_game(name, [entry.id for entry in games()])


def _unknown_game(name: str, ids: Iterable[str]) -> UnknownGame:
    """The fault of a name that is none of these games."""
    return UnknownGame("games.unknown", found=one_line(str(name)), known=", ".join(ids))


def game_of_rule(rule: str) -> GameEntry:
    """The game whose rules have ids like this one, in capitals or not; `LookupError` if none has.

    >>> game_of_rule("IM-SPACE-4").id
    'imperium'
    """
    prefix = rule.partition("-")[0].upper()
    for entry in games():
        if entry.rule_prefix == prefix:
            return entry
    expected = ", ".join(f"{entry.rule_prefix}-…" for entry in games())
    raise LookupError(f"the id {one_line(rule)!r} belongs to no game, expected one of {expected}")


def game_of_line(line: str) -> GameEntry | None:
    """The game whose lines begin like this one, typed or as it is in a link; None if no game's do.

    >>> game_of_line("space: 1 cruiser vs 1 cruiser").id
    'imperium'
    """
    return next((entry for entry in games() if entry.owns_line(line)), None)


def likely_game_of_line(line: str) -> GameEntry | None:
    """The game that a line is meant for: one whose lines begin so, or at least with the same word.

    >>> game_meant("space 1 cruiser").id
    'imperium'
    """
    return game_of_line(line) or next((entry for entry in games() if entry.matches_first_word(line)), None)
