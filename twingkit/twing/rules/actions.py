"""The action of a turn: what a player may choose, and why not the rest (TW-TURN-3).

An answer is its text: `attack p2`, `duel p2`, `buy hat`, `capture p2 F4`, `ritual` (`ritual miromon` gives
Miromon for a cat), `endgame`, `pass`, `retire`. `forbidden` is the one home of the conditions: it refuses,
explains and filters the options.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from twingkit.asking import BadAnswer, Question, Refusal, one_line
from twingkit.rulebook import Quoted
from twingkit.twing.rules.cards import Creature, read_card
from twingkit.twing.rules.commit import RESIGNS, RETIRE
from twingkit.twing.rules.objects import OBJECTS, may_capture
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.responses import Denial
from twingkit.twing.rules.rulebook import refuse, rulebook
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.variants.variant import Variant

SEATS = {"p1": 0, "p2": 1, "p3": 2, "p4": 3}
"""The players by the names that answers give them."""

RITUAL_CATS = 3
"""The number of cat cards that the Ritual of the Ornly Cat takes (TW-OBJ-3)."""


class Act(Question):
    """The question which action the player chooses (TW-TURN-3)."""

    __slots__ = ("owner", "table")
    kind = "act"
    rule = "TW-TURN-3"

    def __init__(self, table: TwingTable, owner: Player) -> None:
        self.player, self.table, self.owner = owner.seat, table, owner

    def candidates(self) -> Iterator[str]:
        """Yield every action that could be tried, allowed or not."""
        others = self.table.others(self.player)
        for other in others:
            yield f"attack p{other.seat + 1}"
        for other in others:
            yield f"duel p{other.seat + 1}"
        for name in self.table.display:
            yield f"buy {name}"
        for other in others:
            for token in dict.fromkeys([card.token for card in other.entourage]):
                yield f"capture p{other.seat + 1} {token}"
        yield "ritual"
        yield "ritual miromon"
        yield from ("endgame", "pass", RETIRE)
        if self.table.variant.endgame_entry == "free":
            yield "announce"

    def options(self) -> Iterator[str]:
        """Every allowed action."""
        for answer in self.candidates():
            if forbidden(self.table, self.owner, answer) is None:
                yield answer

    def draw(self, rng: random.Random) -> str:
        """A random allowed action; one in a thousand retires."""
        if rng.random() < RESIGNS:
            return RETIRE
        tried = list(self.candidates())
        tried.remove(RETIRE)
        while True:  # drawn until one is allowed: as likely as from the list of all, and faster
            answer = tried.pop(int(rng.random() * len(tried)))
            if forbidden(self.table, self.owner, answer) is None:
                return answer

    def refusal(self, answer: Any) -> Refusal | None:
        """The reason why this action is not allowed. Raises `BadAnswer` if it is none."""
        denial = forbidden(self.table, self.owner, str(answer))
        return refuse(denial[0], denial[1], **denial[2]) if denial else None

    def read(self, text: str) -> str:
        """Return an action in canonical form; white space does not matter."""
        return " ".join(text.split())

    def text(self, lang: str = "en") -> str:
        """The question in words."""
        return rulebook().sentence("ask", self.kind, lang, {"side": self.owner.name})


def forbidden(table: TwingTable, player: Player, answer: str) -> Denial | None:
    """The rule that forbids an action, or None. Raises `BadAnswer` if it is no action at all."""
    word, _, target = answer.partition(" ")
    if answer == "pass":
        return _must_attack(table, player)
    if answer == RETIRE:
        return None
    if answer == "endgame":
        return _no_endgame(table, player, attack=True)
    if answer == "announce" and table.variant.endgame_entry == "free":
        return _no_announcement(table, player)
    if word in ("attack", "duel"):
        other = _named(table, target)
        if other is not None:
            return (
                _no_target(player, other)
                or (_no_duel(player, other) if word == "duel" else None)
                or _no_attack(table, player)
                or _must_attack(table, player)
            )
    if word == "buy" and target in OBJECTS:
        return _no_purchase(table, player, target) or _must_attack(table, player)
    if answer in ("ritual", "ritual miromon"):
        return _no_ritual(table, player, bool(target)) or _must_attack(table, player)
    if word == "capture":
        name, _, token = target.partition(" ")
        other, card = _named(table, name), read_card(f"creature {token}")
        if other is not None and isinstance(card, Creature):
            return _no_capture(player, other, card, table.variant) or _must_attack(table, player)
    tag = target.split(" ")[0]
    if word in ("attack", "duel", "capture") and tag in SEATS and _named(table, tag) is None:
        expected = tuple(Quoted(f"p{player.seat + 1}") for player in table.players)
        raise BadAnswer("seat_here", rulebook(), token=Quoted(tag), expected=expected)
    raise BadAnswer("action", rulebook(), token=Quoted(one_line(answer, 40)))


def _named(table: TwingTable, tag: str) -> Player | None:
    """The player of a seat's name (`p2`), if there is such a seat."""
    seat = SEATS.get(tag, len(SEATS))
    return table.players[seat] if seat < len(table.players) else None


