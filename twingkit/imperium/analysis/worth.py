"""The worth of effects and units in a battle: how the odds change with one more or one less.

    effect_worth("space: 3 cruiser @ mb vs 2 dreadnought")
    unit_worth("space: 3 cruiser @ mb vs 2 dreadnought")

Each change is computed exactly, and the rule that causes it is named; a change that does nothing says why.
`effect_rows` and `unit_rows` give the same as plain values, without pandas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import attrs

from twingkit.arguments import takes
from twingkit.arguments.kinds import shown
from twingkit.asking import Refusal
from twingkit.imperium.analysis.fleet_changes import addable, more_of, renamed, with_units
from twingkit.imperium.analysis.invasion import odds_of
from twingkit.imperium.box.effects import Effect, all_effects, writable
from twingkit.imperium.box.units import Unit
from twingkit.imperium.exact_odds.best_order import settled
from twingkit.imperium.notation.battle_line import ROLES, Battle, Use, legal_battle
from twingkit.imperium.rules.force import works
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.messages import Fault
from twingkit.notation import Role
from twingkit.odds import Odds
from twingkit.reports.change_worth import ChangeWorth, Refused, columns, weighed, worth_frame
from twingkit.reports.explained import explained
from twingkit.rulebook import Ruling
from twingkit.slices import PATIENCE
from twingkit.words import Lang

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = columns(cost="float64", per_resource="float64")
"""The columns of `effect_worth` and `unit_worth` with their types."""

UNIT_RULE, UPGRADE_RULE = "IM-UNIT-1", "IM-UNIT-2"
"""The rules that say what units and their upgrades can do."""


@attrs.frozen
class ItemChange:
    """One item more or less for a side. `token` is its notation (`+mb`, `-cruiser`, `cruiser>cruiser+`),
    `kind` where it comes from: the source of an effect ("technology", "action" …), "unit" or "upgrade"."""

    side: str
    token: str
    kind: str
    rule: str
    cost: float = 0.0
    case: str = "more"
    facts: tuple[tuple[str, object], ...] = attrs.field(default=(), eq=False)

    def label(self, lang: str = "en") -> str:
        """The change in words: `+ Morale Boost`, `− cruiser`."""
        return rulebook().sentence("worth", self.case, lang, dict(self.facts))


@attrs.frozen
class Worth(ChangeWorth[ItemChange, Battle]):
    """One change and what it does. `why` says why it does nothing, if so; where the rules forbid the change,
    `odds` is None and `why` the refusal.
    """

    why: Ruling | Refused | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The id of the rule that causes it, or that forbids it."""
        return (self.why.rule if isinstance(self.why, Refusal) else self.change.rule,)

    @property
    def per_resource(self) -> float:
        """The change of the chance to win for each resource; nan where nothing is paid in resources."""
        return self.win_change / self.change.cost if self.change.cost else float("nan")

    def reason(self, lang: str = "en") -> str:
        """The sentence of the rule that causes the change, or the reason why it does nothing or is
        forbidden."""
        if self.why is not None:
            return self.why.text(lang)
        return rulebook()[self.change.rule].text(lang)

    def more_cells(self) -> dict[str, float]:
        """The cost of the unit, and the change for each resource."""
        return {"cost": self.change.cost, "per_resource": self.per_resource}


def _ruling(change: ItemChange, case: str) -> Ruling:
    enemy = ROLES[1 - ROLES.index(change.side)]
    facts = {**dict(change.facts), "side": change.side, "enemy": enemy}
    effect = facts["effect"]
    if isinstance(effect, Effect):
        facts.update(faction=effect.owner, phase=effect.phase)
    return Ruling(change.rule, case, facts, rulebook())


def _idle(change: ItemChange, battle: Battle) -> Ruling | None:
    """The reason why an effect can never do anything for this side in this battle; None if it may."""
    effect = dict(change.facts)["effect"]
    if not isinstance(effect, Effect):
        return None
    index = ROLES.index(change.side)
    phases = ("space", "ground") if battle.kind == "invasion" else (battle.kind,)
    own, enemy = battle.sides[index], battle.sides[1 - index]
    reasons = [works(effect, phase, index, enemy, own) for phase in phases]
    telling = [why for why in reasons if why != "phase"] or reasons
    return _ruling(change, telling[0]) if all(reasons) else None


