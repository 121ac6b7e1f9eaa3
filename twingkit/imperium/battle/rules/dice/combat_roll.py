"""Combat rolls, in space and on the ground: values, modifiers, rerolls (IM-SPACE-6, IM-INV-6, IM-UNIT-8).

A round's roll is a separate step for each side. Its hits are noted on the force of the side that made them,
until both sides assign them simultaneously (`twingkit.imperium.battle.rules.losses.combat_hits`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.counts_in_words import UnitCount, VolleyFaces
from twingkit.imperium.battle.rules.dice.crown_rerolls import RerollDice, unit_of_each_die
from twingkit.imperium.battle.rules.dice.volley import (
    EXTRA_HITS_FROM,
    DiceGroup,
    Die,
    Volley,
    VolleyResult,
    volley_from_dice,
)
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair, Roster
from twingkit.imperium.battle.rules.questions import RollDice, ask_to_play
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.units import Unit

Step = Callable[[BattleTable], Script]
"""A step of a battle: a function that changes the table, asks players, rolls dice and cites rulings."""

FREE, NONFIGHTER = "free", "nonfighter"
"""Notes of a force: hits that it has made in this round, and hits that must go to non-fighter ships."""

CROWN_DESTROYED_NOTE = "burnt"
"""Note of a force: the roster index of a unit that the Crown of Thalnos destroys before hits are assigned;
one note for each unit.
"""

BONUS, FIGHTER_BONUS = "bonus", "fighter_bonus"
"""Notes of a force: bonuses to this round's combat rolls, of all units and of fighters."""

REROLL_NOTE = "again"
"""Note of a force: its misses of this round are rerolled; one note for each card that was played for it
before.
"""

MISSED_NOTE = "missed"
"""Note of a force: the roster index of a unit with a die that missed; one note for each die that may be
rerolled after both sides' rolls.
"""

NO_ROLLS_NOTE = "no_rolls"
"""Note of a force: it makes no combat rolls in this round."""

_JOLNAR_EXTRA_HITS = 2
"""The additional hits of each natural 9 or 10 of the Jol-Nar flagship (IM-UNIT-jolnar_flagship)."""

CROWN_OF_THALNOS = "crown_of_thalnos"

_ROLL_RULES = {"space": "IM-SPACE-6", "ground": "IM-INV-6"}
_BURNING = {"space": "fighter", "ground": "infantry"}


def due_effects(table: BattleTable, side_index: int, hook: str) -> list[EffectUse]:
    """Return the one-shot effects with this hook (the point at which they apply) that a side wants to use in
    this round and still can.

    Of cards with the same name one is played at a time, first the one that the line names for this round.
    """
    due_uses: dict[str, EffectUse] = {}
    for use in due_cards(table, side_index, hook):
        due_uses.setdefault(use.id, use)
    return list(due_uses.values())


def due_cards(table: BattleTable, side_index: int, hook: str) -> list[EffectUse]:
    """Return the cards with this hook (the point at which they apply) that a side wants to use in this round,
    one entry for each copy held.
    """
    uses, force = table.rosters[side_index].effects_with_hook(hook), table.forces[side_index]
    return [
        use
        for use in (sorted(uses, key=lambda use: -use.round) if uses else ())
        if use.effect.is_one_shot and force.can_use_in_round(use, table.round)
        for _ in range(force.count_unused_cards(use))
    ]


def _bonus_applies(use: EffectUse, unit: Unit) -> bool:
    """True if an effect's bonus to combat rolls applies to this unit; a bonus is for all units, for ships, or
    only for fighters.
    """
    return use.effect.units != "fighter" or unit.is_fighter


