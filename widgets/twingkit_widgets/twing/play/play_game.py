"""The whole game on the play page: its pauses, its contents, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import attrs

from twingkit import Game, Question
from twingkit.core.events import Event
from twingkit.core.record import RECORD_FIRST_LINE
from twingkit.core.starts import Start, game_line_for_record
from twingkit.twing.quiz.phrases import LayPhrase
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.harm import response_harm_kind
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayAttack, LayCards
from twingkit.twing.rules.player import reader_names_as_you
from twingkit.twing.rules.support import SupportWithCard
from twingkit.twing.rules.turns.acts import Capture, Retire
from twingkit.twing.rules.typed_rulings import DuelEnded, ObjectTaken
from twingkit.twing.starts import GameStart
from twingkit.twing.view import GameView
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.answer_buttons import AnswerGroup
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedPlay
from twingkit_widgets.twing.play.base_settings import TwingSettings
from twingkit_widgets.twing.play.choosing import retire_button, submit_bar
from twingkit_widgets.twing.play.design import TwingDesign, last_roll_of_each
from twingkit_widgets.twing.play.game_view import battle_html, fight_of, game_statistics_html, goal_html
from twingkit_widgets.twing.play.headline import UNASKED_CASES, headline
from twingkit_widgets.twing.play.names import object_name, say_about_player
from twingkit_widgets.twing.play.news import STORY_FORMAT
from twingkit_widgets.twing.play.offers import BUTTON_BY_QUESTION, answer_groups
from twingkit_widgets.twing.play.pairings import PairingView, pairings_of
from twingkit_widgets.twing.play.settings import AI_LEVELS, DEFAULT_LEVEL, NewTwingGameForm, make_start
from twingkit_widgets.twing.play.table import own_hand_html, table_html
from twingkit_widgets.twing.play.words import WORDS, TwingPlayFault

_OWN_DICE_COMMENT = "# dice: own"
"""The comment in the record of a game in which the visitor throws a real die."""

_AUTO_PASSED_QUESTION_KINDS = ("before_roll", "respond", "interrupt", "support", "two_cats")
"""The kinds of questions that are passed automatically for a player without possible plays."""


class TwingPlay(TwingDesign["Settings"], SeatedPlay["Settings"]):
    """The design of the play page for a whole game of Imperial Twing."""

    words = WORDS
    fault_class = TwingPlayFault
    ai_levels = AI_LEVELS
    default_level = DEFAULT_LEVEL
    form = NewTwingGameForm["Settings"]()
    skippable_questions = _AUTO_PASSED_QUESTION_KINDS
    automatic_answers_in_news = tuple(UNASKED_CASES)
    story_format = STORY_FORMAT
    linked_settings = ("players", "variant", "opponents", "seed", "game", "seat")
    seat_tags = ("p1", "p2", "p3", "p4")
    setup_prefix = "players "
    help_text_keys = ("turn", "rules", "assumed")

    # -- where to pause

    def current_contest(self, game: Game) -> object:
        """Return the battle under way, or None."""
        fight: Fight | None = game.table.fight
        return None if fight is None or fight.over else fight

    def has_own_contest_ended(self, contest: object, seat: int) -> bool:
        """Return whether a battle is over in which this seat has fought or supported a side."""
        assert isinstance(contest, Fight)
        part = {at for side in contest.sides for at in (side.seat, *(each.seat for each in side.supports))}
        return contest.over and seat in part

    def ended_contest_scene(self, contest: object, view: object) -> tuple[PairingView, ...]:
        """Return the pairings of a battle that has ended."""
        assert isinstance(contest, Fight)
        assert isinstance(view, GameView)
        return pairings_of(contest, view)

    def contest_scene(self, match: Match) -> tuple[PairingView, ...]:
        """Return the pairings of the battle under way, or of the visitor's battle that has just ended."""
        fight: Fight | None = fight_of(match)
        view: GameView = match.view
        if fight is None and not match.ended_scene and view.question_kind == "take_object":
            fight = match.game.table.fight  # a game resumed here
        if fight:
            return pairings_of(fight, view)
        assert isinstance(match.ended_scene, tuple)  # of such pairings
        return match.ended_scene

    def ruling_pause_reason(self, game: Game, seat: int, first_new_ruling: int) -> str:
        """Return the reason to pause: the visitor's duel has ended; "" for no pause.

        If an opponent takes an object for it, the pause comes after that.
        """
        own, question = game.table.players[seat].name, game.question
        if question is None or (question.kind in ("take_object", "pick_object") and question.player != seat):
            return ""
        new = (Event.of((rule, case), facts) for rule, case, facts in game.table.rulings[first_new_ruling:])
        ends = (event for event in new if isinstance(event, DuelEnded | ObjectTaken))
        return "duel" if any(own in (event.side, event.enemy) for event in ends) else ""

    def message_names(self, game: Game, seat: int) -> Mapping[str, str]:
        """Return the names for messages: "you" for the visitor, the character for all others."""
        return reader_names_as_you(game.table.players[seat])

    def is_out(self, game: Game, seat: int) -> bool:
        """Return whether a player has left the game."""
        return bool(game.table.players[seat].has_left)

    def turn_or_round_number(self, game: Game) -> int:
        """Return the number of the turn."""
        return int(game.table.turn_number)

    def changeable_results(self, game: Game, seat: int) -> list[ChanceResult]:
        """Return the last roll of each side in the last battle, the attacker's first."""
        rows = [*enumerate(game.transcript)]
        start = max((index for index, entry in rows if entry.kind == LayAttack.kind), default=len(rows))
        last = last_roll_of_each(row for row in rows[start:] if row[1].kind == OrnRoll.kind)
        return sorted(last.values(), key=lambda throw: throw.index)

    # -- views

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return headline(player_view)

    def goal_html(self, player_view: PlayerView) -> Markup | None:
        """Return the goal of the game and the progress of the visitor."""
        return goal_html(player_view)

    def contest_html(self, player_view: PlayerView) -> Markup | None:
        """Return the picture of the battle, or of the attack to answer; None without a battle."""
        return battle_html(player_view)

    def hand_html(self, player_view: PlayerView) -> Markup | None:
        """Return the visitor's hand; None while cards are chosen from it, or after the visitor has left."""
        if isinstance(player_view.question, LayCards) or player_view.view.own_seat.has_left:
            return None
        return own_hand_html(player_view.view)

    def table_html(self, player_view: PlayerView) -> Markup | None:
        """Return all players, and the middle of the table."""
        return table_html(player_view.view, player_view.term_marker)

    def statistics_html(self, player_view: PlayerView) -> Markup | None:
        """Return each player's battles won, objects and Ornicles, and the number of turns."""
        return game_statistics_html(player_view)

    # -- answering

    def answer_groups(self, question: Question, player_view: PlayerView) -> list[AnswerGroup]:
        """Return the answers as groups of buttons."""
        return answer_groups(player_view.view)

    def harm_warning(self, question: Question, answer: str, player_view: PlayerView) -> str:
        """Return the warning that a response would harm its own player, or ""."""
        case = response_harm_kind(question, question.parse_answer(answer))
        return player_view.say(f"harm.{case}") if case else ""

    def shows_controls_above_contest(self, question: Question, player_view: PlayerView) -> bool:
        """Return whether the choice appears right below the question.

        This holds for faces of a die, objects taken after a contest, and cards demanded by an event or a full
        hand.
        """
        return isinstance(question, (OrnRoll, *BUTTON_BY_QUESTION))

    def leave_button(self, question: Question, player_view: PlayerView) -> Markup | None:
        """Return the button to retire, or None if that is not possible now."""
        return retire_button(question, player_view)

    def submit_controls_override(self, player_view: PlayerView) -> Markup | None:
        """Return the button that lays the cards, activates the objects or lets the computer roll, or None."""
        return submit_bar(player_view.question, player_view)

    def can_take_hint(self, question: Question) -> bool:
        """Return whether the cards or objects of the suggested answer can be chosen."""
        return isinstance(question, LayCards | ChooseActiveObjects)

    def hint_text(self, question: Question, hint_answer: object, player_view: PlayerView) -> str:
        """Return the computer's suggested answer in words."""
        if isinstance(hint_answer, Lay):
            laid = LayPhrase(hint_answer).label(player_view.book.words, "inline")
            return laid if hint_answer.power else player_view.say("lay.nothing")
        if isinstance(hint_answer, tuple):
            return ", ".join(map(object_name, hint_answer))
        if isinstance(hint_answer, Retire):
            return player_view.say("act.retire")
        if not isinstance(question, SupportWithCard) and not isinstance(hint_answer, Capture):
            return super().hint_text(question, hint_answer, player_view)
        written = question.format_answer(hint_answer)
        offers = ((offer, group) for group in answer_groups(player_view.view) for offer in group.buttons)
        offer, group = next(each for each in offers if each[0].answer == written)
        return f"{group.title}: {offer.label}" if group.title else offer.label

    def throw_title(self, throw: ChanceResult, player_view: PlayerView) -> str:
        """Return the title of the faces of a rolled die."""
        if throw.seat == player_view.view.player:
            return player_view.say("dice.own")
        return say_about_player("dice.other", player_view.view.seats[throw.seat])

    # -- starting

    def record_from_setup(self, lines: list[str]) -> str:
        """Return the record of a whole game that starts with these set-up lines."""
        return "\n".join([RECORD_FIRST_LINE, game_line_for_record("twing"), *lines])

    def record_with_settings(self, game: Game, settings: Settings) -> str:
        """Return the record of a game, with a comment if the visitor throws a real die."""
        kept = game.record
        return f"{kept}{_OWN_DICE_COMMENT}\n" if settings.own_dice else kept

    def settings_from_record(self, settings: Settings, record: str, game: Game) -> Settings:
        """Return the settings, with the use of a real die taken from a record."""
        return attrs.evolve(settings, own_dice=settings.own_dice or _OWN_DICE_COMMENT in record.splitlines())


class _OwnDicePlay(TwingPlay):
    def is_persons_question(self, question: Question, seat: int) -> bool:
        """True for the visitor's questions, including the rolls of the visitor's own die."""
        return super().is_persons_question(question, seat) or (
            isinstance(question, OrnRoll) and question.player == seat
        )


@attrs.frozen
class Settings(TwingSettings):
    """The settings of a game of Imperial Twing; with `own_dice`, the visitor throws a real die."""

    own_play_game = TwingPlay()
    plays_own_dice: ClassVar[TwingPlay] = _OwnDicePlay()
    start_classes = (GameStart,)

    @property
    def play_design(self) -> TwingPlay:
        """The play page for these settings."""
        return self.plays_own_dice if self.own_dice else self.own_play_game

    def with_start(self, start: Start, **changes: Any) -> Self:  # each field has its own type
        """Return the same settings with another start.

        Raises `TwingPlayFault` if it is not a whole game.
        """
        taken = super().with_start(start, **changes)
        return attrs.evolve(taken, start=make_start(taken.start.characters, taken.start.variant))
