"""Open a play page for its address."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.core.messages import Fault
from twingkit_widgets.panel.address.query import PageContent, Query
from twingkit_widgets.table.play.form import parse_game_query
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.settings import Settings
from twingkit_widgets.table.play.words import PlayFault


def open_play_page(
    query: Query, defaults: Settings, panel: Callable[..., MatchPanel], line: str = ""
) -> PageContent:
    """Return the panel for an address.

    `panel` makes it from what can be linked (`PlayGame.linked`), or from nothing if that is not valid;
    `defaults` are the settings of a game without any; `line` is the parameter that may be encoded as in
    links.
    """
    parameters = query.values(*defaults.rules.linked)
    if line in parameters:
        parameters[line] = query.decoded_line(line) or ""
    values, faults = parse_game_query(parameters, defaults)
    query.faults += faults
    try:
        panel_shown = panel(**values, lang=query.lang, waits=True)
    except (Fault, PlayFault) as fault:  # an invalid record, or a seat that it lacks
        query.faults.append(fault)
        panel_shown = panel(lang=query.lang, waits=True)
    return PageContent(panel_shown, bool(parameters))
