"""Golden scenes of every game: records that replay, with what was ruled and what was not allowed as comments.

`python tests/golden/scenes.py` writes the comments anew; with `--find` each game's module (`twing_scenes`,
`imperium_scenes`) looks for its scenes again first. Each game has its folder; naming one leaves the other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from twingkit import Game
from twingkit.asking import Question

FOLDER = Path(__file__).parent
GAMES = ("twing", "imperium")


class Scenes(Protocol):
    """What the module of a game says of its scenes."""

    def typed(self) -> Iterator[tuple[str, str]]:
        """The scenes that need not be looked for, each by its name and as a record without comments."""

    def found(self) -> Iterator[tuple[str, str]]:
        """The scenes that have to be looked for, which takes a while."""

    def named(self) -> set[str]:
        """The names of all scenes."""

    def holds(self, name: str, game: Game) -> bool:
        """Whether a scene, played to its end, has what its name says."""

    def forbidden(self, question: Question) -> Iterator[str]:
        """What is worth telling of what is not allowed here."""


def scenes_of(game: str) -> Scenes:
    """The module of a game."""
    return cast(Scenes, import_module(f"golden.{game}_scenes"))


def told(record: str, scenes: Scenes) -> str:
    """A scene as its file holds it: the record with what was ruled, and what was not allowed."""
    lines = [line for line in record.splitlines() if line and not line.startswith("#")]
    whole = Game.replay(record)
    head = len(lines) - len(whole)
    game = Game(whole.start, rolls="ask")
    out = [*lines[:head], *(f"#   {ruling}" for ruling in game.opening)]
    for line in lines[head:]:
        if game.question is not None:
            out += [f"#   not allowed: {text}" for text in scenes.forbidden(game.question)]
        out.append(line)
        game.answer(line.partition(":")[2].strip())
        out += [f"#   {ruling}" for ruling in game.rulings]
    return "\n".join(out) + "\n"


def written(game: str) -> Mapping[str, str]:
    """The scenes of a game that are in its folder, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.joinpath(game).glob("*.record")}


def main() -> None:
    """Write every scene, or those of the games that are named."""
    for game in [game for game in GAMES if game in sys.argv] or GAMES:
        scenes = scenes_of(game)
        known = dict(scenes.found()) if "--find" in sys.argv else written(game)
        all_of_it = {**known, **dict(scenes.typed())}
        for name, record in all_of_it.items():
            text = told(record, scenes)
            FOLDER.joinpath(game, f"{name}.record").write_text(text, encoding="utf-8")
        print(f"{game}: {len(all_of_it)} scenes")


if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parent))
    main()
