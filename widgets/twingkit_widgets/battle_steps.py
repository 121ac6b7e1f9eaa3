"""Going through one battle: forward, back, another roll, another response. No widgets here.

A `Steps` holds a `Game` and remembers what the game does not: the answers that were taken back (going
forward gives them again), where the step on show began, and how the battle really went while someone tries
things out.
"""

from __future__ import annotations

import random
from pathlib import Path

import attrs

from twingkit import Game, Odds, Refusal, Roll, Ruling, twing
from twingkit.twing.battle import BattleStart
from twingkit.twing.commit import Attack, LayCards
from twingkit.twing.dice import OrnRoll
from twingkit.twing.objects import reroll_object
from twingkit.twing.responses import Respond
from twingkit_widgets.wording import Words

WORDS = Words(Path(__file__).with_name("battle_words.toml"))
"""The sentences of the stepper."""

PHASES = ("lay", "roll", "respond", "result")
"""What a battle goes through."""

PASS_RULES = {"respond": "TW-BAT-10", "before_roll": "TW-BAT-13", "interrupt": "TW-BAT-9"}
"""The rule by which a side may pass, for each kind of question."""

DECIDING = ("TW-BAT-16", "TW-BAT-17")
"""The rules that say who has won."""


class StepFault(ValueError):
    """Something that cannot be done or read, in the words `key` of the catalogue."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts = key, facts

    def text(self, lang: str) -> str:
        """What is wrong, for a person."""
        return WORDS.say(lang, self.key, **self.facts)

    def __str__(self) -> str:
        return self.text("en")


@attrs.frozen
class Said:
    """One sentence of what happened, and the rule behind it: a ruling, or that the side `passed` passed."""

    rule: str
    ruling: Ruling | None = None
    passed: str = ""

    def text(self, lang: str) -> str:
        """The sentence."""
        return self.ruling.text(lang) if self.ruling else sentence(lang, "step.passes", self.passed)


@attrs.frozen
class Choice:
    """A response that could be tried: its text, why it is forbidden (None: allowed), whether it is best.

    Where all responses of a kind (all traps, say) are forbidden, one stands for its `whole_kind`.
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


