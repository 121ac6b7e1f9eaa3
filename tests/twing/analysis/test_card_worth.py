"""What a card is worth: exact against single odds and the walked script, with the rule that causes it."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from battles import battles
from hypothesis import given

from twingkit import Odds, twing
from twingkit.asking import Question, Refusal
from twingkit.twing.analysis.card_worth import COLUMNS, Worth, card_worth, worth_rows
from twingkit.twing.analysis.worth_changes import KINDS, changes
from twingkit.twing.exact_odds import odds as chances
from twingkit.twing.exact_odds import odds_many as batch
from twingkit.twing.rules.responses import BeforeRoll, Interrupt
from twingkit.walk import walk
from twingkit.words import LANGUAGES

ORDINARY = "F: F5 F3 + F4 & cat*2 trap vs W: W6 W4 + W3 & cat*2 trap"

IDLE = {
    ("cat", "no_die"),
    ("cat", "no_cats"),
    ("miromon", "no_cats"),
    ("trap", "no_traps"),
    ("trap", "no_creature"),
    ("trap", "enough"),
    ("trap", "spare"),
    ("object", "no_die"),
    ("object", "role"),
    ("object", "none_left"),
    ("object", "no_creature"),
    ("object", "nothing_held"),
    ("object", "no_rider"),
    ("object", "room"),
    ("object", "unused"),
    ("object", "events_only"),
    ("creature", "answered"),
    ("creature", "taken_anyway"),
    ("spell", "same"),
    ("creature", "same"),
}
"""Reasons that say: nothing changes. (The Cup says so in the case `without`, like objects that act.)"""

EITHER = {"rolls_now", "becomes_shield"}


def triple(odds: Odds) -> tuple[float, float, float]:
    return odds.win, odds.tie, odds.loss


def row(line: str, side: str, change: str, kind: str = "", responses: str = "best") -> Worth:
    (found,) = [
        worth_row
        for worth_row in worth_rows(line, responses)
        if (worth_row.side, worth_row.change.token) == (side, change) and kind in ("", worth_row.change.kind)
    ]
    return found


# the numbers


@given(battles(most_held=1))
def test_every_change_has_the_odds_of_the_battle_that_it_makes(battle):
    for responses in ("none", "best"):
        whole = twing.odds(battle, responses)
        for worth_row in worth_rows(battle, responses):
            if worth_row.odds is None:
                continue
            odds = twing.odds(worth_row.battle, responses)
            before, after = (
                (whole, odds) if worth_row.side == "attacker" else (whole.flipped(), odds.flipped())
            )
            assert triple(worth_row.odds) == pytest.approx(triple(after), abs=1e-9)
            assert triple(worth_row.base) == pytest.approx(triple(before), abs=1e-9)
            assert worth_row.edge_change == pytest.approx(after.edge - before.edge, abs=1e-9)
            assert worth_row.win_change == pytest.approx(after.win - before.win, abs=1e-9)


def walked(battle: twing.Battle) -> Odds:
    """The battle script itself, walked through every die and response."""
    game = twing.battle_game(battle, explain=False)
    for side in battle.sides:
        game.answer(side.lay)

    def choices(question: Question) -> list[str]:
        return ["pass"] if isinstance(question, BeforeRoll | Interrupt) else list(question.options())

    return walk(game, lambda result: {0: 1, None: 0, 1: -1}[result.winner], choices)


@pytest.mark.parametrize(
    ("line", "side", "tokens"),
    [
        ("F: F5 vs W: W4 & cat", "defender", ("-cat", "+hat", "+bra", "+panties", "-W4")),
        ("F: F5 + F2 vs W: W6 & trap", "attacker", ("+boots", "+F3", "-F2", "+miromon")),
        ("W: F4 vs W: shield W4 & miromon", "defender", ("-miromon", "+W2", "+cat", "+W3")),
    ],
)
def test_TW_ODDS_2_changes_agree_with_the_walked_script(line, side, tokens):
    for worth_row in worth_rows(line):
        if worth_row.side == side and worth_row.change.token in tokens and worth_row.odds:
            odds = walked(worth_row.battle)
            wanted = odds if side == "attacker" else odds.flipped()
            assert triple(worth_row.odds) == pytest.approx(triple(wanted), abs=1e-9), worth_row.change.token


@given(battles(most_held=1))
def test_the_rules_decide_which_changes_have_odds(battle):
    found = {
        (worth_row.side, worth_row.change.kind, worth_row.change.token): worth_row
        for worth_row in worth_rows(battle, "none")
    }
    listed = list(changes(battle))
    assert len(found) == len(listed)
    for change, changed in listed:
        each = found[change.side, change.kind, change.token]
        problems = changed.problems()
        assert (each.odds is None) == bool(problems)
        if problems:
            assert isinstance(each.why, Refusal)
            assert each.rules == (problems[0].rule,)
            assert each.reason("de") == problems[0].text("de")


def test_a_card_more_and_the_same_card_less_are_each_others_reverse():
    base = twing.Battle.parse(ORDINARY)
    for token, kind in (("+cat", "cat"), ("+bra", "object"), ("+F2", "spell"), ("+miromon", "miromon")):
        more = row(ORDINARY, "attacker", token, kind)
        less = row(str(more.battle), "attacker", token.replace("+", "-"), kind)
        assert less.battle == base
        assert less.edge_change == pytest.approx(-more.edge_change, abs=1e-9)
        assert more.edge_change > 0


@given(battles(most_held=1))
def test_a_cat_a_trap_and_points_never_hurt_who_has_them(battle):
    for worth_row in worth_rows(battle):
        if worth_row.change.kind in ("cat", "trap", "miromon", "object"):
            assert (
                (worth_row.edge_change >= -1e-9) if worth_row.change.more else (worth_row.edge_change <= 1e-9)
            )


def test_without_numpy_the_numbers_are_the_same(monkeypatch):
    line = "F: F5 + F3 & cat vs W: W6 + W2 & trap"
    fast = [(worth_row.change, worth_row.edge_change) for worth_row in worth_rows(line)]
    for module in (batch, chances):
        monkeypatch.setattr(module, "find_spec", lambda name: None)
    slow = {worth_row.change: worth_row.edge_change for worth_row in worth_rows(line)}
    for change, edge_change in fast:
        assert slow[change] == pytest.approx(edge_change, abs=1e-9)


# the reasons


@given(battles(most_held=2))
def test_a_reason_says_that_nothing_changes_exactly_where_nothing_does(battle):
    book = twing.rulebook()
    for responses in ("none", "best"):
        for worth_row in worth_rows(battle, responses):
            if worth_row.odds is None or worth_row.why.case in EITHER:
                continue
            idle = (worth_row.change.kind, worth_row.why.case) in IDLE
            idle = idle or worth_row.why.rule in ("TW-ODDS-1", "TW-ODDS-2", "TW-POW-cup")
            assert idle != bool(worth_row.edge_change or worth_row.win_change), (
                str(worth_row.battle),
                worth_row,
            )
            assert all(rule in book for rule in worth_row.rules)
            assert worth_row.reason("en") != worth_row.reason("de")


REASONS = [
    # line, side, change, rules, what it says in English, in German
    (
        "F: F5 & cat vs W: W6",
        *("attacker", "+cat", "TW-BAT-11"),
        "The attacker can roll the own die once more; only the last roll counts.",
        "Der Angreifer kann den eigenen Würfel einmal mehr neu werfen; nur der letzte Wurf zählt.",
    ),
    (
        "F: F5 & cat vs W: W6",
        *("attacker", "-cat", "TW-BAT-11"),
        "The attacker can roll the own die once less.",
        "Der Angreifer kann den eigenen Würfel einmal weniger neu werfen.",
    ),
    (
        "F: F5 vs W: W6 @ socks",
        *("attacker", "+cat", "TW-POW-socks TW-BAT-11"),
        "The defender wears the Socks of Certainty: the attacker can use neither cats nor Miromon.",
        "Der Verteidiger trägt die Socken der Gewissheit, darum kann der Angreifer weder Katzen noch Miromon "
        "einsetzen.",
    ),
    (
        "F: F5 vs W: shield W6",
        *("defender", "+cat", "TW-BAT-11 TW-BAT-5"),
        "A cat re-rolls your own die, and the defender has not rolled one.",
        "Eine Katze wiederholt den eigenen Wurf, und der Verteidiger hat nicht gewürfelt.",
    ),
    (
        "F: F5 vs W: W6",
        *("defender", "+miromon", "TW-BAT-12"),
        "The defender can turn a die round once.",
        "Der Verteidiger kann einmal einen Würfel umkehren.",
    ),
    (
        "F: F5 & miromon vs W: W6",
        *("attacker", "-miromon", "TW-BAT-12"),
        "The attacker cannot turn a die round.",
        "Der Angreifer kann keinen Würfel umkehren.",
    ),
    (
        "F: F5 @ socks vs W: W6",
        *("defender", "+miromon", "TW-POW-socks TW-BAT-12"),
        "The attacker wears the Socks of Certainty: the defender can use neither cats nor Miromon.",
        "Der Angreifer trägt die Socken der Gewissheit, darum kann der Verteidiger weder Katzen noch Miromon "
        "einsetzen.",
    ),
    (
        "F: F5 vs W: W2 + W4M>W3",
        *("attacker", "+trap", "TW-BAT-13"),
        "The attacker can take one creature more out of this battle: Water 4 (mount).",
        "Der Angreifer kann eine Kreatur mehr aus diesem Kampf nehmen: Wasser 4 (Reittier).",
    ),
    (
        "F: F5 & trap vs W: W2 + W4M>W3",
        *("attacker", "-trap", "TW-BAT-13"),
        "The attacker can take one creature less out of this battle: Water 4 (mount) stays.",
        "Der Angreifer kann eine Kreatur weniger aus diesem Kampf nehmen: Wasser 4 (Reittier) bleibt.",
    ),
    (
        "F: F5 & trap vs W: W2 + W4",
        *("attacker", "+trap", "TW-BAT-13"),
        "The attacker already holds a trap for each of the defender’s creature cards in this battle (1).",
        "Der Angreifer hat schon für jede Kreaturkarte des Verteidigers in diesem Kampf eine Falle (1).",
    ),
    (
        "F: F5 & trap*2 vs W: W2 + W4",
        *("attacker", "-trap", "TW-BAT-13"),
        "The attacker holds a trap for each of the defender’s creature cards in this battle even so (1).",
        "Der Angreifer hat auch so für jede Kreaturkarte des Verteidigers in diesem Kampf eine Falle (1).",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+trap", "TW-BAT-13"),
        "The defender has no creature in this battle that a trap could take.",
        "Der Verteidiger hat keine Kreatur in diesem Kampf, die eine Falle nehmen könnte.",
    ),
    (
        "F: F5 vs W: W2 + W4 @ boots",
        *("attacker", "+trap", "TW-POW-boots TW-BAT-13"),
        "The defender wears the Boots of Certitude: the attacker cannot use traps.",
        "Der Verteidiger trägt die Stiefel der Sicherheit, darum kann der Angreifer keine Fallen einsetzen.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+bra", "TW-POW-bra TW-BAT-15"),
        "The Bra of Destiny makes the defender’s Sun count 0 against the attacker.",
        "Der BH des Schicksals lässt die Sonne des Verteidigers gegen den Angreifer nur als 0 zählen.",
    ),
    (
        "F: F5 @ bra vs W: W6",
        *("attacker", "-bra", "TW-POW-bra TW-BAT-15"),
        "Without the Bra of Destiny the defender’s Sun keeps its force against the attacker.",
        "Ohne den BH des Schicksals behält die Sonne des Verteidigers gegen den Angreifer ihre Kraft.",
    ),
    (
        "F: F5 vs W: shield W6",
        *("attacker", "+bra", "TW-BAT-5 TW-POW-bra"),
        "The defender stands behind a shield and rolls no die: 0.",
        "Der Verteidiger steht hinter einem Schild und würfelt nicht: 0.",
    ),
    (
        "F: F5 vs W: W6",
        *("defender", "+panties", "TW-POW-panties TW-BAT-15"),
        "The Panties of Protection make the defender’s Cross count 0.",
        "Das Höschen des Schutzes macht aus dem Kreuz des Verteidigers eine 0.",
    ),
    (
        "F: F5 vs W: W6 @ panties",
        *("defender", "-panties", "TW-POW-panties TW-BAT-15"),
        "Without the Panties of Protection the defender’s Cross keeps its force.",
        "Ohne das Höschen des Schutzes behält das Kreuz des Verteidigers seine Kraft.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+hat", "TW-POW-hat"),
        "The Hat of Opportunity re-rolls for a defender, and the attacker attacks.",
        "Der Hut der Möglichkeit hilft in der Abwehr, und der Angreifer greift an.",
    ),
    (
        "F: F5 vs W: W6",
        *("defender", "+hat", "TW-POW-hat TW-BAT-14"),
        "The defender can roll the own die once more, and the Socks do not stop it (Hat of Opportunity).",
        "Der Verteidiger kann den eigenen Würfel einmal mehr neu werfen, und die Socken halten das nicht auf "
        "(Hut der Möglichkeit).",
    ),
    (
        "F: F5 @ shamrock vs W: W6",
        *("attacker", "-shamrock", "TW-POW-shamrock TW-BAT-14"),
        "The attacker can roll the own die once less (Giant Red Shamrock).",
        "Der Angreifer kann den eigenen Würfel einmal weniger neu werfen (Grosser Roter Klee).",
    ),
    (
        "F: F5 vs W: shield W6",
        *("defender", "+hat", "TW-BAT-14 TW-POW-hat TW-BAT-5"),
        "There is no die of the defender’s to re-roll.",
        "Es gibt keinen Wurf des Verteidigers, der wiederholt werden könnte.",
    ),
    (
        "F: F5 + F4 vs W: W6 & trap",
        *("attacker", "+boots", "TW-POW-boots TW-BAT-13"),
        "The attacker wears the Boots of Certitude: the defender cannot use traps.",
        "Der Angreifer trägt die Stiefel der Sicherheit, darum kann der Verteidiger keine Fallen einsetzen.",
    ),
    (
        "F: F5 + F4 @ boots vs W: W6 & trap",
        *("attacker", "-boots", "TW-POW-boots TW-BAT-13"),
        "Without the Boots of Certitude the defender can use traps against the attacker.",
        "Ohne die Stiefel der Sicherheit kann der Verteidiger Fallen gegen den Angreifer einsetzen.",
    ),
    (
        "F: F5 + F4 vs W: W6",
        *("attacker", "+boots", "TW-BAT-13 TW-POW-boots"),
        "The defender holds no trap.",
        "Der Verteidiger hat keine Falle auf der Hand.",
    ),
    (
        "F: F5 vs W: W6 & trap",
        *("attacker", "+boots", "TW-BAT-13 TW-POW-boots"),
        "The attacker has no creature in this battle that a trap could take.",
        "Der Angreifer hat keine Kreatur in diesem Kampf, die eine Falle nehmen könnte.",
    ),
    (
        "F: F5 & cat vs W: W6",
        *("defender", "+socks", "TW-POW-socks TW-BAT-11"),
        "The defender wears the Socks of Certainty: the attacker can use neither cats nor Miromon.",
        "Der Verteidiger trägt die Socken der Gewissheit, darum kann der Angreifer weder Katzen noch Miromon "
        "einsetzen.",
    ),
    (
        "F: F5 & cat miromon vs W: W6 @ socks",
        *("defender", "-socks", "TW-POW-socks TW-BAT-11 TW-BAT-12"),
        "Without the Socks of Certainty the attacker can use cats and Miromon.",
        "Ohne die Socken der Gewissheit kann der Angreifer Katzen und Miromon einsetzen.",
    ),
    (
        "F: F5 vs W: W6",
        *("defender", "+socks", "TW-POW-socks"),
        "The attacker holds neither cats nor Miromon, so there is nothing for the Socks of Certainty to "
        "stop.",
        "Der Angreifer hat weder Katzen noch Miromon, also gibt es für die Socken der Gewissheit nichts "
        "aufzuhalten.",
    ),
    (
        "F: F5 vs W: shield W6 & cat",
        *("attacker", "+socks", "TW-BAT-11 TW-POW-socks TW-BAT-5"),
        "A cat re-rolls your own die, and the defender has not rolled one.",
        "Eine Katze wiederholt den eigenen Wurf, und der Verteidiger hat nicht gewürfelt.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+cup", "TW-POW-cup"),
        "The defender has laid no rider; the Cup of Lameness acts when cards are laid.",
        "Der Verteidiger hat keinen Reiter gelegt; die Tasse der Lahmheit wirkt beim Auslegen.",
    ),
    (
        "F: F5 @ cup vs W: W6",
        *("attacker", "-cup", "TW-POW-cup"),
        "The cards lie already: without the Cup of Lameness the defender could have laid riders.",
        "Die Karten liegen schon: Ohne die Tasse der Lahmheit hätte der Verteidiger Reiter legen dürfen.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+teddy", "TW-POW-teddy"),
        "The Teddy of Agony makes room for one more unit; the cards that lie stay as they are.",
        "Der Teddy der Qualen schafft Platz für eine Einheit mehr; die Karten, die liegen, bleiben, wie sie "
        "sind.",
    ),
    (
        "F: F5 @ teddy vs W: W6",
        *("attacker", "-teddy", "TW-POW-teddy"),
        "No unit of the attacker’s lay needs the Teddy of Agony.",
        "Keine gelegte Einheit des Angreifers braucht den Teddy der Qualen.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+puppet", "TW-POW-puppet TW-ODDS-2"),
        "The Puppet of Clarity keeps off events, and what events do is no part of the odds.",
        "Die Puppe der Klarheit hält Ereignisse ab, und was Ereignisse tun, gehört nicht zu den Chancen.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+F2", "TW-BAT-17"),
        "The attacker has 7 points on the cards instead of 5.",
        "Der Angreifer hat 7 statt 5 Kartenpunkte.",
    ),
    (
        "F: F50 vs W: W6",
        *("attacker", "+F2", "TW-BAT-17"),
        "The attacker has 52 points on the cards instead of 50, and still everything is decided as before.",
        "Der Angreifer hat 52 statt 50 Kartenpunkte, und doch wird alles entschieden wie zuvor.",
    ),
    (
        "F: F5 + F2 vs W: W6 & trap",
        *("attacker", "-F2", "TW-BAT-13 TW-BAT-17 TW-ODDS-2"),
        "The defender can take it with a trap, so that under best play nothing changes without it.",
        "Der Verteidiger kann sie mit einer Falle nehmen, darum ändert sich bei bestem Spiel ohne sie "
        "nichts.",
    ),
    (
        "F: F5 vs W: W6 + W4",
        *("defender", "-W6", "TW-BAT-5 TW-BAT-7 TW-BAT-17 TW-BAT-15"),
        "Without a spell the defender’s creatures are a shield, and the defender rolls no die.",
        "Ohne Zauber sind die Kreaturen des Verteidigers ein Schild, und der Verteidiger würfelt nicht.",
    ),
    (
        "F: F5 vs W: shield W4",
        *("defender", "+W1", "TW-BAT-7 TW-BAT-17 TW-BAT-15"),
        "With a spell the defender rolls a die; the creatures are no shield any more.",
        "Mit einem Zauber würfelt der Verteidiger; die Kreaturen sind kein Schild mehr.",
    ),
    (
        "F: F5 vs L: W6 + W4",
        *("defender", "-W6", "TW-BAT-5 TW-BAT-7 TW-BAT-17"),
        "Without a spell the defender’s creatures are a shield, and the defender rolls no die.",
        "Ohne Zauber sind die Kreaturen des Verteidigers ein Schild, und der Verteidiger würfelt nicht.",
    ),
]


@pytest.mark.parametrize(
    ("line", "side", "change", "rules", "english", "german"),
    REASONS,
    ids=[f"{rules.split()[0]} {line} {side} {change}" for line, side, change, rules, *_ in REASONS],
)
def test_the_rule_that_causes_it_speaks(line, side, change, rules, english, german):
    found = row(line, side, change)
    assert " ".join(found.rules) == rules
    assert (found.reason("en"), found.reason("de")) == (english, german)


def test_TW_BAT_13_a_new_creature_can_be_answered_with_a_trap():
    found = row("F: F5 vs W: W6 & trap", "attacker", "+F3", "creature")
    assert (found.edge_change, found.why.case) == (0, "answered")
    assert found.rules == ("TW-BAT-13", "TW-BAT-17", "TW-ODDS-2")
    weighed = row("F: F5 + F4 vs W: W6", "attacker", "-F4", "creature")
    assert weighed.rules == ("TW-BAT-17",)


def test_TW_ODDS_1_responses_do_nothing_where_only_the_dice_decide():
    line = "F: F5 + F4 vs W: W6 + W3 & cat trap"
    for side, change in (("defender", "-cat"), ("attacker", "+trap"), ("attacker", "+boots")):
        found = row(line, side, change, responses="none")
        assert found.edge_change == 0
        assert found.rules[0] == "TW-ODDS-1"
        assert found.reason("en") == "In these odds only the dice decide: nobody responds."
    assert row(line, "attacker", "+bra", responses="none").rules == ("TW-POW-bra", "TW-BAT-15")


def test_TW_ODDS_2_what_best_play_gains_nothing_by_says_so():
    line = "F: F30 @ panties vs W: shield W1"
    found = row(line, "attacker", "+cat")
    assert found.rules == ("TW-ODDS-2", "TW-BAT-11")
    assert found.reason("en") == "Under best play it changes nothing here."
    assert row(line, "attacker", "-panties").edge_change < 0
    kept = row("F: F30 @ panties & cat vs W: shield W1", "attacker", "-cat")
    assert kept.reason("de") == "Bei bestem Spiel ändert sich hier nichts, wenn es fehlt."
    sun = row("F: F1 & miromon vs W: shield W30 @ bra", "attacker", "+panties", responses="none")
    assert sun.edge_change == 0
    assert sun.reason("en") == "It acts, but no roll is decided differently."


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
        ("F: F5 vs W: shield W6", "defender", "-W6", "TW-BAT-4", "A defender with a spell or a creature"),
        ("F: F5 + F4 vs W: W6", "attacker", "-F5", "TW-BAT-5", "Only a defender can raise a shield"),
        ("F: F5 + F4 F2 @ teddy vs W: W6", "attacker", "-teddy", "TW-BAT-2", "At most one creature"),
        ("F: F5 + F4M>F2 vs W: W6", "defender", "+cup", "TW-POW-cup", "Against the Cup of Lameness"),
        ("F: F5 + F4 vs W: W6", "attacker", "+F3", "TW-BAT-2", "At most one creature"),
    ],
)
def test_what_the_rules_forbid_has_no_odds_but_its_rule(line, side, change, rule, english):
    kind = "creature" if change == "+F3" else ""
    found = row(line, side, change, kind)
    assert found.odds is None
    assert found.rules == (rule,)
    assert found.reason("en").startswith(english)
    frame = card_worth(line, lang="de")
    (listed,) = [
        refused_row
        for refused_row in frame.attrs["refused"]
        if (refused_row["side"], refused_row["change"]) == (side, change)
        and kind in ("", refused_row["kind"])
    ]
    assert (listed["rule"], listed["reason"]) == (rule, found.reason("de"))
    assert frame[(frame.side == side) & (frame.change == change) & (frame.kind == listed["kind"])].empty


def test_TW_BAT_3_a_new_creature_rides_where_no_unit_more_may_lie():
    found = row("F: F5 + F4M vs W: W6", "attacker", "+F3", "creature")
    assert str(found.battle.attacker.lay) == "F5 + F4M>F3"
    assert found.edge_change > 0
    assert row("F: F5 + F2M vs W: W6", "attacker", "+F3", "creature").rules == ("TW-BAT-2",)
    assert row("F: F5 + F4M vs W: W6 @ cup", "attacker", "+F3", "creature").rules == ("TW-BAT-2",)
    roomy = row("F: F5 F1 + F4M vs W: W6", "attacker", "+F3", "creature")
    assert str(roomy.battle.attacker.lay) == "F5 F1 + F4M F3"


def test_TW_BAT_3_rider_and_mount_stay_without_each_other():
    line = "F: F5 + F4M>F3 vs W: W6"
    assert str(row(line, "attacker", "-F4M").battle.attacker.lay) == "F5 + F3"
    assert str(row(line, "attacker", "-F3", "creature").battle.attacker.lay) == "F5 + F4M"


def test_TW_BAT_5_a_shield_gets_cards_of_its_element():
    found = row("F: F5 vs W: shield L4 L2 W3 @ teddy", "defender", "+L3", "creature")
    assert str(found.battle.defender.lay) == "shield L4 L3 W3 L2"
    assert found.odds is not None


def test_TW_ODDS_2_a_battle_beyond_the_budget_is_refused_but_for_the_dice():
    line = "F: F5 & cat*49 vs W: W6 & cat*99 miromon"
    with pytest.raises(twing.BudgetError, match="99 cats"):
        worth_rows(line)
    assert row(line, "attacker", "+F1", responses="none").edge_change > 0


def test_TW_ODDS_2_the_budget_refuses_only_the_changes_that_break_it(monkeypatch):
    monkeypatch.setattr(chances, "BUDGET", 4)
    line = "F: F5 & cat vs W: W6 & cat"
    found = row(line, "attacker", "+cat")
    assert found.odds is None
    assert found.rules == ("TW-ODDS-2",)
    assert isinstance(found.why, twing.BudgetError)
    assert "2 Katzen" in found.reason("de")
    assert row(line, "attacker", "-cat").odds is not None


# the table


def test_the_table_has_the_columns_of_the_lab_and_is_ranked():
    frame = card_worth(ORDINARY)
    assert dict(frame.dtypes.astype(str)) == COLUMNS
    assert list(frame["rank"]) == list(range(1, len(frame) + 1))
    sizes = frame.edge_change.abs().round(12)
    assert sizes.is_monotonic_decreasing
    assert set(frame.kind) == set(KINDS)
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


def test_the_table_says_what_it_is_of_and_can_be_kept(tmp_path):
    frame = card_worth("F: F3 F5 + F4 vs W: W6 W4 & trap cat", lang="de")
    assert frame.attrs["battle"] == "F: F5 F3 + F4 vs W: W6 W4 & cat trap"
    assert (frame.attrs["responses"], frame.attrs["lang"]) == ("best", "de")
    assert json.loads(json.dumps(frame.attrs)) == frame.attrs
    frame.to_parquet(tmp_path / "worth.parquet")
    again = pd.read_parquet(tmp_path / "worth.parquet")
    pd.testing.assert_frame_equal(again, frame)
    assert again.attrs == frame.attrs


def test_labels_name_the_cards_in_both_languages():
    line = "F: F5 + F4M vs W: W6"
    said = {
        worth_row.change.token + worth_row.change.kind: [worth_row.label(lang) for lang in LANGUAGES]
        for worth_row in worth_rows(line)
        if worth_row.side == "attacker"
    }
    assert said["+catcat"] == ["+ black cat", "+ schwarze Katze"]
    assert said["-F5spell"] == ["− spell Fire 5", "− Zauber Feuer 5"]
    assert said["-F4Mcreature"] == ["− creature Fire 4 (mount)", "− Kreatur Feuer 4 (Reittier)"]
    assert said["+braobject"] == ["+ Bra of Destiny", "+ BH des Schicksals"]


def test_bad_battles_and_words_are_refused_as_for_odds():
    with pytest.raises(twing.NotationError):
        worth_rows("F: F5 vs")
    with pytest.raises(twing.BattleError, match="TW-BAT-1"):
        card_worth("F: F5 W3 vs W: W6")
    with pytest.raises(ValueError, match="'none' or 'best', not 'some'"):
        worth_rows("F: F5 vs W: W6", "some")


def test_a_battle_is_read_from_its_line_or_taken_as_it_is():
    battle = twing.Battle.parse(ORDINARY)
    read, taken = (
        [(worth_row.change, worth_row.odds, worth_row.reason()) for worth_row in worth_rows(given, "none")]
        for given in (ORDINARY, battle)
    )
    assert read == taken
