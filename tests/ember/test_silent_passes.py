"""EM-WIN-5: a record typed from a real table may omit or name the players who passed."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.record import RecordError, result_comment
from twingkit.ember.starts import new_game, position_game

HEAD = "twingkit-record 1\ngame ember.position\n"
TABLE = "ember: p1 hand A6 E6 has wisp; p2 hand W5 has imp; p3 hand F5 F7; to move p1 draw\n"


def replayed(*answers: str) -> Game:
    return Game.replay(HEAD + TABLE + "\n".join(answers) + "\n")


def given(game: Game) -> list[str]:
    return [f"{entry.seat}: {entry.answer}" for entry in game.transcript]


def test_EM_WIN_5_passes_that_are_not_named_are_supplied() -> None:
    game = replayed(
        "p1: stay", "p1: conjure gnome A6 E6", "p1: card A1", "p1: card A2", "p1: done", "p2: stay"
    )
    assert given(game) == [
        *("p1: stay", "p1: pass", "p2: pass", "p1: conjure gnome A6 E6", "p1: card A1", "p1: card A2"),
        *("p1: pass", "p2: pass", "p1: done", "p2: stay"),
    ]


def test_EM_WIN_5_an_act_comes_at_the_first_moment_that_takes_it() -> None:
    game = replayed("p1: stay", "p2: use imp p1", "p1: discard A6")
    assert given(game) == ["p1: stay", "p1: pass", "p2: use imp p1", "p1: discard A6"]


def test_EM_WIN_5_who_was_not_asked_may_be_named_as_passing() -> None:
    """Player 3 cannot do anything, and nobody at a table would know."""
    acts = ("p1: stay", "p1: pass", "p2: use imp p1", "p3: pass", "p1: discard A6", "p2: pass", "p3: pass")
    game = replayed(*acts)
    assert given(game) == ["p1: stay", "p1: pass", "p2: use imp p1", "p1: discard A6"]
    assert game.question is not None
    assert (game.question.kind, game.question.player) == ("respond", 0)


def test_EM_WIN_5_a_named_pass_says_that_an_act_came_later() -> None:
    acts = ("p1: stay", "p2: pass", "p1: conjure gnome A6 E6", "p1: card A1", "p1: card A2", "p2: use imp p1")
    game = replayed(*acts)
    assert given(game)[:3] == ["p1: stay", "p1: pass", "p2: pass"]
    assert given(game)[-1] == "p2: use imp p1"


@pytest.mark.parametrize(
    ("answers", "rule", "line"),
    [
        (("p1: stay", "p1: conjure dryad A6 E6"), "EM-CONJ-4", 5),
        (("p1: stay", "p3: use imp p1"), "", 5),
        (("p1: stay", "p9: pass"), "", 5),
        (("p1: draw X1",), "", 4),
        (("p2: stay",), "", 4),
    ],
)
def test_what_fits_nowhere_is_said_with_its_line(answers: tuple[str, ...], rule: str, line: int) -> None:
    with pytest.raises(RecordError) as no:
        replayed(*answers)
    assert no.value.line == line
    if rule:
        assert no.value.rule == rule


def test_a_record_with_an_end_needs_no_passes_after_the_call() -> None:
    line = "ember: p1 hand A5 has phoenix dragon siren; p2 hand * has imp; to move p1 draw"
    game = position_game(line, rolls="ask").give_answers("call")
    while game.question is not None:
        game.answer("pass")
    assert len(game) > 1
    short = "\n".join(
        row for row in [*game.record.splitlines(), result_comment(game)] if not row.endswith(": pass")
    )
    assert Game.replay(short).record == game.record


@pytest.mark.parametrize("seed", range(6))
def test_EM_WIN_5_a_game_without_its_passes_comes_to_the_same_end_if_nobody_acted_later_than_possible(
    seed: int,
) -> None:
    """If the first possible moment leaves no doubt about who acts, some or all passes can be left out."""
    game = new_game(2 + seed % 4, seed=seed, variant="quick")
    while game.question is not None:
        if isinstance(game.question, ChanceQuestion):
            game.roll()
            continue
        options = list(map(str, game.question.options()))
        acts = [answer for answer in options if answer.split()[0] in ("use", "archmage", "call", "conjure")]
        game.answer(acts[0] if acts else next(answer for answer in options if answer != "turn"))
    rows = [*game.record.splitlines(), result_comment(game)]
    short = [row for place, row in enumerate(rows) if not row.endswith(": pass") or (seed % 2 and place % 3)]
    again = Game.replay("\n".join(short))
    assert again.result == game.result
    assert again.record == game.record
