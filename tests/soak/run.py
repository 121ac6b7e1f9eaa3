"""Ten million user inputs, in parts: clean errors only, none slower than its kind's limit.

    python tests/soak/run.py --count 10000000     on all cores; stopped, it goes on where it was
    python tests/soak/run.py --kinds lines decks --count 20000
    python tests/soak/run.py --only lines:1234    one input, and what becomes of it
    python tests/soak/run.py --report             what is there so far

A part is a few hundred to some thousand inputs of one kind and is kept as a small file in `.cache/soak`; what
is there is not done again unless `--anew` is said. A part whose process dies or never ends is a fault of the
input that it was at.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import BinaryIO

import attrs

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))

from soak.kinds import KINDS, Kind  # noqa: E402
from soak.part import BLOCK, InputFault, Part, fault_of, run, the_input  # noqa: E402

FOLDER = ROOT / ".cache/soak"
COUNT = 10_000_000
LOOK = 0.2  # seconds between two checks of the running parts
STUCK = 120.0
"""Seconds of wall time after which an input counts as endless, however busy the machine is."""

SIZES = {"messages": 500, "links": 500, "recalled": 500, "lessons": 1_000, "hidden": 200}
SIZE = 5_000
"""The number of inputs of a part, for kinds that are not in `SIZES`."""


@attrs.define
class Running:
    """A part in a process of its own, and its current input."""

    kind: Kind
    first: int
    count: int
    process: ForkProcess
    watched: BinaryIO
    at: int = -1
    since: float = attrs.field(factory=time.monotonic)

    def look(self) -> int:
        """Return the number of the current input."""
        told = os.pread(self.watched.fileno(), 20, 0)
        now = int(told) if told else -1
        if now != self.at:
            self.at, self.since = now, time.monotonic()
        return self.at

    @property
    def stuck(self) -> bool:
        """Return whether it has been at one input for too long."""
        return time.monotonic() - self.since > STUCK + 3 * self.kind.seconds


def code_sum() -> str:
    """Return a short checksum of the code of the kit and the soak: parts record which code they tried."""
    sum_ = hashlib.sha256()
    for folder in ("twingkit", "widgets/twingkit_widgets", "tests/soak"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".py", ".toml", ".csv"):
                sum_.update(file.read_bytes())
    return sum_.hexdigest()[:10]


def planned(count: int, kinds: Sequence[str]) -> list[tuple[Kind, int, int]]:
    """Return the parts for this number of inputs: each kind has its share, and kinds take turns."""
    whole = sum(KINDS[name].share for name in kinds)
    parts = []
    for name in kinds:
        kind = KINDS[name]
        size = SIZES.get(name, SIZE)
        inputs = -(-int(count * kind.share / whole) // BLOCK) * BLOCK
        for first in range(0, inputs, size):
            parts.append(((first + size / 2) / inputs, kind, first, min(size, inputs - first)))
    return [
        (kind, first, size)
        for _, kind, first, size in sorted(parts, key=lambda part: (part[0], part[1].name))
    ]


def missing(plan: Iterable[tuple[Kind, int, int]], there: Iterable[Part]) -> Iterator[tuple[Kind, int, int]]:
    """Return the part of a plan that is not done yet."""
    held: dict[str, list[tuple[int, int]]] = {}
    for part in there:
        held.setdefault(part.kind, []).append((part.first, part.first + part.count))
    for kind, first, count in plan:
        at = first
        for begin, end in sorted(held.get(kind.name, ())):
            if begin < first + count and end > at:
                if begin > at:
                    yield kind, at, begin - at
                at = end
        if at < first + count:
            yield kind, at, first + count - at


def _one(kind: Kind, first: int, count: int, watched: BinaryIO, folder: Path, code: str) -> None:
    """Run a part's process; log records of panels about faults that they show are dropped here."""
    logging.getLogger().addHandler(logging.NullHandler())
    run(kind, first, count, watched, code).write(folder)


