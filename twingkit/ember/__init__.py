"""Ember: conjure creatures with sets of cards, and use their abilities against each other.

`chance_within(hand, cost, turns)`, `pool_chances(hand)` and `keep_choices_table(...)` calculate the chances
of a hand, `worth(hand)` what further cards are worth to it, `count_paying_hands(cost)` how rare a set is, and
`odds_in_tie(hand, cards)` how well a hand does in a tie. `advise(position)` rates the answers in a game.
`new_game(players)` and `position_game(line)` start games that are played by the rules in `rulebook()`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit.analyse.sweeps.sweep import sweep as sweep
    from twingkit.ember.box.effects import Effect as Effect
    from twingkit.ember.box.pool import Creature as Creature
    from twingkit.ember.box.pool import Pool as Pool
    from twingkit.ember.box.pool import load_pool as load_pool
    from twingkit.ember.box.pool import parse_pool as parse_pool
    from twingkit.ember.box.rarity import count_paying_hands as count_paying_hands
    from twingkit.ember.exact_odds.chance_within import KeepChoice as KeepChoice
    from twingkit.ember.exact_odds.chance_within import chance_within as chance_within
    from twingkit.ember.exact_odds.chance_within import keep_choices_table as keep_choices_table
    from twingkit.ember.exact_odds.odds import odds as odds
    from twingkit.ember.exact_odds.odds import odds_many as odds_many
    from twingkit.ember.exact_odds.other_draws import ProbabilityEstimate as ProbabilityEstimate
    from twingkit.ember.exact_odds.other_draws import archmage_chance as archmage_chance
    from twingkit.ember.exact_odds.other_draws import chance_with_draws as chance_with_draws
    from twingkit.ember.exact_odds.other_draws import refresh_chance as refresh_chance
    from twingkit.ember.exact_odds.pool_chances import ConjurableCreature as ConjurableCreature
    from twingkit.ember.exact_odds.pool_chances import ConjuringChance as ConjuringChance
    from twingkit.ember.exact_odds.pool_chances import conjurable_creatures as conjurable_creatures
    from twingkit.ember.exact_odds.pool_chances import pool_chances as pool_chances
    from twingkit.ember.exact_odds.tie_odds import TieOdds as TieOdds
    from twingkit.ember.exact_odds.tie_odds import odds_in_tie as odds_in_tie
    from twingkit.ember.exact_odds.worth import worth as worth
    from twingkit.ember.notation.position import Position as Position
    from twingkit.ember.played_games import advise as advise
    from twingkit.ember.played_games import review as review
    from twingkit.ember.played_games import simulate as simulate
    from twingkit.ember.rules.costs import Cost as Cost
    from twingkit.ember.rules.payments import possible_payments as possible_payments
    from twingkit.ember.rules.rulebook import rulebook as rulebook
    from twingkit.ember.starts import GameStart as GameStart
    from twingkit.ember.starts import PositionStart as PositionStart
    from twingkit.ember.starts import new_game as new_game
    from twingkit.ember.starts import position_game as position_game
    from twingkit.ember.variants.variant import BOX as BOX
    from twingkit.ember.variants.variant import Variant as Variant

__all__, __getattr__, __dir__ = lazy_exports(__name__, ("charts",))
