"""The kit outside its checkout: as a wheel in an empty environment, and in the image that Binder builds."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.install, pytest.mark.browser]
ROOT = Path(__file__).parents[2]
LIVE = ".lm-Widget .tk-panel"
# What repo2docker installs into an image for Python 3.11 before it looks at the repository.
IMAGE = (
    "ipywidgets==8.1.7",
    "jupyter-resource-usage==1.2.0",
    "jupyter_server==2.17.0",
    "jupyterhub==5.4.0",
    "jupyterlab==4.4.9",
    "notebook==7.4.7",
)


class Environment:
    """A virtual environment with nothing but pip, and its programs. Packages are installed by uv, which takes
    a tenth of the processor's time that pip takes."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=True)
        self.programs = folder / "bin"
        keep = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.variables = {**keep, "PATH": f"{self.programs}:{os.environ['PATH']}", "VIRTUAL_ENV": str(folder)}

    def run(self, *command: str | Path, cwd: Path | None = None) -> str:
        done = subprocess.run(
            [
                self.programs / command[0] if (self.programs / command[0]).exists() else command[0],
                *command[1:],
            ],
            env=self.variables,
            cwd=cwd or self.programs,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def pip(self, command: str, *arguments: str | Path, cwd: Path | None = None) -> str:
        python = ("--quiet", "--python", self.programs / "python")
        return self.run(sys.executable, "-m", "uv", "pip", command, *python, *arguments, cwd=cwd)

    def packages(self) -> dict[str, str]:
        listed = json.loads(self.pip("list", "--format=json"))
        return {each["name"].lower(): each["version"] for each in listed}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT]
    subprocess.run(command, check=True)
    return next(folder.glob("twingkit-*-py3-none-any.whl"))


def test_the_container_makes_the_whole_wheel_of_what_it_copies(wheel: Path, tmp_path: Path) -> None:
    """Run the first stage of the Dockerfile without a container: its files, then its command."""
    stage = (ROOT / "docs/publishing/Dockerfile").read_text().split("\nFROM ")[1]
    for line in re.findall(r"^COPY (.*)", stage, re.M):
        *sources, target = line.split()
        for source in sources:
            copy = tmp_path / target.strip("/") / (source if target.endswith("/") else "")
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, copy, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / source, copy)
    command = re.findall(r"^RUN pip (.*)", stage, re.M)[0].replace(" /", f" {tmp_path}/").split()
    subprocess.run([sys.executable, "-m", "pip", *command], check=True)
    (made,) = (tmp_path / "wheels").iterdir()
    names = [sorted(zipfile.ZipFile(file).namelist()) for file in (made, wheel)]
    assert names[0] == names[1]


@pytest.fixture
def started(tmp_path: Path, until: Any, reachable: Any) -> Iterator[Callable[..., None]]:
    """Return a function that starts servers: `started(url, environment, *command)` returns when `url`
    answers."""
    running: list[subprocess.Popen[bytes]] = []

    def start(url: str, environment: Environment, *command: str, cwd: Path) -> None:
        log = tmp_path / "log.txt"
        program = str(environment.programs / command[0])
        with log.open("w") as output:
            process = subprocess.Popen(
                [program, *command[1:]],
                env=environment.variables,
                cwd=cwd,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        running.append(process)
        until(lambda: reachable(url) or process.poll() is not None, 60, f"{command[0]} answers")
        assert process.poll() is None, log.read_text()

    yield start
    for process in running:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def test_the_wheel_holds_the_kit_and_its_pages_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"twingkit", "twingkit_widgets"}
    for name in (
        "twingkit_widgets/notebooks/site/index.ipynb",
        "twingkit_widgets/panel/panel.js",
        "twingkit_widgets/site/template/index.html.j2",
        "twingkit_widgets/site/words.toml",
        "twingkit_widgets/py.typed",
        "twingkit/py.typed",
        "twingkit/docs/notation.md",
        "twingkit/docs/imperium-notation.md",
        "twingkit/docs/ember-notation.md",
        "twingkit/docs/imajica-notation.md",
        "twingkit_widgets/notebooks/analyse/fleets.ipynb",
    ):
        assert name in names
    assert not [name for name in names if "__pycache__" in name or "node_modules" in name]


def test_a_game_that_is_copied_from_a_null_game_can_be_installed(tmp_path: Path) -> None:
    game = "coin"
    copy = shutil.copytree(ROOT / "tests" / "null_games" / game, tmp_path / game)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, copy]
    subprocess.run(command, check=True)
    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert f"{game}/__init__.py" in names
    assert any(name.endswith("entry_points.txt") for name in names)


