"""The tree of a battle's responses, drawn as an outline: possible answers, their odds, and the best line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.charts.sheet import FOLD_TEXT, LEADING, TEXT, FigureKind, Plain, Sheet
from twingkit.analyse.charts.stacked import PARTS, subtitle_text
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import fold, format_percent, has_sentence, lines, points, safe, say
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MAX_STEPS = 40
"""The default maximum number of nodes shown."""

INDENT = 20
"""Pixels between two levels."""

WIDTH = 480
"""Width of a saved picture in pixels; the boxes are at the left and not wider."""

PAD = 5
"""Pixels between a box and its text."""

GAP = 12
"""Pixels between two boxes."""

PLAYERS = ("attacker", "defender")


@attrs.frozen
class Step:
    """A node as drawn: one row of the frame, or several faces with the same result.

    `chance` is the share of rolls that lead here (0: a player chose it), `best` whether it is a player's best
    answer.
    """

    row: Row
    label: str
    chance: float
    best: bool
    below: tuple[Step, ...]

    def count(self) -> int:
        """Return the number of these steps, including all below."""
        return 1 + sum(step.count() for step in self.below)


def _read(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "response_tree", PARTS, ("id", "parent", "mover", "label", "best"))


def _id(value: object) -> str:
    """Return an id as text. If some rows have no parent, pandas turns the other ids into floats."""
    if value is None or value != value or value in ("", -1):
        return ""
    return str(int(value)) if isinstance(value, (int, float)) else str(value)


def _steps(table: FigureTable) -> tuple[Step, ...]:
    """Return the roots of the tree, usually one."""
    known_ids = {_id(row["id"]) for row in table.rows}
    rows: dict[str, list[Row]] = {}
    for row in table.rows:
        parent = _id(row["parent"])
        rows.setdefault(parent if parent in known_ids and parent != _id(row["id"]) else "", []).append(row)

    def below(parent: str) -> tuple[Step, ...]:
        return _merge_faces([_step(table, row, below(_id(row["id"]))) for row in rows.get(parent, ())])

    return below("")


def _step(table: FigureTable, row: Row, below: tuple[Step, ...]) -> Step:
    rolled = table.text(row, "kind") == "face" or (
        not table.has("kind") and table.has("chance") and table.cell_number(row, "chance", 1.0) < 1
    )
    best = bool(row["chosen"]) if table.has("chosen") else bool(row["best"]) and not rolled
    chance = table.cell_number(row, "chance", 1.0) if rolled else 0.0
    return Step(row, table.text(row, "label", "answer"), chance, best, below)


def _merge_faces(steps: list[Step]) -> tuple[Step, ...]:
    """Merge steps whose faces have the same result; a player's best answer comes first."""
    first_of: dict[object, Step] = {}
    for index, step in enumerate(steps):
        sign = _merge_key(step) if step.chance else index
        earlier = first_of.get(sign)
        if earlier is None:
            first_of[sign] = step
        else:
            label = f"{earlier.label}, {_face(step.label)}"
            first_of[sign] = attrs.evolve(earlier, label=label, chance=earlier.chance + step.chance)
    return tuple(sorted(first_of.values(), key=lambda step: not step.best))


def _face(label: str) -> str:
    """Return a face without the side of its die: `+2` for `The attacker: +2`."""
    return label.rpartition(": ")[2]


def _merge_key(step: Step) -> object:
    """Return a key that is equal for faces with the same result."""
    shares = tuple(round(float(step.row[part]), 9) for part in PARTS)
    return shares, tuple((below.label, below.best, _merge_key(below)) for below in step.below)


def _drawn_nodes(roots: tuple[Step, ...], most: int) -> set[int]:
    """Return the steps to show, by identity: level by level, best answers first."""
    indices: set[int] = set()
    level = list(roots)
    while level and len(indices) < most:
        ranked = sorted(level, key=lambda step: (not step.best, -step.chance))
        indices |= {id(step) for step in ranked[: most - len(indices)]}
        level = [below for step in level if id(step) in indices for below in step.below]
    return indices


def _best_line(table: FigureTable) -> list[Step]:
    """Return the steps from the root on: the likeliest faces, and the best answers."""
    line: list[Step] = []
    below = _steps(table)
    while below:
        chosen = [step for step in below if step.best or step.chance or not line]
        if not chosen:
            break
        line.append(max(chosen, key=lambda step: (step.best, step.chance)))
        below = line[-1].below
    return line


def _draw(sheet: Sheet, most: int = MAX_STEPS) -> None:
    sheet.title = sheet.say("tree.title")
    sheet.subtitle = subtitle_text(sheet)
    sheet.below = 12
    roots = _steps(sheet.table)
    indices = _drawn_nodes(roots, max(1, most))
    _branch(sheet, roots, 0, indices)
    sheet.layout["xaxis"] = {"range": [0, 1], "visible": False, "fixedrange": True}
    sheet.rows_axis()
    sheet.picture = WIDTH
    sheet.data.append(_hovers())
    sheet.notes.append(sheet.say("tree.reading"))
    left = sum(step.count() for step in roots) - len(indices)
    if left:
        sheet.notes.append(sheet.say("tree.more", n=left))


def _branch(sheet: Sheet, steps: Sequence[Step], level: int, indices: set[int]) -> list[tuple[float, bool]]:
    """Draw steps and all below them; return where each box begins and whether it is the best answer."""
    starts = []
    for step in steps:
        if id(step) not in indices:
            continue
        middle, bottom = _node(sheet, step, level)
        starts.append((middle, step.best))
        for y, best in reversed(_branch(sheet, step.below, level + 1, indices)):
            _connect(sheet, level, bottom, y, best)
    return starts