def effect_changes(battle: Battle, sides: Sequence[str] = ROLES) -> list[tuple[ItemChange, Battle]]:
    """Every effect added to each side that does not have it, and taken from each that has it."""
    entries = []
    for index in map(ROLES.index, sides):
        side = battle.sides[index]
        for effect_id in writable():
            effect = all_effects()[effect_id]
            if effect.always:
                continue
            own_uses = [use for use in side.effects if use.id == effect_id]
            uses = (
                [use for use in side.effects if use not in own_uses]
                if own_uses
                else [*side.effects, Use(effect_id)]
            )
            change = ItemChange(
                ROLES[index],
                f"{'-' if own_uses else '+'}{effect_id}",
                effect.source,
                effect.rule,
                case="less" if own_uses else "more",
                facts=(("effect", effect),),
            )
            entries.append((change, battle.with_side(index, effects=uses)))
    return entries


def unit_changes(battle: Battle, sides: Sequence[str] = ROLES) -> list[tuple[ItemChange, Battle]]:
    """The changes of units: for each side one unit more of each kind that does something there, one less of
    each that it has, and all units of a class upgraded, or plain again."""
    entries = []
    for index in map(ROLES.index, sides):
        side = battle.sides[index]
        counts = {name: side.count(name) for name in side.names()}
        for name in addable(battle, index):
            if counts.get(name, 0) < 99:
                entries.append(_unit_change(battle, index, name, 1))
        for name in counts:
            if sum(counts.values()) > 1:
                entries.append(_unit_change(battle, index, name, -1))
        for name in counts:
            other = name.removesuffix("+") if name.endswith("+") else f"{name}+"
            if side.find_unit(other) is not None and counts[name] + counts.get(other, 0) <= 99:
                entries.append(_upgraded(battle, index, name, other))
    return entries


def _unit_change(battle: Battle, index: int, name: str, n: int) -> tuple[ItemChange, Battle]:
    side = battle.sides[index]
    kind = side.unit(name)
    rule = f"IM-UNIT-{kind.id}" if kind.unit_class == "flagship" and kind.id in all_effects() else UNIT_RULE
    change = ItemChange(
        ROLES[index],
        f"{'+' if n > 0 else '-'}{name}",
        "unit",
        UPGRADE_RULE if kind.upgraded else rule,
        kind.cost,
        "more" if n > 0 else "less",
        (("effect", kind),),
    )
    return change, with_units(battle, index, more_of(side, name, n))


def idle_unit(battle: Battle, index: int, kind: Unit, lang: str = "en") -> str:
    """The sentence that one more unit of a kind changes nothing for a side."""
    change, _ = _unit_change(battle, index, kind.name, 1)
    return _ruling(change, "no_change").text(lang)


def _upgraded(battle: Battle, index: int, name: str, other: str) -> tuple[ItemChange, Battle]:
    side = battle.sides[index]
    facts = (("effect", side.unit(name)), ("other", side.unit(other)))
    change = ItemChange(ROLES[index], f"{name}>{other}", "upgrade", UPGRADE_RULE, 0.0, "upgrade", facts)
    return change, with_units(battle, index, renamed(side, name, other))


def effect_rows(
    battle: Battle | str,
    side: str | None = None,
    *,
    variant: Variant | str | None = None,
    budget: float = PATIENCE,
) -> tuple[Worth, ...]:
    """Every effect more or less with what it does, the one that changes most first, the refused ones last.

    With `side` ("attacker" or "defender") only what that side can have; `variant` and `budget` (of all of
    them) as in `odds`. Raises `NotationError` or `BattleError` for a bad battle, `Fault` for another side,
    `SlowError` beyond the budget. A policy that is `best` is worked out once, for the battle as it is.

    >>> rows = effect_rows("space: 3 cruiser @ mb vs 2 dreadnought")
    >>> [(row.side, row.change.token, round(row.win_change, 3)) for row in rows[:2]]
    [('attacker', '+asc', 0.706), ('attacker', '+sh', 0.373)]
    """
    legal = _legal(battle, variant)
    return _worths(legal, effect_changes(legal, _sides(side)), budget)


def unit_rows(
    battle: Battle | str,
    side: str | None = None,
    *,
    variant: Variant | str | None = None,
    budget: float = PATIENCE,
) -> tuple[Worth, ...]:
    """Every unit more or less with what it does; order and errors are those of `effect_rows`.

    >>> rows = unit_rows("space: 3 cruiser vs 2 dreadnought")
    >>> [(row.side, row.change.token, round(row.win_change, 3)) for row in rows[:2]]
    [('attacker', '+warsun', 0.852), ('defender', '-dreadnought', -0.702)]
    """
    legal = _legal(battle, variant)
    return _worths(legal, unit_changes(legal, _sides(side)), budget)


