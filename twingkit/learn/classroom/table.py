"""The results of a class as rows, as CSV and as DataFrames."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from twingkit.core.tables.safe_cell import formula_safe_cell
from twingkit.learn.classroom.pasted_results import PastedResults, parse_results
from twingkit.learn.classroom.result import TIME, TaskListResult

if TYPE_CHECKING:
    import pandas


@attrs.frozen
class MissedRule:
    """A rule in the results of a class: the numbers of questions answered and missed, and the learners who
    missed it.
    """

    rule: str
    answered_count: int
    missed_count: int
    learners: tuple[str, ...]


def missed_rules(results: Sequence[TaskListResult]) -> tuple[MissedRule, ...]:
    """Return the rules that were missed, sorted by the number of learners who missed them, then by the number
    of wrong answers.
    """
    counts: dict[str, list[int]] = {}
    learners: dict[str, dict[str, None]] = {}
    for result in results:
        for count in result.rule_counts:
            row = counts.setdefault(count.rule, [0, 0])
            row[0] += count.answered_count
            row[1] += count.missed_count
            if count.missed_count:
                learners.setdefault(count.rule, {})[result.name] = None
    rows = [
        MissedRule(rule, counts[rule][0], counts[rule][1], tuple(names)) for rule, names in learners.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-len(row.learners), -row.missed_count, row.rule)))


def task_keys(results: Sequence[TaskListResult]) -> tuple[str, ...]:
    """Return the keys of all tasks in these results, in the order of their lists."""
    return tuple(dict.fromkeys(item.key for result in results for item in result.task_states))


def _result_rows(pile: PastedResults) -> Iterator[dict[str, object]]:
    """Yield one row for each learner and list, with the columns of `results_frame`."""
    keys = task_keys(pile.results)
    for result in pile.results:
        missed = [f"{count.rule}={count.missed_count}" for count in result.rule_counts if count.missed_count]
        states = {item.key: item.state for item in result.task_states}
        yield {
            "name": result.name,
            "list": result.list_checksum,
            "when": result.when.strftime(TIME),
            "changed": result.is_altered,
            "done": result.done_count,
            "of": len(result.task_states),
            **{key: states.get(key, "") for key in keys},
            "answered": sum(count.answered_count for count in result.rule_counts),
            "missed": sum(count.missed_count for count in result.rule_counts),
            "missed_rules": " ".join(missed),
        }


_LEADING_COLUMNS = ("name", "list", "when", "changed", "done", "of")
_TRAILING_COLUMNS = ("answered", "missed", "missed_rules")


def results_csv_text(pasted: str | PastedResults, heading_by_column: Mapping[str, str] | None = None) -> str:
    r"""Return pasted results as CSV, with one row per learner and list; `heading_by_column` maps column names
    to headings.

    A cell that a spreadsheet would read as a formula is preceded by an apostrophe.

    >>> results_csv_text("")
    'name,list,when,changed,done,of,answered,missed,missed_rules\r\n'
    """
    pile = parse_results(pasted) if isinstance(pasted, str) else pasted
    columns = (*_LEADING_COLUMNS, *task_keys(pile.results), *_TRAILING_COLUMNS)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([formula_safe_cell((heading_by_column or {}).get(column, column)) for column in columns])
    for row in _result_rows(pile):
        writer.writerow([formula_safe_cell(row[column]) for column in columns])
    return out.getvalue()


def results_frame(pasted: str) -> pandas.DataFrame:
    """Return pasted results as a DataFrame with one row per learner and list (the newest result of each).

    Columns: `name`, `list` (checksum of the list), `when` (UTC), `changed` (True if edited by hand), `done`
    (number of finished tasks), `of` (number of tasks), one column per task (`done`, `said` if only the
    learner says so, `begun`, `open`; "" if it is not on that list), `answered` and `missed` (numbers of
    questions), and `missed_rules` (each with its number of misses). Lines that cannot be read are left out;
    `parse_results(pasted).faults` lists them.

    >>> list(results_frame("").columns)[:3]
    ['name', 'list', 'when']
    """
    import pandas

    pile = parse_results(pasted)
    columns = [*_LEADING_COLUMNS, *task_keys(pile.results), *_TRAILING_COLUMNS]
    frame = pandas.DataFrame(list(_result_rows(pile)), columns=columns)
    return frame.assign(when=pandas.to_datetime(frame["when"], format=TIME))


def missed_rules_frame(pasted: str) -> pandas.DataFrame:
    """Return the rules that a class missed as a DataFrame, those missed by most learners first.

    Columns: `rule` (id), `answered` and `missed` (numbers of questions), `learners` (number of learners who
    missed it) and `names`.

    >>> list(missed_rules_frame("").columns)
    ['rule', 'answered', 'missed', 'learners', 'names']
    """
    import pandas

    rows = missed_rules(parse_results(pasted).results)
    columns = ["rule", "answered", "missed", "learners", "names"]
    cells = [
        (row.rule, row.answered_count, row.missed_count, len(row.learners), ", ".join(row.learners))
        for row in rows
    ]
    return pandas.DataFrame(cells, columns=columns)