def _constant_bonus(fight: Fight, side_index: int, unit: Unit) -> int:
    """Return the constant bonus to a unit's combat rolls in this fight.

    It comes from a nebula, abilities, laws and Tekklar Legion.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("space: 1 cruiser vs 1 cruiser @ jolnar,nebula"))
    >>> [_constant_bonus(fight, index, fight.rosters[index].units[0]) for index in (0, 1)]
    [0, 0]
    """
    own, enemy = fight.rosters[side_index], fight.rosters[1 - side_index]
    bonus = sum(
        use.effect.amount
        for use in own.effects_with_hook("combat_bonus")
        if not use.effect.is_one_shot and _bonus_applies(use, unit)
    )
    return bonus - (own.faction == "sardakk" and enemy.has_working("tekklar"))


def combat_volley(fight: Fight, state: ForcePair, side_index: int, round_number: int) -> Volley:
    """Return the dice that a side rolls in a round, according to its force and the notes of this round.

    `rerolls_misses` of the volley is True if misses may be rerolled.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("space: 2 cruiser 1 warsun vs 3 fighter @ prophecy"))
    >>> volleys = [combat_volley(fight, fight.starting_forces(), side, 1) for side in (0, 1)]
    >>> [[(dice.unit, dice.count, dice.hits_on) for dice in volley.groups] for volley in volleys]
    [[('cruiser', 2, 7), ('warsun', 3, 3)], [('fighter', 3, 8)]]
    """
    own, force = fight.rosters[side_index], state[side_index]
    if force.noted_numbers(NO_ROLLS_NOTE):
        return Volley(side_index, ())
    flat, for_fighters = sum(force.noted_numbers(BONUS)), sum(force.noted_numbers(FIGHTER_BONUS))
    lead = own.has_flagship_special("sardakk_flagship", force)
    aim = own.has_flagship_special("l1z1x_flagship", force)
    nudge = trade_goods_bonus(own, force)
    dice = []
    for kind, unit in enumerate(own.units):
        count = force.count(kind) * _dice_count(fight, state, side_index, unit)
        if not count:
            continue
        bonus = flat + _constant_bonus(fight, side_index, unit) + nudge
        bonus += for_fighters if unit.is_fighter else 0
        bonus += lead and kind != own.flagship_index
        extra = _JOLNAR_EXTRA_HITS if unit.id == "jolnar_flagship" else 0
        aimed = aim and unit.unit_class in ("flagship", "dreadnought")
        dice.append(DiceGroup(unit.words_key, count, unit.combat - bonus, kind, extra, aimed))
    return Volley(side_index, tuple(dice), bool(dice) and _can_reroll(fight, force, side_index, round_number))


def trade_goods_bonus(roster: Roster, force: Force) -> int:
    """Return the bonus that trade goods add to every die of a side in a space battle.

    It is 1 while the Hacan flagship is there and its ability is used, otherwise 0 (IM-UNIT-hacan_flagship).
    """
    return int(roster.has_working("hacan_flagship") and roster.has_flagship_special("hacan_flagship", force))


def hit_count_probabilities(
    fight: Fight, state: ForcePair, side_index: int, round_number: int
) -> list[float]:
    """Return the chance of 0, 1, 2 … hits of one side in a round, including its rerolls of all misses.

    This covers rounds without the Crown of Thalnos. If a card of one side makes the other side roll all its
    dice anew, the other side's rerolls are lost, and the first side's own misses are rerolled once more.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("space: 1 cruiser @ letnev,munitions vs 1 carrier"))
    >>> [round(chance, 2) for chance in hit_count_probabilities(fight, fight.starting_forces(), 0, 1)]
    [0.36, 0.64]
    """
    volley = combat_volley(fight, state, side_index, round_number)
    own, other = (
        _has_roll_anew_card(fight, side, round_number, state[side]) for side in (side_index, 1 - side_index)
    )
    if other:  # the attacker's card comes first, so only the defender's misses can fall after it
        return hit_probabilities_after_rerolls(volley, int(own and side_index == 1))
    return hit_probabilities_after_rerolls(
        volley, count_rerolls(fight, state[side_index], side_index, round_number) + own
    )


