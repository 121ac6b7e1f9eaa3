"""The shortest way to a technology: what to research before it, in which orders."""

from __future__ import annotations

from collections.abc import Collection

from twingkit.analyse.reports.framed import Cells, Framed
from twingkit.core.arguments import several, takes
from twingkit.core.asking import Refusal
from twingkit.core.tables.explained import explained
from twingkit.imperium.galaxy.technology.cards import deck_of, missing, research_denial, technology
from twingkit.imperium.texts.named import named_things
from twingkit.imperium.texts.rulebook import refuse

NO_RESEARCH = "nekro"
"""The faction that gains command tokens where others research (IM-TECH-3)."""


@takes(ready=several("argument.colours"), owned=several("argument.technologies"))
def may_research(
    name: str, faction: str, owned: Collection[str], ready: Collection[str] = ()
) -> Refusal | None:
    """The rule by which a faction with `owned` technologies may not research one; None if it may. Specialties
    of the colours `ready` may be used. Raises `Fault` for names that do not exist.

    >>> print(may_research("gd", "sol", ["nm"]))
    Gravity Drive needs one more: blue. [IM-TECH-2]
    >>> may_research("gd", "sol", ["nm"], ready=["blue"])
    """
    card = technology(name)
    deck_of(faction)  # raises for a faction that does not exist
    if faction == NO_RESEARCH:
        return refuse("IM-TECH-3", "no_research")
    denial = research_denial(card, faction, owned, missing(card, owned, ready))
    return refuse(denial[0], denial[1], **named_things(denial[2])) if denial else None


WAY_CELLS: Cells[tuple[str, ...]] = {"technologies": " ".join, "count": len}
"""The columns of `technology_ways(...).frame()`."""

TABLE = "twingkit.imperium.technology_ways"
"""The table in which these columns are listed."""


@explained
@takes(ready=several("argument.colours"), owned=several("argument.technologies"))
def technology_ways(
    name: str, faction: str, owned: Collection[str], ready: Collection[str] = ()
) -> Framed[tuple[str, ...]]:
    """Every shortest sequence of researches that ends with a technology, as ids; empty if it is owned.

    At each research the specialties of `ready` (colours, one for each planet) may be used: between two
    researches the planets are readied. Raises `Fault` for names that do not exist, `Refusal` if the faction
    can never research it. `.frame()` is the same as a table.

    >>> technology_ways("cv2", "hacan", ["amd", "st"])
    [('gd', 'cv2')]
    >>> technology_ways("fl", "sol", ["amd"], ready=["blue"])
    [('fl',)]
    """
    card, deck = technology(name), deck_of(faction)
    begun = frozenset(technology(own).id for own in owned)
    if name in begun:
        return Framed([], WAY_CELLS, TABLE)
    refusal = may_research(name, faction, begun, ready)
    if refusal is not None and refusal.rule != "IM-TECH-2":
        raise refusal
    sequences: list[tuple[str, ...]] = [()]
    while True:
        ends = [way for way in sequences if not missing(card, begun.union(way), ready)]
        if ends:
            return Framed([(*way, name) for way in ends], WAY_CELLS, TABLE)
        sequences = [
            (*way, other.id)
            for way in sequences
            for other in deck.values()
            if other.colour in missing(card, begun.union(way), ready)
            and other.id not in begun
            and other.id not in way
            and not missing(other, begun.union(way), ready)
        ]
        if not sequences:
            raise refuse("IM-TECH-2", "no_way", technology=f"IM-TECH-{card.id}")
