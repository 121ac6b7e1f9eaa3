"""The match in the person's view while the play page is rendered once; every value is computed once."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Generic

from twingkit import Question, Ruling
from twingkit.core.knowledge import would_know_next_outcome
from twingkit.core.questions import ChanceQuestion, Roll
from twingkit.core.rulebook import Rulebook
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.settings import SettingsT
from twingkit_widgets.table.play.story import open_rule_html
from twingkit_widgets.table.play.ui_state import UiState

_MAX_RULE_SENTENCES = 3
"""The largest number of sentences shown above an opened rule."""


class PlayerView(Generic[SettingsT]):
    """What the play page needs to render a match for the person: the person's view of the game, the pending
    question and the page state.

    `view` is everything that the person may know, `question` the person's pending question (or None).
    """

    def __init__(self, match: Match[SettingsT], ui_state: UiState) -> None:
        self.match, self.ui_state = match, ui_state
        self.play_design = match.play_design
        self.view: Any = match.view  # each game has its view
        self.question: Question | None = match.question
        self.book: Rulebook = match.game.start.rulebook()

    @property
    def is_first_game(self) -> bool:
        """True in a first game with a teacher, whose hints are sentences without odds."""
        return self.match.is_first_game

    @property
    def can_choose(self) -> bool:
        """True if the person may choose the answer to the pending question. False for hidden chance, such as
        the order of a pile or another player's secret dice.
        """
        question, match = self.question, self.match
        if not (match.plays_all_seats and isinstance(question, ChanceQuestion)):
            return True
        return isinstance(question, Roll) and (
            self.play_design.has_open_dice or would_know_next_outcome(match.game, match.seat)
        )

    @cached_property
    def _all(self) -> list[Ruling]:
        return self.match.rulings

    @cached_property
    def visible_rulings(self) -> list[Ruling]:
        """All rulings of the game, in the person's view."""
        return [ruling for ruling in self._all if not self.play_design.is_hidden(ruling, self.match)]

    @cached_property
    def first_new_ruling(self) -> int:
        """The number of rulings visible to the person that precede the last answer."""
        return self.count_visible(self.match.first_new_ruling)

    def count_visible(self, rulings_before: int) -> int:
        """Return how many of the first `rulings_before` rulings of the game are visible to the person."""
        return sum(
            not self.play_design.is_hidden(ruling, self.match) for ruling in self._all[:rulings_before]
        )

    def reasons_to_show_rule(self, rule: str) -> tuple[str, ...]:
        """Return why a rule matters now: its rulings since the last answer, and the answers it forbids.

        Without any, return its last ruling. There are at most `_MAX_RULE_SENTENCES`.
        """
        acted = [index for index, ruling in enumerate(self.visible_rulings) if ruling.rule == rule]
        texts = [self.visible_rulings[index].text() for index in acted if index >= self.first_new_ruling]
        texts += self._reasons_against_answers(rule)
        texts = texts or [self.visible_rulings[index].text() for index in acted[-1:]]
        return tuple(dict.fromkeys(texts))[-_MAX_RULE_SENTENCES:]

    def _reasons_against_answers(self, rule: str) -> list[str]:
        """Return the answers that a rule forbids now, each with its reason."""
        if self.question is None or not self.can_choose:
            return []
        return [
            f"{offer.label}: {self.match.phrase_for_person(offer.refusal).text()}"
            for group in self.play_design.answer_groups(self.question, self)
            for offer in group.buttons
            if offer.refusal is not None and offer.refusal.rule == rule
        ]

    def rule_opener(self, rule: str, text_id: str, text: str = "") -> Markup:
        """Return the button that opens a rule below the text at `text_id` (see `opened_rule_html`).

        It shows `text`, the `rule_mark` or the rule's id.
        """
        return rule_badge(rule, "rule", text_id, f"{text_id}|{rule}", text or self.rule_mark)

    @property
    def rule_mark(self) -> str:
        """What a button that opens a rule shows: a question mark in a first game, where ids mean nothing yet;
        otherwise "", which stands for the rule's id.
        """
        return "?" if self.is_first_game else ""

    def opened_rule_html(self, text_id: str, with_reason: bool = True) -> Markup | None:
        """Return the rule that was opened at `text_id`; None if none is open there.

        Before it stands why it matters now, unless the text at `text_id` says that (`with_reason`).
        """
        rule = self.ui_state.open_rule
        if not rule or self.ui_state.open_rule_place != text_id:
            return None
        return open_rule_html(rule, self.book, self.reasons_to_show_rule(rule) if with_reason else ())

    @cached_property
    def term_marker(self) -> TermMarker:
        """The marker that explains each word of the game where it first occurs on the page."""
        game = self.match.game.start.name.partition(".")[0]
        return TermMarker(game, "word", self.play_design.glossary_override())

    @cached_property
    def contest_scene(self) -> Any:  # each game has its scenes
        """The scene of the current or just ended contest, such as a battle (see `Match.contest_scene`)."""
        return self.match.contest_scene

    @cached_property
    def headline(self) -> Headline:
        """The headline of the page: the game's own, or a common one before the person has begun."""
        if self.match.pause_reason == "start":
            return Headline(self.say("now.start.title"), self.say("now.start.text"))
        headline: Headline = self.play_design.headline(self)
        return headline

    def say(self, key: str, **facts: object) -> str:
        """Return the text `key` of the game or, if the game has none, the text that all play pages share."""
        words: PanelTexts = self.play_design.words
        return words.say(key, **facts)
