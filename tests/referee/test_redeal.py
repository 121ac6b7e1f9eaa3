"""Notes of how unknown cards were dealt: a record that carries them opens as it was, and broken ones lose
nothing."""

from __future__ import annotations

import pytest
from referee.typed_lines import ember_table

from twingkit import ember, policies, twing
from twingkit.core.record import END_PREFIX, RecordError
from twingkit.core.slices import Slices
from twingkit.referee import Referee, TypedLine, onlooker_record
from twingkit.referee.completer import RepairingCompleter
from twingkit.referee.constraint_completer import ConstraintCompleter
from twingkit.referee.deal_notes import NOTE_PREFIX


@pytest.fixture(scope="module", params=["twing", "ember"])
def table(request: pytest.FixtureRequest) -> Referee:
    begun = twing.new_game(2, seed=3) if request.param == "twing" else ember.new_game(2, seed=4)
    full = policies.play(begun, ["greedy"] * 2)
    return Referee.from_record(onlooker_record(full), seed=5)


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(self: object, world: object) -> Slices[object]:
        raise AssertionError("a search")
        yield 0.0

    monkeypatch.setattr(ConstraintCompleter, "extend_completion", searched)
    monkeypatch.setattr(RepairingCompleter, "extend_completion", searched)


@pytest.mark.usefixtures("no_search")
def test_a_noted_record_opens_as_it_was_without_a_search(table: Referee) -> None:
    again = Referee.from_record(table.record_with_notes)
    assert again.record_with_notes == table.record_with_notes
    assert again.sample_game.record == table.sample_game.record
    assert [again.known_drawn_cards(seat) for seat in (0, 1)] == [
        table.known_drawn_cards(seat) for seat in (0, 1)
    ]


def test_a_table_that_was_opened_by_notes_can_be_taken_back_and_goes_on(table: Referee) -> None:
    again = Referee.from_record(table.record_with_notes)
    again.undo(20)
    for line in table.lines[-20:]:
        again.add_line(line)
    assert again.record == table.record
    assert again.sample_game.result == table.sample_game.result


def test_lines_that_were_added_after_the_notes_are_taken_as_well(table: Referee) -> None:
    shorter = Referee.from_record(table.record_with_notes)
    shorter.undo(3)
    again = Referee.from_record("\n".join([shorter.record_with_notes, *table.lines[-3:]]))
    assert again.record == table.record


def test_notes_name_no_card(table: Referee) -> None:
    record = table.record_with_notes.splitlines()
    notes = [line for line in record if line.startswith(NOTE_PREFIX)]
    assert len(notes) > 2
    assert all(set(line.removeprefix(NOTE_PREFIX)) <= set("0123456789abcdef ") for line in notes)
    lines = [line for line in record if line not in notes and not line.startswith(END_PREFIX)]
    assert table.record.splitlines() == lines


@pytest.mark.parametrize(
    "broken",
    [
        "# dealt",
        "# dealt 99999 00000000",
        "# dealt 5 zzzzzzzz\n# dealt 1 2",
        "# dealt -1 00000000\n# dealt -1 -2",
        "# dealt 1 \x00\n" + "# dealt 9\n" * 1000,
        "# dealt " + "9" * 100_000,
    ],
)
def test_broken_notes_are_put_aside_and_every_line_is_taken(broken: str) -> None:
    begun = ember_table("p2: draw E2")
    assert Referee.from_record(begun.record + broken).record == begun.record


@pytest.mark.parametrize("number", ["0", "99999", "7"])
def test_notes_that_do_not_fit_the_lines_are_put_aside(table: Referee, number: str) -> None:
    head, *notes = (line for line in table.record_with_notes.splitlines() if line.startswith("#"))
    forged = [
        NOTE_PREFIX + " ".join(number for _ in note.removeprefix(NOTE_PREFIX).split()) for note in notes
    ]
    lines = [*table.record.splitlines()[:60]]
    assert Referee.from_record("\n".join([*lines, head, *forged])).lines == tuple(
        line for line in lines if TypedLine.parse(line).seat in table.seat_names
    )


def test_notes_do_not_let_a_line_pass_that_a_rule_forbids() -> None:
    begun = ember_table("p2: draw E2")
    with pytest.raises(RecordError) as fault:
        Referee.from_record(begun.record_with_notes + "p2: card E2\n")
    assert fault.value.rule == "EM-SET-2"
