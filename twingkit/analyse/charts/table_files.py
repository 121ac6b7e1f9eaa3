"""Save tables as files that keep their attrs and their lists, such as the ids of rules."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from twingkit.analyse.arena.runs import write_atomically
from twingkit.core.arguments import check_arguments, custom_argument_kind
from twingkit.core.messages import Fault
from twingkit.core.tables.row_table import as_frame, is_dataframe
from twingkit.core.tables.safe_cell import CSV_ENCODING, guard_formula, unguard_formula

if TYPE_CHECKING:
    import pandas as pd

LOADED = (".csv", ".parquet", ".xlsx")
"""The file extensions of tables that `load_table` reads."""

SAVED = (*LOADED, ".tex")
"""The file extensions of tables that `save_table` writes."""

_LIST_COLUMNS = ("rules",)
"""The columns that are lists in every table, also in a file without its attrs."""

_FRAME_ARGUMENT = custom_argument_kind(
    "argument.frame", lambda frame: is_dataframe(frame) or callable(getattr(frame, "frame", None)), as_frame
)


@check_arguments(frame=_FRAME_ARGUMENT)
def save_table(frame: object, path: str | Path) -> Path:
    """Write a table as `.csv`, `.parquet`, `.xlsx` (Excel) or `.tex` (LaTeX), and return the path.

    Parquet keeps types, lists and `frame.attrs`, and is read by any program that reads Parquet. In the other
    files a list, such as the ids in `rules`, is written with spaces; next to `.csv` and `.xlsx` a file
    (`.attrs.json`) keeps the attrs, the types of the columns, and the names of the index. An index without a
    name that only counts is left out. Excel keeps 16 digits of a number. A `.csv` file opens in a spreadsheet
    as it is: it begins with a byte order mark, and a text such as `+W6` has an apostrophe before it, so that
    it is no formula; `load_table` removes both.

    Parameters
    ----------
    frame
        The DataFrame of any analysis, or an object with `.frame()`.
    path
        The file; its extension says what is written.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    Fault
        For another file extension, for attrs that JSON cannot hold, or if pyarrow (`.parquet`), openpyxl
        (`.xlsx`) or jinja2 (`.tex`) is missing.
    OSError
        If a file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import pandas as pd
    >>> from twingkit import charts
    >>> columns = {"position": ["F: F5 vs W: W6"], "win": [0.292], "rules": [["TW-BAT-1", "TW-BAT-2"]]}
    >>> frame = pd.DataFrame(columns)
    >>> with TemporaryDirectory() as folder:
    ...     path = charts.save_table(frame, Path(folder) / "odds.csv")
    ...     print(path.read_text(encoding="utf-8-sig"))
    ...     charts.load_table(path)["rules"].tolist()
    position,win,rules
    F: F5 vs W: W6,0.292,TW-BAT-1 TW-BAT-2
    <BLANKLINE>
    [['TW-BAT-1', 'TW-BAT-2']]
    """
    file = _table_file(path, SAVED)
    table: pd.DataFrame = cast("Any", frame)  # the check has converted it
    try:
        attributes = json.dumps(table.attrs, ensure_ascii=False)
    except (TypeError, ValueError) as fault:
        raise Fault("charts.attrs", why=str(fault)[:200]) from fault
    index = not (table.index.name is None and list(table.index) == list(range(len(table))))
    if file.suffix.lower() == ".parquet":
        write_atomically(file, _parquet(table, index, attributes))
        return file
    flat, kinds = _as_text(table, index)
    if file.suffix.lower() == ".tex":
        write_atomically(file, _latex(flat, index))
        return file
    if file.suffix.lower() == ".csv":
        write_atomically(file, _csv(flat, index))
    else:
        write_atomically(file, _excel(flat, index))
    beside: dict[str, object] = {
        "attrs": table.attrs,
        "columns": kinds,
        "index": list(flat.index.names) if index else [],
    }
    if index:
        beside["index_names"] = list(table.index.names)
    if table.columns.tolist() != flat.columns.tolist() or table.columns.names != [None]:
        levels = [table.columns.get_level_values(at) for at in range(table.columns.nlevels)]
        beside["labels"] = {
            "names": list(table.columns.names),
            "kinds": [_kind(level.to_series()) for level in levels],
            "levels": [_texts(level.to_series(), _kind(level.to_series())) for level in levels],
        }
    write_atomically(_attrs_file(file), json.dumps(beside, ensure_ascii=False, default=str).encode())
    return file


@check_arguments()
def load_table(path: str | Path) -> pd.DataFrame:
    """Load a frame that `save_table` has written as `.csv`, `.parquet` or `.xlsx`, with its lists and attrs.

    The column `rules` is a list also in a file whose `.attrs.json` is missing. Raises `Fault` for another
    file extension or if pyarrow or openpyxl is missing, and `OSError`.

    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import charts, twing
    >>> frame = twing.odds_many(["F: F5 vs W: W6"], responses="best")
    >>> with TemporaryDirectory() as folder:
    ...     again = charts.load_table(charts.save_table(frame, Path(folder) / "odds.csv"))
    >>> again.attrs == frame.attrs, again["win"].round(3).tolist()
    (True, [0.292])
    """
    import pandas as pd

    file = _table_file(path, LOADED)
    ending = file.suffix.lower()
    if ending == ".parquet":
        try:
            return _with_lists(pd.read_parquet(file))
        except ImportError:
            raise Fault("charts.pyarrow") from None
    kept = _attrs_file(file)
    beside = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    kinds: dict[str, object] = beside.get("columns", {})
    frame = _read_csv(file, kinds) if ending == ".csv" else _read_excel(file, kinds)
    lists = {} if beside else {name: "list" for name in _LIST_COLUMNS if name in frame.columns}
    for name, kind in {**lists, **kinds}.items():
        if name in frame.columns:
            frame[name] = _cells_from_texts(frame[name].tolist(), kind)
    index = beside.get("index", [])
    if index and set(index) <= set(frame.columns):
        frame = frame.set_index(index)
        frame.index.names = beside["index_names"]
    labels = beside.get("labels")
    if labels and len(labels["levels"][0]) == len(frame.columns):
        levels = [_cells_from_texts(*pair) for pair in zip(labels["levels"], labels["kinds"], strict=True)]
        several = len(levels) > 1
        frame.columns = pd.MultiIndex.from_arrays(levels) if several else pd.Index(levels[0])
        frame.columns.names = labels["names"]
    frame.attrs = beside.get("attrs", {})
    return frame


def _as_text(frame: pd.DataFrame, index: bool) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Return a frame whose columns and index can be written as text, and the kind of each of them."""
    flat = frame.copy()
    flat.columns = [
        str(name) if not isinstance(name, tuple) else " ".join(map(str, name)) for name in frame.columns
    ]
    columns = {name: frame.iloc[:, at] for at, name in enumerate(flat.columns)}
    kinds = {name: _kind(column) for name, column in columns.items()}
    for name, kind in kinds.items():
        if kind in ("list", "json"):
            flat[name] = _texts(columns[name], kind)
    if index:
        names = [
            f"index_{at}" if name is None or str(name) in columns else str(name)
            for at, name in enumerate(frame.index.names)
        ]
        flat.index.names = names
        levels = [frame.index.get_level_values(at).to_series() for at in range(frame.index.nlevels)]
        kinds |= {name: _kind(level) for name, level in zip(names, levels, strict=True)}
    return flat, kinds


