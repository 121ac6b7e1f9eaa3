"""The action of a turn: the choice, and the rules that forbid actions (TW-TURN-3).

An answer is a text: `attack p2`, `duel p2`, `buy hat`, `capture p2 F4`, `ritual` (`ritual miromon` uses
Miromon as a cat), `endgame`, `pass`, `retire`. `rule_against_action` is the single source of the
conditions: it refuses, explains and filters the options.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.twing.rules.cards import Creature, parse_card
from twingkit.twing.rules.lay_questions import RETIRE, RETIRE_PROBABILITY
from twingkit.twing.rules.objects import OBJECTS, can_capture
from twingkit.twing.rules.player import Player, PlayerQuestion
from twingkit.twing.rules.responses import BrokenRule
from twingkit.twing.rules.rulebook import rule_refusal, rulebook
from twingkit.twing.rules.table import TwingTable

_SEAT_BY_NAME = {"p1": 0, "p2": 1, "p3": 2, "p4": 3}

RITUAL_CATS = 3
"""The number of cat cards for the Ritual of the Ornly Cat (TW-OBJ-3)."""


class ChooseAction(PlayerQuestion[str]):
    """The question to the active player which action to take this turn (TW-TURN-3)."""

    __slots__ = ("table",)
    kind = "act"
    rule = "TW-TURN-3"

    def __init__(self, table: TwingTable, owner: Player) -> None:
        super().__init__(owner)
        self.table = table

    def unchecked_answers(self) -> Iterator[str]:
        """Yield possible actions, legal or not."""
        others = self.table.other_players(self.player)
        for other in others:
            yield f"attack p{other.seat + 1}"
        for other in others:
            yield f"duel p{other.seat + 1}"
        for name in self.table.object_display:
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
        """Yield the legal actions."""
        return filter(self._allowed_test(), self.unchecked_answers())

    def _allowed_test(self) -> Callable[[str], bool]:
        """Return a test whether an action is legal, which checks conditions that do not depend on the target
        only once.
        """
        table, owner = self.table, self.owner
        forbidden: dict[str, bool] = {}

        def allowed(answer: str) -> bool:
            word = answer.partition(" ")[0]
            if word in _RULE_CHECK_BY_ACTION and word not in forbidden:
                forbidden[word] = next(_RULE_CHECK_BY_ACTION[word](table, owner), None) is not None
            return not forbidden.get(word) and next(_rules_against(table, owner, answer), None) is None

        return allowed

    def random_answer(self, rng: random.Random) -> str:
        """Return a random legal action.

        The player retires once in a thousand times.
        """
        if rng.random() < RETIRE_PROBABILITY:
            return RETIRE
        tried = list(self.unchecked_answers())
        tried.remove(RETIRE)
        allowed = self._allowed_test()
        while True:  # drawn until one is allowed: as likely as from the list of all, and faster
            answer = tried.pop(int(rng.random() * len(tried)))
            if allowed(answer):
                return answer

    def refusal(self, answer: object) -> Refusal | None:
        """Return a refusal if this action is illegal, or None."""
        denial = rule_against_action(self.table, self.owner, str(answer))
        return rule_refusal(denial[0], denial[1], **denial[2]) if denial else None


def rule_against_action(table: TwingTable, player: Player, answer: str) -> BrokenRule | None:
    """Return the rule that forbids an action, or None if it is legal. Raises `BadAnswer` for an answer that
    is not an action.
    """
    return next(rules_against_action(table, player, answer), None)


def rules_against_action(table: TwingTable, player: Player, answer: str) -> Iterator[BrokenRule]:
    """Yield every rule that forbids an action; the one to report comes first."""
    if not _is_action(table, answer):
        raise _bad_action_answer(table, answer)
    return _rules_against(table, player, answer)


def _rules_against(table: TwingTable, player: Player, answer: str) -> Iterator[BrokenRule]:
    if answer == RETIRE:
        return
    if answer == "endgame":
        yield from _no_endgame(table, player)
        return
    if answer == "announce":
        yield from _no_announcement(table, player)
        return
    word, _, target = answer.partition(" ")
    other = _player_by_tag(table, target.partition(" ")[0])
    if word in ("attack", "duel") and other is not None:
        yield from _no_target(player, other)
        if word == "duel":
            if other.owned_objects:
                yield from _no_stake(table, player)
            elif player.ornicles:
                yield "TW-DUEL-1", "no_object", {"enemy": other.name}
            else:
                yield "TW-DUEL-1", "neither", {"side": player.name, "enemy": other.name}
        yield from _no_attack(table, player)
    elif word == "buy":
        yield from _no_purchase(table, player, target)
    elif word == "ritual":
        yield from _no_ritual(table, player, bool(target))
    elif word == "capture" and other is not None:
        card = parse_card(f"creature {target.partition(' ')[2]}")
        assert isinstance(card, Creature)
        yield from _no_capture(table, player, other, card)
    yield from _must_attack(table, player)


def _is_action(table: TwingTable, answer: str) -> bool:
    if answer == "announce":
        return table.variant.endgame_entry == "free"
    word, _, target = answer.partition(" ")
    name, _, token = target.partition(" ")
    if word == "capture":
        return _player_by_tag(table, name) is not None and isinstance(
            parse_card(f"creature {token}"), Creature
        )
    return (
        answer in (RETIRE, "endgame")
        or (word in ("attack", "duel") and _player_by_tag(table, target) is not None)
        or (word == "buy" and target in OBJECTS)
        or (word == "ritual" and target in ("", "miromon"))
        or (word == "pass" and not target)
    )


def _bad_action_answer(table: TwingTable, answer: str) -> BadAnswer:
    """Return the error for an answer that is not an action: an unknown seat, or an unknown word."""
    word, _, target = answer.partition(" ")
    tag = target.split(" ")[0]
    if word in ("attack", "duel", "capture") and tag in _SEAT_BY_NAME and _player_by_tag(table, tag) is None:
        expected = tuple(QuotedFact(f"p{player.seat + 1}") for player in table.players)
        return BadAnswer("seat_here", rulebook(), token=QuotedFact(tag), expected=expected)
    return BadAnswer("action", rulebook(), token=QuotedFact(one_line_excerpt(answer, 40)))


def _player_by_tag(table: TwingTable, tag: str) -> Player | None:
    seat = _SEAT_BY_NAME.get(tag, len(_SEAT_BY_NAME))
    return table.players[seat] if seat < len(table.players) else None


def action_target(table: TwingTable, seat_name: str) -> Player:
    """Return the player at whom an action is directed, by seat name such as `p2`."""
    player = _player_by_tag(table, seat_name)
    assert player is not None
    return player


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


_RULE_CHECK_BY_ACTION = {"attack": _no_attack, "duel": _no_stake, "buy": _no_price, "capture": _no_trap}
"""The check of an action that does not depend on its target, by its first word."""
