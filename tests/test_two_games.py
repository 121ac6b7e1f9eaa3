"""The two games stand side by side: neither imports the other, and no file of one speaks of the other."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

import twingkit
import twingkit_widgets

CORE = Path(twingkit.__file__).parent
PANELS = Path(twingkit_widgets.__file__).parent

MEETING = {"games", "site_pages", "landing", "reference_names"}
"""What knows both games: the list of games, the pages, the start page, the reference's list."""


@attrs.frozen
class Kin:
    """A game: its package, how its panels' files begin ("" : by what they import), and words of its own."""

    package: str
    heads: tuple[str, ...]
    words: re.Pattern[str]


TWING = Kin(
    "twing",
    ("reference_twing", "rulebook_twing"),
    re.compile(
        r"\bTW-[A-Z]|\btwing\b|miromon|ornicle|entourage|sorceress|shamrock|\bcats?\b|spell cards?|Zauberspr",
        re.I,
    ),
)
IMPERIUM = Kin(
    "imperium",
    ("fleet", "imperium_", "reference_imperium"),
    re.compile(
        r"\bIM-[A-Z]|\bimperium\b|\bfleets?\b|dreadnought|war ?sun|\bPDS\b|destroyer|cruiser|Flotte|Kreuzer",
        re.I,
    ),
)
GAMES = (TWING, IMPERIUM)


def other(game: Kin) -> Kin:
    """The other game."""
    return GAMES[1 - GAMES.index(game)]


def imported(path: Path) -> set[str]:
    """What a module imports, wherever in it: modules, and names of modules."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
    return found


def takes(path: Path, game: Kin) -> bool:
    """Whether a module imports anything of a game."""
    package = f"twingkit.{game.package}"
    return any(f"{name}.".startswith(f"{package}.") for name in imported(path))


def panels() -> dict[str, Path]:
    """The modules of the panels by name."""
    return {
        path.relative_to(PANELS).with_suffix("").as_posix().replace("/", "."): path
        for path in PANELS.rglob("*.py")
        if "notebooks" not in path.parts
    }


def panels_of(game: Kin) -> set[str]:
    """The panels' modules of a game: by their names, and those that import it."""
    return {
        name
        for name, path in panels().items()
        if name not in MEETING and (name.startswith(game.heads) or takes(path, game))
    }


def reached(name: str) -> set[str]:
    """The panels' modules that one needs, itself among them."""
    known = panels()
    seen, waiting = {name}, [name]
    while waiting:
        for each in imported(known[waiting.pop()]):
            module = each.removeprefix("twingkit_widgets.")
            if module in known and module not in seen and module not in MEETING:
                seen.add(module)
                waiting.append(module)
    return seen


def texts_of(game: Kin) -> Iterator[Path]:
    """The files of a game that hold text: its package, its panels, and what stands beside them."""
    yield from (path for path in (CORE / game.package).rglob("*") if path.suffix in (".py", ".toml"))
    known = panels()
    names = panels_of(game)
    yield from (known[name] for name in names)
    for path in PANELS.rglob("*"):
        if path.suffix in (".toml", ".css", ".js") and path.name.startswith(game.heads):
            yield path
    yield from PANELS.joinpath("imperium_lessons" if game is IMPERIUM else "lessons").glob("*")


def test_each_game_is_found_with_its_panels() -> None:
    assert {"fleet_lab", "fleet_odds", "fleet_step_game"} <= panels_of(IMPERIUM)
    assert {"battle_lab", "play_panel", "lesson_run"} <= panels_of(TWING)
    assert sum(1 for _ in texts_of(TWING)) > 150
    assert sum(1 for _ in texts_of(IMPERIUM)) > 70
    assert set(panels()) >= MEETING


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.package)
def test_a_game_never_imports_the_other(game: Kin) -> None:
    assert [path for path in (CORE / game.package).rglob("*.py") if takes(path, other(game))] == []


def test_what_games_share_imports_no_game() -> None:
    shared = [*CORE.glob("*.py"), *CORE.joinpath("charts").glob("*.py")]
    assert len(shared) > 25
    assert [path.name for path in shared for game in GAMES if takes(path, game)] == []


def test_a_command_is_of_one_game() -> None:
    mixed = [
        path.name for path in CORE.joinpath("cli").glob("*.py") if all(takes(path, each) for each in GAMES)
    ]
    assert mixed == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.package)
def test_a_panel_of_a_game_needs_nothing_of_the_other(game: Kin) -> None:
    theirs = panels_of(other(game))
    found = {name: sorted(reached(name) & theirs) for name in panels_of(game)}
    assert {name: needed for name, needed in found.items() if needed} == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.package)
def test_no_file_of_a_game_speaks_of_the_other(game: Kin) -> None:
    theirs = other(game).words
    found = [
        f"{path.name}:{at}: {line.strip()}"
        for path in texts_of(game)
        if path.is_file()
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if theirs.search(line)
    ]
    assert found == []


def test_the_words_of_each_game_are_in_its_own_files() -> None:
    """The words that are looked for are really used: nothing is found only because nothing would be."""
    for game in GAMES:
        hits = sum(
            1 for path in texts_of(game) if path.is_file() and game.words.search(path.read_text("utf-8"))
        )
        assert hits > 40


@pytest.mark.parametrize(
    ("made", "game"),
    [
        ("from twingkit_widgets.fleet_lab import FleetLab as Panel", IMPERIUM),
        ("from twingkit_widgets.battle_lab import BattleLab as Panel", TWING),
    ],
    ids=["fleets", "cards"],
)
def test_a_page_of_a_game_loads_only_that_game(made: str, game: Kin) -> None:
    script = f"""
import sys
{made}
assert len(Panel().html) > 1000
print(sorted(name for name in sys.modules if name.startswith("twingkit.{other(game).package}")))
assert "twingkit.{game.package}" in sys.modules
"""
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert out.returncode == 0, out.stderr
    assert out.stdout.strip() == "[]"
