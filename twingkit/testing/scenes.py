"""Golden scenes: records that replay, with rulings and refusals as comments.

A folder has a file for each kind of scene (`kind_of`). In it a line `== name` begins a scene, which is its
record without the first line; a blank line ends it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.record import RECORD_HEAD, parse_record


class Scenes(Protocol):
    """The module with a game's scenes."""

    def typed(self) -> Iterator[tuple[str, str]]:
        """Yield the scenes that need no search, each with its name and as a record without comments."""

    def found(self) -> Iterator[tuple[str, str]]:
        """Yield the scenes that must be searched for, which takes a while."""

    def named(self) -> set[str]:
        """Return the names of all scenes."""

    def holds(self, name: str, game: Game) -> bool:
        """True if a scene, played to its end, contains what its name promises."""

    def forbidden(self, question: Question) -> Iterator[str]:
        """Yield the illegal answers that are worth listing here."""


def annotated_record(record: str, scenes: Scenes) -> str:
    """Return a scene as its file holds it: the record with rulings, and with refused answers."""
    lines = [line for line in record.splitlines() if line and not line.startswith("#")]
    start = parse_record(record).start
    keys = start.keys
    # An answer can imply the one before it, so lines are counted, not answers.
    head = next((n for n, line in enumerate(lines) if n > 1 and line.split()[0] not in keys), len(lines))
    game = Game(start, rolls="ask")
    out = [*lines[:head], *(f"#   {ruling}" for ruling in game.opening_rulings)]
    for line in lines[head:]:
        if game.question is not None:
            out += [f"#   not allowed: {text}" for text in scenes.forbidden(game.question)]
        out.append(line)
        game.answer(line.partition(":")[2].strip())
        out += [f"#   {ruling}" for ruling in game.rulings]
    return "\n".join(out) + "\n"


NAME = "== "
"""The beginning of the line that names a scene."""

PAIR, FEW = 5, 3
"""The minimum numbers of scenes that form a kind, with the same first two words, or the same first word."""


def kind_of(name: str, names: Collection[str]) -> str:
    """Return the kind of a scene among those with these names.

    This is the beginning of its name: two words if enough scenes share them, one word if several do, else
    "other".

    >>> names = ["use-imp", "use-pixie", "use-roc", *(f"set-run-{length}" for length in range(6))]
    >>> kind_of("use-imp", names), kind_of("set-run-3", names), kind_of("draw", [*names, "draw"])
    ('use', 'set-run', 'other')
    """
    words = name.split("-")
    pairs = Counter("-".join(other.split("-")[:2]) for other in names if other.count("-") > 1)
    if len(words) > 2 and pairs["-".join(words[:2])] >= PAIR:
        return "-".join(words[:2])
    return words[0] if sum(other.split("-")[0] == words[0] for other in names) >= FEW else "other"


def stored_scenes(folder: Path) -> Mapping[str, str]:
    """Return the scenes stored in a folder: records by name."""
    blocks = [
        block for path in sorted(folder.glob("*.txt")) for block in path.read_text("utf-8").split("\n\n")
    ]
    scenes = (block.strip().partition("\n") for block in blocks)
    return {name.removeprefix(NAME): f"{RECORD_HEAD}\n{record}\n" for name, _, record in scenes}


def rewrite(folder: Path, scenes: Scenes, *, find: bool = False) -> int:
    """Write every scene of a game again, with `find` including those that are searched for; return their
    number.
    """
    scenes_known = dict(scenes.found()) if find else stored_scenes(folder)
    records = {**scenes_known, **dict(scenes.typed())}
    files: dict[str, list[str]] = {}
    for name, record in sorted(records.items()):
        body = annotated_record(record, scenes).removeprefix(f"{RECORD_HEAD}\n")
        files.setdefault(kind_of(name, records), []).append(f"{NAME}{name}\n{body}")
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for kind, blocks in files.items():
        (folder / f"{kind}.txt").write_text("\n".join(blocks), encoding="utf-8")
    return len(records)
