"""The choice of cards to lay: the cards chosen so far, their legality, points and odds.

Cards are chosen one by one from the hand and the entourage. A creature that a chosen mount can carry mounts
it automatically, because that leaves more room; a button lets it dismount. The pending question judges the
cards, so this page and the game always agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from twingkit import Odds, Refusal, twing
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit
from twingkit.twing.rules.fight import EMPTY_LAY
from twingkit.twing.rules.lay import Lay, lay_refusals
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.objects import Objects, can_lay_riders, reroll_object
from twingkit.twing.view import GameView
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.twing.pictures.cards import card_buttons_html
from twingkit_widgets.twing.play.names import say_about_player
from twingkit_widgets.twing.play.words import WORDS, TwingPlayFault

WRONG_ELEMENT = ("mixed", "element", "teddy_element")
"""The refusals about a wrong element, which are the most helpful of several."""


def spells_in_hand(view: GameView) -> tuple[Spell, ...]:
    """Return the spells of the hand, by element, the strongest first."""
    return tuple(sorted(view.hand.spells, key=lambda spell: (ELEMENTS.index(spell.element), -spell.power)))


@attrs.define
class PickedCards:
    """The cards that the visitor has chosen to lay, as indices into the hand (`spells`) and the entourage
    (`creatures`). `rides` maps the index of each rider to that of its mount.
    """

    spells: list[int] = attrs.field(factory=list)
    creatures: list[int] = attrs.field(factory=list)
    rides: dict[int, int] = attrs.field(factory=dict)

    def toggle_spell(self, index: int, view: GameView) -> None:
        """Choose the spell at a place of the hand, or deselect it."""
        _toggle(self.spells, index, len(view.hand.spells))

    def toggle_creature(self, index: int, view: GameView) -> None:
        """Choose the creature at a place of the entourage, or deselect it.

        One that can ride mounts a chosen mount, unless all opponents own the Cup.
        """
        _toggle(self.creatures, index, len(view.own_seat.entourage))
        self.rides = {
            rider: mount
            for rider, mount in self.rides.items()
            if rider in self.creatures and mount in self.creatures
        }
        if index in self.creatures and can_lay_riders(_shared_enemy_objects(view)):
            self._mount(index, view)

    def _mount(self, index: int, view: GameView) -> None:
        """Pair the creature that was just chosen with another chosen creature, as its rider or its mount, if
        possible.
        """
        for rider, mount in self.possible_rides(view):
            if index in (rider, mount) and rider not in self.rides and mount not in self.rides.values():
                self.rides[rider] = mount

    def possible_rides(self, view: GameView) -> list[tuple[int, int]]:
        """Return the pairs of chosen creatures that could ride: (rider's place, mount's place)."""
        cards = view.own_seat.entourage
        return [
            (rider, mount)
            for mount in self.creatures
            for rider in self.creatures
            if rider != mount and _can_ride(cards[rider], cards[mount], view)
        ]

    def toggle_ride(self, rider: int, mount: int, view: GameView) -> None:
        """Let a chosen creature mount a chosen mount, or dismount."""
        if (rider, mount) not in self.possible_rides(view):
            raise TwingPlayFault("no_ride")
        if self.rides.get(rider) == mount:
            del self.rides[rider]
            return
        self.rides = {
            other: below for other, below in self.rides.items() if below != mount and other != rider
        }
        self.rides[rider] = mount

    def lay(self, view: GameView) -> Lay:
        """Return the chosen cards as a lay."""
        hand, cards = spells_in_hand(view), view.own_seat.entourage
        riders = {mount: cards[rider] for rider, mount in self.rides.items()}
        units = [Unit(cards[index], riders.get(index)) for index in self.creatures if index not in self.rides]
        return Lay([hand[index] for index in self.spells], units)

    def pick_lay(self, lay: Lay, view: GameView) -> None:
        """Choose those cards of a lay that the visitor has."""
        self.spells, self.creatures, self.rides = [], [], {}
        hand, cards = spells_in_hand(view), view.own_seat.entourage
        for spell in lay.spells:
            self.spells.append(_free_place(hand, spell, self.spells))
        for unit in lay.units:
            mount = _free_place(cards, unit.creature, self.creatures)
            self.creatures.append(mount)
            if unit.rider:
                rider = _free_place(cards, unit.rider, self.creatures)
                self.creatures.append(rider)
                self.rides[rider] = mount


def _free_place(
    cards: tuple[Spell, ...] | tuple[Creature, ...], card: Spell | Creature, taken: list[int]
) -> int:
    return next(index for index, other in enumerate(cards) if other == card and index not in taken)


def _toggle(indices: list[int], index: int, count: int) -> None:
    if not 0 <= index < count:
        raise TwingPlayFault("no_card")
    if index in indices:
        indices.remove(index)
    else:
        indices.append(index)


def is_attacker(view: GameView) -> bool:
    """Return whether the visitor attacks in the battle under way."""
    assert view.battle is not None
    return view.battle.sides[0].seat == view.player


def _shared_enemy_objects(view: GameView) -> Objects:
    assert view.battle is not None
    sides = view.battle.sides
    enemies = [
        view.seats[side.seat].active_objects for side in (sides[1:] if is_attacker(view) else sides[:1])
    ]
    return tuple(sorted(set.intersection(*map(set, enemies))))


def _can_ride(rider: Creature, mount: Creature, view: GameView) -> bool:
    """Return whether the rules allow this rider on this mount in this battle (TW-BAT-3, TW-POW-cup)."""
    return not any(_problems(Lay((), (Unit(mount, rider),)), "defender", view))


def _problems(lay: Lay, role: str, view: GameView) -> Iterator[Refusal]:
    return lay_refusals(lay, role, view.own_seat.active_objects, _shared_enemy_objects(view), view.variant)


def lay_refusal(question: LayCards, lay: Lay, view: GameView) -> tuple[str, str] | None:
    """Return why the chosen cards cannot be laid, as (text, rule id); None if they can.

    The question's refusal decides. The text is the most helpful one: a spell is missing, or a card of another
    element was chosen.
    """
    if (refusal := question.refusal(lay)) is None:
        return None
    if is_attacker(view) and lay.is_shield:
        return WORDS.say("lay.spell_first"), "TW-BAT-1"
    role = "attacker" if is_attacker(view) else "defender"
    if refusal.case.startswith("count"):
        refusal = next(
            (problem for problem in _problems(lay, role, view) if problem.case in WRONG_ELEMENT), refusal
        )
    return refusal.text(), refusal.rule


def attack_odds_against(
    view: GameView,
    lay: Lay,
    without_object: str = "",
    defence: Lay = EMPTY_LAY,
    side_index: int = 1,
    dice_alone: bool = False,
) -> Odds | None:
    """Return the attacker's odds if the viewer lays `lay` (against `defence` of the side `side_index` if the
    viewer attacks), with `without_object` removed from both sides; None if unknown.

    Cards of hands are not counted. Hat and Shamrock are, unless they are used up or `dice_alone` is set; an
    attacker of several players has only one new roll for all, so the viewer's Shamrock is left out then.
    """
    if (battle := view.battle) is None:
        return None
    attacks = is_attacker(view)
    own_index = next(index for index, side in enumerate(battle.sides) if side.seat == view.player)
    attack, defender = battle.sides[0], battle.sides[side_index if attacks else own_index]
    lays = (lay, defence) if attacks else (attack.lay or EMPTY_LAY, lay)
    if not lays[0].spells or lays[1] == EMPTY_LAY:
        return None
    sides, can_reroll = [], False
    for side, cards in zip((attack, defender), lays, strict=True):
        reroll, seat = reroll_object(side.role), view.seats[side.seat]
        shared = attacks and side is attack and len(battle.sides) > 2
        left_out = {without_object, reroll if side.used_reroll_object or shared else ""}
        objects = tuple(name for name in seat.active_objects if name not in left_out)
        can_reroll = can_reroll or reroll in objects
        sides.append(twing.Side(seat.character, cards, objects))
    fight = twing.Battle(*sides)
    if fight.problems(view.variant):  # a side needs the object, for example the Teddy
        return None
    responses: Responses = "best" if can_reroll and not dice_alone else "none"
    return twing.odds(fight, responses=responses, variant=view.variant)


# -- views


def picker_html(view: GameView, picks: PickedCards) -> Markup:
    """Render the spells and creatures that the visitor can choose to lay, and buttons that mount a rider
    where mounting matters.
    """
    question = view.question
    assert isinstance(question, LayCards)
    hand, cards = spells_in_hand(view), view.own_seat.entourage
    groups = (
        _row("spell", hand, picks.spells),
        _row(
            "creature", cards, picks.creatures, len(picks.spells)
        ),  # in sight when the odds make the bar grow
    )
    all_cards = el("div", groups, cls="tk-play-all", data_roving=True)  # arrows go from spells to creatures
    return el("div", all_cards, _riders(view, picks), cls="tk-play-picker", data_key="picker")


def _row(act: str, cards: Sequence[Spell | Creature], picked: list[int], bring: int = 0) -> Markup | None:
    title = WORDS.say(f"lay.{act}s")
    content = [el("h3", title, cls="tk-label"), card_buttons_html(cards, picked, act, title, roving=False)]
    return el("div", content, cls="tk-play-cards", data_bring=bring or None) if cards else None


def _riders(view: GameView, picks: PickedCards) -> Markup | None:
    pairs = picks.possible_rides(view)
    is_shield = not (is_attacker(view) or picks.spells)
    if not pairs or (is_shield and "teddy" not in view.own_seat.active_objects):
        return None  # a shield holds any number of units, and only the Teddy counts them
    words, cards = twing.rulebook().words, view.own_seat.entourage
    buttons = [
        button(
            [
                el("span", "✓ ", aria_hidden="true") if picks.rides.get(rider) == mount else None,
                say_about_player(
                    "lay.rides", rider=cards[rider].label(words), mount=cards[mount].label(words)
                ),
            ],
            "ride",
            f"{rider}>{mount}",
            shortcut=ANSWER_PLACEHOLDER,
            aria_pressed="true" if picks.rides.get(rider) == mount else "false",
        )
        for rider, mount in pairs
    ]
    title = WORDS.say("lay.riders")
    row = el("div", buttons, cls="tk-row", role="group", aria_label=title, data_roving=True)
    asks = ",".join(f"{rider}>{mount}" for rider, mount in pairs)
    return el("div", el("h3", title, cls="tk-label"), row, cls="tk-play-cards", data_bring=asks)
