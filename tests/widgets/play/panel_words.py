"""What the play panel says."""

from __future__ import annotations

import re

from widgets.play_tables import MOVES, read

OWN = "p1 hand F5 F3 W2; entourage F4M F2 A1; objects cup; ornicles 6"

OTHER = "p2 hand W6 W4; entourage W3 W4M; objects hat; ornicles 1"

CHOOSING = (*MOVES, "spell", "creature", "ride", "none", "hint", "take_hint", "active")


def words(html: str) -> str:
    """What is read in the panel: the text without its tags."""
    return re.sub(r"<[^>]*>", " ", read(html))
