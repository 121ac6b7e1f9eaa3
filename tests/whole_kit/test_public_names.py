"""The names for analysts: every public name is documented, with an example that runs."""

from __future__ import annotations

import ast
import inspect
import sys
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, DocTestParser, DocTestRunner
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import attrs
import pytest
from fresh_python import printed_by

import twingkit
from twingkit import Game, imperium, twing
from twingkit.core.games import games

ENDGAME = "endgame F: F5 vs W: W4 vs L: L9"

OF_GAMES = [
    home
    for game in games()
    for home in (game.id, import_module(f"twingkit.{game.id}").charts.__name__.removeprefix("twingkit."))
]
HOMES = [
    "",
    "analyse.charts",
    "analyse.arena",
    "analyse.arena.cluster",
    "core.play",
    "odds.odds",
    "players.policies",
    *OF_GAMES,
]
"""The modules of `twingkit` whose `__all__` is for analysts; the first one is the package itself."""


SETTINGS = Path(__file__).parents[2] / "docs/conf.py"
"""The settings of Sphinx, with the modules of each page."""


@attrs.frozen
class Public:
    """A public name: where it can be imported from, what it is, and its docstring."""

    home: str
    name: str
    value: object
    doc: str

    @property
    def is_value(self) -> bool:
        """Return whether it is neither a function nor a class."""
        return not (inspect.isclass(self.value) or inspect.isroutine(self.value))


def below_value(name: str, value: object) -> tuple[str, dict[str, object]]:
    """Return the text below the assignment of a value, and the namespace of its module."""
    for module in [each for key, each in sys.modules.items() if key.partition(".")[0] == "twingkit"]:
        if vars(module).get(name) is not value:
            continue
        for node, after in pairwise(ast.parse(inspect.getsource(module)).body):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            bound = [
                inner.id
                for target in targets
                if target
                for inner in ast.walk(target)
                if isinstance(inner, ast.Name)
            ]
            if name in bound and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                return inspect.cleandoc(str(after.value.value)), vars(module)
    return "", {}


def public_of(home: str) -> list[Public]:
    """Return the public names of a module, without modules."""
    module = import_module(f"twingkit.{home}".rstrip("."))
    found = []
    for name in module.__all__:
        value = getattr(module, name)
        if not inspect.ismodule(value) and not name.startswith("_"):
            public = Public(home, name, value, "")
            doc = below_value(name, value)[0] if public.is_value else inspect.getdoc(value) or ""
            found.append(attrs.evolve(public, doc=doc))
    return found


NAMES = list({id(public.value): public for home in HOMES for public in public_of(home)}.values())


@pytest.mark.parametrize("home", HOMES)
def test_the_modules_say_themselves_what_they_offer(home: str) -> None:
    module = import_module(f"twingkit.{home}".rstrip("."))
    assert len(set(module.__all__)) == len(module.__all__) > 0
    for name in module.__all__:
        assert hasattr(module, name), f"{module.__name__}.{name}"


def test_every_public_name_is_in_the_documentation() -> None:
    """The settings of Sphinx build pages when they are imported, so only the list is read here."""
    tree = ast.parse(SETTINGS.read_text(encoding="utf-8"))
    names = ("TESTING", "GAME", "ZONES", "PAGES")
    kept = [
        node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in names
    ]
    space: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {}
    exec(compile(ast.Module(kept, []), str(SETTINGS), "exec"), space)
    modules = {module for _, modules in space["PAGES"].values() for module in modules}
    listed = {id(public.value) for module in modules if module in HOMES for public in public_of(module)}
    assert [public.name for public in NAMES if id(public.value) not in listed] == []


def test_a_public_name_says_what_it_is_in_a_line() -> None:
    for public in NAMES:
        first = public.doc.partition("\n\n")[0]
        assert len(first) >= 10, public.name
        assert len(first.partition(". ")[0]) <= 250, public.name
        assert first[0].isupper() or first[0] in "`" or first.startswith("plotly"), public.name
        assert first.rstrip().endswith((".", ":", "?")), public.name


def test_a_public_name_has_an_example_that_shows_it() -> None:
    """The examples of functions and classes run as doctests of their modules."""
    for public in NAMES:
        examples = DocTestParser().get_examples(public.doc)
        assert examples, f"{public.home}.{public.name} has no example in its docstring"
        if not inspect.isclass(public.value) or issubclass(public.value, Exception):
            shown = "".join(example.source + example.want for example in examples)  # of a class an instance
            assert public.name in shown, public.name  # may come from elsewhere


