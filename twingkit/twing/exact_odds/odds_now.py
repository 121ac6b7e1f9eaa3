"""The exact odds of a battle under way, from the present state of a game (TW-ODDS-1, TW-ODDS-2)."""

from __future__ import annotations

from itertools import islice

from twingkit.core.arguments import BOOLEAN, check_arguments
from twingkit.core.arguments.game_kinds import GAME
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.odds import battle_odds, fight_odds
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.endgame import current_endgame_attack_odds
from twingkit.twing.rules.cards import FACES
from twingkit.twing.rules.duel import BATTLES_PER_DUEL, WINS_NEEDED
from twingkit.twing.rules.fight import EMPTY_LAY, Fight, FightSide
from twingkit.twing.rules.lay_questions import LayAttack, LayCards, LayTwoCatsOrPass
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.starts import BattleStart


@check_arguments(responses=RESPONSES_ARGUMENT, game=GAME, duel=BOOLEAN)
def odds_now(game: Game, *, responses: Responses = "none", duel: bool = False) -> Odds | None:
    """Return the attacker's odds in the battle, duel or end-game attack under way; None if there is none, or
    if `duel` and this battle alone does not settle the duel.

    Rolled dice count; the others are still open. A side that has not laid yet lays the cards of the battle's
    notation. In an end-game attack on several players the odds are those of the whole attack, as in
    `odds`. With "best", the responses continue from the present state: whose response it is, and
    whether the other side has just passed. The rules are those of the game's variant.

    With `duel=True` the odds are the challenger's in the whole duel (TW-DUEL-3), given the winners of its
    earlier battles. They are known only as far as they follow from this battle, so the result is None before
    the last one. Both sides respond for this battle only.

    Raises `Fault` if a side has not laid and no notation says what it
    lays (a whole game, an end-game attack), or if it no longer has these cards; `advise` compares the
    possible lays.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6 & cat")
    >>> for answer in ("lay F5", "lay W6", "roll Sun"):
    ...     game.answer(answer)
    >>> print(odds_now(game, responses="best"))
    win 84.0%, tie 16.0%, loss 0.0%
    """
    fight = None if game.over else game.table.fight
    if fight is None:
        return None
    unlaid = [side for side in fight.sides if side.lay is EMPTY_LAY and not side.has_retired]
    now = _odds_by_line(game, unlaid[0], responses) if unlaid else _battle_now(game, fight, responses)
    return _duel_odds_from_battle(game.table, now) if duel else now


def _odds_by_line(game: Game, side: FightSide, responses: Responses) -> Odds:
    """Return the odds of a battle given in notation if the sides that have not laid yet lay the cards of the
    notation.
    """
    match game.start, game.question:
        case BattleStart(battle=battle), LayAttack():
            return battle_odds(battle, responses, game.table.variant)
        case BattleStart(battle=battle), LayTwoCatsOrPass():
            laid = battle.with_side(0, lay=game.table.fight.sides[0].lay)
            return battle_odds(laid, responses, game.table.variant)
        case BattleStart(battle=battle), LayCards() as question if not question.refusal(battle.defender.lay):
            defended = game.copy()
            defended.auto = False
            defended.answer(battle.defender.lay)
            return _battle_now(defended, defended.table.fight, responses)
    raise Fault("unlaid", rulebook(), side=side.name)


def _battle_now(game: Game, fight: Fight, responses: Responses) -> Odds:
    if fight.hidden_pending_response:
        return _after_each_face(game, responses)
    if fight.has_one_defender:
        return fight_odds(fight, responses)
    if fight.is_rolled and any(side.lay.spells and side.shown_face is None for side in fight.sides):
        return _after_each_face(game, responses)
    return current_endgame_attack_odds(game.table, responses)


def _duel_odds_from_battle(table: TwingTable, odds: Odds) -> Odds | None:
    """Return the odds of a duel, given those of its battle under way; None if later battles can still decide
    the duel.
    """
    earlier = table.earlier_winners()
    if not table.is_duel or len(earlier) < BATTLES_PER_DUEL - 1:
        return None
    chances = {0: 0.0, None: 0.0, 1: 0.0}
    for winner, chance in ((0, odds.win), (None, odds.tie), (1, odds.loss)):
        results = (*earlier, winner)
        chances[next((side for side in (0, 1) if results.count(side) >= WINS_NEEDED), None)] += chance
    return Odds(chances[0], chances[None], chances[1], rule="TW-DUEL-3")


def _after_each_face(game: Game, responses: Responses) -> Odds:
    """Return the odds averaged over all faces of the roll that is due: for a trap or for the own element
    (TW-PLAY-3).
    """
    parts: list[Odds] = []
    for face in FACES:
        branch = game.copy()
        branch.auto = False
        fight: Fight = branch.table.fight  # after a roll that ends the battle, the table no longer has it
        branch.answer(face)
        if fight.has_one_defender:
            parts.append(fight_odds(fight, responses))
        else:
            branch.table.fight = fight
            parts.append(current_endgame_attack_odds(branch.table, responses))
    share = 1 / len(parts)
    win, loss = share * sum(part.win for part in parts), share * sum(part.loss for part in parts)
    return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=parts[0].rule)


_MAX_LAYS_PER_SIDE = 40
"""Largest number of legal lays of a side for which best lays are computed."""


def odds_with_best_lays(game: Game) -> Odds | None:
    """Return the attacker's odds in a single battle with open hands if both sides lay and respond optimally;
    None for other or finished games, or if a side has too many legal lays.

    Each side maximizes its own edge (win minus loss). Returns None after the end, in any other game, or if a
    side has more than `_MAX_LAYS_PER_SIDE` legal lays.

    >>> from twingkit import twing
    >>> print(odds_with_best_lays(twing.battle_game("F: F5 vs W: W6")))
    win 29.2%, tie 7.6%, loss 63.2%
    """
    if not isinstance(game.start, BattleStart) or game.over:
        return None
    question, fight = game.question, game.table.fight
    if fight is None or question is None:
        return None
    if not isinstance(question, LayCards | LayTwoCatsOrPass):
        return odds_now(game, responses="best")
    sign = 1 if question.player == 0 else -1
    best: Odds | None = None
    options = list(islice(question.options(), _MAX_LAYS_PER_SIDE + 1))
    if len(options) > _MAX_LAYS_PER_SIDE:
        return None
    for option in options:
        laid = game.copy(explain=False)
        laid.auto = False
        laid.answer(option)
        odds = odds_with_best_lays(laid) if not laid.over else None
        if odds is None:
            return None
        if best is None or sign * odds.edge > sign * best.edge:
            best = odds
    return best
