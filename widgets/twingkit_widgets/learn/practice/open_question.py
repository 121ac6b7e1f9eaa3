"""A question of the quiz with what a person did to it, for practice and for the check at a lesson's end.

A panel keeps an `OpenQuestion`, passes on what is done, notes the first answer, and shows
`asking.html(...)`::

    self.asking = Asking(item)
    def act_answer(self, value):
        if self.asking.answer(value):                       # the first answer, not a second click
            self.ledger.note(item.name, self.asking.right, self.asking.about, today)
        self.status = self.asking.said(self.lang)

The other actions are the question's own (`act_told` and the like): `handle` carries one out and returns what
a screen reader is told.
"""

from __future__ import annotations

from twingkit.core.rulebook import Rulebook
from twingkit.learn.quiz import AnswerOption, Item
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.practice.steps import Step, lines_of
from twingkit_widgets.learn.practice.view import QuizView, book_of, verdict
from twingkit_widgets.panel.markup import Child, Markup


class OpenQuestion:
    """A question on the screen: `given` is the number of the option taken (None: not answered yet), `step`
    how far it is played out (None: it is not), `opened` the open rule and `opened_at` its place."""

    def __init__(self, item: Item, given: int | None = None) -> None:
        self.item = item
        self.given = given
        self.step: int | None = None
        self.opened = self.opened_at = ""

    @property
    def book(self) -> Rulebook:
        """The rules of the game that is asked about."""
        return book_of(self.item)

    @property
    def choice(self) -> AnswerOption | None:
        """The option taken."""
        return None if self.given is None else self.item.choices[self.given]

    @property
    def right(self) -> bool:
        """True if it was answered, and rightly."""
        return self.choice is not None and self.choice.right

    @property
    def about(self) -> tuple[str, ...]:
        """The rules to note with the answer: all that took part if it was right; else the one that decides
        and the one that was forgotten, for of the others nobody knows."""
        if self.right or self.choice is None:
            return self.item.rules
        rules = (self.item.rule, self.choice.forgotten_rule)
        return tuple(dict.fromkeys(rule for rule in rules if rule))

    def answer(self, value: object) -> bool:
        """Take the option number `value` (from 0); False if it was answered before.

        Raises `LookupError` if there is no such option.
        """
        text = str(value)
        if not (text.isascii() and text.isdecimal()) or len(text) > 2 or int(text) >= len(self.item.choices):
            raise LookupError(f"{self.item.name} has no option {text[:20]!r}")
        if self.given is not None:
            return False
        self.given = int(text)
        self.opened = self.opened_at = ""
        return True

    # -- what a person does after the answer

    def handles(self, act: str) -> bool:
        """True if this is an action of the question."""
        return act in ("told", "table_rule", "rule", "step")

    def handle(self, act: str, value: object) -> str:
        """Carry out an action of the question, and return what a screen reader is told."""
        getattr(self, f"act_{act}")(value)
        if act == "step":
            return self.screen_reader_text()
        return f"{self.opened}: {self.book[self.opened].title()}" if self.opened else ""

    def act_told(self, value: object) -> None:
        """`why 0|TW-BAT-16`: open the rule right below that sentence, or close it."""
        key, _, rule = str(value).partition("|")
        self.act_rule("" if (self.opened_at, self.opened) == (key, rule) else rule)
        self.opened_at = key if self.opened else ""

    def act_table_rule(self, value: object) -> None:
        """Open a rule above the table, or close it."""
        self.act_told(f"table|{value}")

    def act_rule(self, value: object) -> None:
        """Open another rule where one is open; "" closes it."""
        self.opened = str(value) if value in self.book else ""

    def act_step(self, value: object) -> None:
        """Show the question after a number of answers of its end; "" closes the steps."""
        text = str(value or "0") if value != "" else ""
        steps = len(lines_of(self.item))
        asked = text.isascii() and text.isdecimal() and len(text) < 4 and self.given is not None
        self.step = min(int(text), steps) if asked and steps else None
        self.opened = self.opened_at = ""

    def screen_reader_text(self) -> str:
        """Return what a screen reader is told: the question, or how it was answered, or the step."""
        if self.given is None:
            return self.item.prompt()
        if self.step is not None:
            answer = pictures_of(self.item.game_id).answer
            return " ".join(text for text, _ in Step.of(self.item, self.step).sentences(answer))
        reason = self.item.why[0].text()
        return f"{verdict(self.item, self.right)} {reason}"

    def html(self, *, site: bool = False, lesson: bool = True, after: Child = None) -> Markup:
        """The question; see `QuizView`. `after` is the part below the reply: the way on."""
        view = QuizView(
            self.item,
            given=self.given,
            step=self.step,
            opened=self.opened,
            opened_at=self.opened_at,
            site=site,
            lesson=lesson,
        )
        return view.html(after)
