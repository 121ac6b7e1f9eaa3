"""Read `twingkit.toml` and report all faults of the file at once.

Settings that depend on the games (pages, variants, boxes, lessons) are checked by `settings_check.py`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from twingkit.core.cards.box_faults import BoxFault, box_value_text, join_names
from twingkit.core.cards.box_schema import InvalidValue, checked_choice, checked_localized_text
from twingkit.core.cards.toml_lines import TomlPath as Place
from twingkit.core.cards.toml_lines import toml_line_numbers
from twingkit.core.near_names import nearest_name
from twingkit.core.words import LANGUAGES, language_of
from twingkit_widgets.panel.address.web_address import is_repository, web_address_parts_or_empty
from twingkit_widgets.panel.settings.colours import (
    MIN_CONTRAST,
    SCHEMES,
    THEME,
    is_colour,
    low_contrast_text_colours,
    readable_accent,
)
from twingkit_widgets.panel.settings.faults import (
    SettingsError,
    SettingsFault,
    unreadable_file_fault,
    verbatim_text,
)
from twingkit_widgets.panel.settings.logo import (
    LOGOS,
    MAX_LOGO_BYTES,
    MAX_PREVIEW_BYTES,
    PREVIEW_SUFFIXES,
    has_picture_content,
)
from twingkit_widgets.panel.settings.own_page import (
    ENCODING,
    ListedPage,
    TextByLanguage,
    is_page_file_name,
    own_pages,
    page_name_and_languages,
)
from twingkit_widgets.panel.settings.settings import GameHouseRules, PublisherSettings
from twingkit_widgets.panel.settings.toml_repair import blank_faulty_lines, double_brackets

KEYS = (
    "name",
    "logo",
    "language",
    "address",
    "picture",
    "repository",
    "games",
    "hide",
    "colours",
    "start",
    "imprint",
    "privacy",
    "game",
    "page",
)
"""The top-level keys of the file."""
_LANGUAGE_NAMES = {
    name.casefold(): code
    for code in LANGUAGES
    for name in (language_of(code).name, *language_of(code).aliases)
}
_NON_FATAL_FAULTS = ("markup",)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>?|<!--")
START = ("title", "lead")
GAME = ("variant", "box", "lessons")
PAGE = ("file", "notebook", "title", "description")
LONGEST_NAME = 60
"""The largest number of characters in the name of a site, which the head of every page shows, on phones too.
"""
_KEYS_BY_TABLE: Mapping[str, tuple[str, ...]] = {
    "": KEYS,
    "[start]": START,
    "[game.…]": GAME,
    "[[page]]": PAGE,
    "[colours]": tuple(THEME),
}
"""The allowed keys of each table, by the line that starts it; "" stands for the top level."""


def read_settings(file: Path | None, pages_folder: Path | None = None) -> PublisherSettings:
    """Read a publisher's settings file, and the notebooks in the folder `pages_folder` (default: that of the
    file).

    Without a file, only the pages are the publisher's. Raises a `SettingsError` with all faults if one of
    them is fatal.
    """
    if file is None:
        return PublisherSettings(folder=pages_folder, pages=own_pages(pages_folder) if pages_folder else ())
    settings, faults = settings_and_faults(file, pages_folder)
    if any(fault.fatal for fault in faults):
        raise SettingsError(faults)
    return settings


def settings_and_faults(
    file: Path, pages_folder: Path | None = None
) -> tuple[PublisherSettings, list[SettingsFault]]:
    """Return the readable settings of a file, and all its faults in line order."""
    reader = _SettingsReader(file, pages_folder)
    return reader.settings(), sorted(reader.faults, key=lambda fault: fault.line_number or 0)


class _SettingsReader:
    """Reader for the tables of a settings file; it collects their faults.

    Paths are relative to its folder, those of notebooks to the folder `pages`.
    """

    def __init__(self, file: Path, pages: Path | None = None) -> None:
        self.file, self.folder = file, file.parent
        self.notebooks = pages or self.folder
        self.faults: list[SettingsFault] = []
        self._documents: list[Path] = []  # which do not become pages
        self.lines: Mapping[Place, int] = {}

    # -- faults

    def record_fault(self, place: Place, case: str, near: str = "", **facts: object) -> None:
        """Record a fault in the value at this path of keys. `case` is the key of the message, `near` a
        similar valid name to suggest, and `facts` fill in the message.
        """
        line = next(
            (self.lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in self.lines), None
        )
        key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)
        fault = SettingsFault(case, facts, line, key, "", near, str(self.file), case not in _NON_FATAL_FAULTS)
        if fault not in self.faults:  # one colour for both schemes gives one fault
            self.faults.append(fault)

    def add_fault(self, place: Place, fault: BoxFault) -> None:
        """Record, at the path of keys `place`, a fault that another reader found in the value."""
        self.record_fault(place, fault.message_key, fault.suggestion, **fault.facts)

    def check_keys(self, table: Mapping[str, object], keys: tuple[str, ...], place: Place = ()) -> None:
        """Record a fault for every unknown key of a table."""
        for key in table:
            if key not in keys:
                home = next((table for table, own in _KEYS_BY_TABLE.items() if key in own), None)
                if home == "" or (home and not place):
                    table_name = verbatim_text(home or ".".join(map(str, place)))
                    case = "belongs" if home else "belongs_above"
                    self.record_fault((*place, key), case, key=box_value_text(key), table=table_name)
                    continue
                facts = {"key": box_value_text(key), "keys": join_names(keys)}
                self.record_fault((*place, key), "box_unknown_key", nearest_name(key, keys), **facts)

    # -- values

    def text(self, table: Mapping[str, object], key: str, place: Place = ()) -> str:
        """Return the text stored under a key of a table; "" if it is missing."""
        value = table.get(key, "")
        if isinstance(value, str) and (value.strip() or key not in table):
            return value
        self.record_fault((*place, key), "box_text", found=box_value_text(value))
        return ""

    def texts(self, table: Mapping[str, object], key: str, place: Place = ()) -> TextByLanguage | None:
        """Return the text at a key in every language (a single text is used for all); None if missing."""
        value = table.get(key)
        if isinstance(value, str) and value.strip():
            return dict.fromkeys(LANGUAGES, value)
        if value is not None and not isinstance(value, dict):
            self.record_fault((*place, key), "text_or_texts", found=box_value_text(value))
        elif value is not None:
            try:
                return dict(checked_localized_text(value))
            except InvalidValue as wrong:
                for path, fault in wrong.faults:
                    self.add_fault((*place, key, *path), fault)
        return None

    def plain_texts(self, table: Mapping[str, object], key: str, place: Place = ()) -> TextByLanguage | None:
        """Return the text at a key in every language, as `texts` does, but record a fault if a text contains
        HTML.
        """
        said = self.texts(table, key, place)
        found = next((match[0] for text in (said or {}).values() if (match := _MARKUP.search(text))), "")
        if found:
            self.record_fault((*place, key), "markup", found=box_value_text(found))
        return said

    def path(self, value: object, place: Place, folder: bool = False) -> Path | None:
        """Return a path inside the settings folder; record a fault and return None if it is missing."""
        if not isinstance(value, str) or not value.strip() or "\0" in value:
            self.record_fault(place, "path", found=box_value_text(value))
            return None
        path = self.folder / value
        if not path.resolve().is_relative_to(self.folder.resolve()):
            self.record_fault(place, "outside", found=box_value_text(value))
        elif not os.path.exists(path):  # noqa: PTH110 - a name that is too long is missing
            self.record_fault(place, "missing", found=box_value_text(value))
        elif folder != path.is_dir():
            self.record_fault(place, "not_folder" if folder else "path", found=box_value_text(value))
        else:
            return path
        return None

    def table(self, data: Mapping[str, object], key: str, place: Place = ()) -> Mapping[str, object]:
        """Return the table at a key; an empty one if it is missing."""
        value = data.get(key, {})
        if isinstance(value, dict):
            return value
        self.record_fault(
            (*place, key), "table", table=".".join(map(str, (*place, key))), found=box_value_text(value)
        )
        return {}

    def names(self, data: Mapping[str, object], key: str, example: str) -> tuple[str, ...]:
        """Return the list of names at a key; `example` is a valid list for the error message."""
        value = data.get(key, [])
        if key == "games" and value == [] and key in data:
            self.record_fault((key,), "no_games")
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            for name in sorted({name for name in value if value.count(name) > 1}):
                self.record_fault((key,), "doubled", found=box_value_text(name))
            return tuple(dict.fromkeys(value))
        self.record_fault((key,), "list", example=example, found=box_value_text(value))
        return ()

    # -- the file

    def settings(self) -> PublisherSettings:
        """Read all settings; invalid ones get their defaults."""
        data = self._data()
        self.check_keys(data, KEYS)
        start = self.table(data, "start")
        self.check_keys(start, START, ("start",))
        return PublisherSettings(
            file=self.file,
            folder=self.notebooks,
            names=self._names(data),
            logo=self._logo(data),
            colours=self._colours(self.table(data, "colours")),
            language=self._language(data),
            address=self._address(data),
            preview_picture=self._picture(data),
            repository=self._repository(data),
            games=self.names(data, "games", "coin"),
            hidden_pages=frozenset(self.names(data, "hide", "coin-play")),
            start_titles=self.plain_texts(start, "title", ("start",)),
            start_leads=self.plain_texts(start, "lead", ("start",)),
            imprint=self._document(data, "imprint"),
            privacy=self._document(data, "privacy"),
            game_rules=dict(self._games(self.table(data, "game"))),
            pages=own_pages(self.notebooks, dict(self._pages(data)), self._documents),
        )

    def _data(self) -> Mapping[str, object]:
        try:
            text, single = double_brackets(self.file.read_text(encoding=ENCODING), "page")
            text, faults = blank_faulty_lines(text)
        except FileNotFoundError:
            self.record_fault((), "no_file")
        except (OSError, UnicodeDecodeError) as why:
            self.faults.append(unreadable_file_fault(self.file, why))
        else:
            for fault in faults:
                case = "not_closed" if fault.missing_character else "not_toml"
                facts = {"why": verbatim_text(fault.parser_message)}
                facts |= {"sign": verbatim_text(fault.missing_character)} if fault.missing_character else {}
                self.faults.append(SettingsFault(case, facts, fault.line, file=str(self.file)))
            for line in single:
                facts = {"table": verbatim_text("page"), "found": verbatim_text("[page]")}
                self.faults.append(SettingsFault("tables", facts, line, "page", file=str(self.file)))
            if faults and not text:
                self.record_fault((), "rest_unread")
            self.lines = toml_line_numbers(text)
            return tomllib.loads(text)
        return {}

    def _names(self, data: Mapping[str, object]) -> TextByLanguage:
        """Read the name of the site in every language; the default if it is missing or too long."""
        called = self.plain_texts(data, "name") or PublisherSettings().names
        if long := next((name for name in called.values() if len(name) > LONGEST_NAME), ""):
            self.record_fault(("name",), "long_name", found=len(long), most=LONGEST_NAME)
            return PublisherSettings().names
        return called

    def _language(self, data: Mapping[str, object]) -> str:
        value = data.get("language", LANGUAGES[0])
        try:
            return str(checked_choice(value, LANGUAGES, synonyms=_LANGUAGE_NAMES))
        except InvalidValue as wrong:
            self.add_fault(("language",), wrong.faults[0][1])
            return LANGUAGES[0]

    def _repository(self, data: Mapping[str, object]) -> str:
        value = self.text(data, "repository")
        if value and not is_repository(value):
            self.record_fault(("repository",), "repository", found=box_value_text(value))
            return ""
        return value.rstrip("/")

    def _address(self, data: Mapping[str, object]) -> str:
        value = self.text(data, "address")
        parts = web_address_parts_or_empty(value)
        if value and (not re.fullmatch(r"https?://[^\s?#]+", value) or not parts.hostname):
            self.record_fault(("address",), "address", found=box_value_text(value))
            return ""
        return f"{value.rstrip('/')}/" if value else ""

    def _picture(self, data: Mapping[str, object]) -> Path | None:
        path = self.path(data["picture"], ("picture",)) if "picture" in data else None
        if "picture" in data and "address" not in data:
            self.record_fault(("picture",), "picture_alone")
        if path and path.suffix.lower() not in PREVIEW_SUFFIXES:
            self.record_fault(
                ("picture",), "picture", allowed=join_names(PREVIEW_SUFFIXES), found=box_value_text(path.name)
            )
        elif path and path.stat().st_size > MAX_PREVIEW_BYTES:
            self.record_fault(("picture",), "picture_size", most=MAX_PREVIEW_BYTES // 1024)
        return path

    def _logo(self, data: Mapping[str, object]) -> Path | None:
        path = self.path(data["logo"], ("logo",)) if "logo" in data else None
        if path is None:
            return None
        size = path.stat().st_size
        if not has_picture_content(path):
            self.record_fault(("logo",), "logo", allowed=join_names(LOGOS), found=box_value_text(path.name))
        elif size > MAX_LOGO_BYTES:
            self.record_fault(("logo",), "logo_size", found=-(-size // 1024), most=MAX_LOGO_BYTES // 1024)
        return path

    def _colours(self, table: Mapping[str, Any]) -> Mapping[str, Mapping[str, str]]:
        self.check_keys(table, tuple(THEME), ("colours",))
        colours: dict[str, dict[str, str]] = {}
        for name in table.keys() & THEME.keys():
            value = table[name]
            both = dict.fromkeys(SCHEMES, value) if not isinstance(value, dict) else value
            if name == "accent" and is_colour(value):  # one for both: lighter in the dark
                shades = {scheme: readable_accent(value, scheme) for scheme in SCHEMES}
                both = shades if value in shades.values() else both
            self.check_keys(both, SCHEMES, ("colours", name))
            colours[name] = {}
            for scheme in SCHEMES:
                if scheme in both and not is_colour(both[scheme]):
                    self.record_fault(
                        _colour_place(table, name, scheme), "colour", found=box_value_text(both[scheme])
                    )
                elif scheme in both:
                    colours[name][scheme] = both[scheme]
        for faint in low_contrast_text_colours(colours):
            pair = (faint.text_colour, faint.background)
            blamed = next(name for name in pair if faint.scheme in colours.get(name, {}))
            self.record_fault(
                _colour_place(table, blamed, faint.scheme),
                "contrast",
                text=faint.text_colour,
                ground=faint.background,
                scheme=faint.scheme,
                contrast=verbatim_text(f"{faint.contrast:.1f}"),
                least=verbatim_text(MIN_CONTRAST),
            )
        return colours

    def _document(self, data: Mapping[str, object], key: str) -> TextByLanguage | None:
        """Read a Markdown text in every language: the name of a file that ends in .md, or the text itself."""
        value = self.texts(data, key)
        if value is None:
            return None
        return {lang: self._markdown(text, (key, lang)) for lang, text in value.items()}

    def _markdown(self, text: str, place: Place) -> str:
        if not text.endswith(".md") or "\n" in text:
            return text
        path = self.path(text, place)
        try:
            self._documents += [path] if path else []
            return path.read_text(encoding=ENCODING) if path else ""
        except (OSError, UnicodeDecodeError) as why:
            assert path  # a missing file was not read
            self.faults.append(unreadable_file_fault(path, why))
            return ""

    def _games(self, table: Mapping[str, object]) -> Iterator[tuple[str, GameHouseRules]]:
        for game in table:
            place = ("game", game)
            entry = self.table(table, game, ("game",))
            self.check_keys(entry, GAME, place)
            yield (
                game,
                GameHouseRules(
                    variant=self.text(entry, "variant", place),
                    box=self.path(entry["box"], (*place, "box")) if "box" in entry else None,
                    lessons_folder=self.path(entry["lessons"], (*place, "lessons"), True)
                    if "lessons" in entry
                    else None,
                ),
            )

    def _pages(self, data: Mapping[str, object]) -> Iterator[tuple[str, ListedPage]]:
        entries = data.get("page", [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.record_fault(("page",), "tables", table="page", found=box_value_text(entries))
            return
        listed = set[str]()
        for number, entry in enumerate(entries):
            place: Place = ("page", number)
            self.check_keys(entry, PAGE, place)
            key = "notebook" if "notebook" in entry else "file"
            file, titles = entry.get(key), self.plain_texts(entry, "title", place)
            if file is None:
                self.record_fault((*place, key), "box_missing_key", key=verbatim_text(key))
            elif not is_page_file_name(file):
                self.record_fault((*place, key), "page_file", found=box_value_text(file))
            elif not list(self._files(Path(file))):
                self.record_fault((*place, key), "missing", found=box_value_text(file))
            else:
                descriptions = self.plain_texts(entry, "description", place) or {}
                name = page_name_and_languages(Path(file))[0]
                if name in listed:
                    self.record_fault((*place, key), "listed_twice", found=box_value_text(name))
                listed.add(name)
                yield name, ListedPage(titles=titles, descriptions=descriptions)

    def _files(self, file: Path) -> Iterator[Path]:
        """Yield the files of a publisher's page: the file with the given name, or a file for each
        language.
        """
        names = (file.name, *(f"{file.stem}.{lang}{file.suffix}" for lang in LANGUAGES))
        paths = (self.notebooks / name for name in names)
        return (path for path in paths if os.path.isfile(path))  # noqa: PTH113 - as in `path`


def _colour_place(table: Mapping[str, object], name: str, scheme: str) -> Place:
    """Return the path of keys of a colour in the settings, with the scheme only if the colour has a value for
    each scheme.
    """
    return ("colours", name, *([scheme] if isinstance(table[name], dict) else []))
