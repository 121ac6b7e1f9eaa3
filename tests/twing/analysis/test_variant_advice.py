"""Advice under variants: every lay against every lay, by the odds of the same rules."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from long_runs import runs
from twing.analysis.advice.advised import lays_of, side_of
from twing.analysis.listed_lays import notations

from twingkit import twing
from twingkit.core.notation import ROLES
from twingkit.twing.analysis.advice import rank_lays
from twingkit.twing.analysis.lay_table import legal_lay_classes
from twingkit.twing.analysis.match_ups import LayStrength, MatchUps
from twingkit.twing.exact_odds.best_responses.ends import battle_ends
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.hidden_hands import hidden_hands
from twingkit.twing.exact_odds.odds import best_response_odds, contest_dice_odds
from twingkit.twing.exact_odds.terms import BATTLE_SWITCHES
from twingkit.twing.exact_odds.variants.contest import side_states_from_battle, trap_victims, variant_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import can_lay_mounts, can_use_cats_or_miromon
from twingkit.twing.rules.outcome import lost_creature_returns
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.variants.variant import BOX, SWITCHES, Variant, VariantError

KEYS = (*BATTLE_SWITCHES, "rider_element", "cup", "units", "teddy", "own_home")


def values(key: str) -> list[Any]:
    return [choice.value for choice in SWITCHES[key].values]


SETTINGS = [(key, value) for key in KEYS for value in values(key)[1:]]


def drawn_variant(rng: random.Random, *settings: tuple[str, Any]) -> Variant:
    """Return these settings and one more drawn at random."""
    while True:
        try:
            return Variant(**dict([rng.choice(SETTINGS), *settings]))
        except VariantError:
            continue


def drawn_situation(rng: random.Random) -> Situation:
    """Return a small situation; the powers are close, so that dice and traps matter."""
    objects = rng.sample(twing.OBJECTS, len(twing.OBJECTS))
    holders = []
    for index in (0, 1):
        spells = [Spell(rng.choice("FFW"), rng.randint(1, 6)) for _ in range(rng.randint(1 - index, 2))]
        creatures = [
            Creature(rng.choice("FFW"), rng.randint(1, 5), rng.random() < 0.4)
            for _ in range(rng.randint(0, 3))
        ]
        own = objects[3 * index : 3 * index + rng.randint(0, 3)]
        held = ResponseCards(
            rng.randint(0, 2), rng.randint(0, 1), int(rng.random() < 0.3) if not index else 0
        )
        holders.append(SituationSide(rng.choice("FW"), spells, 0, creatures, own, held))
    return Situation(holders[0], holders[1])


def fought(battle: Battle, variant: Variant, two_cats: bool | None, responses: str = "best") -> float:
    """Return the attacker's edge in a battle in which it lays two cats, or none, or whichever is better."""
    one, two = side_states_from_battle(battle)
    if responses == "none":
        return contest_dice_odds(variant_contest((one, two), variant, may_lay_two_cats=False)).edge
    if two_cats:
        one = one._replace(laid_two_cats=True, response_cards=one.response_cards.with_more("cat", -2))
    return best_edge(variant_contest((one, two), variant, may_lay_two_cats=two_cats is None))


@cache
def best_edge(contest: Contest) -> float:
    """Return the attacker's edge under best responses; many battles of an exhaustive search are the same
    contest."""
    return best_response_odds(contest).edge


def exhaustive_search(situation: Situation, variant: Variant, responses: str) -> dict[str, float]:
    """Return the attacker's edge with each lay against the best answer, by trying every lay against every
    lay."""
    attacker, defender = situation.sides
    defences = lays_of(defender, attacker, "defender", variant)
    cats: tuple[bool | None, ...] = (None,)
    if variant.two_cats and attacker.cats > 1 and can_use_cats_or_miromon(defender.objects, variant):
        cats = (False, True)
    edges = {}
    for attack in lays_of(attacker, defender, "attacker", variant):
        battles = [Battle(side_of(attacker, attack), side_of(defender, lay)) for lay in defences]
        edges[str(attack)] = max(
            min(fought(battle, variant, mode, responses) for battle in battles) for mode in cats
        )
    return edges


def assert_advice_matches_search(situation: Situation, variant: Variant) -> None:
    for responses in ("none", "best"):
        twin = exhaustive_search(situation, variant, responses)
        rows = {
            row.option: row.edge for row in rank_lays(situation, responses=responses, variant=variant).rows
        }
        assert rows == pytest.approx(twin, abs=1e-9), f"{situation} | {variant} | {responses}"


@pytest.mark.parametrize(("key", "value"), SETTINGS)
def test_every_attack_is_met_by_the_best_answer_of_the_variant(key, value):
    rng = random.Random(f"{key} {value}")
    for number in range(2):
        variant = drawn_variant(rng, (key, value)) if number else Variant(**{key: value})
        assert_advice_matches_search(drawn_situation(rng), variant)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(runs(12, 400)))
def test_advice_agrees_with_all_lays_under_three_switches(number):
    rng = random.Random(number)
    variant = drawn_variant(rng, rng.choice(SETTINGS), rng.choice(SETTINGS))
    assert_advice_matches_search(drawn_situation(rng), variant)


@pytest.mark.parametrize(("key", "value"), SETTINGS)
def test_the_table_holds_exactly_the_lays_of_the_variant(key, value):
    rng = random.Random(f"lays {key} {value}")
    for _ in range(12):
        variant = drawn_variant(rng, (key, value))
        holder, enemy = drawn_situation(rng).sides
        for role in ROLES:
            cards = holder.spells, holder.creatures
            table = legal_lay_classes(*cards, role, holder.objects, enemy.objects, variant=variant)
            lays = list(laying.legal_lays(*cards, role, holder.objects, enemy.objects, variant))
            mounts = can_lay_mounts(enemy.objects, variant)
            if role == "defender" and not cards[0] and all(card.mount and not mounts for card in cards[1]):
                lays.append(Lay())
            assert sorted(notations(table)) == sorted(map(str, lays)), f"{holder} | {variant}"


