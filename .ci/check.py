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
WORKER_COUNT = str(max(2, min(8, os.cpu_count() or 2)))
COLOUR_OPTIONS = ("--color=yes",) if sys.stdout.isatty() else ()
PYTEST_COMMAND = (sys.executable, "-m", "pytest", "-q", *COLOUR_OPTIONS)
PYTEST_WITHOUT_NBVAL = (*PYTEST_COMMAND, "-p", "no:nbval")  # which loads half of Jupyter, for notebooks alone
# An idle worker takes over tests that others have not begun.
WORK_STEALING_OPTIONS = ("--dist", "worksteal")
PARALLEL_PYTEST = (*PYTEST_WITHOUT_NBVAL, "-n", WORKER_COUNT, *WORK_STEALING_OPTIONS)
# One more than there are processors: while one waits for a server or a command, the others work.
EXTRA_WORKER_PYTEST = (*PYTEST_WITHOUT_NBVAL, "-n", str(int(WORKER_COUNT) + 1), *WORK_STEALING_OPTIONS)
# Tests that share a server go to one worker (`pytest.mark.xdist_group`).
BROWSER_PYTEST = (*PYTEST_WITHOUT_NBVAL, "-n", WORKER_COUNT, "--dist", "loadgroup")
CELL_SECONDS = 600  # of a notebook; the longest takes about a minute beside all other checks
# One worker runs all cells of a notebook in one kernel. Studies of hundreds of games play only a few here;
# long runs compare their full output.
NOTEBOOK_PYTEST = (
    "env",
    "PYTHONPATH=tests",
    *PYTEST_COMMAND,
    "-p",
    "nbval_runs",
    "-n",
    WORKER_COUNT,
    "--dist",
    "loadfile",
    "--nbval-current-env",
    f"--nbval-cell-timeout={CELL_SECONDS}",
)
STRICT_NOTEBOOK_PYTEST = (*NOTEBOOK_PYTEST, "--nbval", "notebooks", "-m")
STUDY_PYTEST = (*NOTEBOOK_PYTEST, "--nbval-lax", "notebooks/analyse", "-m", "study")
# Hundreds of pages, workers and commands load the same modules: keep the compiled files for them.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
CHROMIUM_PACKAGES = ("chromium-headless-shell", "chromium")  # older systems have only the second


@dataclass(frozen=True)
class Check:
    """A check to run: its name, its command, and a function that returns why it cannot run here, or None."""

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    missing_reason: Callable[[], str | None] = lambda: None
    is_low_priority: bool = False
    """True if the check runs at a low priority beside others."""


def missing_chromium() -> str | None:
    """Return why there is no Chromium, or None if there is one; try to install Debian's if allowed."""
    # Imported here: if the kit cannot be loaded, the checks of style and types say why.
    from twingkit.analyse.charts.pictures import find_browser

    if find_browser():
        return None
    if shutil.which("apt-get") and getattr(os, "geteuid", lambda: 1)() == 0:
        print("   installing Chromium from the system's packages (once)", flush=True)
        silent = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "env": silent}
        subprocess.run(["apt-get", "update", "-q"], **quiet, check=False)
        for name in CHROMIUM_PACKAGES:
            install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", name]
            if subprocess.run(install, **quiet, check=False).returncode == 0:
                return None
    return "Chromium is not installed (Debian: apt-get install chromium-headless-shell)"


