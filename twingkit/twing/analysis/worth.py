"""The worth of changes: how one card or object more or less, or another element, changes the odds.

    worth("F: F5 F3 + F4 & cat vs W: W6 W4 + W3 @ bra & trap")
    worth("F: F5 vs W: W6", ["+cat", "F5>F6", "own:"], side="attacker")
    worth("F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4")

Each change is computed exactly and names the rule that causes it; a change without effect says why.
`change_worth_rows` returns the same as plain values, without pandas.

For a hand before any lay, both sides play optimally with the change and without it: the attacker chooses the
lay that is best against the best answer, and both respond optimally (TW-ODDS-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from twingkit.analyse.reports import change_worth
from twingkit.core.arguments import TEXT, check_arguments, list_of, list_or_single
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.notation import ROLES, IllegalBattleError, Role
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.slices import BudgetError
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.odds.odds import Odds
from twingkit.twing.analysis.advice import RatedLay, rank_lays
from twingkit.twing.analysis.changes import (
    Change,
    all_card_changes,
    apply_change_to_hand,
    battle_with_change,
    hand_card_removals,
    parse_change,
)
from twingkit.twing.analysis.prospects import AdviceRequest
from twingkit.twing.analysis.worth_reasons import change_effect_reason
from twingkit.twing.exact_odds.best_responses.many_battles import check_budget
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE, checked_responses
from twingkit.twing.exact_odds.odds_many import contest_odds, legal_battles
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, is_situation_line, legal_battle
from twingkit.twing.notation.situation import Situation
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

WORTH_COLUMNS = change_worth.worth_column_types()
"""The columns of `worth` with their types."""

_HAND_COLUMNS = change_worth.worth_column_types(option="str", reply="str")


@attrs.frozen
class BattleChangeWorth(change_worth.ChangeWorth[Change, Battle]):
    """One change of a battle and its effect on the odds: a row of `worth`.

    `why` explains why the odds change or not; `rules` are the ids of all rules that cause it. If there are no
    odds (`odds` is None), `why` is the obstacle: the refusal of the changed battle, or the budget of best
    play (`BudgetError`, rule TW-ODDS-2).
    """

    why: Ruling | change_worth.RefusalOrFault
    rules: tuple[str, ...]

    def reason(self) -> str:
        """Return a sentence: why the change affects the odds, does not, or is impossible."""
        return self.why.text()


def change_worth_rows(
    battle: Battle | str,
    changes: Iterable[Change] | None = None,
    responses: Responses = "best",
    variant: Variant | str = BOX,
) -> tuple[BattleChangeWorth, ...]:
    """Return how each change of a battle affects its odds, the largest effect first and forbidden changes
    last.

    By default the changes are those of `all_card_changes` for both sides. Raises the errors of `odds`:
    `NotationError` or `IllegalBattleError` for an invalid battle, `BudgetError` if best play of the battle
    itself would take too long, `ValueError` for another value of `responses`.

    >>> rows = change_worth_rows("F: F5 vs W: W6 @ bra")
    >>> rows[0].change.token, round(rows[0].edge_change, 3), rows[0].rules
    ('+F6', 1.174, ('TW-BAT-17',))
    >>> print(rows[-1].change.token, "-", rows[-1].why)
    -W6 - A defender with a spell or a creature must lay cards; ...
    """
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    [rows] = _worths([legal], [_all_changes(legal) if changes is None else changes], responses, rules)
    return tuple(rows)


def _all_changes(battle: Battle, sides: Sequence[str] = ROLES) -> list[Change]:
    return [change for role in sides for change in all_card_changes(battle, role)]


def _worths(
    lines: Sequence[Battle], changes: Sequence[Iterable[Change]], responses: Responses, variant: Variant
) -> list[list[BattleChangeWorth]]:
    def judge(_: int, change: Change, changed: Battle) -> Contest | change_worth.RefusalOrFault:
        problems = changed.problems(variant)
        if problems:
            return problems[0]
        contest = battle_contest(changed, variant)
        try:
            if responses == "best":
                check_budget(contest)
        except BudgetError as fault:
            return fault
        return contest

    def row(
        place: int,
        change: Change,
        changed: Battle,
        case: Contest | change_worth.RefusalOrFault,
        odds: Odds | None,
        base: Odds,
    ) -> BattleChangeWorth:
        line = lines[place]
        if odds is None:
            assert isinstance(case, change_worth.RefusalOrFault)
            rule = case.rule if isinstance(case, Refusal) else BEST_RESPONSES
            return BattleChangeWorth(change, line, changed, None, base, case, (rule,))
        moved = bool(
            change_worth.chance_difference(odds.edge, base.edge)
            or change_worth.chance_difference(odds.win, base.win)
        )
        why = change_effect_reason(change, line, changed, responses, moved, variant)
        return BattleChangeWorth(change, line, changed, odds, base, why.ruling, why.rules)

    checked_responses(responses)
    return change_worth.rate_changes(
        [battle_contest(line, variant) for line in lines],
        [
            [(change, battle_with_change(line, change, variant)) for change in asked]
            for line, asked in zip(lines, changes, strict=True)
        ],
        judge,
        lambda cases: contest_odds(cases, responses),
        row,
    )


@with_column_meanings
@check_arguments(
    position=list_or_single("argument.battles", str, Battle, Situation),
    changes=list_of(TEXT),
    responses=RESPONSES_ARGUMENT,
)
@localized
def worth(
    position: Battle | Situation | str | Iterable[Battle | str],
    changes: Iterable[str] | None = None,
    *,
    side: Role | None = None,
    responses: Responses = "best",
    variant: Variant | str = BOX,
    lang: Lang | None = None,
) -> DataFrame:
    """Return a table of how single changes, such as a card more or less, affect the odds: one row for each
    change, side and battle.

    Parameters
    ----------
    position : Battle, Situation, str, or iterable
        A battle or its notation, several of them, or the hands of a situation before any lay.
    changes : iterable of str, optional
        Changes in notation: `+cat`, `+hat`, `+F3` (a spell; `+creature F3`), `-F5`, `F5>F6` or `hat>bra`
        (replace one by another), `+1` or `-2` (points on the strongest spell, in a shield on the strongest
        creature), `W:` (a character of Water), `own:` or `other:` (a character of the spells' element, or of
        another). By default one card or object more and fewer of every kind (added are spells of powers 1 to
        6 and a creature of power 3, in the element of the lay, TW-BOX-5); for a hand, each card removed.
    side : str, optional
        "attacker" or "defender"; by default each change is made for both sides.
    responses : str
        "best", or "none" for the dice alone (TW-ODDS-1).
    variant : Variant or str
        A `Variant`, a preset's name or a line of switches.
    lang : str, optional
        The language of `label` and `reason`.

    Returns
    -------
    DataFrame
        - `position`, `changed_position`: the battle before and after the change
        - `side`: the changed side; all chances are this side's
        - `change`, `kind`, `label`: the change in notation, the kind of card (cat, trap, miromon, object,
          spell, creature) or "character", and the change in words
        - `win_before`, `edge_before`: without the change
        - `win`, `tie`, `loss`, `edge` (win minus loss): with it
        - `win_change`, `edge_change`: the gain
        - `rules`: the list of ids of the rules that cause the gain or say why there is none
        - `reason`: a sentence that says why
        - `refused`: why a named change has no numbers: the side cannot have it, or the rules forbid the
          changed battle; without `changes` such rows are left out
        - `rank`: from 1 in each battle, by the absolute value of `edge_change`, rows without numbers last
        - `option`, `reply`: for a hand, the best lay and the best reply to it with the change; hidden cards
          as in `advise`

        `attrs`: `responses` and `lang`; for a single position also `position` (its notation) and `base` (the
        attacker's win, tie, loss and edge before the change); for a hand `option` and `reply`.

    Raises
    ------
    NotationError, IllegalBattleError, BudgetError
        As `odds`; for a hand, as `advise`.
    BatchError
        Names all invalid ones of several battles.
    Fault
        A text that is no change.

    Examples
    --------
    >>> frame = worth("F: F5 F3 + F4 vs W: W6 W4 & cat", responses="none")
    >>> frame.loc[frame.change == "-cat", ["edge_change", "rules"]].values.tolist()
    [[0.0, ['TW-ODDS-1', 'TW-BAT-11']]]
    >>> frame = worth(["F: F5 vs W: W6", "F: F3 vs W: W6"], ["+cat", "+1"], side="attacker")
    >>> frame[["position", "change", "win_before", "win"]].round(3).values.tolist()
    [['F: F5 vs W: W6', '+1', 0.292, 0.354], ['F: F5 vs W: W6', '+cat', 0.292, 0.432],
     ['F: F3 vs W: W6', '+cat', 0.188, 0.281], ['F: F3 vs W: W6', '+1', 0.188, 0.236]]
    >>> frame = worth("F: F5 @ hat vs W: W6", ["+hat", "+cat"], side="attacker")
    >>> frame[["change", "win_change", "refused"]].round(3).values.tolist()
    [['+cat', 0.14, ''], ['+hat', nan, 'The attacker already has the Hat of Opportunity.']]
    >>> frame = worth("F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4", side="attacker")
    >>> frame[["change", "edge_change", "option"]].round(3).head(3)
             change  edge_change   option
    0           -F5       -0.990  F3 + F4
    1  -creature F4       -0.834    F5 F3
    2           -F3       -0.672  F5 + F4
    """
    rules = as_variant(variant)
    sides = ROLES if side is None else (side,)
    facts: dict[str, object] = {"responses": responses, **variant_table_attrs(rules)}
    if isinstance(position, Situation) or (isinstance(position, str) and is_situation_line(position)):
        return _hand_worth(
            AdviceRequest.from_situation(position, None, responses, rules), changes, sides, facts
        )
    if isinstance(position, str | Battle):
        lines = [legal_battle(position, rules)]
        facts = {"position": str(lines[0]), **facts}
    else:
        lines = legal_battles(position, rules)
    if changes is None:
        asked, refused = [_all_changes(line, sides) for line in lines], None
    else:
        asked, refused = change_worth.parse_changes(
            changes, lines, sides, lambda text, role, line: parse_change(text, role, getattr(line, role))
        )
    return change_worth.worth_frame(_worths(lines, asked, responses, rules), WORTH_COLUMNS, refused, **facts)


# -- a hand before any lay


@attrs.frozen
class _HandWorth(change_worth.ChangeWorth[Change, Situation]):
    """One change of a hand and its effect: the best lay with and without it, or why nothing can be laid.

    A best lay has an empty `reply` if it is itself the answer to an attack.
    """

    best_lay: RatedLay | change_worth.RefusalOrFault
    best_lay_before: RatedLay

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that affect the best lay, or that forbid every lay."""
        if isinstance(self.best_lay, RatedLay):
            return tuple(dict.fromkeys([self.odds.rule if self.odds else "", *self.best_lay.rules]))
        return (self.best_lay.rule if isinstance(self.best_lay, Refusal) else BEST_RESPONSES,)

    def reason(self) -> str:
        """Return a sentence about the best lay with the change."""
        if not isinstance(self.best_lay, RatedLay):
            return self.best_lay.text()
        best, before = self.best_lay, self.best_lay_before
        same = (best.option, best.reply) == (before.option, before.reply)
        case = "same" if same else "answered" if best.reply else "laid"
        return message(f"hand.{case}", lay=best.option, answer=best.reply)

    def extra_cells(self) -> Mapping[str, object]:
        """Return the columns `option` and `reply`: the best lay with the change, and the best reply to it."""
        best = self.best_lay
        return {"option": best.option, "reply": best.reply} if isinstance(best, RatedLay) else {}


def _hand_worth(
    case: AdviceRequest, texts: Iterable[str] | None, sides: Sequence[str], facts: Mapping[str, object]
) -> DataFrame:
    hands = case.situation
    before = _best(hands, case)
    changes: list[Change]
    refused: list[list[change_worth.RefusedCells]] | None
    if texts is None:
        changes = [change for role in sides for change in hand_card_removals(getattr(hands, role), role)]
        refused = None
    else:
        [changes], refused = change_worth.parse_changes(
            texts, [hands], sides, lambda text, role, line: parse_change(text, role, getattr(line, role))
        )
    if not changes and not (refused and refused[0]):
        raise Fault("hand.nothing", line=str(hands))

    def judge(_: int, change: Change, changed: Situation) -> RatedLay | change_worth.RefusalOrFault:
        try:
            return _best(changed, case)
        except IllegalBattleError as fault:
            return fault.problems[0]
        except Fault as fault:
            return fault

    rows = change_worth.rate_changes(
        [before],
        [[(change, _with_hand(hands, change)) for change in changes]],
        judge,
        lambda lays: [_odds(best, case) for best in lays],
        lambda _, change, changed, best, odds, base: _HandWorth(
            change, hands, changed, odds, base, best, before
        ),
    )
    with_all = {"position": str(hands), "option": before.option, "reply": before.reply}
    return change_worth.worth_frame(rows, _HAND_COLUMNS, refused, **with_all, **facts)


def _best(situation: Situation, case: AdviceRequest) -> RatedLay:
    return rank_lays(situation, None, responses=case.responses, variant=case.variant).rows[0]


def _odds(best: RatedLay, case: AdviceRequest) -> Odds:
    rule = BEST_RESPONSES if case.responses == "best" else DICE_ALONE
    odds = Odds(best.win, best.tie, best.loss, rule=rule)
    return odds if case.side_index == 0 else odds.for_defender()


def _with_hand(hands: Situation, change: Change) -> Situation:
    changed: Any = {change.side: apply_change_to_hand(getattr(hands, change.side), change)}
    return attrs.evolve(hands, **changed)
