"""The titles of tasks, and the pages on which they are done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from twingkit.core.games import game_by_id, game_of_line
from twingkit.core.links import DamagedLinkError, line_from_link_value, to_unquoted_link_value
from twingkit.core.messages import Fault
from twingkit.core.starts import parse_start
from twingkit.core.words import LANGUAGES
from twingkit.learn.classroom.task_list import EXAMPLES, Task, checksum, printable_excerpt
from twingkit.learn.puzzles.puzzle import HARDNESS, puzzle_set, theme_title
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit_widgets.lab.labs_of_game import lab_page_that_reads
from twingkit_widgets.learn.classroom.words import WORDS
from twingkit_widgets.learn.practice.links import lesson_title
from twingkit_widgets.panel.address import addresses
from twingkit_widgets.panel.address.page_words import page_text
from twingkit_widgets.panel.address.web_address import web_address_parts_or_empty

PAGE_BY_TASK_KIND = {"lesson": "learn", "practice": "practice", "first": "first", "puzzle": "puzzles"}
"""The kind of page for each kind of task."""
_PARAMETER_BY_TASK_KIND = {"lesson": "lesson", "practice": "topic", "puzzle": "puzzle"}
_IGNORED_PARAMETERS = ("game", "seat", "seed", "view", "chart")
"""The query parameters that do not describe a position: packed games, and display settings."""
_PAGE = re.compile(r"([\w-]{1,60})(?:\?(\S*))?", re.ASCII)


def has_task_page(game: str, kind: str) -> bool:
    """True if the game has a page for tasks of this kind."""
    return addresses.page_name_of(game, PAGE_BY_TASK_KIND[kind]) is not None


def task_title(key: str, position_by_checksum: Mapping[str, str] | None = None) -> str:
    """Return the title of a task by its key; `typed_position_by_checksum` maps checksums to positions."""
    kind, _, rest = key.partition(":")
    if kind == "position":
        return WORDS.say("task.position", name=_position_title((position_by_checksum or {}).get(rest, rest)))
    game, _, name = rest.partition(":")
    try:
        of_game = game_by_id(game).title()
    except LookupError:  # a game that is not installed
        return key
    if kind == "lesson":
        title = lesson_title(game, name) or name
    elif kind == "practice":
        topics = quiz_of(game).topics
        title = topics[name].title() if name in topics else name
    else:
        title = puzzle_title(game, name) if kind == "puzzle" else name
    return WORDS.say(f"task.{kind}", game=of_game, name=title)


def puzzle_title(game: str, puzzle_or_theme: str) -> str:
    """Return the title of a puzzle, of a puzzle theme or of a difficulty level; the given name itself if it
    has no title.
    """
    there = puzzle_set(game, puzzle_or_theme) if game_by_id(game).puzzles else ()
    if not puzzle_or_theme or puzzle_or_theme in HARDNESS:
        return WORDS.say(f"level.{puzzle_or_theme or 'all'}")
    if not there:
        return puzzle_or_theme
    theme = theme_title(game, there[0].kind)
    if puzzle_or_theme == there[0].kind:
        return theme
    # Not by its theme, which may name the best answer.
    return WORDS.say("task.one", id=puzzle_or_theme, level=WORDS.say(f"level.{there[0].hardness}"))


def _position_title(text: str) -> str:
    target = page_of_position(text) if game_of_line(text) is None else None
    if target is None:
        return text
    title, what = page_text("title", target[0]), _shown_there(target[1])
    return WORDS.say("task.place", page=title, what=what) if what else title


def _shown_there(query: Mapping[str, str]) -> str:
    values = []
    for name, value in query.items():
        try:
            values += (
                []
                if name in _IGNORED_PARAMETERS
                else [line_from_link_value(value) if "_" in value else value]
            )
        except DamagedLinkError:  # the page reports the fault
            values.append(value)
    return printable_excerpt(", ".join(values))


def typed_position_by_checksum(tasks: tuple[Task, ...]) -> dict[str, str]:
    """Map the checksum of each position in a task list to the position."""
    return {checksum(task.name): task.name for task in tasks if task.kind == "position"}


def task_href(task: Task) -> str:
    """Return the address of the page on which a learner does a task; "" if the site has no such page."""
    if task.kind == "position":
        target = page_of_position(task.name)
        return addresses.page_href(target[0], **target[1]) if target else ""
    if task.unavailable_reason() is not None:
        return ""
    page = addresses.page_name_of(task.game, PAGE_BY_TASK_KIND[task.kind])
    named = {_PARAMETER_BY_TASK_KIND[task.kind]: task.name} if task.kind in _PARAMETER_BY_TASK_KIND else {}
    return addresses.page_href(page, **named) if page else ""


def page_of_position(text: str) -> tuple[str, dict[str, str]] | None:
    """Return the page that shows a position, and its query; None if no page does."""
    match = _PAGE.fullmatch(text)
    if match and addresses.shows_page(match[1]) and addresses.game_of_page(match[1]):
        return match[1], dict(parse_qsl(match[2] or ""))
    entry = game_of_line(text)
    if entry is None:
        return None
    if lab := lab_page_that_reads(entry.id, text):
        return lab, {"battle": to_unquoted_link_value(text)}
    for kind in ("step", "play"):
        page = addresses.page_name_of(entry.id, kind)
        if page:
            return page, {"line": to_unquoted_link_value(text)}
    return None


def parse_position(text: str) -> str:
    """Parse a typed position: a position string, or a link to a page of this site, of which the page and
    query are kept.

    Raises `Fault` (or the game's own error) if no page shows the position.
    """
    plain = " ".join(text.split())
    parts = web_address_parts_or_empty(plain)
    if parts.scheme in ("http", "https") and parts.netloc:
        folders = [part for part in parts.path.split("/") if part]
        places = [place for place, part in enumerate(folders) if part in LANGUAGES]
        below = "/".join(folders[places[-1] :] if places else folders[-1:])
        address = addresses.parse_address(below, parts.query)
        query = [pair for pair in parse_qsl(address.query) if pair[0] != "lang"] if address else []
        plain = f"{address.page}?{urlencode(query, safe=':@!*,~')}" if address else plain
    if page_of_position(plain) is None:
        parse_start(plain)  # raises what is wrong with the line
        raise Fault("class.item", found=plain[:60], expected=EXAMPLES["position"])
    entry = game_of_line(plain)
    if entry is not None and lab_page_that_reads(entry.id, plain) is None:
        parse_start(plain)
    return plain


def parse_puzzle_name(text: str) -> str:
    """Parse the typed name of a puzzle, or a link to its page, into the name."""
    plain = text.strip()
    match = re.search(r"[?&]puzzle=([\w.:-]+)", plain, re.ASCII)
    return match[1] if match else plain
