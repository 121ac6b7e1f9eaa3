"""Cats, traps, Miromon and objects: what one more changes in many battles, and how often who played them won.

`held_worth` computes it exactly for each battle, as `card_worth` does for one; `held_spread` shows how the
changes are spread, `held_by_lead` how they hang on the lead on the cards; `played_and_won` counts in games of
the arena.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import attrs

from twingkit.arena.results import Results
from twingkit.arguments import either, items, several, takes
from twingkit.arguments.of_games import frame_of, results_of
from twingkit.asking import one_line
from twingkit.messages import Fault, message
from twingkit.reports.explained import explained
from twingkit.reports.row_table import row_table
from twingkit.shares import CONFIDENCE, won_share
from twingkit.twing.analysis.comparison import LEAST, spread, student
from twingkit.twing.analysis.worth_changes import CardChange, switched
from twingkit.twing.analysis.worth_reasons import why_same
from twingkit.twing.exact_odds.odds import check_responses
from twingkit.twing.exact_odds.odds_many import contest_odds, legal_battles
from twingkit.twing.exact_odds.terms import RESPONSES_TAKEN, Responses
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.rules.held import RESPONSE_CARDS, SPECIALS
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.starts import SEATS
from twingkit.twing.variants.as_variant import as_variant, named
from twingkit.twing.variants.variant import BOX, Variant
from twingkit.words import Lang

if TYPE_CHECKING:
    import pandas as pd

CARDS = SPECIALS
"""The cards that can be held: "cat", "trap", "miromon"."""

RULES = {kind: card.rule for kind, card in RESPONSE_CARDS.items()} | {
    name: f"TW-POW-{name}" for name in OBJECTS
}
"""The rule of each of them, and of each object."""

ADDED = (*CARDS, *OBJECTS)
"""The cards and objects of which a side can have one more."""


@attrs.frozen
class HeldRow:
    """One card or object more for a side in a battle: its `edge` before, and by how much its chances change.

    `lead` is the side's points on cards minus the other side's, `reason` says why the edge does not change.
    """

    battle: str
    side: str
    card: str
    lead: int
    edge: float
    win_change: float
    loss_change: float
    edge_change: float
    rules: str
    reason: str = ""


def held_rows(
    battles: Iterable[Battle | str],
    cards: Sequence[str] = CARDS,
    responses: Responses = "best",
    variant: Variant | str = BOX,
    lang: Lang = "en",
) -> list[HeldRow]:
    """The rows of `held_worth`, without pandas."""
    check_responses(responses)
    for card in cards:
        if card not in ADDED:
            raise Fault("held.card", found=one_line(str(card), 24), known=", ".join(ADDED))
    rules = as_variant(variant)
    legal = legal_battles(battles, rules)
    changes = [
        (index, role, card, with_one_more(battle, role, card))
        for index, battle in enumerate(legal)
        for role, side in zip(ROLES, battle.sides, strict=True)
        for card in cards
        if card not in side.objects
    ]
    allowed = [row for row in changes if not row[-1].problems(rules)]
    contests = [contest_of(battle, rules) for battle in (*legal, *(row[-1] for row in allowed))]
    solved = contest_odds(contests, responses)
    rows = []
    for (index, role, card, changed), after in zip(allowed, solved[len(legal) :], strict=True):
        mine, then = solved[index].seen_by(role), after.seen_by(role)
        won, lost = then.win - mine.win, then.loss - mine.loss
        lead = contests[index].margin if role == ROLES[0] else -contests[index].margin
        line = str(legal[index])
        change, battles = CardChange(role, True, card), (legal[index], changed)
        why = why_same(change, battles, (mine, then), responses, rules, lang)
        rows.append(HeldRow(line, role, card, lead, mine.edge, won, lost, won - lost, RULES[card], why))
    return rows


def with_one_more(battle: Battle, role: str, card: str) -> Battle:
    """The battle in which a side has one card or object of `ADDED` more, allowed or not."""
    side: Side = getattr(battle, role)
    if card in OBJECTS:
        return battle.with_side(role, objects=switched(side, card, True))
    return battle.with_side(role, held=side.held.more(card))


@explained
@takes(responses=RESPONSES_TAKEN, battles=several("argument.battles"), cards=items(either(*ADDED)))
def held_worth(
    battles: Iterable[Battle | str],
    cards: Sequence[str] = CARDS,
    responses: Responses = "best",
    variant: Variant | str = BOX,
    lang: Lang = "en",
) -> pd.DataFrame:
    """Return what one more cat, trap, Miromon or object changes for each side of each battle: a row for each.

    `cards` are some of "cat", "trap", "miromon" and of the objects ("hat", …). Columns: battle (its line),
    side, card, lead (the side's points on cards minus the other's), edge (the side's win minus loss without
    the card), win_change, loss_change and edge_change (by how much the side's chances are higher with it),
    rules, reason (in `lang`, why the edge does not change; else empty). Exact, with the best responses of
    both sides (TW-ODDS-2), who know all cards. A card that the rules forbid has no row: a second Miromon
    (TW-BOX-6), a fourth object (TW-OBJ-2), one that there is already (TW-BOX-1). `variant` is a `Variant`, a
    preset's name or a line of switches. `attrs`: responses. Raises `BatchError` naming every bad battle,
    `Fault` for another card, `BudgetError` where best play would take too long.

    >>> frame = held_worth(["F: F5 vs W: W6"], ["cat", "miromon"])
    >>> print(frame[["side", "card", "edge_change"]].round(3).to_string(index=False))
        side    card  edge_change
    attacker     cat        0.320
    attacker miromon        0.785
    defender     cat        0.207
    defender miromon        0.653
    """
    rows = held_rows(battles, cards, responses, variant, lang)
    return row_table(rows, HeldRow, responses=responses, **named(as_variant(variant)))


@explained
@takes(frame=frame_of("twing.held_worth", "battle", "card", "side", "edge_change"))
def held_spread(frame: pd.DataFrame, lang: Lang = "en") -> pd.DataFrame:
    """Return how the changes of `held_worth` are distributed over the battles, as `charts.spread` draws it.

    One row for each card and side, the card with the highest mean first: the columns of
    `comparison.spread` (of edge_change), and card, side, changed (in what share of the battles the card
    changes anything), rules.

    >>> frame = held_worth(["F: F5 vs W: W6", "F: F5 vs W: W4"], ["cat"])
    >>> print(held_spread(frame)[["label", "mean"]].round(3).to_string(index=False))
                          label  mean
    a cat more for the attacker 0.264
    a cat more for the defender 0.264
    """
    groups = {
        (str(card), str(side)): part["edge_change"]
        for (card, side), part in frame.groupby(["card", "side"], sort=False)
    }
    best = {
        card: max(values.mean() for (name, _), values in groups.items() if name == card) for card, _ in groups
    }
    order = sorted(groups, key=lambda key: (-best[key[0]], ROLES.index(key[1])))
    spreads = spread({" ".join(key): groups[key].to_list() for key in order})
    spreads["label"] = [held_label(*key, lang) for key in order]
    spreads["card"], spreads["side"] = ([key[index] for key in order] for index in (0, 1))
    spreads["changed"] = [float((groups[key].abs() > 1e-12).mean()) for key in order]
    spreads["rules"] = [RULES[card] for card, _ in order]
    spreads.attrs.update(
        value="share",
        title=message("held.title", lang),
        x_label=message("held.axis", lang),
        subtitle=message("held.battles", lang, n=frame["battle"].nunique()),
    )
    return spreads


@explained
@takes(frame=frame_of("twing.held_worth", "battle", "card", "side", "lead", "edge_change"))
def held_by_lead(frame: pd.DataFrame, confidence: float = CONFIDENCE, lang: Lang = "en") -> pd.DataFrame:
    """Return the mean change of `held_worth` at each lead on the cards, as `charts.curves` draws it.

    One row for each card, side and lead: x (the lead), card, side, series (both in words), edge (the mean of
    edge_change), low and high (Student's interval, as if battles were drawn independently), battles. Leads
    of fewer than five battles have no row.

    >>> frame = held_worth([f"F: F{power} vs W: W{power}" for power in range(1, 7)], ["cat"], "best")
    >>> held_by_lead(frame)[["x", "side", "edge", "battles"]].round(2).values.tolist()
    [[0, 'attacker', 0.26, 6], [0, 'defender', 0.26, 6]]
    """
    rows = []
    for (card, side, _), part in frame.groupby(["card", "side", "lead"]):
        if len(part) < LEAST:
            continue
        changes = part["edge_change"]
        mean, error = float(changes.mean()), float(changes.std()) / sqrt(len(part))
        half = student(confidence, len(part) - 1) * error
        series = held_label(str(card), str(side), lang)
        row = {"x": int(part["lead"].iloc[0]), "card": card, "side": side, "series": series}
        rows.append(row | {"edge": mean, "low": mean - half, "high": mean + half, "battles": len(part)})
    columns = ("x", "card", "side", "series", "edge", "low", "high", "battles")
    texts = {"title": "held.title", "x_label": "held.lead", "y_label": "held.axis"}
    about = {name: message(case, lang) for name, case in texts.items()}
    subtitle = message("held.battles", lang, n=frame["battle"].nunique())
    return row_table(rows, columns, confidence=confidence, subtitle=subtitle, **about)


def held_label(card: str, side: str, lang: str = "en") -> str:
    """Return the label of one more card or object for a side.

    >>> held_label("trap", "defender"), held_label("hat", "attacker")
    ('a trap more for the defender', 'Hat of Opportunity for the attacker')
    """
    if card in OBJECTS:
        return message(f"held.object_{side}", lang, object=rulebook().words.name(card, lang))
    return message(f"held.{card}_{side}", lang)


@explained
@takes(results=results_of("twing", "battles", "attack_spells", "defence_spells", "winner"))
def played_and_won(
    results: Results | pd.DataFrame, confidence: float = CONFIDENCE, lang: Lang = "en"
) -> pd.DataFrame:
    """Return how often cats, traps and Miromon were played in battles of the arena, and whether those sides
    won.

    `results` are those of `arena.play`, or its frame of battles. One row for each card: label, card, battles
    (all pairings), played (sides of a pairing that played it), battle_share (pairings in which it was played,
    of all), won (of `played`), share, low, high (Wilson interval of the share won). A win of those who played
    a card says no more than that: cards are played by who would lose otherwise, and where they can win.
    Two sides of one pairing are rarely both in a row; the interval takes them for independent.

    >>> from twingkit import arena
    >>> results = arena.play(2, ["greedy", "greedy"], seed=1, processes=1)
    >>> played_and_won(results)["card"].tolist()
    ['cat', 'trap', 'miromon']
    """
    battles = results.battles if isinstance(results, Results) else results
    rows = []
    for card in CARDS:
        attack, defence = (_played(battles, side, card) for side in ("attack", "defence"))
        won = int((attack & (battles["winner"] == "attacker")).sum())
        won += int((defence & (battles["winner"] == "defender")).sum())
        played = int(attack.sum() + defence.sum())
        rows.append(
            {
                "label": _capital(rulebook().words.name(card, lang)),
                "card": card,
                "battles": len(battles),
                "played": played,
                "battle_share": float((attack | defence).mean()) if len(battles) else 0.0,
                **won_share(won, played, confidence),
            }
        )
    return row_table(rows, confidence=confidence)


@explained
@takes(results=results_of("twing", "games", "winner", "starter", "policy_p1"), cards=items(either(*CARDS)))
def players_won(
    results: Results, cards: Sequence[str] = CARDS, confidence: float = CONFIDENCE, lang: Lang = "en"
) -> pd.DataFrame:
    """Return how many games were won by players who played a cat, a trap or Miromon in a battle of it.

    One row for each card: label, card, played (seats that played it in a game), won, share, low, high
    (Wilson), chance (1 / seats of a game), as `charts.shares` draws it. Who wins also fights more; that
    a share is above `chance` does not say that the card won the game. Two seats of one game are rarely both
    in a row of Miromon, often in one of cats; the interval takes them for independent.

    >>> from twingkit import arena
    >>> results = arena.play(2, ["greedy", "greedy"], seed=1, processes=1)
    >>> players_won(results)["chance"].unique().tolist()
    [0.5]
    """
    games, battles = results.games, results.battles
    winners = games.set_index("game")["winner"].astype("object")
    seats = sum(f"policy_{seat}" in games for seat in SEATS)
    rows = []
    for card in cards:
        played = {
            (int(game), str(seat))
            for side, role in (("attack", "attacker"), ("defence", "defender"))
            for game, seat in battles.loc[_played(battles, side, card), ["game", role]].to_numpy()
        }
        won = sum(winners[game] == seat for game, seat in played)
        shares = won_share(won, len(played), confidence)
        label = _capital(rulebook().words.name(card, lang))
        rows.append({"label": label, "card": card, "played": len(played), **shares, "chance": 1 / seats})
    columns = ["label", "card", "played", "won", "share", "low", "high", "chance"]
    return row_table(rows, columns, confidence=confidence)


def _played(battles: pd.DataFrame, side: str, card: str) -> pd.Series[bool]:
    """For each battle whether a side ("attack", "defence") played such a card."""
    return battles[f"{side}_{RESPONSE_CARDS[card].plural}"] > 0


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
