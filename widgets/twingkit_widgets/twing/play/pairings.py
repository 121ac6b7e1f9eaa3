"""The pairings of the battle in a whole game as everyone sees them: one picture each, with supporters.

A `PairingView` is created from a battle when it is shown and when it ends; it does not change afterwards,
whatever happens to the objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from twingkit import Game, Ruling
from twingkit.core.rulebook import READER_KEY
from twingkit.twing.rules.fight import Fight, FightSide, SupportCards
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.outcome import BattleResult
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.view import GameView
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.twing.pictures.scene import BattleScene, make_battle_scene, scene_side
from twingkit_widgets.twing.play.names import player_fact, say_about_player


@attrs.frozen
class PairingView:
    """One pairing of a battle, the attacker against one defender: its scene, both seats, their supporters,
    and the kind of battle.
    """

    scene: BattleScene
    seats: tuple[int, int]
    supporters: tuple[tuple[SupportCards, ...], tuple[SupportCards, ...]]
    kind: str
    remarks: tuple[Ruling, ...] = ()
    """Who cannot support a side without an Ornicle (TW-BAT-6), and who keeps a die (TW-BAT-14)."""

    def side_index(self, seat: int) -> int:
        """Return the index of the side for which a seat fights or that it supports."""
        return int(seat in (self.seats[1], *(support.seat for support in self.supporters[1])))

    def support_html(self, names: Sequence[str], own_name: str = "") -> list[Markup]:
        """Return the remarks, and which players support a side with which cards; `names` are the names of
        all seats.
        """
        remarks = [remark.for_reader({own_name: READER_KEY}).text() for remark in self.remarks]
        return [el("p", remark, cls="tk-small tk-soft") for remark in remarks] + [
            el(
                "p",
                say_about_player(
                    "table.supported",
                    who=player_fact(names[seat], own_name),
                    other=player_fact(names[fighter], own_name),
                    cards=rulebook().words.format_fact(cards),
                ),
                cls="tk-small",
            )
            for fighter, supports in zip(self.seats, self.supporters, strict=True)
            for seat, cards in supports
        ]


def pairings_of(fight: Fight, view: GameView) -> tuple[PairingView, ...]:
    """Return one pairing for each defender in a battle, as the viewer of `view` sees it, without the players'
    hands.
    """
    attack, *defences = fight.sides
    results = fight.results if fight.over else [None] * len(defences)
    taking_part = {seat for side in fight.sides for seat in (side.seat, *(one.seat for one in side.supports))}
    unable = tuple(
        Ruling("TW-BAT-6", "no_ornicle", {"side": seat.name}, rulebook())
        for seat in view.seats
        if fight.kind == "battle" and not (seat.seat in taking_part or seat.has_left or seat.ornicles)
    )
    return tuple(
        PairingView(
            _scene(fight, (attack, defence), view, result),
            (attack.seat, defence.seat),
            (tuple(attack.supports), tuple(defence.supports)),
            fight.kind,
            (*unable, *_kept_dice(fight, (attack, defence), view)),
        )
        for defence, result in zip(defences, results, strict=True)
    )


def _kept_dice(fight: Fight, pair: Sequence[FightSide], view: GameView) -> Iterator[Ruling]:
    """Yield a ruling on each opponent whom an object allowed a reroll that did not take place."""
    for side in pair if fight.over else ():
        name = reroll_object(side.role)
        able = side.shown_face is not None and name in side.player.active_objects
        if able and not side.used_reroll_object and side.seat != view.player:
            yield Ruling("TW-BAT-14", "kept", {"side": side.name, "object": name}, rulebook())


def _scene(fight: Fight, pair: tuple[FightSide, FightSide], view: GameView, result: object) -> BattleScene:
    attack, defence = (
        scene_side(fight, side, enemy, view.seats[side.seat].character)
        for side, enemy in zip(pair, reversed(pair), strict=True)
    )
    scene = BattleScene(
        (attack, defence),
        result if isinstance(result, BattleResult) else None,
        "" if fight.over else view.question_kind,
    )
    return scene.for_reader({view.own_seat.name: READER_KEY})


def pairing_scenes(game: Game, seat: int) -> list[BattleScene]:
    """Return the battle scenes, one for each pairing of attacker and defender, as a seat sees them; empty
    before any card is laid.
    """
    if not game.table.is_whole_game:
        return [make_battle_scene(game)]
    fight = game.table.fight
    if fight is None or not any(side.lay.spells or side.lay.units for side in fight.sides):
        return []
    return [pairing.scene for pairing in pairings_of(fight, game.view(seat))]
