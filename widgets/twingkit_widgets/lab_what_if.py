"""What if …? Other powers, known dice, other objects: the odds beside those of the battle as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from twingkit import Odds, twing
from twingkit.messages import Fault
from twingkit.twing.analysis.given_dice import odds_given
from twingkit.twing.analysis.grids import Cell, grid_rows
from twingkit.twing.cards import Creature, Spell, Unit, read_face
from twingkit.twing.notation import Side
from twingkit_widgets.battle_builder import Draft
from twingkit_widgets.battle_side import SideDraft, side_of
from twingkit_widgets.game_steps import StepFault
from twingkit_widgets.lab_if_view import GRIDS, Die, IfView, Slider, news
from twingkit_widgets.lab_odds import Chances
from twingkit_widgets.lab_words import lab_say
from twingkit_widgets.markup import Markup, el

AROUND = 4
"""So many points to either side of what the cards have are on the map."""


@lru_cache(maxsize=16)
def _grid(line: str, which: str, reach: tuple[int, int]) -> tuple[Cell, ...]:
    """The cells of a map; the last ones are kept, since both maps are looked at in turn."""
    if which == "cats":
        cells = grid_rows(line, "attacker_cats", "defender_cats", "best")
    else:
        across, up = (range(max(0, power - AROUND), power + AROUND + 1) for power in reach)
        cells = grid_rows(line, ("attacker_points", across), ("defender_points", up), "best")
    return tuple(cells)


@attrs.define
class Wishes:
    """What is different from the battle of the line `base`: powers by the spot of a card (`0:s1`), what is
    known of each die's first roll, and each side's objects (None: as they are)."""

    base: str
    powers: dict[str, int] = attrs.field(factory=dict)
    dice: list[Die] = attrs.field(factory=lambda: [Die(), Die()])
    objects: list[tuple[str, ...] | None] = attrs.field(factory=lambda: [None, None])

    def battle(self) -> twing.Battle:
        """The battle that is wished for, allowed or not."""
        draft = Draft.of(twing.Battle.parse(self.base))
        for where, power in self.powers.items():
            _repower(draft.sides[int(where[0])], where[2:], power)
        for side, objects in zip(draft.sides, self.objects, strict=True):
            side.objects = side.objects if objects is None else list(objects)
        return draft.battle()

    def odds(self, responses: str) -> Odds:
        """The attacker's odds as wished. Raises `BattleError` or `BudgetError`."""
        battle = self.battle()
        given = [sorted(die.faces) if die.faces else None for die in self.dice]
        if given == [None, None]:
            return twing.odds(battle, responses)
        return odds_given(battle, given[0], given[1], responses)

    def chances(self) -> Chances:
        """Both odds as wished, dice alone and with best responses. Raises `BattleError`."""
        none = self.odds("none")
        try:
            return Chances(none, self.odds("best"))
        except twing.BudgetError as fault:
            return Chances(none, fault)

    @property
    def any(self) -> bool:
        """Whether anything is different."""
        return self != Wishes(self.base)


