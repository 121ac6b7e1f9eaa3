"""Nothing that is sent reveals hidden information: two worlds that differ only there send the same.

A text is a game: what it begins with, who plays, how far, and who reads follow from it. At a question to the
reader two kinds of other worlds are made: all that the seat cannot know is dealt anew
(`LookaheadFunctions.redeal`), and one answer that it did not see is another one
(`twingkit.core.knowledge.resample_hidden_outcomes`). The page with all its drawers, the hint, the advice of
every computer player, what programs that learn observe, and what was told are compared.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from unittest.mock import patch

from soak.good_examples import BEGINNINGS

from twingkit import Game
from twingkit.core.knowledge import (
    knew_outcome_immediately,
    messages_in_every_language,
    resample_hidden_outcomes,
)
from twingkit.core.play import TranscriptEntry
from twingkit.core.questions import ChanceQuestion
from twingkit.core.running.running_script import player_count
from twingkit.players.lookahead import lookahead_of
from twingkit.players.policies import computer_player, player_factories
from twingkit.players.rl.any_game import ALL_OPTIONS, ViewObservationLayout
from twingkit.testing.visible import recent_answers, visible_question, visible_refusals
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.panel import MatchPanel

PAGES = {"twing": "play", "ember": "ember-play", "imajica": "imajica-play", "imperium": "imperium-game"}
"""The page on which each game that hides something is played."""

DRAWERS = ("new", "help", "dice", "game", "keep", "story", "table", "rules")
"""The panels that are opened beside the table; a page without one refuses it."""

OPENED = 3
"""The number of panels opened in one game; in one game of `SELDOM` all of them."""

UNPAGED = ("view", "question", "options", "refusals", "told", "observation", "advice")
"""Panels that are not made from a game's record."""

FARTHEST = {"twing": 400, "ember": 200, "imajica": 250, "imperium": 120}
"""The largest number of answers before a question to the reader."""

SLOW = ("expert",)
"""Computer players that look ahead: used in one game of `SELDOM`."""

SELDOM = 20
DEALT = "dealt anew"
"""A world with a redealt table: its record still shows the first one, so no page is made from it."""

LOOKED_BACK = 60
"""The number of last answers, one of which is changed."""
TRIES = 12
_ID = re.compile(r"\btk[0-9a-z]*-[0-9]+\b|id=\"[^\"]*\"|(?:for|aria-[a-z]+|href)=\"#?[^\"]*\"")


class Leak(AssertionError):
    """The sent data differ, though the reader cannot distinguish the two worlds."""


def take_game(text: str) -> None:
    """Play the game of a text until its reader has a question, and compare what other worlds send."""
    rng = random.Random(text)
    name = text.partition(" ")[0]
    name = name if name in BEGINNINGS else rng.choice(tuple(BEGINNINGS))
    game = moment(name, rng)
    if game is None:
        return
    assert game.question is not None
    seat, lang = game.question.player, rng.choice(("en", "de"))
    deep = rng.randrange(SELDOM) == 0
    drawers = DRAWERS if deep else rng.sample(DRAWERS, OPENED)
    with patch("time.monotonic", return_value=0.0):  # a hint that a clock cuts short differs by that alone
        compare(game, seat, lang, deep, drawers, rng)


def compare(game: Game, seat: int, lang: str, deep: bool, drawers: Sequence[str], rng: random.Random) -> None:
    """Raise `Leak` if another world that looks the same to the seat sends something else."""
    name = game.start.name.partition(".")[0]
    tried = recent_answers(game)
    mine = sent(game, seat, lang, deep, drawers, tried)
    for world, twin in worlds(game, seat, rng):
        theirs = sent(twin, seat, lang, deep, () if world == DEALT else drawers, tried)
        for part, value in mine.items():
            if part.partition(" ")[0] not in UNPAGED and world == DEALT:
                continue
            if not are_same(value, theirs.get(part)):
                where = f"{name}, p{seat + 1} after {len(game)} answers, {world}"
                raise Leak(f"{where}: {part}: {first_difference(value, theirs.get(part))}")


def moment(name: str, rng: random.Random) -> Game | None:
    """Return a game of mixed players up to a question to one of them; None if it ended before."""
    whole = [line for line in BEGINNINGS[name] if not line.startswith("galaxy")]
    game = Game.begin(rng.choice(whole), game=name)
    among = ["random", *(player for player in player_factories(game.start.name) if player not in SLOW)]
    players = [
        computer_player(game.start, rng.choice(among), rng.randrange(999)) for _ in range(player_count(game))
    ]
    for _ in range(rng.randrange(FARTHEST[name])):
        if not _answered(game, players, rng):
            return None
    while game.question is not None and isinstance(game.question, ChanceQuestion):
        game.answer_randomly(rng)
    return game if game.question is not None else None


