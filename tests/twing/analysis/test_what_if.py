"""One thing different: the changed battles, and what every single change is worth."""

from __future__ import annotations

from inspect import signature

import pytest
from attrs import evolve
from battles import battles
from hypothesis import given, settings
from long_runs import runs

from twingkit import twing
from twingkit.messages import Fault
from twingkit.twing.analysis.what_if import what_if, what_if_rows, with_object, with_power
from twingkit.twing.exact_odds.given_dice import odds_given
from twingkit.twing.notation.battle_line import ROLES, Battle, BattleError
from twingkit.twing.rules.cards import Creature, Spell, read_card

LINE = "F: F5 F3 + F4M>F2 @ hat,teddy & cat trap vs W: W6 W4 + W3 @ bra & cat"
both_modes = pytest.mark.parametrize("responses", ["none", "best"])


@pytest.mark.parametrize(
    ("side", "card", "power", "line"),
    [
        ("attacker", "F3", 6, "F: F6 F5 + F4M>F2"),
        ("attacker", "spell F5", 1, "F: F3 F1 + F4M>F2"),
        ("attacker", Spell("F", 5), 4, "F: F4 F3 + F4M>F2"),
        ("attacker", "F4M", 9, "F: F5 F3 + F9M>F2"),
        ("attacker", "creature F2", 4, "F: F5 F3 + F4M>F4"),
        ("attacker", Creature("F", 4, True), 2, "F: F5 F3 + F2M>F2"),
        ("defender", "W3", 99, "W: W6 W4 + W99"),
    ],
)
def test_a_card_gets_another_power(side, card, power, line):
    changed = with_power(LINE, side, card, power)
    own = getattr(changed, side)
    assert f"{own.character}: {own.lay}" == line
    for other in set(ROLES) - {side}:
        assert getattr(changed, other) == getattr(Battle.parse(LINE), other)


def test_of_equal_cards_one_is_changed():
    line = "F: F3 F3 + F3 vs W: W6"
    assert str(with_power(line, "attacker", "spell F3", 4)) == "F: F4 F3 + F3 vs W: W6"
    assert str(with_power(line, "attacker", "creature F3", 4)) == "F: F3 F3 + F4 vs W: W6"


def test_a_token_that_means_a_spell_and_a_creature_is_refused():
    with pytest.raises(
        Fault, match="a spell and a creature F3; expected one of spell F3, creature F3"
    ) as bad:
        with_power("F: F3 + F3 vs W: W6", "attacker", "F3", 4)
    assert "einen Zauber und eine Kreatur" in bad.value.text("de")


@pytest.mark.parametrize("card", ["F9", "W6", "F4", "cat", "", Spell("F", 2), "creature F5"])
def test_a_card_that_is_not_there_is_named(card):
    with pytest.raises(Fault, match="expected one of spell F5, spell F3, creature F4M, creature F2"):
        with_power(LINE, "attacker", card, 4)


@pytest.mark.parametrize("power", [0, 100, -1, 2.0, True, "4", None])
def test_a_power_that_no_card_has_is_named(power):
    with pytest.raises(Fault, match="from 1 to 99"):
        with_power(LINE, "attacker", "F5", power)


def test_TW_BAT_3_a_rider_cannot_become_too_strong():
    for card, power in (("F2", 5), ("F4M", 1)):
        with pytest.raises(BattleError, match="TW-BAT-3"):
            with_power(LINE, "attacker", card, power)


def test_an_object_is_switched_on_and_off():
    assert with_object(LINE, "attacker", "socks").attacker.objects == ("hat", "socks", "teddy")
    assert with_object(LINE, "attacker", "hat", on=False).attacker.objects == ("teddy",)
    assert (
        with_object(LINE, "defender", "bra")
        == with_object(LINE, "defender", "hat", False)
        == Battle.parse(LINE)
    )


@pytest.mark.parametrize(
    ("line", "side", "name", "on", "rule"),
    [
        ("F: F5 @ bra,cup,hat vs W: W6", "attacker", "socks", True, "TW-OBJ-2"),
        ("F: F5 @ bra vs W: W6", "defender", "bra", True, "TW-BOX-1"),
        ("F: F5 + F4 F3 @ teddy vs W: W6", "attacker", "teddy", False, "TW-BAT-2"),
        ("F: F5 + F4M>F3 vs W: W6", "defender", "cup", True, "TW-POW-cup"),
    ],
)
def test_what_the_rules_forbid_is_refused_and_has_no_row(line, side, name, on, rule):
    with pytest.raises(BattleError, match=rule):
        with_object(line, side, name, on)
    frame = what_if(line)
    assert not ((frame.side == side) & (frame.what == name)).any()


def test_unknown_objects_and_sides_are_named():
    with pytest.raises(Fault, match="no object 'hta'; expected one of boots, bra"):
        with_object(LINE, "attacker", "hta")
    for call in (lambda: with_object(LINE, "me", "hat"), lambda: with_power(LINE, "me", "F5", 4)):
        with pytest.raises(Fault, match="'attacker' or 'defender', not 'me'"):
            call()


@both_modes
@settings(max_examples=runs(7, 150))
@given(battle=battles(most_held=1))
def test_every_change_has_the_odds_of_the_changed_battle(responses, battle):
    base = twing.odds(battle, responses).edge
    for row in what_if_rows(battle, responses):
        if row.kind == "face":
            faces = (row.what, None) if row.side == "attacker" else (None, row.what)
            single = odds_given(battle, *faces, responses)
        else:
            single = twing.odds(row.battle, responses)
        assert (row.odds.win, row.odds.tie, row.odds.loss) == pytest.approx(
            (single.win, single.tie, single.loss), abs=1e-12
        )
        assert row.gain == pytest.approx(single.edge - base, abs=1e-12)


