"""Odds under every variant: each switch of `variants.toml`, alone and in pairs, against the walked script."""

from __future__ import annotations

import random
import tomllib
from importlib.resources import files

import pytest
from long_runs import runs
from script_walk import laid_game, walked, walked_odds
from twing.chances import triple
from twing.exact_odds.supported import supported_game

from twingkit import twing
from twingkit.core.play import Game
from twingkit.twing.exact_odds.best_responses import values as values_module
from twingkit.twing.exact_odds.best_responses.ends import battle_ends
from twingkit.twing.exact_odds.terms import BATTLE_SWITCHES, affects_odds
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.variants.variant import BOX, Variant, VariantError

_FILE = files("twingkit.twing.variants").joinpath("variants.toml")
VALUES = tomllib.loads(_FILE.read_text(encoding="utf-8").partition("\n[[switch]]")[0])["values"]
SETTINGS = [(key, value) for key, values in VALUES.items() for value in values[1:]]
"""Every switch with every value that is not the box's default."""

LAY_SWITCHES = ("rider_element", "cup", "units", "teddy")
"""The switches that change which lays are legal."""

# For each switch that affects a battle: a line whose odds it changes, with best responses.
LINES = {
    "trap_targets": "F: F3 & trap vs W: shield W4",
    "criticals": "F: F4 & cat vs W: shield W4",
    "own_creatures": "F: F3 & trap vs W: shield W4",
    "socks": "F: F3 & cat vs W: shield W4 @ socks",
    "shamrock": "F: F3 @ shamrock vs W: shield W4 & miromon",
    "own_element": "F: F5 vs W: shield L4 & miromon",
    "panties": "F: F5 @ panties vs W: shield L4 & miromon",
    "bra": "F: F3 & miromon vs W: shield L4 @ bra",
    "cat_die": "F: F3 & cat vs W: L4",
    "miromon": "F: F3 & miromon vs W: shield L4",
    "inversion": "F: F5 & cat vs W: shield W4 & miromon",
    "trap_pair": "F: F2 & trap vs W: shield L4M>L3",
    "both_critical": "F: F3 vs W: L4",
    "shield_criticals": "F: F3 & cat vs W: shield W4",
    "ties": "F: F3 & cat vs W: shield W4",
    "trap_roll": "F: F4 & trap*2 vs W: shield W4 W3",
    "two_cats": "F: L5 & cat*2 vs W: shield W4",
    "rider_element": "F: F3 + F4M>L3 & cat vs W: shield W4",
    "teddy": "F: F3 + L3 @ teddy & cat vs W: shield W4",
}
# A die that stays turned rolls as well as any, cards at home count nothing, what comes home is no odds; in a
# battle of two the owner's opponent plays no cat in either reading.
ALIKE = (
    ("inversion", "die"),
    ("trap_targets", "entourage"),
    ("own_creatures", "battle"),
    ("socks", "everywhere"),
)
SMALL = ("F: F3 & cat vs W: shield W4", "L: L2 + L3M>L1 @ panties vs A: shield A3 @ socks & trap")


def agree(line: str, variant: Variant, responses: str) -> None:
    battle = Battle.parse(line)
    found = twing.odds(battle, responses=responses, variant=variant)
    slow = walked_odds(battle, respond=responses == "best", variant=variant)
    assert triple(found) == pytest.approx(triple(slow), abs=1e-9), f"{line} | {variant} | {responses}"


@pytest.mark.parametrize(("key", "value"), [pair for pair in SETTINGS if pair[0] in LINES])
def test_each_switch_alone_agrees_with_the_script_and_changes_the_odds(key, value):
    variant, line = Variant(**{key: value}), LINES[key]
    agree(line, variant, "none")
    agree(line, variant, "best")
    if key in BATTLE_SWITCHES and (key, value) not in ALIKE:
        assert triple(twing.odds(line, responses="best", variant=variant)) != pytest.approx(
            triple(twing.odds(line, responses="best"))
        )


