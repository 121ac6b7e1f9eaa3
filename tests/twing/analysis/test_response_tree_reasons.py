"""The tree of responses: its reasons, best line, first responses and table."""

from __future__ import annotations

import json
from itertools import product

import pytest
from battles import battles
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from twing.analysis.trees import SMALL, at, outcome

from twingkit import twing
from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.twing.analysis.responses.response_nodes import ResponseNode, child_nodes, forbidden_responses
from twingkit.twing.analysis.responses.response_tree import (
    best_line_rows,
    best_play_line,
    first_response_chances,
    first_response_rows,
    response_tree,
    tree_rows,
)
from twingkit.twing.rules.cards import face_text

EVERYTHING = "F: F5 F3 + F4M>F2 @ shamrock & cat*2 trap miromon vs W: W6 W4 + W3 W2 @ hat & cat trap"


# reasons


def find(line: str, path: tuple[str, ...], answer: str) -> ResponseNode:
    (node,) = [node for node in child_nodes(line, path) if node.answer == answer]
    return node


CAT, TRAP = "F: F5 & cat vs W: W6", "F: F50 & trap vs W: W6 + W2"
HAT, MIROMON = "F: F5 vs W: W6 @ hat", "F: F5 & miromon vs W: W6"


@pytest.mark.parametrize(
    ("line", "path", "answer", "rules", "case", "words"),
    [
        (CAT, ("Cross", "1"), "cat", "TW-BAT-11 TW-ODDS-2", "gains", ("58.3", "loses with the Cross")),
        (
            CAT,
            ("Cross", "1"),
            "pass",
            "TW-BAT-10 TW-ODDS-2 TW-BAT-16",
            "pass_gives_up",
            ("58.3", "black cat"),
        ),
        (CAT, ("Sun", "1"), "pass", "TW-BAT-10 TW-ODDS-2 TW-BAT-16", "pass_best", ("141.7", "black cat")),
        (CAT, ("Sun", "1"), "cat", "TW-BAT-11 TW-ODDS-2", "gives_up", ("141.7", "one: pass")),
        (TRAP, ("1", "1"), "pass", "TW-BAT-10 TW-ODDS-2 TW-BAT-17", "pass_kept", ()),
        (TRAP, ("1", "1"), "trap W2", "TW-BAT-13 TW-ODDS-2 TW-BAT-17", "as_good", ("pass",)),
        (
            HAT,
            ("4", "-4"),
            "hat",
            "TW-BAT-14 TW-POW-hat TW-ODDS-2",
            "gains",
            ("41.7", "beats the defender, 9 to 6"),
        ),
        (
            *(MIROMON, ("0", "Sun"), "miromon defender", "TW-BAT-12 TW-ODDS-2 TW-BAT-16"),
            *("gains", ("200.0", "defender beats the attacker with the Sun")),
        ),
    ],
)
def test_an_answer_says_why_it_is_best_or_what_it_gives_away(line, path, answer, rules, case, words):
    node = find(line, path, answer)
    assert (" ".join(node.rules), node.reason_ruling.case) == (rules, case)
    assert all(word in node.reason() for word in words)


@pytest.mark.parametrize(
    ("line", "face", "rules", "english"),
    [
        ("F: F5 vs W: W6 & cat", "2", "TW-BAT-7 TW-BAT-15", "The attacker’s die counts +2."),
        (
            "F: F5 vs W: W6 & cat",
            "-2",
            "TW-BAT-7 TW-BAT-15",
            "The spells have the attacker’s own element: −2 counts as 0.",
        ),
        (
            "F: F5 @ panties vs W: W6 & cat",
            "Cross",
            "TW-BAT-7 TW-POW-panties",
            "The Panties of Protection make the attacker’s Cross count as 0.",
        ),
        (
            "F: F5 vs W: W6 @ bra & cat",
            "Sun",
            "TW-BAT-7 TW-POW-bra",
            "The Bra of Destiny makes the attacker’s Sun count as 0 against the defender.",
        ),
    ],
)
def test_TW_BAT_15_a_face_says_what_it_counts(line, face, rules, english):
    (node,) = [node for node in child_nodes(line) if node.answer == face]
    assert " ".join(node.rules) == rules
    assert node.reason() == english


@settings(max_examples=runs(10, 200))
@given(battles(most_held=1), st.sampled_from(twing.FACES), st.sampled_from(twing.FACES))
def test_every_node_speaks_both_languages_and_cites_rules(battle, attack, defence):
    faces = (face_text(attack), face_text(defence))[: 1 + bool(battle.defender.spells)]
    nodes, _ = tree_rows(battle, *faces, depth=2, limit=40)
    for node in nodes:
        assert node.rules
        assert all(rule in twing.rulebook() for rule in node.rules)
        for said in (node.label, node.reason):
            texts = [call_in_language(lang, said) for lang in LANGUAGES]
            assert all(text and text[0] == text[0].upper() for text in texts), node.id
        assert node.reason() != call_in_language("de", node.reason)
    for each in forbidden_responses(battle, faces):
        assert each.refusal.rule in twing.rulebook()


def test_what_the_game_said_comes_with_the_answer():
    node = find("F: F5 & cat vs W: W6", ("Cross", "1"), "pass")
    assert [str(each) for each in node.rulings] == [
        "The attacker’s die shows Cross and adds no points. [TW-BAT-15]",
        "The defender’s die counts +1. [TW-BAT-15]",
        "The attacker loses with the Cross, no matter what the points are, and the defender wins. "
        "[TW-BAT-16]",
    ]
    cat = find("F: F5 & cat vs W: W6", ("Cross", "1"), "cat")
    assert [each.rule for each in cat.rulings] == ["TW-BAT-11"]


