"""The answer key for the lessons of Imajica.

=========  ============================================================================================
ask        the right answer, in addition to the asks that `twingkit.learn.lesson.answer_key` has
=========  ============================================================================================
count      the number `what` after `then` was played: `magic gentle`, `strength dowd`, `resistance slew`,
           `hand p1`, `limit p1` (of Prime), `call gentle` (the Prime to pay), `influence dowd slew`, `damage`
           (that the last winner may deal), `short slew` (influence its Holders lack), `dominions p1`
lies       where the card `what` is afterwards: `circle`, `state`, `active`, `reserve`, `on` (another
           card), `realm`, `path`, `hand`, `ovo`
turned     whether the card is `pivoted` or `ready`
held       who controls the Site `what` afterwards: a seat such as `p1`, or `circle`
fights     whether the totals of a challenge are compared in `then`: `yes`, `no`
secures    the only option that, with `then` played after it, gives the learner the Site `what`
winner     who has won afterwards, a seat such as `p1`; `none` if play goes on
=========  ============================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules import values
from twingkit.imajica.rules.questions import PASS, FlashWindow
from twingkit.imajica.rules.table import SEATS, ImajicaTable
from twingkit.learn.lesson import answer_key
from twingkit.learn.lesson.lesson import LessonError, Step
from twingkit.learn.quiz.staging import pending

STATS = ("magic", "strength", "prime", "resistance")
"""Values of cards that `count_after_step` can return."""


class _ImajicaAnswerKey(answer_key.LessonAnswerFinder):
    opponent_names = ("ida", "otto", "vera", "kurt", "nora")
    step_fields: Mapping[str, answer_key.FieldParser] = {"what": str}
    default_options: Mapping[str, Sequence[str]] = {
        **answer_key.LessonAnswerFinder.default_options,
        "turned": ("pivoted", "ready"),
        "fights": ("yes", "no"),
    }

    @property
    def prediction_answerers(self) -> Mapping[str, answer_key.PredictionAnswerer]:
        """Functions that answer predictions, by kind of prediction."""
        return {
            **super().prediction_answerers,
            "count": self.count_after_step,
            "lies": self.card_area,
            "turned": self.pivot_state,
            "held": self.site_controller,
            "fights": self.whether_totals_compared,
            "secures": self.securing_option,
            "winner": self.winner,
        }

    def check_tappable(self, name: str) -> None:
        """Raise `ValueError` if `name` is not the id of a card."""
        if name not in load_cards():
            raise ValueError(f"there is no card {name!r}")

    # -- windows

    def give_answers(self, game: Game, answers: Sequence[str]) -> Game:
        """Give these answers, with passes in windows that come before them; return the game."""
        for answer in answers:
            self._after_passes(game, answer).give_answers(answer)
        return game

    def refusal(self, run: answer_key.LessonRun, step: Step, answer: str) -> Refusal | None:
        """Return the refusal of an answer at the current step, or None if it is allowed."""
        return self._refusal_after_passes(run.game(), answer)

    def _refusal_after_passes(self, game: Game, answer: str) -> Refusal | None:
        """Return the refusal of an answer after passes in the windows before it, or None."""
        return self._after_passes(game.copy(), answer).refusal(answer)

    def _after_passes(self, game: Game, answer: str) -> Game:
        """Pass in every Flash window until a question that this answer fits; return the game."""
        while pending(game, FlashWindow):
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

    def whether_allowed(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return `yes` or `no`: whether the step's answer is allowed."""
        why = self._refusal_after_passes(game, step.given)
        return ("no", (why,)) if why else ("yes", self.explanations(game, (step.given,), step))

    def allowed_option(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the only option of the step that is allowed."""
        right = answer_key.only_option(
            [
                option
                for option in step.options
                if not self._refusal_after_passes(game, answer_key.game_answer_of_option(option))
            ],
            meant_to_be="allowed",
        )
        return right.id, self.explanations(game, (answer_key.game_answer_of_option(right),), step)

    def count_after_step(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the number that the step asks for."""
        table, why = self.outcome(game, step)
        kind, *words = step.extra_field("what").split()
        if kind == "damage":
            return answer_key.option_id_of_answer(step, str(_damage_dealt(self.game_after(game, step)))), why
        number = number_on_table(table, kind, words)
        return answer_key.option_id_of_answer(step, str(number)), why

    def card_area(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the area of a card after the step."""
        table, why = self.outcome(game, step)
        name = step.extra_field("what")
        piece = table.pieces.get(name)
        if piece is not None:
            return piece.area, why
        held = any(name in player.hand for player in table.players)
        return ("hand" if held else "ovo"), why

    def pivot_state(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return `pivoted` or `ready`: the state of a card after the step."""
        table, why = self.outcome(game, step)
        return ("pivoted" if table.pieces[step.extra_field("what")].pivoted else "ready"), why

    def site_controller(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the seat that controls a Site after the step, or `circle`."""
        table, why = self.outcome(game, step)
        site = table.pieces[step.extra_field("what")]
        return (SEATS[site.controller] if site.area == "state" else site.area), why

    def whether_totals_compared(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return `yes` if the step's answers lead to a comparison of totals, otherwise `no` (IJ-CHAL-7)."""
        twin = self.game_after(game, step)
        rulings = twin.rulings_since(len(twin) - len(step.then))
        return ("yes" if any(ruling.rule == "IJ-CHAL-7" for ruling in rulings) else "no"), [
            ruling for ruling in rulings if ruling.rule in ("IJ-CHAL-6", "IJ-CHAL-7")
        ]

    def securing_option(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the option of the step that secures the Site, and its rulings. Raises `LessonError` unless
        there is exactly one.
        """
        right = []
        for option in step.options:
            twin = self.give_answers(game.copy(), [answer_key.game_answer_of_option(option), *step.then])
            site = twin.table.pieces[step.extra_field("what")]
            if site.area == "state" and site.controller == 0:
                right.append(
                    (option.id, self.explaining_rulings(twin, len(game), step, all_if_none_cited=True))
                )
        if len(right) != 1:
            raise LessonError(f"step {step.id!r}: exactly one option must bring the Site, not {right}")
        return right[0]

    def winner(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the seat that has won after the step, or `none`."""
        twin = self.game_after(game, step)
        won = twin.result.winner if twin.over else None
        return ("none" if won is None else SEATS[won]), self.explanations(game, step.then, step)


def _damage_dealt(game: Game) -> int:
    last = [
        ruling
        for ruling in game.rulings_since()
        if ruling.rule == "IJ-CHAL-7" and ruling.case in ("wins", "tie")
    ]
    return int(last[-1].facts.get("damage", 0)) if last else 0


def number_on_table(table: ImajicaTable, kind: str, words: Sequence[str]) -> int:
    """Return a number that a lesson asks for, such as a card's Magic: `kind` and `words` name it (see the
    module docstring).
    """
    if kind in STATS:
        return values.current_value(table, table.pieces[words[0]], kind)
    if kind == "influence":
        return values.influence(table, table.pieces[words[0]], table.pieces[words[1]])
    if kind == "short":
        return values.missing_influence(table, table.pieces[words[0]])
    if kind == "call":
        return values.calling_prime(table, 0, table.cards[words[0]])
    seat = SEATS.index(words[0])
    of_seat: Mapping[str, Callable[[], int]] = {
        "hand": lambda: len(table.players[seat].hand),
        "limit": lambda: values.prime_limit(table, seat),
        "dominions": lambda: len(values.controlled_dominions(table, seat, unpivoted_only=True)),
    }
    return of_seat[kind]()


IMAJICA_ANSWER_KEY = _ImajicaAnswerKey("imajica")
"""The answer key for all lessons of the game."""
