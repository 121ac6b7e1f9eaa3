"""The player `greedy`: it looks one step ahead, using only the exact odds of the dice.

It weighs what each answer can win at once against what it costs, in Ornicles, and takes the best. It
makes no plans: a card that could win something later is worth next to nothing to it, so it attacks where
other players would collect cards. It guesses nothing about the hands of the others except that they
defend about as well as most players do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.twing.exact_odds.contest import DIE_STATES, STATE_WEIGHTS, DieRules, die_rules
from twingkit.twing.players.lay_choice import LayChoice, LegalLayLimits, promising_choices
from twingkit.twing.players.open_battle import (
    NO_DIE,
    Pairing,
    attacker_defender_pairings,
    card_points,
    current_battle,
    margin_index,
    opponents_still_in_game,
    owned_objects,
    side_die_rules,
    side_index,
    win_and_loss_by_margin,
)
from twingkit.twing.players.outlook import ESTIMATES, PRICES
from twingkit.twing.rules import battle_acts
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.battle_acts import Response, Support
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.duel import TakeObject
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayAttack, LayDefence
from twingkit.twing.rules.objects import Objects
from twingkit.twing.rules.player import SEAT_NAMES
from twingkit.twing.rules.responses import MiromonBeforeEvent, Respond, TrapBeforeRoll
from twingkit.twing.rules.support import SupportWithCard
from twingkit.twing.rules.turns import acts
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.view import GameView, PublicPlayerInfo

T = TypeVar("T")

_OBJECT_VALUE = 6.0
"""The value of an object for the greedy player, in Ornicles."""

_VICTORY_VALUE = 100.0
"""The value of winning the game, in Ornicles."""

_USUAL_DEFENCE = 4
"""The number of points of a usual defence, in addition to the strongest creature."""

_OBJECTS_BY_USEFULNESS: Sequence[str] = ESTIMATES["objects"]["by_usefulness"]
"""The most useful first."""


class GreedyPlayer:
    """The computer player `greedy`: call it with a game to get its answer to the pending question."""

    prices = PRICES["greedy"]

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.answers: dict[type[Question], Callable[[Question, GameView], Iterable[object]] | None] = {
            ChooseAction: self.rank_actions,
            LayAttack: self.rank_attacks,
            LayDefence: self.rank_defences,
            Respond: self.rank_responses,
            SupportWithCard: self.rank_supports,
            ChooseActiveObjects: self.rank_active_objects,
            TakeObject: self.rank_objects_to_move,
            DiscardElement: self.rank_discard_elements,
            DiscardSpell: self.rank_discard_spells,
            TrapBeforeRoll: None,
            MiromonBeforeEvent: None,
        }

    def __call__(self, game: Game) -> object:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        choose = entry_of_class(self.answers, question)
        ranked = choose(question, game.view(question.player)) if choose else ()
        return first_allowed_answer(question, ranked)

    # -- the action of a turn

    def rank_actions(self, question: Question, view: GameView) -> list[Act]:
        """Return every allowed action, the most valuable first."""
        return sorted(question.options(), key=lambda action: -self.action_value(action, view))

    def action_value(self, action: Act, view: GameView) -> float:
        """Return the expected value of an action, in Ornicles."""
        match action:
            case acts.Attack(seat):
                return self.attack_value(view, view.seats[SEAT_NAMES.index(seat)], 1.0, 1.0)
            case acts.Duel(seat):
                if len(view.hand.spells) <= 3:
                    return 0.0
                return 2 * self.attack_value(view, view.seats[SEAT_NAMES.index(seat)], _OBJECT_VALUE / 2, 1.5)
            case acts.Capture(creature=creature):
                return self.prices.creature_price(creature, True) - self.prices.trap
            case acts.Buy(name):
                return _OBJECT_VALUE - _OBJECTS_BY_USEFULNESS.index(name) * 0.1
            case acts.PassTurn():
                return 2 * self.prices.stack_card_bonus
            case acts.Ritual():
                return _OBJECT_VALUE - 2.0
            case acts.AttackInEndgame() | acts.EnterEndgame():
                hit = [other for other in opponents_still_in_game(view) if owned_objects(other)]
                if not hit:
                    return _VICTORY_VALUE
                return sum(
                    self.attack_value(view, other, _stolen_object_value(len(owned_objects(other))), 1.0)
                    for other in hit
                )
        return -_VICTORY_VALUE

    def attack_value(
        self, view: GameView, other: PublicPlayerInfo, win_value: float, loss_value: float
    ) -> float:
        """Return the expected value of the best attack on a player with a usual defence, in Ornicles.

        `win_value` and `loss_value` are the values of a victory and of a defeat. Without a legal attack, the
        result is `-VICTORY_VALUE`.
        """
        return max(self.rated_attacks(view, [other], win_value, loss_value)[1], default=-_VICTORY_VALUE)

    def rated_attacks(
        self, view: GameView, foes: list[PublicPlayerInfo], win_value: float, loss_value: float
    ) -> tuple[tuple[LayChoice, ...], list[float]]:
        """Return the promising attacks, and the expected value of each against usual defences."""
        own = view.own_seat
        shared = tuple(
            name for name in foes[0].active_objects if all(name in foe.active_objects for foe in foes)
        )
        limits = LegalLayLimits.from_objects(True, own.character, own.active_objects, shared, view.variant)
        attacks = promising_choices(view.hand.spells, own.entourage, limits, self.prices)
        values = [0.0] * len(attacks)
        for foe in foes:
            power, enemy = _usual_defence(view, foe)
            strange, same = (
                win_and_loss_by_margin(die_rules(True, kind, own.active_objects, foe.active_objects), enemy)
                for kind in (False, True)
            )
            for index, choice in enumerate(attacks):
                won, lost = (same if choice.is_own_element else strange)[margin_index(choice.power - power)]
                values[index] += (
                    won * win_value - lost * (loss_value + choice.creature_risk) - choice.spell_cost
                )
        return attacks, values

    # -- laying cards

    def rank_attacks(self, _question: Question, view: GameView) -> Iterator[Lay]:
        """Yield attacks, the best against usual defences first."""
        foes = [view.seats[side.seat] for side in current_battle(view).sides[1:]]
        return _lays_by_value(*self.rated_attacks(view, foes, *_battle_win_values(view, foes)))

    def rank_defences(self, _question: Question, view: GameView) -> Iterator[Lay]:
        """Yield defences, the best first, against the attack (a usual one if it lies face down)."""
        battle, own = current_battle(view), view.own_seat
        side = battle.sides[0]
        enemy = view.seats[side.seat]
        limits = LegalLayLimits.from_objects(
            False, own.character, own.active_objects, enemy.active_objects, view.variant
        )
        win, loss = _battle_win_values(view, [own])
        power, kind = card_points(side), side_die_rules(side, enemy, own)
        if not power:
            power, kind = _usual_defence(view, enemy)
        defences = promising_choices(view.hand.spells, own.entourage, limits, self.prices)
        values = []
        for choice in defences:
            mine = (
                die_rules(True, choice.is_own_element, own.active_objects, enemy.active_objects)
                if choice.rolls_die
                else NO_DIE
            )
            won, lost = win_and_loss_by_margin(kind, mine)[margin_index(power - choice.power)]
            reward = loss if choice.rolls_die else 0.0
            values.append(lost * reward - won * (win + choice.creature_risk) - choice.spell_cost)
        return _lays_by_value(defences, values)

    # -- responses

    def rank_responses(self, question: Question, view: GameView) -> list[Response]:
        """Return a list of one answer: the response that gains most after the price of its card, or a
        pass.
        """
        options = list(question.options())
        if len(options) == 1:
            return options
        battle = current_battle(view)
        seat = side_index(battle, view.player)
        sign = 1 if seat == 0 else -1
        pairs = (
            attacker_defender_pairings(view)
            if seat == 0
            else attacker_defender_pairings(view)[seat - 1 : seat]
        )
        foes = [view.seats[side.seat] for side in battle.sides[1:]] if seat == 0 else [view.own_seat]
        win, loss = _battle_win_values(view, foes)

        def worth(answer: Response) -> float:
            edges = [sign * self.attacker_edge_after_response(view, pair, seat, answer) for pair in pairs]
            return sum(edges) * (win + loss) / 2 - self.prices.response_cost(answer.name)

        return [max(options, key=worth)]

    def attacker_edge_after_response(
        self, view: GameView, pair: Pairing, own_side_index: int, answer: Response
    ) -> float:
        """Return the attacker's chance of winning minus that of losing if `answer` is the last response of
        the battle.
        """
        mine = 0 if own_side_index == 0 else 1
        faces = list(pair.faces)
        match answer:
            case battle_acts.MiromonAgain() | battle_acts.UseObject() | battle_acts.UseTwoCats():
                return self._attacker_edge_after_roll(pair, mine, view)
            case battle_acts.Reroll(_, target):
                return self._attacker_edge_after_roll(pair, self.target_side_index(target, mine), view)
            case battle_acts.Turn(_, target):
                target_seat = self.target_side_index(target, mine)
                if faces[target_seat] is not None:
                    faces[target_seat] = -(faces[target_seat] or 0)
            case battle_acts.Trap() if not answer.is_in_entourage:
                lost = answer.creature.power
                pair = pair._replace(margin=pair.margin + (lost if own_side_index == 0 else -lost))
        return float(pair.outcome((faces[0], faces[1]), view.variant))

    @staticmethod
    def _attacker_edge_after_roll(pair: Pairing, side: int, view: GameView) -> float:
        faces = list(pair.faces)
        total = 0.0
        for face, weight in zip(DIE_STATES, STATE_WEIGHTS, strict=True):
            faces[side] = face
            total += weight * pair.outcome((faces[0], faces[1]), view.variant)
        return total / 12

    @staticmethod
    def target_side_index(target: str, own_index: int) -> int:
        """Return the side whose die an answer names: 0 for the attacker's, 1 for the defender's."""
        if target == "attacker":
            return 0
        return 1 if target else own_index

    # -- other questions

    def rank_supports(self, question: Question, view: GameView) -> list[Support | Response]:
        """Return a list of one answer: the most profitable support, or a pass if no support is profitable
        (TW-BAT-22).
        """
        best: Support | Response = battle_acts.PASS
        most = 0.0
        pair = attacker_defender_pairings(view)[0]
        for answer in question.options():
            if not isinstance(answer, Support):
                continue
            attacks = answer.side == "attacker"
            power = sum(card.power for card in answer.cards)
            won, lost = win_and_loss_by_margin(pair.attack_die, pair.defence_die)[
                margin_index(pair.margin + (power if attacks else -power))
            ]
            if not attacks:
                won, lost = lost, won
            value = won - lost
            for card in answer.cards:
                own = card.element == view.own_seat.character
                if isinstance(card, Spell):
                    value -= self.prices.spell_price(card.power, own)
                else:
                    value -= lost * self.prices.creature_price(card, own)
            if value > most:
                best, most = answer, value
        return [best]

    def rank_active_objects(self, question: Question, view: GameView) -> list[Objects]:
        """Return a list of one choice: the three most useful objects of the player."""
        return [tuple(sorted(sorted(owned_objects(view.own_seat), key=_OBJECTS_BY_USEFULNESS.index)[:3]))]

    def rank_objects_to_move(self, question: Question, view: GameView) -> list[str]:
        """Return the objects to take, the most useful first, or to give away, the least useful first."""
        options = sorted(question.options(), key=_OBJECTS_BY_USEFULNESS.index)
        return options[::-1] if options and options[0] in owned_objects(view.own_seat) else options

    def rank_discard_elements(self, question: Question, view: GameView) -> list[str]:
        """Return the elements of the hand, the one with the least valuable spells first."""
        return sorted(question.options(), key=lambda element: self.element_spells_value(view, element))

    def element_spells_value(self, view: GameView, element: str) -> float:
        """Return the total value of the spells of an element in this player's hand, in Ornicles."""
        own = element == view.own_seat.character
        return sum(
            self.prices.spell_price(spell.power, own)
            for spell in view.hand.spells
            if spell.element == element
        )

    def rank_discard_spells(self, question: Question, view: GameView) -> list[Spell]:
        """Return the spells of the hand, the least valuable first."""
        own = view.own_seat.character
        return sorted(
            question.options(), key=lambda spell: self.prices.spell_price(spell.power, spell.element == own)
        )


