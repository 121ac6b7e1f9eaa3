"""The acts of a whole game: the answers that players can give, with their texts."""

from __future__ import annotations

from typing import Annotated, Final

import attrs

from twingkit.core.acts import Act, ActNotation, WordKind
from twingkit.core.questions import is_count
from twingkit.imperium.battle.rules import acts as battle_acts
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.map.hexes import Hex, spiral
from twingkit.imperium.galaxy.trade.offers import Offer

Card = Annotated[str, WordKind("card")]


def _parse_number(word: str) -> int | None:
    return int(word) if is_count(word) and not word.startswith("0") else None


_BUILT_HEXES = {f"{q},{r}": (q, r) for q, r in spiral(3)}
"""The hexes of the rings that players build, by their words."""


def _format_hex(place: Hex) -> str:
    return f"{place[0]},{place[1]}"


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


@attrs.frozen
class Lay(Act):
    """Place a tile on the hex with these coordinates (IM-SET-4)."""

    word = "lay"
    tile: str
    place: Annotated[Hex, WordKind("hex", _BUILT_HEXES.get, _format_hex)]


@attrs.frozen
class Divide(Act):
    """Divide the command tokens: the new totals of the tactic, fleet and strategy pools (IM-PAY-3)."""

    word = "pools"
    tactic: int
    fleet: int
    strategy: int

    def __str__(self) -> str:
        return f"pools {self.tactic} {self.fleet} {self.strategy}"


@attrs.frozen
class Pay(Act):
    """Pay by exhausting planets and spending trade goods (IM-PAY-1)."""

    word = "pay"
    planets: tuple[str, ...]
    goods: int = 0

    def __str__(self) -> str:
        goods = [f"{self.goods} goods"] if self.goods else []
        return f"pay {', '.join([*self.planets, *goods]) or NO_TARGET_WORD}"


@attrs.frozen
class Vote(Act):
    """Cast votes for an outcome by exhausting planets (IM-AGENDA-3)."""

    word = "vote"
    outcome: str
    planets: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"vote {self.outcome} {', '.join(self.planets)}".strip()


@attrs.frozen
class Abstain(Act):
    """Cast no votes (IM-AGENDA-3)."""

    word = "abstain"


@attrs.frozen
class Accept(Act):
    """Accept an offer (IM-ASK-6)."""

    word = "accept"


@attrs.frozen
class Refuse(Act):
    """Refuse an offer (IM-ASK-6)."""

    word = "refuse"


ABSTAIN: Final = Abstain()
ACCEPT: Final = Accept()
REFUSE: Final = Refuse()


@attrs.frozen
class NameUnits(Act):
    """An act that names units: of each class, the number and the place ("" for none)."""

    units: tuple[tuple[str, int, str], ...] = ()

    def __str__(self) -> str:
        items = (f"{count} {name} {place}".rstrip() for name, count, place in self.units)
        return f"{self.word} {', '.join(items) or NO_TARGET_WORD}"


class Land(NameUnits):
    """Land units on planets: `land 2 infantry lodor, 1 mech jord` (IM-INV-9)."""

    __slots__ = ()
    word = "land"


class Bombard(NameUnits):
    """Bombard planets: `bombard 2 dreadnought lodor` (IM-INV-10)."""

    __slots__ = ()
    word = "bombard"


class Build(NameUnits):
    """Produce units: `build 2 fighter, 2 infantry jord` (IM-PROD-1)."""

    __slots__ = ()
    word = "build"


class Remove(NameUnits):
    """Remove units beyond a limit: `remove 2 fighter` (IM-FLEET-1, 2)."""

    __slots__ = ()
    word = "remove"


Pass = battle_acts.Pass
PASS: Final = battle_acts.PASS

UseAbility = Play | Use
"""An act that uses an ability of a card, a technology, a faction, a unit or a law."""

NOTATION = ActNotation(Activate, Strategy, Play, Use, Pass, Offer, Lay, Abstain, Accept, Refuse)
"""All acts of a whole game by their texts."""