@pytest.mark.parametrize(
    "line",
    [
        "F: F3 & cat trap vs W: shield W4 @ socks",
        "F: F3 & cat trap vs W: shield W4 @ boots",
        "F: F4 + F3 & trap miromon vs W: W4 + W2 @ boots,socks & trap",
        "F: F3 + F2 @ socks vs W: shield W4 & cat miromon trap",
        "F: F4 @ boots,shamrock vs W: W6 + W1 & cat trap",
    ],
)
def test_TW_VAR_21_and_25_a_battle_of_two_has_the_odds_of_the_box_and_of_the_script(line):
    variant = Variant(socks="everywhere", boots="everywhere")
    agree(line, variant, "best")
    assert triple(twing.odds(line, responses="best", variant=variant)) == pytest.approx(
        triple(twing.odds(line, responses="best"))
    )


@pytest.mark.parametrize(("key", "value"), [pair for pair in SETTINGS if pair[0] in LINES])
@pytest.mark.parametrize("responses", ["none", "best"])
def test_TW_END_3_an_attack_on_one_defender_is_their_battle_under_each_switch(key, value, responses):
    variant, line = Variant(**{key: value}), LINES[key]
    odds = twing.odds(f"endgame {line}", responses=responses, variant=variant)
    battle = twing.odds(line, responses=responses, variant=variant)
    assert triple(odds) == pytest.approx(triple(battle), abs=1e-9)


@pytest.mark.parametrize(
    ("key", "value"),
    [(key, value) for key, value in SETTINGS if key not in (*BATTLE_SWITCHES, *LAY_SWITCHES)],
)
def test_a_switch_that_touches_no_battle_leaves_the_script_and_the_odds_alone(key, value):
    variant = Variant(**{key: value})
    assert not affects_odds(variant)
    for line in SMALL[:1]:
        assert triple(twing.odds(line, responses="best", variant=variant)) == triple(
            twing.odds(line, responses="best")
        )
        agree(line, variant, "best")


def test_a_die_that_stays_turned_can_change_the_odds():
    line = LINES["inversion"]
    face = twing.odds(line, responses="best", variant="own_element=face")
    both = twing.odds(line, responses="best", variant="own_element=face inversion=die")
    assert triple(face) != pytest.approx(triple(both))
    agree(line, Variant(own_element="face", inversion="die"), "best")


@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("F: F4 + F4 @ shamrock & trap vs W: W4 W6 + W4", "shamrock=unlimited criticals=at_once"),
        pytest.param(
            *("F: F4 + F4 @ shamrock & trap vs W: W4 W6 + W4 & trap", "shamrock=unlimited criticals=at_once"),
            marks=pytest.mark.soak,
        ),
    ],
)
def test_TW_BAT_14_an_endless_shamrock_has_settled_for_win_and_loss_too(line, variant):
    agree(line, Variant.parse(variant), "best")


def test_a_lay_is_judged_by_the_rules_of_the_variant():
    mixed = "F: F3 + F4M>L3 vs W: W4"
    with pytest.raises(twing.IllegalBattleError):
        twing.odds(mixed)
    assert twing.odds(mixed, variant="rider_element=any").win > 0
    for variant, line in (
        ("cup=mounts", "F: F3 + F4M vs W: W4 @ cup"),
        ("teddy=within", "F: F3 + F1 F2 @ teddy vs W: W4"),
    ):
        assert twing.odds(line).win > 0
        with pytest.raises(twing.IllegalBattleError):
            twing.odds(line, variant=variant)
        with pytest.raises(twing.IllegalBattleError):
            twing.battle_game(line, variant=variant)


