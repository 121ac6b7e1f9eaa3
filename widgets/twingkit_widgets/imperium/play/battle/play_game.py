"""A battle of Twilight Imperium on the play page: questions and views."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit import Game, Question, Ruling
from twingkit.core.notation import ROLES
from twingkit.core.play import TranscriptEntry
from twingkit.imperium.battle.players import PLAYERS
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.address_reader import side_words_for_reader
from twingkit.imperium.battle.rules.events import RoundBegins
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, QuestionWithDefault
from twingkit.imperium.battle.side_knowledge import hidden_enemy_cards, reveals_hidden_card
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.fleets import fleet_text, latest_rolls
from twingkit_widgets.imperium.play.answering import ImperiumAnswerControls
from twingkit_widgets.imperium.play.battle import view
from twingkit_widgets.imperium.play.battle.chances import advice_for_record
from twingkit_widgets.imperium.play.battle.fleets_view import decision_text, fleets_view, has_unseen_dice
from twingkit_widgets.imperium.play.battle.headline import headline
from twingkit_widgets.imperium.play.battle.landing import (
    INVASION_COMMENT,
    invasion_line_of_record,
    landing_after,
)
from twingkit_widgets.imperium.play.battle.settings import DEFAULT_LEVEL, NewBattleForm
from twingkit_widgets.imperium.play.turn.news import BATTLE_NEWS
from twingkit_widgets.imperium.play.words import BATTLE_WORDS, BattleFault
from twingkit_widgets.panel.keys import TO_END
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.sentences import catalogue_sentence
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.table.play.bar import main_button
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.open_panels import result_row, thrower_name
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedSettings
from twingkit_widgets.table.play.settings import ALL_SEATS
from twingkit_widgets.table.play.story import StoryTurnRules
from twingkit_widgets.table.play.ui_state import HintReason

STORY_FORMAT = StoryTurnRules(turn_starts=RoundBegins.all_keys(), important_rulings=BATTLE_NEWS)
"""The format of a battle's story, round by round."""


