"""The battle stepper: going on and back, responding, trying other dice, and coming back to a record."""

from __future__ import annotations

import re

import pytest
from widgets.play_tables import read

from twingkit import BadAnswer, RecordError, Refusal, Roll, twing
from twingkit_widgets.stepper.game_steps import StepFault
from twingkit_widgets.twing.stepper.battle_steps import Steps
from twingkit_widgets.twing.stepper.stepper import StepperPanel

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"
CATS = "F: F5 vs W: W4 + W2 & cat"
FULL = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"
HUGE = (
    "F: F5 F3 F1 + F4 F3 F2 @ shamrock & cat*9 trap*3 vs W: W6 W4 W2 + W3 W2 W1 @ hat & cat*9 trap*3 miromon"
)


def at_response(line: str, *faces: str, lang: str = "en") -> StepperPanel:
    """A panel where responses are asked, both dice set to `faces`."""
    panel = StepperPanel(line, lang=lang)
    while not isinstance(panel.steps.game.question, Roll):
        panel.do("next")
    for face in faces:
        panel.do("choose", face)
    return panel


def label_of(panel: StepperPanel, key: str) -> str:
    """The text of the button with this key."""
    found = re.search(rf'<button[^>]*data-key="{re.escape(key)}"[^>]*>(.*?)</button>', panel.html, re.S)
    assert found, key
    return re.sub(r"<[^>]+>", " ", found[1])


# -- forward and back


def test_the_big_button_lays_rolls_and_decides():
    panel = StepperPanel(SIMPLE, seed=3)
    phases = []
    while not panel.steps.game.over:
        phases.append(panel.steps.phase)
        panel.do("next")
    assert phases == ["lay", "lay", "roll", "roll"]
    assert panel.steps.phase == "result"
    assert 'aria-disabled="true"' in re.search(r'<button[^>]*data-key="next"[^>]*>', panel.html)[0]


def test_next_at_the_end_changes_nothing():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    record = panel.state
    panel.do("next")
    assert panel.error is None
    assert panel.state == record


def test_back_and_forward_show_the_same_dice_again():
    panel = StepperPanel(SIMPLE)
    panel.do("end")
    record = panel.state
    for _ in range(3):
        panel.do("back")
    assert "as before" in label_of(panel, "next") or "lays" in label_of(panel, "next")
    for _ in range(3):
        panel.do("next")
    assert panel.state == record


def test_back_at_the_beginning_stays_there():
    panel = StepperPanel(SIMPLE)
    panel.do("back")
    assert panel.error is None
    assert len(panel.steps.game) == 0


def test_start_over_forgets_everything():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    panel.do("restart")
    assert len(panel.steps.game) == 0
    assert "rolls the die" not in label_of(panel, "next")


def test_a_seed_brings_the_same_dice_again():
    records = []
    for seed in (5, 5, 6):
        panel = StepperPanel(SIMPLE, seed=seed)
        panel.do("end")
        records.append(panel.state)
    assert records[0] == records[1]
    assert records[0] != records[2]


def test_the_transcript_leads_to_any_step():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    panel.do("goto", "1")
    assert len(panel.steps.game) == 1
    panel.do("goto", "3")
    assert len(panel.steps.game) == 3


@pytest.mark.parametrize("place", ["99", "-1", "x", "", "²"])
def test_a_step_that_is_not_there_is_refused(place):
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("next")
    panel.do("goto", place)
    assert isinstance(panel.error, StepFault)
    assert len(panel.steps.game) == 1


def test_the_line_must_be_a_legal_battle():
    with pytest.raises(twing.NotationError):
        StepperPanel("F: F5 against W: W4")
    with pytest.raises(twing.BattleError):
        StepperPanel("F: F5 F4 F3 F2 vs W: W4")


# -- what happened


def test_every_ruling_of_the_step_is_said_with_its_rule():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("next")
    for ruling in panel.steps.game.rulings:
        assert ruling.text("en") in panel.status
        assert ruling.rule in panel.html
    panel.lang = "de"
    assert panel.steps.game.rulings[0].text("de") in panel.html


def test_the_deciding_ruling_leads_at_the_end():
    panel = StepperPanel(SIMPLE)
    for _ in range(2):
        panel.do("next")
    panel.do("choose", "Sun")
    panel.do("choose", "3")
    main, others = panel.steps.shown()
    assert main.rule == "TW-BAT-16"
    assert "tk-told-result" in panel.html
    assert "TW-BAT-7" in [one.rule for one in others]


