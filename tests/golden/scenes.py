"""The golden scenes of every game (see `twingkit.testing.scenes`).

`python tests/golden/scenes.py` writes the comments anew; with `--find` each game's module (`twing_scenes`,
`imperium_scenes`) looks for its scenes again first. Each game has its folder; naming one leaves the others.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from twingkit.testing.scenes import Scenes, stored_scenes, write_scenes

FOLDER = Path(__file__).parent
GAMES = ("twing", "imperium", "ember", "imajica")


def scenes_of(game: str) -> Scenes:
    """The module of a game."""
    return cast(Scenes, import_module(f"golden.{game}_scenes"))


@cache
def written_of(game: str) -> Mapping[str, str]:
    """The scenes of a game that are in its folder, by name."""
    return stored_scenes(FOLDER / game)


def main() -> None:
    """Write every scene, or those of the games that are named."""
    for game in [game for game in GAMES if game in sys.argv] or GAMES:
        count = write_scenes(FOLDER / game, scenes_of(game), search="--find" in sys.argv)
        print(f"{game}: {count} scenes")


if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parent))
    main()
