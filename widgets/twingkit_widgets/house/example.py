"""The example of a publisher's folder, to begin one's own with."""

from __future__ import annotations

import shutil
from pathlib import Path

from twingkit.cli.docs import folder as documents


def copy_example(target: Path) -> list[Path]:
    """Copy the example into a folder and return the copies, sorted.

    Raises `FileExistsError` if something is in the folder, `OSError` if it cannot be written.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise FileExistsError(target)
    shutil.copytree(documents() / "house", target, dirs_exist_ok=True)
    return sorted(path for path in target.rglob("*") if path.is_file())
