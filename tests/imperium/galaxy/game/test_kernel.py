"""Whole games in the machinery that all games share: arena, environment, command line, counted states."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from imperium.galaxy.game.positions import chapter, system
from long_runs import runs
from typer.testing import CliRunner

from twingkit import arena
from twingkit.cli import app
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.imperium.galaxy.phases.strategy_phase import play_strategy_phase
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action
from twingkit.testing.invariants import (
    assert_copy_plays_alike,
    assert_record_restores_game,
    assert_rulings_valid,
    assert_undo_restores,
)
from twingkit.testing.perft import state_counts

# -- the arena


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_arena_plays_whole_games_of_every_size(players: int) -> None:
    seated = ["random"] * players
    played = arena.simulate(1, seated, game="imperium", seed=1, processes=1)
    games, seats = played.games, played.seats
    assert set(games["winner_policy"]) <= set(seated)
    winning = seats[seats["won"] == 1].iloc[0]
    assert winning["score"] == seats["score"].max()
    assert (winning["player"], winning["faction"]) == (games["winner"][0], games["winner_faction"][0])
    assert games["rounds"].between(1, 9).all()
    assert seats["faction"].nunique() == len(seats) == players


@pytest.mark.parametrize(
    ("seated", "variant", "said"),
    [
        (["random"] * 2, "box", "3 to 6 players"),
        (["random"] * 7, "box", "3 to 6 players"),
        (["random"] * 4, "short", "has 3 players, not 4"),
        (["random"] * 3, "shrt", "box, short, .* did you mean 'short'"),
        (["random"] * 3, "short tempo=fast", "tempo"),
        (["random", "random", "clever"], "box", "clever"),
    ],
)
def test_the_arena_says_what_cannot_be_played(seated: list[str], variant: str, said: str) -> None:
    with pytest.raises(Fault, match=said):
        arena.simulate(1, seated, variant, game="imperium", processes=1)


# -- an environment for programs that learn


def test_IM_VIEW_1_an_observation_holds_no_card_of_others() -> None:
    any_game = pytest.importorskip("twingkit.players.rl.any_game")
    env, rng = any_game.raw_env("imperium", "imperium 4", width=1024), random.Random(2)
    env.reset(seed=3)
    game: Game = env.game
    while len(game) < 300:
        game.answer_randomly(rng)
    seen = [env.observe(agent)["observation"].copy() for agent in env.possible_agents]
    hidden = game.table.players[2]
    assert hidden.secret_objectives
    assert hidden.action_cards
    hidden.secret_objectives = tuple(list(game.table.secret_deck)[: len(hidden.secret_objectives)])
    hidden.action_cards = tuple(list(game.table.action_deck)[: len(hidden.action_cards)])
    after = [env.observe(agent)["observation"] for agent in env.possible_agents]
    same = [bool((one == other).all()) for one, other in zip(seen, after, strict=True)]
    assert same == [True, True, False, True]


# -- replay, undo, copies, sentences


@pytest.mark.parametrize("players", ["short", 3, 6])
def test_random_games_replay_undo_and_copy(players: str | int) -> None:
    for seed in range(runs(1, 20)):
        game, rng = new_game(players, seed=seed), random.Random(seed)
        while game.question is not None and len(game) < 260:
            game.answer_randomly(rng)
        assert_copy_plays_alike(game.copy(), 40)
        assert_undo_restores(Game.replay(game.record), 25)
        assert_rulings_valid(game)
        while game.question is not None:
            game.answer_randomly(rng)
        assert_record_restores_game(game)


# -- counted states


def two_left(table):
    """Setup function: the first two have their cards, and seat 2 chooses the last ones."""
    for seat, numbers in enumerate(((1, 2), (3, 4), (5,))):
        table.players[seat].strategy_cards = dict.fromkeys(numbers, False)


def test_IM_PICK_1_states_of_the_last_choice_are_counted() -> None:
    assert state_counts(chapter(play_strategy_phase, two_left), 1) == [3]


def test_IM_PICK_1_states_of_three_choices_are_counted() -> None:
    assert state_counts(chapter(play_strategy_phase), 3) == [8, 8 * 7, 8 * 7 * 6]


def lone_cruiser(table):
    """Setup function: player 1 has only a cruiser beside Mecatol Rex."""
    for there in (*table.space, *table.ground.values()):
        there.pop(0, None)
    table.put_units(0, system(table, "20"), "cruiser")


def test_IM_TACT_1_states_of_a_lone_cruiser_are_counted() -> None:
    def action(table):
        yield from tactical_action(table, 0, table.mecatol_system)

    assert state_counts(chapter(action, lone_cruiser), 1) == [2], "it stays, or it comes"


# -- the command line


def output_of(*words: str) -> str:
    """Return the output of a command."""
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_simulate_says_in_words_how_short_games_ended() -> None:
    line = ("simulate", "--game", "imperium", "--players", "random,random,random", "--variant", "short")
    output = output_of(*line, "--games", "1", "--processes", "1")
    assert output.startswith("1 game of 3 players, seed 0, variant: short box\n")
    assert "with no objective left" in output.splitlines()[-1]
    german = output_of(*line, "--games", "1", "--processes", "1", "--lang", "de")
    assert "ohne ein weiteres Ziel" in german.splitlines()[-1]
    assert "points" not in german


def test_step_and_replay_take_lines_and_records_of_whole_games(tmp_path: Path) -> None:
    story = output_of("step", "imperium short", "--seed", "1")
    assert "[IM-PICK-1]" in story
    assert "wins the game. [IM-END" in story
    game, rng = new_game("short", seed=4), random.Random(4)
    while game.question is not None:
        game.answer_randomly(rng)
    file = tmp_path / "game.record"
    file.write_text(game.record, encoding="utf-8")
    output = output_of("replay", str(file))
    assert game.latest_rulings[-1].text() in output.replace("\n", " ")
