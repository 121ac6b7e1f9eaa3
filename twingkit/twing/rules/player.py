"""A player at the table: character, hand, entourage, magical objects, Ornicles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from twingkit.core.rulebook import YOU
from twingkit.twing.rules.cards import CHARACTERS, Creature, Spell
from twingkit.twing.rules.held import NONE_HELD, Held, Holds
from twingkit.twing.rules.objects import Objects

ELEMENT_LIMIT = 3
"""A hand holds spells of at most this many elements (TW-TURN-4)."""

SPELL_LIMIT = 15
"""A hand holds at most this many spells (TW-TURN-4)."""


class Player(Holds):
    """One player: character, hand (spells, and `held`), entourage, objects, Ornicles.

    `objects` are the active ones, `stored` those that lie to the side (TW-OBJ-2).
    """

    __slots__ = (
        "character",
        "endgame",
        "entourage",
        "hand",
        "held",
        "known",
        "name",
        "objects",
        "ornicles",
        "out",
        "seat",
        "stored",
    )

    held: Held

    def __init__(
        self,
        character: str,
        hand: Sequence[Spell] = (),
        entourage: Sequence[Creature] = (),
        objects: Objects = (),
        held: Held = NONE_HELD,
        ornicles: int = 0,
        stored: Objects = (),
        seat: int = 0,
    ) -> None:
        self.character = character
        """The element of the character; empty before it is known."""
        self.hand = list(hand)
        self.entourage = list(entourage)
        self.objects = tuple(sorted(objects))
        self.stored = tuple(sorted(stored))
        self.held = held
        self.ornicles = ornicles
        self.seat = seat
        self.name = CHARACTERS.get(character) or f"p{seat + 1}"
        """The key of the character's name, or of the seat before there is one."""
        self.endgame = False
        """True if the player has entered the end game (TW-END-1)."""
        self.out = False
        """True if the player has left the game (TW-END-2, TW-LEAVE-1)."""
        self.known: tuple[tuple[Spell | str, frozenset[int]], ...] = ()
        """Cards of the hand that others have seen, each with the seats that know it (TW-PLAY-1)."""

    def become(self, character: str) -> None:
        """Take a character (TW-SET-1)."""
        self.character = character
        self.name = CHARACTERS.get(character) or f"p{self.seat + 1}"

    @property
    def owned(self) -> Objects:
        """Every object of the player, active or not, in order."""
        return tuple(sorted(self.objects + self.stored)) if self.stored else self.objects

    @property
    def hand_size(self) -> int:
        """The number of cards that the player holds: open to all (TW-PLAY-1)."""
        return len(self.hand) + sum(self.held)

    def hold(self, name: str, count: int = 1) -> None:
        """Take a response card into the hand, or (-1) out of it."""
        for _ in range(-count):
            self.forget(name)
        self.held = self.held.more(name, count)

    def spend(self, spell: Spell) -> None:
        """Take a spell out of the hand, openly."""
        self.hand.remove(spell)
        self.forget(spell)

    def forget(self, card: Spell | str) -> None:
        """A card leaves the hand openly: if others knew of one like it, it was that."""
        for at, (known, _) in enumerate(self.known):
            if known == card:
                self.known = (*self.known[:at], *self.known[at + 1 :])
                return

    def show(self, card: Spell | str, seats: Iterable[int]) -> None:
        """A card came into the hand, and these seats know which."""
        self.known = (*self.known, (card, frozenset(seats)))

    def lose_sight(self) -> None:
        """A spell left the hand unseen: nobody can be sure any more of one that it held."""
        self.known = tuple([known for known in self.known if isinstance(known[0], str)])

    def known_by(self, seat: int) -> list[Spell | str]:
        """The cards of the hand that another player knows."""
        return [card for card, seats in self.known if seat in seats]

    def copy(self) -> Player:
        """An independent copy."""
        twin = object.__new__(Player)
        twin.character, twin.seat, twin.name = self.character, self.seat, self.name
        twin.hand, twin.entourage = self.hand[:], self.entourage[:]
        twin.objects, twin.stored = self.objects, self.stored
        twin.held, twin.ornicles = self.held, self.ornicles
        twin.endgame, twin.out = self.endgame, self.out
        twin.known = self.known
        return twin

    def key(self) -> Hashable:
        """All that this player has, equal for equal cards."""
        return (
            self.character,
            tuple(sorted([(card.element, card.power) for card in self.hand])),
            tuple(sorted([(card.element, card.power, card.mount) for card in self.entourage])),
            self.objects,
            self.stored,
            self.held,
            self.ornicles,
            self.endgame,
            self.out,
        )


def called(reader: Player) -> dict[str, str]:
    """The words by which a player goes who reads what is said: see `Words.calling`. The seat is among them,
    for what was said before there was a character (TW-SET-1).

    >>> called(Player("W", seat=1))
    {'p2': 'you', 'witch': 'you'}
    """
    return {f"p{reader.seat + 1}": YOU, reader.name: YOU}
