"""The faults of all that settings lead to: games, pages, variants, boxes, lessons and notebooks."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import parse_qs, unquote

from twingkit.core.cards.box_faults import names, nearest, shown
from twingkit.core.cards.toml_lines import toml_lines
from twingkit.core.games import GameEntry, installed_games
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.course import course_of, with_own
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.reader import UnreadLesson
from twingkit.learn.lesson.rehearsal import lesson_faults, partial_faults
from twingkit_widgets.panel.address.addresses import REACHED, SHARED, SHOWN, START, all_pages_of
from twingkit_widgets.panel.settings.faults import SettingsFault, quoted, unreadable
from twingkit_widgets.panel.settings.own_page import READ, SUFFIXES, OwnPage, page_name
from twingkit_widgets.panel.settings.settings import LEGAL, GameRules, PublisherSettings
from twingkit_widgets.panel.settings.settings_file import read_settings, settings_and_faults
from twingkit_widgets.panel.settings.toml_mended import mended_toml
from twingkit_widgets.site.page_parts import PARTS

TAKEN = (*LANGUAGES, *SHARED, *REACHED, *LEGAL, "api", "voila")
"""The names that mean something else in addresses."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_LINED = re.compile(r"(?P<file>[^,:]+\.toml)(?:, line (?P<line>\d+))?: (?P<why>.*)", re.DOTALL)


def settings_faults(config: Path | None, folder: Path | None = None) -> list[SettingsFault]:
    """Every fault of a file of settings and a folder of pages, as far as it shows without running a page."""
    if config is None:
        settings, faults = read_settings(None, folder), list[SettingsFault]()
    else:
        settings, faults = settings_and_faults(config, folder)
    return [*faults, *_games_faults(settings), *_page_faults(settings)]


def _fault(
    settings: PublisherSettings, place: str, case: str, near: str = "", **facts: object
) -> SettingsFault:
    """A fault in the file of settings."""
    line = None
    if settings.file:
        text, _ = mended_toml(settings.file.read_text(encoding=READ))
        line = toml_lines(text).get(tuple(place.split(".")))
    return SettingsFault(case, facts, line, place, "", near, str(settings.file))


def _games_faults(settings: PublisherSettings) -> Iterator[SettingsFault]:
    entries = {entry.id: entry for entry in installed_games()}
    named = [("games", name) for name in settings.games] + [
        (f"game.{name}", name) for name in settings.of_games
    ]
    for place, game in named:
        if game not in entries:
            facts = {"found": shown(game), "allowed": names(entries)}
            yield _fault(settings, place, "game", nearest(game, tuple(entries)), **facts)
    known = {game: [page.name for page in all_pages_of(entry).pages] for game, entry in entries.items()}
    here = [page for game in settings.games or entries for page in known.get(game, ())]
    for name in sorted(settings.hidden.difference(*known.values())):
        example = quoted(here[0]) if here else ""
        yield _fault(settings, "hide", "page", nearest(name, here), found=shown(name), example=example)
    for game, rules in settings.of_games.items():
        if game in entries:
            yield from _rules_faults(settings, entries[game], rules)


def _rules_faults(settings: PublisherSettings, entry: GameEntry, rules: GameRules) -> Iterator[SettingsFault]:
    for part, value, field in (
        ("variant", rules.variant, "variants"),
        ("box", rules.box, "box"),
        ("lessons", rules.lessons, "lessons"),
    ):
        place = f"game.{entry.id}.{part}"
        if not value:
            continue
        if not getattr(entry, field):
            yield _fault(settings, place, "no_part", game=quoted(entry.title()), part=quoted(part))
        elif part == "lessons":
            yield from _lesson_faults(entry.id, Path(value))
        else:
            try:
                loaded = entry.load(field)
                loaded.of(value) if part == "variant" else loaded(value)
            except (ValueError, OSError) as why:
                yield _fault(settings, place, part, why=why)


def _lesson_faults(game: str, folder: Path) -> Iterator[SettingsFault]:
    """The faults of a publisher's lessons; the site runs without those that have one."""
    course = course_of(game)
    files = sorted(folder.glob("*.toml"))
    if course is None or not files:
        yield SettingsFault("no_lessons", file=str(folder))
        return
    taken = {path.stem for path in course.folder.iterdir() if isinstance(path, Path)}  # the game's own
    own = with_own(course, folder)
    for path in files:
        if path.stem in taken:
            yield SettingsFault("lesson_taken", file=str(path))
            continue
        if not _NAME.fullmatch(path.stem):
            yield SettingsFault("lesson_name", {"found": shown(path.name)}, file=str(path), fatal=False)
        try:
            placed, lines = lesson_faults(own.lesson(path.stem)), own.lines(path.stem)
            faults = [(why, lines.get(place)) for place, why in placed]
        except LessonError as wrong:
            played = partial_faults(wrong.lesson, wrong.places) if isinstance(wrong, UnreadLesson) else []
            matches = [(_LINED.fullmatch(text), text) for text in str(wrong).splitlines() if text]
            faults = [
                (match["why"], int(match["line"] or 0) or None) if match else (text, None)
                for match, text in matches
            ]
            faults += [(why, own.lines(path.stem).get(place)) for place, why in played]
        for why, line in faults:
            yield SettingsFault("lesson", {"why": quoted(why)}, line, file=str(path), fatal=False)


