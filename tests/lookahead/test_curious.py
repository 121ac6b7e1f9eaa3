"""The player `curious`, and the default opponents: three games in a row show every action of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import pytest

from twingkit import Game, ember, imajica, imperium, policies, twing
from twingkit.players.curious import RASH_ANSWERS
from twingkit_widgets.ember.play.settings import DEFAULT_LEVEL as EMBER_LEVEL
from twingkit_widgets.imajica.play.settings import DEFAULT_LEVEL as IMAJICA_LEVEL
from twingkit_widgets.twing.play.settings import DEFAULT_LEVEL as TWING_LEVEL

ACTIONS = {
    "twing": "attack duel buy ritual capture endgame pass",
    "ember": "draw refresh stay conjure use archmage call done",
    "imajica": "lay path reassign call play use seize challenge retreat advance contest defend",
    "imperium": "activate strategy play offer pass accept refuse 1 2 3 4 5 6 7 8",
}
"""The actions of turns by game: first words of answers, and the numbers of strategy cards. In the short game
of Twilight Imperium only the learner's faction has an action to `use`."""

LEVELS = {
    "twing": TWING_LEVEL,
    "ember": EMBER_LEVEL,
    "imajica": IMAJICA_LEVEL,
    "imperium": "curious",
}
"""The default opponents of the play page; in Twilight Imperium the one that shows every action."""


def deal(game: str, seed: int) -> Game:
    """Return a game of three players."""
    if game == "imajica":
        return imajica.new_game(["maestros", "teeth", "daughters"], seed=seed, explain=False)
    if game == "imperium":
        return imperium.new_game("short", seed=seed, explain=False)
    return {"twing": twing, "ember": ember}[game].new_game(3, seed=seed, explain=False)


def actions_of(game: Game, seats: Collection[int]) -> Counter[str]:
    """Return how often these seats took each action."""
    return Counter(
        entry.answer.split()[entry.kind == "take"] for entry in game.transcript if entry.player in seats
    )


@pytest.mark.parametrize("game", ACTIONS)
def test_three_games_show_every_action_of_a_turn(game: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        players = ["random", *[LEVELS[game]] * 2]
        seen += actions_of(policies.play(deal(game, seed), players, seed=seed), (1, 2))
    assert set(ACTIONS[game].split()) <= set(seen)


def test_an_action_that_its_base_player_never_takes_is_tried_once_a_game() -> None:
    refreshes = []
    for seed in range(4):
        game = policies.play(deal("ember", seed), ["greedy", "curious", "curious"], seed=seed)
        counts = [actions_of(game, (seat,))["refresh"] for seat in range(3)]
        assert counts[0] == 0
        refreshes += counts[1:]
    assert set(refreshes) <= {0, 1}
    assert sum(refreshes) >= len(refreshes) / 2


def test_its_answers_depend_only_on_its_seed_and_the_game() -> None:
    first, second = (
        policies.play(deal("ember", 5), ["curious", "greedy", "curious"], seed=2) for _ in range(2)
    )
    assert first.record == second.record
    assert first.result == second.result


def test_it_never_leaves_a_game() -> None:
    for seed in range(2):
        game = policies.play(deal("twing", seed), ["curious"] * 3, seed=seed)
        assert not any(entry.answer in RASH_ANSWERS for entry in game.transcript)
