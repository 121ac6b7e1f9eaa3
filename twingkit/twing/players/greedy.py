"""The player `greedy`: it looks one step ahead, using only the exact odds of the dice.

It weighs what each answer can win at once against what it costs, in Ornicles, and takes the best. It
makes no plans: a card that could win something later is worth next to nothing to it, so it attacks where
other players would collect cards. It guesses nothing about the hands of the others except that they
defend about as well as most players do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.twing.exact_odds.contest import STATES, WEIGHTS
from twingkit.twing.players.lay_choice import LayChoice, LayTerms, lay_choices
from twingkit.twing.players.open_battle import (
    NO_DIE,
    Pairing,
    active_opponents,
    card_points,
    current_battle,
    die_profile_number,
    margin_index,
    owned_objects,
    pairings,
    side_die,
    side_index,
    win_loss_odds,
)
from twingkit.twing.players.outlook import Prices
from twingkit.twing.rules.cards import Creature, Spell, parse_card
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.objects import OBJECTS, Objects
from twingkit.twing.rules.response_cards import RESPONSE_CARDS
from twingkit.twing.view import SeatView, View

OBJECT_VALUE = 6.0
"""The value of an object for the greedy player, in Ornicles."""

VICTORY_VALUE = 100.0
"""The value of winning the game, in Ornicles."""

USUAL_DEFENCE = 4
"""The number of points that others usually defend with, besides their strongest creature."""

OBJECTS_BY_USEFULNESS: Objects = (
    "shamrock",
    "hat",
    "teddy",
    "bra",
    "panties",
    "socks",
    "boots",
    "cup",
    "puppet",
)
"""The objects, the most useful first."""

assert set(OBJECTS_BY_USEFULNESS) == set(OBJECTS)


GREEDY_PRICES = Prices(
    spell_base=0.03,
    spell_power=0.03,
    own_spell=0.03,
    creature_base=0.02,
    creature_power=0.05,
    own_creature=0.05,
    cat=0.3,
    trap=0.3,
    miromon=0.4,
    card=0.05,
)
"""The prices of cards for a player who looks one step ahead: just high enough not to waste them."""


class Greedy:
    """A greedy player: call it with a game whose pending question its seat has to answer."""

    prices = GREEDY_PRICES

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.answers: dict[str, Callable[[Question, View], Iterable[object]]] = {
            "act": self.act,
            "attack": self.lay,
            "defend": self.lay,
            "respond": self.respond,
            "support": self.support,
            "switch": self.switch,
            "take_object": self.take,
            "discard_element": self.discard_element,
            "discard_spell": self.discard_spell,
        }

    def __call__(self, game: Game) -> object:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        choose = self.answers.get(question.kind)
        ranked = choose(question, game.view(question.player)) if choose else ()
        return first_allowed(question, ranked)

    # -- the action of a turn

    def act(self, question: Question, view: View) -> list[str]:
        """Return every allowed action, the most valuable first."""
        worth = {answer: self.action_worth(answer, view) for answer in question.options()}
        return sorted(worth, key=lambda answer: -worth[answer])

    def action_worth(self, answer: str, view: View) -> float:
        """Return the expected value of an action, in Ornicles."""
        word, _, target = answer.partition(" ")
        others = active_opponents(view)
        if word in ("endgame", "announce"):
            hit = [other for other in others if owned_objects(other)]
            if not hit:
                return VICTORY_VALUE
            return sum(
                self.attack_worth(view, other, stolen_object_value(len(owned_objects(other))), 1.0)
                for other in hit
            )
        if word == "buy":
            return OBJECT_VALUE - OBJECTS_BY_USEFULNESS.index(target) * 0.1
        if word == "ritual":
            return OBJECT_VALUE - 2.0
        if word in ("attack", "duel"):
            other = next(rival for rival in others if f"p{rival.seat + 1}" == target)
            if word == "attack":
                return self.attack_worth(view, other, 1.0, 1.0)
            return (
                2 * self.attack_worth(view, other, OBJECT_VALUE / 2, 1.5)
                if len(view.hand.spells) > 3
                else 0.0
            )
        if word == "capture":
            card = parse_card(f"creature {target.partition(' ')[2]}")
            assert isinstance(card, Creature)
            return self.prices.creature(card, True) - self.prices.trap
        return 2 * self.prices.card if word == "pass" else -VICTORY_VALUE

    def attack_worth(self, view: View, other: SeatView, win: float, loss: float) -> float:
        """Return the expected value of an attack on a player who defends as most do."""
        return max(self.attacks(view, [other], win, loss)[1], default=-VICTORY_VALUE)

    def attacks(
        self, view: View, foes: list[SeatView], win: float, loss: float
    ) -> tuple[tuple[LayChoice, ...], list[float]]:
        """Return each promising attack, and its expected value against players who defend as most do."""
        own = view.own
        shared = tuple(name for name in foes[0].objects if all(name in foe.objects for foe in foes))
        terms = LayTerms.from_objects(True, own.character, own.objects, shared, view.variant)
        attacks = lay_choices(view.hand.spells, own.entourage, terms, self.prices)
        values = [0.0] * len(attacks)
        for foe in foes:
            power, enemy = usual_defence(view, foe)
            strange, same = (
                win_loss_odds(die_profile_number(kind, own.objects, foe.objects), enemy)
                for kind in (False, True)
            )
            for index, choice in enumerate(attacks):
                won, lost = (same if choice.own else strange)[margin_index(choice.power - power)]
                values[index] += won * win - lost * (loss + choice.risk) - choice.spent
        return attacks, values

    # -- laying cards

    def lay(self, question: Question, view: View) -> Iterator[Lay | str]:
        """Yield the promising lays, the best first."""
        assert isinstance(question, LayCards)
        return self.attack(view) if question.kind == "attack" else self.defend(view)

    def attack(self, view: View) -> Iterator[Lay | str]:
        """Yield attacks, rated against what the defenders usually lay."""
        foes = [view.seats[side.seat] for side in current_battle(view).sides[1:]]
        return best_lays(*self.attacks(view, foes, *battle_stakes(view, foes)))

    def defend(self, view: View) -> Iterator[Lay | str]:
        """Yield defences, rated against what the attacker has laid, or what attackers usually lay if it is
        face down.
        """
        battle, own = current_battle(view), view.own
        side = battle.sides[0]
        enemy = view.seats[side.seat]
        terms = LayTerms.from_objects(False, own.character, own.objects, enemy.objects, view.variant)
        win, loss = battle_stakes(view, [own])
        power, kind = card_points(side), side_die(side, enemy, own)
        if not power:
            power, kind = usual_defence(view, enemy)
        defences = lay_choices(view.hand.spells, own.entourage, terms, self.prices)
        values = []
        for choice in defences:
            mine = die_profile_number(choice.own, own.objects, enemy.objects) if choice.rolls else NO_DIE
            won, lost = win_loss_odds(kind, mine)[margin_index(power - choice.power)]
            reward = loss if choice.rolls else 0.0
            values.append(lost * reward - won * (win + choice.risk) - choice.spent)
        return best_lays(defences, values)

    # -- responses

    def respond(self, question: Question, view: View) -> list[str]:
        """Return the response that improves the battle most if it is worth its card, else a pass."""
        options = list(question.options())
        if len(options) == 1:
            return options
        battle = current_battle(view)
        seat = side_index(battle, view.player)
        sign = 1 if seat == 0 else -1
        pairs = pairings(view) if seat == 0 else pairings(view)[seat - 1 : seat]
        foes = [view.seats[side.seat] for side in battle.sides[1:]] if seat == 0 else [view.own]
        win, loss = battle_stakes(view, foes)

        def worth(answer: str) -> float:
            edges = [sign * self.edge_after(view, pair, seat, answer) for pair in pairs]
            return sum(edges) * (win + loss) / 2 - self.prices.response_cost(answer)

        values = {answer: worth(answer) for answer in options}
        return [max(options, key=lambda answer: values[answer])]

    def edge_after(self, view: View, pair: Pairing, seat: int, answer: str) -> float:
        """Return the attacker's chance of winning minus that of losing if this is the last response."""
        word, _, target = answer.partition(" ")
        mine = 0 if seat == 0 else 1
        faces = list(pair.faces)
        acts = RESPONSE_CARDS[word].acts if word in RESPONSE_CARDS else ""
        if acts == "reroll" or word in ("hat", "shamrock", "two-cats") or target == "again":
            target_seat = mine if not target or target == "again" else self.target_side(view, target, mine)
            total = 0.0
            for face, weight in zip(STATES, WEIGHTS, strict=True):
                faces[target_seat] = face
                total += weight * pair.outcome((faces[0], faces[1]), view.variant)
            return total / 12
        if acts == "turn":
            target_seat = self.target_side(view, target, mine)
            if faces[target_seat] is not None:
                faces[target_seat] = -(faces[target_seat] or 0)
        if acts == "trap":
            card = parse_card(f"creature {target.split()[-1].removeprefix('>')}")
            lost = card.power if isinstance(card, Creature) and "entourage" not in target else 0
            pair = pair._replace(margin=pair.margin + (lost if seat == 0 else -lost))
        return float(pair.outcome((faces[0], faces[1]), view.variant))

    def target_side(self, view: View, target: str, mine: int) -> int:
        """Return the side whose die an answer names: 0 for the attacker's, 1 for the defender's."""
        if target == "attacker":
            return 0
        return 1 if target else mine

    # -- other questions

    def support(self, question: Question, view: View) -> list[str]:
        """Return the support that promises most, if any promises a gain (TW-BAT-22)."""
        best, most = "pass", 0.0
        pair = pairings(view)[0]
        for answer in question.options():
            if answer == "pass":
                continue
            attacks = answer.split()[1] == "attacker"
            cards = [parse_card(part) for part in answer.split(maxsplit=2)[2].split(" + ")]
            power = sum(card.power for card in cards if not isinstance(card, str | None))
            won, lost = win_loss_odds(pair.attack, pair.defence)[
                margin_index(pair.margin + (power if attacks else -power))
            ]
            if not attacks:
                won, lost = lost, won
            value = won - lost
            for card in cards:
                if isinstance(card, Spell):
                    value -= self.prices.spell(card.power, card.element == view.own.character)
                elif isinstance(card, Creature):
                    value -= lost * self.prices.creature(card, card.element == view.own.character)
            if value > most:
                best, most = answer, value
        return [best]

    def switch(self, question: Question, view: View) -> list[Objects]:
        """Return the three most useful objects."""
        return [tuple(sorted(sorted(owned_objects(view.own), key=OBJECTS_BY_USEFULNESS.index)[:3]))]

    def take(self, question: Question, view: View) -> list[str]:
        """Return the objects to take or give: the most useful of another player, or the least useful of its
        own.
        """
        options = sorted(question.options(), key=OBJECTS_BY_USEFULNESS.index)
        return options[::-1] if options and options[0] in owned_objects(view.own) else options

    def discard_element(self, question: Question, view: View) -> list[str]:
        """Return the elements, the one whose spells are worth least first."""
        return sorted(question.options(), key=lambda element: self.element_worth(view, element))

    def element_worth(self, view: View, element: str) -> float:
        """Return the value of the spells of an element in this player's hand."""
        own = element == view.own.character
        return sum(
            self.prices.spell(spell.power, own) for spell in view.hand.spells if spell.element == element
        )

    def discard_spell(self, question: Question, view: View) -> list[Spell]:
        """Return the spell that is worth least."""
        own = view.own.character
        return sorted(
            question.options(), key=lambda spell: self.prices.spell(spell.power, spell.element == own)
        )


