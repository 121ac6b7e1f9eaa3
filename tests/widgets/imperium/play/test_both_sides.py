"""A battle of fleets in which one person answers for both sides: stages, dice, losses, retreats and odds."""

from __future__ import annotations

import re
from html import unescape
from itertools import cycle, product

import pytest
from long_runs import runs
from widgets.play_tables import buttons
from widgets.read_pages import duplicate_ids

from twingkit import BadAnswer, Refusal
from twingkit.core.language import language, localized
from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.exact_odds.odds_now import odds_now
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, AssignHits, PlayEffect, RollDice
from twingkit.imperium.battle.rules.target import ChooseTarget
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.pictures.fleets import WORDS
from twingkit_widgets.imperium.play.battle import chances
from twingkit_widgets.imperium.play.battle.fleets_view import fleets_view
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.words import PlayFault

PLAIN = "space: 2 cruiser vs 1 dreadnought"
FULL = (
    "space: 3 fighter 2 cruiser 1 dreadnought @ amd,mb vs 1 destroyer 1 carrier+ 2 fighter 1 pds @ sol,nebula"
)
CHOSEN = "space: 2 cruiser @ ghost,ds vs 1 dreadnought 2 fighter 1 cruiser"
HUGE = "space: 60 fighter 3 warsun @ muaat vs 40 fighter 5 dreadnought+"
GROUND = "ground: 2 dreadnought 4 infantry @ x89,mb vs 3 infantry 1 mech @ fire_team"


@localized
def stepping(line: str, lang: str | None = None, seed: int | None = 3) -> ImperiumPlayPanel:
    """Return a battle before its first step."""
    return ImperiumPlayPanel(line, "all", lang=language(), seed=seed)


@localized
def at(line: str, kind: type, lang: str | None = None, seed: int = 3) -> ImperiumPlayPanel:
    """Return a panel at the first question of a kind."""
    panel = stepping(line, seed=seed)
    while not isinstance(panel.match.question, kind):
        assert not panel.match.game.over
        panel.do("next")
    return panel


def thrown(line: str, *dice: str) -> ImperiumPlayPanel:
    """Return a battle in which nobody retreats, after these dice."""
    panel = stepping(line)
    for _ in range(2):
        panel.do("next")
    for faces in dice:
        panel.do("dice", {"dice": faces})
        assert panel.error is None
    return panel


def at_losses() -> ImperiumPlayPanel:
    """Return a battle in which the attacker, with two cruisers and a fighter, has to take two hits of a war
    sun."""
    panel = thrown("space: 2 fighter 2 cruiser 1 dreadnought vs 1 warsun", "1 1 1 1 1", "9 9 1")
    assert isinstance(panel.match.question, AssignHits)
    return panel


def text(panel: ImperiumPlayPanel) -> str:
    """Return the panel's text, without tags."""
    html = re.sub(
        r'<span class="tk-unbroken">(<button[^>]*>)([^<]*)</button>([^<]*)</span>', r"\2\3", panel.html
    )
    html = re.sub(r'<button[^>]*class="tk-explained"[^>]*>([^<]*)</button>', r"\1", html)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def stage(panel: ImperiumPlayPanel) -> str:
    """Return the stage that is marked as the current one."""
    found = re.search(r'<li aria-current="step">([^<]+)</li>', panel.html)
    return found[1] if found else ""


# -- stages


def test_the_big_button_goes_through_every_stage_to_the_end():
    panel = stepping(FULL)
    stages = [stage(panel)]
    while not panel.match.game.over:
        panel.do("next")
        assert panel.error is None
        if stage(panel) != stages[-1]:
            stages.append(stage(panel))
    names = ("cannon", "start", "barrage", "announce", "roll", "assign", "announce", "roll")
    expected = [WORDS.say(f"stage.{name}") for name in names]
    assert [name for name in stages if name != WORDS.say("stage.start")][:7] == [
        name for name in expected if name != WORDS.say("stage.start")
    ][:7]
    assert stages[-1] == ""


def test_a_landing_goes_through_its_own_stages():
    panel = stepping("ground: 1 warsun 6 infantry @ x89 vs 3 infantry 5 mech 2 pds")
    stages = set()
    while not panel.match.game.over:
        stages.add(stage(panel))
        panel.do("next")
    assert stages == {WORDS.say(f"stage.{name}") for name in ("bombard", "landing", "roll", "assign")}


def test_IM_SPACE_10_what_decides_the_battle_leads_at_its_end():
    panel = stepping("space: 5 warsun vs 1 fighter", seed=1)
    panel.do("to_end")
    assert panel.player_view().headline.rule == "IM-SPACE-10"
    assert panel.html.count('<span class="tk-chip tk-chip-main">') == 1