def test_a_pass_says_so_and_names_the_rule():
    panel = at_response(CATS, "3", "-4")
    assert panel.steps.game.question.kind == "respond"
    panel.do("choose", "pass")
    told = panel.steps.story(panel.steps.shown_from)
    assert (told[0].rule, told[0].text("en")) == ("TW-BAT-10", "The defender passes.")
    assert told[0].text("de") == "Der Verteidiger passt."


def test_a_rule_opens_beside_and_closes():
    panel = StepperPanel(SIMPLE)
    panel.do("next")
    text = twing.rulebook()["TW-BAT-1"].text("en")
    assert text.split(".")[0] not in read(panel.html)
    panel.do("rule", "TW-BAT-1")
    assert text.split(".")[0] in read(panel.html)
    panel.do("rule", "TW-BAT-1")
    assert text.split(".")[0] not in read(panel.html)


def test_a_sentence_opens_its_rule_right_below_it():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("next")
    second = panel.steps.shown()[1][0]
    panel.do("told", f"1:{second.rule}")
    assert panel.opened == second.rule
    assert 'data-key="told:1" aria-expanded="true"' in panel.html
    assert panel.html.index('data-key="told:1"') < panel.html.index("tk-opened")
    panel.do("told", f"1:{second.rule}")
    assert panel.opened == ""
    panel.do("told", "x:TW-BAT-1")
    assert isinstance(panel.error, StepFault)


@pytest.mark.parametrize("rule", ["TW-NOPE-1", "<b>", "", None])
def test_a_rule_that_is_not_there_opens_nothing(rule):
    panel = StepperPanel(SIMPLE)
    panel.do("rule", rule)
    assert panel.error is None
    assert panel.opened == ""


# -- responses


def test_what_is_allowed_can_be_chosen():
    panel = at_response(CATS, "3", "-4")
    panel.do("choose", "cat")
    assert panel.error is None
    assert "defender: cat" in panel.state
    assert "rolls the die" in label_of(panel, "next")


def test_what_is_forbidden_is_there_and_says_why():
    panel = at_response(CATS, "3", "-4")
    choices = {choice.answer: choice for choice in panel.steps.choices()}
    assert choices["cat"].refusal is None
    assert choices["hat"].refusal.rule == "TW-POW-hat"
    tag = re.search(r'<button[^>]*data-key="choose:hat"[^>]*>', panel.html)[0]
    assert 'aria-disabled="true"' in tag
    described = re.search(r'aria-describedby="([^"]+)"', tag)[1]
    reason = re.search(rf'<span[^>]*id="{described}"[^>]*>(.*?)</span>', panel.html, re.S)[1]
    assert choices["hat"].refusal.text("en") in reason


def test_pressing_what_is_forbidden_keeps_the_reason_open():
    panel = at_response(CATS, "3", "-4")
    record = panel.state
    panel.do("why", "hat")
    assert "TW-POW-hat" in panel.status
    assert "tk-no-open" in panel.html
    assert panel.state == record
    panel.do("why", "hat")
    assert "tk-no-open" not in panel.html


def test_pressing_what_is_allowed_explains_nothing():
    panel = at_response(CATS, "3", "-4")
    panel.do("why", "cat")
    assert "tk-no-open" not in panel.html


def test_choosing_what_is_forbidden_is_refused_and_nothing_changes():
    panel = at_response(CATS, "3", "-4")
    record = panel.state
    panel.do("choose", "hat")
    assert isinstance(panel.error, Refusal)
    assert panel.error.rule in panel.html
    assert panel.state == record


@pytest.mark.parametrize("answer", ["dance", "<script>alert(1)</script>", "", "trap"])
def test_what_is_no_answer_is_refused_and_escaped(answer):
    panel = at_response(CATS, "3", "-4")
    record = panel.state
    panel.do("choose", answer)
    assert isinstance(panel.error, BadAnswer)
    assert "<script>" not in panel.html
    assert panel.state == record


def test_a_kind_that_is_wholly_forbidden_shows_once():
    panel = at_response("F: F5 F3 + F4 F2 vs W: W4 + W2 & cat", "3", "-4")
    traps = [choice for choice in panel.steps.choices() if choice.answer.startswith("trap")]
    assert [(choice.whole_kind, choice.refusal.rule) for choice in traps] == [(True, "TW-BAT-13")]


def test_a_trap_can_name_the_rider():
    panel = at_response("F: F5 + F4M>F2 vs W: W4 & trap", "3", "-4")
    while panel.steps.game.question.kind != "respond":
        panel.do("next")
    assert "Trap: the rider Fire 2" in label_of(panel, "choose:trap &gt;F2")
    panel.do("choose", "trap >F2")
    assert panel.error is None


def test_next_plays_the_best_response():
    panel = at_response(CATS, "3", "-4")
    assert panel.steps.suggestion == twing.best_answer(panel.steps.game) == "cat"
    assert "(best response)" in label_of(panel, "next")
    panel.do("next")
    assert "defender: cat" in panel.state


