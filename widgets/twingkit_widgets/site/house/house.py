"""The house in force: the settings of the publisher whose site this process serves."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from twingkit_widgets.site.house.house_file import read_house
from twingkit_widgets.site.house.settings import SETTING, House


def house() -> House:
    """Return the house in force: that of the file in the environment variable TWINGKIT_HOUSE, read once.

    Raises `HouseError` if the file cannot be used.
    """
    return _of_file(os.environ.get(SETTING, ""))


@cache
def _of_file(path: str) -> House:
    return read_house(Path(path)) if path else House()
