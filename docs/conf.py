"""The documentation site: `make docs` builds it into docs/_build/html."""

from __future__ import annotations

import inspect
import shutil
from importlib import import_module
from pathlib import Path

from pygments.lexers import TextLexer
from sphinx.application import Sphinx

from twingkit import __version__

DOCS = Path(__file__).parent
# Sphinx reads only what lies below its folder: the notebooks are copied there for each build.
COPIES = DOCS / "_notebooks"
for kind in ("learn", "analyse"):
    shutil.rmtree(COPIES / kind, ignore_errors=True)
    shutil.copytree(
        DOCS.parent / "notebooks" / kind, COPIES / kind, ignore=shutil.ignore_patterns(".ipynb_checkpoints")
    )

# The reference: for each page its title and its modules.
TESTING = "invariants looking keys perft hidden players lessons questions glossaries rules"
GAME = """core.games core.play core.questions core.text_questions core.starts core.windows core.rulebook
    core.words core.knowledge players.lookahead learn.quiz learn.first_game.first_game
    learn.first_game.briefing learn.first_game.met_rules learn.first_game.search learn.first_game.teaching
    learn.puzzles.source learn.puzzles.puzzle learn.puzzles.search learn.puzzles.exact referee
    learn.classroom"""
ZONES = "declaration deck deals views position start"
PAGES = {
    "twingkit": (
        "twingkit: games, records, rulings, odds",
        ("", "players.policies", "learn.reviews", "core.notation", "odds.odds", "core.messages"),
    ),
    "twing": ("twingkit.twing: Imperial Twing", ("twing", "twing.charts")),
    "imperium": ("twingkit.imperium: Twilight Imperium", ("imperium", "imperium.battle.charts")),
    "ember": ("twingkit.ember: Ember", ("ember", "ember.charts")),
    "imajica": ("twingkit.imajica: Imajica", ("imajica", "imajica.charts")),
    "analysis": (
        "Figures, many games, programs that learn",
        (
            "analyse.charts",
            "analyse.arena",
            "analyse.arena.cluster",
            "analyse.advice_by_playouts",
            "players.rl.any_game",
        ),
    ),
    "panels": ("twingkit_widgets: panels for notebooks", ("_widgets", "_widgets.twing")),
    "game": ("A game of your own", tuple(GAME.split())),
    "zones": ("A card game of your own", tuple(f"core.zones.{name}" for name in ZONES.split())),
    "testing": ("Test a game", tuple(f"testing.{name}" for name in TESTING.split())),
}


def write_reference(folder: Path) -> None:
    """Write a page for each entry of `PAGES`.

    An object is documented once, at the first module that exports it.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    documented: set[int] = set()
    for page, (title, modules) in PAGES.items():
        parts = [f"# {title}"]
        for name in modules:
            module = f"twingkit{name}" if name.startswith("_") else f"twingkit.{name}".rstrip(".")
            names = [public for public, value in public_names(module) if id(value) not in documented]
            documented |= {id(value) for _, value in public_names(module)}
            if not names:
                continue
            directive = f".. automodule:: {module}\n   :members: {', '.join(names)}\n   :imported-members:"
            parts.append(f"## {module}\n\n```{{eval-rst}}\n{directive}\n```")
        (folder / f"{page}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    toctree = "\n".join(("```{toctree}", ":maxdepth: 1", *PAGES, "```"))
    text = f"# Reference\n\nEvery public name with its docstring.\n\n{toctree}\n"
    (folder / "index.md").write_text(text, encoding="utf-8")


def public_names(name: str) -> list[tuple[str, object]]:
    """Return the names that a module exports: `__all__`, or what it defines without an underscore."""
    module = import_module(name)
    exported = getattr(module, "__all__", None) or [
        public
        for public, value in vars(module).items()
        if not public.startswith("_") and getattr(value, "__module__", None) == name
    ]
    values = [(public, getattr(module, public)) for public in exported]
    return [(public, value) for public, value in values if not inspect.ismodule(value)]


write_reference(DOCS / "_api")


def setup(app: Sphinx) -> None:
    """Show the notations of games without highlighting."""
    for name in ("line", "position"):
        app.add_lexer(name, TextLexer)


project = "twingkit"
author = "the authors of twingkit"
version = release = __version__
project_copyright = "the authors of twingkit; the games belong to their makers"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build", "example-site", "publishing"]
napoleon_google_docstring = False
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
# Stored outputs are shown; nbval compares them with a run.
nb_execution_mode = "off"
nb_merge_streams = True
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
add_module_names = False
default_role = "code"
suppress_warnings = ["myst.xref_missing", "docutils"]

html_theme = "pydata_sphinx_theme"
html_title = "twingkit"
html_theme_options = {
    "show_prev_next": True,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_sidebars = {"index": []}
html_show_sourcelink = False
