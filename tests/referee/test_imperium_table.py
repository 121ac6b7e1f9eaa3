"""A table of Twilight Imperium: action cards and objectives that nobody names, windows in which nobody is
heard, agendas that somebody has looked at, and answers that are chosen word by word."""

from __future__ import annotations

import pytest
from referee.taps import line_tap_count
from referee.typed_lines import said_lines, typed

from twingkit import Game, imperium, policies
from twingkit.core.questions import Refusal
from twingkit.imperium.box.decks import short_game_decks
from twingkit.referee import Referee, referee_rules_for_start
from twingkit.referee.answer_templates import (
    next_words,
    possible_answer_templates,
    seats_to_show_cards,
)


@pytest.fixture(scope="module")
def full() -> Game:
    return policies.play(imperium.new_game("short", seed=3, variant="losses=ask"), ["steady"] * 3)


@pytest.fixture(scope="module")
def lines(full: Game) -> list[str]:
    return said_lines(full)


def words_of(table: Referee, seat: int, first: str, *said: str) -> list[str]:
    """The words that may follow in an answer of a seat that is chosen word by word."""
    way = next(
        way
        for way in possible_answer_templates(table)
        if way.is_word_by_word and (way.seat, way.chosen_words[0]) == (seat, first)
    )
    return next_words(table, way, (*way.chosen_words, *said))


def test_IM_VIEW_1_an_onlooker_names_no_card_that_goes_into_a_hand(lines: list[str]) -> None:
    hidden = {*short_game_decks().action_cards, *short_game_decks().secret_objectives}
    drawn = [line.split()[-1] for line in lines if ": draw " in line]
    assert drawn.count("?") > 20
    assert not hidden.intersection(drawn)
    assert {"sway_council", "intimidate"} <= set(drawn)  # objectives lie open


def test_IM_ASK_2_nobody_hears_who_passes_in_a_window(full: Game, lines: list[str]) -> None:
    said = [(entry.kind, entry.answer) for entry in full.transcript]
    passes = [entry for entry in said if entry == ("turn", "pass")]
    assert ("retreat", "stay") in said
    assert passes
    assert not any(line.endswith((": stay", ": score none")) for line in lines)
    assert len([line for line in lines if line.endswith(": pass")]) == len(passes) + 1  # the last one ends it


def test_a_card_is_played_that_nobody_knew_of_and_no_second_time(full: Game, lines: list[str]) -> None:
    table = typed(full, lines, "p2: play ghost_ship")
    assert "ghost_ship" not in table.known_drawn_cards(1)
    assert "ghost_ship" in words_of(table, 1, "play")
    table.add_line("p2: play ghost_ship")
    assert "ghost_ship" in table.known_drawn_cards(1)
    for line in lines[len(table) : len(table) + 12]:
        table.add_line(line)
    assert "ghost_ship" not in table.possible_cards(1)
    assert table.refusal("p2: play ghost_ship") is not None


def test_an_agenda_that_was_looked_at_is_shown_when_it_is_revealed(full: Game, lines: list[str]) -> None:
    at = next(index for index, line in enumerate(lines) if ": shows " in line)
    seat, _, agenda = lines[at].partition(": shows ")
    table = typed(full, lines, lines[at])
    assert f"{seat}: agenda ?" in lines[:at]
    number = table.seat_names.index(seat)
    assert number in seats_to_show_cards(table)
    table.add_line(lines[at])
    assert table.sample_game.table.ballot.agenda == agenda
    assert seats_to_show_cards(table) == []


@pytest.mark.parametrize(
    "answer", ["p1: player p2", "p2: system 26", "p3: planet meharxull", "p3: draw trade_routes"]
)
def test_no_card_has_to_be_shown_that_was_played_before_its_target_was_named_nor_one_that_came(
    answer: str, full: Game, lines: list[str]
) -> None:
    table = typed(full, lines, answer)
    table.add_line(answer)
    assert seats_to_show_cards(table) == []


