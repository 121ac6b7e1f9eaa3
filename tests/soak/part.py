"""One part of the soak: a number of inputs of one kind from a number on, always the same ones.

An input is known by its kind and number (`lines:1234`). Every block of inputs is made in one way; blocks by
Hypothesis are drawn together.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import resource
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import BinaryIO

import attrs
from soak.errors import is_clear_error, place_of
from soak.kinds import KINDS, Kind
from soak.smaller import shorten
from soak.ways import by_hypothesis

BLOCK = 100
"""The number of inputs that are made in the same way."""

BLOCKS_OF_HYPOTHESIS = 20
"""One of this many blocks is made by Hypothesis."""

MIB = 2**20

STATM = Path("/proc/self/statm")
"""The file with the memory usage of this process."""


class TooSlow(BaseException):
    """An input took more than its kind's processor seconds; only the soak may catch this."""


@attrs.frozen
class InputFault:
    """A fault: the number of its first input, its description, that input and a shorter one, and its
    count."""

    number: int
    what: str
    why: str
    text: str
    short: str
    count: int = 1


@attrs.define
class Part:
    """The results of one part; `slowest` are processor seconds and the number of that input."""

    kind: str
    first: int
    count: int
    code: str = ""
    refused: int = 0
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, 0)
    memory: float = 0.0
    """The MiB by which the process grew."""
    faults: list[InputFault] = attrs.field(factory=list)

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.kind}-{self.first:09}-{self.count}"

    def write(self, folder: Path) -> None:
        """Save the part: a file appears whole or not at all."""
        file = folder / f"{self.name}.json"
        draft = file.with_suffix(".draft")
        draft.write_text(json.dumps(attrs.asdict(self), indent=1), encoding="utf-8")
        draft.replace(file)

    @classmethod
    def read(cls, file: Path) -> Part:
        """Read a saved part."""
        data = json.loads(file.read_text(encoding="utf-8"))
        faults = [InputFault(**fault) for fault in data.pop("faults")]
        return cls(**data | {"faults": faults, "slowest": tuple(data["slowest"])})


def inputs(kind: Kind, first: int, count: int) -> Iterator[tuple[int, str]]:
    """Yield the numbers and texts of inputs, from the block that contains the first one."""
    for block in range(first // BLOCK, (first + count - 1) // BLOCK + 1):
        numbers = range(block * BLOCK, block * BLOCK + BLOCK)
        if block % BLOCKS_OF_HYPOTHESIS == BLOCKS_OF_HYPOTHESIS - 1:
            texts = by_hypothesis(kind.examples(), block, BLOCK)
            numbered = zip(numbers, texts, strict=False)
        else:
            numbered = ((n, kind.make(random.Random(f"{kind.name}:{n}"))) for n in numbers)  # type: ignore[assignment]
        for number, text in numbered:
            if first <= number < first + count:
                yield number, text


def the_input(name: str) -> str:
    """Return the text of one input, named as `lines:1234`."""
    kind, _, number = name.partition(":")
    return next(text for _, text in inputs(KINDS[kind], int(number), 1))


def fault_of(kind: Kind, text: str) -> tuple[str, str]:
    """Return what is wrong with how an input was taken, and the message: two empty texts for a clean answer,
    a dash and the error for a refusal."""
    signal.setitimer(signal.ITIMER_PROF, kind.seconds)
    try:
        with limited(kind.memory):
            kind.take(text)
        return "", ""
    except TooSlow as slow:
        return place_of(slow), f"more than {kind.seconds:g} processor seconds"
    except Exception as why:
        signal.setitimer(signal.ITIMER_PROF, 0)
        try:
            clear = is_clear_error(why)
        except Exception as second:  # the error has no text
            return place_of(second), f"{type(why).__name__} cannot be said: {second!r}"[:300]
        return ("-", "") if clear else (place_of(why), f"{why}"[:300])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def run(kind: Kind, first: int, count: int, watched: BinaryIO | None = None, code: str = "") -> Part:
    """Take the inputs of a part; the number of each is written to `watched` before."""
    signal.signal(signal.SIGPROF, _too_slow)
    kind.examples()
    part, met, faults = Part(kind.name, first, count, code), Counter[str](), dict[str, InputFault]()
    before = _resident()
    begin = time.process_time()
    for number, text in inputs(kind, first, count):
        if watched is not None:
            os.pwrite(watched.fileno(), b"%020d" % number, 0)
        start = time.process_time()
        what, why = fault_of(kind, text)
        part.slowest = max(part.slowest, (round(time.process_time() - start, 4), number))
        part.refused += what == "-"
        if len(what) > 1:
            met[what] += 1
            if what not in faults:
                short = shorten(text, lambda less, what=what: fault_of(kind, less)[0] == what)  # type: ignore[misc]
                faults[what] = InputFault(number, what, why, text[:4_000], short[:2_000])
    part.seconds = round(time.process_time() - begin, 2)
    part.memory = round((_resident() - before) / MIB, 1)
    part.faults = [attrs.evolve(fault, count=met[what]) for what, fault in faults.items()]
    return part


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow


@contextlib.contextmanager
def limited(memory: int) -> Iterator[None]:
    """Limit this process to `memory` MiB more than it has; the system refuses anything beyond."""
    if not STATM.exists():  # not Linux: memory is not limited there
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(STATM.read_bytes().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + memory * MIB, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _resident() -> int:
    """Return the largest number of bytes of memory that this process has used so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
