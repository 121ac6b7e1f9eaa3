"""One battle, step by step, with the rule behind every sentence: `BattlePanel(line)`."""

from __future__ import annotations

from twingkit import twing
from twingkit.core.variants.house_rules import house_variant
from twingkit.twing.starts import BattleStart
from twingkit_widgets.table.play.form import EVERY_SEAT, seed_or_random
from twingkit_widgets.twing.play.battle import BattleSettings, BattleUiState, BuiltSettings
from twingkit_widgets.twing.play.panel import TwingPanel


class BattlePanel(TwingPanel[BattleSettings]):
    """One battle that a person answers for both sides.

    >>> panel = BattlePanel("F: F5 vs W: W4", seed=1)
    >>> panel.do("next"); panel.status
    'The attacker attacks with Fire 5. Points of the spells: 5. ...'
    """

    _opened = BattleUiState
    ui_state: BattleUiState

    def __init__(
        self,
        line: twing.Battle | str,
        lang: str | None = None,
        seed: int | None = None,
        *,
        variant: twing.Variant | str = "",
        record: str | None = None,
        embedded: bool = False,
    ) -> None:
        """Show the battle of `line` before its first step, or at the end of a `record` of one; with a `seed`
        the same dice come again; `embedded` it is a part of a lab.

        It goes by the rules of `variant`: a `Variant`, a preset's name or a line of switches; by those of the
        house where none is named.

        Raises `NotationError` for a bad line, `BattleError` for a battle that the rules forbid,
        `VariantError` for a variant that cannot be, `RecordError` for a bad record.
        """
        rules = twing.Variant.resolve(str(variant or house_variant("twing") or twing.BOX))
        battle = twing.Battle.parse(line) if isinstance(line, str) else line
        lines = "\n".join(BattleStart(battle.check(rules), rules).lines())
        kind = BuiltSettings if embedded else BattleSettings
        settings = kind("twing", lines, EVERY_SEAT, seed=seed_or_random(seed))
        super().__init__(settings, lang, record=record, seat=EVERY_SEAT, seeded=seed is not None)

    def _chosen_first(self) -> dict[str, object]:
        """The odds that showed before."""
        return {"responses": self.ui_state.responses}

    def act_responses(self, value: object) -> None:
        """Show the odds of the dice alone ("none") or with best responses ("best")."""
        self._change(responses="none" if value == "none" else "best")
