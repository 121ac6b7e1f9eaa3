"""The documents name what exists, and their lines do what they say.

`tests/typed/check.py` resolves expressions such as `results.wins()` in them; here the other names are looked
up, and every command, Python block and position is run.
"""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path

import click
import pytest
import typer
from guides import DOCUMENTS, ROOT, blocks, name_of, spans
from kit_syntax import ROOTS
from typer.testing import CliRunner

from twingkit import ember, imperium, twing
from twingkit.cli import app
from twingkit.core.starts import parse_start
from twingkit.referee import onlooker_record
from twingkit.twing.exact_odds.attack_lines import parse_attack_line
from twingkit.twing.notation.situation import Situation

each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)

# -- names

NO_NAMES = re.compile(r"[{}\[\]/]|^(pip|pytest|python|make|twingkit|docker|npm|sudo|systemctl) |: p1 |[<>*]")
"""What is no Python: paths, commands, sentences and positions."""

LIKE_A_NAME = re.compile(r"\b([A-Za-z]\w*(?=[(=])|[a-z]+_\w+|[A-Z][a-z]+[A-Z]\w*)")
"""A word that is called or passed, or written with an underscore or with inner capitals."""

LIKE_A_CLASS = re.compile(r"[A-Z][a-z]{3,}")
"""Code that is one capital word: a class, or a face of a die; a word of the data is not enough."""

INVENTED = {"deal", "callback", "page", "YourPlayer"}
"""Names that a document invents for the reader's own code."""

FOREIGN = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED",
    "ExecStart",
    "False",
    "Host",
    "LocalCluster",
    "NameError",
    "default_url",
    "mem_limit",
}
"""Names of other programs and of Python."""


@cache
def names_of_code() -> frozenset[str]:
    """Return the names in the code of the kit, its literals of one word, and what its tests define."""
    names: set[str] = set()
    for path in (path for root in ROOTS for path in root.rglob("*.py")):
        names |= {path.stem, path.parent.name}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names |= {str(getattr(node, field, "")) for field in ("name", "arg", "id", "attr")}
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                names.add(node.value)
    for path in (ROOT / "tests").rglob("*.py"):
        names |= {path.stem, *re.findall(r"(?:def|class) (\w+)", path.read_text(encoding="utf-8"))}
    return frozenset(names)


