"""Differences in win rate over many games: by objects, actions, characters, seats, and cards played.

A difference between seats with and without something shows a correlation, not a cause: a player who is about
to win also owns objects. `first_object` compares more fairly: it looks only at the first object a seat
gained, among all seats that gained one.

The seats of one game are not independent (at most one of them wins), so the intervals count games, not seats:
the standard errors are clustered by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

from twingkit.analyse.arena.results import Results
from twingkit.core.arguments import check_arguments, list_of, one_of_words
from twingkit.core.arguments.game_kinds import results_or_frame_kind
from twingkit.core.language import Lang, language, localized
from twingkit.core.tables.column_meanings import table_columns, with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame, Series
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE, won_share_cells
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, ELEMENTS
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARDS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.tally import ACTION_WORDS

COMPARED_PROPERTIES = ("object", "first_object", "action", "character", "player", "starter", "policy")
"""The properties by which win rates can be compared."""

_RULE_BY_COMPARED_PROPERTY = {
    "object": "TW-POW-{}",
    "first_object": "TW-POW-{}",
    "action": "TW-TURN-3",
    "character": "TW-BOX-2",
    "player": "TW-SET-5",
    "starter": "TW-SET-4",
    "policy": "",
}
"""The rule behind each property, empty if there is none; {} stands for the object."""


@with_column_meanings
@check_arguments(
    results=results_or_frame_kind("twing", "seats", "player", "starter", "won"),
    by=one_of_words(*COMPARED_PROPERTIES),
)
@localized
def win_rate_effects(
    results: Results | DataFrame,
    by: str = "object",
    *,
    confidence: float = DEFAULT_CONFIDENCE,
    lang: Lang | None = None,
) -> DataFrame:
    """Return how much higher the win rate is for seats with a property (such as owning an object) than for
    the seats compared, largest difference first.

    `results` are those of `arena.simulate`, or its frame of seats. `by` is one of:

    - `object`: seats that owned it at some time, compared with all other seats;
    - `first_object`: seats whose first object it was, compared with the other seats that gained one;
    - `action`: seats that chose it more often than the mean of their game (as a share of their actions),
      compared with the others;
    - `character`, `player`, `policy`, `starter` (went first): compared with all other seats.

    Columns: `by`, `name`, `label` (in `lang`), `change` (difference of win rates, −1 to 1), `low` and `high`
    (its interval at `confidence`), `share` and `other` (both win rates), `seats` and `others` (the numbers of
    seats compared), `games`, `rules` (a list of ids). There is no row for a name that no seat or every seat
    had. `arena.adjusted_effects` asks the same of any column of the seats, adjusted for the players.

    >>> from twingkit import arena
    >>> played = arena.simulate(20, ["random", "greedy"], seed=1, processes=1)
    >>> list(win_rate_effects(played, "policy")["name"])
    ['greedy', 'random']
    """
    rows = results.seats if isinstance(results, Results) else results
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    entries: list[dict[str, Any]] = []
    for name, with_it, beside in _groups(rows, by):
        difference = _difference(rows, with_it, beside)
        if difference is None:
            continue
        change, error, share, other = difference
        entries.append(
            {
                "by": by,
                "name": name,
                "label": _label(by, name),
                "change": change,
                "low": max(-1.0, change - z * error),
                "high": min(1.0, change + z * error),
                "share": share,
                "other": other,
                "seats": int(with_it.sum()),
                "others": int(beside.sum()),
                "games": int(rows["game"].nunique()),
                "rules": [rule.format(name)] if (rule := _RULE_BY_COMPARED_PROPERTY[by]) else [],
            }
        )
    entries.sort(key=lambda entry: (-entry["change"], entry["name"]))
    games = int(rows["game"].nunique())
    columns = [column.name for column in table_columns("twingkit.twing", "win_rate_effects")]
    return frame_from_rows(entries, columns, by=by, confidence=confidence, games=games, lang=language())


def _groups(rows: DataFrame, by: str) -> list[tuple[str, Series[bool], Series[bool]]]:
    """Return each value of a property with two masks of the rows: seats that have the value, and seats to
    compare them with.
    """
    if by == "object":
        had = {name: rows[f"got_{name}"].notna() for name in OBJECTS}
        return [(name, has, ~has) for name, has in had.items()]
    if by == "action":
        shares = rows[list(ACTION_WORDS)].div(rows["actions"].where(rows["actions"] > 0), axis=0).fillna(0.0)
        means = shares.groupby(rows["game"]).transform("mean")
        more = {name: shares[name] > means[name] + 1e-12 for name in ACTION_WORDS}
        return [(name, has, ~has) for name, has in more.items()]
    if by == "starter":
        started = rows["starter"] == 1
        return [("starter", started, ~started)]
    among = rows[by].notna()
    order: Sequence[str] = {"first_object": OBJECTS, "character": ELEMENTS}.get(
        by, sorted(rows.loc[among, by].astype(str).unique())
    )
    return [(name, rows[by] == name, among & (rows[by] != name)) for name in order]


def _difference(
    rows: DataFrame, with_it: Series[bool], without_it: Series[bool]
) -> tuple[float, float, float, float] | None:
    """Return the difference between the win rates of two groups, its standard error over games, and both
    rates; None if a group is empty.
    """
    many, few = int(with_it.sum()), int(without_it.sum())
    if not many or not few:
        return None
    won = rows["won"]
    share, other = float(won[with_it].mean()), float(won[without_it].mean())
    pull = with_it * (won - share) / many - without_it * (won - other) / few
    by_game = pull.groupby(rows["game"]).sum()
    return share - other, float((by_game**2).sum() ** 0.5), share, other


def _label(by: str, name: str) -> str:
    words = rulebook().words
    if by in ("object", "first_object"):
        return words.name(name)
    if by == "character":
        player = words.name(CHARACTER_BY_ELEMENT[name])
        return player[0].upper() + player[1:]
    if by in ("action", "starter"):
        return words.name(f"effect_{name}")
    return name


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
