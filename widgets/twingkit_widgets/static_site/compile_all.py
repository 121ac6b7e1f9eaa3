"""Compile every source below /job, run by `compile.mjs` in the Python of the browser."""

import marshal
from pathlib import Path
from py_compile import PycInvalidationMode
from py_compile import compile as compile_file
from types import CodeType

HEAD = 16
"""The number of bytes before the code in a compiled file."""

SAME_LINE = 0xE8
"""The first byte of a line-table entry without columns; a line difference follows."""

LONGEST = 8
"""The largest number of code units that one entry covers."""


def compile_all(root: Path) -> None:
    """Compile every source below `root`, without docstrings and line numbers; paths are relative to it."""
    for file in sorted(root.rglob("*.py")):
        made = Path(f"{file}c")
        compile_file(
            str(file),
            cfile=str(made),
            dfile=str(file.relative_to(root)),
            doraise=True,
            optimize=2,
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )
        content = made.read_bytes()
        code = marshal.loads(content[HEAD:])  # noqa: S302 - just written
        made.write_bytes(content[:HEAD] + marshal.dumps(without_lines(code)))


def without_lines(code: CodeType) -> CodeType:
    """Return the code with all its instructions in its first line; line tables are a seventh of the code that
    a visitor loads. Errors still name the file, the function and its first line.
    """
    units = len(code.co_code) // 2
    spans = [min(LONGEST, units - first) for first in range(0, units, LONGEST)]
    table = b"".join(bytes((SAME_LINE + span - 1, 0)) for span in spans)
    inner = (
        without_lines(constant) if isinstance(constant, CodeType) else constant for constant in code.co_consts
    )
    return code.replace(co_linetable=table, co_consts=tuple(inner))


if __name__ == "__main__":
    for folder in ("app", "library"):
        compile_all(Path("/job", folder))
