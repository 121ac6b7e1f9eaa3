"""Settings of a publisher."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from twingkit_widgets.site.house.faults import HouseError, HouseFault
from twingkit_widgets.site.house.house_file import read_house
from twingkit_widgets.site.house.settings import FILE

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

Move = Callable[[str], Path]


def faults_of(text: str, folder: Path) -> tuple[HouseFault, ...]:
    """The faults of a file."""
    (folder / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(HouseError) as wrong:
        read_house(folder / FILE)
    return wrong.value.faults
