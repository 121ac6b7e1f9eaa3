"""Check everything that settings refer to, without running a page: games, pages, variants, boxes and lessons.

Faults in the file itself are found when it is read (`panel/settings/settings_file.py`), faults in own pages
by `page_check.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from twingkit.core.cards.box_faults import box_value_text, join_names
from twingkit.core.cards.toml_lines import toml_line_numbers
from twingkit.core.games import GameEntry, installed_games
from twingkit.core.near_names import nearest_name
from twingkit.learn.lesson.course import Course, course_of, with_own_lessons
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.reader import InvalidLesson
from twingkit.learn.lesson.rehearsal import further_lesson_faults, lesson_faults
from twingkit_widgets.panel.address.addresses import all_pages_of
from twingkit_widgets.panel.settings.faults import SettingsFault, verbatim_text
from twingkit_widgets.panel.settings.own_page import ENCODING, page_name_and_languages
from twingkit_widgets.panel.settings.settings import GameHouseRules, PublisherSettings
from twingkit_widgets.panel.settings.settings_file import read_settings, settings_and_faults
from twingkit_widgets.panel.settings.toml_repair import blank_faulty_lines
from twingkit_widgets.site.publisher.page_check import NAME, page_faults

_FILE_AND_LINE = re.compile(r"(?P<file>[^,:]+\.toml)(?:, line (?P<line>\d+))?: (?P<why>.*)", re.DOTALL)
"""Matches a fault of a lesson with its file and line: `shield.toml, line 3: …`."""


def settings_faults(config: Path | None, folder: Path | None = None) -> list[SettingsFault]:
    """Return every fault of the settings and pages that can be found without running a page.

    `config` is the settings file, `folder` the folder of the pages.
    """
    if config is None:
        settings, faults = read_settings(None, folder), list[SettingsFault]()
    else:
        settings, faults = settings_and_faults(config, folder)
    return [*faults, *_games_faults(settings), *page_faults(settings)]


def _fault(
    settings: PublisherSettings, place: str, case: str, near: str = "", **facts: object
) -> SettingsFault:
    """Return a fault in the settings file; `place` is the key with its tables (`game.ember.box`)."""
    line = None
    if settings.file:
        text, _ = blank_faulty_lines(settings.file.read_text(encoding=ENCODING))
        line = toml_line_numbers(text).get(tuple(place.split(".")))
    return SettingsFault(case, facts, line, place, "", near, str(settings.file))


def _games_faults(settings: PublisherSettings) -> Iterator[SettingsFault]:
    entries = {entry.id: entry for entry in installed_games()}
    named = [("games", name) for name in settings.games] + [
        (f"game.{name}", name) for name in settings.game_rules
    ]
    for place, game in named:
        if game not in entries:
            facts = {"found": box_value_text(game), "allowed": join_names(entries)}
            yield _fault(settings, place, "game", nearest_name(game, tuple(entries)), **facts)
    known = {game: [page.name for page in all_pages_of(entry).pages] for game, entry in entries.items()}
    here = [page for game in settings.games or entries for page in known.get(game, ())]
    for name in sorted(settings.hidden_pages.difference(*known.values())):
        example = verbatim_text(here[0]) if here else ""
        yield _fault(
            settings, "hide", "page", nearest_name(name, here), found=box_value_text(name), example=example
        )
    for game, rules in settings.game_rules.items():
        if game in entries:
            yield from _rules_faults(settings, entries[game], rules)


def _rules_faults(
    settings: PublisherSettings, entry: GameEntry, rules: GameHouseRules
) -> Iterator[SettingsFault]:
    for part, value, field in (
        ("variant", rules.variant, "variants"),
        ("box", rules.box, "box"),
        ("lessons", rules.lessons_folder, "lessons"),
    ):
        place = f"game.{entry.id}.{part}"
        if not value:
            continue
        if not getattr(entry, field):
            yield _fault(
                settings, place, "no_part", game=verbatim_text(entry.title()), part=verbatim_text(part)
            )
        elif part == "lessons":
            yield from _lesson_faults(entry.id, Path(value))
        else:
            try:
                loaded = entry.load(field)
                loaded.resolve(value) if part == "variant" else loaded(value)
            except (ValueError, OSError) as why:
                yield _fault(settings, place, part, why=why)


def _lesson_faults(game: str, folder: Path) -> Iterator[SettingsFault]:
    """Yield the faults of a publisher's lessons; the site runs without faulty ones."""
    course = course_of(game)
    files = sorted(folder.glob("*.toml"))
    if course is None or not files:
        yield SettingsFault("no_lessons", file=str(folder))
        return
    taken = {path.stem for path in course.folder.iterdir() if isinstance(path, Path)}  # the game's own
    own = with_own_lessons(course, folder)
    for path in files:
        if path.stem in taken:
            yield SettingsFault("lesson_taken", file=str(path))
            continue
        if not NAME.fullmatch(path.stem):
            yield SettingsFault(
                "lesson_name", {"found": box_value_text(path.name)}, file=str(path), fatal=False
            )
        for why, line in _faults_in(own, path.stem):
            yield SettingsFault(
                "lesson", {"why": verbatim_text(why)}, line_number=line, file=str(path), fatal=False
            )


def _faults_in(course: Course, lesson: str) -> Iterator[tuple[str, int | None]]:
    """Yield the faults found by reading a lesson and by playing it, each with its line if known."""
    try:
        placed = lesson_faults(course.lesson(lesson))
    except LessonError as wrong:
        for text in filter(None, str(wrong).splitlines()):
            match = _FILE_AND_LINE.fullmatch(text)
            yield (match["why"], int(match["line"] or 0) or None) if match else (text, None)
        placed = further_lesson_faults(wrong.lesson, wrong.places) if isinstance(wrong, InvalidLesson) else []
    lines = course.own_lesson_line_numbers(lesson) if placed else {}
    yield from ((why, lines.get(place)) for place, why in placed)


def settings_remarks(settings: PublisherSettings) -> list[SettingsFault]:
    """Return remarks on valid settings: texts missing in a language, and a missing repository."""
    remarks = []
    for page in settings.pages:
        for lang, path in page.file_by_language.items():
            if lang not in page_name_and_languages(path)[1]:
                missing = verbatim_text(f"{page.name}.{lang}{path.suffix}")
                facts = {"missing": missing, "file": verbatim_text(path.name)}
                remarks.append(SettingsFault("other_language", facts, file=str(path), fatal=False))
    if not settings.repository and settings.file:
        remarks.append(SettingsFault("no_repository", file=str(settings.file), fatal=False))
    return remarks
