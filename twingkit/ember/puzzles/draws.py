"""Exact puzzles about draws: which card to discard before a draw, or which cards to pay with.

Positions come from games of the computer players. A puzzle has a goal; the worth of an answer is the chance
to reach it with the player's own draws alone (EM-ODDS-1), if all unseen cards are equally likely. So the
puzzles use only positions in which none of the player's abilities changes the draws and the Draw Deck lasts;
the ability of a creature conjured first is not used.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from math import perm

from twingkit.core.play import Game
from twingkit.core.words import format_percent
from twingkit.ember.box.pool import Creature
from twingkit.ember.exact_odds.chance_within import HAND_SIZE, PayingDrawCounter
from twingkit.ember.exact_odds.completions import PaymentCompletionFinder, min_missing_cards
from twingkit.ember.exact_odds.other_draws import chance_with_draws
from twingkit.ember.notation.position import Position
from twingkit.ember.puzzles.goals import KEEP, PAY, WORDS, PuzzleGoal
from twingkit.ember.puzzles.reference_draws import reference_goal_chances
from twingkit.ember.rules.acts import Conjure, Draw
from twingkit.ember.rules.cards import (
    ALL_CARDS_MASK,
    ARCHMAGE,
    ELEMENTS,
    bitmask_of,
    card_indexes,
    card_notation,
    in_pile_order,
    indexes_in_bitmask,
    without_cards,
)
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import possible_payments
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.starts import new_game
from twingkit.learn.puzzles.source import ExactPuzzleSource, ExactPuzzleTask, PlayoutPuzzleSource
from twingkit.players.policies import computer_player

DRAW_CHANGING_VERBS = frozenset(
    {"draw", "take", "redraw", "swap", "steal", "source", "drawstep", "hand", "look"}
)
"""Verbs of abilities that change the player's own draws."""

_MIN_DECK_SIZE = 15
"""Minimum size of the Draw Deck, so that it is not renewed during the draws that count."""

_MAX_FIRST_COST = 3
"""Maximum cost in cards of a creature that is conjured first."""

MOST_ANSWERS = 8
"""Maximum number of payments that a puzzle compares."""

_MAX_LISTED_CARDS = 8
"""Maximum number of cards that an explanation names one by one."""

_MAX_GOALS_TRIED = 24
"""Number of goals to try at one position."""

_LATEST_SEARCH_TURN = 24
"""Latest turn from which the search for a position starts."""


def partly_played_game(seed: int) -> Game:
    """Return a game of 2 or 3 computer players, stopped in a turn that depends on `seed`, as a source of
    puzzles.
    """
    game = new_game(2 + seed % 2, seed=seed)
    turn = random.Random(f"turn {seed}").randint(1, _LATEST_SEARCH_TURN)
    while game.question is not None and game.table.turn < turn:
        game.answer(alternating_policy_answer(game))
    return game


def alternating_policy_answer(game: Game) -> object:
    """Return the answer of a computer player to the pending question: `greedy` in odd turns and `steady` in
    even ones, for variety.
    """
    assert game.question is not None
    table: EmberTable = game.table
    return computer_player(game.start, "greedy" if table.turn % 2 else "steady", game.question.player)(game)


def puzzle_position_if_suitable(game: Game) -> tuple[str, tuple[str, ...]] | None:
    """Return the position string of this moment of a game as a pair with (), because no answers follow it;
    None if the moment does not suit a puzzle.
    """
    table: EmberTable = game.table
    line = mover_position_string(game)
    if line is None or table.deck_size < _MIN_DECK_SIZE or table.has_conjured or table.has_refreshed:
        return None
    player = table.active
    own = {effect.verb for owned in player.owned if owned.is_face_up for effect in owned.creature.effects}
    plain = len(player.hand) == HAND_SIZE == player.hand_limit and not own & DRAW_CHANGING_VERBS
    return (line, ()) if plain else None


# -- goals to ask for


def candidate_goals(game: Game) -> Iterator[str]:
    """Yield the goals for a puzzle to try in a game's position, as texts, in an order that depends on the
    hand.
    """
    table: EmberTable = game.table
    hand = table.active.hand
    rng = random.Random(f"goals {' '.join(hand)}")
    pool = [table.creatures[name] for name in table.pool]
    costly = [creature for creature in pool if not _payable(hand, creature.cost)]
    if table.step == "draw":
        all_goals = list(_draw_goals(costly, rng))
    else:
        all_goals = list(_pay_goals(hand, pool, costly, rng))
    yield from map(str, all_goals[:_MAX_GOALS_TRIED])


def _draw_goals(costly: Sequence[Creature], rng: random.Random) -> Iterator[PuzzleGoal]:
    for _ in range(_MAX_GOALS_TRIED):
        if len(costly) < 2:
            return
        first, second = sorted(rng.sample(costly, 2), key=lambda creature: -creature.value)
        yield (
            PuzzleGoal(KEEP, (first, second))
            if rng.random() < 1 / 3 and first.cost != second.cost
            else PuzzleGoal(KEEP, (first,), rng.choice((1, 2)))
        )


