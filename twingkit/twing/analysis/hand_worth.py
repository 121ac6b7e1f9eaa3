"""The worth of the cards of a hand before anything is laid: each card left out once.

    hand_worth("F: hand F5 F3 W4 + F4 & cat vs W: hand W6 W4")

With all cards and without each one both sides do their best: the attacker lays what is best against the best
answer, and both respond as well as can be (TW-ODDS-2). `card_worth` asks the same of cards that are laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from twingkit.asking import Refusal, one_line
from twingkit.messages import Fault, message
from twingkit.notation import BattleError, Role
from twingkit.odds import BudgetError, Odds
from twingkit.reports.change_worth import ChangeWorth, columns, ranked, worth_frame
from twingkit.twing.analysis.advice import AdviceRow, advice_rows
from twingkit.twing.analysis.prospects import Case
from twingkit.twing.analysis.reasons import Called, label
from twingkit.twing.analysis.worth_changes import HELD, Change
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.battle_line import ROLES, Battle
from twingkit.twing.notation.holder import Holder
from twingkit.twing.notation.situation import Situation
from twingkit.twing.variants.meant import as_variant, named
from twingkit.twing.variants.variant import BOX, Variant

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = columns(lay="str", answer="str")
"""The columns of `hand_worth` with their types."""


@attrs.frozen
class HandWorth(ChangeWorth[Change, Situation]):
    """A card left out, and what is best without it: the `lay` of the side that is to lay, the `answer` to it
    ("" where that side answers a lay itself); `why` nothing can be laid without it, where that is so."""

    best: AdviceRow | None
    before: AdviceRow
    why: Fault | Refusal | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that act on the best lay, or that say why there is none."""
        if self.best is None:
            return (self.why.rule,) if isinstance(self.why, Refusal) else (BEST_RESPONSES,)
        return tuple(dict.fromkeys([self.odds.rule if self.odds else "", *self.best.rules.split()]))

    def label(self, lang: str = "en") -> str:
        """The card left out, in words: `− spell Fire 5`."""
        kind, card = self.change.kind, self.change.card
        return label(
            "less", lang, card=Called(kind, {"card": card}) if kind in ("spell", "creature") else card
        )

    def reason(self, lang: str = "en") -> str:
        """The best lay without it, in a sentence."""
        if self.best is None:
            return self.why.text(lang) if self.why else ""
        same = (self.best.lay, self.best.answer) == (self.before.lay, self.before.answer)
        case = "same" if same else "answered" if self.best.answer else "laid"
        return message(f"hand_worth.{case}", lang, lay=self.best.lay, answer=self.best.answer)

    def more_cells(self) -> Mapping[str, Any]:
        """The best lay without the card, and the answer."""
        return {"lay": self.best.lay, "answer": self.best.answer} if self.best else {}


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
    base = _odds(before, case)
    rows: list[HandWorth] = []
    for role in ROLES if side is None else (side,):
        mine = base if role == ROLES[0] else base.flipped()
        for change, left in _left_out(case.situation, role):
            try:
                best = _best(left, case)
            except (Fault, BudgetError, BattleError) as fault:
                why = fault.problems[0] if isinstance(fault, BattleError) else fault
                rows.append(HandWorth(change, left, None, mine, None, before, why))
            else:
                odds = _odds(best, case)
                own = odds if role == ROLES[0] else odds.flipped()
                rows.append(HandWorth(change, left, own, mine, best, before))
    if not rows:
        raise Fault("hand_worth.nothing", line=str(case.situation))
    rows = [*ranked(row for row in rows if row.odds), *(row for row in rows if not row.odds)]
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
    for spell in dict.fromkeys(holder.spells):
        spells = list(holder.spells)
        spells.remove(spell)
        yield Change(role, False, "spell", spell), _with(situation, role, spells=spells)
    for creature in dict.fromkeys(holder.creatures):
        creatures = list(holder.creatures)
        creatures.remove(creature)
        yield Change(role, False, "creature", creature), _with(situation, role, creatures=creatures)
    for name, field in HELD.items():
        if count := getattr(holder, field):
            yield Change(role, False, name, name), _with(situation, role, **{field: count - 1})


def _with(situation: Situation, role: str, **held: Any) -> Situation:
    changed = attrs.evolve(getattr(situation, role), **held)
    return attrs.evolve(situation, **{role: changed})
