"""The tree of responses: odds of its nodes, allowed answers and refused ones."""

from __future__ import annotations

from itertools import product

import pytest
from battles import battles
from hypothesis import given
from hypothesis import strategies as st
from twing.analysis.trees import SMALL, at, outcome
from twing.chances import triple

from twingkit import BadAnswer, Refusal, twing
from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.odds.reference import reference_odds
from twingkit.twing.analysis.responses.battle_tree import remaining_contest
from twingkit.twing.analysis.responses.response_nodes import (
    ResponseNode,
    child_nodes,
    expand_node,
    forbidden_responses,
    root_node,
)
from twingkit.twing.analysis.responses.response_tree import best_play_line, response_tree, tree_rows
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.cards import face_text
from twingkit.twing.rules.responses import MiromonBeforeEvent, Respond, TrapBeforeRoll

# the odds of a node


@given(battles(most_held=2), st.sampled_from(twing.FACES), st.sampled_from(twing.FACES))
def test_every_node_has_the_odds_and_the_answers_of_the_game(battle, attack, defence):
    faces = (face_text(attack), face_text(defence))[: 1 + bool(battle.defender.spells)]
    nodes, shut = tree_rows(battle, *faces, depth=3, limit=60)
    by_parent: dict[str, list[ResponseNode]] = {}
    for node in nodes[1:]:
        by_parent.setdefault(node.parent, []).append(node)
    for node in nodes:
        game = at(battle, node.path)
        if node.is_over:
            assert game.over
            assert node.odds.edge == outcome(game.result)
            continue
        assert triple(node.odds) == pytest.approx(triple(twing.odds_now(game, responses="best")), abs=1e-9), (
            node.id
        )
        assert node.turn.split()[0] == ("attacker", "defender")[game.question.player]
        if node.id in shut:
            continue
        below = by_parent[node.id]
        if isinstance(game.question, Respond):
            answers = [answer for each in below for answer in (each.answer, *each.other_targets)]
            assert sorted(answers) == sorted(map(str, game.question.options()))
            (chosen,) = [each for each in below if each.is_best_answer]
            assert chosen.answer == twing.best_response(game.table.fight, side=ROLES[game.question.player])
            assert triple(chosen.odds) == pytest.approx(triple(node.odds), abs=1e-9)
            sign = 1 if node.turn == "attacker" else -1
            for each in below:
                assert each.loss_of_edge == pytest.approx(
                    sign * (chosen.odds.edge - each.odds.edge), abs=1e-9
                )
                assert each.loss_of_edge >= 0
                assert each.follows_best_play == (node.follows_best_play and each.is_best_answer)
        else:
            assert sum(each.chance for each in below) == pytest.approx(1)
            mean = [sum(each.chance * triple(each.odds)[place] for each in below) for place in range(3)]
            assert mean == pytest.approx(triple(node.odds), abs=1e-9)
            assert all(each.follows_best_play == node.follows_best_play for each in below)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("F: F5 & cat vs W: W6 & cat", ("1", "1")),
        ("F: F5 & cat vs W: W6 & cat", ("1", "1", "cat")),
        ("F: F5 & cat vs W: W6 & cat", ("1", "1", "pass", "cat", "Sun")),
        (SMALL, ("1", "Cross", "trap W3")),
        (SMALL, ("Sun", "2", "pass", "miromon attacker")),
        (SMALL, ("3", "Spiral", "pass", "hat", "3", "cat", "0")),
        ("F: F5 + F4M>F2 & miromon vs W: W6 & trap", ("3", "1", "pass", "trap F4M")),
        ("F: F5 + F4M>F2 F1 @ teddy & miromon vs W: W9 & trap*2", ("3", "1", "pass", "trap >F2")),
    ],
)
def test_TW_ODDS_2_a_node_agrees_with_the_walked_script(line, path):
    def choices(question: object) -> list[object]:
        return (
            [PASS] if isinstance(question, TrapBeforeRoll | MiromonBeforeEvent) else list(question.options())
        )

    walked = reference_odds(at(line, path), outcome, choices)
    assert triple(root_node(line, path).odds) == pytest.approx(triple(walked), abs=1e-9)


