"""Records that were cut off, damaged or changed by hand: one clear error each, and nothing is lost."""

from __future__ import annotations

from functools import cache

import pytest

from twingkit import ember, policies, twing
from twingkit.core.record import END_PREFIX, RecordError
from twingkit.referee import Referee, onlooker_record
from twingkit.referee.deal_notes import NOTE_PREFIX

GAMES = ("ember", "twing")


@cache
def finished(game: str) -> Referee:
    """Return a typed game that came to its end."""
    begun = ember.new_game(2, seed=4) if game == "ember" else twing.new_game(2, seed=23)
    return Referee.from_record(onlooker_record(policies.play(begun, ["greedy", "greedy"])))


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_record_that_is_kept_says_its_end_and_opens_again(game: str) -> None:
    table = finished(game)
    assert table.over
    assert table.record_with_notes.splitlines()[-1].startswith(END_PREFIX)
    again = Referee.from_record(table.record_with_notes)
    assert not again.changed
    assert again.sample_game.record == table.sample_game.record


@pytest.mark.parametrize("game", GAMES)
def test_an_end_that_was_changed_by_hand_is_one_error_and_the_rest_opens(game: str) -> None:
    record = finished(game).record_with_notes
    changed = record[: record.index(END_PREFIX)] + END_PREFIX + "somebody else won\n"
    with pytest.raises(RecordError, match="someone has changed it") as fault:
        Referee.from_record(changed)
    assert fault.value.line == len(changed.splitlines())
    assert fault.value.text("de") != fault.value.text("en")
    assert Referee.from_record(fault.value.text_before_error(changed)).lines == finished(game).lines


@pytest.mark.parametrize("game", GAMES)
def test_an_end_of_a_game_that_was_cut_off_is_an_error_and_without_it_the_game_goes_on(game: str) -> None:
    lines = finished(game).record_with_notes.splitlines()
    cut = [line for line in lines if not line.startswith(("#", END_PREFIX))][:40]
    opened = Referee.from_record("\n".join(cut))
    assert not opened.over
    assert opened.lines == tuple(cut[-len(opened) :])
    with pytest.raises(RecordError, match="lead to –"):
        Referee.from_record("\n".join([*cut, lines[-1]]))


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_was_changed_by_hand_shows_in_the_check_sum_and_notes_are_put_aside(game: str) -> None:
    lines = finished(game).record_with_notes.splitlines()
    notes = [line for line in lines if line.startswith(NOTE_PREFIX)]
    cut = [line for line in lines if not line.startswith("#")][:40]
    opened = Referee.from_record("\n".join([*cut, *notes]))
    assert opened.changed
    assert opened.lines == tuple(cut[-len(opened) :])
    broken = [notes[0] + "0", *notes[1:]]
    assert Referee.from_record("\n".join([*cut, *broken])).changed


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "bad",
    [
        "p1 fly", "p9: fly", "p1: fly", "p1:", "p1: ? ? ?", "\x00", "p1: lay \u202e",
        pytest.param("p1: " + "fly " * 200, id="long"),
    ],
)  # fmt: skip
def test_a_broken_line_in_the_middle_is_one_error_with_its_number(game: str, bad: str) -> None:
    lines = finished(game).record.splitlines()
    record = "\n".join([*lines[:20], bad, *lines[20:]]) + "\n"
    with pytest.raises(RecordError) as fault:
        Referee.from_record(record)
    assert fault.value.line == 21
    assert 0 < len(fault.value.text("de")) < 500
    assert (
        Referee.from_record(fault.value.text_before_error(record)).lines
        == finished(game).lines[: 20 - _head(lines)]
    )


def _head(lines: list[str]) -> int:
    """Return the number of lines before the first answer."""
    return next(index for index, line in enumerate(lines) if line.startswith("p1: "))


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_after_the_end_is_an_error_with_its_line(game: str) -> None:
    record = finished(game).record + "p1: draw\n"
    with pytest.raises(RecordError, match="the game is over") as fault:
        Referee.from_record(record)
    assert Referee.from_record(fault.value.text_before_error(record)).over


@pytest.mark.parametrize(
    ("game", "lines", "again", "rule"),
    [
        (
            "ember",
            ["p1: dealer p1", *["p2: card ?"] * 5, *["p1: card ?"] * 5, "p2: draw E2"],
            "p2: card E2",
            "EM-SET-2",
        ),
        (
            "twing",
            ["p1: character F", "p2: character W", "p1: draw creature F4M"],
            "p1: draw creature F4M",
            "",
        ),
    ],
)
def test_a_card_that_there_is_once_is_not_named_twice(
    game: str, lines: list[str], again: str, rule: str
) -> None:
    table = Referee.from_line("ember 2" if game == "ember" else "players 2", game)
    for line in lines:
        table.add_line(line)
    record = table.record
    with pytest.raises(RecordError) as fault:
        Referee.from_record(f"{record}{again}\n")
    assert fault.value.rule == rule
    assert again.split()[-1] in str(fault.value) or "Earth 2" in str(fault.value)
    assert Referee.from_record(fault.value.text_before_error(f"{record}{again}\n")).record == record


@pytest.mark.parametrize(
    "text", ["", "#", "twingkit-record 1", "twingkit-record 1\ngame ember", "twingkit-record 9"]
)
def test_what_is_no_record_is_one_error(text: str) -> None:
    with pytest.raises(RecordError) as fault:
        Referee.from_record(text)
    assert fault.value.line > 0