def _node(sheet: Sheet, step: Step, level: int) -> tuple[float, float]:
    """Draw one step, a circle if a die is rolled next and a box otherwise; return its middle and lower
    edge."""
    colours, row = sheet.colours, step.row
    turn = sheet.table.text(row, "turn")
    chance = "die" in turn.split() if turn else str(row["mover"]) not in PLAYERS
    left = level * INDENT + (2 * PAD + 8 if chance else 0)
    room = max(16, round(sheet.letters(FOLD_TEXT) - (left + 2 * PAD) / 7))
    label = fold(step.label, room)
    numbers = fold(_numbers(sheet, step), room)
    bold = (f"<b>{safe(line)}</b>" if step.best or not level else safe(line) for line in label)
    high = (len(label) + len(numbers)) * TEXT * LEADING + 2 * PAD
    top = sheet.height
    box: Plain = {
        "text": "<br>".join([*bold, *map(safe, numbers)]),
        "xref": "paper",
        "x": 0,
        "xanchor": "left",
        "xshift": left,
        "y": top,
        "yanchor": "top",
        "align": "left",
        "showarrow": False,
        "borderpad": PAD,
        "font": {"size": TEXT, "color": _ink(sheet, chance)},
        "hovertext": _hover(sheet, row),
    }
    width = 3 if step.best else 1
    if chance:
        y, x = top + PAD + TEXT * LEADING / 2, level * INDENT + PAD + 2
        base = {"type": "circle", "xsizemode": "pixel", "xanchor": 0, "xref": "paper"}
        look = {"fillcolor": colours.tie, "line": {"color": colours.ink, "width": width + 0.5}}
        sheet.shapes.append({**base, "x0": x - 7, "x1": x + 7, "y0": y - 7, "y1": y + 7, **look})
    else:
        edge = colours.ink if step.best else colours.edge
        box |= {"bgcolor": colours.surface, "bordercolor": edge, "borderwidth": width}
    sheet.annotations.append(box)
    sheet.height = top + high + GAP
    return top + PAD + TEXT * LEADING / 2, top + (2 * PAD + TEXT * LEADING if chance else high)


def _ink(sheet: Sheet, chance: bool) -> str:
    """Return the ink of a node; boxes have a separate background."""
    colours = sheet.colours
    return colours.ink if chance or sheet.theme != "auto" else colours.on_loss


def _connect(sheet: Sheet, level: int, top: float, middle: float, best: bool) -> None:
    """Draw a line from below a node to the side of its child."""
    x = level * INDENT + PAD + 2
    base = {"type": "path", "xref": "paper", "xsizemode": "pixel", "xanchor": 0, "layer": "below"}
    path = f"M{x} {top:g}V{middle:g}H{(level + 1) * INDENT}"
    look = {"color": sheet.colours.ink if best else sheet.colours.edge, "width": 4 if best else 1}
    sheet.shapes.append({**base, "path": path, "line": look})


def _numbers(sheet: Sheet, step: Step) -> str:
    win = format_percent(float(step.row["win"]), 1) + sheet.assumed
    if step.chance:
        return sheet.say("tree.chance", chance=format_percent(step.chance), win=win)
    return sheet.say("tree.win", win=win)


def _hover(sheet: Sheet, row: Row) -> str:
    table = sheet.table
    mover = str(row["mover"])
    parts = [f"<b>{lines(table.text(row, 'label', 'answer'), 48)}</b>"]
    if has_sentence(f"tree.mover.{mover}"):
        parts.append(safe(sheet.say(f"tree.mover.{mover}")))
    parts += [
        safe(f"{sheet.say(f'outcome.{part}')}: {format_percent(float(row[part]), 2)}") for part in PARTS
    ]
    if table.has("edge"):
        parts.append(safe(sheet.say("hover.edge", value=points(table.cell_number(row, "edge"), 2))))
    if table.text(row, "reason"):
        parts.append(lines(table.text(row, "reason"), 48))
    return "<br>".join(parts)


def _hovers() -> Plain:
    """Return an empty trace; without a trace there would be no plot to contain the boxes."""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [None],
        "y": [None],
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _describe(table: FigureTable) -> str:
    line = _best_line(table)
    root = line[0].row
    steps = "; ".join(step.label for step in line[1:]) or "–"
    facts = {part: format_percent(float(root[part]), 1) for part in PARTS}
    return say("tree.told", battle=table.attr_text("battle", "–"), n=len(table.rows), steps=steps, **facts)


RESPONSE_TREE = FigureKind(
    "response_tree", _read, _draw, _describe, (frozenset({"id", "parent", "mover", "best"}),)
)


@check_arguments(most=COUNT)
def response_tree(
    frame: object, lang: Lang | None = None, theme: Theme | None = None, *, most: int = MAX_STEPS
) -> Figure:
    """Return the tree of a battle's responses: boxes for players, circles for dice, the best answers thick.

    `frame` is a result of `twing.response_tree`: columns `id`, `parent`, `mover`, `label`, `win`, `tie`,
    `loss`, `best`, optionally `kind`, `turn`, `chosen`, `chance`, and `edge` and `reason`, which are shown on
    hover. Faces with the same result are merged. At most `most` steps are shown, level by level, best answers
    first. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> tree = twing.response_tree("F: F5 & cat vs W: W6", "Cross", "1", depth=1)
    >>> figure = twing.charts.response_tree(tree)
    >>> print(charts.description(figure))
    Tree of 3 responses in F: F5 & cat vs W: W6. At its root the attacker wins 25.0%, ties 8.3%, loses ...
    """
    return RESPONSE_TREE.figure(frame, lang, theme, most=most)
