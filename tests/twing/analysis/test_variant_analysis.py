"""Analyses under variants: every number equals that of the odds, or of the walked script, by the same
rules."""

from __future__ import annotations

import random
from itertools import product

import pytest
from script_walk import walked
from twing.analysis.trees import at

from twingkit import twing
from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.twing.analysis.changes import CardChange
from twingkit.twing.analysis.responses.response_nodes import (
    child_nodes,
    expand_node,
    forbidden_responses,
    root_node,
)
from twingkit.twing.analysis.responses.response_tree import best_play_line, first_response_rows
from twingkit.twing.analysis.worth import change_worth_rows
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.variants.variant import Variant

CHANGED_BATTLES = (
    ("F: F5 + F4 & cat vs W: W6 W4 & trap", "ties=defender both_critical=points"),
    ("F: F3 @ shamrock & trap vs W: shield W4 W2", "shamrock=unlimited trap_roll=true"),
    ("L: L2 + L3M>L1 & cat vs A: A3 @ socks & trap", "socks=own_die trap_pair=pair"),
    ("F: F4 & cat vs W: shield W4 & miromon", "german"),
    ("F: L5 & cat*2 vs W: W6", "two_cats=true cat_die=any"),
    ("F: F3 + F2 & miromon vs W: W4 + W1 & trap", "miromon=rerolls_too own_creatures=protected"),
    ("F: F3 + F2 L1 @ teddy & trap vs W: W4 + W3", "trap_targets=attack own_creatures=battle"),
)
"""Battles, each with a variant that changes its odds."""


def triple(odds):
    return pytest.approx((odds.win, odds.tie, odds.loss), abs=1e-12)


@pytest.mark.parametrize(("line", "variant"), CHANGED_BATTLES)
@pytest.mark.parametrize("responses", ["none", "best"])
def test_a_named_change_has_the_odds_of_its_battle(line, variant, responses):
    frame = twing.worth(line, ["+1", "-1", "other:", "own:"], responses=responses, variant=variant)
    assert frame.attrs["variant"] == str(Variant.parse(variant))
    assert set(frame.side) == {"attacker", "defender"}
    for row in frame[frame.refused == ""].itertuples():
        odds, base = (
            chances if row.side == "attacker" else chances.for_defender()
            for chances in (
                twing.odds(each, responses=responses, variant=variant)
                for each in (row.changed_position, line)
            )
        )
        assert (row.win, row.tie, row.loss) == triple(odds), row
        assert row.win_before == pytest.approx(base.win, abs=1e-12)
        assert row.edge_change == pytest.approx(odds.edge - base.edge, abs=1e-11)


@pytest.mark.parametrize(("line", "variant"), CHANGED_BATTLES)
def test_every_card_is_worth_what_the_odds_say(line, variant):
    for responses in ("none", "best"):
        for row in change_worth_rows(line, responses=responses, variant=variant):
            if row.odds is None:
                assert row.changed_battle.problems(Variant.parse(variant)) or responses == "best"
                continue
            odds = twing.odds(row.changed_battle, responses=responses, variant=variant)
            odds = odds if row.change.side == "attacker" else odds.for_defender()
            assert (row.odds.win, row.odds.tie, row.odds.loss) == triple(odds), row.change
            for lang in LANGUAGES:
                assert call_in_language(lang, row.reason)
                assert call_in_language(lang, row.label)
    more = CardChange("attacker", True, twing.Spell("F", 1))
    [row] = change_worth_rows("F: F5 vs W: W6", [more], responses="none", variant="ties=defender")
    assert row.odds.tie == 0


