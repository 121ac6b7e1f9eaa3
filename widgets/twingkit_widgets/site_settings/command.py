"""The command `twingkit site`: create example settings, list all their faults, print the Binder button."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from urllib.parse import quote

from twingkit.cli.docs import docs_folder as documents
from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.web_address import web_address_parts_or_empty
from twingkit_widgets.panel.settings.active_settings import FOLDER, publisher_settings, settings_environment
from twingkit_widgets.panel.settings.faults import WORDS, SettingsError, SettingsFault, verbatim_text
from twingkit_widgets.panel.settings.settings import FILE, PublisherSettings
from twingkit_widgets.panel.settings.settings_file import read_settings
from twingkit_widgets.site.publisher.settings_check import settings_faults, settings_remarks

_SETTINGS_FOLDER = "site-settings"
"""The settings folder at the top of a repository."""

FAULTS_FOUND = 2  # exit code: there are faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command `twingkit site`, which creates and checks the settings of a site, and return the exit
    code.
    """
    parser = argparse.ArgumentParser(prog="twingkit site", description=WORDS.say("command.help"))
    commands = parser.add_subparsers(dest="command", required=True)
    new = commands.add_parser("new", help=WORDS.say("command.new"))
    new.add_argument("folder", type=Path, help=WORDS.say("command.target"))
    new.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0])
    for name in ("check", "button"):
        command = commands.add_parser(name, help=WORDS.say(f"command.{name}"))
        command.add_argument("folder", type=Path, nargs="?", default=Path(), help=WORDS.say("command.folder"))
        command.add_argument("--config", type=Path, help=WORDS.say("command.config"))
        command.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0])
    command.add_argument("--ref", default=_NEWEST, help=WORDS.say("command.ref"))
    options = parser.parse_args(arguments)
    with in_language(options.lang):
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    if options.command == "new":
        return _new(options.folder)
    config = options.config or options.folder / FILE
    if options.command == "button":
        if not options.config and not config.is_file():
            config = options.folder / _SETTINGS_FOLDER / FILE  # the folder that Binder expects
        if config.is_file():
            print(WORDS.say("button.read", file=config), file=sys.stderr)
        try:
            settings = read_settings(config) if config.is_file() else PublisherSettings()
        except SettingsError as wrong:
            print(wrong.text(), file=sys.stderr)
            return FAULTS_FOUND
        print(binder_button_markdown(settings.repository, options.ref))
        return 0
    return _check(config, options.folder if options.config is None else None)


def _new(folder: Path) -> int:
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FileExistsError(folder)
        shutil.copytree(documents() / "example-site", folder, dirs_exist_ok=True)
        copies = sorted(path for path in folder.rglob("*") if path.is_file())
    except FileExistsError:
        print(WORDS.say("new.full", folder=folder), file=sys.stderr)
        return FAULTS_FOUND
    except OSError as why:
        print(f"twingkit site: {why}", file=sys.stderr)
        return FAULTS_FOUND
    print(WORDS.say("new.done", folder=folder, count=len(copies)))
    return 0


def _run_faults(config: Path, folder: Path | None, known: Collection[str]) -> list[SettingsFault]:
    """Return the faults that occur when the publisher's notebooks are run, skipping the files in `known`,
    which have other faults.
    """
    from twingkit_widgets.static_site.publish import PageFault, game_entry_points, run_page_to_publish

    before = dict(os.environ)
    beside, seen = folder or config.parent, {Path(file).resolve() for file in known}
    try:
        os.environ.update(settings_environment(config if config.is_file() else None, folder))
    except SettingsError:  # pages run with the default settings
        os.environ[FOLDER] = str(beside.resolve())
    try:
        faults = []
        for page in publisher_settings().pages:
            if page.first_file.resolve() in seen or not page.is_notebook:
                continue
            view = run_page_to_publish(page.name, game_entry_points())
            if isinstance(view, PageFault):
                runs = not isinstance(
                    run_page_to_publish(page.name, game_entry_points(), on_server=True), PageFault
                )
                case, why = "runs_on_server" if runs else "runs", {"why": verbatim_text(view.reason)}
                faults.append(SettingsFault(case, why, file=str(beside / page.first_file.name), fatal=False))
        return faults
    finally:
        os.environ.clear()
        os.environ.update(before)


