"""The commands of the site: programs in the package `twingkit_widgets`, which this package does not
import."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import typer

from twingkit.cli.options import exit_with_error

PASS_THROUGH_SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Typer settings of a command that passes its options on to another program."""


def explore(context: typer.Context) -> None:
    """Serve the site on this machine and print its address (`--help` lists its options)."""
    _run_module("twingkit_widgets.site", context.args, ("twingkit_widgets", "voila"))


def copy_notebooks(context: typer.Context) -> None:
    """Copy lessons, analyses and site pages as notebooks into a folder; existing files are never
    overwritten.
    """
    _run_module("twingkit_widgets.site.copy_notebooks", context.args, ("twingkit_widgets",))


def publish(context: typer.Context) -> None:
    """Write the site as static files, for any file host (`--help` lists its options)."""
    _run_module("twingkit_widgets.static_site", context.args, ("twingkit_widgets",))


def worksheet(context: typer.Context) -> None:
    """Write lessons and questions as a page to print, with the answers separate (`--help` lists
    its options).
    """
    _run_module("twingkit_widgets.learn.printed.worksheet", context.args, ("twingkit_widgets",))


def site(context: typer.Context) -> None:
    """Create or check your own site settings, pages and lessons (`--help` lists the commands)."""
    _run_module("twingkit_widgets.site_settings", context.args, ("twingkit_widgets",))


def _run_module(module: str, arguments: list[str], needs: tuple[str, ...]) -> NoReturn:
    missing = [name for name in needs if find_spec(name) is None]
    if missing:
        exit_with_error(
            f"the site needs {' and '.join(missing)}, not installed here; the other commands work without"
        )
    Path.cwd()  # fail here if the current folder is gone, not somewhere in the other program
    if not (sys.stdout.encoding or "").casefold().startswith("utf"):
        os.environ["PYTHONIOENCODING"] = f"{sys.stdout.encoding}:replace"
    # -P: a file in this folder with the name of a module must not replace the module.
    command = [sys.executable, "-P", "-m", module, *arguments]
    if os.name == "posix":  # become that program, so that ending this command ends it
        os.execv(sys.executable, command)  # noqa: S606 - our own module
    raise typer.Exit(subprocess.run(command, check=False).returncode)  # noqa: S603
