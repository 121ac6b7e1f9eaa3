"""The question which kind of units an effect affects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from twingkit.core.arguments.kinds import is_integer
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Refusal, one_line
from twingkit.core.rulebook import Quoted
from twingkit.imperium.battle.notation.battle_line import ROLES, EffectUse
from twingkit.imperium.battle.rules.questions import Decision
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import refuse, rulebook

NOBODY = -1
"""The answer that chooses no unit: `target none`."""

NONE = "none"
"""The text for choosing no unit."""


GIVE_UP, REPAIR, SHOT = "target_given", "target_repaired", "target_shot"
"""The sentences of questions that take the usual order, as losses do, unless the players are asked for those
(IM-ASK-5): which own ship a side gives up or repairs, which ship of the other side it shoots at."""

OWN_CASES = (GIVE_UP, REPAIR)
"""The cases that are about one's own units."""


class Target(Decision[int]):
    """The question which kind of units is chosen, of the other side or of one's own. The answer is its place
    in the roster of that side, or `NOBODY` if choosing none is allowed (IM-TIME-6).
    """

    __slots__ = ("best", "case", "index", "may", "places", "table", "use")
    kind = "target"

    def __init__(
        self,
        table: BattleTable,
        player: int,
        use: EffectUse,
        places: Sequence[int],
        best: int,
        *,
        own: bool = False,
        may: bool = False,
        case: str = "",
    ) -> None:
        super().__init__(player)
        self.table, self.use, self.places, self.best = table, use, tuple(places), best
        self.may, self.case = may, case
        self.index = player if own or case in OWN_CASES else 1 - player

    @property
    def rule(self) -> str:  # type: ignore[override] # other kinds have one rule each
        """The rule of the effect."""
        return self.use.effect.rule

    def stated_answer(self) -> int:
        """Return the place that the rule's note names."""
        return self.best

    def options(self) -> Iterator[int]:
        """Yield the places that can be chosen, the stated one first, none last."""
        others = [kind for kind in self.places if kind != self.best]
        return iter((self.best, *others, *([NOBODY] if self.may else [])))

    def refusal(self, answer: object) -> Refusal | None:
        """Return why this kind of unit cannot be chosen. Raises `BadAnswer` if that side has no such unit."""
        units = self._units()
        if self.may and answer == NOBODY:
            return None
        if not is_integer(answer) or not 0 <= answer < len(units):
            raise self._bad(str(answer))
        if answer in self.places:
            return None
        facts = {"effect": self.use.effect, "unit": units[answer], "units": self._possible()}
        return refuse(self.use.effect.rule, "target", **facts)

    def parse_answer(self, text: str) -> int:
        """Parse `target dreadnought`; the word may be missing."""
        name = text.strip().removeprefix("target ").strip()
        if self.may and name == NONE:
            return NOBODY
        for kind, unit in enumerate(self._units()):
            if unit.name == name:
                return kind
        raise self._bad(text)

    def format_answer(self, answer: int) -> str:
        """Return the answer as text: `target dreadnought`, or `target none`."""
        if answer == NOBODY:
            return f"target {NONE}"
        return f"target {self._units()[answer].name}"

    def wording(self) -> tuple[str, Mapping[str, object]]:
        """Return the side, the possible kinds and the effect."""
        facts = {"side": ROLES[self.player], "effect": self.use.effect, "units": self._possible()}
        plain = "target_own" if self.index == self.player else "target_or_none" if self.may else "target"
        return self.case or plain, facts

    def _units(self) -> tuple[Unit, ...]:
        return self.table.rosters[self.index].units

    def _possible(self) -> tuple[Unit, ...]:
        return tuple(self._units()[kind] for kind in self.places)

    def _bad(self, text: str) -> BadAnswer:
        names = tuple(Quoted(unit.name) for unit in self._possible())
        token, example = Quoted(one_line(text, 40)), self._units()[self.best].name
        return BadAnswer("not_target", rulebook(), token=token, units=names, example=example)


def ask_target(
    table: BattleTable, index: int, use: EffectUse, places: Sequence[int], best: int, case: str
) -> Script[int]:
    """Let a side choose one of several kinds of units, asked by the sentence `case`; if there is only one, it
    is not asked. Return its place.
    """
    if len(places) == 1:
        return places[0]
    chosen: int = yield Target(table, index, use, places, best, case=case)
    return chosen