def _page_faults(settings: PublisherSettings) -> Iterator[SettingsFault]:
    for page in settings.pages:
        file = str(page.file)
        if not _NAME.fullmatch(page.name) or (page.name in TAKEN and page.name != START):
            yield SettingsFault("page_name", {"found": shown(page.name)}, file=file)
        shown_files = set(page.files.values())
        for suffix in SUFFIXES:
            for path in sorted(page.file.parent.glob(f"{page.name}*{suffix}")):
                if page_name(path)[0] == page.name and path not in shown_files:
                    yield SettingsFault("page_twice", {"found": shown(page.name)}, file=str(path))
        if page.is_notebook and (faults := list(_notebook_faults(page))):
            yield from faults
        else:
            yield from _text_faults(settings, page)


def settings_remarks(settings: PublisherSettings) -> list[SettingsFault]:
    """Remarks on settings that are no faults: texts that a language lacks, and no repository."""
    remarks = []
    for page in settings.pages:
        for lang, path in page.files.items():
            if lang not in page_name(path)[1]:
                missing = quoted(f"{page.name}.{lang}{path.suffix}")
                facts = {"missing": missing, "file": quoted(path.name)}
                remarks.append(SettingsFault("other_language", facts, file=str(path), fatal=False))
    if not settings.repository and settings.file:
        remarks.append(SettingsFault("no_repository", file=str(settings.file), fatal=False))
    return remarks


def _leads(settings: PublisherSettings, page: Sequence[str], query: str) -> bool:
    """True if the site that these settings make has a page, and what the address names in it."""
    name, *parts = page
    if name in {*SHARED, *REACHED, *settings.legal, *(own.name for own in settings.pages)} and not parts:
        return True
    for entry in installed_games():
        game_page = {page.name: page for page in all_pages_of(entry).pages}.get(name)
        if (
            game_page is None
            or name in settings.hidden
            or (settings.games and entry.id not in settings.games)
        ):
            continue
        parameter = SHOWN.get(game_page.kind, "")
        named = parts or parse_qs(query).get(parameter, [])
        if not named or game_page.kind not in PARTS:
            return not parts
        lessons = settings.rules(entry.id).lessons
        own = [path.stem for path in lessons.glob("*.toml")] if lessons and game_page.kind == "learn" else []
        return len(named) == 1 and named[0] in (*PARTS[game_page.kind](entry.id, name), *own)
    return False


def _text_faults(settings: PublisherSettings, page: OwnPage) -> Iterator[SettingsFault]:
    """The pictures and links of a page's texts that lead nowhere."""
    from twingkit_widgets.site.own_notebook import own_notebook, page_text

    unread = False
    for path in dict.fromkeys(page.files.values()):
        try:
            path.read_text(encoding=READ)
        except (OSError, UnicodeDecodeError) as why:
            unread = True
            yield unreadable(path, why, fatal=False)
    if unread:
        return
    try:
        cells = own_notebook(page).cells
    except (ValueError, RecursionError) as why:
        yield SettingsFault("not_notebook", {"why": quoted(why)}, file=str(page.file), fatal=False)
        return
    files = [path.name for path in dict.fromkeys(page.files.values())]
    for number, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            text = page_text(cell, page.file.parent)
            text.html(cell.source)
            file = str(page.file) if page.is_notebook else str(page.file.with_name(files[number]))
            dead = [
                ("no_link", address)
                for address, place, query in text.links
                if not _leads(settings, [unquote(name) for name in place], query)
            ]
            for case, address in (*text.faults, *dead):
                line = None if page.is_notebook else _line_of(address, Path(file))
                yield SettingsFault(case, {"found": shown(address)}, line, file=file, fatal=False)


def _line_of(address: str, text: Path) -> int | None:
    """The first line of a text that names an address; None where it is written otherwise there."""
    lines = text.read_text(encoding=READ).splitlines()
    return next((number for number, line in enumerate(lines, 1) if address in line), None)


def _notebook_faults(page: OwnPage) -> Iterator[SettingsFault]:
    """The faults of a notebook as far as they show without running it."""
    file = str(page.file)
    try:
        cells = json.loads(page.file.read_text(encoding=READ))["cells"]
        sources = ["".join(cell["source"]) if cell["cell_type"] == "code" else "" for cell in cells]
    except UnicodeDecodeError as why:
        yield unreadable(page.file, why, fatal=False)
        return
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as why:
        reason = quoted(f"{type(why).__name__}: {why}")
        yield SettingsFault("not_notebook", {"why": reason}, file=file, fatal=False)
        return
    for number, source in enumerate(sources, 1):
        if re.search(r"^\s*[%!]", source, re.MULTILINE):
            continue  # a line for the notebook's shell
        try:
            ast.parse(source)
        except SyntaxError as why:
            facts = {"n": number, "why": quoted(why.msg)}
            yield SettingsFault("cell", facts, why.lineno, file=file, fatal=False)
