"""Records with unknown cards: what an onlooker typed opens to the same table, and completions fit it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import twingkit.referee
from twingkit import Game, ember, policies
from twingkit.core.record import RecordError, can_answer
from twingkit.referee import Referee, TypedLine, onlooker_record

GOLDEN = Path(__file__).parents[1] / "golden" / "records" / "ember-game-of-three.record"
PLAYED = [(3, 1), (2, 4), (5, 7), (5, 11)]
"""Games that the computer plays: the number of players, and the seed."""


def games() -> Iterator[object]:
    yield pytest.param(None, id="golden")
    for players, seed in PLAYED:
        yield pytest.param((players, seed), id=f"{players}-players-{seed}")


@pytest.fixture(params=games())
def full(request: pytest.FixtureRequest) -> Game:
    if request.param is None:
        return Game.replay(GOLDEN.read_text(encoding="utf-8"))
    players, seed = request.param
    kind = "greedy" if seed % 2 else "random"
    return policies.play(ember.new_game(players, seed=seed), [kind] * players)


def opened_by_name(record: str) -> Referee:
    """The table as `twingkit.referee(record)` opens it: the package is called."""
    room: object = twingkit.referee
    assert callable(room)
    opened = room(record)
    assert isinstance(opened, Referee)
    return opened


def open_table(game: Game) -> tuple[object, ...]:
    """All that everybody sees, but for whose turn it is: that passes on as soon as nobody is asked."""
    table = game.table
    seats = [(len(player.hand), tuple(player.owned), player.total) for player in table.players]
    return seats, table.pool, table.deck_size, tuple(table.pile)


def open_tables(opened: Referee, count: int) -> Iterator[tuple[object, ...]]:
    """What everybody sees after so many lines, and after each of those who are asked has said nothing: other
    hidden cards may let somebody be asked in between."""
    game = opened.game_after(count)
    yield open_table(game)
    for _ in opened.seat_names:
        if game.question is None:
            return
        seat = game.start.seat(game.question.player)
        silence = next((one for one in opened.rules.silent_answers if can_answer(game, seat, one)), "")
        if not silence:
            return
        game.give_answers(silence)
        yield open_table(game)


def test_a_record_with_unknown_cards_opens_to_the_same_open_table_at_every_step(full: Game) -> None:
    record = onlooker_record(full)
    assert record.count("?") > 50
    opened = opened_by_name(record)
    assert opened.over
    assert opened.sample_game.result == full.result
    lines = [TypedLine.parse(line) for line in opened.lines]
    played, compared = Game(full.start, rolls="ask"), 0
    entries = iter(full.transcript)
    for index, line in enumerate(lines):
        if line.is_shows_line:
            continue
        entry = next(entries)
        played.give_answers(f"{entry.seat}: {entry.answer}")
        if (
            line.answer not in opened.rules.silent_answers
        ):  # after those the turn may be another one's already
            assert open_table(played) in open_tables(opened, index + 1), line
            compared += 1
    assert compared > 50
    assert next(entries, None) is None


def test_completions_are_full_records_that_fit_every_line(full: Game) -> None:
    opened = Referee.from_record(onlooker_record(full))
    for game in opened.completions(2, seed=3):
        again = Game.replay(game.record)
        assert again.record == game.record
        assert again.result == full.result
        said = iter(game.transcript)
        for line in map(TypedLine.parse, opened.lines):
            if not line.is_shows_line and line.answer not in opened.rules.silent_answers:
                assert any(entry.seat == line.seat and line.matches_answer(entry.answer) for entry in said), (
                    line
                )


def test_a_record_that_was_opened_is_written_as_it_was(full: Game) -> None:
    record = onlooker_record(full)
    assert Referee.from_record(record).record == record


def test_replay_names_the_way_to_open_a_record_with_unknown_cards() -> None:
    record = onlooker_record(Game.replay(GOLDEN.read_text(encoding="utf-8")))
    with pytest.raises(RecordError) as fault:
        Game.replay(record)
    assert fault.value.line == 6
    assert "twingkit.referee(record)" in str(fault.value)
    assert "von einem echten Tisch" in fault.value.text("de")
    assert len(Game.replay(fault.value.text_before_error(record))) == 1
