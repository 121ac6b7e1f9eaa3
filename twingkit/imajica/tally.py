"""Statistics of Imajica games for the arena: who won with which deck, how the game ended, and when."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from twingkit.analyse.arena.tallies import NO_BATTLES, Columns, columns_of
from twingkit.core.play import Game
from twingkit.imajica.box.cards import Cards, load_cards
from twingkit.imajica.box.custom_sets import CARD, MOST_DECKS, CustomBox, cards_of_lines, load_custom_box
from twingkit.imajica.box.decks import Deck, deck_from_lines, load_decks
from twingkit.imajica.rules.rounds import ImajicaResult
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS
from twingkit.imajica.starts import GameStart
from twingkit.imajica.variants.variant import Variant

ENDS = ("victory", "destiny")
"""Ways in which games end (see `ImajicaResult.by`)."""


OWN = tuple(f"own{number}" for number in range(1, MOST_DECKS + 1))
"""Names of custom decks, in the order of their files."""


def prepare(players: int, variant: Variant | str, box: object) -> tuple[str, tuple[str, ...]]:
    """Return the line of a variant, and the lines of custom decks and cards (none for the starter decks).

    `box` is a `CustomBox` or its folder. The seed of a game decides who gets which deck. Raises `Fault`,
    `BoxError` and `OSError`.
    """
    own = box if box is None or isinstance(box, CustomBox) else load_custom_box(str(box))
    lines: list[str] = []
    if own is not None:
        start = GameStart(decks_of(FEWEST_SEATS, 0, own.decks), cards=own.cards)
        lines = [f"deck own: {', '.join(deck.lines())}" for deck in own.decks]
        lines += [line for line in start.lines() if line.startswith(f"{CARD} ")]
    decks, cards = _own(tuple(lines))
    return str(GameStart(decks_of(players, 0, decks), Variant.resolve(variant), cards).variant), tuple(lines)


def _own(box: tuple[str, ...]) -> tuple[tuple[Deck, ...], Cards]:
    """Return the decks and the set of cards from the lines of a run."""
    if not box:
        return tuple(load_decks().values()), load_cards()
    cards = cards_of_lines([line for line in box if line.startswith(f"{CARD} ")])
    lines = [line.partition(":")[2].split(",") for line in box if line.startswith("deck ")]
    return tuple(deck_from_lines(name, deck) for name, deck in zip(OWN, lines, strict=False)), cards


def decks_of(players: int, seed: int, decks: Sequence[Deck] = ()) -> tuple[Deck, ...]:
    """Return the decks of a game, in an order that depends on the seed.

    These are `decks`, or the four starter decks. If there are fewer decks than players, they start again from
    the first.

    >>> [deck.id for deck in decks_of(3, seed=1)]
    ['daughters', 'maestros', 'clean-slate']
    """
    shuffled = list(decks or load_decks().values())
    random.Random(seed).shuffle(shuffled)
    return tuple(shuffled[seat % len(shuffled)] for seat in range(players))


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """Return a game that draws cards at random."""
    decks, cards = _own(box)
    start = GameStart(decks_of(players, seed, decks), Variant.resolve(variant), cards)
    return Game(start, seed=seed, explain=explain)


def bots() -> tuple[str, ...]:
    """Return the computer players for whole games, the strongest first."""
    from twingkit.imajica.players import NAMES  # loaded when a computer plays

    return NAMES[::-1]


def columns(players: int, policies: Iterable[str]) -> dict[str, Columns]:
    """Return the columns of the table with a row for each game. There is no table of battles."""
    seats, names, decks = SEATS[:players], tuple(policies), (*load_decks(), *OWN)
    head = columns_of(seats, names) | {f"deck_{seat}": decks for seat in seats}
    head |= {"starter": tuple(seats), "winner": tuple(seats), "winner_policy": names, "winner_deck": decks}
    head |= {"by": ENDS, "rounds": "int16", "answers": "int32"}
    head |= {f"sites_{seat}": "int8" for seat in seats}
    return {"games": head, "battles": NO_BATTLES}


def rows(
    game: Game, number: int, seed: int, policies: Sequence[str]
) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
    """Return the row of a finished game, in the order of `columns`."""
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
