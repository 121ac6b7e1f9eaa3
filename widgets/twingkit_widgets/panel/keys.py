"""The keys of every page: one for each thing that can be done on many pages, and those that are dealt to
answers.

A button whose `shortcut` is `ANSWER` gets the next free key when its panel is rendered: the digits first,
then letters, in the order of the page. So every answer has a key, no key has two meanings on a page, and
nobody counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from twingkit_widgets.panel.markup import Markup

GO_ON = "n"
"""Goes on: begins, throws, confirms what is chosen; it passes where others act and one may respond."""

NOTHING = "0"
"""Passes in a turn of one's own, ends it, or does without: who presses `GO_ON` again and again gives nothing
up."""

UNTIL_ME = "p"
"""Passes until the person is concerned."""

TO_END = "e"
"""Plays to the end."""

UNDO, HINT, ANOTHER, SKIP, HELP, CLOSE = "u", "h", "w", "s", "?", "Escape"
"""Takes the last answer back; advises; asks what else could have come; skips; opens the help; closes what is
open, or leaves what is half chosen."""

ANSWER = "*"
"""The key of an answer: it is dealt when the panel is rendered."""

FIXED = (GO_ON, NOTHING, UNTIL_ME, TO_END, UNDO, HINT, ANOTHER, SKIP, HELP)
LETTERS = "".join(letter for letter in ascii_lowercase if letter not in FIXED)

DEALT = f"123456789{LETTERS}{LETTERS.upper()}"
"""The keys for answers, in their order."""

USED = re.compile(r'data-shortcut="(.)"')
WANTED = re.compile(
    rf' data-shortcut="{re.escape(ANSWER)}" aria-keyshortcuts="{re.escape(ANSWER)}"'
    rf'|<kbd class="tk-key" aria-hidden="true">{re.escape(ANSWER)}</kbd>'
)


def deal_keys(html: Markup) -> Markup:
    """Return a page on which every answer has its key; those for whom there is none left have none.

    >>> from twingkit_widgets.panel.markup import button, join
    >>> answer, on = button("heads", "answer", shortcut=ANSWER), button("on", "go", shortcut="1")
    >>> page = deal_keys(join(answer, on))
    >>> [key for key in USED.findall(page)]
    ['2', '1']
    """
    if WANTED.search(html) is None:
        return html
    taken = set(USED.findall(html))
    free = [key for key in DEALT if key not in taken]
    pressed, shown = iter(free), iter(free)
    return Markup(WANTED.sub(lambda found: _dealt(found[0], pressed, shown), html))


def _dealt(wanted: str, pressed: Iterator[str], shown: Iterator[str]) -> str:
    """Return what stands in place of one `ANSWER`: in the attributes of a button, or on its cap."""
    key = next(pressed if wanted.startswith(" ") else shown, None)
    return "" if key is None else wanted.replace(f'"{ANSWER}"', f'"{key}"').replace(f">{ANSWER}<", f">{key}<")
