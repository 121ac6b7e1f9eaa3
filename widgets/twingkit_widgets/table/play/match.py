"""A game that a person plays against the computer or for all seats: who answers what, and where to stop.

This module has no widgets. A `Match` contains a `Game` in which every chance result is a question, so that it
can stop where a person wants to look: when the person is asked, after one of the person's contests, and turn
by turn for a person who is out. A person who answers for every seat is asked everything, including chance.
Everything that a match stores besides the game (the rulings since the last answer, how the real game went)
can be restored from the record.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping
from typing import Any, Generic

import attrs

from twingkit import Game
from twingkit.core.cards.draws import DrawFromStack, RandomPick
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Question, Refusal, RulingOrRefusal, kind_and_player
from twingkit.core.rulebook import Ruling
from twingkit.learn.first_game.teaching import TEACHING_PLAYER_NAME, TeachingPlayer
from twingkit.players.lookahead.explanation import Explanation
from twingkit.players.policies import computer_player
from twingkit_widgets.table.play.chance.chance_after_undo import ChanceAfterUndo, UndoneResult
from twingkit_widgets.table.play.chance.throw import ChanceResult, game_up_to_other_results
from twingkit_widgets.table.play.settings import MatchSettings, SettingsT, plays_all_seats

FORCED = " forced"
"""Marks the kind of a question that was passed because there was nothing else."""


@attrs.frozen
class AutomaticAnswer:
    """A question that was answered automatically: its kind, with the case or with `FORCED` if only a pass was
    possible; the number of rulings before, the first one after, and why no card in hand could be played.
    """

    kind: str
    rulings_before: int
    first_ruling: Ruling | None = None
    refusals: tuple[Refusal, ...] = ()


class Match(Generic[SettingsT]):
    """A game that one person plays against the computer, or for every seat.

    `pause_reason` is why there is no question although the game is not over: "battle" (one of the
    person's contests has ended), "watch" (the person is out, and another turn has been played), "start" (the
    person has not begun yet), or the result of the game's `ruling_pause_reason` or `question_pause_reason`;
    "" if the person is asked.
    """

    def __init__(
        self,
        settings: SettingsT,
        game: Game | None = None,
        chance_after_undo: ChanceAfterUndo | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """Start a game, or continue `game`, in which chance results are questions; `chance_after_undo` is its
        undo state.

        A game that `waits` only deals the cards: nobody throws or plays before the person has begun. Raises
        `Fault` for an unknown player.
        """
        self.continue_with_settings(settings)
        self.game = settings.game() if game is None else game
        self._waits = waits and all(
            self.play_design.is_setup_chance(entry.question) for entry in self.game.transcript
        )
        self.players = answer_choosers_by_seat(self.game, settings)
        self.is_first_game = settings.opponent_level == TEACHING_PLAYER_NAME
        """True in a first game: against the teaching opponent, or with a teacher, who sets this."""
        self.explanation: Explanation | Fault | None = None
        """The reasons for the answer of the last hint, or why there are none; None if nothing was rated."""
        self.pause_reason = ""
        self.ended_scene: object = ()
        """The scene of the person's contest that has just ended, for the page to show it."""
        self.real_game_state: _MatchState | None = None
        """The state of the real game while the person tries something out, else None."""
        self.tries_other_answer = False
        """True if the person tries out another answer."""
        self.seen_answer_count = 0
        """The number of answers in the game when the person last continued from a pause; 0 if never."""
        self.keeps_dice = chance_after_undo.keeps_results if chance_after_undo else self._usually_keeps
        """True if chance results come again after the same answers, False if new ones are drawn."""
        self.undid_chance = False
        """True if the last answer that was taken back had results of chance after it."""
        self.undid_only_cards = False
        """True if the undone chance results were only draws of cards, without dice."""
        self.passed_unasked = False
        """True once a question was passed automatically that had other, ineffective answers."""
        self.automatic_answer: Callable[[Game], str] = lambda game: ""
        """Returns the answer that the companion gives to the pending question; "" for none."""
        self.automatic_answer_case: Callable[[Game], str] = lambda game: ""
        """Returns a one-word reason for the companion's answer, if there can be several; else ""."""
        self.automatic_answer_log: list[AutomaticAnswer] = []
        """The questions answered automatically."""
        self.weaker_actions: dict[int, int] = {}
        """The number of rulings before the last weaker action, by seat, of teaching opponents that have held
        back since the person's last answer.
        """
        self._taken_back: dict[int, UndoneResult] = (
            dict(chance_after_undo.undone_result_by_index) if chance_after_undo else {}
        )
        self._anew = chance_after_undo.redraw_count if chance_after_undo else 0
        self._played_out: int | None = None
        self.first_new_ruling = self._rulings_before(self.last_own_answer_index())
        self._resume()

    def continue_with_settings(self, settings: SettingsT) -> None:
        """Continue with other settings of the same game."""
        self.settings = settings
        self.play_design = settings.play_design
        self.plays_all_seats = plays_all_seats(settings)
        """True if the person answers for every seat, and for chance."""

    # -- state

    @property
    def chance_after_undo(self) -> ChanceAfterUndo | None:
        """The state of chance results after an undo, including the results that were taken back; None if it
        is the default.
        """
        ahead = {place: fell for place, fell in self._taken_back.items() if place >= len(self.game)}
        if not ahead and not self._anew and self.keeps_dice == self._usually_keeps:
            return None
        return ChanceAfterUndo(self.keeps_dice, self._anew, ahead)

    @property
    def _usually_keeps(self) -> bool:
        return bool(self.play_design.repeats_dice or self.plays_all_seats or self.is_first_game)

    @property
    def seat(self) -> int:
        """The person's seat; for a person who answers for all, the seat that is or was last asked."""
        if not self.plays_all_seats:
            return self.settings.seat
        question = self.game.question
        if question is not None and not question.is_chance:
            return question.player
        for place in reversed(range(len(self.game))):  # the whole transcript would take long
            (entry,) = self.game.entries(place, place + 1)
            if not entry.question.is_chance:
                return entry.player
        return 0

    @property
    def view(self) -> Any:  # each game has its view
        """The game in the person's view."""
        return self.game.view(self.seat)

    @property
    def question(self) -> Question | None:
        """The pending question to the person; None if there is none or another player is asked."""
        pending = self.game.question
        if self.plays_all_seats:
            return pending
        return None if self.pause_reason or pending is None or pending.player != self.seat else pending

    @property
    def contest_scene(self) -> object:
        """The scene of the current contest (such as a battle), or of one that has just ended and in which the
        person took part; None if there is neither.
        """
        return self.play_design.contest_scene(self)

    @property
    def rulings(self) -> list[Ruling]:
        """All rulings of the game, in the person's view."""
        game = self.game
        book = game.start.rulebook().for_reader(self._names_for_person)
        noted = game.table.rulings or ()
        return [Ruling(rule, case, facts, book).seen_by(self.seat) for rule, case, facts in noted]

    def phrase_for_person(self, ruling_or_refusal: RulingOrRefusal) -> RulingOrRefusal:
        """Return a ruling or refusal addressed to the person, who is "you" in it."""
        return ruling_or_refusal.for_reader(self._names_for_person)

    @property
    def _names_for_person(self) -> Mapping[str, str]:
        """The names of the players in messages, with "you" for the person, unless the person answers for all
        seats.
        """
        return {} if self.plays_all_seats else self.play_design.message_names(self.game, self.seat)

    @property
    def can_undo(self) -> bool:
        """True if the person has given an answer that can be taken back."""
        return self.last_own_answer_index() is not None

    def changeable_results(self) -> list[ChanceResult]:
        """Return the last chance results that can be changed."""
        throws: list[ChanceResult] = self.play_design.changeable_results(self.game, self.seat)
        return throws

    # -- playing

    def answer(self, answer: object) -> None:
        """Answer for the person and play on. Raises `Refusal` or `BadAnswer`, and changes nothing then."""
        self._answered(lambda: self.game.answer(answer))

    def roll(self) -> None:
        """Roll for the person and play on. Raises `BadAnswer` if there is nothing to roll."""
        self._answered(lambda: self._roll(self.game))

    def _answered(self, answer: Callable[[], object]) -> None:
        rulings_before, contest = len(self.game.table.rulings), self.play_design.current_contest(self.game)
        kept = self._taken_back_answer()
        answer()
        if self.plays_all_seats and kept != self.game.entries(len(self.game) - 1)[0].answer:
            self._taken_back = {}
        self.first_new_ruling, self.ended_scene, self.weaker_actions = rulings_before, (), {}
        if not self._pause_after_answer(contest, rulings_before):
            self.advance_to_person()

    @property
    def next_step_answer(self) -> str | None:
        """The next answer to give for a person who answers for all seats: an answer that was taken back, or
        the game's default.

        None if chance decides or the game is over.
        """
        return (
            None
            if self.game.over
            else self._taken_back_answer() or self.play_design.default_step_answer(self.game)
        )

    def give_next_step_answer(self) -> None:
        """Give `next_step_answer`, for a person who answers for all; do nothing at the end of the game."""
        if not self.game.over:
            answer = self.next_step_answer
            self._answered(lambda: self.game.answer(answer) if answer else self._roll(self.game))

    def go_to_answer(self, answer_count: int) -> None:
        """Go to the state after `answer_count` answers, for a person who answers for all.

        Raises `LookupError` if there never were that many.
        """
        if not 0 <= answer_count <= len(self.game) and answer_count - 1 not in self._taken_back:
            raise LookupError(f"there never were {answer_count} answers")
        while len(self.game) > answer_count:
            self.undo()
        while len(self.game) < answer_count:
            self.give_next_step_answer()

    def continue_after_pause(self) -> None:
        """Play on after a pause."""
        self._waits = False
        self.first_new_ruling, self.ended_scene, self.weaker_actions = len(self.game.table.rulings), (), {}
        self.seen_answer_count = len(self.game)
        self.advance_to_person()

    def let_adviser_finish(self) -> None:
        """Play to the end, with the adviser in the person's seat; `undo` takes all of it back."""
        game, begun, self._waits = self.game, len(self.game), False
        self.first_new_ruling, self.ended_scene, self.pause_reason = len(game.table.rulings), (), ""
        self.seen_answer_count = begun
        while (question := game.question) is not None:
            if question.is_chance:
                self._roll(game)
            else:
                game.answer(self.players[question.player](game))
        self._played_out = begun

    def play_to_end(self) -> None:
        """Play to the end for a person who is out of the game; for a person who plays all seats, until no
        answer is suggested or a limit is reached.
        """
        while (
            self.plays_all_seats
            and not self.game.over
            and len(self.game) < self.play_design.play_to_end_limit(self.game)
        ):
            self.give_next_step_answer()
        if self.plays_all_seats:
            return
        self.first_new_ruling, self.ended_scene = len(self.game.table.rulings), ()
        while not self.game.over and self.play_design.is_out(self.game, self.seat):
            self.advance_to_person()

    def advance_to_person(self) -> None:
        """Let chance and the computer answer until the person is asked or there is a pause."""
        game, rules, self.pause_reason = self.game, self.play_design, ""
        if self.plays_all_seats:
            return
        turn = rules.turn_or_round_number(game)
        while (question := game.question) is not None:
            if rules.is_out(game, self.seat) and rules.turn_or_round_number(game) > turn:
                self.pause_reason = "watch"
                return
            if stop := rules.question_pause_reason(game, self.seat, self.seen_answer_count):
                self.pause_reason = stop
                return
            if rules.is_persons_question(question, self.seat) and not self._is_answered_automatically(game):
                self._waits = False
                return
            if self._waits and not rules.is_setup_chance(question):
                self.pause_reason = "start"
                return
            contest, rulings_before = rules.current_contest(game), len(game.table.rulings)
            self._answer(question)
            if self._pause_after_answer(contest, rulings_before):
                return

    def _answer(self, question: Question) -> None:
        if question.is_chance:
            self._roll(self.game)
        elif question.player == self.seat and self._can_only_pass(question):
            if _only_pass(question):
                self.automatic_answer_log.append(
                    AutomaticAnswer(question.kind + FORCED, len(self.game.table.rulings))
                )
            else:
                self.passed_unasked = True
            self.game.answer("pass")
        elif question.player == self.seat:
            rulings_before = len(self.game.table.rulings)
            kind = f"{question.kind} {self.automatic_answer_case(self.game)}".rstrip()
            reasons = tuple(map(self.phrase_for_person, self.play_design.unplayable_refusals(question)))
            self.game.answer(self.automatic_answer(self.game))
            ruling = next(iter(self.rulings[rulings_before:]), None)
            self.automatic_answer_log.append(AutomaticAnswer(kind, rulings_before, ruling, reasons))
        else:
            player, rulings_before = self.players[question.player], len(self.game.table.rulings)
            place = len(self.game)
            self.game.answer(player(self.game))
            is_held_back = isinstance(player, TeachingPlayer) and player.held_back_answer
            if is_held_back and not self.play_design.is_silent_answer(self.game.entries(place)[0].answer):
                self.weaker_actions[question.player] = rulings_before

    def _roll(self, game: Game) -> None:
        """Let chance decide the pending question; a result that was taken back is repeated if results are
        kept and it is still possible.

        Raises `BadAnswer` if a player is asked.
        """
        place = len(game)
        if text := self._taken_back_answer():
            try:
                game.answer(text)
            except (Refusal, BadAnswer):  # for example a card that is gone
                self._taken_back.pop(place)
            else:
                return
        if not self.keeps_dice:
            self._taken_back = {index: was for index, was in self._taken_back.items() if index < place}
        if self.play_design.repeats_dice:
            anew = f":{self._anew}" if self._anew else ""
            game.rng = random.Random(f"{self.settings.seed}:{place}{anew}")
        game.roll()

    def _taken_back_answer(self) -> str:
        """Return the earlier, taken-back answer to the pending question; "" if there is none."""
        kind, seat, text = self._taken_back.get(len(self.game), ("", 0, ""))
        return text if self.keeps_dice and kind_and_player(self.game.question) == (kind, seat) else ""

    def _is_answered_automatically(self, game: Game) -> bool:
        question = game.question
        return question is not None and (self._can_only_pass(question) or bool(self.automatic_answer(game)))

    def _can_only_pass(self, question: Question) -> bool:
        """True if passing is the only answer with any effect."""
        if question.kind not in self.play_design.skippable_questions:
            return False
        return _only_pass(question) or self.play_design.has_no_effect(question)

    def _resume(self) -> None:
        game = self.game
        if len(game) and not game.over:
            if self._pause_if_contest_over(self._contest_before_last_answer()):
                return
            if self.play_design.is_out(game, self.seat):
                self.pause_reason = "watch"
                return
        self.advance_to_person()

    def _pause_after_answer(self, contest: object, rulings_before: int) -> bool:
        """True if the page pauses after an answer of anybody, so that its result is seen before the next
        question: the `contest` before it has ended, or a ruling from `rulings_before` on asks for a pause.
        """
        if self._pause_if_contest_over(contest):
            return True
        if not self.plays_all_seats:
            self.pause_reason = self.play_design.ruling_pause_reason(self.game, self.seat, rulings_before)
        return bool(self.pause_reason)

    def _pause_if_contest_over(self, contest: object) -> bool:
        """True if a contest in which the person took part has just ended; if so, store its scene for display.

        It stays visible, with a pause unless the game ended with it. Any answer may have ended it.
        """
        if contest is None or not self.play_design.has_own_contest_ended(contest, self.seat):
            return False
        self.ended_scene = self.play_design.ended_contest_scene(contest, self.view)
        self.pause_reason = "" if self.game.over else "battle"
        return True

    def _contest_before_last_answer(self) -> object:
        """Return the contest that was in progress before the last answer, as it is after that answer; None if
        there was none.

        The table may have removed it already, so the answer is repeated in a copy.
        """
        again, (last,) = self.game.copy(), self.game.entries(len(self.game) - 1)
        again.undo(1)
        contest = self.play_design.current_contest(again)
        if contest is not None:
            again.answer(last.answer)
        return contest

    def hint(self) -> object:
        """Return the adviser's answer for the person; it knows no more than the person."""
        return self.players[self.seat](self.game)

    # -- undo, and trying out

    def undo(self) -> None:
        """Take back the person's last answer and everything after it; do nothing if there is none."""
        before = self.game.transcript
        if self._played_out is not None:
            self.game.undo(len(self.game) - self._played_out)
            self._played_out = None
        else:
            self._undo_to_own_answer(self.game)
        self._show_question()
        gone = [(place, entry) for place, entry in enumerate(before) if place >= len(self.game)]
        fallen = [(place, entry) for place, entry in gone if entry.question.is_chance]
        self._taken_back |= {
            place: (entry.kind, entry.player, entry.answer)
            for place, entry in (gone if self.plays_all_seats else fallen)
        }
        self.undid_chance = bool(fallen)
        self.undid_only_cards = self.undid_chance and all(
            isinstance(entry.question, DrawFromStack | RandomPick) for _, entry in fallen
        )
        self._anew += not self.keeps_dice

    def _undo_to_own_answer(self, game: Game) -> None:
        """Take back answers of a game up to and including the person's last answer that was not given
        automatically.
        """
        index = self._last_own(game)
        while index is not None:
            game.undo(len(game) - index)
            index = self._last_own(game) if self._is_answered_automatically(game) else None

    def _show_question(self) -> None:
        self.pause_reason, self.ended_scene, self.seen_answer_count = "", (), len(self.game)
        self.first_new_ruling = self._rulings_before(self.last_own_answer_index())

    def try_other_answer(self) -> None:
        """Let the person try another answer to their last question; do nothing before the first answer."""
        if self.can_undo:
            self.real_game_state = self.real_game_state or self._moment()
            self.tries_other_answer, self._played_out, self.game = True, None, self.game.copy()
            self._undo_to_own_answer(self.game)
            self._show_question()

    def _moment(self) -> _MatchState:
        return _MatchState(
            self.game, self.first_new_ruling, self.pause_reason, self.ended_scene, self.seen_answer_count
        )

    def set_keep_dice(self, keeps_dice: bool) -> None:
        """Set whether the same answers lead to the same chance results, or to new ones."""
        self._anew += self.keeps_dice and not keeps_dice
        self.keeps_dice = keeps_dice

    def try_other_results(self, face_by_index: Mapping[int, str]) -> None:
        """Replace chance results, by their numbers in the record, and play on from there. Raises like
        `game_up_to_other_results`.
        """
        game = game_up_to_other_results(self.game, self.changeable_results(), face_by_index)
        answer_index = min(face_by_index)
        self.real_game_state, self.tries_other_answer = self.real_game_state or self._moment(), False
        self.first_new_ruling = self._rulings_before(answer_index)
        self.seen_answer_count = min(self.seen_answer_count, answer_index)
        self._played_out = None
        if self.plays_all_seats:
            self._taken_back = {}
        self.game, self.ended_scene = game, ()
        if not self._pause_if_contest_over(self._contest_before_last_answer()):
            self.advance_to_person()

    def game_up_to_result(self, answer_index: int, face: str) -> Game:
        """Return a copy of the game up to the chance result at `answer_index`, changed to `face`. Raises like
        `game_up_to_other_results`.
        """
        return game_up_to_other_results(self.game, self.changeable_results(), {answer_index: face})

    def game_played_on_after_result(self, answer_index: int, face: str) -> Game:
        """Return the game of `game_up_to_result` after the computer's answers, up to the next chance event.

        Raises like `game_up_to_result`.
        """
        game, players = self.game_up_to_result(answer_index, face), copy.deepcopy(self.players)
        while (question := game.question) is not None:
            stopped = self.play_design.question_pause_reason(
                game, self.seat, min(self.seen_answer_count, answer_index)
            )
            if stopped or question.player == self.seat or question.is_chance:
                break
            game.answer(players[question.player](game))
        return game

    def rewound_match(self) -> Match[SettingsT]:
        """Return a match of the same game from its beginning, with the same cards and dice."""
        start = (self.real_game_state.game if self.real_game_state else self.game).start
        return Match(self.settings, Game(start, seed=self.settings.seed, rolls="ask"))

    def return_to_real_game(self) -> None:
        """Stop trying other answers, and continue the real game where it was left."""
        if self.real_game_state is not None:
            moment, self.real_game_state = self.real_game_state, None
            self.game, self.first_new_ruling = moment.game, moment.first_new_ruling
            self.pause_reason, self.ended_scene = moment.pause_reason, moment.ended_scene
            self.seen_answer_count = moment.seen_answer_count

    def last_own_answer_index(self) -> int | None:
        """Return the index in the record of the person's last answer, perhaps a forced pass; None without."""
        return self._last_own(self.game)

    def _last_own(self, game: Game) -> int | None:
        for index in reversed(range(len(game))):
            (entry,) = game.entries(index, index + 1)
            if self.plays_all_seats or self.play_design.is_persons_question(entry.question, self.seat):
                return index
        return None

    def _rulings_before(self, index: int | None) -> int:
        """Return the number of rulings before answer number `index`; 0 before the first."""
        if index is None:
            return 0
        return len(self.game.opening_rulings) + sum(
            len(entry.rulings) for entry in self.game.entries(0, index)
        )


def _only_pass(question: Question) -> bool:
    options = question.options()
    next(options)
    return next(options, None) is None


@attrs.frozen
class _MatchState:
    """A saved state of a match, to which the person returns after trying other answers.

    `first_new_ruling` is the number of rulings before the last answer.
    """

    game: Game
    first_new_ruling: int
    pause_reason: str
    ended_scene: object
    seen_answer_count: int


def answer_choosers_by_seat(game: Game, settings: MatchSettings) -> list[Callable[[Game], object]]:
    """Return a function for each seat that chooses its answers: the adviser for the person's seat, the chosen
    level for the others.
    """
    adviser = settings.play_design.ai_levels[0]
    names = [adviser if plays_all_seats(settings) else settings.opponent_level] * settings.seat_count
    names[min(settings.seat, settings.seat_count - 1)] = adviser
    return [_player(game, name, settings.seed * 1000 + seat) for seat, name in enumerate(names)]


def _player(game: Game, name: str, seed: int) -> Callable[[Game], object]:
    if name == TEACHING_PLAYER_NAME:
        return TeachingPlayer(game.start.name.partition(".")[0], seed)
    return computer_player(game.start, name, seed)
