"""The design of a game's lab: its draft, its builder, its tabs and its texts.

A game names its labs in its entry (`GameEntry.labs`): a value `LABS`, a tuple of designs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.rulebook import Rulebook
from twingkit.core.slices import Slices
from twingkit_widgets.lab.tab import Aside, Builder, Lab, Tab
from twingkit_widgets.lab.weighed_draft import AnyDraft, Draft, LabBattle, LabOdds

LAB_CSS = (Path(__file__).parent / "lab.css").read_text(encoding="utf-8")
"""The style of every lab, in addition to the common style of panels."""


@attrs.frozen(kw_only=True)
class LabDesign:
    """One lab of a game.

    `builder`, `tabs` and `aside` are import paths, "module:class", which are imported when they are opened.
    """

    game: str
    """The id of the game."""
    page: str
    """The name of the lab's page."""
    example: str
    """The notation that the lab opens with by default, or if the given one cannot be read."""
    read: Callable[[str], Draft]
    """Parses notation as a draft. Raises `NotationError` or `Fault`."""
    odds: Callable[[LabBattle], Slices[LabOdds]]
    """Works out the odds of an allowed battle, in slices. Raises `Fault` if there are none."""
    say: Callable[..., str]
    """`say(key, role, **facts)`: a text of this lab, or the one of every lab."""
    builder: str
    """The part in which a battle is built."""
    tabs: Mapping[str, str]
    """The questions, in the order in which people ask them."""
    beside: Callable[[AnyDraft, str], Draft] | None = None
    """Parses notation while another draft is shown, if parts of that stay; None to use `read`."""
    seconds: Callable[[LabBattle], float] = lambda battle: 0.0
    """Estimates the time that the odds of a battle take."""
    aside: str = ""
    """The part that can be opened beside the battle with any tab."""
    linked: tuple[str, ...] = ()
    """The settings shared by several tabs that a page's address can contain, besides the battle and what the
    open tab has `linked`.
    """
    lasting: str = ""
    """The tab whose state is also saved while another one is open."""
    keeps_tab: bool = False
    """True if the open tab is saved with the battle."""
    readings: str = ""
    """The page about other interpretations of the rules.

    If it is set, a variant of the game judges the drafts, which have `variant` and `under`.
    """
    grammar: tuple[str, ...] = ()
    """The keys `lab.grammar_…` of the texts that explain the notation."""
    line_example: str = ""
    """The notation that shows these signs; "" for the `example`."""
    css: str = ""
    """The additional style of this lab."""
    cls: str = "tk-lab"

    def rulebook(self) -> Rulebook:
        """Return the rules that can be opened in this lab."""
        book: Rulebook = game_by_id(self.game).load("rules")()
        return book

    def make_builder(self, lab: Lab, **given: Any) -> Builder:
        """Return the builder of a new lab."""
        builder: Builder = _load_object(self.builder)(lab, **given)
        return builder

    def make_tab(self, name: str, lab: Lab) -> Tab:
        """Return the tab of this name."""
        tab: Tab = _load_object(self.tabs[name])(lab)
        return tab

    def links(self, view: str) -> tuple[str, ...]:
        """Return the settings that an address can contain while the tab `view` (default: the first) is
        open.
        """
        tab = _load_object(self.tabs.get(view) or next(iter(self.tabs.values())))
        return (*self.linked, *tab.linked)

    def make_aside(self, lab: Lab) -> Aside | None:
        """Return the part beside the battle, or None."""
        return _load_object(self.aside)(lab) if self.aside else None


def _load_object(path: str) -> Any:  # any object of that name
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
