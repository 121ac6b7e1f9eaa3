"""Publish the whole site as static files for any file host: `publish_static_site(folder)`.

Every page, and every lesson, rule, topic and tab of it, is a folder in each language with its first view
written out (`first_views`, `page_files`). Python then starts in a worker of the visitor's browser (`client`,
`in_browser`) with the compiled program (`program`). Publishing twice gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import entry_points
from pathlib import Path

import attrs

from twingkit.core.games import ENTRY_POINT_GROUP
from twingkit_widgets.panel.address.addresses import START, subpage_names
from twingkit_widgets.panel.chart import PARTS, plotly_file
from twingkit_widgets.panel.client import ClientScript
from twingkit_widgets.panel.settings.active_settings import LEFT_OUT_VARIABLE, publisher_settings
from twingkit_widgets.panel.settings.own_page import PublisherPage
from twingkit_widgets.site.documentation import DOCS, DOCS_FOLDER, documentation_files, documentation_folder
from twingkit_widgets.site.folder import PACKAGE
from twingkit_widgets.static_site.browser_python import PublishError
from twingkit_widgets.static_site.in_browser.worker_start import APP
from twingkit_widgets.static_site.page_files import PublishedPage, page_files, panel_styles_by_name
from twingkit_widgets.static_site.program import PageRequirements, compiled_program, compress_with_gzip
from twingkit_widgets.static_site.publisher_files import publisher_files

HERE = Path(__file__).parent

_MARKER_FILE = ".twingkit-published"
"""The file that marks a folder written by `publish_static_site`, which may be overwritten."""


def publish_static_site(
    folder: Path,
    *,
    pyodide: Path,
    node: str,
    environment: Mapping[str, str] | None = None,
    report_step: Callable[[str], object] = lambda step: None,
) -> int:
    """Write the site as static files into `folder` and return the number of its pages.

    `pyodide` is the unpacked npm package of that name, `node` the program that runs it, `environment` the
    active settings of the publisher (`settings_environment`), which this process has as well; `report_step`
    receives progress messages. The folder must be empty, or written by `publish_static_site` before. Raises
    `PublishError` if it is neither, or if a page cannot be shown.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARKER_FILE).exists():
        raise PublishError(f"{folder} is not empty, and was not written by twingkit publish")
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    points = game_entry_points()
    docs = documentation_folder()
    documented = {DOCS: DOCS_FOLDER if docs else ""}
    pages: list[PublishedPage] = []
    count = len({START, *subpage_names()})

    def keep(page: PublishedPage | PageFault) -> str:
        """Record a page. Returns its name if it cannot be shown."""
        if isinstance(page, PageFault):
            return page.name
        pages.append(page)
        report_step(f"page {len(pages)} of {count}: {page.name}")
        return ""

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        own = list(pool.map(lambda page: run_page_to_publish(page.name, points), publisher_settings().pages))
        faults = [page for page in own if isinstance(page, PageFault)]
        names = ",".join(filter(None, map(keep, own)))
        environment = {**(environment or {}), **({LEFT_OUT_VARIABLE: names} if names else {})}
        os.environ.update({**environment, **documented})  # pages must not link to pages that are left out
        done = {page.name for page in own}
        for page in pool.map(lambda name: _of_kit(name, points), {START, *subpage_names()} - done):
            keep(page)
    pages.sort(key=lambda page: [START, *subpage_names()].index(page.name))
    report_step("Python for the browser (the longest step)")
    files = publisher_files(publisher_settings(), environment, APP)
    start = {"entry_points": points, "environment": {**files.environment, **documented}}
    with tempfile.TemporaryDirectory() as work, tempfile.TemporaryDirectory(dir=folder.parent) as made:
        target = Path(made) / "site"
        job = {**start, "pages": [{"page": page.name, "cells": page.cells} for page in pages]}
        uses = {page.name: page.requirements for page in pages}
        program = compiled_program(uses, job, files.files, pyodide, node, Path(work))
        assets = {
            **{f"{name}.pack": content for name, content in program.packs.items()},
            "library.zip.pack": program.library,
            "settings.json": _settings({**start, "later": program.lazy_packs}, pyodide),
            **_clients(pages, pyodide),
        }
        version = _version(assets)
        assets["snapshot.pack"] = program.snapshot  # specific to this program, so not part of the version
        written = {f"assets/{version}/{name}": content for name, content in assets.items()}
        written |= page_files(
            pages, f"assets/{version}", {name: len(content) for name, content in assets.items()}
        )
        for path, content in {**written, ".nojekyll": b"", _MARKER_FILE: f"{version}\n".encode()}.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_bytes(content)
        for name, file in documentation_files(docs) if docs else ():
            (target / DOCS_FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target / DOCS_FOLDER / name)
        replace_folder(target, folder, Path(made) / "before")
    for fault in faults:
        report_step(f"left out: {fault.reason}")
    return sum(len(page.views) for page in pages)


def replace_folder(new_folder: Path, old_folder: Path, backup_folder: Path) -> None:
    """Replace `old_folder` by the folder `new_folder`; the old one moves to `backup_folder` and is restored
    after a failure.

    All are on one file system, so each step is done completely or not at all.
    """
    if not old_folder.exists():
        new_folder.rename(old_folder)
        return
    old_folder.rename(backup_folder)
    try:
        new_folder.rename(old_folder)
    except OSError:
        backup_folder.rename(old_folder)
        raise