def _pay_goals(
    hand: Sequence[str], pool: Sequence[Creature], costly: Sequence[Creature], rng: random.Random
) -> Iterator[PuzzleGoal]:
    cheap = [creature for creature in pool if creature.cost.size <= _MAX_FIRST_COST]
    first = [
        creature
        for creature in cheap
        if 2 <= len(list(possible_payments(hand, creature.cost))) <= MOST_ANSWERS
    ]
    pairs = [(creature, other) for creature in first for other in costly if other.cost != creature.cost]
    for creature, other in rng.sample(pairs, min(len(pairs), _MAX_GOALS_TRIED // 3)):
        yield PuzzleGoal(PAY, (other,), first_creature=creature)


def _payable(hand: Sequence[str], cost: Cost) -> bool:
    return next(possible_payments(hand, cost), None) is not None


# -- the worth of answers, and its reason


class KeepCardsTask(ExactPuzzleTask):
    """A puzzle task: choose the card to discard before a draw, or the cards with which to pay for a
    creature.
    """

    @property
    def table(self) -> EmberTable:
        """Return the table of the game."""
        table: EmberTable = self.game.table
        return table

    @cached_property
    def puzzle_goal(self) -> PuzzleGoal:
        """Return the goal of the puzzle."""
        return PuzzleGoal.parse(self.goal)

    @cached_property
    def kept_cards_by_answer(self) -> Mapping[str, tuple[str, ...]]:
        """Return the cards that each answer keeps."""
        hand, first = self.table.active.hand, self.puzzle_goal.first_creature
        if first is None:
            return {
                str(Draw(card)): in_pile_order(without_cards(hand, [card])) for card in dict.fromkeys(hand)
            }
        paid = possible_payments(hand, first.cost)
        return {str(Conjure(first.id, cards)): in_pile_order(without_cards(hand, cards)) for cards in paid}

    @property
    def seen_cards_mask(self) -> int:
        """Return the bit mask of all cards that the player has seen: the hand and the Charred Pile."""
        return bitmask_of(card_indexes([*self.table.active.hand, *self.table.pile]))

    @property
    def unseen_count(self) -> int:
        """Return the number of cards that the player has not seen."""
        return (ALL_CARDS_MASK & ~self.seen_cards_mask).bit_count()

    def answer_values(self) -> Mapping[str, float] | None:
        """Return the chance to reach the goal after each answer, or None for an unsuitable puzzle."""
        wanted, hand = self.puzzle_goal, self.table.active.hand
        if wanted.first_creature is not None:
            if len(self.kept_cards_by_answer) < 2:
                return None
            worth = {}
            for answer, kept in self.kept_cards_by_answer.items():
                gone = without_cards(hand, kept)
                seen = (*self.table.pile, *gone)
                worth[answer] = chance_with_draws(kept, str(wanted.costs[0]), draws=len(gone), seen=seen)
        elif wanted.turns == 1:
            worth = {
                answer: self.unseen_completing_mask(kept).bit_count() / self.unseen_count
                for answer, kept in self.kept_cards_by_answer.items()
            }
        else:
            draws, of, seen_cards = (
                PayingDrawCounter(wanted.costs[0]),
                perm(self.unseen_count, wanted.turns),
                self.seen_cards_mask,
            )
            worth = {
                answer: draws.count_after_keeping(tuple(sorted(card_indexes(kept))), seen_cards, wanted.turns)
                / of
                for answer, kept in self.kept_cards_by_answer.items()
            }
        return worth if sum(chance > 0 for chance in worth.values()) > 1 else None

    def unseen_completing_mask(self, kept: Sequence[str]) -> int:
        """Return the bit mask of unseen cards that complete the goal's cost together with the kept cards."""
        places = tuple(sorted(card_indexes(kept)))
        outs = 0
        for cost in self.puzzle_goal.costs:
            outs |= PaymentCompletionFinder(cost).cost_completing_mask(places)
        return outs & ALL_CARDS_MASK & ~self.seen_cards_mask

    def reference_values(self, answers: Iterable[str]) -> Mapping[str, float]:
        """Return the values of these answers from the reference implementation, which tries every card."""
        return reference_goal_chances(self.table, self.puzzle_goal, answers)

    def theme(self, best: str) -> str:
        """Return the theme of the puzzle, from its goal or the rule of the cost."""
        wanted = self.puzzle_goal
        if wanted.kind == PAY:
            return "pay"
        if len(wanted.wanted_creatures) > 1:
            return "either"
        if ARCHMAGE in self.table.active.hand:
            return "wild"
        [cost] = wanted.costs
        return "two_sets" if len(cost.sets) > 1 else "runs" if cost.sets[0].kind in "RS" else "one_set"

    def rules(self, best: str) -> tuple[str, ...]:
        """Return the rule of the draw and the rule of the cost."""
        kinds = {group.kind for cost in self.puzzle_goal.costs for group in cost.sets}
        drawn = "EM-TURN-2" if self.table.step == "draw" else "EM-CONJ-2"
        return drawn, "EM-COST-3" if kinds == {"S"} else "EM-COST-2"

    def share_finding(self, best: str) -> float:
        """Return the share of three simple solvers who find the best answer.

        One guesses, one keeps the most cards that fit. The third counts only one draw; if there is only one,
        it keeps the highest cards instead, and for a payment it is `steady`.
        """
        wanted, kept = self.puzzle_goal, self.kept_cards_by_answer
        if wanted.first_creature is not None:
            steady = self.question.format_answer(computer_player(self.game.start, "steady", 0)(self.game))
            last = {answer: float(answer == steady) for answer in kept}
        elif wanted.turns == 1:  # counting one draw would solve it, so this player keeps the highest cards
            last = {answer: float(sum(card_indexes(cards))) for answer, cards in kept.items()}
        else:
            last = {
                answer: float(self.unseen_completing_mask(cards).bit_count())
                for answer, cards in kept.items()
            }
        fitting = {
            answer: max(cost.size - min_missing_cards(cards, cost) for cost in wanted.costs)
            for answer, cards in kept.items()
        }
        return (1 / len(kept) + _guess_chance(fitting, best) + _guess_chance(last, best)) / 3

    def duplicate_key(self) -> object:
        """Return a key that equivalent puzzles share: the costs, and the hand regardless of element names."""
        wanted, hand, orders = self.puzzle_goal, self.table.active.hand, permutations(range(len(ELEMENTS)))
        named = [tuple(sorted(_renamed(card, order) for card in hand)) for order in orders]
        return wanted.kind, wanted.turns, tuple(map(str, wanted.costs)), min(named)

    def reason(self, ranked_answers: Sequence[str]) -> str:
        """Return the sentence with the numbers that decide between the two best answers."""
        wanted, words, worth = self.puzzle_goal, rulebook().words, self.answer_values()
        assert worth is not None
        best, second = ranked_answers[:2]
        kept, less = (words.format_fact(self.kept_cards_by_answer[answer]) for answer in (best, second))
        facts: dict[str, object] = {
            "kept": kept,
            "win": format_percent(worth[best], 1),
            "second": format_percent(worth[second], 1),
        }
        if wanted.first_creature is not None:
            return WORDS.say("why.pay", other=less, k=wanted.first_creature.cost.size, **facts)
        outs, fewer = (
            self.unseen_completing_mask(self.kept_cards_by_answer[best]),
            self.unseen_completing_mask(self.kept_cards_by_answer[second]),
        )
        facts |= {"of": self.unseen_count, "n": outs.bit_count(), "less": fewer.bit_count()}
        are_few = outs.bit_count() <= _MAX_LISTED_CARDS
        cards = tuple(map(card_notation, indexes_in_bitmask(outs))) if are_few else ()
        facts["cards"] = WORDS.say("why.cards", cards=words.format_fact(cards)) if cards else ""
        key = f"why.keep_{wanted.turns}" + ("_none" if wanted.turns == 1 and not fewer else "")
        return WORDS.say(key, **facts)


def _guess_chance(values: Mapping[str, float], best: str) -> float:
    highest = [answer for answer, value in values.items() if value == max(values.values())]
    return (best in highest) / len(highest) if max(values.values()) else 0.0


def _renamed(card: str, order: Sequence[int]) -> str:
    return card if card == ARCHMAGE else ELEMENTS[order[ELEMENTS.index(card[0])]] + card[1:]


DRAW_PUZZLES = ExactPuzzleSource(
    new_game=partly_played_game,
    next_answer=alternating_policy_answer,
    puzzle_position=puzzle_position_if_suitable,
    goals=candidate_goals,
    task=KeepCardsTask,
    margin=0.1,
    max_per_game=3,
    max_answers=MOST_ANSWERS,
    goal_question=lambda goal: PuzzleGoal.parse(goal).question_text(),
)
"""The source of exact puzzles."""


def mover_position_string(game: Game) -> str | None:
    """Return the position string as the player to move knows it, or None if a string cannot hold it."""
    table: EmberTable = game.table
    question = game.question
    if question is None or question.kind not in ("draw", "conjure"):
        return None
    if (
        any(player.hand_size_penalty or player.has_called_wrongly for player in table.players)
        or table.caller is not None
    ):
        return None
    view = game.view(question.player)
    return str(Position.from_view(view)) if Position.can_describe(view) else None


def similarity_key(game: Game) -> object:
    """Return a key that equivalent puzzles share: the hand and creatures of the player to move."""
    table: EmberTable = game.table
    question = game.question
    assert question is not None
    player = table.players[question.player]
    return question.kind, tuple(player.hand), tuple(owned.id for owned in player.owned)


TURN_PUZZLES = PlayoutPuzzleSource(
    position_string=mover_position_string,
    new_game=lambda seed: new_game(2 + seed % 2, seed=seed),
    duplicate_key=similarity_key,
    players=("greedy", "steady"),
)
"""The source of puzzles that are rated by playing on."""
