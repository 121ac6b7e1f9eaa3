"""The positions of Imajica's puzzles: what the seat that is asked cannot see is not in the line."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable

import pytest
from long_runs import runs

from twingkit.asking import Chance
from twingkit.imajica.notation.position import Position
from twingkit.imajica.players.redeal import redeal
from twingkit.imajica.puzzles import alike, mixed_game, position
from twingkit.imajica.starts import position_game
from twingkit.messages import Fault
from twingkit.play import Game
from twingkit.puzzles import puzzles, rated_again
from twingkit.puzzles.puzzle import begins_there


def turns(seed: int) -> list[Game]:
    """The moments of a game of steady players at which there is a line."""
    game, found = mixed_game(seed), []
    seated = [game.start.policy("steady", seat) for seat in range(2)]
    while (asked := game.question) is not None:
        if position(game) is not None:
            found.append(game.copy())
        assert not isinstance(asked, Chance)  # a game with a seed draws by itself
        game.answer(seated[asked.player](game))
    return found


def bare(answers: Iterable[object]) -> Counter[str]:
    """Answers without the numbers by which cards of one name are told apart."""
    plain = (re.sub(r"\.\d+", "", str(answer)).split() for answer in answers)
    return Counter(" ".join(sorted(words)) for words in plain)


@pytest.mark.parametrize("seed", range(runs(2, 8)))
def test_IJ_AREA_2_the_line_of_a_position_is_the_same_whatever_is_hidden(seed: int) -> None:
    kinds, hidden = set(), 0
    for game in turns(seed)[::4]:
        line, asked = position(game), game.question
        assert line is not None
        assert asked is not None
        seat = asked.player
        other = game.changed(lambda table, seat=seat: redeal(table, seat, random.Random(3)))
        assert position(other) == line
        assert alike(other) == alike(game)
        assert str(Position.parse(line)) == line
        twin = position_game(line, seed=1)
        assert (twin.question.kind, twin.question.player) == (asked.kind, seat)
        assert bare(twin.question.options()) == bare(asked.options())
        for mine, theirs in zip(game.table.players, twin.table.players, strict=True):
            assert len(mine.hand) == len(theirs.hand)
            assert mine.destiny.total == theirs.destiny.total
            assert seat != mine.seat or mine.hand == theirs.hand
            assert Counter(mine.shown) == Counter(theirs.shown) or seat == mine.seat
        assert len(twin.table.pieces) == len(game.table.pieces)
        kinds.add(asked.kind)
        hidden += "unread" in line
    assert kinds == {"autarch", "ally", "advance"}
    assert hidden or seed % 2


def test_IJ_AREA_2_unknown_cards_are_dealt_from_the_destiny_and_the_paths_fit_their_sites() -> None:
    line = (
        "imajica: p1 active irish hand 2 destiny 3*census gideon; p2 hand pneuma 1 destiny mud-road slew; "
        "circle ferry-market/unread@p2; to move p1 ally now"
    )
    for seed in range(6):
        table = position_game(line, seed=seed).table
        assert [len(player.hand) for player in table.players] == [2, 2]
        assert [player.destiny.total for player in table.players] == [2, 0]
        assert [path.card.id for path in table.pieces.paths.values()] == ["mud-road"]
        assert table.players[1].hand == ["pneuma", "slew"]
        assert table.players[1].shown == ["pneuma"]
    asked = position_game(line).question
    assert isinstance(asked, Chance)


def test_a_destiny_that_is_too_small_for_the_unknown_cards_is_one_clear_error() -> None:
    with pytest.raises(Fault) as caught:
        position_game("imajica: p1 hand 3 destiny census; p2; to move p1 ally", seed=1)
    assert "3" in caught.value.text("en")
    assert "IJ-AREA-2" in caught.value.text("de")


def test_IJ_TIME_2_now_stands_after_the_window_with_which_the_turn_begins() -> None:
    line = "imajica: p1 active irish hand refusal waking; p2 active dowd hand waking; to move p1 ally{}"
    kinds = [position_game(line.format(word), seed=1).question.kind for word in ("", " now")]
    assert kinds == ["respond", "ally"]


def test_the_puzzles_of_Imajica_begin_where_they_say_and_are_not_alike() -> None:
    found = puzzles("imajica")
    for puzzle in found:
        assert begins_there(puzzle)
        assert puzzle.margin >= 0.08
        assert puzzle.margin >= 3 * puzzle.error
    assert len({str(alike(puzzle.game())) for puzzle in found}) == len(found)


def test_the_best_answer_of_a_puzzle_is_better_on_other_seeds_too() -> None:
    found = puzzles("imajica")[: runs(1, 8)]
    for puzzle in found:
        margin, error = rated_again(puzzle, 24, 77)
        assert margin > -2 * error
