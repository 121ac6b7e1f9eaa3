"""An invalid seat, goal, hand or number is refused, never answered with a number."""

from __future__ import annotations

from typing import Any

import pytest

from twingkit import imajica
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer
from twingkit.imajica.box.decks import load_decks

LINE = "imajica: p1 active sartori; p2 active dowd; p3 active huzzah-aping; circle slew"
DEED = "seize slew with sartori"
FIVE = imajica.RivalHand(unseen_count=5)

NO_SEATS: list[Any] = [0, 1, 2, 3, -1, True, "p1", "p4", "p0", "2", "x", "", None]


@pytest.mark.parametrize("seat", NO_SEATS)
def test_IJ_SEIZE_2_a_seat_that_is_no_rival_is_refused(seat: Any) -> None:
    for ask in (
        lambda: imajica.can_they_stop(LINE, DEED, holdings={seat: FIVE}),
        lambda: imajica.allies_to_send(LINE, "seize slew", holdings={seat: FIVE}),
        lambda: imajica.smallest_stopping_groups(LINE, DEED, player=seat),
    ):
        with pytest.raises(Fault, match="is not a rival of the acting Autarch") as fault:
            ask()
        assert "p2, p3" in str(fault.value)
        assert fault.value.text("de") != fault.value.text("en")


def test_IJ_SEIZE_2_a_rival_is_named_as_lines_name_it() -> None:
    game = imajica.position_game(f"{LINE}; to move p1 ally")
    for where in (LINE, game):
        stops = imajica.can_they_stop(where, DEED, holdings={"p2": FIVE})
        assert stops.rival_stops[0].known_hand == FIVE
        assert stops.rival_stops[0].chance > 0
        assert str(stops).splitlines()[1].startswith("player 2")
    assert imajica.smallest_stopping_groups(LINE, DEED, player="p3")["characters"].tolist() == [
        "huzzah-aping"
    ]
    with pytest.raises(Fault, match="is not a rival"):
        imajica.smallest_stopping_groups(LINE, "challenge dowd with sartori", player="p3")


@pytest.mark.parametrize("goal", ["", "targets", "all", None, 1, True])
def test_IJ_CHAL_9_a_goal_that_does_not_exist_is_refused(goal: Any) -> None:
    for deed in (DEED, "challenge dowd with sartori"):
        with pytest.raises(Fault, match="expected one of target, everyone"):
            imajica.can_they_stop(LINE, deed, goal=goal)
    with pytest.raises(Fault, match="expected one of target, everyone"):
        imajica.allies_to_send(LINE, "challenge dowd", goal=goal)


@pytest.mark.parametrize("unseen", [-1, -3, 61, 2.0, 2.5, True, "5", None])
def test_IJ_AREA_2_a_number_of_unseen_cards_that_no_hand_has_is_refused(unseen: Any) -> None:
    with pytest.raises(Fault, match="a number of unseen cards from 0 to 60"):
        imajica.RivalHand(unseen_count=unseen)


@pytest.mark.parametrize("known", ["pneuma", ["pneuma"], (1,), None])
def test_IJ_AREA_2_known_cards_that_are_none_are_refused(known: Any) -> None:
    with pytest.raises(Fault, match="names of cards"):
        imajica.RivalHand(known)


def test_IJ_AREA_2_a_hand_that_cannot_be_is_refused() -> None:
    for hand in (imajica.RivalHand(("no-card",)), 5, None, "p2"):
        with pytest.raises(Fault, match="expected"):
            imajica.can_they_stop(LINE, DEED, holdings={"p2": hand})  # type: ignore[dict-item]
    with pytest.raises(Fault, match="a deck"):
        imajica.RivalHand(unseen_count=5, deck="teeth")  # type: ignore[arg-type]
    with pytest.raises(Fault, match="a RivalHand for each rival"):
        imajica.can_they_stop(LINE, DEED, holdings=[FIVE])  # type: ignore[arg-type]
    with pytest.raises(Fault, match="only 59 of that deck are unseen"):
        imajica.can_they_stop(
            LINE, DEED, holdings={"p2": imajica.RivalHand(unseen_count=60, deck=load_decks()["teeth"])}
        )


def test_IJ_AREA_2_a_line_says_nothing_of_the_hand_of_who_acts() -> None:
    with pytest.raises(Fault, match="does not describe a hand"):
        imajica.RivalsStoppingQuestion.parse(f"{LINE}; {DEED}; p1 holds 5")


@pytest.mark.parametrize("deed", ["", "seize", "steal slew", "seize tower", "seize slew with sartori"])
def test_IJ_ALLY_4_only_a_deed_with_its_aim_is_sent_for(deed: str) -> None:
    for line in (LINE, "imajica: p1; p2; circle slew"):
        with pytest.raises(BadAnswer):
            imajica.allies_to_send(line, deed)


@pytest.mark.parametrize("lines", ["irish", "2 irish", ["0 irish"], ["-1 irish"], ["2.5 irish"]])
def test_IJ_DECK_1_an_invalid_list_of_cards_is_no_deck(lines: Any) -> None:
    with pytest.raises(Fault, match=r"is not a line of a deck|each a text"):
        imajica.deck_from_lines("own", lines)


@pytest.mark.parametrize("players", [True, 0, 1, 7, -2, 2.5, None, "2"])
def test_IJ_ORDER_1_a_number_of_players_that_cannot_be_is_refused(players: Any) -> None:
    with pytest.raises(Fault, match="expected 2 to 6"):
        imajica.new_game(players, seed=1)
