"""The right answers of questions on Ember, found in a second way."""

from __future__ import annotations

import random
import re

import pytest

from twingkit.ember.box.pool import load_pool
from twingkit.ember.box.rarity import count_paying_hands
from twingkit.ember.quiz.topics import sets_and_runs
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import possible_payments
from twingkit.learn.quiz.deal import make_or_none
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.testing.questions import cached_item

SEEDS = range(25)


def dealt(name: str) -> list[QuizItem]:
    return [cached_item("ember", f"{name}:{seed}") for seed in SEEDS]


def cards_of(item: QuizItem, seat: int = 1) -> list[str]:
    """Return the hand in the question's line."""
    match = re.search(rf"p{seat} hand((?: [AEFW*]\d*)*)", item.table)
    assert match
    return match[1].split()


def test_EM_COST_2_only_the_right_cost_is_paid_by_the_hand() -> None:
    for item in dealt("sets-and-runs:pays"):
        for choice in item.choices:
            able = bool(list(possible_payments(cards_of(item), Cost.parse(choice.text()))))
            assert able is choice.is_right, item.name


def test_EM_DECK_4_the_highest_number_lies_on_top_and_water_above_the_other_elements() -> None:
    for item in dealt("piles:top"):
        cards = cards_of(item)
        highest = max(cards, key=lambda card: (int(card[1:]), "AEFW".index(card[0])))
        assert item.right_option.key == highest, item.name


def test_EM_CALL_6_every_creature_above_0_loses_one() -> None:
    for item in dealt("the-call:penalty"):
        names = re.findall(r"([a-z]+):down(-1)?", item.table.partition(";")[0])
        points = [load_pool()[name].value - bool(mark) for name, mark in names]
        assert int(item.right_option.key) == sum(max(0, one - 1) for one in points), item.name


def test_EM_WIN_3_the_creature_with_more_victory_points_comes_first() -> None:
    for item in dealt("windows:first"):
        names = re.findall(r"has ([a-z]+)", item.table)
        assert item.right_option.key == max(names, key=lambda name: load_pool()[name].value), item.name


def test_EM_TURN_7_cards_above_the_hand_size_go() -> None:
    bonus = {"sprite": 1, "djinn": 2}
    for item in dealt("draw-or-refresh:down"):
        found = re.search(r"has ([a-z]+)(:down)?", item.table.partition(";")[0])
        size = 5 + (bonus.get(found[1], 0) if found and not found[2] else 0)
        assert int(item.right_option.key) == len(cards_of(item)) - size, item.name


def test_EM_COST_2_the_reason_is_the_one_that_decides() -> None:
    """The note that a run does not go on from 13 to 1 is given only for those cards, and not for every
    run."""
    for item in dealt("sets-and-runs:corner"):
        reasons = [reason.text("en") for reason in item.reasons]
        assert ("numbers in sequence" in reasons[0]) is (item.right_option.key == "yes"), item.name
        assert any("from 13 to 1" in text for text in reasons) is (item.right_option.key == "no"), item.name


def test_EM_POOL_1_what_is_counted_of_archmages_is_said_in_the_question() -> None:
    for kind in ("sets-and-runs:rarest", "draw-or-refresh:keep", "draw-or-refresh:likely"):
        for item in dealt(kind)[:5]:
            assert "Archmage" in item.prompt("en"), item.name
            assert "Erzmagier" in item.prompt("de"), item.name


def test_EM_POOL_1_the_rarest_cost_is_clearly_the_rarest() -> None:
    for item in dealt("sets-and-runs:rarest"):
        right, second, *_ = sorted(count_paying_hands(choice.text()) for choice in item.choices)
        assert second >= 3 * right, item.name
        assert count_paying_hands(item.right_option.text()) == right, item.name


def test_EM_ABIL_7_the_learner_is_called_you_where_seats_are_named() -> None:
    for item in dealt("abilities:order"):
        texts = [item.prompt("en"), *(why.text("en") for choice in item.choices for why in choice.reasons)]
        assert not any("layer 1" in text.replace("layer 1 (you)", "") for text in texts), item.name


def test_EM_CONJ_1_a_hand_that_pays_only_one_creature_makes_no_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in range(150):
        item = quiz_of("ember").item(f"sets-and-runs:worth:{seed}")
        offered = [load_pool()[choice.key] for choice in item.choices]
        able = [creature for creature in offered if list(possible_payments(cards_of(item), creature.cost))]
        assert len(able) == len(offered) - 1 == 2, item.name
        assert item.right_option.key == max(able, key=lambda creature: creature.value).id, item.name
    payable, dear = load_pool()["pixie"], load_pool()["phoenix"]
    monkeypatch.setattr(sets_and_runs, "POOL", {each.id: each for each in (payable, dear)})
    make = sets_and_runs.make_most_points_creature_question
    assert {make_or_none(make, random.Random(seed)) for seed in range(50)} == {None}
