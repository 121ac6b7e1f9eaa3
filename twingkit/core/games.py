"""The installed games: their names, their line and rule prefixes, and where their parts are.

A game is a package with one `GameEntry`, which its distribution names in the entry-point group
`twingkit.games`; the games of the kit are registered in the same way. An entry holds import paths only: its
parts are imported on first use. A game whose entry cannot be used is skipped with an `UnusableGameWarning`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any
from urllib.parse import quote

import attrs

from twingkit.core.blanks import with_plain_blanks
from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName
from twingkit.core.questions import one_line_excerpt
from twingkit.core.running.caller_warnings import warn_caller
from twingkit.core.words import BUILTIN_LANGUAGES, fill_missing_languages

ENTRY_POINT_GROUP = "twingkit.games"
"""The entry-point group in which games are found."""

OFFERED_GAMES_ENV_VARIABLE = "TWINGKIT_GAMES"
"""The environment variable with the ids of the games to offer, in order; if it is not set, all games."""

FIRST_RULES_VERSION = 1
"""The rules version of a game that declares none; its records do not name it."""

_PATH = re.compile(r"([A-Za-z_]\w*)(\.[A-Za-z_]\w*)*(:[A-Za-z_]\w*)?")
_WORD = re.compile(r"[A-Za-z]+")


class UnusableGameWarning(UserWarning):
    """A warning that an installed game cannot be used, with the game and the reason."""


@attrs.frozen(kw_only=True)
class LinkCharacters:
    """The translation between characters of typed lines and the URL-safe ones that replace them in links.

    Each of `plain_characters` becomes the one at the same place in `link_characters`. `link_only_pattern` is
    a regular expression for text that only a link can contain, never a plain line; `escaped_pattern` matches
    characters that addresses allow but chat programs break.

    >>> LinkCharacters().to_link_value("cat + dog")
    'cat_~_dog'
    """

    plain_characters: str = " +&>"
    link_characters: str = "_~!$"
    link_only_pattern: str = r"[_~!$]"
    escaped_pattern: str = r"(?<=\d)\*"

    def to_link_value(self, line: str) -> str:
        """Return a line in link characters, percent-encoded as the value of a query parameter."""
        spelled = quote(
            line.translate(str.maketrans(self.plain_characters, self.link_characters)), safe=":@!*,~"
        )
        return re.sub(self.escaped_pattern, lambda sign: f"%{ord(sign.group()):02X}", spelled)

    def to_typed_line(self, text: str) -> str:
        """Convert a line from link characters to those that a person types."""
        return text.translate(str.maketrans(self.link_characters, self.plain_characters))


def _require(good: bool, name: str, value: object, expected: str) -> None:
    if not good:
        raise Fault("games.field", field=name, found=one_line_excerpt(repr(value)), expected=expected)


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
    """The entry of one installed game: its names, and the import paths of its parts.

    Every import path has the form "module:name" or "module", and may be empty. `id` begins the names of its
    starts (`id` or `id.something`), `rule_prefix` the ids of its rules (`TW` in `TW-BAT-16`); `line_prefixes`
    begin its lines; `sort_order` orders the games (low first). Raises `Fault` for invalid values.

    >>> entry = game_by_id("twing")
    >>> entry.title("de"), entry.load("rules")()["TW-BAT-16"].title()
    ('Imperial Twing', 'Critical results')
    """

    id: str = attrs.field(validator=_matches_pattern(r"[a-z][a-z0-9_]*"))
    titles: Mapping[str, str] = attrs.field(validator=_check_titles)
    rule_prefix: str = attrs.field(validator=_matches_pattern(r"[A-Z][A-Z0-9]+"))
    line_prefixes: tuple[str, ...] = attrs.field(default=(), validator=_check_line_prefixes)
    example: str = attrs.field(default="", validator=attrs.validators.instance_of(str))
    """A line, or set-up lines, to start from if none is given."""
    sort_order: int = attrs.field(default=100, validator=attrs.validators.instance_of(int))
    rules_version: int = attrs.field(default=FIRST_RULES_VERSION, validator=_check_rules_version)
    """The version of its rules, from 1.

    Raise it when an existing record would mean something else under the new rules: records of other versions
    are refused.
    """
    link_characters: LinkCharacters = attrs.field(
        factory=LinkCharacters, validator=attrs.validators.instance_of(LinkCharacters)
    )
    """Replacements of characters of its lines in links."""
    rules: str = _part_field()
    """A function that returns its `Rulebook`."""
    glossary: str = _part_field()
    """A function that returns its `Glossary`: the words that panels explain at their first occurrence."""
    starts: str = _part_field()
    """A module that registers its kinds of `Start` when it is imported."""
    players: str = _part_field()
    """Its computer players, strongest first: functions that create a policy from a seed, by name.

    A kind of start may list its own instead (`Start.players`). Every game also has `random`.
    """
    lookahead: str = _part_field()
    """Its `LookaheadFunctions`, which rates answers by playouts (see `twingkit.players.lookahead`)."""
    referee: str = _part_field()
    """Its `RefereeRules`: which information is hidden at a real table (see `twingkit.referee`)."""
    odds: str = _part_field()
    """A module with `odds(line)`, `odds_now(game)` and `odds_many(lines)`."""
    answer_sentences: str = _part_field()
    """Its `AnswerSentences`, which describe answers in words (see `twingkit.learn.reviews`)."""
    exact_odds: str = _part_field()
    """A function that takes a `Game` and returns the exact `Odds` of the first seat under best play.

    It returns None if they cannot be computed (see `twingkit.learn.reviews`).
    """
    tally: str = _part_field()
    """Its `ArenaRecorder`: the columns in which many games are recorded (see `twingkit.analyse.arena`)."""
    variants: str = _part_field()
    """Its class of variants (see `twingkit.core.variants`)."""
    disagreements: str = _part_field()
    """Its `RuleDisagreements`: points on which its rules can be interpreted in several ways."""
    box: str = _part_field()
    """A function that loads and checks a box file with its cards or units."""
    lessons: str = _part_field()
    """Its lessons and their answer key (see `twingkit.learn.lesson`)."""
    first_game: str = _part_field()
    """Its `FirstGameSettings`: what a beginner's first game needs (see `twingkit.learn.first_game`)."""
    questions: str = _part_field()
    """Its quiz topics (see `twingkit.learn.quiz`)."""
    puzzles: str = _part_field()
    """Its puzzles and how they are found, a `PuzzleSource` (see `twingkit.learn.puzzles`)."""
    charts: str = _part_field()
    """A package with its own figures (see `twingkit.analyse.charts`)."""
    commands: str = _part_field()
    """A module with its commands for the command line (see `twingkit.cli.commands`)."""
    views: str = _part_field()
    """Its drawing code: tables, questions, pieces and outcomes as markup for the panels."""
    labs: str = _part_field()
    """Its labs, a tuple of `LabDesign`: in a lab you build a position and ask questions about it."""
    pages: str = _part_field()
    """Its extra pages, beyond those that every game has."""
    panels: str = _part_field()
    """A package with its own panels, which `twingkit_widgets` offers in addition to those of every game."""

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return the title of the game."""
        return fill_missing_languages(self.titles)[language()]

    def load(self, part: str, path: str | None = None) -> Any:  # any object at the path
        """Return a part of the game: the object at its import path (default: the entry's own); None if it is
        empty.

        Raises `Fault` if the path leads to no module, or if the module has no such name.
        """
        path = getattr(self, part) if path is None else path
        module, _, name = path.partition(":")
        if not module:
            return None
        try:
            target = import_module(module)
            return getattr(target, name) if name else target
        except (ImportError, AttributeError) as why:
            raise Fault("games.part", game=self.id, part=part, path=path, why=why) from why

    def player_factories(
        self, path: str | None = None
    ) -> Mapping[str, Callable[[int], Callable[[Any], object]]]:
        """Return the computer players at an import path (default: those that the entry lists), strongest
        first; empty if there are none.

        Raises `Fault` if the part is not a mapping of players.

        >>> list(game_by_id("twing").player_factories())[0]
        'expert'
        """
        listed = self.load("players", path)
        if listed is None:
            return {}
        if not isinstance(listed, Mapping) or not all(map(callable, listed.values())):
            raise Fault(
                "games.players", game=self.id, path=path or self.players, found=one_line_excerpt(repr(listed))
            )
        return listed

    def owns_line(self, line: str) -> bool:
        """True if a line starts with one of this game's prefixes, as typed or in link characters."""
        prefixes = _link_and_line_prefixes(self.line_prefixes, self.link_characters)
        return with_plain_blanks(line).startswith(prefixes)

    def matches_first_word(self, line: str) -> bool:
        """True if the first word of a line is also the first word of this game's lines, whatever follows."""
        words = [_WORD.match(begin) for begin in (line, *self.line_prefixes)]
        return words[0] is not None and any(word and word[0] == words[0][0] for word in words[1:])


@cache
def _link_and_line_prefixes(lines: tuple[str, ...], link: LinkCharacters) -> tuple[str, ...]:
    return lines + tuple(map(link.to_link_value, lines))


def games() -> tuple[GameEntry, ...]:
    """Return the offered games in order: all installed ones, or those in `OFFERED_GAMES_ENV_VARIABLE`.

    An unknown name there is skipped with an `UnusableGameWarning`; if no name is left, all games are offered,
    so that a misspelt name does not stop a site.

    >>> [entry.id for entry in games()][:2]
    ['twing', 'imperium']
    """
    return _offered_games(os.environ.get(OFFERED_GAMES_ENV_VARIABLE, ""))


@cache
def _offered_games(names: str) -> tuple[GameEntry, ...]:
    entries = {entry.id: entry for entry in installed_games()}
    named = [name for name in map(str.strip, names.split(",")) if name]
    for name in named:
        if name not in entries:
            warn_caller(UnusableGameWarning(f"{OFFERED_GAMES_ENV_VARIABLE}: {_unknown_game(name, entries)}"))
    return tuple(entries[name] for name in named if name in entries) or tuple(entries.values())


@cache
def installed_games() -> tuple[GameEntry, ...]:
    """Return the entries of all installed games, sorted by `sort_order`."""
    entries: list[GameEntry] = []
    for entry in sorted(
        _entries(entry_points(group=ENTRY_POINT_GROUP)), key=lambda entry: (entry.sort_order, entry.id)
    ):
        try:
            _check_no_overlap(entry, entries)
        except Fault as why:
            _warn_unusable(entry.id, why)
        else:
            entries.append(entry)
    return tuple(entries)


def _entries(points: Iterable[EntryPoint]) -> Iterator[GameEntry]:
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            entry = point.load()
            _require(isinstance(entry, GameEntry), point.value, entry, "GameEntry")
        except Exception as why:  # another package may raise anything; the kit works without it
            _warn_unusable(point.name, why)
        else:
            yield entry


def _check_no_overlap(entry: GameEntry, others: Iterable[GameEntry]) -> None:
    """Raise `Fault` if an entry claims an id or a prefix of another game."""
    for other in others:
        for name in ("id", "rule_prefix"):
            if getattr(entry, name) == getattr(other, name):
                raise Fault("games.taken", field=name, found=getattr(entry, name), game=other.id)
        for begin in entry.line_prefixes:
            if other.owns_line(begin) or any(line.startswith(begin) for line in other.line_prefixes):
                raise Fault("games.taken", field="line_prefixes", found=begin, game=other.id)


def _warn_unusable(name: str, why: Exception) -> None:
    reason = str(why) if isinstance(why, Fault) else f"{type(why).__name__}: {why}"
    warn_caller(UnusableGameWarning(f"the game {name!r} cannot be used: {reason}"))


def games_with_part(part: str) -> Iterator[tuple[GameEntry, Any]]:  # any objects at their paths
    """Yield each game that has this part, together with the part.

    A game whose part cannot be loaded is skipped with an `UnusableGameWarning`.
    """
    for entry in games():
        try:
            value = entry.load(part)
        except Exception as why:  # another package may raise anything; the kit works without it
            _warn_unusable(entry.id, why)
        else:
            if value is not None:
                yield entry, value


def default_game() -> GameEntry:
    """Return the game to use if none is named: the first one.

    Raises `LookupError` if no game is installed.
    """
    if not games():
        raise LookupError(f"no game is installed: no package has a usable entry point in {ENTRY_POINT_GROUP}")
    return games()[0]


class UnknownGame(Fault, LookupError):
    """The error that no installed game has a given id."""


def game_by_id(game_id: str) -> GameEntry:
    """Return the game with this id. Raises `UnknownGame` if there is none."""
    for entry in games():
        if entry.id == game_id:
            return entry
    raise _unknown_game(game_id, [entry.id for entry in games()])


def _unknown_game(name: str, ids: Iterable[str]) -> UnknownGame:
    known = tuple(ids)
    return UnknownGame(
        "games.unknown",
        found=one_line_excerpt(str(name)),
        known=", ".join(known),
        near=NearestName(name, known),
    )


def game_of_rule(rule: str) -> GameEntry:
    """Return the game that a rule id belongs to, ignoring case. Raises `LookupError` if there is none.

    >>> game_of_rule("IM-SPACE-4").id
    'imperium'
    """
    prefix = rule.partition("-")[0].upper()
    for entry in games():
        if entry.rule_prefix == prefix:
            return entry
    expected = ", ".join(f"{entry.rule_prefix}-…" for entry in games())
    raise LookupError(f"no game has a rule {one_line_excerpt(rule)!r}; expected one of {expected}")


def game_of_line(line: str) -> GameEntry | None:
    """Return the game whose lines start like this one, as typed or in link characters; None if there is none.

    >>> game_of_line("space: 1 cruiser vs 1 cruiser").id
    'imperium'
    """
    return next((entry for entry in games() if entry.owns_line(line)), None)


def likely_game_of_line(line: str) -> GameEntry | None:
    """Return the game that a line probably belongs to, by its prefix or first word; None if there is none.

    >>> likely_game_of_line("space 1 cruiser").id
    'imperium'
    """
    return game_of_line(line) or next((entry for entry in games() if entry.matches_first_word(line)), None)
