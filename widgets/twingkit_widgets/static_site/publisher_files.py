"""The publisher's files that pages in a browser read, and their paths there."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from twingkit.learn.lesson.course import OWN_LESSONS_VARIABLE
from twingkit_widgets.panel.settings.active_settings import FOLDER
from twingkit_widgets.panel.settings.own_page import ENCODING
from twingkit_widgets.panel.settings.settings import SETTINGS_VARIABLE, PublisherSettings

LONGEST_NAME = 200
"""The largest number of characters in a file name; longer texts in the settings are not file names."""

_PUBLISHER_FOLDER = "site-settings"
"""The folder of the publisher's files in the program of a published site."""


@attrs.frozen
class PublisherFiles:
    """A publisher's files, keyed by their paths in the published program, and the environment variables that
    activate the settings.
    """

    files: Mapping[str, Path]
    environment: Mapping[str, str]


def _named_files(file: Path) -> list[Path]:
    """Return the files named in a settings file, such as texts."""

    def strings(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            for inner in value.values() if isinstance(value, dict) else value:
                yield from strings(inner)

    texts = strings(tomllib.loads(file.read_text(encoding=ENCODING)))
    short = [text for text in texts if text and len(text) < LONGEST_NAME and "\n" not in text]
    return [path for text in short if (path := file.parent / text).is_file()]


def publisher_files(
    settings: PublisherSettings, environment: Mapping[str, str], app_folder: str
) -> PublisherFiles:
    """Return the publisher's files for the published program, whose folder in the browser is `app_folder`,
    with the environment for them.

    `environment` is that of `settings_environment`, on this computer.
    """
    lessons = {
        game: rules.lessons_folder for game, rules in settings.game_rules.items() if rules.lessons_folder
    }
    named = [settings.file, settings.folder, settings.logo]
    named += [file for page in settings.pages for file in page.file_by_language.values()]
    named += [rules.box for rules in settings.game_rules.values()]
    named += _named_files(settings.file) if settings.file else []
    files = [path.resolve() for path in named if path and path.is_file()]
    files += [
        path for folder in lessons.values() for path in sorted(folder.resolve().rglob("*")) if path.is_file()
    ]
    if not files:
        return PublisherFiles({}, {})
    folders = [path.resolve() for path in (settings.folder,) if path and path.is_dir()]
    root = Path(os.path.commonpath([*(path.parent for path in files), *folders]))

    def there(path: str) -> str:
        relative = Path(path).resolve().relative_to(root).as_posix()
        return f"{app_folder}/{_PUBLISHER_FOLDER}/{relative}".removesuffix("/.")

    own = dict(environment)
    for name in {SETTINGS_VARIABLE, FOLDER} & set(own):
        own[name] = there(own[name])
    if OWN_LESSONS_VARIABLE in own:
        own[OWN_LESSONS_VARIABLE] = json.dumps(
            {game: there(path) for game, path in json.loads(own[OWN_LESSONS_VARIABLE]).items()}
        )
    return PublisherFiles(
        {f"{_PUBLISHER_FOLDER}/{path.relative_to(root).as_posix()}": path for path in files}, own
    )
