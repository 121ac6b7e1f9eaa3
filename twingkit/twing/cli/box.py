"""The command `twingkit box`: check a custom box, or create one from a commented template."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, exit_with_error, reading_box_file, write_new_file
from twingkit.core.cards.box_faults import BoxError, BoxFault, box_value_text, join_names
from twingkit.core.cards.box_file import BOX_FILE_SUFFIXES
from twingkit.core.language import language
from twingkit.core.messages import message
from twingkit.core.words import language_of
from twingkit.twing.box.box import Box, box_csv, box_toml, load_box
from twingkit.twing.box.entries import ENTRY_TYPE_BY_TABLE
from twingkit.twing.box.form import BOX_FORM
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARDS

box_app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Your own box of Imperial Twing: a file with its cards, events and objects.",
)


@box_app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A box file: .toml or .csv.")], lang: LangOption = Lang.EN
) -> None:
    """Report every fault of a box file, or its card counts if it has no fault."""
    try:
        with reading_box_file(file):
            box = load_box(file)
    except BoxError as fault:
        exit_with_error(fault.text(lang.value))
    print(message("box.good", file=file, **_counts(box)))


@box_app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The file to create: .toml or .csv.")],
    lang: LangOption = Lang.EN,
) -> None:
    """Write a template of a box file, with a comment on every key; never overwrite a file."""
    suffix = file.suffix.lower()
    if suffix not in BOX_FILE_SUFFIXES:
        facts = {"allowed": join_names(BOX_FILE_SUFFIXES), "found": box_value_text(file.name)}
        exit_with_error(BOX_FORM.error(str(file), BoxFault("box_suffix", facts)).text(lang.value))
    write_new_file(file, box_template_text(suffix), _ENCODING[suffix])
    print(message("box.made", file=file))


_ENCODING = {".toml": "utf-8", ".csv": "utf-8-sig"}
"""UTF-8 with a byte order mark, by which spreadsheets recognize it."""


def box_template_text(suffix: str) -> str:
    """Return the text of a template for box files: the assumed box with comments, in the format of a suffix
    (".toml" or ".csv").
    """
    notes = {
        part: message(f"box.{suffix.removeprefix('.')}.{part}")
        for part in ("format", "title", *ENTRY_TYPE_BY_TABLE)
    }
    box = load_box()
    return (
        box_toml(box, notes)
        if suffix == ".toml"
        else box_csv(box, notes, language_of(language()).cell_separator)
    )


def _counts(box: Box) -> dict[str, int]:
    mounts = sum(entry.copies for entry in box.creature if entry.mount)
    cards = [*box.playing_card_entries, *box.event, *box.object]
    return {
        "size": box.card_count,
        "spells": sum(entry.copies for entry in box.spell),
        "creatures": sum(entry.copies for entry in box.creature) - mounts,
        "mounts": mounts,
        **{
            RESPONSE_CARDS[kind].plural: box.count_special_cards(kind) for kind in sorted(RESPONSE_CARD_KINDS)
        },
        "events": len(box.event),
        "objects": len(box.object),
        "assumed": sum(bool(entry.assumed) for entry in cards),
    }
