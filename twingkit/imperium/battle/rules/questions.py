"""The questions of a battle: dice to roll, hits to assign, effects to use, and whether to retreat.

Every decision has a default answer, given by the policy of the line and the notes of the effects' rules. The
odds use it; a player may answer differently.
"""

from __future__ import annotations

import random
import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar

from twingkit.core.acts import Act
from twingkit.core.notation import ROLES
from twingkit.core.play import Game, Script
from twingkit.core.questions import AnswerT, BadAnswer, Question, Refusal, Roll, is_count, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.dice.volley import FACES, Volley, VolleyResult
from twingkit.imperium.battle.rules.losses.assign import HitLosses, PendingHits
from twingkit.imperium.battle.rules.losses.assignments import LegalHitAssignments
from twingkit.imperium.battle.rules.table import BattleTable, take_side_turns
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.texts.rulebook import rulebook

_NO_LOSSES = "nothing"

DAMAGE_WORD = "damage"
"""The word in an answer after units that sustain damage."""

_LOSS = re.compile(rf"(?:(?P<count>[1-9][0-9]?) )?(?P<name>[a-z]+\+?)(?P<damage> {DAMAGE_WORD})?")


def bad_answer(case: str, text: object, length: int = 40, **facts: object) -> BadAnswer:
    """Return the `BadAnswer` error of this case, which quotes at most `length` characters of the answer
    `text`.
    """
    return BadAnswer(case, rulebook(), token=QuotedFact(one_line_excerpt(str(text), length)), **facts)


def bad_dice_answer(answer_text: str, count: int) -> BadAnswer:
    """Return the error for an answer `answer_text` that is not a roll of `count` dice."""
    return bad_answer("not_die" if count == 1 else "not_dice", answer_text, n=count)


class CombatQuestion(Question[AnswerT]):
    """A question of a battle, worded by a sentence of the rulebook with facts that name the sides."""

    __slots__ = ()

    @abstractmethod
    def case_and_facts(self) -> tuple[str, Mapping[str, object]]:
        """Return the case of the question's sentence, and its facts."""

    @property
    def battle_step(self) -> str:
        """The name of the step of the battle: the kind of decision, or the purpose of a roll."""
        return self.kind

    @abstractmethod
    def assumed_outcomes(self) -> Sequence[tuple[AnswerT, float]]:
        """Return the answers that the odds assume, with their chances: all rolls, or the default answer."""

    def sentence(self) -> str:
        """Return the question in words."""
        case, facts = self.case_and_facts()
        return rulebook().sentence("ask", case, facts)


def assumed_outcomes(question: object) -> Sequence[tuple[object, float]]:
    """Return the answers that the odds assume to a question of a battle, with their chances."""
    assert isinstance(question, CombatQuestion)
    return question.assumed_outcomes()


