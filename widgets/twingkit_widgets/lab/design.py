"""The design of a game's lab: its draft, its builder, its tabs and what it says.

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
"""The style of every lab, on top of the panels' common style."""


@attrs.frozen(kw_only=True)
class LabDesign:
    """One lab of a game. `builder`, `tabs` and `aside` are import paths, "module:class": what is not open is
    not imported."""

    game: str
    """The id of the game."""
    page: str
    """The name of its page."""
    example: str
    """The line that the lab opens with if it is given none, or one that cannot be read."""
    read: Callable[[str], Draft]
    """The draft that a line says. Raises `NotationError` or `Fault`."""
    odds: Callable[[LabBattle], Slices[LabOdds]]
    """The odds of an allowed battle, worked out in slices. Raises `Fault` if there are none."""
    say: Callable[..., str]
    """`say(lang, key, role, **facts)`: a sentence of this lab, or the one that every lab says."""
    builder: str
    """The part in which a battle is built."""
    tabs: Mapping[str, str]
    """The questions, in the order in which a person asks them."""
    beside: Callable[[AnyDraft, str], Draft] | None = None
    """The draft that a typed line says where another lies already, if some of that stays; None: `read`."""
    seconds: Callable[[LabBattle], float] = lambda battle: 0.0
    """The time that the odds of a battle are estimated to take."""
    aside: str = ""
    """The part that can be opened beside the battle whatever tab is open."""
    linked: tuple[str, ...] = ()
    """The settings of several tabs that a page's address can name, besides the battle and what the open tab
    has `linked` alone."""
    lasting: str = ""
    """The tab whose state is kept also while another one is open."""
    keeps_tab: bool = False
    """True if the open tab is kept with the battle."""
    readings: str = ""
    """The page on how else the rules can be read. Where it is named, a variant of the game judges the drafts:
    they have `variant` and `under`."""
    grammar: tuple[str, ...] = ()
    """The keys `lab.grammar_…` of what is said about the signs of a line."""
    line_example: str = ""
    """The line that shows these signs; "": the `example`."""
    css: str = ""
    """The style of this lab, on top of any lab's style."""
    cls: str = "tk-lab"

    def rulebook(self) -> Rulebook:
        """The rules that can be opened in this lab."""
        book: Rulebook = game_by_id(self.game).load("rules")()
        return book

    def make_builder(self, lab: Lab, **given: Any) -> Builder:
        """The builder of a new lab."""
        builder: Builder = _load_object(self.builder)(lab, **given)
        return builder

    def make_tab(self, name: str, lab: Lab) -> Tab:
        """The tab of that name."""
        tab: Tab = _load_object(self.tabs[name])(lab)
        return tab

    def links(self, view: str) -> tuple[str, ...]:
        """The settings that an address can name while the tab `view` (else the first) is open."""
        tab = _load_object(self.tabs.get(view) or next(iter(self.tabs.values())))
        return (*self.linked, *tab.linked)

    def make_aside(self, lab: Lab) -> Aside | None:
        """Return what can be opened beside the battle; None if there is nothing."""
        return _load_object(self.aside)(lab) if self.aside else None


def _load_object(path: str) -> Any:  # whatever is named so there
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
