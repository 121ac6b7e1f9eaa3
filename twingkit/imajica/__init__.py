"""Imajica: Autarchs call Allies, seize and hold the Sites of five Dominions, and stop each other.

`load_cards()` is the set of cards, `load_decks()` the four decks, `faults_of(deck)` all that is wrong with a
deck; `new_game(decks)` and `position_game(line)` are played out by the rules of `rulebook()`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.lazy import public_names

if TYPE_CHECKING:
    from twingkit.imajica.box.card import Card as Card
    from twingkit.imajica.box.cards import Cards as Cards
    from twingkit.imajica.box.cards import load_cards as load_cards
    from twingkit.imajica.box.decks import Deck as Deck
    from twingkit.imajica.box.decks import check_deck as check_deck
    from twingkit.imajica.box.decks import faults_of as faults_of
    from twingkit.imajica.box.decks import load_decks as load_decks
    from twingkit.imajica.box.decks import read_deck as read_deck
    from twingkit.imajica.notation.position import Position as Position
    from twingkit.imajica.rules.rulebook import rulebook as rulebook
    from twingkit.imajica.starts import GameStart as GameStart
    from twingkit.imajica.starts import PositionStart as PositionStart
    from twingkit.imajica.starts import new_game as new_game
    from twingkit.imajica.starts import position_game as position_game
    from twingkit.imajica.variants.variant import BOX as BOX
    from twingkit.imajica.variants.variant import Variant as Variant

__all__, __getattr__, __dir__ = public_names(__name__)
