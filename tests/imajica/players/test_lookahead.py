"""The ratings of Imajica: equal whatever is hidden, allowed, and judged by a chance that adds up."""

from __future__ import annotations

import random

import pytest
from long_runs import runs

from twingkit import imajica, policies
from twingkit.asking import Chance
from twingkit.imajica.players.answers import answers, plain
from twingkit.imajica.players.chance_to_win import chance_to_win
from twingkit.imajica.players.lookahead import LOOKAHEAD
from twingkit.imajica.players.redeal import redeal
from twingkit.imajica.starts import position_game
from twingkit.lookahead import lookahead_of, ratings
from twingkit.play import Game
from twingkit.reviews import Review


def moments(players: int, seed: int, kinds: tuple[str, ...]) -> list[Game]:
    """The first moment of each kind of question at which there is something to weigh, in the second round."""
    game, found = imajica.new_game(players, seed=seed, explain=False), dict[str, Game]()
    seated = [game.start.policy("steady", seat) for seat in range(players)]
    while (asked := game.question) is not None and len(found) < len(kinds) and game.table.round < 12:
        wanted = game.table.round > 1 and asked.kind in kinds and asked.kind not in found
        if wanted and len(answers(game)) > 1:
            found[asked.kind] = game.copy()
        game.answer(seated[asked.player](game))
    return list(found.values())


def test_Imajica_fills_in_the_lookahead() -> None:
    assert lookahead_of(imajica.new_game(2, seed=1)) is LOOKAHEAD


@pytest.mark.parametrize("players", runs([2], [2, 3, 4]))
def test_IJ_AREA_2_no_answer_and_no_rating_depends_on_what_is_hidden(players: int) -> None:
    compared = set()
    for game in moments(players, 3, ("autarch", "ally", "advance", "respond", "contest")):
        assert game.question is not None
        seat = game.question.player
        other = game.changed(lambda table, seat=seat: redeal(table, seat, random.Random(3)))
        assert other.view(seat) == game.view(seat)
        assert answers(other) == answers(game)
        looked_at = answers(game)[:3]
        assert ratings(other, games=2, answers=looked_at) == ratings(game, games=2, answers=looked_at)
        if other.table.key() != game.table.key():
            compared.add(game.question.kind)
    assert len(compared) >= 4


def test_every_answer_that_is_looked_at_is_allowed_and_the_advised_one_comes_first() -> None:
    looked = 0
    for seed in range(runs(1, 6)):
        game = imajica.new_game(2, seed=seed, explain=False)
        while (asked := game.question) is not None and game.table.round < 6:
            if isinstance(asked, Chance):
                game.draw()
                continue
            advised = game.start.policy("steady", 0)(game)
            found = answers(game)
            assert found[0] == advised
            assert len(set(found)) == len(found)
            assert all(asked.refusal(answer) is None for answer in found)
            assert plain(game) in (None, advised)
            looked += len(found) > 1
            game.answer(advised)
    assert looked > 20


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_chances_of_all_add_up_where_no_hand_is_known_and_grow_with_the_sites(players: int) -> None:
    rest = "; ".join(f"p{seat} active irish" for seat in range(2, players + 1) if seat < 3)
    others = "; ".join([rest, *(f"p{seat} active lamp-boy" for seat in range(3, players + 1))])
    few = position_game(f"imajica: p1 active gideon; {others}; to move p1 autarch", seed=1)
    more = position_game(
        f"imajica: p1 active gideon state slew=sartori; {others}; to move p1 autarch", seed=1
    )
    assert 0 < chance_to_win(few, 0) < chance_to_win(more, 0) < 1
    assert sum(chance_to_win(more, seat) for seat in range(players)) == pytest.approx(1)
    over = few.copy()
    over.table.players[1].out = True
    assert chance_to_win(over, 1) == 0


def test_a_review_passes_over_what_goes_without_saying_and_not_over_what_was_played_instead() -> None:
    game = imajica.new_game(2, seed=2, explain=False)
    policies.play(game, ["greedy", "random"], seed=1)
    while len(game) > 150:
        game.undo()
    reviewed = Review(game.record)
    decisions = reviewed.moments.decisions
    assert len(decisions) < len([entry for entry in game.transcript if not isinstance(entry.asked, Chance)])
    for decision in decisions:
        assert plain(decision.game) != decision.answer
    assert {decision.question for decision in decisions} >= {"autarch", "ally"}
