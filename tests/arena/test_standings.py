"""Who is stronger: pairs of players, strengths with intervals, and the meaning of a run's columns."""

from __future__ import annotations

import types
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, log

import pandas as pd
import pytest

from twingkit import Fault, arena
from twingkit.core.games import games
from twingkit.core.running.winners import Sides
from twingkit.core.words import LANGUAGES


@cache
def played(*players: str, count: int = 40) -> arena.Results:
    return arena.simulate(count, players, variant="short", seed=1, processes=1)


def shares(results: arena.Results) -> dict[str, int]:
    return dict(results.value_counts("winner_policy"))


def test_of_two_players_the_strengths_are_the_odds_of_their_wins() -> None:
    results = played("greedy", "random")
    won = shares(results)
    frame = arena.player_strengths(results).set_index("policy")
    apart = frame.strength["greedy"] - frame.strength["random"]
    assert apart == pytest.approx(log((won["greedy"] + 0.5) / (won.get("random", 0) + 0.5)))
    assert frame.strength.sum() == pytest.approx(0)
    assert frame.win["greedy"] == pytest.approx(1 / (1 + exp(-apart / 2)))


def test_seats_of_a_line_up_are_no_strength() -> None:
    """A player with two seats wins twice as often without being stronger."""
    results = arena.simulate(40, ["random", "random", "greedy"], variant="short", seed=1, processes=1)
    won = shares(results)
    frame = results.strengths().set_index("policy")
    apart = frame.strength["greedy"] - frame.strength["random"]
    assert apart == pytest.approx(log((won.get("greedy", 0) + 0.5) / ((won.get("random", 0) + 0.5) / 2)))


def test_players_who_never_met_are_compared_through_a_third() -> None:
    runs = [played("steady", "random", count=10), played("greedy", "random")]
    frame = arena.player_strengths(runs).set_index("policy")
    assert set(frame.index) == {"steady", "greedy", "random"}
    assert (frame.low < frame.strength).all()
    assert (frame.strength < frame.high).all()
    assert list(frame.strength) == sorted(frame.strength, reverse=True)


def test_a_wider_confidence_gives_wider_intervals() -> None:
    sure, less = (played("greedy", "random").strengths(confidence) for confidence in (0.99, 0.8))
    assert ((sure.high - sure.low) > (less.high - less.low)).all()


def test_who_never_won_has_a_strength_too() -> None:
    results = played("steady", "random", count=3)
    frame = results.strengths()
    assert frame.strength.abs().max() < 5


def test_a_pair_stands_in_both_orders() -> None:
    results = played("steady", "greedy", count=10)
    frame = results.head_to_head().set_index(["policy", "other"])
    one, other = frame.loc[("steady", "greedy")], frame.loc[("greedy", "steady")]
    assert one.won == other.lost == shares(results)["steady"]
    assert one.share + other.share == pytest.approx(1)
    assert one.low < one.share < one.high
    assert one.fair_share == 0.5


def test_what_cannot_be_compared_is_said() -> None:
    with pytest.raises(Fault, match="steady"):
        arena.player_strengths([played("greedy", "random"), played("steady", "steady", count=2)])
    with pytest.raises(Fault, match="random"):
        played("random", "random", count=2).strengths()
    ember = arena.simulate(2, ["random", "random"], game="ember", processes=1)
    with pytest.raises(Fault, match="ember, twing"):
        arena.head_to_head([played("greedy", "random"), ember])


@pytest.mark.parametrize("game", [entry.id for entry in games()])
def test_every_column_of_simulated_games_is_explained(game: str) -> None:
    seats = 3 if game == "imperium" else 2
    results = arena.simulate(1, [arena.bots(game)[-1]] * seats, game=game, processes=1)
    for table in ("games", "seats", "battles"):
        for lang in LANGUAGES:
            said = results.column_meanings(table=table, lang=lang)
            assert list(said["column"]) == list(results.run.columns_by_table[table])
            assert said["meaning"].all()
        frame = getattr(results, table)
        assert list(frame.attrs["columns"]) == list(frame.columns)


def test_columns_are_found_by_each_word_of_a_search() -> None:
    results = played("greedy", "random")
    assert list(results.column_meanings("HAT turn", table="seats")["column"]) == ["got_hat"]
    assert len(results.column_meanings()) == len(results.games.columns)
    assert len(results.column_meanings("nothing like it")) == 0


def test_a_game_lists_its_players_and_random_last() -> None:
    assert arena.bots("twing")[-1] == "random"
    assert len(set(arena.bots("twing"))) == len(arena.bots("twing")) >= 3
    assert arena.bots() == arena.bots(games()[0].id)


class Invented:
    """Games in which these players always have the same seats, each with the seats (from 0) that have won
    it."""

    def __init__(self, names: str, teams: Sides, *games: tuple[int, ...]) -> None:
        seats = [f"p{place + 1}" for place in range(len(names))]
        cells = {f"policy_{seat}": [name] * len(games) for seat, name in zip(seats, names, strict=True)}
        cells |= {f"winner_{seat}": [place in won for won in games] for place, seat in enumerate(seats)}
        self.table = pd.DataFrame(cells)
        columns = {"games": dict.fromkeys(cells)}
        self.run = types.SimpleNamespace(
            game="ember", players=tuple(names), teams=teams, columns_by_table=columns
        )

    def value_counts(self, column: str, table: str = "games") -> Counter[str]:
        return Counter(self.table[column])

    def table_parts(
        self, table: str = "games", columns: Sequence[str] | None = None
    ) -> Iterator[pd.DataFrame]:
        yield self.table


ALONE = ((0,), (1,), (2,))


def test_a_shared_win_is_won_by_each_and_a_part_of_one_in_a_strength() -> None:
    shared = Invented("abc", ALONE, *[(0, 1)] * 10, *[(2,)] * 2, (), (0, 1, 2))
    frame = arena.head_to_head(shared).set_index(["policy", "other"])
    assert frame.won.to_dict() == {
        ("a", "b"): 0, ("a", "c"): 10, ("b", "a"): 0, ("b", "c"): 10, ("c", "a"): 2, ("c", "b"): 2,
    }  # fmt: skip
    assert set(frame.games) == {14}
    strengths = arena.player_strengths(shared).set_index("policy")
    assert strengths.won.to_dict() == {"a": 11, "b": 11, "c": 3}
    apart = strengths.strength["a"] - strengths.strength["c"]
    assert apart == pytest.approx(log((10 / 2 + 1 / 3 + 0.5) / (2 + 1 / 3 + 0.5)))


def test_partners_who_never_part_are_not_told_apart() -> None:
    sides = ((0, 1), (2, 3))
    with pytest.raises(Fault, match="b, c, d"):
        arena.player_strengths(Invented("abcd", sides, (0, 1), (2, 3), (0, 1)))
    changed = [Invented(names, sides, (0, 1), (2, 3), (0, 1)) for names in ("abcd", "acbd", "adbc")]
    assert arena.player_strengths(changed).policy.tolist()[0] == "a"
