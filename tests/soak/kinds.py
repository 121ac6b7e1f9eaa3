"""The kinds of inputs, the functions that take them, and the limits of time and memory for one input."""

from __future__ import annotations

import random
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import attrs
from soak import good_examples as good
from soak.errors import is_clear_error
from soak.hidden import take_game
from soak.visits import (
    clicks,
    recalled,
    recalled_by_pages,
    sets_of_clicks,
    take_address,
    take_messages,
    take_recalled,
)
from soak.ways import Way, another_table, changed, written

from twingkit import Game
from twingkit.core.games import games
from twingkit.core.links import line_from_link_value, raw_query_value, to_link_value, unpack_text
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.core.starts import parse_start
from twingkit.core.words import LANGUAGES
from twingkit.ember.box.pool import parse_pool
from twingkit.ember.notation.position import Position as EmberPosition
from twingkit.ember.rules.costs import Cost
from twingkit.imajica.box.cards import parse_card_set
from twingkit.imajica.box.custom_sets import parse_deck
from twingkit.imajica.box.decks import deck_refusals
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit.imajica.notation.position import Position as ImajicaPosition
from twingkit.imperium.battle.custom_units import parse_units
from twingkit.imperium.battle.notation.battle_line import Battle as FleetBattle
from twingkit.imperium.galaxy.galaxy_position import GalaxyPosition
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.map.map_faults import custom_board, map_faults
from twingkit.learn.classroom import TaskList
from twingkit.learn.classroom.pasted_results import parse_results
from twingkit.learn.classroom.result import TaskListResult
from twingkit.learn.classroom.saved_lists import SavedLists
from twingkit.learn.first_game.met_rules import FirstGameProgress
from twingkit.learn.lesson.answer_key import HEAD as LESSON
from twingkit.learn.lesson.course import course_of, with_own_lessons
from twingkit.learn.lesson.lesson import Lesson
from twingkit.learn.lesson.progress import CourseProgress
from twingkit.learn.lesson.rehearsal import lesson_faults
from twingkit.learn.lesson.run import LessonRun
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit.learn.quiz.saved_progress import games_in, saved_ledger
from twingkit.twing.box.box import parse_box
from twingkit.twing.exact_odds.support_line import SupportedBattle
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.duel_line import Duel
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.notation.situation import Situation
from twingkit_widgets.site.publisher.settings_check import settings_faults

Taken = Callable[[str], object]
"""A function that takes an input: it returns, or refuses it with one of the kit's own errors."""

READERS: tuple[Taken, ...] = (
    Battle.parse,
    SupportedBattle.parse,
    Duel.parse,
    EndgameAttack.parse,
    Situation.parse,
    FleetBattle.parse,
    GalaxyPosition.parse,
    EmberPosition.parse,
    ImajicaPosition.parse,
    RivalsStoppingQuestion.parse,
    Cost.parse,
)
"""The functions that parse a line without playing it."""

KEPT: tuple[Taken, ...] = (
    CourseProgress.parse,
    FirstGameProgress.parse,
    TriedPuzzles.parse,
    SavedLists.parse,
    parse_results,
    games_in,
)
"""The functions that read what a browser stored."""


class Broken(AssertionError):
    """An input broke a promise without raising an error."""


@attrs.frozen
class Kind:
    """One kind: what makes its inputs (besides Hypothesis), what takes them, its share of all inputs, the
    processor seconds and the MiB that one may take."""

    name: str
    examples: Callable[[], Sequence[str]]
    take: Taken
    share: float
    seconds: float
    written: Way | None = None
    """Inputs by the grammar or the rules; None: changed good examples."""
    memory: int = 256

    def make(self, rng: random.Random) -> str:
        """Return a random input, by grammar or by changing a good example."""
        if self.written is not None and rng.random() < 0.5:
            text = self.written(rng)
            if rng.random() < 0.4:
                return text
            return changed(text, self.examples(), rng)
        return changed(rng.choice(self.examples()), self.examples(), rng)


