"""Every answer of a game as numbered actions, for programs that learn to play.

An action's name is the text of an answer as a record holds it, except that seats are counted from the player
who answers: `attack +1` names the next player clockwise, `+0` oneself. So `buy hat`, `trap >F3` and
`active boots,bra,cup` are one action each. A whole lay has thousands of forms and is built in steps, with
`lay spell F5`, `lay creature F4`, `lay rider F3` (on the mount just laid) and `lay done`. Spells come first;
equal steps are never taken in another order, so that every lay has exactly one way of building it.

No condition of the rules is here: the question itself tells what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

import attrs

from twingkit.asking import BadAnswer, Question, Refusal
from twingkit.rulebook import Quoted
from twingkit.twing.box.box import Box
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit
from twingkit.twing.rules.commit import RETIRE, LayCards
from twingkit.twing.rules.held import ACTING
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import ACTIVE_LIMIT, OBJECTS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.setup import DIRECTIONS
from twingkit.twing.variants.variant import Variant

DONE = "lay done"
"""The action that ends the building of a lay: what was built is laid."""

LIFTED_BY_MORE = (("TW-VAR-6", "required"),)
"""The refusals of a lay that further cards can lift, by rule and case; no other card lifts any other."""

_SEAT = re.compile(r"\bp([1-4])\b")
_COUNTED = re.compile(r"\+([0-3])\b")


@attrs.frozen
class Draft:
    """A lay that is being built: the spells and units so far, in the order of their actions' numbers."""

    spells: tuple[Spell, ...] = ()
    units: tuple[Unit, ...] = ()

    @property
    def lay(self) -> Lay:
        """The lay if nothing came after it."""
        return Lay(self.spells, self.units)


NOTHING = Draft()
"""A lay of which nothing is built yet."""