class BattlePlay(ImperiumAnswerControls["BattleSettings"]):
    """The play page of a battle in space or on a planet."""

    words = BATTLE_WORDS
    fault_class = BattleFault
    form = NewBattleForm()
    start_class = BattleStart
    numeric_settings = ()
    ai_levels = tuple(PLAYERS)
    default_level = DEFAULT_LEVEL
    story_format = STORY_FORMAT
    explains_by_playouts = False
    repeats_dice = True
    has_open_dice = True
    tries_results_together = False  # each die opens its ten faces
    linked_settings = ("opponents", "seed", "variant", "game", "seat")
    seat_tags = (*ROLES, ALL_SEATS)
    passing_answers = (acts.Stay.word, acts.Pass.word)
    help_text_keys = ("turn", "rules")

    def is_persons_question(self, question: Question, seat: int) -> bool:
        """True if this side is asked; a side always rolls its own dice."""
        return question.player == seat

    def default_step_answer(self, game: Game) -> str | None:
        """Return the default answer to a side's decision, as notation; None if the question is a dice
        roll.
        """
        question = game.question
        return (
            question.format_answer(question.default_answer())
            if isinstance(question, QuestionWithDefault)
            else None
        )

    def answer_sentence(self, entry: TranscriptEntry) -> str:
        """Return a side's decision as a sentence."""
        return decision_text(entry) or super().answer_sentence(entry)

    def changeable_results(self, game: Game, seat: int) -> list[ChanceResult]:
        """Return the dice rolls on the table, which the person can replace with other results."""
        return [
            ChanceResult(cast.answer_index, cast.question.player, cast.question.format_answer(cast.result))
            for cast in latest_rolls(game)
        ]

    def question_pause_reason(self, game: Game, seat: int, seen_answer_count: int) -> str:
        """Return the reason to stop at dice that the person has not seen; "" if there are none."""
        return "look" if has_unseen_dice(game, seat, seen_answer_count) else ""

    def is_hidden(self, ruling: Ruling, match: Match) -> bool:
        """Return whether a ruling would reveal a card that the other side has not played."""
        hidden = () if match.plays_all_seats else hidden_enemy_cards(match.game, match.seat)
        return reveals_hidden_card(ruling, hidden, match.seat)

    def seat_name(self, game: Game, seat: int) -> str:
        """Return the name of a side by its role."""
        return game.start.seat(seat)

    def message_names(self, game: Game, seat: int) -> Mapping[str, str]:
        """Return the names in messages: the person is "you", the other side the computer."""
        return side_words_for_reader(seat, "computer")

    # -- views

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return headline(player_view)

    def goal_html(self, player_view: PlayerView) -> Markup | None:
        """Return the person's side, and the condition to win."""
        return view.goal_html(player_view)

    def contest_html(self, player_view: PlayerView) -> Markup | None:
        """Return both fleets with the last dice."""
        return view.fleets_and_dice_html(player_view)

    def table_html(self, player_view: PlayerView) -> Markup | None:
        """Return the current chances, and the known cards of both sides."""
        return view.win_chances_html(player_view)

    def statistics_html(self, player_view: PlayerView) -> Markup:
        """Return a sentence with the number of rounds that the battle took, also if there was none."""
        n = player_view.match.game.table.round
        key = "end.rounds_none" if not n else "end.rounds_one" if n == 1 else "end.rounds"
        return el("p", player_view.say(key, n=n))

    def pause_controls(self, player_view: PlayerView) -> Markup | None:
        """Return the button that skips to the end of a battle that is already decided."""
        if player_view.match.plays_all_seats or view.odds_if_outcome_is_certain(player_view) is None:
            return None
        return button(player_view.say("now.play_out"), "play_out", key="play_out", shortcut=TO_END)

    def after_game_button_override(self, player_view: PlayerView[BattleSettings]) -> Markup | None:
        """Return the button for the landing after the space battle of an invasion."""
        landing = landing_after(player_view.match.game, player_view.match.settings.invasion_line)
        return main_button(player_view, "now.land", "land") if landing and landing.is_fought else None

    def record_with_settings(self, game: Game, settings: BattleSettings) -> str:
        """Return the record of a battle; if it belongs to an invasion, a comment with the invasion's notation
        is appended.
        """
        kept = game.record
        return f"{kept}{INVASION_COMMENT}{settings.invasion_line}\n" if settings.invasion_line else kept

    def settings_from_record(self, settings: BattleSettings, record: str, game: Game) -> BattleSettings:
        """Return the settings with the notation of the invasion that a saved record names in a comment."""
        return attrs.evolve(settings, invasion_line=invasion_line_of_record(record, game))

    def hint_reason(self, question: Question, hint_answer: object, player_view: PlayerView) -> HintReason:
        """Return the reason for a hint, which states the odds."""
        weighed = advice_for_record(player_view.match.game.record).rated_answers
        if not weighed:
            return HintReason(player_view.say("reason.policy"), "IM-ODDS-2")

        def reason(case: str, **facts: object) -> str:
            if not player_view.match.plays_all_seats:
                return player_view.say(f"reason.{case}", win=win, **facts)
            role = ROLES[question.player]
            return catalogue_sentence(
                BATTLE_WORDS, rulebook(), f"reason.of_side.{case}", role, win=win, **facts
            )

        win = percent(weighed[0].win, 1)
        if isinstance(question, AnnounceRetreat):
            return HintReason(reason(str(hint_answer)), question.rule)
        if len(weighed) == 1:
            return HintReason(reason("alone"), "IM-ODDS-1")
        other = percent(weighed[1].win, 1)
        if other == win:
            return HintReason(reason("equal"), "IM-ODDS-1")
        return HintReason(reason("weighed", other=other), "IM-ODDS-1")

    def throw_buttons_html(self, throw: ChanceResult, player_view: PlayerView) -> Markup | None:
        """Return the dice of a roll by unit class; each opens its ten faces."""
        cast = next(
            cast for cast in fleets_view(player_view).latest_rolls() if cast.answer_index == throw.index
        )
        dice, words, place = list[Markup](), rulebook().words, 0
        for group in cast.volley.groups:
            dice.append(el("span", words.format_fact(group.unit), cls="tk-small"))
            for face in cast.result.faces[place : place + group.count]:
                dice.append(button(str(face), "die", f"{throw.index}:{place}", cls="tk-button"))
                place += 1
        all_seats = player_view.match.plays_all_seats
        side = fleet_text(f"fleet.{ROLES[throw.seat]}") if all_seats else thrower_name(throw, player_view)
        return result_row(side, dice)


class _LabBattlePlay(BattlePlay):
    """The play page of a battle built in a lab, without a form for new battles."""

    tools = tuple(tool for tool in BattlePlay.tools if tool != "new")


@attrs.frozen
class BattleSettings(SeatedSettings):
    """The settings of a battle against the computer.

    `invasion_line` is the invasion of which it is the first half ("": none).
    """

    own_play_game = BattlePlay()
    start_classes = (BattleStart,)
    invasion_line: str = ""

    @property
    def seat_count(self) -> int:
        """The number of sides."""
        return len(ROLES)


@attrs.frozen
class LabBattleSettings(BattleSettings):
    """The settings of a battle built in a lab."""

    own_play_game = _LabBattlePlay()
