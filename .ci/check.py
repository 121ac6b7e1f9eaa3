"""`make test`: every check that this computer can do, one after the other, and plainly what it could not do.

`python .ci/check.py --install` does the long checks instead: the wheel and Binder's image, each in an empty
environment. `--list` shows the checks.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTEST = (sys.executable, "-m", "pytest", "-q")
LAST_FAILED = ("--last-failed", "--last-failed-no-failures", "none")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Check:
    """One check: its name, its command, and what returns why it cannot run here (None: it can).

    `again` is what a failed check runs before it counts as failed: a page that came late on a busy machine
    gets a second try, one that is wrong fails twice.
    """

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT
    lacks: Callable[[], str | None] = lambda: None
    again: tuple[str, ...] = ()


def lacks_chromium() -> str | None:
    """Return None if there is a Chromium, after installing Debian's where that is allowed."""
    if any(shutil.which(name) for name in BROWSERS):
        return None
    if shutil.which("apt-get") and getattr(os, "geteuid", lambda: 1)() == 0:
        print("   installing Chromium from the system's packages (once)", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        for arguments in (["update", "-q"], ["install", "-y", "-q", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *arguments], **quiet, check=False)  # type: ignore[call-overload]
    if any(shutil.which(name) for name in BROWSERS):
        return None
    return "there is no Chromium here (Debian: apt-get install chromium)"


def lacks_node() -> str | None:
    """Return None if the JavaScript tests can run, after fetching what they use."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "there is no node with npm here"
    if (ROOT / "widgets/node_modules").is_dir():
        return None
    print("   fetching what the JavaScript tests use (once)", flush=True)
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
    done = subprocess.run(command, cwd=ROOT / "widgets", check=False)
    return None if done.returncode == 0 else "npm could not fetch what the JavaScript tests use"


QUICK = (
    Check("style", (sys.executable, "-m", "ruff", "check", ".")),
    Check("types", (sys.executable, "-m", "mypy")),
    Check("tests and examples", (*PYTEST, "-n", "2", "-m", "not browser and not install")),
    Check(
        "notebooks run",
        (*PYTEST, "-o", "addopts=", "-n", "2", "--dist=loadfile", "--nbval-lax", "notebooks"),
    ),
    Check("JavaScript", ("node", "--test", "--test-reporter=dot"), ROOT / "widgets", lacks_node),
    Check(
        "browser",
        (*PYTEST, "-m", "browser and not install"),
        lacks=lacks_chromium,
        again=(*PYTEST, "-m", "browser and not install", *LAST_FAILED),
    ),
)
LONG = (
    Check("wheel", (*PYTEST, "-m", "install", "-k", "wheel"), lacks=lacks_chromium),
    Check("Binder's image", (*PYTEST, "-m", "install", "-k", "binder"), lacks=lacks_chromium),
)


def _passes(check: Check) -> bool:
    """Whether a check is well, some failed tests (exit code 1) perhaps at the second try only."""
    code = subprocess.run(check.command, cwd=check.folder, check=False).returncode
    if code == 1 and check.again:
        print("   once more, only what failed:", flush=True)
        code = subprocess.run(check.again, cwd=check.folder, check=False).returncode
    return code == 0


def main(arguments: list[str]) -> int:
    """Run the checks; return how many failed."""
    checks = LONG if "--install" in arguments else QUICK
    if "--list" in arguments:
        print("\n".join(f"{check.name}: {' '.join(check.command)}" for check in checks))
        return 0
    failed: list[str] = []
    left_out: list[str] = []
    for check in checks:
        print(f"\n== {check.name}", flush=True)
        reason = check.lacks()
        if reason:
            left_out.append(f"{check.name}: {reason}")
            continue
        begin = time.monotonic()
        if not _passes(check):
            failed.append(check.name)
        print(f"   {time.monotonic() - begin:.0f} s", flush=True)
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
