"""The tab “What if …?”: the odds after changes of powers, dice and objects, next to the old odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from twingkit import Odds, twing
from twingkit.core.messages import Fault
from twingkit.twing.exact_odds.given_dice import odds_given_faces
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.notation.battle_line import Side
from twingkit.twing.rules.cards import Creature, Spell, Unit, parse_face
from twingkit_widgets.lab.action_values import parse_field, parse_offered_value, parse_side
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.draft import Draft
from twingkit_widgets.twing.lab.odds import BothOdds
from twingkit_widgets.twing.lab.odds_maps import MAP_QUANTITIES, OddsMapCell, odds_map_cells
from twingkit_widgets.twing.lab.side_draft import SideDraft
from twingkit_widgets.twing.lab.variant_battle import variant_of
from twingkit_widgets.twing.lab.what_if_view import DieKnowledge, WhatIfView
from twingkit_widgets.twing.lab.words import lab_say

if TYPE_CHECKING:
    import pandas as pd

POINTS_AROUND = 4
"""Number of points on the map on either side of the battle's points."""


@attrs.define
class WhatIf:
    """The changes made to the battle `base_line`: powers, known dice and objects.

    `powers` are given by the place of a card (`0:s1`), `dice` is the knowledge of each first roll, `objects`
    are those of each side (None: unchanged).
    """

    base_line: str
    powers: dict[str, int] = attrs.field(factory=dict)
    dice: list[DieKnowledge] = attrs.field(factory=lambda: [DieKnowledge(), DieKnowledge()])
    objects: list[tuple[str, ...] | None] = attrs.field(factory=lambda: [None, None])
    variant: twing.Variant = twing.BOX

    def battle(self) -> twing.Battle:
        """Return the changed battle, whether legal or not."""
        draft = Draft.from_battle(twing.Battle.parse(self.base_line))
        for place, power in self.powers.items():
            _set_power(draft.sides[int(place[0])], place[2:], power)
        for side, objects in zip(draft.sides, self.objects, strict=True):
            side.objects = side.objects if objects is None else list(objects)
        return draft.subject()

    def odds(self, responses: Responses) -> Odds:
        """Return the attacker's odds after the changes. Raises `BattleError` or `BudgetError`."""
        battle = self.battle()
        faces = [sorted(die.faces) if die.faces else None for die in self.dice]
        if faces == [None, None]:
            return twing.odds(battle, responses=responses, variant=self.variant)
        return odds_given_faces(
            battle, attack_faces=faces[0], defence_faces=faces[1], responses=responses, variant=self.variant
        )

    def chances(self) -> BothOdds:
        """Return the odds after the changes, by dice alone and with best responses."""
        return BothOdds.computed(self.odds)

    @property
    def is_changed(self) -> bool:
        """True if any change was made."""
        return self != WhatIf(self.base_line, variant=self.variant)


