"""Moments of a battle after the roll, played by the battle script and valued by the solved contest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.odds.odds import Odds
from twingkit.twing.analysis.responses.response_reasons import rulings_without_settlement
from twingkit.twing.exact_odds import odds
from twingkit.twing.exact_odds.best_responses.grids import first_best_index
from twingkit.twing.exact_odds.best_responses.moves import PLAY_KINDS_PER_SIDE, REROLL, TRAP
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.contest import (
    DIE_STATES,
    STATE_WEIGHTS,
    Contest,
    PlaysLeft,
    RemainingSidePlays,
    die_state,
)
from twingkit.twing.exact_odds.odds_now import odds_now
from twingkit.twing.exact_odds.variants.contest import battle_contest, current_contest
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.rules.battle_acts import LAY_TWO_CATS, PASS, Response, Trap, UseObject, card_response
from twingkit.twing.rules.cards import face_text
from twingkit.twing.rules.dice import TrapRoll
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.lay_questions import LayTwoCatsOrPass
from twingkit.twing.rules.response_cards import RESPONSE_CARDS, ResponseCards
from twingkit.twing.rules.responses import (
    MiromonBeforeEvent,
    Respond,
    TrapBeforeRoll,
    rule_against_response,
    trap_candidates,
)
from twingkit.twing.rules.rulebook import rule_refusal
from twingkit.twing.starts import battle_game
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

AnswerPath = tuple[str, ...]
"""The faces rolled and answers given, from the roll on, that lead to a moment of a battle."""

_DIE_SUFFIX = " die"
"""Suffix added to a role ("attacker die") if this side's die is to be rolled next."""


@attrs.frozen
class RatedResponse:
    """A possible response of a side in a battle, with the edge (win minus loss) that it gives this side.

    For a trap, `other_trap_answers` are the answers that take another creature.
    """

    answer: str
    responder_edge: float
    other_trap_answers: tuple[str, ...] = ()


@attrs.frozen(eq=False)
class BattleMoment:
    """The state of a battle at one moment after the cards are laid.

    `path` led here; `is_best_play` says whether every answer of it is optimal; `rulings` are those of the
    last step.
    """

    game: Game
    path: AnswerPath
    is_best_play: bool
    rulings: tuple[Ruling, ...]

    @property
    def fight(self) -> Fight:
        """The battle under way in the game."""
        fight: Fight = self.game.table.fight
        return fight

    @property
    def side_or_die_to_act(self) -> str:
        """The side to respond ("attacker") or to roll ("attacker die"); empty if the battle is over."""
        question = self.game.question
        if question is None:
            return ""
        return ROLES[question.player] + _DIE_SUFFIX * question.is_chance

    @property
    def shown_faces(self) -> tuple[str, str]:
        """The faces of both dice on the table; empty for a die not rolled."""
        attack, defence = (
            "" if side.shown_face is None else face_text(side.shown_face) for side in self.fight.sides
        )
        return attack, defence


