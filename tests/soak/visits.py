"""What pages receive: addresses, messages of a browser, and what it stored."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from soak import good_examples as good
from soak.errors import is_clear_error
from soak.ways import written

from twingkit_widgets.panel.page_messages import elements
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.site.page import Page, page

# -- addresses


def take_address(text: str) -> None:
    """Check that a page opens whatever its address says, and explains what is wrong with it."""
    name, _, query = text.partition("?")
    name = name if name in good.ADDRESSES else "index"
    shown_well(page(name, query.replace("\x00", "%00")))


def shown_well(opened: Page) -> None:
    """Check that every panel of a page shows texts that can be sent, and only clear errors."""
    for panel in (opened.frame, *opened.panels, *([opened.fault_panel] if opened.fault_panel else [])):
        panel.html.encode()
        panel.status.encode()
        if panel.error is not None and not is_clear_error(panel.error):
            raise panel.error


# -- messages

CLICKED = (
    "index",
    "learn",
    "practice",
    "play",
    "battle-lab",
    "rulebook",
    "readings",
    "class",
    "review",
    "puzzles",
)
PAGES = tuple(
    name
    for name in good.ADDRESSES
    if name in CLICKED or name.startswith(("ember-", "imajica-", "imperium-", "first", "referee"))
)
"""The pages whose messages are tried."""


ACTS = ("visit", "typed", "line", "lay", "recall", "merge_memories", "seed", "open")
SENT = (None, "", "0:", True, 7, "x" * 99, {"line": "x"})
"""Actions and values of messages that no control sends."""


def clicks(rng: random.Random) -> str:
    """Return some clicks on a page: each a line of JSON, the number of a visible control or a message."""
    sent: list[object] = []
    for _ in range(rng.randint(1, 8)):
        if rng.random() < 0.7:
            sent.append(
                {"click": rng.randrange(10_000), "text": rng.choice((*good.documented(), "3", "p1", "x"))}
            )
        else:
            sent.append({"act": rng.choice(ACTS), "value": rng.choice(SENT)})
    return "\n".join([rng.choice(PAGES), *map(json.dumps, sent)])


def take_messages(text: str) -> None:
    """Send messages to a page, some of them clicks on its controls; it answers each clearly and goes on."""
    name, *sent = text.splitlines() or [""]
    opened = page(name if name in PAGES else "index", "")
    panels: list[Panel] = [opened.frame, *opened.panels]
    for line in sent[:20]:
        try:
            message: object = json.loads(line)
        except (ValueError, RecursionError):
            message = {"act": line.partition(" ")[0], "value": line.partition(" ")[2]}
        panel = panels[-1] if len(panels) > 1 else panels[0]
        if isinstance(message, Mapping) and isinstance(message.get("click"), int):
            message = clicked(panel, message["click"], message.get("text"))
        panel._handle_custom_msg(message, [])
        shown_well(opened)


def clicked(panel: Panel, number: int, text: object) -> object:
    """Return the message of a control of a panel; a field sends the text."""
    controls = [(tag, found) for tag, found in elements(panel.html) if "data-act" in found]
    if not controls:
        return {"act": "nothing"}
    tag, found = controls[number % len(controls)]
    value = found.get("data-value", text)
    return {"act": found["data-act"], "value": {"text": text, "line": text} if tag == "form" else value}


def sets_of_clicks() -> Sequence[str]:
    """Return some clicks on each page, from which changes start."""
    return tuple(clicks(random.Random(number)) for number in range(40))


# -- what a browser kept


def take_recalled(text: str) -> None:
    """Give a page what a browser stored, and what another tab changed: it shows it or goes on without it."""
    name, _, kept = text.partition("\n")
    opened = page(name if name in PAGES else "learn", "")
    with clear_warnings():
        for memory in opened.frame.memories:
            opened.frame._handle_custom_msg({"act": "recall", "value": {memory: kept}}, [])
            opened.frame._handle_custom_msg({"act": "merge_memories", "value": {memory: ["", kept]}}, [])
    shown_well(opened)
    json.dumps(opened.frame.memories).encode()


def recalled(rng: random.Random) -> str:
    """Return a page, and what its browser stored."""
    keepers = (
        "learn",
        "practice",
        "index",
        "class",
        "puzzles",
        "first",
        "ember-learn",
        "imajica-practice",
        "imperium-learn",
    )
    return f"{rng.choice(keepers)}\n{rng.choice((written('kept', rng), rng.choice(good.kept())))}"


@contextmanager
def clear_warnings() -> Iterator[None]:
    """Check that every caught error in the log is one of the kit's own."""
    caught: list[BaseException] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info and record.exc_info[1]:
                caught.append(record.exc_info[1])

    ear, log = Ear(), logging.getLogger()
    log.addHandler(ear)
    try:
        yield
    finally:
        log.removeHandler(ear)
    for why in caught:
        if not isinstance(why, Exception) or not is_clear_error(why):
            raise why


def recalled_by_pages() -> Sequence[str]:
    """Return what pages receive from browsers."""
    return tuple(recalled(random.Random(number)) for number in range(40))
