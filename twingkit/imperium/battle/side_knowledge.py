"""A battle as one side knows it, without the other side's hidden cards and secret choices.

Hidden are action cards that have not been played, and the losses that the other side has chosen for the hits
of the same step while this side's choice is still open.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from twingkit.core.notation import ROLES
from twingkit.core.play import Game, TranscriptEntry
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.exact_odds.best_order import distinct_policies, rank_policies
from twingkit.imperium.battle.notation.battle_line import Battle, role_at
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.replay import question_key, replay_with_policies
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy
from twingkit.imperium.battle.rules.questions import AssignHits, PlayEffect
from twingkit.imperium.battle.rules.table import BattleTable, is_no_effect_case

_MAX_POLICIES = 72
"""The maximum number of policies to compare; with more of them the side keeps the policy of its line."""


def game_known_to(game: Game, side_index: int) -> Game:
    """Return the game as side `side_index` knows it, for computing odds: without hidden enemy cards and with
    that side's best policy.

    It is for computing odds, not for display.
    """
    battle: Battle = game.table.fight.battle
    open_battle = without_hidden_cards(game, side_index)
    plans = [(line, ordered) for line in (open_battle, battle) for ordered in (True, False)]
    for line, ordered in plans:
        policy = best_or_line_policy(line, side_index) if ordered else line.sides[side_index].policy
        twin = _replayed(line.with_side(side_index, policy=policy), game, side_index)
        if twin is not None and question_key(twin.question) == question_key(game.question):
            return twin
    return game


def _replayed(battle: Battle, game: Game, side_index: int) -> Game | None:
    kept = {use for side in battle.sides for use in side.all_effect_uses()}
    hidden = enemy_secret_answer_index(game, side_index)

    def secret(place: int, entry: TranscriptEntry) -> bool:
        """True if the other side has chosen this in secret."""
        return place == hidden

    def unknown(place: int, entry: TranscriptEntry) -> bool:
        """True if this answer was about an unknown card."""
        asked = entry.question
        return type(asked) is PlayEffect and entry.player != side_index and asked.use not in kept

    return replay_with_policies(battle, game, secret, unknown)


def enemy_secret_answer_index(game: Game, side_index: int) -> int:
    """Return the transcript index of the other side's hit assignment that side `side_index` must not see yet;
    −1 if there is none.

    It is an answer for the step in which side `side_index` has to choose now.
    """
    question = game.question
    if not len(game) or not isinstance(question, AssignHits) or question.player != side_index:
        return -1
    last = game.transcript[-1]
    both = isinstance(last.question, AssignHits) and last.player != side_index and not last.rulings
    return len(game) - 1 if both else -1


def hidden_enemy_cards(game: Game, side_index: int) -> tuple[EffectUse, ...]:
    """Return the other side's action cards that side `side_index` has not seen yet.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> game = battle_game("space: 2 cruiser @ amd vs 2 cruiser @ da,sh")
    >>> [str(use) for use in hidden_enemy_cards(game, 0)], hidden_enemy_cards(game, 1)
    (['sh'], ())
    """
    other = 1 - side_index
    battle: Battle = game.table.fight.battle
    cards = [use for use in battle.sides[other].effects if use.effect.source == "action"]
    if not cards:
        return ()
    table: BattleTable = game.table
    seen = set(table.forces[other].used_effects)
    seen |= {
        str(entry.question.use)
        for entry in game.transcript
        if isinstance(entry.question, PlayEffect) and entry.player == other and entry.act == acts.PLAY
    }
    acted = {
        rule
        for rule, case, facts in table.rulings or ()
        if not is_no_effect_case(case) and facts.get("side", ROLES[other]) == ROLES[other]
    }
    return tuple(use for use in cards if str(use) not in seen and use.effect.rule not in acted)


def reveals_hidden_card(ruling: Ruling, cards: tuple[EffectUse, ...], side_index: int) -> bool:
    """True if a ruling would show side `side_index` that the other side holds one of these cards."""
    if ruling.rule not in {use.effect.rule for use in cards}:
        return False
    return ruling.facts.get("side") != ROLES[side_index]


def without_hidden_cards(game: Game, side_index: int) -> Battle:
    """Return the battle without the enemy action cards that side `side_index` has not seen yet."""
    battle: Battle = game.table.fight.battle
    cards = hidden_enemy_cards(game, side_index)
    if not cards:
        return battle
    effects = [use for use in battle.sides[1 - side_index].effects if use not in cards]
    return battle.with_side(1 - side_index, effects=effects)


@lru_cache(maxsize=256)
def best_or_line_policy(battle: Battle, side_index: int) -> LossPolicy:
    """Return the best policy of a side if it can be found quickly, otherwise the policy stated in its battle
    line.
    """
    stated: LossPolicy = battle.sides[side_index].policy or LossPolicy()
    if next(islice(distinct_policies(battle, side_index), _MAX_POLICIES, None), None) is not None:
        return stated
    return rank_policies(battle, role_at(side_index)).best_policy
