"""The player `steady`: plans lays, responses, duels and the end game, using odds and guesses of hidden hands.

Every answer is rated by the chance of winning the game that it leaves (`outlook`). A battle is examined
against several hands that the opponent may hold, each with its best defence (`plans`); responses are
played out to the end (`response_exchange`), and a duel is planned three battles ahead (`duel_plans`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Any

import attrs

from twingkit.core.acts import Act
from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.twing.exact_odds.contest import die_rules
from twingkit.twing.players import duel_plans
from twingkit.twing.players.greedy import GreedyPlayer, entry_of_class, first_allowed_answer
from twingkit.twing.players.insight import GuessedHand, Insight, hideable_card_counts
from twingkit.twing.players.lay_choice import EMPTY_CHOICE, powers_by_element
from twingkit.twing.players.open_battle import (
    attacker_defender_pairings,
    card_points,
    current_battle,
    opponents_still_in_game,
    owned_objects,
    pairing_with_defender,
    side_die_rules,
    side_index,
)
from twingkit.twing.players.outlook import ORNICLE_STRENGTH, PRICES, UNKNOWN_OBJECT, Prices, strongest_object
from twingkit.twing.players.plans import (
    AttackPlan,
    DefenceChooser,
    LayPlanningNumbers,
    WinChancesAfterBattle,
    best_attack_plan,
    defender_game_win_probability,
    plan_attack,
)
from twingkit.twing.players.response_exchange import RemainingPlays, ResponseExchange, TrapTarget
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.battle_acts import PASS, Response, Trap
from twingkit.twing.rules.cards import Card
from twingkit.twing.rules.duel import TakeObject
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayAttack, LayDefence
from twingkit.twing.rules.objects import Objects, can_use_cats_or_miromon, can_use_traps, reroll_object
from twingkit.twing.rules.player import SEAT_NAMES
from twingkit.twing.rules.response_cards import RESPONSE_CARDS, CardEffect, ResponseCards
from twingkit.twing.rules.responses import MiromonBeforeEvent, Respond, TrapBeforeRoll
from twingkit.twing.rules.support import SupportWithCard
from twingkit.twing.rules.turns import acts
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.view import GameView, PublicBattleView, PublicPlayerInfo, SideView

_USUAL_ATTACK = 8
"""The assumed points of an attack that lies face down (in a variant)."""

_MAX_OWN_PLAYS: Mapping[CardEffect, int] = {"reroll": 3, "trap": 2, "turn": 1}
_MAX_OPPONENT_PLAYS: Mapping[CardEffect, int] = {"reroll": 2, "trap": 1, "turn": 1}
"""The highest number of cards with each effect considered in an opponent's hand."""

_BELOW_EVERY_CHANCE = -1.0


