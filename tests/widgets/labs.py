"""Use a lab of any game, and read its answers."""

from __future__ import annotations

import re
from typing import TypeVar

from twingkit_widgets.panel.panel import Panel

Lab = TypeVar("Lab", bound=Panel)


def after(lab: Lab, *acts: tuple[str, object]) -> Lab:
    """Return the lab after these actions, all without an error."""
    for act, value in acts:
        lab.do(act, value)
        assert lab.error is None, (act, value, lab.error)
    return lab


def chosen(lab: Lab, key: str, value: str) -> Lab:
    """Return the lab after choosing from the list with this key, sent like the page sends it."""
    field = re.search(rf'<select\b[^>]*data-key="{re.escape(key)}"[^>]*>', lab.html)
    assert field, key
    facts = dict(re.findall(r'([a-z-]+)="([^"]*)"', field[0]))
    return after(lab, (facts["data-act"], {facts["name"]: value} if "name" in facts else value))


def answer(lab: Panel) -> str:
    """Return the HTML of the open answer."""
    return str(lab.html[lab.html.index('role="tabpanel"') : lab.html.index('class="tk-lab-line"')])


HOSTILE = ("x" * 10_000, "<script>alert(1)</script>" * 400, '"><img src=x>', "\x00\n", "?")
"""Texts that are not lines, and must not be interpreted as anything else."""


def assert_stays_text(lab: Panel, text: str) -> None:
    """Check that a text that is not a line, in the field of the line, is explained once and shown as text."""
    lab.do("read", {"line": text})
    assert lab.error is None
    assert lab.fault is not None
    assert "<script" not in lab.html
    assert "<img" not in lab.html
    assert lab.html.count("tk-alert") == 1
