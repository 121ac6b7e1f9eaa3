"""The line of an end-game attack: one attacker against everybody else (section 7, TW-END-3, TW-END-4).

    endgame F: F5 F3 + F4 @ bra,hat,teddy & cat vs W: W6 @ cup & trap vs L: shield L4 vs A: A5

Sides are written as in a battle line, the attacker first, then one to three defenders in the order of play.
`EndgameAttack.parse(line)` reads a line, `str(attack)` prints the canonical one; `problems()` lists what the
rules forbid; `endgame_game(attack)` plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import attrs

from twingkit.asking import Refusal
from twingkit.messages import Fault
from twingkit.notation import Checked
from twingkit.play import Game, Script, register
from twingkit.policies import RandomPolicy
from twingkit.rulebook import Rulebook
from twingkit.twing import lay as laying
from twingkit.twing.battle import battle, table_of
from twingkit.twing.notation import ROLES, LineReader, Side
from twingkit.twing.objects import ACTIVE_LIMIT, OBJECTS
from twingkit.twing.rules import refuse, rulebook
from twingkit.twing.table import TwingTable
from twingkit.twing.view import View

WORD = "endgame "
"""How the line begins."""

MOST = 3
"""So many players can defend: a game has at most four (TW-BOX-1)."""


@attrs.frozen
class EndgameAttack(Checked):
    """One lay and one die of the attacker against one to three defenders, each for itself (TW-END-3).

    >>> attack = EndgameAttack.parse("endgame F: F3 F5 vs W: W6 vs L: shield L4")
    >>> print(attack)
    endgame F: F5 F3 vs W: W6 vs L: shield L4
    >>> len(attack.defenders)
    2
    """

    attacker: Side
    defenders: tuple[Side, ...]

    @classmethod
    def parse(cls, line: str) -> EndgameAttack:
        """Read a line. Raises `NotationError` where it is not one."""
        return _Reader(line).attack()

    @property
    def sides(self) -> tuple[Side, ...]:
        """The attacker, then the defenders in the order of play."""
        return self.attacker, *self.defenders

    def __str__(self) -> str:
        return WORD + " vs ".join(map(str, self.sides))

    def problems(self) -> list[Refusal]:
        """Every rule that this attack breaks, with its id; empty for a legal one."""
        found: list[Refusal] = []
        # a power binds a shared attack only if all defenders have it (TW-END-4)
        shared = [set(side.objects) for side in self.defenders]
        binding = tuple(sorted(set.intersection(*shared))) if shared else ()
        for side in self.sides:
            attacks = side is self.attacker
            role = ROLES[0] if attacks else ROLES[1]
            enemy = binding if attacks else self.attacker.objects
            found += laying.problems(side.lay, role, side.objects, enemy)
            if len(side.objects) > ACTIVE_LIMIT:
                found.append(refuse("TW-OBJ-2", "count", side=role, n=len(side.objects), limit=ACTIVE_LIMIT))
        every = [name for side in self.sides for name in side.objects]
        found += [
            refuse("TW-BOX-1", "object_twice", object=name) for name in OBJECTS if every.count(name) > 1
        ]
        if sum(side.miromon for side in self.sides) > 1:
            found.append(refuse("TW-BOX-6", "miromon_twice"))
        return found


class _Reader(LineReader):
    """Reads an end-game line."""

    def attack(self) -> EndgameAttack:
        """The word, the attacker, and each defender after a `vs`."""
        self.need(WORD, "endgame")
        self.side = ROLES[0]
        attacker = self.one_side()
        self.need(" vs ", "vs")
        self.side = ROLES[1]
        defenders = [self.one_side()]
        while len(defenders) < MOST and self.take(" vs "):
            defenders.append(self.one_side())
        if self.place < len(self.line):
            self.fail("end_of_endgame" if len(defenders) == MOST else "end_of_side")
        return EndgameAttack(attacker, tuple(defenders))


@attrs.frozen
class EndgameStart:
    """An end-game attack on its own: everybody has just the cards of the line.

    >>> start = EndgameStart(EndgameAttack.parse("endgame F: F5 vs W: W4 vs L: L9"))
    >>> [start.seat(player) for player in range(3)]
    ['attacker', 'defender', 'defender2']
    """

    name: ClassVar[str] = "twing.endgame"
    keys: ClassVar[tuple[str, ...]] = ("endgame",)
    attack: EndgameAttack

    def lines(self) -> list[str]:
        """The canonical line."""
        return [str(self.attack)]

    @classmethod
    def read(cls, lines: Sequence[str]) -> EndgameStart:
        """One `endgame` line; raises `ValueError` if it is missing, doubled, or forbidden."""
        if len(lines) != 1:
            raise Fault("record.setup", named="endgame", there=len(lines))
        return cls(EndgameAttack.parse(lines[0]).check())

    def table(self) -> TwingTable:
        """Players whose hands and entourages are the cards of the line."""
        return table_of(self.attack.sides)

    def script(self, table: TwingTable) -> Script:
        """The attack on all others; the results of its pairings, in order."""
        results = yield from battle(table, 0, range(1, len(table.players)), "endgame")
        return tuple(results)

    def seat(self, player: int) -> str:
        """`attacker`, `defender`, `defender2`, `defender3`."""
        return ROLES[min(player, 1)] + (str(player) if player > 1 else "")

    def rulebook(self) -> Rulebook:
        """The rules of Imperial Twing."""
        return rulebook()

    def view(self, game: Game, player: int) -> View:
        """What a side sees: everything, but it is asked only what is its own."""
        return View.of(game, player)

    def policy(self, name: str, seed: int) -> Callable[[Game], Any]:
        """`random`; raises `Fault` for another name."""
        if name == "random":
            return RandomPolicy(seed)
        raise Fault("policy.unknown", name=name, names="random")


register(EndgameStart)


def endgame_game(attack: EndgameAttack | str, *, seed: int | None = None, explain: bool = True) -> Game:
    """Play an end-game attack from its line. Without a seed, every die is asked.

    Raises `NotationError` for a bad line, `BattleError` for an attack that the rules forbid.

    >>> game = endgame_game("endgame F: F5 vs W: W4 vs L: L9")
    >>> for answer in ("lay F5", "lay W4", "lay L9", "roll 0", "roll 0", "roll 0"):
    ...     game.answer(answer)
    >>> [result.winner for result in game.result]
    [0, 1]
    """
    parsed = EndgameAttack.parse(attack) if isinstance(attack, str) else attack
    return Game(EndgameStart(parsed.check()), seed=seed, explain=explain)
