"""The best split, the best defenders, the Allies to call and the way to victory, each against a reference
implementation."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from imajica_games import give, quietly, reach
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.exact_odds.alliances import RankedCallableAlliances, best_alliances
from twingkit.imajica.exact_odds.announced_deed import copy_table
from twingkit.imajica.exact_odds.damage_split import best_damage_split, deadliest_damage_split
from twingkit.imajica.exact_odds.defenders import best_defenders
from twingkit.imajica.exact_odds.unseen import RivalHand
from twingkit.imajica.exact_odds.victory import VictoryDistance, victory_distances
from twingkit.imajica.exact_odds.who_to_send import allies_to_send
from twingkit.imajica.rules.rounds import has_winning_sites
from twingkit.imajica.rules.table import Fight
from twingkit.imajica.rules.values import current_value, has_power_of, influence
from twingkit.imajica.starts import position_game
from twingkit.imajica.variants.variant import Variant

CARDS = load_cards()
PEOPLE = sorted(card.id for card in CARDS.values() if card.kind == "character")
SITES = sorted(card.id for card in CARDS.values() if card.kind == "site")

# -- the split


def every_split(deadly: dict[str, int], worth: dict[str, int], most: int) -> int:
    """Return the most worth that any split of the damage kills, point by point."""
    tokens = list(deadly)
    splits = product(*[range(most + 1) for _ in tokens])
    return max(
        sum(
            max(0, worth[token]) for token, dealt in zip(tokens, split, strict=True) if dealt >= deadly[token]
        )
        for split in splits
        if sum(split) <= most
    )


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(-2, 6)), min_size=1, max_size=4), st.integers(0, 10))
def test_IJ_CHAL_7_no_split_kills_more_worth(people: list[tuple[int, int]], most: int) -> None:
    deadly = {f"c{place}": needed for place, (needed, _) in enumerate(people)}
    worth = {f"c{place}": what for place, (_, what) in enumerate(people)}
    split = deadliest_damage_split(deadly, worth, most)
    assert split.killed_worth == every_split(deadly, worth, most)
    assert sum(number for _, number in split.damage_by_character) + split.spare == most


def test_IJ_CHAL_9_the_best_split_kills_in_the_game_whom_it_names() -> None:
    line = "imajica: p1 active gek-a-gek gek-a-gek irish; p2 active gideon lamp-boy dowd"
    game = position_game(line)
    game.answer("challenge gideon with gek-a-gek gek-a-gek.2 irish")
    give(game, "p2: defend lamp-boy dowd")
    split = best_damage_split(reach(game, "damage"))
    assert set(split.killed) == {"lamp-boy", "dowd"}
    assert (split.killed_worth, split.spare) == (7, 2)
    give(game, f"p1: {split.answer}", "p1: end")
    assert [piece.token for piece in game.table.characters(1)] == ["gideon"]


def test_IJ_CHAL_7_a_split_is_refused_where_no_damage_is_asked_for() -> None:
    with pytest.raises(Fault, match="does not ask to split damage"):
        best_damage_split(position_game("imajica: p1 active irish; p2 active dowd"))


# -- the defenders


def test_IJ_AFF_4_a_pivoted_aphrodyte_is_among_the_defenders() -> None:
    line = "imajica: p1 active gek-a-gek; p2 active lamp-boy judith:pivoted irish:pivoted"
    found = best_defenders(line, "challenge lamp-boy with gek-a-gek")
    assert {one.defenders for one in found.defences} == {(), ("judith",)}
    assert "judith" in str(found)
    assert found.text("de") != str(found)


# -- the Allies


def called_by_script(line: str) -> set[tuple[str, ...]]:
    """Return every maximal set of cards that the game lets the Autarch call."""
    found: set[tuple[str, ...]] = set()
    seen: set[tuple[str, ...]] = set()

    def go_on(game: Game, called: tuple[str, ...]) -> None:
        if called in seen:
            return
        seen.add(called)
        assert game.question is not None
        calls = [answer for answer in map(str, game.question.options()) if answer.startswith("call ")]
        if not calls and called:
            found.add(tuple(sorted(called)))
        for answer in calls:
            after = game.copy()
            after.answer(answer)
            while after.question is not None and after.question.kind == "respond":
                quietly(after)  # nobody answers a call
            go_on(after, (*called, answer.split()[1]))

    game = position_game(line)
    while game.question is not None and game.question.kind != "ally":
        quietly(game)
    go_on(game, ())
    return found


@pytest.mark.parametrize("seed", range(runs(12, 600)))
def test_IJ_ALLY_2_the_sets_are_those_that_the_script_lets_be_called(seed: int) -> None:
    rng = random.Random(seed)
    people = rng.sample(PEOPLE, 9)
    several = ["gek-a-gek", "lamp-boy", "lamp-boy"] if rng.random() < 0.4 else []
    hand = [*people[: rng.randint(1, 5)], *several]
    state = f" state {rng.choice(SITES)}={people[6]}" if rng.random() < 0.5 else ""
    line = f"imajica: p1 active {people[5]}{state} hand {' '.join(sorted(hand))}; p2 active {people[7]}"
    found = best_alliances(line)
    # a set that another card could join in a different order is not maximal, though one order ends there
    largest = {tuple(sorted(one.calling_order)) for one in found.alliances}
    by_script = called_by_script(line)
    assert largest <= by_script
    assert all(any(set(ended) <= set(one) for one in largest) for ended in by_script)


def test_IJ_ALLY_3_the_one_ally_of_a_held_dominion_and_the_discount_by_order() -> None:
    line = "imajica: p1 hand gentle lamp-boy huzzah-aping state attic-studio=irish; p2"
    found: RankedCallableAlliances = best_alliances(line, variant="prime_limit=7")
    assert [(one.calling_order, one.has_home_ally) for one in found.alliances] == [
        (("gentle",), True),
        (("huzzah-aping", "lamp-boy"), False),
    ]
    assert found.prime_limit == 8
    cheap = best_alliances("imajica: p1 hand christos dearther-zealot; p2")
    assert cheap.best is not None
    assert (cheap.best.calling_order, cheap.best.prime) == (("dearther-zealot", "christos"), 6)
    assert best_alliances("imajica: p1; p2").best is None
    with pytest.raises(Fault, match="by 'most'"):
        best_alliances(line, by="most")


# -- the way to victory

SHORT = Variant.parse("short")


def fewest_by_trying(line: str) -> int | None:
    """Return the fewest seizures of this round with which player 1 wins: try every Site, or none, for each
    character."""
    table = copy_table(line, SHORT)
    people = [piece.token for piece in table.ready_characters(0)]
    sites = [site.token for site in table.circle_or_held_sites()]
    best: int | None = None
    for places in product([*sites, ""], repeat=len(people)):
        groups = {site: [p for p, to in zip(people, places, strict=True) if to == site] for site in sites}
        taken = [site for site, group in groups.items() if group]
        then = table.copy()
        for token in taken:
            then.pieces[token].area, then.pieces[token].controller = "state", 0
        if has_winning_sites(then, 0) and all(secures(line, site, groups[site]) for site in taken):
            best = len(taken) if best is None else min(best, len(taken))
    return best


def secures(line: str, site: str, people: list[str]) -> bool:
    """Return whether exactly these characters secure a Site."""
    table = copy_table(line, SHORT)
    table.fight = Fight("seizure", 0, site, people, tuple(people))
    place = table.pieces[site]
    if len(people) == 1 and has_power_of(table, table.pieces[people[0]], "maestro"):
        return True
    total = sum(influence(table, table.pieces[token], place) for token in people)
    return total >= current_value(table, place, "resistance")


@pytest.mark.parametrize("seed", range(runs(12, 400)))
def test_IJ_REC_2_the_fewest_seizures_are_those_of_every_division(seed: int) -> None:
    rng = random.Random(seed)
    people, sites = rng.sample(PEOPLE, 8), rng.sample(SITES, 5)
    held = " ".join(f"{site}={name}" for site, name in zip(sites[3:], people[5:7], strict=True))
    circle = " ".join(sites[:3])
    line = f"imajica: p1 active {' '.join(people[:4])} state {held}; p2 active {people[4]}; circle {circle}"
    distance = victory_distances(line, variant="short").distances[0]
    assert (distance.seizure_count if distance.round_count == 0 else None) == fewest_by_trying(line)


def test_IJ_REC_2_the_plan_wins_in_the_game() -> None:
    line = "imajica: p1 active sartori huzzah-aping state slew=irish; p2; circle salt-gate reed-cradle"
    distance = victory_distances(line, variant="short").distances[0]
    assert (distance.missing_dominions, distance.seizure_count, distance.round_count) == ((1, 2, 3, 5), 2, 0)
    game = position_game(line, variant="short")
    for site, seizers in distance.seizers_by_site:
        give(game, f"p1: seize {site} with {' '.join(seizers)}")
        reach(game, "ally")
    give(game, "p1: end")
    while game.question is not None:
        quietly(game)
    assert (game.result.winner, game.result.end_reason) == (0, "victory")


@pytest.mark.parametrize(
    ("line", "rounds"),
    [
        ("p1 active sartori; p2; circle slew", 0),
        ("p1 active sartori:pivoted; p2; circle slew", 1),
        ("p1 reserve sartori; p2; circle slew", 1),
        ("p1 reserve sartori:pivoted; p2; circle slew", 2),
        ("p1 active sartori; p2; circle slew; to move p1 reconciliation", 1),
        ("p1 active irish; p2; circle slew", None),
    ],
)
def test_IJ_REC_1_the_round_in_which_a_character_can_seize(line: str, rounds: int | None) -> None:
    held = "state salt-gate=gideon,dowd reed-cradle=river-fefer "
    parts = f"imajica: {line}".replace("; p2", f" {held}; p2", 1)
    one: VictoryDistance = victory_distances(parts, variant="short").distances[0]
    assert one.round_count == rounds
    assert (one.seizure_count is None) == (rounds is None)


def test_of_allies_that_nobody_can_stop_the_table_says_what_each_rival_lacks() -> None:
    line = "imajica: p1 active sartori lamp-boy; p2 active huzzah-aping; circle slew"
    empty = {"p2": RivalHand()}
    english, german = (allies_to_send(line, "seize slew", holdings=empty, lang=lang) for lang in ("en", "de"))
    assert english["reason"].tolist() == [
        "p2 has no card in hand.",
        "p2 can stop the action without a card.",
        "The action fails by itself, whatever the others do.",
    ]
    assert english["outcome"].tolist() == ["safe", "stoppable", "fails"]
    assert english["rules"].tolist() == [[], ["IJ-SEIZE-4"], ["IJ-SEIZE-7"]]
    assert german["reason"][0] == "p2 hat keine Karte auf der Hand."
    unknown = allies_to_send(line, "seize slew")
    assert unknown["outcome"].tolist() == ["stoppable", "fails", "not_given"]
    assert unknown["chance"].isna().tolist() == [False, False, True]
