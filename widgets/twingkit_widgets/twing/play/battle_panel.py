"""The panel of one battle played step by step, with the rule behind every sentence."""

from __future__ import annotations

from twingkit import twing
from twingkit.core.variants.house_rules import variant_in_force
from twingkit.twing.starts import BattleStart
from twingkit_widgets.table.play.form import ALL_SEATS_INDEX, seed_or_random
from twingkit_widgets.twing.play.battle import BattleSettings, BattleUiState, LabBattleSettings
from twingkit_widgets.twing.play.panel import TwingPlayPanel


class BattlePanel(TwingPlayPanel[BattleSettings]):
    """The panel of one battle that the visitor plays for both sides.

    >>> panel = BattlePanel("F: F5 vs W: W4", seed=1)
    >>> panel.do("next"); panel.status
    'The attacker attacks the defender with Fire 5. Points of the spells: 5. ...'
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
        """Show the battle of `line` before its first step, or at the end of a `record`.

        Parameters
        ----------
        line : Battle or str
            The battle or its notation.
        lang : str, optional
            The language of the panel.
        seed : int, optional
            Makes the dice reproducible.
        variant : Variant or str
            A `Variant`, a preset's name or a line of switches; by default the house rules of the site.
        record : str, optional
            A record of a battle to continue.
        embedded : bool
            The panel is part of a lab.

        Raises
        ------
        NotationError, IllegalBattleError, VariantError, RecordError
            An invalid line, an illegal battle, an invalid variant, an invalid record.
        """
        rules = twing.Variant.resolve(str(variant or variant_in_force("twing") or twing.BOX))
        battle = twing.Battle.parse(line) if isinstance(line, str) else line
        lines = "\n".join(BattleStart(battle.check(rules), rules).setup_lines())
        kind = LabBattleSettings if embedded else BattleSettings
        settings = kind("twing", lines, ALL_SEATS_INDEX, seed=seed_or_random(seed))
        super().__init__(settings, lang, record=record, seat=ALL_SEATS_INDEX, seeded=seed is not None)

    def _chosen_first(self) -> dict[str, object]:
        return {"responses": self.ui_state.responses}

    def act_responses(self, value: object) -> None:
        """Show the odds by dice alone ("none") or with best responses ("best")."""
        self._change(responses="none" if value == "none" else "best")