class SteadyPlayer:
    """The computer player `steady`: call it with a game to get its answer to the pending question."""

    prices = PRICES["two_players"]
    multiplayer_prices = PRICES["more_players"]

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._box: tuple[object, Mapping[Card, int]] = (None, {})
        self._duel = duel_plans.DuelScoreTracker()
        self._helper = GreedyPlayer(seed)
        self._answers: dict[type[Question], Callable[[Question, Insight], Iterable[object]] | None] = {
            ChooseAction: self._act,
            LayAttack: self._attack,
            LayDefence: self._defend,
            Respond: self._respond,
            SupportWithCard: lambda asked, insight: self._helper.rank_supports(asked, insight.view),
            ChooseActiveObjects: self._switch,
            TakeObject: self._take,
            DiscardElement: lambda asked, insight: self._helper.rank_discard_elements(asked, insight.view),
            DiscardSpell: lambda asked, insight: self._helper.rank_discard_spells(asked, insight.view),
            TrapBeforeRoll: None,
            MiromonBeforeEvent: None,
        }

    def __call__(self, game: Game) -> object:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        choose = entry_of_class(self._answers, question)
        if not choose:
            return first_allowed_answer(question, ())
        view = game.view(question.player)
        if isinstance(question, Respond):
            hand = view.hand
            rerolls = {"hat", "shamrock"} & set(view.own_seat.active_objects)
            if not (hand.response_cards or rerolls):
                return PASS
        return first_allowed_answer(question, choose(question, self._insight(game, view)))

    def win_probabilities(self, game: Game) -> dict[Act, float]:
        """Return this player's estimate of the chance of winning the game (0 to 1) after each allowed action,
        the best first, without actions that it never chooses. Empty if the pending question is not about an
        action.

        >>> from twingkit import twing
        >>> list(SteadyPlayer(1).win_probabilities(twing.battle_game("F: F5 vs W: W4")))
        []
        """
        question = game.question
        if not isinstance(question, ChooseAction):
            return {}
        insight = self._insight(game)
        worth = {answer: self.action_value(answer, insight) for answer in question.options()}
        ranked = sorted(worth, key=lambda answer: -worth[answer])
        return {answer: min(1.0, worth[answer]) for answer in ranked if worth[answer] >= 0}

    def _insight(self, game: Game, view: GameView | None = None) -> Insight:
        question = game.question
        assert question is not None
        view = view or game.view(question.player)
        if self._box[0] is not game.start:
            start: Any = game.start  # the table of a whole game
            self._box = (start, hideable_card_counts(start.box.cards()))
        self._helper.prices = prices = self.prices_for(view)
        return Insight(view, prices, self._box[1], self.seed)

    def prices_for(self, view: GameView) -> Prices:
        """Return the prices of cards for a view."""
        return self.prices if len(opponents_still_in_game(view)) == 1 else self.multiplayer_prices

    # -- the action of a turn

    def _act(self, question: Question, insight: Insight) -> list[Act]:
        """Return a list of one action, the best; an attack is only planned if its upper bound is not below
        another action's value.
        """
        options = list(question.options())
        bounds = [self._action_value_bound(answer, insight) for answer in options]
        best, chosen = _BELOW_EVERY_CHANCE, 0
        for place in sorted(range(len(options)), key=lambda place: isinstance(options[place], acts.Attack)):
            if bounds[place] >= best:
                worth = self.action_value(options[place], insight)
                if (worth, -place) > (best, -chosen):
                    best, chosen = worth, place
        return [options[chosen]]

    def _action_value_bound(self, action: Act, insight: Insight) -> float:
        if not isinstance(action, acts.Attack):
            return inf
        foe = insight.view.seats[SEAT_NAMES.index(action.seat)]
        return insight.attack_win_probability_bound(foe, self._stakes(insight, foe, "battle", True))

    def action_value(self, action: Act, insight: Insight) -> float:
        """Return the value of an action: the chance of winning the game after it, 2 if it wins at once, and
        `_BELOW_EVERY_CHANCE` to retire or if no attack can be planned.
        """
        view, outlook, prices = insight.view, insight.outlook, insight.prices
        me = view.player
        match action:
            case acts.PassTurn():
                return outlook.win_probability(cards_value=insight.new_cards_value(2))
            case acts.AttackInEndgame() | acts.EnterEndgame():
                hit = [other for other in opponents_still_in_game(view) if owned_objects(other)]
                return self._attack_value(insight, hit, "endgame") if hit else 2.0
            case acts.Buy(name):
                return outlook.win_probability([(name, None, me)], {me: -view.variant.price})
            case acts.Ritual(with_miromon):
                price = 2 * prices.cat + prices.miromon if with_miromon else 3 * prices.cat
                return outlook.win_probability([(UNKNOWN_OBJECT, None, me)], cards_value=-price)
            case acts.Capture(creature=creature):
                gain = (
                    prices.creature_price(creature, True)
                    + insight.spending_gain_share * prices.creature_price(creature, False)
                    - prices.trap
                )
                return outlook.win_probability(cards_value=gain)
            case acts.Attack(seat):
                return self._attack_value(insight, [view.seats[SEAT_NAMES.index(seat)]], "battle")
            case acts.Duel(seat):
                return duel_plans.win_probability_if_dueling(insight, view.seats[SEAT_NAMES.index(seat)])
        return _BELOW_EVERY_CHANCE

    def _attack_value(self, insight: Insight, foes: list[PublicPlayerInfo], kind: str) -> float:
        stakes = [self._stakes(insight, foe, kind, True) for foe in foes]
        best = next(self._rank_attacks(insight, self._guess_defences(insight, foes, stakes, kind)), None)
        return best.value if best else _BELOW_EVERY_CHANCE

    def _guess_defences(
        self, insight: Insight, foes: list[PublicPlayerInfo], stakes: list[WinChancesAfterBattle], kind: str
    ) -> list[tuple[PublicPlayerInfo, list[DefenceChooser]]]:
        """Return each opponent with one set of possible defences for each guessed hand."""
        own = insight.view.own_seat
        held = insight.view.hand.response_cards
        return [
            (
                foe,
                [
                    DefenceChooser(
                        insight.planned_defences(foe, guessed, own),
                        stake,
                        insight.expected_responses(own, foe, held, guessed.response_cards, kind),
                    )
                    for guessed in insight.guess_hands(foe)
                ],
            )
            for foe, stake in zip(foes, stakes, strict=True)
        ]

    def _rank_attacks(
        self, insight: Insight, guessed: list[tuple[PublicPlayerInfo, list[DefenceChooser]]]
    ) -> Iterator[AttackPlan]:
        """Yield the promising attacks with the chance of winning the game after each, the best first."""
        foes, against = [foe for foe, _ in guessed], [defences for _, defences in guessed]
        base = insight.win_probability if len(foes) > 1 else 0.0
        attacks = insight.planned_attacks(foes, insight.view.hand.spells)
        best = best_attack_plan(attacks, against, base)
        if best:
            yield best
            plans = [plan_attack(attack, against, base) for attack in attacks if attack is not best.attack]
            yield from sorted(plans, key=lambda plan: -plan.value)

    def _stakes(
        self,
        insight: Insight,
        other: PublicPlayerInfo,
        kind: str,
        attacks: bool,
        score: duel_plans.DuelScore | None = None,
    ) -> WinChancesAfterBattle:
        chance, me, opponent = insight.outlook.win_probability, insight.view.player, other.seat
        base, share = insight.win_probability, insight.spending_gain_share
        if kind == "duel":
            return duel_plans.win_chances_after_next_battle(
                insight, other, attacks, score or duel_plans.DuelScore()
            )
        if kind != "endgame":
            return WinChancesAfterBattle(
                chance(ornicle_changes={me: 1}), base, chance(ornicle_changes={opponent: 1}), share
            )
        thief, victim = (me, opponent) if attacks else (opponent, me)
        objects = owned_objects(insight.view.seats[victim])
        if len(objects) == 1 and len(opponents_still_in_game(insight.view)) == 1:
            taken = 1.0 if attacks else 0.0  # taking the last object decides a game of two (TW-END-2)
        else:
            taken = chance([(strongest_object(objects, insight.prices), victim, thief)]) if objects else base
        held = chance(ornicle_changes={victim: 1})
        return (
            WinChancesAfterBattle(taken, base, held, share)
            if attacks
            else WinChancesAfterBattle(held, base, taken, share)
        )

    # -- laying cards

    def _attack(self, question: Question, insight: Insight) -> Iterator[Lay]:
        view = insight.view
        battle = current_battle(view)
        foes = [view.seats[side.seat] for side in battle.sides[1:]]
        score = self._duel.update_score(view) if battle.kind == "duel" else None
        stakes = [self._stakes(insight, foe, battle.kind, True, score) for foe in foes]
        guessed = self._guess_defences(insight, foes, stakes, battle.kind)
        return (plan.attack.choice.lay for plan in self._rank_attacks(insight, guessed))

    def _defend(self, question: Question, insight: Insight) -> Iterator[Lay]:
        view = insight.view
        battle, own = current_battle(view), view.own_seat
        side = battle.sides[0]
        enemy = view.seats[side.seat]
        score = self._duel.update_score(view) if battle.kind == "duel" else None
        stakes = self._stakes(insight, enemy, battle.kind, False, score)
        attack = self._seen_attack(side, enemy, own)
        tricks = [
            insight.expected_responses(enemy, own, held.response_cards, view.hand.response_cards, battle.kind)
            for held in insight.guess_hands(enemy)
        ]
        counted = {trick: tricks.count(trick) for trick in tricks}

        def value(laid: LayPlanningNumbers) -> float:
            shield = not laid.choice.rolls_die and battle.kind != "duel"  # it wins no Ornicle (TW-BAT-18)
            adjusted = stakes._replace(win_chance_if_won=stakes.win_chance_if_tied) if shield else stakes
            return sum(
                times * defender_game_win_probability(attack, laid, adjusted, trick)
                for trick, times in counted.items()
            )

        hand = GuessedHand(powers_by_element(view.hand.spells))
        defences = insight.planned_defences(own, hand, enemy)
        return (defence.choice.lay for defence in sorted(defences, key=value, reverse=True))

    @staticmethod
    def _seen_attack(side: SideView, enemy: PublicPlayerInfo, own: PublicPlayerInfo) -> LayPlanningNumbers:
        """Return the attack on the table in numbers, or a usual attack if it lies face down."""
        power = card_points(side)
        if not power:
            return LayPlanningNumbers(
                die_rules(True, False, enemy.active_objects, own.active_objects),
                _USUAL_ATTACK,
                0.0,
                0.0,
                (0, 0, 0, 0),
                EMPTY_CHOICE,
            )
        victims = sorted([fighter.card.power for fighter in side.creatures_in_battle], reverse=True)
        losses = tuple(sum(victims[:count]) for count in range(4))
        return LayPlanningNumbers(side_die_rules(side, enemy, own), power, 0.0, 0.0, losses, EMPTY_CHOICE)

    # -- responses

    def _respond(self, question: Question, insight: Insight) -> list[Response]:
        view, battle = insight.view, current_battle(insight.view)
        options = list(question.options())
        if len(options) == 1:
            return options
        index = side_index(battle, view.player)
        if index == 0 and len(battle.sides) > 2:
            return self._rank_responses_to_all(options, insight, battle)
        mine, foe = (0, 1) if index == 0 else (1, 0)
        sides = (battle.sides[0], battle.sides[index or 1])
        other = view.seats[sides[foe].seat]
        stakes = self._response_stakes(insight, battle, sides, mine, other)
        victims = (self._victims(insight, sides[0]), self._victims(insight, sides[1]))
        own_kit = self._remaining_plays(insight, sides[mine], other, view.hand.response_cards, _MAX_OWN_PLAYS)
        guesses: dict[RemainingPlays, int] = {}
        for held in insight.guess_hands(other):
            kit = self._remaining_plays(
                insight, sides[foe], view.own_seat, held.response_cards, _MAX_OPPONENT_PLAYS
            )
            guesses[kit] = guesses.get(kit, 0) + 1
        totals: dict[str, float] = {}
        for kit, times in guesses.items():
            kits = (own_kit, kit) if mine == 0 else (kit, own_kit)
            pair = pairing_with_defender(view, *sides)
            exchange = ResponseExchange(pair, victims, kits, mine, stakes, insight.prices, view.variant)
            for name, value in exchange.rate_answers(battle.passes > 0):
                totals[name] = totals.get(name, 0.0) + times * value
        best = max(totals, key=lambda name: totals[name])
        if totals[best] <= totals[PASS.name] + 1e-9:
            return [PASS]
        return [_find_option(best, options, mine), PASS]

    def _response_stakes(
        self,
        insight: Insight,
        battle: PublicBattleView,
        sides: tuple[SideView, SideView],
        mine: int,
        other: PublicPlayerInfo,
    ) -> WinChancesAfterBattle:
        """Return the stakes of a battle after the lays, including the creatures that the loser will lose."""
        score = self._duel.score if battle.kind == "duel" else None
        won, tied, lost, share = self._stakes(insight, other, battle.kind, mine == 0, score)
        risks = []
        for index, side in enumerate(sides):
            owner = insight.view.seats[side.seat]
            cards = [fighter.card for fighter in side.creatures_in_battle if fighter.owner_seat == side.seat]
            at_risk = [card for card in cards if index or card.element != owner.character]
            risks.append(
                sum(insight.prices.creature_price(card, card.element == owner.character) for card in at_risk)
            )
        own_lay = sides[mine].lay
        if mine and battle.kind != "duel" and own_lay is not None and not own_lay.spells:
            won = tied  # a shield wins no Ornicle
        gain = ORNICLE_STRENGTH * won * (1 - won) * share * risks[1 - mine]
        loss = ORNICLE_STRENGTH * lost * (1 - lost) * risks[mine]
        return WinChancesAfterBattle(won + gain, tied, lost - loss, share)

    def _victims(self, insight: Insight, side: SideView) -> tuple[TrapTarget, ...]:
        owner, prices = insight.view.seats[side.seat], insight.prices
        cards = sorted((fighter.card for fighter in side.creatures_in_battle), key=lambda card: -card.power)
        return tuple(
            TrapTarget(
                card.power,
                prices.trap_loss_share * prices.creature_price(card, card.element == owner.character),
            )
            for card in cards
        )

    def _remaining_plays(
        self,
        insight: Insight,
        side: SideView,
        enemy: PublicPlayerInfo,
        hand: ResponseCards,
        most: Mapping[CardEffect, int],
    ) -> RemainingPlays:
        """Return the plays that a side has left, limited to those worth considering."""
        owner = insight.view.seats[side.seat]
        rolled = side.shown_face is not None
        cats, traps = self._can_use_cats_and_traps(insight, side, enemy)
        usable = {"reroll": rolled and cats, "trap": traps, "turn": cats}
        return (
            int(rolled and not side.used_reroll_object and reroll_object(side.role) in owner.active_objects),
            *(
                min(count, most[card.effect]) if usable[card.effect] else 0
                for card, count in zip(RESPONSE_CARDS.values(), hand, strict=True)
            ),
        )

    def _can_use_cats_and_traps(
        self, insight: Insight, side: SideView, enemy: PublicPlayerInfo
    ) -> tuple[bool, bool]:
        """Return whether a side may use cats, and traps, against an enemy (TW-VAR-21, TW-VAR-25)."""
        view = insight.view
        attack, *defences = current_battle(view).sides
        foes = [view.seats[other.seat] for other in defences if not other.has_retired]
        foes = foes if side is attack else [enemy]
        socks = foes if view.variant.socks == "everywhere" else [enemy]
        boots = foes if view.variant.boots == "everywhere" else [enemy]
        cats = all(can_use_cats_or_miromon(foe.active_objects, view.variant) for foe in socks)
        return cats, all(can_use_traps(foe.active_objects) for foe in boots)

    def _rank_responses_to_all(
        self, options: list[Response], insight: Insight, battle: PublicBattleView
    ) -> list[Response]:
        """Return the attacker's possible responses to several defenders, the best first, rated one step
        ahead.
        """
        view, prices = insight.view, insight.prices
        foes = [view.seats[side.seat] for side in battle.sides[1:]]
        stakes = [self._stakes(insight, foe, "endgame", True) for foe in foes]
        pairs = list(zip(attacker_defender_pairings(view), stakes, strict=True))

        def worth(answer: Response) -> float:
            total = (
                -prices.response_cost(answer.name)
                * ORNICLE_STRENGTH
                * insight.win_probability
                * (1 - insight.win_probability)
            )
            for pair, stake in pairs:
                total += (
                    self._helper.attacker_edge_after_response(view, pair, 0, answer)
                    * (stake.win_chance_if_won - stake.win_chance_if_lost)
                    / 2
                )
            return total

        return sorted(options, key=worth, reverse=True)

    # -- other questions

    def _switch(self, question: Question, insight: Insight) -> list[Objects]:
        useless = "hat" if insight.view.active_seat == insight.view.player else "shamrock"
        powers = insight.prices.object_power_strength
        ranked = sorted(
            owned_objects(insight.view.own_seat), key=lambda name: -powers[name] * (name != useless)
        )
        return [tuple(sorted(ranked[:3]))]

    def _take(self, question: Question, insight: Insight) -> list[str]:
        options = sorted(question.options(), key=lambda name: -insight.prices.object_power_strength[name])
        return options[::-1] if options and options[0] in owned_objects(insight.view.own_seat) else options


