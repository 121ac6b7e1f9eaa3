"""The example of an entry: what it needs to import, and what comes out when it really runs.

Only the examples of the kit's own docstrings run here, as they are in its sources; nothing that a visitor
types does. What an example says is compared with what came out; tables and figures that it made are kept, to
be shown as such.
"""

from __future__ import annotations

import ast
import builtins
import io
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, Example, OutputChecker
from typing import Any

import attrs

from twingkit_widgets.reference.names import Entry, places
from twingkit_widgets.reference.source import place_of
from twingkit_widgets.reference.text import examples

FLAGS = ELLIPSIS | NORMALIZE_WHITESPACE
"""The doctest options for comparing outputs, the same as in the tests of the kit."""

LONGEST = 20_000
"""The number of characters shown of an example's output."""


@attrs.frozen
class Outcome:
    """The result of an example.

    `text` is what it printed and the values of its lines, `same` whether that is what its docstring says;
    `missing` names a package that it needs and that is not installed here (the rest is then empty). `made`
    are the tables and figures that it made, by their names.
    """

    text: str = ""
    same: bool = False
    missing: str = ""
    made: dict[str, object] = attrs.field(factory=dict)


def needed(entry: Entry) -> list[str]:
    """The lines that import what an example uses without importing it itself.

    >>> from twingkit_widgets.reference.names import entries
    >>> needed(entries()["twing.odds_many"])
    ['from twingkit.twing import odds_many']
    """
    imports: dict[str, set[str]] = {}
    public_places = places()
    for name in _unbound([example.source for example in examples(entry.doc)]):
        origin = place_of(entry.place.module, name)
        if name == entry.short:
            origin = entry.place
        if origin is None:
            continue
        if not origin.name:
            package, _, module = origin.module.rpartition(".")
            imports.setdefault(package, set()).add(module)
        else:
            public = public_places.get(origin)
            imports.setdefault(public.home if public else origin.module, set()).add(origin.name)
    return [
        f"from {module} import {', '.join(sorted(names))}" if module else f"import {', '.join(sorted(names))}"
        for module, names in sorted(imports.items())
    ]


def _unbound(sources: Sequence[str]) -> Iterator[str]:
    """The names that code uses before it binds them, without the built-in ones."""
    bound = set(dir(builtins))
    for source in sources:
        tree = ast.parse(source)
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        own = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                own |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                own.add(node.name)
            elif isinstance(node, ast.arg):
                own.add(node.arg)
        yield from dict.fromkeys(node.id for node in names if node.id not in bound | own)
        bound |= own


def code(entry: Entry) -> str:
    """The example as code to run elsewhere: with its imports, without prompts and outputs."""
    return "\n".join([*needed(entry), *(example.source.rstrip("\n") for example in examples(entry.doc))])


def run(entry: Entry) -> Outcome:
    """Run the example of an entry in this process, in its own namespace."""
    space: dict[str, object] = {"__name__": "__main__"}
    outputs: list[str] = []
    last: object = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec("\n".join(needed(entry)), space)  # noqa: S102 - imports of the kit's own names
            same = True
            for example in examples(entry.doc):
                output, last = _run_one(example, space)
                same = OutputChecker().check_output(_expected(example), output, FLAGS) and same
                outputs.append(output)
    except ModuleNotFoundError as lack:
        return Outcome(missing=lack.name or str(lack))
    return Outcome("".join(outputs)[:LONGEST], same, "", dict(_new_values({**space, "_": last})))


def _expected(example: Example) -> str:
    """Return what the docstring says; of an error only its last lines, as the tests compare it."""
    return example.want if example.exc_msg is None else example.exc_msg


def _run_one(example: Example, space: dict[str, object]) -> tuple[str, object]:
    """Return what one statement printed, with its value as Python shows it; and that value."""
    output, values = io.StringIO(), [None]

    def show(value: Any) -> None:  # whatever an example shows
        if value is not None:
            print(repr(value))
            values.append(value)

    display, sys.displayhook = sys.displayhook, show
    try:
        with redirect_stdout(output), redirect_stderr(io.StringIO()):
            exec(compile(example.source, "<example>", "single"), space)  # noqa: S102 - the kit's own example
    except ModuleNotFoundError:
        raise
    except Exception as error:  # some examples show what is refused
        output.write("".join(traceback.format_exception_only(error)))
    finally:
        sys.displayhook = display
    return output.getvalue(), values[-1]


def _new_values(space: dict[str, object]) -> Iterator[tuple[str, object]]:
    """The tables and figures among values, each once; a value without a name under an empty one."""
    pandas, plotly = sys.modules.get("pandas"), sys.modules.get("plotly.graph_objects")
    kinds = tuple(
        kind
        for module, names in ((pandas, ("DataFrame", "Series")), (plotly, ("Figure",)))
        for name in names
        if (kind := getattr(module, name, None))
    )
    ids: set[int] = set()
    for name, value in space.items():
        if kinds and isinstance(value, kinds) and id(value) not in ids:
            ids.add(id(value))
            yield ("" if name == "_" else name), value
