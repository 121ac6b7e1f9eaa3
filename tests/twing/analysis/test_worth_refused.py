"""What cannot be changed in a battle, and the table of what can."""

from __future__ import annotations

import json

import pytest
from twing.analysis.changed_battles import ORDINARY, row

from twingkit import twing
from twingkit.core.language import call_in_language, in_language
from twingkit.core.words import LANGUAGES
from twingkit.twing.analysis.changes import CARD_KINDS
from twingkit.twing.analysis.worth import WORTH_COLUMNS, change_worth_rows, worth
from twingkit.twing.exact_odds.best_responses import many_battles

# what the rules refuse


@pytest.mark.parametrize(
    ("line", "side", "change", "rule", "english"),
    [
        ("F: F5 vs W: W6 @ bra", "attacker", "+bra", "TW-BOX-1", "There is only one Bra of Destiny"),
        ("F: F5 @ bra,cup,hat vs W: W6", "attacker", "+boots", "TW-OBJ-2", "The attacker has 4 active"),
        ("F: F5 vs W: W6 & miromon", "attacker", "+miromon", "TW-BOX-6", "There is only one Miromon"),
        ("F: F5 & miromon vs W: W6", "attacker", "+miromon", "TW-BOX-6", "There is only one Miromon"),
        ("F: F5 F5 F5 vs W: W6", "attacker", "+F1", "TW-BAT-1", "An attack or defence with spells"),
        ("F: F5 vs W: W6", "attacker", "-F5", "TW-BAT-1", "An attack or defence with spells"),
        ("F: F5 vs W: W6", "defender", "-W6", "TW-BAT-4", "A defender with a spell or a creature"),
        (
            "F: F5 vs W: shield W6",
            "defender",
            "-creature W6",
            "TW-BAT-4",
            "A defender with a spell or a creature",
        ),
        ("F: F5 + F4 vs W: W6", "attacker", "-F5", "TW-BAT-5", "Only a defender can raise a shield"),
        (
            "F: F5 + F4 F2 @ teddy vs W: W6",
            "attacker",
            "-teddy",
            "TW-BAT-2",
            "A side may add at most one creature",
        ),
        ("F: F5 + F4M>F2 vs W: W6", "defender", "+cup", "TW-POW-cup", "Against the Cup of Lameness"),
        (
            "F: F5 + F4 vs W: W6",
            "attacker",
            "+creature F3",
            "TW-BAT-2",
            "A side may add at most one creature",
        ),
    ],
)
def test_what_the_rules_forbid_has_no_odds_but_its_rule(line, side, change, rule, english):
    found = row(line, side, change)
    assert found.odds is None
    assert found.rules == (rule,)
    assert found.reason().startswith(english)
    (listed,) = worth(line, [change], side=side, lang="de").itertuples()
    with in_language("de"):
        assert (listed.rules, listed.refused) == ([rule], found.reason())
    assert (listed.reason, listed.changed_position) == ("", "")
    frame = worth(line)
    assert frame[(frame.side == side) & (frame.change == change) & (frame.kind == listed.kind)].empty


def test_TW_BAT_3_a_new_creature_rides_where_no_unit_more_may_lie():
    found = row("F: F5 + F4M vs W: W6", "attacker", "+F3", "creature")
    assert str(found.changed_battle.attacker.lay) == "F5 + F4M>F3"
    assert found.edge_change > 0
    assert row("F: F5 + F2M vs W: W6", "attacker", "+F3", "creature").rules == ("TW-BAT-2",)
    assert row("F: F5 + F4M vs W: W6 @ cup", "attacker", "+F3", "creature").rules == ("TW-BAT-2",)
    roomy = row("F: F5 F1 + F4M vs W: W6", "attacker", "+F3", "creature")
    assert str(roomy.changed_battle.attacker.lay) == "F5 F1 + F4M F3"


