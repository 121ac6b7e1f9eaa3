"""The space battle: its steps in order, and the whole battle from the opening to its end (IM-SPACE-1)."""

from __future__ import annotations

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.dice.combat_roll import Step, combat_roll_step
from twingkit.imperium.battle.rules.dice.war_funding import war_funding_reroll
from twingkit.imperium.battle.rules.events import SpaceRoundBegins
from twingkit.imperium.battle.rules.force import Fight, Roster
from twingkit.imperium.battle.rules.losses.capacity import remove_excess_units
from twingkit.imperium.battle.rules.losses.combat_hits import assign_hits
from twingkit.imperium.battle.rules.result import DRAW_RULE, case_after_battle, remaining_side
from twingkit.imperium.battle.rules.round_start import repair_at_battle_end, round_start_steps
from twingkit.imperium.battle.rules.rounds import fight_battle
from twingkit.imperium.battle.rules.space import retreat
from twingkit.imperium.battle.rules.space.after_round import AFTER_ROUND_EFFECTS, use_abilities_after_round
from twingkit.imperium.battle.rules.space.barrage import barrage_step, play_barrages
from twingkit.imperium.battle.rules.space.space_cannon import cannon_step
from twingkit.imperium.battle.rules.space.start_of_combat import play_start_of_combat, start_steps
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.units import Unit


def opening(fight: Fight) -> tuple[Step, ...]:
    """Return the steps before the first round of a space battle, in order, for example Space Cannon fire.

    These are effects that call the battle off, Space Cannon, and the start of combat.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> len(opening(Fight.from_battle(Battle.parse("space: 1 cruiser 2 pds vs 3 fighter"))))
    4
    """
    return (
        retreat.play_effects_preventing_battle,
        cannon_step(0),
        cannon_step(1),
        _begin_combat,
        *start_steps(fight),
    )


def _opening_after_cannon(fight: Fight) -> tuple[Step, ...]:
    """Return the steps of `opening` without Space Cannon, which a whole game has fired before
    (IM-SPACE-11). At the start of combat a game may have abilities that a battle alone has not.
    """
    return (retreat.play_effects_preventing_battle, _begin_combat, play_start_of_combat)


def round_steps(fight: Fight, round_number: int) -> tuple[Step, ...]:
    """Return the steps of one round of a space combat, in order, leaving out steps for effects that no side
    has.
    """
    steps = [*round_start_steps(fight, round_number)]
    if round_number == 1 and any(unit.barrage for unit in _units(fight)):
        steps += [play_barrages] if fight.has_working("courageous") else [barrage_step(0), barrage_step(1)]
    steps += [retreat.announce_retreat, combat_roll_step(0), combat_roll_step(1)]
    if any(roster.effects_with_hook("roll_anew") for roster in fight.rosters):
        steps.append(war_funding_reroll)
    steps += [assign_hits, retreat.carry_out_retreat]
    if any(map(fight.has_working, AFTER_ROUND_EFFECTS)):
        steps.append(use_abilities_after_round)
    return tuple(steps)


def _units(fight: Fight) -> list[Unit]:
    return [unit for roster in fight.rosters for unit in roster.units]


def play_space_battle(table: BattleTable, *, after_space_cannon: bool = False) -> Script:
    """Play a space battle to its end, starting from the current state of the battle table.

    With `after_space_cannon`, as at a game's table, Space Cannon has been fired already and is left out;
    repairs at the end, which do not matter for odds, are made.
    """
    before = _opening_after_cannon if after_space_cannon else opening
    yield from fight_battle(table, before, round_steps, SpaceRoundBegins)
    if after_space_cannon:
        yield from repair_at_battle_end(table)
    if table.rulings is not None:
        _cite_end(table)


def _begin_combat(table: BattleTable) -> Script:
    """IM-SPACE-1: remove units without room, then begin the combat if both sides still have ships."""
    if table.stopping_rule or any(table.retreated):
        return
    yield from remove_excess_units(table)
    table.record_ruling("IM-SPACE-1", "battle" if table.both_sides_remain else "nobody")
    if table.fight.has_working("schematics") and all(
        unit.unit_class != "warsun" for unit in _units(table.fight)
    ):
        table.record_ruling("IM-AGENDA-schematics", "nothing_no_warsun")


def _cite_end(table: BattleTable) -> None:
    """Cite the side that is left, and cards that could not be played."""
    left = remaining_side(table.state, table.retreated, table.stopping_rule)
    cases = {(rule, case) for rule, case, _ in table.rulings or ()}
    fought = ("IM-SPACE-1", "battle") in cases
    drawn = table.stopping_rule == DRAW_RULE
    if (drawn or not table.stopping_rule) and not table.both_sides_remain:
        if left is None:
            table.record_ruling("IM-SPACE-10", "nobody", side="")
        else:
            case = "drawn" if drawn else "won" if fought else "alone"
            table.record_ruling("IM-SPACE-10", case, side=ROLES[left])
    cited = {(rule, facts.get("side")) for rule, _, facts in table.rulings or ()}
    won = [fought and not drawn and left == side_index for side_index in (0, 1)]
    for side_index, roster in enumerate(table.rosters):
        for use in roster.effect_uses:
            if use.effect.hook == "after":
                case = case_after_battle(use, won[side_index], won[1 - side_index], fought)
                table.record_ruling(use.effect.rule, case, side=roster.role, enemy=ROLES[1 - side_index])
            elif use.effect.is_one_shot and table.forces[side_index].count_unused_cards(use):
                _cite_unused(table, roster, use, (use.effect.rule, roster.role) in cited)


def _cite_unused(table: BattleTable, roster: Roster, use: EffectUse, cited: bool) -> None:
    """Cite a card that was not used, unless its step has `cited` that it had no effect."""
    n = use.round or use.effect.default_round
    if n > table.round:
        table.record_ruling(use.effect.rule, "not_reached", side=roster.role, effect=use.effect, n=n)
    elif use.effect.hook == "bar_retreat":
        table.record_ruling(use.effect.rule, "nothing_no_retreat", side=roster.role)
    elif not n and not cited:
        table.record_ruling(use.effect.rule, "not_used", side=roster.role, effect=use.effect)
