"""The stepper of fleets: going on and back, losses and effects of one's own, other dice, and records."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import cycle, product

import pytest
from long_runs import runs

from twingkit import BadAnswer, RecordError, Refusal
from twingkit.imperium.exact_odds.odds import odds
from twingkit.imperium.exact_odds.steps_walk import WalkError
from twingkit.imperium.notation.battle_line import Battle, BattleError, NotationError
from twingkit.imperium.rules.questions import Assign, Play, Retreat, Target, Throw
from twingkit.imperium.rules.rulebook import rulebook
from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
from twingkit_widgets.imperium.lab.steps import StepsTab
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.stepper import FleetStepperPanel
from twingkit_widgets.imperium.stepper.words import WORDS
from twingkit_widgets.panel.wording import LANGUAGES
from twingkit_widgets.stepper.game_steps import WORDS as COMMON
from twingkit_widgets.stepper.game_steps import StepFault

PLAIN = "space: 2 cruiser vs 1 dreadnought"
FULL = (
    "space: 3 fighter 2 cruiser 1 dreadnought @ amd,mb vs 1 destroyer 1 carrier+ 2 fighter 1 pds @ sol,nebula"
)
GROUND = "ground: 2 dreadnought 4 infantry @ x89,mb vs 3 infantry 1 mech @ fire_team"
CHOSEN = "space: 2 cruiser @ ghost,ds vs 1 dreadnought 2 fighter 1 cruiser"
HUGE = "space: 60 fighter 3 warsun @ muaat vs 40 fighter 5 dreadnought+"


def at(line: str, kind: type, lang: str = "en", seed: int = 3) -> FleetStepperPanel:
    """A panel that stands at the first question of a kind."""
    panel = FleetStepperPanel(line, lang=lang, seed=seed)
    while not isinstance(panel.steps.game.question, kind):
        assert not panel.steps.game.over
        panel.do("next")
    return panel


def at_losses(*rolls: str) -> FleetStepperPanel:
    """The attacker of two cruisers and a fighter has to take the hits of a war sun's `rolls`."""
    panel = FleetStepperPanel("space: 2 fighter 2 cruiser 1 dreadnought vs 1 warsun")
    panel.do("announce", "")
    for dice in ("1 1 1 1 1", " ".join(rolls)):
        panel.do("dice", {"dice": dice})
    assert isinstance(panel.steps.game.question, Assign)
    return panel


def tag(panel: FleetStepperPanel, key: str) -> str:
    """The opening tag of the element with this key."""
    found = re.search(rf'<[a-z]+[^>]*data-key="{re.escape(key)}"[^>]*>', panel.html)
    assert found, key
    return found[0]


def text(panel: FleetStepperPanel) -> str:
    """What the panel says, without tags."""
    return unescape(re.sub(r"<[^>]+>", " ", panel.html))


# -- going on and back


def test_the_big_button_goes_through_every_stage_to_the_end():
    panel = FleetStepperPanel(FULL, seed=3)
    stages = []
    while not panel.steps.game.over:
        stage = panel.steps.stage
        assert stage.now in stage.stages
        if not stages or stages[-1] != (stage.round, stage.now):
            stages.append((stage.round, stage.now))
        panel.do("next")
        assert panel.error is None
    assert stages[:5] == [(0, "cannon"), (1, "barrage"), (1, "announce"), (1, "roll"), (1, "assign")]
    assert stages[5:8] == [(2, "announce"), (2, "roll"), (2, "assign")]
    assert panel.steps.stage.now == ""
    assert 'aria-disabled="true"' in tag(panel, "next")


def test_a_landing_goes_through_its_own_stages():
    panel = FleetStepperPanel("ground: 1 warsun 6 infantry @ x89 vs 3 infantry 5 mech 2 pds", seed=3)
    stages = set()
    while not panel.steps.game.over:
        stages.add((bool(panel.steps.stage.round), panel.steps.stage.now))
        panel.do("next")
    assert stages == {(False, "bombard"), (False, "landing"), (True, "roll"), (True, "assign")}


