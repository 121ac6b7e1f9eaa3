"""The picture of a battle in a whole game shows what counts in each pairing."""

from __future__ import annotations

from twingkit.twing.examples import example
from twingkit_widgets.twing.play.pairings import pairings_of


def test_TW_END_4_against_the_cup_the_picture_leaves_out_the_riders() -> None:
    game = example("TW-END-4").game()
    fight, attack = game.table.fight, game.table.fight.sides[0]
    pictures = pairings_of(fight, game.view(0))
    shown = [pairing.scene.sides[0].power for pairing in pictures]
    assert shown == [fight.card_points_against(attack, defence) for defence in fight.sides[1:]]
    assert min(shown) < attack.card_points, "one of them owns the Cup"
