"""The public surface of all games side by side, as `docs/public-names.md` shows it.

`python tests/public_surface.py` writes the page anew.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from twingkit.games import games

PAGE = Path(__file__).parents[1] / "docs" / "public-names.md"

HEAD = """# Public names of the games, side by side

A name that two games have means the same in both: the same parameters in the same order, results with the
same fields, tables with the same columns for the same things. What only one game has follows below.
`python tests/public_surface.py` writes this page.
"""


def surfaces() -> dict[str, ModuleType]:
    """The package of each game of the kit, by the game's title."""
    packages = {entry.title(): entry.odds for entry in games() if entry.odds.startswith("twingkit.")}
    return {title: import_module(package) for title, package in packages.items()}


def called(value: Any) -> str:
    """How a public name is called, or what it is."""
    if isinstance(value, type):
        bases = [base.__name__ for base in value.__bases__ if base.__module__.startswith("twingkit")]
        return f"class ({', '.join(bases)})" if bases else "class"
    if not callable(value):
        return "value"
    parameters = inspect.signature(value).parameters.values()
    plain = [parameter.replace(annotation=parameter.empty) for parameter in parameters]
    return f"`{inspect.Signature(plain)}`"


def summary(value: Any) -> str:
    """The first sentence of a docstring, in one line; nothing for values."""
    doc = (inspect.getdoc(value) or "") if callable(value) else ""
    return " ".join(doc.partition("\n\n")[0].split()).replace("|", "\\|")


def lines() -> list[str]:
    """The lines of the page."""
    surface = surfaces()
    everything = sorted({name for module in surface.values() for name in module.__all__})
    common = [name for name in everything if all(name in module.__all__ for module in surface.values())]
    found = [
        HEAD,
        "## In every game",
        "",
        f"| name | {' | '.join(surface)} |",
        "|---|" + "---|" * len(surface),
    ]
    for name in common:
        cells = [called(getattr(module, name)) for module in surface.values()]
        found.append(f"| `{name}` | {' | '.join(cells)} |")
    for title, module in surface.items():
        found += ["", f"## Only in {title}", "", "| name | how it is called | what it is |", "|---|---|---|"]
        for name in sorted(set(module.__all__) - set(common)):
            value = getattr(module, name)
            found.append(f"| `{name}` | {called(value)} | {summary(value)} |")
    return found


def main() -> None:
    """Write the page."""
    PAGE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    print(f"{PAGE.name}: {len(lines())} lines")


if __name__ == "__main__":
    main()
