"""Figures in notebooks: stored as HTML beside plotly's own format, so that a saved or exported notebook shows
them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbclient
import nbconvert
import nbformat
import plotly.io as pio
import pytest

from twingkit import charts, twing
from twingkit.analyse.charts import figure as figures

LINE = "F: F5 F3 + F4 vs W: W6 W4"
PLOTLY = "application/vnd.plotly.v1+json"


class Shell:
    """A notebook's shell that runs a cell with an id."""

    kernel = object()

    def __init__(self, cell: str | None = None, execution_count: int = 1) -> None:
        self.cell, self.execution_count = cell, execution_count

    def get_parent(self) -> dict[str, Any]:
        return {"metadata": {"cellId": self.cell} if self.cell else {}}


def test_a_figure_is_kept_with_its_description_and_needs_nothing_from_outside() -> None:
    figure = charts.odds(twing.odds_many([LINE]), lang="de")
    kept = figure.self_contained_html()
    assert charts.figure_description(figure, lang="de") in kept.replace("&#x27;", "'")
    assert "Plotly.newPlot" in kept
    assert 'src="http' not in kept
    assert len(figure.self_contained_html(with_script=False)) < 50_000 < len(kept)


def test_where_no_script_runs_a_kept_figure_is_its_description() -> None:
    kept = charts.odds(twing.odds_many([LINE]), theme="dark").self_contained_html(with_script=False)
    assert kept.startswith('<div class="twingkit-figure"><p>The attacker’s chances')


def test_one_output_of_a_notebook_has_the_script_and_keeps_it_when_its_cell_runs_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(figures, "_bundled", None)
    assert figures._needs_plotly_script(Shell("a", 1))
    assert not figures._needs_plotly_script(Shell("b", 2))
    assert not figures._needs_plotly_script(Shell("a", 1)), "a second figure of the same cell"
    assert figures._needs_plotly_script(Shell("a", 3))
    assert not figures._needs_plotly_script(Shell("b", 4))
    monkeypatch.setattr(figures, "_bundled", None)
    assert figures._needs_plotly_script(Shell(None, 1))
    assert not figures._needs_plotly_script(Shell(None, 2))


def test_outside_a_notebook_a_figure_is_shown_as_plotly_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    monkeypatch.setattr(pio, "show", lambda figure, *args, **options: shown.append(options))
    charts.odds(twing.odds_many([LINE])).show()
    assert shown[0]["config"]["displaylogo"] is False


@pytest.mark.slow
def test_nbconvert_keeps_every_figure_whatever_the_renderer() -> None:
    code = (
        "import sys\n"
        "sys.modules['rfc3987_syntax'] = None\n"  # two seconds of parsers that nothing here needs
        "import plotly.io as pio\n"
        "pio.renderers.default = {renderer!r}\n"
        "from twingkit import charts, twing\n"
        f"figure = charts.odds(twing.odds_many([{LINE!r}]))\n"
    )
    cells = []
    for renderer in ("plotly_mimetype", "json"):
        cells.append(nbformat.v4.new_code_cell(code.format(renderer=renderer) + "figure"))
        cells.append(nbformat.v4.new_code_cell("figure.show()"))
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(Path(__file__).parents[2])}}
    ).execute()
    bundles = [output["data"] for cell in notebook.cells for output in cell.outputs]
    assert len(bundles) == 4
    assert all("Plotly.newPlot" in bundle["text/html"] for bundle in bundles)
    assert PLOTLY in bundles[0]
    assert [len(bundle["text/html"]) > 1_000_000 for bundle in bundles] == [True, False, False, False]
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    assert page.count("twingkit-figure") >= 4