def each_refused_clearly(readers: Sequence[Taken], text: str) -> None:
    """Give a text to several readers; those that refuse it must do so clearly. A parsed text is written and
    parsed again with the same result."""
    for reader in readers:
        try:
            read = reader(text)
        except Exception as why:
            if not is_clear_error(why):
                raise
            continue
        if reader in READERS and str(reader(str(read))) != str(read):
            raise Broken(
                f"{reader.__qualname__} wrote {str(read)!r}, and reads it as {str(reader(str(read)))!r}"
            )


# -- lines, records


def take_line(text: str) -> None:
    """Check that a line begins a game whose first question can be shown, and is written as it was read."""
    each_refused_clearly(READERS, text)
    start = parse_start(text)
    again = type(start).parse(start.setup_lines())
    if again.setup_lines() != start.setup_lines():
        raise Broken(f"{start.setup_lines()} are read as {again.setup_lines()}")
    ask(Game(start, rolls="ask"))


def ask(game: Game) -> None:
    """Check that the question of a game can be shown to everybody, and that its first answers can be
    written."""
    if game.question is None:
        return
    for lang in LANGUAGES:
        game.question.text(lang)
    for ruling in game.latest_rulings:
        ruling.text("de")
    for _, option in zip(range(3), game.question.options(), strict=False):
        game.question.format_answer(option)


def take_record(text: str) -> None:
    """Check that a record can be replayed, and that the result is a record of the same game."""
    game = Game.replay(text)
    ask(game)
    record = game.record
    if Game.replay(record).record != record:
        raise Broken("the record of the record is another one")


# -- links


def take_word(text: str) -> None:
    """Check that a word of a link is read or refused."""
    plain = raw_query_value(f"battle={text}", "battle")
    readers = (
        line_from_link_value,
        unpack_text,
        TaskList.from_token,
        TaskListResult.from_token,
        to_link_value,
    )
    each_refused_clearly(readers, plain or text)


# -- files


def take_box(text: str) -> None:
    """Take a file with cards or units."""
    suffix = ".csv" if text.lstrip("\ufeff")[:5] == "kind," else ".toml"
    refused = None
    for reader in (parse_box, parse_card_set):
        try:
            reader(text, "own", suffix)
        except Exception as why:
            if not is_clear_error(why):
                raise
            refused = why
    if suffix == ".toml":
        parse_units(text, "own")
    elif refused:
        raise refused


def take_pool(text: str) -> None:
    """Take a pool of Ember."""
    for creature in parse_pool(text, "own", ".csv" if text[:5] == "kind," else ".toml").values():
        creature.text("de")


def take_deck(text: str) -> None:
    """Take a deck of Imajica, and check it by the rules."""
    deck = parse_deck(text, "csv" if text.startswith("copies") else "toml")
    for fault in deck_refusals(deck):
        is_clear_error(fault)


def take_map(text: str) -> None:
    """Take a map string, or a position with one."""
    if text.startswith("galaxy"):
        take_line(text)
        return
    for fault in map_faults(Galaxy.parse(text)):
        is_clear_error(fault)
    custom_board(text, 3)


@contextmanager
def folder_with(**files: str) -> Iterator[Path]:
    """Make a temporary folder with some files."""
    with tempfile.TemporaryDirectory(dir=_fast()) as name:
        for file, text in files.items():
            Path(name, file).write_text(text, encoding="utf-8", errors="surrogatepass")
        yield Path(name)


@cache
def _fast() -> str | None:
    """Return a folder in memory, if there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() and shutil.disk_usage("/dev/shm").free > 2**26 else None


def take_lesson(text: str) -> None:
    """Take a publisher's lesson, of the game on its first line, and play it through by its solution."""
    game, _, lesson = text.partition("\n")
    course = course_of(game if game in {entry.id for entry in games()} else "twing")
    if course is None:
        return
    with folder_with(**{"mine.toml": lesson}) as folder:
        own = with_own_lessons(course, folder).lesson("mine")
        lesson_faults(own)


