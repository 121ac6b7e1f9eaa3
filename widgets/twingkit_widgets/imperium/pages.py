"""The pages of Twilight Imperium, and what each shows for its address."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from twingkit.core.games import GameEntry
from twingkit_widgets.panel.address.addresses import MAKERS, GamePages, SitePage
from twingkit_widgets.panel.address.query import BACK, PageContent, Query
from twingkit_widgets.panel.settings.start_rules import start_variant

PAGES = GamePages(
    sections=(
        (
            SitePage("imperium-learn", "learn", f"{MAKERS}:learn"),
            SitePage("imperium-practice", "practice", f"{MAKERS}:practice"),
            SitePage("imperium-puzzles", "puzzles", f"{MAKERS}:puzzles"),
        ),
        (
            SitePage("imperium-game", "play", f"{__name__}:whole_game"),
            SitePage("imperium-first", "first", f"{MAKERS}:first"),
            SitePage("imperium-referee", "referee", f"{MAKERS}:referee"),
            SitePage("imperium-play", "play", f"{__name__}:battle_game"),
        ),
        (
            SitePage("imperium-map", "lab", f"{__name__}:galaxy"),
            SitePage("imperium-strike", "lab", f"{__name__}:strike"),
        ),
        (SitePage("imperium-battle", "lab", f"{__name__}:fleet_lab"),),
        (
            SitePage("imperium-rules", "rules", f"{MAKERS}:rules"),
            SitePage("imperium-readings", "readings", f"{__name__}:readings"),
        ),
    ),
    card="twingkit_widgets.imperium.start_card:ImperiumCard",
    rulebook="twingkit_widgets.imperium.rulebook.panel:FleetRulebook",
    words=Path(__file__).with_name("page_words.toml"),
    good_rules=("IM-SPACE-7", "IM-UNIT-3", "IM-INV-2"),
    guarded="~",
)
"""The pages of the game on the site."""


def battle_game(query: Query, game: GameEntry) -> PageContent:
    """The page of a battle against the computer; `?battle=` is its line, `&seat=defender` the person's side
    (`&seat=all`: both), `&opponents=stated` and `&seed=7` set how the computer plays and how the dice fall,
    `&variant=volley=any` the readings of the rules. `?game=` is a packed record."""
    from twingkit.core.notation import BattleError, NotationError
    from twingkit_widgets.imperium.play.battle.play_game import BattleSettings
    from twingkit_widgets.imperium.play.battle.settings import line_of, settings_for
    from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
    from twingkit_widgets.table.play.page import open_play_page

    defaults, line = BattleSettings(), query.line("battle")
    if line is not None:
        try:
            defaults = BattleSettings(**settings_for(line))
        except (NotationError, BattleError) as fault:
            query.faults.append(fault)
    begins = partial(ImperiumPlayPanel, line_of(defaults), variant=start_variant("imperium"))
    content = open_play_page(query, defaults, begins)
    return PageContent(content.panel, content.named or line is not None)


def whole_game(query: Query, game: GameEntry) -> PageContent:
    """The page of a whole game against the computer: the learner's short game, or with `?players=4`
    (`&faction=hacan`) a whole one; `&opponents=steady`, `&seed=7`, `&variant=diplomacy=any_two` set how the
    computer plays, what chance brings and the readings of the rules. `?game=` is a packed record, `&seat=p2`
    the seat."""
    from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
    from twingkit_widgets.imperium.play.turn.play_game import ImperiumSettings
    from twingkit_widgets.table.play.page import open_play_page

    def begun(players: str = "short", **asked: Any) -> ImperiumPlayPanel:
        return ImperiumPlayPanel(players, **{"variant": start_variant("imperium"), **asked})

    return open_play_page(query, ImperiumSettings(), begun)


def fleet_lab(query: Query, game: GameEntry) -> PageContent:
    """The page of the fleet lab.

    `?battle=` is the battle to start with, `?view=steps` the open tab, `&retreat=1:30` for example a setting
    of that tab, `&variant=volley=any` the rule switches, `&units=unit corvette combat=8` custom units, and
    `&back=imperium-game` adds a link back to that page. The lab explains errors in the battle or the
    switches.
    """
    from twingkit_widgets.imperium.lab.back_link import LABS
    from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
    from twingkit_widgets.imperium.lab.labs import FLEET_LAB

    line = query.line("battle")
    parameters = query.values("view", "variant", "units", *FLEET_LAB.linked)
    if units := parameters.pop("units", ""):
        parameters["own_units"] = units
    parameters |= {"line": line} if line is not None else {}
    rules = {"variant": start_variant("imperium"), **parameters}
    lab = LABS.get(query.value(BACK) or "", FleetLab)
    panel = lab(lang=query.lang, **rules, site=True)
    return PageContent(panel, bool(parameters), example=line is None)


def galaxy(query: Query, game: GameEntry) -> PageContent:
    """The page of the map; `?map=` is a map string (tile numbers, ring after ring), `&system=18` the chosen
    tile or planet, `&move=2` the move value of the ship whose reach is shown."""
    from twingkit.core.messages import Fault
    from twingkit.core.questions import Refusal
    from twingkit_widgets.imperium.galaxy.map_panel import MapFault, MapPanel

    query.check_parameters("map", "system", "move")
    line, system, move = query.line("map"), query.value("system") or "", query.value("move") or "2"
    try:
        panel = MapPanel(line or None, query.lang, system=system, move=int(move) if move.isdecimal() else 0)
    except (Fault, Refusal, MapFault) as fault:
        query.faults.append(fault)
        panel = MapPanel(None, query.lang)
    return PageContent(panel, bool(line or system))


def strike(query: Query, game: GameEntry) -> PageContent:
    """The page “What if I go there”; `?battle=` is the move with its position, or a position alone, `?view=`
    the open tab."""
    from twingkit_widgets.imperium.strike.labs import STRIKE_LAB
    from twingkit_widgets.lab.lab import LabPanel

    query.check_parameters("battle", view=STRIKE_LAB.tabs)
    line = query.line("battle")
    view = query.value("view") or ""
    panel = LabPanel(STRIKE_LAB, line, query.lang, view=view, site=True)
    return PageContent(panel, bool(line or view), example=line is None)


def readings(query: Query, game: GameEntry) -> PageContent:
    """The page of doubts that the rules leave; `?rule=IM-VAR-2` opens that question."""
    from twingkit_widgets.imperium.readings_panel import FleetReadings

    rule = query.value("rule")
    return PageContent(FleetReadings(query.lang, rule=rule, site=True), rule is not None)
