"""Positions of whole games for tests: a prepared table, and the script of one chapter on it."""

from collections.abc import Callable

import attrs

from twingkit.core.acts import Act
from twingkit.core.play import Game, Script
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imperium.box.decks import full_decks
from twingkit.imperium.galaxy.phases.ending import GameOver
from twingkit.imperium.galaxy.phases.set_up import set_up_faction
from twingkit.imperium.galaxy.starts import SHORT_FACTIONS, GameStart, position_game
from twingkit.imperium.galaxy.table.game_table import GameTable

OVER = "over"
"""The result of a chapter in which the game ended."""


@attrs.frozen
class Chapter(GameStart):
    """A start that runs one chapter on a table prepared by `arrange`; any factions may sit at the short
    game's map, and any note of the box may be in a hand."""

    arrange: Callable[[GameTable], None] = lambda table: None
    chapter: Callable[[GameTable], Script] = attrs.field(kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Skip all checks."""

    def table(self) -> GameTable:
        """Return the short game's table with its factions placed, then arranged."""
        table = super().table()
        for seat in range(self.seats):
            set_up_faction(table, seat)
        table.note_cards_in_game = frozenset(full_decks().promissory_notes)
        table.phase, table.round = "action", 1
        self.arrange(table)
        return table

    def script(self, table: GameTable) -> Script:
        """Run only the chapter; `OVER` if the game ends in it."""
        try:
            result = yield from self.chapter(table)
        except GameOver:
            return OVER
        return result


def a_table() -> GameTable:
    """Return the short game's table with every faction at home."""
    table = GameStart(SHORT_FACTIONS, True).table()
    for seat in range(len(table.players)):
        set_up_faction(table, seat)
    return table


def played(line: str, *answers: str) -> Game:
    """Return the game of a position after these answers."""
    return position_game(line).give_answers(*answers)


def chapter(
    run, arrange=lambda table: None, *, variant="box", factions=("sol", "hacan", "letnev"), short=True
):
    """Return a game that runs one chapter; dice and cards are typed."""
    return Game(Chapter(factions, short, variant, arrange=arrange, chapter=run), rolls="ask")


def system(table, number):
    """Return the index of a system, by its tile."""
    return table.galaxy.system(number).index


def empty(table):
    """Remove all units from the board; planets keep their controllers."""
    table.space = [{} for _ in table.space]
    table.ground = {planet: {} for planet in table.ground}


def put(table, seat, where, hurt=(), **units):
    """Put units into the space of a tile or on a planet; `hurt` names classes with one damaged unit."""
    place = where if where in table.planet_controllers else system(table, where)
    for name, count in units.items():
        table.put_units(seat, place, name, count, int(name in hurt))


def take_planets(table, seat, *planets):
    """Give planets to a player, ready."""
    for planet in planets:
        table.planet_controllers[planet] = seat


def sheet(table, seat, **values):
    """Set values on a player's sheet."""
    for name, value in values.items():
        setattr(table.players[seat], name, value)


def in_space(game, seat, number):
    """Return a player's units in the space of a tile, as a dictionary."""
    return dict(game.table.units_in_space(seat, system(game.table, number)).counts)


def on_planet(game, seat, planet):
    """Return a player's units on a planet, as a dictionary."""
    return dict(game.table.units_on_planet(seat, planet).counts)


def say(game, *answers):
    """Give answers one after another; return the game."""
    for answer in answers:
        game.answer(answer)
    return game


def cases(game):
    """Return the rules and cases that were cited."""
    return [(ruling.rule, ruling.case) for ruling in game.rulings]


def case(game, answer):
    """Return the rule and case that forbid an answer to the pending question; None if it is allowed."""
    refusal = game.refusal(answer)
    return None if refusal is None else (refusal.rule, refusal.case)


def kind(game):
    """Return the kind of the pending question and the seat that must answer; None if nothing is pending."""
    return None if game.question is None else (game.question.kind, game.question.player)


def options(game):
    """Return the options of the pending question, acts as texts."""
    return [str(answer) if isinstance(answer, Act) else answer for answer in game.question.options()]


def deck(*cards: str) -> DeckWithKnownEnds:
    """Return a deck with these cards."""
    return DeckWithKnownEnds(cards)
