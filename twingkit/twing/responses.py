"""Responses: re-rolls, cats, Miromon and traps, and the windows in which they are played (TW-BAT-9 to 14).

An answer is its text: `pass`, `hat`, `shamrock`, `cat`, `trap F4`, `trap >F3` (the rider), `miromon attacker`
(that side's die). `why_not` is the one home of the conditions: it refuses, explains and filters the options.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from twingkit.asking import BadAnswer, Question, Refusal, Roll, one_line
from twingkit.play import Script
from twingkit.rulebook import Quoted
from twingkit.twing.cards import FACES, SPIRAL, Creature, Face, face_text, invert, read_face
from twingkit.twing.objects import may_use_cats, may_use_traps, reroll_object
from twingkit.twing.rules import refuse, rulebook
from twingkit.twing.table import Fight, Side, TwingTable


class OrnRoll(Roll):
    """One throw of a player's Orn die (TW-BAT-7)."""

    __slots__ = ("role",)
    rule = "TW-BAT-7"
    faces = FACES

    def __init__(self, player: int, role: str) -> None:
        super().__init__(player)
        self.role = role

    def refusal(self, answer: Any) -> Refusal | None:
        """None for a face of the die; raises `BadAnswer` for anything else."""
        if answer not in FACES:
            raise _no_face(str(answer))
        return None

    def read(self, text: str) -> int:
        """A face, with or without the word `roll` before it."""
        face = read_face(text.strip().removeprefix("roll "))
        if face is None:
            raise _no_face(text)
        return face

    def write(self, answer: int) -> str:
        """`roll Sun`."""
        return f"roll {face_text(answer)}"

    def text(self, lang: str = "en") -> str:
        """The question in words."""
        return rulebook().sentence("ask", "roll", lang, {"side": self.role})


def _no_face(text: str) -> BadAnswer:
    return BadAnswer("face", rulebook(), token=Quoted(one_line(text, 40)))


class Respond(Question):
    """One side may play one response, or pass (TW-BAT-10)."""

    __slots__ = ("fight", "side")
    kind = "respond"
    rule = "TW-BAT-10"

    def __init__(self, fight: Fight, side: Side) -> None:
        super().__init__(side.seat)
        self.fight, self.side = fight, side

    def candidates(self) -> Iterator[str]:
        """What could be tried, in the order in which best play considers it (TW-ODDS-2)."""
        enemy = self.fight.other(self.side)
        yield reroll_object(self.side.role)
        yield "cat"
        yield from _trap_targets(enemy)
        yield f"miromon {self.side.role}"
        yield f"miromon {enemy.role}"

    def options(self) -> Iterator[str]:
        """Pass, then what may be played."""
        yield "pass"
        for answer in self.candidates():
            if self.refusal(answer) is None:
                yield answer

    def refusal(self, answer: Any) -> Refusal | None:
        """Why this response cannot be played now."""
        return None if answer == "pass" else why_not(self.fight, self.side, str(answer))

    def read(self, text: str) -> str:
        """A response as it is written; white space does not matter."""
        return " ".join(text.split())

    def text(self, lang: str = "en") -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, lang, {"side": self.side.role})


class BeforeRoll(Respond):
    """Before the roll, once both sides are laid, traps may be played (TW-BAT-13)."""

    __slots__ = ()
    kind = "before_roll"
    rule = "TW-BAT-13"

    def candidates(self) -> Iterator[str]:
        """Traps, the strongest creature first."""
        return _trap_targets(self.fight.other(self.side))

    def refusal(self, answer: Any) -> Refusal | None:
        """Only traps can come before the roll."""
        refusal = super().refusal(answer)
        if answer != "pass" and not str(answer).startswith("trap "):
            return refuse("TW-BAT-13", "before_roll", side=self.side.role)
        return refusal


class Interrupt(Respond):
    """May Miromon turn a fresh Spiral into 0 before its event is drawn? (TW-BAT-9)"""

    __slots__ = ("spiral",)
    kind = "interrupt"
    rule = "TW-BAT-9"

    def __init__(self, fight: Fight, side: Side, spiral: Side) -> None:
        super().__init__(fight, side)
        self.spiral = spiral

    def candidates(self) -> Iterator[str]:
        """Miromon on the Spiral."""
        yield f"miromon {self.spiral.role}"

    def refusal(self, answer: Any) -> Refusal | None:
        """Only Miromon on this Spiral can come before the event."""
        refusal = super().refusal(answer)
        if answer not in ("pass", f"miromon {self.spiral.role}"):
            return refuse("TW-BAT-9", "only_miromon", side=self.spiral.role)
        return refusal


def why_not(fight: Fight, side: Side, answer: str) -> Refusal | None:
    """The rule that forbids a response, or None. Raises `BadAnswer` if it is no response at all."""
    name, _, target = answer.partition(" ")
    if name in ("hat", "shamrock") and not target:
        return _no_object(side, name)
    if name == "cat" and not target:
        return _no_cat(side, fight.other(side), side.player.cats, "TW-BAT-11") or _no_die(side, "TW-BAT-11")
    if name == "miromon" and target in ("attacker", "defender"):
        refusal = _no_cat(side, fight.other(side), side.player.miromon, "TW-BAT-12")
        return refusal or _no_die(fight.sides[target == "defender"], "TW-BAT-12")
    if name == "trap" and target:
        return _no_trap(side, fight.other(side), target)
    raise BadAnswer("response", rulebook(), token=Quoted(one_line(answer, 40)))


