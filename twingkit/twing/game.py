"""A whole game of Imperial Twing: how it starts, its record's head, and its script from the first card on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import attrs

from twingkit.asking import one_line
from twingkit.messages import Fault
from twingkit.play import Game, Script, register
from twingkit.rulebook import Quoted, Rulebook
from twingkit.twing.box import Box, load_box
from twingkit.twing.cards import ELEMENTS
from twingkit.twing.objects import OBJECTS
from twingkit.twing.player import Player
from twingkit.twing.position import Position
from twingkit.twing.rules import rulebook
from twingkit.twing.setup import deal_unknown, set_up
from twingkit.twing.table import Stack, TwingTable
from twingkit.twing.turn import turns
from twingkit.twing.variant import BOX, Variant
from twingkit.twing.view import View

PLAYERS = (2, 3, 4)
"""How many can play (TW-BOX-1)."""

UNKNOWN = "?"
"""Stands for a character that chance deals."""

SEATS = ("p1", "p2", "p3", "p4")
"""How records name the players, clockwise."""

BOX_KEYS = ("box", "spells", "creatures", "others", "events", "colours")


def _same(variant: Variant) -> Variant:
    """The default itself where a variant says the same: scripts look for it first."""
    return BOX if variant == BOX else variant


@attrs.frozen
class GameStart:
    """How a game begins: the characters by seat ("F", "W", "L", "A", or "?" for chance), variant and box, and
    a typed position if it does not begin with the set-up.

    >>> start = GameStart(("F", "?"), Variant.parse("short"))
    >>> start.lines()[:2]
    ['players F ?', 'variant short']
    """

    name: ClassVar[str] = "twing"
    keys: ClassVar[tuple[str, ...]] = ("players", "variant", *BOX_KEYS, "table", *SEATS)
    characters: tuple[str, ...]
    variant: Variant = attrs.field(default=BOX, converter=_same)
    box: Box = attrs.field(factory=load_box)
    position: Position | None = None

    def __attrs_post_init__(self) -> None:
        if len(self.characters) not in PLAYERS:
            raise Fault("players", rulebook(), n=len(self.characters))
        known = [each for each in self.characters if each != UNKNOWN]
        if any(each not in ELEMENTS for each in known) or len(set(known)) < len(known):
            shown = Quoted(one_line(" ".join(self.characters), 40))
            raise Fault("characters", rulebook(), token=shown)

    def lines(self) -> list[str]:
        """Players, variant, box, and the position if there is one."""
        known = any(each != UNKNOWN for each in self.characters)
        players = " ".join(self.characters) if known else str(len(self.characters))
        head = [f"players {players}", f"variant {self.variant}", *self.box.lines()]
        return head + (self.position.lines() if self.position else [])

    @classmethod
    def read(cls, lines: Sequence[str]) -> GameStart:
        """The start that set-up lines describe; raises `ValueError` or `Refusal` with the reason."""
        words = {key: [line for line in lines if line.split()[0] == key] for key in cls.keys}
        for key in ("players", "variant", "table", *SEATS):
            if len(words[key]) > 1:
                raise Fault("record.setup", named=key, there=len(words[key]))
        if not words["players"]:
            raise Fault("record.setup", named="players", there=0)
        named = words["players"][0].split()[1:]
        if len(named) == 1 and named[0].isdecimal():
            characters = (UNKNOWN,) * min(int(named[0]), 9)
        else:
            characters = tuple(named)
        variant = Variant.parse(words["variant"][0].partition(" ")[2]) if words["variant"] else BOX
        box_lines = [line for key in BOX_KEYS for line in words[key]]
        box = Box.from_lines(box_lines) if box_lines else load_box()
        typed = [line for key in ("table", *SEATS) for line in words[key]]
        position = Position.read(typed, len(characters)) if typed else None
        start = cls(characters, variant, box, position)
        start.table()  # a position that cannot be is refused here, with its line
        return start

    def table(self) -> TwingTable:
        """The table before the first card is drawn, or as the position says."""
        players = [
            Player("" if element == UNKNOWN else element, seat=seat)
            for seat, element in enumerate(self.characters)
        ]
        table = TwingTable(players, variant=self.variant, whole=True)
        table.stack = Stack(self.box.cards())
        table.events = tuple(sorted(self.box.event_effects)) if self.variant.events else ()
        table.object_stack = OBJECTS
        table.colours = self.box.colours
        if self.position:
            self.position.lay_out(table)
        return table

    def script(self, table: TwingTable) -> Script:
        """Set-up, then turn after turn; the `GameResult`."""
        if table.phase == "setup":
            yield from set_up(table)
        if table.dealt:
            yield from deal_unknown(table)
        result = yield from turns(table)
        return result

    def seat(self, player: int) -> str:
        """`p1` to `p4`."""
        return SEATS[player]

    def rulebook(self) -> Rulebook:
        """The rules of Imperial Twing."""
        return rulebook()

    def view(self, game: Game, player: int) -> View:
        """What a player may know (TW-PLAY-1)."""
        return View.of(game, player)

    def policy(self, name: str, seed: int) -> Callable[[Game], Any]:
        """The computer player of that name: `random`, `greedy` or `steady`; raises `Fault` for another."""
        from twingkit.twing.players import policy  # loaded when a computer plays

        return policy(name, seed)


register(GameStart)


def new_game(
    players: int | Sequence[str] = 2,
    *,
    seed: int | None = None,
    variant: Variant | str = BOX,
    box: Box | None = None,
    rolls: str | None = None,
    explain: bool = True,
) -> Game:
    """A new game of Imperial Twing, from the set-up on.

    `players` is their number (2 to 4) or the characters by seat (`"F?"`: fire, and one by chance). With a
    `seed` the game rolls and draws by itself, without one every die and card is asked (see `Game`). `variant`
    is a `Variant`, a preset's name or a line of switches; `box` an owner's box. Raises `Fault` (a
    `ValueError`) for players or a variant that cannot be.

    >>> game = new_game(players=3, seed=1)
    >>> game.question.kind
    'direction'
    """
    characters = (UNKNOWN,) * players if isinstance(players, int) else tuple(players)
    chosen = Variant.parse(variant) if isinstance(variant, str) else variant
    start = GameStart(characters, chosen, box or load_box())
    return Game(start, seed=seed, rolls=rolls, explain=explain)
