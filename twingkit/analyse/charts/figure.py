"""The figure class for notebooks: a plotly figure without the logo that is also kept as HTML."""

from __future__ import annotations

import html
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio

from twingkit.analyse.charts.theme import CONFIG, META_KEY

HTML = "text/html"
"""The MIME type of HTML output, which every notebook can show without a kernel and without a network."""

_bundled: tuple[object, object] | None = None
"""The cell (its id, and its execution count) whose output contains plotly.js; other figures of the
notebook use it.
"""


class Chart(go.Figure):
    """A plotly `Figure` that uses the kit's plotly settings (`CONFIG`) by default when it is shown or saved.

    In a notebook it is also kept as HTML, next to the output of plotly's renderer, so that it is visible in a
    saved notebook and in what nbconvert makes of it. One output of a notebook contains plotly.js for all.
    """

    def show(self, *args: object, **options: object) -> Any:  # plotly is untyped
        """Show the figure like `plotly.graph_objects.Figure.show`; in a notebook also keep it as HTML."""
        if not args and set(options) <= {"config"} and self._show_in_notebook():
            return None
        return super().show(*args, **_configured(options))

    def to_html(self, *args: object, **options: object) -> str:
        """Return the figure as HTML, like `plotly.graph_objects.Figure.to_html`."""
        return str(super().to_html(*args, **_configured(options)))

    def write_html(self, *args: object, **options: object) -> None:
        """Write the figure as HTML, like `plotly.graph_objects.Figure.write_html`."""
        super().write_html(*args, **_configured(options))

    def _ipython_display_(self) -> None:
        if self._show_in_notebook():
            return
        if pio.renderers.render_on_display and pio.renderers.default:
            self.show()
        else:
            print(repr(self))

    def _show_in_notebook(self) -> bool:
        """Show the figure with HTML in the running notebook; return False outside a notebook."""
        kernel = _kernel()
        if kernel is None or not pio.renderers.default:
            return False
        from IPython.display import display

        bundle = self._repr_mimebundle_(None, None) or {}
        if HTML not in bundle:
            bundle[HTML] = self.self_contained_html(with_script=_needs_plotly_script(kernel))
        display(bundle, raw=True)
        return True

    def self_contained_html(self, with_script: bool = True) -> str:
        """Return the figure as self-contained HTML, with its description for places where no script may run.

        With `with_script` False plotly.js is left out, because another figure of the page has it.
        """
        drawn = self.to_html(
            full_html=False,
            include_plotlyjs=with_script,
            post_script="document.getElementById('{plot_id}').closest('.twingkit-figure').firstChild.hidden=true",
        )
        return f'<div class="twingkit-figure"><p>{self._described()}</p>{drawn}</div>'

    def _described(self) -> str:
        meta = (self.layout.meta or {}).get(META_KEY, {})
        return html.escape(meta["description"][meta["lang"]]) if meta else ""


def _kernel() -> Any:  # IPython is untyped
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return None
    shell = get_ipython()
    return shell if shell is not None and hasattr(shell, "kernel") else None


def _needs_plotly_script(shell: Any) -> bool:  # IPython's shell
    """True if a notebook output must include plotly.js: it is the first figure, or its cell included
    plotly.js before and is run again.
    """
    global _bundled
    cell = shell.get_parent().get("metadata", {}).get("cellId") if hasattr(shell, "get_parent") else None
    run = shell.execution_count
    if _bundled is None or (cell is not None and _bundled[0] == cell and _bundled[1] != run):
        _bundled = cell, run
        return True
    return False


def _configured(options: dict[str, Any]) -> dict[str, Any]:
    return {**options, "config": {**CONFIG, **(options.get("config") or {})}}
