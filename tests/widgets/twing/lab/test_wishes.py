"""The tabs of the battle lab: what if, and who answers what."""

from __future__ import annotations

import re

import pytest
from widgets.labs import after, answer
from widgets.read_pages import words

from twingkit import twing
from twingkit.core.words import LANGUAGES
from twingkit.twing.analysis.responses.response_nodes import child_nodes
from twingkit.twing.analysis.responses.response_tree import best_line_rows
from twingkit.twing.exact_odds.given_dice import faces_except, odds_given_faces
from twingkit.twing.rules.cards import FACES
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.what_if_view import AssumedFirstRoll, WhatIf

LINE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"

BOTH = "F: F5 F3 + F6M>F3 & cat vs W: W6 W4 + W3 @ hat & trap"


def wishes(lab: BattleLab) -> WhatIf:
    """Return the changes that are tried in the lab."""
    return lab.get_part("whatif").what_if()


# -- what if


@pytest.mark.parametrize(
    ("acts", "line", "faces"),
    [
        ([("if_power", {"0:s1": "7"})], "F: F7 F5 + F4 & cat vs W: W6 W4 + W2", (None, None)),
        ([("if_power", {"1:u0": "5"})], "F: F5 F3 + F4 & cat vs W: W6 W4 + W5", (None, None)),
        ([("if_object", "1:hat")], "F: F5 F3 + F4 & cat vs W: W6 W4 + W2 @ hat", (None, None)),
        (
            [("if_object", "1:hat"), ("if_object", "0:hat")],
            "F: F5 F3 + F4 @ hat & cat vs W: W6 W4 + W2",
            (None, None),
        ),
        ([("if_face", "0:Sun")], LINE, ("Sun", None)),
        ([("if_face", "1:Cross")] * 2, LINE, (None, faces_except("Cross"))),
        (
            [("if_face", "1:Cross")] * 2 + [("if_face", "1:-4")] * 2,
            LINE,
            (None, faces_except("Cross", -4)),
        ),
    ],
)  # fmt: skip
def test_a_wish_has_the_odds_of_what_is_wished(acts, line, faces):
    lab = after(BattleLab(LINE, view="whatif"), *acts)
    chances = wishes(lab).chances()
    for responses, odds in (("none", chances.dice_alone), ("best", chances.best_responses)):
        wanted = (
            odds_given_faces(line, attack_faces=faces[0], defence_faces=faces[1], responses=responses)
            if any(faces)
            else twing.odds(line, responses=responses)
        )
        assert odds.edge == pytest.approx(wanted.edge, abs=1e-12)
    assert str(lab.battle) == LINE, "the battle itself stays"
    assert percent(chances.best_responses.win, 1) in words(answer(lab))
    assert percent(chances.best_responses.win, 1) in lab.status
    after(lab, ("if_reset", None))
    assert wishes(lab) == wishes(lab).unchanged


def test_doing_it_again_takes_a_wish_back():
    lab = BattleLab(LINE, view="whatif")
    after(lab, *[("if_face", "0:Sun")] * 3, ("if_object", "0:hat"), ("if_object", "0:hat"))
    after(lab, ("if_power", {"0:s0": "9"}), ("if_power", {"0:s0": "5"}))
    assert wishes(lab) == wishes(lab).unchanged


def test_a_tap_on_a_face_says_for_certain_then_never_then_as_before():
    lab = BattleLab(LINE, view="whatif")
    for said in ("only", "never", "any"):
        after(lab, ("if_face", "0:Cross"))
        button = re.search(r'<button[^>]*data-value="0:Cross"[^>]*>', answer(lab))[0]
        assert f"tk-if-{said}" in button
        assert ('aria-label="Cross"' in button) == (said == "any")
    die = AssumedFirstRoll()
    for face in FACES:
        die = die.after_tap(face).after_tap(face)
    assert die == AssumedFirstRoll(), "a die without any face is none"


def test_the_map_says_what_it_counts():
    lab = BattleLab(LINE, view="whatif")
    assert "the battle as it is now" in words(answer(lab))
    after(lab, ("if_power", {"0:s1": "7"}))
    assert "the changed battle" in words(answer(lab))
    assert "all faces are possible" not in answer(lab).partition("tk-if-maps")[2]
    after(lab, ("if_face", "1:Cross"))
    assert "all faces are possible" in answer(lab).partition("tk-if-maps")[2]


def test_objects_have_names_and_say_what_they_do():
    lab = after(BattleLab(LINE, view="whatif"), ("if_object", "1:boots"))
    book = twing.rulebook()
    answer_text = words(answer(lab))
    for name in twing.OBJECTS:
        assert answer_text.count(book[f"TW-POW-{name}"].title("en")) >= 2
    assert " ".join(book["TW-POW-boots"].text("en").split()) in answer_text


