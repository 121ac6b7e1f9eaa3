"""What a card is worth in a battle: how the odds change with one card or object more or less.

    card_worth("F: F5 F3 + F4 & cat vs W: W6 W4 + W3 @ bra & trap")

For each side: a cat, a trap, Miromon, each of the nine objects, a spell, a creature, added or taken away
where the rules allow it. Each change is computed exactly, and the rule that causes it is named; a change that
does nothing says why. `worth_rows` gives the same as plain values, without pandas.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from twingkit.asking import Refusal
from twingkit.odds import Odds
from twingkit.rulebook import Ruling
from twingkit.twing.analysis.batch import contest_odds
from twingkit.twing.analysis.reasons import Called, label
from twingkit.twing.analysis.worth_changes import Change, added, changes
from twingkit.twing.analysis.worth_reasons import EQUAL, reason
from twingkit.twing.cards import Creature, Spell
from twingkit.twing.chances import (
    BEST_RESPONSES,
    BudgetError,
    check_budget,
    check_responses,
    legal_battle,
)
from twingkit.twing.contest import Contest, battle_contest
from twingkit.twing.notation import ROLES, Battle

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = {
    "side": "str",
    "change": "str",
    "kind": "str",
    "label": "str",
    "win": "float64",
    "tie": "float64",
    "loss": "float64",
    "edge": "float64",
    "win_change": "float64",
    "edge_change": "float64",
    "rules": "str",
    "reason": "str",
    "rank": "int64",
}
"""The columns of `card_worth` with their types."""


@attrs.frozen
class Worth:
    """One change and what it does.

    `change` is the card or object more or less; `battle` what it makes of the battle. `odds` are the chances
    of the side whose card it is, with the change; `base` those without it. Both are of this side, so that a
    positive `edge_change` is good for it. `why` says why the odds change or do not, `rules` are the ids of
    all rules that cause it.

    Where there are no odds (`odds` is None), `why` is what forbids the change: the rule that refuses the
    battle, or the budget of best play (`BudgetError`, rule TW-ODDS-2).
    """

    change: Change
    battle: Battle
    odds: Odds | None
    base: Odds
    why: Ruling | Refusal | BudgetError
    rules: tuple[str, ...]

    @property
    def side(self) -> str:
        """Whose card it is: "attacker" or "defender"."""
        return self.change.side

    @property
    def win_change(self) -> float:
        """How much more often the side wins; 0 where there are no odds."""
        return _difference(self.odds.win, self.base.win) if self.odds else 0.0

    @property
    def edge_change(self) -> float:
        """How much higher the side's chance to win minus its chance to lose is; 0 where there are no odds."""
        return _difference(self.odds.edge, self.base.edge) if self.odds else 0.0

    def label(self, lang: str = "en") -> str:
        """The change in words: `+ black cat`, `− spell Fire 5`."""
        kind, card = self.change.kind, self.change.card
        named = Called(kind, {"card": card}) if kind in ("spell", "creature") else card
        return label("more" if self.change.more else "less", lang, card=named)

    def reason(self, lang: str = "en") -> str:
        """Why it changes the odds, why it does nothing, or why it cannot be, in one sentence."""
        return self.why.text(lang)


def _difference(one: float, other: float) -> float:
    """What two chances differ by: 0 where only the computer's rounding does."""
    return one - other if abs(one - other) > EQUAL else 0.0


def worth_rows(battle: Battle | str, responses: str = "best") -> tuple[Worth, ...]:
    """Every change of a battle with what it does, the one that changes most first, the refused ones last.

    Raises as `odds` does: `NotationError` or `BattleError` for a bad battle, `BudgetError` where best play of
    the battle itself would take too long, `ValueError` for another word of `responses`.

    >>> found = worth_rows("F: F5 vs W: W6 @ bra")
    >>> found[0].change.token, round(found[0].edge_change, 3), found[0].rules
    ('+F6', 1.174, ('TW-BAT-17',))
    >>> print(found[-1].change.token, "-", found[-1].why)
    -W6 - A defender with a spell or a creature must lay something; one with neither lays nothing, ...
    """
    legal = legal_battle(battle)
    return _worths(legal, changes(legal), responses)


def laid_too(
    battle: Battle | str, side: str, cards: Iterable[Spell | Creature], responses: str = "best"
) -> tuple[Worth, ...]:
    """What each of these cards does if `side` ("attacker" or "defender") lays it besides, alone.

    Rows, their order and errors are those of `worth_rows`.

    >>> [row] = laid_too("F: F5 vs W: W6", "attacker", [Spell("F", 3)])
    >>> print(row.battle, f"{row.base.win:.3f} {row.odds.win:.3f}")
    F: F5 F3 vs W: W6 0.292 0.694
    """
    legal = legal_battle(battle)
    return _worths(legal, (added(legal, side, card) for card in dict.fromkeys(cards)), responses)


