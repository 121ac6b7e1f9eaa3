"""The active settings: those of the publisher whose site this process serves."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import attrs

from twingkit.core.games import OFFERED_GAMES_ENV_VARIABLE
from twingkit.core.variants.house_rules import HOUSE_RULES_ENV_VARIABLE
from twingkit.learn.lesson.course import OWN_LESSONS_VARIABLE
from twingkit_widgets.panel.settings.settings import FILE, SETTINGS_VARIABLE, PublisherSettings
from twingkit_widgets.panel.settings.settings_file import read_settings

FOLDER = "TWINGKIT_PAGES"
"""The environment variable with the folder of a publisher's pages, if it differs from the settings folder."""


AUTHOR = "TWINGKIT_AUTHOR"
"""The environment variable that is set if the visitor is the author of the page."""

LEFT_OUT_VARIABLE = "TWINGKIT_LEFT_OUT"
"""The environment variable with the names of the publisher's pages that cannot be shown."""


def publisher_settings() -> PublisherSettings:
    """Return the publisher's settings from the file and folder given in the environment (read once).

    Raises `SettingsError` if the file cannot be used.
    """
    return _settings_of(
        os.environ.get(SETTINGS_VARIABLE, ""),
        os.environ.get(FOLDER, ""),
        os.environ.get(LEFT_OUT_VARIABLE, ""),
    )


def settings_environment(config: Path | None, folder: Path | None) -> dict[str, str]:
    """Return the environment variables that activate settings: a file, a folder of pages, or both.

    Raises `SettingsError` if the file cannot be used.

    >>> settings_environment(None, None)
    {}
    """
    if config is None and folder is not None and (folder / FILE).is_file():
        config = folder / FILE
    file, pages = (str(path.resolve()) if path else "" for path in (config, folder))
    chosen = ",".join(_settings_of(file, pages).games)
    of_games = _settings_of(file, pages).game_rules
    own = {game: str(rules.lessons_folder) for game, rules in of_games.items() if rules.lessons_folder}
    variants = {game: rules.variant for game, rules in of_games.items() if rules.variant}
    settings = {
        SETTINGS_VARIABLE: file,
        FOLDER: pages,
        OFFERED_GAMES_ENV_VARIABLE: chosen,
        OWN_LESSONS_VARIABLE: json.dumps(own) if own else "",
        HOUSE_RULES_ENV_VARIABLE: json.dumps(variants) if variants else "",
    }
    return {name: value for name, value in settings.items() if value}


def is_visitor_author() -> bool:
    """True if the visitor is the author of the page, to whom its faults are shown."""
    return bool(os.environ.get(AUTHOR))


@cache
def _settings_of(file: str, folder: str, left_out: str = "") -> PublisherSettings:
    settings = read_settings(Path(file) if file else None, Path(folder) if folder else None)
    pages = tuple(page for page in settings.pages if page.name not in left_out.split(","))
    return attrs.evolve(settings, pages=pages)
