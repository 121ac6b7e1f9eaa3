"""The steady player: plans lays, responses, duels and the end game, from odds and guesses at hidden hands.

Every answer is weighed by the chance to win the game that it leaves (`outlook`). A battle is looked at
against several hands that the other side may hold, each with its best defence (`plans`), responses are
played out to their end (`replies`), a duel three battles ahead (`duel_plans`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from twingkit.core.asking import Question
from twingkit.core.play import Game
from twingkit.twing.players.duel_plans import DuelWatch, Standing, duel_stakes, duel_value
from twingkit.twing.players.greedy import Greedy, first_allowed
from twingkit.twing.players.insight import GuessedHand, Insight
from twingkit.twing.players.lay_choice import NOTHING, by_element
from twingkit.twing.players.open_battle import (
    battle_of,
    die,
    die_of,
    owned,
    pairing,
    pairings,
    place_of,
    power_of,
    rivals,
)
from twingkit.twing.players.outlook import ORNICLE, UNKNOWN, Prices, best_power
from twingkit.twing.players.plans import Defences, Laid, Stakes, defended
from twingkit.twing.players.replies import Exchange, Kit, Victim
from twingkit.twing.players.steady_prices import AMONG_SEVERAL, PRICES
from twingkit.twing.rules.cards import Card, Creature, Spell, read_card
from twingkit.twing.rules.held import RESPONSE_CARDS, Acts, Held
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import Objects, may_use_cats, may_use_traps, reroll_object
from twingkit.twing.view import BattleView, Seat, SideView, View

USUAL_ATTACK = 8
"""The points of an attack that is face down (a variant), as far as one can guess."""

OWN_PLAYS: Mapping[Acts, int] = {"reroll": 3, "trap": 2, "turn": 1}
THEIR_PLAYS: Mapping[Acts, int] = {"reroll": 2, "trap": 1, "turn": 1}
"""The most cards of a kind that are thought through in a player's own hand, and in a guessed one."""

NEVER = -1.0
"""Less than any chance."""