def test_notes_on_the_line_come_first():
    panel = stepping(FULL)
    assert panel.match.game.opening_rulings
    shown = text(panel).replace(" ", "")  # explained words are separate buttons
    for note in panel.match.game.opening_rulings:
        assert note.text("en").replace(" ", "") in shown


@pytest.mark.parametrize("line", [FULL, "space: 2 cruiser @ mb vs 2 cruiser @ sh"])
def test_from_who_answers_for_both_sides_nothing_is_hidden(line: str):
    panel = stepping(line)
    panel.do("to_end")
    assert panel.match.game.over
    for entry in panel.match.game.transcript:
        for ruling in entry.rulings:
            assert ruling.text("en") in text(panel)
    assert "computer" not in text(panel)


SHOWN = (
    FULL,
    GROUND,
    CHOSEN,
    HUGE,
    "space: 2 destroyer 3 cruiser @ mentak,so vs 1 carrier 4 fighter 2 pds @ yin,devotion,ic",
    "space: 2 dreadnought+ 1 flagship @ letnev,munitions,nes,sh vs 3 cruiser @ dh,emergency,courageous",
    "ground: 1 warsun 3 infantry+ @ tekklar,fire_team vs 4 infantry 2 pds @ sardakk,vpw,md,bunker",
    "space: 1 carrier vs 2 pds",
)


@pytest.mark.parametrize(
    ("line", "lang"),
    runs(list(zip(SHOWN, cycle(LANGUAGES), strict=False)), list(product(SHOWN, LANGUAGES))),
)
def test_every_step_can_be_shown(line: str, lang: str):
    panel = stepping(line, lang, seed=1)
    for number in range(150):
        if panel.match.game.over:
            break
        panel.do("next")
        assert panel.error is None
        assert "{" not in panel.html
        assert panel.status
        listed = panel.html.partition('tk-transcript"')[2].partition("</ol>")[0]
        assert listed.count("<p>") > number, "every step says something"
    assert panel.match.game.over
    assert duplicate_ids(panel.html) == []


def test_the_form_a_link_and_a_kept_battle_say_that_one_answers_for_both_sides():
    panel = ImperiumPlayPanel(PLAIN, seed=3)
    panel.do("begin", {"seat": "all"})
    assert panel.match.plays_all_seats
    panel.do("next")
    opened = page("imperium-play", f"game={panel.link_query()['game']}&seat=all&lang=en")
    assert opened.fault_panel is None
    kept = ImperiumPlayPanel(PLAIN)
    kept.restore(panel.state)
    for other in (opened[0], kept):
        assert (other.match.plays_all_seats, other.record) == (True, panel.record)
    panel.do("begin", {"seat": "defender"})
    assert (panel.match.plays_all_seats, panel.match.seat) == (False, 1)


def test_IM_ODDS_6_an_invasion_goes_on_with_its_landing():
    panel = stepping("invasion: 1 dreadnought 2 infantry vs 1 fighter 1 infantry", seed=1)
    panel.do("to_end")
    panel.do("land")
    assert panel.error is None
    assert (panel.match.plays_all_seats, panel.match.game.table.fight.kind) == (True, "ground")


# -- dice


def test_dice_lie_with_the_units_that_threw_them_and_say_what_they_need():
    panel = at("space: 2 cruiser @ mb vs 1 dreadnought", RollDice)
    panel.do("dice", {"dice": "6 5"})
    assert "needs 6+" in text(panel)
    assert "usually 7+" in text(panel)
    place = len(panel.match.game) - 1
    for index, fell in enumerate(("6, a hit. ", "5, a miss. ")):
        assert re.search(rf'<button[^>]*data-key="die:{place}:{index}"[^>]*aria-label="{fell}', panel.html)
    assert "1 hit" in text(panel)


def test_only_dice_that_belong_together_lie_there():
    panel = stepping(FULL)
    while not panel.match.game.over:
        casts = fleets_view(panel.player_view()).latest_rolls()
        assert len({cast.question.step for cast in casts}) <= 1
        assert [cast.question.player for cast in casts] == sorted(cast.question.player for cast in casts)
        if isinstance(panel.match.question, RollDice) and panel.match.game.table.round > 1:
            assert all(cast.question.step == "combat" for cast in casts)
        panel.do("next")


def test_a_reroll_lies_beside_what_it_rerolls():
    panel = at("space: 4 cruiser @ letnev,munitions vs 4 cruiser", PlayEffect, seed=2)
    panel.do("answer", "play")
    panel.do("next")
    assert [cast.question.step for cast in fleets_view(panel.player_view()).latest_rolls()] == [
        "combat",
        "again",
    ]


