"""“+N versus X” is Strength: it fights, it protects, and cards that ask for Strength count it
(IJ-POWER-4)."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, lies, reach, refused, start

from twingkit.core.play import Game
from twingkit.imajica.rules.values import current_value

# Who is challenged, its Strength, what it adds, and a challenger of the kind that it names.
AGAINST_ITS_FOE = [
    ("celestine", 8, "dowd gek-a-gek"),
    ("hill-rider", 6, "gek-a-gek gek-a-gek"),
    ("esmond-godolphin", 6, "gek-a-gek gek-a-gek"),
    ("bright-mother", 5, "dowd gek-a-gek"),
]


def challenged(
    target: str, challengers: str, *, more: str = "", hand: str = "", variant: str = "box"
) -> Game:
    """Return a game at the split of the damage; the challenged Autarch may hold something."""
    held = f" hand {hand}" if hand else ""
    game = start(
        f"p1 active {challengers} general-rosengarten; p2 active {target}{more}{held}; p3 active gideon",
        variant=variant,
    )
    tokens = "gek-a-gek gek-a-gek.2" if challengers == "gek-a-gek gek-a-gek" else challengers
    give(game, f"p1: challenge {target} with {tokens} general-rosengarten")
    return reach(game, "damage")


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize(("target", "strength", "challengers"), AGAINST_ITS_FOE)
def test_IJ_CHAL_9_versus_protects_at_death_as_it_fights(
    target: str, strength: int, challengers: str, more: int
) -> None:
    game = challenged(target, challengers)
    assert f"damage {target} {strength + 1}" in map(str, game.question.options()), "the least that kills"
    give(game, f"p1: damage {target} {strength + more}", "p1: end")
    assert (lies(game, target) is None) == bool(more)
    said = [ruling for ruling in game.rulings if ruling.rule == "IJ-CHAL-9"]
    assert [(ruling.case, ruling.facts["strength"]) for ruling in said] == [
        ("dies" if more else "lives", strength)
    ]


def test_IJ_CHAL_9_dowd_and_a_gek_a_gek_do_not_kill_celestine_with_six() -> None:
    game = start("p1 active dowd gek-a-gek; p2 active celestine")
    give(game, "p1: challenge celestine with dowd gek-a-gek")
    assert reach(game, "damage").question.max_damage == 6
    assert list(game.question.deadly_splits()) == [()], "6 kills nobody"
    give(game, "p1: damage celestine 6", "p1: end")
    assert lies(game, "celestine") is not None


@pytest.mark.parametrize(("variant", "lives"), [("box", True), ("death=printed", False)])
def test_IJ_CHAL_9_the_printed_strength_knows_no_versus(variant: str, lives: bool) -> None:
    game = challenged("celestine", "dowd gek-a-gek", variant=variant)
    give(game, "p1: damage celestine 5", "p1: end")
    assert (lies(game, "celestine") is not None) == lives


@pytest.mark.parametrize("answer", ["", "p2: play waking on judith", "p2: use pinguin on judith"])
def test_IJ_CHAL_5_nobody_is_thrown_out_of_a_fight_that_was_fought(answer: str) -> None:
    # a Flash after the damage: Dowd opposed her, and does so until the challenge is over
    game = challenged("celestine", "dowd gek-a-gek", more=" pinguin judith", hand="waking")
    give(game, "p1: damage celestine 7", *([answer] if answer else []), "p1: end")
    assert lies(game, "celestine") is not None
    assert "IJ-CHAL-5" not in cited(game)


@pytest.mark.parametrize(("card", "lives"), [("cold-feet", False), ("emotion-dread", True)])
def test_IJ_CHAL_9_who_leaves_after_the_damage_stands_against_nobody(card: str, lives: bool) -> None:
    game = start(f"p1 active dowd gek-a-gek irish; p2 active celestine; p3 active gideon hand {card}")
    give(game, "p1: challenge celestine with dowd gek-a-gek irish")
    reach(game, "damage")
    give(game, "p1: damage celestine 7", f"p3: play {card} on dowd", "p1: end")
    assert (lies(game, "celestine") is not None) == lives


def test_IJ_CHAL_9_all_die_by_the_strength_that_they_had_together() -> None:
    # Dowd and Celestine have 8 damage each: if Dowd dies first, her damage stays the same
    game = start("p1 active celestine gek-a-gek gek-a-gek; p2 active dowd")
    give(game, "p1: challenge dowd with celestine gek-a-gek gek-a-gek.2")
    assert reach(game, "damage").question.max_damage == 18
    give(game, "p1: damage dowd 8 celestine 8", "p1: end")
    assert (lies(game, "dowd"), lies(game, "celestine") is None) == (None, False)


@pytest.mark.parametrize(("card", "lives"), [("blindness", False), ("amnesia", True)])
def test_IJ_POWER_3_versus_goes_with_the_traits_even_after_the_damage(card: str, lives: bool) -> None:
    game = start(f"p1 active dowd gek-a-gek irish hand {card}; p2 active celestine")
    give(game, "p1: challenge celestine with dowd gek-a-gek irish")
    reach(game, "damage")
    give(game, "p1: damage celestine 7", f"p1: play {card} on celestine", "p1: end")
    assert (lies(game, "celestine") is not None) == lives


@pytest.mark.parametrize(
    ("line", "deed", "strength"),
    [
        ("p1 active gek-a-gek; p2 active hill-rider", "challenge hill-rider with gek-a-gek", 6),
        ("p1 active hill-rider; p2 active gek-a-gek", "challenge gek-a-gek with hill-rider", 6),
        ("p1 active dowd; p2 active hill-rider gek-a-gek", "challenge hill-rider with dowd", 4),
        ("p1 active gek-a-gek; p2 active irish hill-rider", "challenge irish with gek-a-gek", 4),
        ("p1 active hill-rider; p2 active gek-a-gek; circle slew", "seize slew with hill-rider", 4),
    ],
)
def test_IJ_POWER_4_versus_counts_for_who_stands_in_the_challenge(
    line: str, deed: str, strength: int
) -> None:
    game = start(
        line.replace("p1 active", "p1 hand waking active").replace("p2 active", "p2 hand waking active")
    )
    give(game, f"p1: {deed}")
    assert game.table.fight is not None
    assert current_value(game.table, lies(game, "hill-rider"), "strength") == strength
    reach(give(game, "p1: end"), "ally")
    assert current_value(game.table, lies(game, "hill-rider"), "strength") == 4, "only while it lasts"


@pytest.mark.parametrize(("challenger", "rule"), [("gek-a-gek", "IJ-TIME-8"), ("dowd", "")])
def test_IJ_CARD_5_a_card_that_asks_for_strength_sees_versus(challenger: str, rule: str) -> None:
    # Stagger pivots a rival of Strength 3 at most: Esmond has 3, and 6 against an Oviate
    game = start(f"p1 active {challenger} hand pneuma stagger; p2 active gideon esmond-godolphin")
    give(game, f"p1: challenge gideon with {challenger}", "p2: defend esmond-godolphin")
    answer = f"play stagger by {challenger} on esmond-godolphin"
    reach(game, "combat")
    if rule:
        assert refused(game, answer) == rule
    else:
        give(game, f"p1: {answer}")
        assert lies(game, "esmond-godolphin").pivoted


@pytest.mark.parametrize(("challenger", "lives"), [("gek-a-gek", True), ("dowd", False)])
def test_IJ_DMG_1_damage_before_the_fight_meets_the_same_strength(challenger: str, lives: bool) -> None:
    # an Old Scar leaves Esmond 2, and 5 against an Oviate: Lightning strikes with 3
    game = start(f"p1 active {challenger} hand lightning; p2 active esmond-godolphin+old-scar@p1 irish")
    give(game, f"p1: challenge esmond-godolphin with {challenger}")
    give(game, "p1: play lightning on esmond-godolphin", "p1: end")
    assert (lies(game, "esmond-godolphin") is not None) == lives
