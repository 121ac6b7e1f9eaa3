"""Lines as files contain them: with line ends, a byte order mark, and extra blanks in a record's head."""

from __future__ import annotations

from pathlib import Path

import pytest

from twingkit import Game, imperium, twing

MARK = "\N{BYTE ORDER MARK}"


def test_the_lines_of_an_open_file_are_read_with_their_ends(tmp_path: Path) -> None:
    for game, line in ((twing, "F: F5 vs W: W6"), (imperium, "space: 3 cruiser vs 2 dreadnought")):
        for end in ("\n", "\r\n"):
            file = tmp_path / "lines.txt"
            file.write_bytes(f"{MARK}{line}{end}{line}{end}".encode())
            with file.open(encoding="utf-8", newline="") as lines:
                frame = game.odds_many(lines)
            assert frame["position"].tolist() == [line, line]


def test_a_map_string_may_begin_with_a_byte_order_mark() -> None:
    plain = imperium.Galaxy.parse("18 22 44 19")
    assert imperium.Galaxy.parse(f"{MARK}18 22 44 19\n") == plain


@pytest.mark.parametrize(("tight", "wide"), [("record 1", "record  1"), ("game ", "game   ")])
def test_blanks_in_the_head_of_a_record_do_not_matter(tight: str, wide: str) -> None:
    record = twing.battle_game("F: F5 vs W: W6", seed=1).give_answers("lay F5").record
    assert tight in record
    assert Game.replay(record.replace(tight, wide, 1)).record == record
