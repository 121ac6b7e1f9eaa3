"""The commands of the site: programs in the package `twingkit_widgets`, which this package does not
import."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import typer

from twingkit.cli.options import exit_with_error

_SITE_COMMANDS = {
    "notebooks": (
        "site.copy_notebooks",
        "Copy lessons, analyses and site pages as notebooks into a folder; existing files are never "
        "overwritten.",
    ),
    "explore": ("site", "Serve the site on this machine and print its address (`--help` lists its options)."),
    "publish": (
        "static_site",
        "Write the site as static files, for any file host (`--help` lists its options).",
    ),
    "site": (
        "site_settings",
        "Create or check your own site settings, pages and lessons (`--help` lists the commands).",
    ),
    "worksheet": (
        "learn.printed.worksheet",
        "Write lessons and questions as a page to print, with the answers separate (`--help` lists its "
        "options).",
    ),
}
"""The module of each command in the package `twingkit_widgets`, and its help."""


def add_site_commands(app: typer.Typer) -> None:
    """Add the commands of the site to `app`; they pass their options on to the other program."""
    settings = {"allow_extra_args": True, "ignore_unknown_options": True}
    for name, (module, help_text) in _SITE_COMMANDS.items():
        added = app.command(name, help=help_text, context_settings=settings, add_help_option=False)
        added(_program(module))


def _program(module: str) -> Callable[[typer.Context], None]:
    def run(context: typer.Context) -> None:
        _run_module(module, context.args)

    return run


def _run_module(module: str, arguments: list[str]) -> NoReturn:
    needed = ("twingkit_widgets", "voila") if module == "site" else ("twingkit_widgets",)
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        exit_with_error(
            f"the site needs {' and '.join(missing)}, not installed here; the other commands work without"
        )
    Path.cwd()  # fail here if the current folder is gone, not somewhere in the other program
    # -P: a file in this folder with the name of a module must not replace the module.
    command = [sys.executable, "-P", "-m", f"twingkit_widgets.{module}", *arguments]
    if os.name == "posix":  # become that program, so that ending this command ends it
        os.execv(sys.executable, command)  # noqa: S606 - our own module
    raise typer.Exit(subprocess.run(command, check=False).returncode)  # noqa: S603