def drawn_pairs(count: int, seed: int) -> list[tuple[str, Variant]]:
    """Return pairs of switches drawn at random, at least one of which has a line, with a line of one of
    them."""
    rng = random.Random(seed)
    pairs = []
    while len(pairs) < count:
        (one, first), (two, second) = (
            rng.choice([pair for pair in SETTINGS if pair[0] in LINES]),
            rng.choice(SETTINGS),
        )
        try:
            variant = Variant(**{one: first, two: second})
        except VariantError:
            continue
        line = LINES[rng.choice([key for key in (one, two) if key in LINES])]
        if one != two and not Battle.parse(line).problems(variant):
            pairs.append((line, variant))
    return pairs


@pytest.mark.parametrize(("line", "variant"), drawn_pairs(runs(16, 24), seed=14), ids=str)
def test_pairs_of_switches_agree_with_the_script(line, variant):
    agree(line, variant, "best")


# Battles that many switches affect.
RICH = (
    "F: F5 + F4M>F2 @ shamrock & cat trap vs W: shield W6 W3",
    "F: F3 @ panties & cat*2 vs F: shield F4 @ bra & miromon",
    "L: L2 + L3 @ shamrock & miromon vs A: shield L4M>L2 A2 @ teddy & trap",
    "W: W3 + W3 @ bra & trap vs W: W4 @ socks,panties & cat",
)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(runs(8, 80)))
def test_rich_battles_agree_with_the_script_under_three_switches(number):
    rng = random.Random(number)
    line, keys = RICH[number % len(RICH)], rng.sample(sorted(BATTLE_SWITCHES), 3)
    variant = Variant(**{key: rng.choice(VALUES[key][1:]) for key in keys})
    for responses in ("none", "best"):
        agree(line, variant, responses)


@pytest.mark.parametrize("name", twing.PRESETS)
def test_the_presets_agree_with_the_script(name):
    for line in SMALL:
        agree(line, twing.PRESETS[name], "best")


def check_every_step(game: Game, rng: random.Random) -> None:
    """Play a battle at random from its first dice on, and compare its odds with the script at every step."""
    for _ in "ab":
        if game.question.kind == "roll":
            game.answer(rng.choice(list(game.question.options())))
    for _ in range(8):
        if game.over:
            return
        found = twing.odds_now(game, responses="best")
        assert triple(found) == pytest.approx(triple(walked(game, respond=True)), abs=1e-9)
        game.answer(rng.choice(list(game.question.options())))


@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("F: F3 & cat vs W: L4 & miromon", "inversion=die own_element=face"),
        ("F: F4 & trap vs W: shield W3M>W2", "trap_roll=true trap_pair=pair"),
        ("F: L5 & cat*2 vs W: shield W4", "two_cats=true ties=defender"),
        ("F: F3 @ panties vs W: shield L4 & miromon", "panties=natural cat_die=any"),
        ("F: F3 @ shamrock vs W: shield W4", "shamrock=unlimited both_critical=points"),
        ("F: F3 & cat vs W: W4 & miromon", "criticals=at_once"),
        ("F: F3 @ panties & miromon vs W: L4 & cat", "german inversion=die"),
    ],
)
def test_odds_now_follow_the_variant_at_every_place(line, variant):
    check_every_step(laid_game(Battle.parse(line), variant, two_cats=True), random.Random(3))


def test_odds_now_never_give_a_tie_that_the_rules_do_not_have():
    game = twing.battle_game("F: F5 vs W: W6", variant="ties=defender")
    game.give_answers("lay F5", "lay W6")
    assert twing.odds_now(game).tie == 0
    assert twing.odds_now(game).win == pytest.approx(twing.odds("F: F5 vs W: W6").win)


def test_many_odds_are_those_of_one_by_one():
    lines = sorted(set(LINES.values()) - {LINES["rider_element"]})
    lines = lines[::3]
    for variant in ("german", "inversion=die cat_die=any", "ties=defender", "shield_criticals=false"):
        legal = [line for line in lines if not Battle.parse(line).problems(Variant.parse(variant))]
        for responses in ("none", "best"):
            frame = twing.odds_many(legal, responses=responses, variant=variant)
            for line, *chances in frame[["position", "win", "tie", "loss"]].itertuples(index=False):
                assert triple(twing.odds(line, responses=responses, variant=variant)) == pytest.approx(
                    chances, abs=1e-12
                )
            assert frame.attrs["variant"] == str(Variant.parse(variant))


