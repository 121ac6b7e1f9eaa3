"""`twingkit publish DIR`: write the whole site as static files."""

from __future__ import annotations

import os
import sys
import time
import zipfile
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from twingkit.core.running.command_output import run_command
from twingkit_widgets.panel.settings.active_settings import settings_environment
from twingkit_widgets.panel.settings.settings import FILE
from twingkit_widgets.site.launch import terminal_language
from twingkit_widgets.site.publisher.settings_check import settings_faults
from twingkit_widgets.static_site.browser_python import PublishError, node_executable_path, pyodide_folder
from twingkit_widgets.static_site.program import DATE
from twingkit_widgets.static_site.publish import publish_static_site


def main(
    folder: Annotated[Path, typer.Argument(help="The folder to write: empty, or written by this command.")],
    pyodide: Annotated[
        Path | None, typer.Option(help="Pyodide's npm package as a file, if there is no network.")
    ] = None,
    pages: Annotated[
        Path | None,
        typer.Option("--folder", help="Your own pages: a folder with notebooks and twingkit.toml."),
    ] = None,
    config: Annotated[Path | None, typer.Option(help="Your twingkit.toml, if it is elsewhere.")] = None,
    as_zip: Annotated[Path | None, typer.Option("--zip", help="Also write it as a zip file.")] = None,
) -> None:
    """Run the command `twingkit publish`: write the whole site as static files, with every page in every
    language.
    """
    begin = time.monotonic()
    if pages and not pages.is_dir():
        print(f"twingkit publish: there is no folder {pages}", file=sys.stderr)
        raise typer.Exit(2)
    config = config or (pages / FILE if pages and (pages / FILE).is_file() else None)
    faults = settings_faults(config, pages)
    for fault in faults:
        print(fault.text(terminal_language()), file=sys.stderr)
    if any(fault.fatal for fault in faults):
        raise typer.Exit(2)
    environment = settings_environment(config, pages)
    os.environ.update(environment)
    try:
        if as_zip is not None:
            _check_zip_place(as_zip, folder)
        node = node_executable_path()
        files = pyodide_folder(pyodide)
        count = publish_static_site(
            folder, pyodide=files, node=node, environment=environment, report_step=_tell
        )
        if as_zip is not None:
            write_zip(folder, as_zip)
    except (PublishError, OSError) as fault:
        print(f"twingkit publish: {fault}", file=sys.stderr)
        raise typer.Exit(2) from fault
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    print(f"{count} pages in {folder} ({size:.0f} MB, {time.monotonic() - begin:.0f} s).")
    print(f"To view it: python -m http.server --directory {folder} 8000, then http://localhost:8000/")


def _tell(step: str) -> None:
    """Print the current step, since publishing takes minutes."""
    print(step, file=sys.stderr, flush=True)


def _check_zip_place(file: Path, folder: Path) -> None:
    """Raise `PublishError` if the zip cannot be written: before the minutes that publishing takes."""
    place = file.resolve()
    if not place.parent.is_dir():
        raise PublishError(f"there is no folder {file.parent} for {file.name}")
    if place.is_relative_to(folder.resolve()):
        raise PublishError(f"{file} would be part of the site: choose a place outside {folder}")
    if place.is_dir() or not os.access(place if place.exists() else place.parent, os.W_OK):
        raise PublishError(f"{file} cannot be written")


def write_zip(folder: Path, file: Path) -> None:
    """Write a folder with its files into the zip `file`; the same files give the same bytes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = zipfile.ZipInfo(f"{file.stem}/{path.relative_to(folder).as_posix()}", DATE)
                name.external_attr = 0o644 << 16
                archive.writestr(name, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(main)
    run_command(partial(app, prog_name="twingkit publish"))
