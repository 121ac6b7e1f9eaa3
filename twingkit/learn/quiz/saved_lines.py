"""Parse a text that a browser keeps for a learner: a head, then one entry per line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt


def parse_saved_lines(
    text: str, header: str, length_limit: int, forms: Sequence[re.Pattern[str]], fault_keys: tuple[str, str]
) -> Iterator[re.Match[str]]:
    r"""Parse saved progress text: yield the regex match of each non-empty line after the header with one of
    the `forms`; nothing for an empty text.

    Raises a `Fault` with the first of the `fault_keys` if the header differs or the text reaches the
    `length_limit` of characters, and with the second for a line that matches none of the forms.

    >>> forms = [re.compile(r"rule (.+)")]
    >>> faults = "met.head", "met.line"
    >>> [line[1] for line in parse_saved_lines("rules 1\nrule A\n", "rules 1", 99, forms, faults)]
    ['A']
    """
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines()]
    if not any(lines):
        return
    if lines[0] != header or len(text) >= length_limit:
        raise Fault(fault_keys[0], found=one_line_excerpt(lines[0], 40), head=header)
    for number, line in enumerate(lines[1:], 2):
        matches = (match for form in forms if (match := form.fullmatch(line)))
        if match := next(matches, None):
            yield match
        elif line:
            raise Fault(fault_keys[1], line=number, found=one_line_excerpt(line, 40))
