"""`twingkit replay`: a game's record as a story, with the rule behind every sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from twingkit import Game, RecordError
from twingkit.cli.options import Lang, LangOption, fail, text_of
from twingkit.core.record import unused_note

RecordFile = Annotated[Path, typer.Argument(help="A record: a text file that begins with twingkit-record 1.")]


def replay(file: RecordFile, lang: LangOption = Lang.EN) -> None:
    """Play a record again and tell what happened; of a broken one, all that comes before the fault."""
    text = text_of(file, lang)
    try:
        game = Game.replay(text)
        print(game.story(lang), end="")
        if note := unused_note(game, lang):
            print(note, file=sys.stderr)
    except RecordError as fault:
        if fault.game is not None:
            print(fault.game.story(lang), end="")
        fail(fault.text(lang))
