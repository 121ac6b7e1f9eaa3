"""The picture of a battle in lessons and quizzes: both sides in small, next to the question."""

from __future__ import annotations

import attrs

from twingkit.core.play import Game
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT
from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.twing.pictures import table
from twingkit_widgets.twing.pictures.cards import cards_html
from twingkit_widgets.twing.pictures.die import die_html
from twingkit_widgets.twing.pictures.drawing import character_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.scene import BattleScene, SceneSide
from twingkit_widgets.twing.pictures.small_table import WORDS


def small_battle_html(
    scene: BattleScene, rule_act: str, game: Game, seat: int, has_heading: bool = False
) -> Markup:
    """Render both sides of a battle as two compact boxes with name, cards, die and points.

    `rule_act` is the page action that opens a rule, `seat` is the learner's in the `game`; `has_heading` adds
    a heading with the two players (for one of several pairings).
    """
    sides = [
        _side(scene, side_index, rule_act, _is_side_of_seat(side, game, seat))
        for side_index, side in enumerate(scene.sides)
    ]
    names = [rulebook().words.name(CHARACTER_BY_ELEMENT[side.character]) for side in scene.sides]
    versus = WORDS.say("pairing", one=capitalize_first(names[0]), other=names[1])
    return el(
        "div",
        el("p", versus, cls="tk-label") if has_heading else None,
        sides,
        cls="tk-lb tk-lb-one-of" if has_heading else "tk-lb",
    )


def _is_side_of_seat(side: SceneSide, game: Game, seat: int) -> bool:
    fight: Fight | None = game.table.fight
    roles = [fighting.role for fighting in fight.sides if fighting.seat == seat] if fight else []
    return side.role in roles and side.character == game.table.players[seat].character


def scene_for_learner(
    scene: BattleScene, game: Game, seat: int, open_hands: bool = False, adds_active_objects: bool = False
) -> BattleScene:
    """Return a battle scene reduced to what the learner at `seat` may see.

    It includes the learner's response cards and, unless all hands are open, excludes the spells in other
    hands. `adds_active_objects` adds the active objects of both sides; otherwise only those in the scene are
    kept.
    """
    player = game.table.players[seat]
    active = {player.character: player.active_objects for player in game.table.players if adds_active_objects}

    def held(side: SceneSide) -> SceneSide:
        side = attrs.evolve(side, objects=side.objects or active.get(side.character, ()))
        if _is_side_of_seat(side, game, seat):
            return attrs.evolve(side, response_cards=player.response_cards)
        return side if open_hands else attrs.evolve(side, hand=())

    return scene.with_sides(held)


def _repeats_symbol(side: SceneSide) -> bool:
    """Return whether the note on a side's die says nothing except that the rolled symbol counts."""
    return side.die_ruling is not None and side.die_ruling.case == "critical"


def _side(scene: BattleScene, side_index: int, rule_act: str, you: bool) -> Markup:
    side = scene.sides[side_index]
    won = scene.result is not None and scene.result.winner == side_index
    name = rulebook().words.name(CHARACTER_BY_ELEMENT[side.character])
    head = el(
        "header",
        el("span", character_svg(side.character, ""), cls="tk-small-portrait"),
        el("h3", capitalize_first(name)),
        el("span", WORDS.say("you"), cls="tk-chip tk-lb-you") if you else None,
        el("span", say(f"table.{side.role}_{side.character}"), cls="tk-small tk-soft"),
        table.result_badge_html(scene, side_index),
        cls="tk-lb-head",
    )
    lay_html: Child = table.lay_placeholder_html(side)
    if side.has_laid:
        die = die_html(side.face, side.character) if side.rolls_die else None
        groups = [cards_html(cards) for cards in (side.spells, side.units) if cards]
        lay_html = el("div", el("div", groups, cls="tk-lb-groups"), die, cls="tk-lb-cards")
    return el(
        "section",
        head,
        lay_html,
        table.points_sum_html(side) if side.has_laid else None,
        table.die_note_html(side, rule_act) if not _repeats_symbol(side) else None,
        table.objects_and_plays_html(side, rule_act),
        cls="tk-lb-side tk-side-won" if won else "tk-lb-side",
        aria_label=name,
    )
