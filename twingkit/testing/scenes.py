"""Golden scenes: records that replay, with what was ruled and what was not allowed as comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from twingkit.asking import Question
from twingkit.play import Game
from twingkit.record import read_record


class Scenes(Protocol):
    """The module of a game with its scenes."""

    def typed(self) -> Iterator[tuple[str, str]]:
        """The scenes that need not be looked for, each by its name and as a record without comments."""

    def found(self) -> Iterator[tuple[str, str]]:
        """The scenes that have to be looked for, which takes a while."""

    def named(self) -> set[str]:
        """The names of all scenes."""

    def holds(self, name: str, game: Game) -> bool:
        """True if a scene, played to its end, has what its name promises."""

    def forbidden(self, question: Question) -> Iterator[str]:
        """The forbidden answers that are worth listing here."""


def told(record: str, scenes: Scenes) -> str:
    """A scene as its file holds it: the record with what was ruled, and what was not allowed."""
    lines = [line for line in record.splitlines() if line and not line.startswith("#")]
    start = read_record(record).start
    keys = start.keys
    # An answer can take one before it for granted: the lines are counted, not the answers.
    head = next((n for n, line in enumerate(lines) if n > 1 and line.split()[0] not in keys), len(lines))
    game = Game(start, rolls="ask")
    out = [*lines[:head], *(f"#   {ruling}" for ruling in game.opening)]
    for line in lines[head:]:
        if game.question is not None:
            out += [f"#   not allowed: {text}" for text in scenes.forbidden(game.question)]
        out.append(line)
        game.answer(line.partition(":")[2].strip())
        out += [f"#   {ruling}" for ruling in game.rulings]
    return "\n".join(out) + "\n"


def written(folder: Path) -> Mapping[str, str]:
    """The scenes that are in a folder, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.record")}


def rewrite(folder: Path, scenes: Scenes, *, find: bool = False) -> int:
    """Write every scene of a game again, with `find` also those that are searched for; return their
    number."""
    scenes_known = dict(scenes.found()) if find else written(folder)
    records = {**scenes_known, **dict(scenes.typed())}
    for name, record in records.items():
        folder.joinpath(f"{name}.record").write_text(told(record, scenes), encoding="utf-8")
    return len(records)
