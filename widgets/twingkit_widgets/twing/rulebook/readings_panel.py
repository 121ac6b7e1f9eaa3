"""The disagreements between the rulebooks of Imperial Twing: the game's part of the panel."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.links import pack
from twingkit.core.variants.disagreements import Disagreement
from twingkit.core.variants.variant import AnyVariant
from twingkit.twing.notation.holding import Holding
from twingkit.twing.variants.readings import READINGS
from twingkit.twing.variants.variant import Variant
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.markup import Child, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.read.rulebook.disagreements_panel import (
    DISAGREEMENTS_CSS,
    DISAGREEMENTS_WORDS,
    AnyDisagreementsPanel,
)
from twingkit_widgets.read.rulebook.disagreements_view import DisagreementsDesign
from twingkit_widgets.twing.pictures.small_table import SmallTable
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS

WORDS = Words(Path(__file__).with_name("readings_words.toml"), fallback=DISAGREEMENTS_WORDS)


def position(reading: Disagreement) -> Child:
    """Return the table on which a scene starts; a sentence if nobody has a card yet."""
    table = reading.start().table
    if all(Holding.from_player(player) == Holding() for player in table.players):
        return el("p", WORDS.say("scene_empty"))
    coloured = isinstance(reading.variant, Variant) and reading.variant.distinct_colours
    return SmallTable(table, coloured=coloured).html()


def start_link(reading: Disagreement, variant: AnyVariant) -> str:
    """Return the address of the play page at the position of a scene, under one of its interpretations."""
    return page_link("play", game=pack(reading.start(variant).record))


class ReadingsPanel(AnyDisagreementsPanel):
    """The places where the rulebooks disagree. One opens next to the list, on a narrow screen instead of it.

    `rule` is the one to open (`TW-VAR-9`; None: only the list). For an unknown id the panel says so and
    offers the nearest. `site` allows links to the other pages of the site.

    >>> panel = ReadingsPanel(rule="TW-VAR-9")
    >>> panel.do("next"); panel.state
    'TW-VAR-10'
    """

    _css = DISAGREEMENTS_CSS + TABLE_CSS
    design = DisagreementsDesign(
        readings=READINGS,
        words=WORDS,
        position=position,
        code=lambda switch: f'twing.new_game(3, variant="{switch}")',
        link=lambda switch: page_link("play", variant=switch),
        start_link=start_link,
    )
