"""Duel lines."""

from __future__ import annotations

PLAIN = "duel F: F5 / F4 / F3 vs W: W5 / W4 / W3"


BIGGER = (
    "duel F: F5 F3 + F4 A2 / A4 A2 + A2 / F4 + F4M>F2 @ shamrock,teddy & cat trap "
    "vs W: W6 / W4 W3 + W2 / shield W4 W2 @ hat & cat trap*2"
)