def test_back_takes_the_step_back_and_forward_gives_it_again():
    panel = FleetStepperPanel(FULL, seed=3)
    records = [panel.state]
    while not panel.steps.game.over:
        panel.do("next")
        records.append(panel.state)
    for record in records[-2::-1]:
        panel.do("back")
        assert panel.state == record
    assert 'aria-disabled="true"' in tag(panel, "back")
    for record in records[1:]:
        panel.do("next")
        assert panel.state == record


def test_both_sides_stay_in_one_step():
    panel = at(PLAIN, Retreat)
    panel.do("next")
    assert panel.state.endswith("defender: stay\nattacker: stay\n")
    assert "Nobody announces a retreat." in panel.status
    panel.do("next")
    panel.do("back")
    assert "Nobody announces a retreat." in panel.status
    panel.do("back")
    assert len(panel.steps.game) == 0


def test_one_round_goes_to_the_next_and_tells_all_of_it():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("round")
    assert panel.steps.stage.round == 1
    panel.do("round")
    assert (panel.steps.stage.round, panel.steps.stage.now) == (2, "announce")
    assert panel.steps.shown_from < len(panel.steps.game) - 4
    for ruling in [each.ruling for each in panel.steps.story(panel.steps.shown_from) if each.ruling]:
        assert ruling.text("en") in panel.status
    assert panel.status.startswith("The attacker loses 1 fighter. The defender loses ")
    assert "takes the hits" not in panel.status
    panel.do("end")
    assert panel.steps.game.over
    panel.do("round")
    assert panel.error is None


def test_a_place_in_the_transcript_and_the_beginning_can_be_gone_to():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("end")
    panel.do("goto", "6")
    assert len(panel.steps.game) == 6
    panel.do("goto", "x")
    assert isinstance(panel.error, StepFault)
    assert len(panel.steps.game) == 6
    panel.do("restart")
    assert len(panel.steps.game) == 0


def test_the_result_leads_at_the_end():
    panel = FleetStepperPanel("space: 5 warsun vs 1 fighter", seed=1)
    panel.do("end")
    main, _ = panel.steps.shown()
    assert main is not None
    assert main.rule == "IM-SPACE-10"
    assert "tk-told-result" in panel.html
    assert panel.html.count('<span class="tk-chip tk-chip-main">') == 1


def test_the_line_must_be_a_legal_battle():
    with pytest.raises(NotationError):
        FleetStepperPanel("space: 2 cruiser against 1 carrier")
    with pytest.raises(BattleError):
        FleetStepperPanel("space: 1 flagship vs 1 carrier")


def test_of_an_invasion_the_space_battle_is_stepped_through():
    panel = FleetStepperPanel("invasion: 2 cruiser 1 infantry vs 1 carrier 2 infantry 1 pds")
    assert str(panel.steps.battle) == "space: 2 cruiser 1 infantry vs 1 carrier 1 pds"


# -- dice


def test_dice_lie_with_the_units_that_threw_them_and_say_what_they_need():
    panel = FleetStepperPanel("space: 2 cruiser @ mb vs 1 dreadnought")
    panel.do("next")
    panel.do("next")
    panel.do("dice", {"dice": "6 5"})
    assert "needs 6+" in text(panel)
    assert "usually 7+" in text(panel)
    place = len(panel.steps.game) - 1
    assert 'aria-label="6, a hit. ' in tag(panel, f"die:{place}:0")
    assert 'aria-label="5, a miss. ' in tag(panel, f"die:{place}:1")
    assert "1 hit" in text(panel)


def test_only_dice_that_belong_together_lie_there():
    panel = FleetStepperPanel(FULL, seed=3)
    while not panel.steps.game.over:
        steps = [(cast.throw.player, cast.throw.step) for cast in panel.steps.casts()]
        assert len({step for _, step in steps}) <= 1
        assert [player for player, _ in steps] == sorted(player for player, _ in steps)
        if isinstance(panel.steps.game.question, Throw) and panel.steps.stage.round > 1:
            assert all(cast.throw.step == "combat" for cast in panel.steps.casts())
        panel.do("next")