def best_lays(choices: Sequence[LayChoice], values: Sequence[float]) -> Iterator[Lay]:
    """Yield the lays, the most valuable first."""
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    return (choices[index].lay for index in order)


def first_allowed(question: Question, ranked: Iterable[object]) -> object:
    """Return the first answer that no rule forbids, or else the first option."""
    for answer in ranked:
        if question.refusal(answer) is None:
            return answer
    return next(iter(question.options()))


def usual_defence(view: View, other: SeatView) -> tuple[int, int]:
    """Return the points and the die with which a player usually defends: a spell or two, and the strongest
    creature.
    """
    strongest = max((card.power for card in other.entourage), default=0)
    if not other.hand_size:
        return sum(card.power for card in other.entourage), NO_DIE
    return USUAL_DEFENCE + strongest, die_profile_number(False, other.objects, view.own.objects)


def stolen_object_value(count: int) -> float:
    """Return the value of an object taken from a player who has `count` of them: taking the last one wins the
    game.
    """
    return VICTORY_VALUE if count == 1 else OBJECT_VALUE


def battle_stakes(view: View, defenders: list[SeatView]) -> tuple[float, float]:
    """Return what winning the battle on the table is worth to the attacker and to the defender, in
    Ornicles."""
    kind = current_battle(view).kind
    if kind == "endgame":
        return max(stolen_object_value(len(owned_objects(seat))) for seat in defenders), 1.0
    return (OBJECT_VALUE / 2, 1.5) if kind == "duel" else (1.0, 1.0)
