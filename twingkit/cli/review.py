"""`twingkit review`: every decision of a recorded game against the best, its luck, and its curve."""

from __future__ import annotations

from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, fail
from twingkit.cli.replay import RecordFile
from twingkit.messages import message

SecondsOption = Annotated[float, typer.Option(min=1, help="The time it may take: longer is surer.")]
SeedOption = Annotated[int, typer.Option(help="The seed of the games that are played on.")]


def review(
    file: RecordFile, seconds: SecondsOption = 60, seed: SeedOption = 0, lang: LangOption = Lang.EN
) -> None:
    """Rate every decision of a recorded game: mistakes with both chances, luck, turning points."""
    from twingkit.reviews.report import report
    from twingkit.reviews.reviewing import Review

    try:
        worked = Review(file.read_text(encoding="utf-8"), seed=seed)
    except (OSError, UnicodeDecodeError) as fault:
        why = getattr(fault, "strerror", None) or fault
        fail(message("record.unreadable", lang, file=file, why=why))
    worked.run(seconds=seconds)
    print("\n".join(report(worked, lang)))