def test_TW_ODDS_2_a_weaker_creature_can_be_trapped_and_costs_something():
    line = "F: F5 & trap vs W: W2 + W4M>W1 & cat"
    (strong,) = [node for node in child_nodes(line, ("0", "0")) if node.answer.startswith("trap")]
    assert (strong.answer, strong.other_targets) == ("trap W4M", ("trap >W1",))
    assert strong.label() == "The attacker: trap on Water 4 (mount) (also possible: Water 1)"
    weak = root_node(line, ("0", "0", "trap >W1"))
    assert weak.odds.edge < strong.odds.edge
    assert not weak.follows_best_play
    now = twing.odds_now(at(line, weak.path), responses="best")
    assert triple(weak.odds) == pytest.approx(triple(now), abs=1e-12)
    for node in child_nodes(line, weak.path):
        if not node.is_over:
            now = twing.odds_now(at(line, node.path), responses="best")
            assert triple(node.odds) == pytest.approx(triple(now), abs=1e-12)


@given(battles(most_held=2), st.data())
def test_one_solution_holds_all_that_can_remain(battle, data):
    contest = battle_contest(battle)
    left = tuple(data.draw(st.integers(0, limit)) for limit in contest.play_limits)
    apart = BattleValues([remaining_contest(contest, left)])
    states = (0, len(contest.profiles[1].states) - 1)
    wholes = [BattleValues([contest], plain=plain) for plain in (True, False)]
    for values, mover, passed in product(wholes, (0, 1), (False, True)):
        assert values.win_and_loss(states, mover, passed, left) == pytest.approx(
            apart.win_and_loss(states, mover, passed), abs=1e-12
        )
        found, wanted = (
            list(each.play_edges(states, mover, passed, *given))
            for each, given in ((values, [left]), (apart, []))
        )
        assert [name for name, _ in found] == [name for name, _ in wanted]
        assert [edge for _, edge in found] == pytest.approx([edge for _, edge in wanted], abs=1e-12)


def test_before_the_roll_the_faces_are_the_first_nodes():
    whole = root_node(SMALL)
    assert triple(whole.odds) == pytest.approx(triple(twing.odds(SMALL, responses="best")))
    assert (whole.turn, whole.label(), whole.id, whole.parent) == (
        "attacker die",
        "Before the roll",
        "roll",
        "",
    )
    faces = expand_node(whole)
    assert [node.answer for node in faces] == [*map(str, range(-4, 5)), "Sun", "Cross"]
    assert [round(node.chance * 12) for node in faces] == [1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1]
    assert faces[4].label() == "The attacker: 0 or Spiral"
    with in_language("de"):
        assert faces[4].label() == "Der Angreifer: 0 oder Spirale"
    assert {node.turn for node in faces} == {"defender die"}
    assert {node.depth for node in expand_node(faces[0])} == {2}


def test_TW_BAT_15_a_spiral_can_be_given_and_is_shown():
    node = root_node(SMALL, ("Spiral", "1"))
    assert node.shown_faces == ("Spiral", "1")
    assert node.label() == "Rolled: Spiral and +1"
    assert triple(node.odds) == triple(root_node(SMALL, ("0", "1")).odds)


def test_TW_BAT_5_behind_a_shield_one_die_falls():
    line = "F: F5 & cat vs W: shield W4"
    assert [node.turn for node in expand_node(root_node(line, ("Cross",)))] == ["", "attacker die"]
    nodes, _ = tree_rows(line, "Cross", depth=1)
    assert nodes[0].shown_faces == ("Cross", "")


# allowed and refused answers


def barred(line: str, *path: str) -> list[tuple[str, str, str]]:
    return [(each.side, each.answer, each.refusal.rule) for each in forbidden_responses(line, path)]


