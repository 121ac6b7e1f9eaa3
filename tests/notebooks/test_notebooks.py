"""The notebooks: they run from top to bottom, say what they are committed with, and carry nothing heavy."""

import json
import runpy
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from twingkit_widgets.site.kernels import forked_kernels

refresh = runpy.run_path(str(Path(__file__).with_name("refresh.py")))
NOTEBOOKS = refresh["NOTEBOOKS"]
PAGES = sorted((NOTEBOOKS / "site").glob("*.ipynb"))
LESSONS = sorted(
    path
    for folder in ("learn", "analyse")
    for path in (NOTEBOOKS / folder).rglob("*.ipynb")
    if ".ipynb_checkpoints" not in path.parts
)


def name(path: Path) -> str:
    return path.stem


def played(path: Path) -> bool:
    """Whether a notebook plays hundreds of games, or deals hundreds of battles."""
    return "SEED, GAMES" in path.read_text(encoding="utf-8")


STUDIES = [path for path in LESSONS if played(path)]


@pytest.fixture(scope="module")
def kernels(until: Callable[..., None], tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Kernels that need not load the kit: each is a copy of one process, as for the pages of the site."""
    folder = tmp_path_factory.mktemp("all")  # one folder, whose names are loaded
    for number, path in enumerate(LESSONS):
        (folder / f"{number}.ipynb").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    template = forked_kernels.switch_on(None, folder)  # type: ignore[arg-type]
    if template is None:
        yield
        return
    until(lambda: template.ready, 60, "everything is loaded")
    yield
    forked_kernels.ForkedProvisioner.template = None
    template.stop()


@pytest.mark.slow
@pytest.mark.usefixtures("kernels")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.soak) if played(path) else path for path in LESSONS],
    ids=name,
)
def test_a_notebook_runs_and_prints_what_it_is_committed_with(path: Path) -> None:
    assert refresh["text"](refresh["ran"](path)) == path.read_text(encoding="utf-8")


def told(cells: Sequence[Mapping[str, Any]]) -> list[bool]:
    """Which cells of a notebook print something."""
    return [bool(cell.get("outputs")) for cell in cells]


@pytest.mark.slow
@pytest.mark.usefixtures("kernels")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", STUDIES, ids=name)
def test_a_study_runs_with_few_games(path: Path) -> None:
    """Its numbers, and what it concludes from them, are a long run."""
    few = refresh["ran"](path, few=True)
    assert told(few["cells"]) == told(json.loads(path.read_text(encoding="utf-8"))["cells"])


def test_some_notebooks_are_studies() -> None:
    assert 5 <= len(STUDIES) < len(LESSONS) / 2


@pytest.mark.parametrize("path", [*PAGES, *LESSONS], ids=name)
def test_nothing_but_text_is_committed(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["metadata"]["title"]
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert "widgets" not in notebook["metadata"]
    assert path.stat().st_size < 40_000
    for cell in notebook["cells"]:
        assert len(cell["source"]) <= 24, "a cell is short enough to be read"
        assert {output["output_type"] for output in cell.get("outputs", [])} <= {"stream"}


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_a_page_is_one_small_cell(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert [cell["cell_type"] for cell in cells] == ["code"]
    assert len(cells[0]["source"]) <= 3


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_the_reader_is_spoken_to_in_both_languages(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    german = [text for text in texts if text.rstrip().endswith("*")]
    assert len(german) >= len(texts) - 1
