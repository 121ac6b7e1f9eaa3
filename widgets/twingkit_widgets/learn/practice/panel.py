"""Endless practice: choose a topic, answer, see why; missed questions come back."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import ClassVar

import traitlets

from twingkit import Game
from twingkit.core.games import game_by_id, games
from twingkit.learn.quiz import QuizItem, quiz_of
from twingkit.learn.quiz.dealer import QuestionDealer
from twingkit.learn.quiz.ledger import HEAD
from twingkit.learn.quiz.saved_progress import games_in, saved_ledger, with_ledger
from twingkit.learn.quiz.tally import LedgerError
from twingkit_widgets.learn.practice.home import PracticeHomeView
from twingkit_widgets.learn.practice.links import game_page_href, lesson_title
from twingkit_widgets.learn.practice.open_question import ShownQuestion
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.practice.view import QUIZ_CSS
from twingkit_widgets.learn.practice.words import WORDS
from twingkit_widgets.panel.controls import fresh_id, named_field
from twingkit_widgets.panel.game_panel import GamePanel
from twingkit_widgets.panel.keys import GO_ON, SKIP, UNDO
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.panel import CSS, Handler
from twingkit_widgets.panel.views import views_of
from twingkit_widgets.panel.visitor_clock import visitor_day


class PracticePanel(GamePanel):
    """A panel with endless questions about one game, by topic or from everything learned so far.

    `game` is the id of the game (default: the first). `topic` or `item` (the name of a question,
    `shield:winner:17`) is opened at once; an unknown one is not an error: the panel says so and shows the
    topics. `site` allows links to the other pages. `today` is the day as `date.toordinal` returns it
    (default: the current day).

    The trait `ledger` contains the progress as text. A page saves it in the browser (`MEMORY_TRAITS`) and
    loads it with `load_memory`; elsewhere a person can copy it and load it again.

    >>> panel = PracticePanel(topic="shield", today=739000)
    >>> panel.do("answer", 0); panel.do("next")
    >>> panel.ledger.splitlines()[1:3]
    ['game twing', 'asked 1']
    """

    _css = CSS + QUIZ_CSS
    MEMORY_TRAITS: ClassVar[Mapping[str, str]] = {"practice": "ledger"}

    ledger = traitlets.Unicode(
        help="the answers in all games, as text (`twingkit.learn.quiz.saved_progress`)"
    )
    state = traitlets.Unicode(help="the name of the open question, for links; empty on the first screen")

    def __init__(
        self,
        lang: str | None = None,
        *,
        game: str | None = None,
        topic: str | None = None,
        item: str | None = None,
        site: bool = False,
        today: int | None = None,
    ) -> None:
        self.game_entry = game_by_id(game or games()[0].id)
        self.quiz = quiz_of(self.game_entry.id)
        self._css = CSS + QUIZ_CSS + views_of(self.game_entry.id).css + pictures_of(self.game_entry.id).css
        self._text = ""
        self.progress = saved_ledger("", self.game_entry.id)
        self.site = site
        self.scope = ""
        """The topic that is practised; "" for everything learned so far."""
        self.open_question: ShownQuestion | None = None
        self.damaged: tuple[str, LedgerError] | None = None
        """A saved text that cannot be read, and why."""
        self._today = today
        self._unknown: tuple[str, str] | None = None
        self._hint = ""
        self._linked = False
        self._begun = False
        self._dealer = QuestionDealer(self.quiz, f"{random.randrange(10**6)} " if today is None else "")
        self._pasted = ""
        self._fault: LedgerError | None = None
        self._erasing = False
        self._news = ""
        self._id = fresh_id()
        self.back_link: Markup | None = None
        """The link back to a class list whose questions are all answered."""
        self._show_asked(topic, item)
        super().__init__(lang=lang)
        self.state = self._name()

    @property
    def today(self) -> int:
        """The current day, as `date.toordinal` returns it."""
        return visitor_day(self._today)

    # -- browser data

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load saved browser data, at the start or because another page has changed it.

        An unreadable text is shown and left unchanged. Raises `LookupError` for another name.
        """
        if memory_name not in self.MEMORY_TRAITS:
            raise LookupError(f"practice has no saved data named {memory_name!r}")
        if saved_text == self.ledger:
            return
        try:
            kept = saved_ledger(saved_text, self.game_entry.id)
        except LedgerError as fault:
            self.damaged = (saved_text, fault)
            self.refresh()
            return
        self.progress, self.damaged, self._text = kept, None, saved_text
        if self.open_question and not self._begun and not self._linked:
            self._deal()  # the first question was chosen before the data arrived
        elif self.open_question and self.open_question.option_index is None:
            self.open_question = self._asked_before(self.open_question.item)
        self._keep()
        self.refresh()

    def _keep(self) -> None:
        if self.damaged is None:
            self.ledger = self._text = with_ledger(self._text, self.game_entry.id, self.progress)
        self.state = self._name()

    def _name(self) -> str:
        return self.open_question.item.name if self.open_question else ""

    # -- actions

    def act_begin(self, value: object) -> None:
        """Practise the topic `value`, or everything learned so far ("")."""
        self._show_asked(str(value or ""), None)
        self._moved()

    def act_next(self, value: object) -> None:
        """Show the next question after the one named `value` (None: the open one), answered or not.

        A second press on a slow page names an earlier question, and is ignored.
        """
        if value not in (None, "", self._name()):
            return
        self._deal()
        self._moved()

    def act_home(self, value: object) -> None:
        """Show the topics."""
        self.open_question = None
        self._moved()

    def act_answer(self, value: object) -> None:
        """Take option number `value`, from 0."""
        question = self._require_question()
        if question.take_option(value):
            self._begun = True
            assert question.option_index is not None
            name = question.item.name
            try:
                self.progress.record_answer(
                    name, question.is_right, question.rules_to_record, self.today, question.option_index
                )
            except ValueError:
                question.option_index = None  # an answer that cannot be recorded is not accepted
                raise
            self._keep()
        self.status = f"{question.screen_reader_text()} {self._session()}"

    def act_close(self, value: object) -> None:
        """Close the message about an unknown address."""
        self._unknown = None

    def act_take(self, value: object) -> None:
        """Merge a pasted ledger (saved practice progress) into this one; a text that cannot be read stays in
        the field.
        """
        text = str(value.get("text", "")) if isinstance(value, dict) else str(value or "")
        self._pasted, self._fault, self._erasing, self._news = text, None, False, ""
        game_ids = {entry.id for entry in games()}
        try:
            brought = {game: saved_ledger(text, game) for game in games_in(text) if game in game_ids}
            if not brought:
                raise LedgerError("head", head=HEAD)
        except LedgerError as fault:
            self._fault = fault
            self.status = fault.text()
            return
        self._pasted = ""
        for game, ledger in brought.items():
            mine = self.progress if game == self.game_entry.id else saved_ledger(self._text, game)
            mine.merge(ledger)
            self._text = with_ledger(self._text, game, mine)
        self._keep()
        self.status = self._news = WORDS.say("keep.taken", n=self.progress.asked_count)

    def act_erase(self, value: object) -> None:
        """Erase all progress: "ask" asks for confirmation, then "yes" or "no"."""
        self._erasing, self._news = value == "ask", ""
        if self._erasing:
            self.status = WORDS.say("keep.erase_sure", n=self.progress.asked_count)
        elif value == "yes":
            self.progress.erase()
            self._keep()
            self._pasted, self._fault = "", None
            self.status = self._news = WORDS.say("keep.erased")

    def act_anew(self, value: object) -> None:
        """Replace saved progress that cannot be read with a new record."""
        self.damaged = None
        self._keep()
        self.status = WORDS.say("keep.begun")

    def address(self) -> dict[str, str]:
        """Return the query of a link to the current state."""
        return {"item": self.state} if self.state else {}

    def show_query(self, query: Mapping[str, str]) -> None:
        """Open the topic or question that a query names, after the browser went back or forward."""
        if query.get("item") != self.state or not self.state:
            self._show_asked(query.get("topic"), query.get("item"))
            self._moved()

    # -- questions

    def _current_game(self) -> Game | None:
        return self.open_question.item.game() if self.open_question else None

    def _handler(self, act: str) -> Handler:
        question = self.open_question
        if question is None or not question.handles_action(act):
            return super()._handler(act)

        def handle(value: object) -> None:
            self.status = question.run_action(act, value) or self.status

        return handle

    def _require_question(self) -> ShownQuestion:
        if self.open_question is None:
            raise LookupError("no question is open")
        return self.open_question

    def _show_asked(self, topic: str | None, name: str | None) -> None:
        """Open the question `name`, the topic `topic`, all topics ("") or the first screen (None)."""
        self.open_question, self._unknown, self._hint, self._linked = None, None, "", False
        self._fault, self._erasing, self._news = None, False, ""
        if name is not None:
            try:
                item = self.quiz.item(name)
            except (KeyError, ValueError):
                self._unknown = ("item", name)
                return
            if self.scope and self.scope != item.topic:
                self.scope = ""
            if not self.progress.asked_count:
                self.scope = item.topic
            self.open_question, self._linked = self._asked_before(item), True
        elif topic:
            if topic not in self.quiz.topics:
                self._unknown = ("topic", topic)
                return
            self.scope = topic
            self._deal()
        elif topic is not None:
            self.scope = ""
            self._deal()

    def _asked_before(self, item: QuizItem) -> ShownQuestion:
        """Return a question to open; if it is among the recently answered ones, with the earlier answer, so
        that it is not counted twice.
        """
        given = self.progress.option_by_item.get(item.name)
        return ShownQuestion(item, given if given is not None and given < len(item.choices) else None)

    def _deal(self) -> None:
        item, self._hint = self._dealer.deal(self.progress, self.scope, self.today)
        self.open_question, self._linked = ShownQuestion(item), False

    def _moved(self) -> None:
        self._begun = True
        self._keep()
        if self._unknown:
            self.status = self._unknown_message(*self._unknown)
        else:
            self.status = (
                self.open_question.screen_reader_text() if self.open_question else WORDS.say("home.title")
            )

    # -- HTML

    def render(self) -> Markup:
        """Return the first screen, or the open question."""
        inside = self._question(self.open_question) if self.open_question else self._home()
        return el("div", self._alerts(), inside, cls="tk-practice")

    def _topic(self, topic: str) -> str:
        return self.quiz.topic(topic).title()

    def _unknown_message(self, kind: str, value: str) -> str:
        return WORDS.say(f"fault.{kind}", value=value[:60])

    def _home(self) -> Markup:
        return PracticeHomeView(
            self.quiz,
            self.progress,
            self.ledger,
            self.today,
            invalid_text=self._pasted,
            fault=self._fault,
            confirms_erasing=self._erasing,
            status_text=self._news,
            prefix=self._id,
            is_saved_by_browser=self.site,
        ).html()

    def _alerts(self) -> list[Markup]:
        alerts = []
        if self._unknown:
            kind, value = self._unknown
            why = el("div", el("p", self._unknown_message(kind, value)))
            close = button("×", "close", cls="tk-icon-button", aria_label=WORDS.say("fault.dismiss"))
            alerts.append(el("div", why, close, cls="tk-alert", role="alert", data_key="unknown"))
        if self.damaged:
            text, fault = self.damaged
            kept = named_field("textarea", "damaged", text, readonly=True, rows=3, cls="tk-field tk-code")
            message = el(
                "div",
                el("p", WORDS.say("keep.damaged"), " ", fault.text()),
                el("p", WORDS.say("keep.damaged_what")),
                kept,
                el("p", button(WORDS.say("keep.damaged_new"), "anew")),
            )
            alerts.append(el("div", message, cls="tk-alert", role="alert", data_key="damaged"))
        return alerts

    def _question(self, question: ShownQuestion) -> Markup:
        return el(
            "div",
            self._head(),
            self._why_now(question.item.topic) if self._hint else None,
            question.html(has_site_links=self.site, part_below=self._moves(question)),
            cls="tk-practice-question",
        )

    def _head(self) -> Markup:
        name = self._topic(self.scope) if self.scope else WORDS.say("quiz.everything")
        back = (
            UNDO if self.open_question and self.open_question.option_index is None else None
        )  # answers cannot be undone
        home = button(["‹ ", WORDS.say("quiz.home")], "home", shortcut=back, cls="tk-button tk-quiet")
        return el(
            "header",
            home,
            el("p", WORDS.say("quiz.now", name=name), cls="tk-label"),
            el("p", self._session(), cls="tk-small tk-number tk-practice-session"),
            cls="tk-practice-head",
            data_controls=True,
        )

    def _session(self) -> str:
        day, asked, right = self.progress.last_day_counts
        if day != self.today or not asked:
            return WORDS.say("quiz.today_none")
        return WORDS.say("quiz.today", n=asked, right=right)

    def _why_now(self, topic: str) -> Markup:
        name = self._topic(topic)
        link = None
        lesson = self.quiz.topic(topic).lesson_name
        href = game_page_href(self.game_entry.id, "learn", lesson=lesson) if lesson and self.site else ""
        if self._hint == "new" and href:
            title = lesson_title(self.game_entry.id, lesson)
            link = [" ", el("a", WORDS.say("quiz.link_lesson", name=title), href=href)]
        return el("p", WORDS.say(f"quiz.{self._hint}", name=name), link, cls="tk-note tk-small")

    def _moves(self, question: ShownQuestion) -> Markup:
        name = question.item.name  # a new question has a new button: the focus moves to its prompt
        if question.option_index is None:
            skip, cls = WORDS.say("quiz.skip"), "tk-button tk-quiet"
            way = button(skip, "next", name, cls=cls, key=f"next:{name}", shortcut=SKIP)
        else:
            label = [WORDS.say("quiz.next"), " ›"]
            cls = "tk-button" if self.back_link else "tk-button tk-main"
            way = button(label, "next", name, cls=cls, key=f"next:{name}", shortcut=GO_ON)
        back = self.back_link if question.option_index is not None else None
        answered = question.option_index is not None
        cls = (
            "tk-toolbar tk-practice-moves tk-practice-onward" if answered else "tk-toolbar tk-practice-moves"
        )
        return el("div", way, back, cls=cls, data_foot=answered, data_controls=True)