def _kind(column: pd.Series[Any]) -> Any:
    """Return a description of a column's type, with which the column can be read back from text.

    This is the name of its type (as "missing" for texts of which some are missing), the `categories` of a
    category, a "list" of words, or "json" for anything else: other lists, and missing values beside empty
    texts.
    """
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        categories = column.cat.categories
        return {
            "categories": categories.tolist(),
            "type": str(categories.dtype),
            "ordered": column.cat.ordered,
        }
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_datetime64_any_dtype(column):
        return str(column.dtype)
    cells = column.tolist()
    if any(isinstance(cell, (list, tuple)) for cell in cells):
        return "list" if all(map(_of_words, cells)) else "json"
    given = [cell for cell in cells if isinstance(cell, str)]
    if len(given) < len(cells) and (
        "" in given or not all(isinstance(c, str) or c is None or c != c for c in cells)
    ):
        return "json"
    return str(column.dtype) if len(given) == len(cells) else {"missing": str(column.dtype)}


def _of_words(cell: object) -> bool:
    return isinstance(cell, (list, tuple)) and all(
        isinstance(word, str) and word and not any(sign.isspace() for sign in word) for word in cell
    )


def _texts(column: pd.Series[Any], kind: object) -> list[str]:
    if kind == "list":
        return [" ".join(cell) for cell in column]
    if kind == "json":
        return [
            "" if _is_missing(cell) else json.dumps(cell, ensure_ascii=False, default=str) for cell in column
        ]
    return ["" if _is_missing(cell) else str(cell) for cell in column]


def _is_missing(cell: Any) -> bool:  # any cell
    import pandas as pd

    return not isinstance(cell, (list, tuple)) and bool(pd.isna(cell))


def _cells_from_texts(texts: list[Any], kind: Any) -> Any:
    """Convert the texts of a column to an array of cells of the given `kind` (see `_kind`)."""
    import pandas as pd

    texts = ["" if _is_missing(text) else str(text) for text in texts]
    if isinstance(kind, dict) and "categories" in kind:
        categories = pd.Index(kind["categories"], dtype=kind["type"])
        known = dict(zip(map(str, categories), categories, strict=True))
        cells = [known.get(text) for text in texts]
        return pd.Categorical(cells, categories, ordered=kind["ordered"])
    if kind == "list":
        return pd.array([text.split() for text in texts], dtype="object")
    if kind == "json":
        return pd.array([json.loads(text) if text else None for text in texts], dtype="object")
    if kind in ("object", "str", "string"):
        return pd.array(texts, dtype=kind)
    column: pd.Series[Any] = pd.Series(texts, dtype="string").replace("", pd.NA)
    if isinstance(kind, dict):
        return column.astype(kind["missing"])
    if kind in ("bool", "boolean"):
        column = column.str.casefold().isin(("true", "1")).astype("boolean").mask(column.isna())
    elif not kind.startswith("datetime"):
        column = pd.to_numeric(column)  # also of a program that has written 3 as 3.0
    return column.astype(kind)


