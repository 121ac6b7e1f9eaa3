"""A table of Imajica: face-down Paths, cards that nobody is asked about, and the view of an onlooker."""

from __future__ import annotations

import pytest
from referee.taps import line_tap_count
from referee.typed_lines import said_lines, typed

from twingkit import Game, imajica, policies
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.slices import finish
from twingkit.imajica.box.cards import load_cards
from twingkit.learn.reviews.unknown_cards import moments_with_unknown_cards
from twingkit.referee import Referee, onlooker_record, referee_rules_for_start
from twingkit.referee.answer_templates import (
    next_words,
    possible_answer_templates,
    seats_to_show_cards,
)
from twingkit.referee.constraint_completer import ConstraintCompleter


@pytest.fixture(scope="module")
def full() -> Game:
    return policies.play(imajica.new_game(3, seed=3), ["random"] * 3)


@pytest.fixture(scope="module")
def lines(full: Game) -> list[str]:
    return said_lines(full)


def test_IJ_AREA_2_an_onlooker_names_no_card_of_a_hand_and_no_path_that_lies(lines: list[str]) -> None:
    assert "p2: path ? on tin-quarter" in lines
    assert lines.count("p1: card ?") > 40
    assert not any(line.startswith(("p1: card w", "p2: path w")) for line in lines)


def test_IJ_TIME_3_who_passes_in_a_window_is_not_heard(full: Game, lines: list[str]) -> None:
    passes = [entry for entry in full.transcript if (entry.kind, entry.answer) == ("respond", "pass")]
    assert passes
    table = typed(full, lines, "p2: call")
    assert not [line for line in table.lines if line.endswith("pass")]


def test_IJ_PATH_1_a_path_that_is_read_is_named_and_was_drawn_and_laid(full: Game, lines: list[str]) -> None:
    at = next(index for index, line in enumerate(lines) if ": shows " in line)
    seat, _, shown = lines[at].partition(": shows ")
    table = typed(full, lines, lines[at])
    number = table.seat_names.index(seat)
    assert number in seats_to_show_cards(table)
    paths = [piece for piece in table.rules.onlooker_view(table.known_cards).pieces if piece.area == "path"]  # type: ignore[misc, attr-defined]
    assert not any(piece.card_id for piece in paths)
    table.add_line(lines[at])
    assert shown in table.known_drawn_cards(number)
    assert isinstance(table.refusal(f"{seat}: shows {shown}"), Fault)


def test_IJ_AUT_2_a_path_that_lies_unread_is_taken_for_those_of_the_dominions_of_its_site(
    full: Game, lines: list[str]
) -> None:
    table = Referee(full.start)
    laid: list[int] = []
    for line in lines:
        table.add_line(line)
        if ": path ? on " in line:
            laid.append(len(table) - 1)
        if len(laid) > 4:
            break
    settler = table._completer
    assert isinstance(settler, ConstraintCompleter)
    assignment, cards, barred = settler.build_assignment(table._world, len(table)), load_cards(), 0
    for at in laid:
        site = cards[table.lines[at].rpartition(" on ")[2]]
        owner, giver = assignment.owner, assignment.owner.get(at)
        came = {token for slot, token in assignment.dealt_tokens.items() if owner[slot] == giver}
        paths = {token for token in came if cards[token].kind == "path"}
        able = assignment.possible_tokens(at) if at in assignment.dealt_tokens else set()
        assert all(set(cards[token].home_dominions) & set(site.home_dominions) for token in able)
        barred += len(paths - able)
    assert barred


def test_a_path_needs_a_site_of_the_circle(full: Game, lines: list[str]) -> None:
    table = typed(full, lines, "p2: path ? on")
    way = next(way for way in possible_answer_templates(table) if way.text.startswith("path"))
    assert way.is_word_by_word
    assert "tin-quarter" in next_words(table, way, way.chosen_words)
    assert table.refusal("p2: path ? on tin-quarter") is None
    assert table.refusal("p2: path ? on nowhere") is not None
    assert table.refusal("p2: path ? on lamp-bridge") is not None  # it is not there


def test_IJ_ALLY_1_only_cards_of_the_own_deck_are_offered_and_others_refused(
    full: Game, lines: list[str]
) -> None:
    table = typed(full, lines, "p2: call in-ovo-thorn")
    way = next(way for way in possible_answer_templates(table) if way.text.startswith("call"))
    assert way.seat == 1
    names = next_words(table, way, way.chosen_words)
    assert "in-ovo-thorn" in names
    assert set(names) <= set(full.start.decks[1].cards)
    why = table.refusal("p2: call gentle")
    assert isinstance(why, Refusal)
    assert why.rule == "IJ-CARD-1"


def test_a_flash_that_changes_nothing_in_a_window_was_played_in_a_later_one() -> None:
    played = policies.play(imajica.new_game(2, seed=31), ["greedy"] * 2)
    entries = [entry.answer for entry in played.transcript]
    lines = said_lines(played)
    (line,) = [line for line in lines if line.endswith("play waking on pie-oh-pah")]
    table = typed(played, lines, line)
    table.add_line(line)
    assert "play waking on pie-oh-pah" in entries
    assert not table.sample_game.table.pieces["pie-oh-pah"].pivoted


def test_games_of_imajica_are_reviewed_with_their_unknown_cards(full: Game, lines: list[str]) -> None:
    record = "\n".join(onlooker_record(full).splitlines()[:90]) + "\n"
    moments = finish(moments_with_unknown_cards(record))
    assert moments.has_dealt_cards
    assert len(moments.decisions) > 10
    assert len(Referee.from_record(record).completions(2)) == 2


def test_what_may_be_laid_and_played_names_its_cards() -> None:
    needs = referee_rules_for_start(imajica.new_game(2).start).named_hand_cards
    assert needs("play pneuma by sartori") == ("pneuma",)
    assert needs("path ? on slew") == needs("use rosengarten on slew") == ()


@pytest.mark.parametrize(
    ("players", "seed", "begins", "target"),
    [
        (2, 2, "p1: play sudden-sleep on oethac-bruiser.3", "state"),
        (3, 5, "p1: play waking on gideon", "dead"),
    ],
)
def test_IJ_TIME_2_a_flash_on_what_has_died_or_become_a_holder_since_has_a_button(
    players: int, seed: int, begins: str, target: str
) -> None:
    kind = "steady" if target == "state" else "greedy"
    played = policies.play(imajica.new_game(players, seed=seed), [kind] * players)
    table = typed(played, said_lines(played), begins)
    after = list(table.games_after_silences())[-1]  # after the possible holders of a Flash have passed
    piece = after.table.pieces.get(begins.split()[-1])
    assert (piece is None) == (target == "dead")
    assert line_tap_count(table, begins) in (2, 3)
    table.add_line(begins)


def test_IJ_TIME_1_a_flash_before_the_end_of_a_phase_has_a_button() -> None:
    played = policies.play(imajica.new_game(2, seed=11), ["random"] * 2)
    table = typed(played, said_lines(played), "p2: play patashoquan-highway on gek-a-gek")
    assert "advance" in {
        game.question.kind for game in table.games_after_silences() if game.question is not None
    }
    assert line_tap_count(table, "p2: play patashoquan-highway on gek-a-gek") in (2, 3)
