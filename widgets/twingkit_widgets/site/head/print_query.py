"""Which pages can be printed as a sheet: lessons, questions of a topic, puzzles, rules."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit_widgets.panel.address.addresses import page_kind

PRINTABLE_KINDS = ("learn", "practice", "puzzles", "rules")
"""The kinds of pages that can be printed."""


def can_print(page: str) -> bool:
    """Return whether a page has content that the print button can print.

    >>> can_print("learn"), can_print("play")
    (True, False)
    """
    return page_kind(page) in PRINTABLE_KINDS


def print_query(page: str, address: Mapping[str, str]) -> dict[str, str] | None:
    """Return the query of the printable sheet for a page's current address; None if it has none.

    >>> print_query("learn", {"lesson": "shield"}), print_query("learn", {})
    ({'lesson': 'shield', 'show': 'print'}, None)
    >>> print_query("practice", {"item": "shield:winner:17"}), print_query("rulebook", {"rule": "TW-BAT-16"})
    ({'topic': 'shield', 'seed': '17', 'show': 'print'}, {'show': 'print'})
    """
    kind, show = page_kind(page), {"show": "print"}
    if address.get("show") == "print":
        return None  # already the sheet
    if kind == "learn" and "lesson" in address:
        return {"lesson": address["lesson"], **show}
    if kind == "practice" and "item" in address:
        topic, _, rest = address["item"].partition(":")
        seed = rest.rpartition(":")[2]
        return {"topic": topic, **({"seed": seed} if seed.isdecimal() else {}), **show}
    if kind == "practice" and "topic" in address:
        return {"topic": address["topic"], **show}
    if kind == "puzzles":
        return {**{name: address[name] for name in ("puzzle",) if name in address}, **show}
    return show if kind == "rules" else None