@pytest.mark.parametrize(
    "public", [public for public in NAMES if public.is_value], ids=lambda public: public.name
)
def test_the_example_of_a_public_value_runs(public: Public) -> None:
    doc, space = below_value(public.name, public.value)
    test = DocTestParser().get_doctest(doc, dict(space), public.name, None, None)
    assert DocTestRunner(optionflags=ELLIPSIS | NORMALIZE_WHITESPACE).run(test).failed == 0


# -- the analyses are available on demand


GAMES = (twing, imperium)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_each_game_offers_what_every_game_has(game: ModuleType) -> None:
    common = {"Battle", "IllegalBattleError", "NotationError", "battle_game", "odds", "odds_many", "rulebook"}
    assert common <= set(game.__all__)


def test_no_name_is_also_that_of_a_module() -> None:
    """Whichever module was imported before, the name refers to the listed object."""
    script = (
        "import importlib, pkgutil, sys, types, twingkit;"
        "found = pkgutil.walk_packages(twingkit.__path__, 'twingkit.');"
        "loaded = [importlib.import_module(each.name) for each in found"
        " if not each.name.endswith(('__main__', '.aec', '.aec_actions', '.aec_layout'))];"
        "packages = [each for each in loaded if hasattr(each, '__path__')];"
        "clashes = [f'{package.__name__}.{name}' for package in packages"
        " for name in getattr(package, '__all__', ())"
        " if isinstance(getattr(package, name), types.ModuleType)"
        " and f'{package.__name__}.{name}' in sys.modules];"
        "print(len(packages) > 3, clashes)"
    )
    assert printed_by(script) == "True []"


def test_a_battle_of_fleets_loads_no_odds_and_nothing_heavy() -> None:
    script = (
        "import sys; from twingkit import imperium;"
        "game = imperium.battle_game('space: 2 cruiser vs 1 carrier', seed=1);"
        "game.play(imperium.assumed_answer);"
        "heavy = {'numpy', 'pandas', 'plotly', 'dask'} & set(sys.modules);"
        "odds = [each for each in sys.modules if each.startswith('twingkit.imperium.battle.analysis')"
        " or each.startswith('twingkit.imperium.battle.exact_odds.odds')];"
        "print(game.over, sorted(heavy), odds)"
    )
    assert printed_by(script) == "True [] []"


def test_listing_the_games_loads_no_rules() -> None:
    script = (
        "import sys; from twingkit import charts, imperium, twing; from twingkit.core import games;"
        "import twingkit.twing.entry;"
        "print(len(games.games()) > 1, [name for name in sys.modules if '.rules' in name or '.box' in name])"
    )
    assert printed_by(script) == "True []"


def test_a_game_loads_no_analysis_and_nothing_heavy() -> None:
    script = (
        "import sys; from twingkit import twing;"
        "twing.new_game(2, seed=1);"
        "found = sorted(name for name in sys.modules if name.startswith('twingkit.twing.analysis.'));"
        "heavy = {'numpy', 'pandas', 'plotly', 'dask'} & set(sys.modules);"
        "twing.advise; print(found, sorted(heavy), 'twingkit.twing.analysis.advice' in sys.modules)"
    )
    assert printed_by(script) == "[] [] True"


def test_all_names_show_where_one_looks_for_them() -> None:
    assert set(twing.__all__) <= set(dir(twing))
    assert set(imperium.__all__) <= set(dir(imperium))
    assert set(twingkit.__all__) <= set(dir(twingkit))
    with pytest.raises(AttributeError, match="advice_of"):
        twing.advice_of  # noqa: B018 - asking for it is the point
    with pytest.raises(AttributeError, match="odds_of"):
        imperium.odds_of  # noqa: B018 - asking for it is the point


def test_a_record_of_an_endgame_attack_replays_without_more() -> None:
    game = twing.endgame_game(ENDGAME, seed=1)
    game.answer("lay F5")
    assert Game.replay(game.record).record == game.record
    script = "import sys; from twingkit import Game; print(Game.replay(sys.stdin.read()).question.player)"
    assert printed_by(script, game.record) == "1"