def count_rerolls(
    fight: Fight, force: Force, side_index: int, round_number: int, is_barrage: bool = False
) -> int:
    """Return how many times a side can reroll its misses in the combat roll of a round.

    With `is_barrage` this is about its barrage, if the switch `munitions_barrage` allows rerolls there.
    """
    if is_barrage and fight.variant.munitions_barrage == "no":
        return 0
    uses = fight.rosters[side_index].effects_with_hook("reroll_misses")
    played = len(force.noted_numbers(REROLL_NOTE))
    return played + sum(
        not use.effect.is_one_shot or force.can_use_in_round(use, round_number) for use in uses
    )


def hit_probabilities_after_rerolls(volley: Volley, times: int) -> list[float]:
    """Return the chance of 0, 1, 2 … hits of a volley whose misses are rerolled `times` times."""
    if not times or not volley.count:
        return volley.hit_probabilities()
    total = [0.0] * len(volley.hit_probabilities())
    for thrown, chance in attrs.evolve(volley, rerolls_misses=True).outcomes():
        for more, part in enumerate(
            hit_probabilities_after_rerolls(volley.missed_dice(thrown), times - 1), thrown.hits
        ):
            total[more] += chance * part
    return total


def _dice_count(fight: Fight, state: ForcePair, side_index: int, unit: Unit) -> int:
    """Return the number of dice that one unit rolls in combat; for the Winnu flagship, count the other side's
    ships.
    """
    if unit.id != "winnu_flagship":
        return unit.dice if unit.combat else 0
    enemy = fight.rosters[1 - side_index]
    return sum(state[1 - side_index].count(kind) for kind in enemy.nonfighter_ship_indices)


def _can_reroll(fight: Fight, force: Force, side_index: int, round_number: int) -> bool:
    own = fight.rosters[side_index]
    if count_rerolls(fight, force, side_index, round_number):
        return True
    if _has_roll_anew_card(fight, side_index, round_number, force):
        return True
    return own.has_working(CROWN_OF_THALNOS) and any(
        force.count(kind) for kind in crown_rerolled_unit_indices(fight, own)
    )


def _has_roll_anew_card(fight: Fight, side_index: int, round_number: int, force: Force) -> bool:
    """True if a side has a card to roll dice anew after both sides' rolls of a round."""
    return any(
        force.can_use_in_round(use, round_number)
        for use in fight.rosters[side_index].effects_with_hook("roll_anew")
    )


def crown_rerolled_unit_indices(fight: Fight, roster: Roster) -> list[int]:
    """Return the roster indices of the units whose misses the Crown of Thalnos rerolls.

    These are fighters or infantry.
    """
    burning_class = _BURNING[fight.kind]
    return [kind for kind, unit in enumerate(roster.units) if unit.unit_class == burning_class]


@cache
def combat_roll_step(side_index: int) -> Step:
    """Return the step in which one side makes its combat roll and notes its hits.

    It includes rerolls, and is always the same object. No units are lost between both sides' rolls.
    """
    return partial(_roll, side_index=side_index)


def add_hits_to_notes(table: BattleTable, side_index: int, hits: int, nonfighter_hits: int = 0) -> None:
    """Add hits that a side has made in this round to its notes: `hits` hits on any unit, and
    `nonfighter_hits` hits that fighters cannot take.
    """
    facts = [(name, n) for name, n in ((FREE, hits), (NONFIGHTER, nonfighter_hits)) if n]
    if facts:
        table.forces[side_index] = table.forces[side_index].with_notes(*facts)


def unassigned_hits_made(force: Force) -> int:
    """Return the number of noted hits that a side has made in this round and that are not assigned yet."""
    return sum(force.noted_numbers(FREE)) + sum(force.noted_numbers(NONFIGHTER))


