"""The action of a turn: the choice, and the rules that forbid actions (TW-TURN-3).

`rules_against_action` is the single source of the conditions: it refuses, explains and filters the options.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from twingkit.core.acts import Act
from twingkit.core.questions import Refusal
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.lay_questions import RETIRE_PROBABILITY
from twingkit.twing.rules.objects import OBJECTS, can_capture
from twingkit.twing.rules.player import SEAT_NAMES, Player, PlayerQuestion
from twingkit.twing.rules.responses import BrokenRule
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns import acts

_ATTACKS, _DUELS = [acts.Attack(seat) for seat in SEAT_NAMES], [acts.Duel(seat) for seat in SEAT_NAMES]
_PURCHASES = {name: acts.Buy(name) for name in OBJECTS}
_RITUALS = acts.Ritual(), acts.Ritual(with_miromon=True)

RITUAL_CATS = 3
"""The number of cat cards for the Ritual of the Ornly Cat (TW-OBJ-3)."""


class ChooseAction(PlayerQuestion[Act]):
    """The question to the active player which action to take this turn (TW-TURN-3)."""

    __slots__ = ("table",)
    kind = "act"
    rule = "TW-TURN-3"

    def __init__(self, table: TwingTable, owner: Player) -> None:
        super().__init__(owner)
        self.table = table

    def unchecked_answers(self) -> Iterator[Act]:
        """Yield possible actions, legal or not."""
        others = self.table.other_players(self.player)
        for other in others:
            yield _ATTACKS[other.seat]
        for other in others:
            yield _DUELS[other.seat]
        for name in self.table.object_display:
            yield _PURCHASES[name]
        for other in others:
            for card in dict.fromkeys(other.entourage):
                yield acts.Capture(SEAT_NAMES[other.seat], card)
        yield from _RITUALS
        yield from (acts.ATTACK_IN_ENDGAME, acts.PASS_TURN, acts.RETIRE_FROM_GAME)
        if self.table.variant.endgame_entry == "free":
            yield acts.ENTER_ENDGAME

    def options(self) -> Iterator[Act]:
        """Yield the legal actions."""
        return filter(self._allowed_test(), self.unchecked_answers())

    def _allowed_test(self) -> Callable[[Act], bool]:
        """Return a test whether an action is legal, which checks conditions that do not depend on the target
        only once.
        """
        table, owner = self.table, self.owner
        forbidden: dict[type[Act], bool] = {}

        def allowed(answer: Act) -> bool:
            kind = type(answer)
            if kind in _RULE_CHECK_BY_ACTION and kind not in forbidden:
                forbidden[kind] = next(_RULE_CHECK_BY_ACTION[kind](table, owner), None) is not None
            return not forbidden.get(kind) and next(_rules_against(table, owner, answer), None) is None

        return allowed

    def random_answer(self, rng: random.Random) -> Act:
        """Return a random legal action.

        The player retires once in a thousand times.
        """
        if rng.random() < RETIRE_PROBABILITY:
            return acts.RETIRE_FROM_GAME
        tried = [action for action in self.unchecked_answers() if action is not acts.RETIRE_FROM_GAME]
        allowed = self._allowed_test()
        while True:  # drawn until one is allowed: as likely as from the list of all, and faster
            answer = tried.pop(int(rng.random() * len(tried)))
            if allowed(answer):
                return answer

    def parse_answer(self, text: str) -> Act:
        """Parse an action. Raises `BadAnswer` if it is none."""
        act = acts.NOTATION.parse(text)
        if act is None:
            raise bad_answer("action", " ".join(text.split()))
        return act

    def refusal(self, answer: Act) -> Refusal | None:
        """Return a refusal if this action is illegal, or None."""
        denial = next(rules_against_action(self.table, self.owner, answer), None)
        return rule_refusal(denial[0], denial[1], **denial[2]) if denial else None


def rules_against_action(table: TwingTable, player: Player, action: Act) -> Iterator[BrokenRule]:
    """Yield every rule that forbids an action; the one to report comes first.

    Raises `BadAnswer` for an act that is not an action, or that names a seat or a step that this game lacks.
    """
    match action:
        case acts.Attack(seat) | acts.Duel(seat) | acts.Capture(seat) if seat in SEAT_NAMES:
            if SEAT_NAMES.index(seat) >= len(table.players):
                raise bad_answer("seat_here", seat, expected=SEAT_NAMES[: len(table.players)])
        case acts.Buy() | acts.Ritual() | acts.AttackInEndgame() | acts.PassTurn() | acts.Retire():
            pass
        case acts.EnterEndgame() if table.variant.endgame_entry == "free":
            pass
        case _:
            raise bad_answer("action", action)
    return _rules_against(table, player, action)


def _rules_against(table: TwingTable, player: Player, action: Act) -> Iterator[BrokenRule]:
    match action:
        case acts.Attack(seat):
            yield from _no_target(player, player_of_seat(table, seat))
            yield from _no_attack(table, player)
        case acts.Duel(seat):
            other = player_of_seat(table, seat)
            yield from _no_target(player, other)
            if other.owned_objects:
                yield from _no_stake(table, player)
            elif player.ornicles:
                yield "TW-DUEL-1", "no_object", {"enemy": other.name}
            else:
                yield "TW-DUEL-1", "neither", {"side": player.name, "enemy": other.name}
            yield from _no_attack(table, player)
        case acts.Buy(name):
            yield from _no_purchase(table, player, name)
        case acts.Ritual(with_miromon):
            yield from _no_ritual(table, player, with_miromon)
        case acts.Capture(seat, creature):
            yield from _no_capture(table, player, player_of_seat(table, seat), creature)
        case acts.AttackInEndgame():
            yield from _no_endgame(table, player)
            return
        case acts.EnterEndgame():
            yield from _no_announcement(table, player)
            return
        case acts.Retire():
            return
    yield from _must_attack(table, player)


def player_of_seat(table: TwingTable, seat: str) -> Player:
    """Return the player of a seat such as `p2`."""
    return table.players[SEAT_NAMES.index(seat)]


def _no_target(player: Player, other: Player) -> Iterator[BrokenRule]:
    if other is player:
        yield "TW-BAT-1", "yourself", {"side": player.name}
    elif other.has_left:
        yield "TW-BAT-1", "out", {"enemy": other.name}


def _no_attack(table: TwingTable, player: Player) -> Iterator[BrokenRule]:
    """Yield the rules that forbid an attack: no spell in hand or, in a variant, the first round
    (TW-BAT-1).
    """
    if not player.hand:
        yield "TW-BAT-1", "no_spell", {"side": player.name}
    everyone = sum(1 << player.seat for player in table.players if not player.has_left)
    if table.variant.first_round_peace and (table.acted_seat_bits | 1 << player.seat) & everyone != everyone:
        yield "TW-BAT-1", "first_round", {"side": player.name}


def _no_stake(_table: TwingTable, player: Player) -> Iterator[BrokenRule]:
    """Yield the rule that forbids a duel if the player has no Ornicle to stake (TW-DUEL-1)."""
    if not player.ornicles:
        yield "TW-DUEL-1", "no_stake", {"side": player.name}


def _no_purchase(table: TwingTable, player: Player, name: str) -> Iterator[BrokenRule]:
    """Yield the rules that forbid buying an object: not on display, or too few Ornicles (TW-OBJ-1)."""
    if name not in table.object_display:
        case = "not_displayed" if table.object_display else "none_displayed"
        yield "TW-OBJ-1", case, {"object": name, "objects": table.object_display}
    yield from _no_price(table, player)


def _no_price(table: TwingTable, player: Player) -> Iterator[BrokenRule]:
    """Yield the rule that forbids buying if the player has too few Ornicles (TW-OBJ-1)."""
    if player.ornicles < table.variant.price:
        yield "TW-OBJ-1", "price", {"side": player.name, "n": player.ornicles, "limit": table.variant.price}


def _no_ritual(table: TwingTable, player: Player, with_miromon: bool) -> Iterator[BrokenRule]:
    """Yield the rules that forbid the Ritual: fewer than three cat cards, no object left or, in a variant,
    another player's Socks (TW-OBJ-3).
    """
    owner = _opponent_with_object(table, player, "socks")
    if owner and table.variant.socks == "everywhere":
        yield "TW-POW-socks", "no_cats", {"side": player.name, "enemy": owner.name}
    if with_miromon and not player.miromon:
        yield "TW-OBJ-3", "no_miromon", {"side": player.name}
    cats = player.cats + bool(player.miromon)
    if cats < RITUAL_CATS:
        yield "TW-OBJ-3", "cats", {"side": player.name, "n": cats, "limit": RITUAL_CATS}
    elif player.cats + with_miromon < RITUAL_CATS:
        yield "TW-OBJ-3", "black_cats", {"side": player.name, "n": player.cats, "limit": RITUAL_CATS}
    if not table.object_stack.size and not (table.variant.ritual_empty == "display" and table.object_display):
        yield "TW-OBJ-3", "no_object", {}


def _no_capture(table: TwingTable, player: Player, other: Player, card: Creature) -> Iterator[BrokenRule]:
    """Yield the rules that forbid capturing a creature: no trap, or no such creature of the player's own
    element there (TW-OBJ-4).
    """
    if other is player or other.has_left:
        yield from _no_target(player, other)
        return
    yield from _no_trap(table, player)
    there, own = card in other.entourage, card.element == player.character
    if not (there and own) and not _own_element_is_in_sight(table, player):
        yield "TW-OBJ-4", "none_there", {"element": player.character}
    elif not there:
        yield "TW-OBJ-4", "not_there", {"enemy": other.name, "card": card}
    elif not own:
        yield "TW-OBJ-4", "element", {"card": card, "element": player.character}
    if table.variant.boots != "everywhere" and not can_capture(other.active_objects, table.variant):
        yield "TW-POW-boots", "no_traps", {"side": player.name, "enemy": other.name}


def _no_trap(table: TwingTable, player: Player) -> Iterator[BrokenRule]:
    """Yield the rules that forbid a capture: no trap or, in a variant, the Boots of any other player
    (TW-OBJ-4).
    """
    if not player.traps:
        yield "TW-OBJ-4", "no_trap", {"side": player.name}
    owner = _opponent_with_object(table, player, "boots")
    if owner and table.variant.boots == "everywhere":
        yield "TW-POW-boots", "no_traps", {"side": player.name, "enemy": owner.name}


def _opponent_with_object(table: TwingTable, player: Player, name: str) -> Player | None:
    return next((other for other in table.other_players(player.seat) if name in other.active_objects), None)


def _own_element_is_in_sight(table: TwingTable, player: Player) -> bool:
    others = (other for other in table.players if other is not player and not other.has_left)
    return any(card.element == player.character for other in others for card in other.entourage)


def _endgame_object_count(table: TwingTable, player: Player) -> int:
    """Return the number of objects of a player that count for the end game (TW-END-1).

    By variant they must be active, or of different colours.
    """
    counted = player.active_objects if table.variant.endgame_needs == "active" else player.owned_objects
    if table.variant.distinct_colours:
        return len({table.object_colours[name] for name in counted})
    return len(counted)


def _no_announcement(table: TwingTable, player: Player) -> Iterator[BrokenRule]:
    """Yield the rules that forbid entering the end game: already in it, or fewer than three objects
    (TW-END-1).
    """
    if player.in_endgame:
        yield "TW-END-1", "already", {"side": player.name}
    count, needed = _endgame_object_count(table, player), table.variant.objects_needed
    if count < needed:
        case = "colours" if table.variant.distinct_colours else "objects"
        yield "TW-END-1", case, {"side": player.name, "n": count, "limit": needed}


def _no_endgame(table: TwingTable, player: Player) -> Iterator[BrokenRule]:
    """Yield the rules that forbid an end-game attack: the player cannot enter the end game, or has no spell
    (TW-END-1).
    """
    if not player.in_endgame:
        if table.variant.endgame_entry == "free":
            yield "TW-END-1", "announce_first", {"side": player.name}
        yield from _no_announcement(table, player)
    if not player.hand and any(other.owned_objects for other in table.other_players(player.seat)):
        yield "TW-BAT-1", "no_spell", {"side": player.name}


def _must_attack(table: TwingTable, player: Player) -> Iterator[BrokenRule]:
    """Yield the rule that forbids other actions in the end game while an attack is possible (a variant of
    TW-END-1).
    """
    if table.variant.endgame_forced and player.in_endgame and player.hand:
        yield "TW-END-1", "forced", {"side": player.name}


_RULE_CHECK_BY_ACTION: Mapping[type[Act], Callable[[TwingTable, Player], Iterator[BrokenRule]]] = {
    acts.Attack: _no_attack,
    acts.Duel: _no_stake,
    acts.Buy: _no_price,
    acts.Capture: _no_trap,
}
"""The check of an action that does not depend on its target."""
