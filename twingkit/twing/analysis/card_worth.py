"""The worth of a card: the change of the odds with one card or object more or less in a battle, or with one
card of a hand left out.

    card_worth("F: F5 F3 + F4 & cat vs W: W6 W4 + W3 @ bra & trap")
    hand_worth("F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4")

In a battle, for each side: a cat, a trap, Miromon, each of the nine objects, a spell, a creature, added or
taken away where the rules allow it. Each change is computed exactly, and the rule that causes it is named; a
change that does nothing says why. `worth_rows` gives the same as plain values, without pandas.

Of a hand, before anything is laid, each card is left out once. With all cards and without each one both sides
do their best: the attacker lays what is best against the best answer, and both respond as well as can be
(TW-ODDS-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import attrs

from twingkit.arguments import takes
from twingkit.asking import Refusal, one_line
from twingkit.messages import Fault, message
from twingkit.notation import BattleError, Role
from twingkit.odds import BudgetError, Odds
from twingkit.reports.change_worth import ChangeWorth, Refused, columns, difference, weighed, worth_frame
from twingkit.reports.explained import explained
from twingkit.rulebook import Ruling
from twingkit.twing.analysis.advice import AdviceRow, advice_rows
from twingkit.twing.analysis.prospects import Case
from twingkit.twing.analysis.worth_changes import CardChange, added, changes, replaced
from twingkit.twing.analysis.worth_reasons import reason
from twingkit.twing.exact_odds.best_responses.many import check_budget
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE, check_responses
from twingkit.twing.exact_odds.odds_many import contest_odds
from twingkit.twing.exact_odds.terms import RESPONSES_TAKEN, Responses
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit.twing.notation.battle_line import ROLES, Battle, legal_battle
from twingkit.twing.notation.holder import Holder
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.variants.as_variant import as_variant, named
from twingkit.twing.variants.variant import BOX, Variant
from twingkit.words import Lang

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = columns()
"""The columns of `card_worth` with their types."""


@attrs.frozen
class Worth(ChangeWorth[CardChange, Battle]):
    """One change, the card or object more or less, and what it does.

    `why` says why the odds change or do not, `rules` are the ids of all rules that cause it. Where there are
    no odds (`odds` is None), `why` is what forbids the change: the rule that refuses the battle, or the
    budget of best play (`BudgetError`, rule TW-ODDS-2).
    """

    why: Ruling | Refused
    rules: tuple[str, ...]

    def reason(self, lang: str = "en") -> str:
        """The reason why it changes the odds, or not, or is impossible, in one sentence."""
        return self.why.text(lang)


def worth_rows(
    battle: Battle | str, responses: Responses = "best", variant: Variant | str = BOX
) -> tuple[Worth, ...]:
    """Every change of a battle with what it does, the one that changes most first, the refused ones last.

    Raises as `odds` does: `NotationError` or `BattleError` for a bad battle, `BudgetError` where best play of
    the battle itself would take too long, `ValueError` for another word of `responses`.

    >>> rows = worth_rows("F: F5 vs W: W6 @ bra")
    >>> rows[0].change.token, round(rows[0].edge_change, 3), rows[0].rules
    ('+F6', 1.174, ('TW-BAT-17',))
    >>> print(rows[-1].change.token, "-", rows[-1].why)
    -W6 - A defender with a spell or a creature must lay something; one with neither lays nothing, ...
    """
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    return _worths(legal, changes(legal, rules), responses, rules)


def laid_too(
    battle: Battle | str,
    side: str,
    cards: Iterable[Spell | Creature],
    responses: Responses = "best",
    variant: Variant | str = BOX,
) -> tuple[Worth, ...]:
    """The change by each of these cards if `side` ("attacker" or "defender") lays it too, alone.

    Rows, their order and errors are those of `worth_rows`.

    >>> [row] = laid_too("F: F5 vs W: W6", "attacker", [Spell("F", 3)])
    >>> print(row.battle, f"{row.base.win:.3f} {row.odds.win:.3f}")
    F: F5 F3 vs W: W6 0.292 0.694
    """
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    laid = (added(legal, side, card, rules) for card in dict.fromkeys(cards))
    return _worths(legal, laid, responses, rules)


def _worths(
    legal: Battle, changes: Iterable[tuple[CardChange, Battle]], responses: Responses, variant: Variant
) -> tuple[Worth, ...]:
    """These changes of a battle, the one that changes most first, the refused ones last."""

    def judge(_: CardChange, changed: Battle) -> Contest | Refused:
        problems = changed.problems(variant)
        if problems:
            return problems[0]
        contest = contest_of(changed, variant)
        try:
            if responses == "best":
                check_budget(contest)
        except BudgetError as fault:
            return fault
        return contest

    def row(
        change: CardChange, changed: Battle, case: Contest | Refused, odds: Odds | None, base: Odds
    ) -> Worth:
        if odds is None:
            assert isinstance(case, Refused)
            rule = case.rule if isinstance(case, Refusal) else BEST_RESPONSES
            return Worth(change, changed, None, base, case, (rule,))
        moved = bool(difference(odds.edge, base.edge) or difference(odds.win, base.win))
        why = reason(change, legal, changed, responses, moved, variant)
        return Worth(change, changed, odds, base, why.said, why.rules)

    check_responses(responses)
    unchanged = contest_of(legal, variant)
    return tuple(weighed(unchanged, changes, judge, lambda cases: contest_odds(cases, responses), row))


@explained
@takes(responses=RESPONSES_TAKEN)
def card_worth(
    battle: Battle | str, responses: Responses = "best", lang: Lang = "en", variant: Variant | str = BOX
) -> pd.DataFrame:
    """Return how the odds change with one card or object more or less on each side: one row for each change.

    `win`, `tie`, `loss` and `edge` (win minus loss) are the chances with the change, and `win_change` and
    `edge_change` what it changes, all from the point of view of the side (`side`) that has the card: positive
    is good for it. `change` is the change in notation (`+cat`, `-F4`, `+bra`), `kind` one of cat, trap,
    miromon, object, spell, creature; `label` and `reason` are texts in `lang`. `rules` are the ids of the
    rules that cause the change, or that say why there is none, with blanks between them. `rank` counts from 1
    by the size of `edge_change`, whatever its sign.

    Spells of the assumed box's powers 1 to 6 and a creature of power 3 are added, in the element of the lay
    (TW-BOX-5). With `responses="none"` the dice alone decide (TW-ODDS-1). `variant` is a `Variant`, a
    preset's name or a line of switches.

    `attrs`: `battle` (its line), `responses`, `lang`, `base` (the attacker's win, tie, loss, edge as it is)
    and `refused`: what the rules forbid, each with side, change, kind, label, rule and reason. Raises as
    `worth_rows` does.

    >>> frame = card_worth("F: F5 F3 + F4 vs W: W6 W4 & cat", responses="none")
    >>> frame.loc[frame.change == "-cat", ["edge_change", "rules"]].values.tolist()
    [[0.0, 'TW-ODDS-1 TW-BAT-11']]
    """
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    rows = worth_rows(legal, responses, rules)
    return worth_frame(rows, COLUMNS, lang, battle=str(legal), responses=responses, **named(rules))


# -- the cards of a hand, before anything is laid

HAND_COLUMNS = columns(lay="str", answer="str")
"""The columns of `hand_worth` with their types."""


@attrs.frozen
class HandWorth(ChangeWorth[CardChange, Situation]):
    """A card left out, and what is best without it: the `lay` of the side that is to lay, the `answer` to it
    ("" where that side answers a lay itself), or why nothing can be laid without it."""

    best: AdviceRow | Refused
    before: AdviceRow

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that act on the best lay, or that say why there is none."""
        if isinstance(self.best, AdviceRow):
            return tuple(dict.fromkeys([self.odds.rule if self.odds else "", *self.best.rules.split()]))
        return (self.best.rule if isinstance(self.best, Refusal) else BEST_RESPONSES,)

    def reason(self, lang: str = "en") -> str:
        """The best lay without it, in a sentence."""
        if not isinstance(self.best, AdviceRow):
            return self.best.text(lang)
        same = (self.best.lay, self.best.answer) == (self.before.lay, self.before.answer)
        case = "same" if same else "answered" if self.best.answer else "laid"
        return message(f"hand_worth.{case}", lang, lay=self.best.lay, answer=self.best.answer)

    def more_cells(self) -> Mapping[str, object]:
        """The best lay without the card, and the answer."""
        best = self.best
        return {"lay": best.lay, "answer": best.answer} if isinstance(best, AdviceRow) else {}


@explained
@takes(responses=RESPONSES_TAKEN)
def hand_worth(
    situation: Situation | Battle | str,
    side: Role | None = None,
    responses: Responses = "best",
    lang: Lang = "en",
    variant: Variant | str = BOX,
) -> pd.DataFrame:
    """Return what each card held is worth: one row for each different card of `side` (None: of both sides).

    `situation` is a line of hands, or a value; of a battle both sides hold the cards. Columns are those of
    `card_worth`: `change` is the card left out (`-F5`), `win`, `tie`, `loss` and `edge` are the side's
    chances without it, `win_change` and `edge_change` what that changes (negative: the card is worth so
    much), `rank` counts from the card that is worth most; and `lay` and `answer` are what is best without the
    card. Cards
    that are laid are not left out. `attrs`: `battle` (the line), `responses`, `lang`, `base` (the attacker's
    chances with all cards), `lay` and `answer` (what is best with them) and `refused`: cards without which
    nothing can be laid. Hidden cards are weighed as `advise` does. Raises as `advise` does.

    >>> frame = hand_worth("F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4", "attacker")
    >>> frame[["change", "edge_change", "lay"]].round(3).head(3)
      change  edge_change      lay
    0    -F5       -0.990  F3 + F4
    1    -F4       -0.834    F5 F3
    2    -F3       -0.672  F5 + F4
    """
    if side is not None and side not in ROLES:
        raise Fault("hidden.side", found=one_line(str(side), 40))
    case = Case.of(situation, None, responses, as_variant(variant))
    before = _best(case.situation, case)

    def judge(_: CardChange, left: Situation) -> AdviceRow | Refused:
        try:
            return _best(left, case)
        except BattleError as fault:
            return fault.problems[0]
        except Fault as fault:
            return fault

    changes = [
        left for role in (ROLES if side is None else (side,)) for left in _left_out(case.situation, role)
    ]
    if not changes:
        raise Fault("hand_worth.nothing", line=str(case.situation))
    rows = weighed(
        before,
        changes,
        judge,
        lambda lays: [_odds(best, case) for best in lays],
        lambda change, left, best, odds, base: HandWorth(change, left, odds, base, best, before),
    )
    line, best_with = str(case.situation), {"lay": before.lay, "answer": before.answer}
    return worth_frame(
        rows, HAND_COLUMNS, lang, battle=line, responses=responses, **best_with, **named(case.variant)
    )


def _best(situation: Situation, case: Case) -> AdviceRow:
    """The best lay of whoever is to lay, against the best answer."""
    return advice_rows(situation, None, responses=case.responses, variant=case.variant)[0]


def _odds(best: AdviceRow, case: Case) -> Odds:
    """The attacker's chances where a side lays what is best."""
    rule = BEST_RESPONSES if case.responses == "best" else DICE_ALONE
    odds = Odds(best.win, best.tie, best.loss, rule=rule)
    return odds if case.index == 0 else odds.flipped()


def _left_out(situation: Situation, role: str) -> Iterator[tuple[CardChange, Situation]]:
    """Each different card that a side holds, with the situation without it."""
    holder: Holder = getattr(situation, role)
    cards: tuple[Spell | Creature, ...] = (*holder.spells, *holder.creatures)
    for card in dict.fromkeys(cards):
        change = CardChange(role, False, card)
        field = f"{change.kind}s"
        yield change, situation.with_side(role, **{field: replaced(getattr(holder, field), card)})
    for kind, _ in holder.held.kinds:
        yield CardChange(role, False, kind), situation.with_side(role, held=holder.held.more(kind, -1))
