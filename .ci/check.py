"""Run the checks of `make test` and name those that cannot run on this computer.

    python .ci/check.py              every check except those below, side by side
    python .ci/check.py --quick      after changing a rule: style, types, rules, panels
    python .ci/check.py --soak       long runs: thousands of games, the whole course in the browser, and COUNT
                                     random inputs (tests/soak)
    python .ci/check.py --engines    a short walk through both sites in Firefox and WebKit
    python .ci/check.py --bench      the benchmarks
    python .ci/check.py --install    the wheel, Binder's image (in empty environments), the static site
    python .ci/check.py --change     everything that a change must pass: the default checks and `--install`

`--list` prints the checks instead of running them. Checks that run side by side are still shown one after the
other, each as it prints. The second time shown is processor time; unlike the first, it hardly grows on a busy
computer.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[1]
WORKERS = str(max(2, min(8, os.cpu_count() or 2)))
COLOURS = ("--color=yes",) if sys.stdout.isatty() else ()
TESTS = (sys.executable, "-m", "pytest", "-q", *COLOURS)
PYTEST = (*TESTS, "-p", "no:nbval")  # which loads half of Jupyter, for notebooks alone
# An idle worker takes over tests that others have not begun.
SHARED = ("--dist", "worksteal")
PARALLEL = (*PYTEST, "-n", WORKERS, *SHARED)
# One more than there are processors: while one waits for a server or a command, the others work.
BESIDES = (*PYTEST, "-n", str(int(WORKERS) + 1), *SHARED)
# Tests that share a server go to one worker (`pytest.mark.xdist_group`).
BROWSING = (*PYTEST, "-n", WORKERS, "--dist", "loadgroup")
# One worker runs all cells of a notebook in one kernel. Studies of hundreds of games play only a few here;
# long runs compare their full output.
NOTEBOOKS = (
    "env",
    "PYTHONPATH=tests",
    *TESTS,
    "-p",
    "nbval_runs",
    "-n",
    WORKERS,
    "--dist",
    "loadfile",
    "--nbval-current-env",
)
STRICT = (*NOTEBOOKS, "--nbval", "notebooks", "-m")
STUDIES = (*NOTEBOOKS, "--nbval-lax", "notebooks/analyse", "-m", "study")
# Hundreds of pages, workers and commands load the same modules: keep the compiled files for them.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
DEBIANS = ("chromium-headless-shell", "chromium")  # older systems have only the second


@dataclass(frozen=True)
class Check:
    """A check: its name, its command, and a function that says why it cannot run here (None: it can)."""

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    lacks: Callable[[], str | None] = lambda: None
    gives_way: bool = False
    """Whether it runs at a low priority beside others."""


def lacks_chromium() -> str | None:
    """Return None if there is a Chromium, after installing Debian's where that is allowed."""
    # Imported here: if the kit cannot be loaded, the checks of style and types say why.
    from twingkit.analyse.charts.pictures import find_browser

    if find_browser():
        return None
    if shutil.which("apt-get") and getattr(os, "geteuid", lambda: 1)() == 0:
        print("   installing Chromium from the system's packages (once)", flush=True)
        silent = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "env": silent}
        subprocess.run(["apt-get", "update", "-q"], **quiet, check=False)
        for name in DEBIANS:
            install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", name]
            if subprocess.run(install, **quiet, check=False).returncode == 0:
                return None
    return "Chromium is not installed (Debian: apt-get install chromium-headless-shell)"


def lacks_node() -> str | None:
    """Return None if the JavaScript tests can run, after fetching their packages."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "node with npm is not installed"
    with FETCHING:
        if (ROOT / "widgets/node_modules").is_dir():
            return None
        print("   fetching the packages of the JavaScript tests (once)", flush=True)
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        done = subprocess.run(command, cwd=ROOT / "widgets", check=False)
        return None if done.returncode == 0 else "npm could not fetch the packages of the JavaScript tests"


FETCHING = threading.Lock()


def lacks_browser() -> str | None:
    """Return None if there is a Chromium, after fetching axe-core for the tests in it.

    Tests that need axe-core say so themselves if it could not be fetched."""
    lacks_node()
    return lacks_chromium()


STYLE = Check("style", (sys.executable, "-m", "ruff", "check", "."))
TYPES = Check("types", (sys.executable, "-m", "mypy"))
# Half of all test time: odds against their reference implementations, many games, figures, commands.
FOLLOWING = """
    analysis
    arena
    charts
    cli
    exact_odds
    null_games
    players
    rl
    static_site
