"""Statistics of Imajica games for the arena: who won with which deck, how the game ended, and when."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from twingkit.analyse.arena.tallies import EMPTY_BATTLE_COLUMNS, ColumnTypes, GameRows, core_game_columns
from twingkit.core.play import Game
from twingkit.imajica.box.cards import Cards, load_cards
from twingkit.imajica.box.custom_sets import (
    CARD_KEYWORD,
    MOST_DECKS,
    CustomBox,
    load_custom_box,
    parse_card_lines,
)
from twingkit.imajica.box.decks import Deck, deck_from_lines, load_decks
from twingkit.imajica.rules.rounds import ImajicaResult
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS
from twingkit.imajica.starts import GameStart
from twingkit.imajica.variants.variant import Variant

END_REASONS = ("victory", "destiny")
"""Ways in which games end (see `ImajicaResult.end_reason`)."""


_OWN_DECK_NAMES = tuple(f"own{number}" for number in range(1, MOST_DECKS + 1))
"""Names of custom decks, in the order of their files."""


def variant_and_box_lines(players: int, variant: Variant | str, box: object) -> tuple[str, tuple[str, ...]]:
    """Return the settings of a run as text: the variant's line, and the lines of custom decks and cards (none
    for the starter decks).

    `box` is a `CustomBox` or its folder. The seed of a game decides who gets which deck. Raises `Fault`,
    `BoxError` and `OSError`.
    """
    own = box if box is None or isinstance(box, CustomBox) else load_custom_box(str(box))
    lines: list[str] = []
    if own is not None:
        start = GameStart(_decks_in_random_order(FEWEST_SEATS, 0, own.decks), cards=own.cards)
        lines = [f"deck own: {', '.join(deck.lines())}" for deck in own.decks]
        lines += [line for line in start.setup_lines() if line.startswith(f"{CARD_KEYWORD} ")]
    decks, cards = _own(tuple(lines))
    return str(
        GameStart(_decks_in_random_order(players, 0, decks), Variant.resolve(variant), cards).variant
    ), tuple(lines)


def _own(box: tuple[str, ...]) -> tuple[tuple[Deck, ...], Cards]:
    if not box:
        return tuple(load_decks().values()), load_cards()
    cards = parse_card_lines([line for line in box if line.startswith(f"{CARD_KEYWORD} ")])
    lines = [line.partition(":")[2].split(",") for line in box if line.startswith("deck ")]
    return tuple(
        deck_from_lines(name, deck) for name, deck in zip(_OWN_DECK_NAMES, lines, strict=False)
    ), cards


def _decks_in_random_order(players: int, seed: int, decks: Sequence[Deck] = ()) -> tuple[Deck, ...]:
    """Return the decks of a game, one for each player, in an order that depends on the seed.

    These are `decks`, or the four starter decks. If there are fewer decks than players, they start again from
    the first.

    >>> [deck.id for deck in _decks_in_random_order(3, seed=1)]
    ['daughters', 'maestros', 'clean-slate']
    """
    shuffled = list(decks or load_decks().values())
    random.Random(seed).shuffle(shuffled)
    return tuple(shuffled[seat % len(shuffled)] for seat in range(players))


def new_game(players: int, variant: str, box: tuple[str, ...], seed: int, explain: bool) -> Game:
    """Return a new game of Imajica for the arena, from the settings of a run; its cards are drawn at random
    by `seed`.
    """
    decks, cards = _own(box)
    start = GameStart(_decks_in_random_order(players, seed, decks), Variant.resolve(variant), cards)
    return Game(start, seed=seed, explain=explain)


def columns(players: int, policies: Iterable[str]) -> dict[str, ColumnTypes]:
    """Return the columns of the arena's tables with their types. Imajica has no table of battles."""
    seats, names, decks = SEATS[:players], tuple(policies), (*load_decks(), *_OWN_DECK_NAMES)
    games = core_game_columns(seats, names) | {"starter": tuple(seats)}
    games |= {"winner": tuple(seats), "winner_policy": names, "winner_deck": decks}
    games |= {"end_reason": END_REASONS, "rounds": "int16", "answers": "int32"}
    own: ColumnTypes = {
        "score": "int8",
        "rounds": "int16",
        "deck": decks,
        "starter": "int8",
        "destiny": "int16",
        "out": "int8",
        "end_reason": END_REASONS,
    }
    return {"games": games, "seats": own, "battles": EMPTY_BATTLE_COLUMNS}


def rows(game: Game, game_number: int, seed: int, policies: Sequence[str]) -> GameRows:
    """Return the rows of a finished game, in the order of `columns`."""
    result: ImajicaResult = game.result
    start, table = game.start, game.table
    assert isinstance(start, GameStart)
    decks = [deck.id for deck in start.decks]
    won = result.winner
    winner = (None, None, None) if won is None else (SEATS[won], policies[won], decks[won])
    row = (
        *(game_number, seed, *policies, SEATS[table.starter], *winner),
        *(result.end_reason, result.rounds, len(game)),
    )
    seats = [
        (
            *(result.site_counts[seat], result.rounds, decks[seat], int(table.starter == seat)),
            *(player.destiny.shuffled_count, int(player.is_out), result.end_reason),
        )
        for seat, player in enumerate(table.players)
    ]
    return GameRows(row, seats)
