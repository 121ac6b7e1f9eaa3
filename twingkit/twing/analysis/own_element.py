"""The worth of the own element: the die's negative numbers count 0, and an attacker's creatures come home.

`own_element_odds` computes it for every lead on the cards, `points_worth` puts it into points,
`own_element_worth` computes it for given battles, `own_element_played` counts in games of the arena.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import attrs

from twingkit.arena.results import Results
from twingkit.arguments import WHOLE, items, several, takes
from twingkit.arguments.of_games import frame_of, results_of
from twingkit.messages import Fault, message
from twingkit.reports.change_worth import difference
from twingkit.reports.explained import explained
from twingkit.reports.row_table import row_table
from twingkit.shares import CONFIDENCE, won_share
from twingkit.twing.analysis.reasons import because
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN, End, ends_of
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.never import why_never
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE, check_responses
from twingkit.twing.exact_odds.odds_many import CHANCES, contest_odds, legal_battles
from twingkit.twing.exact_odds.terms import RESPONSES_TAKEN, Responses
from twingkit.twing.exact_odds.variants.contest import contest_of, trap_losses, typed_side_states
from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.rules.cards import ELEMENTS
from twingkit.twing.rules.outcome import own_comes_home
from twingkit.twing.variants.as_variant import as_variant, named
from twingkit.twing.variants.variant import BOX, Variant
from twingkit.words import Lang

if TYPE_CHECKING:
    import pandas as pd

LEADS = range(-8, 9)
"""The attacker's points on cards minus the defender's, as far as a die can turn them round."""

OWN = ("neither", "attacker", "defender", "both")
"""The sides whose spells are of the own element."""

RULES = "TW-BAT-15 TW-BAT-21"


@attrs.frozen
class OwnRow:
    """A side of a battle with spells of another element and of its own: its edges, and what that changes.

    `saved` is by how many points fewer creatures it loses on average.
    """

    battle: str
    side: str
    other: float
    own: float
    change: float
    win_change: float
    saved: float
    rules: str
    reason: str = ""


@explained
@takes(responses=RESPONSES_TAKEN, leads=items(WHOLE))
def own_element_odds(
    leads: Iterable[int] = LEADS,
    responses: Responses = "none",
    cats: int = 0,
    lang: Lang = "en",
    variant: Variant | str = BOX,
) -> pd.DataFrame:
    """The odds over the attacker's lead on the cards, by whose spells are of the own element (TW-BAT-15).

    One row for each of `OWN` and each lead: x (the lead), own, series (`own` in words), win, tie, loss, edge
    (the attacker's), reason (of each chance of 0), as `charts.curves` draws it. Both sides roll, and hold
    that many `cats`, which matter where `responses` is "best". `variant` is a `Variant`, a preset's name or a
    line of switches. `attrs`: responses, cats, title, x_label. Raises `Fault` where a lead is no whole number
    from -90 to 90, or `cats` none from 0 to 99.

    >>> frame = own_element_odds([0])
    >>> print(frame[["own", "win", "loss"]].round(3).to_string(index=False))
         own   win  loss
     neither 0.451 0.451
    attacker 0.521 0.354
    defender 0.354 0.521
        both 0.354 0.354
    """
    check_responses(responses)
    rules = as_variant(variant)
    all_leads = list(leads)
    for lead in all_leads:
        if type(lead) is not int or not -90 <= lead <= 90:
            raise Fault("own_element.lead", found=str(lead)[:24])
    if type(cats) is not int or not 0 <= cats <= 99:
        raise Fault("own_element.cats", found=repr(cats)[:24])
    cats_text = f" & cat*{cats}" if cats > 1 else " & cat" * cats
    cases = [(own, lead) for own in OWN for lead in all_leads]
    contests = []
    for own, lead in cases:
        attacker = "F" if own in ("attacker", "both") else "L"
        defender = "W" if own in ("defender", "both") else "A"
        attack, defence = 1 + max(lead, 0), 1 + max(-lead, 0)
        line = f"{attacker}: F{attack}{cats_text} vs {defender}: W{defence}{cats_text}"
        contests.append(contest_of(Battle.parse(line).check(rules), rules))
    solved = contest_odds(contests, responses)
    rows = [
        {
            "x": lead,
            "own": own,
            "series": message(f"own_element.{own}", lang),
            **odds.chances,
            "reason": why_never(contest, odds, responses, lang),
        }
        for (own, lead), contest, odds in zip(cases, contests, solved, strict=True)
    ]
    return row_table(
        rows,
        ("x", "own", "series", *CHANCES, "reason"),
        responses=responses,
        cats=cats,
        title=message("own_element.title", lang),
        x_label=message("own_element.axis", lang),
        **named(rules),
    )


@explained
@takes(frame=frame_of("twing.own_element_odds", "x", "own", "edge"))
def points_worth(frame: pd.DataFrame, own: str = "attacker") -> pd.DataFrame:
    """Return how many points on the cards the own element replaces, at each lead.

    `frame` is one of `own_element_odds`. Columns: x (the lead), edge (the attacker's with the own element of
    `own`), points: the number of points more on the cards of that side that give the same edge without it,
    interpolated between whole points. Leads at which no points of the frame reach that edge have no row.
    Raises `Fault` for another side.

    >>> print(points_worth(own_element_odds()).query("x in (-2, 0, 2)").round(2).to_string(index=False))
     x  edge  points
    -2 -0.17    0.84
     0  0.17    1.11
     2  0.46    1.53
    """
    if own not in ROLES:
        raise Fault("own_element.own", found=repr(own)[:24])
    sign = -1 if own == "defender" else 1
    plain = frame[frame["own"] == "neither"].sort_values("x")
    curve = list(zip(plain["x"].tolist(), plain["edge"].tolist(), strict=True))
    rows = []
    for lead, edge in frame.loc[frame["own"] == own, ["x", "edge"]].sort_values("x").to_numpy().tolist():
        for (left, low), (right, high) in pairwise(curve):
            if low <= edge < high:
                crossing = left + (edge - low) / (high - low) * (right - left)
                rows.append((int(lead), edge, sign * (crossing - lead)))
                break
    return row_table(rows, ["x", "edge", "points"])


def own_element_rows(
    battles: Iterable[Battle | str],
    responses: Responses = "best",
    variant: Variant | str = BOX,
    lang: Lang = "en",
) -> list[OwnRow]:
    """The rows of `own_element_worth`, without pandas."""
    rule = BEST_RESPONSES if check_responses(responses) == "best" else DICE_ALONE
    rules = as_variant(variant)
    lines = [
        (battle, role, [_as(battle, role, own) for own in (False, True)])
        for battle in legal_battles(battles, rules)
        for role in ROLES
        if getattr(battle, role).lay.spells
    ]
    contests = [contest_of(battle, rules) for _, _, both in lines for battle in both]
    different = list(dict.fromkeys(contests))
    ended: dict[Contest, list[End]] = dict(zip(different, ends_of(different, responses), strict=True))
    rows = []
    for battle, role, both in lines:
        (lost, edge, win), (lost_own, edge_own, win_own) = (
            _measured(battle, role, ended[contest_of(battle, rules)], rules) for battle in both
        )
        change, saved = edge_own - edge, lost - lost_own
        same = "" if difference(edge_own, edge) else because(rule, "no_gain").text(lang)
        rows.append(OwnRow(str(battle), role, edge, edge_own, change, win_own - win, saved, RULES, same))
    return rows


@explained
@takes(responses=RESPONSES_TAKEN, battles=several("argument.battles"))
def own_element_worth(
    battles: Iterable[Battle | str],
    responses: Responses = "best",
    variant: Variant | str = BOX,
    lang: Lang = "en",
) -> pd.DataFrame:
    """Return what the own element is worth in given battles: one row for each side that has laid spells.

    The side's cards stay as they are; it is once a character of the spells' element and once one of another.
    Columns: battle, side, other and own (the side's win minus loss without and with the own element), change
    (own minus other), win_change, saved (by how many points fewer creatures the side loses on average:
    TW-BAT-21 for the attacker, for a defender only by losing less often), rules, reason
    (in `lang`, of a change of 0; else empty). Exact. `variant` is a
    `Variant`, a preset's name or a line of switches. Raises `BatchError` naming every bad battle,
    `BudgetError` where best play would take too long.

    >>> print(own_element_worth(["F: F5 + F4 vs W: W6 + W3"], "none")[["side", "change", "saved"]].round(3))
           side  change  saved
    0  attacker   0.167  2.083
    1  defender   0.167  0.500
    """
    rows = own_element_rows(battles, responses, variant, lang)
    return row_table(rows, OwnRow, responses=responses, **named(as_variant(variant)))


@explained
@takes(results=results_of("twing", "battles", "attack_spells", "defence_spells", "winner"))
def own_element_played(
    results: Results | pd.DataFrame, confidence: float = CONFIDENCE, lang: Lang = "en"
) -> pd.DataFrame:
    """Return how often spells of the own element were laid in battles of the arena, and with what results.

    `results` are those of `arena.play`, or its frame of battles. One row for attack and defence, with the own
    element and another: label, side, own, games (battles), part (of this side's battles with spells), won,
    share, low, high (Wilson interval of the share won), lead (the side's points on cards minus the other's,
    on average: who lays more points wins more often, with whatever element).

    >>> from twingkit import arena
    >>> results = arena.play(2, ["greedy", "greedy"], seed=1, processes=1)
    >>> frame = own_element_played(results)
    >>> int(frame["games"].sum()) <= 2 * len(results.battles), frame["side"].tolist()[::2]
    (True, ['attacker', 'defender'])
    """
    battles = results.battles if isinstance(results, Results) else results
    rows = []
    for side, role in (("attack", "attacker"), ("defence", "defender")):
        with_spells = battles[battles[f"{side}_spells"] > 0]
        owned = with_spells[f"{side}_element"].astype("object") == with_spells[f"{role}_character"].astype(
            "object"
        )
        for own in (True, False):
            mine = with_spells[owned == own]
            won = int((mine["winner"] == role).sum())
            lead = (mine["attack_power"].astype(float) - mine["defence_power"].astype(float)).mean()
            rows.append(
                {
                    "label": message(f"own_element.{side}_{'own' if own else 'other'}", lang),
                    "side": role,
                    "own": own,
                    "games": len(mine),
                    "part": len(mine) / len(with_spells) if len(with_spells) else float("nan"),
                    **won_share(won, len(mine), confidence),
                    "lead": float(lead if side == "attack" else -lead),
                }
            )
    return row_table(rows, confidence=confidence)


def _as(battle: Battle, role: str, own: bool) -> Battle:
    """The battle with a side that plays its own element, or another."""
    side: Side = getattr(battle, role)
    element = side.lay.element
    if not own:
        strange = {element, *(card.element for card in side.lay.creatures)}
        element = next(element for element in ELEMENTS if element not in strange)
    return battle.with_side(role, character=element)


def _measured(battle: Battle, role: str, ends: Sequence[End], variant: Variant) -> tuple[float, float, float]:
    """Points of creatures lost on average, edge and chance to win of a side."""
    index = ROLES.index(role)
    side = battle.sides[index]
    victims = trap_losses(typed_side_states(battle)[index], variant)
    lost = won = beaten = 0.0
    for end in ends:
        wins, loses = (WIN, LOSS) if index == 0 else (LOSS, WIN)
        won += end.chance * (end.outcome == wins)
        beaten += end.chance * (end.outcome == loses)
        trapped = end.traps[1 - index]
        gone = [card for trap_loss in victims[:trapped] for card in trap_loss]
        if end.outcome == loses:
            left = Counter(side.lay.creatures) - Counter(gone)
            own, spells = side.character, side.lay.spells
            gone += [
                card for card in left.elements() if not own_comes_home(variant, index, own, card, spells)
            ]
        lost += end.chance * sum(card.power for card in gone)
    return lost, won - beaten, won
