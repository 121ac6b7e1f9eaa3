"""A player who may not score or research something learns what is missing; the word itself is understood."""

import pytest

from twingkit.core.questions import BadAnswer
from twingkit.imperium import position_game
from twingkit.imperium.galaxy.tactical.fleet_limits import UnitRemovalOverLimit

STATUS = (
    "galaxy: short, status, p1 cards 1! 5! {own}, p2 cards 2! 6!, p3 cards 3! 7!, at 20 p1 1 cruiser{more}"
)
RESEARCH = "galaxy: short, action p1, p1 cards 1 7 tech nm amd, p2 cards 2 6, p3 cards 3 5{more}"


def refused(line, answer, *before):
    """Return the rule and the case by which an answer is refused; None if it is allowed."""
    game = position_game(line)
    game.give_answers(*before)
    refusal = game.refusal(answer)
    return refusal and (refusal.rule, refusal.case)


@pytest.mark.parametrize(
    ("own", "more", "answer", "why"),
    [
        ("goods 0", "", "score intimidate", ("IM-OBJ-1", "missing")),  # one system of two
        ("goods 0", ", at 24 p1 1 cruiser", "score intimidate", None),
        ("scored intimidate points 1", ", at 24 p1 1 cruiser", "score intimidate", ("IM-OBJ-1", "before")),
        ("goods 0", "", "score lead", None),
        ("tactic 1 strategy 1", ", at 24 p1 1 cruiser", "score lead", ("IM-OBJ-1", "missing")),
        ("goods 0", "", "score monument", ("IM-STATUS-1", "no_choice")),  # not revealed
    ],
)
def test_IM_OBJ_1_an_objective_that_is_not_met_is_refused_with_the_numbers(own, more, answer, why):
    assert refused(STATUS.format(own=own, more=more), answer) == why


def test_IM_OBJ_1_the_refusal_names_both_numbers_in_both_languages():
    game = position_game(STATUS.format(own="goods 0", more=""))
    refusal = game.refusal("score intimidate")
    assert "requires 2; player 1 has 1" in refusal.text("en")
    assert "verlangt 2; Person 1 hat 1" in refusal.text("de")


@pytest.mark.parametrize(
    ("more", "answer", "why"),
    [
        ("", "research gd", None),
        ("", "research fl", ("IM-TECH-2", "lacks_one")),
        (", at gral p1 1 infantry", "research fl", None),  # its blue specialty
        (", at gral p1 1 infantry, exhausted gral", "research fl", ("IM-TECH-2", "lacks_one")),
        ("", "research cr2", ("IM-TECH-2", "lacks")),
        ("", "research nm", ("IM-TECH-2", "owned")),
        ("", "research cv2", ("IM-TECH-3", "replaced")),
        ("", "research cm", ("IM-TECH-3", "other_faction")),
        ("", "research luck", ("IM-STRAT-technology", "no_choice")),
    ],
)
def test_IM_TECH_2_a_technology_that_lacks_something_is_refused_with_what_it_lacks(more, answer, why):
    assert refused(RESEARCH.format(more=more), answer, "strategy 7") == why


def test_IM_TECH_2_the_refusal_names_the_colours():
    game = position_game(RESEARCH.format(more=""))
    game.answer("strategy 7")
    assert game.refusal("research cr2").text("en") == "Cruiser II needs more prerequisites: red and yellow."
    assert game.refusal("research cr2").text("de") == "Kreuzer II braucht noch Voraussetzungen: rot und gelb."


@pytest.mark.parametrize(
    ("answer", "named"), [("play mb", "Morale Boost"), ("play xx", "'xx'"), ("use lucky", "Lucky Shot")]
)
def test_IM_TURN_5_a_card_that_is_no_action_now_is_named(answer, named):
    game = position_game("galaxy: short, action p1, p1 cards 1 5 hand mb, p2 cards 2 6, p3 cards 3 7")
    refusal = game.refusal(answer)
    assert (refusal.rule, refusal.case) == ("IM-TURN-5", "not_now")
    assert refusal.text("en").startswith(named)


COUNCIL = "galaxy: short, agenda, custodians gone"
YARD = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"
INVASION = YARD + ", at 34 p1 1 dreadnought 1 infantry"
DEFENDED = INVASION + ", at centauri p2 1 infantry, at gral p2 1 infantry"


@pytest.mark.parametrize(
    ("line", "before", "answer", "parts"),
    [
        (INVASION, ("activate 34", "move none"), "land 2 infantri centauri", ("infantri", "infantry")),
        (INVASION, ("activate 34", "move none"), "land 2 infantry centauru", ("centauru", "centauri")),
        (INVASION, ("activate 34", "move none"), "land", ("land", "1 infantry centauri")),
        (DEFENDED, ("activate 34", "move none"), "bombard 1 dreadnout gral", ("dreadnout", "dreadnought")),
        (YARD, ("activate 01",), "move 01 1 carier", ("carier", "carrier")),
        (YARD, ("activate 01",), "move 01 x", ("x", "fighter', 'destroyer', 'cruiser'")),
        (YARD, ("activate 01", "move none"), "build 1 carier", ("carier", "carrier")),
        (YARD, ("activate 01", "move none"), "build 1 carrier jord", ("1 carrier jord", "1 carrier")),
        (YARD, ("activate 01", "move none"), "build 1 infantry jordd", ("jordd", "jord")),
        (YARD, ("activate 01", "move none", "build 1 fighter"), "pay jordd", ("jordd", "jord")),
        (YARD, ("activate 01", "move none", "build 1 fighter"), "pay 1 good", ("1 good", "jord")),
        (YARD, ("strategy 1",), "pools 1 2", ("pools 1 2", "pools ")),
        (YARD, ("strategy 1",), "pools 6 x 2", ("x", "3")),
        (COUNCIL, ("draw regulations",), "vote for jordd", ("jordd", "jord")),
        (COUNCIL, ("draw regulations",), "vote for", ("vote for", "vote for ")),
        (YARD, (), "offer p2 5 good for nothing", ("5 good", "1 goods")),
        (YARD, (), "offer p2 1 goods", ("1 goods", "1 goods for nothing")),
        (YARD, (), "offer p9 1 goods for nothing", ("p9", "p1")),
    ],
)
def test_IM_ASK_1_an_answer_of_several_parts_hears_which_one_is_wrong(line, before, answer, parts):
    game = position_game(line, rolls="ask")
    game.give_answers(*before)
    with pytest.raises(BadAnswer) as fault:
        game.answer(answer)
    found, expected = parts
    assert fault.value.text("en").startswith(f"'{found}' cannot be part of the answer here")
    assert f"expected instead: '{expected}" in fault.value.text("en")
    assert fault.value.text("de").startswith(f"„{found}“ kann hier nicht in der Antwort stehen")


def test_IM_FLEET_1_a_unit_that_there_is_not_is_no_part_of_what_is_removed() -> None:
    table = position_game(YARD, rolls="ask").table
    with pytest.raises(BadAnswer) as fault:
        UnitRemovalOverLimit(table, 0, table.home_system(0), ["fighter"], 1, "IM-FLEET-2").parse_answer(
            "remove 1 figther"
        )
    assert "'figther' cannot be part of the answer here; expected instead: 'fighter'" in fault.value.text()