@cache
def names_of_data() -> frozenset[str]:
    """Return the words in the data of the kit and of its tests, and in the files that documents publish."""
    names: set[str] = set()
    for root in (*ROOTS, ROOT / "tests", ROOT / "docs" / "publishing"):
        for path in (path for kind in ("toml", "conf", "service") for path in root.rglob(f"*.{kind}")):
            names |= {path.stem, *re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    names |= {path.stem for path in ROOT.glob("tests/**/*.json")}
    return frozenset(names)


def unknown_names(text: str) -> set[str]:
    """Return the names in a piece of code that nothing in the kit has."""
    if NO_NAMES.search(text):
        return set()
    found = set(LIKE_A_NAME.findall(text)) - names_of_data()
    if LIKE_A_CLASS.fullmatch(text):
        found.add(text)
    return found - names_of_code() - INVENTED - FOREIGN


@each_document
def test_a_document_names_what_exists(path: Path) -> None:
    assert [(span.line, name) for span in spans(path) for name in unknown_names(span.text)] == []


def test_an_old_name_would_be_found() -> None:
    said = ("zone_of(CARDS, seen_by=ALL)", "OldClass", "old_words", "zone_field(…)", "Outcomes", "Odds")
    assert set().union(*map(unknown_names, said)) == {"zone_of", "OldClass", "old_words", "Outcomes"}


# -- what a class or a function has


def members() -> dict[str, frozenset[str]]:
    """Return the attributes of classes that documents describe, by the class or the object made of it."""
    paths = {
        "RefereeRules": "twingkit.referee:RefereeRules",
        "TABLE_RULES": "twingkit.referee:RefereeRules",
    }
    entry = set(dir(import_module("twingkit.core.games").GameEntry))
    return {
        name: frozenset({*dir(getattr(import_module(module), inside)), *entry})
        for name, (module, inside) in ((name, path.split(":")) for name, path in paths.items())
    }


IDENTIFIER = re.compile(r"([a-z_]{3,})(?:\(.*\))?")

ANSWER_WORDS = {"pass", "turn", "done", "shows", "card", "faction"}
"""Words of answers and records."""


@each_document
def test_what_follows_a_class_in_its_paragraph_are_its_attributes(path: Path) -> None:
    known, paragraph, owner = members(), 0, ""
    for span in spans(path):
        if span.paragraph != paragraph:
            paragraph, owner = span.paragraph, ""
        owner = span.text if span.text in known else owner
        found = IDENTIFIER.fullmatch(span.text)
        if owner and found and found[1] not in ANSWER_WORDS:
            assert found[1] in known[owner], f"line {span.line}: {owner} has no {found[1]}"


def test_the_arguments_in_the_table_of_assertions_are_those_of_the_functions() -> None:
    recipe = (ROOT / "docs/develop/new-game.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in row.split("|")[1:3]]
        for row in recipe.partition("| function | arguments |")[2].partition("\n\n")[0].splitlines()[2:]
    ]
    assert len(rows) > 10
    for names, arguments in rows:
        functions = re.findall(r"`([\w.]+)`", names)
        module = functions[0].partition(".")[0]
        home = import_module(f"twingkit.testing.{module}")
        found = [getattr(home, name.removeprefix(f"{module}.")) for name in functions]
        for argument in re.findall(r"`([a-z_]+)`", arguments):
            taken = [argument in signature(function).parameters for function in found]
            assert any(taken), f"{functions[0]} has no argument {argument}"


# -- files

PATH = re.compile(r"[\w.<>*-]+(/[\w.<>*-]+)*/?")
ELSEWHERE = re.compile(r"^(en|de|voila|api|assets)/|^docs/(_build/|$)")
"""Addresses of the site, and what is built."""


@cache
def paths_of_the_kit() -> tuple[str, ...]:
    """Return the paths of all files and folders of the repository, each after a slash."""
    folders = (
        *ROOTS,
        ROOT / "tests",
        ROOT / "docs",
        ROOT / "notebooks",
        ROOT / "benchmarks",
        ROOT / "binder",
    )
    found = set(folders)
    for folder in folders:
        found |= {path for path in folder.rglob("*") if "node_modules" not in path.parts}
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in found)


def is_there(text: str) -> bool:
    """True if a path, from the top or from within a folder, exists; `<game>` and `*` stand for anything."""
    shape = (
        re.escape(text.rstrip("/")).replace(r"\*\*", ".*").replace(r"\*", "[^/]*").replace("<game>", "[a-z]+")
    )
    return any(re.search(f"/{shape}$", path) for path in paths_of_the_kit())


@each_document
def test_a_document_names_files_that_exist(path: Path) -> None:
    named = [
        (span.line, span.text)
        for span in spans(path)
        if "/" in span.text and PATH.fullmatch(span.text) and not ELSEWHERE.match(span.text)
    ]
    missing = [(line, text) for line, text in named if not is_there(text)]
    assert [(line, text) for line, text in missing if not re.search(r"[A-Z]-\d+|site-settings", text)] == []


# -- commands

PLACEHOLDERS = {"GAME": "twing", "PATH": "README.md", "…": "", "[arena]": ""}

BEGINS_A_COMMAND = re.compile(r"^(twingkit|python|make) ")


