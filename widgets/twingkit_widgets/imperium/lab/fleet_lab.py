"""The fleet lab: a panel to build a battle of Twilight Imperium and ask questions about it."""

from __future__ import annotations

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.variants.variant import Variant
from twingkit_widgets.imperium.lab.builder import FleetBuilder
from twingkit_widgets.imperium.lab.draft import EXAMPLE
from twingkit_widgets.imperium.lab.labs import FLEET_LAB
from twingkit_widgets.lab.lab import LabPanel


class FleetLab(LabPanel):
    """The fleet lab: a panel to build or type a battle, with one tab per question about it.

    >>> lab = FleetLab("space: 2 cruiser vs 1 dreadnought")
    >>> lab.position = "space: 3 cruiser vs 1 dreadnought"
    >>> lab.frame["win"].round(3).tolist()
    [0.86]
    """

    builder: FleetBuilder

    def __init__(
        self,
        position: Battle | str = EXAMPLE,
        lang: str | None = None,
        *,
        view: str = "odds",
        site: bool = False,
        variant: Variant | str = "",
        custom_units: str = "",
        **query: str,
    ) -> None:
        """Show a battle; if `position` is invalid, the panel explains why and shows an example.

        Parameters
        ----------
        position
            The battle, or its notation.
        lang
            The language; None is the default.
        view
            The tab to open, one of `FLEET_LAB.tabs`.
        site
            True on the site, where the head of the page has the link to the battle; elsewhere the panel
            spells it out.
        variant
            The rules of the battle, as a `Variant` or its notation. "" means those of `position` if it is a
            `Battle`, else the box. An invalid one is explained, too.
        custom_units
            The text of a file of custom units that the battle may use.
        query
            The other parts of a link (`address`). Raises `TypeError` for any other name.
        """
        if unknown := [name for name in query if name not in FLEET_LAB.linkable_settings]:
            raise TypeError(f"{type(self).__name__} has no argument {unknown[0]!r}")
        begin = None if custom_units and isinstance(position, str) else position
        super().__init__(FLEET_LAB, begin, lang, view=view, site=site, query=query, variant=str(variant))
        if custom_units:
            self.builder.act_units(custom_units)
            if isinstance(position, str):
                self.act_read({"line": position})
                self.has_broken_link = self.fault is not None
            self.earlier_drafts, self.odds_before_change = (), None
            self.refresh()

    @property
    def battle(self) -> Battle:
        """The current battle, legal or not; a side may have no units yet."""
        return self.builder.battle
