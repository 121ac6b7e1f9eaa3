"""Magical objects: choosing the active ones, gaining and losing them (TW-OBJ-2, TW-TURN-5, TW-END-6)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations

from twingkit.core.play import Script
from twingkit.core.questions import Refusal
from twingkit.twing.rules.draws import DisplayRefillPick, RandomObjectPick
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS, OBJECTS, Objects
from twingkit.twing.rules.player import Player, PlayerQuestion
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal
from twingkit.twing.rules.table import TwingTable

DISPLAY_SIZE = 2
"""The number of objects in the display (TW-SET-2)."""


class ChooseActiveObjects(PlayerQuestion[Objects]):
    """The question which three of their objects a player makes active (TW-OBJ-2)."""

    __slots__ = ("before",)
    kind = "switch"
    rule = "TW-OBJ-2"

    def __init__(self, owner: Player) -> None:
        super().__init__(owner)
        self.before = owner.active_objects

    def options(self) -> Iterator[Objects]:
        """Yield all choices of three objects, the current one first."""
        yield self.before
        for chosen in combinations(self.owner.owned_objects, MAX_ACTIVE_OBJECTS):
            if chosen != self.before:
                yield chosen

    def random_answer(self, rng: random.Random) -> Objects:
        """Return a random choice of three objects."""
        return tuple(sorted(rng.sample(self.owner.owned_objects, MAX_ACTIVE_OBJECTS)))

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal unless the answer is three of the player's own objects."""
        if not isinstance(answer, tuple) or any(name not in OBJECTS for name in answer):
            raise bad_answer("objects", answer, 60)
        for name in answer:
            if name not in self.owner.owned_objects:
                return rule_refusal("TW-OBJ-2", "not_owned", side=self.owner.name, object=name)
        if len(set(answer)) != MAX_ACTIVE_OBJECTS or len(answer) != MAX_ACTIVE_OBJECTS:
            return rule_refusal("TW-OBJ-2", "three", n=len(set(answer)), limit=MAX_ACTIVE_OBJECTS)
        return None

    def parse_answer(self, text: str) -> Objects:
        """Parse `active boots,bra,cup`, or `keep`."""
        words = " ".join(text.split()).removeprefix("active ")
        if words == "keep":
            return self.before
        names = tuple(sorted(name.strip() for name in words.split(",")))
        if any(name not in OBJECTS for name in names):
            raise bad_answer("objects", text, 60)
        return names

    def format_answer(self, answer: Objects) -> str:
        """Return `active boots,bra,cup`, or `keep` if nothing changes."""
        return "keep" if answer == self.before else f"active {','.join(answer)}"

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the player and all their objects."""
        return {**super().sentence_facts(), "objects": self.owner.owned_objects}


def choose_active_objects(table: TwingTable, player: Player) -> Script:
    """Let a player who owns more than three objects choose the active ones; with fewer, all become active
    (TW-OBJ-2).
    """
    if not player.inactive_objects or player.has_left:
        return
    owned = player.owned_objects
    if len(owned) <= MAX_ACTIVE_OBJECTS:
        table.record_ruling("TW-OBJ-2", "all_active", side=player.name, objects=player.inactive_objects)
        player.active_objects, player.inactive_objects = owned, ()
        return
    before = player.active_objects
    if len(before) < MAX_ACTIVE_OBJECTS:  # after a battle the first in order fill free places
        fill = player.inactive_objects[: MAX_ACTIVE_OBJECTS - len(before)]
        player.active_objects = tuple(sorted((*before, *fill)))
        player.inactive_objects = tuple(name for name in player.inactive_objects if name not in fill)
    chosen = yield ChooseActiveObjects(player)
    player.inactive_objects = tuple(name for name in owned if name not in chosen)
    player.active_objects = chosen
    if chosen != before:
        table.record_ruling("TW-OBJ-2", "switched", side=player.name, objects=chosen)


def gain_object(table: TwingTable, player: Player, name: str) -> Script:
    """Give an object to a player and let that player choose the active objects; during a battle or duel it is
    only set aside (TW-OBJ-2, TW-DUEL-4).
    """
    table.give_object(player, name)
    if table.is_in_battle or table.is_duel:
        rule = "TW-DUEL-4" if table.is_duel else "TW-OBJ-2"
        table.record_ruling(rule, "set_aside", side=player.name, object=name)
        return
    yield from choose_active_objects(table, player)


def move_object(table: TwingTable, giver: Player, getter: Player, name: str) -> None:
    """Move an object from one player to another.

    A giver with too few objects leaves the end game (TW-END-6).
    """
    table.remove_object(giver, name)
    table.give_object(getter, name)
    below = len(giver.owned_objects) < table.variant.objects_needed
    if giver.in_endgame and (below or table.variant.endgame_leaves == "any_theft"):
        giver.in_endgame = False
        table.record_ruling("TW-END-6", "left", side=giver.name, n=len(giver.owned_objects))


def draw_top_object(
    table: TwingTable, player: Player, question_type: type[RandomObjectPick] = RandomObjectPick
) -> Script:
    """Let a player draw the top object of the stack; return it, or None if the stack is empty.

    The caller gives the object to its new owner. `question_type` is the chance question that is asked.
    Objects put under the stack come last, in order.
    """
    stack = table.object_stack
    drawn = yield from stack.take_next(
        lambda: question_type(player.seat, player.name, stack.shuffled_cards())
    )
    return drawn and drawn[0]


def fill_display(table: TwingTable, player: Player, setting_up: bool = False) -> Script:
    """Refill the display from the object stack, as long as objects are left (TW-SET-2, TW-OBJ-1)."""
    rule, asks = ("TW-SET-2", RandomObjectPick) if setting_up else ("TW-OBJ-1", DisplayRefillPick)
    while len(table.object_display) < DISPLAY_SIZE:
        name = yield from draw_top_object(table, player, asks)
        if name is None:
            table.record_ruling(rule, "not_filled", n=len(table.object_display))
            return
        table.object_display = (*table.object_display, name)
        table.record_ruling(rule, "displayed", object=name)
