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
from twingkit.variants.variant import AnyVariant

PAGE = Path(__file__).parents[1] / "docs" / "public-names.md"

HEAD = """# Public names of the games, side by side

A name that several games have means the same in all: the same parameters in the same order, results with the
same fields, tables with the same columns for the same things. What only one game has follows below.
`python tests/public_surface.py` writes this page.
"""


def surfaces() -> dict[str, ModuleType]:
    """The package of each game of the kit, by the game's title."""
    packages = {
        entry.title(): ".".join(entry.rules.split(".")[:2]) for entry in games() if _ours(entry.rules)
    }
    modules = {title: import_module(package) for title, package in packages.items()}
    return {title: module for title, module in modules.items() if hasattr(module, "__all__")}


def _ours(rules: str) -> bool:
    """True for the rules of a game of the kit, not of a package beside it."""
    return rules.startswith("twingkit.")


def called(value: Any) -> str:
    """How a public name is called, or what it is."""
    if isinstance(value, type):
        bases = [base.__name__ for base in value.__bases__ if base.__module__.startswith("twingkit")]
        return f"class ({', '.join(bases)})" if bases else "class"
    if not callable(value):
        return "value"
    parameters = inspect.signature(value).parameters.values()
    plain = [
        parameter.replace(annotation=parameter.empty, default=_shown(parameter.default))
        for parameter in parameters
    ]
    return f"`{inspect.Signature(plain)}`"


class Words:
    """The words that stand on the page for a default value."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _shown(default: Any) -> Any:
    """A default as the page shows it: a variant by its line, a function by dots (its address changes)."""
    if isinstance(default, AnyVariant):
        return Words(f"Variant.of({str(default)!r})")
    return Words("…") if inspect.isfunction(default) else default


def summary(value: Any) -> str:
    """The first sentence of a docstring, in one line; nothing for values."""
    doc = (inspect.getdoc(value) or "") if callable(value) else ""
    return " ".join(doc.partition("\n\n")[0].split()).replace("|", "\\|")


def lines() -> list[str]:
    """The lines of the page."""
    surface = surfaces()
    everything = sorted({name for module in surface.values() for name in module.__all__})
    having = {name: [name in module.__all__ for module in surface.values()] for name in everything}
    common = [name for name in everything if sum(having[name]) > 1]
    every = [name for name in common if all(having[name])]
    found = [HEAD]
    for title, names in (
        ("In every game", every),
        ("In several games", [name for name in common if name not in every]),
    ):
        found += [f"## {title}", "", f"| name | {' | '.join(surface)} |", "|---|" + "---|" * len(surface)]
        for name in names:
            cells = [
                called(getattr(module, name)) if there else ""
                for module, there in zip(surface.values(), having[name], strict=True)
            ]
            found.append(f"| `{name}` | {' | '.join(cells)} |")
        found.append("")
    found.pop()
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
