"""The doubts of the rules of Twilight Imperium's battles: its part in the panel of readings."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.variants.disagreements import Disagreement
from twingkit.imperium.battle.readings import READINGS
from twingkit_widgets.imperium.pictures.scene import scene_html
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.markup import Child
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.read.rulebook.disagreements_panel import (
    DISAGREEMENTS_CSS,
    DISAGREEMENTS_WORDS,
    AnyDisagreementsPanel,
)
from twingkit_widgets.read.rulebook.disagreements_view import DisagreementsDesign

WORDS = Words(Path(__file__).with_name("readings_words.toml"), fallback=DISAGREEMENTS_WORDS)

STYLE = Path(__file__).with_name("lab") / "builder.css"
"""The style of the picture of two fleets."""


def position(reading: Disagreement) -> Child:
    """The fleets with which a scene begins."""
    return scene_html(reading.start().table.fight.battle)


class FleetReadings(AnyDisagreementsPanel):
    """The places where the rules of battles are unclear; one opens beside the list, or in its place on a
    narrow screen.

    `rule` is the one to open (`IM-VAR-2`; None: only the list); the panel says so if there is no such id.
    `site` allows links to the other pages of the site.

    >>> panel = FleetReadings(rule="IM-VAR-2")
    >>> panel.do("next"); panel.state
    'IM-VAR-3'
    """

    _css = DISAGREEMENTS_CSS + STYLE.read_text(encoding="utf-8")
    design = DisagreementsDesign(
        readings=READINGS,
        words=WORDS,
        position=position,
        code=lambda switch: f'imperium.odds(line, variant="{switch}")',
        link=lambda switch: page_link("imperium-play", variant=switch),
    )
