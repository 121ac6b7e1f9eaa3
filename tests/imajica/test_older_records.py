"""Records of the first edition of Imajica's rules open as they are, or stop with the rule that was mended."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.record import RecordError

HEAD = "twingkit-record 1\ngame imajica.position\nimajica: "


@pytest.mark.parametrize(
    ("line", "answers", "rule"),
    [
        (
            "p1 active henry-holland+blindness; p2 active dowd+ritual",
            ["p1: rasa henry-holland on ritual"],
            "IJ-POWER-3",
        ),
        ("p1 active irish; p2 active dowd", ["p1: call dowd"], "IJ-CARD-1"),
    ],
)
def test_an_older_record_stops_with_the_rule_that_was_mended(
    line: str, answers: list[str], rule: str
) -> None:
    with pytest.raises(RecordError) as caught:
        Game.replay("\n".join([HEAD + line, *answers]))
    assert (caught.value.older_edition, caught.value.rule) == (1, rule)
    assert caught.value.game is not None


def test_an_older_record_of_what_is_as_it_was_opens() -> None:
    line = "p1 active gek-a-gek gek-a-gek; p2 active irish; to move p1 ally"
    answers = ["p1: challenge irish with gek-a-gek gek-a-gek.2", "p1: damage irish 7", "p1: end"]
    game = Game.replay("\n".join([HEAD + line, *answers]))
    assert game.older_edition == 1
    assert "irish" not in game.table.pieces
    assert "game imajica.position edition 2" in game.record