class WhatIfTab(BattleTab):
    """The tab with the odds of a changed battle."""

    call_key = "whatif"
    figure_kind = "odds"

    def frame(self) -> pd.DataFrame:
        """Return the odds with best responses before and after the changes."""
        import pandas as pd  # on request only: panels start without it

        wishes = self.what_if()
        rows = []
        for stage, changed in (
            ("before", WhatIf(wishes.base_line, variant=wishes.variant)),
            ("after", wishes),
        ):
            line = str(changed.battle())
            odds = changed.odds("best")
            shares = {**odds.chances, "edge": odds.edge}
            rows.append({"position": line, "label": line, "stage": stage, **shares})
        return pd.DataFrame(rows)

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self._wishes: WhatIf | None = None
        self._if_grid: str = MAP_QUANTITIES[0]

    def what_if(self) -> WhatIf:
        """Return the changes; they are reset if the battle changes."""
        if self.analysed_subject is None:
            raise LabFault
        line = str(self.analysed_subject)
        rules = variant_of(self.analysed_subject)
        if self._wishes is None or (self._wishes.base_line, self._wishes.variant) != (line, rules):
            self._wishes = WhatIf(line, variant=rules)
        return self._wishes

    def act_if_power(self, value: object) -> None:
        """Set the powers of cards, such as `{"0:s1": "7"}` for the attacker's second spell."""
        place, power = parse_field(value)
        wishes = self.what_if()
        card = _card_at(wishes.base_line, place)
        if not power.isdecimal() or not 1 <= int(power[:3]) <= 99:
            raise LabFault("fault.no_value", value=power[:12], low=1, high=99)
        wishes.powers[place] = int(power)
        if card.power == int(power):
            del wishes.powers[place]
        self._announce()

    def act_if_face(self, value: object) -> None:
        """Switch a face of a first roll, such as `0:Sun`, between certain, ruled out and possible."""
        side_index, text = parse_side(value), str(value)[2:]
        face = parse_face(text)
        if face is None or not self.what_if().battle().sides[side_index].spells:
            raise LabFault
        dice = self.what_if().dice
        dice[side_index] = dice[side_index].after_tap(face)
        self._announce()

    def act_if_object(self, value: object) -> None:
        """Give an object to a side or take it away, such as `1:hat`; the other side loses it."""
        side_index, name = parse_side(value), parse_offered_value(str(value)[2:], twing.OBJECTS)
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
        """Apply the changed powers and objects to the battle; the dice stay as they are."""
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
            self.status = f"{lab_say('if.dice_stay')} {self.status}"

    def act_if_grid(self, value: object) -> None:
        """Show a map of another quantity, such as `cats`."""
        self._if_grid = parse_offered_value(value, MAP_QUANTITIES)

    def _announce(self) -> None:
        """Announce the result of the changes to screen readers."""
        wishes = self.what_if()
        forbidden = wishes.battle().problems(wishes.variant)
        self.status = "" if forbidden else _result_sentence(wishes.chances())

    def view(self) -> Markup:
        """Return the whole tab."""
        wishes = self.what_if()
        battle = wishes.battle()
        problems = battle.problems(wishes.variant)
        cards = {
            f"{side_index}:{place}": card
            for side_index, side in enumerate(self.lab.analysed_subject.sides)
            for place, card in _cards_with_places(side)
        }
        return WhatIfView(
            before=WhatIf(wishes.base_line, variant=wishes.variant).chances(),
            after=None if problems else wishes.chances(),
            problems=problems,
            cards=cards,
            powers=wishes.powers,
            dice=wishes.dice,
            battle=battle,
            is_changed=wishes.is_changed,
            map_quantity=self._if_grid,
            cells=() if problems else self._cells(battle),
        ).html()

    def _cells(self, battle: twing.Battle) -> Sequence[OddsMapCell] | Fault:
        try:
            return odds_map_cells(str(battle), self._if_grid, POINTS_AROUND, self.what_if().variant)
        except Fault as fault:
            return fault


def _result_sentence(chances: BothOdds) -> str:
    return lab_say("if.news", win=percent(chances.shown_odds[1].win, 1))


def _cards_with_places(side: Side) -> Iterator[tuple[str, Spell | Creature]]:
    """Yield the laid cards of a side with their places, named as in the builder."""
    yield from ((f"s{number}", spell) for number, spell in enumerate(side.spells))
    for number, unit in enumerate(side.units):
        yield f"u{number}", unit.creature
        if unit.rider:
            yield f"r{number}", unit.rider


def _set_power(side: SideDraft, place: str, power: int) -> None:
    card, number = attrs.evolve(side.card(place), power=power), int(place[1:])
    if isinstance(card, Spell):
        side.spells[number] = card
        return
    unit = side.units[number]
    side.units[number] = Unit(card, unit.rider) if place[0] == "u" else Unit(unit.creature, card)


def _card_at(line: str, place: str) -> Spell | Creature:
    return Draft.from_battle(twing.Battle.parse(line)).sides[parse_side(place)].card(place[2:])