def _roll(table: BattleTable, side_index: int) -> Script:
    if not table.both_sides_remain:
        return
    fight, rule = table.fight, _ROLL_RULES[table.fight.kind]
    role = table.rosters[side_index].role
    volley = combat_volley(fight, table.state, side_index, table.round)
    if table.rulings is not None:
        _cite_modifiers(table, side_index)
    if not volley.count:
        if not table.forces[side_index].noted_numbers(
            NO_ROLLS_NOTE
        ):  # the effect that forbids them has been cited
            table.record_ruling(rule, "no_dice", side=role)
        return
    thrown: VolleyResult = yield RollDice(side_index, volley, "combat")
    fallen = VolleyFaces(volley, thrown.faces)
    table.record_ruling(rule, "rolled", side=role, n=volley.count, hits=thrown.hits, dice=fallen)
    cite_face_effects(table, side_index, volley, thrown)
    free, nonfighter, dice = thrown.unrestricted_hits, thrown.nonfighter_hits, volley.rolled_dice(thrown)
    for use, played in _reroll_effects(table, side_index):
        if not any(thrown.missed_by_group):
            if not use.effect.is_one_shot or use.round or use.effect.default_round:
                table.record_ruling(use.effect.rule, "nothing_no_miss", side=role)
        elif played or (yield from ask_to_play(table, side_index, use)):
            volley, thrown = yield from _reroll_misses(table, side_index, use, volley, thrown)
            free, nonfighter = free + thrown.unrestricted_hits, nonfighter + thrown.nonfighter_hits
            dice = [die for die in dice if die.is_hit] + volley.rolled_dice(thrown)
    if table.lets_player_choose_rerolls and table.rosters[side_index].has_working(CROWN_OF_THALNOS):
        yield from _any_dice(table, side_index, dice)
        return
    missed, crowned = thrown, False
    if table.rosters[side_index].has_working(CROWN_OF_THALNOS):
        thrown = yield from _crown(table, side_index, volley, thrown)
        crowned = bool(thrown.missed_by_group)
        free, nonfighter = free + thrown.unrestricted_hits, nonfighter + thrown.nonfighter_hits
    add_hits_to_notes(table, side_index, free, nonfighter)
    if _has_roll_anew_card(fight, side_index, table.round, table.forces[side_index]):
        note_misses(
            table,
            side_index,
            volley,
            missed,
            crown_rerolled_unit_indices(fight, table.rosters[side_index]) if crowned else (),
        )


def note_misses(
    table: BattleTable,
    side_index: int,
    volley: Volley,
    roll_result: VolleyResult,
    except_roster_indices: Sequence[int] = (),
) -> None:
    """Note the missed dice of a volley for a card that rerolls them.

    Dice of the units in `except_roster_indices` are left out.
    """
    groups = zip(volley.groups, roll_result.missed_by_group, strict=False)
    facts = [
        (MISSED_NOTE, group.roster_index)
        for group, n in groups
        for _ in range(n)
        if group.roster_index not in except_roster_indices
    ]
    table.forces[side_index] = table.forces[side_index].with_notes(*facts)


def _reroll_effects(table: BattleTable, side_index: int) -> list[tuple[EffectUse, bool]]:
    """Return the effects that reroll a side's misses, in order, and whether each was already played."""
    uses, force = table.rosters[side_index].effects_with_hook("reroll_misses"), table.forces[side_index]
    once = [use for use in uses if use.effect.is_one_shot]
    return [
        *((use, False) for use in uses if not use.effect.is_one_shot),
        *((once[place], True) for place in force.noted_numbers(REROLL_NOTE)),
        *((use, False) for use in due_effects(table, side_index, "reroll_misses")),
    ]


def reroll_barrage_misses(
    table: BattleTable, side_index: int, volley: Volley, thrown: VolleyResult, uses_trade_goods: bool
) -> Script:
    """Reroll the misses of a barrage as often as a side can, and return the added hits.

    A card played for it also works for the combat rolls of the round (`munitions_barrage`).
    """
    hits = 0
    once = [
        use for use in table.rosters[side_index].effects_with_hook("reroll_misses") if use.effect.is_one_shot
    ]
    for use, _ in _reroll_effects(table, side_index):
        if any(thrown.missed_by_group) and (yield from ask_to_play(table, side_index, use)):
            volley, thrown = yield from _reroll_misses(
                table, side_index, use, volley, thrown, uses_trade_goods
            )
            hits += thrown.hits
            if use.effect.is_one_shot:
                table.forces[side_index] = table.forces[side_index].with_notes((REROLL_NOTE, once.index(use)))
    return hits


