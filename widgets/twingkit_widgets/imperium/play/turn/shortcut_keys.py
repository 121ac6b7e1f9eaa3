"""The shortcut keys of a turn: each action keeps its key from turn to turn.

A strategy card has its number, a system a small letter, another card or ability a capital letter of its name,
a deal one for the seat of the other player.
"""

from __future__ import annotations

import re

from twingkit.imperium.galaxy.map.hexes import CENTRE, distance
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice, component_action_answers
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.panel.keys import LETTERS
from twingkit_widgets.table.play.player_view import PlayerView

_SHORTCUT_LETTERS = re.sub("[IO]", "", LETTERS.upper())
"""The letters for actions other than systems and strategy cards, without those that look like a digit."""

DEAL_KEYS = _SHORTCUT_LETTERS[-len(SEATS) :]
"""The key of a deal with the player of each seat."""


def action_shortcuts(question: TurnChoice) -> dict[str, str]:
    """Map each answer that plays a card or uses an ability as an action to its shortcut key ("" if no letter
    is free).

    It is the first free letter of its name; abilities come before hand cards because they stay.
    """
    keys: dict[str, str] = {}
    actions = component_action_answers(question.table, question.player)
    for act in sorted(actions, key=lambda act: not isinstance(act, acts.Use)):
        letters = (*answer_label(str(act)).upper(), *_SHORTCUT_LETTERS)
        free = (
            key for key in letters if key in _SHORTCUT_LETTERS and key not in (*DEAL_KEYS, *keys.values())
        )
        keys[str(act)] = next(free, "")
    return keys


def system_shortcuts(player_view: PlayerView) -> dict[int, str]:
    """Map the indices of systems to their shortcut letters, those nearest to the person's home system first.

    The systems farthest from the person's home have none if there are too few letters.
    """
    table = player_view.match.game.table
    places = [system.place or CENTRE for system in table.galaxy.systems]
    home = places[table.home_system(player_view.match.seat)]
    by_distance = sorted(range(len(places)), key=lambda index: (distance(places[index], home), index))
    return dict(zip(by_distance, LETTERS, strict=False))
