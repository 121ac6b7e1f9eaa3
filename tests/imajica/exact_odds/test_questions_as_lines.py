"""Questions as lines, the Allies to send, and the curves of a deck."""

from __future__ import annotations

import random
from itertools import combinations
from urllib.parse import quote

import pytest
from long_runs import runs

from twingkit.core.links import line_from_link_value, to_link_value
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.slices import finish
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import deck_from_lines, load_decks
from twingkit.imajica.exact_odds.deck_curves import deck_counts
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit.imajica.exact_odds.stops import can_they_stop
from twingkit.imajica.exact_odds.who_to_send import sending_slices, smallest_stopping_group_rows

LINE = (
    "imajica: p1 active sartori irish; p2 active dowd hand old-oath; p3; circle slew; to move p1 ally; "
    "seize slew with sartori; p2 holds 5 of teeth; p3 holds 4"
)
PEOPLE = sorted(card.id for card in load_cards().values() if card.kind == "character")


def test_a_line_says_the_deed_and_the_hands() -> None:
    question = RivalsStoppingQuestion.parse(LINE)
    assert str(question) == LINE
    holdings = question.rival_hands()
    assert (holdings["p2"].known_cards, holdings["p2"].unseen_count) == (("old-oath",), 5)
    assert holdings["p2"].deck == load_decks()["teeth"]
    assert (holdings["p3"].unseen_count, holdings["p3"].deck) == (4, None)
    stops = question.find_stops()
    assert stops.stop_chance == can_they_stop(question.position, question.deed, holdings=holdings).stop_chance
    question.check()


@pytest.mark.parametrize(
    "part", ["p2 holds 21", "p2 holds 5 of nothing", "p4 holds 5", "p2 holds 3; p2 holds 4", "p2 holds many"]
)
def test_IJ_AREA_2_what_says_nothing_about_a_hand_is_refused(part: str) -> None:
    with pytest.raises(Fault) as fault:
        RivalsStoppingQuestion.parse(f"imajica: p1 active irish; p2; circle slew; {part}")
    assert "IJ-A" in str(fault.value)


def test_a_question_without_a_legal_deed_is_refused() -> None:
    with pytest.raises(BadAnswer):
        RivalsStoppingQuestion.parse("imajica: p1 active irish; p2; circle slew").check()
    with pytest.raises(Refusal):
        RivalsStoppingQuestion.parse(
            "imajica: p1 active irish; p2; circle slew; seize slew with dowd"
        ).check()


def test_IJ_SEIZE_1_every_set_of_allies_has_the_chance_of_its_own_deed() -> None:
    question = RivalsStoppingQuestion.parse(LINE)
    sent = finish(sending_slices(question.position, "seize slew", question.rival_hands()))
    assert {one.allies for one in sent} == {("sartori",), ("irish",), ("sartori", "irish")}
    for one in sent:
        deed = f"seize slew with {' '.join(one.allies)}"
        assert one.stop_chance == float(
            can_they_stop(question.position, deed, holdings=question.rival_hands()).stop_chance
        )
    assert [one.stop_chance for one in sent] == sorted(one.stop_chance for one in sent)


@pytest.mark.parametrize("seed", runs(range(10), range(300)))
def test_IJ_SEIZE_4_fewer_contesters_than_the_smallest_are_not_enough(seed: int) -> None:
    rng = random.Random(seed)
    people = rng.sample(PEOPLE, 6)
    line = f"imajica: p1 active {people[0]} {people[1]}; p2 active {' '.join(people[2:])}; circle kite-fields"
    deed = f"seize kite-fields with {people[0]} {people[1]}"
    found = smallest_stopping_group_rows(line, deed, "p2")
    for size in range(5):
        for chosen in combinations(people[2:], size):
            others = " ".join(chosen)
            alone = f"imajica: p1 active {people[0]} {people[1]}; p2 active {others}; circle kite-fields"
            table = can_they_stop(alone, deed)
            by_influence = table.failure is not None or (
                chosen and table.rival_stops[0].rival_total >= table.own_points
            )
            assert bool(by_influence) == any(set(smaller) <= set(chosen) for smaller in found)


def test_the_curves_of_a_deck_count_every_card_once() -> None:
    for deck in load_decks().values():
        curves = deck_counts(deck)
        assert sum(curves.count_by_kind.values()) == curves.size == 60
        assert all(
            sum(counts.values()) == curves.count_by_kind["character"]
            for counts in curves.count_by_value.values()
        )
        assert int(curves.frame()["cards"].sum()) == 3 * curves.count_by_kind["character"]
        assert 0.9 < curves.first_hand_chance("character") < 1
    curves = deck_counts(deck_from_lines("own", ["2 gek-a-gek", "the-erasure", "nobody"]))
    assert (
        curves.count_by_dominion[1] == curves.count_by_dominion[2] == {"character": 0, "site": 1, "path": 0}
    )
    assert curves.unknown_cards == ("nobody",)
    assert (curves.mean("strength"), curves.mean("magic")) == (8, 0)
    assert curves.first_hand_chance("character", 1) == 0.5
    assert curves.first_hand_chance("path") == 0


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        "imajica: p1 active gek-a-gek gek-a-gek+ritual@p2 destiny 3*census; p2 active irish:pivoted; "
        "circle slew/mud-road@p2!; to move p1 ally; challenge irish with gek-a-gek gek-a-gek.2; p2 holds 3",
        "imajica deck: 2 gek-a-gek, dog-alley, slew",
    ],
)
def test_a_line_comes_back_from_its_link_and_from_its_plain_encoding(line: str) -> None:
    assert line_from_link_value(to_link_value(line)) == line
    assert line_from_link_value(quote(line)) == line
