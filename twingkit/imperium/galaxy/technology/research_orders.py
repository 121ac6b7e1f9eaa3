"""The shortest sequences of research that lead to a technology."""

from __future__ import annotations

from collections.abc import Collection

from twingkit.core.arguments import check_arguments, list_or_single
from twingkit.core.language import Lang, language, localized
from twingkit.core.questions import Refusal
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.galaxy.technology.cards import (
    broken_research_rule,
    missing_prerequisites,
    ownable_technologies,
    technology_by_id,
)
from twingkit.imperium.texts.fact_names import facts_with_names
from twingkit.imperium.texts.rulebook import rule_refusal

_NON_RESEARCHING_FACTION = "nekro"
"""The faction that gains command tokens instead of researching (IM-TECH-3)."""


@check_arguments(
    ready_specialties=list_or_single("argument.colours"), owned=list_or_single("argument.technologies")
)
def research_refusal(
    technology_id: str, faction: str, owned: Collection[str], ready_specialties: Collection[str] = ()
) -> Refusal | None:
    """Return a refusal that says why a faction with the technologies `owned` cannot research a technology;
    None if it can.

    `ready_specialties` are the colours of the specialties that it can use. Raises `Fault` for unknown names.

    >>> print(research_refusal("gd", "sol", ["nm"]))
    Gravity Drive needs one more prerequisite: blue. [IM-TECH-2]
    >>> research_refusal("gd", "sol", ["nm"], ready_specialties=["blue"])
    """
    card = technology_by_id(technology_id)
    ownable_technologies(faction)  # raises if there is no such faction
    if faction == _NON_RESEARCHING_FACTION:
        return rule_refusal("IM-TECH-3", "no_research")
    denial = broken_research_rule(card, faction, owned, missing_prerequisites(card, owned, ready_specialties))
    return rule_refusal(denial[0], denial[1], **facts_with_names(denial[2])) if denial else None


_RESEARCH_COLUMNS = {"technologies": "str", "count": "int64"}


@with_column_meanings
@check_arguments(
    ready_specialties=list_or_single("argument.colours"), owned=list_or_single("argument.technologies")
)
@localized
def shortest_research_orders(
    technology_id: str,
    faction: str,
    owned: Collection[str],
    ready_specialties: Collection[str] = (),
    *,
    lang: Lang | None = None,
) -> DataFrame:
    """Return every shortest sequence of research that ends with a technology; empty if it is owned.

    Parameters
    ----------
    technology_id
        The id of the technology.
    faction
        The id of the faction.
    owned
        The ids of its technologies.
    ready_specialties
        The colours of its ready specialties, one for each planet. They can be used at each research,
        since planets are readied in between.

    Returns
    -------
    pandas.DataFrame
        One row for each sequence, with the columns `technologies` (ids with blanks between them, in the order
        of research) and `count` (their number). `attrs`: `technology_id`, `faction`, `lang`.

    Raises
    ------
    Fault
        If a name is unknown.
    Refusal
        If the faction can never research the technology.

    Examples
    --------
    >>> shortest_research_orders("cv2", "hacan", ["amd", "st"]).values.tolist()
    [['gd cv2', 2]]
    >>> shortest_research_orders("fl", "sol", ["amd"], ready_specialties=["blue"])["technologies"].tolist()
    ['fl']
    """
    rows = [
        (" ".join(way), len(way))
        for way in shortest_research_order_rows(technology_id, faction, owned, ready_specialties)
    ]
    return frame_from_rows(
        rows, _RESEARCH_COLUMNS, technology_id=technology_id, faction=faction, lang=language()
    )


def shortest_research_order_rows(
    technology_id: str, faction: str, owned: Collection[str], ready_specialties: Collection[str] = ()
) -> list[tuple[str, ...]]:
    """Return the rows of `shortest_research_orders` as tuples of ids, without pandas.

    >>> shortest_research_order_rows("cv2", "hacan", ["amd", "st"])
    [('gd', 'cv2')]
    """
    card, deck = technology_by_id(technology_id), ownable_technologies(faction)
    begun = frozenset(technology_by_id(own).id for own in owned)
    if technology_id in begun:
        return []
    refusal = research_refusal(technology_id, faction, begun, ready_specialties)
    if refusal is not None and refusal.rule != "IM-TECH-2":
        raise refusal
    sequences: list[tuple[str, ...]] = [()]
    while True:
        ends = [
            way for way in sequences if not missing_prerequisites(card, begun.union(way), ready_specialties)
        ]
        if ends:
            return [(*way, technology_id) for way in ends]
        sequences = [
            (*way, other.id)
            for way in sequences
            for other in deck.values()
            if other.colour in missing_prerequisites(card, begun.union(way), ready_specialties)
            and other.id not in begun
            and other.id not in way
            and not missing_prerequisites(other, begun.union(way), ready_specialties)
        ]
        if not sequences:
            raise rule_refusal("IM-TECH-2", "no_way", technology=f"IM-TECH-{card.id}")
