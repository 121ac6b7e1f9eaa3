"""Parse pasted results of many learners: the newest result of each learner, and the lines that cannot be
read.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

import attrs

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.messages import Fault
from twingkit.learn.classroom.result import FORMAT_VERSION, RESULT_PATTERN, RESULT_PREFIX, TaskListResult
from twingkit.learn.classroom.task_list import printable_excerpt

_TRAILING_PUNCTUATION = ".,:;!?)]}>\"'”“’«»"


@attrs.frozen
class LineFault:
    """A pasted line in which no valid result was found: its number (from 1), and what is wrong with it."""

    line_number: int
    fault: Fault


@attrs.frozen
class SupersededResults:
    """A learner's older results on a list, replaced by a newer one.

    If `has_more_done` is True, two learners may share a name.
    """

    newest: TaskListResult
    results: tuple[TaskListResult, ...]

    @property
    def has_more_done(self) -> bool:
        """True if one of the older results has more tasks done than the newest."""
        return any(result.done_count > self.newest.done_count for result in self.results)


@attrs.frozen
class PastedResults:
    """Parsed results: the newest result of each learner and list, sorted by name, the superseded ones, the
    number of exact duplicates, the `faults` of lines, and the distinct `result_tokens`.
    """

    results: tuple[TaskListResult, ...]
    superseded: tuple[SupersededResults, ...]
    duplicate_count: int
    faults: tuple[LineFault, ...]
    result_tokens: tuple[str, ...]


@check_arguments(text=TEXT)
def parse_results(text: str) -> PastedResults:
    """Parse the results in a pasted text; a result can stand alone, after a sender's name, or in a link.

    For each name and list only the newest result counts; if two are from the same minute, the one that was
    not edited by hand. Lines without a result become faults.

    >>> pile = parse_results("good morning")
    >>> len(pile.results), pile.faults[0].line_number
    (0, 1)
    """
    newest: dict[tuple[str, str], list[TaskListResult]] = {}
    words: dict[str, None] = {}
    copies, faults = 0, []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if not line.strip():
            continue
        line_words = tuple(_tokens(line))
        if not line_words:
            why = Fault(
                "class.no_result",
                found=printable_excerpt(line.strip()),
                expected=f"{RESULT_PREFIX}.{FORMAT_VERSION};",
            )
            faults.append(LineFault(number, why))
        for word in line_words:
            try:
                result = TaskListResult.from_token(word)
            except Fault as fault:
                faults.append(LineFault(number, fault))
                continue
            copies += word in words
            if word not in words:
                newest.setdefault((result.name_key, result.list_checksum), []).append(result)
            words[word] = None
    rows = [sorted(same, key=lambda result: (result.when, not result.is_altered)) for same in newest.values()]
    rows.sort(key=lambda same: (same[-1].name_key, same[-1].when))
    older = tuple(SupersededResults(same[-1], tuple(same[:-1])) for same in rows if len(same) > 1)
    return PastedResults(tuple(same[-1] for same in rows), older, copies, tuple(faults), tuple(words))


def _tokens(line: str) -> Iterator[str]:
    """Yield the words of a line that begin like results. Addresses contain them percent-encoded."""
    for part in line.split():
        if "result=" in part:
            part = unquote(part.partition("result=")[2].partition("&")[0])
        match = RESULT_PATTERN.search(part)
        if match:
            yield match[0].rstrip(_TRAILING_PUNCTUATION)
