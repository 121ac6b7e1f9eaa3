"""End-game notation: one attacker against everybody else (section 7, TW-END-3, TW-END-4).

    endgame F: F5 F3 + F4 @ bra,hat,teddy & cat vs W: W6 @ cup & trap vs L: shield L4 vs A: A5

The sides look as in battle notation, the attacker first, then one to three defenders in the order of play.
`EndgameAttack.parse(line)` parses a line, `str(attack)` returns the canonical one; `problems()` lists what
the rules forbid; `endgame_game(attack)` plays it.
"""

from __future__ import annotations

import attrs

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.notation import ROLES, validate_by_parsing
from twingkit.core.questions import Refusal
from twingkit.twing.notation import battle_line
from twingkit.twing.rules import lay as laying
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

ENDGAME_PREFIX = "endgame "
"""The first word of an end-game line."""

_MAX_DEFENDERS = 3
"""A game has at most four players (TW-BOX-1)."""


@attrs.frozen
class EndgameAttack(battle_line.VariantCheckableValue):
    """An end-game attack: one lay and one die against one to three defenders, who defend alone (TW-END-3).

    >>> attack = EndgameAttack.parse("endgame F: F3 F5 vs W: W6 vs L: shield L4")
    >>> print(attack)
    endgame F: F5 F3 vs W: W6 vs L: shield L4
    >>> len(attack.defenders)
    2
    """

    attacker: battle_line.Side
    defenders: tuple[battle_line.Side, ...]

    @classmethod
    @check_arguments(line=TEXT)
    def parse(cls, line: str) -> EndgameAttack:
        """Parse an end-game line. Raises `NotationError` if it is not valid."""
        return _Reader(line).attack()

    @property
    def sides(self) -> tuple[battle_line.Side, ...]:
        """The attacker, then the defenders in the order of play."""
        return self.attacker, *self.defenders

    def __str__(self) -> str:
        return ENDGAME_PREFIX + " vs ".join(map(str, self.sides))

    def problems(self, variant: Variant | str = BOX) -> list[Refusal]:
        """Return a refusal for every rule that this attack breaks; empty if it is legal."""
        rules = as_variant(variant)
        refusals: list[Refusal] = []
        # a power binds a shared attack only if all defenders have it (TW-END-4)
        shared = [set(side.objects) for side in self.defenders]
        binding = tuple(sorted(set.intersection(*shared))) if shared else ()
        for side in self.sides:
            attacks = side is self.attacker
            role = ROLES[0] if attacks else ROLES[1]
            enemy = binding if attacks else self.attacker.objects
            refusals += laying.lay_refusals(side.lay, role, side.objects, enemy, rules)
            refusals += battle_line.active_object_limit_refusals(role, side.objects)
        every = [name for side in self.sides for name in side.objects]
        return refusals + battle_line.duplicate_problems(every, self.sides)


def as_endgame_attack(attack: EndgameAttack | str, variant: Variant = BOX) -> EndgameAttack:
    """Return an end-game attack, given as a value or in notation, after checking that it is legal.

    Raises `NotationError` or `IllegalBattleError`.

    >>> print(as_endgame_attack("endgame F: F3 F5 vs W: W6"))
    endgame F: F5 F3 vs W: W6
    """
    if isinstance(attack, str):
        return EndgameAttack.parse(attack).check(variant)
    return validate_by_parsing(attack, EndgameAttack.parse).check(variant)


class _Reader(battle_line.BattleLineParser):
    def attack(self) -> EndgameAttack:
        self.expect(ENDGAME_PREFIX, "endgame")
        self.side = ROLES[0]
        attacker = self.parse_side()
        self.expect(" vs ", "vs")
        self.side = ROLES[1]
        defenders = [self.parse_side()]
        while len(defenders) < _MAX_DEFENDERS and self.accept(" vs "):
            defenders.append(self.parse_side())
        if self.place < len(self.line):
            self.fail("end_of_endgame" if len(defenders) == _MAX_DEFENDERS else "end_of_side")
        return EndgameAttack(attacker, tuple(defenders))
