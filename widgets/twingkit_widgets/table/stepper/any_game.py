"""The stepper of any game: its rules step by step, with its pictures if it has some.

A game that wants to say more (where a battle stands, what it suggests) subclasses the same three classes that
this module fills: `GameSteps`, `StepParts` and `GameStepperPanel`.
"""

from __future__ import annotations

from pathlib import Path

import attrs

from twingkit.core.asking import Chance, Question, Roll
from twingkit.core.example_lines import examples
from twingkit.core.games import GameEntry, game_named
from twingkit.core.knowing import knows, would_know
from twingkit.core.links import pack, unpack
from twingkit.core.play import Entry, Game
from twingkit.core.starts import Start, start_of
from twingkit_widgets.panel.address.addresses import page_link, page_of
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.panel import CSS
from twingkit_widgets.panel.sentences import SaidFault
from twingkit_widgets.panel.views import PlainViews, Views, answered, views_of
from twingkit_widgets.panel.wording import LANGUAGES, Words
from twingkit_widgets.table.stepper.game_steps import WORDS as COMMON
from twingkit_widgets.table.stepper.game_steps import GameSteps, Said, StepFault
from twingkit_widgets.table.stepper.step_parts import Rare, StepParts
from twingkit_widgets.table.stepper.stepping import STEP_CSS, GameStepperPanel

WORDS = Words(Path(__file__).with_name("any_game_words.toml"), COMMON)
"""The texts of this stepper."""

LONGEST = 500
"""The number of answers in a game after which going to the end stops: some games have no end."""


class AnySteps(GameSteps):
    """A game of any kind being stepped through; it goes on with the first answer that is allowed.

    The story holds what the player who is asked may know: `looks` is the number of that seat.
    """

    looks = 0

    def _suggested(self) -> str | None:
        question = self.game.question
        if question is None or isinstance(question, Chance):
            return None
        return question.write(next(iter(question.options())))

    def to_end(self) -> None:
        """Answer every question that is left, as long as there is an end in sight."""
        while len(self.game) < LONGEST and not self.game.over:
            self.forward()

    def answered(self, entry: Entry) -> Said | None:
        """The sentence of an answer that has no ruling; a result of chance that who looks does not know is
        hidden."""
        book = self.game.start.rulebook()
        if entry.rulings or entry.asked.rule not in book:
            return None
        secret = isinstance(entry.asked, Chance) and not knows(self.game, self.looks, self._place(entry))
        answer = "…" if secret else entry.answer
        texts = {lang: f"{entry.asked.text(lang)} {answer}" for lang in LANGUAGES}
        return Said(entry.asked.rule, told=texts)

    def _place(self, entry: Entry) -> int:
        """The place of an answer in the record."""
        return next(at for at, other in enumerate(self.game.transcript) if other.asked is entry.asked)

    def story(self, first: int, last: int | None = None) -> list[Said]:
        """Return the results of the answers from number `first` on, as the asked player may know them."""
        question = self.game.question
        if question is not None and not isinstance(question, Chance):
            self.looks = question.player
        return [
            attrs.evolve(sentence, ruling=sentence.ruling.seen_by(self.looks))
            if sentence.ruling
            else sentence
            for sentence in super().story(first, last)
        ]


