"""Battles of the fleet lab."""

from __future__ import annotations

from twingkit.imperium import Battle
from twingkit_widgets.imperium.lab.labs import FLEET_LAB
from twingkit_widgets.lab.lab import LabPanel
from widgets import labs

SIMPLE = "space: 2 cruiser vs 1 dreadnought"


class FleetLab(LabPanel):
    """The fleet lab; further arguments are the settings of a link."""

    def __init__(
        self,
        position: object = None,
        lang: str | None = None,
        *,
        view: str = "",
        site: bool = False,
        variant: str = "",
        **query: str,
    ) -> None:
        super().__init__(FLEET_LAB, position, lang, view=view, site=site, query=query, variant=str(variant))

    @property
    def battle(self) -> Battle:
        """Return the current battle, legal or not."""
        return self.draft.subject()


def after(line: str, *acts: tuple[str, object]) -> FleetLab:
    """Return a lab with `line` after these actions, all without an error."""
    return labs.after(FleetLab(line), *acts)
