"""Exact puzzles about draws: which card to discard before a draw, and which cards to pay with.

Positions come from games of the computer players. A puzzle has a goal; the worth of an answer is the chance
to reach it with the player's own draws alone (EM-ODDS-1), if all unseen cards are equally likely. So the
puzzles use only positions in which none of the player's abilities changes the draws and the Draw Deck lasts;
the ability of a creature conjured first is not used.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations
from math import perm

from twingkit.core.play import Game
from twingkit.core.words import format_percent
from twingkit.ember.box.pool import Creature
from twingkit.ember.exact_odds.chance_within import HAND_SIZE, DrawCounter
from twingkit.ember.exact_odds.completions import ALL, Completions
from twingkit.ember.exact_odds.other_draws import chance_with_draws
from twingkit.ember.notation.position import Position
from twingkit.ember.puzzles.goals import KEEP, PAY, WORDS, Goal
from twingkit.ember.puzzles.reference_draws import reference_worths
from twingkit.ember.rules.cards import (
    ARCHMAGE,
    ELEMENTS,
    bits_of,
    card_token,
    places_in,
    places_of,
    sorted_cards,
)
from twingkit.ember.rules.costs import Cost, can_form_set, without_places
from twingkit.ember.rules.payments import payments
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.starts import new_game
from twingkit.learn.puzzles.source import ExactSource, ExactTask, PlayedSource
from twingkit.players.policies import computer_player

DRAWING = frozenset({"draw", "take", "redraw", "swap", "steal", "source", "drawstep", "hand", "look"})
"""Verbs of abilities that would change the player's own draws."""

DECK_LASTS = 15
"""Minimum number of cards in the Draw Deck, so that it is not renewed before the draws that count."""

MOST_PAID = 3
"""Maximum number of cards that a creature conjured first may cost."""

MOST_ANSWERS = 8
"""Maximum number of payments to compare."""

LISTED = 8
"""Maximum number of cards that a reason names one by one."""

TRIED = 24
"""Number of goals to try at one position."""

LATEST = 24
"""Latest turn at which the search for a position starts; the game goes on from there."""


def new_puzzle_game(seed: int) -> Game:
    """Return a game of two or three players in which to look for puzzles, at a turn chosen by the seed."""
    game = new_game(2 + seed % 2, seed=seed)
    turn = random.Random(f"turn {seed}").randint(1, LATEST)
    while game.question is not None and game.table.turn < turn:
        game.answer(play_answer(game))
    return game


def play_answer(game: Game) -> object:
    """Return the answer of `greedy` if `table.turn` is odd, else of `steady`, so that positions differ."""
    assert game.question is not None
    table: EmberTable = game.table
    return computer_player(game.start, "greedy" if table.turn % 2 else "steady", game.question.player)(game)


