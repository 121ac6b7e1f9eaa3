"""The command line for battle lines of Twilight Imperium: `twingkit odds` and `twingkit step`."""

from __future__ import annotations

from twingkit import imperium
from twingkit.cli.commands import LineOdds
from twingkit.messages import Fault, message
from twingkit.play import Game

__all__ = ["odds", "played"]


def odds(line: str, responses: str, lang: str, variant: str = "") -> LineOdds:
    """The chances of the attacker, by the policies of the line, under a variant, and the notes on it."""
    if responses != "none":
        raise Fault("odds.fleets_responses")
    battle = imperium.Battle.parse(line, variant).check()
    chances = imperium.invasion_odds(battle) if battle.kind == "invasion" else imperium.odds(battle)
    notes = [f"{note.text(lang)} [{note.rule}]" for note in imperium.notes(battle)]
    best = [
        str(full.policy)
        for full, side in zip(chances.battle.sides, battle.sides, strict=True)
        if not side.policy
    ]
    below = ["  " + message("odds.invasion", lang)] if battle.kind == "invasion" else []
    if battle.variant is not imperium.BOX:
        below.insert(0, "  " + message("odds.variant", lang, variant=str(battle.variant)))
    below += ["  " + message("odds.best_policy", lang, policy=policy) for policy in best]
    below += [message("rule.note", lang, note=note) for note in notes]
    return LineOdds(
        line=str(battle),
        odds=chances,
        head=message("odds.fleets", lang),
        below=tuple(below),
        kind="battle",
        more={**({"best": best[0]} if best else {}), "notes": notes},
    )


def played(line: str, seed: int, variant: str = "") -> Game:
    """The battle of a line, played to its end by the policies of the line, under a variant."""
    battle = imperium.Battle.parse(line, variant).check()
    return imperium.battle_game(battle, seed=seed).play(imperium.stated_answer)
