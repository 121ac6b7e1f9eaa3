"""The page of a review: a record, its mistakes as sentences and as questions, its curve, and its luck."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar

import traitlets

from twingkit import Game
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.games import game_by_id
from twingkit.core.knowledge import unknown_outcome_indices
from twingkit.core.language import localized
from twingkit.core.links import pack_text, unpack_text
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.running.running_script import player_count
from twingkit.core.slices import Slices
from twingkit.learn.quiz.saved_progress import saved_ledger, with_ledger
from twingkit.learn.reviews.answers import seat_name
from twingkit.learn.reviews.curve import lasting_changes, work_until_clear
from twingkit.learn.reviews.practice_mistakes import record_mistake
from twingkit.learn.reviews.reviewing import Review
from twingkit.learn.reviews.rows import RatedDecision, merge_repeats
from twingkit.learn.reviews.sentences import deciding_sentence, review_notes
from twingkit.learn.reviews.unknown_cards import has_unknown_cards
from twingkit_widgets.learn.review import parts
from twingkit_widgets.learn.review.words import WORDS
from twingkit_widgets.panel.controls import fresh_id, labelled_select, named_field
from twingkit_widgets.panel.game_panel import GamePanel
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.markup import Markup, button, el, raw
from twingkit_widgets.panel.panel import CSS, error_explanation
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.panel.visitor_clock import visitor_day
from twingkit_widgets.table.play.save import HEAD, unseal_game
from twingkit_widgets.table.play.words import WORDS as PLAY_WORDS

_REVIEW_CSS = CSS + (Path(__file__).with_name("review.css")).read_text(encoding="utf-8")

_MAX_DRAWN_TABLES = 3
"""The number of mistakes whose tables are drawn at once, since a large table may take 100 kB.

