"""Analyse a grid of values: one long table with a row for each cell, or several if the result has several.

    sweep(imperium.odds, "space: {n} cruiser vs {m} destroyer", {"n": range(1, 9), "m": range(1, 9)})
    sweep(twing.odds, "F: F5 {& cat*n} vs W: W{p}", {"n": range(3), "p": range(1, 9)}, responses="best")

Names without a gap in the template are arguments of the function: `{"responses": ["none", "best"]}`.
"""

from __future__ import annotations

import inspect
import json
import multiprocessing
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path

from twingkit.analyse.reports.batches import BatchError
from twingkit.analyse.sweeps.answers import RowsAndMeanings, meaning_by_column, rows_of, to_cell
from twingkit.analyse.sweeps.batches import Analysis, batch_function_of
from twingkit.analyse.sweeps.gaps import LineTemplate
from twingkit.core.arguments import (
    ARGUMENT_FAULT_KEYS,
    BOOLEAN,
    COUNT,
    FUNCTION,
    PATH,
    TEXT,
    check_arguments,
    custom_argument_kind,
)
from twingkit.core.arguments.kinds import as_builtin, quote_value
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault, message
from twingkit.core.near_names import NearestName
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.running.processes import set_up_worker, startable_processes, workers_ignore_ctrl_c
from twingkit.core.running.progress_bar import progress_bar
from twingkit.core.tables.lazy_types import DataFrame

FORMAT = "twingkit-sweep 2"
"""The format of `sweep.json`, and its version."""


class CellStore:
    """The folder of a sweep: `sweep.json` describes the sweep, `cells.jsonl` has a line for each cell."""

    def __init__(self, folder: Path, about: Mapping[str, object]) -> None:
        self._cells = folder / "cells.jsonl"
        description = json.dumps({"format": FORMAT, **about}, ensure_ascii=False, indent=1, sort_keys=True)
        head = folder / "sweep.json"
        folder.mkdir(parents=True, exist_ok=True)
        if head.is_file():
            if head.read_text(encoding="utf-8") != description:
                raise Fault("sweep.other", folder=folder)
        elif any(folder.iterdir()):
            raise Fault("sweep.folder", folder=folder)
        else:
            head.write_text(description, encoding="utf-8")

    def load(self) -> dict[str, RowsAndMeanings]:
        """Return the result of each finished cell by key; an incomplete last line is dropped.

        Raises `Fault` for a line that does not belong to a sweep.
        """
        cells: dict[str, RowsAndMeanings] = {}
        if not self._cells.is_file():
            return cells
        content = self._cells.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self._cells.write_bytes(whole)
        # `splitlines` would also split at other characters inside a value
        for line in whole.split(b"\n")[:-1]:
            try:
                key, rows, meanings = json.loads(line)
            except (ValueError, TypeError) as wrong:
                raise Fault("sweep.folder", folder=self._cells.parent) from wrong
            cells[key] = rows, meanings
        return cells

    def add(self, key: str, answer: RowsAndMeanings) -> None:
        """Store the result of a cell."""
        with self._cells.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, *answer], ensure_ascii=False) + "\n")


_PARAMETERS_ARGUMENT = custom_argument_kind(
    "sweep.axes",
    lambda parameters: isinstance(parameters, Mapping) and all(isinstance(name, str) for name in parameters),
    as_builtin,
)
"""The check of the argument `parameters`: the values of everything that varies, by name."""

BATCH_SIZE = 64
"""The maximum number of cells computed together; progress is shown and stored after each batch."""

_BATCH_RESULT_COLUMNS = ("win", "tie", "loss", "edge")
"""The columns in the result of a function that has a version for many lines."""

_CONTEXT_ARGUMENTS = ("responses", "variant")
"""The arguments that figures mention."""

REFUSAL_COLUMN = "refused"
"""The column with the reason why a cell has no result."""


