"""The tree of responses in a battle, drawn as an outline: possible answers, odds, and the best line."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FOLD_TEXT, TEXT, FigureBuilder
from twingkit.analyse.charts.stacked import OUTCOMES, subtitle_text
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import LINE_HEIGHT, PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import (
    escape_text,
    format_points,
    has_figure_sentence,
    hover_text,
    say,
    wrap_text,
)
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_percent

_MAX_SHOWN_NODES = 40
"""The default maximum number of nodes shown."""

_LEVEL_INDENT = 20
"""In pixels."""

_PICTURE_WIDTH = 480
"""Width of a saved picture in pixels."""

_BOX_PADDING = 5
"""In pixels."""

_BOX_GAP = 12
"""In pixels."""

PLAYERS = ("attacker", "defender")


@attrs.frozen
class DrawnNode:
    """A node of the drawn tree: one row of the frame, or several faces with the same result.

    `chance` is the share of rolls that lead here (0: a player chose it), `best` whether it is a player's best
    answer.
    """

    row: Row
    label: str
    chance: float
    best: bool
    children: tuple[DrawnNode, ...]

    def count_nodes(self) -> int:
        """Return the number of nodes in this branch, including this one."""
        return 1 + sum(step.count_nodes() for step in self.children)


def _read(frame: object) -> FigureTable:
    return FigureTable.from_frame(
        frame, "response_tree", OUTCOMES, ("id", "parent", "mover", "label", "best")
    )


def _id(value: object) -> str:
    """Return an id as text. If some rows have no parent, pandas turns the other ids into floats."""
    if value is None or value != value or value in ("", -1):
        return ""
    return str(int(value)) if isinstance(value, (int, float)) else str(value)


def _steps(table: FigureTable) -> tuple[DrawnNode, ...]:
    known_ids = {_id(row["id"]) for row in table.rows}
    rows: dict[str, list[Row]] = {}
    for row in table.rows:
        parent = _id(row["parent"])
        rows.setdefault(parent if parent in known_ids and parent != _id(row["id"]) else "", []).append(row)

    def below(parent: str) -> tuple[DrawnNode, ...]:
        return _merge_faces([_step(table, row, below(_id(row["id"]))) for row in rows.get(parent, ())])

    return below("")


def _step(table: FigureTable, row: Row, below: tuple[DrawnNode, ...]) -> DrawnNode:
    rolled = table.first_text(row, "kind") == "face" or (
        not table.has_columns("kind")
        and table.has_columns("chance")
        and table.cell_number(row, "chance", 1.0) < 1
    )
    best = bool(row["chosen"]) if table.has_columns("chosen") else bool(row["best"]) and not rolled
    chance = table.cell_number(row, "chance", 1.0) if rolled else 0.0
    return DrawnNode(row, table.first_text(row, "label", "answer"), chance, best, below)


def _merge_faces(steps: list[DrawnNode]) -> tuple[DrawnNode, ...]:
    """Merge nodes whose faces have the same result; a player's best answer comes first."""
    first_of: dict[object, DrawnNode] = {}
    for index, step in enumerate(steps):
        sign = _merge_key(step) if step.chance else index
        earlier = first_of.get(sign)
        if earlier is None:
            first_of[sign] = step
        else:
            label = f"{earlier.label}, {step.label.rpartition(': ')[2]}"
            first_of[sign] = attrs.evolve(earlier, label=label, chance=earlier.chance + step.chance)
    return tuple(sorted(first_of.values(), key=lambda step: not step.best))


def _merge_key(step: DrawnNode) -> object:
    shares = tuple(round(float(step.row[part]), 9) for part in OUTCOMES)
    return shares, tuple((below.label, below.best, _merge_key(below)) for below in step.children)


