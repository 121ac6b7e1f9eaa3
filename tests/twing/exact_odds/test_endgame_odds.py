"""Odds of an end-game attack against the walked script, and under a variant."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit import Game, twing
from twingkit.core.questions import Roll
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.endgame_odds import (
    endgame_ends,
    endgame_odds,
    endgame_pairings,
    endgame_results,
)
from twingkit.twing.exact_odds.endgame_pairings import EndgameBudgetError
from twingkit.twing.exact_odds.variants.endgame import MAX_TABLES, VariantEndgameBestPlay
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.rules.battle_acts import Response, Trap
from twingkit.twing.rules.lay_questions import LayTwoCatsOrPass
from twingkit.twing.rules.responses import MiromonBeforeEvent, Respond, TrapBeforeRoll
from twingkit.twing.starts import endgame_game
from twingkit.twing.variants.variant import Variant

# -- reference implementation: each player plays for itself on the script


def considered_responses(game: Game, answers: list[Response], mover: int) -> list[Response]:
    """Return the responses that best play considers, in its order: of each enemy's creatures a trap takes the
    strongest that counts, of equals the first laid, but an owner of the Cup considers each; an attacker's
    traps by strength, of equals in the order of play.
    """
    question: Any = game.question
    fight, side = question.fight, question.side
    traps: list[tuple[int, Response]] = []
    for enemy in fight.enemies(side):
        riders_out = mover > 0 and "cup" in side.player.active_objects
        there = sorted(
            enemy.creatures_in_battle, key=lambda each: (riders_out and each.is_rider, -each.card.power)
        )
        weighs_each = riders_out and any(each.is_rider for each in there)
        for place, each in enumerate(there[: None if weighs_each else 1]):
            name = f"{'>' if each.is_rider else ''}{each.card.token}"
            target = name if fight.has_one_defender else f"p{each.owner_seat + 1} {name}"
            traps.append((place if mover else -each.card.power, Trap("trap", target)))
    chosen = [answer for _, answer in sorted(traps, key=lambda trap: trap[0]) if answer in answers]
    first = next((place for place, answer in enumerate(answers) if isinstance(answer, Trap)), 0)
    rest = [answer for answer in answers if not isinstance(answer, Trap)]
    return [*rest[:first], *chosen, *rest[first:]]


def walked(line: str, respond: bool, variant: str = "box") -> dict[tuple[int, ...], float]:
    """Return the chance of each combination of results, by playing every branch of the script."""
    game = endgame_game(line, explain=False, variant=variant)
    for side in EndgameAttack.parse(line).sides:
        if isinstance(game.question, LayTwoCatsOrPass):
            game.answer("pass")
        game.answer(side.lay)
    count = len(game.table.players)
    seen: dict[Hashable, dict[tuple[int, ...], float]] = {}

    def worth(ends: dict[tuple[int, ...], float], mover: int) -> float:
        return sum(
            chance * (sum(results) if mover == 0 else -results[mover - 1]) for results, chance in ends.items()
        )

    def value(at: Game) -> dict[tuple[int, ...], float]:
        question = at.question
        if question is None:
            return {tuple({0: 1, None: 0, 1: -1}[each.winner] for each in at.result): 1.0}
        key = (type(question), question.player, at.table.key())
        if key not in seen:
            seen[key] = rolled(at) if isinstance(question, Roll) else chosen(at)
        return seen[key]

    def branches(at: Game, answers: list[Any]) -> Iterator[dict[tuple[int, ...], float]]:
        for number, answer in enumerate(answers, 1):
            branch = at if number == len(answers) else at.copy()
            branch.answer_unchecked(answer)
            yield value(branch)

    def rolled(at: Game) -> dict[tuple[int, ...], float]:
        found: dict[tuple[int, ...], float] = {}
        faces = list(at.question.options())
        for ends in branches(at, faces):
            for results, chance in ends.items():
                found[results] = found.get(results, 0.0) + chance / len(faces)
        return found

    def tried(at: Game) -> list[Any]:
        question = at.question
        if (
            not respond
            or isinstance(question, TrapBeforeRoll | MiromonBeforeEvent)
            or not isinstance(question, Respond)
        ):
            return [question.parse_answer("pass")]
        return considered_responses(at, list(question.options()), question.player)

    def chosen(at: Game) -> dict[tuple[int, ...], float]:
        mover, best = at.question.player, None
        for ends in branches(at, tried(at)):
            if best is None or worth(ends, mover) > worth(best, mover) + EPSILON:
                best = ends
        assert best is not None
        return best

    found = value(game)
    assert all(len(results) == count - 1 for results in found)
    return found


def computed(line: str, responses: str, variant: str = "box") -> dict[tuple[int, ...], float]:
    found: dict[tuple[int, ...], float] = {}
    for end in endgame_ends(line, responses, variant):
        found[end.outcome_signs] = found.get(end.outcome_signs, 0.0) + end.chance
    return found


def same(one: dict[tuple[int, ...], float], other: dict[tuple[int, ...], float]) -> None:
    count = len(next(iter(one)))
    for results in product((1, 0, -1), repeat=count):
        assert one.get(results, 0.0) == pytest.approx(other.get(results, 0.0), abs=1e-9), results


@pytest.mark.parametrize(
    "line",
    [
        "endgame F: F5 + F4 vs W: W6 vs L: shield L4",
        "endgame F: W5 + W4 @ bra vs W: W6 vs L: L5 @ panties",
        "endgame A: A5 + A4M>A3 vs W: W8 @ cup vs L: L9",
    ],
)
def test_TW_END_3_the_dice_alone_decide_as_the_script_does(line):
    same(computed(line, "none"), walked(line, respond=False))


@pytest.mark.parametrize(
    "line",
    [
        "endgame F: F5 & cat vs W: W6 vs L: shield L4",
        "endgame F: F5 + F2 vs W: W4 + W3 & trap vs L: shield L8",
        "endgame F: F5 + F2 & trap vs W: W4 + W3 vs L: shield L5 L4",
        "endgame F: F5 & miromon vs W: shield W5 vs L: L6",
        "endgame F: F5 vs W: shield W6 & miromon vs L: L6",
        "endgame F: F5 @ shamrock vs W: shield W6 vs L: shield L4",
        "endgame F: F5 + F4M>F3 vs W: shield W9 & trap vs L: shield L9 @ cup & trap",
        "endgame F: F5 + F3 @ boots & trap vs W: shield W6 & trap vs L: shield L4 @ socks",
        "endgame F: F5 F3 + F6M>F5 F3 vs W: shield W9 W9 @ cup & trap vs L: shield L1",
        pytest.param(
            "endgame F: F5 F3 + F6M>F5 F3 & cat vs W: shield W9 W4 @ cup & trap*2 vs L: L1 & trap",
            marks=pytest.mark.soak,
        ),
    ],
)
def test_TW_END_3_best_responses_are_those_of_the_script_walked(line):
    same(computed(line, "best"), walked(line, respond=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "endgame F: F5 & cat vs W: shield W6 @ socks vs L: shield L4",
        "endgame F: F5 & cat vs W: shield W6 @ socks & miromon vs L: shield L4",
        "endgame F: F5 & miromon vs W: shield W6 @ socks vs L: shield L4",
        pytest.param(
            "endgame F: F5 @ shamrock & cat vs W: shield W6 @ socks & miromon vs L: shield L4",
            marks=pytest.mark.soak,
        ),
        "endgame F: F5 & cat*2 vs W: shield W6 @ socks vs L: shield L4 @ cup",
    ],
)
def test_TW_END_4_against_the_socks_a_cats_roll_and_miromon_do_not_count(line):
    same(computed(line, "best"), walked(line, respond=True))


small = st.integers(1, 7)


@st.composite
def attacks(draw: st.DrawFn) -> str:
    names = iter(draw(st.permutations(["bra", "cup", "socks", "boots", "panties", "hat", "shamrock"])))

    def side(letter: str, lay: str, held: list[str]) -> str:
        owned = [next(names) for _ in range(draw(st.integers(0, 1)))]
        text = f"{letter}: {lay}" + (f" @ {','.join(owned)}" if owned else "")
        item = draw(st.sampled_from(["", *held]))
        return f"{text} & {item}" if item else text

    own = side("F", f"{draw(st.sampled_from('FA'))}{draw(small)}", ["cat", "trap", "miromon"])
    one = side("W", f"shield W{draw(small)} W{draw(small)}", ["trap"])
    two = side("L", f"shield L{draw(small)}", ["trap"])
    return f"endgame {own} vs {one} vs {two}"


@given(attacks())
def test_any_small_attack_is_what_the_script_walked_says(line):
    same(computed(line, "best"), walked(line, respond=True))


@given(st.integers(0, 10_000))
def test_against_one_defender_it_is_the_battle_of_TW_ODDS_2(seed):
    rng = Random(seed)

    def side(letter: str, objects: tuple[str, ...]) -> str:
        spells = " ".join(f"{letter}{rng.randint(1, 6)}" for _ in range(2))
        text = f"{rng.choice('FWLA')}: {spells} + {letter}{rng.randint(1, 5)}"
        if rng.random() < 0.5:
            text += f" @ {rng.choice(objects)}"
        return f"{text} & {rng.choice(['cat', 'cat*2 trap', 'trap*2', 'cat trap'])}"

    line = f"{side('F', ('bra', 'shamrock', 'socks'))} vs {side('W', ('cup', 'hat', 'boots', 'panties'))}"
    for responses in ("none", "best"):
        found, battle = endgame_odds(f"endgame {line}", responses), twing.odds(line, responses=responses)
        assert (found.win, found.tie, found.loss) == pytest.approx(
            (battle.win, battle.tie, battle.loss), abs=1e-9
        )


@pytest.mark.parametrize("letters", ["WL", "LW", "AL", "LA"])
def test_TW_END_3_equal_traps_hit_the_first_in_the_order_of_play_whatever_its_element(letters):
    one, two = letters
    frame = endgame_pairings(
        f"endgame F: F5 & trap vs {one}: {one}3 + {one}2 vs {two}: {two}3 + {two}2", responses="best"
    )
    assert frame["edge"].round(4).tolist() == [0.4311, 0.2448]


def test_TW_BAT_13_of_equal_creatures_the_first_in_the_line_is_taken_as_in_a_battle():
    line = "A: A2 + L1M>L1 A1 @ socks,teddy & cat vs F: shield W4M W2M W2 @ bra,hat,shamrock & cat trap*2"
    table = endgame_results(f"endgame {line}", responses="best")
    settled = twing.advise(line, side="defender")
    row = settled[settled["option"] == "shield W4M W2M W2"].iloc[0]
    lost = sum(table["creatures_lost"] * table["chance"])
    assert lost == pytest.approx(row["enemy_creatures_lost"])


# -- rewards and losses


def test_TW_END_4_the_owner_of_the_cup_traps_what_takes_most_and_not_a_mount_that_frees_its_rider():
    odds = endgame_odds("endgame F: F5 F3 + F6M>F5 F3 vs W: shield W9 W9 @ cup & trap vs L: L1", "best")
    assert (odds.win, odds.tie, odds.loss) == pytest.approx((0.0764, 0.0833, 0.8403), abs=5e-5)


def test_TW_END_5_a_pairing_won_brings_an_object_one_lost_gives_an_ornicle_unless_shielded():
    frame = endgame_pairings("endgame F: F5 vs W: W6 vs L: shield L6")
    assert frame["object"].tolist() == frame["win"].tolist()
    assert frame["ornicle"].tolist() == [frame.loc[0, "loss"], 0.0]
    table = endgame_results("endgame F: F5 vs W: W6 vs L: shield L6")
    assert table["chance"].sum() == pytest.approx(1)
    both = table.set_index("outcome").loc["loss loss"]
    assert (both["objects"], both["ornicles"]) == (0, 1)
    for place in (1, 2):
        for word in ("win", "tie", "loss"):
            part = table.loc[table[f"defender{place}"] == word, "chance"].sum()
            assert part == pytest.approx(frame.loc[place - 1, word])


def test_TW_END_4_creatures_go_if_one_pairing_is_lost_and_own_elements_come_home():
    for line, gone in (
        ("endgame F: W9 W9 W9 + W4 W3 vs W: W1 vs L: L9 L9 L9 + L9", 2),
        ("endgame F: F9 F9 F9 + F4 F3 vs W: W1 vs L: L9 L9 L9 + L9", 0),
    ):
        table = endgame_results(line).set_index("outcome")
        assert table.loc["win loss", "creatures_lost"] == gone
        assert table.loc["win win", "creatures_lost"] == 0


def test_best_play_that_would_take_too_long_is_refused_at_once():
    long = "endgame F: F5 & cat*9 trap*9 vs W: W6 + W1 & cat*9 vs L: L6 + L1 & cat*9 vs A: A1 & cat*9"
    with pytest.raises(EndgameBudgetError) as caught:
        endgame_odds(long, "best")
    assert caught.value.size > caught.value.budget
    assert caught.value.text("de") != caught.value.text("en")
    assert endgame_odds(long, "none").win > 0


@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("endgame F: F5 & cat*9 vs W: W6 & cat*9 vs L: L4 & trap", "german"),
        ("endgame F: F5 & cat vs W: W6 & cat vs L: L4 vs A: A3 & cat", "criticals=at_once"),
        ("endgame F: F5 & cat*2 vs W: W6 & cat*2 vs L: L4 @ socks", "cat_die=any"),
    ],
)
def test_best_play_under_a_variant_that_would_take_too_long_is_refused_at_once(line, variant):
    begun = perf_counter()
    with pytest.raises(EndgameBudgetError) as caught:
        endgame_odds(line, "best", variant)
    assert caught.value.size > caught.value.budget == MAX_TABLES
    assert str(MAX_TABLES) in caught.value.text("en")
    assert perf_counter() - begun < 5
    game = endgame_game(line, variant=variant)
    for side in EndgameAttack.parse(line).sides:
        game.answer(side.lay)
    with pytest.raises(EndgameBudgetError):
        twing.odds_now(game, responses="best")


def test_TW_END_4_two_cats_of_everybody_look_at_no_roll_that_no_longer_counts():
    line = "endgame F: F5 & cat*2 vs W: W6 & cat*2 vs L: shield L4"
    begun = VariantEndgameBestPlay.from_attack(EndgameAttack.parse(line), Variant(criticals="at_once"))
    assert len(begun.plan.nodes) <= 9 * 11 * 11


def test_another_word_for_the_responses_is_refused():
    with pytest.raises(ValueError, match="none"):
        endgame_odds("endgame F: F5 vs W: W6", "all")


# -- under a variant


@pytest.mark.parametrize(
    "variant",
    ["ties=defender", "both_critical=points", "shield_criticals=false", "own_element=face", "trap_pair=pair"],
)
@pytest.mark.parametrize("line", ["endgame F: F5 + F4 vs W: W6 vs L: shield L4"])
def test_the_dice_alone_decide_under_a_variant_as_the_script_does(line, variant):
    same(computed(line, "none", variant), walked(line, False, variant))


@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("endgame F: F3 & miromon vs W: W4 & cat", "criticals=at_once"),
        ("endgame F: F3 & cat vs W: shield W4 vs L: shield L4 & miromon", "criticals=at_once"),
        ("endgame F: F5 & cat vs W: shield W4 vs L: shield L6", "ties=defender"),
        ("endgame F: F5 & cat vs W: shield W4 vs L: shield L6", "criticals=at_once"),
        ("endgame F: F5 vs W: shield W4 & miromon vs L: shield L6", "endgame_miromon=one"),
        ("endgame F: F5 & cat vs W: shield W4 & miromon vs L: shield L6", "inversion=die own_element=face"),
        ("endgame F: F5 + F4 vs W: shield W8 & trap vs L: shield L7", "endgame_trap=one"),
        ("endgame F: F5 + F4 vs W: shield W8 & trap vs L: shield L7", "trap_roll=true"),
        ("endgame F: F5 + F4M>F2 vs W: shield W8 & trap vs L: shield L7", "trap_pair=pair"),
        ("endgame F: F5 & trap vs W: shield W5 vs L: shield L6", "own_creatures=protected"),
        ("endgame F: F5 & cat vs W: shield W4 @ socks vs L: shield L6", "socks=own_die"),
        ("endgame F: F5 & miromon vs W: shield W4 vs L: shield L6", "miromon=rerolls_too"),
    ],
)
def test_best_responses_under_a_variant_are_those_of_the_script_walked(line, variant):
    same(computed(line, "best", variant), walked(line, True, variant))


EVERYWHERE = "socks=everywhere boots=everywhere"


@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("endgame F: F5 & cat vs W: shield W4 @ socks vs L: shield L6", "socks=everywhere"),
        ("endgame F: F5 & miromon vs W: shield W4 @ socks vs L: shield L6", "socks=everywhere"),
        ("endgame F: F5 & trap vs W: shield W4 @ boots vs L: shield L5", "boots=everywhere"),
    ],
)
def test_TW_VAR_21_and_25_what_is_stopped_altogether_decides_no_other_pairing(line, variant):
    found = computed(line, "best", variant)
    same(found, walked(line, True, variant))
    same(found, computed(line, "none", variant))
    free = twing.odds(line, responses="best")
    assert twing.odds(line, responses="best", variant=variant).win < free.win - 0.01, (
        "in the box it helps elsewhere"
    )


@pytest.mark.parametrize("variant", [EVERYWHERE, f"{EVERYWHERE} cat_die=any", f"{EVERYWHERE} trap_roll=true"])
@pytest.mark.parametrize(
    "line",
    [
        "endgame F: F5 + F4 & trap vs W: shield W4 @ socks vs L: shield L5 & trap",
        "endgame F: F5 & cat trap vs W: shield W4 @ boots vs L: shield L6 @ socks",
        "endgame F: F5 @ shamrock & cat vs W: shield W4 & miromon vs L: shield L6 @ boots,socks",
        "endgame F: F5 & cat vs W: shield W4 vs L: shield L6 @ boots",
        "endgame F: F5 @ socks,boots vs W: shield W4 & miromon vs L: shield L6 & trap",
    ],
)
def test_TW_VAR_21_and_25_best_responses_are_those_of_the_script_walked(line, variant):
    same(computed(line, "best", variant), walked(line, True, variant))


def test_two_cats_are_laid_in_the_end_game_only_if_that_is_better():
    line = "endgame F: L5 & cat*2 vs W: shield W4 vs A: shield A4"
    laid = sum(end.chance * sum(end.outcome_signs) for end in endgame_ends(line, "best", "two_cats=true"))
    held = sum(end.chance * sum(end.outcome_signs) for end in endgame_ends(line, "best"))
    assert laid > held + 0.01
