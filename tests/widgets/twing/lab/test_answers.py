"""What the lab answers: advice, worth, what if, the tree of responses and the charts, each by its actions."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from string import Formatter

import pytest
from widgets.labs import after, answer, text_of

import twingkit_widgets.twing.lab.words as lab_words
from twingkit import twing
from twingkit.twing.analysis.advice import advice, advice_rows
from twingkit.twing.analysis.card_worth import worth_rows
from twingkit.twing.analysis.responses.response_tree import best_line_rows, children
from twingkit.twing.exact_odds.given_dice import faces_but, odds_given
from twingkit.twing.rules.cards import FACES
from twingkit_widgets.panel.wording import LANGUAGES, percent
from twingkit_widgets.stepper.game_steps import StepFault
from twingkit_widgets.twing.lab.advice_reasons import why_lines
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.charts import FILES, KINDS
from twingkit_widgets.twing.lab.labs import TABS
from twingkit_widgets.twing.lab.what_if_view import GRIDS, Die

LINE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"
HELD = "F: hand F5 F3 W4 + F6M F4 & cat vs W: hand W6 W3 + W3 & trap"
BOTH = "F: F5 F3 + F6M>F3 & cat vs W: W6 W4 + W3 @ hat & trap"


# -- what should I play


def test_the_advice_is_that_of_what_both_hold():
    lab = BattleLab(HELD, view="advice")
    rows = advice_rows(HELD, "attacker", "win")
    assert [row.lay for row in lab.advice().rows] == [row.lay for row in rows]
    shown = re.findall(
        r'class="tk-adv-chances" data-label="You win"><b class="tk-number">([^<]+)', answer(lab)
    )
    assert shown == [percent("en", row.win, 1) for row in rows[:6]]
    assert lab.advice().text("en")[0] in text_of(answer(lab))


@pytest.mark.parametrize("goal", ["win", "value", "safety"])
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_every_goal_of_both_sides(goal, side):
    lab = after(BattleLab(LINE, view="advice"), ("advise", side), ("goal", goal))
    asked = {
        "attacker": "F: hand F5 F3 + F4 & cat vs W: W6 W4 + W2",
        "defender": "F: F5 F3 + F4 & cat vs W: hand W6 W4 + W2",
    }[side]
    assert str(lab.asked_situation()) == asked
    assert [row.lay for row in lab.advice().rows] == [row.lay for row in advice_rows(asked, side, goal)]
    assert lab.advised_side == side


@pytest.mark.parametrize(
    ("goal", "label", "number"), [("win", "You lose", "loss"), ("value", "Wins for each card lost", "value"),
                                  ("safety", "You lose", "loss")]
)  # fmt: skip
def test_the_number_that_ranks_stands_in_every_row_with_its_label(goal, label, number):
    lab = after(BattleLab(HELD, view="advice"), ("goal", goal))
    shown = re.findall(rf'class="tk-adv-key tk-number" data-label="{label}">([^<]+)', answer(lab))
    rows = advice_rows(HELD, "attacker", goal)[:6]
    assert shown == [percent("en", getattr(row, number), 1) for row in rows]


def test_a_lay_goes_on_the_table_with_its_best_answer():
    lab = BattleLab(HELD, view="advice")
    best = lab.advice().rows[0]
    after(lab, ("lay_this", "1"))
    assert str(lab.battle.attacker.lay) == best.lay
    assert str(lab.battle.defender.lay) == best.answer
    assert lab.last[1].best.win == pytest.approx(best.win, abs=1e-12)
    assert str(lab.draft.situation()) == HELD, "nothing is lost"
    assert lab.advice().rows[0].lay == best.lay, "the advice is still that of all that is held"


def test_the_advice_for_the_attacker_says_what_it_meets():
    lab = BattleLab(LINE, view="advice")
    here = next(row for row in lab.advice().rows if row.lay == "F5 F3 + F4")
    assert here.win == pytest.approx(lab.last[1].best.win, abs=1e-12), "the row that lies there is the bar"
    assert "The other side has laid W6 W4 + W2" in text_of(answer(lab))
    assert "Best answer</th>" not in answer(lab)
    assert "Lies there: F5 F3 + F4" in answer(lab)
    after(lab, ("against", "best"))
    assert lab.advice().rows == advice_rows(LINE, "attacker")
    assert "the answer that is best for itself" in text_of(answer(lab))
    assert "Best answer</th>" in answer(lab)
    lab.do("against", "me")
    assert isinstance(lab.error, StepFault)


def test_the_row_that_is_put_on_the_table_is_marked_and_told():
    lab = after(BattleLab(HELD, view="advice"))
    assert "Lies there" not in answer(lab)
    best = lab.advice().rows[0]
    after(lab, ("lay_this", "1"))
    assert f"Lies there: {best.lay}" in answer(lab)
    assert f"The attacker now lays {best.lay}." in lab.status


def test_the_advice_is_for_the_side_that_one_builds_for():
    lab = BattleLab(LINE, view="advice")
    assert lab.advised_side == "attacker"
    after(lab, ("target", "1:held"))
    assert lab.advised_side == "defender"
    after(lab, ("advise", "attacker"))
    assert lab.advised_side == "attacker"
    after(lab, ("target", "0:laid"), ("target", "1:laid"))
    assert lab.advised_side == "attacker", "as chosen while building for this side"


def test_unknown_cards_are_told_in_the_advice():
    lab = after(BattleLab(LINE, view="advice"), ("held", "1:hidden:2"), ("held", "0:hidden:3"))
    told = text_of(answer(lab))
    assert "Unknown cards of the other side: 2." in told
    assert "Unknown cards of your own: 3." in told
    found = twing.odds_unknown(f"{LINE} & ?*2")
    here = next(row for row in lab.advice().rows if row.lay == "F5 F3 + F4")
    assert here.edge == pytest.approx(found.brackets["open"][0].edge, abs=1e-9)


def test_the_list_and_the_chart_of_the_advice_count_the_same():
    lab = after(BattleLab(HELD, view="advice"), ("lay_this", "1"))
    count = len(lab.advice().rows)
    assert count > 10
    assert f"Show all {count}" in answer(lab)
    after(lab, ("tab", "charts"), ("chart", "advice"))
    assert f"Not shown: {count - 10} more" in unescape(answer(lab))
    assert len(lab.frame().rows) == count


def test_the_attack_that_lies_is_answered():
    lab = after(
        BattleLab("F: F5 F3 + F4 vs W: hand W6 W4 + W3"), ("read", {"line": "F: F5 vs W: hand W6 W4 + W3"})
    )
    assert lab.advised_side == "defender"
    after(lab, ("tab", "advice"), ("lay_this", "1"))
    assert lab.draft.complete
    assert str(lab.battle.attacker.lay) == "F5"


def test_why_says_costs_and_rules():
    lab = BattleLab("F: hand F5 F3 + F4 vs W: hand W6 + W4", view="advice")
    row = next(row for row in lab.advice().rows if row.rules)
    after(lab, ("all_lays", None), ("lay_why", row.lay))
    for rule in row.rules.split():
        assert f'data-value="{rule}"' in answer(lab)
    assert "On average you lose" in answer(lab)
    assert "the reward of a battle" in answer(lab)
    after(lab, ("lay_why", row.lay))
    assert "On average you lose" not in answer(lab)


def why(line: str, place: int = 0, side: str | None = None, goal: str = "win") -> list[str]:
    """Why the lay at a place of the advice."""
    found = advice(line, side, goal)
    return why_lines(found.rows[place], found, "en")


def test_why_compares_the_points_and_says_what_the_next_lay_lacks():
    said = why("F: F5 F3 + F4 & cat vs W: W6 W4 + W2")
    assert said[0].startswith("12 points on your cards, as many")
    rows = advice_rows("F: F5 F3 + F4 & cat vs W: W6 W4 + W2")
    win, loss = (percent("en", chance, 1) for chance in (rows[1].win, rows[1].loss))
    assert said[1] == f"Without F3 there are only 9 points: you win {win} and lose {loss}."
    other = why("F: F5 F3 + F4 & cat vs W: W6 W4 + W2", 1)
    assert other[0] == "9 points on your cards against 12: 3 fewer, the dice have to make up for that."
    assert other[1].startswith("F3 is missing: with it there are 12 points")


@pytest.mark.parametrize(("side", "place"), [("attacker", 0), ("defender", 1)])
def test_why_says_what_each_response_of_both_sides_is_worth(side, place):
    line = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2 & trap"
    found = advice(line, side)
    row = found.rows[0]
    lays = (row.lay, row.answer) if side == "attacker" else ("F5 F3 + F4", row.lay)
    part = "win" if side == "attacker" else "loss"
    none, catless, trapless = (
        percent("en", getattr(twing.odds(f"F: {lays[0]}{cat} vs W: {lays[1]}{trap}", responses), part), 1)
        for cat, trap, responses in (
            (" & cat", " & trap", "none"), ("", " & trap", "best"), (" & cat", "", "best")
        )
    )  # fmt: skip
    said = " ".join(why_lines(row, found, "en"))
    assert f"By dice alone you would win {none}" in said
    assert {catless, trapless} & set(re.findall(r"[\d.]+%", said))
    assert ("With one cat less" if place == 0 else "other side had one cat less") in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        "F: hand F5 + F3 vs W: hand nothing",
        "F: hand F5 F3 vs W: hand W4 ?*2",
        "F: F5 vs W: hand nothing + W4",
        HELD,
    ],
)
def test_every_lay_has_its_reasons(line, lang):
    found = advice(line, samples=5)
    for row in found.rows[:20]:
        said = why_lines(row, found, lang)
        assert len(said) >= 2
        assert len(set(said)) == len(said)


def test_unknown_cards_are_drawn_and_more_of_them_on_demand():
    lab = BattleLab("F: hand F5 F3 vs W: hand W4 ?*5", view="advice")
    assert lab.advice().samples == 20
    after(lab, ("thorough", None))
    assert lab.advice().samples == 200
    assert "thorough" not in answer(lab)
    own = BattleLab("F: hand F5 ?*2 vs W: hand W4", view="advice")
    assert own.advice().samples == 0, "the side that asks knows its cards"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("situation", "side"),
    [("F: hand nothing vs W: hand W4", "attacker"), ("F: hand F5 vs W: hand W4", "defender")],
)
def test_where_there_is_nothing_to_advise_it_says_why(situation, side, lang):
    lab = BattleLab(situation, view="advice", lang=lang)
    after(lab, ("advise", side))
    assert "tk-note" in answer(lab)
    lab.do("lay_this", "1")
    assert lab.error is not None


def test_the_advice_takes_no_nonsense():
    lab = BattleLab(LINE, view="advice")
    for act, value in [
        ("advise", "me"),
        ("goal", "fun"),
        ("lay_this", "0"),
        ("lay_this", "999"),
        ("lay_this", "x"),
        ("lay_this", None),
    ]:
        lab.do(act, value)
        assert isinstance(lab.error, StepFault), (act, value)
    assert str(lab.battle) == LINE


def test_unknown_cards_are_counted_into_the_odds_on_demand():
    lab = BattleLab("F: F5 F3 + F4 & cat vs W: W6 W4")
    assert "count_unknown" not in lab.html
    after(lab, ("held", "1:hidden:2"))
    assert "the unknown ones are left out" in text_of(answer(lab))
    after(lab, ("count_unknown", None))
    found = twing.odds_unknown("F: F5 F3 + F4 & cat vs W: W6 W4 & ?*2")
    assert percent("en", found.odds.win, 1) in text_of(answer(lab))
    assert str(found.hands) in text_of(answer(lab))
    after(lab, ("held", "1:hidden:3"))
    assert "the unknown ones are left out" in text_of(answer(lab)), "another situation is asked for anew"


# -- what is each card worth


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_every_change_has_a_bar_and_its_rules(side):
    lab = after(BattleLab(LINE, view="worth"), ("weigh", side), ("all_worths", None))
    rows = [row for row in worth_rows(LINE) if row.side == side and row.odds]
    assert answer(lab).count('class="tk-worth-bar"') == len(rows)
    told = text_of(answer(lab))
    for row in rows:
        assert row.label("en") in told
        assert row.reason("en") in told
    assert {rule for row in rows for rule in row.rules} <= set(re.findall(r"TW-[A-Z]+-\w+", told))


def test_what_counts_most_comes_first_and_is_drawn_longest():
    less, too, more = BattleLab(LINE, view="worth").worths()
    assert not too
    down, up = ([round(row.win_change, 9) for row in rows] for rows in (less, more))
    assert down == sorted(down)
    assert up == sorted(up, reverse=True)
    widths = re.findall(r'style="width:([\d.]+)%"', answer(BattleLab(LINE, view="worth")))
    assert max(map(float, widths)) == 50


def test_what_is_held_is_laid_too_and_not_offered_as_new():
    lab = after(BattleLab(LINE, view="worth"), ("drop", "box:F6>0:held"), ("drop", "box:W3>0:held"))
    _, too, more = lab.worths()
    assert [row.change.token for row in too] == ["+F6"], "a water card cannot lie beside fire"
    assert too[0].odds.win == pytest.approx(twing.odds("F: F6 F5 F3 + F4 & cat vs W: W6 W4 + W2", "best").win)
    assert "+F6" not in [row.change.token for row in more]
    assert "if it is laid too" in text_of(answer(lab))


def test_every_number_is_the_difference_of_the_two_chances_beside_it():
    told = text_of(answer(after(BattleLab(LINE, view="worth"), ("all_worths", None))))
    found = re.findall(r"([+−][\d.]+) Wins ([\d.]+)% instead of ([\d.]+)%", told)
    assert len(found) > 5
    for change, now, was in found:
        assert float(change.replace("−", "-")) == pytest.approx(float(now) - float(was), abs=0.11)


def test_what_changes_nothing_says_so():
    told = text_of(answer(after(BattleLab("F: F5 vs W: W6", view="worth"), ("all_worths", None))))
    assert "changes nothing" in told
    assert "±" not in told
    same = re.findall(r"Wins ([\d.]+%) instead of ([\d.]+%)", told)
    assert same
    assert all(one != other for one, other in same)


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
        ([("if_face", "1:Cross")] * 2, LINE, (None, faces_but("Cross"))),
        (
            [("if_face", "1:Cross")] * 2 + [("if_face", "1:-4")] * 2,
            LINE,
            (None, faces_but("Cross", -4)),
        ),
    ],
)  # fmt: skip
def test_a_wish_has_the_odds_of_what_is_wished(acts, line, faces):
    lab = after(BattleLab(LINE, view="whatif"), *acts)
    for responses, odds in zip(
        ("none", "best"), (lab.wishes().chances().none, lab.wishes().chances().best), strict=True
    ):
        wanted = odds_given(line, *faces, responses) if any(faces) else twing.odds(line, responses)
        assert odds.edge == pytest.approx(wanted.edge, abs=1e-12)
    assert str(lab.battle) == LINE, "the battle itself stays"
    best = lab.wishes().chances().best
    assert percent("en", best.win, 1) in text_of(answer(lab))
    assert percent("en", best.win, 1) in lab.status
    after(lab, ("if_reset", None))
    assert not lab.wishes().any


def test_doing_it_again_takes_a_wish_back():
    lab = BattleLab(LINE, view="whatif")
    after(lab, *[("if_face", "0:Sun")] * 3, ("if_object", "0:hat"), ("if_object", "0:hat"))
    after(lab, ("if_power", {"0:s0": "9"}), ("if_power", {"0:s0": "5"}))
    assert not lab.wishes().any


def test_a_tap_on_a_face_says_for_certain_then_never_then_as_before():
    lab = BattleLab(LINE, view="whatif")
    for said in ("only", "never", "any"):
        after(lab, ("if_face", "0:Cross"))
        button = re.search(r'<button[^>]*data-value="0:Cross"[^>]*>', answer(lab))[0]
        assert f"tk-if-{said}" in button
        assert ('aria-label="Cross"' in button) == (said == "any")
    die = Die()
    for face in FACES:
        die = die.tapped(face).tapped(face)
    assert die == Die(), "a die without any face is none"


def test_the_map_says_what_it_counts():
    lab = BattleLab(LINE, view="whatif")
    assert "the battle that lies there" in text_of(answer(lab))
    after(lab, ("if_power", {"0:s1": "7"}))
    assert "the changed battle" in text_of(answer(lab))
    assert "all faces can come" not in answer(lab).partition("tk-if-maps")[2]
    after(lab, ("if_face", "1:Cross"))
    assert "all faces can come" in answer(lab).partition("tk-if-maps")[2]


def test_objects_have_names_and_say_what_they_do():
    lab = after(BattleLab(LINE, view="whatif"), ("if_object", "1:boots"))
    book = twing.rulebook()
    told = text_of(answer(lab))
    for name in twing.OBJECTS:
        assert told.count(book[f"TW-POW-{name}"].title("en")) >= 2
    assert " ".join(book["TW-POW-boots"].text("en").split()) in told


def test_a_wish_is_taken_over():
    lab = after(
        BattleLab(LINE, view="whatif"),
        ("if_power", {"0:s1": "7"}),
        ("if_object", "1:hat"),
        ("if_face", "0:Sun"),
        ("if_take", None),
    )
    assert str(lab.battle) == "F: F7 F5 + F4 & cat vs W: W6 W4 + W2 @ hat"
    wishes = lab.wishes()
    assert (wishes.powers, wishes.objects) == ({}, [None, None]), "it is how it is now"
    assert wishes.dice[0].only is not None, "what is known of the dice stays a wish"
    assert "what you know of the dice stays here" in lab.status
    plain = after(BattleLab(LINE, view="whatif"), ("if_power", {"0:s1": "7"}), ("if_take", None))
    assert not plain.wishes().any


def test_a_forbidden_wish_says_why_and_is_not_taken_over():
    lab = after(BattleLab(BOTH, view="whatif"), ("if_power", {"0:r0": "9"}))
    assert "The rules forbid that" in answer(lab)
    assert "TW-BAT-3" in answer(lab)
    lab.do("if_take")
    assert isinstance(lab.error, twing.BattleError)
    assert str(lab.battle) == BOTH


def test_another_battle_begins_without_wishes():
    lab = after(BattleLab(LINE, view="whatif"), ("if_power", {"0:s1": "7"}), ("held", "0:cats:2"))
    assert not lab.wishes().any


def test_the_map_marks_the_battle_and_holds_its_odds():
    lab = BattleLab(LINE, view="whatif")
    here = re.search(r'class="tk-map-here tk-number"[^>]*>(\d+)<', answer(lab))[1]
    assert here == str(round(100 * twing.odds(LINE, "best").win))
    after(lab, ("if_grid", "cats"))
    assert len(re.findall(r"<td[^>]*--tk-heat", answer(lab))) == 25


def test_a_shield_has_no_die_to_wish_for():
    lab = BattleLab("F: F5 vs W: shield W4", view="whatif")
    assert 'data-value="0:Sun"' in answer(lab)
    assert 'data-value="1:Sun"' not in answer(lab)
    lab.do("if_face", "1:Sun")
    assert isinstance(lab.error, StepFault)


def test_the_wishes_take_no_nonsense():
    lab = BattleLab(LINE, view="whatif")
    for act, value in [
        ("if_power", {"0:s9": "3"}),
        ("if_power", {"0:s0": "0"}),
        ("if_power", {"0:s0": "100"}),
        ("if_power", {"0:s0": "٣٤٥"}),
        ("if_power", "0:s0"),
        ("if_face", "0:7"),
        ("if_face", "2:Sun"),
        ("if_object", "0:sword"),
        ("if_grid", "moons"),
    ]:
        lab.do(act, value)
        assert isinstance(lab.error, StepFault), (act, value)
    assert not lab.wishes().any


# -- who answers what


def test_the_best_line_is_open_and_marked():
    lab = BattleLab(BOTH, view="tree")
    after(lab, ("tree_die", {"0": "Cross"}), ("tree_die", {"1": "2"}))
    best = best_line_rows(BOTH, ("Cross", "2"))
    for node in best[1:]:
        if not node.over:
            assert f'data-value="{"/".join(node.path[2:])}"' in answer(lab)
    below = children(BOTH, ("Cross", "2"))
    told = text_of(answer(lab))
    for node in below:
        assert node.label("en") in told
    assert 'role="tree"' in answer(lab)
    assert answer(lab).count("tk-node-best") >= len(best) - 1


def test_a_node_opens_closes_and_tells_its_reason():
    lab = BattleLab("F: F5 & cat vs W: W6 & trap", view="tree")
    after(lab, ("tree_die", {"0": "Cross"}), ("tree_die", {"1": "1"}), ("node", "pass"))
    node = next(
        each for each in children("F: F5 & cat vs W: W6 & trap", ("Cross", "1")) if each.answer == "pass"
    )
    best = next(each for each in children("F: F5 & cat vs W: W6 & trap", ("Cross", "1")) if each.chosen)
    wins = [percent("en", each.odds.win, 1) for each in (node, best)]
    reason = f"With this the attacker wins only {wins[0]}, with the best answer (black cat) {wins[1]}."
    assert reason in lab.status
    line = answer(lab).partition('data-value="pass"')[2].partition('role="treeitem"')[0]
    assert reason in text_of(line), "it stands below the line that was tapped"
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
    for node in children(BOTH, dice):
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


def test_the_tree_takes_no_nonsense():
    lab = BattleLab(LINE, view="tree")
    before = lab.html
    for act, value in [
        ("tree_die", {"2": "Sun"}),
        ("tree_die", {"0": "7"}),
        ("tree_die", None),
        ("node", "pass/pass/pass/pass"),
        ("node", "sword"),
    ]:
        lab.do(act, value)
        assert lab.error is not None, (act, value)
    lab.do("dismiss")
    assert text_of(lab.html) == text_of(before)


# -- charts


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_is_drawn_described_and_saved(kind, lang):
    lab = BattleLab(LINE, lang=lang, view="charts")
    sent: list[tuple[dict[str, str], list[bytes]]] = []
    lab.send = lambda content, buffers: sent.append((content, buffers))
    after(lab, ("chart", kind))
    assert "data-figure=" in answer(lab)
    assert re.search(r'role="img" aria-label="[^"]{20,}"', answer(lab))
    after(lab, ("save_table", None))
    (told, (content,)) = sent.pop()
    assert told == {"file": f"twingkit-{FILES[kind]}.csv", "type": "text/csv"}
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert len(rows) == len(lab.frame().rows)
    assert tuple(rows[0]) == lab.frame().columns
    assert told["file"] in lab.status


def test_a_chart_is_saved_as_a_page_that_needs_no_network():
    lab = BattleLab(LINE, view="charts")
    sent: list[tuple[dict[str, str], list[bytes]]] = []
    lab.send = lambda content, buffers: sent.append((content, buffers))
    after(lab, ("save_page", None))
    (told, (content,)) = sent.pop()
    assert told == {"file": "twingkit-odds.html", "type": "text/html"}
    assert content.startswith(b"<!DOCTYPE html>")
    assert b'src="http' not in content


def test_the_chosen_chart_is_part_of_the_link():
    lab = BattleLab(LINE, view="charts")
    assert "chart" not in lab.address()
    assert "data-link" not in answer(lab), "there is no page whose link it could be"
    after(lab, ("chart", "worth"))
    assert lab.address()["chart"] == "worth"
    linked = BattleLab(LINE, view="charts", chart="worth", site=True)
    assert linked.address() == lab.address()
    assert "data-link" in answer(linked)
    after(lab, ("tab", "odds"))
    assert "chart" not in lab.address()
    assert BattleLab(LINE, view="charts", chart="pie").address() == BattleLab(LINE, view="charts").address()


def test_there_is_no_other_chart():
    lab = BattleLab(LINE, view="charts")
    lab.do("chart", "pie")
    assert isinstance(lab.error, StepFault)


# -- in Python


@pytest.mark.parametrize("tab", [*TABS, *(f"charts:{kind}" for kind in KINDS)])
def test_the_call_in_python_gives_an_answer(tab):
    pytest.importorskip("plotly")
    view, _, kind = tab.partition(":")
    lab = BattleLab(LINE, view=view, site=True, **({"chart": kind} if kind else {}))
    code = unescape(re.search(r'tk-lab-python"[^>]*><code[^>]*>(.*?)</code>', lab.html, re.S)[1])
    names: dict[str, object] = {}
    exec(code.replace("\n", "\nfound = ", 1), names)
    assert names["found"] is not None
    called = code.splitlines()[1].partition("(")[0]
    assert f"reference.ipynb?name={called}&amp;lang=en" in lab.html
    assert "reference.ipynb" not in BattleLab(LINE, view=view).html


# -- battles out of the ordinary


HUGE = (
    "F: F5 F3 F1 + F4 F3 F2 @ shamrock & cat*9 trap*3 vs W: W6 W4 W2 + W3 W2 W1 @ hat & cat*9 trap*3 miromon"
)


@pytest.mark.parametrize("line", [HUGE, "F: F5 & trap vs W: shield W4 W3", "F: F99 vs A: A1 & cat*99"])
@pytest.mark.parametrize("tab", TABS)
def test_where_an_answer_cannot_be_had_the_rest_of_the_page_works(line, tab):
    lab = after(BattleLab(line, view=tab))
    for kind in KINDS if tab == "charts" else ():
        after(lab, ("chart", kind))
        assert f'data-value="{kind}"' in answer(lab), "another chart can be chosen"
    for grid in GRIDS if tab == "whatif" else ():
        after(lab, ("if_grid", grid))
        assert f'data-value="{grid}"' in answer(lab)
    after(lab, ("held", "0:cats:0"))


# -- words


def test_every_sentence_of_the_lab_is_said_and_has_the_same_gaps():
    folder = lab_words.Path(lab_words.__file__).parent
    paths = [*folder.glob("*.py"), *(folder.parents[1] / "lab").glob("*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in paths)
    said = set(re.findall(r"""["']([a-z]+\.[a-z_]+)["']""", source))
    prefixes = tuple(set(re.findall(r"""f["']([a-z]+\.[a-z_]*)\{""", source)))
    for key in lab_words.WORDS:
        assert key in said or key.startswith(prefixes), key
        texts = [lab_words.WORDS._texts[key][lang] for lang in LANGUAGES]
        gaps = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in texts]
        assert gaps[0] - {"who", "whose"} == gaps[1] - {"who", "whose"}, key
