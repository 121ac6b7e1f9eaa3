"""The play page and the lab by the German rule sheet: colours, prompts, direction, creatures that must go."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from twingkit import Game
from twingkit.core.games import game_by_id
from twingkit.core.language import language
from twingkit.core.links import unpack_text
from twingkit.core.variants.disagreements import RuleDisagreement
from twingkit.twing.notation.situation import Situation
from twingkit.twing.starts import GameStart, new_game
from twingkit.twing.variants.disagreements import disagreements
from twingkit.twing.variants.variant import Variant
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.words import WORDS
from twingkit_widgets.twing.rulebook.disagreements_panel import WORDS as READING_WORDS
from twingkit_widgets.twing.rulebook.disagreements_panel import DisagreementsPanel
from twingkit_widgets.twing.start_card import TwingStartCard

AT_HOME = "F: F5; hand nothing + F3 vs W: W4"

OWNER = (
    "players F W L",
    "p1 hand F5; entourage F3; objects bra; ornicles 5",
    "p2 hand W4",
    "p3 hand L4",
    "table turn 9; to-move p1; phase action; display hat,socks",
)


def page_text(variant: str, *answers: str) -> str:
    """Return the play page at a position, as text."""
    record = ["twingkit-record 1", "game twing", *OWNER, f"variant {variant}", "box assumed", *answers, ""]
    html = PlayPanel(record="\n".join(record), seat=0).html
    return " ".join(re.sub(r"<[^>]+>", "", unescape(html)).split())


def test_TW_VAR_2_objects_show_their_colour_where_the_end_game_asks_for_different_ones() -> None:
    assert page_text("german").casefold().count("colour: ") >= 5  # the own one, the display, both to buy
    assert "colour: Water" in page_text("german")
    assert "colour: " not in page_text("box").casefold()


@pytest.mark.parametrize("variant", ["german", "box"])
def test_TW_VAR_6_prompt_says_whether_creatures_must_go_with_spells(variant: str) -> None:
    key = "now.attack_required.text" if variant == "german" else "now.attack.text"
    assert WORDS.say(key).split(".")[0] in page_text(variant, "p1: attack p2")


@pytest.mark.parametrize("variant", ["box", "german"])
def test_TW_VAR_14_direction_counts_as_chosen_once_somebody_has_chosen_it(variant: str) -> None:
    game = new_game(3, seed=1, variant=variant)
    while game.question is not None and game.question.kind != "direction":
        assert not game.view(0).direction_is_chosen
        game.answer(game.question.random_answer(Random(1)))
    assert game.question is not None
    game.answer("clockwise")
    assert game.view(0).direction_is_chosen


def test_TW_VAR_6_situation_refuses_a_spell_without_the_creature_that_is_at_home() -> None:
    situation = Situation.parse(AT_HOME)
    assert [problem.rule for problem in situation.problems("german")] == ["TW-VAR-6"]
    assert situation.problems() == []


def test_TW_VAR_6_lab_gives_no_odds_for_a_lay_that_the_rules_forbid() -> None:
    lab = BattleLab(AT_HOME, variant="german")
    assert [problem.rule for problem in lab.problems] == ["TW-VAR-6"]
    assert not BattleLab(AT_HOME).problems


def advised(hand: str) -> str:
    """Return the hint at the action of a turn, in a game of three."""
    lines = [
        "players F W L",
        f"p1 hand {hand}",
        "p2 hand W6 W5 W4; entourage W5",
        "p3 hand L6 L5; entourage L4",
    ]
    table = ["table turn 9; to-move p1; phase action; display hat,socks", "box assumed", ""]
    panel = PlayPanel(
        record="\n".join(["twingkit-record 1", "game twing", *lines, *table]), seat=0, lang=language()
    )
    panel.do("hint")
    return panel.status


@pytest.mark.parametrize(("lang", "other"), [("en", "“Attack the "), ("de", "angreifen“")])
def test_hint_to_pass_says_what_the_best_other_action_would_bring(lang: str, other: str) -> None:
    said = advised("F1")
    assert "Pass" in said
    assert re.search(r"\d+\s?%", said)
    assert other in said


def test_TW_OBJ_3_every_sentence_on_the_ritual_counts_miromon_alike() -> None:
    position = GameStart.parse(
        [
            "players F W",
            "p1 hand F5 cat miromon",
            "p2 hand W4",
            "table turn 6; to-move p1; phase action; as-is",
        ]
    )
    game = Game(position, rolls="ask")
    for answer in ("ritual", "ritual miromon"):
        assert "has only 2" in str(game.refusal(answer))


def test_TW_OBJ_3_without_miromon_the_black_cats_are_counted() -> None:
    position = GameStart.parse(
        [
            "players F W",
            "p1 hand F5 cat cat miromon",
            "p2 hand W4",
            "table turn 6; to-move p1; phase action; as-is",
        ]
    )
    game = Game(position, rolls="ask")
    assert "Without Miromon the Ritual needs 3 black cats; the Mage has 2." in str(game.refusal("ritual"))
    assert game.refusal("ritual miromon") is None


@pytest.mark.parametrize("lang", ["en", "de"])
def test_pages_name_switches_and_presets_by_their_titles(lang: str) -> None:
    for rule in (15, 27, 28):
        html = DisagreementsPanel(lang, rule=f"TW-VAR-{rule}").html
        text = re.sub(r"<(textarea|code|input)[^>]*>.*?</\1>|<[^>]+>", " ", unescape(html), flags=re.S)
        assert not re.search(r"[“„](leaver_gives|out_gives|english)[”“]", text)
    variant = "ties=defender boots=battle units=required leaver_gives=true"
    lab = BattleLab("F: F5 vs W: W4", lang, variant=variant)
    assert f": {Variant.resolve(variant)}" not in re.sub(r"<[^>]+>", " ", unescape(lab.html))


def test_start_page_and_interpretations_page_count_the_same_questions() -> None:
    assert f"{len(disagreements())} questions" in TwingStartCard(game_by_id("twing")).entry_point_text(
        "readings", "text"
    )
    assert f"{len(disagreements())} questions" in DisagreementsPanel().html


@pytest.mark.parametrize(
    "each", [each for each in disagreements() if each.variants], ids=lambda each: each.rule
)
def test_interpretation_says_which_text_each_version_comes_from_and_plays_on_from_its_position(
    each: RuleDisagreement,
) -> None:
    assert len(each.interpretation_texts) == 1 + len(each.variants)
    html = DisagreementsPanel(rule=each.rule, site=True).html
    assert all(READING_WORDS.say(f"text.{text}") in html for text in each.interpretation_texts)
    record = unpack_text(re.findall(r'href="play[^"]*[?&;]game=([\w-]+)', html)[0])
    assert f"variant {each.variants[0]}" in record
    assert all(line in record for line in each.position_lines if line.startswith("p1 hand"))


def test_start_form_of_a_game_has_one_button_that_begins() -> None:
    play = PlayPanel(seed=1, waits=True)
    assert 'data-act="go_on"' in play.html
    play.do("toggle_panel", "new")
    assert 'data-key="new:begin"' in play.html
    assert 'data-act="go_on"' not in play.html.partition("tk-play-bar")[2]
