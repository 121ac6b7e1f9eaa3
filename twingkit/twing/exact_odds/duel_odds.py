"""The exact odds of a duel with given lays (TW-DUEL-1 to 4), and the best order of the lays.

The duel is followed battle by battle. A state records how many battles both sides have won, which creature
cards they still have, and which cats, traps and Miromon they still hold. Every state is solved once, the last
battle first; then chances are carried forwards from the start. Left out: cards drawn between the battles,
support (TW-DUEL-1 forbids it), retiring, events.

`responses` says how both sides play after each roll: "none", the dice alone; "each", best play in every
battle separately (TW-ODDS-2), with the response cards that are left; "best", best play for the edge of the
whole duel: the chance that the challenger wins two battles minus the chance that the defender does. A trap
takes the strongest creature card, and among equals the first in the line's order; that card is lost however
the battle ends (TW-BAT-13).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

import attrs

from twingkit.core.arguments import check_arguments, instance_of, require_valid_argument
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.notation import ROLES, Role
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.core.variants.variant import variant_table_attrs
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN
from twingkit.twing.exact_odds.best_responses.moves import response_card_counts
from twingkit.twing.exact_odds.duel_play import BattleWins, DuelState, SolvedDuel
from twingkit.twing.exact_odds.impossible_outcomes import impossible_outcomes_text, zero_outcomes
from twingkit.twing.exact_odds.terms import DUEL_RESPONSES_ARGUMENT, DuelResponses, Responses
from twingkit.twing.notation.duel_line import Duel, Duellist, as_duel
from twingkit.twing.rules.duel import BATTLES_PER_DUEL, WINS_NEEDED
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARD_PLURALS
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

BATTLE_WINNERS = (*ROLES, "tie")
"""The possible winners of a battle of a duel: the attacker (the challenger), the defender, nobody."""

DUEL_RULES = ("TW-DUEL-2", "TW-DUEL-3", "TW-BAT-18")
"""The ids of the rules for playing a duel and for its payments."""


@check_arguments(responses=DUEL_RESPONSES_ARGUMENT, position=instance_of("argument.line", Duel, str))
def duel_odds(
    position: Duel | str,
    *,
    responses: DuelResponses = "none",
    variant: Variant | str = BOX,
    earlier_winners: Sequence[str] = (),
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> Odds:
    """Return the challenger's odds in a duel under way, after battles that have been fought (TW-DUEL-3).

    Without earlier battles the result is that of `odds`.

    Parameters
    ----------
    position : Duel or str
        The duel or its notation. The lays of earlier battles are ignored, and the held cards are those still
        held.
    responses, variant, budget
        As for `odds`.
    earlier_winners : sequence of str
        The winners of the battles so far: "attacker" (the challenger), "defender", or "tie" if nobody won.

    Raises
    ------
    NotationError, IllegalDuelError
        The duel is not valid.
    DuelBudgetError, BudgetError
        The computation would take longer than the budget.
    VariantError
        The variant is not valid.
    Fault
        `responses` or `earlier_winners` is not valid (a `ValueError`).

    Examples
    --------
    >>> print(duel_odds("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3", earlier_winners=("attacker", "defender")))
    win 35.4%, tie 29.2%, loss 35.4%
    """
    rules = as_variant(variant)
    if (
        not isinstance(earlier_winners, Sequence)
        or isinstance(earlier_winners, str | bytes | bytearray)
        or len(earlier_winners) > BATTLES_PER_DUEL
        or any(winner not in BATTLE_WINNERS for winner in earlier_winners)
    ):
        raise Fault("duel.earlier", found=repr(earlier_winners)[:40])
    winners = [None if winner == "tie" else ROLES.index(winner) for winner in earlier_winners]
    return Odds(*SolvedDuel(as_duel(position, rules), responses, rules, winners, budget).chances)


@attrs.frozen
class DuelTableRow:
    """The chances of one battle of a duel at one score: a row of `duel_odds_table`."""

    battle: int
    score: str
    chance: float
    win: float
    tie: float
    loss: float
    edge: float
    duel_win: float
    duel_tie: float
    duel_loss: float
    duel_edge: float
    rules: list[str]
    reason: str = ""
    label: str = ""


@attrs.frozen
class FinalScore:
    """One final score of a duel with its chance: a row of `duel_results`.

    `outcome` counts the battles won by challenger and defender (`2-1`). `result` is "win", "tie" (nobody has
    won two) or "loss" for the challenger.
    """

    outcome: str
    chance: float
    result: str


@attrs.frozen
class DuelBalance:
    """The mean gains and costs of a duel for one side: a row of `duel_gains_and_costs`."""

    side: str
    ornicles: float
    battle_ornicles: float
    stake: float
    object_chance: float
    creatures_lost: float
    cards_lost: float
    response_cards_played: tuple[float, ...]
    """The mean number of response cards played, by kind."""

    @property
    def as_row(self) -> dict[str, object]:
        """This row of `duel_gains_and_costs` as a dict, with one column for each kind of response card."""
        row = attrs.asdict(self)
        return row | dict(zip(RESPONSE_CARD_PLURALS, row.pop("response_cards_played"), strict=True))


@attrs.frozen
class DuelReport:
    """The solution of a duel: its odds, the chances at each score, the final scores, and both sides' gains
    and costs.
    """

    duel: Duel
    responses: DuelResponses
    odds: Odds
    standings: tuple[DuelTableRow, ...]
    final_scores: tuple[FinalScore, ...]
    balances: tuple[DuelBalance, DuelBalance]
    variant: Variant = BOX

    @property
    def frame_attrs(self) -> dict[str, str]:
        """The `attrs` of its DataFrames: the duel, the responses, and the variant unless it is `box`."""
        return {"position": str(self.duel), "responses": self.responses, **variant_table_attrs(self.variant)}


@localized
def duel_report(
    duel: Duel | str,
    responses: DuelResponses = "none",
    stop_when_decided: bool = False,
    variant: Variant | str = BOX,
    lang: str | None = None,
) -> DuelReport:
    """Return a report on a duel, without pandas: its odds, the chances at each score, the final scores, and
    both sides' gains and costs.

    `stop_when_decided` leaves out battles that no longer matter (a variant of TW-DUEL-2). Other arguments and
    errors as for `odds`; reasons are in `lang`.

    >>> report = duel_report("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3")
    >>> [result.outcome for result in report.final_scores][:3]
    ['3-0', '2-1', '2-0']
    """
    require_valid_argument("responses", responses, DUEL_RESPONSES_ARGUMENT)
    rules = as_variant(variant)
    if stop_when_decided:
        rules = rules.with_values(stop_when_decided=True)
    solved = SolvedDuel(as_duel(duel, rules), responses, rules)
    *reached, (_, final) = solved.state_chances_before_battles()
    standings = [row for number, states in reached for row in _standings(solved, number, states)]
    odds = Odds(*solved.chances)
    stake = odds.loss + (odds.tie if solved.variant.duel_stake == "defender" else 0.0)
    attacker, defender = (
        _balance(solved, index, [states for _, states in reached], odds, own_stake)
        for index, own_stake in enumerate((-stake, stake))
    )
    return DuelReport(
        *(solved.duel, responses, odds, tuple(standings), tuple(_results(final))),
        (attacker, defender),
        solved.variant,
    )


@with_column_meanings
@check_arguments(responses=DUEL_RESPONSES_ARGUMENT, position=instance_of("argument.line", Duel, str))
@localized
def duel_odds_table(
    position: Duel | str,
    *,
    responses: DuelResponses = "none",
    variant: Variant | str = BOX,
    stop_when_decided: bool = False,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the odds of a duel: one row for each battle and each score at which it can start.

    Columns: `battle` (1 to 3), `score` (battles won so far, challenger first: `1-0`), `chance` to reach it;
    `win`, `tie`, `loss`, `edge` of the challenger in this battle; `duel_win`, `duel_tie`, `duel_loss`,
    `duel_edge` in the whole duel from there; `rules`, a list of ids; `reason` (in `lang`) for each chance of
    0; `label`, battle and score in words. In `attrs`: `position`, `responses`, the whole duel's `win`, `tie`,
    `loss`, `results` (final scores with their chances), `balances` (as `duel_gains_and_costs` has them, by
    side), and `variant` if it is not the box. `stop_when_decided` leaves out battles that do not matter (a
    variant of TW-DUEL-2). Other arguments and errors as for `odds`.

    >>> table = duel_odds_table("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3")
    >>> table[table["battle"] == 2][["score", "chance", "win"]].round(3)
      score  chance    win
    1   1-0   0.354  0.354
    2   0-0   0.292  0.354
    3   0-1   0.354  0.354
    """
    report = duel_report(position, responses, stop_when_decided, variant)
    odds = report.odds
    whole = {"win": odds.win, "tie": odds.tie, "loss": odds.loss}
    frame = frame_from_rows(report.standings, DuelTableRow, **report.frame_attrs, **whole)
    frame.attrs["results"] = {result.outcome: result.chance for result in report.final_scores}
    frame.attrs["balances"] = {balance.side: balance.as_row for balance in report.balances}
    return frame


