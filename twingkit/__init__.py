"""twingkit: the rules of tabletop games with cards and dice, to learn, to play out and to analyse.

Each game is a sub-package (`twingkit.twing` is Imperial Twing, `twingkit.imperium` the battles of Twilight
Imperium); this level holds what games share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.lazy import public_names
from twingkit.moved import keep_old_names

if TYPE_CHECKING:
    from twingkit.batches import BatchError as BatchError
    from twingkit.notation import BattleError as BattleError
    from twingkit.notation import NotationError as NotationError
    from twingkit.odds import BudgetError as BudgetError
    from twingkit.odds import Distribution as Distribution
    from twingkit.odds import Odds as Odds
    from twingkit.play import BadAnswer as BadAnswer
    from twingkit.play import Game as Game
    from twingkit.play import Question as Question
    from twingkit.play import RecordError as RecordError
    from twingkit.play import Refusal as Refusal
    from twingkit.play import Roll as Roll
    from twingkit.rulebook import Rule as Rule
    from twingkit.rulebook import Rulebook as Rulebook
    from twingkit.rulebook import Ruling as Ruling
    from twingkit.rulebook import UnknownRule as UnknownRule
    from twingkit.variants.switches import VariantError as VariantError

__version__ = "0.1.0"

__all__, __getattr__, __dir__ = public_names(__name__)

keep_old_names()
