"""Battles after the dice are rolled, and where the answers lead."""

from __future__ import annotations

from script_walk import laid_game

from twingkit import Game
from twingkit.twing.exact_odds.odds import should_attacker_lay_two_cats
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.responses import MiromonBeforeEvent, TrapBeforeRoll
from twingkit.twing.variants.as_variant import as_variant

SMALL = "F: F5 + F4M>F2 & cat trap vs W: W6 + W3 @ hat & miromon"


def at(battle: Battle | str, path: tuple[str, ...], variant: str = "box") -> Game:
    """Return the game after these answers, with a pass wherever the odds leave a response out."""
    fought, rules = Battle.parse(str(battle)), as_variant(variant)
    game = laid_game(fought, rules, two_cats=rules.two_cats and should_attacker_lay_two_cats(fought, rules))
    for answer in path:
        game.answer(answer)
        while isinstance(game.question, TrapBeforeRoll | MiromonBeforeEvent):
            game.answer("pass")
    return game


def outcome(result: object) -> int:
    return {0: 1, None: 0, 1: -1}[result.winner]
