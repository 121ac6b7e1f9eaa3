"""Every kind of question as buttons: their labels, forbidden answers, and that they can be pressed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from widgets.play_tables import buttons, match, panel, past

from twingkit import twing
from twingkit.core.language import call_in_language, in_language, localized
from twingkit.core.words import NO_BREAK
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.table.play.answer_buttons import AnswerGroup
from twingkit_widgets.twing.play.offers import answer_groups, visible_strength_text
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.words import WORDS

THREE = {"players": "F W L"}
BATTLE = ("p1: attack p2", "p1: lay F5", "p2: lay W4 + W3")

TABLES = {
    "support": (
        ("p1 hand F5; ornicles 0", "p2 hand W4", "p3 hand F2 W1; entourage W2; ornicles 2"),
        ("p1: attack p2", "p1: lay F5", "p2: lay W4"),
        {**THREE, "seat": "p3"},
        ["Do not help", "Help the Mage: Fire spell, power 2", "Help the Witch: Water spell, power 1"],
    ),
    "before_roll": (
        ("p1 hand F5 trap", "p2 hand W4; entourage W3"),
        BATTLE,
        {},
        ["No trap now", "Trap: the creature Water 3"],
    ),
    "respond": (
        ("p1 hand F5 cat trap miromon", "p2 hand W4; entourage W3"),
        (*BATTLE, "p1: pass", "p1: roll 2", "p2: roll 3"),
        {},
        [
            "Do not respond",
            "Black cat: reroll your die",
            "Trap: the creature Water 3",
            "Miromon: invert your own die",
            "Miromon: invert the Witch’s die",
        ],
    ),
    "interrupt": (
        ("p1 hand F5 miromon", "p2 hand W4; entourage W3"),
        (*BATTLE, "p1: pass", "p1: roll 2", "p2: roll Spiral"),
        {},
        ["Keep Miromon", "Miromon: the Witch’s Spiral becomes 0"],
    ),
    "take_object": (
        ("p1 hand F5; objects hat,bra,boots", "p2 hand W4; objects cup,teddy"),
        ("p1: endgame", "p1: lay F5", "p2: lay W4", "p1: roll Sun", "p2: roll 3"),
        {},
        ["Cup of Lameness", "Teddy of Agony"],
    ),
    "discard_element": (
        ("p1 hand F1 W1 L1", "p2 hand W4"),
        ("p1: pass", "p1: draw spell A1"),
        {},
        ["Discard Air", "Discard Fire", "Discard Life", "Discard Water"],
    ),
    "discard_spell": (
        ("p1 hand F1*5 F2*5 F3*4 F4", "p2 hand W4"),
        ("p1: pass", "p1: draw spell F4"),
        {},
        ["Discard: Fire spell, power 4", "Discard: Fire spell, power 3"],
    ),
    "discard_creature": (
        ("p1 hand F5; entourage F1 A1 L3", "p2 hand W4; entourage W3"),
        (
            *("p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll Spiral", "p2: roll 3"),
            "p1: event all_discard_weakest_creature",
        ),
        {},
        ["Discard: Fire creature, power 1", "Discard: Air creature, power 1"],
    ),
    "two_cats": (
        ("p1 hand F5 cat*2", "p2 hand W4"),
        ("p1: attack p2", "p1: lay F5"),
        {"variant": "box two_cats=true"},
        ["No, keep the cats", "Lay two cats"],
    ),
    "hand_out": (
        ("p1 hand F5; objects hat; ornicles 1", "p2 hand W4", "p3 hand L2"),
        ("p1: retire",),
        {**THREE, "variant": "box leaver_gives=true"},
        ["Give it to the Witch", "Give it to the Sorceress"],
    ),
}


def labels(groups: list[AnswerGroup], allowed: bool = True) -> list[str]:
    """Return the labels of the answers, the allowed or the forbidden ones; the side that a card supports is
    the title."""
    return [
        f"{group.title}: {offer.label}" if group.key.startswith("support") else offer.label
        for group in groups
        for offer in group.buttons
        if (offer.refusal is None) == allowed
    ]


@localized
def panel_at_question(kind: str, lang: str | None = None) -> PlayPanel:
    """Return a panel at a question of this kind."""
    seats, answers, how, _ = TABLES[kind]
    return past(panel(*seats, *answers, **how))


@pytest.mark.parametrize("kind", TABLES)
def test_the_answers_are_called_what_they_do(kind: str) -> None:
    play = panel_at_question(kind)
    assert play.match.question.kind == kind
    wanted = TABLES[kind][3]
    found = labels(answer_groups(play.match.view))
    assert found[: len(wanted)] == wanted or sorted(found) == sorted(wanted)
    with in_language("de"):
        german = labels(answer_groups(play.match.view))
    assert len(german) == len(found)
    assert kind in ("take_object",) or set(german) != set(found)


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_answer_can_be_pressed_and_is_the_questions_own(kind: str, lang: str) -> None:
    play = panel_at_question(kind)
    question = play.match.question
    assert question.kind == kind
    pressed = [value.partition(":")[2] for act, value in buttons(play.html) if act == "answer"]
    options = {question.format_answer(option) for option in question.options()}
    assert set(pressed) == options
    title = re.search(r"<h2[^>]*>(.*?)</h2>", play.html)
    assert title
    assert len(unescape(title[1])) > 15
    for answer in pressed:
        other = PlayPanel(2, opponents="greedy", lang=lang)
        other.restore(play.state)
        past(other)
        assert other.match.question.kind == kind
        other.do("answer", answer)
        if other.ui_state.answer_and_warning[0]:  # a harmful answer needs a confirmation
            other.do("answer", answer)
        assert other.error is None
        assert len(other.match.game) > len(play.match.game)


def test_TW_POW_shamrock_a_card_or_an_object_that_one_lacks_is_no_button() -> None:
    groups = answer_groups(panel_at_question("respond").match.view)
    assert labels(groups, allowed=False) == []


def test_one_button_stands_for_a_kind_of_which_all_are_forbidden() -> None:
    play = panel(
        "p1 hand F5 trap cat",
        "p2 hand W4; entourage W3 W2; objects boots,socks",
        "p1: attack p2",
        "p1: lay F5",
        "p2: lay W4 + W3",
        "p1: roll 1",
    )
    assert play.match.pause_reason == "battle", "nothing can be played: the person is not asked"
    play = panel(
        "p1 hand F5 trap cat; objects shamrock",
        "p2 hand W4; entourage W3 W2; objects boots,socks",
        "p1: attack p2",
        "p1: lay F5",
        "p2: lay W4 + W3",
        "p1: roll 1",
        "p2: roll 1",
    )
    groups = answer_groups(play.match.view)
    assert labels(groups) == ["Do not respond", "Giant Red Shamrock: reroll your die"]
    assert labels(groups, allowed=False) == ["Black cat", "Trap"]


@pytest.mark.parametrize(
    ("variant", "wanted"),
    [
        ("box cat_die=any", "Black cat: reroll the Witch’s die"),
        ("box miromon=rerolls_too", "Miromon: reroll your die"),
        ("box trap_targets=entourage", "Trap: the creature Water 2 in the entourage"),
    ],
)
def test_variants_have_words_too(variant: str, wanted: str) -> None:
    play = panel(
        "p1 hand F5 cat trap miromon",
        "p2 hand W4; entourage W3 W2",
        *BATTLE,
        "p1: pass",
        "p1: roll 2",
        "p2: roll 3",
        variant=variant,
    )
    assert wanted in labels(answer_groups(play.match.view))
    assert len(labels(call_in_language("de", answer_groups, play.match.view))) == len(
        labels(answer_groups(play.match.view))
    )


def test_TW_SET_5_the_direction_says_who_comes_next() -> None:
    play = next(
        play
        for seed in range(60)
        if (play := PlayPanel("FWL", seed=seed, opponents="greedy")).match.question.kind == "direction"
    )
    found = {
        offer.label: offer.effect_note for group in answer_groups(play.match.view) for offer in group.buttons
    }
    assert found == {
        "Clockwise": "The Witch comes after you.",
        "Counterclockwise": "The Sorceress comes after you.",
    }
    play.do("answer", "counterclockwise")
    assert play.match.view.direction == -1
    assert "Play goes counterclockwise" in play.html


def test_the_actions_of_a_turn_in_their_groups() -> None:
    play = panel(
        "p1 hand F5 trap cat*2 miromon; entourage A1; objects hat,bra,cup; ornicles 6",
        "p2 hand W6; entourage F4 W3; objects boots",
        "p3 hand L6; entourage F2; objects teddy",
        **THREE,
    )
    groups = answer_groups(play.match.view)
    assert [group.key for group in groups] == [
        "endgame",
        "attack",
        "buy",
        "duel",
        "capture",
        "ritual",
        "pass",
    ]
    assert all(group.text for group in groups[:-1])
    assert WORDS.say("act.pass.text") == groups[-1].buttons[0].effect_note
    found = {offer.label: offer.refusal for group in groups for offer in group.buttons}
    assert found["Attack the Witch"] is None
    assert found["Buy: Puppet of Clarity"] is None
    assert found["Duel the Sorceress"] is None
    assert found["Fire 2 from the Sorceress"] is None
    assert found["Fire 4 from the Witch"].rule == "TW-POW-boots"
    assert "Water 3 from the Witch" not in found, "a trap takes only the own element"
    assert found["Ritual of the Ornly Cat (3 cats)"].rule == "TW-OBJ-3"
    assert found["Ritual with Miromon as a cat"] is None
    assert found["Enter the end game and attack everyone"] is None
    play = panel(
        "p1 hand F5; objects hat,bra,cup; endgame",
        "p2 hand W6; objects boots",
        variant="box endgame_entry=free",
    )
    assert "Attack everyone again" in labels(answer_groups(play.match.view))
    play = panel(
        "p1 hand F5; objects hat,bra,cup", "p2 hand W6; objects boots", variant="box endgame_entry=free"
    )
    assert "Announce the end game" in labels(answer_groups(play.match.view))


def test_TW_END_3_an_attack_on_all_shows_every_pairing() -> None:
    seats = (
        "p1 hand F5 trap; objects hat,shamrock,teddy",
        "p2 hand W4; entourage W3; objects cup",
        "p3 hand L6; entourage L2; objects boots",
    )
    answers = ("p1: endgame", "p1: lay F5", "p2: lay W4 + W3", "p3: lay L6 + L2")
    play = panel(*seats, *answers, **THREE)
    assert play.match.question.kind == "before_roll"
    assert labels(answer_groups(play.match.view)) == [
        "No trap now",
        "Trap: the creature Water 3, of the Witch",
    ]
    assert "You against the Witch" in play.html
    assert "You against the Sorceress" in play.html
    play = panel(*seats, *answers, "p1: pass", "p1: roll Sun", "p2: roll 1", "p3: roll Sun", **THREE)
    if play.match.question is not None and play.match.question.kind == "respond":
        play.do("answer", "pass")
    assert past(play).match.question.kind == "take_object"
    results = [pairing.scene.result.winner for pairing in play.match.contest_scene]
    assert results == [0, None]


def test_TW_BAT_6_a_support_shows_points_and_odds_after_it_and_a_pass_what_it_keeps() -> None:
    seats, answers, _, _ = TABLES["support"]
    play = panel(*seats, *answers, **THREE, seat="p3")
    passing, *helps = (offer for group in answer_groups(play.match.view) for offer in group.buttons)
    assert "keep your Ornicle" in passing.effect_note
    scores = [offer.effect_note.replace("\N{NO-BREAK SPACE}", " ") for offer in helps]
    odds = [
        twing.odds(f"F: {attack} vs W: {defence}")
        for attack, defence in (("F7", "W4"), ("F5", "W5"), ("F5", "W6"))
    ]
    wins = [percent(odds[0].win), percent(odds[1].loss), percent(odds[2].loss)]
    assert scores == [
        f"Then {score}, win {win}" for score, win in zip(("7 : 4", "5 : 5", "5 : 6"), wins, strict=True)
    ]


def test_TW_BAT_6_the_cards_of_who_supports_count_and_are_named() -> None:
    play = panel(
        "p1 hand F5 cat; ornicles 0",
        "p2 hand W4",
        "p3 hand F2; ornicles 1",
        "p1: attack p2",
        "p1: lay F5",
        "p2: lay W4",
        "p3: support attacker spell F2",
        "p1: roll 1",
        "p2: roll 1",
        **THREE,
    )
    [pairing] = play.match.contest_scene
    assert pairing.scene.sides[0].points == 8
    assert "The Sorceress supports you with Fire 2." in play.html


@pytest.mark.parametrize(
    ("rolled", "note"),
    [
        ((2, 3), "; it is a tie if nobody responds any more."),
        ((3, 3), "8\u00a0:\u00a07 (attacker\u00a0:\u00a0defender); you win if nobody responds any more."),
        ((-1, 3), "5\u00a0:\u00a07 (attacker\u00a0:\u00a0defender); you lose if nobody responds any more."),
        ((2, "Sun"), "A Sun or a Cross decides, not the points; you lose if nobody responds any more."),
    ],
)
def test_TW_BAT_13_after_the_roll_a_trap_says_the_points_with_the_dice(rolled: tuple, note: str) -> None:
    seats = ("p1 hand F5 trap", "p2 hand W4; entourage W3")
    own, other = rolled
    answers = (*BATTLE, "p1: pass", f"p1: roll {own}", f"p2: roll {other}")
    [group] = answer_groups(panel(*seats, *answers).match.view)
    [said] = [offer.effect_note for offer in group.buttons if offer.answer == "trap W3"]
    assert said.endswith(note)
    assert "The creature is discarded" in said, "a trapped creature never comes home"


def test_TW_BAT_21_a_trap_that_changes_no_result_says_that_the_creature_would_come_home() -> None:
    seats = ("p1 hand F1; entourage F1", "p2 hand W4 trap")
    answers = ("p1: attack p2", "p1: lay F1 + F1", "p2: lay W4", "p2: pass", "p1: roll 0", "p2: roll 0")
    [group] = answer_groups(panel(*seats, *answers, seat="p2").match.view)
    notes = {offer.answer: offer.effect_note for offer in group.buttons}
    assert notes["pass"].endswith(": you win."), "the other side has passed already"
    assert "Without the trap this creature comes home." in notes["trap F1"]


@pytest.mark.parametrize(
    ("faces", "notes"),
    [
        ((2, 3), ("7\u00a0:\u00a07", "you win 25%", "5\u00a0:\u00a07", "7\u00a0:\u00a04")),
        ((2, "Sun"), ("you lose", "only if you roll a Sun too", "you lose", "you win")),
        (("Cross", "Cross"), ("a tie", "you win 92%", "you win", "you lose")),
    ],
)
def test_each_response_says_how_the_battle_then_stands(faces: tuple, notes: tuple[str, ...]) -> None:
    seats = ("p1 hand F5 cat miromon", "p2 hand W4")
    own, other = faces
    rolled = (*BATTLE[:2], "p2: lay W4", f"p1: roll {own}", f"p2: roll {other}")
    [group] = answer_groups(panel(*seats, *rolled).match.view)
    said = {offer.answer: offer.effect_note for offer in group.buttons}
    answers = ("pass", "cat", "miromon attacker", "miromon defender")
    for answer, note in zip(answers, notes, strict=True):
        assert note in said[answer], answer


def test_TW_BAT_13_before_the_roll_no_dice_are_counted() -> None:
    [group] = answer_groups(panel_at_question("before_roll").match.view)
    assert [offer.effect_note for offer in group.buttons] == ["", ""]


@pytest.mark.parametrize("kind", ["discard_element", "take_object"])
def test_what_an_event_or_a_full_hand_asks_for_is_chosen_right_below_the_question(kind: str) -> None:
    play = panel_at_question(kind)
    assert play.match.play_design.shows_controls_above_contest(play.match.question, play.player_view())


def test_TW_DUEL_1_the_battles_of_a_duel_are_shown_one_after_the_other() -> None:
    play = panel("p1 hand F6 F5 F4; ornicles 1", "p2 hand W1 W2 W3; objects hat")
    play.do("answer", "duel p2")
    fought, paused = [], []
    while not fought or play.match.question is None or play.match.question.kind != "act":
        question = play.match.question
        if question is None:
            paused.append(play.match.pause_reason)
            assert f"Battle {len(fought)} of 3 of the duel is over" in play.html
            if paused[-1] == "battle":
                assert "of the duel – so far" not in play.html
                assert 'data-key="contest:rule"' in play.html
            else:
                assert re.search("You (win|lose) the duel|Nobody wins the duel", play.html)
                news = play.player_view().headline.news_lines
                assert "TW-DUEL-3" in {sentence.rule for line in news for sentence in line.sentences}
                assert {"won", "lost", "undecided"} & {
                    ruling.case for ruling in play.match.rulings if ruling.rule == "TW-DUEL-3"
                }
            play.do("go_on")
        elif question.kind == "attack":
            fought.append(len(play.match.game))
            play.do("spell", "0")
            play.do("lay")
        else:
            play.do("answer", question.format_answer(next(question.options())))
        assert play.error is None
    assert len(fought) == 3
    assert paused == ["battle", "battle", "battle", "duel"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_discard_pile_is_open(lang: str) -> None:
    play = panel("p1 hand F5", "p2 hand W6")
    assert "tk-play-listed" not in play.html
    play.restore(
        play.record.replace(
            "display puppet,panties", "display puppet,socks; discard spell F3*2 F1 creature L3 cat"
        )
    )
    listed = {
        "en": ["Fire spells: 3, 3, 1", "Life creatures: 3", "1 Black cat"],
        "de": ["Zauber, Feuer: 3, 3, 1"],
    }
    for line in listed[lang]:
        assert f"<li>{line}</li>" in play.html
    top = WORDS.say("table.discard", n=5, top=twing.rulebook().words.name("cat").capitalize())
    assert top.lower() in play.html.lower()


def test_TW_BAT_14_a_reroll_says_how_likely_it_wins() -> None:
    seats = ("p1 hand F5 cat; objects shamrock", "p2 hand W6")
    rolled = ("p1: attack p2", "p1: lay F5", "p2: lay W6", "p1: roll 0", "p2: roll 0")
    [group] = answer_groups(panel(*seats, *rolled).match.view)
    notes = {offer.answer: offer.effect_note for offer in group.buttons}
    won = round(100 * 4 / 12)  # by +2, +3, +4 and a Sun
    assert f"you win {won}%" in notes["cat"]
    assert notes["shamrock"] == notes["cat"]


def test_TW_BAT_13_a_trap_on_a_mount_or_its_rider_says_who_fights_on() -> None:
    seats = ("p1 hand F5 trap", "p2 hand W4; entourage W4M W2")
    rolled = ("p1: attack p2", "p1: lay F5", "p2: lay W4 + W4M>W2", "p1: pass", "p1: roll 1", "p2: roll 1")
    [group] = answer_groups(panel(*seats, *rolled).match.view)
    notes = {offer.answer: offer.effect_note for offer in group.buttons}
    assert notes["trap W4M"].startswith(
        "Only the mount is discarded; the creature that it carries fights on."
    )
    assert notes["trap >W2"].startswith("Only the rider is discarded; the mount that carries it fights on.")


def test_TW_BAT_3_a_mount_is_marked_among_the_creatures_of_an_opponent() -> None:
    view = match("p1 hand F5", "p2 hand W6; entourage F3 F2M L4").view
    assert f"Fire{NO_BREAK}3+2M, Life{NO_BREAK}4 (M: mount)" in visible_strength_text(view.seats[1])
