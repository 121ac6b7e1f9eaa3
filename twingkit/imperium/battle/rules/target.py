"""The question which kind of units an effect affects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from twingkit.core.arguments.kinds import is_integer
from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.rulebook import QuotedFact
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.questions import EffectDecision, bad_answer
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rule_refusal

NO_TARGET = -1
"""The answer for choosing no unit."""

NO_TARGET_WORD = "none"
"""The word for choosing no unit: `target none`."""


GIVE_UP, REPAIR, SHOT = "target_given", "target_repaired", "target_shot"
"""Cases of questions that follow the order of losses unless players are asked for it (IM-ASK-5).

They ask which own ship a side gives up or repairs, or which enemy ship it shoots at.
"""

_OWN_UNITS_CASES = (GIVE_UP, REPAIR)


class ChooseTarget(EffectDecision[int]):
    """The question of which kind of units an effect targets: units of the other side, or of the player's own
    side.

    The answer is its index in the roster of that side, or `NO_TARGET` if choosing none is allowed
    (IM-TIME-6).
    """

    __slots__ = ("case", "default_index", "may_decline", "roster_indices", "side_index", "table")
    kind = "target"

    def __init__(
        self,
        table: BattleTable,
        player: int,
        use: EffectUse,
        roster_indices: Sequence[int],
        default_index: int,
        *,
        targets_own_side: bool = False,
        may_decline: bool = False,
        case: str = "",
    ) -> None:
        super().__init__(player, use)
        self.table, self.roster_indices, self.default_index = table, tuple(roster_indices), default_index
        self.may_decline, self.case = may_decline, case
        self.side_index = player if targets_own_side or case in _OWN_UNITS_CASES else 1 - player

    def default_answer(self) -> int:
        """Return the roster index of the unit that the rule's note names."""
        return self.default_index

    def options(self) -> Iterator[int]:
        """Yield the roster indices that can be chosen, the default first, `NO_TARGET` last."""
        others = [kind for kind in self.roster_indices if kind != self.default_index]
        return iter((self.default_index, *others, *([NO_TARGET] if self.may_decline else [])))

    def refusal(self, answer: object) -> Refusal | None:
        """Return why this kind of unit cannot be chosen. Raises `BadAnswer` if that side has no such unit."""
        units = self.units
        if self.may_decline and answer == NO_TARGET:
            return None
        if not is_integer(answer) or not 0 <= answer < len(units):
            raise self._bad(str(answer))
        if answer in self.roster_indices:
            return None
        facts = {"effect": self.use.effect, "unit": units[answer], "units": self._possible()}
        return rule_refusal(self.use.effect.rule, "target", **facts)

    def parse_answer(self, text: str) -> int:
        """Parse an answer such as `target dreadnought`; the first word may be missing."""
        name = text.strip().removeprefix("target ").strip()
        if self.may_decline and name == NO_TARGET_WORD:
            return NO_TARGET
        for kind, unit in enumerate(self.units):
            if unit.name == name:
                return kind
        raise self._bad(text)

    def format_answer(self, answer: int) -> str:
        """Return as text the index of a unit of the other side, or `NO_TARGET`: `target dreadnought` or
        `target none`.
        """
        if answer == NO_TARGET:
            return f"target {NO_TARGET_WORD}"
        return f"target {self.units[answer].name}"

    def case_and_facts(self) -> tuple[str, Mapping[str, object]]:
        """Return the case of the question's sentence, with side, possible kinds and effect as facts."""
        facts = {"side": ROLES[self.player], "effect": self.use.effect, "units": self._possible()}
        if self.case or self.side_index == self.player:
            return self.case or "target_own", facts
        return "target_or_none" if self.may_decline else "target", facts

    @property
    def units(self) -> tuple[Unit, ...]:
        """The kinds of units of the side that the effect targets."""
        return self.table.rosters[self.side_index].units

    def _possible(self) -> tuple[Unit, ...]:
        return tuple(self.units[kind] for kind in self.roster_indices)

    def _bad(self, text: str) -> BadAnswer:
        names = tuple(QuotedFact(unit.name) for unit in self._possible())
        return bad_answer("not_target", text, units=names, example=self.units[self.default_index].name)


def ask_target(
    table: BattleTable,
    side_index: int,
    use: EffectUse,
    roster_indices: Sequence[int],
    default_index: int,
    case: str,
) -> Script[int]:
    """Let a side choose one of several kinds of units as the target of its effect, and return that kind's
    roster index.

    The sentence `case` asks the question; if there is only one kind, it is not asked.
    """
    if len(roster_indices) == 1:
        return roster_indices[0]
    chosen: int = yield ChooseTarget(table, side_index, use, roster_indices, default_index, case=case)
    return chosen
