"""Put a publisher's settings into effect."""

from __future__ import annotations

from pathlib import Path

import pytest
from widgets.site.own_publishers import SVG, Move

from twingkit_widgets.panel.settings.active_settings import settings_environment
from twingkit_widgets.panel.settings.settings import FILE


@pytest.fixture
def move_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Move:
    """Return a function that puts a publisher's settings into effect: `move_in(text of twingkit.toml)`."""

    def move(text: str) -> Path:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))  # settings are read once
        folder.mkdir()
        (folder / FILE).write_text(text, encoding="utf-8")
        (folder / "logo.svg").write_text(SVG, encoding="utf-8")
        (folder / "imprint.en.md").write_text("Berta, [here](javascript:alert(1))", encoding="utf-8")
        for name in ("club-night", "another"):
            (folder / f"{name}.ipynb").write_text('{"cells": []}', encoding="utf-8")
        for name, value in settings_environment(None, folder).items():
            monkeypatch.setenv(name, value)
        return folder

    return move
