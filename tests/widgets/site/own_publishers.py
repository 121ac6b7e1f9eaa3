"""Settings of a publisher."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from twingkit_widgets.panel.settings.faults import SettingsError, SettingsFault
from twingkit_widgets.panel.settings.settings import FILE
from twingkit_widgets.panel.settings.settings_file import read_settings

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

Move = Callable[[str], Path]


def faults_of(text: str, folder: Path) -> tuple[SettingsFault, ...]:
    """Return the faults of a file."""
    (folder / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as wrong:
        read_settings(folder / FILE)
    return wrong.value.faults
