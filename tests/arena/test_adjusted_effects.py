"""The factors that go with winning, adjusted for players and seats."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import attrs
import numpy as np
import pandas as pd
import pytest

from twingkit import Fault, arena
from twingkit.analyse.arena import Results

NAMES = ("weak", "strong")


@cache
def played(*players: str, variant: str = "short", count: int = 60) -> Results:
    return arena.simulate(count, players, variant=variant, seed=1, processes=1)


def invented(rows: list[tuple[int, str, bool]]) -> Results:
    """Return games of two seats: which seat won, who had the first, and whether that player had the Hat."""
    run = attrs.evolve(played("random", "random", count=1).run, players=NAMES)
    games = pd.DataFrame(
        {
            "winner": pd.Categorical([f"p{winner}" for winner, *_ in rows], ["p1", "p2"]),
            "winner_policy": [NAMES[(first == "weak") == (winner == 2)] for winner, first, _ in rows],
        }
    )
    seats = pd.DataFrame(
        {
            "game": [number for number in range(len(rows)) for _ in (0, 1)],
            "seat": [0, 1] * len(rows),
            "player": ["p1", "p2"] * len(rows),
            "policy": pd.Categorical(
                [name for _, first, _ in rows for name in (first, NAMES[first == "weak"])], NAMES
            ),
            "won": [int(winner == seat) for winner, *_ in rows for seat in (1, 2)],
            "got_hat": pd.array(
                [3 if hat == (seat == 1) else None for *_, hat in rows for seat in (1, 2)], dtype="Int32"
            ),
        }
    )
    return Results(run, len(rows), tables={"games": games, "seats": seats})


def dealt(hat: float, strength: float, count: int = 4000) -> Results:
    """Return games in which the Hat and the player have these effects, and the strong have it in three of
    four games."""
    rng = np.random.default_rng(5)
    rows = []
    for _ in range(count):
        first = NAMES[rng.integers(2)]
        having = bool(rng.random() < (0.75 if first == "strong" else 0.25))
        level = hat * (1 if having else -1) + strength * (1 if first == "strong" else -1)
        rows.append((1 if rng.random() < 1 / (1 + np.exp(-level)) else 2, first, having))
    return invented(rows)


def test_what_the_strong_own_is_not_what_wins() -> None:
    """The Hat does nothing here; it only belongs to players who win anyway."""
    row = dealt(hat=0, strength=0.5).adjusted_effects("got_hat").iloc[0]
    assert row.low < 0 < row.high
    assert row.raw > 0.2
    assert row.share > 0.55


def test_an_effect_comes_out_as_it_was_put_in() -> None:
    frame = dealt(hat=0.4, strength=0.5).adjusted_effects(["got_hat", "policy"]).set_index("name")
    assert frame.effect["got_hat"] == pytest.approx(0.4, abs=3 * frame.error["got_hat"])
    assert frame.effect["strong"] == pytest.approx(0.25, abs=3 * frame.error["strong"])
    assert frame.effect["weak"] == pytest.approx(-frame.effect["strong"])
    assert 0 < frame.error["got_hat"] < 0.1


def test_effects_are_those_of_a_conditional_logit() -> None:
    """Compare with statsmodels, which has no prior: that changes these effects by less than a hundredth."""
    from statsmodels.discrete.conditional_models import ConditionalLogit

    results = dealt(hat=0.4, strength=0.5, count=500)
    rows = results.seats.assign(
        hat=results.seats.got_hat.notna().astype(float),
        strong=(results.seats.policy == "strong").astype(float),
        first=(results.seats.seat == 0).astype(float),
    )
    fit = ConditionalLogit(rows.won, rows[["hat", "strong", "first"]], groups=rows.game).fit(disp=False)
    row = results.adjusted_effects("got_hat").iloc[0]
    assert row.effect == pytest.approx(fit.params["hat"], abs=0.01)
    assert row.error == pytest.approx(fit.bse["hat"], rel=0.02)


def test_players_alone_have_the_strengths_of_bradley_and_terry() -> None:
    results = dealt(hat=0, strength=0.5)
    fitted = results.adjusted_effects("policy").set_index("name").raw
    strength = results.strengths().set_index("policy").strength
    assert fitted["strong"] == pytest.approx(strength["strong"], abs=0.001)


def test_a_text_has_a_row_for_each_value_and_the_mean_0() -> None:
    frame = played("greedy", "random").adjusted_effects("character")
    assert sorted(frame.name) == ["A", "F", "L", "W"]
    assert frame.effect.sum() == pytest.approx(0)
    assert frame.seats.sum() == 2 * frame.attrs["games"]
    assert frame.won.sum() == frame.attrs["games"]


def test_of_three_seats_one_wins() -> None:
    results = arena.simulate(60, ["greedy", "random", "random"], variant="short", seed=2, processes=1)
    frame = results.adjusted_effects("policy").set_index("name")
    assert frame.low["greedy"] > 0
    assert frame.win["greedy"] > 0.5 > frame.win["random"]


def test_a_variant_says_which_player_is_stronger_there() -> None:
    """The strong have 0.1 in one variant and 0.5 in the other: there 0.2 more than in the mean of both."""
    runs = [dealt(0, strength) for strength in (0.2, 1.0)]
    runs[1].run = attrs.evolve(runs[1].run, variant="box")
    frame = arena.adjusted_effects(runs, "variant").set_index("name")
    assert len(frame) == 4
    box = frame.loc["strong, box"]
    assert box.effect == pytest.approx(0.2, abs=3 * box.error)
    assert box.effect == pytest.approx(-frame.effect["weak, box"])
    assert frame.effect.sum() == pytest.approx(0)


def test_a_wider_confidence_gives_a_wider_interval() -> None:
    results = dealt(0, 0, count=100)
    sure, less = (results.adjusted_effects("got_hat", confidence).iloc[0] for confidence in (0.99, 0.8))
    assert sure.low < less.low < less.high < sure.high


def test_what_always_wins_has_an_end() -> None:
    results = invented([(1, name, True) for name in NAMES * 20])
    with pytest.warns(arena.UnlimitedEffect, match="seat p1, seat p2"):
        row = results.adjusted_effects("policy")
    assert row.effect.abs().max() == pytest.approx(0, abs=1e-6)
    always = invented(
        [(1 if hat else 2, NAMES[n % 2], hat) for n, hat in enumerate([True, True, False, False] * 15)]
    )
    with pytest.warns(arena.UnlimitedEffect, match="all: got_hat;") as caught:
        effect = always.adjusted_effects("got_hat").iloc[0]
    assert Path(caught[0].filename) == Path(__file__), "the warning points to the line of the call"
    assert 2 < effect.effect < 20
    assert effect.low < effect.effect < effect.high
    assert "no upper limit" in effect.reason


def test_what_never_wins_and_what_it_hides_is_named() -> None:
    with pytest.warns(arena.UnlimitedEffect, match="policy greedy, policy random, got_hat"):
        effects = played("greedy", "random", count=40).adjusted_effects(["policy", "got_hat"])
    reasons = dict(zip(effects["name"], effects["reason"], strict=True))
    assert "no upper limit" in reasons["greedy"]
    assert "no lower limit" in reasons["random"]
    assert "say little" in reasons["got_hat"]
    assert set(dealt(hat=0, strength=0.5).adjusted_effects("got_hat")["reason"]) == {""}


def test_too_few_games_are_refused_with_the_number_that_is_needed() -> None:
    with pytest.raises(Fault, match="at least 30"):
        played("greedy", "random", count=25).adjusted_effects("got_hat")
    nobody = invented([(1, "weak", True)] * 40)
    nobody.seats["won"] = 0
    with pytest.raises(Fault, match="0 games with a winner"):
        nobody.adjusted_effects("got_hat")


def test_what_cannot_be_told_apart_is_refused() -> None:
    results = invented([(1 + n % 2, name, name == "strong") for n, name in enumerate(NAMES * 30)])
    with pytest.raises(Fault, match="cannot separate got_hat from policy, seat"):
        results.adjusted_effects("got_hat")
    with pytest.raises(Fault, match="variant is the same"):
        played("greedy", "random").adjusted_effects("variant")
    alone = arena.simulate(20, ["random", "random"], variant="short", seed=1, processes=1)
    with pytest.raises(Fault, match="policy is the same"):
        alone.adjusted_effects("policy")
    with pytest.raises(Fault, match="expected a property that each seat has"):
        alone.adjusted_effects("winner")
    with pytest.raises(Fault, match="not 'charcter'; did you mean 'character'"):
        alone.adjusted_effects(["charcter"])


@pytest.mark.parametrize(("game", "by"), [("ember", "dealer"), ("ember", "score")])
def test_what_is_asked_is_a_seat_or_a_number_of_any_game(game: str, by: str) -> None:
    results = arena.simulate(40, ["random", "random"], game=game, seed=1, processes=1)
    frame = results.adjusted_effects(by)
    assert list(frame.name) == [by]
    assert np.isfinite(frame.select_dtypes("number").to_numpy()).all()
