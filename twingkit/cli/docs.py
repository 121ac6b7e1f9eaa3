"""`twingkit docs`: the documents about notation and other topics of the kit."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

import twingkit
from twingkit.cli.options import exit_with_error
from twingkit.core.games import games

_PACKAGE_FOLDER = Path(twingkit.__file__).parent


def docs_folder() -> Path:
    """Return the folder with the documents: inside an installed package, or next to it in a checkout."""
    inside = _PACKAGE_FOLDER / "docs"
    return inside if inside.is_dir() else _PACKAGE_FOLDER.parent / "docs"


def documents() -> dict[str, Path]:
    """Return the paths of the documents by name, as `twingkit docs` lists them.

    They are those of the kit and, for every game that is a package of its own, those in its folder `docs`,
    with the name of the game as a prefix.
    """
    paths = {path.stem: path for path in sorted(docs_folder().glob("*.md")) if path.stem != "index"}
    for entry in games():
        package = entry.rules.partition(":")[0].partition(".")[0]
        spec = find_spec(package) if package not in ("", _PACKAGE_FOLDER.name) else None
        for home in (spec and spec.submodule_search_locations) or ():
            paths |= {f"{entry.id}-{path.stem}": path for path in sorted(Path(home, "docs").glob("*.md"))}
    return paths


def docs(
    name: Annotated[str, typer.Argument(help="Name of the document; default: list all documents.")] = "",
) -> None:
    """Show how to write the lines of each game, and other documents."""
    if not name:
        for stem, path in documents().items():
            print(f"{stem:20} {_title(path)}")
        print("\ntwingkit docs NAME shows one of them.")
        return
    shown = documents().get(name.removesuffix(".md"))
    if shown is None:
        exit_with_error(f"there is no document {name[:40]!r}; expected one of {', '.join(documents())}")
    text = shown.read_text(encoding="utf-8")
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text)


def _title(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ") for line in lines if line.startswith("# ")), "")