def game_entry_points() -> Mapping[str, list[tuple[str, str]]]:
    """Return the entry points of the installed games, by group, for use in the browser, where no packages are
    installed.
    """
    return {ENTRY_POINT_GROUP: [(point.name, point.value) for point in entry_points(group=ENTRY_POINT_GROUP)]}


@attrs.frozen
class PageFault:
    """The report that a publisher's page cannot be published, with the page's name and the reason."""

    name: str
    reason: str


def _of_kit(name: str, points: Mapping[str, object]) -> PublishedPage:
    page = run_page_to_publish(name, points)
    if isinstance(page, PageFault):
        raise PublishError(page.reason)
    return page


def run_page_to_publish(
    name: str, entry_points: Mapping[str, object], on_server: bool = False
) -> PublishedPage | PageFault:
    """Run a page in its own process and return it with its first views, or its fault.

    With `on_server` it may import packages that a browser does not have. Raises `PublishError` if a page of
    the kit cannot be shown.
    """
    own = publisher_settings().own_page(name)
    cells = publisher_cells(own) if own else [page_cell(name)]
    file = own.first_file.name if own else None
    facts = {"page": name, "cells": cells, "entry_points": entry_points, "file": file, "all": on_server}
    run = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-P", "-m", f"{__package__}.first_views"],
        input=json.dumps(facts),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode:
        raise PublishError(f"the page {name} cannot be shown: see above")
    answer = json.loads(run.stdout)
    if "fault" in answer:
        return PageFault(name, answer["fault"])
    views = {(key.partition("/")[0], key.partition("/")[2]): view for key, view in answer["views"].items()}
    uses = PageRequirements(answer["modules"], tuple(answer["files"]), answer["asked"])
    return PublishedPage(name, cells, views, answer["styles"], uses)


# ---------------------------------------------------------------- what pages load


def _settings(start: Mapping[str, object], pyodide: Path) -> bytes:
    """Return the settings file for Python in the browser: `start`, and Pyodide's lock file without its list
    of packages.
    """
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({**start, "lock": json.dumps({"info": lock["info"], "packages": {}})}).encode()


def _clients(pages: Sequence[PublishedPage], pyodide: Path) -> dict[str, bytes]:
    """Return the scripts and styles of pages, Python itself, and plotly.js if it is installed."""
    panel, site, client = PACKAGE / "panel", PACKAGE / "site", HERE / "client"
    clients = [ClientScript(panel / "panel.js"), ClientScript(site / "client" / "frame.js")]
    scripts = [panel / part for part in PARTS]
    scripts += [client / "host.js", client / "worker.js", client / "packs.js"]
    squeezed = [pyodide / "pyodide.asm.js", pyodide / "pyodide.asm.wasm"]
    sheets = [panel / "panel.css", site / "template" / "site.css", client / "published.css"]
    plotly = plotly_file()
    return {
        **{f"{script.stem}.js": str(script).encode() for script in clients},
        **{script.name: script.read_bytes() for script in scripts},
        "pyodide.js": (pyodide / "pyodide.mjs").read_bytes(),  # many hosts do not serve .mjs as a script
        **{f"{file.name}.pack": compress_with_gzip(file.read_bytes(), smallest=True) for file in squeezed},
        **({"plotly.js.pack": compress_with_gzip(plotly.read_bytes())} if plotly else {}),
        "site.css": b"\n".join(sheet.read_bytes() for sheet in sheets),
        **{
            f"{name}.css": text.encode()
            for page in pages
            for name, text in panel_styles_by_name(page).items()
        },
    }


def _version(assets: Mapping[str, bytes]) -> str:
    """Return a name that depends only on the contents of the given files."""
    digest = hashlib.sha256()
    for name, content in sorted(assets.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]


Cell = dict[str, str]
"""A cell of a page: its `code` (with its `number` in the publisher's notebook), or the `html` to show."""


def page_cell(name: str) -> Cell:
    """Return a cell that shows a page of the site, for pages without a notebook.

    >>> page_cell("practice")["code"].splitlines()[-1]
    "page('practice')"
    """
    return {"code": f"from twingkit_widgets.site.page import page\n\npage({name!r})"}


def publisher_cells(own_page: PublisherPage) -> list[Cell]:
    """Return the cells of a publisher's page (code and HTML), with a cell that shows the site's header first
    unless the page has one itself.
    """
    # Slow to import, and only needed for such pages.
    from twingkit_widgets.site.own_notebook import notebook_of_publisher_page, text_cell_html
    from twingkit_widgets.site.render import calls_page_function

    content = notebook_of_publisher_page(own_page)
    cells = []
    for number, cell in enumerate(content.cells, 1):
        if cell.cell_type == "code" and cell.source.strip():
            cells.append({"code": cell.source, "number": f"{number}"})
        elif cell.cell_type == "markdown":
            cells.append({"html": text_cell_html(cell, own_page.first_file.parent)})
    return cells if calls_page_function(content) else [page_cell(own_page.name), *cells]
