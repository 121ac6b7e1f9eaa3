"""`twingkit odds`, `step`, `rule` and `explore`: a battle, a rule, and the site.

Results go to standard output, errors as one clear message to standard error with exit code 2.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from enum import StrEnum
from importlib.util import find_spec
from typing import Annotated

import typer

from twingkit import Game, UnknownRule, twing
from twingkit.cli import fleets
from twingkit.cli.options import Lang, LangOption, fail
from twingkit.messages import Fault, message
from twingkit.odds import Odds
from twingkit.twing.analysis.lines import kind_of, line_odds, read_line


class Responses(StrEnum):
    """What players do after the roll."""

    NONE = "none"
    EACH = "each"
    BEST = "best"


Line = Annotated[
    str,
    typer.Argument(
        help='A battle line, such as "F: F5 F3 + F4 vs W: W6 W4" or "space: 2 cruiser vs 1 dreadnought".'
    ),
]


AnyLine = Annotated[
    str,
    typer.Argument(
        help="A battle line of a game, one with supporters, a duel line or an end-game line: see "
        "docs/notation.md."
    ),
]

PASS_ON = {"allow_extra_args": True, "ignore_unknown_options": True}
"""For a command whose options another program reads."""


def odds(
    line: AnyLine,
    responses: Annotated[
        Responses, typer.Option(help="Dice alone, or best responses; each: in a duel, for each battle.")
    ] = Responses.NONE,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: LangOption = Lang.EN,
) -> None:
    """The exact chances of the attacker in a battle, a duel or an end-game attack."""
    if fleets.begins(line):
        if responses is not Responses.NONE:
            fail(_say("odds.fleets_responses", lang))
        fleets.odds(line, as_json, lang)
        return
    try:
        read = read_line(line)
        kind = kind_of(read)
        if responses is Responses.EACH and kind != "duel":
            fail(_say("odds.each_duel", lang))
        found = line_odds(read, responses.value)
    except (twing.NotationError, twing.BattleError, Fault) as fault:
        fail(fault.text(lang.value))
    if as_json:
        chances = {"win": found.win, "tie": found.tie, "loss": found.loss}
        print(json.dumps({kind: str(read), "responses": responses.value, **chances}))
    else:
        print(read)
        print(_odds_text(found, responses, lang))
        if kind != "battle":
            print("  " + _say(f"odds.{kind}", lang))


def step(
    line: Line,
    seed: Annotated[int | None, typer.Option(help="Seed of the dice; a new one is drawn without it.")] = None,
    lang: LangOption = Lang.EN,
) -> None:
    """Play a battle out as a story: what happens, and which rule says so."""
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    game = fleets.game(line, seed, lang) if fleets.begins(line) else _game(line, seed, lang)
    print(game.start.lines()[0].removeprefix("battle "))
    print(_say("step.seed", lang, seed=seed))
    for ruling in game.opening:
        print(f"    {ruling.text(lang.value)} [{ruling.rule}]")
    for entry in game.transcript:
        print(f"\n{entry.seat}: {entry.answer}")
        for ruling in entry.rulings:
            print(f"    {ruling.text(lang.value)} [{ruling.rule}]")


def rule(
    rule_id: Annotated[str, typer.Argument(help="A rule's id, such as TW-BAT-16 or IM-SPACE-4.")],
    lang: LangOption = Lang.EN,
) -> None:
    """What a rule says, where it comes from, and what is related."""
    try:
        found = (fleets.rulebook() if rule_id.casefold().startswith("im-") else twing.rulebook())[rule_id]
    except UnknownRule as fault:
        fail(str(fault))
    print(f"{found.id}  {found.title(lang.value)}  ({_say(f'rule.{found.status}', lang)})")
    print(found.text(lang.value))
    if found.note(lang.value):
        print(_say("rule.note", lang, note=found.note(lang.value)))
    if found.sources:
        print(_say("rule.source", lang, source="; ".join(found.sources)))
    if found.see:
        print(_say("rule.see", lang, ids=", ".join(found.see)))


def explore(context: typer.Context) -> None:
    """Serve the site on this machine and print its address (`--help` lists its options)."""
    missing = [name for name in ("twingkit_widgets", "voila") if find_spec(name) is None]
    if missing:
        fail(f"the site needs {' and '.join(missing)}, not installed here; the other commands work without")
    command = [sys.executable, "-m", "twingkit_widgets.site", *context.args]
    if os.name == "posix":  # become the server, so that it ends when this command is ended
        os.execv(sys.executable, command)  # noqa: S606 - our own module
    raise typer.Exit(subprocess.run(command, check=False).returncode)  # noqa: S603


def _game(line: str, seed: int, lang: Lang) -> Game:
    """The battle of a line, played by its lays and best responses; or the end of the command."""
    try:
        return twing.battle_game(line, seed=seed).play(twing.best_answer)
    except (twing.NotationError, twing.BattleError, twing.BudgetError) as fault:
        fail(fault.text(lang.value))


def _odds_text(found: Odds, responses: Responses, lang: Lang) -> str:
    rows = [_say(f"odds.{responses.value}", lang)]
    names = {name: _say(f"odds.{name}", lang) for name in ("win", "tie", "loss")}
    width = max(map(len, names.values()))
    rows += [f"  {names[name]:{width}}  {getattr(found, name):7.2%}" for name in names]
    if found.margin is not None:
        parts = {name: f"{getattr(found, f'critical_{name}'):.2%}" for name in names}
        rows.append("  " + _say("odds.critical", lang, **parts))
    return "\n".join(rows)


def _say(key: str, lang: Lang, **facts: object) -> str:
    return message(key, lang.value, **facts)
