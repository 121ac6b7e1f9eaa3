"""The table: players with their cards, the bank, the discard pile, and the battle that is being fought."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from twingkit.play import Table
from twingkit.twing.cards import SPIRAL, Creature, Spell
from twingkit.twing.lay import Lay
from twingkit.twing.objects import Objects

ORNICLES = 30
"""How many Ornicles there are (TW-BOX-1)."""


class Player:
    """One player: character, hand (spells, cats, traps, Miromon), entourage, active objects, Ornicles."""

    __slots__ = ("cats", "character", "entourage", "hand", "miromon", "objects", "ornicles", "traps")

    def __init__(
        self,
        character: str,
        hand: Sequence[Spell] = (),
        entourage: Sequence[Creature] = (),
        objects: Objects = (),
        cats: int = 0,
        traps: int = 0,
        miromon: int = 0,
        ornicles: int = 0,
    ) -> None:
        self.character = character
        self.hand = list(hand)
        self.entourage = list(entourage)
        self.objects = tuple(objects)
        self.cats, self.traps, self.miromon = cats, traps, miromon
        self.ornicles = ornicles

    def copy(self) -> Player:
        """An independent copy."""
        return Player(
            self.character,
            self.hand,
            self.entourage,
            self.objects,
            self.cats,
            self.traps,
            self.miromon,
            self.ornicles,
        )

    def key(self) -> Hashable:
        """All that this player has, equal for equal cards."""
        return (
            tuple(sorted((card.element, card.power) for card in self.hand)),
            tuple(sorted((card.element, card.power, card.mount) for card in self.entourage)),
            self.objects,
            self.cats,
            self.traps,
            self.miromon,
            self.ornicles,
        )


class Side:
    """One side of a battle: what it laid, what still stands, its die, and what it played.

    `die` is the present face (None: not rolled), before any object or element changes what it counts.
    """

    __slots__ = ("die", "index", "lay", "played", "player", "rerolled", "role", "seat", "standing", "trapped")

    def __init__(self, index: int, role: str, seat: int, player: Player) -> None:
        self.index = index
        """0 for the attacker, 1 for the defender."""
        self.role = role
        self.seat = seat
        """The player's place at the table."""
        self.player = player
        self.lay = Lay()
        self.standing: list[tuple[Creature, bool]] = []
        """The creature cards still in the battle, each with whether it came as a rider."""
        self.trapped: list[Creature] = []
        self.played: list[str] = []
        """Cats, traps and Miromon this side has played, in order."""
        self.die: int | None = None
        self.rerolled = False
        """Whether the Hat or the Shamrock was used in this battle."""

    @property
    def own_element(self) -> bool:
        """Whether the side fights with spells of its character's element (TW-BAT-15)."""
        return bool(self.lay.spells) and self.lay.spells[0].element == self.player.character

    @property
    def cards_power(self) -> int:
        """Points of spells and of creatures still in the battle."""
        spells = sum(spell.power for spell in self.lay.spells)
        return spells + sum(card.power for card, _ in self.standing)

    def put_down(self, lay: Lay) -> None:
        """Move the cards of a lay from hand and entourage into the battle."""
        self.lay = lay
        for spell in lay.spells:
            self.player.hand.remove(spell)
        for creature in lay.creatures:
            self.player.entourage.remove(creature)
        self.standing = [(card, place > 0) for unit in lay.units for place, card in enumerate(unit.cards)]

    def key(self) -> Hashable:
        """All of this side that can still matter. A Spiral that stands counts as the 0 that it is."""
        return (
            self.lay,
            tuple(sorted((card.power, card.element, card.mount, rides) for card, rides in self.standing)),
            0 if self.die == SPIRAL else self.die,
            self.rerolled,
            tuple(sorted(self.played)),
            tuple(sorted((card.power, card.element, card.mount) for card in self.trapped)),
        )


class Fight:
    """A battle under way: two sides, the attacker's first, and whose response it is."""

    __slots__ = ("passes", "rolled", "sides", "turn")

    def __init__(self, attacker: Side, defender: Side) -> None:
        self.sides = (attacker, defender)
        self.turn = 0
        """The index of the side whose response it is (TW-BAT-10)."""
        self.passes = 0
        """How many sides in a row have passed."""
        self.rolled = False
        """Whether the dice have been rolled: responses count from then on (TW-BAT-7, TW-BAT-10)."""

    def begin_responses(self) -> None:
        """A window of responses begins with the attacker (TW-BAT-10)."""
        self.turn, self.passes = 0, 0

    def other(self, side: Side) -> Side:
        """The side that `side` fights against."""
        return self.sides[1 - side.index]


class TwingTable(Table):
    """The table of Imperial Twing: players, Ornicles left in the middle, the discard pile, the battle.

    `open_hands` says that both sides know all cards, as in a typed battle: then nobody is asked for a
    response that is not there to be made.
    """

    __slots__ = ("bank", "discard", "fight", "open_hands", "players")

    def __init__(self, players: Sequence[Player], open_hands: bool = False) -> None:
        self.players = list(players)
        self.bank = ORNICLES - sum(player.ornicles for player in players)
        self.discard: list[Spell | Creature | str] = []
        """The discarded cards in order; cats, traps and Miromon by their names."""
        self.fight: Fight | None = None
        self.open_hands = open_hands
        self.rulings = None

    def copy(self) -> TwingTable:
        """An independent copy. Made between battles: one that is over is not on it."""
        twin = TwingTable([player.copy() for player in self.players], self.open_hands)
        twin.bank = self.bank
        twin.discard = list(self.discard)
        return twin

    def key(self) -> Hashable:
        """The players, the bank and the battle; which order the discard pile has does not matter."""
        fight = self.fight
        state = fight and (fight.sides[0].key(), fight.sides[1].key(), fight.turn, fight.passes)
        return (tuple(player.key() for player in self.players), self.bank, state)

    def award(self, player: Player, rule: str, case: str, **facts: object) -> None:
        """Give one Ornicle from the middle and cite why; none is given when none is left (TW-TURN-6)."""
        if self.bank:
            self.bank -= 1
            player.ornicles += 1
            self.cite(rule, case, **facts)
        else:
            self.cite("TW-TURN-6", "empty", **facts)
