"""The tabs of the lab: what a person can ask about the battle, one answer open at a time."""

from __future__ import annotations

TABS = ("odds", "advice", "worth", "whatif", "tree", "charts")
"""The questions, in the order in which a person asks them."""
