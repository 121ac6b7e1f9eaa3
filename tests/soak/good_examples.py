"""Good examples of every kind of user input, from which the inputs of the soak are made.

They come from the kit's own data, documents and tests; games are played by chance, each from its seed.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from golden.scenes import GAMES, written_of
from pages.addresses import ADDRESSES, LIST, RESULT, SHARED

from twingkit import Game, ember, imperium
from twingkit.core import links
from twingkit.core.language import call_in_language
from twingkit.imajica.box.custom_sets import format_deck
from twingkit.imajica.box.decks import load_decks
from twingkit.learn.lesson.answer_key import HEAD as LESSON
from twingkit.learn.lesson.course import course_of
from twingkit.twing.box.box import box_csv, load_box

ROOT = Path(__file__).parents[2]
KIT = ROOT / "twingkit"
LONGEST_GAME = 60
"""The number of answers in a played record: large enough for most questions, small enough for many
records."""

BEGINNINGS = {
    "twing": ("players 2", "players F W L", "players 4\nvariant short", "players 2\nvariant ties=defender"),
    "ember": ("ember 2", "ember 4", "ember 3\nvariant quick"),
    "imajica": ("imajica 2", "imajica 4", "imajica 3\nvariant deck_limit=25"),
    "imperium": ("imperium 3", "imperium 6", "galaxy: short"),
}
"""Set-up lines of whole games."""

_FENCED = re.compile(r"^```(?:line|position)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(
    r'"((?:F|W|L|A|duel |endgame |space|ground|invasion|galaxy|ember|imajica)[^"]*(?::|vs)[^"]*)"'
)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def documented() -> tuple[str, ...]:
    """Return the lines and positions of the documents."""
    pages = sorted((ROOT / "docs").glob("*notation.md"))
    blocks = [block for page in pages for block in _FENCED.findall(_read(page))]
    return tuple(line for block in blocks for line in (*block.strip().splitlines(), block.strip()))


@cache
def tried() -> tuple[str, ...]:
    """Return the lines in the kit's tests and examples, right ones and wrong ones."""
    files = [*sorted((ROOT / "tests").rglob("*.py")), *sorted(KIT.rglob("*.toml"))]
    found = {line for path in files for line in _QUOTED.findall(_read(path)) if "{" not in line}
    return tuple(sorted(line for line in found if len(line) < 400))


@cache
def lines() -> tuple[str, ...]:
    """Return lines of every game, and the beginnings of whole games."""
    return (*documented(), *tried(), *(line for begun in BEGINNINGS.values() for line in begun))


@cache
def scenes() -> tuple[str, ...]:
    """Return snapshot records: scenes of every game, and saved games."""
    kept = [_read(path) for path in sorted((ROOT / "tests/golden/records").glob("*.record"))]
    records = [record for game in GAMES for record in written_of(game).values()]
    return tuple(record for record in (*records, *kept) if len(record) < 6_000)


