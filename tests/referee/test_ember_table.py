"""A table of Ember: unseen reordering of cards, a card of another hand, the round after a call."""

from __future__ import annotations

import pytest
from referee.taps import line_tap_count
from referee.typed_lines import said_lines, typed

from twingkit import Game, ember, policies
from twingkit.core.messages import Fault
from twingkit.referee import Referee
from twingkit.referee.answer_templates import possible_answer_templates, seats_to_show_cards
from twingkit.referee.completer import swap_tokens
from twingkit.referee.constraint_completer import ConstraintCompleter


def random_table(players: int, seed: int, until: str) -> Referee:
    """Return a table at which a game of random players was typed up to a line."""
    full = policies.play(ember.new_game(players, seed=seed), ["random"] * players)
    return typed(full, said_lines(full), until)


@pytest.mark.parametrize(
    ("one", "other", "after"), [("A8", "A2", "order A2 A7 *"), ("A8", "*", "order * A7 A8")]
)
def test_cards_that_change_places_do_so_in_every_word(one: str, other: str, after: str) -> None:
    assert swap_tokens("order A8 A7 *", one, other) == after


@pytest.mark.parametrize(
    ("players", "seed", "line"),
    [(2, 5, "p1: conjure boggart W3 A4 E5"), (4, 6, "p2: conjure dryad A5 E5 W5")],
)
def test_cards_that_lie_with_others_or_were_stolen_unseen_are_found_in_few_deals(
    players: int, seed: int, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, made, dealt = random_table(players, seed, line), 0, ConstraintCompleter._apply_assignment

    def counted(self: ConstraintCompleter, *given: object) -> object:
        nonlocal made
        made += 1
        return dealt(self, *given)  # type: ignore[arg-type] # as it was given

    monkeypatch.setattr(ConstraintCompleter, "_apply_assignment", counted)
    table.add_line(line)
    assert 0 < made < 6


@pytest.mark.parametrize(
    ("players", "seed", "line"),
    [
        pytest.param(2, 7, "p2: shows A13 E3 E6 F6", id="a card settled as stolen was drawn by the thief"),
        pytest.param(4, 3, "p2: shows E12 E3 W10 W12 W7", id="cards of four hands change places"),
        pytest.param(4, 106, "p1: shows E8 W5", id="a card given unseen had come as another one"),
        pytest.param(2, 205, "p1: shows E1 E4 E6 F1 W1", id="a hand is refilled with cards put in an order"),
        pytest.param(3, 202, "p3: conjure banshee * * * E5 F8", id="three Archmages of one deck in a hand"),
        pytest.param(4, 201, "p2: archmage revive wisp", id="an Archmage declared before is carried out"),
    ],
)
def test_what_a_hand_shows_is_found_there(players: int, seed: int, line: str) -> None:
    table = random_table(players, seed, line)
    assert table.refusal(line) is None


def test_cards_that_a_hand_shows_and_keeps_are_known_to_lie_there() -> None:
    full = policies.play(ember.new_game(3, seed=201), ["random"] * 3)
    table, seen = Referee(full.start), Game(full.start, rolls="ask")
    for line, entry in zip(said_lines(full)[:60], full.transcript, strict=False):
        if line.endswith(" refresh"):
            break
        table.add_line(line)
        seen.give_answers(f"{entry.seat}: {entry.answer}")
    hands = [seen.table.players[seat].hand for seat in range(3)]
    for seat, hand in enumerate(hands):
        table.add_line(f"{table.seat_name(seat)}: shows {' '.join(hand)}")
    assert [sorted(table.sample_game.table.players[seat].hand) for seat in range(3)] == [
        sorted(hand) for hand in hands
    ]
    assert isinstance(table.refusal(f"p1: shows {hands[1][0]}"), Fault)


def test_EM_WIN_4_whoever_may_hold_an_archmage_may_answer_a_use_that_was_announced() -> None:
    table = random_table(4, 106, "p2: archmage flip faun")
    assert line_tap_count(table, "p2: archmage flip faun") is not None


def test_EM_TURN_4_a_hand_that_is_refilled_at_once_shows_what_it_discarded() -> None:
    table = random_table(3, 201, "p3: shows A10")
    assert seats_to_show_cards(table) == [2]


def test_EM_ABIL_7_cards_put_in_an_order_unseen_keep_their_places_where_one_of_them_is_another() -> None:
    table = random_table(4, 56, "p1: shows A2 W6")
    assert any(line == "p1: order ? ? ?" for line in table.lines)
    table.add_line("p1: shows A2 W6")
    assert {"A2", "W6"} <= set(table.known_drawn_cards(0))


def test_EM_ABIL_7_a_card_that_is_picked_out_of_a_hand_lay_in_that_hand() -> None:
    table = random_table(4, 7, "p1: pick E8")
    known = [table.known_drawn_cards(seat).count("E8") for seat in (0, 1)]
    table.add_line("p1: pick E8")
    assert [table.known_drawn_cards(seat).count("E8") for seat in (0, 1)] == [known[0], known[1] + 1]


def test_EM_CALL_3_after_a_call_nobody_calls_or_passes_for_a_turn() -> None:
    full = policies.play(ember.new_game(3, seed=8), ["random"] * 3)
    lines = said_lines(full)
    at = max(number for number, line in enumerate(lines) if line.endswith(": call"))
    table = Referee(full.start)
    for line in lines[:at]:
        table.add_line(line)
    assert "call" in {way.text for way in possible_answer_templates(table)}
    table.add_line(lines[at])
    said = {way.text for way in possible_answer_templates(table)}
    assert "pass" in said
    assert any(text.startswith("use ") for text in said)
    assert said.isdisjoint({"call", "turn"})