The others wait for a button, or until it is their turn.
"""

_SHOW_INTERVAL = 2.0
"""The shortest time between two views of the findings while the work goes on, in seconds."""

_SAVE_INTERVAL = 5.0
"""The time between two saves in the browser, in seconds."""

MAX_SAVED_LENGTH = 500_000
"""The largest number of characters of a review saved in the browser."""


class ReviewPanel(GamePanel):
    """The panel that reviews a game. The browser saves its progress, in `saved_review`."""

    _css = _REVIEW_CSS
    MEMORY_TRAITS: ClassVar[Mapping[str, str]] = {"review": "saved_review", "practice": "practice_record"}

    saved_review = traitlets.Unicode(help="the review, as far as it is finished")
    practice_record = traitlets.Unicode(help="the record of practice, to which mistakes are added")

    def __init__(
        self, lang: str | None = None, record: str = "", seat: str = "", *, is_first_game: bool = False
    ) -> None:
        """Start with a record (plain, sealed, or packed as in a link; "" for none) and the reader's seat (""
        if unknown); in a first game, automatic decisions are not rated.

        Raises `RecordError`, `Fault` or `CatalogueFault`.
        """
        self.review: Review | None = None
        self.opening_work: Slices[Review] | None = None
        """The work of opening a record: dealing its unknown cards."""
        self.opened_record = self.failure_text = ""
        """The record that is being opened or could not be opened, and why not."""
        self.typed_text = ""
        """The text in the field that could not be reviewed."""
        self.depth = 1
        self.is_first_game = is_first_game
        self.entry = ""
        """The key of the entry at which the page opens, such as `mistake:12`; "" for none."""
        self.seat = seat
        """The reader's seat, whose mistakes come first; "" for nobody."""
        self.asks_for_answers = self.shows_others = False
        self.guess_by_decision: dict[int, str] = {}
        self.shown_decisions: set[int] = set()
        """The mistakes, by place, whose tables were requested."""
        self.shown_turns: set[int] = set()
        """The turning points, by the number of answers before them, whose tables were requested."""
        self.practised_rules_by_decision: dict[int, tuple[str, ...]] = {}
        """The mistakes that practice asks about, by place, with the rules."""
        self._id = fresh_id()
        self._next_show_time = 0.0
        self._taken = 0
        """The number of reviews started; each is a separate question for `long_work`."""
        if record:
            self._begin(record if record.lstrip().startswith(("twingkit", "#")) else unpack_text(record))
        super().__init__(lang=lang)

    def _begin(self, text: str) -> None:
        text = with_plain_blanks(text)
        record = _record_of_sealed(text) if _is_sealed(text) else text
        if said := _SEAT.search(text.strip().partition("\n")[0]):
            self.seat = said[1]  # of the person who saved the game
        if has_unknown_cards(record):
            self._open(Review.open_in_slices(record, is_first_game=self.is_first_game), record)
        else:
            self._take(Review(record, is_first_game=self.is_first_game))

    def _open(self, opening: Slices[Review], record: str) -> None:
        if self.opening_work is not None:
            self.opening_work.close()
        self.opening_work, self.opened_record, self.failure_text = opening, record, ""

    def _take(self, worked: Review) -> None:
        """Show a newly opened review and reset the state of the previous one."""
        self.opening_work, self.review, self.depth, self.guess_by_decision = None, worked, worked.depth, {}
        self.shown_decisions, self.typed_text = set(), ""
        self._taken += 1
        self.practised_rules_by_decision, self.failure_text = {}, ""
        self.is_first_game = worked.is_first_game
        if not self.seat and worked.reader is not None:
            self.seat = worked.moments.game.start.seat(worked.reader)
        self._use_seat()
        kind, _, place = self.entry.partition(":")
        self.shown_turns = {int(place)} if kind == "turn" and place.isdecimal() else set()
        self.shows_others = bool(self.entry)  # it may be an entry of another player

    def _use_seat(self) -> None:
        """Address the reader by the chosen seat; clear the choice if the reviewed game has no player in that
        seat.
        """
        assert self.review is not None
        try:
            self.review.set_reader(self.seat)
        except Fault:
            self.seat = ""
            self.review.set_reader("")

    def _go_on(self) -> Markup | None:
        """Continue opening: return the progress with a stop button, or None once it is done.

        Raises the reason if a record cannot be opened.
        """
        opening = self.opening_work
        assert opening is not None
        try:
            self._take(self.long_work.answer(("open", id(opening)), lambda: opening, is_requested=True))
        except UnfinishedError as unfinished:
            stop = button(self.say("opening.stop"), "close_review")
            why = el("p", self.say("opening.why"), cls="tk-soft")
            return el(
                "div", why, self.long_work.progress_html(unfinished), stop, cls="tk-stack", data_controls=True
            )
        except Exception:  # on any error the record goes back into its field
            self.opening_work = None
            raise
        return None

    def _current_game(self) -> Game | None:
        return self.review.moments.game if self.review is not None else None

    @property
    def record(self) -> str:
        """The reviewed record; "" if there is none. Unknown cards in it are `?`; in `game` they are dealt at
        random.
        """
        return self.review.record if self.review is not None else ""

    @property
    def _game(self) -> str:
        assert self.review is not None
        return parts.game_id(self.review)

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load a review that the browser saved, and continue it if it is of the same game. Raises
        `ValueError` if it is not valid.
        """
        if memory_name == "practice":
            self.practice_record = saved_text
            return
        record, steps = Review.record_and_step_count(saved_text)
        is_opening = self.opening_work is not None
        there = self.opened_record if is_opening else self.review.record if self.review else record
        done = self.review.step_count if self.review and not is_opening else -1
        if there == record and done < steps:
            if has_unknown_cards(record):
                self._open(Review.resume_in_slices(saved_text), record)
            else:
                self._take(Review.resume(saved_text))
            self.saved_review = saved_text
            self.refresh()

    # -- actions

    def act_review(self, value: object) -> None:
        """Review the record that was typed or pasted into the text field."""
        text = str(value.get("record", "")) if isinstance(value, dict) else str(value or "")
        if not text.strip():
            raise _Empty
        self.typed_text = text  # until it is opened, so that a refused text can be corrected
        try:
            self._begin(text)
            self.saved_review = ""
            if self.opening_work is not None:
                self._go_on()
        except (Refusal, ValueError):
            self.refresh()  # on an error the page shows the empty field again
            raise

    def act_close_review(self, value: object) -> None:
        """Close the reviewed game, or cancel opening one."""
        if self.opening_work is not None:
            self.opening_work.close()
            self.opening_work = None
        else:
            self.review, self.saved_review, self.is_first_game = None, "", False

    def act_seat(self, value: object) -> None:
        """Set the seat in which the visitor played; "" for none."""
        self.seat, self.shows_others, self.guess_by_decision = str(value), False, {}
        if self.review is not None:
            self._use_seat()
            self._keep()

    def act_show_others(self, value: object) -> None:
        """Show or hide the mistakes of the other players."""
        self.shows_others = not self.shows_others

    def act_deeper(self, value: object) -> None:
        """Continue the review with one more round."""
        if self.review is not None and self.review.share_done(self.depth) >= 1:
            self.depth = self.review.depth + 1

    def act_ask(self, value: object) -> None:
        """Switch between asking the visitor for the best answers and showing them."""
        self.asks_for_answers = not self.asks_for_answers
        self.guess_by_decision, self.shown_decisions = {}, set()

    def act_show_table(self, value: object) -> None:
        """Show the table of the mistake at this decision number."""
        self.shown_decisions |= {row.place for row in self._shown() if str(row.place) == str(value)}

    def act_show_turning_point(self, value: object) -> None:
        """Show the table before the turning point that has this number of answers before it."""
        if self.review is not None and not self.review.moments.has_dealt_cards:
            counts = [change.answer_count_before for change in lasting_changes(self.review)]
            self.shown_turns |= {count for count in counts if str(count) == str(value)}

    def act_guess(self, value: object) -> None:
        """Answer the question about a mistake. `value` is the decision number and the index of the answer,
        such as `12:0`.
        """
        place, _, number = str(value).partition(":")
        row = next(row for row in self._mistakes() if str(row.place) == place and self._is_own(row))
        self.guess_by_decision[row.place] = sorted(row.answers)[int(number)]
        key = "practice.right" if self.guess_by_decision[row.place] == row.best else "practice.wrong"
        self.status = self.say(key)
        if self.guess_by_decision[row.place] != row.best:
            self._ask_back(row)

    def act_practise(self, value: object) -> None:
        """Add the mistake at this decision number to practice."""
        row = next(row for row in self._mistakes() if str(row.place) == str(value))
        self._ask_back(row)
        is_asked = self.practised_rules_by_decision[row.place]
        self.status = self.say("asked_back.done" if is_asked else "asked_back.none")

    def _ask_back(self, row: RatedDecision) -> None:
        """Add a mistake to the saved practice record, at most once; an unreadable record is left
        unchanged.
        """
        if self.review is not None and row.place not in self.practised_rules_by_decision:
            ledger = saved_ledger(self.practice_record, self._game)
            self.practised_rules_by_decision[row.place] = record_mistake(
                self.review, row, ledger, visitor_day()
            )
            self.practice_record = with_ledger(self.practice_record, self._game, ledger)

    def act_stop_work(self, value: object) -> None:
        """Stop the review, and save its progress."""
        super().act_stop_work(value)
        self._keep()

    def on_work_finished(self) -> None:
        """Save the progress of the review."""
        self._keep()

    def on_work_progress(self) -> None:
        """Show the findings of the review up to now, without spending much time on rendering."""
        if (begin := time.monotonic()) > self._next_show_time:
            self._body = self._rendered()
            self._show()
            self._next_show_time = begin + max(_SHOW_INTERVAL, 10 * (time.monotonic() - begin))

    def _keep(self) -> None:
        if self.review is not None and len(state := self.review.to_json()) <= MAX_SAVED_LENGTH:
            self.saved_review = state

    def _work(self, worked: Review, depth: int) -> Slices[None]:
        kept_at = time.monotonic()
        for share in work_until_clear(worked, depth):
            if time.monotonic() - kept_at > _SAVE_INTERVAL:
                kept_at = time.monotonic()
                self._keep()
            yield share
        self._keep()

    def address(self) -> dict[str, str]:
        """Return the query of a link to this review: the packed record, and the seat if one is chosen."""
        if self.review is None:
            return {}
        seat = {} if self.review.reader is None else {"seat": self.seat}
        first = {"first": "yes"} if self.is_first_game else {}
        return {"game": pack_text(self.review.record), **seat, **first}

    # -- HTML

    def say(self, key: str, **facts: object) -> str:
        """Return a text of the page by its key."""
        return WORDS.say(key, **facts)

    def _is_own(self, row: RatedDecision) -> bool:
        assert self.review is not None
        return self.review.reader in (None, row.player - 1)

    def _shown(self) -> list[RatedDecision]:
        """Return the rated decisions that are shown, the reader's first."""
        rows = self.review.rows if self.review is not None else []
        own = [row for row in rows if self._is_own(row)]
        return [*own, *(row for row in rows if self.shows_others and not self._is_own(row))]

    def _mistakes(self) -> list[RatedDecision]:
        return [row for row in self._shown() if row.mark]

    def render(self) -> Markup:
        """Return the text field for a record or, once a record is open, the part of its review that is
        already computed.
        """
        head = [el("h1", self.say("title")), el("p", self.say("lead"))]
        if self.opening_work is not None:
            try:
                waits = self._go_on()
            except (Refusal, ValueError) as why:
                self.failure_text, waits = " ".join(map(str, error_explanation(why))), None
            if waits is not None:
                return el("div", head, waits, cls="tk-review")
        failed = el("p", self.failure_text, cls="tk-note", role="alert") if self.failure_text else None
        shown = self._field() if self.review is None else self._review(self.review)
        return el("div", head, failed, shown, cls="tk-review")

    def _field(self) -> Markup:
        name, go = f"{self._id}-record", self.say("field.go")
        hint = self.say("field.hint", save=PLAY_WORDS.say("tool.save"))
        text = self.typed_text or (self.opened_record if self.failure_text else "")
        field = named_field(
            "textarea", "record", text, cls="tk-field tk-code", rows=8, id=name,
            spellcheck="false", data_key="review:record", data_focus=True, aria_describedby=f"{name}-hint",
        )  # fmt: skip
        return el(
            "form",
            el("label", self.say("field.label"), for_=name),
            el("p", hint, id=f"{name}-hint", cls="tk-small tk-soft"),
            field,
            el("div", el("button", go, type="submit", cls="tk-button tk-main"), cls="tk-row"),
            cls="tk-review-form",
            data_key="review:form",
            data_act="review",
        )

    def _review(self, worked: Review) -> list[Markup | None]:
        progress = self._progress(worked)
        rows = worked.rows
        title, decisions = game_by_id(self._game).title(), len(worked.moments.decisions)
        text = self.say("head", game=title, rated=len(rows), decisions=decisions) if rows else title
        notes = [el("p", note, cls="tk-note") for note in review_notes(worked)]
        head = el("p", text, tabindex="-1", data_focus=True)
        other = button(self.say("field.other"), "close_review")
        href = parts.play_on_href(worked, len(worked.moments.game), (worked.reader or 0) + 1)
        back = el("a", self.say("field.game"), href=href, cls="tk-button") if href else None
        decided = deciding_sentence(worked)
        return [
            el("p", el("b", decided), data_key="decided") if decided and not self.asks_for_answers else None,
            el("div", head, back, other, cls="tk-row", data_controls=True),
            self._seats(worked),
            *notes,
            progress,
            *(self._findings(worked) if rows else ()),
        ]

    def _seats(self, worked: Review) -> Markup:
        """Return the question which player the reader was."""
        game = worked.moments.game
        names = [(game.start.seat(seat), seat_name(game, seat)) for seat in range(worked.seat_count)]
        named = [(seat, name[:1].upper() + name[1:]) for seat, name in names]
        chosen = "" if worked.reader is None else self.seat
        field = labelled_select(
            [("", self.say("seat.none")), *named], chosen, "review:seat", f"{self._id}-seat",
            self.say("seat.label"), data_act="seat",
        )  # fmt: skip
        return el("div", field, cls="tk-row", data_controls=True)

    def _findings(self, worked: Review) -> list[Markup | None]:
        # The game is only known from the record, so the style comes with its pictures.
        drawn = self.asks_for_answers or self.shown_turns or self.shown_decisions
        return [
            el("style", raw(parts.position_css(worked)), data_key="pictures") if drawn else None,
            self._mistakes_html(worked),
            parts.curve_html(worked),
            None
            if self.asks_for_answers
            else parts.turning_points_html(worked, self.shown_turns, self.entry),
            parts.luck_html(worked),
        ]

    def _progress(self, worked: Review) -> Markup:
        question = ("review", self._taken, self.depth)
        try:
            work, is_resumed = partial(self._work, worked, self.depth), worked.step_count > 0
            self.long_work.answer(question, work, is_requested=True, is_resumed=is_resumed)
        except UnfinishedError as unfinished:
            return self.long_work.progress_html(unfinished)
        if worked.is_certain:
            return el("p", self.say("deeper.done"), cls="tk-note")
        deeper = button(self.say("deeper.go"), "deeper")
        why = self.say("deeper.why_more" if self.depth > 1 else "deeper.why")
        return el("div", el("p", why), el("p", deeper, data_controls=True), cls="tk-note")

    def _mistakes_html(self, worked: Review) -> Markup:
        shown, done = self._shown(), worked.share_done() >= 1
        own = [row for row in shown if self._is_own(row)]
        others = [row for row in shown if not self._is_own(row) and (row.mark or row.is_unclear)]
        key = "mistakes.title" if worked.reader is None else "mistakes.own"
        title = el("h2", self.say(key if done else "mistakes.so_far"))
        key = "mistakes.all" if self.asks_for_answers else "mistakes.ask"
        ask = el("p", button(self.say(key), "ask"), data_controls=True)
        return el(
            "section",
            title,
            ask if any(row.mark for row in own) else None,
            self._mistake_list(worked, own, as_questions=self.asks_for_answers)
            or el("p", self.say("mistakes.none" if done else "mistakes.early")),
            parts.further_decisions_html(worked, own, "unclear", self.shown_decisions, self.entry),
            parts.further_decisions_html(worked, own, "good", self.shown_decisions, self.entry),
            self._others_button(worked),
            el("h3", self.say("others.title")) if others else None,
            self._mistake_list(worked, others),
            parts.further_decisions_html(worked, others, "unclear", self.shown_decisions, self.entry),
        )

    def _mistake_list(
        self, worked: Review, decisions: list[RatedDecision], *, as_questions: bool = False
    ) -> Markup | None:
        """Return a list of the mistakes among some decisions, the worst first; None without any."""
        rows = merge_repeats(row for row in decisions if row.mark)
        rows.sort(key=lambda row: -row.win_lost)
        asked = [row.place for row in rows if row.place not in self.guess_by_decision and as_questions]
        drawn = {*self.shown_decisions, *asked[:_MAX_DRAWN_TABLES], *[*self.guess_by_decision][-1:]}
        guesses, practised = self.guess_by_decision, self.practised_rules_by_decision
        items = [
            parts.mistake_html(
                worked, row, as_questions, guesses.get(row.place), practised.get(row.place),
                row.place in drawn, self.entry,
            )
            for row in rows
        ]  # fmt: skip
        return el("ol", items, cls="tk-review-list") if items else None

    def _others_button(self, worked: Review) -> Markup | None:
        """Return the switch that shows other players' mistakes, or a note that there are none; None while
        none of their decisions is rated.
        """
        others = [row for row in worked.rows if not self._is_own(row)]
        if not others:
            return None
        if not any(row.mark or row.is_unclear for row in others):
            return el("p", self.say("others.none", rated=len(others)))
        count = len(merge_repeats(row for row in others if row.mark))
        text = self.say("others.hide" if self.shows_others else "others.show", n=count, rated=len(others))
        return el("p", button(text, "show_others", key="others"), data_controls=True)


