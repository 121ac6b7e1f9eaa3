"""The map of the play page in three sizes, with a list of systems and the chosen system below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.imperium.box.units import GROUND_FORCES, SHIPS, STRUCTURES
from twingkit.imperium.galaxy.view import GameView
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.map_picture import galaxy_map_html, scrollable_map_html, zoom_html
from twingkit_widgets.imperium.pictures.names import say, system_name, unit_class_label
from twingkit_widgets.imperium.pictures.systems import systems_list_html
from twingkit_widgets.imperium.pictures.table import round_and_phase_text
from twingkit_widgets.imperium.play.turn.activations import possible_activations
from twingkit_widgets.imperium.play.turn.fights import recent_battles_html
from twingkit_widgets.imperium.play.turn.shortcut_keys import system_shortcuts
from twingkit_widgets.imperium.play.turn.system_sheet import system_sheet_html, systems_reaching
from twingkit_widgets.imperium.play.ui_state import turn_question_unless_trading, ui_state_of
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.panel.terms import explanation_button
from twingkit_widgets.table.play.player_view import PlayerView


def map_html(player_view: PlayerView) -> Markup:
    """Render the map with the chosen system, marking the systems worth activating and those whose ships can
    reach the chosen one.

    In a turn the chosen system and the list are shown beside the actions instead (`view.py`).
    """
    view: GameView = player_view.view
    opened = ui_state_of(player_view)
    possible = possible_activations(player_view)
    marks = {index: "tk-hex-useful" for index, uses in possible.items() if uses}
    if opened.system is not None:
        marks |= dict.fromkeys(systems_reaching(player_view, opened.system), "tk-hex-reached")
        marks[opened.system] = "tk-hex-chosen"
    symbols, numbers = player_view.say("map.symbols"), player_view.say("map.planet")
    meaning = f"{numbers} {player_view.say('map.legend')}"
    pictured = [symbols, el("span", _unit_pictures_html(), hidden=True)]
    legend = explanation_button(pictured, symbols, meaning, "map:symbols")
    label, zoom = el("p", round_and_phase_text(view), " · ", legend, cls="tk-label"), zoom_html(opened.zoom)
    return el(
        "section",
        recent_battles_html(player_view),
        el("div", label, zoom, cls="tk-map-head", data_controls=True),
        scrollable_map_html(galaxy_map_html(view, marks), opened.zoom),
        el("p", numbers, cls="tk-small tk-soft"),
        None
        if turn_question_unless_trading(player_view)
        else [systems_html(player_view), system_sheet_html(player_view)],
        cls="tk-play-battle tk-play-map",
        aria_label=say("map.title"),
        data_key="field",
    )


def _unit_pictures_html() -> Markup:
    """Render each kind of unit as it is drawn on the map, with its name."""
    kinds = (*SHIPS, GROUND_FORCES[0], *STRUCTURES)
    pictures = [el("span", unit_svg(kind), " ", unit_class_label(kind)) for kind in kinds]
    return el("span", pictures, cls="tk-map-units")


def systems_html(player_view: PlayerView) -> Markup:
    """Render a list of all systems with buttons and descriptions, as an alternative to the map for users who
    cannot see it.

    In a turn, the systems worth activating come first, unfolded and with keys, as answers.
    """
    view: GameView = player_view.view
    useful = [index for index, uses in possible_activations(player_view).items() if uses]
    others = [index for index in range(len(view.systems)) if index not in useful]
    titles = [
        el("p", player_view.say(f"map.{key}"), cls="tk-label") if useful else None
        for key in ("useful", "others")
    ]
    folded = el(
        "details",
        el("summary", player_view.say("map.list")),
        el("p", player_view.say("map.legend"), _unit_pictures_html(), cls="tk-small tk-soft"),
        titles[1],
        _buttons(others, player_view),
        systems_list_html(view),
        data_key="list",
    )
    return join(
        titles[0], _buttons(useful, player_view, system_shortcuts(player_view)) if useful else None, folded
    )


def _buttons(
    indexes: Sequence[int], player_view: PlayerView, keys: Mapping[int, str] | None = None
) -> Markup:
    view: GameView = player_view.view
    chosen = ui_state_of(player_view).system
    buttons = [
        button(
            system_name(view.systems[index].tile_number),
            "system",
            index,
            cls="tk-button tk-small",
            key=f"list:{index}",
            shortcut=(keys or {}).get(index),
            aria_pressed="true" if index == chosen else "false",
        )
        for index in indexes
    ]
    return el("div", buttons, cls="tk-map-systems", data_roving=True)
