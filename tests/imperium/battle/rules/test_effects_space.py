"""Every effect that a space line can contain is mentioned, in both roles, and never stops a battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from imperium.space_table import Faces, play_out

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.players import assumed_answer
from twingkit.imperium.battle.rules.questions import PlayEffect
from twingkit.imperium.battle.starts import battle_game
from twingkit.imperium.box.effects import BattleEffect, effects_by_id, line_effect_ids

UNITS = "2 fighter 1 destroyer 1 cruiser 1 carrier 2 dreadnought 1 dreadnought+ 1 warsun 1 pds"


def holder(effect: BattleEffect) -> str:
    """Return a side with this effect: of the faction that has it, or (promissory notes) of another."""
    if effect.source == "promissory":
        faction = "sol" if effect.owner != "sol" else "arborec"
    else:
        faction = effect.owner or "arborec"
    if effect.is_automatic:
        return f"{UNITS} 1 flagship @ {faction}"
    return f"{UNITS} 1 flagship @ {faction},{effect.id}"


def enemy(effect: BattleEffect) -> str:
    """Return a side against which the effect can do something."""
    faction = effect.owner if effect.hook == "suppress" else "muaat"
    return f"{UNITS} 1 flagship @ {faction}"


def lines() -> Iterator[Any]:
    """Yield each effect in each role."""
    for name in line_effect_ids():
        effect = effects_by_id()[name]
        yield pytest.param(effect, f"space: {holder(effect)} vs {enemy(effect)}", id=f"{name}-attacker")
        yield pytest.param(effect, f"space: {enemy(effect)} vs {holder(effect)}", id=f"{name}-defender")


@pytest.mark.parametrize(("effect", "line"), list(lines()))
def test_IM_TECH_1_every_effect_is_heard_of(effect: BattleEffect, line: str) -> None:
    battle = Battle.parse(line)
    if battle.problems():
        assert effect.id == "nebula"
        return
    silent = effect.hook == "suppress" or (effect.is_automatic and effect.phase == "ground")
    for seed in range(2):
        game = battle_game(battle, seed=seed).play(assumed_answer)
        assert game.result is not None
        rulings = game.rulings
        assert silent or effect.rule in {ruling.rule for ruling in rulings}
        for ruling in rulings:
            assert ruling.text("en")
            assert ruling.text("de")


@pytest.mark.parametrize(
    ("rule", "why", "line", "dice"),
    [
        ("IM-TECH-ps", "nothing_no_cannon", "2 cruiser vs 1 fighter @ ps", ()),
        ("IM-TECH-ps", "nothing_no_target", "1 pds vs 1 fighter 1 pds @ ps", (1,)),
        ("IM-TECH-amd", "nothing_no_cannon", "1 cruiser @ amd vs 1 cruiser", ()),
        ("IM-TECH-gls", "nothing_no_cannon", "2 fighter vs 1 cruiser @ gls", ()),
        ("IM-ACT-mjets", "nothing_no_hit", "4 fighter @ mjets vs 1 cruiser 2 pds", (1,)),
        ("IM-ACT-mjets", "nothing_no_hit", "4 fighter @ mjets vs 1 cruiser", ()),
        ("IM-AGENDA-schematics", "nothing_no_warsun", "1 cruiser @ schematics vs 1 cruiser", ()),
        ("IM-ACT-sh", "not_used", "1 warsun @ sh vs 1 fighter", (10, 1)),
        ("IM-UNIT-devotion", "nothing_no_ship", "1 carrier @ yin,devotion vs 1 cruiser", (1,) * 6),
        ("IM-TECH-exo2", "nothing_whole", "1 dreadnought+ @ sardakk,exo2 vs 2 cruiser", (1, 1)),
        ("IM-TECH-exo2", "nothing_too_few", "1 dreadnought+ @ sardakk,exo2 vs 4 fighter 1 cruiser",
         (1, (1, 1, 1, 1, 10))),
        ("IM-TECH-exo2", "nothing_no_ship", "1 dreadnought @ sardakk,exo2 vs 2 cruiser", (1, (10, 1))),
        ("IM-ACT-intercept", "nothing_no_retreat", "1 cruiser @ intercept vs 1 cruiser", (10, 1)),
        ("IM-UNIT-foresight", "nothing_no_ship", "2 cruiser vs 1 pds @ naalu,foresight", (1,)),
        ("IM-ACT-dh", "not_used", "1 warsun @ dh vs 1 fighter", (10, 1)),
        ("IM-ACT-dh", "not_used", "1 cruiser @ dh vs 1 dreadnought+", (10, 1, 10, 1)),
        ("IM-TECH-da", "nothing_whole", "1 cruiser @ da vs 1 cruiser", (1,) * 6),
        ("IM-ACT-courageous", "nothing_none_destroyed", "2 fighter @ courageous:1 vs 1 cruiser",
         (1, 1, 1, 10)),
        ("IM-ACT-courageous", "nothing_nobody", "1 cruiser @ courageous vs 1 cruiser", (10, 10)),
        ("IM-ACT-emergency", "nothing_whole", "2 dreadnought @ emergency:1 vs 2 cruiser", (1, 10, 1, 1)),
        ("IM-UNIT-sardakk_flagship", "nothing_alone", "1 flagship @ sardakk vs 1 fighter", (1,)),
        ("IM-AGENDA-prophecy", "nothing_no_fighters", "1 cruiser @ prophecy vs 1 fighter", (1,)),
        ("IM-ACT-mb", "not_reached", "1 warsun @ mb:2 vs 1 cruiser", (10, 1)),
        ("IM-ACT-f_prototype", "nothing_no_fighters", "1 cruiser @ f_prototype vs 1 carrier", (1,)),
        ("IM-UNIT-jolnar_flagship", "nothing_no_nine", "1 flagship @ jolnar vs 1 fighter", (1,)),
        ("IM-UNIT-hacan_flagship", "nothing_not_by_one",
         "1 cruiser 1 flagship @ hacan,hacan_flagship vs 5 fighter", ((7, 7, 5),)),
        ("IM-UNIT-munitions", "nothing_no_miss", "2 cruiser @ letnev,munitions vs 9 fighter", (7, 1)),
        ("IM-TRADE-war_funding", "nothing_no_miss", "1 cruiser @ war_funding vs 1 cruiser", (7, 1)),
        ("IM-AGENDA-crown_of_thalnos", "nothing_no_miss", "1 fighter @ crown_of_thalnos vs 1 fighter", (9,)),
        ("IM-AGENDA-crown_of_thalnos", "nothing_no_unit", "1 cruiser @ crown_of_thalnos vs 1 fighter",
         (1, 1, 1)),
        ("IM-TECH-asc", "nothing_only_fighters", "3 cruiser @ asc vs 2 fighter", ()),
        ("IM-TECH-asc", "nothing_no_battle", "3 cruiser @ asc vs 2 pds", (1,)),
        ("IM-UNIT-ambush", "nothing_no_ship", "1 carrier @ mentak vs 1 fighter", ()),
        ("IM-TECH-ic", "nothing_last_ship", "1 destroyer @ yin,ic vs 3 fighter", ()),
        ("IM-TECH-ic", "nothing_no_ship", "1 carrier @ yin,ic vs 3 fighter", ()),
        ("IM-UNIT-nekro_flagship", "nothing_no_forces", "1 flagship @ nekro vs 1 fighter", ()),
    ],
)  # fmt: skip
def test_an_effect_without_an_occasion_is_not_used_and_says_once_why(
    rule: str, why: str, line: str, dice: tuple[Faces, ...]
) -> None:
    battle = play_out(f"space: {line}", *dice)
    assert battle.cases(rule) == [why]
    wanted = [asked.use for asked in battle.asked if isinstance(asked, PlayEffect) and asked.plays_by_default]
    assert rule not in [use.effect.rule for use in wanted]
