"""The fleet lab's answer to "What do I lose first?", and features shared by all its planning tabs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs
from widgets.imperium.lab.fleets import FleetLab
from widgets.labs import after, answer
from widgets.read_pages import words

from twingkit.core.language import language, localized
from twingkit.imperium.battle.exact_odds.best_order import rank_policies
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses.loss_order import NAMED_LOSS_ORDERS, SUSTAIN_RULES, LossPolicy
from twingkit.imperium.box.units import SHIPS
from twingkit_widgets.imperium.lab.tabs.losses import (
    canonical_policy,
    grouped_hit_effects,
    with_preferred_classes_reordered,
)
from twingkit_widgets.imperium.lab.tabs.plan_tab import rounded_gain
from twingkit_widgets.lab.odds_bar import percentage_points_text
from twingkit_widgets.lab.tab import LabFault

LINE = "space: 4 fighter 2 cruiser 1 carrier 1 dreadnought vs 3 fighter 2 destroyer 2 dreadnought"
TIED = runs(  # half a minute for the larger one's needs
    "space: 1 cruiser 1 dreadnought @ yin,da,devotion vs 1 destroyer 1 dreadnought @ da",
    "space: 4 fighter 2 cruiser 3 dreadnought @ yin,da,devotion vs 3 fighter 2 destroyer 2 dreadnought @ da",
)
LARGE = "space: 9 fighter 4 cruiser 2 carrier 3 dreadnought 1 warsun vs 9 fighter 4 destroyer 3 dreadnought"


@localized
def losses(lang: str | None = None, line: str = LINE) -> FleetLab:
    return FleetLab(line, language(), view="casualties")


# -- the order


def test_one_place_later_changes_the_order_and_the_odds_at_once():
    lab = after(losses(), ("later", "0:fighter"))
    order = ("cruiser", "destroyer", "fighter", "carrier", "dreadnought", "flagship", "warsun")
    assert lab.battle.attacker.policy == LossPolicy(order)
    assert lab.odds.win == odds(lab.battle).win != odds(LINE).win
    assert lab.status.startswith("Fighters: now place 2 of 4. The attacker wins 26.4%")
    assert after(lab, ("earlier", "0:fighter")).battle == Battle.parse(LINE)  # and it is the default again


def test_a_drop_takes_the_place_of_what_it_falls_on():
    lab = after(losses(), ("drag", "loss:0:dreadnought>loss:0:cruiser"))
    shown = re.findall(r'data-drag="loss:0:(\w+)"', lab.html)
    assert shown == ["fighter", "dreadnought", "cruiser", "carrier"]
    before = lab.battle
    assert after(lab, ("drag", "loss:0:cruiser>loss:1:fighter")).battle == before


def test_the_ends_of_the_list_stay_the_ends():
    lab = after(losses(), ("earlier", "0:fighter"), ("later", "0:dreadnought"))
    assert lab.battle == Battle.parse(LINE)
    assert re.search(r'data-value="0:fighter" data-key="earlier:0:fighter" aria-disabled="true"', lab.html)


def test_named_orders_and_rules_for_damage():
    lab = after(losses(), ("named_order", "0:carriers-first"), ("damage", "1:last"))
    assert lab.battle.attacker.policy == LossPolicy(NAMED_LOSS_ORDERS["carriers-first"])
    assert lab.battle.defender.policy == LossPolicy(sustain="last")
    assert after(lab, ("undo", None), ("undo", None)).battle == Battle.parse(LINE)


def test_IM_ODDS_2_classes_sustain_in_the_order_in_which_they_are_pressed():
    lab = losses(line="space: 2 fighter 1 dreadnought 1 warsun vs 1 dreadnought 1 cruiser @ dh")
    pressed = re.compile(r'data-value="(0:\w+)" data-key="class:[^>]*aria-pressed="true"[^>]*>(.*?)</button>')
    assert not pressed.findall(lab.html)
    assert 'data-act="damage_class" data-value="1:' not in lab.html, "the defender has one class alone"
    after(lab, ("damage_class", "0:warsun"), ("damage_class", "0:dreadnought"))
    assert lab.battle.attacker.policy == LossPolicy(sustain="warsun,dreadnought")
    assert [place for place, _ in pressed.findall(lab.html)] == ["0:dreadnought", "0:warsun"]
    assert "Class by class: war sun, dreadnought" in lab.html
    after(lab, ("damage_class", "0:warsun"))
    assert lab.battle.attacker.policy == LossPolicy(sustain="dreadnought")
    after(lab, ("damage_class", "0:dreadnought"), ("damage", "0:risk"))
    assert lab.battle.attacker.policy == LossPolicy(sustain="risk")
    lab.do("damage_class", "0:fighter")
    assert isinstance(lab.error, LabFault)
    lab.do("damage", "1:risk")
    assert isinstance(lab.error, LabFault), "the attacker has no Direct Hit"


def test_every_choice_shows_what_it_would_bring():
    lab = losses()
    shown = dict(
        re.findall(
            r'data-value="(\d:\w+)" data-key="damage:[^>]*aria-pressed="false".*?tk-number">([\d.]+)%',
            lab.html,
        )
    )
    other = {f"{index}:{name}": Battle.parse(LINE) for index in (0, 1) for name in SUSTAIN_RULES[1:]}
    assert set(shown) == set(other)
    for key, share in shown.items():
        index, name = int(key[0]), key[2:]
        line = (
            f"{LINE.split(' vs ')[0]} / sustain={name} vs {LINE.split(' vs ')[1]}"
            if index == 0
            else f"{LINE} / sustain={name}"
        )
        found = odds(line)
        assert float(share) == pytest.approx(100 * (found.loss if index else found.win), abs=0.051)


def test_orders_that_come_to_the_same_are_not_offered():
    html = answer(losses())
    assert 'data-value="0:carriers-first"' in html
    assert 'data-value="1:carriers-first"' not in html  # the defender has neither carriers nor cruisers


def test_what_takes_long_is_compared_only_when_asked(monkeypatch):
    lab = FleetLab(LARGE)
    monkeypatch.setattr("twingkit_widgets.panel.long_work.IMMEDIATE_SECONDS", 0.0)
    monkeypatch.setattr("twingkit_widgets.panel.long_work.ASK_FIRST_SECONDS", -1.0)
    after(lab, ("tab", "casualties"))
    assert "tk-plan-gain" not in answer(lab)
    begin = re.search(r'data-act="start_work" data-value="(\d+)"', answer(lab))
    after(lab, ("start_work", begin[1]))
    assert "tk-plan-gain" in answer(lab)


def test_on_a_planet_there_is_no_order_to_choose():
    html = answer(losses(line="ground: 2 dreadnought 3 infantry 1 mech vs 3 infantry"))
    assert "data-drag" not in html
    assert "always last" in html
    assert 'data-value="0:last"' in html
    assert 'data-value="1:last"' not in html


# -- the assignment of hits


def test_IM_ODDS_2_hits_fall_by_order_and_rule():
    def falls(line: str) -> list[tuple[int, int, str, bool]]:
        fight = Fight.from_battle(Battle.parse(line))
        return [(first, last, kind.name, lost) for first, last, kind, lost in grouped_hit_effects(fight, 0)]

    assert falls("space: 2 fighter 1 cruiser 1 dreadnought vs 1 cruiser") == [
        (1, 1, "dreadnought", False), (2, 3, "fighter", True), (4, 4, "cruiser", True),
        (5, 5, "dreadnought", True),
    ]  # fmt: skip
    assert falls("space: 2 fighter 1 dreadnought / sustain=last vs 1 cruiser") == [
        (1, 2, "fighter", True), (3, 3, "dreadnought", False), (4, 4, "dreadnought", True),
    ]  # fmt: skip
    never = falls("space: 1 fighter 1 dreadnought / sustain=never vs 1 cruiser")
    assert never[-1] == (2, 2, "dreadnought", True)


# -- the best


def test_the_best_order_says_what_it_gains_and_can_be_taken():
    lab = after(losses(), ("find_best", "0"))
    best = rank_policies(LINE, "attacker")
    gain = percentage_points_text(rounded_gain(best.best.win, odds(LINE).win)).lstrip("+")
    assert f"{gain} percentage points more" in lab.status
    assert lab.status in words(answer(lab))
    after(lab, ("take_best", "0"))
    assert lab.battle.attacker.policy == best.best_policy
    assert lab.odds.win == pytest.approx(best.best.win)
    assert "no order wins more than" in words(answer(after(lab, ("find_best", "0"))))


def test_what_was_found_best_is_forgotten_when_the_battle_changes():
    lab = after(losses(), ("find_best", "0"), ("more", "1:fighter"))
    assert 'data-act="take_best"' not in lab.html
    lab.do("take_best", "0")
    assert isinstance(lab.error, LabFault)


def test_a_side_that_plays_best_shows_its_order_and_a_change_makes_it_its_own():
    lab = losses(line=LINE.replace(" vs ", " / best vs "))
    assert "The text of the battle says “best”" in words(answer(lab))
    after(lab, ("damage", "0:never"))
    assert lab.battle.attacker.policy == LossPolicy(
        rank_policies(LINE, "attacker").best_policy.order, "never"
    )


def test_the_best_order_of_an_invasion_is_that_of_the_whole_landing():
    line = "invasion: 2 dreadnought 1 carrier 4 infantry vs 2 cruiser 2 infantry 1 pds"
    lab = after(losses(line=line), ("find_best", "0"))
    status = re.search(r"wins ([\d.]+)%", lab.status)
    after(lab, ("take_best", "0"))
    assert float(status[1]) == pytest.approx(100 * lab.odds.win, abs=0.051)
    lab.do("find_optimal_losses", None)
    assert isinstance(lab.error, LabFault)


def test_perfect_play_of_a_small_battle_and_why_a_large_one_has_none():
    small = after(
        losses(line="space: 2 cruiser 1 carrier 2 fighter vs 2 destroyer 1 dreadnought"),
        ("find_optimal_losses", None),
    )
    assert "If both sides play perfectly, the attacker wins 54.4%" in words(answer(small))
    large = after(losses(line=LARGE), ("find_optimal_losses", None))
    assert "take too long" in words(answer(large))


# -- shared by the tabs


@given(st.permutations(SHIPS), st.sets(st.sampled_from(SHIPS)))
def test_reordering_moves_only_what_is_there(order, there):
    wanted = [name for name in SHIPS if name in there]
    found = with_preferred_classes_reordered(order, wanted)
    assert sorted(found) == sorted(order)
    assert [name for name in found if name in there] == wanted
    assert all(one == other for one, other in zip(found, order, strict=True) if other not in there)


@given(st.permutations(SHIPS), st.sampled_from(SUSTAIN_RULES))
def test_the_plain_policy_comes_to_the_same(order, sustain):
    policy = LossPolicy(tuple(order), sustain)
    battle = Battle.parse("space: 2 fighter 1 cruiser vs 1 destroyer 1 cruiser")
    same = canonical_policy(policy, Fight.from_battle(battle.with_side(0, policy=policy)).rosters[0], ())
    assert odds(battle.with_side(0, policy=same)).win == pytest.approx(
        odds(battle.with_side(0, policy=policy)).win
    )


@pytest.mark.parametrize("view", ["casualties", "retreat", "needs", "invasion"])
@pytest.mark.parametrize(
    "line",
    [
        "ground: 1 dreadnought 3 infantry vs 3 infantry 1 pds", "space: 1 fighter vs 1 pds", LARGE,
        "invasion: 2 dreadnought 1 carrier 4 infantry vs 2 infantry 1 pds",
        "space: 1 flagship 2 infantry 1 mech @ nekro vs 2 cruiser",
        TIED,
        "space: nothing vs 1 cruiser",
    ],
)  # fmt: skip
def test_every_tab_answers_for_every_kind_of_battle(view, line):
    lab = FleetLab(line, "de", view=view)
    lab.do("tab", view)
    assert lab.error is None
    assert len(words(answer(lab))) > 30
