"""The notebooks contain nothing heavy, and the metadata that tools need. nbval runs them (`.ci/check.py`)."""

import ast
import json
import runpy
import tomllib
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert import ScriptExporter

refresh = runpy.run_path(str(Path(__file__).with_name("refresh.py")))
NOTEBOOKS: Path = refresh["NOTEBOOKS"]
ROOT = NOTEBOOKS.parent
PAGES = sorted((NOTEBOOKS / "site").glob("*.ipynb"))
LESSONS = sorted(
    path
    for folder in ("learn", "analyse")
    for path in (NOTEBOOKS / folder).rglob("*.ipynb")
    if ".ipynb_checkpoints" not in path.parts
)
ANALYSES = [path for path in LESSONS if path.parent.name == "analyse"]


def name(path: Path) -> str:
    return path.stem


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def tags(cell: Any) -> list[str]:
    return list(cell["metadata"].get("tags", ()))


@pytest.mark.parametrize("path", [*PAGES, *LESSONS], ids=name)
def test_nothing_but_text_is_committed(path: Path) -> None:
    notebook = read(path)
    assert notebook["metadata"]["title"]
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert notebook["metadata"]["language_info"] == refresh["LANGUAGE"]
    assert "widgets" not in notebook["metadata"]
    assert path.stat().st_size < 40_000
    for cell in notebook["cells"]:
        assert len(cell["source"]) <= 24, "a cell is short enough to be read"
        assert {output["output_type"] for output in cell.get("outputs", [])} <= {"stream"}


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_a_page_is_one_small_cell(path: Path) -> None:
    cells = read(path)["cells"]
    assert [cell["cell_type"] for cell in cells] == ["code"]
    assert len(cells[0]["source"]) <= 3


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_the_reader_is_spoken_to_in_both_languages(path: Path) -> None:
    cells = read(path)["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    german = [text for text in texts if text.rstrip().endswith("*")]
    assert len(german) >= len(texts) - 1


def test_a_notebook_becomes_a_file_of_python() -> None:
    """By `jupyter nbconvert --to script`."""
    for path in (PAGES[0], LESSONS[0], ANALYSES[0]):
        _, resources = ScriptExporter().from_notebook_node(nbformat.read(path, as_version=4))
        assert resources["output_extension"] == ".py"


def test_the_language_of_notebooks_is_the_oldest_python_of_the_kit() -> None:
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert oldest == f">={refresh['LANGUAGE']['version']}"


@pytest.mark.parametrize("path", ANALYSES, ids=name)
def test_an_analysis_has_one_cell_of_parameters_which_papermill_can_set_anew(path: Path) -> None:
    """The cell comes before all other code and sets each name once, to a plain value that the rest uses."""
    cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
    assert [place for place, cell in enumerate(cells) if "parameters" in tags(cell)] == [0]
    first, *others = (ast.parse("".join(cell["source"])) for cell in cells)
    names = []
    for line in first.body:
        assert isinstance(line, ast.Assign)
        ast.literal_eval(line.value)
        names += [target.id for target in line.targets if isinstance(target, ast.Name)]
    assert len(names) == len(set(names)) == len(first.body)
    used = [node for cell in others for node in ast.walk(cell) if isinstance(node, ast.Name)]
    assert set(names) <= {node.id for node in used if isinstance(node.ctx, ast.Load)}
    assert not set(names) & {node.id for node in used if isinstance(node.ctx, ast.Store)}
