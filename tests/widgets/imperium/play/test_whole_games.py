"""The play page of whole games: games played with its controls, and invalid messages to it."""

from __future__ import annotations

import random
import re
from collections import Counter
from html import unescape

import pytest
from widgets.imperium.play.person_pages import after_hints, at_turn

from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.outlook.threats import threats_at
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit_widgets.imperium.pictures.names import system_name
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.imperium.play.turn.fights import battle_beginnings
from twingkit_widgets.imperium.play.ui_state import current_plan
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.site.page import page
from widgets import play_tables


def buttons(panel: ImperiumPlayPanel, act: str) -> list[str]:
    """Return the values of the page's enabled buttons with this action."""
    return [value for name, value in play_tables.buttons(panel.html) if name == act and value]


def press_on(panel: ImperiumPlayPanel, rng: random.Random) -> None:
    """Press something on the page, like a person without a plan."""
    if panel.match.pause_reason:
        panel.do("go_on")
        return
    assert play_tables.unguarded(panel.html) == []
    opened = current_plan(panel.player_view())
    if opened is not None:
        for _ in range(rng.randrange(4)):
            panel.do("step", rng.choice(buttons(panel, "step") or [""]))
            panel.error = None
        if 'data-act="confirm"' in panel.html and current_plan(panel.player_view()) is not None:
            plan, amounts = current_plan(panel.player_view()) or opened
            if plan.refusal(amounts) is not None:
                panel.do("answer", plan.question.random_answer(rng))
            else:
                panel.do("confirm")
        return
    if isinstance(panel.match.question, TurnChoice) and rng.random() < 0.7:
        panel.do("system", str(rng.randrange(len(panel.match.view.systems))))
    panel.do("answer", rng.choice(buttons(panel, "answer")))


@pytest.mark.parametrize(("lang", "seed"), [("en", 1), ("de", 2)])
def test_a_short_game_is_played_to_its_end_with_the_buttons_of_the_page(lang: str, seed: int) -> None:
    panel, rng = ImperiumPlayPanel(seed=seed, lang=lang), random.Random(seed)
    for _ in range(600):
        if panel.match.game.over:
            break
        press_on(panel, rng)
        assert panel.error is None, (panel.error, panel.match.question)
    assert panel.match.game.over
    assert ("Punkte" if lang == "de" else "points") in panel.html


JUNK = [
    ("system", "99"), ("system", "x"), ("system", None), ("system", "-2"), ("step", "ship:01:carrier|1"),
    ("step", "|"), ("step", None), ("step", "tactic|1"), ("quick", "0"), ("quick", "²"), ("confirm", None),
    ("trade", "0"), ("trade", "9"), ("trade", "x"), ("answer", "activate 99"), ("answer", "offer p9"),
    ("answer", "<i>x</i>"), ("answer", "strategy 77"), ("face", "1:roll 3"), ("take_hint", None),
]  # fmt: skip
"""Messages that no browser sends at the beginning of a turn."""


@pytest.mark.parametrize(("act", "value"), JUNK)
def test_what_no_browser_sends_is_refused_with_one_error_and_nothing_is_lost(act: str, value: object) -> None:
    panel = at_turn()
    record = panel.record
    panel.do(act, value)
    assert panel.error is not None
    assert panel.record == record


def test_IM_TACT_1_a_chosen_system_shows_what_can_come_and_the_rule_that_stops_the_others() -> None:
    panel = at_turn()
    galaxy = panel.match.game.table.galaxy
    panel.do("system", str(galaxy.system("20").index))
    assert "Your ships that can come here" in panel.html
    assert "activate 20" in panel.html
    panel.do("system", str(galaxy.system("39").index))
    assert "Ships that cannot come here, and why" in panel.html
    assert "The active system is too far from system" in panel.html
    assert "IM-MOVE-1" in panel.html
    panel.do("system", str(galaxy.system("39").index))
    assert panel.ui_state.system is None


def test_IM_INV_13_the_mecatol_system_says_whether_one_can_pay_for_the_custodians() -> None:
    panel = at_turn()
    table = panel.match.game.table
    panel.do("system", str(table.mecatol_system))
    budget = max_payment(table, panel.match.seat, "influence")
    assert f"6 influence; you can now raise {budget} in all: too little." in panel.html
    panel.do("system", str(table.galaxy.system("20").index))
    assert "You need 6 influence" not in panel.html


