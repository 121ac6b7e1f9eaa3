"""The command `twingkit advise`: advice on the lays of a battle, as a sentence and a table.

Results go to standard output; an error is one clear message on standard error, with exit code 2.
"""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Annotated

import typer
from rich import box as boxes
from rich.console import Console
from rich.table import Table

from twingkit import twing
from twingkit.cli.options import Lang, LangOption, VariantOption, exit_with_error
from twingkit.core.language import language
from twingkit.core.messages import Fault, message
from twingkit.core.words import format_percent, language_of
from twingkit.twing.analysis.advice import RankedLays, RatedLay, rank_lays

_OUTCOME_COLUMNS = ("win", "tie", "loss")
"""The columns that add up to 1."""

_TABLE_WIDTH = 240
"""The width of the table if the output is not a terminal, so that nothing is cut off."""


class Side(StrEnum):
    """The values of the command-line option `side`: the side to advise."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class _AdviceResponses(StrEnum):
    NONE = "none"
    BEST = "best"


class Goal(StrEnum):
    """The values of the command-line option `goal`: the goal by which lays are ranked."""

    WIN = "win"
    VALUE = "value"
    SAFETY = "safety"


LineArgument = Annotated[
    str,
    typer.Argument(
        help='What both sides hold, such as "F: hand F5 F3 + F4 vs W: hand W6 W4 & cat"; write cards '
        'that are already laid without "hand", and ? for hidden cards. If both sides have laid, these cards '
        "are all that they hold; with --side defender the attack has been laid."
    ),
]
SideOption = Annotated[
    Side | None, typer.Option(help="The side to advise; by default the one that has not laid.")
]
GoalOption = Annotated[
    Goal, typer.Option(help="The best edge, a good result per card lost, or safety from losing.")
]
ResponsesOption = Annotated[
    _AdviceResponses, typer.Option(help="After the roll: no responses, or best ones.")
]
TopOption = Annotated[int, typer.Option(min=1, help="How many lays to show.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
SamplesOption = Annotated[
    int | None,
    typer.Option(help="How many hidden hands to draw; by default all of them, unless there are too many."),
]
SeedOption = Annotated[int, typer.Option(help="The same seed draws the same hidden hands.")]


def advise(
    line: LineArgument,
    side: SideOption = None,
    goal: GoalOption = Goal.WIN,
    responses: ResponsesOption = _AdviceResponses.BEST,
    top: TopOption = 10,
    as_json: JsonOption = False,
    samples: SamplesOption = None,
    seed: SeedOption = 0,
    variant: VariantOption = "",
    lang: LangOption = Lang.EN,
) -> None:
    """Print advice on lays: attacks against the best answer, or defences against the given attack."""
    try:
        advice = rank_lays(
            line, side.value if side else None, goal.value, responses.value, samples, seed, variant=variant
        )
    except (twing.NotationError, twing.IllegalBattleError, Fault) as fault:
        exit_with_error(fault.text(lang.value))
    if as_json:
        rows = [row.by_column() for row in advice.rows[:top]]
        print(json.dumps({**advice.frame_attrs, "lays": len(advice.rows), "rows": rows}, ensure_ascii=False))
        return
    print(" ".join(advice.sentences(lang.value)))
    print(advice.situation)
    if advice.variant != twing.BOX:
        print(message("odds.variant", variant=str(advice.variant)))
    _print_table(advice, top)
    book = twing.rulebook()
    for rule in advice.rows[0].rules:
        print(f"{rule}  {book[rule].title(lang.value)}")


def _print_table(advice: RankedLays, top: int) -> None:
    names = [
        "rank",
        "option",
        "reply",
        "win",
        "tie",
        "loss",
        "edge",
        "ornicles",
        "cards_lost",
        "creatures_lost",
        "value",
    ]
    if advice.side == "defender":
        names.remove("reply")
    if advice.frame_attrs["samples"]:
        names.insert(names.index("edge") + 1, "error")
    table = Table(box=boxes.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        text = name in ("option", "reply")
        table.add_column(message(f"advise.{name}"), justify="left" if text else "right", no_wrap=not text)
    for row in advice.rows[:top]:
        table.add_row(*(_cell(row, name) for name in names))
    width = None if sys.stdout.isatty() else _TABLE_WIDTH
    console = Console(width=width, markup=False, highlight=False, emoji=False)
    with console.capture() as capture:
        console.print(table)
    print("\n".join(row.rstrip() for row in capture.get().splitlines() if row.strip()))
    print(message("advise.shown", top=min(top, len(advice.rows)), count=len(advice.rows)))


def _cell(row: RatedLay, name: str) -> str:
    value = getattr(row, name)
    if isinstance(value, str):
        return value
    if name == "rank":
        return str(value)
    if name in _OUTCOME_COLUMNS:
        return format_percent(value, 1)
    text = f"{value:+.3f}" if name == "edge" else f"{value:.2f}"
    return text.replace(".", language_of(language()).decimal_point)
