"""The splits of damage: which are listed, and that the best ones count the Flashes that may follow."""

from __future__ import annotations

import pytest
from imajica_games import give, lies, reach, start

from twingkit.core.play import Game
from twingkit.imajica.exact_odds import damage_split
from twingkit.imajica.exact_odds.damage_split import best_damage_split
from twingkit.imajica.players.greedy import GreedyPlayer
from twingkit.imajica.players.lookahead import FastGreedyPlayer, candidate_answers


def after_fight(line: str) -> Game:
    """Return the game in which the first Autarch's Gek-a-Gek has beaten Gideon by 4."""
    return reach(give(start(line), "p1: challenge gideon with gek-a-gek"), "damage")


def test_IJ_DMG_1_a_split_that_kills_only_with_a_later_flash_is_listed_and_found() -> None:
    game = after_fight("p1 active gek-a-gek hand lightning; p2 active gideon; to move p1 ally")
    assert not game.question.has_unlisted_answers
    assert "damage gideon 4" in map(str, game.question.options())
    best = best_damage_split(game)
    assert (best.answer, best.plays) == ("damage gideon 2", ("play lightning on gideon",))
    assert (best.killed, best.killed_worth, best.spare) == (("gideon",), 4, 2)
    assert list(best.frame()["damage"]) == [2]
    give(game, f"p1: {best.answer}", f"p1: {best.plays[0]}", "p1: end")
    assert lies(game, "gideon") is None


def test_IJ_DMG_1_two_flashes_add_up_and_none_is_played_that_is_not_needed() -> None:
    strong = after_fight("p1 active gek-a-gek hand lightning lightning; p2 active gideon; to move p1 ally")
    assert best_damage_split(strong).plays == ("play lightning on gideon",)
    line = "p1 active gek-a-gek hand lightning lightning; p2 active gideon irish; to move p1 ally"
    both = best_damage_split(after_fight(line))
    assert sorted(both.plays) == ["play lightning on gideon"]
    assert "irish" not in both.killed, "only who fights takes damage of the split"


def test_IJ_DMG_1_nobody_counts_a_card_that_a_rival_holds() -> None:
    game = after_fight("p1 active gek-a-gek; p2 active gideon hand lightning; to move p1 ally")
    assert best_damage_split(game).answer == "damage none"


def test_too_many_flashes_to_try_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game = after_fight("p1 active gek-a-gek hand lightning; p2 active gideon; to move p1 ally")
    monkeypatch.setattr(damage_split, "MOST_TABLES", 1)
    best = best_damage_split(game)
    assert (best.answer, best.tried_every_play, best.frame().attrs["complete"]) == (
        "damage none",
        False,
        False,
    )


@pytest.mark.parametrize("player", [GreedyPlayer, FastGreedyPlayer])
def test_IJ_DMG_1_the_players_deal_what_their_flash_completes(player: type[GreedyPlayer]) -> None:
    game, policy = (
        after_fight("p1 active gek-a-gek hand lightning; p2 active gideon; to move p1 ally"),
        player(0),
    )
    assert str(candidate_answers(game)[0]) == "damage gideon 2"
    while game.table.fight is not None:
        asked = game.question
        game.answer(policy(game) if asked.player == 0 else next(asked.options()))
    assert lies(game, "gideon") is None


def test_IJ_CHAL_7_of_many_splits_a_selection_is_listed_and_says_so() -> None:
    game = start("p1 active sartori irish gek-a-gek gek-a-gek; p2 active gideon dowd lamp-boy")
    give(game, "p1: challenge gideon with sartori irish gek-a-gek gek-a-gek.2", "p2: defend dowd lamp-boy")
    question = reach(game, "damage").question
    listed = list(map(str, question.options()))
    assert question.has_unlisted_answers
    assert len(listed) == len(set(listed)) < 500
    assert "damage gideon 1 dowd 1 lamp-boy 1" not in listed
    assert game.refusal("damage gideon 1 dowd 1 lamp-boy 1") is None
    assert f"damage gideon {question.max_damage}" in listed, "all of it on one"
    assert all(game.refusal(split) is None for split in listed)