def test_an_agenda_is_revealed_that_the_table_took_for_one_at_the_bottom_of_the_deck() -> None:
    game = imperium.new_game("short", seed=1, variant="losses=ask")
    while (question := game.question) is not None:
        steady = policies.computer_player(game.start, "steady", question.player)
        game.answer(question.parse_answer("put bottom") if question.kind == "put" else steady(game))
    agendas = [f"draw {agenda}" for agenda in short_game_decks().agendas]
    table = Referee(game.start)
    for line in said_lines(game):
        seat, _, answer = line.partition(": ")
        if table.sample_game.table.agenda_deck.known_bottom and answer in agendas:
            break
        table.add_line(line)
    taken = table.sample_game.table.agenda_deck.known_bottom[0]
    table.add_line(f"{seat}: draw {taken}")
    assert table.sample_game.table.ballot.agenda == taken
    assert taken not in table.sample_game.table.agenda_deck.known_bottom


def test_what_is_played_in_a_battle_is_named() -> None:
    battles = policies.play(imperium.new_game("short", seed=24, variant="losses=ask"), ["steady"] * 3)
    lines = said_lines(battles)
    table = typed(battles, lines, "p1: play mb")
    table.add_line("p1: play mb")
    assert "mb" in table.known_drawn_cards(0)
    assert table.sample_game.transcript[-1].answer == "play"
    assert "p1: play fire_team" in lines


def test_IM_TACT_1_a_system_with_an_own_token_is_neither_offered_nor_taken(
    full: Game, lines: list[str]
) -> None:
    table = typed(full, lines, "p2: activate 16")
    assert "30" not in words_of(table, 1, "activate")
    why = table.refusal("p2: activate 30")
    assert isinstance(why, Refusal)
    assert why.rule == "IM-TACT-1"


def test_units_are_named_by_number_and_a_plan_ends_where_the_rules_allow_it(
    full: Game, lines: list[str]
) -> None:
    table = typed(full, lines, "p2: move 16 1 carrier, 3 infantry arretze")
    assert "16" in words_of(table, 1, "move")
    assert "" in words_of(table, 1, "move", "16", "1 carrier", ", 3 infantry arretze")
    assert "" not in words_of(table, 1, "move", "16", "3 infantry arretze")  # nothing carries them
    why = table.refusal("p2: move 16 3 infantry arretze")
    assert isinstance(why, Refusal)
    assert why.rule == "IM-MOVE-4"


def test_nothing_more_is_asked_for_once_a_cost_is_paid(full: Game, lines: list[str]) -> None:
    table = typed(full, lines, "p2: pay arretze, hercant, 1 goods")
    assert "" not in words_of(table, 1, "pay", "arretze", ", hercant")
    assert words_of(table, 1, "pay", "arretze", ", hercant", ", 1 goods") == [""]


def test_secret_objectives_are_offered_that_could_be_fulfilled(full: Game, lines: list[str]) -> None:
    at = next(index for index, line in enumerate(lines) if line == "p3: score te")
    table = typed(full, lines[: at + 1], "p3: score te")
    names = words_of(table, 2, "score")
    assert "te" in names
    assert set(names) < set(short_game_decks().secret_objectives)


def test_a_whole_game_begins_with_the_factions_that_people_chose() -> None:
    rules = referee_rules_for_start(imperium.new_game("short").start)
    assert rules.make_setup_lines is not None
    begun = Referee.from_line(
        rules.make_setup_lines(4, "whole", ("yin", "sol", "xxcha", "muaat", "saar", "naalu"))
    )
    assert [player.faction for player in begun.sample_game.table.players] == ["yin", "sol", "xxcha", "muaat"]
    assert begun.sample_game.table.variant.losses == "ask"
    assert Referee.from_line(rules.make_setup_lines(5, "short", ())).sample_game.table.points_to_win == 4


def test_a_secret_objective_is_offered_that_was_scored_after_what_looked_like_the_end() -> None:
    full = policies.play(imperium.new_game("short", seed=44, variant="losses=ask"), ["random"] * 3)
    table = typed(full, said_lines(full), "p3: score te")
    assert table.over
    assert line_tap_count(table, "p3: score te") == 3  # the fold, scoring, the objective
    table.add_line("p3: score te")
    assert "te" in table.sample_game.table.players[2].scored_objectives


def test_IM_TECH_qdn_strategy_cards_that_are_exchanged_lie_open() -> None:
    full = policies.play(imperium.new_game("short", seed=165, variant="losses=ask"), ["random"] * 3)
    lines = said_lines(full)
    assert [line for line in lines if "_card " in line] == ["p2: give_card 4", "p2: take_card 1"]
    table = typed(full, lines, "p2: give_card")
    for line in lines[len(table) :]:
        table.add_line(line)
    assert table.sample_game.result == full.result
