"""The play page of any game: one person's game against the computer.

`MatchPanel(settings)` is the panel; a game's own panel adds what is chosen before an answer. It shows the
game in the view of one seat: nothing in its HTML depends on what is hidden from that seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import attrs
import traitlets

from twingkit import Game, RecordError, Refusal
from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.core.record import skipped_lines_note
from twingkit_widgets.panel.controls import fresh_id
from twingkit_widgets.panel.game_panel import GamePanel
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import CSS, Handler
from twingkit_widgets.panel.panel_protocols import OpensAnotherView
from twingkit_widgets.panel.views import parse_sent_answer
from twingkit_widgets.table.play import save
from twingkit_widgets.table.play.answering import parse_result, parse_whole_number
from twingkit_widgets.table.play.beside.companion import PlayPageCompanion
from twingkit_widgets.table.play.beside.rated_hint import hinted_answer
from twingkit_widgets.table.play.form import game_link_query, seed_or_random
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.settings import SettingsT, plays_all_seats
from twingkit_widgets.table.play.ui_state import UiState
from twingkit_widgets.table.play.view import play_html
from twingkit_widgets.table.play.view_actions import UiStateActions
from twingkit_widgets.table.play.words import PlayFault, chance_text_key, nest_quotes

HERE = Path(__file__).parent
PLAY_CSS = "".join((HERE / name).read_text(encoding="utf-8") for name in ("steps.css", "play.css"))
"""The style of the page, in addition to the common style of panels."""


INVALID_INPUT_ERRORS = (Fault, PlayFault, NotationError, IllegalBattleError)
"""The errors that invalid input in a form can raise."""


class MatchPanel(UiStateActions[SettingsT], GamePanel):
    """The panel of the play page, for a game against the computer or with one person at all seats."""

    _css = CSS + PLAY_CSS
    _opened: ClassVar[type[UiState]] = UiState
    is_note_temporary: ClassVar[bool] = True
    """True if the message that a game was resumed disappears with the next answer."""
    MEMORY_TRAITS: Mapping[str, str] = {}
    """The companion's data that the browser keeps for all pages."""
    companion: PlayPageCompanion | None = None
    """The companion on the page, such as a teacher, or None."""

    state = traitlets.Unicode(help="the game, sealed, for the browser; empty before the first answer")

    def __init__(
        self,
        settings: SettingsT,
        lang: str | None = None,
        *,
        record: str | None = None,
        seat: int | None = None,
        seeded: bool = True,
        waits: bool = False,
    ) -> None:
        """Start a game with these settings or from a `record`; if it `waits`, the game starts only when a
        button is pressed.

        With a `record` (or the set-up lines of a position) the game starts at the end of that; without a
        `seat` the person has the seat that is asked first.

        Raises `Fault` for invalid settings, `PlayFault` for an invalid text or a missing seat, and
        `RecordError` for a broken record.
        """
        self._seeded, self._waits = seeded, waits
        self._prefix = fresh_id()
        self._record = record
        self._first = settings
        game = None
        if record is not None:
            game, self._first = save.load_game_for_seat(record, seat, settings)
        if not (0 <= self._first.seat < self._first.seat_count or plays_all_seats(self._first)):
            raise settings.play_design.fault_class(
                "seat", seat=f"p{self._first.seat + 1}", n=self._first.seat_count
            )
        self._show_match(Match(self._first, game, waits=waits))
        super().__init__(lang=lang)

    def add_companion(self, companion: PlayPageCompanion) -> None:
        """Add a companion to the page, with its style and its browser storage."""
        self.companion, self.MEMORY_TRAITS = companion, companion.memory_traits
        self.match.automatic_answer = companion.automatic_answer
        self.match.automatic_answer_case = companion.automatic_answer_case
        self.add_traits(**{trait: traitlets.Unicode() for trait in companion.memory_traits.values()})
        self._css = f"{self._css}{companion.css}"
        companion.on_question()
        self.refresh()

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load the companion's data that the browser saved under this name."""
        if self.companion is not None:
            self.companion.load_memory(memory_name, saved_text)
            self.refresh()

    def _attempt(self, action: Callable[[], object], name: str = "") -> None:
        """Carry out an action; unless the action is about explanations, close the reason of a forbidden
        answer that was open.
        """
        if name not in ("", "why_forbidden", "rule"):
            self._change(explained_answer="")
        super()._attempt(action, name)

    def _handler(self, act: str) -> Handler:
        companion = self.companion
        if companion is None or not companion.handles_action(act):
            return super()._handler(act)
        return partial(self._by_companion, companion, act)

    def _by_companion(self, companion: PlayPageCompanion, act: str, value: object) -> None:
        self.status = companion.run_action(act, value) or self.status

    def _show_match(self, match: Match[SettingsT]) -> None:
        """Show another game, with nothing opened or chosen."""
        self.match = match
        self._said_spared, self._said_taken, self._taken_seen = False, set[str](), 0
        if self.companion is not None:
            match.automatic_answer = self.companion.automatic_answer
            match.automatic_answer_case = self.companion.automatic_answer_case
        shown = (
            self.ui_state.answer_count if hasattr(self, "ui_state") else 0
        )  # the headline of a new game is new
        self.ui_state = self._opened(id_prefix=self._prefix, answer_count=shown)
        self._fresh()
        if notes := skipped_lines_note(match.game):
            self._change(page_message=notes)

    def _fresh(self) -> None:
        before = self.ui_state
        self._hint: Any = None  # each game has its hints
        self.ui_state = self._opened(
            toggled_turns=before.toggled_turns,
            shows_all_turns=before.shows_all_turns,
            answer_count=before.answer_count + 1,
            id_prefix=self._prefix,
            **self._chosen_first(),
        )
        if self.companion is not None:
            self.companion.on_question()

    def _chosen_first(self) -> dict[str, Any]:
        return {}

    def render(self) -> Markup:
        """Return the HTML of the whole page."""
        player_view = self.player_view()
        if self._hint is not None and player_view.question is not None:
            hint = player_view.play_design.hint_text(player_view.question, self._hint, player_view)
            reason = player_view.play_design.hint_reason(player_view.question, self._hint, player_view)
            player_view.ui_state = attrs.evolve(self.ui_state, hint_answer=hint, hint_reason=reason)
        return play_html(player_view, self.companion)

    def embedded_html(self, action_prefix: str) -> Markup:
        """Return the page for use in another panel, which passes its actions to `run_embedded_action`.

        `action_prefix` distinguishes its actions and keys.
        """
        return Markup(re.sub(r' data-(act|key)="', rf' data-\1="{action_prefix}', self.render()))

    def run_embedded_action(self, act: str, value: object) -> None:
        """Carry out an action of the embedded page; errors are raised, not shown."""
        self._handler(act)(value)

    # -- saving

    @property
    def offers_new_game(self) -> bool:
        """True if the game is over, so that the page offers another one."""
        return self.match.game.over

    def _current_game(self) -> Game:
        match = self.match
        return match.real_game_state.game if match.real_game_state else match.game

    def restore(self, text: str) -> None:
        """Continue a saved game (sealed, or a record), or start a new one with "".

        Raises `RecordError` or `PlayFault` if it cannot be read, and changes nothing then.
        """
        if text:
            match, self.state = (
                save.resume_match(text, self.match.settings),
                text,
            )  # the companion notices that play has begun
            self._show_match(match)
            self._keep()
        else:
            taught = self.player_view().is_first_game  # it may have other players and cards than the address
            self.state, begun = "", self.match.settings if taught else self._first
            settings = begun.changed(seed=begun.seed if self._seeded else seed_or_random(None))
            game = save.load_game(self._record, settings)[0] if self._record and not taught else None
            self._show_match(Match(settings, game, waits=self._waits))
        self.refresh()

    def address(self) -> dict[str, str]:
        """Return the query parameters of the page's address: the settings that differ from the defaults.

        If one person plays all seats, the address links to the game itself once it can be undone. With a
        companion, it is the companion's address.
        """
        settings = self.match.settings
        query: dict[str, str] = settings.play_design.address(settings)
        if self.match.plays_all_seats and self.match.can_undo:
            query = self._whole_link() or query
        return query if self.companion is None else self.companion.address()

    def address_to_open(self) -> dict[str, str] | None:
        """Return the query of the page that the companion opens instead; None to stay."""
        return self.companion.address_to_open() if isinstance(self.companion, OpensAnotherView) else None

    def link_query(self) -> dict[str, str]:
        """Return the query of a link to this very game, including everything hidden.

        If that is too long, return the query of `address`.
        """
        return self._whole_link() or self.address()

    def _whole_link(self) -> dict[str, str]:
        """Return the query of a link that opens this game with all of its answers; empty if the link would be
        too long.
        """
        game = self._current_game()
        seat = game.question.player if game.question else 0
        settings = self.match.settings
        return game_link_query(settings.play_design.record_with_settings(game, settings), settings, seat)

    def _keep(self) -> None:
        self.state = save.seal_game(self._current_game(), self.match.settings, self.match.chance_after_undo)

    # -- actions in the game

    def act_answer(self, value: object) -> None:
        """Answer the pending question.

        `12:pass` answers only the question after twelve answers, so that a second click on a button has no
        effect.
        """
        answer_text = parse_sent_answer(value)
        number, sign, answer = answer_text.partition(":")
        if not (sign and number.isdecimal()):
            answer = answer_text
        elif number != str(len(self.match.game)):
            return
        self._give(answer)

    def act_throw(self, value: object) -> None:
        """Roll for the person."""
        self._asked()
        self._play(self.match.roll)

    def act_go_on(self, value: object) -> None:
        """Play on after a pause; an unfinished choice is kept."""
        if self.match.pause_reason:
            self._play(self.match.continue_after_pause)
        else:
            self._keep()

    def act_next(self, value: object) -> None:
        """Take the next step for a person who plays all seats: the suggested answer, or chance."""
        if self.match.plays_all_seats:
            self._play(self.match.give_next_step_answer)

    def act_goto(self, value: object) -> None:
        """Go to the state after `value` answers, for a person who plays all seats."""
        place = parse_whole_number(value)
        if not self.match.plays_all_seats:
            raise self.match.play_design.fault_class("not_asked")
        try:
            self._play(lambda: self.match.go_to_answer(place))
        except LookupError as why:
            raise self.match.play_design.fault_class("no_place") from why

    def act_to_end(self, value: object) -> None:
        """Play to the end, for a person who is out or for all seats."""
        if self.match.pause_reason or self.match.plays_all_seats:
            self._play(self.match.play_to_end)

    def act_play_out(self, value: object) -> None:
        """Play to the end, with the adviser in the person's seat."""
        if not self.match.game.over:
            self._play(self.match.let_adviser_finish)

    def act_undo(self, value: object) -> None:
        """Take back the person's last answer; do nothing before the first."""
        if self.match.can_undo:
            self._play(self.match.undo)
            self._say_undone()

    def act_keep_dice(self, value: object) -> None:
        """After an undo, keep the same dice ("yes"), or roll again."""
        self.match.set_keep_dice(value == "yes")
        self._keep()
        self._tell()
        self._say_undone()

    def _say_undone(self) -> None:
        """Announce that an answer was taken back, and offer to keep the same dice or roll again."""
        match, undone = self.match, self.say("tool.undone")
        choice = match.undid_chance or match.play_design.repeats_dice
        if choice:
            key = "tool.kept" if match.keeps_dice else "tool.drawn_anew"
            undone = f"{undone} {self.say(chance_text_key(key, match.undid_only_cards))}"
            self._change(page_message=undone, keep_dice_choice="yes" if match.keeps_dice else "no")
        self.status = f"{undone} {self.status}"

    def act_again(self, value: object) -> None:
        """Start another game like this one, with other cards and dice; a companion introduces it."""
        settings, self.state = self.match.settings.changed(seed=seed_or_random(None)), ""
        self._show_match(Match(settings, waits=self.companion is not None))
        self._begun()

    def act_decide(self, value: object) -> None:
        """Let the person try another answer to their last question, while the real game is kept for later."""
        if self.match.can_undo:
            self._play(self.match.try_other_answer)

    def act_really(self, value: object) -> None:
        """Return from trying other answers to the real game."""
        if self.match.real_game_state:
            self._play(self.match.return_to_real_game)

    def _give(self, answer: object) -> None:
        asked, player_view = self._asked(), self.player_view()
        written = answer if isinstance(answer, str) else asked.format_answer(answer)
        hint = self._hint
        advised = (
            hint is not None and asked.format_answer(hint) == written
        )  # a warning would contradict the hint
        harm = "" if advised else player_view.play_design.harm_warning(asked, written, player_view)
        if harm and self.ui_state.answer_and_warning != (written, harm):  # confirmed once
            self._change(answer_and_warning=(written, harm))
            self.status = f"{harm} {self.say('now.harm')}"
            return
        try:
            self._play(lambda: self.match.answer(answer))
        except Refusal as refusal:
            if self.companion is not None:
                self.companion.on_refusal(refusal)
            raise

    def _try(self, place: int, face: str) -> None:
        self._try_all({place: face})

    def _try_all(self, face_by_index: Mapping[int, str]) -> None:
        try:
            self._play(lambda: self.match.try_other_results(face_by_index))
        except LookupError as why:
            raise self.match.play_design.fault_class("no_throw") from why

    def act_choose_face(self, value: object) -> None:
        """Choose another chance result, as for `act_face`, which `act_try_faces` tries with the others."""
        place, face = parse_result(value)
        try:
            self.match.game_up_to_result(place, face)
        except LookupError as why:
            raise self.match.play_design.fault_class("no_throw") from why
        self._change(chosen_faces={**self.ui_state.chosen_faces, place: face})

    def act_try_faces(self, value: object) -> None:
        """Replace all chosen chance results."""
        self._try_all(self.ui_state.chosen_faces)

    def _play(self, step: Callable[[], None]) -> None:
        step()
        self._fresh()
        if news := self._automatic_answers():
            self._change(page_message=news)
        self._tell()
        self._keep()

    def _automatic_answers(self) -> str:
        """Return sentences about automatic answers since the last question that were not announced yet."""
        said = []
        if self.match.passed_unasked and not self._said_spared:
            self._said_spared = True
            said.append(self.say("now.spared"))
        if self.companion is not None:
            said += self._taken(self.companion)
        return " ".join(dict.fromkeys(sentence for sentence in said if sentence))

    def _taken(self, companion: PlayPageCompanion) -> list[str]:
        """Return sentences about the companion's automatic answers since the last question.

        A sentence that tells what happened is repeated each time, and so are those of the kinds that the
        companion names; any other is said once.
        """
        said = []
        before = {companion.automatic_answer_text(kind) for kind in self._said_taken}
        for taken in self.match.automatic_answer_log[self._taken_seen :]:
            kind, ruling = taken.kind, taken.first_ruling
            if kind in self.match.play_design.automatic_answers_in_news:
                continue
            happened = "" if ruling is None else ruling.text()
            sentence = companion.automatic_answer_text(kind, happened)
            repeats = kind.partition(" ")[0] in companion.repeated_announcements
            if repeats or sentence not in before or (happened and happened in sentence):
                said.append(sentence)
            before.add(sentence)
            self._said_taken.add(kind)
        self._taken_seen = len(self.match.automatic_answer_log)
        return said

    def _tell(self) -> None:
        """Set the status for screen readers: the news of the game, then the question or the result."""
        headline = self.player_view().headline
        sentences = [ruling.text() for line in headline.news_lines for ruling in line.sentences]
        why = headline.explanation if self.match.game.over else ""
        self.status = " ".join(
            part
            for part in (*sentences, headline.contest_text, headline.title, why, headline.warning)
            if part
        )

    # -- hints

    def act_hint(self, value: object) -> None:
        """Show the adviser's answer without choosing it, or hide it again; without an answer, show the
        reason.
        """
        question, player_view = self.match.question, self.player_view()
        if question is None or not player_view.play_design.can_advise(question):
            key = "now.no_hint" if question is None else "now.no_hint_chance"
            self._change(page_message=self.say(key), keep_dice_choice="")
            self.status = self.say(key)
            return
        if self._hint is not None:
            self._hint, self.status = None, ""
            return
        hint = hinted_answer(self.match)
        answer = nest_quotes(player_view.play_design.hint_text(question, hint, player_view))
        reason = player_view.play_design.hint_reason(question, hint, player_view).text
        # Last, since loading may fail: a missing hint can be requested again.
        self._hint, self.status = hint, f"{self.say('now.hint', answer=answer)} {reason}"

    # -- other games

    def act_restart(self, value: object) -> None:
        """Restart the same game, with the same cards and dice."""
        self._show_match(self.match.rewound_match())
        self._begun()

    def act_begin(self, value: object) -> None:
        """Start a new game from the form; invalid input stays there with the reason."""
        sent = value if isinstance(value, dict) else {}
        typed = {str(key): str(text).strip() for key, text in sent.items()}
        try:
            match = Match(self.match.play_design.settings(typed, self.match.settings))
        except INVALID_INPUT_ERRORS as fault:
            self._change(
                open_panel="new", typed_by_field=typed, fault=fault
            )  # the alert is announced by itself
        else:
            self._show_match(match)
            self._begun()

    def _begun(self) -> None:
        self._tell()
        self.status = f"{self.say('new.begun')} {self.status}"
        self._keep()

    def act_load(self, value: object) -> None:
        """Continue the saved game pasted into the field; an unreadable text stays there with the reason."""
        self._load(str(value.get("text", "")) if isinstance(value, dict) else str(value or ""))

    def act_up_to(self, value: object) -> None:
        """Continue the saved game pasted into the field, as far as its record can be read."""
        fault = self.ui_state.fault
        if isinstance(fault, RecordError) and fault.game is not None:
            self._load(
                save.text_up_to_fault(
                    self.ui_state.typed_by_field.get("text", ""), fault, self.match.settings
                )
            )

    def _load(self, text: str) -> None:
        try:
            match = save.resume_match(text, self.match.settings)
        except INVALID_INPUT_ERRORS as fault:
            self._change(open_panel="save", typed_by_field={"text": text}, fault=fault)
        else:
            self._show_match(match)
            self._keep()
            loaded = f"{self.say('save.loaded')} {skipped_lines_note(match.game)}".strip()
            self._change(page_message=loaded)
            self._tell()
            self.status = f"{loaded} {self.status}"
