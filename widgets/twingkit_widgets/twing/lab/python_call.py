"""The answer of each tab in Python: the call that gives its numbers, with a link to the reference."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.site.addresses import page_link
from twingkit_widgets.twing.lab.words import lab_word

CALLS = {
    "odds": 'twing.odds({line}, "best")',
    "advice": "twing.advise({asked}, {side}, {goal})",
    "worth": "twing.card_worth({line})",
    "whatif": 'twing.power_grid({line}, responses="best")',
    "tree": "twing.response_tree({line})",
    "charts:odds": 'charts.odds(twing.odds({line}, "best"))',
    "charts:advice": "charts.advice(twing.advise({asked}, {side}, {goal}))",
    "charts:worth": "charts.card_worth(twing.card_worth({line}))",
    "charts:points": 'charts.heat_map(twing.power_grid({line}, responses="best"))',
    "charts:cats": "charts.heat_map(twing.cats_grid({line}))",
    "charts:lead": "charts.margins(twing.margins({line}))",
    "charts:tree": "twing.charts.response_tree(twing.response_tree({line}))",
}
"""The Python calls that give the numbers of each tab, and of each chart."""


def call_of(tab: str, **texts: str) -> str:
    """Return the call of a tab or chart, as one types it.

    >>> call_of("worth", line="F: F5 vs W: W6")
    'twing.card_worth("F: F5 vs W: W6")'
    """
    return CALLS[tab].format(**{name: f'"{text}"' for name, text in texts.items()})


def python_html(call: str, lang: str, site: bool) -> Markup:
    """Return a call, folded away; on the site with a link to what the reference says about it."""
    name = call.partition("(")[0]
    link = el("a", lab_word(lang, "python.more", name=name), href=page_link("reference", lang, name=name))
    code = el("code", "from twingkit import charts, twing", "\n", call, cls="tk-code")
    return el(
        "details",
        el("summary", lab_word(lang, "python.title")),
        el("pre", code, cls="tk-lab-python", tabindex="0"),
        el("p", link) if site else None,
        data_key="python",
    )