def _drawn_nodes(roots: tuple[DrawnNode, ...], max_nodes: int) -> set[int]:
    """Return the identities of the nodes to show: level by level, best answers first."""
    indices: set[int] = set()
    level = list(roots)
    while level and len(indices) < max_nodes:
        ranked = sorted(level, key=lambda step: (not step.best, -step.chance))
        indices |= {id(step) for step in ranked[: max_nodes - len(indices)]}
        level = [below for step in level if id(step) in indices for below in step.children]
    return indices


def _best_line(table: FigureTable) -> list[DrawnNode]:
    """Return the nodes from the root on along the likeliest faces and the best answers."""
    line: list[DrawnNode] = []
    below = _steps(table)
    while below:
        chosen = [step for step in below if step.best or step.chance or not line]
        if not chosen:
            break
        line.append(max(chosen, key=lambda step: (step.best, step.chance)))
        below = line[-1].children
    return line


def _draw(sheet: FigureBuilder, max_nodes: int = _MAX_SHOWN_NODES) -> None:
    sheet.title = say("tree.title")
    sheet.subtitle = subtitle_text(sheet)
    sheet.bottom_margin = 12
    roots = _steps(sheet.table)
    indices = _drawn_nodes(roots, max(1, max_nodes))
    _branch(sheet, roots, 0, indices)
    sheet.set_row_axes({"range": [0, 1], "visible": False, "fixedrange": True})
    sheet.picture_width = _PICTURE_WIDTH
    sheet.add_points("markers", [None], [None])  # a plot without a trace shows no boxes
    sheet.notes.append(say("tree.reading"))
    left = sum(step.count_nodes() for step in roots) - len(indices)
    if left:
        sheet.notes.append(say("tree.more", n=left))


def _branch(
    sheet: FigureBuilder, steps: Sequence[DrawnNode], level: int, indices: set[int]
) -> list[tuple[float, bool]]:
    """Draw nodes with their branches; return where each box begins and whether it is the best answer."""
    starts = []
    for step in steps:
        if id(step) not in indices:
            continue
        middle, bottom = _node(sheet, step, level)
        starts.append((middle, step.best))
        for y, best in reversed(_branch(sheet, step.children, level + 1, indices)):
            _connect(sheet, level, bottom, y, best)
    return starts


def _node(sheet: FigureBuilder, step: DrawnNode, level: int) -> tuple[float, float]:
    """Draw one node, a circle before a roll, otherwise a box; return its middle and lower edge."""
    colours, row = sheet.colours, step.row
    turn = sheet.table.first_text(row, "turn")
    chance = "die" in turn.split() if turn else str(row["mover"]) not in PLAYERS
    left = level * _LEVEL_INDENT + (2 * _BOX_PADDING + 8 if chance else 0)
    room = max(16, round(sheet.characters_per_line(FOLD_TEXT) - (left + 2 * _BOX_PADDING) / 7))
    label = wrap_text(step.label, room)
    numbers = wrap_text(_numbers(sheet, step), room)
    bold = (f"<b>{escape_text(line)}</b>" if step.best or not level else escape_text(line) for line in label)
    high = (len(label) + len(numbers)) * TEXT * LINE_HEIGHT + 2 * _BOX_PADDING
    top = sheet.height
    box: PlotlyJsFigure = {}
    width = 3 if step.best else 1
    if chance:
        y, x = top + _BOX_PADDING + TEXT * LINE_HEIGHT / 2, level * _LEVEL_INDENT + _BOX_PADDING + 2
        base = {"type": "circle", "xsizemode": "pixel", "xanchor": 0, "xref": "paper"}
        look = {"fillcolor": colours.tie, "line": {"color": colours.ink, "width": width + 0.5}}
        sheet.shapes.append({**base, "x0": x - 7, "x1": x + 7, "y0": y - 7, "y1": y + 7, **look})
    else:
        edge = colours.ink if step.best else colours.outline
        box = {"bgcolor": colours.surface, "bordercolor": edge, "borderwidth": width}
    text, hover = "<br>".join([*bold, *map(escape_text, numbers)]), _hover(sheet, row)
    sheet.add_text(
        text, TEXT, _ink(sheet, chance),
        xshift=left, y=top, borderpad=_BOX_PADDING, hovertext=hover, **box,
    )  # fmt: skip
    sheet.height = top + high + _BOX_GAP
    return top + _BOX_PADDING + TEXT * LINE_HEIGHT / 2, top + (
        2 * _BOX_PADDING + TEXT * LINE_HEIGHT if chance else high
    )


