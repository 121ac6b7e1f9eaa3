"""What both labs explain: the icons of characters' values, and that the card set is assumed."""

from __future__ import annotations

from twingkit_widgets.imajica.pictures.drawing import icon_svg
from twingkit_widgets.imajica.words import say
from twingkit_widgets.lab.tab import LabBuilder
from twingkit_widgets.panel.markup import Markup, el

STATS = ("magic", "strength", "prime")
"""The values of characters."""


def value_icons_html() -> Markup:
    """Render the icons of characters' values with their names."""
    return el(
        "p", [el("span", icon_svg(stat), " ", say(f"figure.{stat}")) for stat in STATS], cls="im-legend"
    )


class BuilderWithAssumedCardsNote(LabBuilder):
    """Base class of lab builders that show, below the notation, a note that the card set is assumed."""

    def below_line_html(self) -> Markup:
        """Render the note that the card set is assumed: the kit's own, since no printed source lists the
        cards.
        """
        return el("p", say("card.assumed_set"), cls="tk-small tk-soft")