@with_column_meanings
@check_arguments(responses=DUEL_RESPONSES_ARGUMENT, position=instance_of("argument.line", Duel, str))
def duel_results(
    position: Duel | str,
    *,
    responses: DuelResponses = "none",
    variant: Variant | str = BOX,
    stop_when_decided: bool = False,
) -> DataFrame:
    """Return the final scores of a duel with their chances.

    Columns: `outcome` (battles won, challenger first: `2-1`), `chance`, `result` ("win", "tie" or "loss" of
    the challenger, TW-DUEL-3). `stop_when_decided` leaves out battles that no longer matter (a variant of
    TW-DUEL-2). Other arguments and errors as for `odds`.

    >>> duel_results("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3").round(3).head(3)
      outcome  chance result
    0     3-0   0.044    win
    1     2-1   0.133    win
    2     2-0   0.110    win
    """
    report = duel_report(position, responses, stop_when_decided, variant)
    return frame_from_rows(report.final_scores, FinalScore, **report.frame_attrs)


@with_column_meanings
@check_arguments(responses=DUEL_RESPONSES_ARGUMENT, position=instance_of("argument.line", Duel, str))
def duel_gains_and_costs(
    position: Duel | str,
    *,
    responses: DuelResponses = "none",
    variant: Variant | str = BOX,
    stop_when_decided: bool = False,
) -> DataFrame:
    """Return the mean gains and costs of a duel: one row for the attacker (the challenger), one for the
    defender.

    Columns: `side`; `ornicles`, the expected change of Ornicles, made up of `battle_ornicles` for battles won
    (TW-BAT-18: none behind a shield) and `stake` (TW-DUEL-3); `object_chance` to gain (challenger) or lose
    (defender) an object; `creatures_lost`; `cards_lost`: spells laid, creatures lost and cards played, of
    which `cats`, `traps`, `miromon`. The supply of Ornicles is assumed to be sufficient (TW-TURN-6).
    `stop_when_decided` leaves out battles that no longer matter (a variant of TW-DUEL-2). Other arguments and
    errors as for `odds`.

    >>> gains = duel_gains_and_costs("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3")
    >>> gains.round(3)[["side", "ornicles", "cards_lost"]]
           side  ornicles  cards_lost
    0  attacker     0.775         3.0
    1  defender     1.350         3.0
    """
    report = duel_report(position, responses, stop_when_decided, variant)
    return frame_from_rows([balance.as_row for balance in report.balances], **report.frame_attrs)


