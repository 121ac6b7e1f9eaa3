"""The commands `twingkit odds` and `twingkit step` for battles, duels and end-game attacks in notation."""

from __future__ import annotations

from typing import cast

from twingkit.cli.commands import LineOdds
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.twing.exact_odds import attack_lines
from twingkit.twing.exact_odds.terms import DuelResponses
from twingkit.twing.players.best_answer import best_battle_answer
from twingkit.twing.starts import battle_game
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX


def odds(line: str, responses: str, variant: str = "") -> LineOdds:
    """Return the attacker's odds in a battle, a duel or an end-game attack, given in notation."""
    rules = as_variant(variant)
    read = attack_lines.parse_attack_line(line, rules)
    kind = attack_lines.attack_line_kind(read)
    if responses == "each" and kind != "duel":
        raise Fault("odds.each_duel")
    below = [] if kind == "battle" else ["  " + message(f"odds.{kind}")]
    if rules is not BOX:
        below.append("  " + message("odds.variant", variant=str(rules)))
    head = message(f"odds.{responses}")
    chances = attack_lines.odds(read, responses=cast("DuelResponses", responses), variant=rules)
    return LineOdds(line=str(read), odds=chances, heading=head, footer=tuple(below))


def play_out(line: str, seed: int, variant: str = "") -> Game:
    """Play the battle that a line describes to its end, with the lays of the line, best responses and dice
    from the seed; return the game.
    """
    return battle_game(line, seed=seed, variant=variant).play(best_battle_answer)