def _answered(game: Game, players: list, rng: random.Random) -> bool:  # type: ignore[type-arg]
    """Give one answer; False if the game is over."""
    question = game.question
    if question is None:
        return False
    if isinstance(question, ChanceQuestion):
        game.answer_randomly(rng)
    else:
        game.answer(players[question.player](game))
    return True


def worlds(game: Game, seat: int, rng: random.Random) -> Iterator[tuple[str, Game]]:
    """Yield other worlds that look the same to a seat, each with how it was made."""
    ahead = lookahead_of(game)
    if (redeal := ahead.redeal_function(game)) is not None:
        number = rng.randrange(2**32)
        twin = game.with_change(lambda table: redeal(table, seat, random.Random(number)))
        if twin.table.key() != game.table.key():
            yield DEALT, twin
    first = max(0, len(game) - LOOKED_BACK)
    places = [first + number for number, entry in enumerate(game.entries(first)) if _unseen(entry, seat)]
    for place in rng.sample(places, min(TRIES, len(places))):
        twin = resample_hidden_outcomes(game, seat, [place], rng)
        if twin is None or twin.record == game.record:
            continue
        question, same = game.question, twin.question
        if (
            question is not None
            and same is not None
            and (question.kind, question.player) == (same.kind, same.player)
        ):
            if not knew_outcome_immediately(game, seat, place):
                yield f"another answer {place + 1}", twin
            return


def _unseen(entry: TranscriptEntry, seat: int) -> bool:
    """Return whether a ruling on an answer hides something from a seat, or chance gave the answer."""
    return isinstance(entry.question, ChanceQuestion) or any(
        ruling.seen_by(seat).text() != ruling.text() for ruling in entry.rulings
    )


# -- what is sent


def sent(
    game: Game, seat: int, lang: str, deep: bool, drawers: Sequence[str], tried: Sequence[str]
) -> Mapping[str, object]:
    """Return everything that is sent to a reader at a seat, by kind, with the replies to the answers `tried`;
    nothing of a page if no panels are opened."""
    question = game.question
    assert question is not None
    parts: dict[str, object] = {
        "view": game.view(seat),
        **visible_question(game, seat),
        "refusals": visible_refusals(game, seat, tried),
        "told": messages_in_every_language(game, seat),
        "observation": ViewObservationLayout().encode_view(game.view(seat), ALL_OPTIONS),
    }
    for name in player_factories(game.start.name):
        if name not in SLOW or deep:
            answer = computer_player(game.start, name, 7)(game.copy())
            parts[f"advice of {name}"] = answer if isinstance(answer, str) else question.format_answer(answer)
    if not drawers:
        return parts
    panel = page_of(game, seat, lang)
    parts["gone on"] = len(panel.match.game) > len(game)
    if parts["gone on"]:
        return parts  # an answer without a choice was given for the reader, and then others chose
    parts["page"] = _html(panel)
    parts["still"] = str(panel.static_html()).replace(panel._prefix, "")
    parts["address"] = panel.address()
    for act in ("all_turns", *(f"toggle_panel {drawer}" for drawer in drawers), *(("hint",) if deep else ())):
        panel.status = ""
        panel.do(*act.split())
        parts[act] = (_html(panel), panel.status)
        if panel.error is not None:
            panel.do("dismiss")
    parts["what if"] = [(throw.index, throw.seat) for throw in panel.match.changeable_results()]
    return parts


def page_of(game: Game, seat: int, lang: str) -> MatchPanel:
    """Return the page of a game in progress, as a seat sees it."""
    opened = _page(game.start.name.partition(".")[0], lang)
    settings = opened.match.settings.with_start(game.start)
    settings = settings.changed(seat=seat)
    opened.ui_state = opened._opened(id_prefix=opened._prefix)
    opened._show_match(Match(settings, game.copy()))
    opened.status = ""
    opened.refresh()
    return opened


@cache
def _page(name: str, lang: str) -> MatchPanel:
    panel = page(PAGES[name], f"seed=1&lang={lang}").panels[0]
    assert isinstance(panel, MatchPanel), panel
    return panel


def _html(panel: MatchPanel) -> str:
    """Return the HTML of a panel, without its own name."""
    return panel.html.replace(panel._prefix, "")


def are_same(one: object, other: object) -> bool:
    """Return whether two values are the same, apart from counting names."""
    return one == other or _ID.sub("", str(one)) == _ID.sub("", str(other))


def first_difference(one: object, other: object) -> str:
    """Return where two values start to differ."""
    left, right = (_ID.sub("", str(value)) for value in (one, other))
    signs = enumerate(zip(left, right, strict=False))
    place = next((n for n, (a, b) in signs if a != b), min(len(left), len(right)))
    return f"…{left[max(0, place - 60) : place + 60]!r} or …{right[max(0, place - 60) : place + 60]!r}"
