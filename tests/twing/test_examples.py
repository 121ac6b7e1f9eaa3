"""Examples: one for every rule, small, played by the game itself, and citing exactly its rule."""

from __future__ import annotations

import re

import attrs
import pytest

from twingkit import BadAnswer, Refusal, UnknownRule
from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError
from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.core.words import LANGUAGES
from twingkit.twing.exact_odds.attack_lines import odds
from twingkit.twing.examples import TwingRuleExample, example, examples
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.disagreements import disagreement

EVERY = examples()
COMPARED = [each for each in EVERY if each.rule.startswith("TW-VAR-")]
PLAYED = [each for each in EVERY if each.answer]
TABLES = [each for each in EVERY if not each.answer and not each.odds]


def name(each: TwingRuleExample) -> str:
    return each.rule


def rulings_on(each: TwingRuleExample, table: str) -> str:
    """Return the rulings of the example's rule on another table, in one line; empty if there is none."""
    try:
        game = Game.begin(table).give_answers(*each.answers_before)
        no = game.refusal(each.answer)
        rulings = [no] if no else game.give_answers(each.answer).latest_rulings
    except (ValueError, Refusal) as fault:
        return type(fault).__name__
    return "; ".join(
        str(said)
        for said in rulings
        if said is not None and (said.rule, said.case) == (each.shown_rule, each.statement.case)
    )


def test_every_rule_has_its_example_in_the_order_of_the_rulebook():
    assert [each.rule for each in EVERY] == [rule.id for rule in rulebook()]
    assert all(example(rule.id).rule == rule.id for rule in rulebook())


def test_the_rule_itself_speaks():
    """The rule acts or refuses; only where interpretations are compared, the rule being interpreted does."""
    for each in EVERY:
        said = each.statement
        assert isinstance(said, Ruling | Refusal)
        assert said.rule == each.shown_rule
        if each not in COMPARED:
            assert each.shown_rule == each.rule
        texts = [said.text(lang) for lang in LANGUAGES]
        assert texts[0] != texts[1]
        assert not any(re.search(r"[{}]", text) for text in texts)


@pytest.mark.parametrize("each", PLAYED, ids=name)
def test_what_is_said_comes_from_playing(each):
    before, after = each.game(), each.game_after()
    assert after.record.startswith(before.record)
    if each.is_refused:
        assert len(after) == len(before)
        with pytest.raises(Refusal) as caught:
            before.give_answers(each.answer)
        assert str(caught.value) == str(each.statement)
    else:
        assert len(after) == len(before) + 1
        heard = [
            ruling if each.reader_seat is None else ruling.seen_by(each.reader_seat)
            for ruling in after.transcript[-1].rulings
        ]
        assert each.statement in heard
        assert sum((said.rule, said.case) == (each.shown_rule, each.statement.case) for said in heard) >= 1
    assert each.game_after().record == after.record


@pytest.mark.parametrize("each", TABLES, ids=name)
def test_a_table_that_is_refused_is_refused_when_it_is_read(each):
    with pytest.raises((Refusal, IllegalBattleError)) as caught:
        Game.begin(each.table)
    refusals = getattr(caught.value, "problems", [caught.value])
    assert str(each.statement) in [str(refusal) for refusal in refusals]
    assert each.open != each.table
    assert each.game().record == each.game_after().record == Game.begin(each.open).record


@pytest.mark.parametrize("rule", ["TW-ODDS-1", "TW-ODDS-2"])
def test_TW_ODDS_the_odds_are_those_of_the_battle(rule):
    each = example(rule)
    found = odds(each.table, responses=each.odds)
    assert found.rule == each.statement.rule == rule
    assert found.for_defender().rule == rule
    assert f"{found.win:.1%}" in each.statement.text("en")
    assert f"{found.loss * 100:.1f}\N{NO-BREAK SPACE}%".replace(".", ",") in each.statement.text("de")
    assert each.game().record == Game.begin(each.table).record


