"""The program of a published site: what its pages import and read, compiled, in packs.

A pack is one gzip-compressed file: a line of JSON with a list of [path, size], then the contents of these
files. `base` is what every page needs, `page-NAME` what a page needs besides, `rest` everything that some
click may need. Python's standard library is a zip of what pages need, and a pack of the rest.
"""

from __future__ import annotations

import ast
import gzip
import io
import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs

from twingkit.core.lazy_imports import PUBLIC_NAMES_FILE, module_by_public_name
from twingkit_widgets.static_site.browser_python import PublishError
from twingkit_widgets.static_site.in_browser.toml_as_json import MARK

_ITERATIONS = 5
"""The passes of zopfli; more of them gain less than a thousandth."""


def compress_with_gzip(content: bytes, smallest: bool = False) -> bytes:
    """Return the content compressed with gzip; the same content always gives the same bytes.

    With `smallest`, for what every first visit waits for, zopfli is used if it is installed: 4 % smaller,
    about a hundred times slower.
    """
    if smallest and find_spec("zopfli"):
        made: bytes = import_module("zopfli.gzip").compress(content, numiterations=_ITERATIONS)
        return made
    return gzip.compress(content, 9, mtime=0)


HERE = Path(__file__).parent

_IN_BROWSER = HERE / "in_browser"
"""The modules that the browser imports first, as a package."""

LEFT_OUT = (
    "twingkit_widgets/static_site/in_browser",
    "twingkit_widgets/notebooks",
    "twingkit_widgets/site/kernels",
    "twingkit_widgets/site/template",
)
"""Folders that are left out, since no page in a browser imports anything from them."""

_MIN_SHARING_PAGES = 4
"""The number of pages from which a standard-library module is shared, instead of packed with each page."""

_UNUSED_LIBRARY = ("test", "idlelib", "ensurepip", "lib2to3", "turtledemo", "tkinter", "pydoc_data", "venv")

SUFFIXES = {".toml", ".css", ".csv", ".json", ".jsonl", ".js", ".svg", ".txt"}
"""The suffixes of data files that are packed."""

LONGEST, SHOWN = 200, 30
"""The largest length of a line, and the largest number of lines, shown of a compiler error."""

DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip, so that the same files give the same bytes."""


@attrs.frozen
class PageRequirements:
    """The modules (name to file) and data files that one page needs.

    `possible_modules` are all modules that it may import, including rare ones.
    """

    modules: Mapping[str, str]
    files: tuple[str, ...]
    possible_modules: Mapping[str, str] = {}


@attrs.frozen
class CompiledSiteProgram:
    """The compiled program: its `packs` by name, `library` (the compressed zip of the standard library),
    `lazy_packs` (the packs of packages that are not loaded at once, by package name), and `snapshot`
    (Python's compressed memory after it has shown every page).
    """

    packs: Mapping[str, bytes]
    library: bytes
    lazy_packs: Mapping[str, str]
    snapshot: bytes


def compiled_program(
    requirements_by_page: Mapping[str, PageRequirements],
    job: Mapping[str, Any],
    publisher_files: Mapping[str, Path],
    pyodide_folder: Path,
    node: str,
    work_folder: Path,
) -> CompiledSiteProgram:
    """Compile all modules and data files that the pages need into a program for the browser.
    `requirements_by_page` maps page names to requirements.

    The Python in the folder `pyodide_folder` compiles, run by `node`, in the empty folder `work_folder`.
    `job` has the `pages` with their `cells`, and the `entry_points` and `environment` for
    `install_stand_ins`; `publisher_files` maps paths in the program to the publisher's files.
    """
    roots = package_roots(requirements_by_page.values())
    app = work_folder / "app"
    for name, root in roots.items():
        _copy(root, app / name if root.is_dir() else app / root.name)
    for path in LEFT_OUT:
        target = app / path
        shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
    homes = {
        ".".join(file.parent.relative_to(app).parts): module_by_public_name(
            ast.parse(file.read_text(encoding="utf-8"))
        )
        for file in sorted(app.rglob("__init__.py"))
        if "lazy_exports(" in file.read_text(encoding="utf-8")
    }
    for file in sorted(app.rglob("*.toml")):
        replace_toml_with_json(file)
    for path, file in publisher_files.items():
        _copy(file, app / path)
    (app / "twingkit/core" / PUBLIC_NAMES_FILE.name).write_text(json.dumps(homes), encoding="utf-8")
    with zipfile.ZipFile(pyodide_folder / "python_stdlib.zip") as archive:
        archive.extractall(work_folder / "library")
    for name in _UNUSED_LIBRARY:
        shutil.rmtree(work_folder / "library" / name, ignore_errors=True)
    (work_folder / "pages.json").write_text(json.dumps(job), encoding="utf-8")
    _run(node, "compile.mjs", pyodide_folder, work_folder)
    traced = json.loads((work_folder / "library.json").read_text(encoding="utf-8"))
    library, other, own = _library(work_folder / "library", traced, requirements_by_page)
    for path in set().union(*own.values()):  # library modules of few pages come with them
        _copy(work_folder / "library" / path, app / path)
    packs = {**_packs(app, roots, requirements_by_page, own, set(publisher_files)), "library": other}
    (work_folder / "library.zip").write_bytes(gzip.decompress(library))
    (work_folder / "packs").mkdir()
    for name in ("base", "rest", "library"):
        (work_folder / "packs" / name).write_bytes(gzip.decompress(packs[name]))
    tops = {
        path.relative_to(work_folder / "library").parts[0].removesuffix(".pyc")
        for path in (work_folder / "library").rglob("*.pyc")
    }
    later = {**dict.fromkeys(sorted(tops), "library"), **dict.fromkeys(roots, "rest")}
    (work_folder / "pages.json").write_text(json.dumps({**job, "later": later}), encoding="utf-8")
    _run(node, "snapshot.mjs", pyodide_folder, work_folder)
    return CompiledSiteProgram(
        packs, library, later, gzip.compress((work_folder / "snapshot").read_bytes(), 6, mtime=0)
    )


def _run(node: str, script: str, pyodide: Path, work: Path) -> None:
    command = [node, str(HERE / script), str(pyodide), str(work)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own script
    if run.returncode:
        raise PublishError(f"the program could not be compiled:\n{_output_end(run.stderr)}")


def _output_end(output: str) -> str:
    """Return the last lines of node's output, leaving out overlong lines."""
    return "\n".join([line for line in output.splitlines() if len(line) < LONGEST][-SHOWN:])


def package_roots(requirements: Iterable[PageRequirements]) -> dict[str, Path]:
    """Map the name of each top-level package or module that the pages use to its folder or file.

    The standard library is left out.
    """
    roots: dict[str, Path] = {}
    for page in requirements:
        for name, file in {**page.modules, **page.possible_modules}.items():
            top = name.partition(".")[0]
            if (
                name == top
                and top not in sys.stdlib_module_names
                and top != "__main__"
                and not top.startswith("_")
            ):
                path = Path(file)
                roots[top] = path.parent if path.name == "__init__.py" else path
    return {**dict(sorted(roots.items())), _IN_BROWSER.name: _IN_BROWSER}


def _copy(source: Path, target: Path) -> None:
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        return
    for file in sorted(source.rglob("*")):
        if (
            file.is_file()
            and (file.suffix == ".py" or file.suffix in SUFFIXES)
            and "__pycache__" not in file.parts
        ):
            _copy(file, target / file.relative_to(source))


def _packs(
    app: Path,
    roots: Mapping[str, Path],
    uses: Mapping[str, PageRequirements],
    own: Mapping[str, set[str]],
    settings: set[str],
) -> dict[str, bytes]:
    """Return the packs by name: `base` (including the publisher's files), one pack per page (including its
    files in `own`), and `rest`.
    """
    needs = {page: _paths(app, roots, use) | own[page] for page, use in uses.items()}
    before = {f"{_IN_BROWSER.name}/{file.stem}.pyc" for file in _IN_BROWSER.glob("*.py")}
    base = set.intersection(*needs.values()) | before | settings | {f"twingkit/core/{PUBLIC_NAMES_FILE.name}"}
    every = {str(file.relative_to(app)) for file in app.rglob("*") if file.is_file() and file.suffix != ".py"}
    packs = {f"page-{page}": pack_files(app, paths - base) for page, paths in needs.items()}
    return {
        "base": pack_files(app, base, smallest=True),
        **packs,
        "rest": pack_files(app, every.union(*needs.values()) - base),
    }


def _paths(app: Path, roots: Mapping[str, Path], use: PageRequirements) -> set[str]:
    paths = set()
    for name in use.modules:
        if name.partition(".")[0] in roots:
            paths |= set(_module_paths(app, name))
    for file in use.files:
        for name, root in roots.items():
            if Path(file).is_relative_to(root) and root.is_dir():
                path = Path(name) / Path(file).relative_to(root)
                paths |= {str(path)} if (app / path).is_file() else set()
    return paths


def replace_toml_with_json(file: Path) -> None:
    """Replace the TOML in a file by JSON for `in_browser.toml_as_json`, unless it contains dates."""
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    try:
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    except TypeError:  # a date
        return
    file.write_text(MARK + text, encoding="utf-8")


def pack_files(folder: Path, paths: Iterable[str], smallest: bool = False) -> bytes:
    """Return the named files of a folder as one compressed pack: an index of paths and sizes, followed by the
    contents.
    """
    contents = {path: (folder / path).read_bytes() for path in sorted(paths)}
    head = json.dumps([[path, len(content)] for path, content in contents.items()], separators=(",", ":"))
    return compress_with_gzip(b"\n".join([head.encode(), b"".join(contents.values())]), smallest)


def _library(
    folder: Path, traced: Mapping[str, bool], uses: Mapping[str, PageRequirements]
) -> tuple[bytes, bytes, dict[str, set[str]]]:
    """Divide the standard library into three parts: a zip of compiled modules, a pack, and sets of paths by
    page.

    The zip has the modules that pages share, the pack those that none needs at first; the paths are modules
    that only few pages need. `traced` maps each needed module to True if Python loads it at its start.
    """
    paths = {name: path for name in traced for path in _module_paths(folder, name)}
    users = {name: {page for page, use in uses.items() if name in use.modules} for name in paths}
    few = {
        name
        for name, at_start in traced.items()
        if name in paths and not at_start and len(users[name]) < _MIN_SHARING_PAGES
    }
    own = {page: {paths[name] for name in few if page in users[name]} for page in uses}
    shared = {path for name, path in paths.items() if name not in few or not users[name]}
    every = {str(file.relative_to(folder)) for file in folder.rglob("*.pyc")}
    text = io.BytesIO()
    with zipfile.ZipFile(text, "w", zipfile.ZIP_STORED) as archive:  # compressing it as a whole is smaller
        for path in sorted(shared):
            archive.writestr(zipfile.ZipInfo(path, DATE), (folder / path).read_bytes())
    return compress_with_gzip(text.getvalue(), smallest=True), pack_files(folder, every - shared), own


def _module_paths(folder: Path, name: str) -> list[str]:
    inner = Path(*name.split("."))
    options = (inner.with_suffix(".pyc"), inner / "__init__.pyc")
    return [str(path) for path in options if (folder / path).is_file()]