def _standings(
    solved: SolvedDuel, battle_number: int, reached: dict[DuelState, float]
) -> Iterator[DuelTableRow]:
    by_score: dict[BattleWins, list[tuple[DuelState, float]]] = {}
    for state, chance in reached.items():
        by_score.setdefault(state.wins, []).append((state, chance))
    for wins, pairs in sorted(by_score.items(), key=_score_order):
        states, total = [state for state, _ in pairs], sum(chance for _, chance in pairs)
        battle, duel = [0.0] * 3, [0.0] * 3
        for state, chance in pairs:
            node = solved.solved_state(battle_number, state)
            for end in node.ends:
                battle[end.outcome] += chance * end.chance / total
            for index in range(3):
                duel[index] += chance * node.duel_chances[index] / total
        reasons = (
            why_outcomes_are_impossible(solved, battle_number, states, battle),
            impossible_duel_outcomes_text(wins, BATTLES_PER_DUEL - battle_number, duel),
        )
        yield DuelTableRow(
            battle=battle_number + 1,
            score=_score(wins),
            chance=total,
            **_odds_columns("", battle),
            **_odds_columns("duel_", duel),
            rules=list(DUEL_RULES),
            label=message("duel.standing", n=battle_number + 1, score=_score(wins)),
            reason=" ".join(filter(None, reasons)),
        )


