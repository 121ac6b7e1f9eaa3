"""The table of seats: the same first columns in every game, then what decides each one."""

from __future__ import annotations

import inspect
from functools import cache
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

import twingkit
from twingkit import Fault, arena, charts, ember, imajica, imperium, twing
from twingkit.analyse.arena.tallies import CORE_SEAT_COLUMNS, TIME_COLUMN
from twingkit.core.running.winners import winning_seats

CORE = ["game", "seed", "seat", "player", "policy", "won", "score", "rounds", "answers", "seconds"]
GAMES = {"twing": (twing, 2), "imperium": (imperium, 3), "ember": (ember, 3), "imajica": (imajica, 2)}
OWN = {
    "twing": {"character", "first_object", "got_hat", "actions", "buy"},
    "imperium": {"faction", "first_strategy_card", "strategy_cards", "technologies", "planets", "objectives"},
    "ember": {"conjured", "first_creature"},
    "imajica": {"deck", "end_reason"},
}


@cache
def played(game: str) -> arena.Results:
    module, seats = GAMES[game]
    variant = "short" if game == "imperium" else "box"
    results: arena.Results = module.simulate(3, ["greedy"] * seats, variant, 5, processes=1)
    return results


@pytest.mark.parametrize("game", GAMES)
def test_every_game_begins_with_the_same_columns(game: str) -> None:
    results = played(game)
    seats, count = results.seats, GAMES[game][1]
    assert list(seats)[: len(CORE)] == CORE == list(CORE_SEAT_COLUMNS)
    assert set(seats) >= OWN[game]
    assert list(seats.attrs["columns"]) == list(seats)
    assert seats["seat"].tolist() == [*range(count)] * 3
    assert pd.api.types.is_integer_dtype(seats["seat"])
    assert seats["player"].tolist() == [f"p{seat + 1}" for seat in seats["seat"]]
    assert seats["won"].isin([0, 1]).all()
    assert (seats[TIME_COLUMN] > 0).all()
    assert seats.groupby("game")[TIME_COLUMN].nunique().eq(1).all()
    for number in range(3):
        again, rows = results.replay_game(number), seats[seats["game"] == number]
        assert set(rows["seat"][rows["won"] == 1]) == set(winning_seats(again))
        assert rows["answers"].eq(len(again)).all()
        assert rows["policy"].tolist() == list(results.run.seating(number))


@pytest.mark.parametrize("game", GAMES)
def test_only_the_time_differs_in_a_repetition(game: str) -> None:
    first = played(game)
    module, count = GAMES[game]
    again = module.simulate(3, ["greedy"] * count, first.run.variant, 5, processes=1)
    assert again.games.equals(first.games)
    assert again.battles.equals(first.battles)
    assert again.seats.drop(columns=TIME_COLUMN).equals(first.seats.drop(columns=TIME_COLUMN))


def test_seats_of_twilight_imperium_tell_what_the_transcripts_show() -> None:
    results = played("imperium")
    for number in range(3):
        game = results.replay_game(number)
        rows = results.seats[results.seats["game"] == number].set_index("player")
        for player in game.table.players:
            row = rows.loc[f"p{player.seat + 1}"]
            taken = [
                int(entry.answer.split()[1])
                for entry in game.transcript
                if entry.kind == "take" and entry.seat == row.name
            ]
            names = row["strategy_cards"].replace(";", "").split()
            assert names[0] == row["first_strategy_card"]
            assert len(names) == len(taken)
            rounds = [part.split() for part in row["strategy_cards"].split("; ")]
            assert len(rounds) == row["rounds"]
            assert set(row["technologies"].split()) <= set(player.technologies)
            assert row["score"] == player.points == game.result.points[player.seat]
            assert row["objectives"] == len(row["scored_objectives"].split())
            held = [name for name, seat in game.table.planet_controllers.items() if seat == player.seat]
            assert (row["planets"], row["mecatol"]) == (len(held), int("mr" in held))
            assert not row["mecatol"] or row["mecatol_round"] <= row["rounds"]


def test_battles_of_twilight_imperium_are_those_of_the_rulings() -> None:
    results = imperium.simulate(1, ["greedy"] * 3, seed=2, processes=1)
    battles = results.battles
    assert len(battles) > 5
    assert set(battles["kind"]) == {"space", "ground"}
    assert battles["planet"].isna().equals(battles["kind"] == "space")
    assert (battles["attacker"].astype(str) != battles["defender"].astype(str)).all()
    assert (battles["combat_rounds"] >= 0).all()
    for number in range(1):
        game, own = results.replay_game(number), battles[battles["game"] == number]
        assert own["battle"].tolist() == [*range(len(own))]
        said = game.rulings
        won = [(ruling.case, ruling.facts["side"]) for ruling in said if ruling.rule == "IM-SPACE-12"]
        kind_by_column = {"won": "space", "won_ground": "ground"}
        decided = own[own["winner"] != "tie"]
        assert [(kind_by_column[case], str(side)) for case, side in won if case in kind_by_column] == [
            (row.kind, getattr(row, str(row.winner))) for row in decided.itertuples()
        ]
    line = battles["position"][0]
    assert 0 <= imperium.odds(line).win <= 1


