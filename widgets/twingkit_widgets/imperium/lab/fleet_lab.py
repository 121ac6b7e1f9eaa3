"""The fleet lab: a battle of Twilight Imperium to build, and answers about it."""

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
    """A battle to build or to type, and what a player asks about it.

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
        """Show `line`; what is wrong with it is explained in the panel, which then shows an example.

        `view` is the tab to open (one of `FLEET_LAB.tabs`), `variant` the rules by which it is fought (a
        `Variant` or a line of switches; "": those of a `Battle`, the box for a line; one that cannot be is
        explained too), `own_units` the text of a file of units that the line may name, and `query` what its
        link says besides (`address`). On the `site` the page's head has the link to the battle; elsewhere the
        panel spells it out.
        """
        begin = None if own_units and isinstance(line, str) else line
        super().__init__(FLEET_LAB, begin, lang, view=view, site=site, query=query, variant=str(variant))
        if own_units:
            self.builder.act_units(own_units)
            if isinstance(line, str):
                self.act_read({"line": line})
                self.linked = self.fault is not None
            self.past, self.before = (), None
            self.refresh()

    @property
    def battle(self) -> Battle:
        """The present battle, allowed or not; a side may have no units yet."""
        return self.builder.battle

    @property
    def lost(self) -> Sequence[Unit | Effect]:
        """The pieces that the last change removed because another faction cannot have them."""
        return self.builder.lost
