"""The tabs of the fleet lab: what a person can ask about the battle, one answer open at a time.

A tab is a module `fleet_<name>` with a class `Fleet<Name>`, made with the lab when it is first opened::

    class FleetRetreat(FleetTab):
        def view(self) -> Markup:                  # the answer; `self.lab.settled` is what it is about
            return el("p", ...)

        def act_when(self, value: object) -> None: # what a control with data-act="when" does in here
            self.when = ...

        def changed(self) -> None:                 # another battle: forget what was about the old one

While a tab is open, actions that the lab itself does not know go to it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from twingkit.imperium.notation import Battle
from twingkit_widgets.fleet_words import fleet_say
from twingkit_widgets.markup import Child, Markup, el

TABS = ("odds", "steps", "casualties", "retreat", "needs", "invasion")
"""The questions, in the order in which a person asks them."""


class Lab(Protocol):
    """What a tab may know of the lab, and do with it."""

    lang: str
    status: str
    """The latest news for a screen reader; a tab sets it when its action changed something."""
    own: str
    """What begins the ids of this panel's elements."""

    @property
    def settled(self) -> Battle | None:
        """The battle that all answers are about: what lies there, or while that is forbidden the last one
        that was allowed. None while a side has nothing."""
        ...

    @property
    def odds(self) -> Any:
        """The odds of `settled` (`twingkit.imperium.chances.BattleOdds`), computed once; None without one."""
        ...

    def take(self, battle: Battle) -> None:
        """Put another battle there, as if it had been built; it can be taken back."""
        ...

    def rule(self, rule: str, key: str = "") -> Markup:
        """The button that opens a rule at the lower edge. Two of one rule need different keys."""
        ...


class FleetTab:
    """One question about the battle: `view` answers it, `act_…` are its controls."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def view(self) -> Markup:
        """The answer as it is now."""
        raise NotImplementedError(f"{type(self).__name__} has no view")

    def changed(self) -> None:
        """The battle has changed."""

    def address(self) -> dict[str, str]:
        """What a link to this answer adds to `battle` and `view`."""
        return {}

    def visit(self, query: dict[str, str]) -> None:
        """Take up what `address` gave; what cannot be used is left out."""

    def kept(self) -> str:
        """What is kept of this answer with the battle, as one text; "" for nothing."""
        return ""

    def recall(self, text: str) -> None:
        """Take up what `kept` gave."""


def known_tabs() -> tuple[str, ...]:
    """The tabs that there are."""
    return tuple(name for name in TABS if find_spec(f"twingkit_widgets.fleet_{name}"))


def open_tab(name: str, lab: Lab) -> FleetTab:
    """Make the tab of that name."""
    module = import_module(f"twingkit_widgets.fleet_{name}")
    tab: FleetTab = getattr(module, f"Fleet{name.capitalize()}")(lab)
    return tab


def tabs_html(chosen: str, content: Child, lang: str, prefix: str) -> Markup:
    """Return the row of questions with the answer to the `chosen` one.

    Arrows move between the questions, Enter or Space opens one (`act_tab`): answers are computed only then.
    """
    items = [
        el(
            "button",
            fleet_say(lang, f"tabs.{name}"),
            type="button",
            cls="tk-button tk-lab-tab",
            role="tab",
            id=f"{prefix}-tab-{name}",
            aria_selected="true" if name == chosen else "false",
            aria_controls=f"{prefix}-tab-panel",
            data_act="tab",
            data_value=name,
            data_key=f"tab:{name}",
        )
        for name in known_tabs()
    ]
    label = fleet_say(lang, "tabs.label")
    row = el(
        "div",
        items,
        cls="tk-lab-tabs",
        role="tablist",
        aria_label=label,
        data_roving=True,
        data_controls=True,
    )
    panel = el(
        "div",
        content,
        cls="tk-box tk-lab-panel",
        role="tabpanel",
        id=f"{prefix}-tab-panel",
        tabindex="0",
        aria_labelledby=f"{prefix}-tab-{chosen}",
        data_key=f"tabpanel:{chosen}",
    )
    return el(
        "section",
        el("h2", label, cls="tk-hidden"),
        row,
        panel,
        cls="tk-lab-answers",
        data_bring=chosen,
        data_key="tabs",
    )