def take_settings(text: str) -> None:
    """Take a publisher's settings: all their faults are named."""
    with folder_with(
        **{"twingkit.toml": text, "menu.md": "# Menu\n", "imprint.en.md": "# Imprint\n"}
    ) as folder:
        for fault in settings_faults(folder / "twingkit.toml"):
            if not is_clear_error(fault):
                raise Broken(repr(fault))


# -- what a browser keeps


def take_kept(text: str) -> None:
    """Give what a browser stored to everything that reads such texts, and to a page."""
    each_refused_clearly(KEPT, text)
    for entry in games():
        if entry.questions:
            each_refused_clearly((lambda kept, game=entry.id: saved_ledger(kept, game),), text)
    head, _, rest = text.partition("\n")
    for lesson in _lessons().get(rest.partition("\n")[0], ()) if head == LESSON else ():
        LessonRun.replay(lesson, text)


@cache
def _lessons() -> Mapping[str, Sequence[Lesson]]:
    courses = [course for entry in games() if (course := course_of(entry.id))]
    found: dict[str, list[Lesson]] = {}
    for lesson in (lesson for course in courses for lesson in course.lessons()):
        found.setdefault(lesson.id, []).append(lesson)
    return found


# -- all of them


def _toml(examples: Callable[[], Sequence[str]], head: bool = False) -> Way:
    """Return a function that makes TOML files with other values; `head`: their first line is not TOML."""

    def make(rng: random.Random) -> str:
        text = rng.choice([one for one in examples() if head or _is_toml(one)])
        first, _, rest = text.partition("\n") if head else ("", "", text)
        return f"{first}\n{another_table(rest, rng)}" if head else another_table(rest, rng)

    return make


@cache
def _is_toml(text: str) -> bool:
    try:
        return bool(tomllib.loads(text))
    except tomllib.TOMLDecodeError:
        return False


def _part(name: str) -> Way:
    return lambda rng: written(name, rng)


def all_boxes() -> Sequence[str]:
    """Return boxes of all games that have some."""
    return tuple(text for texts in good.boxes().values() for text in texts)


def dealt_game(rng: random.Random) -> str:
    """Return the number of a game in which leaks are looked for: games take turns, chosen at random."""
    return f"{rng.choice(tuple(good.BEGINNINGS))} {rng.randrange(10**9)}"


def dealt_games() -> Sequence[str]:
    """Return one such game of each."""
    return tuple(f"{game} 1" for game in good.BEGINNINGS)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("lines", good.lines, take_line, 0.3188, DEFAULT_BUDGET_SECONDS + 5, _part("line"), 1_024),
        Kind("records", good.scenes, take_record, 0.05, 10.0, good.played),
        Kind("words", good.words, take_word, 0.4, 1.0, _part("link")),
        Kind("links", good.addresses, take_address, 0.003, 20.0, _part("address")),
        Kind("boxes", all_boxes, take_box, 0.007, 5.0, _toml(all_boxes)),
        Kind("pools", good.pools, take_pool, 0.01, 5.0, _toml(good.pools)),
        Kind("decks", good.decks, take_deck, 0.08, 2.0, _toml(good.decks)),
        Kind("maps", good.maps, take_map, 0.05, 5.0, _part("map")),
        Kind("lessons", good.lessons, take_lesson, 0.004, 10.0, _toml(good.lessons, head=True)),
        Kind("settings", good.settings, take_settings, 0.008, 2.0, _toml(good.settings)),
        Kind("messages", sets_of_clicks, take_messages, 0.002, 60.0, clicks),
        Kind("recalled", recalled_by_pages, take_recalled, 0.003, 20.0, recalled),
        Kind("hidden", dealt_games, take_game, 0.0042, 60.0, dealt_game),
        Kind("kept", good.kept, take_kept, 0.06, 5.0, _part("kept")),
    )
}
"""Every kind by its name; the shares add up to 1. What takes a millisecond comes more often than what opens a
page; of ten million inputs 42,000 are games with hidden things, more than ten thousand of each."""
