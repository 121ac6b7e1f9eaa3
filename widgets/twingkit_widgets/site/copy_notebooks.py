"""`twingkit notebooks DIR`: copy lessons, analyses and pages as notebooks, from the wheel alone."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from twingkit.core.running.command_output import run_command
from twingkit_widgets.site.folder import notebooks_folder

_COPIED_FOLDERS = ("learn", "analyse", "site")


def copy_notebooks(target: Path) -> tuple[list[Path], list[Path]]:
    """Copy all notebooks into a folder. Returns the copies, and the existing files that were left unchanged.

    Raises `OSError` if the folder cannot be written.
    """
    copied, kept = [], []
    for part in _COPIED_FOLDERS:
        for source in sorted((notebooks_folder() / part).rglob("*")):
            place = target / source.relative_to(notebooks_folder())
            if not source.is_file() or ".ipynb_checkpoints" in source.parts:
                continue
            if place.exists():
                kept.append(place)
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, place)
            copied.append(place)
    return copied, kept


def main(arguments: list[str] | None = None) -> int:
    """Run the command `twingkit notebooks`, which copies notebooks into a folder, and return the exit code: 2
    if the folder cannot be written.
    """
    parser = argparse.ArgumentParser(
        "twingkit notebooks",
        description="Copy lessons (learn), analyses (analyse) and pages (site) as notebooks into a folder. "
        "Existing files are not changed.",
    )
    parser.add_argument("folder", type=Path, help="The folder; it is created if it does not exist.")
    target = parser.parse_args(arguments).folder
    try:
        copied, kept = copy_notebooks(target)
    except OSError as why:
        print(f"twingkit: {why}", file=sys.stderr)
        return 2
    print(f"{len(copied)} notebooks copied to {target}")
    if kept:
        print(f"{len(kept)} existed already and were not changed")
    print(f"Open them: jupyter lab {target} (pip install twingkit[lab])")
    return 0


if __name__ == "__main__":
    run_command(main)
