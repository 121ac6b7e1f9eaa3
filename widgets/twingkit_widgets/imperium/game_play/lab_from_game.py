"""The lab as it is opened from a battle of a whole game: with the way back to that game."""

from __future__ import annotations

from twingkit_widgets.imperium.game_play.words import WORDS
from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.site.addresses import page_link

BACK = "back"
"""The parameter of the address that asks for the way back."""

GAME_PAGE = "imperium-game"
"""The page of the whole game, and the value of `BACK`."""


class LabFromGame(FleetLab):
    """The lab with a link to the whole game, which the browser has kept as it was left."""

    def view(self) -> Markup:
        """The way back, and the lab below it."""
        href = page_link(GAME_PAGE, self.lang)
        back = el("a", WORDS.say(self.lang, "fights.back"), href=href, cls="tk-button tk-quiet")
        return el("div", el("p", back), super().view(), cls="tk-stack")

    def address(self) -> dict[str, str]:
        """The query of a link to what is shown, the way back among it."""
        return {**super().address(), BACK: GAME_PAGE}
