"""Compile every source below /job, run by `compile.mjs` in the Python of the browser."""

import marshal
from pathlib import Path
from py_compile import PycInvalidationMode
from py_compile import compile as compile_file
from types import CodeType

HEADER_BYTES = 16
"""The number of bytes before the code in a compiled file."""

_NO_COLUMNS_ENTRY = 0xE8
"""The first byte of an entry without columns in a code object's line table; a line difference follows."""

_MAX_ENTRY_LENGTH = 8
"""The largest number of code units that one entry of a line table covers."""


def compile_all(root: Path) -> None:
    """Compile every Python source file below `root` to bytecode (`.pyc`) without docstrings and line
    numbers.
    """
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
        code = marshal.loads(content[HEADER_BYTES:])  # noqa: S302 - just written
        made.write_bytes(content[:HEADER_BYTES] + marshal.dumps(_without_lines(code)))


def _without_lines(code: CodeType) -> CodeType:
    """Return the code with a minimal line table, in which all instructions are in its first line.

    Line tables are a seventh of the code that a visitor loads. Errors still name the file, the function and
    its first line.
    """
    units = len(code.co_code) // 2
    spans = [min(_MAX_ENTRY_LENGTH, units - first) for first in range(0, units, _MAX_ENTRY_LENGTH)]
    table = b"".join(bytes((_NO_COLUMNS_ENTRY + span - 1, 0)) for span in spans)
    inner = (
        _without_lines(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    return code.replace(co_linetable=table, co_consts=tuple(inner))


if __name__ == "__main__":
    for folder in ("app", "library"):
        compile_all(Path("/job", folder))
