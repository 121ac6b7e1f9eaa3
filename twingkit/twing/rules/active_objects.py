"""Magical objects: choosing the active ones, gaining and losing them (TW-OBJ-2, TW-TURN-5, TW-END-6)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Question, Refusal, one_line
from twingkit.core.rulebook import Quoted
from twingkit.twing.rules.draws import PickDisplayRefill, PickObject
from twingkit.twing.rules.objects import ACTIVE_LIMIT, OBJECTS, Objects
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.rulebook import refuse, rulebook
from twingkit.twing.rules.table import TwingTable

DISPLAY_SIZE = 2
"""The number of objects in the display (TW-SET-2)."""


class ChooseActiveObjects(Question[Objects]):
    """Ask which three objects are active (TW-OBJ-2)."""

    __slots__ = ("before", "owner")
    kind = "switch"
    rule = "TW-OBJ-2"

    def __init__(self, owner: Player) -> None:
        super().__init__(owner.seat)
        self.owner = owner
        self.before = owner.objects

    def options(self) -> Iterator[Objects]:
        """Yield every choice of three, the current one first."""
        yield self.before
        for chosen in combinations(self.owner.owned, ACTIVE_LIMIT):
            if chosen != self.before:
                yield chosen

    def random_answer(self, rng: random.Random) -> Objects:
        """Return a random choice of three."""
        return tuple(sorted(rng.sample(self.owner.owned, ACTIVE_LIMIT)))

    def refusal(self, answer: object) -> Refusal | None:
        """Refuse anything but three of the player's own objects. Raises `BadAnswer` if they are not
        objects."""
        if not isinstance(answer, tuple) or any(name not in OBJECTS for name in answer):
            raise BadAnswer("objects", rulebook(), token=Quoted(one_line(str(answer), 60)))
        for name in answer:
            if name not in self.owner.owned:
                return refuse("TW-OBJ-2", "not_owned", side=self.owner.name, object=name)
        if len(set(answer)) != ACTIVE_LIMIT or len(answer) != ACTIVE_LIMIT:
            return refuse("TW-OBJ-2", "three", n=len(set(answer)), limit=ACTIVE_LIMIT)
        return None

    def parse_answer(self, text: str) -> Objects:
        """Parse `active boots,bra,cup`, or `keep`."""
        words = " ".join(text.split()).removeprefix("active ")
        if words == "keep":
            return self.before
        names = tuple(sorted(name.strip() for name in words.split(",")))
        if any(name not in OBJECTS for name in names):
            raise BadAnswer("objects", rulebook(), token=Quoted(one_line(text, 60)))
        return names

    def format_answer(self, answer: Objects) -> str:
        """`active boots,bra,cup`; `keep` if nothing changes."""
        return "keep" if answer == self.before else f"active {','.join(answer)}"

    def sentence(self) -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, {"side": self.owner.name, "objects": self.owner.owned})


def choose_active_objects(table: TwingTable, player: Player) -> Script:
    """TW-OBJ-2: ask the owner of more than three objects which are active; up to three always are."""
    if not player.stored or player.out:
        return
    owned = player.owned
    if len(owned) <= ACTIVE_LIMIT:
        table.cite("TW-OBJ-2", "all_active", side=player.name, objects=player.stored)
        player.objects, player.stored = owned, ()
        return
    before = player.objects
    if len(before) < ACTIVE_LIMIT:  # after a battle the first in order fill free places
        fill = player.stored[: ACTIVE_LIMIT - len(before)]
        player.objects = tuple(sorted((*before, *fill)))
        player.stored = tuple(name for name in player.stored if name not in fill)
    chosen = yield ChooseActiveObjects(player)
    player.stored = tuple(name for name in owned if name not in chosen)
    player.objects = chosen
    if chosen != before:
        table.cite("TW-OBJ-2", "switched", side=player.name, objects=chosen)


def gain_object(table: TwingTable, player: Player, name: str) -> Script:
    """Give an object to a player; outside a battle or duel the owner may then switch (TW-OBJ-2,
    TW-DUEL-4)."""
    table.give_object(player, name)
    if table.is_in_battle or table.duelling:
        rule = "TW-DUEL-4" if table.duelling else "TW-OBJ-2"
        table.cite(rule, "set_aside", side=player.name, object=name)
        return
    yield from choose_active_objects(table, player)


def move_object(table: TwingTable, giver: Player, getter: Player, name: str) -> None:
    """Move an object from one player to another; a giver with too few objects leaves the end game
    (TW-END-6)."""
    table.take_object(giver, name)
    table.give_object(getter, name)
    below = len(giver.owned) < table.variant.objects_needed
    if giver.endgame and (below or table.variant.endgame_leaves == "any_theft"):
        giver.endgame = False
        table.cite("TW-END-6", "left", side=giver.name, n=len(giver.owned))


def draw_top_object(
    table: TwingTable, player: Player, question_type: type[PickObject] = PickObject
) -> Script:
    """Draw the top object of the stack; those put under it come last, in order. Returns None if there is
    none.
    """
    stack = table.object_stack
    drawn = yield from stack.take_next(lambda: question_type(player.seat, player.name, stack.cards()))
    return drawn and drawn[0]


def fill_display(table: TwingTable, player: Player, setting_up: bool = False) -> Script:
    """TW-SET-2, TW-OBJ-1: refill the display from the stack, as far as it has objects."""
    rule, asks = ("TW-SET-2", PickObject) if setting_up else ("TW-OBJ-1", PickDisplayRefill)
    while len(table.display) < DISPLAY_SIZE:
        name = yield from draw_top_object(table, player, asks)
        if name is None:
            table.cite(rule, "not_filled", n=len(table.display))
            return
        table.display = (*table.display, name)
        table.cite(rule, "displayed", object=name)
