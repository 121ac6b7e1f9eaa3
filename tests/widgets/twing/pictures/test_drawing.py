"""The drawings: well-formed, named, small, and an element shows in four ways."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from twingkit import twing
from twingkit_widgets.panel.settings.colours import contrast
from twingkit_widgets.twing.pictures.drawing import (
    COLOURS_BY_ELEMENT,
    card_svg,
    character_svg,
    die_svg,
    element_svg,
    magical_object_svg,
    mounted_pair_svg,
    ornicle_svg,
    svg_by_group,
)

ELEMENTS = twing.ELEMENTS


def drawings() -> list[tuple[str, str]]:
    """Every kind of drawing once, with the name of its case."""
    made = [(f"{kind}", card_svg(kind, "t")) for kind in ("cat", "miromon", "trap", "back")]
    for element in ELEMENTS:
        made += [
            (f"{kind} {element}{power}", card_svg(kind, "t", element, power))
            for kind in ("spell", "creature", "mount")
            for power in (1, 2, 3, 4, 5, 6, 99)
        ]
        made += [(f"die {element} {face}", die_svg(face, element, "t")) for face in (None, *twing.FACES)]
        made += [(f"character {element}", character_svg(element, "t")), (element, element_svg(element, "t"))]
    made += [(f"object {name}", magical_object_svg(name, "t")) for name in twing.OBJECTS]
    return [*made, ("ornicle", ornicle_svg("t"))]


def test_a_drawing_is_well_formed_named_and_small() -> None:
    for name, svg in drawings():
        root = ElementTree.fromstring(svg)
        assert root.tag == "svg"
        assert root.get("role") == "img"
        assert root.get("aria-label") == "t"
        assert root.findtext("title") == "t"
        assert root.get("viewBox")
        assert "id=" not in svg
        assert len(svg) < 2400, name


def test_a_picture_without_a_title_is_not_read_out() -> None:
    root = ElementTree.fromstring(character_svg("F", ""))
    assert root.get("aria-hidden") == "true"
    assert root.get("role") is None
    assert root.find("title") is None


def test_a_mounted_pair_shows_both_powers() -> None:
    svg = mounted_pair_svg("t", "F", 6, "F", 3)
    numbers = [text.text for text in ElementTree.fromstring(svg).iter("text")]
    assert {"6", "3", "M", "F"} <= set(numbers)


def test_names_are_escaped() -> None:
    assert "<b>" not in card_svg("spell", "<b>", "F", 3)


@pytest.mark.parametrize(
    "make", [lambda e: card_svg("spell", "t", e, 3), lambda e: card_svg("creature", "t", e, 3)]
)
def test_an_element_shows_by_colour_symbol_letter_and_pattern(make: Callable[[str], str]) -> None:
    cards = {element: make(element) for element in ELEMENTS}
    for element, svg in cards.items():
        assert COLOURS_BY_ELEMENT[element].colour in svg
        assert f">{element}</text>" in svg
        assert 'opacity=".38"' in svg
    shapes = {
        element: tuple(path.get("d") for path in ElementTree.fromstring(svg).iter("path"))
        for element, svg in cards.items()
    }
    assert len(set(shapes.values())) == len(ELEMENTS)


def test_every_card_and_die_has_a_border_in_the_text_colour() -> None:
    for name, svg in drawings():
        assert 'stroke="currentColor"' in svg, name


@pytest.mark.parametrize("element", ELEMENTS)
def test_what_is_written_on_an_element_can_be_read(element: str) -> None:
    look = COLOURS_BY_ELEMENT[element]
    assert contrast(look.colour, look.text_colour) >= 4.5
    assert contrast(look.background_colour, look.ink) >= 4.5


def test_there_is_a_picture_for_everything() -> None:
    drawn = svg_by_group()
    assert set(drawn["object"]) == set(twing.OBJECTS)
    assert set(drawn["character"]) == set(ELEMENTS)
    assert {f"{element}{power}" for element in ELEMENTS for power in range(1, 6)} < set(drawn["creature"])


def test_an_unknown_picture_is_an_error() -> None:
    with pytest.raises(KeyError):
        magical_object_svg("spoon", "t")
    with pytest.raises(KeyError):
        card_svg("joker", "t")
