"""A small picture of a battle: which side is the learner, and what the learner knows of the other hand."""

from __future__ import annotations

from twingkit import Game, twing
from twingkit.core.language import in_language
from twingkit.twing.view import GameView
from twingkit_widgets.twing.pictures.scene import make_battle_scene
from twingkit_widgets.twing.pictures.small_battle import scene_for_learner, small_battle_html
from twingkit_widgets.twing.play.pairings import pairings_of

ASSAULT = """
players F W L
p1 hand F6; objects boots,hat,bra
p2 hand W6 cat; objects cup
p3 hand L6 trap; objects teddy
table turn 30; to-move p1; phase action; as-is
"""


def pictures(game: Game, seat: int) -> list[str]:
    """Return the picture of each pairing, as the player in a seat sees it."""
    view = game.view(seat)
    assert isinstance(view, GameView)
    scenes = [pairing.scene for pairing in pairings_of(game.table.fight, view)]
    return [
        str(small_battle_html(scene_for_learner(scene, game, seat), "rule", game, seat, has_heading=True))
        for scene in scenes
    ]


def test_TW_END_3_of_several_defenders_only_the_learner_is_called_you() -> None:
    game = Game.begin(ASSAULT).give_answers("p1: endgame", "p1: lay F6", "p2: lay W6", "p3: lay L6")
    for seat, marks in ((0, [1, 1]), (1, [1, 0]), (2, [0, 1])):
        drawn = pictures(game, seat)
        assert [html.count("tk-lb-you") for html in drawn] == marks, seat
    assert ["Black cat" in html for html in pictures(game, 1)] == [True, False], "only the own cat is known"


def test_TW_SET_1_the_spells_in_the_other_hand_stay_hidden() -> None:
    game = twing.battle_game("F: F5 vs W: W6 W4")
    scene = make_battle_scene(game)
    assert [len(side.hand) for side in scene.sides] == [1, 2]
    assert [len(side.hand) for side in scene_for_learner(scene, game, 0).sides] == [1, 0]
    assert [len(side.hand) for side in scene_for_learner(scene, game, 1).sides] == [0, 2]
    assert [len(side.hand) for side in scene_for_learner(scene, game, 0, open_hands=True).sides] == [1, 2]


def test_sides_are_called_as_their_characters_are():
    """In German a witch attacks as „Angreiferin“."""
    game = twing.battle_game("W: W6 vs L: L3").give_answers("lay W6", "lay L3")
    with in_language("de"):
        shown = str(small_battle_html(make_battle_scene(game), "rule", game, 0))
    assert ("Angreiferin" in shown, "Verteidigerin" in shown) == (True, True)
    game = twing.battle_game("F: F6 vs A: A3").give_answers("lay F6", "lay A3")
    with in_language("de"):
        shown = str(small_battle_html(make_battle_scene(game), "rule", game, 0))
    assert ("Angreifer<" in shown, "Verteidiger<" in shown) == (True, True)
