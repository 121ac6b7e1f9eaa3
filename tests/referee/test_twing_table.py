"""Imperial Twing at a real table: hidden hands, refills and elements that nobody saw, taps."""

from __future__ import annotations

import pytest
from long_runs import runs
from referee.taps import line_tap_count
from referee.typed_lines import mean_taps, said_lines, typed, typed_by_buttons

from twingkit import Game, policies, twing
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.referee import Referee, onlooker_record
from twingkit.referee.answer_templates import possible_answer_templates
from twingkit.referee.constraint_completer import ConstraintCompleter

BEGUN = ["p1: character F", "p2: character W"]
DEALT = [*BEGUN, *["p1: draw ?"] * 3, *["p2: draw ?"] * 3, "p1: object hat", "p1: object socks"]
OF_THREE = [
    *["p1: character F", "p2: character W", "p3: character L"],
    *["p1: draw spell F1", "p1: draw spell F2", "p1: draw spell F3"],
    *["p2: draw spell F1", "p2: draw spell W1", "p2: draw cat"],
    *["p3: draw spell L1", "p3: draw spell L2", "p3: draw cat"],
    *["p1: object hat", "p1: object socks", "p1: roll 3", "p2: roll 1", "p3: roll 0", "p1: clockwise"],
    *["p1: draw spell A1", "p1: attack p2", "p1: lay F3", "p2: lay W1", "p1: roll Spiral", "p2: roll 0"],
]
PLAYED = runs([(2, 3, "greedy")], [(2, 3, "greedy"), (3, 7, "greedy"), (2, 5, "random")])
"""Games that the computer plays: players, seed, kind of player."""


def table_of(*lines: str) -> Referee:
    table = Referee.from_line("players 2", "twing")
    for line in lines:
        table.add_line(line)
    return table


def begun(*lines: str) -> Referee:
    return table_of(*DEALT, "p1: roll 3", "p2: roll 1", *lines)


def played(players: int, seed: int, kind: str) -> Game:
    return policies.play(twing.new_game(players, seed=seed), [kind] * players)


@pytest.mark.parametrize(("players", "seed", "kind"), PLAYED)
def test_a_whole_game_is_typed_in_few_taps_a_line_and_comes_to_the_same_end(
    players: int, seed: int, kind: str
) -> None:
    full = played(players, seed, kind)
    table = Referee(full.start)
    counted = typed_by_buttons(table, said_lines(full))
    assert table.over
    assert table.sample_game.result == full.result
    assert mean_taps(counted) < 1.6
    assert max(counted) <= 12  # a lay of three spells with riders, or a whole hand that is shown


@pytest.mark.parametrize(
    ("players", "seed", "kind", "first"),
    [
        pytest.param(3, 4, "random", 360, id="a-spell-was-passed-on-to-who-sits-before"),
        pytest.param(3, 11, "greedy", 250, id="only-spells-are-passed-on"),
        pytest.param(4, 2, "greedy", 400, id="two-hands-are-shown-at-the-end"),
    ],
)
def test_hidden_cards_are_found_for_the_lines_of_a_game(
    players: int, seed: int, kind: str, first: int
) -> None:
    full = played(players, seed, kind)
    table = Referee(full.start)
    lines = said_lines(full)[:first]
    for line in lines:
        table.add_line(line)
    assert table.lines == tuple(lines)


@pytest.mark.parametrize(("players", "seed", "kind"), PLAYED[:1])
def test_a_record_with_unknown_cards_opens_and_its_completions_are_full_games(
    players: int, seed: int, kind: str
) -> None:
    full = played(players, seed, kind)
    record = onlooker_record(full)
    table = Referee.from_record(record)
    assert table.record == record
    assert table.sample_game.result == full.result
    for game in table.completions(2, seed=1):
        assert Game.replay(game.record).result == full.result


def test_TW_PLAY_1_a_hand_is_unknown_and_a_creature_is_not() -> None:
    table = table_of(*BEGUN, "p1: draw ?", "p1: draw creature F4M")
    assert [card.token for card in table.sample_game.table.players[0].entourage] == ["F4M"]
    assert table.sample_game.table.players[0].hand_size == 1
    assert table.unknown_count == 1


def test_TW_TURN_1_a_card_that_is_laid_was_drawn_unseen() -> None:
    table = begun("p1: draw ?", "p1: attack p2", "p1: lay F5")
    assert table.known_drawn_cards(0) == ("F5",)
    assert "F5" not in table.record.partition("lay")[0]


def test_TW_TURN_2_who_is_refilled_held_no_spell() -> None:
    table = begun("p1: draw ?", "p1: attack p2", "p1: lay F5", "p2: lay W6", "p1: roll 0", "p2: roll 1")
    assert all(way.is_rare for way in possible_answer_templates(table) if way.text == "draw …")
    table.add_line("p1: draw cat")  # turned up, so no spell was left
    assert not table.sample_game.table.players[0].hand
    table.add_line("p1: draw ?")
    assert len(table.sample_game.table.players[0].hand) == 1


