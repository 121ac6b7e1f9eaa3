"""What a die counts and critical results: TW-BAT-15 to TW-BAT-17."""

from __future__ import annotations

import pytest
from twing.rules.rolled import PLAIN, asks

from twingkit import twing

# TW-BAT-15: what a die counts


@pytest.mark.parametrize(("face", "counts"), [("-4", 0), ("-1", 0), ("0", 0), ("1", 1), ("4", 4)])
def test_TW_BAT_15_negative_numbers_count_0_with_the_own_element(play, face, counts):
    attack = play("F: F5 vs W: L5", f"roll {face}", "roll 0")
    assert attack.result.points == (5 + counts, 5)
    defence = play("F: A5 vs W: W5", "roll 0", f"roll {face}")
    assert defence.result.points == (5, 5 + counts)


@pytest.mark.parametrize(("face", "counts"), [("-4", -4), ("-1", -1), ("0", 0), ("4", 4), ("Spiral", 0)])
def test_TW_BAT_15_other_elements_take_the_number_as_it_is(play, face, counts):
    game = play(PLAIN, f"roll {face}", "roll 0")
    assert game.result.points == (5 + counts, 5)


def test_TW_BAT_15_the_spells_decide_not_a_teddy_unit(play):
    game = play("F: A5 + F3 @ teddy vs W: L5", "roll -2", "roll 0")
    assert game.result.points == (6, 5)
    own = play("F: F5 + A3 @ teddy vs W: L5", "roll -2", "roll 0")
    assert own.result.points == (8, 5)


def test_TW_BAT_15_cites_what_made_the_die_count_so(play, cited):
    game = play("F: F5 vs W: L5", "roll -2", "roll Spiral")
    assert "TW-BAT-15 own_element attacker" in cited(game)
    assert "TW-BAT-15 spiral defender" in cited(game)
    assert "TW-BAT-15 number attacker" in cited(play("F: F5 vs W: L5", "roll 0", "roll 0"))


# TW-BAT-16: critical results


@pytest.mark.parametrize("face", ["4", "0", "-4", "Spiral", "Cross"])
def test_TW_BAT_16_a_sun_beats_everything_but_a_sun(play, cited, face):
    attack = play("F: A1 vs W: L9", "roll Sun", f"roll {face}")
    assert (attack.result.winner, attack.result.decided_by, attack.result.points) == (0, "critical", None)
    assert "TW-BAT-16 sun attacker" in cited(attack)
    defence = play("F: A9 vs W: L1", f"roll {face}", "roll Sun")
    assert (defence.result.winner, defence.result.decided_by) == (1, "critical")
    assert "TW-BAT-16 sun defender" in cited(defence)


@pytest.mark.parametrize("face", ["4", "0", "-4", "Spiral"])
def test_TW_BAT_16_a_cross_loses_to_everything_but_a_cross(play, cited, face):
    attack = play("F: A9 vs W: L1", "roll Cross", f"roll {face}")
    assert (attack.result.winner, attack.result.decided_by) == (1, "critical")
    assert "TW-BAT-16 cross defender" in cited(attack)
    defence = play("F: A1 vs W: L9", f"roll {face}", "roll Cross")
    assert (defence.result.winner, defence.result.decided_by) == (0, "critical")


def test_TW_BAT_16_sun_against_sun_ties(play, cited, sentences):
    game = play("F: A9 vs W: L1", "roll Sun", "roll Sun")
    assert (game.result.winner, game.result.decided_by) == (None, "critical")
    assert "TW-BAT-16 tie" in cited(game)
    assert sentences(game, "TW-BAT-16") == ["The attacker and the defender tie: Sun against Sun."]
    assert [player.ornicles for player in game.table.players] == [0, 0]


def test_TW_BAT_16_cross_against_cross_ties(play, cited):
    game = play("F: A9 vs W: L1", "roll Cross", "roll Cross")
    assert game.result.winner is None
    assert "TW-BAT-16 tie" in cited(game)


def test_TW_BAT_16_a_sun_beats_a_shield_and_a_cross_loses_to_it(play):
    sun = play("F: A1 vs W: shield W9 W9", "roll Sun")
    assert (sun.result.winner, sun.result.decided_by) == (0, "critical")
    cross = play("F: A9 vs W: shield W1", "roll Cross")
    assert (cross.result.winner, cross.result.decided_by) == (1, "critical")


def test_a_sun_does_not_end_the_battle_before_the_responses(play):
    game = play("F: A5 vs W: L5 & miromon", "roll Sun", "roll 0")
    assert asks(game) == ("respond", 1)
    game.answer("miromon attacker")
    assert game.result.winner == 1


@pytest.mark.parametrize(("power", "winner"), [(4, 1), (5, None), (6, 0)])
def test_where_objects_cancel_both_symbols_the_points_decide(play, power, winner):
    game = play(f"F: A{power} vs W: L5 @ bra,panties", "roll Sun", "roll Cross")
    assert (game.result.winner, game.result.points) == (winner, (power, 5))


# TW-BAT-15 to 17 together: all 144 rolls against an independent statement of the rules


def expected(faces: tuple[str, str], powers: tuple[int, int], own: tuple[bool, bool], **owner: int):
    """Return who wins, straight from the rulebook: each face, then symbols, then points."""
    read = list(faces)
    for side in (0, 1):
        if read[side] == "Spiral":
            read[side] = "0"
        if read[side] == "Cross" and owner.get("panties") == side:
            read[side] = "0"
        if read[side] == "Sun" and owner.get("bra") == 1 - side:
            read[side] = "0"
        if read[side].startswith("-") and own[side]:
            read[side] = "0"
    if "Sun" in read or "Cross" in read:
        if read[0] == read[1]:
            return None
        if "Sun" in read:
            return read.index("Sun")
        return 1 - read.index("Cross")
    points = [power + int(face) for power, face in zip(powers, read, strict=True)]
    return None if points[0] == points[1] else points.index(max(points))


@pytest.mark.parametrize(
    ("line", "powers", "own", "owner"),
    [
        ("F: A5 vs W: L5", (5, 5), (False, False), {}),
        ("F: F5 vs W: L6", (5, 6), (True, False), {}),
        ("F: A6 vs W: W4", (6, 4), (False, True), {}),
        ("F: F3 vs W: W5", (3, 5), (True, True), {}),
        ("F: A5 @ bra,panties vs W: W5", (5, 5), (False, True), {"bra": 0, "panties": 0}),
        ("F: F5 @ panties vs W: L5 @ bra", (5, 5), (True, False), {"bra": 1, "panties": 0}),
    ],
)
def test_TW_BAT_15_16_17_every_pair_of_faces(play, line, powers, own, owner):
    names = [twing.face_text(face) for face in twing.FACES]
    for attack in names:
        for defence in names:
            game = play(line, f"roll {attack}", f"roll {defence}")
            assert game.over
            assert game.result.winner == expected((attack, defence), powers, own, **owner), (attack, defence)
