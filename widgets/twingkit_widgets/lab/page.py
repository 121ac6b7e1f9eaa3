"""Open the page of a lab for its address."""

from __future__ import annotations

from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.panel.address.query import PageContent, Query
from twingkit_widgets.panel.settings.start_rules import start_variant


def open_lab_page(query: Query, design: LabDesign, position: str = "battle") -> PageContent:
    """Return the page of a lab for the query of an address.

    `position` is the name of the parameter with the notation to start with; `?view=` is the open tab,
    `&variant=` the rules of a lab that has interpretations, and the settings of the open tab can follow.
    """
    rules = {"variant": start_variant(design.game)} if design.interpretations_page else {}
    line, parameters = query.position_string(position), query.values("view", *rules)
    settings = query.values(*design.settings_in_link(parameters.get("view", "")))
    panel = LabPanel(design, line, query.lang, site=True, query=settings, **{**rules, **parameters})
    is_damaged = line is None and query.value(position) is not None
    return PageContent(panel, bool(line or parameters), is_example=is_damaged)