def target_of(table: TwingTable, tag: str) -> Player:
    """The player that an allowed action names."""
    player = _named(table, tag)
    assert player is not None
    return player


def _no_target(player: Player, other: Player) -> Denial | None:
    if other is player:
        return "TW-BAT-1", "yourself", {"side": player.name}
    if other.out:
        return "TW-BAT-1", "out", {"enemy": other.name}
    return None


def _no_attack(table: TwingTable, player: Player) -> Denial | None:
    """TW-BAT-1: an attack needs a spell; a variant keeps the peace in the first round."""
    if not player.hand:
        return "TW-BAT-1", "no_spell", {"side": player.name}
    everyone = sum(1 << player.seat for player in table.players if not player.out)
    if table.variant.first_round_peace and (table.acted | 1 << player.seat) & everyone != everyone:
        return "TW-BAT-1", "first_round", {"side": player.name}
    return None


def _no_duel(player: Player, other: Player) -> Denial | None:
    """TW-DUEL-1: a stake, and something to win."""
    if not player.ornicles:
        return "TW-DUEL-1", "no_stake", {"side": player.name}
    if not other.owned:
        return "TW-DUEL-1", "no_object", {"enemy": other.name}
    return None


def _no_purchase(table: TwingTable, player: Player, name: str) -> Denial | None:
    """TW-OBJ-1: the object must be on display, and the player must have its price."""
    if name not in table.display:
        case = "not_displayed" if table.display else "none_displayed"
        return "TW-OBJ-1", case, {"object": name, "objects": table.display}
    if player.ornicles < table.variant.price:
        return "TW-OBJ-1", "price", {"side": player.name, "n": player.ornicles, "limit": table.variant.price}
    return None


def _no_ritual(table: TwingTable, player: Player, with_miromon: bool) -> Denial | None:
    """TW-OBJ-3: three cat cards, and an object to take."""
    if with_miromon and not player.miromon:
        return "TW-BAT-12", "none_left", {"side": player.name}
    cats = player.cats + with_miromon
    if cats < RITUAL_CATS:
        return "TW-OBJ-3", "cats", {"side": player.name, "n": cats, "limit": RITUAL_CATS}
    left = table.object_stack or table.beneath
    if not left and not (table.variant.ritual_empty == "display" and table.display):
        return "TW-OBJ-3", "no_object", {}
    return None


def _no_capture(player: Player, other: Player, card: Creature, variant: Variant) -> Denial | None:
    """TW-OBJ-4: a trap, and a creature of the own element in another player's entourage."""
    if other is player or other.out:
        return _no_target(player, other)
    if not player.traps:
        return "TW-BAT-13", "none_left", {"side": player.name}
    if card not in other.entourage:
        return "TW-OBJ-4", "not_there", {"enemy": other.name, "card": card}
    if card.element != player.character:
        return "TW-OBJ-4", "element", {"card": card, "element": player.character}
    if not may_capture(other.objects, variant):
        return "TW-POW-boots", "no_traps", {"side": player.name, "enemy": other.name}
    return None


def colours_needed(table: TwingTable, player: Player) -> int:
    """The number of objects that count for the end game: those owned or active, of different colours
    (TW-END-1)."""
    counted = player.objects if table.variant.endgame_needs == "active" else player.owned
    if table.variant.distinct_colours:
        return len({table.colours[name] for name in counted})
    return len(counted)


def _no_announcement(table: TwingTable, player: Player) -> Denial | None:
    """TW-END-1: the player has three objects, and is not in the end game yet."""
    if player.endgame:
        return "TW-END-1", "already", {"side": player.name}
    count, needed = colours_needed(table, player), table.variant.objects_needed
    if count < needed:
        case = "colours" if table.variant.distinct_colours else "objects"
        return "TW-END-1", case, {"side": player.name, "n": count, "limit": needed}
    return None


def _no_endgame(table: TwingTable, player: Player, attack: bool) -> Denial | None:
    """TW-END-1: who is not in the end game must be able to enter it; the attack needs a spell."""
    if not player.endgame:
        if table.variant.endgame_entry == "free":
            return "TW-END-1", "announce_first", {"side": player.name}
        denial = _no_announcement(table, player)
        if denial:
            return denial
    if not player.hand and any(other.owned for other in table.others(player.seat)):
        return "TW-BAT-1", "no_spell", {"side": player.name}
    return None


def _must_attack(table: TwingTable, player: Player) -> Denial | None:
    """A variant: in the end game there is no other action while an attack is possible."""
    if not table.variant.endgame_forced or not player.endgame or not player.hand:
        return None
    return "TW-END-1", "forced", {"side": player.name}
