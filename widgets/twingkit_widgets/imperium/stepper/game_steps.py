"""Going through a game answer by answer: forward, back, another throw, another answer. No widgets here.

A `GameSteps` holds a `Game` and remembers what the game does not: the answers that were taken back (going
forward gives them again), where the step on show began, and how the game really went while someone tries
things out. A game's own subclass says what going forward answers, and which rule by which a side passes.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import attrs

from twingkit.core.asking import Chance
from twingkit.core.language import language, speaks
from twingkit.core.play import Entry, Game, Start
from twingkit.core.rulebook import Ruling
from twingkit_widgets.panel.sentences import SaidFault
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("step_words.toml"))
"""The texts of every stepper, for any game."""


class StepFault(SaidFault):
    """Something that cannot be done or read while a game is stepped through."""

    catalogue = WORDS


@attrs.frozen
class Said:
    """One sentence of what happened, and the rule behind it: a ruling, or what the answer itself `told`
    (a text for each language)."""

    rule: str
    ruling: Ruling | None = None
    told: Mapping[str, str] = attrs.field(factory=dict)

    @speaks
    def text(self, lang: str | None = None) -> str:
        """The sentence."""
        return self.ruling.text() if self.ruling else self.told[language()]


class GameSteps(ABC):
    """One game being stepped through."""

    deciding: ClassVar[Sequence[str]] = ()
    """The rules that say who has won: their sentence leads."""

    def __init__(self, start: Start, seed: int | None = None) -> None:
        """Begin the game of `start`; with a `seed` the same dice come again."""
        self.seed = seed
        self._begin(start)

    def _begin(self, start: Start) -> None:
        self._stand(Game(start, seed=self.seed, rolls="ask"))
        self.really: Game | None = None

    def _stand(self, game: Game, shown_from: int = 0) -> None:
        """Take over a game, with nothing ahead of it."""
        self.game = game
        self.shown_from = shown_from
        self._ahead: list[tuple[str, bool]] = []  # each answer, and whether it was a roll
        self._resumed_at = -1

    @property
    def just_resumed(self) -> bool:
        """True if the game stands where its record left it (`unused_note`)."""
        return len(self.game) == self._resumed_at

    # -- what comes

    @property
    def suggestion(self) -> str | None:
        """The answer that going forward gives, as text; None: dice are rolled, or the game is over."""
        return self._ahead[-1][0] if self._ahead else self._suggested()

    @abstractmethod
    def _suggested(self) -> str | None:
        """The answer to the pending question that nobody has given yet; None: dice are rolled."""

    @property
    def ahead(self) -> bool:
        """True if going forward repeats an answer that was taken back."""
        return bool(self._ahead)

    @property
    def dice_ahead(self) -> bool:
        """True if going forward lets dice fall again that were taken back."""
        return any(rolled for _, rolled in self._ahead)

    def throw_anew(self) -> None:
        """Forget the dice that were taken back, and what came after the first of them."""
        while self.dice_ahead:
            del self._ahead[0]

    # -- what happened

    @property
    def rolled(self) -> list[int]:
        """The indexes of the answers of the record (from 0) that were rolls."""
        return [index for index, entry in enumerate(self.game.transcript) if isinstance(entry.asked, Chance)]

    @property
    def stops(self) -> tuple[int, ...]:
        """After how many answers each step so far was done; a step is one answer, unless a game says else."""
        return tuple(range(1, len(self.game) + 1))

    def answered(self, entry: Entry) -> Said | None:
        """Return what an answer says by itself, if its rulings do not: that a side passed, say."""
        return None

    def story(self, first: int, last: int | None = None) -> list[Said]:
        """Return the results of the answers from number `first` on (to before `last`), as sentences."""
        sentences: list[Said] = []
        for entry in self.game.entries(first, last):
            answered = self.answered(entry)
            sentences += [answered] if answered else []
            sentences += [Said(ruling.rule, ruling) for ruling in entry.rulings]
        return sentences

    def shown(self) -> tuple[Said | None, list[Said]]:
        """The sentence that matters most in the step on show, and the others in their order."""
        sentences = self.story(self.shown_from)
        if not sentences:
            return None, []
        ruled = [sentence for sentence in sentences if sentence.ruling] or sentences
        main = next((sentence for sentence in ruled if sentence.rule in self.deciding), ruled[0])
        return main, [sentence for sentence in sentences if sentence is not main]

    # -- going

    def forward(self) -> None:
        """One answer further; nothing happens at the end."""
        if not self.game.over:
            self.shown_from = len(self.game)
            self._answer_next()

    def to_end(self) -> None:
        """Answer every question that is left; the last answer is the step on show."""
        while not self.game.over:
            self.forward()

    def _answer_next(self) -> None:
        if self._ahead:
            self.game.answer(self._ahead.pop()[0])
        elif isinstance(self.game.question, Chance):
            self.game.roll()
        else:
            self.game.answer(self._suggested())

    def back(self) -> None:
        """One answer back; going forward gives it again. Nothing happens at the beginning."""
        if len(self.game):
            last = self.game.transcript[-1]
            self._ahead.append((last.answer, isinstance(last.asked, Chance)))
            self.game.undo()
            self.shown_from = max(0, len(self.game) - 1)

    def go(self, place: int) -> None:
        """Go to where `place` answers are given. Raises `StepFault` if there never were that many."""
        if not 0 <= place <= len(self.game) + len(self._ahead):
            raise StepFault("fault.no_step", n=place)
        while len(self.game) > place:
            self.back()
        while len(self.game) < place:
            self.forward()

    def restart(self) -> None:
        """Back to the beginning, with nothing remembered."""
        self._begin(self.game.start)

    def choose(self, answer: str) -> None:
        """Give this answer to the pending question. Raises `Refusal`, or `BadAnswer` if it is no answer."""
        before = len(self.game)
        self.game.answer(answer)
        self._stand(self.game, before)

    def reroll(self) -> int:
        """Throw again what was thrown last, and return how many answers after it are gone.

        Raises `StepFault` if nothing was.
        """
        rolled = self.rolled
        if not rolled:
            raise StepFault("fault.no_roll")
        roll, answers = rolled[-1], len(self.game)
        self.game.undo(answers - roll)
        self.game.roll()
        self._stand(self.game, roll)
        return answers - roll - 1

    def what_if(self, place: int, answer: str) -> None:
        """Give the roll number `place` another result. `come_back` restores the real result.

        Raises `StepFault` if that answer is no roll, `BadAnswer` if `answer` is no result of it.
        """
        if place not in self.rolled:
            raise StepFault("fault.no_roll")
        other = self.game.what_if(place, answer)
        self.really = self.really or self.game
        self._stand(other, place)

    def come_back(self) -> None:
        """Return from trying out to how the game really went."""
        if self.really is not None:
            self._stand(self.really, max(0, len(self.really) - 1))
            self.really = None

    def restore(self, record: str) -> None:
        """Go to the end of a record. Raises `RecordError` if it cannot be read, `StepFault` if it is of
        another kind of game; then nothing has changed."""
        game = Game.replay(record)
        if game.start.name != self.game.start.name:
            raise StepFault("record.other", name=game.start.name)
        game.rng = random.Random(self.seed)
        self._stand(game, max(0, len(game) - 1))
        self._resumed_at = len(game)
        self.really = None