class Collector(SteadyPlayer):
    """The player `collector`: it plans like `SteadyPlayer`, but wants Ornicles and objects more than cards.

    It attacks where `SteadyPlayer` waits: for the first Ornicle, which it stakes in a duel for an object, and
    for the Ornicles that buy one.

    >>> from twingkit import policies, twing
    >>> game = policies.play(twing.new_game(2, seed=3), ["collector", "steady"])
    >>> any(entry.answer.startswith("attack") for entry in game.transcript if entry.seat == "p1")
    True
    """

    prices = attrs.evolve(SteadyPlayer.prices, ornicle_value=2.0, full_price_bonus=4.0)
    multiplayer_prices = attrs.evolve(
        SteadyPlayer.multiplayer_prices, ornicle_value=2.0, full_price_bonus=4.0
    )


def _find_option(play: str, options: list[Response], own_index: int) -> Response:
    """Return the option that makes a play named by `ResponseExchange.rate_answers`."""
    name, _, die = play.partition(" ")
    name = ("shamrock", "hat")[own_index] if name == "reroll" else name
    target = ROLES[own_index if die == "own" else 1 - own_index]
    usable = [
        option
        for option in options
        if option.name == name and not (isinstance(option, Trap) and option.is_in_entourage)
    ]
    return next((option for option in usable if die and option.target == target), next(iter(usable), PASS))
