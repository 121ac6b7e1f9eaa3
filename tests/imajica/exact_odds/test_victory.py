"""The distance to victory: never more than an undisturbed player needs, unless it says what it ignores."""

from __future__ import annotations

import random

import pytest
from imajica_games import give, quietly, reach
from long_runs import runs

from twingkit.core.play import Game
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.exact_odds.victory import MAX_ROUNDS_AHEAD, VictoryDistance, victory_distances
from twingkit.imajica.starts import position_game

CARDS = load_cards()
PEOPLE = sorted(card.id for card in CARDS.values() if card.kind == "character")
SITES = sorted(card.id for card in CARDS.values() if card.kind == "site")

DESTINIES = "destiny 30*parry"
"""Cards that do not help anybody to seize."""


def distance_of(line: str) -> VictoryDistance:
    """Return the distance of the first Autarch in the short game."""
    return victory_distances(f"imajica: {line}", variant="short").distances[0]


REST = f"{DESTINIES}; p2 {DESTINIES}; circle"


def test_IJ_AFF_5_an_artist_who_makes_it_sooner_is_named() -> None:
    line = f"p1 active gideon ink-painter state salt-gate=irish reed-cradle=dowd {REST} slew"
    one = distance_of(line)
    assert (one.round_count, one.ignored_help) == (None, (("powers", ("ink-painter",)),))
    game = position_game(f"imajica: {line}", variant="short")
    reach(game, "ally")
    give(game, "p1: seize slew with gideon", "p1: artist ink-painter on gideon")
    while game.question is not None and game.question.kind != "ally":
        quietly(game)
    assert game.table.pieces["slew"].area == "state"
    assert "ink-painter" in str(victory_distances(f"imajica: {line}", variant="short"))


def test_IJ_POWER_1_an_icon_that_makes_it_sooner_is_named() -> None:
    held = "state salt-gate=irish reed-cradle=dowd"
    one = distance_of(f"p1 active gideon general-rosengarten {held} {REST} slew")
    assert one.ignored_help == (("powers", ("general-rosengarten",)),)
    assert not one.is_lower_bound
    one = distance_of(f"p1 active gideon {held} {REST} autarch-steps slew")
    assert one.ignored_help == (("powers", ("autarch-steps",)),)
    one = distance_of(f"p1 active gideon celestine {held} {REST} slew")
    assert (one.round_count, one.seizure_count, one.ignored_help, one.is_lower_bound) == (0, 1, (), True)


def test_IJ_AUT_4_holders_who_make_it_sooner_by_moving_are_named() -> None:
    line = f"p1 active gideon toll-guard state salt-gate=sartori reed-cradle=huzzah-aping {REST} high-pass"
    one = distance_of(line)
    assert one.round_count is None
    assert one.ignored_help == ()
    line = line.replace("gideon toll-guard", "gideon kuyrmid-ferrier")
    assert dict(distance_of(line).ignored_help)["moves"] == ("sartori", "huzzah-aping")
    game = position_game(f"imajica: {line}; to move p1 autarch", variant="short")
    give(game, "p1: reassign gideon>salt-gate kuyrmid-ferrier>salt-gate sartori>reserve")
    reach(game, "advance")
    give(game, "p1: advance sartori", "p1: end", "p1: seize high-pass with sartori")
    while game.question is not None:
        quietly(game)
    assert (game.result.winner, game.result.end_reason) == (0, "victory")


def test_IJ_PATH_1_sites_with_unread_paths_are_named() -> None:
    held = "state salt-gate=irish reed-cradle=dowd"
    one = distance_of(f"p1 active gideon huzzah-aping:pivoted {held} {REST} slew/kind-stranger@p1")
    assert dict(one.ignored_help) == {"paths": ("slew",)}


DEEDS = ("seize", "advance", "artist", "use", "reassign")
"""The answers that can win a Site."""


def play(line: str, rng: random.Random, goal: int) -> tuple[int, int] | None:
    """Return the round and the seizures with which the first Autarch wins if it plays at random and nobody
    interferes; None if it has not won by the round `goal`."""
    game: Game = position_game(f"imajica: {line}", variant="short")
    first, seizures, eager = game.table.round, 0, rng.random()
    while game.question is not None and game.table.round <= first + goal:
        question = game.question
        if question.player != 0 or question.kind in ("contest", "defend"):
            quietly(game)
            continue
        answers = [
            answer
            for answer in map(str, question.options())
            if not answer.startswith(("challenge", "retreat"))
        ]
        wanted = [answer for answer in answers if answer.startswith(DEEDS)]
        answer = rng.choice(wanted if wanted and rng.random() < eager else answers)
        seizures += answer.startswith("seize")
        game.answer(answer)
    if game.question is None and game.result.winner == 0:
        return game.table.round - first, seizures
    return None


@pytest.mark.parametrize("seed", range(runs(10, 300)))
def test_IJ_REC_2_nobody_undisturbed_is_faster_than_the_bound(seed: int) -> None:
    rng = random.Random(seed)
    people, sites = rng.sample(PEOPLE, 6), rng.sample(SITES, 4)
    areas = {"active": people[:2], "reserve": people[2:4]}
    own = " ".join(f"{area} {' '.join(names)}" for area, names in areas.items())
    turn = rng.choice(["autarch", "ally"])
    held = f"state {sites[0]}={people[4]} {sites[1]}={people[5]}"
    line = f"p1 {own} {held} {REST} {' '.join(sites[2:])}; to move p1 {turn}"
    one = distance_of(line)
    for _ in range(runs(6, 60)):
        won = play(line, rng, MAX_ROUNDS_AHEAD)
        if won is not None and one.is_lower_bound:
            assert one.round_count is not None
            assert (one.round_count, one.seizure_count) <= won
