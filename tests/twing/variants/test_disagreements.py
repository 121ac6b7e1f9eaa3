"""Disagreements of the rulebooks: all are listed, replay under both interpretations, and make a
difference."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.core.language import call_in_language
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.core.variants.disagreements import RuleDisagreement
from twingkit.core.words import LANGUAGES
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.disagreements import disagreement, disagreements
from twingkit.twing.variants.variant import BOX, SWITCHES

EVERY = disagreements()
KINDS = ("each_other", "itself", "silent", "english")
"""The kinds of disagreement: between the books, within one, one book is silent, only in the English text."""

PLAYED = [each for each in EVERY if each.position_lines]
SWITCHED = [each for each in EVERY if each.variant]
UNSWITCHED = {f"TW-VAR-{number}" for number in (10, 11, 12, 23, 29, 30, 32, 33, 34, 35)}
"""The disagreements that have no second interpretation."""


def name(each: RuleDisagreement) -> str:
    return each.rule


def test_every_line_of_the_section_has_its_question():
    assert [each.rule for each in EVERY] == [f"TW-VAR-{n}" for n in range(1, 36)]
    assert [each.rule for each in EVERY] == [rule.id for rule in rulebook().rules_of_chapter("readings")]


@pytest.mark.parametrize("each", EVERY, ids=name)
def test_a_question_is_one_sentence_in_both_languages(each):
    asked = [call_in_language(lang, each.question) for lang in LANGUAGES]
    assert len(set(asked)) == 2
    for text in asked:
        assert text.endswith("?")
        assert text.count("?") == 1
        assert ". " not in text
        assert "'" not in text
        assert len(text) <= 80


def test_how_the_books_disagree_is_told_of_each():
    found = {books: [each.rule for each in EVERY if each.kind == books] for books in KINDS}
    assert sum(map(len, found.values())) == len(EVERY)
    assert found["itself"] == [f"TW-VAR-{n}" for n in (1, 17, 18, 19, 20)]
    assert found["silent"] == [f"TW-VAR-{n}" for n in (10, 11, 12, 13, 26)]
    assert found["english"] == [f"TW-VAR-{n}" for n in range(29, 36)]


def test_lines_without_a_second_reading_are_not_switched():
    assert {each.rule for each in EVERY if each.variant is None} == UNSWITCHED
    assert {switch.interpretation_rule for switch in SWITCHES.all_switches if switch.interpretation_rule} == {
        each.rule for each in SWITCHED
    }


@pytest.mark.parametrize("each", SWITCHED, ids=name)
def test_the_second_reading_is_one_switch_of_its_line(each):
    change = each.first_change
    assert change is not None
    assert change.switch.interpretation_rule == each.rule
    assert change.first_value == change.switch.default
    assert each.variant == BOX.with_values(**{change.switch.key: change.second_value})


@pytest.mark.parametrize("each", PLAYED, ids=name)
def test_the_games_of_both_readings_replay(each):
    games = each.play_variants()
    assert len(games) == (2 if each.variant else 1)
    assert [game.start.variant for game in games] == [BOX, each.variant][: len(games)]
    for game in games:
        again = Game.replay(game.record)
        assert again.record == game.record
        assert again.table.key() == game.table.key()
    if each.variant:
        ours, other = games
        assert ours.start.position == other.start.position


@pytest.mark.parametrize("each", SWITCHED, ids=name)
def test_the_readings_make_a_difference(each):
    found = each.compare()
    ours, other = found.scenes
    assert [line.text() for line in ours.lines] != [line.text() for line in other.lines]
    shared = [[line.text() for line in story.lines[: found.shared_line_count]] for story in found.scenes]
    assert shared[0] == shared[1]
    assert any(each.differing_lines())
    for lines, places, point in zip(
        each.differing_lines(), found.marked_lines, found.decisive_lines, strict=True
    ):
        assert len(lines) == len(places)
        assert point in places or (point == -1 and not places)
        assert all(place >= found.shared_line_count for place in places)


@pytest.mark.parametrize("each", PLAYED, ids=name)
def test_a_rule_that_the_line_names_speaks(each):
    """The rule acts or refuses in one of the stories, or the disagreement itself speaks."""
    named = {each.rule, *rulebook()[each.rule].related_rules}
    found = each.compare()
    assert named & {line.rule for story in found.scenes for line in story.lines}


@pytest.mark.parametrize("each", PLAYED, ids=name)
def test_a_scene_is_short_and_told_in_both_languages(each):
    for game in each.play_variants():
        assert 0 <= len(game) - len(each.hidden_answers) <= 10
    for story in each.compare().scenes:
        assert 1 <= len(story.lines) <= 14
        for line in story.lines:
            assert line.text("en") != line.text("de")
            assert str(line) == f"{line.text()} [{line.rule}]"


def test_a_refusal_says_that_it_is_one_and_changes_nothing():
    ours, other = disagreement("TW-VAR-1").compare().scenes
    (line,) = ours.lines
    assert line.is_refused
    assert line.answer == "p1: buy hat"
    assert line.rule == "TW-OBJ-1"
    assert line.text() == "Not allowed: An object costs 5 Ornicles; the Mage has 4."
    assert line.text("de").startswith("Nicht erlaubt: ")
    assert len(ours.game) == 0
    assert not other.lines[0].is_refused
    assert other.variant.price == 3


def test_TW_VAR_9_a_cross_is_turned_or_decides_at_once():
    found = disagreement("TW-VAR-9")
    ours, other = found.compare().scenes
    assert [line.rule for line in ours.lines][-1] == "TW-BAT-17"
    assert ours.game.table.fight.sides[0].shown_face != other.game.table.fight.sides[0].shown_face
    assert "TW-VAR-9" in [line.rule for line in other.lines]
    assert [line.text() for line in found.differing_lines()[1]][-1].startswith(
        "The Mage loses with the Cross"
    )


def test_TW_VAR_14_the_same_direction_comes_first_or_last():
    found = disagreement("TW-VAR-14").compare()
    assert found.shared_line_count == 0
    assert [
        story.lines[place].rule for story, (place,) in zip(found.scenes, found.marked_lines, strict=True)
    ] == [
        "TW-SET-5",
        "TW-SET-5",
    ]
    assert found.marked_lines == ((0,), (len(found.scenes[1].lines) - 1,))


def test_a_story_alone_shows_what_it_is_about():
    found = disagreement("TW-VAR-11").compare()
    assert found.shared_line_count == len(found.scenes[0].lines)
    assert [line.rule for line in disagreement("TW-VAR-11").differing_lines()[0]] == [
        "TW-BAT-22",
        "TW-BAT-22",
    ]


def test_what_has_no_scene_says_so():
    counting = disagreement("TW-VAR-23")
    assert counting.play_variants() == counting.differing_lines() == ()
    assert counting.compare().scenes == ()
    with pytest.raises(ValueError, match="TW-VAR-23 has no scene"):
        counting.start_game()


@pytest.mark.parametrize(
    ("typed", "near"), [("tw-var-9", "TW-VAR-9"), ("TW-VAR-99", "TW-VAR-9"), ("xyz", "")]
)
def test_an_unknown_line_names_the_nearest(typed, near):
    with pytest.raises(UnknownRule) as caught:
        disagreement(typed)
    assert (near in caught.value.near) == bool(near)
    assert bool(caught.value.near) == bool(near)
