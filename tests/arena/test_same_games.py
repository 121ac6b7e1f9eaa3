"""The same games are played, however many processes play them, and the tables agree with them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations

import attrs
import pandas as pd
import pytest
from arena.same_results import same
from arena.short_runs import PLAYERS, SHORT, interrupting, played, uninterrupted
from hypothesis import given
from hypothesis import strategies as st

from twingkit import arena
from twingkit.analyse.arena import ArenaInterrupted, Results, Run
from twingkit.analyse.arena.runs import TABLES
from twingkit.odds.shares import wilson_interval
from twingkit.twing import tally

# -- the same games


def test_one_process_and_two_play_the_same_games():
    one, two = uninterrupted(), played(processes=2)
    same(one, two)
    assert one.games["game"].tolist() == list(range(12))
    assert one.games["seed"].nunique() == 12


def test_a_folder_holds_what_would_be_in_memory_and_loads_as_played(tmp_path):
    kept = played(out=tmp_path / "run")
    same(kept, uninterrupted())
    same(arena.load_run(tmp_path / "run"), kept)
    assert arena.load_run(tmp_path / "run").run == kept.run


def test_other_seeds_play_other_games():
    assert uninterrupted(4).games["rounds"].tolist() != played(4, seed=8).games["rounds"].tolist()


def test_a_game_can_be_played_once_more_with_its_rulings():
    results = uninterrupted(6)
    game, row = results.replay_game(4), results.games.loc[4]
    assert len(game) == row["answers"]
    assert game.result.turns == row["rounds"]
    assert any(entry.rulings for entry in game.transcript)
    for number in (-1, 6):
        with pytest.raises(IndexError):
            results.replay_game(number)


@pytest.mark.parametrize("players", [("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_after_all_arrangements_everybody_has_sat_everywhere_in_every_order(players):
    run = Run("twing", players, "box", ("box assumed",))
    seatings = [run.seating(number) for number in range(24)]
    every = list(permutations(players))
    assert Counter(seatings) == dict.fromkeys(every, 24 // len(every))
    # everybody in every seat already after one round
    for seat in range(len(players)):
        assert {seating[seat] for seating in seatings[: len(players)]} == set(players)


def test_without_rotation_everybody_keeps_the_seat():
    results = played(3, players=["random", "greedy"], rotate=False)
    assert results.games["policy_p1"].eq("random").all()
    assert results.games["policy_p2"].eq("greedy").all()


@given(st.integers(), st.integers(0, 10**9))
def test_the_seed_of_a_game_depends_on_run_and_number(seed, number):
    run = Run("twing", PLAYERS, "box", (), seed)
    assert 0 <= run.seed_of(number) < 2**48
    others = {run.seed_of(number + 1), attrs.evolve(run, seed=seed + 1).seed_of(number)}
    assert run.seed_of(number) not in others
    assert attrs.evolve(run, players=("greedy",)).seed_of(number) == run.seed_of(number)


# -- the tables


@pytest.fixture(scope="module")
def both() -> Results:
    return arena.simulate(30, ["greedy", "random", "random"], SHORT, 3, processes=1)


def test_games_count_what_their_transcripts_show(both):
    for number in (0, 1, 2, 3, 4, 5):
        game, row = both.replay_game(number), both.games.loc[number]
        seats = both.seats[both.seats["game"] == number].set_index("player")
        acts = [entry for entry in game.transcript if entry.kind == "act"]
        chosen = Counter((entry.answer.split()[0], entry.seat) for entry in acts)
        for action in tally.ACTION_WORDS:
            for seat in ("p1", "p2", "p3"):
                assert seats.loc[seat, action] == chosen[action, seat]
        assert seats["actions"].sum() == len(acts)
        attacks = Counter((entry.seat, entry.answer.split()[1]) for entry in acts if "attack" in entry.answer)
        for one, other in permutations(("p1", "p2", "p3"), 2):
            assert row[f"attacks_{one}_{other}"] == attacks[one, other]
        assert row["starter"] == acts[0].seat == seats.index[seats["starter"] == 1]
        drawn = Counter(entry.answer for entry in game.transcript if entry.kind == "pick_event")
        assert {name: row[f"event_{name}"] for name in tally.EVENT_EFFECTS if row[f"event_{name}"]} == {
            answer.removeprefix("event "): count for answer, count in drawn.items()
        }
        table = game.table
        for player in table.players:
            seat = seats.loc[f"p{player.seat + 1}"]
            assert seat["ornicles"] == player.ornicles
            assert seat["score"] == len(player.owned_objects)
            assert seat["character"] == player.character
            turns = {name: seat[f"got_{name}"] for name in tally.OBJECTS if not pd.isna(seat[f"got_{name}"])}
            assert turns.keys() >= set(player.owned_objects)
            assert max(turns.values(), default=0) <= row["rounds"]
            if turns:
                assert turns[seat["first_object"]] == min(turns.values())
            else:
                assert pd.isna(seat["first_object"])
            assert pd.isna(seat["left"]) == (not player.has_left)
        assert table.bank + seats["ornicles"].sum() == 30


def test_battles_count_what_their_rulings_say(both):
    for number in (0, 1, 2, 3, 4, 5):
        game, battles = both.replay_game(number), both.battles[both.battles["game"] == number]
        said = Counter((ruling.rule, ruling.case) for ruling in game.rulings)
        decided = {rule: sum(n for (one, _), n in said.items() if one == rule) for rule, _ in said}
        by = battles["by"].value_counts()
        assert by["points"] == decided.get("TW-BAT-17", 0)
        assert by["critical"] == sum(said["TW-BAT-16", case] for case in ("sun", "cross", "tie"))
        assert by["retired"] == said["TW-LEAVE-1", "lost"]
        assert (battles["winner"] == "tie").sum() == said["TW-BAT-17", "tie"] + said["TW-BAT-16", "tie"]
        assert battles["ornicle"].sum() == said["TW-BAT-18", "won"] + said["TW-END-5", "won"]
        alone = battles[battles["kind"] != "endgame"]
        laid = [
            sum(int(power) for power in re.findall(r"[FWLA](\d+)", entry.answer))
            for entry in game.transcript
            if entry.kind in ("attack", "defend")
        ]
        assert sum(alone["attack_power"]) + sum(alone["defence_power"]) <= sum(laid)
        if len(alone) == len(battles):
            assert sum(alone["attack_power"]) + sum(alone["defence_power"]) == sum(laid)
        played_cards = Counter(
            entry.answer.split()[0] for entry in game.transcript if entry.kind in ("respond", "before_roll")
        )
        if len(alone) == len(battles):
            for card in ("cat", "trap"):
                column = "cats" if card == "cat" else "traps"
                assert (
                    alone[f"attack_{column}"].sum() + alone[f"defence_{column}"].sum() == played_cards[card]
                )


def test_the_tables_agree_with_each_other(both):
    games, seats, battles = both.games, both.seats, both.battles
    assert (
        games["battles"].tolist()
        == battles.groupby("game").size().reindex(games["game"], fill_value=0).tolist()
    )
    points = battles.dropna(subset="margin")
    assert (points["attack_points"] - points["defence_points"] == points["margin"]).all()
    assert (points["by"] == "points").all()
    winners = {
        "attacker": points["margin"] > 0,
        "defender": points["margin"] < 0,
        "tie": points["margin"] == 0,
    }
    for winner, holds in winners.items():
        assert holds[points["winner"] == winner].all()
    assert (battles["attacker"].astype(str) != battles["defender"].astype(str)).all()
    assert battles["attack_spells"].between(1, 3).all()
    assert (
        battles["defence_shield"] == ((battles["defence_spells"] == 0) & (battles["defence_units"] > 0))
    ).all()
    assert battles["defence_die"].isna().equals(battles["defence_spells"] == 0)
    for seat, own in seats.groupby("player", observed=True):
        for result, winner in (("won", "attacker"), ("lost", "defender"), ("tied", "tie")):
            other = {"attacker": "defender", "defender": "attacker", "tie": "tie"}[winner]
            as_attacker = (battles["attacker"] == seat) & (battles["winner"] == winner)
            as_defender = (battles["defender"] == seat) & (battles["winner"] == other)
            assert own[f"battles_{result}"].sum() == as_attacker.sum() + as_defender.sum()
        assert (own["left"].notna() | own["left_by"].isna()).all()
        assert (own["score"][own["left"].notna()] == 0).all()
        assert own["policy"].tolist() == games[f"policy_{seat}"].tolist()
    decided = games.dropna(subset="winner")
    winning = seats[seats["won"] == 1]
    assert winning["left"].isna().all()
    for column, other in (
        ("game", "game"),
        ("player", "winner"),
        ("policy", "winner_policy"),
        ("character", "winner_character"),
    ):
        assert winning[column].tolist() == decided[other].tolist()
    for column, other in (("rounds", "rounds"), ("answers", "answers"), ("seed", "seed")):
        assert seats[column].tolist() == games[other].repeat(3).tolist()


def test_TW_END_7_a_game_that_ends_with_the_last_player_has_only_the_winner_left(both):
    last = both.games[both.games["end_reason"] == "last"]
    assert len(last)
    left = both.seats[both.seats["game"].isin(last["game"])].groupby("game")["left"].count()
    assert (left == 2).all()


def test_TW_PLAY_2_a_game_ends_with_the_last_turn():
    games = played(20, players=["random"] * 4, variant="box turn_limit=100").games
    assert (games["rounds"] <= 100).all()
    assert (games.loc[games["end_reason"] == "limit", "rounds"] == 100).all()
    assert (games["end_reason"] == "limit").any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_column_is_documented_with_its_type(players):
    tables = tally.columns(players, ["random"])
    texts = re.split(r"^(?:Games|Seats|Battles), one row", tally.__doc__, flags=re.MULTILINE)[1:]
    for text, columns in zip(texts, tables.values(), strict=True):
        told: dict[str, str] = {}
        for names, kind in re.findall(r"^\| ([^|]+) \| (\w+) \|", text, re.MULTILINE):
            told |= dict.fromkeys(names.split(", "), kind)
        found = set()
        for name, kind in columns.items():
            general = re.sub(r"_p\d_p\d$", "_pN_pM", name)
            general = re.sub(r"_p\d$", "_pN", general)
            general = re.sub(r"^got_[a-z]+$", "got_OBJECT", general)
            general = "event_EFFECT" if general.startswith("event_") else general
            assert told[general] == ("text" if isinstance(kind, tuple) else kind), name
            found.add(general)
        assert found == set(told) - {"column"}


def test_frames_have_the_types_of_their_columns_even_without_a_row(monkeypatch):
    full = uninterrupted(2)
    interrupting(monkeypatch, 0)
    with pytest.raises(ArenaInterrupted) as stopped:
        played(2)
    for table in TABLES:
        empty = getattr(stopped.value.results, table)
        assert len(empty) == 0
        assert empty.dtypes.equals(getattr(full, table).dtypes)


def test_wins_count_policies_over_their_seats(both):
    wins, won = both.wins(), both.games["winner_policy"].value_counts()
    assert wins["policy"].tolist() == ["greedy", "random"]
    assert wins["won"].tolist() == [won["greedy"], won["random"]]
    assert wins["fair_share"].tolist() == pytest.approx([1 / 3, 2 / 3])
    assert (wins["low"] <= wins["share"]).all()
    assert (wins["share"] <= wins["high"]).all()


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_wilson_intervals_hold_the_share_and_stay_in_range(won, lost):
    low, high = wilson_interval(won, won + lost)
    share = won / (won + lost) if won + lost else 0.5
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    assert wilson_interval(lost, won + lost) == pytest.approx((1 - high, 1 - low))
