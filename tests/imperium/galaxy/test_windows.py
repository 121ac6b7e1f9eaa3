"""Windows of a game: players use one ability each in turn, until all pass in a row (IM-TIME-2)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from imperium.galaxy.cards.plays import hand, open_window
from imperium.galaxy.game.positions import chapter, played, say

import twingkit.imperium
from twingkit.core.play import Script
from twingkit.imperium.galaxy.table import abilities as abilities_module
from twingkit.imperium.galaxy.table.abilities import (
    Ability,
    Moment,
    abilities_by_id,
    ask_to_cancel,
    has_script,
    open_ability_window,
)
from twingkit.imperium.galaxy.table.game_table import GameTable

OWN_MOMENTS = {"action", "received"}
"""The moments that are no windows: a player's own action, and a note that is received."""

MOMENTS = sorted(
    {window for ability in abilities_by_id().values() if has_script(ability.id) for window in ability.windows}
    - OWN_MOMENTS
)
"""All moments at which an ability of a game may be used."""


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    """Return all calls in the rules of battles and games, each with the name that is called."""
    top = Path(twingkit.imperium.__file__).parent
    return tuple(
        (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""), node)
        for folder in ("battle/rules", "galaxy")
        for path in (top / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    )


def test_IM_TIME_2_every_moment_of_the_data_is_a_window():
    named = {
        call.args[0].value
        for name, call in calls()
        if name in ("Moment", "open_start_window") and isinstance(call.args[0], ast.Constant)
    }
    assert set(MOMENTS) <= named


@pytest.mark.parametrize("question", ["UseOrPass", "PlayEffect"])
def test_IM_TIME_2_one_place_asks_whether_an_ability_is_used(question):
    assert [name for name, _ in calls()].count(question) == 1


@pytest.mark.parametrize("phase", ["strategy", "action", "status", "agenda"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_IM_TIME_2_at_every_moment_players_use_one_ability_each_until_all_pass_in_a_row(
    moment, phase, monkeypatch
):
    held = [abilities_by_id()[name] for name in ("lucky", "plague")]

    def usable(table: GameTable, seat: int, moment: Moment) -> Iterator[Ability]:
        yield from held

    def use(table: GameTable, seat: int, ability_id: str, moment: Moment) -> Script[bool]:
        used.append(seat)
        return False
        yield

    used: list[int] = []
    monkeypatch.setattr(abilities_module, "usable_abilities", usable)
    monkeypatch.setattr(abilities_module, "use_cancellable_ability", use)

    def arrange(table: GameTable) -> None:
        table.current, table.speaker = 2, 1
        for seat, card in enumerate((2, 3, 1)):
            table.players[seat].strategy_cards = (card,)

    game = open_window(Moment(moment, 1), arrange, phase=phase)
    speaker_first, by_initiative = (1, 2, 0), (2, 0, 1)
    first, second, third = speaker_first if phase in ("strategy", "agenda") else by_initiative
    asked = []
    for answer in ("pass", "play lucky", "pass", "play plague", "pass", "pass", "play lucky"):
        asked.append(game.question.player)
        game.answer(answer)
    assert asked == [first, second, third, first, second, third, first]
    assert used == [second, first, first]
    assert [game.question.player, list(map(str, game.question.options()))] == [
        second,
        ["pass", "play plague"],
    ]
    say(game, "pass", "pass")
    assert game.question is None  # the first player has nothing left and passes without a word


def test_IM_TIME_2_active_player_comes_first_in_initiative_order():
    def arrange(table):
        table.current = 1
        for seat, card in enumerate((3, 2, 1)):
            table.players[seat].strategy_cards = (card,)
            table.players[seat].action_cards = ("fs",)

    game = open_window(lambda table: Moment("activated", 1, table.mecatol_system), arrange)
    assert game.question.player == 1


def test_IM_TIME_5_players_are_asked_in_rounds_whether_they_cancel_a_card():
    def run(table):
        return (yield from ask_to_cancel(table, 0, "lucky"))

    def arrange(table):
        for seat in (0, 1, 2):
            hand("sabo", "sabo", seat=seat)(table)

    game = chapter(run, arrange)
    others = []
    while game.question is not None:
        others.append(game.question.player)
        game.answer("pass")
    assert others == [1, 2]
    assert game.result is False
    game = say(chapter(run, arrange), "pass", "play sabo")
    assert (game.question, game.result) == (None, True)


def test_IM_TIME_2_moments_that_come_together_are_one_window(monkeypatch):
    def usable(table: GameTable, seat: int, moment: Moment) -> Iterator[Ability]:
        if moment.seat == seat:
            yield abilities_by_id()["salvage"]

    def use(table: GameTable, seat: int, ability_id: str, moment: Moment) -> Script[bool]:
        return False
        yield

    monkeypatch.setattr(abilities_module, "usable_abilities", usable)
    monkeypatch.setattr(abilities_module, "use_cancellable_ability", use)

    def run(table: GameTable) -> Script:
        yield from open_ability_window(table, Moment("combat.won", 1, number=0), Moment("combat.lost", 0))

    game = say(chapter(run), "pass", "play salvage")
    assert game.question.player == 0  # asked again, since the other player has used something


MEETING = (
    "galaxy: sol sardakk letnev, map 20 42 23 44 24 41 0 26 46 30 0 31 39 36 0 33 47 34, action p1, "
    "p1 cards 1 5 hand mb, p2 cards 2 6 hand s_retreat, p3 cards 3 7, at 18 p1 2 cruiser, at 23 p2 2 cruiser"
)


def test_IM_TIME_2_at_the_start_of_a_round_the_active_player_is_asked_first_and_again():
    game = played(MEETING, "activate 23", "move 18 2 cruiser")
    assert (game.question.player, game.question.rule) == (0, "IM-ACT-mb")
    game.answer("pass")
    assert (game.question.player, game.question.rule) == (1, "IM-ACT-s_retreat")
    game.answer("pass")
    assert game.question.kind not in ("play",)
    game = played(MEETING, "activate 23", "move 18 2 cruiser", "play")
    assert (game.question.player, game.question.rule) == (1, "IM-ACT-s_retreat")
