"""The player `expert` plans with abilities: their gains decide what it conjures, and when it acts."""

from __future__ import annotations

import pytest

from twingkit.core.play import Game
from twingkit.ember.players.planner import Planner
from twingkit.ember.players.prospects import Prospects
from twingkit.ember.starts import position_game


def position_after(line: str, *answers: str) -> Game:
    """Return a position after some answers."""
    return position_game(f"ember: {line}", seed=1).give_answers(*answers)


def answer_of(line: str, *answers: str) -> str:
    """Return the player's answer in a position."""
    return str(Planner(1)(position_after(line, *answers)))


def test_a_larger_hand_is_worth_more_the_longer_the_game_lasts() -> None:
    early = position_after("p1 hand A1; p2 hand 5; to move p1 draw").table
    late = position_after("p1 hand A1; p2 hand 5 has phoenix hydra; to move p1 draw").table
    sprite, kelpie = early.creatures["sprite"], early.creatures["kelpie"]
    assert (
        Prospects(early, 0).expected_ability_points(sprite)
        > Prospects(late, 0).expected_ability_points(sprite)
        > 0
    )
    assert Prospects(early, 0).expected_ability_points(sprite) > Prospects(early, 0).expected_ability_points(
        kelpie
    )


def test_the_opponent_who_is_nearest_to_the_call_is_the_greatest_rival() -> None:
    table = position_after("p1 hand A1; p2 hand 5 has phoenix; p3 hand 5 has wisp; to move p1 draw").table
    rivalry = Prospects(table, 0).rivalry
    assert rivalry[1] > rivalry[2] > 0
    assert sum(rivalry.values()) == pytest.approx(1)


def test_a_creature_that_brings_cards_is_conjured_before_one_with_more_points() -> None:
    assert answer_of("p1 hand A9 A10 E1 E4 F7; p2 hand 5; to move p1 conjure") == "conjure sprite A9 A10"


def test_bad_cards_are_replaced_and_good_ones_are_not() -> None:
    bad = "p1 hand A1 E4 F7 W10 A13 has faun; p2 hand 5; to move p1 conjure"
    assert answer_of(bad) == "use faun"
    assert answer_of(bad, "p1: use faun").startswith("redraw")
    assert answer_of("p1 hand A5 E5 F5 W5 E9 has faun; p2 hand 5; to move p1 conjure").startswith("conjure")


@pytest.mark.parametrize("name", ["siren", "sphinx", "harpy"])
def test_a_hand_is_harmed_between_the_draw_and_the_conjuring_of_its_player(name: str) -> None:
    line = f"p1 hand A1 E4 F7 has {name}; p2 hand A9 E9 F9 W9 E2; to move "
    assert not answer_of(f"{line}p1 draw").startswith("use")
    assert answer_of(f"{line}p2 draw", "p2: stay").startswith(f"use {name}")


def test_of_a_hand_that_was_looked_at_goes_what_pays_for_most() -> None:
    line = "p1 hand A1 E4 F7 has sphinx; p2 hand A9 E9 F9 W9 E2; to move p2 draw"
    assert answer_of(line, "p2: stay", "p1: use sphinx p2") != "pick E2"


def test_the_deck_is_ordered_before_the_draw_so_that_the_best_card_comes() -> None:
    line = "p1 hand A9 E9 F9 E6 F3 has centaur; p2 hand E13; to move p1 draw"
    assert answer_of(line) == "use centaur"
    game = position_game(f"ember: {line}", rolls="ask")
    game.give_answers("p1: use centaur", "card E1", "card W9", "card F12")
    assert str(Planner(1)(game)).startswith("order W9")
    game.give_answers("p1: order W9 F12 E1")
    assert str(Planner(1)(game)).startswith("draw ")


def test_an_archmage_stays_in_the_hand_for_little() -> None:
    assert not answer_of("p1 hand A1 E4 F7 W10 * has wisp:down; p2 hand 5; to move p1 draw").startswith(
        "archmage"
    )


def test_after_the_call_marks_hit_who_would_win() -> None:
    line = "p1 hand A1 has phoenix hydra roc; p2 hand 5 has leviathan behemoth wisp; to move p1 draw"
    assert answer_of(line, "p1: call").startswith("use behemoth")
