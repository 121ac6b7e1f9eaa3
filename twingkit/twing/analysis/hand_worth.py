"""The worth of the cards of a hand before anything is laid: each card left out once.

    hand_worth("F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4")

With all cards and without each one both sides do their best: the attacker lays what is best against the best
answer, and both respond as well as can be (TW-ODDS-2). `card_worth` asks the same of cards that are laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import attrs

from twingkit.asking import Refusal, one_line
from twingkit.messages import Fault, message
from twingkit.notation import BattleError, Role
from twingkit.odds import Odds
from twingkit.reports.change_worth import ChangeWorth, Refused, columns, weighed, worth_frame
from twingkit.twing.analysis.advice import AdviceRow, advice_rows
from twingkit.twing.analysis.prospects import Case
from twingkit.twing.analysis.worth_changes import HELD, Change, replaced
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.battle_line import ROLES, Battle
from twingkit.twing.notation.holder import Holder
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.variants.meant import as_variant, named
from twingkit.twing.variants.variant import BOX, Variant

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = columns(lay="str", answer="str")
"""The columns of `hand_worth` with their types."""


@attrs.frozen
class HandWorth(ChangeWorth[Change, Situation]):
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


def hand_worth(
    situation: Situation | Battle | str,
    side: Role | None = None,
    responses: Responses = "best",
    lang: str = "en",
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

    def judge(_: Change, left: Situation) -> AdviceRow | Refused:
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
        rows, COLUMNS, lang, battle=line, responses=responses, **best_with, **named(case.variant)
    )


def _best(situation: Situation, case: Case) -> AdviceRow:
    """The best lay of whoever is to lay, against the best answer."""
    return advice_rows(situation, None, responses=case.responses, variant=case.variant)[0]


def _odds(best: AdviceRow, case: Case) -> Odds:
    """The attacker's chances where a side lays what is best."""
    rule = BEST_RESPONSES if case.responses == "best" else DICE_ALONE
    odds = Odds(best.win, best.tie, best.loss, rule=rule)
    return odds if case.index == 0 else odds.flipped()


def _left_out(situation: Situation, role: str) -> Iterator[tuple[Change, Situation]]:
    """Each different card that a side holds, with the situation without it."""
    holder: Holder = getattr(situation, role)
    cards: tuple[Spell | Creature, ...] = (*holder.spells, *holder.creatures)
    for card in dict.fromkeys(cards):
        change = Change(role, False, card)
        field = f"{change.kind}s"
        yield change, situation.with_side(role, **{field: replaced(getattr(holder, field), card)})
    for name, field in HELD.items():
        if count := getattr(holder, field):
            yield Change(role, False, name), situation.with_side(role, **{field: count - 1})
