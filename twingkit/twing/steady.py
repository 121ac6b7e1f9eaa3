"""The steady player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from twingkit.asking import Question
from twingkit.play import Game
from twingkit.twing.cards import Card, Spell, read_card
from twingkit.twing.duel import BATTLES
from twingkit.twing.estimates import Held, deal, unseen
from twingkit.twing.greedy import first_allowed
from twingkit.twing.lay_choice import NOTHING, Terms, by_element, shield_choices, spell_choices
from twingkit.twing.lay_odds import die
from twingkit.twing.objects import Objects, may_use_cats, may_use_traps, reroll_object
from twingkit.twing.outlook import POWERS, UNKNOWN, Outlook, best_power
from twingkit.twing.plans import Laid, Stakes, Tricks, best_defence, defended, laid
from twingkit.twing.replies import Exchange, Kit, Prey
from twingkit.twing.sight import (
    battle_of,
    die_of,
    owned,
    pairing,
    pairings,
    place_of,
    power_of,
    rivals,
)
from twingkit.twing.view import BattleView, Seat, View
from twingkit.twing.worth import Prices

PRICES = Prices(
    spell_base=-0.1,
    spell_power=0.2,
    own_spell=0.2,
    creature_base=-0.1,
    creature_power=0.55,
    own_creature=0.06,
    cat=1.7,
    trap=4.0,
    miromon=3.0,
    refill=0.5,
    card=1.0,
    first=3.0,
    each=0.4,
    fifth=2.0,
)


class Sight:
    """What is known and guessed when a question is asked."""

    def __init__(self, player: Steady, view: View, box: Sequence[Card]) -> None:
        self.view, self.prices, self.samples, self.ready = view, player.prices, player.samples, round(player.prices.ready)
        self.rng = random.Random(player.seed * 1000003 + view.turn * 1009 + len(view.discard) * 31 + view.stack)
        self.cards = unseen(view, box)
        prices, hand, own = self.prices, view.hand, view.own
        worth = sum(prices.spell(spell.power, spell.element == own.character) for spell in hand.spells)
        worth += prices.cat * hand.cats + prices.trap * hand.traps + prices.miromon * hand.miromon
        self.mean = sum(
            prices.spell(card.power, False) if isinstance(card, Spell) else getattr(prices, str(card))
            for card in self.cards
        ) / max(1, len(self.cards))
        self.hands = {seat.seat: self.mean * seat.hand_size for seat in view.seats}
        self.hands[view.player] = worth
        self.outlook = Outlook(view, prices, self.hands)
        self.base = self.outlook.chance()
        self.share = self.prices.sharing / max(1, len(rivals(view)))
        self._held: dict[int, list[Held]] = {}

    def held(self, seat: Seat) -> list[Held]:
        """Hands that a player may hold."""
        if seat.seat not in self._held:
            self._held[seat.seat] = [deal(self.cards, seat.hand_size, self.rng) for _ in range(self.samples)]
        return self._held[seat.seat]

    def defences(self, seat: Seat, held: Held, attacker: Seat) -> list[Laid]:
        """What a player with such a hand can lay against an attack."""
        terms = Terms.of(False, seat.character, seat.objects, attacker.objects, self.view.variant)
        options = [
            *spell_choices(held.spells, seat.entourage, terms, self.prices),
            *shield_choices(seat.entourage, terms, self.prices),
        ] or [NOTHING]
        return laid(options, die(True, seat.objects, attacker.objects), die(False, seat.objects, attacker.objects), self.thrift(seat))

    def attacks(self, foes: Sequence[Seat], spells: Iterable[Spell]) -> list[Laid]:
        """What this player can lay as an attack on these."""
        own = self.view.own
        shared = tuple(name for name in foes[0].objects if all(name in foe.objects for foe in foes))
        terms = Terms.of(True, own.character, own.objects, shared, self.view.variant)
        options = spell_choices(by_element(spells), own.entourage, terms, self.prices)
        return laid(options, die(True, own.objects, shared), die(False, own.objects, shared), self.thrift(own))

    def tricks(self, attacker: Seat, defender: Seat, one: Any, two: Any, kind: str) -> Tricks:
        """What both are ready to play in a battle of this kind."""
        ready = 0 if kind == "battle" else self.ready
        return Tricks(
            (int("shamrock" in attacker.objects), int("hat" in defender.objects)),
            (
                min(one.traps, ready) if may_use_traps(defender.objects) else 0,
                min(two.traps, ready) if may_use_traps(attacker.objects) else 0,
            ),
        )

    def thrift(self, seat: Seat) -> tuple[float, float]:
        spells = len(self.view.hand.spells) if seat.seat == self.view.player else 0.8 * seat.hand_size
        return self.prices.thrift(spells, len(seat.entourage))

    def fresh_cards(self, count: int) -> float:
        """What new cards from the stack are worth."""
        spells, creatures = self.thrift(self.view.own)
        p = self.prices
        each = 0.58 * spells * (p.spell_base + 2.75 * p.spell_power + p.own_spell / 4) + 0.29 * creatures * (p.creature_base + 2.8 * p.creature_power) + 0.065 * p.cat + 0.058 * p.trap + 0.007 * p.miromon
        return count * each * p.card


class Steady:
    """One steady player: call it with a game whose pending question is asked of its seat."""

    prices = PRICES
    samples = 4
    ready = 2

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.box: tuple[object, list[Card]] = (None, [])
        self.duel: tuple[Any, ...] = ()
        self.answers: dict[str, Callable[[Question, Sight], Iterable[Any]]] = {
            "act": self.act,
            "attack": self.attack,
            "defend": self.defend,
            "respond": self.respond,
            "support": self.support,
            "switch": self.switch,
            "take_object": self.take,
            "discard_element": self.discard_element,
            "discard_spell": self.discard_spell,
        }

    def __call__(self, game: Game) -> Any:
        question = game.question
        assert question is not None
        choose = self.answers.get(question.kind)
        if not choose:
            return first_allowed(question, ())
        view = game.view(question.player)
        if question.kind == "respond":
            hand = view.hand
            if not (hand.cats or hand.traps or hand.miromon or {"hat", "shamrock"} & set(view.own.objects)):
                return "pass"
        if self.box[0] is not game.start:
            self.box = (game.start, game.start.box.cards())
        return first_allowed(question, choose(question, Sight(self, view, self.box[1])))

    # -- turn

    def act(self, question: Question, sight: Sight) -> list[str]:
        worth = {answer: self.worth(answer, sight) for answer in question.options()}
        return sorted(worth, key=lambda answer: -worth[answer])

    def worth(self, answer: str, sight: Sight) -> float:
        word, _, target = answer.partition(" ")
        view, outlook, prices = sight.view, sight.outlook, sight.prices
        me = view.player
        others = rivals(view)
        if word == "retire":
            return -1.0
        if word == "pass":
            return outlook.chance(cards=sight.fresh_cards(2))
        if word in ("endgame", "announce"):
            hit = [other for other in others if owned(other)]
            if not hit:
                return 2.0
            return self.attack_value(sight, hit, "endgame")
        if word == "buy":
            return outlook.chance([(target, None, me)], {me: -view.variant.price})
        if word == "ritual":
            return outlook.chance([(UNKNOWN, None, me)], cards=-(3 if not target else 2) * prices.cat - (prices.miromon if target else 0))
        if word == "capture":
            card = read_card(f"creature {target.partition(' ')[2]}")
            gain = prices.creature(card, True) + sight.share * prices.creature(card, False) - prices.trap
            return outlook.chance(cards=gain)
        other = next(each for each in others if f"p{each.seat + 1}" == target)
        if word == "attack":
            return self.attack_value(sight, [other], "battle")
        return self.duel_value(sight, other)

    def attack_value(self, sight: Sight, foes: list[Seat], kind: str) -> float:
        ranked = self.ranked_attacks(sight, foes, [self.stakes(sight, foe, kind, True) for foe in foes], kind)
        return ranked[0][0] if ranked else -1.0

    def ranked_attacks(
        self, sight: Sight, foes: list[Seat], stakes: list[Stakes], kind: str
    ) -> list[tuple[float, Laid]]:
        own = sight.view.own
        options = sight.attacks(foes, sight.view.hand.spells)
        found = []
        hands = [[(sight.defences(foe, held, own), sight.tricks(own, foe, sight.view.hand, held, kind)) for held in sight.held(foe)] for foe in foes]
        for attack in options:
            total = sight.base if len(foes) > 1 else 0.0
            for foe, each, at in zip(foes, hands, stakes, strict=True):
                value = sum(best_defence(attack, defences, at, tricks)[0] for defences, tricks in each) / len(each)
                total += value - (sight.base if len(foes) > 1 else 0.0)
            found.append((total, attack))
        found.sort(key=lambda pair: -pair[0])
        return found

    def stakes(self, sight: Sight, other: Seat, kind: str, attacks: bool, standing: tuple[int, int, int] = (0, 0, 0)) -> Stakes:
        """In terms of the own chance; `other` is the other side."""
        chance, me, them = sight.outlook.chance, sight.view.player, other.seat
        base = sight.base
        if kind == "endgame":
            thief, victim = (me, them) if attacks else (them, me)
            lost_last = len(owned(sight.view.seats[victim])) == 1
            taken = chance([(best_power(owned(sight.view.seats[victim])), victim, thief)])
            if lost_last and len(rivals(sight.view)) == 1:
                taken = 1.0 if attacks else 0.0
            held = chance(ornicles={victim: 1})
            return Stakes(taken, base, held, sight.share) if attacks else Stakes(held, base, taken, sight.share)
        if kind == "duel":
            return self.duel_stakes(sight, other, attacks, standing)
        return Stakes(chance(ornicles={me: 1}), base, chance(ornicles={them: 1}), sight.share)

    # -- duel

    def duel_stakes(self, sight: Sight, other: Seat, attacks: bool, standing: tuple[int, int, int]) -> Stakes:
        number, wins_a, wins_d = standing
        return Stakes(*[
            self.duel_chance(sight, other, attacks, number + 1, wins_a + (a if attacks else d), wins_d + (d if attacks else a), a, d, [(sight.prices.future, 0.95 - sight.prices.future)] * 3)
            for a, d in ((1, 0), (0, 0), (0, 1))
        ], sight.share)

    def duel_chance(self, sight, other, attacks, number, wins_a, wins_d, mine, theirs, odds) -> float:
        """The own chance after so many battles; mine, theirs: Ornicles won."""
        me, them = sight.view.player, other.seat
        if number == BATTLES:
            if wins_a >= 2:
                thief, victim = (me, them) if attacks else (them, me)
                orn = {me: mine, them: theirs}
                orn[thief] += 1
                return sight.outlook.chance([(best_power(owned(sight.view.seats[victim])), victim, thief)], orn)
            orn = {me: mine, them: theirs}
            winner_of_stake = (them if attacks else me) if wins_d >= 2 else (me if attacks else them)
            orn[winner_of_stake] += 1
            return sight.outlook.chance(ornicles=orn)
        win, loss = odds[number]
        total = 0.0
        for p, a, d in ((win, 1, 0), (loss, 0, 1), (1 - win - loss, 0, 0)):
            if p > 0:
                total += p * self.duel_chance(sight, other, attacks, number + 1, wins_a + a, wins_d + d, mine + (a if attacks else d), theirs + (d if attacks else a), odds)
        return total

    def duel_value(self, sight: Sight, other: Seat) -> float:
        view, own = sight.view, sight.view.own
        spells = list(view.hand.spells)
        hands = [dict(held.spells) for held in sight.held(other)]
        odds = []
        spent = 0.0
        # the stake is laid aside
        for number in range(BATTLES):
            if not spells:
                spells = [Spell("F" if own.character != "F" else "W", 3)]
            stakes = self.duel_stakes(sight, other, True, (min(number, 1), 0, 0) if number < 2 else (2, 1, 1))
            options = sight.attacks([other], spells)
            best = None
            alls = [(sight.defences(other, Held(hand, 0, 0, 0), own), sight.tricks(own, other, view.hand, held, "duel")) for hand, held in zip(hands, sight.held(other), strict=True)]
            for attack in options:
                results = [best_defence(attack, defences, stakes, tricks) for defences, tricks in alls]
                value = sum(r[0] for r in results) / len(results)
                if best is None or value > best[0]:
                    best = (value, attack, results)
            value, attack, results = best
            win = sum(r[2] for r in results) / len(results)
            loss = sum(r[3] for r in results) / len(results)
            odds.append((win, loss))
            for power in attack.choice.spells:
                spells.remove(Spell(attack.choice.element, power))
            spent += attack.spent + attack.risk * loss
            for hand, (_, defence, w, _l) in zip(hands, results, strict=True):
                spent -= sight.share * (defence.spent + defence.risk * w) / len(hands)
                if defence.choice.spells:
                    left = list(hand[defence.choice.element])
                    for power in defence.choice.spells:
                        left.remove(power)
                    if left:
                        hand[defence.choice.element] = tuple(left)
                    else:
                        del hand[defence.choice.element]
                        if not hand:
                            hand["A"] = (3,)
        chance = self.duel_chance(sight, other, True, 0, 0, 0, -1, 0, odds)
        slope = chance * (1 - chance) * 0.1
        return chance - slope * spent

    def standing(self, view: View, attacks: bool) -> tuple[int, int, int]:
        """Number of battles fought in this duel, wins of the attacker and of the defender."""
        battle = battle_of(view)
        seats = (battle.sides[0].seat, battle.sides[1].seat)
        money = tuple(view.seats[seat].ornicles for seat in seats)
        key = (view.turn, seats)
        mark = (len(view.discard), view.stack, view.hand, money)
        if not self.duel or self.duel[0] != key:
            self.duel = (key, mark, money, (0, 0, 0))
        elif self.duel[1] != mark:
            before, (number, a, d) = self.duel[2], self.duel[3]
            up = money[0] - before[0], money[1] - before[1]
            a += up[0] > up[1]
            d += up[1] > up[0]
            self.duel = (key, mark, money, (min(number + 1, 2), a, d))
        return self.duel[3]

    # -- lays

    def attack(self, question: Question, sight: Sight) -> list[Any]:
        view = sight.view
        battle = battle_of(view)
        foes = [view.seats[side.seat] for side in battle.sides[1:]]
        standing = self.standing(view, True) if battle.kind == "duel" else (0, 0, 0)
        stakes = [self.stakes(sight, foe, battle.kind, True, standing) for foe in foes]
        return [attack.choice.lay for _, attack in self.ranked_attacks(sight, foes, stakes, battle.kind)]

    def defend(self, question: Question, sight: Sight) -> list[Any]:
        view = sight.view
        battle, own = battle_of(view), view.own
        side = battle.sides[0]
        enemy = view.seats[side.seat]
        standing = self.standing(view, False) if battle.kind == "duel" else (0, 0, 0)
        stakes = self.stakes(sight, enemy, battle.kind, False, standing)
        hand = Held(by_element(view.hand.spells), 0, 0, 0)
        defences = sight.defences(own, hand, enemy)
        power = power_of(side)
        if power:
            prey = sorted([f.card.power for f in side.standing], reverse=True)
            attack = Laid(die_of(side, enemy, own), power, 0.0, 0.0, tuple(sum(prey[:n]) for n in range(4)), NOTHING)
        else:
            attack = Laid(die(False, enemy.objects, own.objects), 8, 0.0, 0.0, (0, 0, 0, 0), NOTHING)
        all_tricks = [sight.tricks(enemy, own, held, view.hand, battle.kind) for held in sight.held(enemy)]
        counted = {tricks: all_tricks.count(tricks) for tricks in all_tricks}
        # a shield wins no Ornicle
        def value(each: Laid) -> float:
            at = stakes
            if not each.choice.rolls and battle.kind != "duel":
                at = stakes._replace(won=stakes.tied)
            return sum(n * defended(attack, each, at, tricks) for tricks, n in counted.items())
        return [each.choice.lay for each in sorted(defences, key=value, reverse=True)]

    # -- responses

    def respond(self, question: Question, sight: Sight) -> list[Any]:
        view = sight.view
        options = list(question.options())
        if len(options) == 1:
            return options
        battle = battle_of(view)
        seat = place_of(battle, view.player)
        if seat == 0 and len(battle.sides) > 2:
            return self.respond_to_all(options, sight, battle)
        foe_place = seat or 1
        pair = pairing(view, battle.sides[0], battle.sides[foe_place])
        mine = 0 if seat == 0 else 1
        other_side = battle.sides[foe_place if mine == 0 else 0]
        other = view.seats[other_side.seat]
        stakes = self.respond_stakes(sight, battle, other, mine)
        prey = tuple(self.prey(sight, side) for side in (battle.sides[0], battle.sides[foe_place]))
        my_kit = self.kit(view, battle, seat, other, view.hand)
        totals: dict[str, float] = {}
        passed = battle.passes > 0
        helds = sight.held(other)
        scenarios: dict[Kit, int] = {}
        for held in helds:
            kit = self.kit(view, battle, place_of(battle, other.seat), view.own, held)
            kit = Kit(kit.reroll, min(kit.cats, 2), min(kit.traps, 1), kit.miromon)
            scenarios[kit] = scenarios.get(kit, 0) + 1
        my_kit = Kit(my_kit.reroll, min(my_kit.cats, 3), min(my_kit.traps, 2), my_kit.miromon)
        exchange = None
        for kit, times in scenarios.items():
            kits = (my_kit, kit) if mine == 0 else (kit, my_kit)
            exchange = Exchange(pair, prey, kits, mine, stakes, sight.prices, view.variant)
            for name, value in exchange.answers(passed):
                totals[name] = totals.get(name, 0.0) + times * value
        best = max(totals, key=lambda name: totals[name])
        if best == "pass" or totals[best] <= totals["pass"] + 1e-9:
            return ["pass"]
        return [self.spoken(best, options, battle, mine, other_side), "pass"]

    def spoken(self, name: str, options: list[str], battle: BattleView, mine: int, other_side: Any) -> str:
        if name == "reroll":
            return "shamrock" if mine == 0 else "hat"
        if name == "trap":
            return next(option for option in options if option.startswith("trap") and "entourage" not in option)
        if name.startswith("miromon"):
            die_name = ("attacker", "defender")[mine if name.endswith("own") else 1 - mine]
            wanted = f"miromon {die_name}"
            if wanted in options:
                return wanted
            return next((o for o in options if o.startswith("miromon")), "pass")
        return next((o for o in options if o == name or o.startswith(name + " ")), "pass")

    def respond_stakes(self, sight: Sight, battle: BattleView, other: Seat, mine: int) -> Stakes:
        standing = self.duel[3] if battle.kind == "duel" and self.duel else (0, 0, 0)
        stakes = self.stakes(sight, other, battle.kind, mine == 0, standing)
        risks = []
        for place in (0, max(1, place_of(battle, sight.view.player) if mine else 1)):
            side = battle.sides[place]
            owner = sight.view.seats[side.seat]
            risks.append(sum(sight.prices.creature(f.card, f.card.element == owner.character) for f in side.standing if f.seat == side.seat and (place or f.card.element != owner.character)))
        if mine:
            risks.reverse()
        won, tied, lost, share = stakes
        if mine and not battle.sides[place_of(battle, sight.view.player)].lay.spells and battle.kind != "duel":
            won = tied
        return Stakes(won + 0.1 * won * (1 - won) * share * risks[1], tied, lost - 0.1 * lost * (1 - lost) * risks[0], share)

    def prey(self, sight: Sight, side: Any) -> tuple[tuple[int, float], ...]:
        owner = sight.view.seats[side.seat]
        cards = sorted((f.card for f in side.standing), key=lambda card: -card.power)
        return tuple(Prey(card.power, sight.prices.harm * sight.prices.creature(card, card.element == owner.character)) for card in cards)

    def kit(self, view: View, battle: BattleView, place: int, enemy: Seat, hand: Any) -> Kit:
        side = battle.sides[place]
        owner = view.seats[side.seat]
        rolled = side.die is not None
        allowed = may_use_cats(enemy.objects, view.variant)
        return Kit(
            int(rolled and not side.rerolled and reroll_object(side.role) in owner.objects),
            hand.cats if rolled and allowed else 0,
            hand.traps if may_use_traps(enemy.objects) else 0,
            hand.miromon if allowed else 0,
        )

    def respond_to_all(self, options: list[str], sight: Sight, battle: BattleView) -> list[str]:
        """One step ahead over all pairings."""
        view, prices = sight.view, sight.prices
        from twingkit.twing.greedy import Greedy
        greedy = Greedy(0)
        pairs = pairings(view)
        foes = [view.seats[side.seat] for side in battle.sides[1:]]
        stakes = [self.stakes(sight, foe, "endgame", True) for foe in foes]
        def worth(answer: str) -> float:
            price = {"cat": prices.cat, "trap": prices.trap, "miromon": prices.miromon}.get(answer.partition(" ")[0], 0.0)
            total = -price * 0.1 * sight.base * (1 - sight.base)
            for pair, at in zip(pairs, stakes, strict=True):
                edge = greedy.after(view, pair, 0, answer)
                total += edge * (at.won - at.lost) / 2
            return total
        return sorted(options, key=worth, reverse=True)

    # -- rest

    def support(self, question: Question, sight: Sight) -> list[str]:
        from twingkit.twing.greedy import Greedy
        g = Greedy(0)
        g.prices = sight.prices
        return g.support(question, sight.view)

    def switch(self, question: Question, sight: Sight) -> list[Objects]:
        attacks = sight.view.current == sight.view.player
        useless = "hat" if attacks else "shamrock"
        return [tuple(sorted(sorted(owned(sight.view.own), key=lambda name: POWERS[name] * (name != useless), reverse=True)[:3]))]

    def take(self, question: Question, sight: Sight) -> list[str]:
        options = sorted(question.options(), key=lambda name: -POWERS[name])
        return options[::-1] if options and options[0] in owned(sight.view.own) else options

    def discard_element(self, question: Question, sight: Sight) -> list[str]:
        own = sight.view.own.character
        return sorted(question.options(), key=lambda e: sum(sight.prices.spell(s.power, e == own) for s in sight.view.hand.spells if s.element == e))

    def discard_spell(self, question: Question, sight: Sight) -> list[Spell]:
        own = sight.view.own.character
        return sorted(question.options(), key=lambda s: sight.prices.spell(s.power, s.element == own))