def test_the_table_to_try_can_be_begun_and_asks_somebody():
    for each in EVERY:
        game = Game.begin(each.open)
        assert len(game) == 0
        assert game.question is not None
        if not each.is_refused or each.answer:
            assert each.open == each.table


def test_a_title_is_one_or_two_short_sentences_in_both_languages():
    for each in EVERY:
        titles = [each.hint(lang) for lang in LANGUAGES]
        assert titles[0] != titles[1]
        for title in titles:
            assert title.endswith(".")
            assert title.count(". ") <= 1
            assert "'" not in title
            assert "TW-" not in title
            assert 20 <= len(title) <= 120


def test_no_two_examples_are_the_same():
    assert len({(each.table, each.answers_before, each.answer, each.odds) for each in EVERY}) == len(EVERY)
    for lang in LANGUAGES:
        assert len({each.hint(lang) for each in EVERY}) == len(EVERY)


def test_a_table_is_small():
    for each in EVERY:
        lines = each.table.splitlines()
        assert len(lines) <= 6
        assert len(each.answers_before) <= 20
        players = next((line.split()[1:] for line in lines if line.startswith("players")), ["F", "W"])
        assert len(players) <= 3
        for line in lines:
            hand = line.partition(" hand ")[2].partition(";")[0]
            assert len(hand.split()) <= 4


# Where the rulebooks disagree


@pytest.mark.parametrize("each", COMPARED, ids=name)
def test_TW_VAR_the_rule_that_speaks_is_the_one_that_is_read_in_two_ways(each):
    assert each.shown_rule in (each.rule, *rulebook()[each.rule].related_rules)


@pytest.mark.parametrize("each", [each for each in COMPARED if disagreement(each.rule).variant], ids=name)
def test_TW_VAR_with_the_other_reading_of_this_one_switch_the_ruling_differs(each):
    """Only the variant line changes, so the texts differ only in what the switch changes."""
    found = disagreement(each.rule)
    ours = f"variant {found.variant}"
    lines = each.table.splitlines()
    if ours in lines:
        lines.remove(ours)
    else:
        assert not any(line.startswith("variant") for line in lines)
        lines.insert(1, ours)
    here, there = rulings_on(each, each.table), rulings_on(each, "\n".join(lines))
    assert here
    assert here != there


@pytest.mark.parametrize(
    "each", [each for each in COMPARED if disagreement(each.rule).position_lines], ids=name
)
def test_TW_VAR_the_example_is_on_the_scene_of_the_reading(each):
    found = disagreement(each.rule)
    lines = [line for line in each.table.splitlines() if not line.startswith("variant")]
    assert lines == list(found.position_lines)


@pytest.mark.parametrize("rule", ["TW-VAR-10", "TW-VAR-11", "TW-VAR-12"])
def test_TW_VAR_without_a_second_reading_the_line_is_the_point_of_the_scene(rule):
    compared = disagreement(rule).compare()
    line = compared.scenes[0].lines[compared.decisive_lines[0]]
    assert str(line.outcome) == str(example(rule).statement)
    assert line.answer == example(rule).answer


# How examples are found


def test_an_unknown_rule_names_the_nearest():
    with pytest.raises(UnknownRule) as caught:
        example("tw-bat-16")
    assert "TW-BAT-16" in caught.value.near


def test_an_example_whose_rule_does_not_speak_is_an_error():
    silent = attrs.evolve(example("TW-BAT-7"), shown_rule="TW-BAT-16")
    with pytest.raises(ValueError, match="TW-BAT-7"):
        _ = silent.statement
    allowed = attrs.evolve(example("TW-BOX-1"), table="F: F5 vs W: W4")
    with pytest.raises(ValueError, match="does not refuse"):
        _ = allowed.statement


def test_TW_PLAY_1_the_example_shows_what_another_player_knows():
    each = example("TW-PLAY-1")
    assert "Water" not in each.statement.text("en")
    assert "Water 4" in str(each.game_after().latest_rulings[0])