@given(battles(most_held=1))
def test_every_legal_change_has_one_row_and_no_other(battle):
    rows = what_if_rows(battle)
    assert len({(row.kind, row.side, row.what, row.to) for row in rows}) == len(rows)
    for role, own in zip(ROLES, battle.sides, strict=True):
        mine = [row for row in rows if row.side == role]
        switched = {row.what: row.to for row in mine if row.kind == "object"}
        for name in twing.OBJECTS:
            on = name not in own.objects
            objects = {*own.objects} ^ {name}
            legal = not evolve(battle, **{role: evolve(own, objects=objects)}).problems()
            assert switched.get(name) == ({True: "on", False: "off"}[on] if legal else None)
        assert sum(row.kind == "face" for row in mine) == (12 if own.lay.spells else 0)
        powers = [row for row in mine if row.kind == "power"]
        for row in powers:
            card = read_card(row.what)
            assert abs(int(row.to) - card.power) == 1
            assert row.battle == with_power(battle, role, card, int(row.to))
        for card in {*own.lay.spells, *own.lay.creatures}:
            for power in (card.power - 1, card.power + 1):
                try:
                    with_power(battle, role, card, power)
                except (Fault, BattleError):
                    expected = 0
                else:
                    expected = 1
                assert sum(read_card(row.what) == card and int(row.to) == power for row in powers) == expected


@both_modes
def test_TW_BAT_17_a_stronger_card_never_hurts_its_side(responses):
    frame = what_if(LINE, responses)
    powers = frame[frame.kind == "power"]
    for row in powers.itertuples():
        stronger = int(row.to) > int(row.what.split()[-1].strip("FWLAM"))
        assert row.edge_change * (1 if stronger == (row.side == "attacker") else -1) >= -1e-12


def test_the_frame_says_what_it_is_about():
    frame = what_if(LINE, "best", "de")
    assert list(frame.columns) == [
        *("kind", "side", "what", "to", "battle", "win", "tie", "loss", "edge", "edge_change"),
        *("rules", "label", "reason"),
    ]
    odds = twing.odds(LINE, "best")
    assert frame.attrs["battle"] == LINE
    assert frame.attrs["responses"] == "best"
    assert frame.attrs["edge"] == pytest.approx(odds.edge, abs=1e-12)
    assert (frame.edge_change + odds.edge).tolist() == pytest.approx(frame.edge.tolist(), abs=1e-12)
    assert set(frame.rules) <= {rule.id for rule in twing.rulebook()}
    assert list(dict.fromkeys(frame.kind)) == ["power", "face", "object"]


@pytest.mark.parametrize(
    ("what", "to", "en", "de"),
    [
        (
            "spell F5",
            "6",
            "The attacker: spell Fire 5 with power 6",
            "Der Angreifer: Zauber Feuer 5 mit Stärke 6",
        ),
        (
            "creature W3",
            "2",
            "The defender: creature Water 3 with power 2",
            "Der Verteidiger: Kreatur Wasser 3 mit Stärke 2",
        ),
        ("Sun", "roll", "The attacker rolls: Sun", "Der Angreifer würfelt: Sonne"),
        ("-3", "roll", "The attacker rolls: −3", "Der Angreifer würfelt: −3"),
        (
            "bra",
            "off",
            "The defender without the Bra of Destiny",
            "Der Verteidiger ohne BH des Schicksals",
        ),
        (
            "socks",
            "on",
            "The attacker with the Socks of Certainty",
            "Der Angreifer mit Socken der Gewissheit",
        ),
    ],
)
def test_changes_are_told_in_both_languages(what, to, en, de):
    row = next(row for row in what_if_rows(LINE) if (row.what, row.to) == (what, to))
    assert (row.label("en"), row.label("de")) == (en, de)


def test_a_bad_battle_is_refused_as_by_odds():
    with pytest.raises(twing.NotationError):
        what_if("F: F5 vs")
    with pytest.raises(BattleError, match="TW-BAT-1"):
        what_if("F: F5 W5 vs W: W6")
    with pytest.raises(ValueError, match="'none' or 'best'"):
        what_if(LINE, "worst")
    with pytest.raises(twing.BudgetError):
        what_if("F: F5 & cat*99 vs W: W6 & cat*99", "best")


def test_what_asks_what_a_change_is_worth_takes_the_best_responses_unless_told() -> None:
    tables = ("advise", "card_worth", "grid", "hand_worth", "held_worth", "power_grid", "what_if")
    asked = (*tables, "odds_unknown")
    defaults = {name: signature(getattr(twing, name)).parameters["responses"].default for name in asked}
    assert set(defaults.values()) == {"best"}, defaults


def test_one_line_has_one_answer_whichever_table_is_asked() -> None:
    line = "F: F5 & cat vs W: W6"
    switched = what_if(line).query("kind == 'object' and to == 'on'").set_index(["side", "what"])
    worth = twing.card_worth(line).query("kind == 'object'").set_index(["side", "change"])
    for (side, name), row in worth.iterrows():
        same = switched.loc[(side, name.lstrip("+-")), "edge_change"]
        assert row["edge_change"] == pytest.approx(same if side == "attacker" else -same)
