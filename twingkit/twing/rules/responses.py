"""Responses to the dice: rerolls, cats, Miromon and traps (TW-BAT-9 to 14).

`rule_against_response` is the single source of the conditions: it refuses, explains and filters the options.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.twing.rules import battle_acts
from twingkit.twing.rules.battle_acts import PASS, Response, Trap, Turn, parse_response
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.fight import CreatureInBattle, Fight, FightSide, SideQuestion
from twingkit.twing.rules.objects import can_invert_die, reroll_object
from twingkit.twing.rules.response_cards import KINDS_BY_EFFECT, RESPONSE_CARDS, CardEffect
from twingkit.twing.rules.rulebook import bad_answer, rule_refusal

BrokenRule = tuple[str, str, dict[str, Any]]  # which `rule_refusal` takes by name
"""The rule, the case and the facts of a refusal before its sentence is made."""


class Respond(SideQuestion[Response]):
    """The question to a side of a battle which response to the dice to play, or to pass (TW-BAT-10)."""

    __slots__ = ("fight",)
    kind = "respond"
    rule = "TW-BAT-10"

    def __init__(self, fight: Fight, side: FightSide) -> None:
        super().__init__(side)
        self.fight = fight

    def unchecked_answers(self) -> Iterator[Response]:
        """Yield possible responses without `pass`, legal or not, in the order in which best play tries them
        (TW-ODDS-2).
        """
        fight, side = self.fight, self.side
        variant = fight.variant
        yield battle_acts.REROLLS_BY_OBJECT[reroll_object(side.role)]
        if variant.two_cats:
            yield battle_acts.TWO_CATS
        for kind, card in RESPONSE_CARDS.items():
            if card.effect == "trap":
                yield from trap_answers(fight, side, kind)
            elif card.effect == "reroll" and variant.cat_die == "own":
                yield battle_acts.card_response(kind)
            else:
                for target in (side, *fight.enemies(side)):
                    yield battle_acts.card_response(kind, fight.side_tag(target))
        if variant.miromon == "rerolls_too":
            yield battle_acts.MIROMON_AGAIN

    def options(self) -> Iterator[Response]:
        """Yield `pass`, then the legal responses."""
        yield PASS
        for answer in () if self.has_nothing_to_respond_with else self.unchecked_answers():
            if self.broken_rule(answer) is None:
                yield answer

    @property
    def has_nothing_to_respond_with(self) -> bool:
        """True if the side has no response card, no two cats laid, and no object for a reroll."""
        player = self.side.player
        held = any(player.response_cards) or self.side.two_cats_due
        return not held and reroll_object(self.side.role) not in player.active_objects

    def holds_card_with_effect(self, effect: CardEffect) -> bool:
        """Return whether the side holds a card with this effect."""
        return self.side.player.count_with_effect(effect) > 0

    def random_answer(self, rng: random.Random) -> Response:
        """Return a random legal answer.

        A side with nothing to respond with passes without a search for options.
        """
        if self.has_nothing_to_respond_with:
            return PASS
        tried = [PASS, *self.unchecked_answers()]
        while True:  # one by one until one is allowed: as likely as from the list of all, and faster
            answer = tried.pop(int(rng.random() * len(tried)))
            if answer is PASS or self.broken_rule(answer) is None:
                return answer

    def _drawn(self, rng: random.Random) -> Response:
        options = list(self.options())
        return options[int(rng.random() * len(options))]

    def broken_rule(self, answer: Response) -> BrokenRule | None:
        """Return the rule that this response breaks, with its facts, or None."""
        return rule_against_response(self.fight, self.side, answer)

    def parse_answer(self, text: str) -> Response:
        """Parse a response. Raises `BadAnswer` if it is none."""
        answer = parse_response(text)
        if answer is None:
            raise bad_answer("response", " ".join(text.split()))
        return answer

    def refusal(self, answer: Response) -> Refusal | None:
        """Return a refusal if this response is illegal now, or None."""
        if isinstance(answer, battle_acts.Pass):
            return None
        denial = self.broken_rule(answer)
        return rule_refusal(denial[0], denial[1], **denial[2]) if denial else None

    def seems_possible(self) -> bool:
        """Return whether the side could respond, judged by what everybody at the table can see."""
        fight, side = self.fight, self.side
        player = side.player
        used_up = side.used_reroll_object and not (
            side.role == "attacker" and fight.variant.shamrock == "unlimited"
        )
        if not used_up and side.shown_face is not None and reroll_object(side.role) in player.active_objects:
            return True
        if side.two_cats_due and side.shown_face is not None:
            return True
        if not player.hand_size:
            return False
        if _has_trap_targets(fight, side):
            return True
        dice = any(other.shown_face is not None for other in (side, *fight.remaining_opponents(side)))
        return dice and not fight.opponent_stopping_cats(side)


class TrapBeforeRoll(Respond):
    """The question to a side whether to play a trap after both sides have laid and before the roll
    (TW-BAT-13).
    """

    __slots__ = ()
    kind = "before_roll"
    rule = "TW-BAT-13"

    def unchecked_answers(self) -> Iterator[Response]:
        """Yield traps, legal or not, the strongest creature first."""
        for kind in KINDS_BY_EFFECT["trap"]:
            yield from trap_answers(self.fight, self.side, kind)

    def random_answer(self, rng: random.Random) -> Response:
        """Return a random legal answer."""
        return self._drawn(rng) if self.holds_card_with_effect("trap") else PASS

    def broken_rule(self, answer: Response) -> BrokenRule | None:
        """Return the rule that an answer before the roll breaks; only traps can be legal, for which it
        returns None.
        """
        denial = super().broken_rule(answer)
        if not isinstance(answer, Trap):
            return "TW-BAT-13", "before_roll", {"side": self.side.name}
        return denial

    def seems_possible(self) -> bool:
        """Return whether a trap is possible, judged by what everybody at the table can see."""
        return self.side.player.hand_size > 0 and _has_trap_targets(self.fight, self.side)


class MiromonBeforeCritical(Respond):
    """The question to a side whether to play Miromon before a Sun or Cross decides the battle (TW-VAR-9, a
    variant).
    """

    __slots__ = ()
    rule = "TW-VAR-9"

    def unchecked_answers(self) -> Iterator[Response]:
        """Yield Miromon on each die, legal or not."""
        for kind in KINDS_BY_EFFECT["turn"]:
            for target in (self.side, *self.fight.enemies(self.side)):
                yield Turn(kind, self.fight.side_tag(target))

    def random_answer(self, rng: random.Random) -> Response:
        """Return a random legal answer."""
        return self._drawn(rng) if self.holds_card_with_effect("turn") else PASS

    def broken_rule(self, answer: Response) -> BrokenRule | None:
        """Return the rule that an answer before a critical result breaks; None if it is a legal Miromon."""
        denial = super().broken_rule(answer)
        if not isinstance(answer, Turn):
            return "TW-VAR-9", "only_miromon", {"side": self.side.name}
        return denial

    def seems_possible(self) -> bool:
        """Return whether Miromon is possible, judged by what everybody at the table can see."""
        return self.side.player.hand_size > 0 and not self.fight.opponent_stopping_cats(self.side)


class MiromonBeforeEvent(Respond):
    """The question to a side whether Miromon turns a new Spiral into 0 before its event is drawn
    (TW-BAT-9).
    """

    __slots__ = ("spiral",)
    kind = "interrupt"
    rule = "TW-BAT-9"

    def __init__(self, fight: Fight, side: FightSide, spiral: FightSide) -> None:
        super().__init__(fight, side)
        self.spiral = spiral

    def unchecked_answers(self) -> Iterator[Response]:
        """Yield the answer for each card kind that turns a die: Miromon on the new Spiral."""
        for kind in KINDS_BY_EFFECT["turn"]:
            yield Turn(kind, self.fight.side_tag(self.spiral))

    def random_answer(self, rng: random.Random) -> Response:
        """Return a random legal answer."""
        return self._drawn(rng) if self.holds_card_with_effect("turn") else PASS

    def broken_rule(self, answer: Response) -> BrokenRule | None:
        """Return the rule that an answer before the event breaks; None if it is a legal Miromon on the
        Spiral.
        """
        denial = super().broken_rule(answer)
        if answer not in self.unchecked_answers():
            return "TW-BAT-9", "only_miromon", {"side": self.spiral.name}
        return denial

    def seems_possible(self) -> bool:
        """Return whether Miromon is possible, judged by what everybody at the table can see."""
        return self.side.player.hand_size > 0 and _no_cats(self.fight, self.side, self.spiral) is None


def rule_against_response(fight: Fight, side: FightSide, answer: Response) -> BrokenRule | None:
    """Return the rule that forbids a response, or None if it is legal. Raises `BadAnswer` for an answer that
    is not a response.
    """
    variant = fight.variant
    match answer:
        case battle_acts.UseObject(name):
            return _no_object(fight, side, name)
        case Trap():
            return _no_trap(fight, side, answer)
        case battle_acts.Reroll(name, target) if variant.cat_die == "own":
            if not target:
                return _no_card(fight, side, side, name, answer.card.rule)
        case battle_acts.Reroll(name, target) | Turn(name, target):
            if aimed := _side_by_tag(fight, side, target):
                return _no_card(fight, side, aimed, name, answer.card.rule)
        case battle_acts.MiromonAgain(name) if variant.miromon == "rerolls_too":
            return _no_card(fight, side, side, name, "TW-BAT-11")
        case battle_acts.UseTwoCats() if variant.two_cats:
            if not side.two_cats_due:
                return "TW-PLAY-3", "no_two_cats", {"side": side.name}
            return _no_die(side, "TW-BAT-11")
        case battle_acts.SeveralAtOnce():
            return "TW-BAT-10", "one_response", {"side": side.name}
    raise bad_answer("response", answer)


def _has_trap_targets(fight: Fight, side: FightSide) -> bool:
    at_home = fight.variant.trap_targets == "entourage"
    return any(
        other.creatures_in_battle or (at_home and other.player.entourage)
        for other in fight.trappable_opponents(side)
    )


def _side_by_tag(fight: Fight, side: FightSide, tag: str) -> FightSide | None:
    """Return the side with the name `tag` in answers; None if no such side fights in the battle of `side`."""
    return next((other for other in (side, *fight.enemies(side)) if fight.side_tag(other) == tag), None)


def _no_object(fight: Fight, side: FightSide, name: str) -> BrokenRule | None:
    """Return the rule that forbids a reroll by an object, or None (TW-BAT-14, TW-POW-hat,
    TW-POW-shamrock).
    """
    if name != reroll_object(side.role):
        return f"TW-POW-{name}", "role", {"side": side.name}
    if name not in side.player.active_objects:
        return f"TW-POW-{name}", "not_owned", {"side": side.name}
    if side.used_reroll_object and not (name == "shamrock" and fight.variant.shamrock == "unlimited"):
        return "TW-BAT-14", "once", {"object": name}
    return _no_die(side, "TW-BAT-14")


def _no_card(fight: Fight, side: FightSide, aimed: FightSide, kind: str, rule: str) -> BrokenRule | None:
    """Return the rule that forbids a card on a die (not held, stopped by the Socks, or no rolled die), or
    None.
    """
    if not side.player.response_cards.count_of(kind):
        return rule, "none_left", {"side": side.name}
    return _no_cats(fight, side, aimed) or _no_die(aimed, rule)


def _no_cats(fight: Fight, side: FightSide, aimed: FightSide) -> BrokenRule | None:
    """Return the rule by which the Socks stop a cat or Miromon of a side, or None (TW-POW-socks)."""
    touches = aimed is not side and not can_invert_die(aimed.player.active_objects)
    owner = aimed if touches else fight.opponent_stopping_cats(side)
    return ("TW-POW-socks", "no_cats", {"side": side.name, "enemy": owner.name}) if owner else None


def _no_die(side: FightSide, rule: str) -> BrokenRule | None:
    """Return the rule that forbids a reroll or an inversion because the side has no rolled die, or None."""
    return (rule, "no_die", {"side": side.name}) if side.shown_face is None else None


def _no_trap(fight: Fight, side: FightSide, trap: Trap) -> BrokenRule | None:
    """Return the rule that forbids a trap, or None (TW-BAT-13, TW-POW-boots, TW-VAR-5, TW-VAR-19)."""
    if not side.player.response_cards.count_of(trap.name):
        return trap.card.rule, "none_left", {"side": side.name}
    enemies = fight.enemies(side)
    if fight.variant.trap_targets == "attack" and not side.index:
        return "TW-VAR-5", "attack_only", {"side": side.name}
    open_to, owner = fight.trappable_opponents(side), fight.opponent_with_boots(side)
    if owner and not open_to:
        return "TW-POW-boots", "no_traps", {"side": side.name, "enemy": owner.name}
    for enemy, place, fighter in trap_candidates(fight, side):
        if place == trap.target:
            if enemy not in open_to:
                return "TW-POW-boots", "no_traps", {"side": side.name, "enemy": enemy.name}
            own = fighter.owner_seat == enemy.seat and fighter.card.element == enemy.player.character
            if own and fight.variant.own_creatures == "protected":
                return "TW-VAR-19", "protected", {"enemy": enemy.name, "card": fighter.card}
            return None
    if trap.names_several:
        return "TW-BAT-10", "one_response", {"side": side.name}
    targets = tuple(QuotedFact(place) for _, place, _ in trap_candidates(fight, side))
    target = QuotedFact(one_line_excerpt(trap.target, 20))
    return (
        trap.card.rule,
        "no_such_creature" if targets else "no_creature",
        {"enemy": enemies[0].name, "target": target, "targets": targets},
    )


def trap_candidates(fight: Fight, side: FightSide) -> Iterator[tuple[FightSide, str, CreatureInBattle]]:
    """Yield (enemy side, name in answers, creature) for each creature card that a trap of `side` could name
    as its target.
    """
    for enemy in fight.enemies(side):
        for fighter in enemy.creatures_in_battle:
            token = f">{fighter.card.token}" if fighter.is_rider else fighter.card.token
            plain = fight.has_one_defender and fighter.owner_seat == enemy.seat
            yield enemy, token if plain else f"p{fighter.owner_seat + 1} {token}", fighter
        if fight.variant.trap_targets == "entourage":
            seat = enemy.seat
            for card in dict.fromkeys(enemy.player.entourage):
                where = "entourage" if fight.has_one_defender else f"p{seat + 1} entourage"
                yield enemy, f"{where} {card.token}", CreatureInBattle(card, False, seat)


def trap_answers(fight: Fight, side: FightSide, kind: str = "trap") -> Iterator[Trap]:
    """Yield the answers with which `side` plays a trap on an enemy creature, the strongest creature first.

    They need not be legal (`rule_against_response`).
    """
    places = sorted(trap_candidates(fight, side), key=_strength_key)
    return (Trap(kind, place) for place in dict.fromkeys([place for _, place, _ in places]))


def _strength_key(target: tuple[FightSide, str, CreatureInBattle]) -> tuple[int, str, bool]:
    card: Creature = target[2].card
    return -card.power, card.token, target[2].is_rider