"""
WITHOUT = [f"--ignore{at}/{name}" for name in FOLLOWING.split() for at in ("=tests", "-glob=tests/*")]
SPHINX = ("--fail-on-warning", "--keep-going", "-q", "-b", "html", "docs", "docs/_build/html")
DOCUMENTATION = Check("documentation", (sys.executable, "-m", "sphinx", *SPHINX), gives_way=True)
QUICK = (
    STYLE,
    TYPES,
    Check("rules and panels", (*PARALLEL, "-m", "not browser and not install and not slow", *WITHOUT)),
)
BROWSER = Check("browser", (*BROWSING, "-m", "browser and not install", "tests"), lacks=lacks_browser)
ALL = (
    STYLE,
    replace(TYPES, gives_way=True),
    DOCUMENTATION,
    Check("JavaScript", ("node", "--test", "--test-reporter=dot"), ROOT / "widgets", lacks_node),
    # A browser that waits for a processor keeps polling: its tests cost a quarter more beside others of the
    # same priority.
    Check("tests and examples", (*BESIDES, "-m", "not browser and not install"), gives_way=True),
    Check("notebooks", (*STRICT, "not study"), gives_way=True),
    Check("studies with few games", STUDIES, gives_way=True),
    BROWSER,
)
# One worker tests the static site while the other tests the running site. Both wait for a network or a page
# about half of the time; the checks that give way use that time.
CHANGE = (
    *ALL[:-1],
    replace(
        BROWSER,
        name="browser, wheel, Binder's image, site as files",
        command=(*BROWSING, "-m", "browser", "tests"),
    ),
)
LONG = ("env", "TWINGKIT_LONG_RUNS=1")
LASTING = "soak or slow or hypothesis or lasting"  # `make test` tries these only a few times
COUNT = os.environ.get("COUNT", "10000000")
SOAK = (
    Check("long runs", (*LONG, *PARALLEL, "-m", LASTING, "tests"), lacks=lacks_chromium),
    Check("studies", (*STRICT, "study")),
    Check("inputs", (sys.executable, "tests/soak/run.py", "--count", COUNT)),
)
# With these arguments each ends within a few minutes. The others take hours, or compare two versions.
BENCHMARKS = """
    crowd 50 1
    games
    imperium
    lab
    odds
    published
    rush 100 4 30
    scaling
    site
"""
SHORT_BENCHMARKS = tuple(line.split() for line in BENCHMARKS.split("\n") if line.strip())
BENCH = tuple(
    Check(name, (sys.executable, str(ROOT / "benchmarks" / f"{name}.py"), *words))
    for name, *words in SHORT_BENCHMARKS
)
ENGINES = (Check("Firefox and WebKit", (*PYTEST, "-m", "engines", "tests/engines")),)
INSTALLED = (*PYTEST, "-n", "2", "--dist", "loadgroup", "-m", "install", "tests")
INSTALL = (Check("wheel, Binder's image and site as files", INSTALLED, lacks=lacks_chromium),)
CHOICES = {
    "quick": QUICK,
    "soak": SOAK,
    "engines": ENGINES,
    "bench": BENCH,
    "install": INSTALL,
    "change": CHANGE,
}
# These run side by side, so that no processor is idle while a check waits. The others are long or measure
# time.
SIDE_BY_SIDE = (ALL, QUICK, CHANGE)
LOW_PRIORITY = 10  # as for `nice`: about a tenth of the time that another process gets
POLL_SECONDS = 0.2  # between two reads of a check's output


@dataclass
class Running:
    """A running check. Its output is kept in a file until it is shown."""

    check: Check
    output: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    failed: bool = True
    reason: str | None = None
    """Why it cannot run here."""
    processor_seconds: float = 0.0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Start it."""
        self.waiting = threading.Thread(target=self._run)
        self.waiting.start()

    def _run(self) -> None:
        """Run the command to its end and measure its time."""
        self.reason = self.check.lacks()
        if self.reason:
            self.failed = False
            return
        begin = time.monotonic()
        command, folder = self.check.command, self.check.folder
        process = subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT, stdout=self.output.fileno(), stderr=subprocess.STDOUT
        )
        if self.check.gives_way:
            os.setpriority(os.PRIO_PROCESS, process.pid, LOW_PRIORITY)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.failed = process.returncode != 0
        self.processor_seconds = used.ru_utime + used.ru_stime
        self.seconds = time.monotonic() - begin

    def show(self) -> None:
        """Print its output from the beginning until it ends."""
        print(f"\n== {self.check.name}", flush=True)
        shown, ended = 0, False
        while True:
            ended = not self.waiting.is_alive()
            text = os.pread(self.output.fileno(), 2**20, shown)
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()
            shown += len(text)
            if ended and not text:
                break
            self.waiting.join(0 if text else POLL_SECONDS)
        ran = f"{self.seconds:.0f} s, processors {self.processor_seconds:.0f} s"
        print(f"   {self.reason or ran}", flush=True)


def main(arguments: list[str]) -> int:
    """Run the checks; return how many failed."""
    parser = argparse.ArgumentParser(
        prog="check.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="print the checks instead of running them")
    choice = parser.add_mutually_exclusive_group()
    for name, chosen in CHOICES.items():
        choice.add_argument(f"--{name}", dest="checks", action="store_const", const=chosen)
    options = parser.parse_args(arguments)
    checks: tuple[Check, ...] = options.checks or ALL
    if options.list:
        print("\n".join(f"{check.name}: {' '.join(check.command)}" for check in checks))
        return 0
    failed: list[str] = []
    left_out: list[str] = []
    running = [Running(check) for check in checks] if checks in SIDE_BY_SIDE else map(Running, checks)
    for started in running:
        started.show()
        if started.reason:
            left_out.append(f"{started.check.name}: {started.reason}")
        if started.failed:
            failed.append(started.check.name)
    print()
    for line in left_out:
        print(f"NOT RUN  {line}")
    for name in failed:
        print(f"FAILED   {name}")
    if not failed:
        ran = f"{len(checks) - len(left_out)} checks that ran" if left_out else "checks"
        print(f"All {ran} passed.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