@pytest.mark.parametrize(
    ("line", "variant", "change", "rule", "case"),
    [
        ("F: F3 & trap vs W: W4 + W2", "trap_targets=attack", "-trap", "TW-VAR-5", "attack_only"),
        ("F: F3 & trap vs W: W4 + W2", "own_creatures=protected", "-trap", "TW-VAR-19", "protected"),
        ("F: F3 & trap vs W: shield W4", "trap_roll=true", "-trap", "TW-PLAY-3", "trap_less"),
        ("F: F3 & cat vs W: W4", "cat_die=any", "-cat", "TW-BAT-11", "one_less_any"),
        ("F: F3 @ shamrock vs W: W4", "shamrock=unlimited", "-shamrock", "TW-BAT-14", "never_again"),
        ("F: F3 & cat vs W: shield W4 @ socks", "socks=own_die", "-cat", "TW-BAT-11", "one_less"),
        ("F: F3 & miromon vs W: W4 @ socks", "socks=own_die", "-socks", "TW-POW-socks", "off_die_without"),
    ],
)
def test_the_reason_of_a_change_is_that_of_the_variant(line, variant, change, rule, case):
    row = next(row for row in change_worth_rows(line, variant=variant) if row.change.token == change)
    assert (row.why.rule, row.why.case) == (rule, case)


def test_margins_and_the_own_element_follow_the_variant():
    frame = twing.margins("F: F5 vs W: shield W5", variant="shield_criticals=false")
    assert frame.chance.sum() == pytest.approx(1)
    assert frame.attrs["critical_win"] == 0
    assert frame.attrs["variant"] == "box shield_criticals=false"
    frame = twing.own_element_odds([0], variant="ties=defender")
    assert (frame.tie == 0).all()
    saved = "F: F5 + F4 vs W: W6 + W3"
    box, both = (
        twing.creature_points_lost(saved, responses="none", variant=variant).set_index("side").lost
        for variant in ("box", "own_creatures=battle")
    )
    assert both["defender"] < box["defender"]
    assert both["attacker"] == pytest.approx(box["attacker"])


# -- the tree of responses


def outcome(game):
    winner = game.result.winner
    return float(winner == 0), float(winner is None), float(winner == 1)


@pytest.mark.parametrize(("line", "variant"), CHANGED_BATTLES)
def test_every_node_of_the_tree_has_the_odds_of_the_script(line, variant):
    rng = random.Random(line)
    dice = 1 + bool(Battle.parse(line).defender.spells)
    node = root_node(line, tuple(rng.choice(["-3", "1", "Sun", "Cross", "4"]) for _ in range(dice)), variant)
    for _ in range(4):
        if node.is_over:
            break
        below = expand_node(node)
        for child in rng.sample(below, min(3, len(below))):
            game = at(line, child.path, variant)
            slow = outcome(game) if game.over else walked(game, respond=True)
            slow = slow if isinstance(slow, tuple) else (slow.win, slow.tie, slow.loss)
            assert (child.odds.win, child.odds.tie, child.odds.loss) == pytest.approx(slow, abs=1e-9)
            for lang in LANGUAGES:
                assert call_in_language(lang, child.label)
                assert call_in_language(lang, child.reason)
        if node.turn in ("attacker", "defender"):
            [best] = [child for child in below if child.is_best_answer]
            assert best.odds.edge == pytest.approx(node.odds.edge, abs=1e-9)
        forbidden_responses(line, node.path, variant)
        node = rng.choice(below)


@pytest.mark.parametrize(("line", "variant"), CHANGED_BATTLES)
def test_first_responses_are_those_of_the_tree(line, variant):
    rows = first_response_rows(line, variant)
    assert sum(row.chance for row in rows) == pytest.approx(1)
    dice = 1 + bool(Battle.parse(line).defender.spells)
    faces = ("-4", "0", "3", "Sun", "Cross")
    for path in product(faces, repeat=dice):
        below = child_nodes(line, path, variant)
        first = next((child for child in below if child.is_best_answer and child.answer != "pass"), None)
        if first is not None:
            assert any((row.side, row.answer) == (first.mover, first.answer) for row in rows), path


def test_the_best_line_goes_on_by_the_rules_of_the_variant():
    frame = best_play_line("F: F3 & trap vs W: shield W4", ["-2", "3"], variant="trap_roll=true")
    assert frame.attrs["variant"] == "box trap_roll=true"
    assert frame.answer.tolist()[1:3] == ["trap W4", "3"]
