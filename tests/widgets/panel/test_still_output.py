"""Panels in notebooks: beside the widget, its still picture is stored as a separate output."""

from __future__ import annotations

import asyncio
from typing import Any

import IPython.display
import nbconvert
import nbformat
import pytest
from IPython.core import getipython

from twingkit_widgets.panel import static_output
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.static_output import outputs_may_be_saved, widget_and_static
from twingkit_widgets.panel.static_text import text_of_html
from twingkit_widgets.site.page import page

WIDGET = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


class Greeting(Panel):
    def render(self) -> Markup:
        return join(el("p", "Good morning"), button("More", "add", 1))


def outputs_of(panel: Panel) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a notebook stores of a panel."""
    bundle = panel._repr_mimebundle_()
    assert bundle is not None
    return widget_and_static(bundle[0], panel._static_copy())


class Shell:
    kernel = object()


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUERY_STRING", raising=False)
    monkeypatch.setattr(getipython, "get_ipython", Shell)


@pytest.mark.usefixtures("notebook")
def test_in_a_notebook_a_panel_is_two_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = Greeting()
    outputs = outputs_of(panel)
    assert outputs[0][WIDGET]["model_id"] == panel.model_id
    assert "Good morning" not in str(outputs[0])
    assert WIDGET not in outputs[1]
    assert "Good morning" in outputs[1]["text/html"]
    shown: list[Any] = []
    monkeypatch.setattr(IPython.display, "display", lambda output, raw, display_id=None: shown.append(output))
    panel._ipython_display_()
    assert shown == list(outputs)


class Kept:
    """A stored output, which can be replaced."""

    def __init__(self) -> None:
        self.outputs: list[Any] = []

    def update(self, output: Any, raw: bool) -> None:
        assert raw
        self.outputs.append(output)


@pytest.mark.usefixtures("notebook")
def test_the_still_follows_what_the_panel_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept()
    monkeypatch.setattr(static_output, "UPDATE_DELAY", 0.01)
    monkeypatch.setattr(IPython.display, "display", lambda output, raw, display_id=None: kept)
    panel = Greeting()
    panel._ipython_display_()
    panel.html = "<p>Good day</p>"
    assert ["Good day" in output["text/html"] for output in kept.outputs] == [True], "no loop: at once"

    async def clicked_fast() -> None:
        for hour in range(5):
            panel.html = f"<p>It is {hour}</p>"
        assert len(kept.outputs) == 1
        await asyncio.sleep(0.1)

    asyncio.run(clicked_fast())
    assert len(kept.outputs) == 2
    assert "It is 4" in kept.outputs[-1]["text/html"]


@pytest.mark.usefixtures("notebook")
def test_a_page_of_voila_has_the_one_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outputs_may_be_saved()
    monkeypatch.setenv("QUERY_STRING", "/")
    assert not outputs_may_be_saved()


def test_outside_a_notebook_there_is_the_one_bundle() -> None:
    with pytest.raises(NotImplementedError):
        Greeting()._ipython_display_()


def test_what_nbconvert_makes_of_a_saved_notebook_has_the_still_though_the_widget_is_preferred() -> None:
    panel = Greeting()
    outputs = [nbformat.v4.new_output("display_data", data) for data in outputs_of(panel)]
    cell = nbformat.v4.new_code_cell("Greeting()", outputs=outputs)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    exporter = nbconvert.HTMLExporter()
    saved, _ = exporter.from_notebook_node(notebook)  # as JupyterLab saves it: without the widget's state
    state = {panel.model_id: {"model_name": "AnyModel", "model_module": "anywidget", "state": {}}}
    notebook.metadata.widgets = {STATE: {"version_major": 2, "version_minor": 0, "state": state}}
    executed, _ = exporter.from_notebook_node(notebook)  # as `nbconvert --execute` has it
    assert WIDGET in executed
    for made in (saved, executed):
        assert "<p>Good morning</p>" in made
        assert "Greeting(lang=" not in made


POSITIONS = {
    "battle-lab": ("battle=F:_F5_vs_W:_W6", ["Fire spell, power 5", "Water spell, power 6", "attacker wins"]),
    "imperium-battle": ("battle=space:_2_cruiser_vs_1_dreadnought", ["2 cruisers", "1 dreadnought"]),
    "play": ("seed=1", ["Your hand (2)", "spell, power"]),
    "ember-play": ("seed=1", ["5 of 5 cards in hand", "Draw Deck"]),
    "imajica-play": ("seed=1", ["Your hand", "The Circle"]),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_latex_has_the_position_of_a_panel_as_words(name: str) -> None:
    query, words = POSITIONS[name]
    panel = page(name, f"{query}&lang=en")[0]
    outputs = [nbformat.v4.new_output("display_data", data) for data in outputs_of(panel)]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("panel", outputs=outputs)])
    latex, _ = nbconvert.LatexExporter().from_notebook_node(notebook)
    assert "lang=" not in latex
    for word in words:
        assert word in " ".join(panel.static_text().split())
    first = panel.static_text().splitlines()[0]
    assert first.partition(" ")[0] in latex
    assert max(map(len, panel.static_text().splitlines())) <= 80


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ('<p>Lay <button data-act="lay" aria-label="Fire 5"><svg><path/></svg></button></p>', "Lay Fire 5"),
        ('<button aria-label="One more">+</button><button>Roll</button>', "Roll"),
        ("<div data-controls><button>Undo</button></div><p>Now</p>", "Now"),
        ("<p>a<br>b</p><style>p {}</style><input value='x'><p hidden>c</p>", "a\nb"),
        ("<span>3</span><span>cards</span> &amp; <b>2</b>", "3 cards & 2"),
    ],
)
def test_the_text_of_a_panel_is_what_is_seen_and_the_labels_of_pictures(markup: str, text: str) -> None:
    assert text_of_html(markup) == text
