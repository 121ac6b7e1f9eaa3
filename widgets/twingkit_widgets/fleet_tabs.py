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

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from twingkit.imperium.notation import Battle
from twingkit_widgets.markup import Markup

TABS = ("odds", "steps", "casualties", "retreat", "needs", "invasion")
"""The questions, in the order in which a person asks them."""


LINKED = ("after", "retreat", "needs", "game")
"""What a page's address can name of the open tab besides the battle; `frame.js` knows these names, too."""


class Lab(Protocol):
    """What a tab may know of the lab, and do with it."""

    lang: str
    status: str
    """The latest news for a screen reader; a tab sets it when its action changed something."""
    site: bool
    """Whether the lab is a page of a site, which has a link to what it shows."""
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
        """What a link to this answer adds to `battle` and `view`: names of `LINKED`."""
        return {}

    def visit(self, query: Mapping[str, str]) -> None:
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
