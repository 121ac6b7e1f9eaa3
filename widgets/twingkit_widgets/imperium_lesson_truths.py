"""What turns out to be right in a lesson on fleets, and the numbers its words name: rules and odds say it.

=========  ============================================================================================
ask        what is right
=========  ============================================================================================
hits       how many hits the `faces` of `side` make
die        in how many of ten throws a die of `unit` of `side` hits (a combat roll)
any        the option whose range holds the chance that the next throw hits at least once
share      the option whose range holds the learner's chance to win: of `line`, or as the battle stands
best       the option whose `line` the attacker wins most often
enough     the first option whose `line` the attacker wins more often than not
drop       the option whose range holds what the chance to win loses from `line` to `other`
needs      what a die of `unit` of `side` must show in the next combat roll
due        what comes after `then`: `retreat`, `assign`, `over`, or what dice are thrown for: `combat`, ...
winner     who wins with `then`: `attacker`, `defender`, `tie`
rolls      whose dice are thrown next, as kinds of units with + between them, in the order of the volley
kept       who holds the planet after `then`, as the option that names a case of IM-INV-8 says
=========  ============================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twingkit.asking import Refusal
from twingkit.imperium.battle import battle_game
from twingkit.imperium.chances import odds
from twingkit.imperium.combat_roll import combat_volley
from twingkit.imperium.midway import odds_now
from twingkit.imperium.notation import ROLES
from twingkit.imperium.questions import Decision, Throw
from twingkit.imperium.units import unit
from twingkit.imperium.volley import Dice, Thrown
from twingkit.odds import Odds
from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit_widgets.imperium_lesson import Option, Step
from twingkit_widgets.lesson import LessonError
from twingkit_widgets.wording import number as written
from twingkit_widgets.wording import percent

Why = Sequence[Ruling | Refusal]
Truth = tuple[str, Why]
STATED = "stated"
"""An answer that leaves a decision to what the line says."""


# -- a battle under way


def begin(line: str) -> Game:
    """The battle of a line; every throw in it is asked."""
    return battle_game(line)


def give(game: Game, answers: Sequence[str]) -> Game:
    """Give these answers; `stated` is what the line's policy says."""
    for answer in answers:
        asked = game.question
        stated = answer == STATED and isinstance(asked, Decision)
        game.answer(asked.stated() if stated and isinstance(asked, Decision) else answer)
    return game


def refused(game: Game, answer: str) -> Refusal | None:
    """Why a rule forbids an answer; None if it is allowed. Raises `BadAnswer` if it is none."""
    asked = game.question
    assert asked is not None
    return asked.refusal(asked.read(answer))


def told(game: Game, since: int) -> list[Ruling]:
    """The rulings after so many answers."""
    return [ruling for entry in game.transcript[since:] for ruling in entry.rulings]


def odds_here(game: Game) -> Odds:
    """The exact odds of the attacker as the battle stands, if both sides go on as their lines say."""
    found = odds_now(game)
    if found is not None:
        return found
    winner = game.result.winner
    return Odds(float(winner == 0), float(winner is None), float(winner == 1), rule="IM-ODDS-1")


def falls(game: Game, faces: Sequence[str]) -> list[tuple[Throw, Thrown]]:
    """The throws that the battle asks for now, and how they fall; nothing is changed."""
    twin, found = game.copy(), []
    for each in faces:
        asked = twin.question
        if not isinstance(asked, Throw):
            raise LessonError(f"no dice are asked for {each!r}")
        found.append((asked, asked.read(each)))
        twin.answer(each)
    return found


# -- what is right


def hits(game: Game, step: Step) -> Truth:
    """How many hits a side's dice make, with what the rules say to them."""
    thrown = [each for asked, each in falls(game, step.faces) if asked.player == step.side]
    after = give(game.copy(), step.faces)
    why = [ruling for ruling in told(after, len(game)) if ruling.rule in _named(step)]
    return _exact(step, str(thrown[0].hits)), why


def die(game: Game, step: Step) -> Truth:
    """In how many of ten throws a die of a unit hits."""
    return _exact(step, str(11 - _dice(game, step).hits)), ()


def needs(game: Game, step: Step) -> Truth:
    """What a die of a unit must show."""
    return _exact(step, str(_dice(game, step).hits)), ()


def any_(game: Game, step: Step) -> Truth:
    """Whether the next throw makes a hit at all."""
    return _ranged(step, 1 - _throw(game).volley.hits()[0]), ()


def share(game: Game, step: Step) -> Truth:
    """The learner's chance to win."""
    return _ranged(step, (odds(step.line) if step.line else odds_here(game)).win), ()


def best(game: Game, step: Step) -> Truth:
    """The best of several battles."""
    chances = {option.id: odds(option.line).win for option in step.options}
    return max(chances, key=chances.__getitem__), ()


def enough(game: Game, step: Step) -> Truth:
    """The first battle that is won more often than not."""
    return next(option.id for option in step.options if odds(option.line).win > 0.5), ()


