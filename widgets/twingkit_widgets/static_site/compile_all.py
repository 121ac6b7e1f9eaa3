"""Compile every source below /job, run by `compile.mjs` in the Python of the browser."""

from pathlib import Path
from py_compile import PycInvalidationMode
from py_compile import compile as compile_file


def compile_all(root: Path) -> None:
    """Write the bytecode of every source below `root` beside it, without docstrings; paths begin there."""
    for file in sorted(root.rglob("*.py")):
        compile_file(
            str(file),
            cfile=f"{file}c",
            dfile=str(file.relative_to(root)),
            doraise=True,
            optimize=2,
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )


if __name__ == "__main__":
    for folder in ("app", "library"):
        compile_all(Path("/job", folder))
