"""Going through one battle: forward, back, another roll, another response. No widgets here."""

from __future__ import annotations

from pathlib import Path

import attrs

from twingkit import Odds, Refusal, Roll, twing
from twingkit.core.play import Entry
from twingkit.twing.exact_odds.odds_now import odds_now
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.rules.commit import LayCards
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.held import SPECIALS
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.outcome import DECIDING
from twingkit.twing.rules.responses import Respond
from twingkit.twing.starts import BattleStart
from twingkit_widgets.panel import sentences
from twingkit_widgets.panel.wording import LANGUAGES, Words
from twingkit_widgets.table.stepper.game_steps import WORDS as COMMON
from twingkit_widgets.table.stepper.game_steps import GameSteps, Said, StepFault

WORDS = Words(Path(__file__).with_name("battle_words.toml"), COMMON)
"""The sentences of the stepper."""

PHASES = ("lay", "roll", "respond", "result")
"""The phases of a battle."""

PASS_RULES = {"respond": "TW-BAT-10", "before_roll": "TW-BAT-13", "interrupt": "TW-BAT-9"}
"""The rule by which a side may pass, for each kind of question."""


@attrs.frozen
class TriedResponse:
    """A response that could be tried: its text, why it is forbidden (None: allowed), whether it is best.

    Where all responses of a kind (all traps, say) are forbidden, one represents its `whole_kind`.
    """

    answer: str
    refusal: Refusal | None
    best: bool = False
    whole_kind: bool = False


@attrs.frozen
class StandingRoll:
    """The last roll of a side: which answer of the record it was (from 0), whose, and its face as text."""

    place: int
    role: str
    face: str


class Steps(GameSteps):
    """One battle being stepped through, from its line."""

    deciding = DECIDING

    def __init__(
        self, battle: twing.Battle | str, seed: int | None = None, variant: twing.Variant = twing.BOX
    ) -> None:
        """Begin `battle`, by the rules of `variant`; with a `seed` the same dice come again. Raises
        `NotationError`, `BattleError`."""
        parsed = twing.Battle.parse(battle) if isinstance(battle, str) else battle
        self._known: tuple[str, str | None, twing.BudgetError | None] | None = None
        super().__init__(BattleStart(parsed.check(variant), variant), seed)

    # -- the state of the battle

    @property
    def battle(self) -> twing.Battle:
        """The battle as its line says."""
        start = self.game.start
        assert isinstance(start, BattleStart)
        return start.battle

    @property
    def variant(self) -> twing.Variant:
        """The rules by which the battle is fought."""
        start = self.game.start
        assert isinstance(start, BattleStart)
        return start.variant

    @property
    def phase(self) -> str:
        """One of `PHASES`."""
        question = self.game.question
        if question is None:
            return "result"
        if isinstance(question, LayCards):
            return "lay"
        rolled = all(side.die is not None or not side.lay.spells for side in self.game.table.fight.sides)
        return "respond" if rolled else "roll"

    @property
    def too_large(self) -> twing.BudgetError | None:
        """Set where the best response would take too long to find, so that the suggestion is to pass."""
        return self._suggest()[1]

    @property
    def plays_best(self) -> bool:
        """True if going forward plays a best response, computed here and now."""
        question = self.game.question
        fresh = isinstance(question, Respond) and question.kind == "respond" and not self.ahead
        return fresh and self.too_large is None

    def _suggested(self) -> str | None:
        return self._suggest()[0]

    def _suggest(self) -> tuple[str | None, twing.BudgetError | None]:
        """The answer to the pending question by the line or by best play; found once for each position."""
        record = self.game.record
        if self._known is None or self._known[0] != record:
            self._known = (record, *self._find())
        return self._known[1:]

    def _find(self) -> tuple[str | None, twing.BudgetError | None]:
        question = self.game.question
        if question is None or isinstance(question, Roll):
            return None, None
        try:
            return question.write(twing.best_answer(self.game)), None
        except twing.BudgetError as fault:
            return "pass", fault

    def choices(self) -> list[TriedResponse]:
        """The responses that the side to respond could try, forbidden or not; empty if it is no response."""
        question = self.game.question
        if not isinstance(question, Respond):
            return []
        best = None if self.too_large else self._suggest()[0]
        kinds: dict[str, list[TriedResponse]] = {name: [] for name in ("pass", *_kinds(question))}
        for answer in ("pass", *question.candidates()):
            kinds[answer.split()[0]].append(TriedResponse(answer, question.refusal(answer), answer == best))
        for name, group in kinds.items():
            if all(choice.refusal for choice in group):
                answer = group[0].answer if group else f"{name} -"  # no creature to name: the refusal says so
                kinds[name] = [TriedResponse(answer, question.refusal(answer), whole_kind=True)]
        return [choice for group in kinds.values() for choice in group]

    def rolls(self) -> list[StandingRoll]:
        """The last roll of each side, the attacker's first."""
        last = {
            entry.seat: StandingRoll(index, entry.seat, entry.answer.removeprefix("roll "))
            for index, entry in enumerate(self.game.transcript)
            if entry.kind == OrnRoll.kind
        }
        return [last[role] for role in ("attacker", "defender") if role in last]

    def odds(self, responses: Responses) -> Odds | None:
        """The odds from here, None once it is decided. Raises `BudgetError` like `twing.odds`."""
        return odds_now(self.game, responses)

    def answered(self, entry: Entry) -> Said | None:
        """The sentence that a side passed."""
        if entry.answer != "pass":
            return None
        texts = {lang: sentence(lang, "step.passes", entry.seat) for lang in LANGUAGES}
        return Said(PASS_RULES[entry.kind], told=texts)

    def what_if(self, place: int, answer: str) -> None:
        """Give the last roll of a side, number `place` of the record, another face; see `GameSteps`."""
        if place not in [roll.place for roll in self.rolls()]:
            raise StepFault("fault.no_roll")
        super().what_if(place, answer)


def _kinds(question: Respond) -> list[str]:
    """The kinds of response that a question allows, in the order in which they are offered."""
    if question.kind == "respond":
        return [reroll_object(question.side.role), *SPECIALS]
    return ["trap"] if question.kind == "before_roll" else ["miromon"]


def sentence(lang: str, key: str, role: str = "", /, **facts: object) -> str:
    """Say `key` with `{who}` and `{whose}` for a side, `{who:dat}` and `{who:acc}` too; a capital first."""
    return sentences.sentence(WORDS, twing.rulebook(), lang, key, role, **facts)
