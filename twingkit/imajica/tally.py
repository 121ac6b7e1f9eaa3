"""The figures of games of Imajica for the arena: who won with which deck, how it ended, and when."""

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
"""The ends of games (see `ImajicaResult.by`)."""


OWN = tuple(f"own{number}" for number in range(1, MOST_DECKS + 1))
"""The names of one's own decks, in the order of their files."""


def prepare(players: int, variant: Variant | str, box: object) -> tuple[str, tuple[str, ...]]:
    """The line of a variant, and the lines of one's own decks and set (none for the ready-made ones).

    `box` is an `CustomBox` or its folder; the decks of a game are dealt by its seed. Raises `Fault`,
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
    """The decks and the set of the lines of a run."""
    if not box:
        return tuple(load_decks().values()), load_cards()
    cards = cards_of_lines([line for line in box if line.startswith(f"{CARD} ")])
    lines = [line.partition(":")[2].split(",") for line in box if line.startswith("deck ")]
    return tuple(deck_from_lines(name, deck) for name, deck in zip(OWN, lines, strict=False)), cards


def decks_of(players: int, seed: int, decks: Sequence[Deck] = ()) -> tuple[Deck, ...]:
    """Return the decks of a game: these, or the four, in an order that the seed gives, and again from the
    first if they are fewer than the players.

    >>> [deck.id for deck in decks_of(3, seed=1)]
    ['daughters', 'maestros', 'clean-slate']
    """
    shuffled = list(decks or load_decks().values())
    random.Random(seed).shuffle(shuffled)
    return tuple(shuffled[seat % len(shuffled)] for seat in range(players))


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """A game that draws by itself."""
    decks, cards = _own(box)
    start = GameStart(decks_of(players, seed, decks), Variant.resolve(variant), cards)
    return Game(start, seed=seed, explain=explain)


def bots() -> tuple[str, ...]:
    """The computer players of whole games, the strongest first."""
    from twingkit.imajica.players import NAMES  # loaded when a computer plays

    return NAMES[::-1]


def columns(players: int, policies: Iterable[str]) -> dict[str, Columns]:
    """A row for each game; none for battles, which there are not."""
    seats, names, decks = SEATS[:players], tuple(policies), (*load_decks(), *OWN)
    head = columns_of(seats, names) | {f"deck_{seat}": decks for seat in seats}
    head |= {"starter": tuple(seats), "winner": tuple(seats), "winner_policy": names, "winner_deck": decks}
    head |= {"by": ENDS, "rounds": "int16", "answers": "int32"}
    head |= {f"sites_{seat}": "int8" for seat in seats}
    return {"games": head, "battles": NO_BATTLES}


def rows(
    game: Game, number: int, seed: int, policies: Sequence[str]
) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
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