def test_a_reroll_lies_beside_what_it_rerolls():
    panel = at("space: 4 cruiser @ letnev,munitions vs 4 cruiser", Play, seed=2)
    panel.do("decide", "play")
    panel.do("next")
    assert [cast.throw.step for cast in panel.steps.casts()] == ["combat", "again"]


def test_many_dice_are_counted_by_face():
    panel = FleetStepperPanel(HUGE, seed=1)
    panel.do("announce", "")
    panel.do("next")
    faces = panel.steps.casts()[0].thrown.faces[:60]
    tens = faces.count(10)
    assert f"10, a hit: {tens} times" in text(panel)
    assert len(panel.html) < 60_000


def test_a_die_can_show_something_else_and_back():
    panel = FleetStepperPanel(PLAIN, seed=3)
    panel.do("end")
    record = panel.state
    panel.do("restart")
    panel.restore(record)
    while len(panel.steps.game) > 3:
        panel.do("back")
    place = panel.steps.casts()[0].place
    before = panel.state
    panel.do("die", f"{place}:1")
    assert "What if this" in panel.status
    assert 'aria-expanded="true"' in tag(panel, f"die:{place}:1")
    for face in range(1, 11):
        assert f'data-value="{place}:1:{face}"' in panel.html
    first = panel.steps.casts()[0].thrown.faces[0]
    panel.do("face", f"{place}:1:9")
    assert panel.state.endswith(f"attacker: roll {first} 9\n")
    assert "the battle went differently" in text(panel)
    panel.do("really")
    assert panel.state == before
    assert panel.steps.really is None


def test_IM_ODDS_1_what_a_die_is_worth_stands_beside_its_faces():
    panel = FleetStepperPanel("space: 1 cruiser vs 1 fighter")
    panel.do("announce", "")
    panel.do("dice", {"dice": "1"})
    panel.do("die", "2:0")
    miss, hit = (panel.steps.odds_if(2, 0, face) for face in (1, 7))
    assert hit == pytest.approx(0.8)
    assert miss == pytest.approx(0.8 * odds("space: 1 cruiser vs 1 fighter").win)
    assert "with a miss 49% · with a hit 80%" in re.sub(r"\s+", " ", text(panel))


def test_a_die_that_is_pressed_twice_is_let_alone():
    panel = at(PLAIN, Throw)
    panel.do("next")
    place = panel.steps.casts()[0].place
    panel.do("die", f"{place}:0")
    assert "tk-cast-if" in panel.html
    panel.do("die", f"{place}:0")
    assert "tk-cast-if" not in panel.html


@pytest.mark.parametrize("value", ["", "x:1", "0:0", "99:0", "2:7", "2", "2:-1", None])
def test_a_die_that_does_not_lie_there_is_refused(value):
    panel = at(PLAIN, Throw)
    panel.do("next")
    record = panel.state
    panel.do("die", value)
    assert isinstance(panel.error, StepFault)
    assert panel.state == record


@pytest.mark.parametrize("value", ["2:0:11", "2:0:0", "2:0:x", "2:5:3", "0:0:3", "", "2:0"])
def test_a_face_that_no_die_has_is_refused(value):
    panel = at(PLAIN, Throw)
    panel.do("next")
    assert panel.steps.casts()[0].place == 2
    record = panel.state
    panel.do("face", value)
    assert isinstance(panel.error, StepFault)
    assert panel.state == record
    assert panel.steps.really is None


@pytest.mark.parametrize("typed", ["7 10", "7,10", "roll 7 10", " 7  10 "])
def test_own_dice_can_be_typed(typed):
    panel = at(PLAIN, Throw)
    panel.do("dice", {"dice": typed})
    assert panel.error is None
    assert panel.state.endswith("attacker: roll 7 10\n")


@pytest.mark.parametrize("typed", ["7", "7 10 1", "0 1", "11 1", "a b", "", "<script>"])
def test_dice_that_are_none_stay_to_be_put_right(typed):
    panel = at(PLAIN, Throw)
    record = panel.state
    panel.do("dice", {"dice": typed})
    assert panel.error is None
    assert panel.state == record
    assert "from 1 to 10" in panel.status
    assert "from 1 to 10" in text(panel)
    assert "<script>" not in panel.html
    panel.do("dice", {"dice": "1 1"})
    assert "from 1 to 10" not in text(panel)