def find_task(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """Return the line of the position, without answers before it, if only the player's own draws matter; else
    None.
    """
    table: EmberTable = game.table
    line = position(game)
    if line is None or table.deck_size < DECK_LASTS or table.conjured or table.refreshed:
        return None
    player = table.active
    own = {effect.verb for owned in player.owned if owned.up for effect in owned.creature.effects}
    plain = len(player.hand) == HAND_SIZE == player.hand_size and not own & DRAWING
    return (line, ()) if plain else None


# -- goals to ask for


def goals(game: Game) -> Iterator[str]:
    """Yield the goals to try at a position, in an order that depends on its hand."""
    table: EmberTable = game.table
    hand = table.active.hand
    rng = random.Random(f"goals {' '.join(hand)}")
    pool = [table.creatures[name] for name in table.pool]
    costly = [creature for creature in pool if not _payable(hand, creature.cost)]
    if table.step == "draw":
        all_goals = list(_draw_goals(costly, rng))
    else:
        all_goals = list(_pay_goals(hand, pool, costly, rng))
    yield from map(str, all_goals[:TRIED])


def _draw_goals(costly: Sequence[Creature], rng: random.Random) -> Iterator[Goal]:
    for _ in range(TRIED):
        if len(costly) < 2:
            return
        first, second = sorted(rng.sample(costly, 2), key=lambda creature: -creature.value)
        yield (
            Goal(KEEP, (first, second))
            if rng.random() < 1 / 3 and first.cost != second.cost
            else Goal(KEEP, (first,), rng.choice((1, 2)))
        )


def _pay_goals(
    hand: Sequence[str], pool: Sequence[Creature], costly: Sequence[Creature], rng: random.Random
) -> Iterator[Goal]:
    cheap = [creature for creature in pool if creature.cost.size <= MOST_PAID]
    first = [creature for creature in cheap if 2 <= len(list(payments(hand, creature.cost))) <= MOST_ANSWERS]
    pairs = [(creature, other) for creature in first for other in costly if other.cost != creature.cost]
    for creature, other in rng.sample(pairs, min(len(pairs), TRIED // 3)):
        yield Goal(PAY, (other,), first=creature)


def _payable(hand: Sequence[str], cost: Cost) -> bool:
    return next(payments(hand, cost), None) is not None


# -- the worth of answers, and its reason


class DrawTask(ExactTask):
    """The task to choose the card to discard before a draw, or the cards to pay with."""

    @property
    def table(self) -> EmberTable:
        """Return the table of the game."""
        table: EmberTable = self.game.table
        return table

    @cached_property
    def wanted(self) -> Goal:
        """Return the goal."""
        return Goal.parse(self.goal)

    @cached_property
    def kept(self) -> Mapping[str, tuple[str, ...]]:
        """Return the cards that each answer keeps."""
        hand, first = self.table.active.hand, self.wanted.first
        if first is None:
            return {f"draw {card}": _without_cards(hand, [card]) for card in dict.fromkeys(hand)}
        paid = payments(hand, first.cost)
        return {f"conjure {first.id} {' '.join(cards)}": _without_cards(hand, cards) for cards in paid}

    @property
    def seen(self) -> int:
        """Return all cards that the player has seen, as bits: the hand and the Charred Pile."""
        return bits_of(places_of([*self.table.active.hand, *self.table.pile]))

    @property
    def unseen(self) -> int:
        """Return the number of cards that the player has not seen."""
        return (ALL & ~self.seen).bit_count()

    def worths(self) -> Mapping[str, float] | None:
        """Return the chance to reach the goal after each answer; None if at most one answer leaves any
        chance.
        """
        wanted, hand = self.wanted, self.table.active.hand
        if wanted.first is not None:
            if len(self.kept) < 2:
                return None
            worth = {}
            for answer, kept in self.kept.items():
                gone = _without_cards(hand, kept)
                seen = (*self.table.pile, *gone)
                worth[answer] = float(chance_with_draws(kept, str(wanted.costs[0]), len(gone), seen=seen))
        elif wanted.turns == 1:
            worth = {answer: self.outs(kept).bit_count() / self.unseen for answer, kept in self.kept.items()}
        else:
            draws, of, seen_cards = DrawCounter(wanted.costs[0]), perm(self.unseen, wanted.turns), self.seen
            worth = {
                answer: draws.kept(tuple(sorted(places_of(kept))), seen_cards, wanted.turns) / of
                for answer, kept in self.kept.items()
            }
        return worth if sum(chance > 0 for chance in worth.values()) > 1 else None

    def outs(self, kept: Sequence[str]) -> int:
        """Return the unseen cards, as bits, that complete the goal's cost together with the kept cards."""
        places = tuple(sorted(places_of(kept)))
        outs = 0
        for cost in self.wanted.costs:
            outs |= Completions(cost).completing_some(places)
        return outs & ALL & ~self.seen

    def reference_worths(self, answers: Iterable[str]) -> Mapping[str, float]:
        """Return the same chances by trying every card."""
        return reference_worths(self.table, self.wanted, answers)

    def theme(self, best: str) -> str:
        """Return the theme: by the goal, otherwise by the rule of the cost."""
        wanted = self.wanted
        if wanted.word == PAY:
            return "pay"
        if len(wanted.wanted) > 1:
            return "either"
        if ARCHMAGE in self.table.active.hand:
            return "wild"
        [cost] = wanted.costs
        return "two_sets" if len(cost.groups) > 1 else "runs" if cost.groups[0].kind in "RS" else "one_set"

    def rules(self, best: str) -> tuple[str, ...]:
        """Return the rule of the draw and the rule of the cost."""
        kinds = {group.kind for cost in self.wanted.costs for group in cost.groups}
        drawn = "EM-TURN-2" if self.table.step == "draw" else "EM-CONJ-2"
        return drawn, "EM-COST-3" if kinds == {"S"} else "EM-COST-2"

    def share_finding(self, best: str) -> float:
        """Return the share of three players who find the best answer.

        One guesses, one keeps the most cards that fit. The third counts only one draw; if there is only one,
        it keeps the highest cards instead, and for a payment it is `steady`.
        """
        wanted, kept = self.wanted, self.kept
        if wanted.first is not None:
            steady = self.question.format_answer(computer_player(self.game.start, "steady", 0)(self.game))
            last = {answer: float(answer == steady) for answer in kept}
        elif wanted.turns == 1:  # counting one draw would solve it, so this player keeps the highest cards
            last = {answer: float(sum(places_of(cards))) for answer, cards in kept.items()}
        else:
            last = {answer: float(self.outs(cards).bit_count()) for answer, cards in kept.items()}
        fitting = {
            answer: max(_fitting(cards, cost) for cost in wanted.costs) for answer, cards in kept.items()
        }
        return (1 / len(kept) + _guess_chance(fitting, best) + _guess_chance(last, best)) / 3

    def duplicate_key(self) -> object:
        """Return a key that is equal for equivalent questions: the costs and the hand, whatever its
        elements are called.
        """
        wanted, hand, orders = self.wanted, self.table.active.hand, permutations(range(len(ELEMENTS)))
        named = [tuple(sorted(_renamed(card, order) for card in hand)) for order in orders]
        return wanted.word, wanted.turns, tuple(map(str, wanted.costs)), min(named)

    def reason(self, answers: Sequence[str]) -> str:
        """Return the sentence that explains with numbers what decides between the two best answers."""
        wanted, words, worth = self.wanted, rulebook().words, self.worths()
        assert worth is not None
        best, second = answers[:2]
        kept, less = (words.label(self.kept[answer]) for answer in (best, second))
        facts: dict[str, object] = {
            "kept": kept,
            "win": format_percent(worth[best], 1),
            "second": format_percent(worth[second], 1),
        }
        if wanted.first is not None:
            return WORDS.say("why.pay", other=less, k=wanted.first.cost.size, **facts)
        outs, fewer = self.outs(self.kept[best]), self.outs(self.kept[second])
        facts |= {"of": self.unseen, "n": outs.bit_count(), "less": fewer.bit_count()}
        cards = tuple(map(card_token, places_in(outs))) if outs.bit_count() <= LISTED else ()
        facts["cards"] = WORDS.say("why.cards", cards=words.label(cards)) if cards else ""
        key = f"why.keep_{wanted.turns}" + ("_none" if wanted.turns == 1 and not fewer else "")
        return WORDS.say(key, **facts)


def _without_cards(hand: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """Return a hand without some of its cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return sorted_cards(left)


def _guess_chance(values: Mapping[str, float], best: str) -> float:
    """Return the chance that a player who picks one of the highest values at random picks the best answer."""
    highest = [answer for answer, value in values.items() if value == max(values.values())]
    return (best in highest) / len(highest) if max(values.values()) else 0.0


def _fitting(cards: Sequence[str], cost: Cost) -> int:
    """Return the largest number of these cards that one payment of the cost can use."""
    places = sorted(places_of(cards))
    group, *others = cost.groups
    for count in range(min(len(places), cost.size), 0, -1):
        for chosen in combinations(places, count):
            for first in range(min(group.size, count) + 1):
                rest = count - first
                if rest > sum(other.size for other in others):
                    continue
                for part in combinations(chosen, first):
                    left = without_places(chosen, part)
                    if can_form_set(group.kind, group.size, part) and all(
                        can_form_set(o.kind, o.size, left) for o in others
                    ):
                        return count
    return 0


def _renamed(card: str, order: Sequence[int]) -> str:
    return card if card == ARCHMAGE else ELEMENTS[order[ELEMENTS.index(card[0])]] + card[1:]


DRAWS = ExactSource(
    new_game=new_puzzle_game,
    plays=play_answer,
    posed=find_task,
    goals=goals,
    task=DrawTask,
    margin=0.1,
    max_per_game=3,
    max_answers=MOST_ANSWERS,
    goal_question=lambda goal: Goal.parse(goal).sentence(),
)
"""Source of exact puzzles."""


def position(game: Game) -> str | None:
    """Return the line of the position as the player who is asked knows it; None if a line cannot hold it."""
    table: EmberTable = game.table
    asked = game.question
    if asked is None or asked.kind not in ("draw", "conjure"):
        return None
    if any(player.penalty or player.called for player in table.players) or table.caller is not None:
        return None
    view = game.view(asked.player)
    return str(Position.of_view(view)) if Position.can_describe(view) else None


def duplicate_key(game: Game) -> object:
    """Return a key that is equal for equivalent questions: the hand and the creatures of the player who is
    asked.
    """
    table: EmberTable = game.table
    asked = game.question
    assert asked is not None
    player = table.players[asked.player]
    return asked.kind, tuple(player.hand), tuple(owned.id for owned in player.owned)


TURNS = PlayedSource(
    position=position,
    new_game=lambda seed: new_game(2 + seed % 2, seed=seed),
    duplicate_key=duplicate_key,
    players=("greedy", "steady"),
)
"""Source of puzzles that are found by playing on."""
