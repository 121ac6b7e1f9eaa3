"""Corner cases of the shared end-game attack: what counts in which pairing (TW-END-4)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from twing.cases import (
    LAID,
    SEAT_NAMES,
    THREE,
    asks,
    attack_all,
    case,
    cited,
    dice,
    discard,
    entourage,
    options,
    play,
    refused,
    results,
    rolls,
)

from twingkit import Game
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.cards import CROSS, SPIRAL, SUN, parse_face

# One set of cards, one die


def test_TW_END_3_one_lay_and_one_roll_meet_every_defence():
    game = attack_all(
        *("lay A5 + A3", "lay W5", "lay shield L4 L3", "p1: roll 1", "p2: roll 4"),
        p1=f"hand A5; {THREE}; entourage A3",
        p3="entourage L4 L3; objects boots",
    )
    assert results(game) == [("tie", (9, 9)), ("attacker", (9, 7))]
    assert cited(game, "TW-BAT-7") == ["TW-BAT-7 rolled mage", "TW-BAT-7 rolled witch"]
    assert asks(game) == "p1 take_object"


def test_TW_BAT_15_the_shared_die_is_read_for_each_opponent_separately():
    game = attack_all(*LAID, *rolls("Sun", "0", "1"), p2="hand W5; objects bra")
    assert results(game) == [("tie", (5, 5)), ("attacker", None)]
    assert cited(game, "TW-POW-bra") == ["TW-POW-bra sun mage"]


# The Socks in one of several pairings


SOCKS = {"p2": "hand W5; objects socks"}


def test_TW_END_4_a_cats_roll_does_not_count_against_the_socks():
    game = attack_all(*LAID, *rolls("-2", "0", "0"), p1=f"hand A5 cat; {THREE}", **SOCKS)
    play(game, "p1: cat", "p1: roll 4", "take boots")
    assert results(game) == [("defender", (3, 5)), ("attacker", (9, 5))]


SHAMROCK = "objects hat,puppet,shamrock"


def test_TW_POW_shamrock_counts_against_the_socks_too():
    game = attack_all(*LAID, *rolls("0", "0", "0"), p1=f"hand A5 cat; {SHAMROCK}", **SOCKS)
    play(game, "p1: cat", "roll 4", "p1: shamrock", "roll 2")
    assert results(game) == [("attacker", (7, 5)), ("attacker", (7, 5))]


def test_TW_END_4_the_last_roll_that_no_cat_made_is_that_of_the_shamrock():
    game = attack_all(*LAID, *rolls("0", "0", "0"), p1=f"hand A5 cat; {SHAMROCK}", **SOCKS)
    play(game, "p1: shamrock", "roll 2", "p1: cat", "roll -4")
    assert results(game) == [("attacker", (7, 5)), ("defender", (1, 5))]


def test_TW_END_4_the_attackers_own_miromon_counts_only_against_the_others():
    game = attack_all(*LAID, *rolls("-3", "0", "0"), p1=f"hand A5 miromon; {THREE}", **SOCKS)
    play(game, "p1: miromon attacker")
    assert results(game) == [("defender", (2, 5)), ("attacker", (8, 5))]


def test_TW_END_4_a_defenders_miromon_on_a_cats_roll_does_not_reach_the_roll_before():
    seats = {"p1": f"hand A5 cat; {THREE}", "p3": "hand L5 miromon; objects boots"}
    game = attack_all(*LAID, *rolls("1", "0", "0"), **seats, **SOCKS)
    play(game, "p1: cat", "roll 3", "p3: miromon attacker")
    assert results(game) == [("attacker", (6, 5)), ("defender", (2, 5))]


def test_TW_END_4_a_defenders_miromon_on_the_roll_that_stands_counts_against_the_socks():
    seats = {"p1": f"hand A5 cat; {THREE}", "p3": "hand L5 miromon; objects boots"}
    game = attack_all(*LAID, *rolls("3", "0", "0"), "p1: pass", **seats, **SOCKS)
    play(game, "p3: miromon attacker", "p1: cat", "roll 2")
    assert results(game) == [("defender", (2, 5)), ("attacker", (7, 5))]


def test_TW_POW_socks_miromon_may_turn_every_die_but_the_owners():
    game = attack_all(*LAID, *rolls("0", "3", "3"), p1=f"hand A5 miromon; {THREE}", **SOCKS)
    assert refused(game, "miromon p2") == "TW-POW-socks"
    play(game, "p1: miromon p3")
    assert results(game) == [("defender", (5, 8)), ("tie", (5, 5))], "a minus of the own element counts as 0"


def test_TW_BAT_9_the_attackers_miromon_stops_the_event_for_all():
    game = attack_all(*LAID, *rolls("Spiral", "0", "0"), p1=f"hand A5 miromon; {THREE}", **SOCKS)
    play(game, "p1: miromon attacker")
    assert game.table.used_events == ()
    assert results(game) == [("tie", (5, 5))] * 2


def test_TW_POW_socks_of_the_only_defender_refuse_every_cat():
    seats = {
        "p1": f"hand A5 cat trap; {THREE}",
        "p2": "hand W4; entourage W1; objects socks",
        "p3": "hand L1",
    }
    game = attack_all("lay A5", "lay W4 + W1", "p1: pass", "roll 0", "roll 0", **seats)
    assert refused(game, "cat") == "TW-POW-socks"


def test_TW_POW_socks_refuse_cats_when_the_other_defender_has_retired():
    seats = {"p1": f"hand A5 cat trap; {THREE}", "p2": "hand W4; entourage W1; objects socks"}
    game = attack_all("lay A5", "lay W4 + W1", "p3: retire", "p1: pass", "roll 0", "roll 0", **seats)
    assert refused(game, "cat") == "TW-POW-socks", "the cat would count in no pairing"


def test_TW_POW_socks_of_the_attacker_stop_the_cats_of_all_defenders():
    seats = {"p2": "hand W5 cat; objects shamrock", "p3": "hand L5 cat miromon; objects boots"}
    game = attack_all(*LAID, *rolls("1", "0", "0"), p1="hand A5; objects hat,puppet,socks", **seats)
    assert asks(game) == "p1 take_object"


def test_TW_VAR_21_socks_own_die_lets_the_attackers_cats_count():
    seats = {"p1": f"hand A5 cat; {THREE}"}
    game = attack_all(*LAID, *rolls("-2", "0", "0"), variant="socks=own_die", **seats, **SOCKS)
    play(game, "p1: cat", "roll 4")
    assert results(game) == [("attacker", (9, 5))] * 2


def test_a_cat_of_a_defender_on_the_attackers_die_counts_against_the_socks():
    seats = {"p3": "hand L5 cat; objects boots"}
    game = attack_all(*LAID, *rolls("3", "0", "0"), variant="cat_die=any", **seats, **SOCKS)
    play(game, "p3: cat attacker", "p1: roll -1")
    assert results(game) == [("defender", (4, 5))] * 2


# The Cup in one of several pairings


RIDER = {"p1": f"hand A5; {THREE}; entourage A4M A2", "p2": "hand W5; objects cup"}


def test_TW_END_4_a_rider_counts_0_against_the_cup_only():
    game = attack_all("lay A5 + A4M>A2", "lay W5", "lay L5", *rolls("0", "4", "4"), **RIDER)
    assert results(game) == [("tie", (9, 9)), ("attacker", (11, 9))]


def test_TW_POW_cup_of_the_only_defender_refuses_riders():
    game = attack_all(p3="hand L1", **RIDER)
    assert refused(game, "lay A5 + A4M>A2") == "TW-POW-cup"


def test_TW_POW_cup_of_the_attacker_binds_every_defender():
    seats = {"p1": "hand A5; objects cup,hat,puppet", "p2": "entourage W4M W1; objects bra"}
    game = attack_all("lay A5", p3="entourage L4M L1; objects boots", **seats)
    assert refused(game, "lay shield W4M>W1") == "TW-POW-cup"
    play(game, "lay shield W4M W1")
    assert refused(game, "lay shield L4M>L1") == "TW-POW-cup"


def test_TW_END_4_a_rider_whose_mount_is_trapped_rides_no_longer():
    seats = RIDER | {"p3": "hand L5 trap; objects boots"}
    game = attack_all(
        "lay A5 + A4M>A2", "lay W5", "lay L5", "p3: trap p1 A4M", *rolls("0", "0", "0"), **seats
    )
    assert results(game) == [("attacker", (7, 5)), ("attacker", (7, 5))]
    assert cited(game, "TW-END-4") == [], "the Cup does not touch it"


def test_TW_END_4_where_a_trap_counts_for_one_only_the_rider_still_rides_against_the_others():
    seats = RIDER | {"p3": "hand L5 trap; objects boots"}
    laid = ("lay A5 + A4M>A2", "lay W5", "lay L5", "p3: trap p1 A4M")
    game = attack_all(*laid, *rolls("0", "4", "0"), variant="endgame_trap=one", **seats)
    assert results(game) == [("tie", (9, 9)), ("attacker", (7, 5))]


def test_TW_VAR_4_cup_mounts_makes_mount_and_rider_count_0_against_the_cup():
    game = attack_all(
        *("lay A5 + A4M>A2", "lay W5", "lay L5", *rolls("0", "0", "0")), variant="cup=mounts", **RIDER
    )
    assert results(game) == [("tie", (5, 5)), ("attacker", (11, 5))]


@pytest.mark.parametrize("lay", ["lay A5 + A4M", "lay A5 + A4M>A2"])
def test_TW_VAR_4_cup_mounts_blames_the_mounts_not_riders(lay: str):
    game = attack_all(lay, "lay W5", "lay L5", *rolls("0", "0", "0"), variant="cup=mounts", **RIDER)
    rulings = [ruling for ruling in game.latest_rulings if ruling.rule == "TW-END-4"]
    assert [ruling.text() for ruling in rulings] == [
        "In this variant the Mage’s mounts and all they carry count as 0 against the Witch’s Cup: "
        "5 points are left on the cards."
    ]
    assert rulings[0].text("de") == (
        "In dieser Variante zählen die Reittiere des Magiers samt ihren Reitern gegen die Tasse der Hexe 0: "
        "Es bleiben 5 Kartenpunkte."
    )


# Miromon on the shared die


MIROMON = {"p2": "hand W5 miromon; objects shamrock"}


def test_TW_END_4_a_defenders_miromon_on_the_attackers_die_counts_in_every_pairing():
    game = attack_all(*LAID, *rolls("3", "0", "0"), **MIROMON)
    assert options(game) == ["pass", "miromon p2", "miromon attacker"]
    play(game, "p2: miromon attacker")
    assert results(game) == [("defender", (2, 5))] * 2


def test_TW_END_4_a_defender_cannot_turn_another_defenders_die():
    game = attack_all(*LAID, *rolls("3", "0", "0"), **MIROMON)
    with pytest.raises(ValueError, match="p3"):
        game.answer("miromon p3")


def test_endgame_miromon_one_counts_in_that_pairing_alone():
    game = attack_all(*LAID, *rolls("3", "0", "0"), variant="endgame_miromon=one", **MIROMON)
    play(game, "p2: miromon attacker")
    assert results(game) == [("defender", (2, 5)), ("attacker", (8, 5))]


# A trap on the shared attack


TRAPS = {"p1": f"hand A5 A1; {THREE}; entourage A3 F2", "p2": "hand W5 trap; objects shamrock"}


def test_TW_END_4_a_trapped_creature_counts_in_no_pairing_and_is_lost_even_of_the_own_element():
    game = attack_all("lay A5 + A3 F2", "lay W5", "lay L5", **TRAPS)
    play(game, "p2: trap p1 F2", "pass*", *rolls("0", "0", "0"), "pass*")
    assert results(game) == [("attacker", (8, 5))] * 2
    play(game, "take shamrock", "take boots", "keep*")
    assert entourage(game, "p1") == "A3"
    assert "creature F2" in discard(game)


def test_endgame_trap_one_counts_in_that_pairing_alone():
    game = attack_all("lay A5 + A3 F2", "lay W5", "lay L5", variant="endgame_trap=one", **TRAPS)
    play(game, "p2: trap p1 A3", "pass*", *rolls("0", "3", "3"), "pass*")
    assert results(game) == [("defender", (7, 8)), ("attacker", (10, 8))]


def test_endgame_trap_one_gives_no_rider_back_against_the_cup():
    seats = {"p2": "hand W5; objects cup", "p3": "hand L5 trap; objects boots"}
    game = attack_all(
        *("lay A5 + A4M>A2", "lay W5", "lay L5", "p3: trap p1 >A2", *rolls("0", "4", "4")),
        variant="endgame_trap=one",
        **RIDER | seats,
    )
    assert results(game) == [("tie", (9, 9))] * 2


# The attacker's traps


def test_TW_BAT_13_each_trap_takes_one_creature_of_one_defender():
    seats = {
        "p1": f"hand A5 trap*2; {THREE}",
        "p2": "hand W5; entourage W1; objects shamrock",
        "p3": "hand L5; entourage L1; objects panties",
    }
    game = attack_all("lay A5", "lay W5 + W1", "lay L5 + L1", **seats)
    assert options(game) == ["pass", "trap p3 L1", "trap p2 W1"]
    play(game, "p1: trap p2 W1", "p1: trap p3 L1", *rolls("0", "0", "0"))
    assert results(game) == [("tie", (5, 5))] * 2
    assert (entourage(game, "p2"), entourage(game, "p3")) == ("", "")


def test_TW_POW_boots_protect_only_their_owner():
    seats = {
        "p1": f"hand A5 trap; {THREE}",
        "p2": "hand W5; entourage W1; objects shamrock",
        "p3": "hand L5; entourage L1; objects boots",
    }
    game = attack_all("lay A5", "lay W5 + W1", "lay L5 + L1", **seats)
    assert refused(game, "trap p3 L1") == "TW-POW-boots"
    play(game, "p1: trap p2 W1")


def test_TW_BAT_13_a_defender_traps_the_attack_not_another_defence():
    seats = {"p1": f"hand A5; entourage A1; {THREE}", "p2": "hand W5 trap; objects shamrock"}
    game = attack_all(
        "lay A5 + A1", "lay W5", "lay L5 + L1", p3="hand L5; entourage L1; objects boots", **seats
    )
    assert refused(game, "trap p3 L1") == "TW-BAT-13"
    play(game, "p2: trap p1 A1")
    assert dice(game) == ["-", "-", "-"]


# Every pairing recomputed from the answers alone


def deal(rng: random.Random) -> dict[str, str]:
    """Return a Mage with three objects and two or three defenders with one to three; everybody holds
    cards."""
    names = ["boots", "bra", "cup", "hat", "panties", "puppet", "shamrock", "socks", "teddy"]
    rng.shuffle(names)
    spells = {"p1": ("A5 A3", "F5 F3"), "p2": ("W5", "A4"), "p3": ("L5", "A4"), "p4": ("A5", "L4")}
    creatures = {"p1": "A4M A2 F4M F2", "p2": "W3 W1", "p3": "L3 L1", "p4": "A3 A1"}
    miromon = rng.choice(["p1", "p2", "p3", ""])
    seats = {}
    for seat in SEAT_NAMES[: rng.choice([3, 3, 4])]:
        held = f"{rng.choice(spells[seat])} cat*{rng.randint(1, 2)} trap"
        owned = [names.pop() for _ in range(3 if seat == "p1" else rng.randint(1, 2))]
        more = " miromon" if seat == miromon else ""
        seats[seat] = f"hand {held}{more}; entourage {creatures[seat]}; objects {','.join(owned)}"
    return seats


def results_by_hand(game: Game) -> list[tuple[str, tuple[int, int] | None]]:
    """Return how the pairings of an end-game attack end, computed from the lays, rolls and responses."""
    sides = {player.seat: player for player in game.table.players}
    objects = {seat: player.active_objects for seat, player in sides.items()}
    spells: dict[int, tuple[int, bool]] = {}
    creatures: dict[int, list[tuple[str, int]]] = {}
    ridden: list[tuple[str, str]] = []
    freed: list[str] = []
    throws: dict[int, list[tuple[int, bool, list[int]]]] = {seat: [] for seat in sides}
    by_cat = False
    for entry in game.transcript:
        word, _, rest = entry.answer.partition(" ")
        if entry.kind in ("attack", "defend"):
            lay = parse_lay(rest)
            own = bool(lay.spells) and lay.spells[0].element == sides[entry.player].character
            spells[entry.player] = sum(spell.power for spell in lay.spells), own
            creatures[entry.player] = [(unit.creature.token, unit.creature.power) for unit in lay.units]
            riders = [unit.rider for unit in lay.units if unit.rider]
            creatures[entry.player] += [(f">{rider.token}", rider.power) for rider in riders]
            if not entry.player:
                ridden = [(u.creature.token, f">{u.rider.token}") for u in lay.units if u.rider]
        elif entry.kind == "roll":
            throws[entry.player].append((parse_face(rest) or 0, by_cat, []))
        elif word == "trap":
            seat, token = rest.split()
            creatures[int(seat[1]) - 1].remove(next(c for c in creatures[int(seat[1]) - 1] if c[0] == token))
            pair = next((pair for pair in ridden if seat == "p1" and pair[0] == token), None)
            if pair:
                ridden.remove(pair)
                freed.append(pair[1])
        elif word == "miromon":
            throws[0 if rest == "attacker" else int(rest[1]) - 1][-1][2].append(entry.player)
        by_cat = word == "cat"

    def counts(seat: int, enemy: int) -> int:
        stopped = seat == 0 and "socks" in objects[enemy]
        rolled = [throw for throw in throws[seat] if not (stopped and throw[1])]
        if not rolled:
            return 0
        face, _, turns = rolled[-1]
        for who in turns:
            face = face if stopped and who == seat else 0 if face == SPIRAL else -face
        if (
            face == SPIRAL
            or (face == CROSS and "panties" in objects[seat])
            or (face == SUN and "bra" in objects[enemy])
        ):
            return 0
        return 0 if CROSS < face < 0 and spells[seat][1] else face

    found: list[tuple[str, tuple[int, int] | None]] = []
    for enemy in sorted(seat for seat in creatures if seat):
        cup = "cup" in objects[enemy]
        riding = [pair[1] for pair in ridden] if cup else []
        fighting = []
        for token, power in creatures[0]:
            if token in riding and not (token in freed and freed.count(token) > fighting.count(token)):
                riding.remove(token)
            else:
                fighting.append(power)
        faces = counts(0, enemy), counts(enemy, 0)
        names = {1: "attacker", 0: "tie", -1: "defender"}
        if SUN in faces or CROSS in faces:
            one, two = ((face == SUN) - (face == CROSS) for face in faces)
            found.append((names[(one > two) - (one < two)], None))
            continue
        mine = spells[0][0] + sum(fighting) + faces[0]
        theirs = spells[enemy][0] + sum(power for _, power in creatures[enemy]) + faces[1]
        found.append((names[(mine > theirs) - (mine < theirs)], (mine, theirs)))
    return found


@settings(max_examples=runs(80, 1000))
@given(st.integers(0, 10**9))
def test_to_E9_TW_END_4_every_pairing_ends_as_counted_by_hand(seed):
    rng = random.Random(seed)
    seats = deal(rng)
    game = play(case("FWLA"[: len(seats)], variant="events=false", **seats), "endgame")
    game.rng.seed(seed)
    while game.question.kind in ("attack", "defend", "before_roll", "roll", "respond"):
        answer = game.question.random_answer(game.rng)
        game.answer(next(game.question.options()) if str(answer) == "retire" else answer)
    assert results(game) == results_by_hand(game)
