"""Compare the speed of this version with another: python benchmarks/compare.py REVISION [odds games lab …]

Checks out the other revision into a separate folder and runs each benchmark of both versions alternately,
three times by default (`--turns`). For every figure that both print under the same name, it prints the best
of each version and their ratio, this version's over the other's: other work on the machine makes a figure
only worse, never better. Figures per second, where higher is better, are marked. The checkout is not changed;
the other revision uses the packages installed here.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
DEFAULT_BENCHMARKS = ("odds", "games", "imperium", "lab", "site")
FIGURE = re.compile(r"^(?P<name>\S.*?)\s{2,}(?P<number>-?[\d,]*\.?\d+)(?![\w/])\s*(?P<unit>\S*)")
"""Matches a line of output with a name and a number."""
HIGHER_IS_BETTER = "per second: "
"""The text in names of figures for which higher is better."""


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Yield a folder with another revision; it is removed afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "other"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", folder, revision], cwd=ROOT, check=True
        )
        try:
            yield folder
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=ROOT, check=True)


def figures(printed: str) -> dict[str, float]:
    """Return the figures in a benchmark's output by name, with the heading in front."""
    by_name: dict[str, float] = {}
    heading = ""
    for line in printed.splitlines():
        figure = FIGURE.match(line.strip())
        if not line.strip():
            heading = ""
        elif figure is None or "per second" in line:
            heading = HIGHER_IS_BETTER if "per second" in line else heading
        else:
            by_name[heading + figure["name"]] = float(figure["number"].replace(",", ""))
    return by_name


def run(folder: Path, name: str) -> dict[str, float]:
    """Return the figures of one run of a benchmark in a checkout; empty if it does not run there."""
    paths = os.pathsep.join((str(folder), str(folder / "widgets")))
    done = subprocess.run(
        [sys.executable, folder / "benchmarks" / f"{name}.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        print(f"{name} does not run in {folder.name}: {said[-1]}")
        return {}
    return figures(done.stdout)


def compare(other: Path, name: str, repeats: int) -> None:
    """Run one benchmark of both versions alternately, and print both results."""
    here: list[dict[str, float]] = []
    there: list[dict[str, float]] = []
    versions = [(other, there), (ROOT, here)]
    for turn in range(repeats):
        for folder, runs in versions if turn % 2 else reversed(versions):
            runs.append(run(folder, name))
    print(f"\n{name}: this version beside the other, the best of {repeats}")
    for figure in dict.fromkeys(name for turn in here for name in turn):
        new = [turn[figure] for turn in here if figure in turn]
        old = [turn[figure] for turn in there if figure in turn]
        best: Callable[[list[float]], float] = max if figure.startswith(HIGHER_IS_BETTER) else min
        if new and old and best(old):
            mine, theirs = best(new), best(old)
            print(f"{figure[:70]:70} {mine:12,.2f} {theirs:12,.2f} {mine / theirs:8.2f}")


def main() -> None:
    """Compare the chosen benchmarks."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("revision", help="the other version, as a git revision")
    asked.add_argument("benchmarks", nargs="*", default=DEFAULT_BENCHMARKS, metavar="benchmark")
    asked.add_argument("--turns", type=int, default=3)
    chosen = asked.parse_args()
    with checkout(chosen.revision) as other:
        for name in chosen.benchmarks or DEFAULT_BENCHMARKS:
            compare(other, name, chosen.turns)


if __name__ == "__main__":
    main()
