"""The pages of Twilight Imperium, and their content by address."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from twingkit.core.games import GameEntry
from twingkit_widgets.panel.address.addresses import GamePage, GamePages
from twingkit_widgets.panel.address.query import OpenedPanel, Query
from twingkit_widgets.panel.settings.start_rules import start_variant

PAGES = GamePages(
    sections=(
        (
            GamePage("imperium-learn", "learn"),
            GamePage("imperium-practice", "practice"),
            GamePage("imperium-puzzles", "puzzles"),
        ),
        (
            GamePage("imperium-game", "play", f"{__name__}:whole_game_page"),
            GamePage("imperium-first", "first"),
            GamePage("imperium-referee", "referee"),
            GamePage("imperium-play", "play", f"{__name__}:battle_page"),
        ),
        (
            GamePage("imperium-map", "lab", f"{__name__}:galaxy_page"),
            GamePage("imperium-strike", "lab", f"{__name__}:move_lab_page"),
        ),
        (GamePage("imperium-battle", "lab", f"{__name__}:fleet_lab_page"),),
        (GamePage("imperium-rules", "rules"), GamePage("imperium-readings", "readings")),
    ),
    card_path="twingkit_widgets.imperium.start_card:ImperiumStartCard",
    rulebook_path="twingkit_widgets.imperium.rulebook.panel:ImperiumRulebook",
    disagreements_path="twingkit_widgets.imperium.disagreements_panel:BattleRuleDisagreementsPanel",
    words_file=Path(__file__).with_name("page_words.toml"),
    starter_rules=("IM-SPACE-7", "IM-UNIT-3", "IM-INV-2"),
    escaped_characters="~",
)
"""The pages of the game on the site."""


def battle_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page for playing a single battle against the computer, with the settings from the address
    `query`.

    `?battle=` is its notation, `&seat=defender` the person's side (`&seat=all`: both), `&opponents=stated`
    the computer's level, `&seed=7` the seed, `&variant=volley=any` the rule switches, `?game=` a packed
    record.
    """
    from twingkit.core.notation import IllegalBattleError, NotationError
    from twingkit_widgets.imperium.play.battle.play_game import BattleSettings
    from twingkit_widgets.imperium.play.battle.settings import battle_line, settings_for
    from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
    from twingkit_widgets.table.play.page import open_play_page

    defaults, line = BattleSettings(), query.valid_position_string("battle")
    if line is not None:
        try:
            defaults = BattleSettings(**settings_for(line))
        except (NotationError, IllegalBattleError) as fault:
            query.faults.append(fault)
    begins = partial(ImperiumPlayPanel, battle_line(defaults), variant=start_variant("imperium"))
    content = open_play_page(query, defaults, begins)
    return OpenedPanel(content.panel, content.has_named_state or line is not None)


def whole_game_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page for playing a whole game of Twilight Imperium against the computer, with the settings
    from the address `query`.

    Without `?players=4` (`&faction=hacan`) it is the short game. `&opponents=steady` is the computer's level,
    `&seed=7` the seed, `&variant=diplomacy=any_two` the rule switches, `?game=` a packed record, `&seat=p2`
    the person's seat.
    """
    from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
    from twingkit_widgets.imperium.play.turn.play_game import WholeGameSettings
    from twingkit_widgets.table.play.page import open_play_page

    def begun(players: str = "short", **question: Any) -> ImperiumPlayPanel:
        return ImperiumPlayPanel(players, **{"variant": start_variant("imperium"), **question})

    return open_play_page(query, WholeGameSettings(), begun)


def fleet_lab_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page of the fleet lab, opened with the battle, tab and rule switches from the address
    `query`.

    `?battle=` is the battle to start with, `?view=steps` the open tab, `&retreat=1:30` for example a setting
    of that tab, `&variant=volley=any` the rule switches, and `&units=unit corvette combat=8` custom units.
    The lab explains errors in the battle, the units or the switches.
    """
    from twingkit_widgets.imperium.lab.draft import UNITS_SEPARATOR
    from twingkit_widgets.imperium.lab.labs import FLEET_LAB
    from twingkit_widgets.lab.lab import open_lab_page

    units = query.value("units")
    return open_lab_page(query, FLEET_LAB, line_prefix=f"{units}{UNITS_SEPARATOR}" if units else "")


def galaxy_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page with the galaxy map, opened with the map, system and move value from the address
    `query`.

    `?map=` is a map string, `&system=18` the chosen tile or planet, `&move=2` the move value of the ship
    whose reach is shown.
    """
    from twingkit.core.messages import Fault
    from twingkit.core.questions import Refusal
    from twingkit_widgets.imperium.galaxy.map_panel import MapFault, MapPanel

    query.check_parameters("map", "system", "move")
    line, system = query.valid_position_string("map"), query.value("system") or ""
    move = query.value("move") or "2"
    try:
        panel = MapPanel(line or None, query.lang, system=system, move=int(move) if move.isdecimal() else 0)
    except (Fault, Refusal, MapFault) as fault:
        query.faults.append(fault)
        panel = MapPanel(None, query.lang)
    return OpenedPanel(panel, bool(line or system))


def move_lab_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page of the move lab, "What if I go there", opened with the position or move from the
    address `query`.

    `?battle=` is a move with its position, or a position alone; `?view=` is the open tab.
    """
    from twingkit_widgets.imperium.strike.labs import STRIKE_LAB
    from twingkit_widgets.lab.lab import open_lab_page

    query.check_parameters("battle", view=STRIKE_LAB.tab_paths)
    return open_lab_page(query, STRIKE_LAB)
