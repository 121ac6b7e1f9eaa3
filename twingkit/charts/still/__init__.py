"""Figures as still pictures in SVG, drawn in Python alone: without a script, without a browser.

Figures are plain lists and mappings for plotly.js (`twingkit.charts.figure_frame`), which needs a browser
that runs scripts. Nothing draws them without one, and no library that makes SVG of figures runs in Pyodide;
so this draws the few kinds of marks that our figures are made of. It is the one still twin of all figures:
of a page whose scripts do not run, of a saved notebook, and of `charts.save(figure, "x.svg")`.

`picture.py` draws a whole figure, `axes.py` the axes, `marks.py` bars, lines and dots, `heat_cells.py` heat
maps, `shapes.py` lines and boxes, `letters.py` texts. What they cannot draw raises `Undrawn`.
"""

from twingkit.charts.still.letters import Undrawn
from twingkit.charts.still.picture import both_themes, still_svg

__all__ = ["Undrawn", "both_themes", "still_svg"]