@check_arguments(
    function=FUNCTION,
    template=TEXT,
    parameters=_PARAMETERS_ARGUMENT,
    processes=COUNT,
    progress=BOOLEAN,
    out=PATH,
)
@localized
def sweep(
    function: Analysis,
    template: str | None = None,
    parameters: Mapping[str, Iterable[object]] | None = None,
    *,
    processes: int = 1,
    progress: bool = False,
    out: str | Path | None = None,
    lang: Lang | None = None,
    **fixed: object,
) -> DataFrame:
    """Return the results of an analysis for every combination of values, as one long table.

    Parameters
    ----------
    function
        Any analysis of any game, or a function of your own. It may return `Odds` or another object with
        `.frame()`, a DataFrame, a `Distribution`, or a number.
    template
        The text for the function's first parameter (whatever its name), with gaps such as `{n}`. If a value
        is 0, the thing that it counts is removed from the text (`{n} cruiser`, `cat*{n}`); a gap with more
        text, `{& cat*n}`, is removed as a whole. None: the parameters are all that the function gets.
    parameters
        What varies, with its values, the slowest first: gaps of the template, or arguments of the function.
        Give values without a short text a name: `{"box": {"small": box, "large": other}}` passes the box and
        writes "small".
    processes
        The number of processes, each working on one cell; the function must then be importable. A worker of a
        pool or of Dask uses one process and warns of it (`OneProcessWarning`).
    progress
        Show a bar on the error stream.
    out
        A folder that stores every cell as soon as it is finished. Repeat the call to continue a stopped
        sweep, also with more values.
    lang
        The language of the texts in the table.
    fixed
        Further arguments of the function, the same in every cell.

    Returns
    -------
    DataFrame
        A row for each cell, or several if the result has several rows. Columns:

        - one for each name in `parameters`: the value that varies
        - those of the result: `win`, `tie`, `loss`, `edge` of odds, `value` of a number, `outcome` and
          `chance` of a distribution, the columns of a frame
        - `refused`: empty, or why the rules or a budget refuse this cell, which then has no numbers

        `attrs`: `function`, `template`, `parameters` (each name with its values), `columns` (their meanings),
        `fixed`, `lang`, and from `fixed` `responses` and `variant`, which figures mention.
        `charts.heat_map` and `charts.curves` draw it. If the function has a version for many positions
        (`odds_many` for `odds`), that one is called; its numbers are the same up to the last digits.

    Raises
    ------
    Fault
        If the gaps of the template, an argument, or the folder `out` do not fit, or if a value of `fixed` is
        invalid. Other errors of `function` are passed on unchanged.

    Examples
    --------
    >>> from twingkit import imperium
    >>> frame = sweep(imperium.odds, "space: 1 carrier {n} cruiser vs 2 cruiser", {"n": range(3)})
    >>> frame[["n", "win"]].round(3).values.tolist()
    [[0.0, 0.023], [1.0, 0.298], [2.0, 0.723]]
    >>> frame.attrs["parameters"]
    {'n': [0, 1, 2]}
    """
    template = template and with_plain_blanks(template)
    axes = {name: _listed(name, values) for name, values in (parameters or {}).items()}
    meant = {name: dict(values) for name, values in (parameters or {}).items() if isinstance(values, Mapping)}
    gaps = _check_call(function, template, axes, fixed)
    if processes > 1 and not _is_importable(function):
        raise Fault("sweep.function", function=_called(function))
    cells = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    asked = [
        {name: meant[name][value] if name in meant else value for name, value in cell.items()}
        for cell in cells
    ]
    keys = [_key(cell, values) for cell, values in zip(cells, asked, strict=True)]
    plain_fixed = {name: to_cell(value) for name, value in fixed.items()}
    about: dict[str, object] = {"function": _called(function), "template": template, "fixed": plain_fixed}
    kept = None if out is None else CellStore(Path(out), {**about, "parameters": list(axes)})
    known: dict[str, RowsAndMeanings] = {} if kept is None else kept.load()
    missing = [(key, values) for key, values in zip(keys, asked, strict=True) if key not in known]
    ask = partial(compute_cell_rows, function, gaps, fixed)
    together = (
        None
        if gaps is None or batch_function_of(function) is None
        else partial(_answer_batched, function, gaps, fixed)
    )
    with (
        progress_bar(len(cells), len(cells) - len(missing), progress) as show,
        closing(_answers(ask, together, [values for _, values in missing], processes)) as answers,
    ):
        for done, ((key, _), answer) in enumerate(zip(missing, answers, strict=True), 1):
            known[key] = answer
            if kept is not None:
                kept.add(key, answer)
            show(done)
    terms = {
        name: plain_fixed[name] for name in _CONTEXT_ARGUMENTS if plain_fixed.get(name) not in (None, "box")
    }
    swept = {name: [to_cell(value) for value in values] for name, values in axes.items()}
    about |= {"parameters": swept, "lang": language(), **terms}
    return _frame(cells, [known[key] for key in keys], about)


