"""`twingkit review`: every decision of a recorded game against the best, its luck, and its curve."""

from __future__ import annotations

from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, text_of
from twingkit.cli.replay import RecordFile
from twingkit.core.slices import PATIENCE

SecondsOption = Annotated[float, typer.Option(min=1, help="The time it may take: longer is surer.")]
SeedOption = Annotated[int, typer.Option(help="The seed of the games that are played on.")]


def review(
    file: RecordFile, seconds: SecondsOption = PATIENCE, seed: SeedOption = 0, lang: LangOption = Lang.EN
) -> None:
    """Rate every decision of a recorded game: mistakes with both chances, luck, turning points."""
    from twingkit.learn.reviews.report import report
    from twingkit.learn.reviews.reviewing import Review

    worked = Review(text_of(file, lang), seed=seed)
    worked.run(seconds=seconds)
    print("\n".join(report(worked, lang)))