class RollDice(CombatQuestion[VolleyResult], Roll[VolleyResult]):
    """A request for the dice that one side rolls in one step of a battle; the answer is the result of the
    roll.

    `step` is the purpose: "combat", "barrage", "space_cannon", "bombardment", "ambush" or an effect's id.
    """

    __slots__ = ("step", "volley")
    faces = FACES

    def __init__(self, player: int, volley: Volley, step: str) -> None:
        super().__init__(player)
        self.volley, self.step = volley, step

    @property
    def battle_step(self) -> str:
        """The purpose of the roll."""
        return self.step

    def case_and_facts(self) -> tuple[str, Mapping[str, object]]:
        """Return the case of the request's sentence, with side, number of dice and purpose as facts."""
        step = effects_by_id().get(self.step, f"step_{self.step}")
        facts = {"side": ROLES[self.player], "n": self.volley.count, "step": step}
        return "throw_one" if self.volley.count == 1 else "throw", facts

    def options(self) -> Iterator[VolleyResult]:
        """Yield every possible roll."""
        return map(self.volley.result_of, product(FACES, repeat=self.volley.count))

    def outcomes(self) -> Sequence[tuple[VolleyResult, float]]:
        """Return all possible results with their chances.

        Rolls that differ only in irrelevant ways are merged.
        """
        return self.volley.outcomes()

    def assumed_outcomes(self) -> Sequence[tuple[VolleyResult, float]]:
        """Return all possible results with their chances."""
        return self.volley.outcomes()

    def random_answer(self, rng: random.Random) -> VolleyResult:
        """Return a random roll."""
        return self.volley.result_of([1 + int(rng.random() * 10) for _ in range(self.volley.count)])

    def refusal(self, answer: object) -> Refusal | None:
        """Return None, since every roll is allowed; raise `BadAnswer` for a wrong number of dice."""
        if not isinstance(answer, VolleyResult) or len(answer.faces) != self.volley.count:
            raise bad_dice_answer(str(answer), self.volley.count)
        return None

    def parse_answer(self, text: str) -> VolleyResult:
        """Parse rolled dice such as `roll 7 10 3`, in the order of the volley; the word may be missing."""
        words = text.split()
        words = words[1:] if words[:1] == [self.kind] else words
        if len(words) != self.volley.count or any(
            not (is_count(word) and int(word) in FACES) for word in words
        ):
            raise bad_dice_answer(text, self.volley.count)
        return self.volley.result_of([int(word) for word in words])

    def format_answer(self, answer: VolleyResult) -> str:
        """Return the answer as text: `roll 7 10 3`."""
        return " ".join([self.kind, *map(str, answer.faces)])


class QuestionWithDefault(CombatQuestion[AnswerT]):
    """A battle question with a default answer, which the odds calculation uses in place of a player's
    choice.
    """

    __slots__ = ()

    @abstractmethod
    def default_answer(self) -> AnswerT:
        """Return the answer that the side's policy gives or, for an effect, the default that a note on its
        rule states.
        """

    def assumed_outcomes(self) -> Sequence[tuple[AnswerT, float]]:
        """Return only the default answer."""
        return ((self.default_answer(), 1),)


def pending_decision(game: Game) -> QuestionWithDefault:
    """Return the question that a player has to answer now; raise `BadAnswer` if there is none."""
    question = game.question
    if not isinstance(question, QuestionWithDefault):
        raise BadAnswer("play.over")
    return question


class ActDecision(QuestionWithDefault[Act]):
    """A question that is answered by one of a few acts, by default the first."""

    __slots__ = ()
    acts: ClassVar[tuple[Act, ...]]

    def default_answer(self) -> Act:
        """Return the first act."""
        return self.acts[0]

    def options(self) -> Iterator[Act]:
        """Yield the acts."""
        return iter(self.acts)

    def refusal(self, answer: Act) -> Refusal | None:
        """Return None for these acts; raise `BadAnswer` for anything else."""
        if not isinstance(answer, Act) or answer not in self.acts:
            raise bad_answer(f"not_{self.kind}", answer)
        return None

    def parse_answer(self, text: str) -> Act:
        """Parse one of the acts. Raises `BadAnswer` for anything else."""
        plain = " ".join(text.split())
        for act in self.acts:
            if act.word == plain:
                return act
        raise bad_answer(f"not_{self.kind}", plain)