def test_the_last_dice_can_be_thrown_again_and_what_goes_is_told():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("reroll")
    assert isinstance(panel.error, StepFault)
    for _ in range(9):
        panel.do("next")
    answers = len(panel.steps.game)
    panel.do("reroll")
    assert "were taken back" in panel.status
    assert len(panel.steps.game) < answers
    rolls = set()
    for _ in range(10):
        panel.do("reroll")
        assert "taken back" not in panel.status
        rolls.add(panel.state)
    assert len(rolls) > 3


def test_of_a_throw_the_hits_come_first_and_the_ruling_follows():
    panel = at(PLAIN, Throw)
    panel.do("dice", {"dice": "7 3"})
    main, others = panel.steps.shown()
    assert main is not None
    assert (main.rule, main.text("en")) == ("IM-SPACE-6", "The attacker rolls 2 dice: 1 hit.")
    assert main.text("de") == "Der Angreifer würfelt mit 2 Würfeln: 1 Treffer."
    assert others[0].ruling is not None
    assert others[0].ruling.case == "rolled"


# -- losses


def test_losses_can_be_chosen_unit_by_unit():
    panel = at_losses("9", "9", "1")
    assert panel.steps.suggestion == "assign fighter, dreadnought damage"
    panel.do("losses", "destroy:0:-1")
    assert "1 of 2" in panel.status
    assert "IM-SPACE-7" in text(panel)
    panel.do("losses", "destroy:1:1")
    assert panel.status == "Hits taken so far: 2 of 2."
    assert "Destroyed: 1 cruiser. Damaged: 1 dreadnought." in text(panel)
    panel.do("next")
    assert "attacker: assign cruiser, dreadnought damage" in panel.state


def test_losses_that_a_rule_forbids_are_refused_and_stay_to_be_put_right():
    panel = at_losses("9", "9", "1")
    panel.do("losses", "destroy:0:-1")
    record = panel.state
    panel.do("next")
    assert isinstance(panel.error, Refusal)
    assert panel.error.rule == "IM-SPACE-7"
    assert panel.state == record
    assert "1 of 2" in text(panel)
    panel.do("losses_reset")
    panel.do("next")
    assert "attacker: assign fighter, dreadnought damage" in panel.state


@pytest.mark.parametrize(
    "value", ["", "destroy", "destroy:0:2", "destroy:9:1", "eat:0:1", "sustain:0:1", "destroy:1:-1"]
)
def test_losses_that_cannot_be_are_refused(value):
    panel = at_losses("9", "9", "1")
    html = panel.html
    panel.do("losses", value)
    assert isinstance(panel.error, StepFault)
    panel.do("dismiss")
    assert panel.html == html


def test_losses_are_not_asked_elsewhere():
    panel = at(PLAIN, Throw)
    panel.do("losses", "destroy:0:1")
    assert isinstance(panel.error, StepFault)
    panel.do("dice", {"dice": "9 9"})
    panel.do("announce", "attacker")
    assert isinstance(panel.error, StepFault)


def test_what_was_lost_in_the_step_is_marked():
    panel = at_losses("9", "9", "1")
    assert "lost now" not in text(panel)
    panel.do("next")
    assert panel.steps.stage.round == 2
    assert "1 of 2 · 1 lost now" in re.sub(r"\s+", " ", text(panel))
    assert "tk-ship-gone" in panel.html
    assert "tk-ship-hurt" in panel.html


def test_IM_SPACE_7_what_a_side_gives_up_is_gone_before_the_other_side_is_asked():
    panel = FleetStepperPanel("space: 3 cruiser 1 fighter vs 2 fighter 2 cruiser")
    panel.do("announce", "")
    panel.do("dice", {"dice": "10 1 1 1"})
    panel.do("dice", {"dice": "10 1 1 1"})
    panel.do("next")
    assert isinstance(panel.steps.game.question, Assign)
    assert panel.steps.game.question.player == 1
    assert panel.steps.forces[0].size == 3
    assert panel.steps.forces[1].size == 4
    assert "1 lost now" in text(panel)
    panel.do("next")
    assert [force.size for force in panel.steps.forces] == [3, 3]
    assert panel.steps.forces == panel.steps.table.state


