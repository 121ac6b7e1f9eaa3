"""Ranges: the mean over weighted cases, and one choice compared across all of them."""

from __future__ import annotations

from collections import Counter

import pytest

from twingkit import ember, expected_results, imajica, imperium, twing
from twingkit.core.messages import Fault
from twingkit.ember.exact_odds.pool_chances import conjurable_rows
from twingkit.ember.exact_odds.unseen_hand import hand_payment_chances
from twingkit.ember.rules.cards import DECK
from twingkit.imajica.box.decks import deck_from_lines
from twingkit.imajica.exact_odds.unseen import RivalHand

LINE = "F: F5 + F4 vs W: W6 {& trap*t}"


def test_the_mean_is_that_of_the_cases_by_their_weights() -> None:
    none, one = (
        twing.odds(line, responses="best").win
        for line in ("F: F5 + F4 vs W: W6", "F: F5 + F4 vs W: W6 & trap")
    )
    row = expected_results(twing.odds, LINE, {"t": {0: 7, 1: 3}}, responses="best").iloc[0]
    assert row["win"] == pytest.approx(0.7 * none + 0.3 * one)
    assert (row["win_low"], row["win_high"], row["weight"]) == (one, none, 1)


def test_a_choice_is_weighed_against_all_cases() -> None:
    situation = "F: hand F5 F3 + F4 vs W: hand W6 W4 {& trap*t}"
    rows = expected_results(twing.advise, situation, {"t": {0: 0.5, 1: 0.5}}, by="option")
    alone = [twing.advise(line).set_index("option")["edge"] for line in (
        "F: hand F5 F3 + F4 vs W: hand W6 W4", "F: hand F5 F3 + F4 vs W: hand W6 W4 & trap"
    )]  # fmt: skip
    best = rows.iloc[0]
    assert best["edge"] == pytest.approx(max((alone[0] + alone[1]) / 2))
    assert rows["edge"].is_monotonic_decreasing


def test_independent_ranges_multiply_and_arguments_may_be_ranges() -> None:
    hand = {"hand": {"E5 A5 W6": 1, "E5 A5 F5": 3}, "turns": {1: 1, 2: 1}}
    row = expected_results(ember.chance_within, None, hand, cost="N4").iloc[0]
    chances = {
        (cards, n): ember.chance_within(cards, "N4", turns=n) for cards in hand["hand"] for n in hand["turns"]
    }
    mean = sum(hand["hand"][cards] / 4 * chance / 2 for (cards, _), chance in chances.items())
    assert row["value"] == pytest.approx(mean)


def test_values_without_a_short_text_are_named_and_weighed() -> None:
    deck = deck_from_lines("own", ["dowd", "sudden-sleep", "lightning", "old-oath", "7 irish"])
    line = "imajica: p1 active huzzah-aping; p2 active dowd; circle kite-fields"
    known = Counter(deck.counts) - Counter({"dowd": 1})
    hands = {name: ({"p2": RivalHand((name,), 1, deck)}, n) for name, n in known.items()}
    asked = {"deed": "seize kite-fields with huzzah-aping"}
    row = expected_results(imajica.can_they_stop, line, {"holdings": hands}, by="player", **asked).iloc[0]
    unknown = imajica.can_they_stop(line, holdings={"p2": RivalHand((), 2, deck)}, **asked)
    assert row["chance"] == pytest.approx(float(unknown.stop_chance))
    assert row["chance_low"] < row["chance"] < row["chance_high"]


def test_a_card_that_a_rival_of_imajica_may_hold_is_a_gap_of_the_line() -> None:
    line = "imajica: p1 active huzzah-aping; p2 active dowd{card}; circle kite-fields"
    deed = "seize kite-fields with huzzah-aping"
    row = expected_results(
        imajica.can_they_stop,
        line,
        {"card": {" hand lightning": 3, " hand irish": 7}},
        by="player",
        deed=deed,
    ).iloc[0]
    with_card, without = (
        imajica.can_they_stop(line.replace("{card}", card), deed).stop_chance
        for card in (" hand lightning", " hand irish")
    )
    assert row["chance"] == pytest.approx(0.3 * float(with_card) + 0.7 * float(without))
    assert with_card != without


