"""The acts of a whole game: the answers that players can give, with their texts."""

from __future__ import annotations

from typing import Annotated, Final

import attrs

from twingkit.core.acts import Act, ActNotation, WordKind
from twingkit.core.questions import is_count
from twingkit.imperium.battle.rules import acts as battle_acts
from twingkit.imperium.galaxy.trade.offers import Offer

Card = Annotated[str, WordKind("card")]


def _parse_number(word: str) -> int | None:
    return int(word) if is_count(word) and not word.startswith("0") else None


StrategyCard = Annotated[int, WordKind("strategy", _parse_number, str)]


@attrs.frozen
class Activate(Act):
    """Take a tactical action in the system with this tile number or planet (IM-TACT-1)."""

    word = "activate"
    example = "activate 26"
    system: Annotated[str, WordKind("system")]


@attrs.frozen
class Strategy(Act):
    """Take the strategic action of the strategy card with this number (IM-STRAT-1)."""

    word = "strategy"
    example = "strategy 4"
    card: StrategyCard


@attrs.frozen
class Play(Act):
    """Play an action card or a promissory note from the hand."""

    word = "play"
    example = "play lucky"
    ability: Card


@attrs.frozen
class Use(Act):
    """Use an ability of a technology, a faction, a unit or a law."""

    word = "use"
    example = "use orbital_drop"
    ability: Card


@attrs.frozen
class Choose(Act):
    """Choose an item of those that a question of this kind lists, such as `take 3`.

    It has no first word of its own, so only its question parses it.
    """

    kind: str
    item: str

    @property
    def case(self) -> str:
        """Return the kind of the question."""
        return self.kind

    def __str__(self) -> str:
        return f"{self.kind} {self.item}"


Pass = battle_acts.Pass
PASS: Final = battle_acts.PASS

UseAbility = Play | Use
"""An act that uses an ability of a card, a technology, a faction, a unit or a law."""

NOTATION = ActNotation(Activate, Strategy, Play, Use, Pass, Offer)
"""All acts of a whole game by their texts."""
