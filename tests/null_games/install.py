"""Install the null games as separate packages, like `pip install` does, in a separate folder."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

HOME = Path(__file__).parent

GAMES = ("coin", "pile", "cups", "briscola")
"""The games: a whole one, a small one with something hidden, one of several seats with hidden dice, and one
of cards whose table is declared."""


def install(folder: Path) -> Path:
    """Copy each game's package into `folder` with the metadata of its distribution; return the folder.

    With the folder on PYTHONPATH a process finds the games like any other package; no test imports them.
    """
    for game in GAMES:
        project = tomllib.loads((HOME / game / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        shutil.copytree(HOME / game / game, folder / game, ignore=shutil.ignore_patterns("__pycache__"))
        info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        info.mkdir()
        head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        (info / "METADATA").write_text(head, encoding="utf-8")
        groups = project["entry-points"].items()
        lines = [
            f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()) for group, points in groups
        ]
        (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder
