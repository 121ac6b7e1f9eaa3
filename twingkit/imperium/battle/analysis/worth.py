"""The worth of effects and units in a battle: how the odds change with one more, one less or another.

    worth("space: 3 cruiser @ mb vs 2 dreadnought")
    worth("space: 3 cruiser @ mb vs 2 dreadnought", ["-mb", "+2 fighter", "+cr2"], side="attacker")

Each change is computed exactly and names the rule that causes it; a change without effect says why.
`change_worth_rows` returns the same as plain values, without pandas.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import attrs

from twingkit.analyse.reports import change_worth
from twingkit.core.arguments import TEXT, check_arguments, list_of, list_or_single
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, Role
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imperium.battle.analysis.fleet_changes import (
    battle_with_units,
    counts_after_adding,
    counts_after_conversion,
    useful_units,
)
from twingkit.imperium.battle.analysis.invasion import odds_of_legal_battles_in_slices
from twingkit.imperium.battle.custom_units import CUSTOM_UNITS_ARGUMENT, CustomUnits
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.odds_many import resolve_legal_battles
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX, UNIT_NAMES, EffectUse, Side
from twingkit.imperium.battle.rules.force import idle_reason_keys_by_phase
from twingkit.imperium.box.effects import BattleEffect, effects_by_id, line_effect_ids
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.odds import Odds

WORTH_COLUMNS = change_worth.worth_column_types(cost="float64", per_resource="float64")
"""The columns of `worth` with their types."""

_MAX_UNITS_PER_KIND = 99
"""The maximum number of units of a kind on a side."""

UNIT_RULE, UPGRADE_RULE = "IM-UNIT-1", "IM-UNIT-2"
"""The rules that say what units and their upgrades can do."""


@attrs.frozen
class ItemChange:
    """One change to one side of a battle: an effect or a kind of unit added, removed or replaced.

    `token` is its notation (`+mb`, `-cruiser`, `cruiser>cruiser+`), `kind` its category: the source of an
    effect ("technology", "action" …), "unit" or "upgrade". `changed_units` is the name of a unit with the
    number added, or with the name of its replacement; None for an effect.
    """

    side: str
    token: str
    kind: str
    rule: str
    cost: float = 0.0
    ruling_case: str = "more"
    ruling_facts: tuple[tuple[str, object], ...] = attrs.field(default=(), eq=False)
    changed_units: tuple[str, int | str] | None = None

    @property
    def effect(self) -> BattleEffect | None:
        """The effect that is added or removed; None for a unit."""
        effects = (fact for _, fact in self.ruling_facts if isinstance(fact, BattleEffect))
        return next(effects, None)

    def label(self) -> str:
        """Return the change in words: `+ Morale Boost`, `− cruiser`."""
        return rulebook().sentence("worth", self.ruling_case, dict(self.ruling_facts))


@attrs.frozen
class ItemChangeWorth(change_worth.ChangeWorth[ItemChange, Battle]):
    """The effect of one `ItemChange` on the odds of a battle.

    `why` explains a change without effect; if the rules forbid the change, `odds` is None and `why` is the
    refusal.
    """

    why: Ruling | change_worth.RefusalOrFault | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The id of the rule that causes the difference or forbids the change, as a tuple of one."""
        return (self.why.rule if isinstance(self.why, Refusal) else self.change.rule,)

    @property
    def per_resource(self) -> float:
        """The change of the chance to win for each resource of the cost; nan without a cost."""
        return self.win_change / self.change.cost if self.change.cost else float("nan")

    def reason(self) -> str:
        """Return the text of the rule that causes or prevents a difference in the odds."""
        if self.why is not None:
            return self.why.text()
        return rulebook()[self.change.rule].text()

    def extra_cells(self) -> dict[str, float]:
        """Return the additional table cells `cost` and `per_resource`."""
        return {"cost": self.change.cost, "per_resource": self.per_resource}


def _ruling(change: ItemChange, case: str) -> Ruling:
    enemy = ROLES[1 - ROLES.index(change.side)]
    facts = {**dict(change.ruling_facts), "side": change.side, "enemy": enemy}
    if change.effect is not None:
        facts.update(faction=change.effect.owner, phase=change.effect.phase)
    return Ruling(change.rule, case, facts, rulebook())


def _why_idle(change: ItemChange, battle: Battle) -> Ruling | None:
    """Return why an effect can never do anything for this side in this battle; None if it can."""
    if change.effect is None:
        return None
    reasons = idle_reason_keys_by_phase(change.effect, battle, ROLES.index(change.side))
    telling = [why for why in reasons if why != "phase"] or reasons
    return _ruling(change, telling[0]) if all(reasons) else None


def _effect_changes(battle: Battle, role: str) -> list[ItemChange]:
    """Return the changes that add one more of every effect a side could have, or remove one that it has."""
    side = battle.sides[ROLES.index(role)]
    effects = [effects_by_id()[effect_id] for effect_id in line_effect_ids()]
    return [
        _effect_change(effect, role, not _names_effect(side, effect.id))
        for effect in effects
        if not effect.is_automatic
    ]


def _names_effect(side: Side, effect_id: str) -> bool:
    return any(use.id == effect_id for use in side.effects)


def _effect_change(effect: BattleEffect, role: str, more: bool) -> ItemChange:
    token, case = f"{'+' if more else '-'}{effect.id}", "more" if more else "less"
    return ItemChange(
        role, token, effect.source, effect.rule, ruling_case=case, ruling_facts=(("effect", effect),)
    )


def battles_without_effects(battle: Battle) -> dict[tuple[int, BattleEffect], Battle]:
    """Return the battle without each single effect, as a dict keyed by (side index, effect); battles that
    become illegal are left out.
    """
    pairs = {
        (index, use.effect): battle.with_side(
            index, effects=[other for other in side.effects if other.id != use.id]
        )
        for index, side in enumerate(battle.sides)
        for use in side.effects
    }
    return {pair: without for pair, without in pairs.items() if not without.problems()}


def _unit_changes(battle: Battle, role: str) -> list[ItemChange]:
    """Return the unit changes to try for a side: one unit more or less, or a class up- or downgraded."""
    side_index = ROLES.index(role)
    side = battle.sides[side_index]
    counts = {name: side.count(name) for name in side.unit_names()}
    more = [
        _unit_change(side, role, name, 1)
        for name in useful_units(battle, side_index)
        if counts.get(name, 0) < _MAX_UNITS_PER_KIND
    ]
    less = [_unit_change(side, role, name, -1) for name in counts if sum(counts.values()) > 1]
    upgraded = []
    for name in counts:
        other = name.removesuffix("+") if name.endswith("+") else f"{name}+"
        if side.find_unit(other) is not None and counts[name] + counts.get(other, 0) <= _MAX_UNITS_PER_KIND:
            upgraded.append(_replacement(side, role, name, other))
    return [*more, *less, *upgraded]


def _unit_change(side: Side, role: str, name: str, n: int) -> ItemChange:
    kind = side.unit(name)
    rule = f"IM-UNIT-{kind.id}" if kind.unit_class == "flagship" and kind.id in effects_by_id() else UNIT_RULE
    many = abs(n) > 1
    return ItemChange(
        role,
        f"{'+' if n > 0 else '-'}{f'{abs(n)} ' * many}{name}",
        "unit",
        UPGRADE_RULE if kind.is_upgraded else rule,
        abs(n) * kind.cost,
        ("more" if n > 0 else "less") + "_many" * many,
        (("effect", kind), ("n", abs(n))),
        (name, n),
    )


def _replacement(side: Side, role: str, name: str, other: str) -> ItemChange:
    """Return the change that upgrades or downgrades a class, or that replaces one unit by another."""
    kind, new = side.unit(name), side.unit(other)
    facts = (("effect", kind), ("other", new))
    token = f"{name}>{other}"
    if name.removesuffix("+") == other.removesuffix("+"):
        return ItemChange(role, token, "upgrade", UPGRADE_RULE, 0.0, "upgrade", facts, (name, other))
    return ItemChange(role, token, "unit", UNIT_RULE, new.cost - kind.cost, "upgrade", facts, (name, other))


def battle_with_change(battle: Battle, change: ItemChange) -> Battle:
    """Return the battle after a change, without checking that it is legal."""
    side_index = ROLES.index(change.side)
    side = battle.sides[side_index]
    if change.changed_units is None:
        effect_id = change.token[1:]
        others = [use for use in side.effects if use.id != effect_id]
        uses = [*others, EffectUse(effect_id)] if change.ruling_case == "more" else others
        return battle.with_side(side_index, effects=uses)
    name, new = change.changed_units
    if isinstance(new, int):
        return battle_with_units(battle, side_index, counts_after_adding(side, name, new))
    if change.kind == "upgrade":
        return battle_with_units(battle, side_index, counts_after_conversion(side, name, new))
    less = battle_with_units(battle, side_index, counts_after_adding(side, name, -1))
    return battle_with_units(less, side_index, counts_after_adding(less.sides[side_index], new, 1))


# -- notation of changes

_COUNTED = re.compile(r"([+-])(?:([1-9][0-9]?) )?([^ >]+)")
CHANGE_EXAMPLES = "+mb, -amd, +cr2, +cruiser, -2 fighter, cruiser>cruiser+, destroyer>cruiser"


def parse_change(text: str, role: str, battle: Battle) -> ItemChange:
    """Parse a change of a side from its notation, such as `+2 fighter` or `cruiser>cruiser+`.

    Raises `RefusedChangeFault` if this side cannot have it, another `Fault` if the text is not a change.

    >>> line = Battle.parse("space: 3 cruiser @ mb vs 2 dreadnought")
    >>> [parse_change(text, "attacker", line).label() for text in ("-mb", "+2 fighter", "cruiser>cruiser+")]
    ['− Morale Boost', '+ 2 × fighter', 'Cruiser → Cruiser II']
    """
    side = battle.sides[ROLES.index(role)]
    old, arrow, new = text.partition(">")
    if arrow:
        for name in (old, new):
            if side.find_unit(name) is None and name not in _unit_words(side):
                raise _unread(text, name, side)
        if not side.count(old) or side.find_unit(new) is None:
            case = "change_lacks" if not side.count(old) else "change_not_for"
            raise _refused(text, case, "upgrade" if old.strip("+") == new.strip("+") else "unit", side=role)
        return _replacement(side, role, old, new)
    found = _COUNTED.fullmatch(text)
    if found is None:
        raise _unread(text, text, side)
    more, name = found[1] == "+", found[3]
    effect = effects_by_id().get(name) if name in line_effect_ids() and not found[2] else None
    if effect is None and not found[2] and name in _upgrades():
        return _upgrade_change(text, more, name, role, battle)
    if effect is not None and not effect.is_automatic:
        if _names_effect(side, name) == more:
            case, label = "change_has" if more else "change_lacks", _effect_change(effect, role, more).label()
            raise _refused(text, case, effect.source, label, side=role)
        return _effect_change(effect, role, more)
    if side.find_unit(name) is None:
        if name in _unit_words(side):
            raise _refused(text, "change_not_for", "unit", side=role)
        if name in _peaceful_effects() and not found[2]:
            raise _without_battles(text, more, name)
        raise _unread(text, name, side)
    n = int(found[2] or 1) * (1 if more else -1)
    if not 0 <= side.count(name) + n <= _MAX_UNITS_PER_KIND:
        case, label = "change_has" if more else "change_lacks", _unit_change(side, role, name, n).label()
        raise _refused(text, case, "unit", label, side=role)
    return _unit_change(side, role, name, n)


def _unit_words(side: Side) -> set[str]:
    own = side.custom_units.names if side.custom_units is not None else ()
    return {*UNIT_NAMES, *own}


@cache
def _peaceful_effects() -> dict[str, tuple[str, str]]:
    """Return the abilities and cards that do nothing in battles, by id, each with its source and rule."""
    rows = {row["id"]: (row["source"], row["rule"]) for row in box_csv_rows("abilities.csv")}
    return {name: about for name, about in rows.items() if name not in line_effect_ids()}


def _refused(
    text: str, case: str, kind: str, label: str = "", **facts: object
) -> change_worth.RefusedChangeFault:
    fault = change_worth.RefusedChangeFault(case, rulebook(), token=quote_value(text), **facts)
    fault.kind, fault.label = kind, label
    return fault


def _without_battles(text: str, more: bool, name: str) -> change_worth.RefusedChangeFault:
    source, rule = _peaceful_effects()[name]
    facts = {"effect": rulebook()[rule].title()}
    label = rulebook().sentence("worth", "more" if more else "less", facts)
    fault = _refused(text, "change_idle", source, label, **facts)
    fault.rules = (rule,)
    return fault


def _unread(text: str, name: str, side: Side) -> Fault:
    units = [word for word in _unit_words(side) if not word.endswith(DAMAGED_SUFFIX)]
    names = [*units, *line_effect_ids(), *_upgrades(), *_peaceful_effects()]
    near = difflib.get_close_matches(name.strip("+-").casefold(), names, n=3)
    known = ", ".join(near) or CHANGE_EXAMPLES
    case = "change_near" if near else "change_unread"
    return Fault(case, rulebook(), token=quote_value(text), known=known)


