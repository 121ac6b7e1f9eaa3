"""The lab “What if I go there” as its panel takes it."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.slices import Slices
from twingkit.imperium.galaxy.outlook.take_and_hold import Taking, take_system
from twingkit_widgets.imperium.strike.draft import EXAMPLE, StrikeDraft
from twingkit_widgets.imperium.strike.strike_words import strike_say
from twingkit_widgets.imperium.views import TABLE_CSS
from twingkit_widgets.lab.design import LabDesign


def take_system_in_slices(draft: StrikeDraft) -> Slices[Taking]:
    """Compute in slices what a move takes."""
    yield 0.0
    return take_system(draft.game, draft.system, draft.plan, draft.seat)


STRIKE_LAB = LabDesign(
    game="imperium",
    page="imperium-strike",
    example=EXAMPLE,
    read=StrikeDraft.read,
    odds=take_system_in_slices,
    say=strike_say,
    builder="twingkit_widgets.imperium.strike.builder:StrikeBuilder",
    tabs={
        "take": "twingkit_widgets.imperium.strike.take_tab:TakeTab",
        "hold": "twingkit_widgets.imperium.strike.hold_tab:HoldTab",
        "build": "twingkit_widgets.imperium.strike.build_tab:BuildTab",
    },
    keeps_tab=True,
    grammar=("strike",),
    css=TABLE_CSS + Path(__file__).with_name("strike.css").read_text(encoding="utf-8"),
    cls="tk-lab tk-strike",
)
"""A move on a map to plan."""