def test_TW_TURN_4_who_gives_up_an_element_held_four() -> None:
    table = begun("p1: draw ?", "p1: pass", "p1: draw ?", "p1: discard L", "p1: shows L2 L3")
    assert {spell.element for spell in table.sample_game.table.players[0].hand} == {"F", "W", "A"}
    assert {card.token for card in table.sample_game.table.discard_pile} == {"L2", "L3"}


def test_TW_BAT_1_spells_of_two_elements_are_refused_whatever_the_hand_is() -> None:
    table = begun("p1: draw ?", "p1: attack p2")
    why = table.refusal("p1: lay F5 W3")
    assert isinstance(why, Refusal)
    assert why.rule == "TW-BAT-1"
    assert table.refusal("p1: lay F5 F3") is None


def test_TW_OBJ_3_a_ritual_takes_three_cats_that_nobody_saw() -> None:
    table = begun("p1: draw ?")
    assert table.refusal("p1: ritual") is None
    assert isinstance(table.refusal("p1: buy hat"), Refusal)  # Ornicles lie open


def test_a_hand_that_is_too_small_for_what_it_should_hold_is_refused_with_what_was_looked_for() -> None:
    table = begun("p1: draw ?", "p1: attack p2", "p1: lay F5 F3 F1", "p2: lay W6", "p1: roll 0", "p2: roll 1")
    before = table.record
    with pytest.raises((Fault, Refusal)):
        table.add_line("p1: trap W9")
    assert table.record == before


def test_a_silence_is_not_taken_for_the_action_to_pass() -> None:
    table = begun()
    with pytest.raises((Fault, Refusal)):
        table.add_line("p2: pass")
    assert table.lines[-1] == "p2: roll 1"


def test_a_search_that_takes_too_long_is_stopped_with_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun("p1: draw ?", "p1: pass", "p1: draw ?")
    before = table.record
    monkeypatch.setattr("twingkit.referee.constraint_completer.MAX_HISTORY_ENTRIES", 0)
    with pytest.raises(Fault, match="0 steps of searching found no hidden cards that fit"):
        table.add_line("p1: discard L")
    assert table.record == before


def test_TW_TURN_2_a_card_set_aside_before_a_hidden_one_was_a_refill() -> None:
    table = begun("p1: draw ?", "p1: attack p2", "p1: lay F5", "p2: lay W6", "p1: roll 0", "p2: roll 1")
    for line in ("p1: draw trap", "p1: draw ?", "p2: draw ?"):
        table.add_line(line)
    assert len(table.sample_game.table.players[0].hand) == 1


def test_cards_of_long_ago_are_not_dealt_anew_for_a_line_of_a_long_game() -> None:
    full = played(2, 23, "greedy")
    table = Referee(full.start)
    for line in said_lines(full)[:200]:
        table.add_line(line)
    settler = table._completer
    assert isinstance(settler, ConstraintCompleter)
    near, every = (
        settler.build_assignment(table._world, 200, (), 50),
        settler.build_assignment(table._world, 200),
    )
    assert min(near.dealt_tokens) >= 150
    assert min(every.dealt_tokens) < 20
    assert near.dealt_tokens.items() <= every.dealt_tokens.items()
    assert near.total_cost() == every.total_cost() == 0  # the hands from which it begins meet what was asked
    assert near.work < every.work / 2


def test_TW_BAT_8_who_holds_no_spell_passes_none_on_and_the_next_one_has_a_button() -> None:
    full = played(3, 4, "random")
    table = typed(full, said_lines(full), "p3: spell ?")
    assert table.lines[-1] == "p1: event all_pass_random_spell"
    assert line_tap_count(table, "p3: spell ?") is not None
    table.add_line("p3: spell ?")


def test_TW_BAT_8_equal_spells_that_change_hands_at_once_are_each_booked_where_they_went() -> None:
    table = Referee.from_line("players 3", "twing")
    for line in (*OF_THREE, "p1: event all_pass_random_spell", "p1: spell F1", "p2: spell ?", "p3: spell ?"):
        table.add_line(line)
    passed = table.lines.index("p2: spell ?")
    assert table._world.filled_card(passed) == "F1"  # another F1 comes to player 2 meanwhile
    settler = table._completer
    assert isinstance(settler, ConstraintCompleter)
    assignment = settler.build_assignment(table._world, len(table))
    moved = [
        (seat, op.operation)
        for seat in range(3)
        for op in assignment.histories[seat]
        if op.unknown_line == passed
    ]
    assert moved == [(1, "-"), (2, "+")]
    assert assignment.total_cost() == 0
