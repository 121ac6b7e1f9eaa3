"""`twingkit review`: every decision of a recorded game compared with the best one, with luck and the curve of
win probabilities."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from twingkit import Game, RecordError
from twingkit.cli.options import Lang, LangOption, exit_with_error, read_file
from twingkit.core.record import skipped_lines_note
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS

SecondsOption = Annotated[
    float, typer.Option(min=1, help="Time limit in seconds; more time gives more reliable ratings.")
]

PlayerOption = Annotated[
    str, typer.Option(help="Your seat as in the record, such as p1: your mistakes come first.")
]

SeedOption = Annotated[int, typer.Option(help="Seed of the playouts.")]


def review(
    file: RecordFile,
    player: PlayerOption = "",
    seconds: SecondsOption = DEFAULT_BUDGET_SECONDS,
    seed: SeedOption = 0,
    lang: LangOption = Lang.EN,
) -> None:
    """Rate every decision of a recorded game: mistakes with the chances before and after, luck, turning
    points.
    """
    from twingkit.learn.reviews.report import review_report_lines
    from twingkit.learn.reviews.reviewing import Review

    worked = Review(read_file(file), seed=seed)
    worked.set_reader(player)
    worked.run(seconds=seconds)
    print("\n".join(review_report_lines(worked, lang)))


RecordFile = Annotated[Path, typer.Argument(help="A record: a text file that begins with twingkit-record 1.")]


def replay(file: RecordFile, lang: LangOption = Lang.EN) -> None:
    """Replay a record and describe what happened; if it is invalid, everything before the error."""
    text = read_file(file)
    try:
        game = Game.replay(text)
        print(game.annotated_record(lang), end="")
        if note := skipped_lines_note(game):
            print(note, file=sys.stderr)
    except RecordError as fault:
        if fault.game is not None:
            print(fault.game.annotated_record(lang), end="")
        exit_with_error(fault.text(lang))
