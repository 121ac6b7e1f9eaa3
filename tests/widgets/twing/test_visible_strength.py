"""The strength of an opponent that the button for an attack names."""

from __future__ import annotations

from widgets.play_tables import match

from twingkit.core.words import NO_BREAK
from twingkit_widgets.twing.play.offers import visible_strength_text


def test_TW_BAT_3_a_mount_is_marked_among_the_creatures() -> None:
    view = match("p1 hand F5", "p2 hand W6; entourage F3 F2M L4").view
    assert f"Fire{NO_BREAK}3+2M, Life{NO_BREAK}4" in visible_strength_text(view.seats[1])