def played(rng: random.Random) -> str:
    """Return a random record that follows the rules: some answers of a game, or of what a line describes."""
    game = rng.choice(tuple(BEGINNINGS))
    text = rng.choice(BEGINNINGS[game])
    begun = Game.begin(text, game=game)
    for _ in range(rng.randrange(LONGEST_GAME if game != "imperium" else LONGEST_GAME // 3)):
        if begun.question is None:
            break
        begun.answer(begun.question.format_answer(begun.question.random_answer(rng)))
    return begun.record


@cache
def addresses() -> tuple[str, ...]:
    """Return addresses of pages, `page?query`, good and damaged."""
    own = [f"{page}?{query}" for page, queries in ADDRESSES.items() for query in queries]
    return (*own, *(f"{page}?{query}" for page in ADDRESSES for query in SHARED))


@cache
def words() -> tuple[str, ...]:
    """Return the contents of links: packed texts, lines in the spelling of links, lists and results of a
    class."""
    packed = [links.pack_text(record) for record in scenes()[::40]]
    spelled = [links.to_link_value(line) for line in documented() if "\n" not in line]
    return (LIST, RESULT, *packed, *spelled)


@cache
def boxes() -> Mapping[str, tuple[str, ...]]:
    """Return custom files of cards and units, by game."""
    units = re.findall(r"```toml\n(.*?)```", _read(ROOT / "docs/imperium-notation.md"), re.DOTALL)
    return {
        "twing": (_read(KIT / "twing/box/box.toml"), box_csv(load_box())),
        "imajica": (_read(KIT / "imajica/box/cards.csv"),),
        "imperium": tuple(units),
    }


@cache
def pools() -> tuple[str, ...]:
    """Return pools of Ember, from few creatures to all."""
    whole = _read(KIT / "ember/box/pool.toml")
    return (whole, "kind,id,value,name_en,name_de,cost,when,effects\n" + "\n".join(_creatures()))


def _creatures() -> Iterator[str]:
    for creature in ember.load_pool().values():
        effects = ";".join(str(effect) for effect in creature.effects)
        name = f"{creature.name()},{call_in_language('de', creature.name)}"
        yield (
            f"creature,{creature.id},{creature.value},{name},{creature.cost}"
            f",{creature.ability_kind},{effects}"
        )


@cache
def decks() -> tuple[str, ...]:
    """Return decks of Imajica as files, in both formats."""
    return tuple(format_deck(deck, form) for deck in load_decks().values() for form in ("toml", "csv"))


@cache
def maps() -> tuple[str, ...]:
    """Return map strings, positions and set-up lines with maps of Twilight Imperium."""
    boards = tomllib.loads(_read(KIT / "imperium/box/boards.toml"))
    strings = re.findall(r'"((?:-?\d+ ){5,}-?\d+)"', json.dumps(boards))
    built = [str(imperium.new_game(n, seed=n).table.galaxy) for n in (3, 4, 6)]
    return (*strings, *built, *(line for line in lines() if line.startswith("galaxy:")))


@cache
def lessons() -> tuple[str, ...]:
    """Return lesson files, with `game` and a line feed before each."""
    texts = []
    for game in GAMES:
        course = course_of(game)
        folder = KIT / game / "lessons"
        listed = course.names if course else ()
        texts += [f"{game}\n{_read(folder / f'{name}.toml')}" for name in listed]
    house = sorted((ROOT / "docs/example-site/lessons").glob("*.toml"))
    return (*texts, *(f"twing\n{_read(path)}" for path in house))


@cache
def settings() -> tuple[str, ...]:
    """Return settings files of a publisher."""
    whole = _read(ROOT / "docs/example-site/twingkit.toml")
    return (whole, 'name = { en = "A", de = "B" }\ngames = ["ember"]\n[game.ember]\nvariant = "quick"\n')


@cache
def kept() -> tuple[str, ...]:
    """Return what browsers store: progress of courses and practice, rules met, puzzles, lists, paths in
    lessons."""
    ways = [
        f"{LESSON}\n{lesson.id}\n"
        + "".join(f"{step}: {answer}\n" for step, answer in lesson.solution[:6])
        + f"at {lesson.steps[0].id}\n"
        for game in GAMES
        if (course := course_of(game))
        for lesson in course.lessons()[::4]
    ]
    return (
        "twingkit-course 1\nshield done 4/5\nduels begun 1/5\n\n" + ways[0],
        "twingkit-practice 1\ngame twing\nasked 57\ntoday 739000 7 5\nlast shield\n"
        "topic shield 12 9 2 739003 739000\nrule TW-BAT-4 5 4 1 739001 739000 shield:winner\n"
        "again shield:winner 59\ngiven shield:winner:17 2\n"
        "game ember\nasked 3\ntopic cards 3 2 1 739003 739000\n",
        "twingkit-met 1\ngame twing 2\nrule EM-TURN-2\nrule EM-CONJ-1\n",
        "twingkit-puzzles 1\npuzzle ember 1a2b3c4d right 739000\n",
        f"twingkit-lists 1\n{LIST}\n",
        f"{RESULT}\n{RESULT}\nhello\n",
        *ways,
    )
