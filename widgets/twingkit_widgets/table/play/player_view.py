"""The match in the person's view while the play page is rendered once; every value is computed once."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Generic

from twingkit import Question, Ruling
from twingkit.core.knowledge import would_know_outcome
from twingkit.core.questions import Chance, Roll
from twingkit.core.rulebook import Rulebook
from twingkit.learn.first_game.teaching import TEACHING
from twingkit_widgets.panel.terms import Terms
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.settings import SettingsT
from twingkit_widgets.table.play.ui_state import UiState

FACTS = 3
"""The largest number of sentences shown above an opened rule."""


class PlayerView(Generic[SettingsT]):
    """A match in the person's view at one moment: `view` is everything the person may know, `asked` the
    person's pending question (or None).
    """

    def __init__(self, match: Match[SettingsT], ui_state: UiState) -> None:
        self.match, self.ui_state = match, ui_state
        self.rules = match.rules
        self.view: Any = match.view  # each game has its view
        self.asked: Question | None = match.question
        self.book: Rulebook = match.game.start.rulebook()

    @property
    def is_first_game(self) -> bool:
        """True in a first game, whose hints are plain sentences without chances and tries."""
        return bool(self.match.settings.opponents == TEACHING)

    @property
    def can_choose(self) -> bool:
        """Whether the person can choose the answer: nobody orders a pile, or chooses what another player
        throws in secret.
        """
        asked, match = self.asked, self.match
        if not (match.all_seats and isinstance(asked, Chance)):
            return True
        return isinstance(asked, Roll) and (
            self.rules.open_dice or would_know_outcome(match.game, match.seat)
        )

    @cached_property
    def _all(self) -> list[Ruling]:
        """All rulings of the match."""
        return self.match.rulings

    @cached_property
    def rulings(self) -> list[Ruling]:
        """Everything that happened, in the person's view."""
        return [ruling for ruling in self._all if not self.rules.hides(ruling, self.match)]

    @cached_property
    def since(self) -> int:
        """The number of `rulings` before the last answer."""
        earlier = self._all[: self.match.news_from]
        return sum(not self.rules.hides(ruling, self.match) for ruling in earlier)

    def sentences_of_rule(self, rule: str) -> tuple[str, ...]:
        """Return the sentences of a rule since the last answer, or else its last one: at most `FACTS`; none
        if it has not acted in this game.
        """
        acted = [index for index, ruling in enumerate(self.rulings) if ruling.rule == rule]
        shown = [index for index in acted if index >= self.since] or acted[-1:]
        texts = dict.fromkeys(self.rulings[index].text() for index in shown)
        return tuple(texts)[-FACTS:]

    @cached_property
    def terms(self) -> Terms:
        """The words of the game, each explained where it first occurs on the page."""
        return Terms(self.match.game.start.name.partition(".")[0], "word")

    @cached_property
    def scene(self) -> Any:  # each game has its scenes
        """The scene of a contest."""
        return self.match.scene

    @cached_property
    def headline(self) -> Headline:
        """The headline of the page; before the person has begun, that of every game."""
        if self.match.pause == "start":
            return Headline(self.say("now.start.title"), self.say("now.start.text"))
        headline: Headline = self.rules.headline(self)
        return headline

    def say(self, key: str, **facts: object) -> str:
        """Return a text of the game, or of every play page."""
        words: Words = self.rules.words
        return words.say(key, **facts)