def _sides(side: str | None) -> Sequence[str]:
    """Both sides, or the one named; raises `Fault` if it is none."""
    if side is not None and side not in ROLES:
        raise Fault("retreat_side", rulebook(), token=shown(side))
    return ROLES if side is None else (side,)


def _legal(battle: Battle | str, variant: Variant | str | None) -> Battle:
    return settled(legal_battle(battle, variant))


def _worths(legal: Battle, changes: Iterable[tuple[ItemChange, Battle]], budget: float) -> tuple[Worth, ...]:
    idle = cache(partial(_idle, battle=legal))

    def judge(change: ItemChange, changed: Battle) -> Battle | Refused:
        problems = changed.problems()
        return problems[0] if problems else legal if idle(change) else changed

    def row(
        change: ItemChange, changed: Battle, case: Battle | Refused, odds: Odds | None, base: Odds
    ) -> Worth:
        if isinstance(case, Refused):
            return Worth(change, changed, odds, base, case)
        row = Worth(change, changed, odds, base)
        if row.win_change or row.edge_change:
            return row
        return attrs.evolve(row, why=idle(change) or _ruling(change, "no_change"))

    return tuple(weighed(legal, changes, judge, lambda battles: odds_of(battles, budget), row))


@explained
@takes()
def effect_worth(
    battle: Battle | str,
    side: Role | None = None,
    lang: Lang = "en",
    *,
    variant: Variant | str | None = None,
    budget: float = PATIENCE,
) -> pd.DataFrame:
    """Return how the odds change with one effect more or less on each side: one row for each effect.

    `win`, `tie`, `loss` and `edge` (win minus loss) are the chances with the change, and `win_change` and
    `edge_change` what it changes, all from the point of view of the side (`side`) that has the effect:
    positive is good for it. `change` is the change in notation (`+mb`, `-amd`), `kind` the source of the
    effect (technology, action, agenda, promissory, ability, unit, anomaly), `label` and `reason` texts in
    `lang`, `rules` the id of the rule. A card counts for its default round. `rank` counts from 1 by the size
    of `edge_change`, whatever its sign; `cost` and `per_resource` are for units. `variant` and
    `budget` (of all rows together) as in `odds`.

    `attrs`: `battle`, `words` (what a figure calls it), `lang`, `base` (the attacker's win, tie, loss, edge
    as it is), and `refused`: what the rules forbid (effects of other factions above all), each with side,
    change, kind, label, rule and reason.
    Raises as `effect_rows` does.

    >>> frame = effect_worth("space: 3 cruiser @ mb vs 2 dreadnought")
    >>> frame.loc[frame.change == "-mb", "rules"].tolist()
    ['IM-ACT-mb']
    """
    return _frame(effect_rows, _legal(battle, variant), side, lang, budget)


@explained
@takes()
def unit_worth(
    battle: Battle | str,
    side: Role | None = None,
    lang: Lang = "en",
    *,
    variant: Variant | str | None = None,
    budget: float = PATIENCE,
) -> pd.DataFrame:
    """Return how the odds change with one unit more or less on each side, or with the upgrade of a class.

    Columns and `attrs` are those of `effect_worth`. `change` is `+cruiser`, `-cruiser` or `cruiser>cruiser+`
    (all of the class), `kind` "unit" or "upgrade"; `cost` is what the unit costs in resources (0 for a PDS
    and for an upgrade) and `per_resource` the change of the chance to win for each of them (nan without any).

    >>> frame = unit_worth("space: 3 cruiser vs 2 dreadnought")
    >>> frame.loc[frame.side == "attacker", "change"].tolist()[:3]
    ['+warsun', '+dreadnought', '+cruiser']
    """
    return _frame(unit_rows, _legal(battle, variant), side, lang, budget)


def _frame(
    rows_of: Callable[..., tuple[Worth, ...]], legal: Battle, side: Role | None, lang: str, budget: float
) -> pd.DataFrame:
    facts = {"battle": str(legal), "words": "fleet_worth", **legal.conditions}
    return worth_frame(rows_of(legal, side, budget=budget), COLUMNS, lang, **facts)
