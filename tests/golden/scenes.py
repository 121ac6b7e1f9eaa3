"""The snapshot scenes of every game: records that replay, with rulings and refusals as comments.

`python tests/golden/scenes.py` writes the comments anew; with `--find` each game's module (`twing_scenes`,
`imperium_scenes`) looks for its scenes again first. Each game has its folder; naming one leaves the others.
A folder has a file for each kind of scene (`_scene_kind`). In it a line `== name` begins a scene, which is
its record without the first line; a blank line ends it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.record import RECORD_FIRST_LINE, parse_record

FOLDER = Path(__file__).parent
GAMES = ("twing", "imperium", "ember", "imajica")


class Scenes(Protocol):
    """Interface of a module that defines a game's scenes: recorded test games, each named after an event that
    occurs in it.
    """

    def scripted_scenes(self) -> Iterator[tuple[str, str]]:
        """Yield the scenes with fixed answers, each as its name and its record without comments."""

    def searched_scenes(self) -> Iterator[tuple[str, str]]:
        """Yield the scenes that are found by a search, which takes a while, as names and records."""

    def scene_names(self) -> set[str]:
        """Return the names of all scenes."""

    def contains_scene(self, name: str, game: Game) -> bool:
        """True if a game contains the event that the name of a scene promises."""

    def illegal_answer_notes(self, question: Question) -> Iterator[str]:
        """Yield illegal answers to a question, each with the rule that forbids it."""


def annotated_record(record: str, scenes: Scenes) -> str:
    """Return a scene's record as its file holds it: with rulings and refused answers as comments."""
    lines = [line for line in record.splitlines() if line and not line.startswith("#")]
    start = parse_record(record).start
    keys = start.setup_keys
    # An answer can imply the one before it, so lines are counted, not answers.
    head = next((n for n, line in enumerate(lines) if n > 1 and line.split()[0] not in keys), len(lines))
    game = Game(start, rolls="ask")
    out = [*lines[:head], *(f"#   {ruling}" for ruling in game.opening_rulings)]
    for line in lines[head:]:
        if game.question is not None:
            out += [f"#   not allowed: {text}" for text in scenes.illegal_answer_notes(game.question)]
        out.append(line)
        game.answer(line.partition(":")[2].strip())
        out += [f"#   {ruling}" for ruling in game.latest_rulings]
    return "\n".join(out) + "\n"


_SCENE_NAME_PREFIX = "== "

PAIR, FEW = 5, 3
"""The minimum numbers of scenes that form a kind, with the same first two words, or the same first word."""


def _scene_kind(name: str, names: Collection[str]) -> str:
    """Return the kind of a scene: the beginning of its name that enough scenes in `names` share.

    This is two words if enough scenes share them, one word if several do, else "other".

    >>> names = ["use-imp", "use-pixie", "use-roc", *(f"set-run-{length}" for length in range(6))]
    >>> _scene_kind("use-imp", names), _scene_kind("set-run-3", names), _scene_kind("draw", [*names, "draw"])
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
    return {
        name.removeprefix(_SCENE_NAME_PREFIX): f"{RECORD_FIRST_LINE}\n{record}\n"
        for name, _, record in scenes
    }


def write_scenes(folder: Path, scenes: Scenes, *, search: bool = False) -> int:
    """Write all scenes of a game to a folder, replacing its old files; return the number of scenes.

    Searched scenes are searched for only with `search`, else taken from the folder.
    """
    scenes_known = dict(scenes.searched_scenes()) if search else stored_scenes(folder)
    records = {**scenes_known, **dict(scenes.scripted_scenes())}
    files: dict[str, list[str]] = {}
    for name, record in sorted(records.items()):
        body = annotated_record(record, scenes).removeprefix(f"{RECORD_FIRST_LINE}\n")
        files.setdefault(_scene_kind(name, records), []).append(f"{_SCENE_NAME_PREFIX}{name}\n{body}")
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for kind, blocks in files.items():
        (folder / f"{kind}.txt").write_text("\n".join(blocks), encoding="utf-8")
    return len(records)


def scenes_of(game: str) -> Scenes:
    """Return the module of a game."""
    return cast(Scenes, import_module(f"golden.{game}_scenes"))


@cache
def written_of(game: str) -> Mapping[str, str]:
    """Return the scenes of a game in its folder, by name."""
    return stored_scenes(FOLDER / game)


def main() -> None:
    """Write every scene, or those of the named games."""
    for game in [game for game in GAMES if game in sys.argv] or GAMES:
        count = write_scenes(FOLDER / game, scenes_of(game), search="--find" in sys.argv)
        print(f"{game}: {count} scenes")


if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parent))
    main()
