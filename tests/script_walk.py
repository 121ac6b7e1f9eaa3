"""Reference implementation of a battle's odds: its script, walked through every die and, optionally, every
response."""

from __future__ import annotations

from script_graph import graph_odds

from twingkit import Odds, twing
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.odds.reference import MIN_IMPROVEMENT, reference_odds
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.lay_questions import LayTwoCatsOrPass
from twingkit.twing.rules.outcome import BattleResult
from twingkit.twing.rules.responses import MiromonBeforeEvent, TrapBeforeRoll
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant


def laid_game(battle: Battle, variant: Variant | str = BOX, two_cats: bool = False) -> Game:
    """Return the script with both sides laid, before the dice roll; nobody plays a trap before. `two_cats`:
    the attacker also lays two cats, if the variant offers it."""
    game = twing.battle_game(battle, variant=variant, explain=False)
    for side in battle.sides:
        if isinstance(game.question, LayTwoCatsOrPass):
            game.answer("cats" if two_cats else "pass")
        game.answer(side.lay)
    while isinstance(game.question, TrapBeforeRoll):
        game.answer("pass")
    return game


def walked(game: Game, *, respond: bool) -> Odds:
    """Return the script's odds from here on: with `respond` both sides try all responses after the roll."""

    def choices(question: Question) -> list[object]:
        if respond and not isinstance(question, TrapBeforeRoll | MiromonBeforeEvent):
            return list(question.options())
        return [PASS]

    def score(result: BattleResult) -> int:
        return {0: 1, None: 0, 1: -1}[result.winner]

    endless = game.table.variant.shamrock == "unlimited"
    return graph_odds(game, score, choices) if endless and respond else reference_odds(game, score, choices)


def walked_odds(battle: Battle, *, respond: bool, variant: Variant | str = BOX) -> Odds:
    """Return the script's odds of a battle."""
    odds = walked(laid_game(battle, variant), respond=respond)
    if respond and as_variant(variant).two_cats and battle.attacker.cats > 1:
        with_cats = laid_game(battle, variant, two_cats=True)
        if with_cats.table.fight.sides[0].two_cats_due:
            laid = walked(with_cats, respond=True)
            return laid if laid.edge > odds.edge + MIN_IMPROVEMENT else odds
    return odds