@pytest.mark.parametrize("game", ["ember", "imajica"])
def test_a_game_without_battles_says_so(game: str) -> None:
    battles = played(game).battles
    assert battles.empty
    assert battles.attrs["notes"] == [f"there are no battles in games of {game}, so this table stays empty"]


def test_ember_counts_conjurings_and_the_first_creature() -> None:
    results = played("ember")
    for number in range(3):
        game = results.replay_game(number)
        rows = results.seats[results.seats["game"] == number].set_index("player")
        for seat, row in rows.iterrows():
            conjured = [
                entry.answer.split()[1]
                for entry in game.transcript
                if entry.kind == "conjure" and entry.seat == seat and entry.answer.startswith("conjure ")
            ]
            assert row["conjured"] == len(conjured)
            assert row["conjured_creatures"].split() == conjured
            assert row["first_creature"] == conjured[0]


@pytest.mark.parametrize(
    ("game", "by"),
    [
        ("twing", "character"), ("twing", "seat"), ("imperium", "faction"), ("imajica", "deck"),
        ("imperium", "first_strategy_card"), ("ember", "player"), ("ember", "policy"),
    ],
)  # fmt: skip
def test_wins_are_counted_by_any_column_with_words(game: str, by: str) -> None:
    results = played(game)
    wins = results.wins(by=by)
    assert list(wins) == [by, "seats", "games", "won", "share", "low", "high", "fair_share"]
    assert set(wins.attrs["columns"]) == set(wins)
    assert ((wins["low"] <= wins["share"]) & (wins["share"] <= wins["high"])).all()
    if by != "policy":
        assert wins["won"].sum() == results.seats["won"].sum()
        assert wins["seats"].sum() == len(results.seats)
        assert wins["fair_share"].eq(1 / GAMES[game][1]).all()


def test_a_name_by_which_wins_cannot_be_counted_is_refused() -> None:
    with pytest.raises(Fault, match="not by 'weather'"):
        played("ember").wins(by="weather")
    with pytest.raises(Fault, match="not by 'seconds'"):
        played("ember").wins(by="seconds")


def test_wins_are_counted_by_several_columns_and_drawn() -> None:
    results = played("imperium")
    wins = results.wins(by=["seat", "faction"])
    assert list(wins)[:2] == wins.attrs["by"] == ["seat", "faction"]
    assert list(wins.attrs["columns"]) == list(wins)
    counted = results.seats.groupby(["seat", "faction"], observed=True)["won"].agg(["size", "sum"])
    assert wins["seats"].tolist() == counted["size"].tolist()
    assert wins["won"].tolist() == counted["sum"].tolist()
    first = wins.iloc[0]
    assert f"{first.seat}, {first.faction} " in charts.figure_description(charts.shares(wins))
    with pytest.raises(Fault, match="not by 'weather'"):
        results.wins(by=["seat", "weather"])
    with pytest.raises(Fault, match="list of names"):
        results.wins(by=7)  # type: ignore[arg-type]
    assert "Anteil" in results.wins(lang="de").attrs["columns"]["fair_share"]


def test_the_length_of_a_game_is_called_rounds_in_every_table() -> None:
    for game in GAMES:
        results = played(game)
        lengths = results.games.set_index("game")["rounds"]
        assert (results.seats["game"].map(lengths) == results.seats["rounds"]).all()
    assert "round" in played("twing").battles
    assert "round" in played("imperium").battles


def test_a_wider_confidence_gives_a_wider_interval() -> None:
    sure, less = (played("ember").wins(by="player", confidence=confidence) for confidence in (0.99, 0.8))
    assert (sure["high"] - sure["low"] > less["high"] - less["low"]).all()


def test_the_time_per_game_is_that_of_the_seats(tmp_path: object) -> None:
    kept = ember.simulate(4, ["random", "random"], processes=1, out=str(tmp_path))
    frame = kept.time_per_game()
    times = kept.seats.drop_duplicates("game")[TIME_COLUMN]
    assert frame.loc[0, "games"] == 4
    assert frame.loc[0, "total"] == pytest.approx(times.sum())
    assert frame.loc[0, "median"] == pytest.approx(np.median(times))
    assert "random, random" in charts.figure_description(charts.spread(frame))


@pytest.mark.parametrize("module", [twing, imperium, ember, imajica], ids=lambda module: module.__name__)
def test_every_game_has_simulate_and_review_with_the_shared_parameters(module: ModuleType) -> None:
    for own, shared in ((module.simulate, arena.simulate), (module.review, twingkit.review)):
        parameters = {name: str(kind) for name, kind in inspect.signature(shared).parameters.items()}
        del parameters["game"]
        assert {name: str(kind) for name, kind in inspect.signature(own).parameters.items()} == parameters
    assert list(inspect.signature(module.simulate).parameters)[:3] == ["games", "players", "variant"]
    assert twingkit.simulate is arena.simulate
    other = ember.new_game(2, seed=1) if module is not ember else imajica.new_game(2, seed=1)
    name = module.__name__.removeprefix("twingkit.")
    with pytest.raises(Fault, match=f"a record of .*, not of {name}"):
        module.review(other.record)
    with pytest.raises(Fault, match="games must be a whole number of at least 1"):
        module.simulate(0, ["random", "random"])