def drop(game: Game, step: Step) -> Truth:
    """What a change costs in chance to win."""
    return _ranged(step, odds(step.line).win - odds(step.other).win), ()


def due(game: Game, step: Step) -> Truth:
    """What comes next."""
    after = give(game.copy(), step.then)
    asked = after.question
    name = asked.step if isinstance(asked, Throw) else asked.kind if asked else "over"
    rulings = told(after, len(game)) if step.then else after.rulings
    return name, [ruling for ruling in rulings if ruling.rule in _named(step)]


def winner(game: Game, step: Step) -> Truth:
    """Who wins."""
    after = give(game.copy(), step.then)
    if not after.over:
        raise LessonError(f"step {step.id!r}: the battle is not over")
    name = "tie" if after.result.winner is None else ROLES[after.result.winner]
    return name, [ruling for ruling in told(after, len(game)) if ruling.rule in _named(step)]


def rolls(game: Game, step: Step) -> Truth:
    """Whose dice are thrown."""
    return _exact(step, "+".join(group.unit for group in _throw(game).volley.dice)), ()


def kept(game: Game, step: Step) -> Truth:
    """What becomes of the planet."""
    after = give(game.copy(), step.then)
    found = [ruling for ruling in told(after, 0) if ruling.rule == "IM-INV-8"]
    cases = [ruling.case for ruling in found]
    right = [option for option in step.options if option.answer in cases]
    if len(right) != 1:
        raise LessonError(f"step {step.id!r}: exactly one option must name one of {cases}")
    return right[0].id, [ruling for ruling in found if ruling.case == right[0].answer]


TRUTHS: dict[str, Callable[[Game, Step], Truth]] = {
    each.__name__.rstrip("_"): each
    for each in (hits, die, any_, share, best, enough, drop, needs, due, winner, rolls, kept)
}
"""What a step can ask, by name."""


def _named(step: Step) -> tuple[str, ...]:
    return (*step.cites, *([step.rule] if step.rule else []))


def _exact(step: Step, value: str) -> str:
    """The option that stands for a value: by its answer, or else by its id."""
    return next((option.id for option in step.options if (option.answer or option.id) == value), value)


def _ranged(step: Step, value: float) -> str:
    """The option whose range holds a number."""
    return next(option.id for option in step.options if option.low <= value <= option.high)


def _throw(game: Game) -> Throw:
    """The throw that comes next; decisions before it are left to the line."""
    twin = game.copy()
    while isinstance(twin.question, Decision):
        twin.answer(twin.question.stated())
    if not isinstance(twin.question, Throw):
        raise LessonError("no dice are to be thrown")
    return twin.question


def _dice(game: Game, step: Step) -> Dice:
    """The dice of a unit in the next combat roll of a side."""
    table = game.table
    volley = combat_volley(table.fight, table.state, step.side, max(table.round, 1))
    return next(group for group in volley.dice if group.unit == step.unit)


# -- numbers


def number(request: str, lang: str) -> str:
    """A number that a lesson's words name: `win space: …`, `loss …`, `lost attacker …` (resources),
    `drop … | …` (percentage points from one battle's chance to win to another's, of what is
    shown of both), `combat cruiser`, `tenths cruiser`, `cost cruiser`, and of an ability (`barrage`,
    `bombardment`, `space_cannon`) `value barrage destroyer`, `dice barrage destroyer`,
    `once barrage destroyer` (at least one hit).

    Raises `LessonError` if there is no such number.
    """
    kind, _, rest = request.partition(" ")
    if kind in ("win", "tie", "loss"):
        return percent(lang, getattr(odds(rest), kind))
    if kind == "drop":
        one, _, other = rest.partition(" | ")
        return written(lang, round(100 * odds(one).win, 1) - round(100 * odds(other).win, 1), 1)
    if kind == "lost":
        side, _, line = rest.partition(" ")
        return written(lang, odds(line).losses[ROLES.index(side)], 1)
    if kind in ("combat", "tenths", "cost"):
        own = unit(rest)
        value = {"combat": own.combat, "tenths": 11 - own.combat, "cost": own.cost}[kind]
        return written(lang, value, 0 if value == int(value) else 1)
    if kind in ("value", "dice", "once"):
        ability, _, name = rest.partition(" ")
        shots = getattr(unit(name), ability)
        if kind == "once":
            return percent(lang, 1 - (1 - (11 - shots.hits) / 10) ** shots.dice)
        return str(shots.hits if kind == "value" else shots.dice)
    raise LessonError(f"there is no number {request!r}")


def after(game: Game, option: Option) -> Odds | None:
    """The odds that an option leads to: of its battle, or after its answer; None if it is forbidden."""
    if option.line:
        return odds(option.line)
    if not option.answer or refused(game, option.answer) is not None:
        return None
    return odds_here(give(game.copy(), [option.answer]))