def soak(count: int, kinds: Sequence[str], processes: int, folder: Path = FOLDER, anew: bool = False) -> None:
    """Run all missing parts, several at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    code = code_sum()
    if anew:
        for file in folder.glob("*.json"):
            file.unlink()
    # inputs at which other code failed are tried again
    there = [part for part in kept(folder) if part.code == code or not part.faults]
    waiting = list(missing(planned(count, kinds), there))[::-1]
    for name in {part[0].name for part in waiting}:
        KINDS[name].examples()  # once, for all processes
    forking = multiprocessing.get_context("fork")
    running: list[Running] = []
    ended = 0
    while waiting or running:
        while waiting and len(running) < processes:
            kind, first, size = waiting.pop()
            watched = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed when the part has ended
            args = (kind, first, size, watched, folder, code)
            process = forking.Process(target=_one, args=args, daemon=True)
            process.start()
            running.append(Running(kind, first, size, process, watched))  # type: ignore[arg-type]
        time.sleep(LOOK)
        for part in list(running):
            part.look()
            if part.process.is_alive() and not part.stuck:
                continue
            running.remove(part)
            waiting += _ended(part, folder, code)
            ended += 1
            print(
                f"\r{ended} of {ended + len(waiting) + len(running)} parts",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)


def _ended(part: Running, folder: Path, code: str) -> list[tuple[Kind, int, int]]:
    """Finish a part: if it died or got stuck, its current input is a fault, and the inputs before and after
    it are still to do."""
    stuck = part.process.is_alive()
    if stuck:
        part.process.kill()
    part.process.join()
    part.watched.close()
    if part.process.exitcode == 0:
        return []
    what = "never ends" if stuck else f"the process died ({part.process.exitcode})"
    if part.at < 0:
        raise SystemExit(f"a part of {part.kind.name} fails before its first input: {what}")
    text = the_input(f"{part.kind.name}:{part.at}")
    fault = InputFault(part.at, what, what, text[:4_000], text[:2_000])
    Part(part.kind.name, part.at, 1, code, faults=[fault]).write(folder)
    behind = part.first + part.count - part.at - 1
    return [
        (part.kind, first, count)
        for first, count in ((part.first, part.at - part.first), (part.at + 1, behind))
        if count
    ]


# -- results


def kept(folder: Path = FOLDER) -> Iterator[Part]:
    """Return all saved parts."""
    for file in sorted(folder.glob("*.json")):
        yield Part.read(file)


def report(parts: Sequence[Part], code: str) -> tuple[str, int]:
    """Return the report of all parts, and the number of different faults."""
    heads = ("kind", "inputs", "refused", "inputs/s", "slowest", "its input", "limit", "MiB")
    rows = [heads]
    faults: dict[tuple[str, str], InputFault] = {}
    for name in KINDS:
        mine = [part for part in parts if part.kind == name]
        if not mine:
            continue
        count, seconds = sum(part.count for part in mine), sum(part.seconds for part in mine)
        slowest = max(part.slowest for part in mine)
        refused, most = sum(part.refused for part in mine), max(part.memory for part in mine)
        speed, limit = count / max(seconds, 0.01), KINDS[name].seconds
        rows.append((
            name, f"{count:,}", f"{refused / count:.0%}", f"{speed:.0f}",
            f"{slowest[0]:.2f} s", f"{name}:{slowest[1]}", f"{limit:g} s", f"{most:.0f}",
        ))  # fmt: skip
        for part in mine:
            for fault in part.faults:
                old = faults.get((name, fault.what))
                faults[name, fault.what] = attrs.evolve(
                    old or fault, count=fault.count + (old.count if old else 0)
                )
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    older = sum(part.count for part in parts if part.code != code)
    seconds = sum(part.seconds for part in parts)
    whole = sum(part.count for part in parts)
    lines.append(
        f"{whole:,} inputs in {seconds:,.0f} processor seconds"
        + (f", {older:,} of them by older code" if older else "")
    )
    for (name, _), fault in sorted(faults.items(), key=lambda each: (each[0][0], -each[1].count)):
        lines += [
            f"\nFAULT {name}:{fault.number} ({fault.count} times) {fault.what}",
            f"  {fault.why}",
            f"  {fault.short!r}",
        ]
    if not faults:
        lines.append("Clean errors only.")
    return "\n".join(lines), len(faults)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if a fault was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=lambda text: int(text.replace("_", "")), default=COUNT)
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--anew", action="store_true", help="do again what is there")
    parser.add_argument("--report", action="store_true", help="only say what is there")
    parser.add_argument("--only", metavar="KIND:NUMBER", help="one input")
    asked = parser.parse_args(arguments)
    if asked.only:
        return _show(asked.only)
    if not asked.report:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        soak(asked.count, asked.kinds, asked.processes, asked.folder, asked.anew)
    said, faults = report(list(kept(asked.folder)), code_sum())
    print(said)
    return 1 if faults else 0


def _show(name: str) -> int:
    """Show one input and its result: its error, if there is one, with the whole chain of causes."""
    text = the_input(name)
    kind = KINDS[name.partition(":")[0]]
    print(repr(text))
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    what, why = fault_of(kind, text)
    print("refused clearly" if what == "-" else f"{what} {why}".strip() or "taken")
    if len(what) > 1:
        kind.take(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