def _ink(sheet: FigureBuilder, chance: bool) -> str:
    colours = sheet.colours
    return colours.ink if chance or sheet.theme != "auto" else colours.on_loss


def _connect(sheet: FigureBuilder, level: int, top: float, middle: float, best: bool) -> None:
    x = level * _LEVEL_INDENT + _BOX_PADDING + 2
    base = {"type": "path", "xref": "paper", "xsizemode": "pixel", "xanchor": 0, "layer": "below"}
    path = f"M{x} {top:g}V{middle:g}H{(level + 1) * _LEVEL_INDENT}"
    look = {"color": sheet.colours.ink if best else sheet.colours.outline, "width": 4 if best else 1}
    sheet.shapes.append({**base, "path": path, "line": look})


def _numbers(sheet: FigureBuilder, step: DrawnNode) -> str:
    win = format_percent(float(step.row["win"]), 1) + sheet.assumed_mark
    if step.chance:
        return say("tree.chance", chance=format_percent(step.chance), win=win)
    return say("tree.win", win=win)


def _hover(sheet: FigureBuilder, row: Row) -> str:
    table = sheet.table
    mover = str(row["mover"])
    lines = [say(f"tree.mover.{mover}")] if has_figure_sentence(f"tree.mover.{mover}") else []
    lines += [f"{say(f'outcome.{part}')}: {format_percent(float(row[part]), 2)}" for part in OUTCOMES]
    if table.has_columns("edge"):
        lines.append(say("hover.edge", value=format_points(table.cell_number(row, "edge"), 2)))
    heading, reason = (
        "\n".join(wrap_text(text, 48))
        for text in (table.first_text(row, "label", "answer"), table.first_text(row, "reason"))
    )
    return hover_text(heading, *lines, reason)


def _describe(table: FigureTable) -> str:
    line = _best_line(table)
    root = line[0].row
    steps = "; ".join(step.label for step in line[1:]) or "–"
    facts = {part: format_percent(float(root[part]), 1) for part in OUTCOMES}
    return say("tree.description", battle=table.position or "–", n=len(table.rows), steps=steps, **facts)


RESPONSE_TREE_KIND = FigureKind(
    "response_tree", _read, _draw, _describe, (frozenset({"id", "parent", "mover", "best"}),)
)


@check_arguments(max_nodes=COUNT)
def response_tree(
    frame: object, *, max_nodes: int = _MAX_SHOWN_NODES, lang: Lang | None = None, theme: Theme | None = None
) -> Figure:
    """Return a figure of the tree of responses in a battle: boxes for answers, circles for dice.

    `frame` is a result of `twing.response_tree`: columns `id`, `parent`, `mover`, `label`, `win`, `tie`,
    `loss`, `best`, optionally `kind`, `turn`, `chosen`, `chance`, and `outline` and `reason`, which are shown
    on hover. Best answers are thick, faces with the same result are merged. At most `max_nodes` are shown,
    level by level, best answers first. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> tree = twing.response_tree("F: F5 & cat vs W: W6", attack_face="Cross", defence_face="1", depth=1)
    >>> figure = twing.charts.response_tree(tree)
    >>> print(charts.figure_description(figure))
    Tree of 3 responses in F: F5 & cat vs W: W6. At the start the attacker wins 25.0%, ties 8.3%, loses ...
    """
    return RESPONSE_TREE_KIND.figure(frame, lang, theme, max_nodes=max_nodes)