def test_what_both_sides_say_to_a_retreat_is_one_step_also_in_what_happened():
    panel = at(PLAIN, Throw)
    assert panel.steps.stops == (2,)
    assert "Step 1" in text(panel)
    panel.do("next")
    assert panel.steps.stops == (2, 3)
    assert "Step 2" in text(panel)


def test_a_rule_that_another_points_at_opens_in_its_place_and_leads_back():
    panel = at(PLAIN, Throw)
    book = rulebook()
    rule = re.search(r'data-act="told" data-value="0:([^"]+)"', panel.html)[1]
    panel.do("told", f"0:{rule}")
    panel.do("rule", book[rule].see[0])
    assert (panel.opened, panel._opened_at) == (book[rule].see[0], 0)
    assert 'data-key="rule:back"' in panel.html
    panel.do("rule", rule)
    assert (panel.opened, panel._opened_at) == (rule, 0)
    assert 'data-key="rule:back"' not in panel.html


# -- effects, targets, retreat


def test_an_effect_can_be_used_or_not_and_its_rule_is_there():
    panel = at("space: 2 cruiser @ mb vs 1 dreadnought", Play)
    assert rulebook()["IM-ACT-mb"].text("en").split(".")[0] in text(panel)
    panel.do("decide", "pass")
    assert "attacker: pass" in panel.state
    main, _ = panel.steps.shown()
    assert main is not None
    assert main.rule == "IM-ACT-mb"
    panel.do("decide", "dance")
    assert isinstance(panel.error, BadAnswer)


def test_a_target_can_be_chosen():
    panel = at(CHOSEN, Target)
    panel.do("decide", "target cruiser")
    assert panel.error is None
    assert "attacker: target cruiser" in panel.state
    panel = at(CHOSEN, Target)
    record = panel.state
    panel.do("decide", "target warsun")
    assert isinstance(panel.error, BadAnswer)
    assert panel.state == record


@pytest.mark.parametrize(
    ("who", "record"),
    [("defender", "defender: retreat\n"), ("attacker", "defender: stay\nattacker: retreat\n")],
)
def test_IM_SPACE_5_a_retreat_can_be_announced_for_either_side(who, record):
    panel = at(PLAIN, Retreat)
    panel.do("announce", who)
    assert panel.state.endswith(record)
    for dice in ("1 1", "1"):
        panel.do("dice", {"dice": dice})
    assert panel.steps.table.left == [who == "attacker", who == "defender"]
    assert "Retreated" in text(panel)
    assert panel.steps.game.over


@pytest.mark.parametrize("who", ["nobody", "<b>", "Attacker"])
def test_a_side_that_there_is_not_cannot_retreat(who):
    panel = at(PLAIN, Retreat)
    panel.do("announce", who)
    assert isinstance(panel.error, StepFault)
    assert len(panel.steps.game) == 0


# -- odds


def test_IM_ODDS_1_the_odds_follow_the_battle():
    steps = FleetGame(FULL, seed=3)
    found = steps.odds()
    assert found is not None
    assert found.win == pytest.approx(odds(FULL).win)
    assert steps.odds() is found
    steps.to_end()
    assert steps.odds() is None


def test_the_odds_are_shown_with_their_rule_while_they_matter():
    panel = FleetStepperPanel(PLAIN, seed=3)
    assert "The odds from here" in text(panel)
    assert "IM-ODDS-1" in text(panel)
    panel.do("end")
    assert "The odds from here" not in text(panel)


def test_odds_that_take_too_long_say_so():
    panel = FleetStepperPanel("space: 9 dreadnought @ da vs 9 dreadnought @ da", seed=3)
    with pytest.raises(WalkError) as fault:
        panel.steps.odds()
    for lang in ("en", "de"):
        panel.lang = lang
        assert fault.value.text(lang) in text(panel)
    panel.do("next")
    assert panel.error is None


# -- rules, record, page


