"""Records of the first edition of the rules of Ember: they end as they did, or stop and name a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from twingkit import Game
from twingkit.ember.entry import GAME
from twingkit.record import RecordError

FOLDER = Path(__file__).parent / "records"

STOPS = {
    "declared-call": "EM-WIN-1",
    "empty-deck": "EM-DECK-3",
    "failed-count": "EM-WIN-1",
    "own-discard": "EM-SET-2",
    "untouched-manticore": "EM-ABIL-7",
}
"""The records that mended rules stop, and the rule that refuses there or asks something else."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.record")), ids=lambda path: path.stem)
def test_a_record_of_the_first_edition_ends_as_it_did_or_stops_with_a_rule(path: Path) -> None:
    record = path.read_text(encoding="utf-8")
    assert "edition" not in record
    if path.stem not in STOPS:
        game = Game.replay(record)
        assert (game.over, game.older_edition) == (True, 0)
        assert f"# end: {game.result!r}" in record
        return
    with pytest.raises(RecordError) as stopped:
        Game.replay(record)
    assert (stopped.value.older_edition, stopped.value.rule) == (1, STOPS[path.stem])
    for lang in ("en", "de"):
        assert f"[{STOPS[path.stem]}]" in stopped.value.text(lang)
    kept = Game.replay(stopped.value.up_to(record))
    assert kept.record == stopped.value.game.record
    assert f"edition {GAME.edition}\n" in kept.record


def test_every_record_that_is_stopped_is_there() -> None:
    assert set(STOPS) < {path.stem for path in FOLDER.glob("*.record")}