def test_an_unknown_card_of_a_hand_of_ember_is_any_card_that_nobody_has_seen() -> None:
    pool = [ember.load_pool()[name] for name in ("wisp", "gnome", "phoenix")]
    unseen = Counter(DECK) - Counter(["A6", "E2"])
    cards = {f"A6 E2 {card}": n for card, n in unseen.items()}
    hands = {
        name: expected_results(_payable, None, {"hand": cards}, name=name).loc[0, "value"]
        for name in ("wisp", "gnome")
    }
    for row in hand_payment_chances("A6 E2", 1, pool[:2]):
        assert hands[row.creature.id] == pytest.approx(row.chance)
        assert 0 < row.chance < 1


def _payable(hand: str, name: str) -> float:
    return float(any(row.creature.id == name for row in conjurable_rows(hand)))


def test_action_cards_that_somebody_may_hold_are_ranges_of_a_battle_line() -> None:
    line, weights = "space: 3 cruiser vs 2 dreadnought {@ mb*m}", {"m": {0: 0.7, 1: 0.3}}
    lines = "space: 3 cruiser vs 2 dreadnought", "space: 3 cruiser vs 2 dreadnought @ mb"
    for analysis, asked, column in (
        (imperium.odds, {}, "win"),
        (imperium.odds_with_retreat, {"side": "attacker", "below": 0.3}, "saved"),
    ):
        row = expected_results(analysis, line, weights, **asked).iloc[0]
        none, one = (getattr(analysis(each, **asked), column) for each in lines)
        assert row[column] == pytest.approx(0.7 * none + 0.3 * one)
        assert [row[f"{column}_low"], row[f"{column}_high"]] == pytest.approx(sorted([none, one]), abs=1e-12)
        assert none != one
    orders = expected_results(imperium.rank_policies, line, weights, by="policy", side="attacker")
    alone = [imperium.rank_policies(each, "attacker").frame().set_index("policy")["win"] for each in lines]
    assert orders["win"].max() == pytest.approx((0.7 * alone[0] + 0.3 * alone[1]).max())
    assert imperium.Battle.parse(lines[1] + "*1") == imperium.Battle.parse(lines[1])


def test_several_cards_of_both_sides_of_an_invasion_multiply() -> None:
    line = "invasion: 1 dreadnought 1 carrier 3 infantry {@ mb*a} vs 1 cruiser 2 infantry {@ bunker*b}"
    weights = {"a": {0: 1, 1: 1}, "b": {0: 3, 1: 1}}
    row = expected_results(imperium.odds, line, weights).iloc[0]
    mean = 0.0
    for a, first in ((0, 0.5), (1, 0.5)):
        for b, second in ((0, 0.75), (1, 0.25)):
            case = line.replace("{@ mb*a}", "@ mb" * a).replace(" {@ bunker*b}", " @ bunker" * b)
            mean += first * second * imperium.odds(case.replace("  ", " ")).win
    assert row["win"] == pytest.approx(mean)


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("weights of t", {"ranges": {"t": {0: -1, 1: 2}}}),
        ("weights of t", {"ranges": {"t": {}}}),
        ("weights of t", {"ranges": {"t": [0, 1]}}),
        ("weights of t", {"ranges": {"t": {"one": (1, 0.5), "none": 0.5}}}),
        ("t=200", {"ranges": {"t": {200: 1}}}),
        ("several rows", {"function": twing.worth, "ranges": {"t": {1: 1}}}),
        ("no column nothing", {"ranges": {"t": {1: 1}}, "by": "nothing"}),
    ],
)
def test_what_cannot_be_weighed_is_refused(said: str, given: dict[str, object]) -> None:
    with pytest.raises(Fault) as refused:
        expected_results(**{"function": twing.odds, "template": LINE, **given})
    assert said in str(refused.value)