EXTRAS = ("arena", "cluster", "figures", "lab", "publish", "rl")
LOADED = """
import dask.distributed, duckdb, gymnasium, jupyterlab, kaleido, pettingzoo, statsmodels.api, zopfli
import twingkit.analyse.arena.adjusted, twingkit.analyse.arena.cluster, twingkit.analyse.arena.standings
import twingkit.players.rl.any_game
import twingkit_widgets.site.server
"""
VERSIONS = """
import tomllib, sys
from importlib.metadata import version
from packaging.requirements import Requirement
project = tomllib.load(open(sys.argv[1], "rb"))["project"]
listed = [*project["dependencies"], *(line for name in sys.argv[2:] for line in
          project["optional-dependencies"][name])]
for one in map(Requirement, listed):
    if one.name != "twingkit":
        lower = next(part.version for part in one.specifier if part.operator == ">=")
        assert version(one.name).startswith(lower), (one.name, version(one.name), lower)
"""


def test_the_oldest_allowed_versions_of_all_dependencies_answer(wheel: Path, tmp_path: Path) -> None:
    """The versions that `pyproject.toml` names, each with the newest of its own dependencies."""
    environment = Environment(tmp_path / "venv")
    project = ROOT / "pyproject.toml"
    # The dependencies of a wheel are not direct ones: uv takes their newest versions.
    direct = ("-r", project, *(word for name in EXTRAS for word in ("--extra", name)))
    oldest = ("--resolution", "lowest-direct", "--only-binary", ":all:", "--no-binary", "twingkit")
    environment.pip("install", *oldest, *direct, cwd=ROOT)
    environment.pip("install", "--no-deps", "--reinstall", wheel)
    environment.run("python", "-c", VERSIONS, project, *EXTRAS)
    environment.run("python", "-c", LOADED)
    environment.run("python", "-c", runpy.run_path(str(ROOT / ".ci" / "release.py"))["SMOKE_TEST"])
    assert "win" in environment.run("twingkit", "odds", "F: F5 vs W: W4")
    environment.run(
        "twingkit", "simulate", "--players", "random,random", "--games", "2", "--out", tmp_path / "games"
    )


def test_the_wheel_alone_opens_the_site(
    wheel: Path, tmp_path: Path, started: Any, visit: Any, port: Callable[[], int]
) -> None:
    environment = Environment(tmp_path / "venv")
    environment.pip("install", wheel)
    environment.pip("check")
    url = f"http://127.0.0.1:{port()}/"
    number = url.split(":")[-1].strip("/")
    started(url, environment, "twingkit", "explore", "--no-browser", "--port", number, cwd=tmp_path)
    page = visit().go(url, wait=LIVE)
    assert page.url.endswith("/en/")
    page.goto(url + "learn/?lesson=first-battle")
    page.locator(".tk-lesson [data-act=forward]").wait_for()


def test_binder_builds_and_opens_the_site(
    tmp_path: Path, started: Any, visit: Any, port: Callable[[], int]
) -> None:
    environment = Environment(tmp_path / "venv")
    checkout = tmp_path / "checkout"
    ignored = shutil.ignore_patterns(".*", "node_modules", "__pycache__", "dist", "build", "_build")
    shutil.copytree(ROOT, checkout, ignore=ignored)
    environment.pip("install", *IMAGE)
    before = environment.packages()
    environment.pip("install", "-r", checkout / "binder/requirements.txt")
    environment.run("bash", "binder/postBuild", cwd=checkout)
    environment.pip("check")
    after = environment.packages()
    assert {name: after[name] for name in before} == before, "what the image has must stay as it is"
    pinned = (checkout / "binder/requirements.txt").read_text().splitlines()
    names = {line.split("==")[0].lower().replace("_", "-") for line in pinned if "==" in line}
    assert {name.replace("_", "-") for name in set(after) - set(before)} == names | {"twingkit"}

    root = f"http://127.0.0.1:{port()}/user/me/"
    number = root.split(":")[2].split("/")[0]
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={number}"]
    options += ["--ServerApp.base_url=/user/me/", "--IdentityProvider.token=secret"]
    started(root + "api", environment, "jupyter", "notebook", *options, cwd=checkout)
    window = visit(locale="de-DE")
    page = window.go(root + "voila/render/notebooks/site/index.ipynb?token=secret", wait=LIVE)
    assert page.locator("html").get_attribute("lang") == "de"
    page.goto(root + "voila/render/notebooks/site/learn.ipynb?lesson=first-battle")
    page.locator(".tk-lesson [data-act=forward]").wait_for()
    page.goto(root + "voila/render/notebooks/site/nowhere.ipynb")
    assert page.get_by_role("heading").inner_text() == "Diese Seite gibt es nicht"
    window.errors.clear()  # the browser notes the 404 that was asked for