def test_a_record_keeps_the_variant_of_a_battle():
    game = twing.battle_game("F: F3 & cat vs W: L4", variant="cat_die=any", seed=4)
    game.give_answers("lay F3", "lay L4")
    while not game.over:
        game.answer(next(iter(reversed(list(game.question.options())))))
    again = Game.replay(game.record)
    assert again.table.variant == Variant(cat_die="any")
    assert again.table.key() == game.table.key()
    assert "variant" not in twing.battle_game("F: F3 vs W: L4", variant="box price=5").record


def test_the_box_keeps_its_contests():
    battle = Battle.parse(RICH[0])
    assert battle_contest(battle, BOX) == battle_contest(battle, Variant(price=3))


@pytest.mark.parametrize(
    "variant", ["", *sorted({str(Variant(**{key: value})) for key, value in SETTINGS if key in LINES})]
)
@pytest.mark.parametrize("line", RICH[:1] + RICH[3:])
def test_arrays_and_lists_lead_to_the_same_ends(line, variant, monkeypatch):
    contest = battle_contest(Battle.parse(line), Variant.parse(variant))
    [arrays] = battle_ends([contest])
    monkeypatch.setattr(values_module, "find_spec", lambda name: None)
    [lists] = battle_ends([contest])
    chances = {(end.moment_index, end.outcome): end.chance for end in lists}
    assert sum(chances.values()) == pytest.approx(1)
    for end in arrays:
        assert chances.get((end.moment_index, end.outcome), 0) == pytest.approx(end.chance, abs=1e-12)


@pytest.mark.parametrize(("key", "value"), [pair for pair in SETTINGS if pair[0] in LINES])
def test_the_ends_add_up_to_the_odds(key, value):
    variant = Variant(**{key: value})
    contest = battle_contest(Battle.parse(LINES[key]), variant)
    for responses in ("none", "best"):
        sums = [0.0, 0.0, 0.0]
        for end in battle_ends([contest], responses)[0]:
            sums[end.outcome] += end.chance
        assert triple(twing.odds(LINES[key], responses=responses, variant=variant)) == pytest.approx(
            sums, abs=1e-12
        )


# -- supporters


@pytest.mark.parametrize(
    "variant", ["ties=defender", "both_critical=points", "shield_criticals=false", "own_element=face"]
)
@pytest.mark.parametrize("line", ["F: F3 with L: F2 vs W: W4", "F: F3 + F2 with L: + F1 vs W: W6"])
def test_a_battle_with_supporters_follows_the_variant(line, variant):
    game = supported_game(line, variant)
    for responses in ("none", "best"):
        now = twing.odds_now(game, responses=responses)
        assert triple(twing.odds(line, responses=responses, variant=variant)) == pytest.approx(
            triple(now), abs=1e-12
        )


def test_a_supporters_creature_is_no_own_creature():
    line = "F: F1 & trap vs W: shield W2 with L: + W3"
    one = twing.odds(line, responses="best", variant="own_creatures=protected")
    assert triple(one) == pytest.approx(triple(twing.odds(line, responses="best")), abs=1e-12)
    none = twing.odds("F: F1 & trap vs W: shield W2", responses="best", variant="own_creatures=protected")
    assert triple(none) == pytest.approx(triple(twing.odds("F: F1 vs W: shield W2")), abs=1e-12)


def test_supporters_are_judged_by_the_variant():
    both = "F: F3 with L: F2 + F1 vs W: W4"
    with pytest.raises(twing.IllegalBattleError):
        twing.odds(both)
    assert twing.odds(both, variant="support=each").win > 0
    full = "F: F3 F2 F1 with L: F2 vs W: W4"
    assert twing.odds(full).win > 0
    with pytest.raises(twing.IllegalBattleError):
        twing.odds(full, variant="support_counts=true")