def test_who_could_attack_a_system_is_worked_out_when_asked_for_and_forgotten_with_the_system() -> None:
    panel = at_turn()
    panel.do("attackers")
    assert panel.error is not None, "no system is chosen"
    asked = Counter[bool]()
    for system in range(len(panel.match.view.systems)):
        panel.do("system", str(system))
        found = threats_at(panel.match.game.table, system, panel.match.seat)
        there = bool(panel.match.game.table.units_in_space(panel.match.seat, system).ship_count)
        asks = "How would they do against your ships?" in panel.html
        assert asks == (there and bool(found)), "asked only where somebody could attack"
        assert panel.html.count(" could come here with ") == len(found)
        assert ("No opponent can move ships into this system" in panel.html) == (not found)
        assert "tk-chances" not in panel.html
        panel.do("attackers")
        assert panel.error is None
        asked[bool(found)] += 1
        assert panel.html.count("wins in space") == len(found)
        for threat in found:
            assert percent(threat.win, 1) in panel.html
            assert all(system_name(number) in panel.html for number in threat.source_tiles)
        assert (panel.status.startswith("No opponent")) == (not found)
        assert ("could attack here" in panel.status) == bool(found)
    assert asked[True], "somebody reaches some system"
    assert asked[False], "nobody reaches another"
    panel.do("system", "-1")
    assert panel.ui_state.attackers is None


def test_IM_MOVE_4_too_much_cargo_is_refused_with_its_rule_and_the_plan_stays() -> None:
    panel = at_turn()
    panel.do("answer", "activate 20")
    assert isinstance(panel.match.question, Move)
    panel.do("step", "cargo:01:infantry:jord|1")
    assert "IM-MOVE-4" in panel.html
    panel.do("confirm")
    assert panel.error is not None
    assert panel.ui_state.amounts == {"cargo:01:infantry:jord": 1}
    panel.do("step", "ship:01:carrier|1")
    panel.do("confirm")
    assert panel.error is None
    assert "p1: move 01 1 carrier, 1 infantry jord" in panel.record


def test_IM_ASK_4_rows_stop_at_what_is_there() -> None:
    panel = at_turn()
    panel.do("answer", "activate 20")
    for _ in range(5):
        panel.do("step", "ship:01:carrier|1")
    assert panel.ui_state.amounts == {"ship:01:carrier": 2}
    for _ in range(5):
        panel.do("step", "ship:01:carrier|-1")
    assert panel.ui_state.amounts == {"ship:01:carrier": 0}
    panel.do("quick", "0")
    assert panel.ui_state.amounts["ship:01:carrier"] == 2
    panel.do("step", "ship:01:cruiser|1")  # there is none
    assert panel.error is not None


def test_the_hint_is_taken_over_into_a_plan() -> None:
    panel = at_turn()
    panel.do("answer", "activate 20")
    panel.do("hint")
    assert "“Move from 01 Jord" in panel.status
    panel.do("take_hint")
    plan, amounts = current_plan(panel.player_view()) or pytest.fail("a movement has a plan")
    assert plan.answer_from_amounts(amounts) == plan.question.format_answer(panel._hint)


def test_IM_TRADE_3_an_offer_is_put_together_and_sent() -> None:
    panel = at_turn()
    values = buttons(panel, "trade")
    assert values, "Hacan deals with everybody"
    panel.do("trade", values[0])
    assert "You give" in panel.html
    assert "IM-TRADE-3" in panel.html  # nothing for nothing
    before = len(panel.match.game)
    panel.do("step", "wants:goods|1")
    panel.error = None
    panel.do("step", "gives:note trade_agreement:p1|1")
    panel.do("confirm")
    assert panel.error is None
    assert len(panel.match.game) > before
    assert "p1: offer p2 note trade_agreement:p1 for" in panel.record


