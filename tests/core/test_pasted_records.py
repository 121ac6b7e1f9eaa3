"""Records as they arrive: damaged, with other blanks, and wrapped by mail programs."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from urllib.parse import quote

import pytest
from damaged_records import STARTS, damaged, record_of
from typer.testing import CliRunner

from twingkit import Game, ember, imajica, imperium, referee, sweep, twing
from twingkit.cli import app
from twingkit.core.games import games
from twingkit.core.links import line_from_link_value
from twingkit.core.record import RecordError, parse_record
from twingkit.core.starts import parse_start, starts_of


def fault_of(text: str) -> RecordError | None:
    """Return why a text cannot be replayed; any other error than its own is raised."""
    try:
        Game.replay(text)
    except RecordError as fault:
        return fault
    return None


def test_every_start_has_a_record() -> None:
    assert set(STARTS) == {start.name for entry in games() for start in starts_of(entry)}


@pytest.mark.parametrize("start", STARTS)
def test_a_damaged_record_is_played_or_refused_with_its_line(start: str, tmp_path: Path) -> None:
    refused = []
    for text in damaged(record_of(start)):
        fault = fault_of(text)
        if fault is not None:
            refused.append(text)
            assert 1 <= fault.line <= len(text.splitlines()) + 1
            assert fault.text("en") != fault.text("de")
            if fault.game is not None:
                assert fault_of(fault.text_before_error(text)) is None
    assert len(refused) > 10
    file = tmp_path / "a.record"
    for text in refused[:2]:
        file.write_text(text, encoding="utf-8")
        for command in ("replay", "review"):
            done = CliRunner().invoke(app, [command, str(file)])
            assert done.exit_code == 2, done.output
            assert len(done.stderr.splitlines()) == 1, done.stderr


NO_BREAK = "\N{NO-BREAK SPACE}"
BLANKS = (NO_BREAK, "\N{NARROW NO-BREAK SPACE}", "\N{FIGURE SPACE}", " ", "\t")


def with_other_blanks(text: str) -> str:
    """Return a text whose blanks are others, one kind after the other."""
    kinds = cycle(BLANKS)
    return "".join(next(kinds) if sign == " " else sign for sign in text)


@pytest.mark.parametrize("start", STARTS)
def test_no_break_blanks_of_a_record_are_blanks(start: str) -> None:
    record = record_of(start)
    assert Game.replay(with_other_blanks(record)).record == record
    game = Game(parse_start(with_other_blanks(STARTS[start])), rolls="ask")
    for _, line in parse_record(record).answers:
        typed = with_other_blanks(line.partition(": ")[2])
        assert game.refusal(typed) is None
        game.answer(typed)
    assert game.record == record


HANDS = "F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4"
CALLS: tuple[tuple[Callable[..., object], tuple[object, ...]], ...] = (
    (twing.odds, ("F: F5 F3 + F4 vs W: W6 W4 @ hat & cat*2",)),
    (twing.odds, ("duel F: F5 F3 / F2 / F1 vs W: W6 / W5 / W4",)),
    (twing.odds, ("endgame F: F5 vs W: W6 vs L: shield L4",)),
    (twing.odds, ("F: F5 with L: F1 vs W: W6",)),
    (twing.worth, (HANDS, ["+trap", "-creature F4"])),
    (twing.advise, (HANDS,)),
    (twing.Variant.parse, ("box price=3",)),
    (imperium.odds, ("space: 3 cruiser @ mb vs 2 dreadnought",)),
    (imperium.odds, ("invasion: 1 dreadnought 4 infantry vs 3 infantry 1 pds",)),
    (imperium.worth, ("space: 3 cruiser @ mb vs 2 dreadnought", ["+2 fighter"])),
    (ember.pool_chances, ("A5 E5 F5",)),
    (
        imajica.can_they_stop,
        ("imajica: p1 active sartori; p2 active dowd; circle slew", "seize slew with sartori"),
    ),
    (sweep, (imperium.odds, "space: 3 cruiser {n} fighter vs 2 dreadnought", {"n": [0, 1]})),
)


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_no_break_blanks_of_a_line_are_blanks(
    function: Callable[..., object], arguments: tuple[object, ...]
) -> None:
    def pasted(value: object) -> object:
        if isinstance(value, list):
            return [pasted(each) for each in value]
        return with_other_blanks(value) if isinstance(value, str) else value

    assert str(function(*map(pasted, arguments))) == str(function(*arguments))


def test_no_break_blanks_at_a_real_table_and_in_a_link_are_blanks() -> None:
    table = referee(with_other_blanks("twingkit-record 1\ngame ember\nember 3\n"))
    table.add_line(with_other_blanks("p1: dealer p1"))
    assert table.lines == ("p1: dealer p1",)
    for line in (STARTS["twing.battle"].partition(" ")[2], STARTS["imperium.battle"].partition(" ")[2]):
        typed = line.partition("\n")[0]
        assert line_from_link_value(quote(with_other_blanks(typed))) == typed


def wrapped(text: str, width: int = 76) -> str:
    """Return a text as mail programs wrap it: at blanks alone."""
    rows = (
        textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
        for line in text.splitlines()
    )
    return "\n".join(part for parts in rows for part in parts) + "\n"


@pytest.mark.parametrize("start", STARTS)
def test_lines_that_mail_has_wrapped_are_joined(start: str) -> None:
    record = Game.replay(record_of(start)).annotated_record()
    game = Game.replay(wrapped(record))
    assert game.record == record_of(start)
    assert Game.replay(wrapped(record, 72)).record == game.record


def test_a_long_line_before_an_answer_is_not_wrapped() -> None:
    """The row before an answer is often about as long as those that mail wraps."""
    line = "F: F5 F3 + F4 & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"
    game = Game(parse_start(line), rolls="ask").give_answers("lay F5 F3 + F4")
    assert 64 <= len(game.record.splitlines()[2]) <= 80
    assert Game.replay(game.record).record == game.record
    with pytest.raises(RecordError, match="line 5"):
        Game.replay(game.record + "defender: lay W9\n")


@pytest.mark.parametrize("width", range(72, 80))
def test_a_wrapped_battle_line_is_joined_wherever_it_was_wrapped(width: int) -> None:
    attack = "battle F: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap miromon"
    defence = "W: W6 W4 + W3 @ hat & cat*2 trap"
    for objects in ("bra", "bra,cup", "bra,shamrock"):
        plain = (
            f"twingkit-record 1\ngame twing.battle\n{attack.replace('bra,shamrock', objects)} vs {defence}\n"
        )
        text = wrapped(plain, width)
        assert len(text.splitlines()) == 4
        assert Game.replay(text).record == plain