@cache
def _upgrades() -> dict[str, tuple[str, str]]:
    """Return the technologies that upgrade a unit, each with the class and the faction ("": all)."""
    rows = box_csv_rows("technologies.csv")
    return {row["id"]: (row["unit"], row["faction"]) for row in rows if row["unit"]}


def _upgrade_change(text: str, more: bool, technology: str, role: str, battle: Battle) -> ItemChange:
    """Return the change of a class by the technology that upgrades it.

    A faction with an upgrade of its own has that in place of the common one (IM-TECH-3).
    """
    side = battle.sides[ROLES.index(role)]
    name, faction = _upgrades()[technology]
    own = {owner for unit, owner in _upgrades().values() if unit == name and owner} & {side.faction}
    upgraded = f"{name}+"
    old, new = (name, upgraded) if more else (upgraded, name)
    fits = faction == side.faction if faction else not own
    if not fits or side.find_unit(upgraded) is None:
        raise _refused(text, "change_not_for", "upgrade", side=role)
    if not side.count(old):
        raise _refused(text, "change_lacks", "upgrade", side=role)
    return attrs.evolve(_replacement(side, role, old, new), token=text)


# -- results of changes


def change_worth_rows(
    battle: Battle | str,
    changes: Iterable[ItemChange] | None = None,
    *,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> tuple[ItemChangeWorth, ...]:
    """Return, for each change, its effect on the odds of the battle: the largest difference first, forbidden
    changes last.

    Without `changes`, every effect and unit of both sides is tried, one more and one less. `variant` and
    `budget` (for all changes together) are as in `odds`. A `best` policy is found once, for the unchanged
    battle. Raises `NotationError` or `IllegalBattleError` for a bad battle, `SlowError` beyond the budget.

    >>> rows = change_worth_rows("space: 3 cruiser @ mb vs 2 dreadnought")
    >>> [(row.side, row.change.token, round(row.win_change, 3)) for row in rows[:2]]
    [('attacker', '+warsun', 0.804), ('attacker', '+asc', 0.706)]
    """
    legal = resolve_best_policy(legal_battle(battle, variant))
    [rows] = _change_worths([legal], [_all_changes(legal) if changes is None else changes], budget)
    return tuple(rows)


def _all_changes(battle: Battle, sides: Sequence[str] = ROLES) -> list[ItemChange]:
    effects = [change for role in sides for change in _effect_changes(battle, role)]
    return effects + [change for role in sides for change in _unit_changes(battle, role)]


def _change_worths(
    lines: Sequence[Battle], changes: Sequence[Iterable[ItemChange]], budget: float
) -> list[list[ItemChangeWorth]]:
    idle = cache(_why_idle)

    def judge(place: int, change: ItemChange, changed: Battle) -> Battle | change_worth.RefusalOrFault:
        line, problems = lines[place], changed.problems()
        if problems:
            return problems[0]
        return line if idle(change, line) else changed

    def row(
        place: int,
        change: ItemChange,
        changed: Battle,
        case: Battle | change_worth.RefusalOrFault,
        odds: Odds | None,
        base: Odds,
    ) -> ItemChangeWorth:
        line = lines[place]
        if isinstance(case, change_worth.RefusalOrFault):
            return ItemChangeWorth(change, line, changed, odds, base, case)
        row = ItemChangeWorth(change, line, changed, odds, base)
        if row.win_change or row.edge_change:
            return row
        return attrs.evolve(row, why=idle(change, line) or _ruling(change, "no_change"))

    pairs = [
        [(change, battle_with_change(line, change)) for change in asked]
        for line, asked in zip(lines, changes, strict=True)
    ]
    return change_worth.rate_changes(
        lines, pairs, judge, lambda battles: finish(odds_of_legal_battles_in_slices(battles), budget), row
    )


@with_column_meanings
@check_arguments(
    position=list_or_single("argument.battles", str, Battle),
    changes=list_of(TEXT),
    custom_units=CUSTOM_UNITS_ARGUMENT,
)
@localized
def worth(
    position: Battle | str | Iterable[Battle | str],
    changes: Iterable[str] | None = None,
    *,
    side: Role | None = None,
    variant: Variant | str | None = None,
    custom_units: CustomUnits | Path | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
    lang: Lang | None = None,
) -> DataFrame:
    """Return a table of how much each single change changes the odds: one row for each change, side and
    battle.

    Parameters
    ----------
    position
        A battle or several, of any kind.
    changes
        Changes in notation:

        - `+mb`, `-amd`: an effect more or less (a technology, an action card, an agenda …),
        - `+cr2`, `-cr2`: a unit upgrade more or less, by the id of its technology; it upgrades the whole
          class, as `cruiser>cruiser+` does,
        - `+cruiser`, `-2 fighter`: units more or less,
        - `destroyer>cruiser`: one unit replaced by another.

        Without `changes`: every effect one more or one less, one unit more of each kind that does something,
        one less of each kind there is, and each class upgraded or basic again.
    side
        The side to change; without it, both sides.
    variant, custom_units, budget
        As in `odds`; the budget is for all rows together.
    lang
        The language of `label` and `reason`.

    Returns
    -------
    pandas.DataFrame
        One row for each change, the largest effect of a battle first, with the columns

        - `position`, `changed_position`: the battle without and with the change,
        - `side`: the changed side,
        - `change`, `label`: the change in notation and in words,
        - `kind`: what changes, such as "technology", "upgrade" (a unit upgrade), "action" or "unit",
        - `win_before`, `edge_before`: the side's chance to win and its edge before the change,
        - `win`, `tie`, `loss`, `edge`: its chances with it,
        - `win_change`, `edge_change`: the differences,
        - `cost`: the resources of the units that come or go; 0 for an upgrade or an effect,
        - `per_resource`: `win_change` for each of these resources, NaN without a cost,
        - `rules`, `reason`: the rules that cause the effect, and why it has this effect or none,
        - `refused`: why a named change has no numbers, such as a technology of another faction or of no use
          in battles; without `changes` such rows are left out,
        - `rank`: the place by the size of `edge_change`, those without numbers last.

        `attrs`: `position` and `base` (the attacker's chances without a change) for a single battle, `lang`,
        `variant`.

    Raises
    ------
    BatchError
        If some of several battles are bad.
    NotationError, IllegalBattleError, VariantError, BoxError
        If the single battle, the variant or the file of units is bad.
    Fault
        If a text is no change; it names similar ones.
    SlowError
        If the rows take more than the budget.

    Examples
    --------
    >>> frame = worth("space: 3 cruiser @ mb vs 2 dreadnought")
    >>> frame.loc[frame.change == "-mb", "rules"].tolist()
    [['IM-ACT-mb']]
    >>> frame = worth("space: 3 cruiser vs 2 dreadnought", ["+cruiser", "+2 cruiser"], side="attacker")
    >>> frame[["change", "win_before", "win", "per_resource"]].round(3).values.tolist()
    [['+2 cruiser', 0.147, 0.797, 0.162], ['+cruiser', 0.147, 0.482, 0.167]]
    >>> frame = worth("space: 3 cruiser vs 2 dreadnought", ["+cr2", "+da", "+asc"], side="attacker")
    >>> frame[["change", "kind", "label", "win_change"]].round(3).values.tolist()
    [['+asc', 'technology', '+ Assault Cannon', 0.713], ['+cr2', 'upgrade', 'Cruiser → Cruiser II', 0.096],
     ['+da', 'technology', '+ Duranium Armor', 0.0]]
    >>> frame = worth("space: 3 cruiser vs 2 dreadnought", ["+cr2", "+cv2"], side="attacker")
    >>> frame[["change", "win_change", "refused"]].round(3).values.tolist()
    [['+cr2', 0.096, ''], ['+cv2', nan, "The attacker has nothing here that '+cv2' takes away or upgrades."]]
    """
    sides = ROLES if side is None else (side,)
    facts: dict[str, object] = {}
    if isinstance(position, str | Battle):
        lines = [resolve_best_policy(legal_battle(position, variant, custom_units))]
        facts = {"position": str(lines[0]), **lines[0].variant_attrs}
    else:
        lines = resolve_legal_battles(position, variant, budget, custom_units)
        facts = dict(lines[0].variant_attrs) if lines else {}
    if changes is None:
        asked, refused = [_all_changes(line, sides) for line in lines], None
    else:
        asked, refused = change_worth.parse_changes(changes, lines, sides, parse_change)
    return change_worth.worth_frame(_change_worths(lines, asked, budget), WORTH_COLUMNS, refused, **facts)