def missing_node() -> str | None:
    """Return why the JavaScript tests cannot run, or None; fetch their packages if necessary."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "node with npm is not installed"
    with FETCH_LOCK:
        if (ROOT / "widgets/node_modules").is_dir():
            return None
        print("   fetching the packages of the JavaScript tests (once)", flush=True)
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        done = subprocess.run(command, cwd=ROOT / "widgets", check=False)
        return None if done.returncode == 0 else "npm could not fetch the packages of the JavaScript tests"


FETCH_LOCK = threading.Lock()


def missing_browser() -> str | None:
    """Return why there is no Chromium, or None if there is one; fetch axe-core for the tests in it.

    Tests that need axe-core say so themselves if it could not be fetched."""
    missing_node()
    return missing_chromium()


STYLE_CHECK = Check("style", (sys.executable, "-m", "ruff", "check", "."))
TYPE_CHECK = Check("types", (sys.executable, "tests/typed/check.py"))
# Half of all test time: odds against their reference implementations, many games, figures, commands.
SLOW_TEST_FOLDERS = """
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
IGNORE_OPTIONS = [
    f"--ignore{at}/{name}" for name in SLOW_TEST_FOLDERS.split() for at in ("=tests", "-glob=tests/*")
]
SPHINX_OPTIONS = ("--fail-on-warning", "--keep-going", "-q", "-b", "html", "docs", "docs/_build/html")
DOCUMENTATION_CHECK = Check(
    "documentation", (sys.executable, "-m", "sphinx", *SPHINX_OPTIONS), is_low_priority=True
)
QUICK_CHECKS = (
    STYLE_CHECK,
    TYPE_CHECK,
    Check(
        "rules and panels",
        (*PARALLEL_PYTEST, "-m", "not browser and not install and not slow", *IGNORE_OPTIONS),
    ),
)
BROWSER_CHECK = Check(
    "browser", (*BROWSER_PYTEST, "-m", "browser and not install", "tests"), missing_reason=missing_browser
)
ALL_CHECKS = (
    STYLE_CHECK,
    replace(TYPE_CHECK, is_low_priority=True),
    DOCUMENTATION_CHECK,
    Check("JavaScript", ("node", "--test", "--test-reporter=dot"), ROOT / "widgets", missing_node),
    # A browser that waits for a processor keeps polling: its tests cost a quarter more beside others of the
    # same priority.
    Check(
        "tests and examples",
        (*EXTRA_WORKER_PYTEST, "-m", "not browser and not install"),
        is_low_priority=True,
    ),
    Check("notebooks", (*STRICT_NOTEBOOK_PYTEST, "not study"), is_low_priority=True),
    Check("studies with few games", STUDY_PYTEST, is_low_priority=True),
    BROWSER_CHECK,
)
# One worker tests the static site while the other tests the running site. Both wait for a network or a page
# about half of the time; the checks that give way use that time.
CHANGE_CHECKS = (
    *ALL_CHECKS[:-1],
    replace(
        BROWSER_CHECK,
        name="browser, wheel, Binder's image, site as files",
        command=(*BROWSER_PYTEST, "-m", "browser", "tests"),
    ),
)
LONG_RUN_PREFIX = ("env", "TWINGKIT_LONG_RUNS=1")
LONG_RUN_MARKERS = "soak or slow or hypothesis or lasting"  # `make test` tries these only a few times
SOAK_COUNT = os.environ.get("COUNT", "10000000")
SOAK_CHECKS = (
    Check(
        "long runs",
        (*LONG_RUN_PREFIX, *PARALLEL_PYTEST, "-m", LONG_RUN_MARKERS, "tests"),
        missing_reason=missing_chromium,
    ),
    Check("studies", (*STRICT_NOTEBOOK_PYTEST, "study")),
    Check("inputs", (sys.executable, "tests/soak/run.py", "--count", SOAK_COUNT)),
)
# With these arguments each ends within a few minutes. The others take hours, or compare two versions.
BENCHMARK_LINES = """
    actions twing greedy,greedy 4
    advice ember 10
    crowd 50 1
    games
    imperium
    lab
    odds
    published
    rush 100 4 30
    scaling
    site
    waiting
"""
SHORT_BENCHMARKS = tuple(line.split() for line in BENCHMARK_LINES.split("\n") if line.strip())
BENCHMARK_CHECKS = tuple(
    Check(name, (sys.executable, str(ROOT / "benchmarks" / f"{name}.py"), *words))
    for name, *words in SHORT_BENCHMARKS
)
ENGINE_CHECKS = (Check("Firefox and WebKit", (*PYTEST_WITHOUT_NBVAL, "-m", "engines", "tests/engines")),)
INSTALL_PYTEST = (*PYTEST_WITHOUT_NBVAL, "-n", "2", "--dist", "loadgroup", "-m", "install", "tests")
INSTALL_CHECKS = (
    Check("wheel, Binder's image and site as files", INSTALL_PYTEST, missing_reason=missing_chromium),
)
CHECKS_BY_OPTION = {
    "quick": QUICK_CHECKS,
    "soak": SOAK_CHECKS,
    "engines": ENGINE_CHECKS,
    "bench": BENCHMARK_CHECKS,
    "install": INSTALL_CHECKS,
    "change": CHANGE_CHECKS,
}
# These run side by side, so that no processor is idle while a check waits. The others are long or measure
# time.
PARALLEL_CHECKS = (ALL_CHECKS, QUICK_CHECKS, CHANGE_CHECKS)
LOW_PRIORITY = 10  # as for `nice`: about a tenth of the time that another process gets
POLL_SECONDS = 0.2  # between two reads of a check's output


@dataclass
class RunningCheck:
    """A running check. Its output is kept in a file until it is shown."""

    check: Check
    output: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    failed: bool = True
    missing_reason: str | None = None
    """The reason why the check cannot run here, or None."""
    processor_seconds: float = 0.0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Start the check in a thread."""
        self.waiting = threading.Thread(target=self._run)
        self.waiting.start()

    def _run(self) -> None:
        """Run the command to its end and measure its time."""
        self.missing_reason = self.check.missing_reason()
        if self.missing_reason:
            self.failed = False
            return
        begin = time.monotonic()
        command, folder = self.check.command, self.check.folder
        process = subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT, stdout=self.output.fileno(), stderr=subprocess.STDOUT
        )
        if self.check.is_low_priority:
            os.setpriority(os.PRIO_PROCESS, process.pid, LOW_PRIORITY)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.failed = process.returncode != 0
        self.processor_seconds = used.ru_utime + used.ru_stime
        self.seconds = time.monotonic() - begin

    def show_output(self) -> None:
        """Print the output of the check from its beginning until the check ends."""
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
        print(f"   {self.missing_reason or ran}", flush=True)


def main(arguments: list[str]) -> int:
    """Run the checks and return the number of failed ones."""
    parser = argparse.ArgumentParser(
        prog="check.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="print the checks instead of running them")
    choice = parser.add_mutually_exclusive_group()
    for name, chosen in CHECKS_BY_OPTION.items():
        choice.add_argument(f"--{name}", dest="checks", action="store_const", const=chosen)
    options = parser.parse_args(arguments)
    checks: tuple[Check, ...] = options.checks or ALL_CHECKS
    if options.list:
        print("\n".join(f"{check.name}: {' '.join(check.command)}" for check in checks))
        return 0
    failed: list[str] = []
    left_out: list[str] = []
    running = (
        [RunningCheck(check) for check in checks] if checks in PARALLEL_CHECKS else map(RunningCheck, checks)
    )
    for started in running:
        started.show_output()
        if started.missing_reason:
            left_out.append(f"{started.check.name}: {started.missing_reason}")
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
