"""`make test`: every check that this computer can do, and plainly what it could not do.

    python .ci/check.py              everything but what is below, side by side
    python .ci/check.py --quick      what you want to know after changing a rule: style, types, rules, panels
    python .ci/check.py --soak       long runs: thousands of games, the whole course in the browser,
                                     and COUNT inputs as strangers write them (tests/soak)
    python .ci/check.py --engines    a short walk through both sites in Firefox and WebKit
    python .ci/check.py --bench      the benchmarks
    python .ci/check.py --install    the wheel, Binder's image (in empty environments), the site as files
    python .ci/check.py --change     what a change has to pass: the first and the last of these, side by side

With `--list` it shows the checks instead. What runs side by side is shown one after the other all the same,
each as it comes. Beside the seconds of each check stand those that processors worked: on a busy computer the
first grow, the second hardly.
"""

from __future__ import annotations

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
# Who is done takes over what others have not begun.
SHARED = ("--dist", "worksteal")
PARALLEL = (*PYTEST, "-n", WORKERS, *SHARED)
# One more than there are processors: while one waits for a server or a command, the others work.
BESIDES = (*PYTEST, "-n", str(int(WORKERS) + 1), *SHARED)
# What needs a server of its own goes to one worker (`pytest.mark.xdist_group`).
BROWSING = (*PYTEST, "-n", WORKERS, "--dist", "loadgroup")
# A notebook goes to one worker, which has its kernel. What studies of hundreds of games print is held by long
# runs; here they play a few.
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
# Hundreds of pages, workers and commands load the same modules: what is compiled is kept for them.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
DEBIANS = ("chromium-headless-shell", "chromium")  # older systems have only the second


@dataclass(frozen=True)
class Check:
    """One check: its name, its command, and what returns why it cannot run here (None: it can)."""

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    lacks: Callable[[], str | None] = lambda: None
    gives_way: bool = False
    """Whether it takes little of the processors while others are at work."""


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
    return "there is no Chromium here (Debian: apt-get install chromium-headless-shell)"


def lacks_node() -> str | None:
    """Return None if the JavaScript tests can run, after fetching what they use."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "there is no node with npm here"
    with FETCHING:
        if (ROOT / "widgets/node_modules").is_dir():
            return None
        print("   fetching what the JavaScript tests use (once)", flush=True)
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        done = subprocess.run(command, cwd=ROOT / "widgets", check=False)
        return None if done.returncode == 0 else "npm could not fetch what the JavaScript tests use"


FETCHING = threading.Lock()


def lacks_browser() -> str | None:
    """Return None if there is a Chromium, after fetching what tests in it use: those that look for axe-core
    say so themselves if it could not be had."""
    lacks_node()
    return lacks_chromium()


STYLE = Check("style", (sys.executable, "-m", "ruff", "check", "."))
TYPES = Check("types", (sys.executable, "-m", "mypy"))
# What follows from rules is half of all work: odds against their slow twins, many games, figures, commands.
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
    # A browser that has to wait for a processor looks again and again whether it may go on: its tests cost a
    # quarter more beside others of the same rank.
    Check("tests and examples", (*BESIDES, "-m", "not browser and not install"), gives_way=True),
    Check("notebooks", (*STRICT, "not study"), gives_way=True),
    Check("studies with few games", STUDIES, gives_way=True),
    BROWSER,
)
# One worker goes through the site as files while the other one visits the running site; both wait for a
# network or a page about half of the time, in which the tests that give way go on.
CHANGE = (
    *ALL[:-1],
    replace(
        BROWSER,
        name="browser, wheel, Binder's image, site as files",
        command=(*BROWSING, "-m", "browser", "tests"),
    ),
)
LONG = ("env", "TWINGKIT_LONG_RUNS=1")
LASTING = "soak or slow or hypothesis or lasting"  # what is tried only a few times in `make test`
COUNT = os.environ.get("COUNT", "10000000")
SOAK = (
    Check("long runs", (*LONG, *PARALLEL, "-m", LASTING, "tests"), lacks=lacks_chromium),
    Check("studies", (*STRICT, "study")),
    Check("inputs", (sys.executable, "tests/soak/run.py", "--count", COUNT)),
)
# With these words each is over within a few minutes. The others take hours, or compare two versions.
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
    "--quick": QUICK,
    "--soak": SOAK,
    "--engines": ENGINES,
    "--bench": BENCH,
    "--install": INSTALL,
    "--change": CHANGE,
}
# These leave no processor idle: while one waits or runs on one core, another one works. The others are long,
# or measure.
SIDE_BY_SIDE = (ALL, QUICK, CHANGE)
PATIENT = 10  # the rank of what gives way, as for `nice`: about a tenth of what another process gets
LOOK = 0.2  # seconds between two looks at what a check has said


@dataclass
class Running:
    """A check that is made ready and runs; what it says is kept in a file until its turn to be shown."""

    check: Check
    said: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    failed: bool = True
    reason: str | None = None
    """Why it cannot run here."""
    worked: float = 0.0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Start it."""
        self.waiting = threading.Thread(target=self._run)
        self.waiting.start()

    def _run(self) -> None:
        """Make it ready, run it to its end, and learn how long its processes worked."""
        self.reason = self.check.lacks()
        if self.reason:
            self.failed = False
            return
        begin = time.monotonic()
        command, folder = self.check.command, self.check.folder
        process = subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT, stdout=self.said.fileno(), stderr=subprocess.STDOUT
        )
        if self.check.gives_way:
            os.setpriority(os.PRIO_PROCESS, process.pid, PATIENT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.failed = process.returncode != 0
        self.worked = used.ru_utime + used.ru_stime
        self.seconds = time.monotonic() - begin

    def show(self) -> None:
        """Show what it says until it ends, from its beginning."""
        print(f"\n== {self.check.name}", flush=True)
        shown, ended = 0, False
        while True:
            ended = not self.waiting.is_alive()
            text = os.pread(self.said.fileno(), 2**20, shown)
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()
            shown += len(text)
            if ended and not text:
                break
            self.waiting.join(0 if text else LOOK)
        ran = f"{self.seconds:.0f} s, processors {self.worked:.0f} s"
        print(f"   {self.reason or ran}", flush=True)


def main(arguments: list[str]) -> int:
    """Run the checks; return how many failed."""
    checks = next((CHOICES[name] for name in arguments if name in CHOICES), ALL)
    if "--list" in arguments:
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
        print(f"All {len(checks) - len(left_out)} checks that ran are well." if left_out else "All is well.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
