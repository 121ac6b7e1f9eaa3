"""Cats, traps and Miromon in arena games: how often they were played, and how often their players won."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.analyse.arena.results import Results
from twingkit.core.arguments import check_arguments, list_of, one_of_words
from twingkit.core.arguments.game_kinds import results_or_frame_kind
from twingkit.core.language import Lang, localized
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import DataFrame, Series, frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE, won_share_cells
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARDS
from twingkit.twing.rules.rulebook import rulebook


@with_column_meanings
@check_arguments(
    results=results_or_frame_kind("twing", "battles", "attack_spells", "defence_spells", "winner")
)
@localized
def battle_card_win_rates(
    results: Results | DataFrame, *, confidence: float = DEFAULT_CONFIDENCE, lang: Lang | None = None
) -> DataFrame:
    """Return how often each response card was played in arena battles, and how often that side won.

    `results` are those of `arena.simulate`, or its frame of battles. One row for each card. Columns: `label`,
    `card`, `battles` (all pairings), `played` (sides of a pairing that played it), `battle_share` (share of
    pairings in which it was played), `won` (of `played`), `share`, `low`, `high` (Wilson interval of the
    share won). This is a correlation only: sides play cards when they would otherwise lose, or when a card
    can win. Both sides of one pairing rarely play the same card; the interval assumes that they are
    independent.

    >>> from twingkit import arena
    >>> results = arena.simulate(2, ["greedy", "greedy"], seed=1, processes=1)
    >>> battle_card_win_rates(results)["card"].tolist()
    ['cat', 'trap', 'miromon']
    """
    battles = results.battles if isinstance(results, Results) else results
    rows = []
    for card in RESPONSE_CARD_KINDS:
        attack, defence = (_played(battles, side, card) for side in ("attack", "defence"))
        won = int((attack & (battles["winner"] == "attacker")).sum())
        won += int((defence & (battles["winner"] == "defender")).sum())
        played = int(attack.sum() + defence.sum())
        rows.append(
            {
                "label": _capital(rulebook().words.name(card)),
                "card": card,
                "battles": len(battles),
                "played": played,
                "battle_share": float((attack | defence).mean()) if len(battles) else float("nan"),
                **won_share_cells(won, played, confidence),
            }
        )
    return frame_from_rows(rows, confidence=confidence)


@with_column_meanings
@check_arguments(
    results=results_or_frame_kind("twing", "seats", "player", "starter", "won"),
    cards=list_of(one_of_words(*RESPONSE_CARD_KINDS)),
)
@localized
def game_card_win_rates(
    results: Results,
    *,
    cards: Sequence[str] = RESPONSE_CARD_KINDS,
    confidence: float = DEFAULT_CONFIDENCE,
    lang: Lang | None = None,
) -> DataFrame:
    """Return, for each response card, the share of arena games won by the seats that played it in a battle.

    One row for each card, for `charts.shares`. Columns: `label`, `card`, `played` (seats that played it in a
    game), `won`, `share`, `low`, `high` (Wilson), `fair_share` (1 / seats of a game). Winners also fight
    more, so a share above `fair_share` does not show that the card won the game. Two seats of one game rarely
    both play Miromon, but often both play cats; the interval assumes that they are independent.

    >>> from twingkit import arena
    >>> results = arena.simulate(2, ["greedy", "greedy"], seed=1, processes=1)
    >>> game_card_win_rates(results)["fair_share"].unique().tolist()
    [0.5]
    """
    seated, battles = results.seats, results.battles
    winners = set(seated.loc[seated["won"] == 1, ["game", "player"]].itertuples(index=False, name=None))
    seats = len(results.run.players)
    rows = []
    for card in cards:
        played = {
            (int(game), str(seat))
            for side, role in (("attack", "attacker"), ("defence", "defender"))
            for game, seat in battles.loc[_played(battles, side, card), ["game", role]].to_numpy()
        }
        won = len(played & winners)
        shares = won_share_cells(won, len(played), confidence)
        label = _capital(rulebook().words.name(card))
        rows.append({"label": label, "card": card, "played": len(played), **shares, "fair_share": 1 / seats})
    columns = ["label", "card", "played", "won", "share", "low", "high", "fair_share"]
    return frame_from_rows(rows, columns, confidence=confidence)


def _played(battles: DataFrame, side: str, card: str) -> Series[bool]:
    """Return, for each battle, whether a side ("attack" or "defence") played a response card of the kind
    `card`.
    """
    return battles[f"{side}_{RESPONSE_CARDS[card].plural}"] > 0


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
