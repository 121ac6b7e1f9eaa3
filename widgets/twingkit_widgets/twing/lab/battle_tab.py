"""The base of the tabs of the battle lab, with the Python call and the content without a battle."""

from __future__ import annotations

from typing import ClassVar

from twingkit import twing
from twingkit_widgets.lab.tab import LabTab
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.twing.lab.draft import Draft
from twingkit_widgets.twing.lab.odds_maps import MAP_QUANTITIES, sweep_arguments_code
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


def _format_call(tab: str, variant: twing.Variant = twing.BOX, **texts: str) -> str:
    """Return the Python call of a tab or chart, with the variant unless it is the box.

    >>> _format_call("worth", line="F: F5 vs W: W6")
    'twing.worth("F: F5 vs W: W6")'
    """
    rules = "" if variant == twing.BOX else f', variant="{variant}"'
    maps = {
        name: sweep_arguments_code(twing.Battle.parse(texts["line"]), name)
        for name in MAP_QUANTITIES
        if f"{{{name}}}" in CALLS[tab]
    }
    return CALLS[tab].format(rules=rules, **maps, **{name: f'"{text}"' for name, text in texts.items()})


def _python_html(call: str) -> Markup:
    """Return a Python call in a collapsed block."""
    code = el("code", "from twingkit import charts, sweep, twing", "\n", call, cls="tk-code")
    return el(
        "details",
        el("summary", lab_word("python.title")),
        el("pre", code, cls="tk-lab-python", tabindex="0"),
        data_key="python",
    )


class BattleTab(LabTab):
    """Base class of the tabs of the battle lab, each of which answers one question about the battle."""

    call_key: ClassVar[str]
    """The key in `CALLS` of the call that returns the numbers of the tab."""

    @property
    def analysed_subject(self) -> twing.Battle | None:
        """The last legal battle in which both sides have laid cards; None if there is none yet. The numbers
        of the tab refer to this battle.
        """
        battle: twing.Battle | None = self.lab.analysed_subject
        return battle

    @property
    def variant(self) -> twing.Variant:
        """The variant by which the draft is checked and the numbers of the tab are computed."""
        return self.draft.variant

    draft: Draft
    """The battle under construction: the laid and the held cards of both sides."""

    def empty_html(self) -> Child:
        """Return the content of the tab while a side has laid nothing."""
        return el("p", self.say("verdict.open"), cls="tk-note")

    def footer_html(self) -> Markup | None:
        """Return the Python call that returns the numbers of the tab; None before the first legal battle."""
        if self.analysed_subject is None:
            return None
        return _python_html(_format_call(self.current_call_key(), self.variant, **self.call_arguments()))

    def current_call_key(self) -> str:
        """Return the key of the Python call that returns the shown numbers."""
        return self.call_key

    def call_arguments(self) -> dict[str, str]:
        """Return the arguments of the Python call by name."""
        return {"line": str(self.analysed_subject)}