def _listed(name: str, values: Iterable[object]) -> list[object]:
    """Return the values of something that varies. Raises `Fault` for a single value or a text."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise Fault("sweep.list", axis=one_line_excerpt(name, 40), found=quote_value(values))
    return list(values)


def _key(cell: Mapping[str, object], values: Mapping[str, object]) -> str:
    """Return the key under which a sweep's folder stores a cell: the cell's values and, for values given by
    name, the named objects.
    """
    written = [to_cell(value) for value in cell.values()]
    meant = [to_cell(value) for name, value in values.items() if value is not cell[name]]
    return json.dumps([*written, *meant], ensure_ascii=False)


def _check_call(
    function: Analysis, template: str | None, axes: Mapping[str, list[object]], fixed: Mapping[str, object]
) -> LineTemplate | None:
    """Parse the gaps of the template. Raises `Fault` if the arguments do not fit together."""
    for name, values in axes.items():
        if not values:
            raise Fault("sweep.values", axis=one_line_excerpt(str(name), 40))
    if template is not None and not axes and LineTemplate.gaps_of(template):
        raise Fault("sweep.no_parameters", gaps=", ".join(LineTemplate.gaps_of(template)))
    gaps = None if template is None else LineTemplate.parse(template, list(axes))
    parameters = inspect.signature(function).parameters
    anything = any(entry.kind is entry.VAR_KEYWORD for entry in parameters.values())
    asked = [name for name in axes if gaps is None or name not in gaps.gap_names]
    filled = next(iter(parameters), None) if gaps is not None else None
    if filled is not None and filled in (*asked, *fixed):
        raise Fault("sweep.filled", function=_called(function), name=filled)
    for name in (*asked, *fixed):
        if name not in parameters and not anything:
            raise Fault(
                "sweep.argument",
                function=_called(function),
                name=one_line_excerpt(str(name), 40),
                known=", ".join(parameters),
                near=NearestName(name, tuple(parameters)),
            )
    return gaps


def _called(function: Analysis) -> str:
    inner = function.func if isinstance(function, partial) else function
    return f"{inner.__module__}.{getattr(inner, '__qualname__', type(inner).__name__)}"


def _is_importable(function: Analysis) -> bool:
    if isinstance(function, partial):
        return _is_importable(function.func)
    name = getattr(function, "__qualname__", "")
    home = None if function.__module__ == "__main__" else sys.modules.get(function.__module__)
    return home is not None and getattr(home, name, None) is function


def compute_cell_rows(
    function: Analysis, gaps: LineTemplate | None, fixed: Mapping[str, object], cell: Mapping[str, object]
) -> RowsAndMeanings:
    """Run an analysis for one cell (combination of values) of a sweep and return its rows; a single row with
    the reason if it is refused.
    """
    gap_names = () if gaps is None else gaps.gap_names
    named = {**fixed, **{name: value for name, value in cell.items() if name not in gap_names}}
    try:
        answer = function(**named) if gaps is None else function(gaps.fill(cell), **named)
    except (Fault, NotationError, IllegalBattleError, Refusal) as fault:
        if isinstance(fault, Fault) and fault.facts.get("name") in fixed and fault.key in ARGUMENT_FAULT_KEYS:
            raise  # it would fail in every cell
        return [{REFUSAL_COLUMN: one_line_excerpt(str(fault), 300)}], {}
    rows = rows_of(answer)
    return [{**row, REFUSAL_COLUMN: row.get(REFUSAL_COLUMN) or ""} for row in rows], meaning_by_column(answer)


def _answer_batched(
    function: Analysis, gaps: LineTemplate, fixed: Mapping[str, object], cells: Sequence[Mapping[str, object]]
) -> Generator[RowsAndMeanings, None, None]:
    """Yield the result rows of each cell; up to `BATCH_SIZE` cells that differ only in their lines are
    computed together.
    """
    for begin in range(0, len(cells), BATCH_SIZE):
        part = cells[begin : begin + BATCH_SIZE]
        groups: dict[str, list[int]] = {}
        for place, cell in enumerate(part):
            arguments = [value for name, value in cell.items() if name not in gaps.gap_names]
            groups.setdefault(repr(arguments), []).append(place)
        found: dict[int, RowsAndMeanings] = {}
        for places in groups.values():
            answers = _answer_many(function, gaps, fixed, [part[place] for place in places])
            found |= {place: answer for place, answer in zip(places, answers, strict=True) if answer}
        for place, cell in enumerate(part):
            yield found[place] if place in found else compute_cell_rows(function, gaps, fixed, cell)


def _answer_many(
    function: Analysis, gaps: LineTemplate, fixed: Mapping[str, object], cells: Sequence[Mapping[str, object]]
) -> list[RowsAndMeanings | None]:
    """Return the rows of each cell, computed by the batch version of the function; None for cells without a
    result.
    """
    many = batch_function_of(function)
    named = {**fixed, **{name: value for name, value in cells[0].items() if name not in gaps.gap_names}}
    lines = {place: gaps.fill(cell) for place, cell in enumerate(cells)}
    if many is None or not set(named) <= set(inspect.signature(many).parameters):
        return [None] * len(cells)
    try:
        try:
            frame = many(list(lines.values()), **named)
        except BatchError as fault:
            for entry in fault.faults:
                del lines[entry.index]
            frame = many(list(lines.values()), **named)
    except (Fault, NotationError, IllegalBattleError):
        return [None] * len(cells)  # computing each cell separately will say why
    found = dict(zip(lines, frame[list(_BATCH_RESULT_COLUMNS)].to_dict("records"), strict=True))
    meanings = {
        name: text for name, text in meaning_by_column(frame).items() if name in _BATCH_RESULT_COLUMNS
    }
    return [
        ([{**found[place], REFUSAL_COLUMN: ""}], meanings) if place in found else None
        for place in range(len(cells))
    ]


def _answers(
    ask: Callable[[Mapping[str, object]], RowsAndMeanings],
    together: Callable[[Sequence[Mapping[str, object]]], Generator[RowsAndMeanings, None, None]] | None,
    cells: list[dict[str, object]],
    processes: int,
) -> Generator[RowsAndMeanings, None, None]:
    processes = startable_processes(min(processes, len(cells)))
    if processes < 2:
        yield from map(ask, cells) if together is None else together(cells)
        return
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, fresh, initializer=set_up_worker, initargs=(language(),))
    try:
        with workers_ignore_ctrl_c():
            waiting = pool.map(ask, cells, chunksize=max(1, min(8, len(cells) // (4 * processes))))
        yield from waiting
    finally:
        pool.shutdown(cancel_futures=True)


def _frame(
    cells: list[dict[str, object]], answers: list[RowsAndMeanings], about: Mapping[str, object]
) -> DataFrame:
    import pandas as pd

    rows = [
        {**{name: to_cell(value) for name, value in cell.items()}, **row}
        for cell, (answer, _) in zip(cells, answers, strict=True)
        for row in answer
    ]
    texts = dict.fromkeys(map(str, cells[0] if cells else ()), message("sweep.axis")) | {
        REFUSAL_COLUMN: message("sweep.refused")
    }
    for _, meanings in answers:
        texts = meanings | texts
    columns = [name for name in dict.fromkeys(name for row in rows for name in row) if name != REFUSAL_COLUMN]
    frame = pd.DataFrame(rows, columns=[*columns, REFUSAL_COLUMN])
    frame[REFUSAL_COLUMN] = frame[REFUSAL_COLUMN].astype("str")
    frame.attrs |= {**about, "columns": {name: texts[name] for name in frame.columns if name in texts}}
    return frame