class Wishing:
    """What a panel needs to ask what if; `settled` is the battle that is asked about."""

    lang: str
    status: str
    draft: Draft
    _wishes: Wishes | None = None
    _if_grid: str = GRIDS[0]

    @property
    def settled(self) -> twing.Battle | None:
        """The last battle that the rules allow."""
        raise NotImplementedError

    def _changed(self) -> None:
        raise NotImplementedError

    def wishes(self) -> Wishes:
        """What is different; another battle begins anew. Raises `StepFault` without a battle."""
        if self.settled is None:
            raise StepFault("fault.no_place")
        line = str(self.settled)
        if self._wishes is None or self._wishes.base != line:
            self._wishes = Wishes(line)
        return self._wishes

    def act_if_power(self, value: object) -> None:
        """`{"0:s1": "7"}`: the attacker's second spell has power 7."""
        where, power = _named(value)
        wishes = self.wishes()
        card = _card_at(wishes.base, where)
        if not power.isdecimal() or not 1 <= int(power[:3]) <= 99:
            raise StepFault("fault.no_value", value=power[:12], low=1, high=99)
        wishes.powers[where] = int(power)
        if card.power == int(power):
            del wishes.powers[where]
        self._told()

    def act_if_face(self, value: object) -> None:
        """`0:Sun`: the attacker's first roll is a Sun for certain; tapped again never, then as before."""
        place, text = side_of(value), str(value)[2:]
        face = read_face(text)
        if face is None or not self.wishes().battle().sides[place].spells:
            raise StepFault("fault.no_place")
        dice = self.wishes().dice
        dice[place] = dice[place].tapped(face)
        self._told()

    def act_if_object(self, value: object) -> None:
        """`1:hat`: the defender has the Hat, or no longer; what the other side has moves over."""
        place, name = side_of(value), str(value)[2:]
        if name not in twing.OBJECTS:
            raise StepFault("fault.no_place")
        wishes = self.wishes()
        sides = wishes.battle().sides
        had = name in sides[place].objects
        for each, side in enumerate(sides):
            others = tuple(other for other in side.objects if other != name)
            wishes.objects[each] = others if each != place or had else (*others, name)
        before = twing.Battle.parse(wishes.base).sides
        for each, side in enumerate(before):
            if sorted(side.objects) == sorted(wishes.objects[each] or ()):
                wishes.objects[each] = None
        self._told()

    def act_if_reset(self, value: object) -> None:
        """Everything as it is again."""
        self._wishes = None
        self._told()

    def act_if_take(self, value: object) -> None:
        """Take the other powers and objects over into the battle; what is known of the dice stays a wish."""
        wanted, dice = self.wishes().battle().check(), self.wishes().dice
        for side, typed in zip(self.draft.sides, wanted.sides, strict=True):
            side.spells, side.units = list(typed.lay.spells), list(typed.lay.units)
            side.lent, side.objects = [], list(typed.objects)
        self._changed()
        if any(die.faces for die in dice):
            self._wishes = Wishes(str(self.settled), dice=dice)
            self.status = f"{lab_say(self.lang, 'if.dice_stay')} {self.status}"

    def act_if_grid(self, value: object) -> None:
        """`cats`: the other map."""
        if value not in GRIDS:
            raise StepFault("fault.no_place")
        self._if_grid = str(value)

    def _told(self) -> None:
        """Say aloud what the wish leads to."""
        wishes = self.wishes()
        forbidden = wishes.battle().problems()
        self.status = "" if forbidden else news(wishes.chances(), self.lang)

    def what_if_html(self) -> Markup:
        """The whole answer."""
        if self.settled is None:
            return el("p", lab_say(self.lang, "verdict.open"), cls="tk-note")
        wishes = self.wishes()
        battle = wishes.battle()
        problems = battle.problems()
        sliders = [
            Slider(f"{place}:{spot}", card, wishes.powers.get(f"{place}:{spot}", card.power))
            for place, side in enumerate(self.settled.sides)
            for spot, card in cards_of(side)
        ]
        return IfView(
            self.lang,
            before=Wishes(wishes.base).chances(),
            after=None if problems else wishes.chances(),
            problems=problems,
            sliders=sliders,
            dice=wishes.dice,
            battle=battle,
            changed=wishes.any,
            grid=self._if_grid,
            cells=() if problems else self._cells(battle),
        ).html()

    def _cells(self, battle: twing.Battle) -> Sequence[Cell] | Fault:
        """The map, or why there is none: too many cards, or a shield that can be trapped."""
        reach = (battle.attacker.lay.power, battle.defender.lay.power)
        try:
            return _grid(str(battle), self._if_grid, reach)
        except Fault as fault:
            return fault


def cards_of(side: Side) -> Iterator[tuple[str, Spell | Creature]]:
    """The laid cards of a side with their spots, as the builder names them."""
    yield from ((f"s{place}", spell) for place, spell in enumerate(side.spells))
    for place, unit in enumerate(side.units):
        yield f"u{place}", unit.creature
        if unit.rider:
            yield f"r{place}", unit.rider


def _repower(side: SideDraft, spot: str, power: int) -> None:
    card, place = attrs.evolve(side.card(spot), power=power), int(spot[1:])
    if isinstance(card, Spell):
        side.spells[place] = card
        return
    unit = side.units[place]
    side.units[place] = Unit(card, unit.rider) if spot[0] == "u" else Unit(unit.creature, card)


def _card_at(line: str, where: str) -> Spell | Creature:
    """The card of a battle at a spot. Raises `StepFault` if there is none."""
    side = twing.Battle.parse(line).sides[side_of(where)]
    card = dict(cards_of(side)).get(where[2:])
    if card is None:
        raise StepFault("fault.no_place")
    return card


def _named(value: object) -> tuple[str, str]:
    """What a named field says: its name and its value. Raises `StepFault` for anything else."""
    if not isinstance(value, dict) or len(value) != 1:
        raise StepFault("fault.no_place")
    name, said = next(iter(value.items()))
    return str(name), str(said)
