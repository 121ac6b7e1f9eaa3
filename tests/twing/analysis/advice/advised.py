"""Situations for the advice on lays, and their rows."""

from __future__ import annotations

from hypothesis import strategies as st

TIE = 1e-9

element = st.sampled_from("FFW")

held = st.integers(0, 1)

SITUATION = "F: hand F5 F3 F1 L4 + F4M F2 L3 & cat trap vs W: hand W6 W4 F2 + W3 W1 @ hat & cat"