def test_many_dice_are_counted_by_face():
    panel = stepping(HUGE, seed=1)
    for _ in range(3):
        panel.do("next")
    faces = fleets_view(panel.player_view()).latest_rolls()[0].result.faces[:60]
    assert f"10, a hit: {faces.count(10)} times" in text(panel)
    assert len(panel.html) < 60_000


def test_a_die_that_is_pressed_twice_is_let_alone():
    panel = thrown(PLAIN, "5 5")
    panel.do("die", "2:0")
    assert "tk-cast-if" in panel.html
    panel.do("die", "2:0")
    assert "tk-cast-if" not in panel.html


def test_IM_ODDS_1_what_a_die_is_worth_stands_beside_its_faces():
    panel = thrown("space: 1 cruiser vs 1 fighter", "1")
    panel.do("die", "2:0")
    miss, hit = (fleets_view(panel.player_view()).win_chance_if_face(2, 0, face) for face in (1, 7))
    assert hit == pytest.approx(0.8)
    assert miss == pytest.approx(0.8 * odds("space: 1 cruiser vs 1 fighter").win)
    assert "with a miss 49% · with a hit 80%" in text(panel)


@pytest.mark.parametrize(
    ("act", "value"),
    [
        *[("die", value) for value in ("", "x:1", "0:0", "99:0", "2:7", "2", "2:-1", None)],
        *[("face", value) for value in ("2:0:11", "2:0:0", "2:0:x", "2:5:3", "0:0:3", "", "2:0")],
    ],
)
def test_a_die_or_a_face_that_is_not_there_is_refused(act: str, value: object):
    panel = thrown(PLAIN, "5 5")
    record = panel.record
    panel.do(act, value)
    assert isinstance(panel.error, PlayFault)
    assert (panel.match.game.record, panel.match.real_game_state) == (record, None)


@pytest.mark.parametrize("line", [PLAIN, HUGE])
def test_a_field_for_own_dice_is_there_however_many_fall(line: str):
    panel = at(line, RollDice)
    assert 'data-act="dice"' in panel.html


@pytest.mark.parametrize("typed", ["7 10", "7,10", "roll 7 10", " 7  10 "])
def test_own_dice_can_be_typed(typed: str):
    assert thrown(PLAIN, typed).record.endswith("attacker: roll 7 10\n")


@pytest.mark.parametrize("typed", ["7", "7 10 1", "0 1", "11 1", "a b", "", "<script>"])
def test_dice_that_are_none_stay_to_be_put_right(typed: str):
    panel = at(PLAIN, RollDice)
    record = panel.record
    panel.do("dice", {"dice": typed})
    assert (panel.error, panel.record) == (None, record)
    assert "from 1 to 10" in panel.status
    assert "from 1 to 10" in text(panel)
    assert "<script>" not in panel.html
    panel.do("dice", {"dice": "1 1"})
    assert "from 1 to 10" not in text(panel)


# -- losses


def test_losses_can_be_chosen_unit_by_unit():
    panel = at_losses()
    assert panel.match.next_step_answer == "assign fighter, dreadnought damage"
    panel.do("losses", "destroy:0:-1")
    assert "1 of 2" in panel.status
    assert "IM-SPACE-7" in text(panel)
    panel.do("losses", "destroy:1:1")
    assert panel.status == "Hits assigned so far: 2 of 2."
    assert "Destroyed: 1 cruiser. Damaged: 1 dreadnought." in text(panel)
    panel.do("take")
    assert "attacker: assign cruiser, dreadnought damage" in panel.record


def test_IM_SPACE_7_losses_that_a_rule_forbids_are_refused_and_stay_to_be_put_right():
    panel = at_losses()
    panel.do("losses", "destroy:0:-1")
    record = panel.record
    panel.do("take")
    assert isinstance(panel.error, Refusal)
    assert (panel.error.rule, panel.record) == ("IM-SPACE-7", record)
    assert "1 of 2" in text(panel)
    assert ("next", "") not in buttons(panel.html)
    panel.do("losses_reset")
    panel.do("next")
    assert "attacker: assign fighter, dreadnought damage" in panel.record


@pytest.mark.parametrize(
    "value", ["", "destroy", "destroy:0:2", "destroy:9:1", "eat:0:1", "sustain:0:1", "destroy:1:-1"]
)
def test_losses_that_cannot_be_are_refused(value: str):
    panel = at_losses()
    panel.do("losses", value)
    assert isinstance(panel.error, PlayFault)
    assert panel.ui_state.losses is None


def test_losses_are_not_asked_elsewhere():
    panel = at(PLAIN, RollDice)
    for act, value in (("losses", "destroy:0:1"), ("take", None)):
        panel.do(act, value)
        assert isinstance(panel.error, PlayFault)


