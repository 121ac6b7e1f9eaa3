"""The first screen of practice: topics to choose, their status, and the saved progress."""

from __future__ import annotations

from urllib.parse import quote

import attrs

from twingkit.core.games import game_by_id
from twingkit.learn.quiz import GameQuiz
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.tally import LedgerError, TopicStatus
from twingkit_widgets.learn.practice.words import WORDS
from twingkit_widgets.panel.address.publishing_way import privacy_sentences
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.keys import GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import percent

_MAX_RULES_TO_REPEAT_PER_TOPIC = 2
FILE = "twingkit-practice.txt"
"""The file name of saved progress."""


@attrs.frozen
class PracticeHomeView:
    """A view that renders the first screen of the practice page, with the learner's saved progress.

    `saved_text` is all saved progress, `ledger` that of this game; `invalid_text` is a text that could not be
    loaded and `fault` why, `confirms_erasing` whether to ask for confirmation, `status_text` the message
    about the last change of the progress, `is_saved_by_browser` whether a browser saves the ledger.
    """

    quiz: GameQuiz
    ledger: Ledger
    saved_text: str
    day: int
    invalid_text: str = ""
    fault: LedgerError | None = None
    confirms_erasing: bool = False
    status_text: str = ""
    prefix: str = "tk"
    is_saved_by_browser: bool = False

    def html(self) -> Markup:
        """Return the first screen."""
        own = game_by_id(self.quiz.game).load("questions") is not None
        return el(
            "div",
            el(
                "header",
                el("h2", WORDS.say("home.title"), tabindex="-1", data_focus=True, data_top=True),
                el("p", WORDS.say("home.intro" if own else "home.intro_scenes")),
                cls="tk-stack tk-practice-intro",
            ),
            self._all_learned(),
            el("h3", WORDS.say("home.one")),
            self._topics(),
            self._record(),
            cls="tk-practice-home",
            data_key="home",
        )

    def _name(self, topic: str) -> str:
        return self.quiz.topic(topic).title()

    # -- topics

    def _all_learned(self) -> Markup:
        topics = self.ledger.practice_topics()
        begun = [topic for topic in topics if topic in self.ledger.topics]
        if not begun:
            label, below = WORDS.say("home.first"), self._name(topics[0])
        else:
            label = WORDS.say("home.all")
            below = self._counted("home.all", len(begun), names=self._name(begun[-1]))
            joined = [self._name(topic) for topic in topics if topic not in begun]
            due = [topic for topic in self.ledger.due_topics(self.day) if topic in topics]
            if joined:
                below += f" · {WORDS.say('home.joined', names=joined[0])}"
            if due:
                below += f" · {self._counted('home.due', len(due))}"
        words = el("span", el("b", label), " ", el("span", below, cls="tk-small"), cls="tk-practice-big")
        topic = "" if begun else topics[0]
        cls = "tk-button tk-main tk-practice-all"
        return button(words, "begin", topic, key="begin", cls=cls, shortcut=GO_ON)

    def _counted(self, key: str, n: int, **facts: object) -> str:
        return WORDS.say(f"{key}_one" if n == 1 else f"{key}_many", n=n, **facts)

    def _topics(self) -> Markup:
        rows = [
            el("li", self._row(number, standing), data_key=f"topic:{standing.topic}")
            for number, standing in enumerate(self.ledger.summary(self.day), 1)
        ]
        return el("ol", rows, cls="tk-list tk-practice-topics", data_roving=True)

    def _row(self, number: int, standing: TopicStatus) -> Markup:
        fresh = not self.ledger.asked_count
        sign = "tk-chip tk-chip-main" if standing.advice in ("again", "due") else "tk-chip"
        advice = el("span", WORDS.say(f"advice.{standing.advice}"), cls=sign)
        if standing.advice == "new":
            advice = el("span", WORDS.say("advice.new"), cls="tk-small tk-soft")
        key = str(number) if number < 10 else None  # its number is its key
        return el(
            "button",
            [
                el("span", number, cls="tk-practice-number tk-number"),
                el("span", self._name(standing.topic), cls="tk-practice-name"),
                " ",
                None if fresh else advice,
                " ",
                self._share(standing) if standing.asked_count else None,
                self._missed(standing.missed_rules) if standing.missed_rules else None,
            ],
            type="button",
            cls="tk-practice-topic",
            data_act="begin",
            data_value=standing.topic,
            data_key=f"begin:{standing.topic}",
            data_shortcut=key,
            aria_keyshortcuts=key,
        )

    def _share(self, standing: TopicStatus) -> Markup:
        share = standing.share_right or 0.0
        bar = el("span", el("span", style=f"width:{share:.0%}"), cls="tk-practice-bar", aria_hidden="true")
        right = WORDS.say("home.right", share=percent(share))
        counted = self._counted("home.asked", standing.asked_count)
        text = el("span", el("b", right), " · ", counted, cls="tk-small tk-number")
        return el("span", bar, text, cls="tk-practice-share")

    def _missed(self, rules: tuple[str, ...]) -> Markup | None:
        rulebook = game_by_id(self.quiz.game).load("rules")
        book = rulebook() if rulebook else {}
        titles = [book[rule].title() for rule in rules if rule in book]
        if not titles:
            return None
        names = ", ".join(titles[:_MAX_RULES_TO_REPEAT_PER_TOPIC])
        if len(titles) > _MAX_RULES_TO_REPEAT_PER_TOPIC:
            names += f" {WORDS.say('home.more', n=len(titles) - _MAX_RULES_TO_REPEAT_PER_TOPIC)}"
        text = WORDS.say("home.repeat", rules=names)
        return el("span", text, cls="tk-practice-missed tk-small tk-soft")

    # -- the record

    def _record(self) -> Markup:
        if self.is_saved_by_browser:
            hint = WORDS.say("keep.where_site", sent=privacy_sentences("sent"))
        else:
            hint = WORDS.say("keep.where_notebook")
        return el(
            "details",
            el("summary", WORDS.say("keep.title"), data_key="keep:title"),
            el(
                "div",
                self._done() if self.status_text else None,
                el("p", hint),
                self._export()
                if self.ledger.asked_count
                else el("p", WORDS.say("keep.empty"), cls="tk-soft"),
                self._import(),
                self._erase() if self.ledger.asked_count else None,
                cls="tk-stack tk-practice-record",
            ),
            open=bool(self.fault or self.confirms_erasing or self.status_text),
            data_key="keep",
            data_controls=True,
        )

    def _done(self) -> Markup:
        return el("p", self.status_text, cls="tk-note", data_bring=self.status_text, data_key="keep:news")

    def _export(self) -> Markup:
        text, own = self.saved_text, f"{self.prefix}-export"
        link = el(
            "a",
            WORDS.say("keep.download"),
            href=f"data:text/plain;charset=utf-8,{quote(text)}",
            download=FILE,
            cls="tk-button",
            data_key="keep:download",
        )
        field = named_field(
            "textarea",
            "kept",
            text,
            readonly=True,
            rows=4,
            cls="tk-field tk-code",
            id=own,
            data_key="keep:text",
        )
        return el(
            "section",
            el("h4", WORDS.say("keep.export")),
            el("p", link),
            el("label", WORDS.say("keep.copy"), for_=own, cls="tk-label"),
            field,
            cls="tk-stack tk-practice-tight",
        )

    def _import(self) -> Markup:
        own, why = f"{self.prefix}-import", f"{self.prefix}-why"
        field = named_field(
            "textarea",
            "text",
            self.invalid_text,
            rows=4,
            cls="tk-field tk-code",
            id=own,
            data_key="keep:paste",
            aria_invalid="true" if self.fault else None,
            aria_describedby=why,
        )
        note = el("p", WORDS.say("keep.merge"), id=why, cls="tk-small tk-soft")
        if self.fault:
            note = el("p", self.fault.text(), id=why, role="alert", cls="tk-practice-fault")
        take = el("button", WORDS.say("keep.take"), type="submit", cls="tk-button", data_key="keep:take")
        file = el(
            "input",
            type="file",
            accept=".txt,text/plain",
            aria_label=WORDS.say("keep.file"),
            data_act="take",
            data_key="keep:file",
        )
        return el(
            "form",
            el("h4", WORDS.say("keep.import")),
            el("p", file),
            el("label", WORDS.say("keep.paste"), for_=own, cls="tk-label"),
            field,
            note,
            el("p", take),
            data_act="take",
            data_key="keep:import",
            cls="tk-stack tk-practice-tight",
        )

    def _erase(self) -> Markup:
        if not self.confirms_erasing:
            buttons: Child = button(WORDS.say("keep.erase_all"), "erase", "ask", key="keep:erase")
        else:
            sure = el("p", WORDS.say("keep.erase_sure", n=self.ledger.asked_count), cls="tk-practice-sure")
            refusal_button = button(WORDS.say("keep.erase_no"), "erase", "no", key="keep:no", data_focus=True)
            yes = button(WORDS.say("keep.erase_yes"), "erase", "yes", key="keep:yes")
            buttons = el(
                "div", sure, el("div", refusal_button, yes, cls="tk-row"), role="group", data_key="keep:sure"
            )
        return el("section", el("h4", WORDS.say("keep.erase")), buttons, cls="tk-stack tk-practice-tight")