def _csv(frame: pd.DataFrame, index: bool) -> bytes:
    cells = frame.reset_index() if index else frame.copy()
    cells.columns = [guard_formula(name) for name in cells.columns]
    _change_texts(cells, guard_formula)
    return cells.to_csv(index=False, lineterminator="\n").encode(CSV_ENCODING)


def _read_csv(file: Path, columns: Iterable[str]) -> pd.DataFrame:
    """Read a CSV file; `columns` are those to read as text."""
    import pandas as pd

    texts = {guard_formula(name): "str" for name in columns}
    frame = pd.read_csv(file, encoding=CSV_ENCODING, keep_default_na=False, dtype=texts)
    frame.columns = [unguard_formula(name) for name in frame.columns]
    _change_texts(frame, unguard_formula)
    return frame


def _change_texts(frame: pd.DataFrame, change: Callable[[str], str]) -> None:
    """Change every text in the columns of a frame; other cells stay."""
    import pandas as pd

    for at, dtype in enumerate(frame.dtypes):
        if not (pd.api.types.is_numeric_dtype(dtype) or pd.api.types.is_datetime64_any_dtype(dtype)):
            cells = [change(cell) if isinstance(cell, str) else cell for cell in frame.iloc[:, at]]
            frame.isetitem(at, pd.array(cells, dtype="object"))


def _excel(frame: pd.DataFrame, index: bool) -> bytes:
    import pandas as pd

    sink = io.BytesIO()
    try:
        with pd.ExcelWriter(sink, engine="openpyxl") as writer:
            frame.to_excel(writer, index=index, merge_cells=False)
            for sheet in writer.sheets.values():
                for cell in itertools.chain.from_iterable(sheet.iter_rows()):
                    if cell.data_type == "f":
                        cell.data_type = "s"  # a text that begins with "="
    except ImportError:
        raise Fault("charts.openpyxl") from None
    return sink.getvalue()


def _read_excel(file: Path, columns: Iterable[str]) -> pd.DataFrame:
    """Read an Excel file; `columns` are those to read as text."""
    import pandas as pd

    try:
        return pd.read_excel(file, keep_default_na=False, dtype=dict.fromkeys(columns, "str"))
    except ImportError:
        raise Fault("charts.openpyxl") from None


def _latex(frame: pd.DataFrame, index: bool) -> bytes:
    caption = str(frame.attrs.get("title") or "").translate({ord(sign): f"\\{sign}" for sign in "&%$#_{}"})
    try:
        text = frame.style.format(escape="latex", precision=4, na_rep="")
        text = text if index else text.hide(axis="index")
        named = text.format_index(escape="latex", axis=1)
        return str(named.to_latex(hrules=True, caption=caption or None)).encode()
    except ImportError:
        raise Fault("charts.jinja") from None


def _parquet(frame: pd.DataFrame, index: bool, attributes: str) -> bytes:
    """Return a frame as the bytes of a Parquet file; a column of only empty lists gets the type "list of
    texts".
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise Fault("charts.pyarrow") from None
    table = pa.Table.from_pandas(frame, preserve_index=index or None)
    schema = table.schema
    for at, field in enumerate(schema):
        if pa.types.is_list(field.type) and pa.types.is_null(field.type.value_type):
            schema = schema.set(at, field.with_type(pa.list_(pa.string())))
    kept = schema.with_metadata({**schema.metadata, b"PANDAS_ATTRS": attributes.encode()})
    sink = io.BytesIO()
    pq.write_table(table.cast(kept), sink)
    return sink.getvalue()


def _with_lists(frame: pd.DataFrame) -> pd.DataFrame:
    """Turn the arrays that pandas makes of lists in a Parquet file into lists."""
    for name in frame.columns[frame.dtypes == "object"]:
        if any(hasattr(cell, "tolist") for cell in frame[name]):
            frame[name] = [cell.tolist() if hasattr(cell, "tolist") else cell for cell in frame[name]]
    return frame


def _table_file(path: str | Path, endings: tuple[str, ...]) -> Path:
    file = Path(path)
    if file.suffix.lower() not in endings:
        raise Fault("charts.ending", found=file.name[:60], known=", ".join(endings))
    return file


def _attrs_file(file: Path) -> Path:
    return file.with_name(f"{file.name}.attrs.json")
