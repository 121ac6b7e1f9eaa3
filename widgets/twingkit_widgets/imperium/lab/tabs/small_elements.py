"""Small elements of the fleet lab: a bar for a share, a unit with its name, a slider."""

from __future__ import annotations

from twingkit.imperium.box.units import Unit
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.pictures.scene import MAX_UNITS_DRAWN_SINGLY
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first


def share_bar(share: float) -> Markup:
    """Return a bar whose filled part shows a share from 0 to 1, hidden from screen readers."""
    inner = el("span", style=f"width:{min(1.0, max(0.0, share)):.1%}")
    return el("span", inner, cls="tk-fleet-share", aria_hidden="true")


def unit_pictures(unit_class: str, count: int, side_index: int) -> list[Child]:
    """Return one picture for each of `count` units of a class, or a single picture with the number if there
    are many.
    """
    drawn = count if count <= MAX_UNITS_DRAWN_SINGLY else 1
    svg = unit_svg(unit_class, left=bool(side_index))
    return [[svg] * drawn, el("b", f"×{count}") if drawn != count else None]


def unit_html(kind: Unit, side_index: int) -> Markup:
    """Return the picture and the name of a unit of one side."""
    picture = el("span", unit_svg(kind.unit_class, left=bool(side_index)), cls="tk-fleet-small")
    return el("span", picture, capitalize_first(unit_name(kind)), cls="tk-fleet-unit")


def slider(
    slider_id: str,
    label: str,
    act: str,
    value: int,
    minimum: int,
    maximum: int,
    text: str,
    step: int | None = None,
) -> list[Markup]:
    """Return a slider with its label and its value as `text`."""
    field = el(
        "input",
        type="range",
        cls="tk-range",
        min=minimum,
        max=maximum,
        step=step,
        value=value,
        id=slider_id,
        data_act=act,
        data_live=True,
        data_key=act,
        aria_valuetext=text,
    )
    shown = el("output", text, cls="tk-number tk-plan-big")
    return [el("label", label, for_=slider_id, cls="tk-label"), field, shown]
