"""The same argument has the same default everywhere; exceptions are listed here with the reason."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Iterator
from types import ModuleType

import pytest

import twingkit
from twingkit import arena, charts, ember, imajica, imperium, twing

HOMES: tuple[ModuleType, ...] = (twing, imperium, ember, imajica, arena, charts, twingkit)

REASONS = {
    "budget": "seconds, of rounds by an estimate",
    "by": "a property to compare by, or columns that tell rows apart",
    "cards": "cards to weigh, the number of cards dealt, or a set of cards",
    "depth": "levels of a tree, or how thoroughly a game is reviewed",
    "goal": "each game has goals of its own",
    "kind": "the kind of battle that is drawn, or of a figure",
    "leads": "a shield stands where spells do not: its curve goes on to higher leads",
    "name": "the first board, or one's own deck",
    "player": "the player who is asked now (None), or the first one",
    "players": "two; the learner's game of Twilight Imperium has its own three; a map has as many as homes",
    "processes": "games of the arena are spread by themselves, cells of a sweep if asked for",
    "responses": "odds of what is written: the dice alone; advice, worth, changes: best play",
    "rolls": "who rolls the dice, or for which rolls a face is given",
    "rounds": "the rounds of plans to compare, or the last round",
    "samples": "exact where it can be done (None), always drawn where it cannot",
    "seed": "an analysis is the same each time (0), a game another (None)",
    "side": "both sides (None), or the one that is asked about first",
    "theme": "figures take over the theme that is set (`twingkit.set_defaults`), a printed one is light",
    "top": "as many bars as the figure has room for",
    "turns": "the chances of all creatures within 1, 2 and 3 turns, the worth of cards within one number",
    "variant": "a battle of Twilight Imperium can bring its own (None); the arena keeps the line",
    "width": "a page's own, a narrow print's, a picture's",
}
"""The arguments with several defaults for one name, and the reason."""


def defaults() -> dict[str, dict[str, list[str]]]:
    """Return the defaults of each argument by its name, with the functions that have them."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for where, name, default in listed():
        found[name][repr(default)].append(where)
    return found


def listed() -> Iterator[tuple[str, str, object]]:
    """Yield the public functions with each of their arguments that has a default."""
    for home in HOMES:
        for short in home.__all__:
            function = getattr(home, short)
            if inspect.isfunction(function):
                for name, parameter in inspect.signature(function).parameters.items():
                    if parameter.default is not parameter.empty:
                        yield f"{home.__name__}.{short}", name, parameter.default


def test_arguments_of_one_name_have_one_default_or_a_reason() -> None:
    several = {name: found for name, found in defaults().items() if len(found) > 1}
    assert set(several) == set(REASONS), (
        "a new difference needs its reason, one that has gone leaves the list"
    )


def test_odds_are_of_the_dice_alone_and_decisions_of_best_play() -> None:
    found = defaults()["responses"]
    assert "'none'" in found
    for name in (
        "odds",
        "odds_many",
        "odds_given_faces",
        "odds_now",
        "duel_odds",
    ):
        assert f"twingkit.twing.{name}" in found["'none'"], name
    for name in ("advise", "worth", "creature_points_lost"):
        assert f"twingkit.twing.{name}" in found["'best'"], name


def test_an_analysis_is_the_same_each_time_and_a_game_another() -> None:
    for default, names in defaults()["seed"].items():
        games = {name for name in names if name.endswith("_game")}
        assert games == (set(names) if default == "None" else set()), default


@pytest.mark.parametrize("game", [twing, imperium, ember, imajica], ids=lambda game: game.__name__)
def test_without_another_word_the_rules_are_those_of_the_box(game: ModuleType) -> None:
    for where, name, default in listed():
        if where.startswith(game.__name__) and name == "variant":
            assert default is None or str(default) == "box", where
