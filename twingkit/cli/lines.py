"""`twingkit odds` and `twingkit step`: the odds of a line, and a game played from it.

Results go to standard output; errors go to standard error as one clear message, with exit code 2.
"""

from __future__ import annotations

import json
import random
from enum import StrEnum
from typing import Annotated

import typer

from twingkit.cli import options
from twingkit.cli.commands import LineOdds, line_odds, play_line, setup_line_as_typed
from twingkit.core.messages import message
from twingkit.core.questions import Refusal
from twingkit.core.starts import closest_game_of_line
from twingkit.core.words import format_percents
from twingkit.odds.odds import Odds, OutcomeChances


class OddsResponses(StrEnum):
    """The values of `--responses`: none (dice alone), best responses, or in a duel the best for each battle
    (`each`).
    """

    NONE = "none"
    EACH = "each"
    BEST = "best"


Line = Annotated[str, typer.Argument(help=f"A line of a game, such as {options.examples_for_help()}.")]


AnyLine = Annotated[
    str,
    typer.Argument(
        help=f"A line of a game, such as {options.examples_for_help()}. See `twingkit docs` for the "
        f"notation of each game."
    ),
]


def odds(
    line: AnyLine,
    responses: Annotated[
        OddsResponses,
        typer.Option(help="none: dice alone; best: best responses; each: in a duel, best for each battle."),
    ] = OddsResponses.NONE,
    variant: options.VariantOption = "",
    rounds: Annotated[
        int,
        typer.Option(min=0, max=99, help="Print the state after each round, up to this one (0: no rounds)."),
    ] = 0,
    budget: Annotated[
        float, typer.Option(min=0, help="Time limit in seconds (0: one minute); huge battles need more.")
    ] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: options.LangOption = options.Lang.EN,
) -> None:
    """Print the exact odds of a line: win, tie and loss for its first side, or the outcomes that its game
    names.
    """
    try:
        answer = line_odds(closest_game_of_line(line), line, responses.value, variant, rounds, budget)
    except (ValueError, Refusal) as fault:
        options.exit_with_error(options.fault_text(fault))
    if as_json:
        chances = answer.chances
        more = {"responses": responses.value, **({"variant": variant} if variant else {})}
        if not isinstance(answer.odds, OutcomeChances):
            chances["edge"] = chances["win"] - chances["loss"]
        print(json.dumps({"position": answer.line, **more, **chances, **answer.extra_json}))
    else:
        print("\n".join([answer.line, answer.heading, *_chances(answer), *answer.footer]))


def step(
    line: Line,
    seed: Annotated[int | None, typer.Option(help="Seed of the dice; default: a random one.")] = None,
    variant: options.VariantOption = "",
    lang: options.LangOption = options.Lang.EN,
) -> None:
    """Play one battle or game from a line to its end, and print each answer with what happens and which rule
    applies.
    """
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    try:
        game = play_line(closest_game_of_line(line), line, seed, variant)
        story = [f"    {ruling.text()} [{ruling.rule}]" for ruling in game.opening_rulings]
        for entry in game.transcript:
            story.append(f"\n{entry.seat}: {entry.answer}")
            story += [f"    {ruling.text()} [{ruling.rule}]" for ruling in entry.rulings]
    except (ValueError, Refusal) as fault:
        options.exit_with_error(options.fault_text(fault))
    print(setup_line_as_typed(game, line))
    print(message("step.seed", seed=seed))
    print("\n".join(story))


def _chances(answer: LineOdds) -> list[str]:
    chances, names = answer.chances, answer.outcome_names
    width = max(map(len, names.values()))
    shown = format_percents(list(chances.values()), 2)
    room = max(map(len, shown))
    rows = [f"  {names[name]:{width}}  {text:>{room}}" for name, text in zip(names, shown, strict=True)]
    if isinstance(answer.odds, Odds) and answer.odds.margin is not None:
        criticals = [getattr(answer.odds, f"critical_{name}") for name in names]
        parts = dict(zip(names, format_percents(criticals, 2), strict=True))
        rows.append("  " + message("odds.critical", **parts))
    return rows