def test_a_wish_is_taken_over():
    lab = after(
        BattleLab(LINE, view="whatif"),
        ("if_power", {"0:s1": "7"}),
        ("if_object", "1:hat"),
        ("if_face", "0:Sun"),
        ("if_take", None),
    )
    assert str(lab.battle) == "F: F7 F5 + F4 & cat vs W: W6 W4 + W2 @ hat"
    left = wishes(lab)
    assert (left.powers, left.objects) == ({}, [None, None]), "it is how it is now"
    assert left.dice[0].certain_face is not None, "what is known of the dice stays a wish"
    assert "Your settings for the dice stay in" in lab.status
    plain = after(BattleLab(LINE, view="whatif"), ("if_power", {"0:s1": "7"}), ("if_take", None))
    assert wishes(plain) == wishes(plain).unchanged


def test_a_forbidden_wish_says_why_and_is_not_taken_over():
    lab = after(BattleLab(BOTH, view="whatif"), ("if_power", {"0:r0": "9"}))
    assert "The rules forbid this change" in answer(lab)
    assert "TW-BAT-3" in answer(lab)
    lab.do("if_take")
    assert isinstance(lab.error, twing.IllegalBattleError)
    assert str(lab.battle) == BOTH


def test_another_battle_begins_without_wishes():
    lab = after(BattleLab(LINE, view="whatif"), ("if_power", {"0:s1": "7"}), ("held", "0:cats:2"))
    assert wishes(lab) == wishes(lab).unchanged


def test_the_map_marks_the_battle_and_holds_its_odds():
    lab = BattleLab(LINE, view="whatif")
    here = re.search(r'class="tk-map-here tk-number"[^>]*>(\d+)<', answer(lab))[1]
    assert here == str(round(100 * twing.odds(LINE, responses="best").win))
    after(lab, ("if_grid", "cats"))
    assert len(re.findall(r"<td[^>]*--tk-heat", answer(lab))) == 25


def test_a_shield_has_no_die_to_wish_for():
    lab = BattleLab("F: F5 vs W: shield W4", view="whatif")
    assert 'data-value="0:Sun"' in answer(lab)
    assert 'data-value="1:Sun"' not in answer(lab)
    lab.do("if_face", "1:Sun")
    assert isinstance(lab.error, CatalogueFault)


# -- who answers what


def test_the_best_line_is_open_and_marked():
    lab = BattleLab(BOTH, view="tree")
    after(lab, ("tree_die", {"0": "Cross"}), ("tree_die", {"1": "2"}))
    best = best_line_rows(BOTH, ("Cross", "2"))
    for node in best[1:]:
        if not node.is_over:
            assert f'data-value="{"/".join(node.path[2:])}"' in answer(lab)
    below = child_nodes(BOTH, ("Cross", "2"))
    answer_text = words(answer(lab))
    for node in below:
        assert node.label() in answer_text
    assert 'role="tree"' in answer(lab)
    assert answer(lab).count("tk-node-best") >= len(best) - 1


def test_a_node_opens_closes_and_tells_its_reason():
    lab = BattleLab("F: F5 & cat vs W: W6 & trap", view="tree")
    after(lab, ("tree_die", {"0": "Cross"}), ("tree_die", {"1": "1"}), ("node", "pass"))
    nodes = child_nodes("F: F5 & cat vs W: W6 & trap", ("Cross", "1"))
    node = next(each for each in nodes if each.answer == "pass")
    best = next(each for each in nodes if each.is_best_answer)
    wins = [percent(each.odds.win, 1) for each in (node, best)]
    reason = f"With this answer the attacker wins only {wins[0]}; the best answer (black cat) wins {wins[1]}."
    assert reason in lab.status
    line = answer(lab).partition('data-value="pass"')[2].partition('role="treeitem"')[0]
    assert reason in words(line), "it stands below the line that was tapped"
    for rule in node.rules:
        assert f'data-value="{rule}"' in answer(lab)
    shown = answer(lab).count('role="treeitem"')
    after(lab, ("node", ""))
    assert answer(lab).count('role="treeitem"') == 1 < shown


def test_a_tap_on_the_reason_leaves_it_open():
    lab = BattleLab("F: F5 & cat vs W: W6 & trap", view="tree")
    after(lab, ("tree_die", {"0": "Cross"}), ("node", "pass"))
    before = answer(lab)
    after(lab, ("node_read", None))
    assert answer(lab) == before


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("dice", [("Cross", "2"), ("0", "Cross"), ("Sun", "Cross"), ("4", "-4")])
def test_no_answer_is_weighed_by_two_measures(dice, lang):
    lab = after(
        BattleLab(BOTH, lang, view="tree"), *[("tree_die", {str(at): face}) for at, face in enumerate(dice)]
    )
    for node in child_nodes(BOTH, dice):
        after(lab, ("node", node.answer))
        assert "win minus loss" not in lab.status
        assert "Sieg minus Niederlage" not in lab.status


def test_dice_that_are_not_rolled_yet_are_the_first_levels():
    lab = after(BattleLab(LINE, view="tree"), ("tree_die", {"0": ""}))
    assert "Before the roll" in answer(lab)
    assert answer(lab).count('aria-level="2"') == 11
    after(lab, ("tree_die", {"1": "Sun"}))
    assert "Before the roll" not in answer(lab)


def test_what_cannot_be_played_says_why():
    lab = BattleLab("F: F5 & cat vs W: W6 @ socks", view="tree")
    assert "TW-POW-socks" in answer(lab)