class AssignHits(QuestionWithDefault[HitLosses]):
    """The question of which units take the hits. As text, an answer is `assign 2 fighter, dreadnought
    damage`.

    Units without a word after them are destroyed; `damage` says that they sustain damage. One kind can have
    both: `assign dreadnought, dreadnought damage`.
    """

    __slots__ = ("pending_hits", "table")
    kind = "assign"

    def __init__(self, table: BattleTable, player: int, pending_hits: PendingHits) -> None:
        super().__init__(player)
        self.table, self.pending_hits = table, pending_hits

    @property
    def rule(self) -> str:  # type: ignore[override] # other kinds have one rule each
        """The rule by which hits are assigned, in space or on the ground."""
        return self.assignments.rule

    @property
    def assignments(self) -> LegalHitAssignments:
        """All legal assignments of these hits."""
        table = self.table
        return LegalHitAssignments(table.fight, table.state, self.player, self.pending_hits, table.round)

    def default_answer(self) -> HitLosses:
        """Return the losses that the side's policy chooses."""
        return self.assignments.default_losses

    def options(self) -> Iterator[HitLosses]:
        """Yield every legal assignment, the default first."""
        return iter(self.assignments)

    def random_answer(self, rng: random.Random) -> HitLosses:
        """Return a random legal assignment, without listing all."""
        return self.assignments.random_assignment(rng)

    def refusal(self, answer: object) -> Refusal | None:
        """Return the refusal of forbidden losses; None if they are legal.

        Raises `BadAnswer` if the answer is not an assignment of this side.
        """
        kinds = len(self.table.rosters[self.player].units)
        if not isinstance(answer, HitLosses) or {len(answer.sustained), len(answer.destroyed)} != {kinds}:
            raise self._bad(str(answer))
        if min((0, *answer.sustained, *answer.destroyed)) < 0:
            raise self._bad(str(answer))
        return self.assignments.refusal(answer)

    def case_and_facts(self) -> tuple[str, Mapping[str, object]]:
        """Return the case of the question's sentence, with the numbers of hits as facts."""
        hits = self.pending_hits
        facts = {"side": ROLES[self.player], "n": hits.total, "m": hits.nonfighters_only}
        if hits.fighters_only:
            return "assign_fighters", facts
        return "assign_nonfighter" if hits.nonfighters_only else "assign", facts

    def parse_answer(self, text: str) -> HitLosses:
        """Return the losses that a text names; raise `BadAnswer` if it names none."""
        units = self.table.rosters[self.player].units
        names = [unit.name for unit in units]
        body = text.strip().removeprefix("assign").strip()
        sustained, destroyed = [0] * len(names), [0] * len(names)
        for item in body.split(",") if body != _NO_LOSSES else ():
            match = _LOSS.fullmatch(item.strip())
            if match is None:
                raise self._bad(text)
            if match["name"] not in names:
                names_left = tuple(QuotedFact(name) for name in names)
                raise BadAnswer("not_unit", rulebook(), token=QuotedFact(match["name"]), units=names_left)
            counts = sustained if match["damage"] else destroyed
            kind = names.index(match["name"])
            if counts[kind]:
                raise self._bad(text)
            counts[kind] = int(match["count"] or 1)
        return self.assignments.losses_with_excess_hits(sustained, destroyed)

    def format_answer(self, answer: HitLosses) -> str:
        """Return the answer as text, such as `assign 2 fighter, dreadnought damage`."""
        return f"assign {self._unit_words(answer)}"

    def _unit_words(self, answer: HitLosses) -> str:
        units = self.table.rosters[self.player].units
        losses = [
            f"{count} {unit.name}{word}" if count > 1 else f"{unit.name}{word}"
            for counts, word in ((answer.destroyed, ""), (answer.sustained, f" {DAMAGE_WORD}"))
            for unit, count in zip(units, counts, strict=True)
            if count
        ]
        return ", ".join(losses) or _NO_LOSSES

    def _bad(self, text: str) -> BadAnswer:
        return bad_answer("not_assign", text, 60, example=self._unit_words(self.default_answer()))


class EffectDecision(QuestionWithDefault[AnswerT]):
    """A question that asks one side for a decision about one of its effects, with a default answer."""

    __slots__ = ("use",)

    def __init__(self, player: int, use: EffectUse) -> None:
        super().__init__(player)
        self.use = use

    @property
    def rule(self) -> str:  # type: ignore[override] # other kinds have one rule each
        """The rule of the effect."""
        return self.use.effect.rule