def commands(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the commands of a document, in blocks and in sentences, by line."""
    for block in blocks(path):
        if not block.language:
            for number, line in enumerate(block.text.splitlines(), block.line):
                for command in re.sub(r"  +#.*", "", line).split(" && "):
                    yield number, command
    for span in spans(path):
        yield span.line, span.text


def parsed_command(words: list[str]) -> None:
    """Parse a command of twingkit with its arguments. Raises `click.UsageError`."""
    command: click.Command = typer.main.get_command(app)
    context = click.Context(command, info_name="twingkit")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, inner, words = command.resolve_command(context, words)
        assert inner is not None
        command = inner
        context = click.Context(command, info_name=name, parent=context)
    if words:
        command.make_context(context.info_name, words, parent=context.parent)


@each_document
def test_the_commands_of_a_document_exist_and_take_these_arguments(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line, command in commands(path):
        if not BEGINS_A_COMMAND.match(command):
            continue
        for name, value in PLACEHOLDERS.items():
            command = command.replace(name, value)
        program, *words = shlex.split(command)
        where = f"{name_of(path)}, line {line}: {command}"
        if program == "make":
            assert words[0] in targets, where
        elif program == "python":
            assert words[0].startswith("-") or (ROOT / words[0]).is_file(), where
        else:
            try:
                parsed_command(words)
            except (click.exceptions.Exit, typer.Exit):
                continue  # --help, --version
            except click.UsageError as error:
                pytest.fail(f"{where}: {error.format_message()}")


RUN_HERE = (
    "rule",
    "variants",
    "box",
    "pool",
    "deck",
    "docs",
    "odds",
    "advise",
    "review",
    "replay",
    "worksheet",
)


def test_the_commands_of_the_documents_that_need_no_site_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = twing.battle_game("F: F5 vs W: W6", seed=1).give_answers("lay F5", "lay W6")
    Path("my-game.record").write_text(game.record, encoding="utf-8")
    run = 0
    for path in DOCUMENTS:
        for line, command in commands(path):
            if not command.startswith(tuple(f"twingkit {name} " for name in RUN_HERE)) or "…" in command:
                continue
            if re.search(r"GAME|CO-1|--help|mine\.csv|--seconds| box new$", command):
                continue  # of another game, of a file that the reader has, or only the name of a command
            done = CliRunner().invoke(app, shlex.split(command)[1:])
            assert done.exit_code == 0, f"{name_of(path)}, line {line}: {command}: {done.output}"
            for file in tmp_path.glob("m*.toml"):
                kept = file.with_name(f"{file.stem}-{path.stem}.toml")  # the next document makes its own
                if "check" in command:
                    file.rename(kept)
            run += 1
    assert run >= 12


# -- positions

REFUSED_TABLE = re.compile(r"^\| (what is refused|an impossible position|refused) \|", re.MULTILINE)

PREFIXES = {
    "galaxy: ": parse_start,
    "ember: ": parse_start,
    "imajica: ": parse_start,
    "space: ": imperium.Battle.parse,
    "ground: ": imperium.Battle.parse,
    "invasion: ": imperium.Battle.parse,
    "duel ": parse_attack_line,
    "endgame ": parse_attack_line,
}


def read(line: str) -> object | None:
    """Return what a line says; None if it is no complete line. Raises the error of a wrong line."""
    if re.search(r"…|\{", line):
        return None
    if re.match(r"[FWLA]: .* vs ", line):
        return Situation.parse(line).check() if " hand " in line else parse_attack_line(line)
    for prefix, parse in PREFIXES.items():
        if line.startswith(prefix) and line != prefix.strip():
            found: object = parse(line)
            return found
    return None


@each_document
def test_the_positions_in_the_sentences_of_a_document_can_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    refused = [
        range(begin, begin + text[found.start() :].partition("\n\n")[0].count("\n") + 1)
        for found in REFUSED_TABLE.finditer(text)
        for begin in (text[: found.start()].count("\n") + 1,)
    ]
    for span in spans(path):
        if not any(span.line in table for table in refused):
            read(span.text)
    for block in blocks(path):
        if block.language in ("line", "position"):
            for line in block.text.splitlines():
                read(line)


# -- Python


def files_of_readers() -> dict[str, str]:
    """Return the files that examples read: a record from a real table with player 2 to draw, and results."""
    return {"game.record": onlooker_record(ember.new_game(2, seed=1)), "results.txt": "nonsense"}


NEEDS_A_CLUSTER = {"docs/clusters.md"}


def plain_python(path: Path) -> list[str]:
    """Return the Python blocks of a document that are no session with `>>>`."""
    return [block.text for block in blocks(path) if block.language == "python" and ">>> " not in block.text]


WITH_PYTHON = [path for path in DOCUMENTS if plain_python(path) and name_of(path) not in NEEDS_A_CLUSTER]


@pytest.mark.parametrize("path", WITH_PYTHON, ids=name_of)
def test_the_python_of_a_document_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in files_of_readers().items():
        Path(name).write_text(text, encoding="utf-8")
    names: dict[str, object] = {"__name__": path.stem}
    for text in plain_python(path):
        exec(compile(text, name_of(path), "exec"), names)


def test_every_document_with_a_session_is_run_by_its_doctest() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    options = settings["ini_options"]
    for path in DOCUMENTS:
        if any(">>> " in block.text for block in blocks(path)):
            assert name_of(path) in options["testpaths"]
            assert f"--doctest-glob={path.name}" in options["addopts"]
