"""What is offered to analysts: every public name is documented, with an example that runs anywhere."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

import twingkit
from twingkit import Game, imperium, twing
from twingkit_widgets.reference.names import GROUPS, HOMES, Entry, entries
from twingkit_widgets.reference.run import code, run
from twingkit_widgets.reference.source import CLASS, ERROR, VALUE, public
from twingkit_widgets.reference.text import examples

ENDGAME = "endgame F: F5 vs W: W4 vs L: L9"
ENTRIES = list(entries().values())


def named(entry: Entry) -> str:
    return entry.name


def offered(entry: Entry) -> object:
    return getattr(import_module(entry.home), entry.short)


def test_the_modules_say_themselves_what_they_offer() -> None:
    for home in HOMES:
        module = import_module(f"twingkit.{home}".rstrip("."))
        assert public(module.__name__) == [name for name in module.__all__ if not name.startswith("_")]
        for name in module.__all__:
            assert hasattr(module, name), f"{module.__name__}.{name}"


def test_every_name_is_listed_once_by_what_one_wants_to_do() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(set(listed)) == sorted(entries())
    for home in HOMES:
        module = import_module(f"twingkit.{home}".rstrip("."))
        values = [offered(entry) for entry in ENTRIES]
        for name in public(module.__name__):
            assert any(value is getattr(module, name) for value in values), f"{module.__name__}.{name}"


def test_a_public_name_says_what_it_is_in_a_line() -> None:
    for entry in ENTRIES:
        first = entry.doc.partition("\n\n")[0]
        assert 10 <= len(entry.summary) <= 250
        assert first[0].isupper() or first[0] in "`" or entry.summary.startswith("plotly")
        assert first.rstrip().endswith((".", ":", "?")), "a whole sentence"


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_a_public_name_has_an_example_that_runs_anywhere(entry: Entry) -> None:
    assert examples(entry.doc), f"{entry.name} has no example in its docstring"
    outcome = run(entry)
    assert not outcome.missing
    assert outcome.same, f"{code(entry)}\n{outcome.text}"
    said = "".join(example.want for example in examples(entry.doc)) if entry.kind == ERROR else ""
    if entry.kind != CLASS:  # of a class an instance may come from elsewhere
        assert entry.short in code(entry) + said, "the example shows the name at work"


def test_what_is_read_from_the_source_is_what_is_there() -> None:
    for entry in [entry for entry in ENTRIES if entry.kind != VALUE]:
        found = inspect.unwrap(offered(entry))  # type: ignore[arg-type]
        assert entry.doc == inspect.getdoc(found)
        own = entry.signature.partition("(")[2].rpartition(")")[0]
        for name, parameter in inspect.signature(found).parameters.items():
            if own and parameter.kind is not parameter.VAR_POSITIONAL:
                assert name in own
        assert entry.signature.startswith(entry.short)


def test_a_copied_example_runs_in_an_empty_python() -> None:
    text = code(entries()["twing.faces_but"])
    subprocess.run([sys.executable, "-c", text], check=True)


# -- the analyses are there when they are asked for


GAMES = (twing, imperium)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_each_game_offers_what_every_game_has(game: ModuleType) -> None:
    common = {"Battle", "BattleError", "NotationError", "battle_game", "odds", "odds_many", "rulebook"}
    assert common <= set(game.__all__)


def test_no_name_is_also_that_of_a_module() -> None:
    """Whichever module was imported before: the name stands for what it is listed as."""
    script = (
        "import importlib, pkgutil, sys, types, twingkit;"
        "found = pkgutil.walk_packages(twingkit.__path__, 'twingkit.');"
        "loaded = [importlib.import_module(each.name) for each in found"
        " if not each.name.endswith(('__main__', '.aec', '.aec_actions', '.aec_layout'))];"
        "packages = [each for each in loaded if hasattr(each, '__path__')];"
        "clashes = [f'{package.__name__}.{name}' for package in packages"
        " for name in getattr(package, '__all__', ())"
        " if isinstance(getattr(package, name), types.ModuleType)];"
        "print(len(packages) > 3, clashes)"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "True []"


def test_a_battle_of_fleets_loads_no_odds_and_nothing_heavy() -> None:
    script = (
        "import sys; from twingkit import imperium;"
        "game = imperium.battle_game('space: 2 cruiser vs 1 carrier', seed=1);"
        "game.play(imperium.stated_answer);"
        "heavy = {'numpy', 'pandas', 'plotly', 'dask'} & set(sys.modules);"
        "odds = [each for each in sys.modules if each.startswith('twingkit.imperium.analysis')"
        " or each in ('twingkit.imperium.exact_odds.odds_many', 'twingkit.imperium.exact_odds.odds')];"
        "print(game.over, sorted(heavy), odds)"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "True [] []"


def test_listing_the_games_loads_no_rules() -> None:
    script = (
        "import sys; from twingkit import charts, games, imperium, twing; import twingkit.twing.entry;"
        "print(len(games.games()) > 1, [name for name in sys.modules if '.rules' in name or '.box' in name])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "True []"


def test_a_game_loads_no_analysis_and_nothing_heavy() -> None:
    script = (
        "import sys; from twingkit import twing;"
        "twing.new_game(2, seed=1);"
        "found = sorted(name for name in sys.modules if name.startswith('twingkit.twing.analysis.'));"
        "heavy = {'numpy', 'pandas', 'plotly', 'dask'} & set(sys.modules);"
        "twing.advise; print(found, sorted(heavy), 'twingkit.twing.analysis.advice' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[] [] True"


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
    out = subprocess.run(
        [sys.executable, "-c", script], input=game.record, capture_output=True, text=True, check=True
    )
    assert out.stdout.strip() == "1"
