"""What a game defines for the play page: how it starts, where to stop, what is shown and how questions are
answered.

Every method has a default that suffices to play, so any game with a start and questions has a play page;
games override what they can do better (see `twingkit_widgets/twing/play`). The `MatchSettings` of a game name
its `PlayDesign`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Generic

from twingkit import Game, Question, Refusal, Ruling
from twingkit.core.glossary import Glossary
from twingkit.core.knowledge import knew_outcome_immediately
from twingkit.core.language import localized
from twingkit.core.play import TranscriptEntry
from twingkit.core.questions import Roll
from twingkit.core.running.winners import team_seats
from twingkit.learn.first_game.teaching import TEACHING_PLAYER_NAME
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, DIGITS, shortcut_placeholder
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup, plain_answer_groups
from twingkit_widgets.table.play.beside.rated_hint import explained_reason
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.form import SEATS, common_fields, common_settings
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.open_panels import possible_result_buttons_html
from twingkit_widgets.table.play.plain_headline import names_with_you, plain_headline
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.settings import SettingsT
from twingkit_widgets.table.play.story import StoryTurnRules
from twingkit_widgets.table.play.ui_state import HintReason
from twingkit_widgets.table.play.words import WORDS, PlayFault

PLAY_TO_END_LIMIT = 500
"""The default number of answers at which playing to the end stops."""


class PlayDesign(Generic[SettingsT]):
    """The design of a game's play page, with defaults for everything: texts, settings, computer levels, and
    functions that draw the page.
    """

    words: PanelTexts = WORDS
    """The texts of the game, with those of every play page as fallback."""
    fault_class: type[PlayFault] = PlayFault
    """The class of errors on the game's play page, with the game's own messages."""
    ai_levels: tuple[str, ...] = ("random",)
    """The computer levels; the first is the strongest, and gives the hints as adviser."""
    default_level: str = "random"
    """The default computer level."""
    skippable_questions: Collection[str] = ()
    """The kinds of questions that are passed automatically if no answer has an effect (`has_no_effect`).
    """
    passing_answers: Collection[str] = ("pass",)
    """Answers that do nothing; see `is_passing_answer`."""
    composed_questions: Collection[str] = ()
    """The kinds of questions whose controls stand above the explanations, not below them."""
    automatic_answers_in_news: Collection[str] = ()
    """The kinds of questions whose automatic answers the news tell at their place."""
    tries_results_together: bool = True
    """True if several other results of chance are chosen before they are tried, False if each is tried at
    once."""
    repeats_dice: bool = False
    """True if, after an undo, the same answers lead to the same dice by default."""
    has_open_dice: bool = False
    """True if all dice are rolled openly."""
    story_format: StoryTurnRules = StoryTurnRules()
    """The rules for dividing the game's rulings into the turns of a story."""
    linked_settings: tuple[str, ...] = ("opponents", "seed", "game", "seat")
    """The settings that an address can contain."""
    numeric_settings: tuple[str, ...] = ()
    """The settings in `linked_settings` that are numbers."""
    hint_seconds: float = 2.0
    """The time for which answers are tried before a hint."""
    explains_by_playouts: bool = True
    """False if a hint is the adviser's, and `hint_reason` knows its exact odds."""
    tools: Collection[str] = ("undo", "hint", "dice", "new", "save", "help")
    """The tools of the bar, as in `bar.TOOLS`."""
    further_shortcuts: Mapping[str, str] = {}
    """Additional keys of the page, and what they do."""
    help_text_keys: tuple[str, ...] = ("rules",)
    """The names of the sentences in the help (`help.` plus this name in the catalogue)."""
    seat_tags: tuple[str, ...] = SEATS
    """The names of seats in addresses and in saved games."""
    setup_prefix: str = ""
    """The characters with which set-up lines of a position start; "" if the game has none."""

    @property
    def all_levels(self) -> tuple[str, ...]:
        """The names of all computer levels; the level for a first game with a teacher comes last."""
        return (*self.ai_levels, TEACHING_PLAYER_NAME)

    @localized
    def page_title(self, lang: str | None = None) -> str:
        """Return the name of the page for screen readers."""
        return self.words.say("now.panel", game="")

    def glossary_override(self) -> Glossary | None:
        """Return a glossary of the words that the page explains where they occur; None to use the game's own
        glossary.
        """
        return None

    # -- questions and stops

    def is_persons_question(self, question: Question, seat: int) -> bool:
        """True if the person at this seat answers a question; by default chance is decided automatically."""
        return question.player == seat and not question.is_chance

    def default_step_answer(self, game: Game) -> str | None:
        """Return the suggested answer if one person plays all seats, or None if chance decides.

        By default, that is the first allowed one.
        """
        question = game.question
        return (
            None
            if question is None or question.is_chance
            else question.format_answer(next(iter(question.options())))
        )

    def play_to_end_limit(self, game: Game) -> int:
        """Return the number of answers at which `play_to_end` stops if one person plays all seats."""
        return PLAY_TO_END_LIMIT

    def answer_sentence(self, entry: TranscriptEntry) -> str:
        """Return the sentence about an answer that led to no ruling: the question and the answer."""
        return f"{entry.question.text()} {entry.answer}"

    def is_setup_chance(self, question: Question) -> bool:
        """True for a chance question that sets up the game before anyone plays, such as dealing cards; False
        for a die roll.
        """
        return question.is_chance and not isinstance(question, Roll)

    def has_no_effect(self, question: Question) -> bool:
        """True if no answer of the person to a question of `skippable_questions` would change anything.

        It is then passed automatically, which is announced once.
        """
        return False

    def is_passing_answer(self, answer: str) -> bool:
        """True for an answer that passes or does nothing; the page gives such answers the same keyboard
        shortcut at every question.
        """
        return answer in self.passing_answers

    def is_silent_answer(self, answer: str) -> bool:
        """Return whether an answer does nothing and is not in the news either."""
        return self.is_passing_answer(answer)

    def answer_shortcut(self, answer: str, player_view: PlayerView) -> str:
        """Return the shortcut of an answer: its number if it ends with a digit (`take 3`), or a free key."""
        number = answer.rpartition(" ")[2]
        return shortcut_placeholder(number) if number in DIGITS else ANSWER_PLACEHOLDER

    def can_advise(self, question: Question) -> bool:
        """True if the adviser can give a hint for a question; false for chance."""
        return not question.is_chance

    def current_contest(self, game: Game) -> object:
        """Return the current contest (such as a battle), after which the page pauses, or None."""
        return None

    def has_own_contest_ended(self, contest: object, seat: int) -> bool:
        """True if a contest is over, and this seat took part in it."""
        return False

    def ended_contest_scene(self, contest: object, view: object) -> object:
        """Return the scene of an ended contest that the page continues to show."""
        return contest

    def contest_scene(self, match: Match) -> object:
        """Return the scene of the current contest, or of one that has just ended and in which the person took
        part; None if there is neither.
        """
        return match.ended_scene or None

    def ruling_pause_reason(self, game: Game, seat: int, first_new_ruling: int) -> str:
        """Return the reason to pause after the rulings from number `first_new_ruling` on; "" to play on."""
        return ""

    def question_pause_reason(self, game: Game, seat: int, seen_answer_count: int) -> str:
        """Return the reason to pause before the pending question, whoever is asked; "" to play on.

        The person went on from the last pause after `seen_answer_count` answers.
        """
        return ""

    def is_hidden(self, ruling: Ruling, match: Match) -> bool:
        """True if a ruling is hidden from the person."""
        return False

    def message_names(self, game: Game, seat: int) -> Mapping[str, str]:
        """Return the names to use when a message addresses the person of this seat."""
        return {}

    def unplayable_refusals(self, question: Question) -> Iterable[Refusal]:
        """Return the reasons why none of the cards in hand can be played, to show when a turn ends
        automatically.
        """
        return ()

    def is_out(self, game: Game, seat: int) -> bool:
        """True if a seat is out of the game, so that its person only watches."""
        return False

    def turn_or_round_number(self, game: Game) -> int:
        """Return the number of the turn, or of the round in a game without turns; 0 if there is neither.

        For a person who only watches, the page pauses when it grows.
        """
        return 0

    def changeable_results(self, game: Game, seat: int) -> list[ChanceResult]:
        """Return the rolls that the person can change: the last one of each seat in the last series of rolls.

        Draws are excluded: the cards that may still come would reveal what the others hold.
        """
        throws: dict[int, ChanceResult] = {}
        fallen = False
        for index, entry in reversed(list(enumerate(game.transcript))):
            if entry.question.is_chance:
                fallen = True
                if (
                    isinstance(entry.question, Roll)
                    and entry.player not in throws
                    and knew_outcome_immediately(game, seat, index)
                ):
                    throws[entry.player] = ChanceResult(index, entry.player, entry.answer)
            elif fallen:
                break
        return sorted(throws.values(), key=lambda throw: throw.index)

    # -- HTML

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return plain_headline(player_view)

    def question_text(self, question: Question, view: object) -> str:
        """Return the question to the person in one sentence; "" for the default text of the question."""
        return ""

    def seat_name(self, game: Game, seat: int) -> str:
        """Return the name of a player."""
        return game.start.seat(seat)

    def level_label(self, name: str) -> str:
        """Return the name of a computer level."""
        return self.words.say(f"new.ai_level.{name}")

    def goal_html(self, player_view: PlayerView) -> Markup | None:
        """Return the person's goal and progress; by default only `seat_text`."""
        return el("div", el("p", self.seat_text(player_view)), cls="tk-play-goal", data_key="goal")

    def seat_text(self, player_view: PlayerView) -> str:
        """Return a sentence about the person's seat (or all seats) and its partners."""
        match = player_view.match
        if match.plays_all_seats:
            return player_view.say("all.you")
        text = player_view.say("now.seat", seat=self.seat_name(match.game, match.seat))
        side = team_seats(match.game, match.seat)
        if len(side) < 2:
            return text
        return (
            f"{text} {capitalize_first(player_view.say('now.team', who=names_with_you(player_view, side)))}"
        )

    def contest_html(self, player_view: PlayerView) -> Markup | None:
        """Return the picture of the current contest, or None."""
        return None

    def hand_html(self, player_view: PlayerView) -> Markup | None:
        """Return the picture of the person's hand, or None if it is part of the choices."""
        return None

    def table_html(self, player_view: PlayerView) -> Markup | None:
        """Return the picture of the table, or None."""
        return None

    def statistics_html(self, player_view: PlayerView) -> Markup | None:
        """Return the statistics of a finished game, or None."""
        return None

    # -- answering

    def answer_groups(self, question: Question, player_view: PlayerView) -> list[AnswerGroup]:
        """Return the answers as buttons, in groups with titles; by default a button for each answer."""
        return plain_answer_groups(question, player_view)

    def answer_button(self, question: Question, answer: object, player_view: PlayerView) -> AnswerButton:
        """Return the button of one answer."""
        written = question.format_answer(answer)
        return AnswerButton(written, written)

    def choice_controls(self, question: Question, player_view: PlayerView) -> Markup | None:
        """Return controls to compose an answer; None to show a button for each answer."""
        return None

    def shows_controls_above_contest(self, question: Question, player_view: PlayerView) -> bool:
        """True if `choice_controls` stand above the picture of the contest; by default in
        `composed_questions`.
        """
        return question.kind in self.composed_questions

    def shows_controls_beside(self, player_view: PlayerView) -> bool:
        """True if controls that do not come first stand beside the picture of the contest on a wide
        screen.
        """
        return False

    def after_game_button_override(self, player_view: PlayerView[SettingsT]) -> Markup | None:
        """Return the main button after the end of a game; None to offer the same game again."""
        return None

    def pause_controls(self, player_view: PlayerView) -> Markup | None:
        """Return additional controls to show during a pause, or None."""
        return None

    def leave_button(self, question: Question, player_view: PlayerView) -> Markup | None:
        """Return the button with which the person leaves the game early, or None."""
        return None

    def submit_controls_override(self, player_view: PlayerView) -> Markup | None:
        """Return controls for the bar that finish a choice; None for the default buttons."""
        return None

    def can_take_hint(self, question: Question) -> bool:
        """True if a button can copy the answer of a hint into the person's unfinished choice."""
        return False

    def is_hint_chosen(self, player_view: PlayerView) -> bool:
        """True if the unfinished choice is already the answer of the hint."""
        return False

    def hint_text(self, question: Question, hint_answer: object, player_view: PlayerView) -> str:
        """Return the text of a hint: the adviser's answer in words."""
        written = question.format_answer(hint_answer)
        offers = (offer for group in self.answer_groups(question, player_view) for offer in group.buttons)
        return next((offer.label for offer in offers if offer.answer == written), written)

    def hint_reason(self, question: Question, hint_answer: object, player_view: PlayerView) -> HintReason:
        """Return the reason for a hint: by default what it changes in playouts."""
        return explained_reason(player_view)

    def throw_buttons_html(self, throw: ChanceResult, player_view: PlayerView) -> Markup | None:
        """Return a button for each possible result of a throw, which sends `face` with `index:face`."""
        return possible_result_buttons_html(throw, player_view)

    def harm_warning(self, question: Question, answer: str, player_view: PlayerView) -> str:
        """Return a warning if an answer would harm the player who gives it in a way that is easily
        overlooked; "" otherwise.

        The person is then asked to confirm the answer.
        """
        return ""

    # -- starting

    def fields(self, player_view: PlayerView[SettingsT]) -> list[Markup]:
        """Return the fields of the form for a new game."""
        return common_fields(player_view)

    def settings(self, form_values: Mapping[str, str], old_settings: SettingsT) -> SettingsT:
        """Read the `MatchSettings` from the form; missing fields stay as in `old_settings`.

        Raises `PlayFault` or `Fault` for invalid input.
        """
        return common_settings(form_values, old_settings)

    def address(self, settings: SettingsT) -> dict[str, str]:
        """Return the settings that differ from the defaults, as a query."""
        return {}

    def record_with_settings(self, game: Game, settings: SettingsT) -> str:
        """Return the record of a game for saving; comments in it may contain further settings."""
        return game.record

    def settings_from_record(self, settings: SettingsT, record: str, game: Game) -> SettingsT:
        """Return the settings updated from the comments in a saved record."""
        return settings

    def record_from_setup(self, lines: list[str]) -> str:
        """Return the record of a game that starts from the set-up lines of a typed position."""
        raise self.fault_class("neither", found=lines[0])
