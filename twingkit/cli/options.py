"""Options that several commands share (language, rules), and functions that end a command with a message."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from twingkit.core.games import games
from twingkit.core.messages import message, text_or_str
from twingkit.core.questions import Refusal
from twingkit.core.words import LANGUAGES

if TYPE_CHECKING:

    class Lang(StrEnum):
        """The languages that a command offers."""

        EN = "en"
else:
    Lang = StrEnum("Lang", {code.upper(): code for code in LANGUAGES})


LangOption = Annotated[Lang, typer.Option(help="Language of the output.")]
VariantOption = Annotated[
    str,
    typer.Option(help="Other rules, if the game has variants: a preset, or switches such as ties=defender."),
]


def examples_for_help(*, rules: bool = False) -> str:
    """Return example lines of all games, or with `rules` the forms of their rule ids, for a help text."""
    if rules:
        return " or ".join(f"{entry.rule_prefix}-…" for entry in games() if entry.rules)
    return " or ".join(f'"{entry.example}"' for entry in games() if entry.example)


def fault_text(fault: Exception) -> str:
    """Return the text of an error, with the id of the rule if it is a refusal."""
    text = text_or_str(fault)
    rule = f"[{fault.rule}]" if isinstance(fault, Refusal) else ""
    return text if not rule or text.endswith(rule) else f"{text} {rule}"


def exit_with_error(text: str) -> NoReturn:
    """End the command with one clear message on the error stream and exit code 2."""
    print(f"twingkit: {text}", file=sys.stderr)
    raise typer.Exit(2)


@contextmanager
def reading_box_file(file: Path) -> Iterator[None]:
    """Read a custom box file inside the block; if the file is missing or unreadable, end the command with a
    message.
    """
    try:
        yield
    except FileNotFoundError as fault:
        exit_with_error(message("box.no_file", file=fault.filename or file))
    except OSError as fault:
        exit_with_error(message("box.unreadable", file=fault.filename or file, why=fault.strerror or fault))


def write_new_file(file: Path, text: str, encoding: str = "utf-8") -> None:
    """Write a file; end the command with a message if it already exists or cannot be written."""
    try:
        with file.open("x", encoding=encoding, newline="") as new:
            new.write(text)
    except FileExistsError:
        exit_with_error(message("box.exists", file=file))
    except FileNotFoundError:
        exit_with_error(message("box.no_folder", file=file))
    except OSError as fault:
        exit_with_error(message("box.unwritable", file=file, why=fault.strerror or fault))


def read_file(file: Path) -> str:
    """Return the text of a file; end the command with a message if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        exit_with_error(message("record.encoding", file=file))
    except OSError as fault:
        exit_with_error(message("record.unreadable", file=file, why=fault.strerror or fault))