class _Empty(Fault):
    """The field does not contain a record."""

    def __init__(self) -> None:
        super().__init__("review.empty")


_SEAT = re.compile(r" seat=(\S+)")


class _UnfinishedGameFault(CatalogueFault):
    """Error: a saved game to review is not over, and something is still hidden from its player."""

    catalogue = WORDS

    def __init__(self) -> None:
        super().__init__("fault.goes_on")

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return a message that explains why an unfinished game is not reviewed and which buttons of its page
        to use.
        """
        names = {name: PLAY_WORDS.say(name) for name in ("tool.save", "save.unseal")}
        return WORDS.say(self.key, save=names["tool.save"], unseal=names["save.unseal"])


def _is_sealed(text: str) -> bool:
    """True if a text starts with the header of a sealed game, which is encoded so that a person cannot read
    hidden cards in it.
    """
    return text.lstrip().startswith(HEAD)


def _record_of_sealed(text: str) -> str:
    """Return the record of a sealed game (see `_is_sealed`) that is over, or in which nothing is hidden from
    its player.

    Raises `_UnfinishedGameFault` if the game is not over, `PlayFault` for a damaged text, and `RecordError`
    for a broken record.
    """
    record = unseal_game(text)
    game = Game.replay(record)
    if not game.over and any(unknown_outcome_indices(game, seat) for seat in _players(text, game)):
        raise _UnfinishedGameFault
    return record


def _players(text: str, game: Game) -> list[int]:
    """Return the seat (from 0) of the person who sealed the game; all seats if the seal names none."""
    said = _SEAT.search(text.strip().partition("\n")[0])
    seats = [*range(player_count(game))]
    return [seat for seat in seats if said and game.start.seat(seat) == said[1]] or seats