def _reroll_misses(
    table: BattleTable,
    side_index: int,
    use: EffectUse,
    volley: Volley,
    thrown: VolleyResult,
    lifted: bool = True,
) -> Script:
    """Reroll the missed dice of a volley once with an effect; return the volley and its result."""
    misses = attrs.evolve(volley.missed_dice(thrown), rerolls_misses=True)
    thrown = yield RollDice(side_index, misses, "again")
    facts = {
        "side": table.rosters[side_index].role,
        "n": misses.count,
        "dice": VolleyFaces(misses, thrown.faces),
    }
    table.record_ruling(use.effect.rule, "rerolled", hits=thrown.hits, **facts)
    cite_face_effects(table, side_index, misses, thrown, lifted)
    return misses, thrown


def _crown(table: BattleTable, side_index: int, volley: Volley, thrown: VolleyResult) -> Script:
    """IM-AGENDA-crown_of_thalnos: reroll the misses of the cheapest units; destroy those that miss again."""
    roster = table.rosters[side_index]
    (use,) = roster.effects_with_hook("reroll_or_die")
    kinds = crown_rerolled_unit_indices(table.fight, roster)
    missed = thrown.missed_by_group or (0,) * len(
        volley.groups
    )  # misses are counted if some will be rerolled
    groups = zip(volley.groups, missed, strict=True)
    dice = tuple(attrs.evolve(group, count=n) for group, n in groups if n and group.roster_index in kinds)
    if not dice:
        some = any(table.forces[side_index].count(kind) for kind in kinds)
        if some or table.round == 1:
            case = "nothing_no_miss" if some else "nothing_no_unit"
            table.record_ruling(use.effect.rule, case, side=roster.role)
        return VolleyResult()
    if not (yield from ask_to_play(table, side_index, use)):
        return VolleyResult()
    misses = Volley(side_index, dice, rerolls_misses=True)
    second: VolleyResult = yield RollDice(side_index, misses, "again")
    burnt = [
        (CROWN_DESTROYED_NOTE, group.roster_index)
        for group, n in zip(dice, second.missed_by_group, strict=True)
        for _ in range(n)
    ]
    table.forces[side_index] = table.forces[side_index].with_notes(*burnt)
    facts: dict[str, object] = {
        "side": roster.role,
        "n": misses.count,
        "dice": VolleyFaces(misses, second.faces),
    }
    table.record_ruling(use.effect.rule, "rerolled", hits=second.hits, lost=len(burnt), **facts)
    return second


def _any_dice(table: BattleTable, side_index: int, dice: list[Die]) -> Script:
    """IM-AGENDA-crown_of_thalnos in a game: its owner rerolls any dice, at the risk of their units."""
    roster, force = table.rosters[side_index], table.forces[side_index]
    (use,) = roster.effects_with_hook("reroll_or_die")
    question = RerollDice(roster, use, dice, crown_rerolled_unit_indices(table.fight, roster))
    again = sorted(question.chosen_dice((yield question)), key=lambda place: dice[place].group.roster_index)
    units = unit_of_each_die(dice, [force.count(kind) for kind in range(len(roster.units))])
    gone: set[tuple[int, int]] = set()
    if again:
        old = [dice[place] for place in again]
        volley = volley_from_dice(side_index, old)
        thrown: VolleyResult = yield RollDice(side_index, volley, "again")
        for place, die in zip(again, volley.rolled_dice(thrown), strict=True):
            dice[place] = die
        gone = {units[place] for place in again} - {units[place] for place in again if dice[place].is_hit}
        facts = {"side": roster.role, "before": VolleyFaces(volley, tuple(die.face for die in old))}
        facts |= {"dice": VolleyFaces(volley, thrown.faces), "hits": thrown.hits, "lost": len(gone)}
        table.record_ruling(use.effect.rule, "any", **facts)
        cite_face_effects(table, side_index, volley, thrown)
    else:
        table.record_ruling(use.effect.rule, "passed", side=roster.role, effect=use.effect)
    notes = [(CROWN_DESTROYED_NOTE, place) for place, _ in sorted(gone)]
    if _has_roll_anew_card(table.fight, side_index, table.round, force):
        there = zip(dice, units, strict=True)
        notes += [
            (MISSED_NOTE, die.group.roster_index)
            for die, unit in there
            if not die.is_hit and unit not in gone
        ]
    table.forces[side_index] = force.with_notes(*notes)
    dice.sort(key=lambda die: die.group.roster_index)
    made = volley_from_dice(side_index, dice).result_of([die.face for die in dice])
    add_hits_to_notes(table, side_index, made.unrestricted_hits, made.nonfighter_hits)


