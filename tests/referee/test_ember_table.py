"""A table of Ember: cards that are put in an order unseen, a card of another hand, the round after a call."""

from __future__ import annotations

import pytest
from referee.typed_lines import said_lines, typed

from twingkit import ember, policies
from twingkit.referee import Referee
from twingkit.referee.completer import Completer
from twingkit.referee.repairs import swapped
from twingkit.referee.ways import ways


def random_table(players: int, seed: int, until: str) -> Referee:
    """A table at which a game of random players was typed up to a line."""
    full = policies.play(ember.new_game(players, seed=seed), ["random"] * players)
    return typed(full, said_lines(full), until)


@pytest.mark.parametrize(
    ("one", "other", "after"), [("A8", "A2", "order A2 A7 *"), ("A8", "*", "order * A7 A8")]
)
def test_cards_that_change_places_do_so_in_every_word(one: str, other: str, after: str) -> None:
    assert swapped("order A8 A7 *", one, other) == after


@pytest.mark.parametrize(
    ("players", "seed", "line"),
    [(2, 5, "p1: conjure boggart W3 A4 E5"), (4, 6, "p2: conjure dryad A5 E5 W5")],
)
def test_cards_that_lie_with_others_or_were_stolen_unseen_are_found_in_few_repairs(
    players: int, seed: int, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, made, changed = random_table(players, seed, line), 0, Completer._changed

    def counted(self: Completer, *given: object) -> object:
        nonlocal made
        made += 1
        return changed(self, *given)  # type: ignore[arg-type] # as it was given

    monkeypatch.setattr(Completer, "_changed", counted)
    table.tell(line)
    assert 0 < made < 13


def test_EM_ABIL_7_cards_put_in_an_order_unseen_keep_their_places_where_one_of_them_is_another() -> None:
    table = random_table(4, 56, "p1: shows A2 W6")
    assert any(line == "p1: order ? ? ?" for line in table.lines)
    table.tell("p1: shows A2 W6")
    assert {"A2", "W6"} <= set(table.known(0))


def test_EM_ABIL_7_a_card_that_is_picked_out_of_a_hand_lay_in_that_hand() -> None:
    table = random_table(4, 7, "p1: pick E8")
    known = [table.known(seat).count("E8") for seat in (0, 1)]
    table.tell("p1: pick E8")
    assert [table.known(seat).count("E8") for seat in (0, 1)] == [known[0], known[1] + 1]


def test_EM_CALL_3_after_a_call_nobody_calls_or_passes_for_a_turn() -> None:
    full = policies.play(ember.new_game(3, seed=8), ["random"] * 3)
    lines = said_lines(full)
    at = max(number for number, line in enumerate(lines) if line.endswith(": call"))
    table = Referee(full.start)
    for line in lines[:at]:
        table.tell(line)
    assert "call" in {way.text for way in ways(table)}
    table.tell(lines[at])
    said = {way.text for way in ways(table)}
    assert "pass" in said
    assert any(text.startswith("use ") for text in said)
    assert said.isdisjoint({"call", "turn"})
