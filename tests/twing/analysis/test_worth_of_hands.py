"""The worth of the cards of a hand: each is left out once."""

import pytest

from twingkit import Fault, twing

HANDS = "F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4"


def test_each_card_left_out_once_is_advice_with_and_without_it():
    frame = twing.worth(HANDS)
    whole = twing.advise(HANDS).iloc[0]
    assert frame.attrs["base"]["edge"] == pytest.approx(whole["edge"])
    assert (frame.attrs["option"], frame.attrs["reply"]) == (whole["option"], whole["reply"])
    left = {
        ("attacker", "-F5"): "F: hand F3 W4 + F4 & cat vs W: hand W6 W4",
        ("attacker", "-F3"): "F: hand F5 W4 + F4 & cat vs W: hand W6 W4",
        ("attacker", "-W4"): "F: hand F5 F3 + F4 & cat vs W: hand W6 W4",
        ("attacker", "-creature F4"): "F: hand F5 F3 W4 & cat vs W: hand W6 W4",
        ("attacker", "-cat"): "F: hand F5 F3 W4 + F4 vs W: hand W6 W4",
        ("defender", "-W6"): "F: hand F5 F3 W4 + F4 & cat vs W: hand W4",
        ("defender", "-W4"): "F: hand F5 F3 W4 + F4 & cat vs W: hand W6",
    }
    assert {(row["side"], row["change"]) for row in frame.to_dict("records")} == set(left)
    for row in frame.to_dict("records"):
        best = twing.advise(left[row["side"], row["change"]]).iloc[0]
        sign = 1 if row["side"] == "attacker" else -1
        assert row["edge"] == pytest.approx(sign * best["edge"])
        assert row["edge_change"] == pytest.approx(sign * (best["edge"] - whole["edge"]), abs=1e-12)
        assert (row["option"], row["reply"]) == (best["option"], best["reply"])
    assert frame["rank"].tolist() == list(range(1, 8))
    assert frame.loc[0, "change"] == "-F5"


def test_a_card_more_or_another_element_is_advice_with_that_hand():
    frame = twing.worth(HANDS, ["+F6", "W4>F2", "+trap", "W:", "+hat", "-cat"], side="attacker").set_index(
        "change"
    )
    changed = {
        "+F6": "F: hand F6 F5 F3 W4 + F4 & cat vs W: hand W6 W4",
        "W4>F2": "F: hand F5 F3 F2 + F4 & cat vs W: hand W6 W4",
        "+trap": "F: hand F5 F3 W4 + F4 & cat trap vs W: hand W6 W4",
        "W:": "W: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4",
        "+hat": "F: hand F5 F3 W4 + F4 @ hat & cat vs W: hand W6 W4",
        "-cat": "F: hand F5 F3 W4 + F4 vs W: hand W6 W4",
    }
    assert {change: str(twing.Situation.parse(line)) for change, line in changed.items()} == {
        change: frame.loc[change, "changed_position"] for change in changed
    }
    for change, line in changed.items():
        assert frame.loc[change, "edge"] == pytest.approx(twing.advise(line).iloc[0]["edge"])


def test_of_one_side_alone():
    assert set(twing.worth(HANDS, side="defender")["side"]) == {"defender"}


def test_where_an_attack_lies_the_defender_is_advised():
    frame = twing.worth("F: F5 F3 vs W: hand W6 W4", side="defender")
    best = twing.advise("F: F5 F3 vs W: hand W4").iloc[0]
    assert frame[frame["change"] == "-W6"]["edge"].tolist() == pytest.approx([best["edge"]])


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_card_without_which_nothing_can_be_laid_is_refused_by_a_rule(lang):
    frame = twing.worth("F: hand F5 + F4 vs W: hand W6 W4", ["-F5", "-F4"], side="attacker", lang=lang)
    assert frame[["change", "option"]].values.tolist() == [["-creature F4", "F5"], ["-F5", ""]]
    assert frame["rules"][1] == ["TW-BAT-1"]
    texts = [frame["reason"][0], frame["refused"][1], *frame["label"]]
    assert all(text and "{" not in text for text in texts)
    assert "-F5" not in set(twing.worth("F: hand F5 + F4 vs W: hand W6 W4")["change"])


def test_a_side_that_holds_nothing_is_reported():
    with pytest.raises(Fault):
        twing.worth("F: F5 F3 vs W: hand W6 W4", side="attacker")


@pytest.mark.parametrize("side", ["x", "", "Attacker", 1, True])
def test_a_side_that_there_is_not_is_refused(side):
    with pytest.raises(Fault, match="'attacker' or 'defender'"):
        twing.worth("F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4", side=side)
