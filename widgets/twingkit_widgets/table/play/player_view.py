"""The match in the person's view while the play page is rendered once; every value is computed once."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Generic

from twingkit import Question, Ruling
from twingkit.core.knowledge import would_know_next_outcome
from twingkit.core.questions import Chance, Roll
from twingkit.core.rulebook import Rulebook
from twingkit.learn.first_game.teaching import TEACHING_PLAYER_NAME
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.settings import SettingsT
from twingkit_widgets.table.play.ui_state import UiState

MAX_RULE_SENTENCES = 3
"""The largest number of sentences shown above an opened rule."""


class PlayerView(Generic[SettingsT]):
    """A match in the person's view while the page is rendered.

    `view` is everything that the person may know, `asked` the person's pending question (or None).
    """

    def __init__(self, match: Match[SettingsT], ui_state: UiState) -> None:
        self.match, self.ui_state = match, ui_state
        self.rules = match.rules
        self.view: Any = match.view  # each game has its view
        self.asked: Question | None = match.question
        self.book: Rulebook = match.game.start.rulebook()

    @property
    def is_first_game(self) -> bool:
        """True in a first game with a teacher, whose hints are sentences without odds."""
        return bool(self.match.settings.opponent_level == TEACHING_PLAYER_NAME)

    @property
    def can_choose(self) -> bool:
        """True if the person can choose the answer, unlike the order of a pile or another's secret dice."""
        asked, match = self.asked, self.match
        if not (match.all_seats and isinstance(asked, Chance)):
            return True
        return isinstance(asked, Roll) and (
            self.rules.has_open_dice or would_know_next_outcome(match.game, match.seat)
        )

    @cached_property
    def _all(self) -> list[Ruling]:
        return self.match.rulings

    @cached_property
    def rulings(self) -> list[Ruling]:
        """All rulings of the game, in the person's view."""
        return [ruling for ruling in self._all if not self.rules.is_hidden(ruling, self.match)]

    @cached_property
    def news_start(self) -> int:
        """The number of `rulings` before the last answer."""
        earlier = self._all[: self.match.news_from]
        return sum(not self.rules.is_hidden(ruling, self.match) for ruling in earlier)

    def sentences_of_rule(self, rule: str) -> tuple[str, ...]:
        """Return the texts of a rule's rulings since the last answer, or else of its last ruling.

        There are at most `MAX_RULE_SENTENCES`.
        """
        acted = [index for index, ruling in enumerate(self.rulings) if ruling.rule == rule]
        shown = [index for index in acted if index >= self.news_start] or acted[-1:]
        texts = dict.fromkeys(self.rulings[index].text() for index in shown)
        return tuple(texts)[-MAX_RULE_SENTENCES:]

    @cached_property
    def term_marker(self) -> TermMarker:
        """The marker that explains each word of the game where it first occurs on the page."""
        return TermMarker(self.match.game.start.name.partition(".")[0], "word")

    @cached_property
    def contest_scene(self) -> Any:  # each game has its scenes
        """The scene of a contest."""
        return self.match.contest_scene

    @cached_property
    def headline(self) -> Headline:
        """The headline of the page: the game's own, or a common one before the person has begun."""
        if self.match.pause == "start":
            return Headline(self.say("now.start.title"), self.say("now.start.text"))
        headline: Headline = self.rules.headline(self)
        return headline

    def say(self, key: str, **facts: object) -> str:
        """Return a text of the game, or of every play page."""
        words: Words = self.rules.words
        return words.say(key, **facts)