def _odds_columns(prefix: str, chances: Sequence[float]) -> dict[str, float]:
    win, tie, loss = chances
    return {f"{prefix}win": win, f"{prefix}tie": tie, f"{prefix}loss": loss, f"{prefix}edge": win - loss}


def _balance(
    solved: SolvedDuel, index: int, reached: Sequence[dict[DuelState, float]], odds: Odds, stake: float
) -> DuelBalance:
    """Return the balance of one side from the chances of the states before each battle still to come."""
    ornicles = creatures = cards = 0.0
    held = [0.0] * len(RESPONSE_CARD_KINDS)
    for battle_number, states in enumerate(reached, solved.battles_fought):
        for state, chance in states.items():
            bout = solved.duel_battle(battle_number, state.cards_left)
            node = solved.solved_state(battle_number, state)
            cards += chance * len(bout.lays[index].spells)
            for end in node.ends:
                share = chance * end.chance
                lost = len(solved.lost_creatures(bout, index, end.outcome, end.successful_traps[1 - index]))
                played = response_card_counts(end.plays_used, index)
                creatures += share * lost
                cards += share * (lost + sum(played))
                held = [total + share * count for total, count in zip(held, played, strict=True)]
                paid = bout.lays[index].spells and solved.variant.duel_ornicles
                if end.outcome == (LOSS if index else WIN) and paid:
                    ornicles += share
    return DuelBalance(
        *(ROLES[index], ornicles + stake, ornicles, stake, odds.win, creatures, cards, tuple(held))
    )


def _score(wins: BattleWins) -> str:
    return f"{wins[0]}-{wins[1]}"


def _score_order(scored: tuple[BattleWins, object]) -> tuple[int, int]:
    """Return a sort key that puts the challenger's best scores first: 3-0, 2-1, 2-0, …"""
    (mine, theirs), _ = scored
    return -mine, -theirs if mine >= WINS_NEEDED else theirs


def _results(reached: dict[DuelState, float]) -> Iterator[FinalScore]:
    by_score: dict[BattleWins, float] = {}
    for state, chance in reached.items():
        by_score[state.wins] = by_score.get(state.wins, 0.0) + chance
    for wins, chance in sorted(by_score.items(), key=_score_order):
        result = "win" if wins[0] >= WINS_NEEDED else "loss" if wins[1] >= WINS_NEEDED else "tie"
        yield FinalScore(_score(wins), chance, result)


def why_outcomes_are_impossible(
    solved: SolvedDuel, battle_index: int, states: Iterable[DuelState], chances: Sequence[float]
) -> str:
    """Explain why one battle of a duel can never end in a win, tie or loss: a sentence for each such outcome;
    "" if all are possible.

    `battle_index` counts from 0; `chances` are the challenger's (win, tie, loss) over all `states` in which
    the battle can start.
    """
    win, tie, loss = chances
    odds = Odds(win, tie, loss)
    responses: Responses = "none" if solved.responses == "none" else "best"
    contests = dict.fromkeys(solved.duel_battle(battle_index, state.cards_left).contest for state in states)
    reasons = {impossible_outcomes_text(contest, odds, responses) for contest in contests}
    if len(reasons) == 1:
        return reasons.pop()
    zeros = (message(f"never.{name}") for name in zero_outcomes(odds))
    return " ".join(message("never.cards_left", never=never) for never in zeros)


