"""Why a card is worth what it is: the rule that causes it speaks."""

from __future__ import annotations

import pytest
from battles import battles
from hypothesis import given
from twing.analysis.changed_battles import row

from twingkit import twing
from twingkit.core.language import call_in_language, in_language
from twingkit.twing.analysis.worth import worth_rows

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


@given(battles(most_held=2))
def test_a_reason_says_that_nothing_changes_exactly_where_nothing_does(battle):
    book = twing.rulebook()
    for responses in ("none", "best"):
        for worth_row in worth_rows(battle, responses=responses):
            if worth_row.odds is None or worth_row.why.case in EITHER:
                continue
            idle = (worth_row.change.kind, worth_row.why.case) in IDLE
            idle = idle or worth_row.why.rule in ("TW-ODDS-1", "TW-ODDS-2", "TW-POW-cup")
            assert idle != bool(worth_row.edge_change or worth_row.win_change), (
                str(worth_row.changed_battle),
                worth_row,
            )
            assert all(rule in book for rule in worth_row.rules)
            assert worth_row.reason() != call_in_language("de", worth_row.reason)


REASONS = [
    # line, side, change, rules, what it says in English, in German
    (
        "F: F5 & cat vs W: W6",
        *("attacker", "+cat", "TW-BAT-11"),
        "The attacker can re-roll their die one more time than before; only the last roll counts.",
        "Der Angreifer kann den eigenen Würfel einmal mehr neu werfen als vorher; nur der letzte Wurf zählt.",
    ),
    (
        "F: F5 & cat vs W: W6",
        *("attacker", "-cat", "TW-BAT-11"),
        "The attacker can re-roll their die one time less than before.",
        "Der Angreifer kann den eigenen Würfel einmal weniger neu werfen als vorher.",
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
        "A cat re-rolls your own die, and the defender has not rolled a die.",
        "Eine Katze wiederholt den eigenen Wurf, und der Verteidiger hat nicht gewürfelt.",
    ),
    (
        "F: F5 vs W: W6",
        *("defender", "+miromon", "TW-BAT-12"),
        "The defender can invert one die, once.",
        "Der Verteidiger kann einmal einen Würfel umkehren.",
    ),
    (
        "F: F5 & miromon vs W: W6",
        *("attacker", "-miromon", "TW-BAT-12"),
        "The attacker cannot invert a die.",
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
        "The attacker can take one more creature out of this battle than before: Water 4 (mount).",
        "Der Angreifer kann eine Kreatur mehr aus dem Kampf nehmen als vorher: Wasser 4 (Reittier).",
    ),
    (
        "F: F5 & trap vs W: W2 + W4M>W3",
        *("attacker", "-trap", "TW-BAT-13"),
        "The attacker can take one creature fewer out of this battle than before: Water 4 (mount) stays.",
        "Der Angreifer kann eine Kreatur weniger aus dem Kampf nehmen als vorher: Wasser 4 (Reittier) "
        "bleibt.",
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
        "Even then the attacker holds a trap for each of the defender’s creature cards in this battle (1).",
        "Der Angreifer hat dann immer noch eine Falle für jede Kreaturkarte des Verteidigers in diesem "
        "Kampf (1).",
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
        "Without the Bra of Destiny the defender’s Sun counts against the attacker.",
        "Ohne den BH des Schicksals gilt die Sonne des Verteidigers gegen den Angreifer.",
    ),
    (
        "F: F5 vs W: shield W6",
        *("attacker", "+bra", "TW-BAT-5 TW-POW-bra"),
        "The defender has a shield and does not roll: 0 points from the die.",
        "Der Verteidiger hat einen Schild und würfelt nicht: 0 Würfelpunkte.",
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
        "Without the Panties of Protection the defender’s Cross counts.",
        "Ohne das Höschen des Schutzes gilt das Kreuz des Verteidigers.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+hat", "TW-POW-hat"),
        "The Hat of Opportunity helps only a defender, and the attacker attacks.",
        "Der Hut der Möglichkeit hilft nur in der Abwehr, und der Angreifer greift an.",
    ),
    (
        "F: F5 vs W: W6",
        *("defender", "+hat", "TW-POW-hat TW-BAT-14"),
        "The defender can re-roll their die one more time, and the Socks of Certainty cannot stop this "
        "re-roll (Hat of "
        "Opportunity).",
        "Der Verteidiger kann den eigenen Würfel einmal mehr neu werfen, und die Socken der "
        "Gewissheit verhindern diesen Wurf nicht "
        "(Hut der Möglichkeit).",
    ),
    (
        "F: F5 @ shamrock vs W: W6",
        *("attacker", "-shamrock", "TW-POW-shamrock TW-BAT-14"),
        "The attacker can re-roll their die one time less (Giant Red Shamrock).",
        "Der Angreifer kann den eigenen Würfel einmal weniger neu werfen (Großer Roter Klee).",
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
        "The attacker holds neither cats nor Miromon, so the Socks of Certainty have no effect.",
        "Der Angreifer hat weder Katzen noch Miromon, also haben die Socken der Gewissheit keine Wirkung.",
    ),
    (
        "F: F5 vs W: shield W6 & cat",
        *("attacker", "+socks", "TW-BAT-11 TW-POW-socks TW-BAT-5"),
        "A cat re-rolls your own die, and the defender has not rolled a die.",
        "Eine Katze wiederholt den eigenen Wurf, und der Verteidiger hat nicht gewürfelt.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+cup", "TW-POW-cup"),
        "The defender has laid no rider; the Cup of Lameness works only when cards are laid.",
        "Der Verteidiger hat keinen Reiter gelegt; die Tasse der Lahmheit wirkt nur beim Auslegen der "
        "Karten.",
    ),
    (
        "F: F5 @ cup vs W: W6",
        *("attacker", "-cup", "TW-POW-cup"),
        "Without the Cup of Lameness, the defender could have laid riders; now the cards are already on "
        "the table.",
        "Ohne die Tasse der Lahmheit hätte der Verteidiger Reiter legen dürfen; jetzt liegen die Karten "
        "schon.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+teddy", "TW-POW-teddy"),
        "The Teddy of Agony makes room for one more unit; the cards on the table stay as they are.",
        "Der Teddy der Qualen schafft Platz für eine Einheit mehr; die gelegten Karten bleiben, wie sie "
        "sind.",
    ),
    (
        "F: F5 @ teddy vs W: W6",
        *("attacker", "-teddy", "TW-POW-teddy"),
        "No unit that the attacker laid needs the Teddy of Agony.",
        "Keine gelegte Einheit des Angreifers braucht den Teddy der Qualen.",
    ),
    (
        "F: F5 vs W: W6",
        *("attacker", "+puppet", "TW-POW-puppet TW-ODDS-2"),
        "The Puppet of Clarity protects against events, but the odds do not include events.",
        "Die Puppe der Klarheit schützt vor Ereignissen, aber Ereignisse zählen bei den Chancen nicht mit.",
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
        "The attacker has 52 points on the cards instead of 50, but every roll ends as before.",
        "Der Angreifer hat 52 statt 50 Kartenpunkte, aber jeder Wurf endet wie zuvor.",
    ),
    (
        "F: F5 + F2 vs W: W6 & trap",
        *("attacker", "-creature F2", "TW-BAT-13 TW-BAT-17 TW-ODDS-2"),
        "The defender can take this creature with a trap, so losing the creature changes nothing under best "
        "play.",
        "Der Verteidiger kann diese Kreatur mit einer Falle nehmen; ohne die Kreatur ändert sich also bei "
        "bestem "
        "Spiel nichts.",
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
        "With a spell the defender rolls a die; the creatures are no longer a shield.",
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
    assert (found.reason(), call_in_language("de", found.reason)) == (english, german)


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
        assert found.reason() == "In these odds only the dice decide: nobody responds."
    assert row(line, "attacker", "+bra", responses="none").rules == ("TW-POW-bra", "TW-BAT-15")


def test_TW_ODDS_2_what_best_play_gains_nothing_by_says_so():
    line = "F: F30 @ panties vs W: shield W1"
    found = row(line, "attacker", "+cat")
    assert found.rules == ("TW-ODDS-2", "TW-BAT-11")
    assert found.reason() == "Under best play, the change makes no difference here."
    assert row(line, "attacker", "-panties").edge_change < 0
    kept = row("F: F30 @ panties & cat vs W: shield W1", "attacker", "-cat")
    with in_language("de"):
        assert kept.reason() == "Bei bestem Spiel ändert der Verlust dieses Vorteils hier nichts."
    sun = row("F: F1 & miromon vs W: shield W30 @ bra", "attacker", "+panties", responses="none")
    assert sun.edge_change == 0
    assert sun.reason() == "The change has an effect, but every roll ends as before."