class PlayEffect(EffectDecision[Act], ActDecision):
    """The question of whether a side uses an effect now: `play` or `pass`."""

    __slots__ = ("plays_by_default",)
    kind = "play"
    acts = (acts.PLAY, acts.PASS)

    def __init__(self, player: int, use: EffectUse, plays_by_default: bool = True) -> None:
        super().__init__(player, use)
        self.plays_by_default = plays_by_default

    def default_answer(self) -> Act:
        """Return `play` or `pass`, as the note of the effect's rule says."""
        return acts.PLAY if self.plays_by_default else acts.PASS

    def parse_answer(self, text: str) -> Act:
        """Parse `play` or `pass`; `play dh` counts as `play` if the question is about this effect."""
        names_effect = text.split() == [acts.Play.word, self.use.effect.id]
        return super().parse_answer(acts.Play.word if names_effect else text)

    def case_and_facts(self) -> tuple[str, Mapping[str, object]]:
        """Return the case of the question's sentence, with the side and the effect as facts."""
        case = "roll_again" if self.use.effect.hook == "reroll_misses" else "play"
        facts = {"side": ROLES[self.player], "effect": self.use.effect}
        return case, facts


class AnnounceRetreat(ActDecision):
    """The question of whether a side announces a retreat (IM-SPACE-5); by default battles are fought to
    their end.
    """

    __slots__ = ()
    kind = "retreat"
    rule = "IM-SPACE-5"
    acts = (acts.STAY, acts.RETREAT)

    def case_and_facts(self) -> tuple[str, Mapping[str, object]]:
        """Return the case of the question's sentence, with the side as its fact."""
        return "retreat", {"side": ROLES[self.player]}


def ask_to_play(
    table: BattleTable, side_index: int, use: EffectUse, plays_by_default: bool = True
) -> Script[bool]:
    """Ask whether a side uses an effect now, mark a one-shot effect as used, and return True if it was used.

    If a game reports that the card was cancelled, ask for another copy. This is for moments in which only one
    side can use something; the others are windows (`abilities_in_turns`).
    """
    answer: Act = acts.CANCELLED
    while isinstance(answer, acts.Cancelled):
        answer = yield from ask_once_to_play(table, side_index, use, plays_by_default)
    return isinstance(answer, acts.Play)


def ask_once_to_play(
    table: BattleTable,
    side_index: int,
    use: EffectUse,
    plays_by_default: bool = True,
    *,
    cites_pass: bool = True,
) -> Script[Act]:
    """Ask like `ask_to_play`, but return the answer: `Play`, `Pass` or `Cancelled`.

    Without `cites_pass`, a pass is not recorded.
    """
    answer: Act = yield PlayEffect(side_index, use, plays_by_default)
    if isinstance(answer, acts.Play) and use.effect.is_one_shot:
        table.forces[side_index] = table.forces[side_index].with_used(str(use))
    if plays_by_default and cites_pass and isinstance(answer, acts.Pass):
        table.record_ruling(use.effect.rule, "passed", side=ROLES[side_index], effect=use.effect)
    return answer


def use_cards_in_turns(
    table: BattleTable,
    usable_card: Callable[[int], EffectUse | None],
    play: Callable[[int, EffectUse], Script],
) -> Script:
    """Let the sides use one card after another in turn, the attacker first, until both pass in a row
    (IM-TIME-2).

    `usable_card` returns the card that a side can use now, None if there is none; `play` carries it out. A
    cancelled card is a turn; another copy may follow in a later one.
    """
    passed = [False, False]

    def turn(side_index: int) -> Script[bool]:
        use = usable_card(side_index)
        if use is None:
            return False
        answer = yield from ask_once_to_play(table, side_index, use, cites_pass=not passed[side_index])
        if isinstance(answer, acts.Play):
            yield from play(side_index, use)
        declined = isinstance(answer, acts.Pass)
        passed[side_index] = passed[side_index] or declined
        return not declined

    yield from take_side_turns(table, turn, is_over=lambda: False)
