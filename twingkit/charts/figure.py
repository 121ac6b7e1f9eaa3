"""A figure as a notebook shows it: plotly's own, without a maker's mark in its buttons."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from twingkit.charts.theme import CONFIG


class Chart(go.Figure):  # type: ignore[misc]
    """A `plotly.graph_objects.Figure` that is shown and written with `CONFIG` by default."""

    def show(self, *args: Any, **options: Any) -> Any:
        """Show the figure, as `plotly.graph_objects.Figure.show` does."""
        return super().show(*args, **_configured(options))

    def to_html(self, *args: Any, **options: Any) -> str:
        """The figure as HTML, as `plotly.graph_objects.Figure.to_html` gives it."""
        return str(super().to_html(*args, **_configured(options)))

    def write_html(self, *args: Any, **options: Any) -> None:
        """Write the figure as HTML, as `plotly.graph_objects.Figure.write_html` does."""
        super().write_html(*args, **_configured(options))

    def _ipython_display_(self) -> None:
        import plotly.io as pio

        if pio.renderers.render_on_display and pio.renderers.default:
            self.show()
        else:
            print(repr(self))


def _configured(options: dict[str, Any]) -> dict[str, Any]:
    return {**options, "config": {**CONFIG, **(options.get("config") or {})}}