class BattleTree:
    """The tree of all states that one battle can reach after both sides have laid their cards.

    Raises `BudgetError` if best play would take too long. If a variant changes the possible plays, each
    answer is worth the value of `odds_now` after it.
    """

    def __init__(self, battle: Battle, variant: Variant = BOX) -> None:
        self.battle, self.variant = battle, variant
        self._contest = battle_contest(battle, variant)
        self._values = odds.solve_contest(self._contest)
        self._has_variant = not self._contest.terms.affects_only_outcome

    # -- playing

    def moment_at_path(self, path: Sequence[str] = ()) -> BattleMoment:
        """Return the state of the battle after the answers and faces in `path`; raise `Refusal` or
        `BadAnswer` if one is impossible.
        """
        game = battle_game(self.battle, variant=self.variant)
        for side in self.battle.sides:
            if isinstance(game.question, LayTwoCatsOrPass):
                game.answer(
                    LAY_TWO_CATS if odds.should_attacker_lay_two_cats(self.battle, self.variant) else PASS
                )
            game.answer(side.lay)
        _pass_before_roll(game)
        moment = BattleMoment(game, (), True, ())
        for token in path:
            moment = self._answer_in_place(moment, str(token))
        return moment

    def moment_after(self, moment: BattleMoment, answer_or_face: str) -> BattleMoment:
        """Return the state of the battle after one more answer or face; `moment` is not changed."""
        return self._answer_in_place(attrs.evolve(moment, game=moment.game.copy()), answer_or_face)

    def _answer_in_place(self, moment: BattleMoment, token: str) -> BattleMoment:
        game, question = moment.game, moment.game.question
        best = moment.is_best_play
        if best and question is not None and not question.is_chance:
            best = str(question.parse_answer(token)) == self.best_answer(self.answer_options(moment))
        cited = len(game.table.rulings or ())
        game.answer(token)
        _pass_before_roll(game)
        assert question is not None
        written = question.format_answer(question.parse_answer(token)).removeprefix("roll ")
        return BattleMoment(game, (*moment.path, written), best, rulings_without_settlement(game, cited))

    # -- allowed answers and their values

    def answer_options(self, moment: BattleMoment) -> list[RatedResponse]:
        """Return the possible answers of the side to respond, in the order of TW-ODDS-2.

        Of the traps, only the one on the strongest creature is listed.
        """
        question = moment.game.question
        assert isinstance(question, Respond)
        fight = moment.fight
        answers = list(question.options())
        traps = [answer for answer in answers if isinstance(answer, Trap)]
        strongest = odds.strongest_trap(fight, question.side) if traps else None
        traps = [answer for answer in traps if answer != strongest]
        merged = [
            (str(answer), tuple(map(str, traps)) if answer == strongest else ())
            for answer in answers
            if answer not in traps
        ]
        side_index = question.side.index
        if self._has_variant:
            return [
                RatedResponse(answer, self._edge(moment, side_index, answer), others)
                for answer, others in merged
            ]
        values, left = self._solved(fight)
        states, _ = next(self._first_states(fight))
        valued = values.play_edges(states, side_index, fight.passes > 0, left)
        return [
            RatedResponse(answer, edge, others)
            for (answer, others), (_, edge) in zip(merged, valued, strict=True)
        ]

    def _edge(self, moment: BattleMoment, side_index: int, answer: str) -> float:
        game = moment.game.copy()
        game.answer(answer)
        _pass_before_roll(game)
        edge = self.best_play_odds(game).edge
        return -edge if side_index else edge

    @staticmethod
    def best_answer(options: Sequence[RatedResponse]) -> str:
        """Return the answer with the best edge; among equals the first."""
        return options[first_best_index([option.responder_edge for option in options])].answer

    def best_play_odds(self, game: Game) -> Odds:
        """Return the attacker's odds from the present state of a game if both sides respond optimally."""
        if game.over:
            winner = game.result.winner
            return Odds(
                float(winner == 0), float(winner is None), float(winner == 1), rule=odds.BEST_RESPONSES
            )
        if self._has_variant:
            now = odds_now(game, responses="best")
            assert now is not None
            return now
        fight: Fight = game.table.fight
        values, left = self._solved(fight)
        mover, passed = (fight.responder_index, fight.passes > 0) if fight.is_rolled else (0, False)
        win, loss = odds.mean_win_and_loss(values, self._first_states(fight), mover, passed, left)
        return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=odds.BEST_RESPONSES)

    def first_responses(self) -> Iterator[tuple[str, str, float, float]]:
        """Yield the first responses of best play over all rolls as (side, answer, chance, gain).

        The gain is the mean gain in edge over passing. Side and answer are empty if nobody responds.
        """
        start = self.moment_at_path()
        responses: dict[tuple[str, str], list[float]] = {}
        for states, chance in self._first_states(start.fight):
            response, gain = self._first(start.fight, states)
            sums = responses.setdefault(response, [0.0, 0.0])
            sums[0] += chance
            sums[1] += chance * gain
        for (side, answer), (chance, gain) in responses.items():
            yield side, answer, chance, gain / chance

    def _first(self, fight: Fight, states: tuple[int, int]) -> tuple[tuple[str, str], float]:
        for mover, side in enumerate(fight.sides):
            valued = self._values.play_edges(states, mover, mover == 1)
            options = [RatedResponse(name, edge) for name, edge in valued]
            name = self.best_answer(options)
            if name != PASS.name:
                gain = (
                    next(option.responder_edge for option in options if option.answer == name)
                    - options[0].responder_edge
                )
                return (side.role, odds.answer_for_play(fight, side, name)), gain
        return ("", ""), 0.0

    def possible_faces(self, moment: BattleMoment) -> Iterator[str]:
        """Yield the possible faces of the die to be rolled; "0" includes the Spiral."""
        return map(face_text, self._weights_by_state(moment))

    def face_chance(self, moment: BattleMoment, face: str) -> float:
        """Return the chance of a face of the die to be rolled; "0" includes the Spiral."""
        question = moment.game.question
        assert question is not None
        return self._weights_by_state(moment)[die_state(question.parse_answer(face))] / 12

    def _weights_by_state(self, moment: BattleMoment) -> dict[int, float]:
        """Return the chances, in twelfths, of the states of the die to be rolled."""
        question = moment.game.question
        assert question is not None
        if type(question) is TrapRoll:
            return dict(zip(DIE_STATES, STATE_WEIGHTS, strict=True))
        profile = self._contest.profiles[question.player]
        return dict(zip(profile.states, profile.roll_counts, strict=True))

    def forbidden_responses(self, moment: BattleMoment) -> Iterator[tuple[str, str, Refusal]]:
        """Yield (side, answer, refusal) for each card or object that a side has but may not play now."""
        fight = moment.fight
        if not fight.is_rolled:
            return
        for side in fight.sides:
            for answer in _candidate_answers(fight, side):
                named = Trap(answer.name, "?") if isinstance(answer, Trap) and not answer.target else answer
                denial = rule_against_response(fight, side, named)
                if denial is not None:
                    yield side.role, str(answer), rule_refusal(denial[0], denial[1], **denial[2])

    def _first_states(self, fight: Fight) -> Iterator[tuple[tuple[int, int], float]]:
        return odds.first_state_indices(self._contest, (side.shown_face for side in fight.sides))

    def _solved(self, fight: Fight) -> tuple[BattleValues, PlaysLeft]:
        """Return the values of a battle under way, and the plays left.

        If traps took the strongest creature so far, this is part of the contest already solved; otherwise
        what is left is a separate contest.
        """
        contest = current_contest(fight)
        left = contest.play_limits
        if contest == remaining_contest(self._contest, left):
            return self._values, left
        return _values(contest), left