@pytest.mark.parametrize(
    ("line", "path", "found"),
    [
        ("F: F5 & cat vs W: W6 @ socks", ("0", "0"), [("attacker", "cat", "TW-POW-socks")]),
        (
            "F: F5 & miromon vs W: W6 @ socks",
            ("0", "0"),
            [
                ("attacker", "miromon attacker", "TW-POW-socks"),
                ("attacker", "miromon defender", "TW-POW-socks"),
            ],
        ),
        ("F: F5 & trap vs W: W6 + W2 @ boots", ("0", "0"), [("attacker", "trap W2", "TW-POW-boots")]),
        ("F: F5 & trap vs W: W6", ("0", "0"), [("attacker", "trap", "TW-BAT-13")]),
        ("F: F5 vs W: W6 @ hat", ("0", "0"), []),
        ("F: F5 vs W: W6 @ hat", ("4", "-1", "hat", "2"), [("defender", "hat", "TW-BAT-14")]),
        ("F: F5 vs W: W6 @ shamrock", ("0", "0"), [("defender", "shamrock", "TW-POW-shamrock")]),
        ("F: F5 @ hat vs W: W6", ("0", "0"), [("attacker", "hat", "TW-POW-hat")]),
        ("F: F5 vs W: shield W6 & cat", ("0",), [("defender", "cat", "TW-BAT-11")]),
        ("F: F5 vs W: shield W6 @ hat", ("0",), [("defender", "hat", "TW-BAT-14")]),
        ("F: F5 & miromon vs W: shield W6", ("0",), [("attacker", "miromon defender", "TW-BAT-12")]),
        (
            "F: F5 & trap*2 vs W: W6 + W2",
            ("0", "0", "trap W2"),
            [("attacker", "trap W2", "TW-BAT-13")],
        ),
        ("F: F5 & cat vs W: W6", (), []),
    ],
)
def test_what_cannot_be_played_is_told_with_its_rule(line, path, found):
    assert barred(line, *path) == found


def test_what_cannot_be_played_has_no_node_and_speaks_both_languages():
    line = "F: F5 & cat trap vs W: W6 + W2 @ socks"
    (no,) = forbidden_responses(line, ("0", "0"))
    assert no.label() == "The attacker: black cat"
    with in_language("de"):
        assert no.label() == "Der Angreifer: schwarze Katze"
    assert no.refusal.text("de").startswith("Der Verteidiger trägt die Socken der Gewissheit")
    assert [node.answer for node in child_nodes(line, ("0", "0"))] == ["pass", "trap W2"]
    (spent,) = forbidden_responses("F: F5 & trap vs W: W6", ("0", "0"))
    with in_language("de"):
        assert spent.label() == "Der Angreifer: Falle"
    assert spent.refusal.text("en") == "The defender has no creature in this battle that a trap could take."


def test_a_path_that_cannot_be_is_refused_by_its_rule():
    with pytest.raises(Refusal) as no:
        child_nodes("F: F5 & trap vs W: W6 + W2 @ socks", ("0", "0", "cat"))
    assert no.value.rule == "TW-BAT-11"
    with pytest.raises(Refusal) as no:
        child_nodes("F: F5 & cat vs W: W6", ("7",))
    assert no.value.rule == "TW-BOX-3"
    with pytest.raises(BadAnswer, match="is not a response"):
        child_nodes("F: F5 & cat vs W: W6", ("0", "0", "dog"))
    with pytest.raises(BadAnswer, match="the game is over"):
        child_nodes("F: F5 vs W: W6", ("0", "0", "pass"))
    with pytest.raises(twing.IllegalBattleError, match="TW-BAT-1"):
        child_nodes("F: F5 W5 vs W: W6")
    with pytest.raises(twing.BudgetError, match="99 cats"):
        child_nodes("F: F5 & cat*99 vs W: W6 & cat*99")


def test_faces_that_do_not_fit_are_refused():
    with pytest.raises(Fault, match="'2' is given for the defender’s die only"):
        response_tree(SMALL, defence_face="2")
    with pytest.raises(Refusal) as no:
        response_tree("F: F5 vs W: shield W6", attack_face="1", defence_face="1")
    assert no.value.rule == "TW-BAT-5"
    with pytest.raises(Fault) as left:
        best_play_line("F: F5 vs W: W6", ["1", "1", "4"])
    assert left.value.text("en") == "There is no roll left for '4'; expected: at most 2 faces here"
    assert left.value.text("de").startswith("Für „4“ ist kein Wurf mehr übrig")


@pytest.mark.parametrize(
    "wrong", [{"depth": -1}, {"depth": True}, {"depth": "1"}, {"limit": 0}, {"limit": None}]
)
def test_a_depth_or_limit_that_is_no_number_is_refused(wrong):
    with pytest.raises(Fault, match="must be a whole number of at least"):
        twing.response_tree("F: F5 & cat vs W: W6 & trap", **wrong)