def _lays_by_value(choices: Sequence[LayChoice], values: Sequence[float]) -> Iterator[Lay]:
    """Yield the lays of these choices, the most valuable first."""
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    return (choices[index].lay for index in order)


def entry_of_class(entries: Mapping[type[Question], T | None], question: Question) -> T | None:
    """Return the entry for the class of a question or its nearest base; None if there is none."""
    for each in type(question).__mro__:
        if each in entries:
            return entries[each]
    return None


def first_allowed_answer(question: Question, ranked: Iterable[object]) -> object:
    """Return the first of the ranked answers that no rule forbids; if all are forbidden, the question's first
    option.
    """
    for answer in ranked:
        if question.refusal(answer) is None:
            return answer
    return next(iter(question.options()))


def _usual_defence(view: GameView, other: PublicPlayerInfo) -> tuple[int, DieRules]:
    """Return points and die of a usual defence: 1–2 spells, the best creature."""
    strongest = max((card.power for card in other.entourage), default=0)
    if not other.hand_size:
        return sum(card.power for card in other.entourage), NO_DIE
    return _USUAL_DEFENCE + strongest, die_rules(
        True, False, other.active_objects, view.own_seat.active_objects
    )


def _stolen_object_value(owned_count: int) -> float:
    """Return the value in Ornicles of taking one of `owned_count` objects; the last wins the game."""
    return _VICTORY_VALUE if owned_count == 1 else _OBJECT_VALUE


def _battle_win_values(view: GameView, defenders: list[PublicPlayerInfo]) -> tuple[float, float]:
    """Return the value of winning the current battle for the attacker and for the defender, in Ornicles."""
    kind = current_battle(view).kind
    if kind == "endgame":
        return max(_stolen_object_value(len(owned_objects(seat))) for seat in defenders), 1.0
    return (_OBJECT_VALUE / 2, 1.5) if kind == "duel" else (1.0, 1.0)
