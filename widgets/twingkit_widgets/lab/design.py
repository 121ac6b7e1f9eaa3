"""The design of a game's lab: its draft, its builder, its tabs and its texts.

A game names its labs in its entry (`GameEntry.labs`): a value `LABS`, a tuple of designs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.lazy_imports import load_object
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Rulebook
from twingkit.core.slices import Slices
from twingkit_widgets.lab.lab_words import lab_text
from twingkit_widgets.panel.wording import PanelTexts

LAB_CSS = (Path(__file__).parent / "lab.css").read_text(encoding="utf-8")
"""The style of every lab, in addition to the common style of panels."""


LabSubject = Any
"""What the lab of the game calculates for: the battle, position, question or deck of a draft."""
LabOdds = Any
"""The odds that the `LabDesign` of a game works out for its subjects."""
AnyDraft = Any
"""The `Draft` of a game, with its additional members."""


class Draft(ABC):
    """The subject of a lab, such as a battle, while the person builds it; it may break rules or have an empty
    side.

    Drafts are immutable: a change is a new draft (`Lab.set_draft`).
    """

    refusals: Sequence[Refusal] = ()
    """The rules that forbid the text that was read, if there are any."""

    @property
    @abstractmethod
    def is_complete(self) -> bool:
        """True if there is a battle: no side is empty."""

    def subject(self) -> LabSubject:
        """Return the current subject, allowed or not: the draft itself, unless a game has another one."""
        return self

    def problems(self) -> Sequence[Refusal]:
        """Return a refusal for every rule that the battle breaks; none while a side is empty."""
        return self.refusals

    @abstractmethod
    def line(self) -> str:
        """Return the draft as notation."""

    def with_subject(self, subject: LabSubject) -> Self:
        """Return the draft with this subject; anything else that the draft stores about the sides is kept."""
        changed: Self = subject
        return changed


@attrs.frozen(kw_only=True)
class LabDesign:
    """The definition of one lab of a game: its page, texts, builder and tabs, and the functions that parse
    notation and compute odds.

    `builder_path`, `tab_paths` and `aside_path` are import paths, "module:class", which are imported when
    first used.
    """

    game: str
    """The id of the game."""
    page_name: str
    """The name of the lab's page."""
    example_line: str
    """The notation that the lab opens with by default, or if the given one cannot be read."""
    parse_draft: Callable[[str], Draft]
    """Parses notation as a draft. Raises `NotationError` or `Fault`."""
    compute_odds: Callable[[LabSubject], Slices[LabOdds]]
    """Works out the odds of an allowed battle, in slices. Raises `Fault` if there are none."""
    words: PanelTexts
    """The texts of this lab, which take precedence over those of every lab."""
    builder_path: str
    """The import path of the part in which a battle is built."""
    tab_paths: Mapping[str, str]
    """The import paths of the questions, in the order in which people ask them."""
    parse_changed_draft: Callable[[AnyDraft, str], Draft] | None = None
    """Parses notation while another draft is shown, if parts of the shown draft stay; None to use
    `parse_draft`.
    """
    refusals_from_python: Callable[[AnyDraft], Sequence[Refusal]] = lambda draft: draft.problems()
    """Returns the refusals because of which `position` cannot be set to a draft from Python."""
    estimate_seconds: Callable[[LabSubject], float] = lambda battle: 0.0
    """Estimates the time that the odds of a battle take."""
    aside_path: str = ""
    """The import path of the part that can be opened beside the battle with any tab; "" for none."""
    always_saved_tab: str = ""
    """The tab whose state is saved even while another one is open."""
    saves_open_tab: bool = False
    """True if the open tab is saved with the battle."""
    interpretations_page: str = ""
    """The name of the page about other interpretations of the rules; "" for none.

    If it is set, a variant of the game judges the drafts, which must have `variant` and `with_variant`.
    """
    grammar_keys: tuple[str, ...] = ()
    """The keys `lab.grammar_…` of the texts that explain the notation."""
    grammar_example: str = ""
    """An example of notation that uses these signs; "" for `example_line`."""
    css: str = ""
    """The style of this lab, in addition to that of every lab."""
    css_class: str = "tk-lab"

    def rulebook(self) -> Rulebook:
        """Return the rules that can be opened in this lab."""
        book: Rulebook = game_by_id(self.game).load("rules")()
        return book

    def say(self, key: str, role: str = "", /, **facts: object) -> str:
        """Return the text `key` of this lab or, if the lab has none, the text that all labs share."""
        return lab_text(self.words, self.rulebook, key, role, **facts)

    def state_parameter_of(self, view: str) -> str:
        """Return the parameter of an address with the settings of the tab `view` (default: the first); ""
        if it has none.
        """
        tab = load_object(self.tab_paths.get(view) or next(iter(self.tab_paths.values())))
        return str(tab.state_parameter)