# Rules that only their examples test


@pytest.mark.parametrize("text", ["character F", "F"])
def test_TW_BOX_2_a_character_that_somebody_has_is_refused(text):
    game = Game.begin("players F ?")
    with pytest.raises(Refusal, match="TW-BOX-2"):
        game.answer(text)
    with pytest.raises(BadAnswer):
        game.answer("character X")
    game.answer("character W")
    assert [player.character for player in game.table.players] == ["F", "W"]


@pytest.mark.parametrize("text", ["5", "-12", "+9"])
def test_TW_BOX_3_a_number_that_no_face_shows_is_refused(text):
    game = Game.begin("F: F5 vs W: W4").give_answers("lay F5", "lay W4")
    for typed in (text, f"roll {text}", int(text)):
        with pytest.raises(Refusal, match="no face") as caught:
            game.answer(typed)
        assert caught.value.rule == "TW-BOX-3"
    assert len(game) == 2


@pytest.mark.parametrize("text", ["99", "-99", "100", "5.0", "Moon", "roll", ""])
def test_TW_BOX_3_an_invalid_die_value_is_no_answer(text):
    game = Game.begin("F: F5 vs W: W4").give_answers("lay F5", "lay W4")
    with pytest.raises(BadAnswer):
        game.answer(text)


DRAWING = "players F W\np1 hand F5\np2 hand W4\ntable turn 6; to-move p1; phase turn; as-is"


@pytest.mark.parametrize(
    ("text", "rule", "case"),
    [
        ("draw trap F3", "TW-BOX-4", "no_power"),
        ("draw cat 2", "TW-BOX-4", "no_power"),
        ("miromon W", "TW-BOX-4", "no_power"),
        ("draw spell F4M", "TW-BOX-4", "no_mount"),
        ("draw spell F7", "TW-BOX-5", "not_in_box"),
        ("draw creature W5M", "TW-BOX-5", "not_in_box"),
    ],
)
def test_TW_BOX_4_and_5_a_card_that_no_box_or_not_this_one_holds_is_refused(text, rule, case):
    game = Game.begin(DRAWING)
    with pytest.raises(Refusal) as caught:
        game.answer(text)
    assert (caught.value.rule, caught.value.case) == (rule, case)
    assert len(game) == 0


@pytest.mark.parametrize("text", ["draw dog", "draw F5", "draw trap X", "cat F123"])
def test_TW_BOX_4_an_invalid_card_is_no_answer(text):
    with pytest.raises(BadAnswer):
        Game.begin(DRAWING).answer(text)


@pytest.mark.parametrize("text", ["cat*2", "cat + trap W3", "trap W3 + trap W3", "cat, cat", "trap W3, cat"])
def test_TW_BAT_10_several_responses_at_once_are_refused(text):
    line = "F: F5 & cat*2 trap*2 vs W: W4 + W3 & cat"
    game = Game.begin(line).give_answers("lay F5", "lay W4 + W3", "pass", "roll 1", "roll 2")
    with pytest.raises(Refusal) as caught:
        game.answer(text)
    assert (caught.value.rule, caught.value.case) == ("TW-BAT-10", "one_response")
    game.answer("cat")
    assert game.question.kind == "roll"


def test_TW_DUEL_4_an_object_gained_in_a_duel_is_switched_only_when_it_is_over():
    each = example("TW-DUEL-4")
    game = each.game_after()
    assert game.table.is_duel
    assert game.table.players[0].inactive_objects == ("bra",)
    in_battle = Game.begin(each.table).give_answers("attack p2", *each.answers_before[1:], each.answer)
    assert [said.rule for said in in_battle.latest_rulings][:2] == ["TW-BAT-8", "TW-OBJ-2"]


def test_a_fault_is_no_refusal():
    """A text that cannot be parsed raises a fault, and no example depends on one."""
    with pytest.raises(Fault):
        Game.begin("players F F")
    assert not any(isinstance(each.statement, Fault) for each in EVERY)