# the best line


def test_TW_ODDS_2_of_equal_creatures_the_one_that_best_play_takes_has_the_node():
    line = "F: F8 & trap vs W: W2 + W4M>W4"
    (node,) = [node for node in child_nodes(line, ("0", "0")) if node.answer.startswith("trap")]
    assert node.answer == twing.best_response(at(line, ("0", "0")).table.fight, side="attacker")
    assert (node.answer, node.other_targets) == ("trap W4M", ("trap >W4",))


@given(battles(most_held=2), st.integers(0, 10**6))
def test_TW_ODDS_2_the_best_line_is_how_the_best_player_plays(battle, seed):
    game = twing.battle_game(battle, seed=seed)
    while not game.over:
        game.answer(twing.best_battle_answer(game))
    faces = [entry.answer.removeprefix("roll ") for entry in game.transcript if entry.kind == "roll"]
    line = best_line_rows(battle, faces)
    answers = [entry.answer for entry in game.transcript if entry.kind == "respond"]
    assert [node.answer for node in line if node.kind == "answer"] == answers
    assert line[-1].is_over
    assert line[-1].odds.edge == outcome(game.result)
    assert all(node.follows_best_play for node in line)


def test_the_best_line_waits_where_a_die_is_still_to_fall():
    line = best_line_rows("F: F5 & cat vs W: W6", ["Cross", 1])
    assert [node.answer for node in line] == ["", "cat"]
    assert line[-1].turn == "attacker die"
    assert line[-1].odds.edge == pytest.approx(-5 / 12)
    assert [node.turn for node in best_line_rows(SMALL)] == ["attacker die"]
    assert [node.turn for node in best_line_rows(SMALL, ["1"])] == ["defender die"]
    ended = best_line_rows("F: F5 & cat vs W: W6", ["Cross", 1, "Spiral"])
    assert ended[-1].shown_faces == ("Spiral", "1")
    assert ended[2].label() == "The attacker: Spiral"


def test_the_best_line_as_a_table_gives_each_choice_with_its_reason():
    frame = best_play_line("F: F5 & cat vs W: W6", ["Cross", 1, 4], lang="de")
    assert list(frame.label) == [
        "Gewürfelt: Kreuz und +1",
        "Der Angreifer: schwarze Katze",
        "Der Angreifer: +4",
    ]
    assert frame.parent.tolist() == ["", *frame.id[:-1]]
    assert frame.reason.iloc[-1] == "Der Würfel des Angreifers zählt +4."
    assert frame.explanation.iloc[-1].endswith("Der Angreifer besiegt den Verteidiger mit 9 zu 7.")
    assert frame.edge.iloc[-1] == 1
    assert frame.rules.iloc[-1] == ["TW-BAT-7", "TW-BAT-15", "TW-BAT-17"]


# first responses


@settings(max_examples=runs(4, 60))
@given(battles(most_held=1))
def test_TW_ODDS_2_first_responses_are_those_of_the_best_player_over_all_rolls(battle):
    counted: dict[tuple[str, str], float] = {}
    rolls = [twing.FACES for side in battle.sides if side.spells]
    for faces in product(*rolls):
        line = best_line_rows(battle, [face_text(face) for face in faces[: len(rolls)]])
        first = next((node for node in line if node.kind == "answer" and node.answer != "pass"), None)
        key = (first.mover, first.answer) if first else ("", "")
        counted[key] = counted.get(key, 0) + 1 / 12 ** len(rolls)
    found = {
        (response_row.side, response_row.answer): response_row.chance
        for response_row in first_response_rows(battle)
    }
    assert found == pytest.approx(counted)


def test_first_responses_as_a_table():
    frame = first_response_chances(SMALL, lang="de")
    assert frame.chance.sum() == pytest.approx(1)
    assert frame.chance.is_monotonic_decreasing
    assert (frame.gain[frame.side != ""] > 0).all()
    assert "Der Verteidiger: Hut der Möglichkeit" in set(frame.label)
    assert set(frame.label[frame.side == ""]) <= {"Niemand reagiert"}


# the table of the tree


def test_the_table_holds_the_tree_parents_first():
    frame = response_tree(EVERYTHING, attack_face="2", defence_face="Cross", depth=2, lang="de")
    assert frame.id.is_unique
    places = {name: place for place, name in enumerate(frame.id)}
    assert frame.parent[0] == ""
    assert all(places[parent] < place for place, parent in enumerate(frame.parent) if place)
    assert frame.depth.tolist() == sorted(frame.depth)
    assert frame.depth.max() == 2
    assert frame.open[frame.depth < 2].sum() == 0
    assert (frame.open == (frame.turn != "")).where(frame.depth == 2, True).all()
    assert frame.best.sum() == 3, "root, the best answer, the best answer to it"
    assert frame.attrs.pop("columns")
    assert frame.attrs == {
        "position": str(twing.Battle.parse(EVERYTHING)),
        "responses": "best",
        "lang": "de",
        "root": "roll/2/Cross",
    }
    assert json.loads(json.dumps(frame.attrs)) == frame.attrs


def test_the_size_of_a_tree_is_bounded():
    nodes, shut = tree_rows(EVERYTHING, "2", "Cross", depth=30, limit=100)
    assert len(nodes) <= 100
    assert shut
    assert all(not node.is_over for node in nodes if node.id in shut)
    whole, none = tree_rows("F: F5 & cat vs W: W6", "2", "Cross", depth=30)
    assert none == set()
    assert {node.is_over for node in whole if node.answer in ("pass", "4")} == {True}
