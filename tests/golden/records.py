"""Snapshot records: a dozen games of every kind of start by the current rules, and their results.

`python tests/golden/records.py` plays them anew and writes them with their sums; `--sums` writes only these.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from twingkit import Game, ember, imajica, imperium, twing
from twingkit.core.questions import ChanceQuestion
from twingkit.players.policies import RandomPolicy, computer_player

FOLDER = Path(__file__).parent / "records"
SUMS = FOLDER / "sums.txt"
LANGUAGES = ("en", "de")

POSITION = """twingkit-record 1
game twing
players F W L
p1 hand F5 F3 W2 cat*2 trap; entourage F4M F4; objects boots,bra,cup; ornicles 3; endgame
p2 hand cat W6 W4; entourage W3; ornicles 1
p3 hand L4 L2 trap; objects hat
table turn 12; to-move p1; phase action; display puppet,socks
"""

LANDING = "1 dreadnought 4 infantry 1 mech vs 3 infantry 1 pds"


def _played(game: Game, seed: int) -> Game:
    return game.play(RandomPolicy(seed))


def _own_box() -> Game:
    """Return a game with switches and other cards in its box, which its record contains."""
    box = twing.load_box()
    one, other, *rest = box.spell
    spells = [attrs.evolve(one, copies=one.copies - 1), attrs.evolve(other, copies=other.copies + 1), *rest]
    return _played(
        twing.new_game(2, seed=5, variant="price=4 events=false", box=attrs.evolve(box, spell=spells)), 5
    )


def _position() -> Game:
    """Return a typed position, with dice and cards that were set or rolled."""
    game = Game.replay(POSITION, seed=3)
    for _ in range(12):
        if game.question is not None:
            _step(game)
    return game


def _step(game: Game) -> None:
    if isinstance(game.question, ChanceQuestion):
        game.roll()
    else:
        game.answer(RandomPolicy(len(game))(game))


def _seated(players: int | str, seed: int, name: str, answers: int) -> Game:
    """Return a whole game of Twilight Imperium in which computer players with this name have given some
    answers."""
    game = imperium.new_game(players, seed=seed)
    seated = [computer_player(game.start, name, seat) for seat in range(game.start.seats)]
    while game.question is not None and len(game) < answers:
        game.answer(seated[game.question.player](game))
    return game


MADE: Mapping[str, Callable[[], Game]] = {
    "battle-of-many-cards": lambda: _played(
        twing.battle_game(
            "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon",
            seed=2,
        ),
        2,
    ),
    "battle-at-a-shield": lambda: _played(twing.battle_game("F: F5 vs W: shield W4 & cat", seed=3), 3),
    "endgame": lambda: _played(
        twing.endgame_game("endgame F: F5 F3 + F4 & cat vs W: W6 @ cup & trap vs L: shield L4", seed=4), 4
    ),
    "game-of-three-short": lambda: _played(twing.new_game(3, seed=2, variant="short"), 2),
    "game-with-own-box": _own_box,
    "position": _position,
    "fleets-effects": lambda: _played(
        imperium.battle_game(
            "space: 2 cruiser+ 3 dreadnought @ sol,mb:2 vs 4 fighter 1 carrier @ nebula", seed=2
        ),
        2,
    ),
    "ember-game-of-three": lambda: _played(ember.new_game(3, seed=4, variant="quick judge=count"), 4),
    "imajica-game-of-three": lambda: _played(
        imajica.new_game(["maestros", "teeth", "daughters"], seed=6, variant="simple_three"), 6
    ),
    "galaxy-short-greedy": lambda: _seated("short", 1, "greedy", 1000),
    "galaxy-of-four-greedy": lambda: _seated(4, 3, "greedy", 500),
    "fleets-ground": lambda: _played(imperium.battle_game(f"ground: {LANDING}", seed=3), 3),
}
"""How each record was made, by its name."""


def digest(text: str) -> str:
    """Return the checksum of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def kept(name: str) -> str:
    """Return the record with that name."""
    return (FOLDER / f"{name}.record").read_text(encoding="utf-8")


def sums(record: str) -> list[str]:
    """Return the result of a record: the number of answers, the end, and checksums of its story in all
    languages."""
    game = Game.replay(record)
    asked = game.question.text() if game.question is not None else "over"
    stories = [f"{lang} {digest(game.annotated_record(lang))}" for lang in LANGUAGES]
    return [f"answers {len(game)}", f"now {asked}", f"result {game.result!r}", *stories]


def all_sums() -> dict[str, list[str]]:
    """Return the stored checksums, by the name of the record."""
    blocks = SUMS.read_text(encoding="utf-8").strip().split("\n\n")
    return {lines[0]: lines[1:] for lines in (block.split("\n") for block in blocks)}


def main() -> None:
    """Write the records and their checksums."""
    if "--sums" not in sys.argv:
        for name, make in MADE.items():
            (FOLDER / f"{name}.record").write_text(make().record, encoding="utf-8")
    blocks = ["\n".join([name, *sums(kept(name))]) for name in MADE]
    SUMS.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    print(f"{len(blocks)} records")


if __name__ == "__main__":
    main()