def battle_tree(battle: Battle | str, variant: Variant | str = BOX) -> BattleTree:
    """Return the tree of all states that a legal battle, given as a value or in notation, can reach; the tree
    is cached.
    """
    rules = as_variant(variant)
    return _cached_tree(legal_battle(battle, rules), rules)


@lru_cache(maxsize=4)
def _cached_tree(battle: Battle, variant: Variant) -> BattleTree:
    return BattleTree(battle, variant)


@lru_cache(maxsize=4)
def _values(contest: Contest) -> BattleValues:
    return odds.solve_contest(contest)


def remaining_contest(contest: Contest, left: PlaysLeft) -> Contest:
    """Return a contest reduced to the plays `left`: the margin counts each trap already played as having
    taken the strongest creature.

    >>> whole = battle_contest(Battle.parse("F: F5 + F4M>F3 vs W: W6 & trap*2"), BOX)
    >>> remaining = remaining_contest(whole, (0, 0, 0, 0, 0, 0, 1, 0))
    >>> whole.margin, remaining.margin, remaining.trap_losses
    (6, 2, ((0, 3), (0,)))
    """
    played = (
        contest.play_limits[TRAP] - left[TRAP],
        contest.play_limits[PLAY_KINDS_PER_SIDE + TRAP] - left[PLAY_KINDS_PER_SIDE + TRAP],
    )
    lost, taken = contest.trap_losses[0][played[1]], contest.trap_losses[1][played[0]]
    return Contest(
        margin=contest.margin - lost + taken,
        profiles=contest.profiles,
        trap_losses=(
            tuple(loss - lost for loss in contest.trap_losses[0][played[1] :]),
            tuple(loss - taken for loss in contest.trap_losses[1][played[0] :]),
        ),
        side_plays=(_resources(left[:PLAY_KINDS_PER_SIDE]), _resources(left[PLAY_KINDS_PER_SIDE:])),
        terms=contest.terms,
    )


def _resources(left: PlaysLeft) -> RemainingSidePlays:
    return RemainingSidePlays(left[REROLL], ResponseCards(*left[REROLL + 1 :]))


def _pass_before_roll(game: Game) -> None:
    """Pass for both sides at the questions that the odds ignore: traps before the roll, Miromon against
    events.
    """
    while isinstance(game.question, TrapBeforeRoll | MiromonBeforeEvent):
        game.answer(PASS)


def _candidate_answers(fight: Fight, side: FightSide) -> Iterator[Response]:
    """Yield the answers that a side's cards and objects suggest, legal or not; a trap that no creature is
    there for has no target.
    """
    player = side.player
    yield from (UseObject(name) for name in ("hat", "shamrock") if name in player.active_objects)
    for kind, _ in player.response_cards.kind_counts:
        acts = RESPONSE_CARDS[kind].effect
        if acts == "trap":
            places = [name for _, name, _ in trap_candidates(fight, side)]
            cards = [card.token for card in fight.main_opponent(side).lay.creatures]
            yield Trap(kind, next(iter(places or cards), ""))
        elif acts == "reroll" and fight.variant.cat_die == "own":
            yield card_response(kind)
        else:
            yield from (card_response(kind, fight.side_tag(target)) for target in fight.sides)
