"""Open a play page for its address."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.core.messages import Fault
from twingkit_widgets.panel.address.query import OpenedPanel, Query
from twingkit_widgets.table.play.form import parse_game_query
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.settings import MatchSettings
from twingkit_widgets.table.play.words import PlayFault


def open_play_page(
    query: Query, defaults: MatchSettings, panel_class: Callable[..., MatchPanel], position_key: str = ""
) -> OpenedPanel:
    """Return a play page with the settings from the address `query`; invalid parameters are reported on the
    page.

    `panel_class` creates the panel from the linked settings (`PlayDesign.linked_settings`), or without
    arguments if they are invalid; `defaults` are the settings of a game without any; `position_key` is the
    name of the parameter that may be an encoded position string.
    """
    parameters = query.values(*defaults.play_design.linked_settings)
    if position_key in parameters:
        parameters[position_key] = query.lenient_position_string(position_key) or ""
    values, faults = parse_game_query(parameters, defaults)
    query.faults += faults
    try:
        panel_shown = panel_class(**values, lang=query.lang, waits=True)
    except (Fault, PlayFault) as fault:  # an invalid record, or a seat that it lacks
        query.faults.append(fault)
        panel_shown = panel_class(lang=query.lang, waits=True)
    return OpenedPanel(panel_shown, bool(parameters))
