"""The commands for battle lines of Twilight Imperium: what `twingkit odds`, `step` and `rule` do for them."""

from __future__ import annotations

import json
import re

from twingkit import Game, Rulebook, imperium
from twingkit.cli.options import Lang, fail
from twingkit.imperium.notation import KINDS
from twingkit.messages import Fault, message

_FIRST_WORD = re.compile(r"[a-z]+")


def begins(line: str) -> bool:
    """Whether a line begins like one of this game."""
    first = _FIRST_WORD.match(line)
    return first is not None and first.group() in KINDS


def rulebook() -> Rulebook:
    """The rules of this game; their ids begin with IM-."""
    return imperium.rulebook()


def odds(line: str, as_json: bool, lang: Lang) -> None:
    """Print the chances of the attacker, by the policies of the line, and the notes on it."""
    battle = _battle(line, lang)
    try:
        found = imperium.invasion_odds(battle) if battle.kind == "invasion" else imperium.odds(battle)
    except Fault as fault:
        fail(fault.text(lang))
    chances = {"win": found.win, "tie": found.tie, "loss": found.loss}
    notes = [f"{note.text(lang)} [{note.rule}]" for note in imperium.notes(battle)]
    best = [
        str(known.policy)
        for known, side in zip(found.battle.sides, battle.sides, strict=True)
        if not side.policy
    ]
    if as_json:
        more = {"best": best[0]} if best else {}
        print(json.dumps({"battle": str(battle), "responses": "none", **chances, **more, "notes": notes}))
        return
    names = {name: message(f"odds.{name}", lang) for name in chances}
    width = max(map(len, names.values()))
    print(battle)
    print(message("odds.fleets", lang))
    for name, chance in chances.items():
        print(f"  {names[name]:{width}}  {chance:7.2%}")
    if battle.kind == "invasion":
        print("  " + message("odds.invasion", lang))
    for policy in best:
        print("  " + message("odds.best_policy", lang, policy=policy))
    for note in notes:
        print(message("rule.note", lang, note=note))


def game(line: str, seed: int, lang: Lang) -> Game:
    """The battle of a line, played to its end by the policies of the line."""
    battle = _battle(line, lang)
    try:
        return imperium.battle_game(battle, seed=seed).play(imperium.stated_answer)
    except Fault as fault:
        fail(fault.text(lang))


def _battle(line: str, lang: Lang) -> imperium.Battle:
    """The battle of a line, or the end of the command with what is wrong with it."""
    try:
        return imperium.Battle.parse(line).check()
    except (imperium.NotationError, imperium.BattleError) as fault:
        fail(fault.text(lang))
