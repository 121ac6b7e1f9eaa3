"""Doing things in a lab of any game, and looking at what it answers."""

from __future__ import annotations

import re
from typing import TypeVar

from twingkit_widgets.panel.panel import Panel

Lab = TypeVar("Lab", bound=Panel)


def after(lab: Lab, *acts: tuple[str, object]) -> Lab:
    """The lab after these actions, all without an error."""
    for act, value in acts:
        lab.do(act, value)
        assert lab.error is None, (act, value, lab.error)
    return lab


def chosen(lab: Lab, key: str, value: str) -> Lab:
    """The lab after choosing from the list with this key, sent as the page sends it."""
    field = re.search(rf'<select\b[^>]*data-key="{re.escape(key)}"[^>]*>', lab.html)
    assert field, key
    facts = dict(re.findall(r'([a-z-]+)="([^"]*)"', field[0]))
    return after(lab, (facts["data-act"], {facts["name"]: value} if "name" in facts else value))


def answer(lab: Panel) -> str:
    """The HTML of the open answer."""
    return str(lab.html[lab.html.index('role="tabpanel"') : lab.html.index('class="tk-lab-line"')])


HOSTILE = ("x" * 10_000, "<script>alert(1)</script>" * 400, '"><img src=x>', "\x00\n", "?")
"""Texts that are no line, and must not become anything else."""


def stays_text(lab: Panel, text: str) -> None:
    """A text that is no line, in the field of the line, is explained once and shown as text."""
    lab.do("read", {"line": text})
    assert lab.error is None
    assert lab.fault is not None
    assert "<script" not in lab.html
    assert "<img" not in lab.html
    assert lab.html.count("tk-alert") == 1