def _check(config: Path, folder: Path | None) -> int:
    """Print every fault, or that there is none, or that there is nothing to check."""
    if folder is not None and not folder.is_dir():
        nothing = SettingsFault("not_folder", {"found": verbatim_text(folder)}, file=str(folder))
        print(nothing.text(), file=sys.stderr)
        return FAULTS_FOUND
    faults = settings_faults(config if config.is_file() or folder is None else None, folder)
    faults += _run_faults(config, folder, {fault.file for fault in faults})
    for fault in faults:
        print(fault.text(), file=sys.stderr)
    if faults:
        print(WORDS.say("check.count", count=len(faults)), file=sys.stderr)
        return FAULTS_FOUND
    settings = read_settings(config if config.is_file() else None, folder)
    for remark in settings_remarks(settings):
        print(remark.text())
    folders = [rules.lessons_folder for rules in settings.game_rules.values() if rules.lessons_folder]
    own = {
        "pages": [page.name for page in settings.pages],
        "lessons": [path.stem for lessons in folders for path in sorted(lessons.glob("*.toml"))],
    }
    facts = {name: ", ".join(listed) or WORDS.say("check.none") for name, listed in own.items()}
    if settings.file is None:  # only its pages were checked, if there are any
        print(WORDS.say("check.no_settings", file=config, **facts), file=sys.stderr)
        return 0 if settings.pages else FAULTS_FOUND
    print(WORDS.say("check.good", file=config, **facts))
    return 0


_BINDER = "https://mybinder.org"

_HOSTS = {"github.com": "gh", "gitlab.com": "gl"}
"""Repository hosts with a short name on Binder."""

_START_PAGE = "voila/render/notebooks/site/index.ipynb"


_NEWEST = "HEAD"
"""The ref of the newest commit of a repository's default branch."""


def binder_button_markdown(repository: str, ref: str = _NEWEST) -> str:
    """Return the Binder button as Markdown; without a repository, a sentence about the missing setting.

    `ref` is the branch, tag or commit that the button opens.

    >>> print(binder_button_markdown("https://github.com/berta/games"))  # doctest: +ELLIPSIS
    [![Open the site on Binder](https://mybinder.org/badge_logo.svg)](https://mybinder.org/v2/gh/berta/games...
    """
    if not repository:
        return WORDS.say("button.unset")
    title = WORDS.say("button.title")
    return f"[![{title}]({_BINDER}/badge_logo.svg)]({_binder_address(repository, ref)})"


def _binder_address(repository: str, ref: str) -> str:
    """Return the URL at which Binder builds a repository at a branch, tag or commit and opens the site.

    >>> _binder_address("https://github.com/berta/games", "v1/b").partition("?")[0]
    'https://mybinder.org/v2/gh/berta/games/v1%2Fb'
    >>> _binder_address("https://codeberg.org/berta/games", "HEAD").partition("?")[0]
    'https://mybinder.org/v2/git/https%3A%2F%2Fcodeberg.org%2Fberta%2Fgames/HEAD'
    """
    parts = web_address_parts_or_empty(repository)
    host, path = _HOSTS.get(parts.netloc), parts.path.strip("/").removesuffix(".git")
    where = f"gh/{path}" if host == "gh" else f"{host}/{quote(path, safe='')}" if host else ""
    where = where or f"git/{quote(repository, safe='')}"
    return f"{_BINDER}/v2/{where}/{quote(ref, safe='')}?urlpath={quote(_START_PAGE, safe='')}"
