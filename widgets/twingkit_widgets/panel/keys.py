"""The keys of every page: fixed keys for common actions, and free keys for answers.

A button whose `shortcut` is `ANSWER_PLACEHOLDER` gets the next free key when its panel is rendered: digits
first, then letters, in the order of the page. One whose shortcut is `shortcut_placeholder(key)` gets that
key wherever it is free: an option that has a number has it as its key at every question. No key has two
meanings on a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from twingkit_widgets.panel.markup import Markup

GO_ON = "n"
"""Continue: begin, roll, or confirm a choice."""

DECLINE_SHORTCUT = "0"
"""Pass, end your turn, or decline, on every page.

`GO_ON` differs, so that pressing it repeatedly never gives anything up.
"""

UNTIL_ME = "p"
"""Pass until you have a choice again."""

TO_END = "e"
"""Play to the end."""

UNDO, HINT, ANOTHER, SKIP, HELP, CLOSE = "u", "h", "w", "s", "?", "Escape"
"""Take back the last answer; show a hint; show other outcomes; skip; open the help; close a panel or cancel a
choice."""

ANSWER_PLACEHOLDER = "*"
"""Placeholder for the key of an answer; `assign_shortcuts` replaces it when the panel is rendered."""

_FIXED = (GO_ON, DECLINE_SHORTCUT, UNTIL_ME, TO_END, UNDO, HINT, ANOTHER, SKIP, HELP)
LETTERS = "".join(letter for letter in ascii_lowercase if letter not in _FIXED)

DIGITS = tuple("123456789")
"""The digit keys for answers; 0 is `DECLINE_SHORTCUT`."""

FREE_KEYS = "".join((*DIGITS, LETTERS, LETTERS.upper()))
"""The keys for answers, in the order in which they are assigned."""

_USED_KEY = re.compile(r'data-shortcut="([^*])"')
_MARK = rf"{re.escape(ANSWER_PLACEHOLDER)}(\w?)"
PLACEHOLDER = re.compile(
    rf' data-shortcut="{_MARK}" aria-keyshortcuts="{re.escape(ANSWER_PLACEHOLDER)}\w?"'
    rf'|<kbd class="tk-key" aria-hidden="true">{_MARK}</kbd>'
)


def shortcut_placeholder(key: str) -> str:
    """Return a placeholder that `assign_shortcuts` replaces with the shortcut `key`, or with another free key
    if a button already uses it.
    """
    return ANSWER_PLACEHOLDER + key


def default_shortcut_of_answer(answer: str) -> str:
    """Return the shortcut of an answer: `DECLINE_SHORTCUT` for a pass, a placeholder for all others.

    >>> default_shortcut_of_answer("pass"), default_shortcut_of_answer("cat")
    ('0', '*')
    """
    return DECLINE_SHORTCUT if answer == "pass" else ANSWER_PLACEHOLDER


def assign_shortcuts(html: Markup) -> Markup:
    """Replace the shortcut placeholders in HTML with free keys; answers beyond the last free key get no
    shortcut.

    >>> from twingkit_widgets.panel.markup import button, join
    >>> answer, on = button("heads", "answer", shortcut=ANSWER_PLACEHOLDER), button("on", "go", shortcut="1")
    >>> three = button("three", "answer", shortcut=shortcut_placeholder("3"))
    >>> page = assign_shortcuts(join(answer, on, answer, three))
    >>> [key for key in _USED_KEY.findall(page)]
    ['2', '1', '4', '3']
    """
    wanted = [found[1] for found in PLACEHOLDER.finditer(html) if found[0].startswith(" ")]
    if not wanted:
        return html
    taken = set(_USED_KEY.findall(html))
    keys = [""] * len(wanted)
    for place, key in enumerate(wanted):
        if key and key not in taken:
            keys[place] = key
            taken.add(key)
    free = iter([key for key in FREE_KEYS if key not in taken])
    keys = [key or next(free, "") for key in keys]
    pressed, shown = iter(keys), iter(keys)
    return Markup(PLACEHOLDER.sub(lambda found: _replacement(found[0], pressed, shown), html))


def _replacement(wanted: str, pressed: Iterator[str], shown: Iterator[str]) -> str:
    """Return the replacement of one placeholder, in the attributes of a button or on its key cap."""
    key = next(pressed if wanted.startswith(" ") else shown)
    return re.sub(_MARK, key, wanted) if key else ""
