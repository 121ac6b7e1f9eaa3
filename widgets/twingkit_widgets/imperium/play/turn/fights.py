"""The battles of a whole game, with links to the fleet lab and back."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import Ruling
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit_widgets.imperium.lab.back_link import LabFromGame, battle_link
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.player_view import PlayerView

BATTLE_BEGUN = "IM-SPACE-15"
"""The rule with which a battle starts; its ruling contains the battle in notation."""


def battles_of(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Return the rulings with which battles started."""
    return [ruling for ruling in rulings if ruling.rule == BATTLE_BEGUN and "battle" in ruling.facts]


def battle_links_html(player_view: PlayerView) -> Markup | None:
    """Return a link for each battle since the person's last answer, or for the one in progress."""
    new = battles_of(player_view.rulings[player_view.news_start :])
    if not new and isinstance(player_view.asked, BattleQuestion):
        new = battles_of(player_view.rulings)[-1:]
    links = [_link(ruling, player_view) for ruling in new]
    listed = [el("li", link) for link in links if link]
    if not listed:
        return None
    label = player_view.say("fights.label")
    return el(
        "div", el("p", label, cls="tk-label"), el("ul", listed, cls="tk-list tk-fights"), data_key="fights"
    )


def _link(ruling: Ruling, player_view: PlayerView) -> Markup | None:
    """Return a link to a battle in the fleet lab; None if the site hides the lab."""
    href = battle_link(str(ruling.facts["battle"]), LabFromGame.back_page)
    if not href:
        return None
    return el(
        "a",
        f"{ruling.text()} {player_view.say('fights.open')}",
        href=href,
        cls="tk-button tk-fight",
    )
