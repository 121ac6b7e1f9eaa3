"""The first responses of best play, over all rolls of both dice of a battle (TW-ODDS-2)."""

from __future__ import annotations

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang, language, localized
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import DataFrame, frame_from_rows
from twingkit.twing.analysis.reasons import capitalized_label
from twingkit.twing.analysis.responses.battle_tree import battle_tree
from twingkit.twing.analysis.responses.response_reasons import NO_RESPONSE, answer_name, answer_rules
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant


@attrs.frozen
class FirstResponseChance:
    """One response with the chance that best play begins with it, over all rolls of a battle, and its mean
    gain over passing.

    `side` and `answer` are empty if nobody responds. `gain` is the side's mean gain in edge (win minus loss)
    over passing, in the rolls in which it responds this way.
    """

    side: str
    answer: str
    chance: float
    gain: float

    def label(self) -> str:
        """Return the response in words, with the side that makes it."""
        if not self.side:
            return capitalized_label("nobody")
        return capitalized_label("answer", side=self.side, answer=answer_name(self.answer))

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that allow the response."""
        return answer_rules(self.answer or NO_RESPONSE)


def first_response_rows(battle: Battle | str, variant: Variant | str = BOX) -> list[FirstResponseChance]:
    """Return how often best play begins with each response (or none), over all rolls of a battle, the most
    frequent first.

    The chances add up to 1. Raises the errors of `odds`.

    >>> for row in first_response_rows("F: F5 & cat vs W: W6"):
    ...     print(row.label(), f"{row.chance:.3f} {row.gain:.3f}")
    The attacker: black cat 0.639 0.501
    Nobody responds 0.361 0.000
    """
    responses = [FirstResponseChance(*entry) for entry in battle_tree(battle, variant).first_responses()]
    return sorted(responses, key=lambda response: -response.chance)


@with_column_meanings
@check_arguments()
@localized
def first_response_chances(
    position: Battle | str, *, variant: Variant | str = BOX, lang: Lang | None = None
) -> DataFrame:
    """Return a table of how often best play begins with each response, over all rolls of a battle.

    One row for each response. Columns `side`, `answer`, `label` (in `lang`), `chance`, `gain` and `rules` (a
    list), as in `FirstResponseChance`; the row with an empty side means no response. `variant` is a
    `Variant`, a preset's name or a line of switches. Raises the errors of `odds`.

    >>> first_response_chances("F: F5 & cat vs W: W6").chance.round(3).tolist()
    [0.639, 0.361]
    """

    rules = as_variant(variant)
    legal = legal_battle(position, rules)
    rows = [
        {**attrs.asdict(response), "label": response.label(), "rules": list(response.rules)}
        for response in first_response_rows(legal, rules)
    ]
    columns = dict.fromkeys(("side", "answer", "label", "chance", "gain", "rules"), "str")
    columns |= {"chance": "float64", "gain": "float64", "rules": "object"}
    return frame_from_rows(
        rows, columns, position=str(legal), responses="best", lang=language(), **variant_table_attrs(rules)
    )
