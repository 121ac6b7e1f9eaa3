"""The play page of Imajica in a fight: the stakes at each moment, and what is needed."""

from __future__ import annotations

import pytest
from widgets.imajica.play_pages import page_after
from widgets.read_pages import words

from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.starts import position_game
from twingkit_widgets.imajica.play.news import ImajicaNews
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel

CHALLENGE = "imajica: p1 active dowd; p2 active eurhetemec-singer irish hand breath-returned; to move p1 ally"


def damaged(line: str = CHALLENGE) -> ImajicaPlayPanel:
    """Return the page of player 2, whose Eurhetemec Singer takes two damage."""
    game = position_game(line)
    game.give_answers("p2: pass", "p1: challenge eurhetemec-singer with dowd")
    while game.question.kind != "damage":
        game.answer(PASS)
    game.answer("damage eurhetemec-singer 2")
    return ImajicaPlayPanel(record=game.record, seat=1, seed=1, opponents="random")


def test_IJ_CHAL_9_who_may_defend_is_told_whom_the_damage_can_kill() -> None:
    panel = page_after(CHALLENGE, "p2: pass", "p1: challenge eurhetemec-singer with dowd", "p2: pass", seat=1)
    assert panel.match.question.kind == "defend"
    shown = words(panel.html)
    assert "the other side would win with 5 damage. This can kill Eurhetemec Singer." in shown


def test_IJ_CHAL_9_too_little_damage_kills_nobody() -> None:
    line = "imajica: p1 active gek-a-gek; p2 active oethac-bruiser dowd; to move p1 ally"
    panel = page_after(line, "p1: challenge oethac-bruiser with gek-a-gek", seat=1)
    assert "would win with 1 damage. This kills nobody and is gone" in panel.html


def test_IJ_CHAL_7_who_may_defend_is_told_that_a_tie_deals_no_damage() -> None:
    line = "imajica: p1 active dowd; p2 active irish gideon; to move p1 ally now"
    panel = page_after(line, "p1: challenge irish with dowd", seat=1)
    assert "Strength 6 against 6: without further cards a tie, so there is no damage." in words(panel.html)


def test_IJ_CHAL_9_after_the_damage_the_page_says_whom_it_kills() -> None:
    shown = words(damaged().html)
    assert "The damage is dealt. It kills Eurhetemec Singer unless somebody plays a" in shown
    assert "The higher sum" not in shown


def test_IJ_CHAL_9_a_card_says_whom_it_saves() -> None:
    panel = damaged()
    assert "Can save Eurhetemec Singer" in words(panel.html)
    panel.do("start_answer", "play breath-returned")
    saved = words(panel.html).count("Saves Eurhetemec Singer.")
    assert saved == 1, "of all who could be chosen this one only"


def test_IJ_CHAL_9_where_no_card_saves_from_the_damage_nothing_is_asked() -> None:
    question = damaged(CHALLENGE.replace("breath-returned", "sudden-sleep")).match.question
    assert getattr(question, "when", "") != "dealt"


def test_IJ_TIME_3_passing_for_the_rest_of_the_turn_passes_what_comes_after_the_fight_too() -> None:
    panel = page_after(CHALLENGE, "p2: pass", "p1: challenge eurhetemec-singer with dowd", seat=1)
    while panel.match.question.kind != "respond" or panel.match.game.table.fight is None:
        panel.do("answer", PASS)
    assert "Keep passing this turn" in panel.html
    while panel.match.game.table.fight is not None:
        panel.do("pass_on") if panel.match.question.kind == "respond" else panel.do("answer", PASS)
        assert panel.error is None
    assert (panel.match.question.kind, panel.match.game.table.current) != ("respond", 0)


def test_IJ_SEIZE_7_enough_influence_is_said_before_a_card_is_spent() -> None:
    line = "imajica: p1 active huzzah-aping hand whispered-name; p2; circle {site}; to move p1 ally"
    for site, said in (
        ("retreat-house", "that is already enough"),
        ("roxborough-tower", "2 short. The seizure fails unless you play a card. IJ-SEIZE-3"),
    ):
        panel = page_after(line.format(site=site), f"p1: seize {site} with huzzah-aping", seat=0)
        assert panel.match.question.kind == "influence"
        assert said in words(panel.html)
    assert "that is already enough" not in panel.html


def test_IJ_HOLD_2_a_site_that_a_maestro_holds_alone_says_so() -> None:
    line = "imajica: p1 state salt-gate={holder} active irish; p2; to move p1 ally"
    assert (
        "one Holder is enough, whatever the Resistance"
        in page_after(line.format(holder="quiet-maestro"), seat=0).html
    )
    assert "held with influence 6, needs 5" in page_after(line.format(holder="huzzah-aping"), seat=0).html


def test_the_hint_calls_an_answer_as_its_button_does() -> None:
    line = "imajica: p1 active sartori; p2 active irish; circle slew; to move p1 ally"
    panel = page_after(line, "p1: seize slew with sartori", seat=1)
    panel.do("hint")
    assert "“Do not contest”" in panel.html


