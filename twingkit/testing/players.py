"""Tests of computer players: reproducible games, strength, and independence of hidden information."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from twingkit.core.play import Game
from twingkit.core.running.running_script import player_count
from twingkit.core.running.winners import teams_of, winning_seats
from twingkit.players import policies
from twingkit.players.lookahead import lookahead_of
from twingkit.players.policies import computer_player
from twingkit.testing.hidden import ShownToSeat, assert_same_for_seat, play_beside_twin_games
from twingkit.testing.progress import describe_progress, seat_name
from twingkit.testing.visible import observable_state


def assert_reproducible_play(begin: Callable[[], Game], players: Sequence[str], seed: int) -> None:
    """Assert that a game between these players ends, and that the same seed plays it again exactly."""
    games = [policies.play(begin(), players, seed=seed) for _ in range(2)]
    first, second = games
    assert first.over, f"{describe_progress(first)}: the game does not come to its end"
    lines, again = first.record.splitlines(), second.record.splitlines()
    apart = [f"{one!r}, then {two!r}" for one, two in zip(lines, again, strict=False) if one != two]
    lasts = f"{len(lines)} lines, then {len(again)}"
    assert lines == again, (
        f"{describe_progress(first)}: the same players play another game: {(*apart, lasts)[0]}"
    )


def win_share_against(begin: Callable[[int], Game], player: str, other: str, games: int) -> float:
    """Return the share of games (0 to 1) that `player` wins against `other` in a game of two sides, swapping
    sides after each game.

    `begin` gets the number of the game, which is also its seed. Shared wins count.
    """
    won = 0
    for seed in range(games):
        game = begin(seed)
        side = teams_of(game)[(seed + 1) % 2]
        seats = [player if seat in side else other for seat in range(player_count(game))]
        won += side[0] in winning_seats(policies.play(game, seats, seed=seed))
    return won / games


def assert_knows_nothing_hidden(
    game: Game,
    player_name: str,
    rng: random.Random,
    total_answers: int,
    *,
    shown_to_seat: ShownToSeat = lambda game, seat: None,
) -> int:
    """Assert that a computer player's answers do not depend on hidden information.

    Redeals must not depend on it either. Returns the number of comparisons.

    `game` continues at random for a number of answers. An answer of chance or of another player is hidden if
    it could have been different while the seat sees, hears and is asked the same up to its decision
    (`play_beside_twin_games`). The results of `shown_to_seat` must also be equal. `game` must ask for all
    chance (`rolls="ask"`). Fails if nothing could be compared: use another game, or a longer one.
    """
    compared = 0
    for one, twin, viewer in play_beside_twin_games(game, rng, total_answers):
        assert_same_advice(viewer, one, twin, player_name, compared, shown_to_seat=shown_to_seat)
        compared += 1
    assert compared, (
        f"{describe_progress(game)}: nothing that is hidden comes before a decision of {player_name!r}: "
        "not compared"
    )
    return compared


def assert_same_advice(
    viewer: int,
    game: Game,
    twin: Game,
    player_name: str,
    seed: int,
    *,
    shown_to_seat: ShownToSeat = lambda game, seat: None,
) -> None:
    """Assert that a computer player gives the same answer in two games that differ only in what the seat
    `viewer` cannot see.

    The redeal from a seed and the result of `shown_to_seat` must be the same, too.
    """
    first, second = (computer_player(each.start, player_name, 7)(each) for each in (game, twin))
    assert_same_for_seat(f"as {player_name!r} answers", game, twin, viewer, first, second)
    mine, others = (_redealt_key(each, viewer, seed) for each in (game, twin))
    assert_same_for_seat("is dealt", game, twin, viewer, mine, others)
    assert_same_for_seat(
        "is sent", game, twin, viewer, shown_to_seat(game, viewer), shown_to_seat(twin, viewer)
    )


def _redealt_key(game: Game, seat: int, seed: int) -> object:
    """Return the state key of the game after a redeal of the cards that a seat does not know; None if it
    cannot be redealt.
    """
    lookahead = lookahead_of(game)
    redeal = lookahead.redeal_function(game)
    if redeal is None or lookahead.rating_fault(game) is not None:
        return None
    world = game.with_change(lambda table: redeal(table, seat, random.Random(seed)))
    name = seat_name(game, seat)
    assert observable_state(world, seat) == observable_state(game, seat), (
        f"{describe_progress(game)}: a deal for {name} looks otherwise"
    )
    return world.table.key()