def test_every_sentence_opens_its_rule_below_it():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("next")
    main, _ = panel.steps.shown()
    assert main is not None
    panel.do("told", f"0:{main.rule}")
    assert panel.opened == main.rule
    assert rulebook()[main.rule].text("en").split(".")[0] in text(panel)
    panel.do("next")
    assert panel.opened == ""
    panel.do("rule", "IM-NOPE-1")
    assert (panel.error, panel.opened) == (None, "")


def test_notes_on_the_line_come_first():
    panel = FleetStepperPanel(FULL, seed=3)
    assert panel.steps.opening()
    for note in panel.steps.opening():
        assert note.text("en") in text(panel)


def test_the_record_stands_where_it_stood():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("round")
    panel.do("next")
    other = FleetStepperPanel(PLAIN)
    other.do("record", {"record": panel.state})
    assert other.error is None
    assert other.state == panel.state
    assert "battle=space:_" in panel.html


@pytest.mark.parametrize(
    "record",
    [
        "",
        "hello",
        "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W6\n",
        "twingkit-record 1\ngame imperium.battle\nbattle <b>\n",
    ],
)
def test_a_bad_record_is_refused_and_kept_for_repair(record):
    panel = FleetStepperPanel(PLAIN, seed=3)
    panel.do("next")
    state = panel.state
    panel.do("record", {"record": record})
    assert panel.error is None
    assert panel.state == state
    assert panel.html.count("tk-alert") == 1
    assert "<b>\n" not in panel.html
    with pytest.raises((RecordError, StepFault)):
        panel.restore(record)
    assert panel.state == state


@pytest.mark.parametrize("lang", ["en", "de"])
def test_one_key_for_each_thing_to_do(lang):
    panel = FleetStepperPanel(PLAIN, lang=lang)
    assert sorted(re.findall(r'data-shortcut="([^"]+)"', panel.html)) == sorted("nbuoers?")
    panel.do("help")
    assert "tk-keys" in panel.html


def test_ids_and_keys_are_unique():
    first, second = at_losses("9", "9", "1"), at_losses("9", "9", "1")
    ids = re.findall(r'\bid="([^"]+)"', first.html + second.html)
    assert len(ids) == len(set(ids))
    keys = re.findall(r'data-key="([^"]+)"', first.html)
    assert len(keys) == len(set(keys))


def test_the_still_picture_tells_the_step_without_controls():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("next")
    main, _ = panel.steps.shown()
    assert main is not None
    still = panel._repr_html_()
    assert main.text("en") in unescape(still)
    assert "<button" not in still


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
def test_every_step_can_be_shown(line, lang):
    panel = FleetStepperPanel(line, lang=lang, seed=1)
    for _ in range(120):
        if panel.steps.game.over:
            break
        panel.do("next")
        assert panel.error is None
        assert "{" not in panel.html
        assert panel.status
        main, _ = panel.steps.shown()
        assert main is not None, panel.state
    assert panel.steps.game.over


def test_every_sentence_is_said_somewhere_in_both_languages():
    assert not set(WORDS) & (set(COMMON) - {"step.reroll"})
    for key in WORDS:
        assert WORDS._texts[key]["en"].strip()
        assert WORDS._texts[key]["de"].strip()


# -- as a tab of the lab


class FakeLab:
    """What a tab needs of the lab."""

    def __init__(self, line: str) -> None:
        self.lang, self.status, self.own, self.odds = "en", "", "lab", None
        self.no_odds: Exception | None = None
        self.settled: Battle | None = Battle.parse(line)
        self.tab: StepsTab | None = None
        self.site = True

    def take(self, battle: Battle) -> None:
        """Another battle lies there, and the tab is told."""
        self.settled, self.status = battle, "news"
        assert self.tab is not None
        self.tab.changed()


def test_the_tab_steps_through_the_battle_of_the_lab():
    lab = FakeLab(PLAIN)
    tab = StepsTab(lab)
    assert "tk-stepper" in tab.view()
    assert tab.kept() == ""
    tab.act_next(None)
    assert "Nobody announces" in lab.status
    kept = tab.kept()
    other = StepsTab(lab)
    other.recall(kept)
    assert other.kept() == kept


