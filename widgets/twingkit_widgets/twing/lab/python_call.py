"""The Python calls that return the numbers of the tabs."""

from __future__ import annotations

from twingkit import twing
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.twing.lab.odds_maps import MAP_QUANTITIES, sweep_arguments
from twingkit_widgets.twing.lab.words import lab_word

CALLS = {
    "odds": 'twing.odds({line}, responses="best"{rules})',
    "advice": "twing.advise({asked}, side={side}, goal={goal}{rules})",
    "worth": "twing.worth({line}{rules})",
    "whatif": 'sweep(twing.odds, {points}, responses="best"{rules})',
    "tree": "twing.response_tree({line}{rules})",
    "charts:odds": 'charts.odds(twing.odds({line}, responses="best"{rules}))',
    "charts:advice": "charts.advice(twing.advise({asked}, side={side}, goal={goal}{rules}))",
    "charts:worth": "charts.worth(twing.worth({line}{rules}))",
    "charts:points": 'charts.heat_map(sweep(twing.odds, {points}, responses="best"{rules}))',
    "charts:cats": 'charts.heat_map(sweep(twing.odds, {cats}, responses="best"{rules}))',
    "charts:lead": "charts.margins(twing.margins({line}{rules}))",
    "charts:tree": "twing.charts.response_tree(twing.response_tree({line}{rules}))",
}
"""The Python call for each tab and chart, with gaps for the arguments."""


def format_call(tab: str, variant: twing.Variant = twing.BOX, **texts: str) -> str:
    """Return the Python call of a tab or chart, with the variant unless it is the box.

    >>> format_call("worth", line="F: F5 vs W: W6")
    'twing.worth("F: F5 vs W: W6")'
    """
    rules = "" if variant == twing.BOX else f', variant="{variant}"'
    maps = {
        name: sweep_arguments(twing.Battle.parse(texts["line"]), name)
        for name in MAP_QUANTITIES
        if f"{{{name}}}" in CALLS[tab]
    }
    return CALLS[tab].format(rules=rules, **maps, **{name: f'"{text}"' for name, text in texts.items()})


def python_html(call: str) -> Markup:
    """Return a Python call in a collapsed block."""
    code = el("code", "from twingkit import charts, sweep, twing", "\n", call, cls="tk-code")
    return el(
        "details",
        el("summary", lab_word("python.title")),
        el("pre", code, cls="tk-lab-python", tabindex="0"),
        data_key="python",
    )
