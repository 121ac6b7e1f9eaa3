"""Battles of the fleet lab."""

from __future__ import annotations

from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
from widgets import labs

SIMPLE = "space: 2 cruiser vs 1 dreadnought"


def after(line: str, *acts: tuple[str, object]) -> FleetLab:
    """A lab with `line` in which these actions were done, all without an error."""
    return labs.after(FleetLab(line), *acts)