def test_IM_SET_1_impossible_choices_are_reported_in_the_form() -> None:
    panel = ImperiumPlayPanel(seed=1)
    for typed, rule in (({"players": "7"}, "IM-SET-1"), ({"players": "4", "faction": "moon"}, "IM-SET-1")):
        panel.do("begin", typed)
        assert rule in panel.html
    panel.do("begin", {"players": "4", "faction": "hacan", "diplomacy": "any_two", "seed": "3"})
    begin = panel.match.settings.start
    assert (begin.seats, begin.factions[0], begin.variant.diplomacy) == (4, "hacan", "any_two")
    assert panel.address() == {"players": "4", "faction": "hacan", "variant": "box diplomacy=any_two"}
    panel.do("begin", {"players": "short"})
    assert panel.match.settings.start.is_short


def test_dice_of_a_battle_could_have_fallen_otherwise_and_one_comes_back() -> None:
    panel = after_hints(7, 50)
    assert any(battle_beginnings(panel.match.rulings))
    record = panel.record
    panel.do("toggle_panel", "dice")
    fell = {throw.face for throw in panel.match.changeable_results()}
    others = [value for value in buttons(panel, "choose_face") if value.partition(":")[2] not in fell]
    panel.do("choose_face", others[0])
    panel.do("try_faces")
    assert panel.error is None
    assert panel.record == record, "the real game is kept"
    assert panel.match.real_game_state is not None
    panel.do("really")
    assert panel.match.game.record == record


def test_IM_SPACE_15_a_battle_has_its_way_to_the_lab_and_back() -> None:
    panel = after_hints(21, 44)
    href = re.search(r'href="[^"?]*imperium-battle[^"?]*\?([^"]*battle=[^"]*)"', panel.html)
    made = page("imperium-battle", unescape(href[1]))
    assert made.fault_panel is None
    assert str(made[0].draft.subject()) in {begun.battle for begun in battle_beginnings(panel.match.rulings)}
    assert "Back to your game" in made.frame.html
    assert made.frame.back_page == "imperium-game"


def test_the_battle_of_an_attacker_has_its_way_to_the_lab_and_back() -> None:
    panel = after_hints(0, 5)
    table, seat = panel.match.game.table, panel.match.seat
    threats = {place: threats_at(table, place, seat) for place in range(len(table.space))}
    attacked = next(place for place in threats if any(threat.battle_line for threat in threats[place]))
    panel.do("system", str(attacked))
    panel.do("attackers")
    threat = (panel.ui_state.attackers or ())[0]
    (href,) = re.findall(rf'href="([^"]*)"[^>]*data-key="b:{threat.attacker}"', panel.html)
    made = page("imperium-battle", unescape(href).partition("?")[2])
    assert made.fault_panel is None
    assert str(made[0].draft.subject()) == threat.battle_line
    assert f">{threat.battle_line}<" not in panel.html, "the fleets are named in words"
    assert "Back to your game" in made.frame.html


def keys_of(panel: ImperiumPlayPanel) -> dict[str, str]:
    """Return the meaning of each key of the page: the action and the value, without the number of the
    question."""
    found = re.findall(r'data-act="([^"]*)" data-value="([^"]*)"[^>]* data-shortcut="(.)"', panel.html)
    return {key: f"{act} {re.sub(r'^[0-9]+:', '', unescape(value))}" for act, value, key in found}


@pytest.mark.parametrize("players", ["short", "6"])
def test_an_action_of_a_turn_keeps_its_key_and_a_strategy_card_has_its_number(players: str) -> None:
    panel, turns, kept = ImperiumPlayPanel(players, seed=7), 0, dict[str, str]()
    for _ in range(60):
        keys = keys_of(panel)
        for key, action in keys.items():
            if action.startswith(("answer take ", "answer strategy ")):
                assert action.endswith(f" {key}")
        if isinstance(panel.match.question, TurnChoice):
            turns += 1
            listed = {action: key for key, action in keys.items()}
            assert not {action for action in listed.keys() & kept.keys() if listed[action] != kept[action]}
            kept |= listed
        panel.do("go_on") if panel.match.pause_reason else panel.do("answer", panel.match.hint())
        assert panel.error is None
        if panel.ui_state.answer_and_warning[0]:
            panel.do("answer", panel.ui_state.answer_and_warning[0])
    assert turns > 5
    assert any(action.startswith(("answer use", "answer play")) for action in kept)
    assert any(action.startswith("system") for action in kept)