def test_IJ_POWER_4_influence_that_is_not_magic_is_said_with_its_parts() -> None:
    said, trait = "influence 5: Magic 4, change at this Site +1", "+1 influence versus Sites"
    line = "imajica: p1 {} hand old-oath; p2 active dowd; {}to move p1 ally"
    panel = page_after(line.format("active eurhetemec-singer", "circle eurhetemec-ruins; "), seat=0)
    panel.do("start_answer", "seize eurhetemec-ruins")
    assert f"{said} {trait}" in words(panel.html), "and which words of the card give it"
    other = page_after(line.format("active eurhetemec-singer", "circle slew; "), seat=0)
    other.do("start_answer", "seize slew")
    assert words(other.html).count(trait) == 1, "elsewhere it stands in the card only"
    panel.do("pick", "eurhetemec-singer")
    panel.do("confirm")
    assert panel.match.view.fight, "and while it is fought about"
    assert said in words(panel.html)
    held = page_after(line.format("state eurhetemec-ruins=eurhetemec-singer", ""), seat=1)
    assert said in words(held.html), "and as long as it is held"


def test_IJ_SEIZE_4_a_site_says_what_it_takes_from_seizers_before_it_is_chosen() -> None:
    line = "imajica: p1 active gideon; p2 active dowd; circle glass-shore salt-gate; to move p1 ally"
    text = words(page_after(line, seat=0).html)
    assert "Resistance 4 · Each seizing character: Influence −1." in text
    assert "Resistance 5 · " not in text


def test_IJ_HOLD_4_a_site_that_is_held_on_credit_says_when_it_is_lost() -> None:
    line = "imajica: p1 state slew=lamp-boy active irish; p2; to move p1 ally"
    said = "still held, though 4 influence is missing: lost only if a Holder leaves"
    assert said in words(page_after(line, seat=0).html)


def test_IJ_ALLY_7_IJ_AFF_5_a_button_says_what_it_costs_the_character() -> None:
    line = "imajica: p1 active ink-painter irish gideon; p2; to move p1 ally"
    panel = page_after(line, seat=0)
    assert "Pivot Ink Painter to give another character Magic +3" in words(panel.html)
    while panel.match.question.kind != "ally":
        panel.do("answer", PASS)
    assert "Ink Painter retreats and stays in the reserve this round" in words(panel.html)


@pytest.mark.parametrize(("rival", "told"), [("sartori", True), ("lamp-boy:pivoted", False)])
def test_IJ_SEIZE_4_who_can_contest_without_a_card_is_told_even_where_a_maneuver_is_missing(
    rival: str, told: bool
) -> None:
    line = f"imajica: p1 active gideon hand old-oath; p2 active {rival}; circle slew; to move p1 ally now"
    panel = ImajicaPlayPanel(record=line, seat=0, seed=1, opponents="random")
    panel.do("start_answer", "seize slew")
    panel.do("pick", "gideon")
    assert "short. You would need" in panel.html
    assert ("Player 2 can contest with influence 6" in panel.html) is told


def test_IJ_CHAL_7_a_fight_says_the_damage_sum_and_who_is_pivoted() -> None:
    game = position_game("imajica: p1 active gek-a-gek lamp-boy; p2 active irish; to move p1 ally now")
    game.give_answers("p1: challenge irish with gek-a-gek")
    while game.question.kind != "damage":
        game.answer(PASS)
    game.answer(next(answer for answer in map(str, game.question.options()) if answer != PASS))
    while game.question.kind != "ally":
        game.answer(PASS)
    story = ImajicaNews("p1").lines(game.rulings, 0)
    told = next(line.sentences[0] for line in story if "challenge" in line.sentences[0].text())
    assert "8 − 6 = 2 damage" in told.text()
    assert "challengers and their target are pivoted after the fight: gek-a-gek and Irish." in told.text()
    assert told.rule == "IJ-CHAL-7"


def test_IJ_DMG_1_a_rivals_card_that_kills_an_own_character_is_told_with_its_text() -> None:
    line = "imajica: p1 reserve lamp-boy; p2 hand hapexamendios-hand active irish gideon; to move p2 ally now"
    game = position_game(line)
    game.give_answers("p2: play hapexamendios-hand by irish on lamp-boy")
    while game.question.kind != "ally":
        game.answer(PASS)
    text = " ".join(line.sentences[0].text() for line in ImajicaNews("p1").lines(game.rulings, 0))
    assert "The card says: “6 damage to target character.”" in text


def test_IJ_ALLY_2_ending_a_turn_without_a_call_is_asked_back() -> None:
    line = "imajica: p1 active irish hand dowd; p2; circle slew; to move p1 ally now"
    panel = ImajicaPlayPanel(record=line, seat=0, seed=1, opponents="random")
    panel.do("answer", "end")
    assert "You have called nobody" in panel.html
    panel.do("answer", "end")
    assert "You have called nobody" not in panel.html