class Steps:
    """One battle being stepped through, from its line."""

    def __init__(self, battle: twing.Battle | str, seed: int | None = None) -> None:
        """Begin `battle`; with a `seed` the same dice come again. Raises `NotationError`, `BattleError`."""
        parsed = twing.Battle.parse(battle) if isinstance(battle, str) else battle
        self.seed = seed
        self._begin(BattleStart(parsed.check()))

    def _begin(self, start: BattleStart) -> None:
        self._stand(Game(start, seed=self.seed, rolls="ask"))
        self.really: Game | None = None

    def _stand(self, game: Game, shown_from: int = 0) -> None:
        """Take over a game, with nothing ahead of it."""
        self.game = game
        self.shown_from = shown_from
        self._ahead: list[str] = []
        self._known: tuple[str, str | None, twing.BudgetError | None] | None = None

    # -- where the battle stands

    @property
    def battle(self) -> twing.Battle:
        """The battle as its line says."""
        start = self.game.start
        assert isinstance(start, BattleStart)
        return start.battle

    @property
    def phase(self) -> str:
        """One of `PHASES`."""
        asked = self.game.question
        if asked is None:
            return "result"
        if isinstance(asked, LayCards):
            return "lay"
        rolled = all(side.die is not None or not side.lay.spells for side in self.game.table.fight.sides)
        return "respond" if rolled else "roll"

    @property
    def suggestion(self) -> str | None:
        """What going forward answers, as text; None: the die is rolled, or the battle is over."""
        return self._ahead[-1] if self._ahead else self._suggest()[0]

    @property
    def too_large(self) -> twing.BudgetError | None:
        """Set where the best response would take too long to find, so that the suggestion is to pass."""
        return self._suggest()[1]

    @property
    def plays_best(self) -> bool:
        """Whether going forward plays a best response, found here and now."""
        asked = self.game.question
        fresh = isinstance(asked, Respond) and asked.kind == "respond" and not self._ahead
        return fresh and self.too_large is None

    def _suggest(self) -> tuple[str | None, twing.BudgetError | None]:
        """The answer to the pending question by the line or by best play; found once for each position."""
        record = self.game.record
        if self._known is None or self._known[0] != record:
            self._known = (record, *self._find())
        return self._known[1:]

    def _find(self) -> tuple[str | None, twing.BudgetError | None]:
        asked = self.game.question
        if asked is None or isinstance(asked, Roll):
            return None, None
        try:
            return asked.write(twing.best_answer(self.game)), None
        except twing.BudgetError as fault:
            return "pass", fault

    def choices(self) -> list[Choice]:
        """Everything the side to respond could try, forbidden or not; empty where nobody responds."""
        asked = self.game.question
        if not isinstance(asked, Respond):
            return []
        best = None if self.too_large else self._suggest()[0]
        kinds: dict[str, list[Choice]] = {name: [] for name in ("pass", *_kinds(asked))}
        for answer in ("pass", *asked.candidates()):
            kinds[answer.split()[0]].append(Choice(answer, asked.refusal(answer), answer == best))
        for name, tried in kinds.items():
            if all(choice.refusal for choice in tried):
                answer = tried[0].answer if tried else f"{name} -"  # no creature to name: the refusal says so
                kinds[name] = [Choice(answer, asked.refusal(answer), whole_kind=True)]
        return [choice for tried in kinds.values() for choice in tried]

    def rolls(self) -> list[StandingRoll]:
        """The last roll of each side, the attacker's first."""
        last = {
            entry.seat: StandingRoll(place, entry.seat, entry.answer.removeprefix("roll "))
            for place, entry in enumerate(self.game.transcript)
            if entry.kind == OrnRoll.kind
        }
        return [last[role] for role in ("attacker", "defender") if role in last]

    def odds(self, responses: str) -> Odds | None:
        """The odds from here, None once it is decided. Raises `BudgetError` like `twing.odds`."""
        if self.game.over:
            return None
        asked, fight = self.game.question, self.game.table.fight
        if not isinstance(asked, LayCards):
            return twing.odds_now(fight, responses)
        attacker, defender = self.battle.sides
        if not isinstance(asked, Attack):
            attacker = attrs.evolve(attacker, lay=fight.sides[0].lay)
        return twing.odds(twing.Battle(attacker, defender), responses)

    # -- what happened

    def story(self, first: int, last: int | None = None) -> list[Said]:
        """What the answers from number `first` on (to before `last`) brought about, sentence by sentence."""
        said: list[Said] = []
        for entry in self.game.transcript[first:last]:
            if entry.answer == "pass":
                said.append(Said(PASS_RULES[entry.kind], passed=entry.seat))
            said += [Said(ruling.rule, ruling) for ruling in entry.rulings]
        return said

    def shown(self) -> tuple[Said | None, list[Said]]:
        """The sentence that matters most in the step on show, and the others in their order."""
        said = self.story(self.shown_from)
        if not said:
            return None, []
        ruled = [one for one in said if not one.passed] or said
        main = next((one for one in ruled if one.rule in DECIDING), ruled[0])
        return main, [one for one in said if one is not main]

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
            self.game.answer(self._ahead.pop())
        elif isinstance(self.game.question, Roll):
            self.game.roll()
        else:
            self.game.answer(self._suggest()[0])

    def back(self) -> None:
        """One answer back; going forward gives it again. Nothing happens at the beginning."""
        if len(self.game):
            self._ahead.append(self.game.transcript[-1].answer)
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
        start = self.game.start
        assert isinstance(start, BattleStart)
        self._begin(start)

    def choose(self, answer: str) -> None:
        """Give this answer to the pending question. Raises `Refusal`, or `BadAnswer` if it is no answer."""
        before = len(self.game)
        self.game.answer(answer)
        self._stand(self.game, before)

    def reroll(self) -> int:
        """Throw the last die again and return how many answers after it are gone.

        Raises `StepFault` if there is no roll.
        """
        rolls = self.rolls()
        if not rolls:
            raise StepFault("fault.no_roll")
        place = max(roll.place for roll in rolls)
        answered = len(self.game)
        self.game.undo(answered - place)
        self.game.roll()
        self._stand(self.game, place)
        return answered - place - 1

    def what_if(self, place: int, face: str) -> None:
        """Give the roll number `place` another face. How it really went can be had back with `come_back`.

        Raises `StepFault` if that answer is no roll, `BadAnswer` if `face` is no face.
        """
        if place not in [roll.place for roll in self.rolls()]:
            raise StepFault("fault.no_roll")
        other = self.game.what_if(place, face)
        self.really = self.really or self.game
        self._stand(other, place)

    def come_back(self) -> None:
        """Return from trying out to how the battle really went."""
        if self.really is not None:
            self._stand(self.really, max(0, len(self.really) - 1))
            self.really = None

    def restore(self, record: str) -> None:
        """Stand where a record stands. Raises `RecordError` if it cannot be read, `StepFault` if it is of
        another kind of game; then nothing has changed."""
        game = Game.replay(record)
        if not isinstance(game.start, BattleStart):
            raise StepFault("record.other", name=game.start.name)
        game.rng = random.Random(self.seed)
        self._stand(game, max(0, len(game) - 1))
        self.really = None


def _kinds(asked: Respond) -> list[str]:
    """The kinds of response that a question allows, in the order in which they are offered."""
    if asked.kind == "respond":
        return [reroll_object(asked.side.role), "cat", "trap", "miromon"]
    return ["trap"] if asked.kind == "before_roll" else ["miromon"]


def sentence(lang: str, key: str, role: str = "", catalogue: Words = WORDS, /, **facts: object) -> str:
    """Say `key` with `{who}` and `{whose}` for a side, `{who:dat}` and `{who:acc}` too; a capital first."""
    words = twing.rulebook().words
    if role:
        facts = {"who": _Named(lang, role), "whose": words.name(role, lang, "gen"), **facts}
    said = catalogue.say(lang, key, **facts)
    return said[:1].upper() + said[1:]


class _Named:
    """A side in a sentence, in the grammatical form that the sentence asks for."""

    def __init__(self, lang: str, role: str) -> None:
        self._lang, self._role = lang, role

    def __format__(self, form: str) -> str:
        return twing.rulebook().words.name(self._role, self._lang, form)
