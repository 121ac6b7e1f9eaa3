"""IJ-TIME-3: a record typed from a real table may omit or name the players who passed."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.core.record import RecordError, result_comment, skipped_lines_note
from twingkit.imajica.starts import new_game
from twingkit.players.policies import RandomPolicy
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel

HEAD = "twingkit-record 1\ngame imajica.position\n"
TABLE = (
    "imajica: p1 active gentle irish; p2 active gideon hand cold-feet; p3 active dowd; circle slew; "
    "to move p1 ally\n"
)


def replayed(*answers: str) -> Game:
    return Game.replay(HEAD + TABLE + "\n".join(answers) + "\n")


def given(game: Game) -> list[str]:
    return [f"{entry.seat}: {entry.answer}" for entry in game.transcript]


def test_IJ_TIME_3_passes_that_are_not_named_are_supplied() -> None:
    game = replayed("p1: seize slew with irish", "p2: play cold-feet on irish")
    assert given(game) == [
        *("p1: pass", "p2: pass", "p1: seize slew with irish", "p1: pass", "p2: play cold-feet on irish"),
    ]


def test_IJ_TIME_3_who_was_not_asked_may_be_named_as_passing() -> None:
    """Player 3 cannot do anything in a window, and nobody at a table would know."""
    game = replayed("p1: pass", "p2: pass", "p3: pass", "p1: seize slew with irish")
    assert given(game) == ["p1: pass", "p2: pass", "p1: seize slew with irish"]
    assert game.unused_lines == game.copy().unused_lines == 1


@pytest.mark.parametrize(
    ("extra", "lang", "said"),
    [
        ([], "en", ""),
        (["p3: pass"], "en", "One line of the record says “pass” where there is no question: it is skipped."),
        (
            ["p3: pass"],
            "de",
            "Eine Zeile der Mitschrift mit „pass“ wird übersprungen: Dort gibt es keine Frage.",
        ),
        (["p3: pass", "p3: pass"], "en", "2 lines of the record say “pass” where there is no question"),
    ],
)
def test_IJ_TIME_3_skipped_passes_are_reported(extra: list[str], lang: str, said: str) -> None:
    game = replayed("p1: pass", "p2: pass", *extra)
    assert skipped_lines_note(game).startswith(said)
    assert bool(skipped_lines_note(game)) == bool(said)
    text = HEAD + TABLE + "".join(f"{line}\n" for line in ("p1: pass", "p2: pass", *extra))
    panel = ImajicaPlayPanel(2, seed=1, lang=lang)
    panel.do("load", text)
    assert said in panel.html, "where it is typed"


@pytest.mark.parametrize(
    ("answers", "rule"),
    [
        (("p1: seize slew with gideon",), "IJ-ALLY-4"),
        (("p3: play cold-feet on irish",), ""),
        (("p9: pass",), ""),
    ],
)
def test_what_fits_nowhere_is_said_with_its_line(answers: tuple[str, ...], rule: str) -> None:
    with pytest.raises(RecordError) as no:
        replayed(*answers)
    assert no.value.line == 4
    if rule:
        assert no.value.rule == rule


def test_IJ_TIME_3_a_whole_record_comes_to_the_same_end() -> None:
    game = new_game(["teeth", "daughters"], seed=2, variant="short").play(RandomPolicy(2))
    whole = [*game.record.splitlines(), result_comment(game)]
    told = Game.replay("\n".join(whole))
    assert told.result == game.result
    assert told.record == game.record
