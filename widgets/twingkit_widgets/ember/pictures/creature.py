"""Pictures of creatures for panels: a small tile, or a whole card with its ability and assumed parts."""

from __future__ import annotations

from twingkit.ember.box.pool import Creature
from twingkit.ember.view import CreatureView
from twingkit_widgets.ember.pictures.cards import card_back_svg
from twingkit_widgets.ember.pictures.figure import creature_svg
from twingkit_widgets.ember.words import assumed_creature_parts, cost_text, say
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.terms import TermMarker


def creature_tile_html(creature: Creature, note: Child = None, *, shows_points: bool = False) -> Markup:
    """Render a creature as a tile with its name and its cost, or with a `note` instead of the cost.

    With `shows_points`, its Victory Points stand before the cost.
    """
    worth = f"{say('creature.points', n=creature.value)} · " if shows_points else ""
    cost = [worth, el("span", str(creature.cost), cls="em-cost"), " ", cost_text(creature.cost)]
    text = el("small", cost if note is None else note)
    return el("div", creature_svg(creature.id), el("b", creature.name()), text, cls="em-tile")


def expandable_creature_tile(creature: Creature, key: str, *, shows_points: bool = False) -> Markup:
    """Render a creature as a tile that opens to show its ability."""
    return _make_tile_expandable(creature_tile_html(creature, shows_points=shows_points), creature, key)


def _make_tile_expandable(tile: Markup, creature: Creature, key: str, side: str = "") -> Markup:
    """Render a tile that expands to the creature's ability; `side` names a player other than "you"."""
    text = el("p", TermMarker("ember", key).mark_new_terms(creature.text(player_name=side)), cls="tk-small")
    return el("details", el("summary", tile), text, cls="em-told", data_key=key)


def creature_in_play_html(
    creature: Creature | None, creature_view: CreatureView, other_owner_name: str = ""
) -> Markup:
    """Render a conjured creature with its current Victory Points and marks, face up or flipped.

    With `other_owner_name`, the creature belongs to that other player.
    """
    name = creature.name() if creature else say("creature.unknown")
    printed = creature_view.points if creature is None else creature.value
    points = "points" if creature_view.points == printed else "points_printed"
    notes = [
        say(f"creature.{points}", n=creature_view.points, printed=printed),
        say(f"creature.{'up' if creature_view.is_face_up else 'down'}"),
    ]
    if creature_view.minus_marks:
        key = "creature.marks_one" if creature_view.minus_marks == 1 else "creature.marks"
        notes.append(say(key, n=creature_view.minus_marks))
    picture = creature_svg(creature.id) if creature else card_back_svg()
    small = el("small", ", ".join(notes))
    tile = el(
        "div", picture, el("b", name), small, cls="em-tile" if creature_view.is_face_up else "em-tile em-down"
    )
    if creature is None:
        return tile
    return _make_tile_expandable(tile, creature, f"lies:{creature_view.id}", other_owner_name)


def victory_points_text(points: int) -> str:
    """Return Victory Points in words without abbreviation."""
    return say("creature.points_long_one" if points == 1 else "creature.points_long", n=points)


def points_abbreviation_note_html() -> Markup:
    """Render the sentence that explains the abbreviation of Victory Points."""
    return el("p", say("creature.points_told"), cls="tk-small tk-soft")


def full_creature_html(
    creature: Creature, heading: str = "h4", *, marks_assumed: bool = True, terms: TermMarker | None = None
) -> Markup:
    """Render a whole creature: figure, Victory Points, cost and ability, whose words `terms` explains.

    With `marks_assumed` it also says which of these are assumed.
    """
    parts = [
        part
        for part in ("value", "cost", "effects")
        if marks_assumed and part in assumed_creature_parts(creature)
    ]
    named = ", ".join(say(f"creature.part_{part}") for part in parts)
    mark = el("span", say("creature.assumed", parts=named), cls="em-assumed") if parts else None
    points = el("span", victory_points_text(creature.value), cls="em-points")
    return el(
        "div",
        creature_svg(creature.id),
        el(heading, creature.name()),
        el("p", points, " · ", el("span", str(creature.cost), cls="em-cost"), " ", cost_text(creature.cost)),
        el("p", terms.mark_new_terms(creature.text()) if terms else creature.text()),
        el("p", mark) if mark else None,
        cls="em-beast",
    )