def _no_object(side: Side, name: str) -> Refusal | None:
    """TW-BAT-14, TW-POW-hat, TW-POW-shamrock."""
    if name != reroll_object(side.role):
        return refuse(f"TW-POW-{name}", "role", side=side.role)
    if name not in side.player.objects:
        return refuse(f"TW-POW-{name}", "not_owned", side=side.role)
    if side.rerolled:
        return refuse("TW-BAT-14", "once", object=name)
    return _no_die(side, "TW-BAT-14")


def _no_cat(side: Side, enemy: Side, held: int, rule: str) -> Refusal | None:
    """A cat or Miromon must be held, and the Socks must not forbid it."""
    if not held:
        return refuse(rule, "none_left", side=side.role)
    if not may_use_cats(enemy.player.objects):
        return refuse("TW-POW-socks", "no_cats", side=side.role, enemy=enemy.role)
    return None


def _no_die(side: Side, rule: str) -> Refusal | None:
    """A re-roll or an inversion needs a die that was rolled."""
    return refuse(rule, "no_die", side=side.role) if side.die is None else None


def _no_trap(side: Side, enemy: Side, target: str) -> Refusal | None:
    """TW-BAT-13, TW-POW-boots."""
    if not side.player.traps:
        return refuse("TW-BAT-13", "none_left", side=side.role)
    if not may_use_traps(enemy.player.objects):
        return refuse("TW-POW-boots", "no_traps", side=side.role, enemy=enemy.role)
    if target not in [_target(card, rides) for card, rides in enemy.standing]:
        targets = tuple(Quoted(_target(card, rides)) for card, rides in enemy.standing)
        case = "no_such_creature" if targets else "no_creature"
        return refuse(
            "TW-BAT-13", case, enemy=enemy.role, target=Quoted(one_line(target, 20)), targets=targets
        )
    return None


def _target(card: Creature, rides: bool) -> str:
    """How a trap names a creature card: a rider with the `>` that stands before it in the notation."""
    return f">{card.token}" if rides else card.token


def _trap_targets(enemy: Side) -> Iterator[str]:
    strongest = sorted(enemy.standing, key=lambda entry: (-entry[0].power, entry[0].token, entry[1]))
    return iter(dict.fromkeys(f"trap {_target(card, rides)}" for card, rides in strongest))


def window(table: TwingTable, fight: Fight, asks: type[Respond]) -> Script:
    """TW-BAT-10: both sides respond in turn, attacker first, until both pass in a row."""
    fight.begin_responses()
    while fight.passes < 2:
        side = fight.sides[fight.turn]
        question = asks(fight, side)
        if table.open_hands and not _has_choice(question):
            answer = "pass"
        else:
            answer = yield question
        fight.turn = 1 - fight.turn
        fight.passes = fight.passes + 1 if answer == "pass" else 0
        if answer != "pass":
            yield from _play(table, fight, side, answer)


def _has_choice(question: Respond) -> bool:
    options = question.options()
    next(options)
    return next(options, None) is not None


def _play(table: TwingTable, fight: Fight, side: Side, answer: str) -> Script:
    """Carry one response out and cite its rule."""
    name, _, target = answer.partition(" ")
    if name == "cat":
        side.player.cats -= 1
        side.played.append("cat")
        table.cite("TW-BAT-11", "played", side=side.role, n=side.player.cats)
        yield from roll(table, fight, side)
    elif name in ("hat", "shamrock"):
        side.rerolled = True
        table.cite("TW-BAT-14", "used", side=side.role, object=name)
        yield from roll(table, fight, side)
    elif name == "miromon":
        _miromon(table, fight, side, fight.sides[target == "defender"])
    else:
        _trap(table, side, fight.other(side), target)


def _miromon(table: TwingTable, fight: Fight, side: Side, rolled: Side, case: str = "played") -> None:
    """TW-BAT-12: invert the present face of a die."""
    assert rolled.die is not None
    before, rolled.die = rolled.die, invert(rolled.die)
    side.player.miromon -= 1
    side.played.append("miromon")
    rule = "TW-BAT-12" if case == "played" else "TW-BAT-9"
    table.cite(rule, case, side=side.role, enemy=rolled.role, face=Face(before), result=Face(rolled.die))


def _trap(table: TwingTable, side: Side, enemy: Side, target: str) -> None:
    """TW-BAT-13: take one creature card of the other side out of the battle."""
    entry = next(entry for entry in enemy.standing if _target(*entry) == target)
    enemy.standing.remove(entry)
    enemy.trapped.append(entry[0])
    side.player.traps -= 1
    side.played.append("trap")
    table.cite("TW-BAT-13", "played", side=side.role, enemy=enemy.role, card=entry[0], n=enemy.cards_power)


def roll(table: TwingTable, fight: Fight, *sides: Side) -> Script:
    """TW-BAT-7, 8: sides roll at once; then their Spirals draw events, the attacker's first."""
    for side in sides:
        side.die = None  # an old roll no longer counts while the new one is on its way
        side.die = yield OrnRoll(side.seat, side.role)
        table.cite("TW-BAT-7", "rolled", side=side.role, face=Face(side.die))
    if not fight.rolled:
        fight.rolled = True
        fight.begin_responses()
    for side in sides:
        if side.die == SPIRAL:
            yield from _spiral(table, fight, side)


def _spiral(table: TwingTable, fight: Fight, rolled: Side) -> Script:
    """TW-BAT-8, 9: a Spiral counts 0 and draws an event, unless Miromon comes first."""
    for side in fight.sides:
        question = Interrupt(fight, side, rolled)
        if table.open_hands and not _has_choice(question):
            continue
        answer = yield question
        if answer != "pass":
            _miromon(table, fight, side, rolled, "interrupt")
            return
    table.cite("TW-BAT-8", "event", side=rolled.role)