@attrs.frozen(kw_only=True)
class AnyStepView(StepParts):
    """All that the stepper of any game shows."""

    words = WORDS
    key = "choices"

    steps: AnySteps
    entry: GameEntry
    views: Views

    def table(self) -> Markup:
        """The table as who looks sees it."""
        view = self.steps.game.view(self.steps.looks)
        return el("div", self.views.table(view, self.lang), cls="tk-stepper-table", data_key="table")

    def choosing(self) -> Child:
        """The question, and the answers to it."""
        game, looks, lang = self.steps.game, self.steps.looks, self.lang
        pending = game.question
        if pending is None:
            return self.asked()
        view = game.view(looks)
        question = el("p", self.views.now(pending, view, lang), cls="tk-asked")
        # A pile is not put in order, and nobody chooses what another throws in secret.
        closed = isinstance(pending, Chance) and not (isinstance(pending, Roll) and would_know(game, looks))
        return [question, None if closed else self.views.offer(pending, view, lang)]

    def record(self) -> Markup | None:
        """The record, once the game is over: it names every card that was drawn."""
        return super().record() if self.steps.game.over else None

    def coming(self, question: Question | None) -> str:
        """Return what the big button does next."""
        if question is None:
            return self.say("next.over")
        answer = self.steps.suggestion
        if answer is None or isinstance(question, Chance):
            return self.say("next.chance")
        own = self.entry.load("views")
        plain = own if isinstance(own, PlainViews) else PlainViews(self.entry)
        option = plain.answer(question, question.read(answer), self.lang)
        return self.say("next.answer", answer=option)

    def rare(self) -> list[Rare]:
        """The buttons to the end and back to the beginning."""
        return [Rare("end", "e", "⇥", self.steps.game.over), Rare("restart", "s", "↶", not self.steps.game)]

    def link(self) -> str:
        """The query of a link to this game."""
        page = page_of(self.entry.id, "step") or "index"
        return page_link(page, self.lang, game=pack(self.steps.game.record))

    def start(self) -> Child:
        """Return what the game is about."""
        goal = self.views.goal(self.steps.game.view(self.steps.looks), self.lang)
        title = el("h3", self.entry.title(self.lang), cls="tk-told-main")
        return [title, el("p", goal) if goal else None]


class AnyStepper(GameStepperPanel[AnySteps]):
    """One game of any kind to step through.

    `line` is what it begins from (an example of the game, if it is empty), `record` a packed record to stand
    at. The record is kept packed: it names every card that was drawn.
    """

    _steps: AnySteps
    _parts = AnyStepView

    def __init__(self, game: str, lang: str = "en", *, line: str = "", record: str = "") -> None:
        """Raises `LookupError` for no game, `Fault` for a bad line, `RecordError` for a bad record."""
        self.entry = game_named(game)
        self.views = views_of(game)
        self._css = CSS + STEP_CSS + self.views.css
        if record:
            text = unpack(record)
            self._steps = AnySteps(self._start_in(text))
            self._steps.restore(text)
        else:
            self._steps = AnySteps(start_of(line, game) if line else example_start(self.entry))
        super().__init__(lang=lang)

    def _start_in(self, record: str) -> Start:
        """Return how the game of a record began. Raises `StepFault` if it is another game."""
        start = Game.replay(record, explain=False).start
        if start.name.partition(".")[0] != self.entry.id:
            raise StepFault("record.other", name=start.name)
        return start

    @property
    def record(self) -> str:
        """The game and every answer so far, packed; empty before the first."""
        game = self._steps.game
        return pack(game.record) if len(game) else ""

    def act_answer(self, value: object) -> None:
        """Answer the pending question as the offer says."""
        self.act_choose(answered(value))

    def restore(self, state: str) -> None:
        """Go to the end of a packed record; "" begins again."""
        if state:
            self._steps.restore(unpack(state))
        else:
            self._steps.restart()
        self.refresh()
        self.state = self.record

    def address(self) -> dict[str, str]:
        """The query of the address: the record, once anything was answered."""
        return {"game": self.record} if self.record else {}

    def _shown(self) -> dict[str, object]:
        return {**super()._shown(), "entry": self.entry, "views": self.views}


class NoStart(SaidFault):
    """No game can be begun without a line."""

    catalogue = WORDS


def example_start(entry: GameEntry) -> Start:
    """The start of a game to show: its first example. Raises `NoStart` if no game of it can be begun."""
    lines = examples(entry)
    if not lines:
        raise NoStart("fault.no_start", game=entry.title())
    return start_of(lines[0], entry.id)
