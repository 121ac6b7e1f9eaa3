"""The tab “What if …?”: the odds after changes of powers, dice and objects, next to the old odds."""

from __future__ import annotations

from twingkit import twing
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.twing.rules.cards import parse_face
from twingkit_widgets.lab.action_values import parse_leading_side, parse_offered_value, parse_single_field
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.draft import Draft
from twingkit_widgets.twing.lab.odds_maps import MAP_QUANTITIES
from twingkit_widgets.twing.lab.variant_battle import variant_of
from twingkit_widgets.twing.lab.what_if_view import WhatIf, WhatIfView
from twingkit_widgets.twing.lab.words import lab_say


class WhatIfTab(BattleTab):
    """The tab of the battle lab that shows the odds before and after changes to the battle that the visitor
    tries.
    """

    figure_kind = "odds"

    def frame(self) -> DataFrame:
        """Return the odds with best responses before and after the changes."""
        wishes = self.what_if()
        rows = []
        for stage, changed in (("before", wishes.unchanged), ("after", wishes)):
            line = str(changed.battle())
            odds = changed.odds("best")
            shares = {**odds.chances, "edge": odds.edge}
            rows.append({"position": line, "label": line, "stage": stage, **shares})
        return frame_from_rows(rows)

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self._wishes: WhatIf | None = None
        self._if_grid: str = MAP_QUANTITIES[0]

    def what_if(self) -> WhatIf:
        """Return the hypothetical changes to the battle; they are discarded when the battle itself
        changes.
        """
        if self.analysed_subject is None:
            raise LabFault
        line = str(self.analysed_subject)
        rules = variant_of(self.analysed_subject)
        if self._wishes is None or (self._wishes.base_line, self._wishes.variant) != (line, rules):
            self._wishes = WhatIf(line, variant=rules)
        return self._wishes

    def act_if_power(self, value: object) -> None:
        """Set the powers of cards, such as `{"0:s1": "7"}` for the attacker's second spell."""
        place, power = parse_single_field(value)
        wishes = self.what_if()
        draft = Draft.from_battle(twing.Battle.parse(wishes.base_line))
        card = draft.sides[parse_leading_side(place)].card(place[2:])
        if not power.isdecimal() or not 1 <= int(power[:3]) <= 99:
            raise LabFault("fault.no_value", value=power[:12], low=1, high=99)
        wishes.powers[place] = int(power)
        if card.power == int(power):
            del wishes.powers[place]
        self._announce()

    def act_if_face(self, value: object) -> None:
        """Switch a face of a first roll, such as `0:Sun`, between certain, ruled out and possible."""
        side_index, text = parse_leading_side(value), str(value)[2:]
        face = parse_face(text)
        if face is None or not self.what_if().battle().sides[side_index].spells:
            raise LabFault
        dice = self.what_if().dice
        dice[side_index] = dice[side_index].after_tap(face)
        self._announce()

    def act_if_object(self, value: object) -> None:
        """Give an object to a side or take it away, such as `1:hat`; the other side loses it."""
        side_index, name = parse_leading_side(value), parse_offered_value(str(value)[2:], twing.OBJECTS)
        wishes = self.what_if()
        sides = wishes.battle().sides
        had = name in sides[side_index].objects
        for number, side in enumerate(sides):
            others = tuple(other for other in side.objects if other != name)
            wishes.objects[number] = others if number != side_index or had else (*others, name)
        before = twing.Battle.parse(wishes.base_line).sides
        for number, side in enumerate(before):
            if sorted(side.objects) == sorted(wishes.objects[number] or ()):
                wishes.objects[number] = None
        self._announce()

    def act_if_reset(self, value: object) -> None:
        """Undo all changes."""
        self._wishes = None
        self._announce()

    def act_if_take(self, value: object) -> None:
        """Apply the hypothetical powers and objects to the battle; the assumed dice stay hypothetical."""
        battle, dice = self.what_if().battle().check(self.what_if().variant), self.what_if().dice
        draft = self.draft.copy()
        for side, typed in zip(draft.sides, battle.sides, strict=True):
            side.spells, side.units = list(typed.lay.spells), list(typed.lay.units)
            side.laid_from_hand, side.objects = [], list(typed.objects)
        self.lab.set_draft(draft)
        if any(die.faces for die in dice):
            self._wishes = WhatIf(
                str(self.analysed_subject), dice=dice, variant=variant_of(self.analysed_subject)
            )
            self.lab.status = f"{lab_say('if.dice_stay')} {self.lab.status}"

    def act_if_grid(self, value: object) -> None:
        """Show a map of another quantity, such as `cats`."""
        self._if_grid = parse_offered_value(value, MAP_QUANTITIES)

    def _announce(self) -> None:
        """Announce the result of the changes to screen readers."""
        wishes = self.what_if()
        forbidden = wishes.battle().problems(wishes.variant)
        win = "" if forbidden else percent(wishes.chances().shown_odds[1].win, 1)
        self.lab.status = win and lab_say("if.news", win=win)

    def python_call(self) -> str:
        """Return the Python call that returns the shown numbers."""
        return self.sweep_call("points")

    def view(self) -> Markup:
        """Return the whole tab."""
        return WhatIfView(self.what_if(), self._if_grid).html()