def _thrown(tab: StepsTab) -> list[tuple[str, int]]:
    """The dice of all throws, each with its kind of unit."""
    return [
        (kind, face)
        for entry in tab._at().game.transcript
        if isinstance(entry.asked, Throw)
        for kind, face in zip(
            [group.unit for group in entry.asked.volley.dice for _ in range(group.count)],
            entry.asked.read(entry.answer).faces,
            strict=True,
        )
    ]


def test_another_battle_begins_anew_and_tells_so():
    lab = FakeLab(PLAIN)
    tab = StepsTab(lab)
    tab.act_next(None)
    tab.changed()
    assert tab.kept()  # the same battle goes on
    lab.settled = Battle.parse(FULL)
    tab.changed()
    assert tab.kept() == ""
    assert "starts anew" in tab.view()
    lab.settled = None
    tab.changed()
    assert "needs at least one" in tab.view() or "need at least one" in tab.view()


def test_a_played_battle_goes_on_with_another_order_of_losses():
    line = "space: 2 cruiser 2 fighter vs 1 dreadnought 1 cruiser"
    lab = FakeLab(line)
    lab.tab = tab = StepsTab(lab)
    for _ in range(4):
        tab.act_next(None)
    count, faces = len(tab._at().game), Counter(_thrown(tab))
    lab.take(
        Battle.parse(
            "space: 2 cruiser 2 fighter / order=cruiser,fighter sustain=first vs 1 dreadnought 1 cruiser"
        )
    )
    assert len(tab._at().game) == count
    assert Counter(_thrown(tab)) == faces
    assert tab._at().line == lab.settled
    assert "goes on from where it stands" in tab.view()


def test_what_was_played_can_be_had_back_after_the_fleets_changed():
    lab = FakeLab(PLAIN)
    lab.tab = tab = StepsTab(lab)
    tab.act_next(None)
    played = tab.kept()
    for line in (FULL, "space: 3 cruiser vs 1 dreadnought"):
        lab.take(Battle.parse(line))
        assert 'data-act="bring_back"' in tab.view()
        assert "starts anew" in tab.view()
    tab.act_bring_back(None)
    assert (tab.kept(), str(lab.settled)) == (played, PLAIN)
    assert "bring_back" not in tab.view()
    with pytest.raises(StepFault):
        tab.act_bring_back(None)


def test_a_link_stands_where_the_battle_stands():
    lab = FakeLab(PLAIN)
    tab = StepsTab(lab)
    assert tab.address() == {}
    tab.act_next(None)
    other = StepsTab(lab)
    other.visit(tab.address())
    assert other.kept() == tab.kept()
    other.visit({"game": "damaged"})
    assert other.kept() == tab.kept()
    assert 'data-key="record:link"' in tab.view()


def test_the_tab_says_what_an_invasion_begins_with():
    lab = FakeLab("invasion: 2 cruiser 1 infantry vs 1 carrier 2 infantry 1 pds")
    assert "begins in space" in StepsTab(lab).view()
    lab = FakeLab("invasion: 2 cruiser 1 infantry vs 2 infantry")
    assert "nothing in space" in StepsTab(lab).view()


def test_a_pasted_record_of_another_battle_takes_the_lab_along():
    lab = FakeLab(PLAIN)
    lab.tab = tab = StepsTab(lab)
    other = at(FULL, Retreat)
    tab.act_record({"record": other.state})
    assert lab.settled == other.steps.battle
    assert tab.kept() == other.state
    assert lab.status != "news"


def test_a_kept_record_of_another_battle_is_left_out():
    lab = FakeLab(PLAIN)
    tab = StepsTab(lab)
    tab.recall(at(FULL, Retreat).state)
    assert tab.kept() == ""
    assert f"battle {PLAIN}" in tab.view()
    with pytest.raises(RecordError):
        tab.recall("hello")


def test_a_played_battle_is_kept_also_while_another_answer_is_open():
    lab = FleetLab(PLAIN, view="steps")
    for act, value in (("next", None), ("next", None), ("tab", "casualties")):
        lab.do(act, value)
    other = FleetLab()
    other.restore(lab.state)
    assert other.tab == "casualties"
    other.do("tab", "steps")
    assert other.open_tab.kept().count("\n") == 6
