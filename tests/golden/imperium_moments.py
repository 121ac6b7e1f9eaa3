"""Moments of whole games of Twilight Imperium, found by playing: a rule acts or refuses.

A moment is a position as a line, the answers from there up to just before, and the answer at which a rule
speaks. Games are played at random, with a push towards what is looked for (`aim`): its card is in a hand, its
technology is owned, chance draws it. Every moment is played again from its line before it counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import HiddenFact, Ruling
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.galaxy.position_of import position_of
from twingkit.imperium.galaxy.starts import new_game, position_game

FRESH = ("turn", "take")
"""The questions at which a position begins."""

LONGEST = 60
"""The number of answers after which a position is abandoned."""

Statement = Ruling | Refusal


@attrs.frozen
class Moment:
    """A rule in action: `line` is the position; `named` is true if another rule only names it."""

    line: str
    before: tuple[str, ...]
    answer: str
    rule: str
    about: str
    case: str
    refused: bool
    named: bool

    @property
    def cost(self) -> tuple[bool, bool, int, int]:
        """Return the sort key of a rule's moments: those in which it acts itself first, short ones first."""
        return self.named, self.refused, len(self.before), len(self.line)


def named_rules(statement: Statement) -> set[str]:
    """Return the rules of the cards that a statement names."""
    found: set[str] = set()
    for value in statement.facts.values():
        for part in value if isinstance(value, tuple | list) else (value,):
            text = str(part.value if isinstance(part, HiddenFact) else part).partition(":")[0]
            if text in rule_id_by_card_id():
                found.add(rule_id_by_card_id()[text])
            elif text.startswith("IM-"):
                found.add(text)
    return found


def moments_of(
    line: str, before: Sequence[str], answer: str, statements: Sequence[Statement]
) -> Iterator[Moment]:
    """Yield a moment for every rule that is cited or named in these statements."""
    for statement in statements:
        refused = isinstance(statement, Refusal)
        rules = {statement.rule: False, **dict.fromkeys(named_rules(statement) - {statement.rule}, True)}
        for rule, named in rules.items():
            yield Moment(line, tuple(before), answer, rule, statement.rule, statement.case, refused, named)


Probe = Callable[[Game], Iterator[str]]
"""The forbidden answers that are tried at a question."""


def followed(
    game: Game,
    rng: random.Random,
    aim: Sequence[str] = (),
    probe: Probe | None = None,
    most: int = 10**6,
    line: str = "",
) -> Iterator[Moment]:
    """Yield the moments of a game while it is played at random; answers with a word of `aim` are preferred.
    `line` is the position at which the game begins."""
    since = 0
    while game.question is not None and len(game) < most:
        question = game.question
        if question.kind in FRESH and (not line or len(game) - since > 0):
            line, since = str(position_of(game)), len(game)
        before = [entry.answer for entry in game.entries(since)] if line else []
        if len(before) > LONGEST and not aim:
            line = ""
        if line and probe is not None:
            for text in probe(game):
                refusal = _refused(game, text)
                if refusal is not None:
                    yield from moments_of(line, before, text, [refusal])
        answer = _chosen(game, rng, aim)
        game.answer(answer)
        if line:
            written = game.entries(len(game) - 1)[0].answer
            yield from moments_of(line, before, written, game.latest_rulings)


def _refused(game: Game, text: str) -> Refusal | None:
    try:
        return game.refusal(text)
    except Refusal as refusal:
        return refusal
    except (ValueError, LookupError):
        return None


def _chosen(game: Game, rng: random.Random, aim: Sequence[str]) -> object:
    """Return a random answer, one towards the aim if there is any."""
    question = game.question
    assert question is not None
    if aim and rng.random() < 0.85:
        fitting = [
            option
            for option in islice(question.options(), 400)
            if any(
                word in question.format_answer(option).replace(":", " ").replace(",", " ").split()
                for word in aim
            )
        ]
        if fitting:
            return rng.choice(fitting)
    return question.random_answer(rng)


def plays(moment: Moment) -> bool:
    """Return whether the moment occurs when its line is set up and its answers are given."""
    try:
        game = position_game(moment.line)
        for text in moment.before:
            game.answer(text)
        if moment.refused:
            said: Sequence[Statement] = [found] if (found := _refused(game, moment.answer)) else []
        else:
            game.answer(moment.answer)
            said = game.latest_rulings
    except (Fault, Refusal, ValueError, LookupError):
        return False
    return any((one.rule, one.case) == (moment.about, moment.case) for one in said)


class Finds:
    """The best moment of each rule so far (and of each case of its own, by `cases`)."""

    def __init__(self) -> None:
        self.rules: dict[str, Moment] = {}
        self.cases: dict[str, Moment] = {}

    def take(self, moment: Moment) -> None:
        """Keep a moment if it plays and is better than the known one."""
        keys = [(self.rules, moment.rule)]
        if not moment.named:
            keys.append((self.cases, f"{moment.about} {moment.case}"))
        better = [(kept, key) for kept, key in keys if key not in kept or moment.cost < kept[key].cost]
        if better and plays(moment):
            for kept, key in better:
                kept[key] = moment


def wander(
    finds: Finds, seeds: Sequence[int], kinds: Sequence[str | int], probe: Probe | None = None
) -> None:
    """Play whole random games and keep their moments."""
    for seed in seeds:
        for kind in kinds:
            start = new_game(kind, seed=seed).start  # type: ignore[arg-type]
            game, rng = Game(start, rolls="ask"), random.Random(seed)
            for moment in followed(game, rng, probe=probe, most=3000):
                finds.take(moment)


def look_for(
    finds: Finds,
    rule: str,
    lines: Sequence[str],
    aim: Sequence[str],
    tries: int = 12,
    probe: Probe | None = None,
) -> bool:
    """Look for a rule from prepared positions; return whether it was found acting by itself or named."""
    for seed in range(tries):
        for line in lines:
            rng = random.Random(seed)
            try:
                game = position_game(line)
            except (Refusal, Fault):
                continue
            for moment in followed(game, rng, aim, probe, most=LONGEST * 3, line=str(game.start.position)):
                if moment.rule == rule:
                    finds.take(moment)
            if rule in finds.rules and not finds.rules[rule].named and not finds.rules[rule].refused:
                return True
    return rule in finds.rules