def impossible_duel_outcomes_text(wins: BattleWins, battles_left: int, chances: Sequence[float]) -> str:
    """Explain why a duel can no longer end in a win, tie or loss: a sentence for each such outcome; "" if all
    are possible.

    `chances` are the challenger's, after `wins` of both sides and with `battles_left` battles to go.

    >>> impossible_duel_outcomes_text((1, 0), 1, (0.5, 0.5, 0.0))
    'The duel is never lost: too few battles of the duel are left [TW-DUEL-3].'
    """
    win, tie, loss = chances
    return " ".join(
        message(f"never.duel_{_case(name, wins, battles_left)}", never=message(f"never.duel_{name}"))
        for name in zero_outcomes(Odds(win, tie, loss))
    )


def _case(outcome: str, wins: BattleWins, left: int) -> str:
    """Return the case of the sentence that explains why the duel does not have this outcome."""
    if max(wins) >= WINS_NEEDED:
        return "won" if wins[0] >= WINS_NEEDED else "lost"
    if outcome != "tie" and wins[0 if outcome == "win" else 1] + left < WINS_NEEDED:
        return "short"
    return "ways"


@with_column_meanings
@check_arguments(responses=DUEL_RESPONSES_ARGUMENT, position=instance_of("argument.line", Duel, str))
def ranked_duel_plans(
    position: Duel | str,
    *,
    side: Role = "attacker",
    responses: DuelResponses = "each",
    variant: Variant | str = BOX,
) -> DataFrame:
    """Return a table of every order of one side's three lays in a duel with the odds of the duel, the best
    order first.

    `side` is "attacker" (the challenger) or "defender". Columns: `option`, the three lays in order;
    `win`, `tie`, `loss` and `edge` of that side in the duel if the other side keeps its order from the
    notation; `reply`, the other side's order that is worst for it, and `reply_edge`, the edge against that
    order; `rank` by `edge`, then `reply_edge`. Equal orders appear once. 36 duels are solved. Arguments and
    errors as for `odds`.

    >>> plan = ranked_duel_plans("duel F: F6 F5 / F4 / F1 vs W: W6 / W4 / W2", responses="none")
    >>> plan.loc[0, "option"], round(float(plan.loc[0, "edge"]), 3)
    ('F6 F5 / F1 / F4', 0.383)
    """
    rules = as_variant(variant)
    parsed = as_duel(position, rules)
    own = ROLES.index(side)
    plans: dict[str, dict[str, Any]] = {}
    for mine in _orders(parsed.sides[own]):
        text = " / ".join(map(str, mine.lays))
        against = {}
        for theirs in _orders(parsed.sides[1 - own]):
            pair = (theirs, mine) if own else (mine, theirs)
            odds = duel_odds(Duel(*pair), responses=responses, variant=rules)
            against[theirs] = odds.for_defender() if own else odds
        stated = against[parsed.sides[1 - own]]
        reply = min(against, key=lambda order: against[order].edge)
        plans[text] = {
            "option": text,
            **stated.chances,
            "reply": " / ".join(map(str, reply.lays)),
            "reply_edge": against[reply].edge,
        }
    ranked = sorted(plans.values(), key=lambda plan: (-plan["edge"], -plan["reply_edge"], plan["option"]))
    return frame_from_rows(
        [{**plan, "rank": rank} for rank, plan in enumerate(ranked, 1)],
        position=str(parsed),
        responses=responses,
        side=side,
        **variant_table_attrs(rules),
    )


def _orders(side: Duellist) -> list[Duellist]:
    return list(dict.fromkeys(side.with_lay_order(order) for order in permutations(range(BATTLES_PER_DUEL))))