def test_what_was_lost_in_the_step_is_marked():
    panel = at_losses()
    assert "lost now" not in text(panel)
    panel.do("next")
    assert "1 of 2 · 1 lost now" in text(panel)
    for drawn in ("tk-ship-gone", "tk-ship-hurt"):
        assert drawn in panel.html


def test_IM_SPACE_7_what_a_side_gives_up_is_gone_before_the_other_side_is_asked():
    panel = thrown("space: 3 cruiser 1 fighter vs 2 fighter 2 cruiser", "10 1 1 1", "10 1 1 1")
    panel.do("next")
    assert isinstance(panel.match.question, AssignHits)
    assert panel.match.question.player == 1
    assert [force.size for force in fleets_view(panel.player_view()).forces] == [3, 4]
    assert "1 lost now" in text(panel)
    panel.do("next")
    assert [force.size for force in fleets_view(panel.player_view()).forces] == [3, 3]


# -- effects, targets, retreat


def test_an_effect_can_be_used_or_not_and_its_rule_is_there():
    panel = at("space: 2 cruiser @ mb vs 1 dreadnought", PlayEffect)
    assert rulebook()["IM-ACT-mb"].text("en").split(".")[0] in text(panel)
    panel.do("answer", "dance")
    assert isinstance(panel.error, BadAnswer)
    panel.do("answer", "pass")
    assert "attacker: pass" in panel.record
    assert "IM-ACT-mb" in text(panel)


def test_a_target_can_be_chosen():
    panel = at(CHOSEN, ChooseTarget)
    record = panel.record
    panel.do("answer", "target warsun")
    assert isinstance(panel.error, BadAnswer)
    assert panel.record == record
    panel.do("answer", "target cruiser")
    assert panel.error is None
    assert "attacker: target cruiser" in panel.record


@pytest.mark.parametrize(
    ("who", "record"),
    [(1, "defender: retreat\n"), (0, "defender: stay\nattacker: retreat\n")],
)
def test_IM_SPACE_5_a_retreat_can_be_announced_for_either_side(who: int, record: str):
    panel = at(PLAIN, AnnounceRetreat)
    while panel.match.question.player != who:
        panel.do("next")
    panel.do("answer", "retreat")
    assert panel.record.endswith(record)
    for dice in ("1 1", "1"):
        panel.do("dice", {"dice": dice})
    assert panel.match.game.table.retreated == [who == 0, who == 1]
    assert "Retreated" in text(panel)
    assert panel.match.game.over


# -- odds


def test_IM_ODDS_1_the_odds_from_here_follow_the_battle_and_show_their_rule():
    panel = stepping(FULL)
    found = chances.odds_from_here(panel.match.game.record)
    assert isinstance(found, Odds)
    assert found.win == pytest.approx(odds(FULL).win)
    for _ in range(8):
        panel.do("next")
    assert "The odds from here" in text(panel)
    assert "IM-ODDS-1" in text(panel)
    now = odds_now(panel.match.game)
    assert now is not None
    assert f"{now.win:.1%} attacker wins" in text(panel)
    panel.do("to_end")
    assert chances.odds_from_here(panel.match.game.record) is None
    assert "The odds from here" not in text(panel)


def test_IM_ODDS_1_odds_that_take_too_long_say_so():
    panel = stepping("space: 9 dreadnought @ da vs 9 dreadnought @ da")
    fault = chances.odds_from_here(panel.match.game.record)
    assert isinstance(fault, WalkBudgetError)
    for lang in LANGUAGES:
        panel.lang = lang
        assert fault.text(lang) in text(panel)
    panel.do("next")
    assert panel.error is None


def test_a_hint_says_which_side_wins_how_often() -> None:
    panel = ImperiumPlayPanel("space: 3 cruiser vs 2 dreadnought", seat="all", seed=3)
    for side in ("defender", "attacker"):
        panel.do("hint")
        assert panel.match.question.kind == "retreat"
        assert re.search(rf"the {side} wins [\d.]+% of all battles from here", panel.status)
        panel.do("next")


def test_the_dice_to_let_fall_otherwise_stand_after_the_name_of_their_unit() -> None:
    panel = thrown("space: 1 cruiser 2 fighter vs 1 dreadnought", "5 6 7")
    panel.do("toggle_panel", "dice")
    dice = panel.html.partition('data-value="2:0"')[0].rpartition('class="tk-dice-row"')[2]
    rest = panel.html.partition('class="tk-dice-row"')[2].partition("</div>")[0]
    names = re.findall(r">(fighter|cruiser|\d+)<", f"{dice}{rest}", re.IGNORECASE)
    assert [name.casefold() for name in names][-5:] == ["fighter", "5", "6", "cruiser", "7"]
