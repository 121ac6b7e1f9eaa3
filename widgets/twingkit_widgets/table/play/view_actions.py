"""The actions on the play page that do not change the game: opening rules, turns, reasons and panels."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import attrs

from twingkit import Question, Refusal
from twingkit.core.rulebook import Rulebook
from twingkit_widgets.table.play.answering import AnswerActions, parse_whole_number
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.open_panels import opened_panel_title
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.settings import SettingsT
from twingkit_widgets.table.play.ui_state import UiState

_OPENABLE_PANELS = ("dice", "new", "save", "help")
"""The panels that open above the bar."""


QuestionT = TypeVar("QuestionT", bound=Question)
"""The kind of question that an action answers."""


class UiStateActions(AnswerActions, Generic[SettingsT]):
    """A mixin with the page actions that change only `ui_state` (such as open panels), not the game."""

    match: Match[SettingsT]
    ui_state: UiState

    def player_view(self) -> PlayerView[SettingsT]:
        """Return the match in the person's view."""
        return PlayerView(self.match, self.ui_state)

    def say(self, key: str, **facts: object) -> str:
        """Return a text from the game's catalogue, or from that of all play pages."""
        return self.player_view().say(key, **facts)

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""
        return self.match.game.start.rulebook()

    def _asked(self) -> Question:
        """The pending question. Raises `PlayFault` if the person is not asked."""
        question = self.match.question
        if question is None:
            raise self.match.play_design.fault_class("not_asked")
        return question

    def _asked_for(self, kind: type[QuestionT]) -> QuestionT:
        """Return the question that the person is asked. Raises `PlayFault` if it is not of the type
        `kind`.
        """
        question = self.match.question
        if not isinstance(question, kind):
            raise self.match.play_design.fault_class("not_asked")
        return question

    def _change(self, **changes: Any) -> None:
        self.ui_state = attrs.evolve(self.ui_state, **changes)

    # -- looking

    def act_search(self, value: object) -> None:
        """Search for answers that contain a text."""
        self._change(search_text=str(value or ""))

    def act_why_forbidden(self, value: object) -> None:
        """Show why an answer is forbidden, and keep it in view."""
        index = str(value)
        player_view, question = self.player_view(), self.match.question
        groups = player_view.play_design.answer_groups(question, player_view) if question else []
        offers = (offer for group in groups for offer in group.buttons)
        refusal: Refusal | None = next((offer.refusal for offer in offers if offer.answer == index), None)
        self._change(explained_answer=index if refusal and self.ui_state.explained_answer != index else "")
        if refusal:
            self.status = f"{self.match.phrase_for_person(refusal).text()} {refusal.rule}"

    def act_rule(self, value: object) -> None:
        """Open a rule below the text that the value names (`told:12|TW-BAT-16`), or otherwise below the
        headline.

        The open one, or an unknown one, closes it.
        """
        place, _, rule = str(value or "").rpartition("|")
        book, opened = self.book, self.ui_state
        if rule not in book or (rule, place) == (opened.open_rule, opened.open_rule_place):
            rule = place = ""
        self._change(open_rule=rule, open_rule_place=place, open_panel="")
        if rule:
            self.status = f"{rule}: {book[rule].title()}"

    def act_turn(self, value: object) -> None:
        """Expand or collapse a turn of the story."""
        self._change(toggled_turns=set(self.ui_state.toggled_turns) ^ {parse_whole_number(value)})

    def act_all_turns(self, value: object) -> None:
        """List all earlier turns of the story."""
        self._change(shows_all_turns=True)

    def act_unwarn(self, value: object) -> None:
        """Cancel the answer for which the page asked a confirmation because of a warning."""
        self._change(answer_and_warning=("", ""))

    # -- tools

    def act_toggle_panel(self, value: object) -> None:
        """Open a panel above the bar by its name; close it if it is already open or the name is unknown."""
        name = str(value or "")
        is_open = name in _OPENABLE_PANELS and name != self.ui_state.open_panel
        self._change(open_panel=name if is_open else "", typed_by_field={}, fault=None, is_unsealed=False)
        self.status = opened_panel_title(self.player_view()) if is_open else ""

    def act_unseal(self, value: object) -> None:
        """Show the saved game as plain text, or sealed again."""
        self._change(is_unsealed=not self.ui_state.is_unsealed)
