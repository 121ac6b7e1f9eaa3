"""The house in force: the settings of the publisher whose site this process serves."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from twingkit.games import OFFERED
from twingkit_widgets.site.house.house_file import read_house
from twingkit_widgets.site.house.settings import FILE, SETTING, House

FOLDER = "TWINGKIT_PAGES"
"""The environment variable with the folder of a publisher's pages, where it is not that of the settings."""


def house() -> House:
    """Return the house in force, read once: that of the file and the folder which the environment names.

    Raises `HouseError` if the file cannot be used.
    """
    return _of(os.environ.get(SETTING, ""), os.environ.get(FOLDER, ""))


def house_environment(config: Path | None, folder: Path | None) -> dict[str, str]:
    """Return the environment in which a house is in force: that of a file, of a folder of pages with or
    without one, or of both. Raises `HouseError` if the file cannot be used.

    >>> house_environment(None, None)
    {}
    """
    if config is None and folder is not None and (folder / FILE).is_file():
        config = folder / FILE
    file, pages = (str(path.resolve()) if path else "" for path in (config, folder))
    chosen = ",".join(_of(file, pages).games)
    settings = {SETTING: file, FOLDER: pages, OFFERED: chosen}
    return {name: value for name, value in settings.items() if value}


@cache
def _of(file: str, folder: str) -> House:
    return read_house(Path(file) if file else None, Path(folder) if folder else None)
