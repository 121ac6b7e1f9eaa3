"""The fleet lab: a panel to build a battle of Twilight Imperium and ask questions about it."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.effects import Effect
from twingkit.imperium.box.units import Unit
from twingkit.imperium.variants.variant import Variant
from twingkit_widgets.imperium.lab.builder import FleetBuilder
from twingkit_widgets.imperium.lab.draft import EXAMPLE
from twingkit_widgets.imperium.lab.labs import FLEET_LAB
from twingkit_widgets.lab.lab import LabPanel


class FleetLab(LabPanel):
    """The fleet lab: a panel to build or type a battle, with one tab per question about it.

    >>> lab = FleetLab("space: 2 cruiser vs 1 dreadnought")
    >>> lab.do("more", "0:cruiser"); str(lab.battle)
    'space: 3 cruiser vs 1 dreadnought'
    >>> lab.do("read", {"line": "space: 2 cruiser against 1 carrier"}); lab.fault.position, str(lab.battle)
    (17, 'space: 3 cruiser vs 1 dreadnought')
    """

    builder: FleetBuilder

    def __init__(
        self,
        line: Battle | str = EXAMPLE,
        lang: str | None = None,
        *,
        view: str = "odds",
        site: bool = False,
        variant: Variant | str = "",
        own_units: str = "",
        **query: str,
    ) -> None:
        """Show a battle; if `line` is invalid, the panel explains why and shows an example.

        Parameters
        ----------
        line
            The battle, or its notation.
        lang
            The language; None is the default.
        view
            The tab to open, one of `FLEET_LAB.tabs`.
        site
            True on the site, where the head of the page has the link to the battle; elsewhere the panel
            spells it out.
        variant
            The rules of the battle, as a `Variant` or its notation. "" means those of `line` if it is a
            `Battle`, else the box. An invalid one is explained, too.
        own_units
            The text of a file of custom units that the battle may use.
        query
            The other parts of a link (`address`).
        """
        begin = None if own_units and isinstance(line, str) else line
        super().__init__(FLEET_LAB, begin, lang, view=view, site=site, query=query, variant=str(variant))
        if own_units:
            self.builder.act_units(own_units)
            if isinstance(line, str):
                self.act_read({"line": line})
                self.has_broken_link = self.fault is not None
            self.earlier_drafts, self.odds_before_change = (), None
            self.refresh()

    @property
    def battle(self) -> Battle:
        """The current battle, legal or not; a side may have no units yet."""
        return self.builder.battle

    @property
    def removed_pieces(self) -> Sequence[Unit | Effect]:
        """The pieces that the last change removed because another faction cannot have them."""
        return self.builder.removed_pieces