def _worths(legal: Battle, wanted: Iterable[tuple[Change, Battle]], responses: str) -> tuple[Worth, ...]:
    """These changes of a battle, the one that changes most first, the refused ones last."""
    check_responses(responses)
    rest = battle_contest(legal)
    if responses == "best":
        check_budget(rest)
    refused: list[tuple[Change, Battle, Refusal | BudgetError]] = []
    allowed: list[tuple[Change, Battle, Contest]] = []
    for change, changed in wanted:
        problems = changed.problems()
        if problems:
            refused.append((change, changed, problems[0]))
            continue
        contest = battle_contest(changed)
        try:
            if responses == "best":
                check_budget(contest)
        except BudgetError as fault:
            refused.append((change, changed, fault))
        else:
            allowed.append((change, changed, contest))
    found = _odds([rest, *(contest for _, _, contest in allowed)], responses)
    bases = dict(zip(ROLES, (found[rest], found[rest].flipped()), strict=True))
    rows = []
    for change, changed, contest in allowed:
        base = bases[change.side]
        odds = found[contest] if change.side == ROLES[0] else found[contest].flipped()
        moved = bool(_difference(odds.edge, base.edge) or _difference(odds.win, base.win))
        why = reason(change, legal, changed, responses, moved)
        rows.append(Worth(change, changed, odds, base, why.said, why.rules))
    rows.sort(key=lambda row: (-round(abs(row.edge_change), 12), -round(abs(row.win_change), 12)))
    for change, changed, no in refused:
        rule = no.rule if isinstance(no, Refusal) else BEST_RESPONSES
        rows.append(Worth(change, changed, None, bases[change.side], no, (rule,)))
    return tuple(rows)


def _odds(contests: Sequence[Contest], responses: str) -> dict[Contest, Odds]:
    """The odds of every different contest: many objects change nothing, and are not computed again."""
    different = list(dict.fromkeys(contests))
    return dict(zip(different, contest_odds(different, responses), strict=True))


def card_worth(battle: Battle | str, responses: str = "best", lang: str = "en") -> pd.DataFrame:
    """How the odds change with one card or object more or less on each side: one row for each change.

    `win`, `tie`, `loss` and `edge` (win minus loss) are the chances with the change, and `win_change` and
    `edge_change` what it changes, all from the point of view of the side (`side`) that has the card: positive
    is good for it. `change` is the change in notation (`+cat`, `-F4`, `+bra`), `kind` one of cat, trap,
    miromon, object, spell, creature; `label` and `reason` are texts in `lang`. `rules` are the ids of the
    rules that cause the change, or that say why there is none, with blanks between them. `rank` counts from 1
    by the size of `edge_change`, whatever its sign.

    Spells of the assumed box's powers 1 to 6 and a creature of power 3 are added, in the element of the lay
    (TW-BOX-5). With `responses="none"` the dice alone decide (TW-ODDS-1).

    `attrs`: `battle` (its line), `responses`, `lang`, `base` (the attacker's win, tie, loss, edge as it is)
    and `refused`: what the rules forbid, each with side, change, kind, label, rule and reason. Raises as
    `worth_rows` does.

    >>> frame = card_worth("F: F5 F3 + F4 vs W: W6 W4 & cat", responses="none")
    >>> frame.loc[frame.change == "-cat", ["edge_change", "rules"]].values.tolist()
    [[0.0, 'TW-ODDS-1 TW-BAT-11']]
    """
    import pandas as pd

    legal = legal_battle(battle)
    rows = worth_rows(legal, responses)
    allowed = [_cells(row, lang) for row in rows if row.odds]
    for rank, cells in enumerate(allowed, 1):
        cells["rank"] = rank
    frame = pd.DataFrame(allowed, columns=list(COLUMNS)).astype(COLUMNS)
    base = rows[0].base if rows[0].side == ROLES[0] else rows[0].base.flipped()
    frame.attrs = {
        "battle": str(legal),
        "responses": responses,
        "lang": lang,
        "base": {name: getattr(base, name) for name in ("win", "tie", "loss", "edge")},
        "refused": [_refused(row, lang) for row in rows if not row.odds],
    }
    return frame


def _cells(row: Worth, lang: str) -> dict[str, Any]:
    assert row.odds is not None
    return _named(row, lang) | {
        "win": row.odds.win,
        "tie": row.odds.tie,
        "loss": row.odds.loss,
        "edge": row.odds.edge,
        "win_change": row.win_change,
        "edge_change": row.edge_change,
        "rules": " ".join(row.rules),
        "reason": row.reason(lang),
    }


def _refused(row: Worth, lang: str) -> dict[str, str]:
    return _named(row, lang) | {"rule": row.rules[0], "reason": row.reason(lang)}


def _named(row: Worth, lang: str) -> dict[str, str]:
    change = row.change
    return {
        "side": change.side,
        "change": change.token,
        "kind": change.kind,
        "label": row.label(lang),
    }