@pytest.mark.parametrize(("key", "value"), SETTINGS)
def test_what_a_lay_costs_follows_the_variant(key, value):
    rng = random.Random(f"costs {key} {value}")
    for _ in range(2):
        variant = drawn_variant(rng, (key, value))
        situation = drawn_situation(rng)
        attack = rng.choice(lays_of(*situation.sides, "attacker", variant))
        line = f"{situation.attacker.character}: {attack}"
        rest = str(situation.attacker).partition(" @ ")[2]
        laid = Situation.parse(
            f"{line}{f' @ {rest}' if rest else held(situation.attacker)} vs {situation.defender}"
        )
        rows = rank_lays(laid, "defender", variant=variant).rows
        for row in rng.sample(rows, min(3, len(rows))):
            lay = next(
                lay
                for lay in lays_of(situation.defender, situation.attacker, "defender", variant)
                if str(lay) == row.option
            )
            battle = Battle(side_of(situation.attacker, attack), side_of(situation.defender, lay))
            contest = variant_contest(side_states_from_battle(battle), variant, may_lay_two_cats=True)
            odds, [ends] = best_response_odds(contest), battle_ends([contest])
            assert (row.win, row.tie, row.loss) == pytest.approx((odds.loss, odds.tie, odds.win), abs=1e-9)
            assert row.creatures_lost == pytest.approx(lost(battle, 1, ends, variant), abs=1e-9)
            assert row.enemy_creatures_lost == pytest.approx(lost(battle, 0, ends, variant), abs=1e-9)
            assert row.ornicles == pytest.approx(odds.loss if lay.spells else 0, abs=1e-9)


def held(holder: SituationSide) -> str:
    text = str(holder).partition(" & ")[2]
    return f" & {text}" if text else ""


def lost(battle: Battle, index: int, ends, variant: Variant) -> float:
    """Return the mean number of creatures that a side loses, by the rules of the variant."""
    side, victims = battle.sides[index], trap_victims(side_states_from_battle(battle)[index], variant)
    total = 0.0
    for end in ends:
        gone = [card for bite in victims[: end.successful_traps[1 - index]] for card in bite]
        if end.outcome == (0 if index else 2):
            left = list(side.lay.creatures)
            for card in gone:
                left.remove(card)
            gone += [
                card
                for card in left
                if not lost_creature_returns(variant, index, side.character, card, side.lay.spells)
            ]
        total += end.chance * len(gone)
    return total


@pytest.mark.parametrize(
    "variant",
    [
        "ties=defender",
        "socks=own_die cat_die=any",
        "german",
        "shield_criticals=false trap_pair=pair",
        "two_cats=true",
    ],
)
def test_hidden_hands_answer_by_the_rules_of_the_variant(variant):
    line = "F: hand F3 F2 + F2M L1 & cat*2 trap vs W: hand W3 ?*2 + W2 W1 @ socks"
    if "german" in variant:
        line = line.replace("F2M", "F2")
    gone = {
        f"{element}{power}": copies - (f"{element}{power}" in ("F3", "F2", "W3", *LEFT))
        for element in "FWLA"
        for power, copies in COPIES.items()
    }
    deck = "; gone " + " ".join(f"{spell}*{count}" for spell, count in gone.items() if count)
    situation = Situation.parse(line + deck + " & cat*6 trap*7")
    hands = list(hidden_hands(situation, side="defender").itertuples())
    twin: dict[str, float] = {}
    rules = Variant.parse(variant)
    modes = (False, True) if rules.two_cats and can_use_cats_or_miromon(("socks",), rules) else (None,)
    per_mode = []
    for mode in modes:
        edges: dict[str, float] = {}
        for row in hands:
            cards = Situation.parse(f"F: hand F1 vs W: hand {row.spells or 'nothing'}").defender.spells
            opened = SituationSide(
                "W",
                (*situation.defender.spells, *cards),
                0,
                situation.defender.creatures,
                situation.defender.objects,
                ResponseCards(row.cats, row.traps, row.miromon),
            )
            for attack in lays_of(situation.attacker, opened, "attacker", rules):
                best = min(
                    fought(Battle(side_of(situation.attacker, attack), side_of(opened, lay)), rules, mode)
                    for lay in lays_of(opened, situation.attacker, "defender", rules)
                )
                edges[str(attack)] = edges.get(str(attack), 0.0) + row.chance * best
        per_mode.append(edges)
    twin = {lay: max(edges[lay] for edges in per_mode) for lay in per_mode[0]}
    rows = {row.option: row.edge for row in rank_lays(situation, variant=variant).rows}
    assert rows == pytest.approx(twin, abs=1e-8)


COPIES = {1: 5, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}
"""How many spells of each power each element has."""

LEFT = runs(("F4", "W6", "L1"), [f"{element}{power}" for element in "FWLA" for power in COPIES])
"""The spells that may be in the hidden hand, besides a cat and a Miromon."""


def test_the_box_meets_as_before():
    situation = drawn_situation(random.Random(5))
    attacker, defender = situation.sides
    one = MatchUps(attacker, defender)
    two = MatchUps(attacker, defender, "best", Variant(price=3))
    stance = LayStrength(True, 3, (0,))
    assert one.contest(stance, stance) == two.contest(stance, stance)
    assert BOX.price == 5