def test_TW_BAT_3_rider_and_mount_stay_without_each_other():
    line = "F: F5 + F4M>F3 vs W: W6"
    assert str(row(line, "attacker", "-F4M").changed_battle.attacker.lay) == "F5 + F3"
    assert str(row(line, "attacker", "-F3", "creature").changed_battle.attacker.lay) == "F5 + F4M"


def test_TW_BAT_5_a_shield_gets_cards_of_its_element():
    found = row("F: F5 vs W: shield L4 L2 W3 @ teddy", "defender", "+L3", "creature")
    assert str(found.changed_battle.defender.lay) == "shield L4 L3 W3 L2"
    assert found.odds is not None


def test_TW_ODDS_2_a_battle_beyond_the_budget_is_refused_but_for_the_dice():
    line = "F: F5 & cat*49 vs W: W6 & cat*99 miromon"
    with pytest.raises(twing.BudgetError, match="99 cats"):
        change_worth_rows(line)
    assert row(line, "attacker", "+F1", responses="none").edge_change > 0


def test_TW_ODDS_2_the_budget_refuses_only_the_changes_that_break_it(monkeypatch):
    monkeypatch.setattr(many_battles, "MAX_PLAY_COMBINATIONS", 4)
    line = "F: F5 & cat vs W: W6 & cat"
    found = row(line, "attacker", "+cat")
    assert found.odds is None
    assert found.rules == ("TW-ODDS-2",)
    assert isinstance(found.why, twing.BudgetError)
    with in_language("de"):
        assert "2 Katzen" in found.reason()
    assert row(line, "attacker", "-cat").odds is not None


# the table


def test_the_table_has_the_columns_of_the_lab_and_is_ranked():
    frame = worth(ORDINARY)
    assert dict(frame.dtypes.astype(str)) == WORTH_COLUMNS
    assert list(frame["rank"]) == list(range(1, len(frame) + 1))
    sizes = frame.edge_change.abs().round(12)
    assert sizes.is_monotonic_decreasing
    assert set(frame.kind) == set(CARD_KINDS)
    assert set(frame.side) == {"attacker", "defender"}
    assert not frame.isna().any().any()
    assert not frame.duplicated(["side", "kind", "change"]).any()
    assert (frame.win + frame.tie + frame.loss).tolist() == pytest.approx([1.0] * len(frame))
    assert (frame.win - frame.loss).tolist() == pytest.approx(frame.edge.tolist())
    base = frame.attrs["base"]
    mine = frame[frame.side == "attacker"]
    assert (mine.edge - mine.edge_change).tolist() == pytest.approx([base["edge"]] * len(mine))
    theirs = frame[frame.side == "defender"]
    assert (theirs.edge - theirs.edge_change).tolist() == pytest.approx([-base["edge"]] * len(theirs))


def test_the_table_says_what_it_is_of():
    frame = worth("F: F3 F5 + F4 vs W: W6 W4 & trap cat", lang="de")
    assert frame.attrs["position"] == "F: F5 F3 + F4 vs W: W6 W4 & cat trap"
    assert (frame.attrs["responses"], frame.attrs["lang"]) == ("best", "de")
    assert json.loads(json.dumps(frame.attrs)) == frame.attrs


def test_labels_name_the_cards_in_both_languages():
    line = "F: F5 + F4M vs W: W6"
    said = {
        worth_row.change.token + worth_row.change.kind: [
            call_in_language(lang, worth_row.label) for lang in LANGUAGES
        ]
        for worth_row in change_worth_rows(line)
        if worth_row.side == "attacker"
    }
    assert said["+catcat"] == ["+ black cat", "+ schwarze Katze"]
    assert said["-F5spell"] == ["− spell Fire 5", "− Zauber Feuer 5"]
    assert said["-F4Mcreature"] == ["− creature Fire 4 (mount)", "− Kreatur Feuer 4 (Reittier)"]
    assert said["+braobject"] == ["+ Bra of Destiny", "+ BH des Schicksals"]
