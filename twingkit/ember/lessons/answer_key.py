"""The answer key of Ember's lessons, and the numbers that its texts can use.

=========  ============================================================================================
ask        the right answer, in addition to the questions of `twingkit.learn.lesson.answer_key`
=========  ============================================================================================
count      the number of `what` after `then`: `hand p1`, `limit p1` (the Hand Size), `points p1`, `pile`,
           `deck`
lies       how the creature `what` lies after it: `up`, `down`, or `pool`
top        the card on top of the Charred Pile after it, by the options' `answer`
where      where the card `what` is after it: `p1` (a hand), `pile`, `deck`
winner     who wins after it, as records name the seat; `both` if the win is shared
rarest     the option whose `cost` the fewest five-card hands can pay
chance     the option whose range contains the chance to pay `cost` with the hand within `turns` turns
keep       the option whose discard (`answer`) gives the best chance to pay `cost` in one turn
=========  ============================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.words import format_percent
from twingkit.ember.box.pool import load_pool
from twingkit.ember.box.rarity import HAND_COUNT, count_paying_hands
from twingkit.ember.exact_odds.chance_within import chance_within, keep_rows
from twingkit.ember.rules.acts import NOTATION, Draw
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.table import SEATS, Player
from twingkit.learn.lesson import answer_key
from twingkit.learn.lesson.lesson import LessonError, Option, Step


def _cost(value: object) -> str:
    return str(Cost.parse(str(value)))


class _EmberAnswerKey(answer_key.LessonAnswerFinder):
    opponent_names = ("ida", "otto", "vera", "kurt")
    has_computed_numbers = True
    step_fields: Mapping[str, answer_key.FieldParser] = {"what": str, "cost": _cost, "turns": int}
    option_fields: Mapping[str, answer_key.FieldParser] = {"cost": _cost}
    default_options: Mapping[str, Sequence[str]] = {
        **answer_key.LessonAnswerFinder.default_options,
        "lies": ("up", "down"),
    }

    @property
    def prediction_answerers(self) -> Mapping[str, answer_key.PredictionAnswerer]:
        """Return the functions that answer predictions, by kind of prediction."""
        return {
            **super().prediction_answerers,
            "count": self.count_after_step,
            "lies": self.creature_side,
            "top": self.top_of_pile,
            "where": self.card_location,
            "winner": self.winner,
            "rarest": _rarest_cost_option,
            "chance": _chance_range_option,
            "keep": _best_discard_option,
        }

    def check_tappable(self, name: str) -> None:
        """Raise `ValueError` if `name` is not a card (`A5`, `*`), the id of a creature, `deck` or `pile`."""
        if name not in (*DECK, *load_pool(), "deck", "pile"):
            raise ValueError(f"there is no thing {name!r}")

    # -- numbers and questions

    def compute_number(self, request: str) -> str:
        """Compute the number that a lesson's text asks for, such as `hands N4`, and return it as text.

        `hands N4` is how many of 10,000 five-card hands can pay N4, counting Archmages; `chance 2 E4 A5 A6 A7
        F9` is the chance to pay E4 within 2 turns from this hand. Raises `LessonError` for any
        other request.
        """
        kind, *words = request.split()
        if kind == "hands":
            return str(round(10_000 * count_paying_hands(words[0]) / HAND_COUNT))
        if kind == "chance":
            return format_percent(chance_within(words[2:], words[1], turns=int(words[0])))
        raise LessonError(f"there is no number {request!r}")

    # -- right answers

    def count_after_step(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the number of cards or points that the step asks for."""
        table, why = self.outcome(game, step)
        kind, _, seat = step.extra_field("what").partition(" ")
        if kind in ("pile", "deck"):
            return answer_key.option_id_of_answer(
                step, str(len(table.pile) if kind == "pile" else table.deck_size)
            ), why
        player = table.players[SEATS.index(seat)]
        numbers = {"hand": len(player.hand), "limit": player.hand_limit, "points": player.total}
        return answer_key.option_id_of_answer(step, str(numbers[kind])), why

    def creature_side(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return `up`, `down` or `pool`: whether a creature is face up, face down or in the Pool after the
        step.
        """
        table, why = self.outcome(game, step)
        name = step.extra_field("what")
        _, owned = table.find_creature(name)
        return ("pool" if owned is None else "up" if owned.is_face_up else "down"), why

    def top_of_pile(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the option with the top card of the Charred Pile after the step."""
        table, why = self.outcome(game, step)
        return answer_key.option_id_of_answer(step, table.pile[-1]), why

    def card_location(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return where a card is after the step: a hand, the pile, or the deck."""
        table, why = self.outcome(game, step)
        card = step.extra_field("what")
        holders: list[Player] = [player for player in table.players if card in player.hand]
        return (holders[0].name if holders else "pile" if card in table.pile else "deck"), why

    def next_question_kind(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the kind of the question that follows the step."""
        kind, why = super().next_question_kind(game, step)
        return answer_key.option_id_of_answer(step, kind), why

    def whether_allowed(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return `yes` or `no`: whether an answer is allowed (`no` if it does not fit the question)."""
        try:
            return super().whether_allowed(game, step)
        except Refusal as no:  # a use while the hand is replenished (EM-CONJ-3)
            return "no", (no,)

    def winner(self, game: Game, step: Step) -> answer_key.KeyedAnswer:
        """Return the winner after the step."""
        twin = self.game_after(game, step)
        if not twin.over:
            raise LessonError(f"step {step.id!r}: the game is not over")
        result = twin.result
        won = "both" if result.winner is None else SEATS[result.winner]
        return won, self.explanations(game, step.then, step)


def _rarest_cost_option(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option whose cost the fewest hands can pay."""
    return min(step.options, key=lambda option: count_paying_hands(option.extra_fields["cost"])).id, ()


def _chance_range_option(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option whose range contains the chance to pay a cost with the best discards."""
    hand = game.table.players[0].hand
    return answer_key.option_id_in_range(
        step, chance_within(hand, step.extra_field("cost"), turns=int(step.extra_field("turns") or 1))
    ), ()


def _best_discard_option(game: Game, step: Step) -> answer_key.KeyedAnswer:
    """Return the option whose discard gives the best chance to pay a cost in this turn."""
    rows = keep_rows(game.table.players[0].hand, step.extra_field("cost"), 1)
    counts = {row.discard: row.successes for row in rows}

    def worth(option: Option) -> int:
        match NOTATION.parse(answer_key.game_answer_of_option(option)):
            case Draw(str() as card):
                return counts[card]
        raise LessonError(f"step {step.id!r}: an option is no draw")

    ranked = sorted(step.options, key=worth, reverse=True)
    if worth(ranked[0]) == worth(ranked[1]):
        raise LessonError(f"step {step.id!r}: two of its discards are equally good")
    return ranked[0].id, ()


EMBER_ANSWER_KEY = _EmberAnswerKey("ember")
"""The answer key for all lessons of the game."""
