"""A learner's desk: one lesson under way, what is chosen and opened on it, and everything one can do there.

Panels show a desk (`view`) and pass on what a person does: `act(name, value)`. After it `status` is what a
screen reader is told, and `run.record` what has to be kept.
"""

from __future__ import annotations

import re
from pathlib import Path

from twingkit.twing.cards import Creature, Spell, Unit
from twingkit.twing.lay import Lay
from twingkit.twing.notation import read_lay
from twingkit.twing.rules import rulebook
from twingkit.twing.view import View
from twingkit_widgets.lesson import QUESTIONS, Lesson, LessonError, Texts
from twingkit_widgets.lesson_run import Reply, Run
from twingkit_widgets.markup import Markup
from twingkit_widgets.play_lay import Picks
from twingkit_widgets.practice_view import Asking
from twingkit_widgets.wording import Words

WORDS = Words(Path(__file__).with_name("lesson_words.toml"))


class LessonDesk:
    """One lesson as a learner has it before them.

    With `site` its links lead to other pages of the site. `answered` collects the questions of the closing
    check that were answered since somebody last took them: the name, whether it was right, the rules.
    """

    def __init__(self, lesson: Lesson, lang: str = "en", *, site: bool = False) -> None:
        self.lesson, self.lang, self.site = lesson, lang, site
        self.run = Run(lesson)
        self.status = ""
        self.answered: list[tuple[str, bool, tuple[str, ...]]] = []
        self.following: tuple[str, Texts] | None = None
        """The lesson after this one: its name and title."""
        self.met: dict[str, str] = {}
        """The rules that stood beside an answer in this lesson, each with the step where it was new."""
        self.mapped = False
        """Whether there is a map of the course to go back to (the action `map`)."""
        self.fresh()

    def fresh(self) -> None:
        """Nothing pointed at, chosen or opened."""
        self.pointed: int | None = None
        self.chosen: set[int] = set()
        self.picks = Picks()
        self.opened = self.opened_at = ""
        self.hinted = False
        self.asking: Asking | None = None

    def restore(self, record: str) -> None:
        """Take up a way through the lesson, "" for its beginning. Raises `LessonError` if it is none."""
        self.run = Run.replay(self.lesson, record) if record else Run(self.lesson)
        self.fresh()

    def view(self) -> Markup:
        """The lesson as it is now."""
        from twingkit_widgets.lesson_view import LessonView

        return LessonView(self).html()

    def act(self, name: str, value: object = None) -> bool:
        """Do what a person asks for; False if there is no such thing to do on a desk."""
        handler = getattr(self, f"act_{name}", None) if re.fullmatch(r"[a-z_]+", name) else None
        if handler is None:
            return False
        handler("" if value is None else str(value))
        return True

    # -- choosing

    def act_point(self, value: str) -> None:
        """Explain the thing number `value`."""
        self.pointed = int(value)
        self.status = self.fill(self.run.step.points[self.pointed].text)

    def act_choose(self, value: str) -> None:
        """Take the card number `value` into the lay, or out of it."""
        self.chosen ^= {int(value)}
        self.run.slip = None

    def act_spell(self, value: str) -> None:
        """Take a spell of the hand into the lay, or out of it."""
        self.picks.spell(int(value), self.seen())
        self.run.slip = None

    def act_creature(self, value: str) -> None:
        """Take a creature of the entourage into the lay, or out of it."""
        self.picks.creature(int(value), self.seen())
        self.run.slip = None

    def act_ride(self, value: str) -> None:
        """`1>0`: let one creature get on another, or off."""
        rider, _, mount = value.partition(">")
        self.picks.ride(int(rider), int(mount), self.seen())
        self.run.slip = None

    def act_lay(self, value: str) -> None:
        """Lay the chosen cards."""
        self.give(f"lay {self.chosen_lay()}")

    def act_answer(self, value: str) -> None:
        """Choose the option `value`."""
        self.give(value)

    def act_hint(self, value: str) -> None:
        """Show the hint of the step."""
        self.hinted = True
        self.status = self.fill(self.run.step.hint)

    def seen(self) -> View:
        """What the learner sees of the table."""
        view = self.run.game().view(self.lesson.you)
        assert isinstance(view, View)
        return view

    def offered(self) -> list[Spell | Creature]:
        """The cards of a step that offers its own."""
        lay = read_lay(self.run.step.cards)
        return [*lay.spells, *lay.creatures]

    def chosen_lay(self) -> Lay:
        """The chosen cards as a lay."""
        if not self.run.step.cards:
            return self.picks.lay(self.seen())
        cards = [card for place, card in enumerate(self.offered()) if place in self.chosen]
        spells = [card for card in cards if isinstance(card, Spell)]
        return Lay(spells, [Unit(card) for card in cards if isinstance(card, Creature)])

    def give(self, given: str) -> None:
        """Answer the open step."""
        reply = self.run.answer(given)
        if reply is not None:
            told = " ".join(ruling.text(self.lang) for ruling in reply.rulings)
            self.status = " ".join(filter(None, (self.verdict(reply), self.fill(reply.text), told)))

    # -- the closing check

    def question(self) -> Asking | None:
        """The question of the closing check that is open or was just answered; None when all are done."""
        if self.asking is None and self.run.step.kind == "check" and not self.run.done:
            self.asking = Asking(self.run.questions()[len(self.run.checked)])
        return self.asking

    def act_check(self, value: str) -> None:
        """Take an option of the closing check's question."""
        asking = self._asking()
        if asking.answer(value):
            self.run.answer(value)
            self.answered.append((asking.item.name, asking.right, asking.about))
        self.status = asking.said(self.lang)

    def act_check_told(self, value: str) -> None:
        """Open a rule right below its sentence, or close it."""
        self._asking().told(value)

    def act_check_table(self, value: str) -> None:
        """Open a rule above the table, or close it."""
        self._asking().told(f"table|{value}")

    def act_check_rule(self, value: str) -> None:
        """Open another rule where one is open, or close it."""
        self._asking().rule(value)

    def act_check_step(self, value: str) -> None:
        """Play the question out, step by step."""
        asking = self._asking()
        asking.go(value)
        self.status = asking.said(self.lang)

    def act_further(self, value: str) -> None:
        """The next question of the closing check, or how it went."""
        self.asking = None
        asking = self.question()
        right, of = self.run.score[1], QUESTIONS
        self.status = asking.said(self.lang) if asking else self.say("check_done", right=right, of=of)

    def _asking(self) -> Asking:
        asking = self.question()
        if asking is None:
            raise LessonError("no question is open")
        return asking

    # -- moving

    def act_forward(self, value: str) -> None:
        """Go on."""
        if not self.run.done:
            raise LessonError("the open step is not answered yet")
        self.go(self.run.place + 1)

    def act_back(self, value: str) -> None:
        """Go back."""
        self.go(self.run.place - 1)

    def act_again(self, value: str) -> None:
        """Take back the answer of this step and everything after it."""
        self.run.again()
        self.fresh()
        self.moved()

    def act_restart(self, value: str) -> None:
        """Begin the lesson anew."""
        self.run = Run(self.lesson)
        self.fresh()
        self.moved()

    def go(self, place: int) -> None:
        """Open the step number `place` (from 0), no further than the learner has come."""
        self.run.go(place)
        self.fresh()
        self.moved()

    def moved(self) -> None:
        """Say where the learner is now."""
        step = self.run.step
        said = " ".join(self.fill(text) for text in step.text)
        title = step.title[self.lang]
        end = "" if title.endswith(("?", "!")) else "."
        self.status = f"{self.where()}: {title}{end} {said}".strip()

    # -- rules

    def act_told(self, value: str) -> None:
        """`ruling 1:TW-BAT-16`: open the rule right below that sentence, or close it."""
        place, _, rule = value.partition(":")
        if place != self.opened_at:
            self.opened, self.opened_at = "", place
        self.act_rule(rule)

    def act_table_rule(self, value: str) -> None:
        """Open a rule above the table, or close it."""
        self.act_told(f"table:{value}")

    def act_rule(self, value: str) -> None:
        """Open another rule where one is open, or close it."""
        self.opened = value if value in rulebook() and value != self.opened else ""
        if self.opened:
            self.status = f"{self.opened}: {rulebook()[self.opened].title(self.lang)}"

    # -- words

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the words around lessons."""
        return WORDS.say(self.lang, key, **facts)

    def fill(self, texts: Texts) -> str:
        """A sentence of the lesson with its numbers filled in."""
        return self.run.facts().fill(texts[self.lang], self.lang) if texts else ""

    def where(self) -> str:
        """Which step of how many."""
        return self.say("where", n=self.run.place + 1, of=len(self.run.steps))

    def verdict(self, reply: Reply) -> str:
        """Whether it was right, in a few words; "" where nothing is."""
        if reply.right is None:
            return ""
        doing = self.run.step.kind in ("lay", "choose")
        refused = reply.right is False and doing and reply.rule
        return self.say("right" if reply.right else "refused" if refused else "wrong")
