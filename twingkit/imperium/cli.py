"""The command line for Twilight Imperium: odds of battles; battles and whole games as stories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from twingkit import imperium
from twingkit.cli.commands import LineOdds
from twingkit.core.messages import Fault, message
from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.starts import parse_start
from twingkit.imperium.galaxy.starts import GameStart
from twingkit.players.policies import computer_player

__all__ = ["odds", "play_out"]


def is_whole_game(line: str) -> bool:
    """True if a line describes a whole game rather than a single battle."""
    return line.split()[:1] == [GameStart.setup_keys[0]]


def odds(line: str, responses: str, variant: str = "", rounds: int = 0, budget: float = 0.0) -> LineOdds:
    """Return the attacker's odds for a battle line, ready for printing, with the policies found for `best`
    and notes on the line.

    They include the state after this number of rounds (0: none). Raises `SlowError` beyond `budget` seconds
    (0: the default of each function).
    """
    if is_whole_game(line):
        raise Fault("odds.whole_game")
    if responses != "none":
        raise Fault("odds.fleets_responses")
    battle = imperium.Battle.parse(line, variant).check()
    allowed: dict[str, Any] = {"budget": budget} if budget else {}
    states = (
        imperium.odds_by_round(battle, rounds, **allowed) if rounds else ()
    )  # check for errors before computing odds
    chances = imperium.odds(battle, **allowed)
    notes = [f"{note.text()} [{note.rule}]" for note in imperium.notes(battle)]
    best = [
        str(full.policy)
        for full, side in zip(chances.battle.sides, battle.sides, strict=True)
        if not side.policy
    ]
    below = ["  " + message("odds.invasion")] if battle.kind == "invasion" else []
    if battle.variant is not imperium.BOX:
        below.insert(0, "  " + message("odds.variant", variant=str(battle.variant)))
    below += ["  " + message("odds.best_policy", policy=policy) for policy in best]
    below += [_after_round_text(after) for after in states]
    below += [message("rule.note", note=note) for note in notes]
    return LineOdds(
        line=str(battle),
        odds=chances,
        heading=message("odds.fleets"),
        footer=tuple(below),
        extra_json={
            **({"best": best[0]} if best else {}),
            **({"rounds": [_after_round_json(after) for after in states]} if rounds else {}),
            "notes": notes,
        },
    )


def _after_round_json(after: imperium.OddsAfterRound) -> dict[str, object]:
    sides = {
        role: {name: {"units": count, "damaged": hurt} for name, (count, hurt) in units.items()}
        for role, units in zip(ROLES, after.mean_units_by_side, strict=True)
    }
    chances = {name: getattr(after, name) for name in ("phase", "round", "goes_on", "win", "tie", "loss")}
    return {**chances, **sides}


def _after_round_text(after: imperium.OddsAfterRound) -> str:
    chances = {name: f"{getattr(after, name):.1%}" for name in ("goes_on", "win", "tie", "loss")}
    own, other = (", ".join(_mean_unit_texts(units)) or "–" for units in after.mean_units_by_side)
    return "  " + message(f"odds.round_{after.phase}", n=after.round, own=own, other=other, **chances)


def _mean_unit_texts(units: Mapping[str, tuple[float, float]]) -> list[str]:
    """Return a text for each kind of unit with the mean number of units left, and in parentheses the mean
    number of damaged ones.
    """
    return [
        f"{count:.2f} {name}" + (f" ({message('odds.damaged', n=f'{hurt:.2f}')})" if hurt else "")
        for name, (count, hurt) in units.items()
    ]


def play_out(line: str, seed: int, variant: str = "") -> Game:
    """Play a game described by a line to its end and return it: a battle by its policies, a whole game with
    random answers.
    """
    if is_whole_game(line):
        start = parse_start(line, "imperium")
        assert isinstance(start, GameStart)
        if variant:
            start = attrs.evolve(start, variant=variant)
        return Game(start, seed=seed).play(computer_player(start, "random", seed))
    battle = imperium.Battle.parse(line, variant).check()
    return imperium.battle_game(battle, seed=seed).play(imperium.assumed_answer)
