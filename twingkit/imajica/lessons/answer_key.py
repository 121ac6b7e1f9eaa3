"""The right answers in a lesson of Imajica.

=========  ============================================================================================
ask        the right answer, beside what `twingkit.learn.lesson.answer_key` knows of any game
=========  ============================================================================================
count      the number of `what` after `then`: `magic gentle`, `strength dowd`, `resistance slew`, `hand p1`,
           `limit p1` (of Prime), `call gentle` (the Prime with which it is called), `influence dowd slew`,
           `damage` (that the last winner may deal), `short slew` (what its Holders lack), `dominions p1`
lies       the place of the card `what` after it: `circle`, `state`, `active`, `reserve`, `on` (another
           card), `realm`, `path`, `hand`, `ovo`
turned     how it lies: `pivoted` or `ready`
held       who controls the Site `what` after it: a seat as records name it, or `circle`
fights     whether a challenge comes to blows in it: `yes`, `no`
secures    the only option with whose answer, and what follows in `then`, the learner gets the Site `what`
winner     who wins after it, as records name the seat; `none` if play goes on
=========  ============================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.rules.table import SEATS, ImajicaTable
from twingkit.imajica.rules.values import (
    calling_prime,
    dominions,
    influence,
    missing_influence,
    prime_limit,
    value,
)
from twingkit.learn.lesson.answer_key import (
    AnswerKey,
    Ask,
    Field,
    Item,
    KeyedAnswer,
    LessonRun,
    Reasons,
    only_option,
    option_text,
    rulings_since,
)
from twingkit.learn.lesson.lesson import LessonError, Step
from twingkit.learn.quiz.quiz_of import quiz_of

STATS = ("magic", "strength", "prime", "resistance")
"""The values of a card that can be counted."""


WINDOWS = ("respond", "counter", "combat", "influence")
"""The kinds of questions that a lesson passes by where its answers say nothing to them."""


class ImajicaAnswerKey(AnswerKey):
    """The right answers in the lessons of Imajica."""

    opponent_names = ("ida", "otto", "vera", "kurt", "nora")
    fields: Mapping[str, Field] = {"what": str}
    default_options: Mapping[str, Sequence[str]] = {
        **AnswerKey.default_options,
        "turned": ("pivoted", "ready"),
        "fights": ("yes", "no"),
    }

    @property
    def topics(self) -> Sequence[str]:
        """The topics of closing checks: those of the questions."""
        return tuple(quiz_of("imajica").topics)

    @property
    def asks(self) -> Mapping[str, Ask]:
        """The questions of a prediction, by name."""
        return {
            **super().asks,
            "count": self.count,
            "lies": self.lies,
            "turned": self.turned,
            "held": self.held,
            "fights": self.fights,
            "secures": self.secures,
            "winner": self.winner,
        }

    def check_thing(self, name: str) -> None:
        """Raise `ValueError` if `name` is no card."""
        if name not in load_cards():
            raise ValueError(f"there is no card {name!r}")

    def questions(self, topic: str, deal: int, count: int) -> Sequence[Item]:
        """The questions of a closing check."""
        return quiz_of("imajica").check(topic, deal, count)

    # -- windows

    def play_answers(self, game: Game, answers: Sequence[str]) -> Game:
        """Give these answers; before each, whoever is asked in a window for something else passes."""
        for answer in answers:
            self._after_passes(game, answer).give_answers(answer)
        return game

    def refusal(self, way: LessonRun, step: Step, answer: str) -> Refusal | None:
        """The reason why a rule forbids an answer to the open step; None if it is allowed."""
        return self._refusal_after_passes(way.game(), answer)

    def _refusal_after_passes(self, game: Game, answer: str) -> Refusal | None:
        """The reason why an answer is forbidden, once others have passed."""
        return self._after_passes(game.copy(), answer).refusal(answer)

    def _after_passes(self, game: Game, answer: str) -> Game:
        """The game after the passes of all who are asked in windows, up to who can give this answer."""
        while game.question is not None and game.question.kind in WINDOWS:
            try:
                refusal = game.refusal(answer)
            except (BadAnswer, Fault):
                game.answer(PASS)
                continue
            if refusal is None or not refusal.case.startswith("only_"):
                break
            game.answer(PASS)
        return game

    # -- what is right

    def whether_allowed(self, game: Game, step: Step) -> KeyedAnswer:
        """The answer `yes` or `no` to whether an answer is allowed."""
        why = self._refusal_after_passes(game, step.given)
        return ("no", (why,)) if why else ("yes", self.explanations(game, (step.given,), step))

    def allowed_option(self, game: Game, step: Step) -> KeyedAnswer:
        """The only option that is allowed."""
        right = only_option(
            [option for option in step.options if not self._refusal_after_passes(game, option_text(option))],
            "allowed",
        )
        return right.id, self.explanations(game, (option_text(right),), step)

    def _outcome(self, game: Game, step: Step) -> tuple[ImajicaTable, Reasons]:
        """The table after what the step plays, and the rulings that explain it."""
        return self.game_after(game, step).table, self.explanations(game, step.then, step)

    def count(self, game: Game, step: Step) -> KeyedAnswer:
        """The number that there is then."""
        table, why = self._outcome(game, step)
        kind, *words = step.fact("what").split()
        if kind == "damage":
            return _option_for(step, str(_damage_dealt(self.game_after(game, step)))), why
        number = number_of(table, kind, words)
        return _option_for(step, str(number)), why

    def lies(self, game: Game, step: Step) -> KeyedAnswer:
        """The place of a card then."""
        table, why = self._outcome(game, step)
        name = step.fact("what")
        piece = table.pieces.get(name)
        if piece is not None:
            return piece.area, why
        held = any(name in player.hand for player in table.players)
        return ("hand" if held else "ovo"), why

    def turned(self, game: Game, step: Step) -> KeyedAnswer:
        """The way in which a card lies then."""
        table, why = self._outcome(game, step)
        return ("pivoted" if table.pieces[step.fact("what")].pivoted else "ready"), why

    def held(self, game: Game, step: Step) -> KeyedAnswer:
        """The Autarch who controls a Site then."""
        table, why = self._outcome(game, step)
        site = table.pieces[step.fact("what")]
        return (SEATS[site.controller] if site.area == "state" else site.area), why

    def fights(self, game: Game, step: Step) -> KeyedAnswer:
        """The answer `yes` if totals are compared in what the step plays, else `no`."""
        twin = self.game_after(game, step)
        rulings = rulings_since(twin, len(twin) - len(step.then))
        return ("yes" if any(ruling.rule == "IJ-CHAL-7" for ruling in rulings) else "no"), [
            ruling for ruling in rulings if ruling.rule in ("IJ-CHAL-6", "IJ-CHAL-7")
        ]

    def secures(self, game: Game, step: Step) -> KeyedAnswer:
        """The only option that brings the learner a Site."""
        right = []
        for option in step.options:
            twin = self.play_answers(game.copy(), [option_text(option), *step.then])
            site = twin.table.pieces[step.fact("what")]
            if site.area == "state" and site.controller == 0:
                right.append((option.id, self.explaining_rulings(twin, len(game), step, every=True)))
        if len(right) != 1:
            raise LessonError(f"step {step.id!r}: exactly one option must bring the Site, not {right}")
        return right[0]

    def winner(self, game: Game, step: Step) -> KeyedAnswer:
        """The winner then."""
        twin = self.game_after(game, step)
        won = twin.result.winner if twin.over else None
        return ("none" if won is None else SEATS[won]), self.explanations(game, step.then, step)


def _option_for(step: Step, value_: str) -> str:
    """The option for a value: by its answer, or else the value itself."""
    return next((option.id for option in step.options if option_text(option) == value_), value_)


def _damage_dealt(game: Game) -> int:
    """The damage that the winner of the last challenge may deal; 0 after a tie."""
    last = [
        ruling
        for ruling in rulings_since(game)
        if ruling.rule == "IJ-CHAL-7" and ruling.case in ("wins", "tie")
    ]
    return int(last[-1].facts.get("damage", 0)) if last else 0


def number_of(table: ImajicaTable, kind: str, words: Sequence[str]) -> int:
    """A number of the table: see the head of this module."""
    if kind in STATS:
        return value(table, table.pieces[words[0]], kind)
    if kind == "influence":
        return influence(table, table.pieces[words[0]], table.pieces[words[1]])
    if kind == "short":
        return missing_influence(table, table.pieces[words[0]])
    if kind == "call":
        return calling_prime(table, 0, table.cards[words[0]])
    seat = SEATS.index(words[0])
    of_seat: Mapping[str, Callable[[], int]] = {
        "hand": lambda: len(table.players[seat].hand),
        "limit": lambda: prime_limit(table, seat),
        "dominions": lambda: len(dominions(table, seat, unpivoted=True)),
    }
    return of_seat[kind]()


OF_IMAJICA = ImajicaAnswerKey("imajica")
"""The right answers in all lessons of the game."""
