"""The battle table: shows what the core says, from the typed line to the settled battle."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from widgets.read_pages import words

from twingkit import Game, twing
from twingkit.core.language import call_in_language, in_language
from twingkit_widgets.twing.pictures.scene import BattleScene, make_battle_scene
from twingkit_widgets.twing.pictures.table import (
    BattleTablePanel,
    battle_state_text,
    battle_table_html,
    response_card_name,
)

LINE = "F: F5 F3 + F6M>F4 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"


def played(line: str, *answers: str) -> Game:
    """Return a battle after these answers."""
    game = twing.battle_game(line)
    for answer in answers:
        game.answer(answer)
    return game


def text(html: str) -> str:
    """Return what a person reads: without tags and the names of pictures."""
    return words(re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL))


def test_a_typed_battle_shows_the_points_on_the_cards() -> None:
    read = text(battle_table_html(make_battle_scene("F: F5 F3 + F4 vs W: shield W4")))
    assert "5 + 3 Spells + 4 Creature = 12 on the cards" in read
    assert "4 Shield = 4 Points" in read
    assert "A shield rolls no die." in read
    assert "One die decides." in read


def test_the_sum_can_be_followed() -> None:
    game = played("F: F5 F3 + F4 vs W: L6 L4", "lay F5 F3 + F4", "lay L6 L4", "roll 2", "roll -3")
    read = text(battle_table_html(make_battle_scene(game)))
    assert "5 + 3 Spells + 4 Creature + (+2) Die = 14 Points" in read
    assert "6 + 4 Spells + (−3) Die = 7 Points" in read
    assert "Attacker 14 : Defender 7 The attacker wins." in read
    assert "Wins" in read
    assert "Loses" in read


def test_a_die_with_another_value_says_why() -> None:
    game = played("F: F5 vs W: W6", "lay F5", "lay W6", "roll 0", "roll -3")
    with in_language("de"):
        html = battle_table_html(make_battle_scene(game), rule_act="rule")
    assert "6 Zauber + 0 Würfel = 6 Punkte" in text(html)
    assert 'data-act="rule" data-value="TW-BAT-15"' in html
    with in_language("de"):
        assert "data-act" not in battle_table_html(make_battle_scene(game))


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        (("Sun", "3"), "The attacker wins. The Sun decides, not the points."),
        (("1", "Sun"), "The defender wins. The Sun decides, not the points."),
        (("Cross", "3"), "The defender wins. The Cross decides, not the points."),
        (("Cross", "Cross"), "A tie: nobody wins."),
        (("Sun", "Cross"), "The attacker wins. The Sun decides, not the points."),
        (("1", "0"), "A tie: nobody wins."),
    ],
)
def test_how_it_ended(faces: tuple[str, str], said: str) -> None:
    game = played("F: A5 vs W: L6", "lay A5", "lay L6", *(f"roll {face}" for face in faces))
    assert battle_state_text(make_battle_scene(game)) == said


def test_trapped_cards_lie_aside_and_the_mount_fights_on() -> None:
    game = played(LINE, "lay F5 F3 + F6M>F4 F4", "lay W6 W4 + W3", "pass", "trap >F4")
    attack, defence = make_battle_scene(game).sides
    assert attack.trapped_creatures == (twing.Creature("F", 4),)
    assert [unit.token for unit in attack.units] == ["F6M", "F4"]
    assert defence.played_cards == ("trap",)
    read = text(battle_table_html(make_battle_scene(game)))
    assert "Removed by a trap" in read
    assert "5 + 3 Spells + 6 + 4 Creatures" in read


def test_a_trapped_mount_leaves_its_rider() -> None:
    game = played(LINE, "lay F5 F3 + F6M>F4 F4", "lay W6 W4 + W3", "pass", "trap F6M")
    assert [unit.token for unit in make_battle_scene(game).sides[0].units] == ["F4", "F4"]


def test_before_the_lay_the_cards_are_in_hand() -> None:
    scene = make_battle_scene(played(LINE))
    assert not scene.sides[0].has_laid
    with in_language("de"):
        read = text(battle_table_html(scene))
    assert "Noch liegen keine Karten." in read
    assert "Die Karten sind noch nicht gelegt." in read
    with in_language("de"):
        assert battle_table_html(scene).count('class="tk-card"') == 8


def test_objects_and_held_cards_are_named() -> None:
    with in_language("de"):
        read = text(battle_table_html(make_battle_scene(LINE)))
    for name in ("BH des Schicksals", "Großer Roter Klee", "2 Schwarze Katzen", "Falle", "Miromon"):
        assert name in read


def test_every_picture_has_a_name() -> None:
    html = battle_table_html(make_battle_scene(LINE), rule_act="rule")
    names = re.findall(r'<svg[^>]*aria-label="([^"]*)"', html)
    hidden = html.count('aria-hidden="true"><svg')
    assert names.count("") <= hidden


@pytest.mark.slow
@settings(deadline=None)  # whole battles, drawn at every step
@given(st.data())
def test_the_points_are_those_of_the_result(data: st.DataObject) -> None:
    game = twing.battle_game(LINE)
    while not game.over:
        assert game.question is not None
        options = list(game.question.options())
        game.answer(data.draw(st.sampled_from(options)))
        scene = make_battle_scene(game)
        battle_table_html(scene)
        for side, there in zip(scene.sides, game.table.fight.sides, strict=True):
            assert side.power == there.card_points
    final: BattleScene = make_battle_scene(game)
    if game.result.decided_by == "points":
        assert tuple(side.points for side in final.sides) == game.result.points
        assert final.critical_face is None
    else:
        assert final.critical_face in (twing.SUN, twing.CROSS)


def test_the_panel_follows_its_game() -> None:
    game = played("F: F5 vs W: W6")
    panel = BattleTablePanel(game)
    game.answer("lay F5")
    panel.refresh()
    assert "5 Spell" in text(panel.html)
    panel.lang = "de"
    assert "5 Zauber" in text(panel.html)
    assert "Angreifer" in panel._repr_html_()


@pytest.mark.parametrize(
    ("line", "answers", "said"),
    [
        ("F: F5 vs W: W6", [], "The cards are not laid yet."),
        ("F: F5 vs W: W6", ["lay F5"], "The attack is laid. Now the defender lays cards."),
        ("F: F5 vs W: W6", ["lay F5", "lay W6"], "These are the points on the cards. The dice decide."),
        ("F: F5 vs W: W6", ["lay F5", "lay W6", "roll 2"], "One die has not been rolled yet."),
        (
            "F: F5 vs W: shield W6",
            ["lay F5", "lay shield W6"],
            "These are the points on the cards. One die decides.",
        ),
        (
            "F: F5 vs W: W6 & cat",
            ["lay F5", "lay W6", "roll 2", "roll -3"],
            "The dice have been rolled. Now both sides may respond.",
        ),
        (
            "F: F5 vs W: W6 & cat",
            ["lay F5", "lay W6", "roll 2", "roll -3", "cat"],
            "One die has not been rolled yet.",
        ),
        ("F: F5 vs W: W6", ["lay F5", "lay W6", "roll 2", "roll 0"], "The attacker wins."),
    ],
)
def test_the_caption_is_right_at_every_stage(line: str, answers: list[str], said: str) -> None:
    assert battle_state_text(make_battle_scene(played(line, *answers))) == said


def test_both_sides_are_told_how_it_ended_with_the_same_words() -> None:
    game = played("F: F5 vs W: W6", "lay F5", "lay W6", "roll 2", "roll 0")
    for lang, won, lost in (("en", "Wins", "Loses"), ("de", "Gewinnt", "Verliert")):
        html = call_in_language(lang, battle_table_html, make_battle_scene(game))
        assert re.findall(r'tk-chip[^"]*">(\w+)</span>', html) == [won, lost]


def test_what_cannot_be_pressed_does_not_look_like_it() -> None:
    html = battle_table_html(make_battle_scene(LINE), rule_act="rule")
    assert html.count('class="tk-held"') == 5
    assert all(tag.startswith("<button") for tag in re.findall(r'<\w+ [^>]*class="tk-chip[^-"]*"', html))


@pytest.mark.parametrize(
    ("count", "english", "german"), [(0, "Traps", "Fallen"), (1, "Trap", "Falle"), (2, "Traps", "Fallen")]
)
def test_what_is_held_is_counted_in_words(count: int, english: str, german: str) -> None:
    assert response_card_name("trap", count) == english
    with in_language("de"):
        assert response_card_name("trap", count) == german


def test_a_word_in_the_score_is_marked_as_one() -> None:
    game = played("F: A5 vs W: L6", "lay A5", "lay L6", "roll Cross", "roll 3")
    with in_language("de"):
        assert battle_table_html(make_battle_scene(game)).count("tk-score-word") == 1


def test_a_bad_line_is_refused() -> None:
    with pytest.raises(twing.NotationError):
        BattleTablePanel("F: F5 gegen W: W6")