class Steady:
    """One steady player: call it with a game whose pending question is asked of its seat."""

    prices = PRICES
    among_several = AMONG_SEVERAL

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._box: tuple[object, list[Card]] = (None, [])
        self._duel = DuelWatch()
        self._helper = Greedy(seed)
        self._answers: dict[str, Callable[[Question, Insight], Iterable[object]]] = {
            "act": self._act,
            "attack": self._attack,
            "defend": self._defend,
            "respond": self._respond,
            "support": self._support,
            "switch": self._switch,
            "take_object": self._take,
            "discard_element": self._discard_element,
            "discard_spell": self._discard_spell,
        }

    def __call__(self, game: Game) -> object:
        """The answer to the pending question."""
        question = game.question
        assert question is not None
        choose = self._answers.get(question.kind)
        if not choose:
            return first_allowed(question, ())
        view = game.view(question.player)
        if question.kind == "respond":
            hand = view.hand
            rerolls = {"hat", "shamrock"} & set(view.own.objects)
            if not (hand.held or rerolls):
                return "pass"
        return first_allowed(question, choose(question, self._insight(game)))

    def chances(self, game: Game) -> dict[str, float]:
        """The chance to win the game that each allowed action leaves, as this player reckons (0 to 1), the
        best first. Only where an action is asked for; empty elsewhere.

        >>> from twingkit import twing
        >>> list(Steady(1).chances(twing.battle_game("F: F5 vs W: W4")))
        []
        """
        question = game.question
        if question is None or question.kind != "act":
            return {}
        insight = self._insight(game)
        worth = {answer: min(1.0, self.worth(answer, insight)) for answer in self._act(question, insight)}
        return {answer: chance for answer, chance in worth.items() if chance >= 0}

    def best_attack(self, game: Game) -> tuple[int, int, float] | None:
        """The attack on one opponent that leaves the best chance to win the game, as this player reckons: the
        seat attacked, the points on the cards, the chance to win the battle (0 to 1). None without a spell.
        """
        insight = self._insight(game)
        best: tuple[float, tuple[int, int, float]] | None = None
        for foe in rivals(insight.view):
            stakes = [self._stakes(insight, foe, "battle", True)]
            guessed = self._guessed(insight, [foe], stakes, "battle")
            for worth, attack in self._ranked(insight, guessed)[:1]:
                won = [defences.best(attack)[2] for defences in guessed[0][1]]
                if best is None or worth > best[0]:
                    best = worth, (foe.seat, attack.power, sum(won) / len(won))
        return best[1] if best else None

    def _insight(self, game: Game) -> Insight:
        """One look at the game from the seat of who is asked."""
        question = game.question
        assert question is not None
        view = game.view(question.player)
        if self._box[0] is not game.start:
            start: Any = game.start  # that of a whole game
            self._box = (start, start.box.cards())
        self._helper.prices = prices = self.prices_in(view)
        return Insight(view, prices, self._box[1], self.seed)

    def prices_in(self, view: View) -> Prices:
        """The prices of cards in the game of a view."""
        return self.prices if len(rivals(view)) == 1 else self.among_several

    # -- the action of a turn

    def _act(self, question: Question, insight: Insight) -> list[str]:
        worth = {answer: self.worth(answer, insight) for answer in question.options()}
        return sorted(worth, key=lambda answer: -worth[answer])

    def worth(self, answer: str, insight: Insight) -> float:
        """The chance to win the game that an action leaves; above 1 if it wins at once."""
        word, _, target = answer.partition(" ")
        view, outlook, prices = insight.view, insight.outlook, insight.prices
        me = view.player
        if word == "retire":
            return NEVER
        if word == "pass":
            return outlook.chance(cards=insight.fresh_cards(2))
        if word in ("endgame", "announce"):
            hit = [other for other in rivals(view) if owned(other)]
            return self._attack_value(insight, hit, "endgame") if hit else 2.0
        if word == "buy":
            return outlook.chance([(target, None, me)], {me: -view.variant.price})
        if word == "ritual":
            price = 2 * prices.cat + prices.miromon if target else 3 * prices.cat
            return outlook.chance([(UNKNOWN, None, me)], cards=-price)
        if word == "capture":
            card = read_card(f"creature {target.partition(' ')[2]}")
            assert isinstance(card, Creature)
            gain = prices.creature(card, True) + insight.share * prices.creature(card, False) - prices.trap
            return outlook.chance(cards=gain)
        other = next(rival for rival in rivals(view) if f"p{rival.seat + 1}" == target)
        return (
            self._attack_value(insight, [other], "battle") if word == "attack" else duel_value(insight, other)
        )

    def _attack_value(self, insight: Insight, foes: list[Seat], kind: str) -> float:
        stakes = [self._stakes(insight, foe, kind, True) for foe in foes]
        ranked = self._ranked(insight, self._guessed(insight, foes, stakes, kind))
        return ranked[0][0] if ranked else NEVER

    def _guessed(
        self, insight: Insight, foes: list[Seat], stakes: list[Stakes], kind: str
    ) -> list[tuple[Seat, list[Defences]]]:
        """Each opponent with the defences of the hands that it may hold."""
        own = insight.view.own
        hand = insight.view.hand
        return [
            (
                foe,
                [
                    Defences(
                        insight.defences(foe, held, own), stake, insight.tricks(own, foe, hand, held, kind)
                    )
                    for held in insight.held(foe)
                ],
            )
            for foe, stake in zip(foes, stakes, strict=True)
        ]

    def _ranked(
        self, insight: Insight, guessed: list[tuple[Seat, list[Defences]]]
    ) -> list[tuple[float, Laid]]:
        """Every attack worth a thought with the chance that it leaves, the best first."""
        foes, against = [foe for foe, _ in guessed], [defences for _, defences in guessed]
        base = insight.base if len(foes) > 1 else 0.0
        results = []
        for attack in insight.attacks(foes, insight.view.hand.spells):
            total = base
            for defended_by in against:
                values = [defences.best(attack)[0] for defences in defended_by]
                total += sum(values) / len(values) - base
            results.append((total, attack))
        results.sort(key=lambda pair: -pair[0])
        return results

    def _stakes(
        self, insight: Insight, other: Seat, kind: str, attacks: bool, standing: Standing | None = None
    ) -> Stakes:
        """The stakes of a battle against another player, in terms of the own chance."""
        chance, me, opponent = insight.outlook.chance, insight.view.player, other.seat
        base, share = insight.base, insight.share
        if kind == "duel":
            return duel_stakes(insight, other, attacks, standing or Standing())
        if kind != "endgame":
            return Stakes(chance(ornicles={me: 1}), base, chance(ornicles={opponent: 1}), share)
        thief, victim = (me, opponent) if attacks else (opponent, me)
        objects = owned(insight.view.seats[victim])
        if len(objects) == 1 and len(rivals(insight.view)) == 1:
            taken = 1.0 if attacks else 0.0  # the last theft decides a game of two (TW-END-2)
        else:
            taken = chance([(best_power(objects, insight.prices), victim, thief)]) if objects else base
        held = chance(ornicles={victim: 1})
        return Stakes(taken, base, held, share) if attacks else Stakes(held, base, taken, share)

    # -- laying cards

    def _attack(self, question: Question, insight: Insight) -> Iterator[Lay | str]:
        view = insight.view
        battle = battle_of(view)
        foes = [view.seats[side.seat] for side in battle.sides[1:]]
        standing = self._duel.see(view) if battle.kind == "duel" else None
        stakes = [self._stakes(insight, foe, battle.kind, True, standing) for foe in foes]
        guessed = self._guessed(insight, foes, stakes, battle.kind)
        return (attack.choice.lay for _, attack in self._ranked(insight, guessed))

    def _defend(self, question: Question, insight: Insight) -> Iterator[Lay | str]:
        view = insight.view
        battle, own = battle_of(view), view.own
        side = battle.sides[0]
        enemy = view.seats[side.seat]
        standing = self._duel.see(view) if battle.kind == "duel" else None
        stakes = self._stakes(insight, enemy, battle.kind, False, standing)
        attack = self._seen_attack(side, enemy, own)
        tricks = [insight.tricks(enemy, own, held, view.hand, battle.kind) for held in insight.held(enemy)]
        counted = {trick: tricks.count(trick) for trick in tricks}

        def value(laid: Laid) -> float:
            shield = not laid.choice.rolls and battle.kind != "duel"  # it wins no Ornicle (TW-BAT-18)
            adjusted = stakes._replace(won=stakes.tied) if shield else stakes
            return sum(times * defended(attack, laid, adjusted, trick) for trick, times in counted.items())

        hand = GuessedHand(by_element(view.hand.spells))
        defences = insight.defences(own, hand, enemy)
        return (defence.choice.lay for defence in sorted(defences, key=value, reverse=True))

    @staticmethod
    def _seen_attack(side: SideView, enemy: Seat, own: Seat) -> Laid:
        """The attack on the table in numbers, or a usual one where it is face down."""
        power = power_of(side)
        if not power:
            return Laid(die(False, enemy.objects, own.objects), USUAL_ATTACK, 0.0, 0.0, (0, 0, 0, 0), NOTHING)
        victims = sorted([fighter.card.power for fighter in side.standing], reverse=True)
        losses = tuple(sum(victims[:count]) for count in range(4))
        return Laid(die_of(side, enemy, own), power, 0.0, 0.0, losses, NOTHING)

    # -- responses

    def _respond(self, question: Question, insight: Insight) -> list[str]:
        view, battle = insight.view, battle_of(insight.view)
        options = list(question.options())
        if len(options) == 1:
            return options
        index = place_of(battle, view.player)
        if index == 0 and len(battle.sides) > 2:
            return self._respond_to_all(options, insight, battle)
        mine, foe = (0, 1) if index == 0 else (1, 0)
        sides = (battle.sides[0], battle.sides[index or 1])
        other = view.seats[sides[foe].seat]
        stakes = self._response_stakes(insight, battle, sides, mine, other)
        victims = (self._victims(insight, sides[0]), self._victims(insight, sides[1]))
        own_kit = self._kit(insight, sides[mine], other, view.hand.held, OWN_PLAYS)
        guesses: dict[Kit, int] = {}
        for held in insight.held(other):
            kit = self._kit(insight, sides[foe], view.own, held.held, THEIR_PLAYS)
            guesses[kit] = guesses.get(kit, 0) + 1
        totals: dict[str, float] = {}
        for kit, times in guesses.items():
            kits = (own_kit, kit) if mine == 0 else (kit, own_kit)
            pair = pairing(view, *sides)
            exchange = Exchange(pair, victims, kits, mine, stakes, insight.prices, view.variant)
            for name, value in exchange.answers(battle.passes > 0):
                totals[name] = totals.get(name, 0.0) + times * value
        best = max(totals, key=lambda name: totals[name])
        if totals[best] <= totals["pass"] + 1e-9:
            return ["pass"]
        return [_spoken(best, options, mine), "pass"]

    def _response_stakes(
        self,
        insight: Insight,
        battle: BattleView,
        sides: tuple[SideView, SideView],
        mine: int,
        other: Seat,
    ) -> Stakes:
        """The stakes of the battle once the cards are laid: the creatures that a loss takes count too."""
        standing = self._duel.standing if battle.kind == "duel" else None
        won, tied, lost, share = self._stakes(insight, other, battle.kind, mine == 0, standing)
        risks = []
        for index, side in enumerate(sides):
            owner = insight.view.seats[side.seat]
            cards = [fighter.card for fighter in side.standing if fighter.seat == side.seat]
            at_risk = [card for card in cards if index or card.element != owner.character]
            risks.append(
                sum(insight.prices.creature(card, card.element == owner.character) for card in at_risk)
            )
        own_lay = sides[mine].lay
        if mine and battle.kind != "duel" and own_lay is not None and not own_lay.spells:
            won = tied  # a shield wins no Ornicle
        gain = ORNICLE * won * (1 - won) * share * risks[1 - mine]
        loss = ORNICLE * lost * (1 - lost) * risks[mine]
        return Stakes(won + gain, tied, lost - loss, share)

    def _victims(self, insight: Insight, side: SideView) -> tuple[Victim, ...]:
        owner, prices = insight.view.seats[side.seat], insight.prices
        cards = sorted((fighter.card for fighter in side.standing), key=lambda card: -card.power)
        return tuple(
            Victim(card.power, prices.harm * prices.creature(card, card.element == owner.character))
            for card in cards
        )

    def _kit(
        self, insight: Insight, side: SideView, enemy: Seat, hand: Held, most: Mapping[Acts, int]
    ) -> Kit:
        """The plays that a side has left, as far as they are worth thinking through."""
        owner = insight.view.seats[side.seat]
        rolled = side.die is not None
        cats, traps = self._may_use(insight, side, enemy)
        usable = {"reroll": rolled and cats, "trap": traps, "turn": cats}
        return (
            int(rolled and not side.rerolled and reroll_object(side.role) in owner.objects),
            *(
                min(count, most[card.acts]) if usable[card.acts] else 0
                for card, count in zip(RESPONSE_CARDS.values(), hand, strict=True)
            ),
        )

    def _may_use(self, insight: Insight, side: SideView, enemy: Seat) -> tuple[bool, bool]:
        """True or False for cats, then for traps, as a side may use them against an enemy: by a variant not
        while any opponent has the Socks, or the Boots (TW-VAR-21, TW-VAR-25)."""
        view = insight.view
        attack, *defences = battle_of(view).sides
        foes = [view.seats[other.seat] for other in defences if not other.retired]
        foes = foes if side is attack else [enemy]
        socks = foes if view.variant.socks == "everywhere" else [enemy]
        boots = foes if view.variant.boots == "everywhere" else [enemy]
        cats = all(may_use_cats(foe.objects, view.variant) for foe in socks)
        return cats, all(may_use_traps(foe.objects) for foe in boots)

    def _respond_to_all(self, options: list[str], insight: Insight, battle: BattleView) -> list[str]:
        """The attacker of an end game against several: one step ahead over all pairings."""
        view, prices = insight.view, insight.prices
        foes = [view.seats[side.seat] for side in battle.sides[1:]]
        stakes = [self._stakes(insight, foe, "endgame", True) for foe in foes]
        pairs = list(zip(pairings(view), stakes, strict=True))

        def worth(answer: str) -> float:
            total = -prices.played(answer) * ORNICLE * insight.base * (1 - insight.base)
            for pair, stake in pairs:
                total += self._helper.after(view, pair, 0, answer) * (stake.won - stake.lost) / 2
            return total

        return sorted(options, key=worth, reverse=True)

    # -- the rest

    def _support(self, question: Question, insight: Insight) -> list[str]:
        return self._helper.support(question, insight.view)

    def _switch(self, question: Question, insight: Insight) -> list[Objects]:
        useless = "hat" if insight.view.current == insight.view.player else "shamrock"
        powers = insight.prices.powers
        ranked = sorted(owned(insight.view.own), key=lambda name: -powers[name] * (name != useless))
        return [tuple(sorted(ranked[:3]))]

    def _take(self, question: Question, insight: Insight) -> list[str]:
        options = sorted(question.options(), key=lambda name: -insight.prices.powers[name])
        return options[::-1] if options and options[0] in owned(insight.view.own) else options

    def _discard_element(self, question: Question, insight: Insight) -> list[str]:
        return self._helper.discard_element(question, insight.view)

    def _discard_spell(self, question: Question, insight: Insight) -> list[Spell]:
        return self._helper.discard_spell(question, insight.view)


def _spoken(name: str, options: list[str], mine: int) -> str:
    """The option for a planned response."""
    if name == "reroll":
        return ("shamrock", "hat")[mine]
    if name == "trap":
        traps = (option for option in options if option.startswith("trap") and "entourage" not in option)
        return next(traps, "pass")
    if name.startswith("miromon"):
        answer = f"miromon {('attacker', 'defender')[mine if name.endswith('own') else 1 - mine]}"
        fallback = next((option for option in options if option.startswith("miromon ")), "pass")
        return answer if answer in options else fallback
    return next((option for option in options if option == name or option.startswith(f"{name} ")), "pass")
