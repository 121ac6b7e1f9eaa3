"""The clients of panels: one script, though it is written in several files."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from twingkit_widgets.panel.client import Client
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.site.frame import FramePanel

FOLDER = FramePanel._esm.file.parent


def test_a_client_holds_every_file_once_behind_what_it_imports() -> None:
    text = str(FramePanel._esm)
    longest = [max(file.read_text(encoding="utf-8").splitlines(), key=len) for file in FOLDER.glob("*.js")]
    assert len(longest) > 1
    assert [text.count(line) for line in longest] == [1] * len(longest)
    assert text.index("const MEMORY =") > text.index("const site =")
    assert "import " not in re.sub(r"/?\*.*|//.*", "", text)
    assert [line for line in text.splitlines() if line.startswith("export")] == ["export default { render };"]


def test_no_two_files_of_a_client_call_anything_the_same() -> None:
    names = re.findall(r"(?m)^(?:const|let|function|async function) (\w+)", str(FramePanel._esm))
    assert len(names) == len(set(names)) > 10


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_a_browser_can_read_the_clients(tmp_path: Path) -> None:
    for panel in (Panel, FramePanel):
        file = tmp_path / f"{panel._esm.name}.mjs"
        file.write_text(str(panel._esm), encoding="utf-8")
        subprocess.run(["node", "--check", file], check=True, capture_output=True)


def test_what_names_a_file_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        str(Client(FOLDER / "absent.js"))
