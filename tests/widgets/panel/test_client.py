"""The clients of panels: one script, though it is written in several files."""

import shutil
import subprocess
from pathlib import Path

import pytest

from twingkit_widgets.panel.client import ClientScript
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.site.frame import PageHeaderPanel

FOLDER = PageHeaderPanel._esm.file.parent


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_a_browser_can_read_the_clients(tmp_path: Path) -> None:
    for panel in (Panel, PageHeaderPanel):
        file = tmp_path / f"{panel._esm.stem}.mjs"
        file.write_text(str(panel._esm), encoding="utf-8")
        subprocess.run(["node", "--check", file], check=True, capture_output=True)


def test_what_names_a_file_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        str(ClientScript(FOLDER / "absent.js"))