class Tokens:
    """The actions of games with so many players, this variant and this box, by their numbers.

    `names` holds the name of each action. The actions of the variant's own answers come last: without them
    the numbers depend on the players and the box only. With `retire` there are the actions of who leaves the
    game (TW-LEAVE-1); without it no player ever does.
    """

    def __init__(self, players: int, variant: Variant, box: Box, retire: bool = False) -> None:
        self.players = players
        cards = list(dict.fromkeys(box.cards()))
        self.spells = tuple(card for card in cards if isinstance(card, Spell))
        self.creatures = tuple(card for card in cards if isinstance(card, Creature))
        self.names = (
            *_lay_names(self.spells, self.creatures),
            *_turn_names(players, self.creatures),
            *_battle_names(players, self.spells, self.creatures),
            *_choice_names(players, self.spells, self.creatures),
            *_variant_names(players, variant, self.spells, self.creatures, retire),
        )
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._spell = {card: self._numbers[f"lay spell {card.token}"] for card in self.spells}
        self._creature = {card: self._numbers[f"lay creature {card.token}"] for card in self.creatures}
        self._rider = {card: self._numbers[f"lay rider {card.token}"] for card in _riders(self.creatures)}
        steps = (self._spell, self._creature, self._rider)
        self._cards: dict[int, Spell | Creature] = {
            number: card for numbers in steps for card, number in numbers.items()
        }

    def __len__(self) -> int:
        """The number of actions."""
        return len(self.names)

    def choices(self, question: Question, draft: Draft = NOTHING) -> dict[int, object]:
        """The allowed actions by number, each with what it leads to: an answer, or a `Draft` to go on from.

        `draft` is what was built so far of a lay. A step of a lay is there only if it leads to a legal lay.
        """
        if not isinstance(question, LayCards):
            return {self._number(question, answer): answer for answer in self._offered(question)}
        choices: dict[int, object] = {
            number: later
            for number, later in self._steps(question, draft)
            if self._leads_to_a_lay(question, later)
        }
        if question.refusal(draft.lay) is None:
            choices[self._numbers[DONE]] = draft.lay
        if draft == NOTHING and question.may_retire and RETIRE in self._numbers:
            choices[self._numbers[RETIRE]] = RETIRE
        return choices

    def encode(self, question: Question, answer: object) -> tuple[int, ...]:
        """The actions that give this answer: one, or the steps of a lay. Raises `KeyError` for an answer
        without an action."""
        if not isinstance(answer, Lay):
            return (self._number(question, answer),)
        steps = sorted(self._spell[spell] for spell in answer.spells)
        for unit in sorted(answer.units, key=self._place):
            steps.append(self._creature[unit.creature])
            if unit.rider:
                steps.append(self._rider[unit.rider])
        return (*steps, self._numbers[DONE])

    def refusal(self, question: Question, draft: Draft, number: int) -> Refusal | BadAnswer:
        """The reason why an action is not among the `choices`: the rule that forbids it, if a rule does."""
        try:
            refusal = question.refusal(self._meant(question, draft, number))
        except BadAnswer as fault:
            return fault
        if refusal:
            return refusal
        expected = tuple(Quoted(self.names[number]) for number in self.choices(question, draft))
        return BadAnswer("pick", rulebook(), token=Quoted(self.names[number]), expected=expected)

    # -- answers of one action

    def _offered(self, question: Question) -> Iterator[object]:
        return (answer for answer in question.options() if answer != RETIRE or RETIRE in self._numbers)

    def _number(self, question: Question, answer: object) -> int:
        def counted(seat: re.Match[str]) -> str:
            return f"+{(int(seat[1]) - 1 - question.player) % self.players}"

        return self._numbers[_SEAT.sub(counted, question.write(answer))]

    def _meant(self, question: Question, draft: Draft, number: int) -> object:
        """The answer of an action, allowed or not."""

        def seat(counted: re.Match[str]) -> str:
            return f"p{(question.player + int(counted[1])) % self.players + 1}"

        card = self._cards.get(number)
        if not isinstance(question, LayCards) or (card is None and number != self._numbers[DONE]):
            return question.read(_COUNTED.sub(seat, self.names[number]))
        if card is None:
            return draft.lay
        if isinstance(card, Spell):
            return Lay((*draft.spells, card), draft.units)
        if number == self._rider.get(card) and draft.units and not draft.units[-1].rider:
            return Lay(draft.spells, (*draft.units[:-1], Unit(draft.units[-1].creature, card)))
        return Lay(draft.spells, (*draft.units, Unit(card)))

    # -- steps of a lay

    def _steps(self, question: LayCards, draft: Draft) -> Iterator[tuple[int, Draft]]:
        """Every next step with cards the player has, in order, whether it leads to a legal lay or not."""
        player = question.side.player
        last = draft.units[-1] if draft.units else None
        if last is None:
            for spell in dict.fromkeys(player.hand):
                number = self._spell[spell]
                if not draft.spells or number >= self._spell[draft.spells[-1]]:
                    yield number, Draft((*draft.spells, spell))
        for card in dict.fromkeys(player.entourage):
            if last is None or self._place(last) <= self._place(Unit(card)):
                yield self._creature[card], Draft(draft.spells, (*draft.units, Unit(card)))
            if last is None or last.rider or card not in self._rider:
                continue
            mounted = Unit(last.creature, card)
            if len(draft.units) < 2 or self._place(draft.units[-2]) <= self._place(mounted):
                yield self._rider[card], Draft(draft.spells, (*draft.units[:-1], mounted))

    def _leads_to_a_lay(self, question: LayCards, draft: Draft) -> bool:
        """True if a draft is a legal lay, or becomes one by further steps."""
        refusal = question.refusal(draft.lay)
        if refusal is None:
            return True
        if (refusal.rule, refusal.case) not in LIFTED_BY_MORE:
            return False
        return any(self._leads_to_a_lay(question, later) for _, later in self._steps(question, draft))

    def _place(self, unit: Unit) -> tuple[int, int]:
        """The order in which units are built: a mount with a rider before the same mount without."""
        rider = self._rider[unit.rider] if unit.rider else len(self.names)
        return self._creature[unit.creature], rider


def _riders(creatures: Sequence[Creature]) -> list[Creature]:
    """The creatures that can ever be riders: mounts never are (TW-BAT-3)."""
    return [card for card in creatures if not card.mount]


def _lay_names(spells: Sequence[Spell], creatures: Sequence[Creature]) -> Iterator[str]:
    yield from (f"lay spell {card.token}" for card in spells)
    yield from (f"lay creature {card.token}" for card in creatures)
    yield from (f"lay rider {card.token}" for card in _riders(creatures))
    yield DONE


def _turn_names(players: int, creatures: Sequence[Creature]) -> Iterator[str]:
    """The actions of a turn (TW-TURN-3), and the direction (TW-SET-5)."""
    others = range(1, players)
    yield "pass"
    yield from (f"{word} +{seat}" for word in ("attack", "duel") for seat in others)
    yield from (f"buy {name}" for name in OBJECTS)
    yield from ("ritual", "ritual miromon", "endgame")
    yield from (f"capture +{seat} {card.token}" for seat in others for card in creatures)
    if players > 2:
        yield from DIRECTIONS


