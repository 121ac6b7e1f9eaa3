"""Silhouettes and dice: one for each class of units, well formed, with a name where they stand alone."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from twingkit.imperium.box.units import BATTLE_CLASSES, DOCK
from twingkit_widgets.imperium.pictures.drawing import SHAPES, d10_svg, unit_svg


def test_every_class_has_a_silhouette_of_its_own():
    assert set(SHAPES) == {*BATTLE_CLASSES, DOCK}
    assert len(set(SHAPES.values())) == len(SHAPES)


@pytest.mark.parametrize("unit_class", SHAPES)
@pytest.mark.parametrize("left", [False, True])
def test_a_silhouette_is_well_formed_and_faces_its_opponent(unit_class, left):
    tree = ElementTree.fromstring(unit_svg(unit_class, left=left))
    assert tree.get("viewBox") == "0 0 64 40"
    assert ("matrix(-1" in unit_svg(unit_class, left=left)) is left


def test_a_picture_without_a_title_is_not_read_out():
    assert 'aria-hidden="true"' in unit_svg("cruiser")
    assert "aria-label" not in unit_svg("cruiser")


@pytest.mark.parametrize("face", [1, 10, "7+"])
def test_a_die_shows_its_face(face):
    tree = ElementTree.fromstring(d10_svg(face, f"shows {face}"))
    assert f">{face}</text>" in d10_svg(face)
    assert tree.get("aria-label") == f"shows {face}"