def test_too_many_cards_to_find_the_best_response():
    panel = at_response(HUGE, "0", "0")
    while panel.steps.game.question.kind != "respond":
        panel.do("next")
    assert panel.steps.too_large is not None
    assert panel.steps.suggestion == "pass"
    assert "(best response)" not in label_of(panel, "next")
    panel.do("responses", "best")
    assert panel.error is None
    assert panel.steps.too_large.text("en") in panel.html
    panel.do("next")
    assert panel.state.endswith("attacker: pass\n")


# -- dice


def test_a_pending_die_can_be_set():
    panel = StepperPanel(SIMPLE)
    for _ in range(2):
        panel.do("next")
    panel.do("choose", "Cross")
    assert panel.state.endswith("attacker: roll Cross\n")


def test_what_if_and_back_to_how_it_went():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    record = panel.state
    place = panel.steps.rolls()[0].place
    panel.do("face", f"{place}:Sun")
    assert panel.state.endswith("attacker: roll Sun\n")
    panel.do("end")
    assert panel.steps.game.result.winner == 0 or "defender: roll Sun" in panel.state
    panel.do("really")
    assert panel.state == record
    assert panel.steps.really is None


@pytest.mark.parametrize("value", ["0:Sun", "99:Sun", "x:Sun", "Sun", ""])
def test_what_if_needs_a_roll(value):
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    record = panel.state
    panel.do("face", value)
    assert isinstance(panel.error, StepFault)
    assert panel.state == record


def test_what_if_needs_a_face():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    panel.do("face", f"{panel.steps.rolls()[0].place}:7")
    assert isinstance(panel.error, Refusal)
    assert panel.steps.really is None


def test_the_last_die_can_be_rolled_again():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    seen = set()
    for _ in range(30):
        panel.do("reroll")
        seen.add(panel.state)
    assert len(seen) > 3
    assert len({state.splitlines()[5] for state in seen}) == 1  # the attacker’s roll stands


def test_nothing_to_roll_again_before_the_first_roll():
    panel = StepperPanel(SIMPLE)
    panel.do("reroll")
    assert isinstance(panel.error, StepFault)


# -- odds


def test_the_odds_follow_the_battle():
    steps = Steps(FULL)
    whole = steps.odds("best")
    assert whole == twing.odds(FULL, "best")
    while steps.phase == "lay":
        steps.forward()
    assert steps.odds("none").win == pytest.approx(twing.odds(FULL).win)
    steps.to_end()
    assert steps.odds("none") is None


def test_the_odds_can_be_switched():
    panel = StepperPanel(CATS)
    panel.do("responses", "none")
    assert "If nobody plays another card." in panel.html
    panel.do("responses", "best")
    assert "If both sides respond as well as they can." in panel.html


# -- record


def test_the_record_restores_the_very_place():
    panel = at_response(FULL, "3")
    other = StepperPanel(SIMPLE)
    other.restore(panel.state)
    assert other.state == panel.state


def test_a_record_can_be_pasted():
    panel = StepperPanel(SIMPLE)
    panel.do("record", {"record": at_response(CATS, "3").state})
    assert panel.error is None
    assert panel.state.endswith("roll 3\n")


@pytest.mark.parametrize(
    "record",
    [
        "",
        "hello",
        "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W4\nattacker: lay F6\n",
        "twingkit-record 1\ngame twing.battle\nbattle <b>\n",
        "twingkit-record 1\ngame nothing\n",
    ],
)
def test_a_bad_record_is_refused_shown_and_kept_for_repair(record):
    panel = StepperPanel(SIMPLE)
    panel.do("next")
    state = panel.state
    panel.do("record", {"record": record + "<script>"})
    assert panel.error is None
    assert panel.html.count("tk-alert") == 1
    assert "line" in panel.status
    assert panel.state == state
    assert "&lt;script&gt;</textarea>" in panel.html
    assert "<script>" not in panel.html
    with pytest.raises(RecordError):
        panel.restore(record)
    assert panel.state == state


# -- the page


@pytest.mark.parametrize("lang", ["en", "de"])
def test_one_key_for_each_thing_to_do(lang):
    panel = StepperPanel(SIMPLE, lang=lang)
    keys = re.findall(r'data-shortcut="([^"]+)"', panel.html)
    assert sorted(keys) == sorted("nberus?")
    assert "tk-keys" not in panel.html
    panel.do("help")
    assert "tk-keys" in panel.html


