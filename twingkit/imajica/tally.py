"""The figures of games of Imajica for the arena: who won with which deck, how it ended, and when."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from twingkit.asking import one_line
from twingkit.imajica.box.decks import Deck, load_decks
from twingkit.imajica.rules.rounds import ImajicaResult
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.starts import GameStart, deck_named
from twingkit.imajica.variants.variant import Variant
from twingkit.messages import Fault
from twingkit.play import Game

ENDS = ("victory", "destiny")
"""The ends of games (see `ImajicaResult.by`)."""

Columns = Mapping[str, str | tuple[str, ...]]


def prepared(players: int, variant: Variant | str, box: Any) -> tuple[str, tuple[str, ...]]:
    """The line of a variant; the decks of a game are dealt by its seed. Raises `Fault` for a box."""
    if box is not None:
        raise Fault("no_box", rulebook(), found=one_line(str(box), 60))
    start = GameStart(decks_of(players, 0), Variant.of(variant))
    return str(start.variant), ()


def decks_of(players: int, seed: int) -> tuple[Deck, ...]:
    """Return the decks of a game: the four in an order that the seed gives, again from the first for five.

    >>> [deck.id for deck in decks_of(3, seed=1)]
    ['daughters', 'maestros', 'clean-slate']
    """
    names = list(load_decks())
    random.Random(seed).shuffle(names)
    return tuple(deck_named(names[seat % len(names)]) for seat in range(players))


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """A game that draws by itself."""
    return Game(GameStart(decks_of(players, seed), Variant.of(variant)), seed=seed, explain=explain)


def columns(players: int, policies: Iterable[str]) -> dict[str, Columns]:
    """A row for each game; none for battles, which there are not."""
    seats, names, decks = SEATS[:players], tuple(policies), tuple(load_decks())
    head: dict[str, str | tuple[str, ...]] = {"game": "int32", "seed": "int64"}
    head |= {f"policy_{seat}": names for seat in seats} | {f"deck_{seat}": decks for seat in seats}
    head |= {"starter": tuple(seats), "winner": tuple(seats), "winner_policy": names, "winner_deck": decks}
    head |= {"by": ENDS, "rounds": "int16", "answers": "int32"}
    head |= {f"sites_{seat}": "int8" for seat in seats}
    return {"games": head, "battles": {"game": "int32", "battle": "int16"}}


def rows(
    game: Game, number: int, seed: int, policies: Sequence[str]
) -> tuple[tuple[Any, ...], list[tuple[Any, ...]]]:
    """A finished game as its row, in the order of `columns`."""
    result: ImajicaResult = game.result
    start = game.start
    assert isinstance(start, GameStart)
    decks = [deck.id for deck in start.decks]
    won = result.winner
    winner = (None, None, None) if won is None else (SEATS[won], policies[won], decks[won])
    return (
        (
            *(number, seed, *policies, *decks, SEATS[game.table.starter], *winner),
            *(result.by, result.rounds, len(game), *result.sites),
        ),
        [],
    )