def _cite_modifiers(table: BattleTable, side_index: int) -> None:
    """Cite the changes to a side's combat rolls, once a battle; the Winnu flagship is cited every time."""
    fight, roster, force = table.fight, table.rosters[side_index], table.forces[side_index]
    role, first = roster.role, table.round == 1
    for use in roster.effects_with_hook("combat_bonus") if first else ():
        if not use.effect.is_one_shot:
            some = any(
                _bonus_applies(use, unit) and force.count(kind) for kind, unit in enumerate(roster.units)
            )
            case = "bonus" if some else "nothing_no_fighters"
            table.record_ruling(use.effect.rule, case, side=role, n=use.effect.amount)
    if first and roster.faction == "sardakk" and fight.rosters[1 - side_index].has_working("tekklar"):
        table.record_ruling("IM-TRADE-tekklar", "penalty", side=role, n=-1)
    if roster.has_flagship_special("winnu_flagship", force):
        count = _dice_count(fight, table.state, side_index, roster.units[roster.flagship_index])
        table.record_ruling(
            "IM-UNIT-winnu_flagship", "dice" if count else "nothing_fighters", side=role, n=count
        )
    if first and roster.has_flagship_special("sardakk_flagship", force):
        alone = force.size == force.count(roster.flagship_index)
        table.record_ruling("IM-UNIT-sardakk_flagship", "nothing_alone" if alone else "bonus", side=role)
    if first and roster.has_flagship_special("l1z1x_flagship", force):
        table.record_ruling("IM-UNIT-l1z1x_flagship", "aims", side=role)


def cite_face_effects(
    table: BattleTable, side_index: int, volley: Volley, thrown: VolleyResult, cites_trade_goods: bool = True
) -> None:
    """Cite the rules about single faces: hits by Hacan's trade goods, and natural 9s and 10s of Jol-Nar.

    Trade goods are cited only with `cites_trade_goods`.
    """
    if table.rulings is None:
        return
    roster = table.rosters[side_index]
    nudge = cites_trade_goods and trade_goods_bonus(roster, table.forces[side_index])
    lifted = extra = start = 0
    for group in volley.groups:
        faces = thrown.faces[start : start + group.count]
        start += group.count
        lifted += sum(face == group.hits_on for face in faces) if nudge else 0
        extra += sum(face >= EXTRA_HITS_FROM for face in faces) if group.extra_hits else 0
    if nudge:
        case = "nudged" if lifted else "nothing_not_by_one"
        table.record_ruling("IM-UNIT-hacan_flagship", case, side=roster.role, n=lifted)
    if roster.has_flagship_special("jolnar_flagship", table.forces[side_index]) and any(
        group.extra_hits for group in volley.groups
    ):
        case = "extra" if extra else "nothing_no_nine"
        unit = UnitCount(roster.units[roster.flagship_index], 1)
        table.record_ruling(
            "IM-UNIT-jolnar_flagship", case, side=roster.role, n=extra * _JOLNAR_EXTRA_HITS, unit=unit
        )