def test_the_help_is_where_its_button_is_and_takes_the_focus():
    panel = StepperPanel(SIMPLE)
    panel.do("help")
    bar = panel.html.index("tk-stepper-controls")
    assert bar < panel.html.index("tk-stepper-help") < panel.html.index('data-key="next"')
    assert 'data-key="help" data-shortcut="Escape"' in panel.html  # the focused "help" is what closes it now
    assert panel.html.count('data-key="help"') == 1
    panel.do("help")
    assert "tk-stepper-help" not in panel.html
    assert 'data-key="help" data-shortcut="?"' in panel.html


@pytest.mark.parametrize(("act", "value"), [("next", None), ("rule", "TW-BAT-1"), ("rare", None)])
def test_the_help_makes_room(act, value):
    panel = StepperPanel(SIMPLE)
    panel.do("help")
    panel.do(act, value)
    assert "tk-stepper-help" not in panel.html


def test_the_less_common_buttons_fold_away():
    panel = StepperPanel(SIMPLE)
    assert "tk-stepper-all" not in panel.html
    panel.do("rare")
    assert "tk-stepper-all" in panel.html
    panel.do("next")
    assert "tk-stepper-all" not in panel.html


def shown_again(panel):
    """What the head and the table carry so that the client brings them into sight."""
    return re.findall(r'data-bring="(\d+)"', panel.html)


def test_every_step_comes_into_sight_and_looking_around_moves_nothing():
    panel = StepperPanel(SIMPLE, seed=3)
    seen = [shown_again(panel)]
    for act in ("next", "next", "end", "reroll", "back"):
        panel.do(act)
        seen.append(shown_again(panel))
    assert seen == [[str(n)] * 2 for n in range(6)]
    for act, value in (("help", None), ("rule", "TW-BAT-1"), ("responses", "none"), ("rare", None)):
        panel.do(act, value)
    panel.lang = "de"
    assert shown_again(panel) == ["5", "5"]
    assert 'data-bring="TW-BAT-1"' in panel.html  # but a rule that is opened is to be read


def test_the_story_comes_first_then_the_table_then_the_rest():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    places = ["tk-told-main", 'class="tk-table"', 'data-key="told:1"', "tk-stepper-controls"]
    assert sorted(places, key=panel.html.index) == places


# -- what is taken away is told


def test_rolling_again_tells_what_it_takes_back():
    panel = at_response(CATS, "3", "-4")
    panel.do("reroll")
    assert "taken back" not in panel.status  # nothing came after that roll
    panel = at_response(CATS, "3", "-4")
    panel.do("choose", "pass")
    panel.do("reroll")
    assert panel.status.startswith("The last die was rolled again. The step after that roll was taken back.")
    assert "was taken back" in panel.html
    panel.lang = "de"
    assert "Der Schritt danach ist zurückgenommen." in panel.html
    panel.do("back")
    assert "zurückgenommen." not in panel.html


def test_rolling_again_says_beforehand_what_it_does():
    for lang, said in (("en", "takes back everything after that roll"), ("de", "nimmt alles zurück")):
        tag = re.search(r'<button[^>]*data-key="reroll"[^>]*>', StepperPanel(SIMPLE, lang=lang).html)[0]
        assert said in tag


def test_another_battle_in_the_place_of_one_on_its_way_is_told_once():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.steps = Steps(CATS)
    assert panel.step_news() == ""  # nothing was lost
    panel.do("next")
    panel.steps = Steps(SIMPLE)
    panel.refresh()
    assert panel.step_news() == "The battle has changed: the stepper starts over."
    assert panel.step_news() in panel.html
    panel.do("next")
    assert panel.step_news() == ""
    assert "starts over" not in panel.html


def test_a_record_in_the_place_of_a_battle_is_no_loss():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("next")
    panel.steps = at_response(CATS, "3").steps
    assert panel.step_news() == ""


def test_ids_are_unique_over_two_panels():
    first, second = at_response(CATS, "3", "-4"), at_response(CATS, "3", "-4")
    ids = re.findall(r'\bid="([^"]+)"', first.html + second.html)
    assert len(ids) == len(set(ids)) > 2


def test_the_still_picture_tells_the_story_without_controls():
    panel = StepperPanel(SIMPLE)
    panel.do("next")
    still = panel._repr_html_()
    assert panel.steps.shown()[0].text("en") in still
    assert "<button" not in still
    assert "tk-next" not in still.split("</style>")[1]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("line", [SIMPLE, CATS, FULL, "F: F5 vs W: shield W4"])
def test_every_step_of_a_battle_can_be_shown(line, lang):
    panel = StepperPanel(line, lang=lang, seed=1)
    while not panel.steps.game.over:
        panel.do("next")
        assert panel.error is None
        assert "{" not in panel.html
        assert panel.status