def _battle_names(players: int, spells: Sequence[Spell], creatures: Sequence[Creature]) -> Iterator[str]:
    """Responses (TW-BAT-9 to 14), and support where there is a third player (TW-BAT-6)."""
    yield from ("hat", "shamrock", *ACTING["reroll"])
    yield from (f"{kind} {role}" for kind in ACTING["turn"] for role in ("attacker", "defender"))
    yield from (f"{kind} {place}" for kind in ACTING["trap"] for place in _places(creatures))
    if players > 2:
        yield from (f"{kind} +{seat}" for kind in ACTING["turn"] for seat in range(players))
        aims = [f"+{seat} {place}" for seat in range(1, players) for place in _places(creatures)]
        yield from (f"{kind} {aim}" for kind in ACTING["trap"] for aim in aims)
        for role in ("attacker", "defender"):
            yield from _support_names(role, spells, creatures)


def _places(creatures: Sequence[Creature]) -> Iterator[str]:
    yield from (card.token for card in creatures)
    yield from (f">{card.token}" for card in _riders(creatures))


def _support_names(tag: str, spells: Sequence[Spell], creatures: Sequence[Creature]) -> Iterator[str]:
    yield from (f"support {tag} spell {card.token}" for card in spells)
    yield from (f"support {tag} creature {card.token}" for card in creatures)


def _choice_names(players: int, spells: Sequence[Spell], creatures: Sequence[Creature]) -> Iterator[str]:
    """The names of actions that choose active objects (TW-OBJ-2), taken ones (TW-DUEL-3), and discards."""
    yield "keep"
    yield from (f"active {','.join(names)}" for names in combinations(OBJECTS, ACTIVE_LIMIT))
    yield from (f"take {name}" for name in OBJECTS)
    yield from (f"discard {element}" for element in ELEMENTS)
    if players > 2:
        yield from (f"shield of {element}" for element in ELEMENTS)
    yield from (f"discard spell {card.token}" for card in spells)
    yield from (f"discard creature {card.token}" for card in creatures)


def _variant_names(
    players: int, variant: Variant, spells: Sequence[Spell], creatures: Sequence[Creature], retire: bool
) -> Iterator[str]:
    """The names of actions for some variants only, and of those that are omitted by default."""
    others, seats = range(1, players), range(players if players > 2 else 0)
    if variant.endgame_entry == "free":
        yield "announce"
    if variant.two_cats:
        yield from ("cats", "two-cats")
    if variant.cat_die == "any":
        dice = ("attacker", "defender", *(f"+{seat}" for seat in seats))
        yield from (f"{kind} {die}" for kind in ACTING["reroll"] for die in dice)
    if variant.miromon == "rerolls_too":
        yield "miromon again"
    if variant.trap_targets == "entourage":
        yield from (f"trap entourage {card.token}" for card in creatures)
        yield from (f"trap +{seat} entourage {card.token}" for seat in seats[1:] for card in creatures)
    tags = ["attacker", "defender"] if players > 2 else []
    if variant.endgame_support and players > 2:
        tags += (added := [f"+{seat}" for seat in others])
        for tag in added:
            yield from _support_names(tag, spells, creatures)
    if variant.support == "each":
        pairs = [
            (spell, creature)
            for spell in spells
            for creature in creatures
            if spell.element == creature.element
        ]
        for tag in tags:
            yield from (
                f"support {tag} spell {spell.token} + creature {creature.token}" for spell, creature in pairs
            )
    if retire:
        yield RETIRE
        if variant.leaver_gives or variant.leaver_chooses:
            yield from (f"give {gift} +{seat}" for gift in (*OBJECTS, "ornicle") for seat in others)
        if variant.leaver_chooses:
            yield from (f"give {gift} back" for gift in (*OBJECTS, "ornicle"))
    given = retire and (variant.leaver_gives or variant.leaver_chooses)
    if variant.out_gives and not given and players > 2:
        yield from (f"give ornicle +{seat}" for seat in others)
        if variant.leaver_chooses:
            yield "give ornicle back"
    if variant.start_cats:
        yield "start cat"
        yield from (f"start miromon +{seat}" for seat in range(players))
