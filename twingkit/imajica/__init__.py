"""Imajica: Autarchs call Allies, seize and hold Sites in five Dominions, and stop each other.

`load_cards()` returns the set of cards, `load_decks()` the four decks, `deck_faults(deck)` all faults of a
deck. `can_they_stop(line, deed)` calculates what rivals need to stop a seizure or a challenge, or several of
them. `advise(position)` rates the answers in a game.
`new_game(players)` and `position_game(line)` start games that are played by the rules in `rulebook()`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit.analyse.sweeps.sweep import sweep as sweep
    from twingkit.imajica.box.card import Card as Card
    from twingkit.imajica.box.cards import Cards as Cards
    from twingkit.imajica.box.cards import load_cards as load_cards
    from twingkit.imajica.box.custom_sets import format_deck as format_deck
    from twingkit.imajica.box.custom_sets import load_deck as load_deck
    from twingkit.imajica.box.custom_sets import parse_deck as parse_deck
    from twingkit.imajica.box.decks import Deck as Deck
    from twingkit.imajica.box.decks import deck_faults as deck_faults
    from twingkit.imajica.box.decks import deck_from_lines as deck_from_lines
    from twingkit.imajica.box.decks import load_decks as load_decks
    from twingkit.imajica.box.decks import require_legal_deck as require_legal_deck
    from twingkit.imajica.exact_odds.alliances import best_alliances as best_alliances
    from twingkit.imajica.exact_odds.damage_split import best_damage_split as best_damage_split
    from twingkit.imajica.exact_odds.deck_curves import deck_counts as deck_counts
    from twingkit.imajica.exact_odds.defenders import best_defenders as best_defenders
    from twingkit.imajica.exact_odds.odds import odds as odds
    from twingkit.imajica.exact_odds.odds import odds_many as odds_many
    from twingkit.imajica.exact_odds.odds import worth as worth
    from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion as RivalsStoppingQuestion
    from twingkit.imajica.exact_odds.stops import ActionStopComparison as ActionStopComparison
    from twingkit.imajica.exact_odds.stops import RivalStopResults as RivalStopResults
    from twingkit.imajica.exact_odds.stops import can_they_stop as can_they_stop
    from twingkit.imajica.exact_odds.unseen import RivalHand as RivalHand
    from twingkit.imajica.exact_odds.victory import victory_distances as victory_distances
    from twingkit.imajica.exact_odds.who_to_send import allies_to_send as allies_to_send
    from twingkit.imajica.exact_odds.who_to_send import smallest_stopping_groups as smallest_stopping_groups
    from twingkit.imajica.notation.position import Position as Position
    from twingkit.imajica.played_games import advise as advise
    from twingkit.imajica.played_games import review as review
    from twingkit.imajica.played_games import simulate as simulate
    from twingkit.imajica.rules.rulebook import rulebook as rulebook
    from twingkit.imajica.starts import GameStart as GameStart
    from twingkit.imajica.starts import PositionStart as PositionStart
    from twingkit.imajica.starts import new_game as new_game
    from twingkit.imajica.starts import position_game as position_game
    from twingkit.imajica.variants.variant import BOX as BOX
    from twingkit.imajica.variants.variant import Variant as Variant

__all__, __getattr__, __dir__ = lazy_exports(__name__, ("charts",))
