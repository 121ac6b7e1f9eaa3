"""Places in a battle after the roll: played by the battle script, valued by the contest solved once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.odds.odds import Odds
from twingkit.twing.analysis.responses.response_reasons import deciding_ruling, rulings_since
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.best_responses.moves import PLAYS, REROLL, TRAP
from twingkit.twing.exact_odds.best_responses.values import Values
from twingkit.twing.exact_odds.contest import STATES, WEIGHTS, Contest, Left, Resources, state_of
from twingkit.twing.exact_odds.odds import (
    BEST_RESPONSES,
    answer_for_play,
    should_lay_two_cats,
    solve_contest,
    strongest_trap,
)
from twingkit.twing.exact_odds.odds_now import odds_now
from twingkit.twing.exact_odds.variants.contest import contest_now, contest_of
from twingkit.twing.notation.battle_line import ROLES, Battle
from twingkit.twing.rules.cards import face_text
from twingkit.twing.rules.dice import OrnRoll, TrapRoll
from twingkit.twing.rules.fight import Fight, Side
from twingkit.twing.rules.lay_questions import LayTwoCats
from twingkit.twing.rules.response_cards import RESPONSE_CARDS, ResponseCards
from twingkit.twing.rules.responses import (
    BeforeRoll,
    Interrupt,
    Respond,
    rule_against_response,
    trap_candidates,
)
from twingkit.twing.rules.rulebook import refuse
from twingkit.twing.starts import battle_game
from twingkit.twing.variants.variant import BOX, Variant

Path = tuple[str, ...]
"""The faces and answers from the roll on."""

DIE = " die"
"""Suffix of a role: this side's die is to be rolled."""


@attrs.frozen
class Option:
    """An answer with the edge (win minus loss) it gives the side to respond.

    For a trap, `others` are the answers that take another creature.
    """

    answer: str
    edge: float
    others: tuple[str, ...] = ()


@attrs.frozen(eq=False)
class Place:
    """A battle at one place after the cards are laid.

    `best` says whether every answer of the path is that of best play; `rulings` are those of the last step.
    """

    game: Game
    path: Path
    best: bool
    rulings: tuple[Ruling, ...]

    @property
    def fight(self) -> Fight:
        """The battle under way."""
        fight: Fight = self.game.table.fight
        return fight

    @property
    def to_move(self) -> str:
        """The side that may respond ("attacker"), or whose die is rolled ("attacker die"), or "" at the
        end."""
        question = self.game.question
        if question is None:
            return ""
        return ROLES[question.player] + (DIE if isinstance(question, OrnRoll) else "")

    @property
    def dice(self) -> tuple[str, str]:
        """The faces on the table, "" for a die not rolled."""
        attack, defence = ("" if side.die is None else face_text(side.die) for side in self.fight.sides)
        return attack, defence


class Places:
    """All places of one battle. Raises `BudgetError` if best play would take too long.

    If a variant changes the possible plays, each answer is worth the value of `odds_now` after it.
    """

    def __init__(self, battle: Battle, variant: Variant = BOX) -> None:
        self.battle, self.variant = battle, variant
        self._contest = contest_of(battle, variant)
        self._values = solve_contest(self._contest)
        self._has_variant = not self._contest.terms.only_judges

    # -- playing

    def walk(self, path: Sequence[str] = ()) -> Place:
        """Return the place of a path; raise `Refusal` or `BadAnswer` for an impossible answer."""
        game = battle_game(self.battle, variant=self.variant)
        for side in self.battle.sides:
            if isinstance(game.question, LayTwoCats):
                game.answer("cats" if should_lay_two_cats(self.battle, self.variant) else "pass")
            game.answer(side.lay)
        _pass_before_roll(game)
        place = Place(game, (), True, ())
        for token in path:
            place = self._answer_in_place(place, str(token))
        return place

    def follow(self, place: Place, answer: str) -> Place:
        """Return the place after one more answer or face; `place` is not changed."""
        return self._answer_in_place(attrs.evolve(place, game=place.game.copy()), answer)

    def _answer_in_place(self, place: Place, token: str) -> Place:
        """Answer in the place's own game, without a copy."""
        game, question = place.game, place.game.question
        best = place.best
        if best and isinstance(question, Respond):
            best = question.parse_answer(token) == self.chosen(self.options(place))
        cited = len(game.table.rulings or ())
        game.answer(token)
        _pass_before_roll(game)
        assert question is not None
        written = question.format_answer(question.parse_answer(token)).removeprefix("roll ")
        return Place(game, (*place.path, written), best, rulings_since(game, cited))

    def deciding_ruling(self, place: Place) -> Ruling:
        """Return the ruling that decides the battle if nobody plays anything more."""
        return deciding_ruling(place.game)

    # -- allowed answers and their values

    def options(self, place: Place) -> list[Option]:
        """Return the answers of the side to respond, in the order of TW-ODDS-2; one trap represents all."""
        question = place.game.question
        assert isinstance(question, Respond)
        fight = place.fight
        answers = list(question.options())
        traps = [answer for answer in answers if answer.startswith("trap ")]
        strongest = strongest_trap(fight, question.side) if traps else ""
        traps = [answer for answer in traps if answer != strongest]
        merged = [
            (answer, tuple(traps) if answer == strongest else ()) for answer in answers if answer not in traps
        ]
        index = question.side.index
        if self._has_variant:
            return [Option(answer, self._edge(place, index, answer), others) for answer, others in merged]
        values, left = self._solved(fight)
        states = self._states(fight)
        valued = values.choices((states[0][0][0], states[1][0][0]), index, fight.passes > 0, left)
        return [
            Option(answer, edge, others) for (answer, others), (_, edge) in zip(merged, valued, strict=True)
        ]

    def _edge(self, place: Place, index: int, answer: str) -> float:
        """Return the edge of a side after it gives this answer."""
        game = place.game.copy()
        game.answer(answer)
        _pass_before_roll(game)
        edge = self.odds(game).edge
        return -edge if index else edge

    @staticmethod
    def chosen(options: Sequence[Option]) -> str:
        """Return the answer of best play; a later one replaces the choice only if it is strictly better."""
        choice = options[0]
        for option in options[1:]:
            if option.edge > choice.edge + EPSILON:
                choice = option
        return choice.answer

    def odds(self, game: Game) -> Odds:
        """Return the attacker's odds from here on if both sides respond optimally."""
        if game.over:
            winner = game.result.winner
            return Odds(float(winner == 0), float(winner is None), float(winner == 1), rule=BEST_RESPONSES)
        if self._has_variant:
            now = odds_now(game, "best")
            assert now is not None
            return now
        fight: Fight = game.table.fight
        values, left = self._solved(fight)
        mover, passed = (fight.turn, fight.passes > 0) if fight.rolled else (0, False)
        win = loss = 0.0
        for (attack, first), (defence, second) in product(*self._states(fight)):
            won, lost = values.chances((attack, defence), mover, passed, left)
            win += first * second * won
            loss += first * second * lost
        return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=BEST_RESPONSES)

    def first_responses(self) -> Iterator[tuple[str, str, float, float]]:
        """Yield the first responses of best play over all rolls: side, answer, chance, and mean gain over
        passing.

        Side and answer are empty if nobody responds.
        """
        start = self.walk()
        responses: dict[tuple[str, str], list[float]] = {}
        for (attack, first), (defence, second) in product(*self._states(start.fight)):
            response, gain = self._first(start.fight, (attack, defence))
            sums = responses.setdefault(response, [0.0, 0.0])
            sums[0] += first * second
            sums[1] += first * second * gain
        for (side, answer), (chance, gain) in responses.items():
            yield side, answer, chance, gain / chance

    def _first(self, fight: Fight, states: tuple[int, int]) -> tuple[tuple[str, str], float]:
        """Return the first response to one pair of dice and its gain; empty if there is none."""
        for mover, side in enumerate(fight.sides):
            valued = self._values.choices(states, mover, mover == 1)
            options = [Option(name, edge) for name, edge in valued]
            name = self.chosen(options)
            if name != "pass":
                gain = next(option.edge for option in options if option.answer == name) - options[0].edge
                return (side.role, answer_for_play(fight, side, name)), gain
        return ("", ""), 0.0

    def faces(self, place: Place) -> Iterator[str]:
        """Yield the faces of the die to be rolled; 0 includes the Spiral."""
        question = place.game.question
        assert question is not None
        if isinstance(question, TrapRoll):
            yield from map(face_text, STATES)
            return
        for state in self._contest.profiles[question.player].states:
            yield face_text(state)

    def chance(self, place: Place, face: str) -> float:
        """Return the chance of a face of the die to be rolled; 0 includes the Spiral."""
        question = place.game.question
        assert isinstance(question, OrnRoll)
        if isinstance(question, TrapRoll):
            return WEIGHTS[STATES.index(state_of(question.parse_answer(face)))] / 12
        profile = self._contest.profiles[question.player]
        return profile.weights[profile.states.index(state_of(question.parse_answer(face)))] / 12

    def forbidden_responses(self, place: Place) -> Iterator[tuple[str, str, Refusal]]:
        """Yield the responses that a side cannot play although it has the card or object: side, answer,
        refusal.
        """
        fight = place.fight
        if not fight.rolled:
            return
        for side in fight.sides:
            for answer in _candidate_answers(fight, side):
                denial = rule_against_response(fight, side, answer if answer != "trap" else "trap ?")
                if denial is not None:
                    yield side.role, answer, refuse(denial[0], denial[1], **denial[2])

    def _states(self, fight: Fight) -> list[list[tuple[int, float]]]:
        """Return the possible states (indices) of each die with their chances; one state for a rolled die."""
        states = []
        for side, profile in zip(fight.sides, self._contest.profiles, strict=True):
            if side.die is not None:
                states.append([(profile.states.index(state_of(side.die)), 1.0)])
            else:
                states.append([(index, weight / 12) for index, weight in enumerate(profile.weights)])
        return states

    def _solved(self, fight: Fight) -> tuple[Values, Left]:
        """Return the values of a battle under way, and the plays left.

        If traps took the strongest creature so far, this is part of the contest already solved; otherwise
        what is left is a separate contest.
        """
        contest = contest_now(fight)
        left = contest.limits
        if contest == remaining_contest(self._contest, left):
            return self._values, left
        return _values(contest), left


@lru_cache(maxsize=4)
def places(battle: Battle, variant: Variant = BOX) -> Places:
    """Return the places of a battle, solved once."""
    return Places(battle, variant)


@lru_cache(maxsize=4)
def _values(contest: Contest) -> Values:
    return solve_contest(contest)


def remaining_contest(contest: Contest, left: Left) -> Contest:
    """Return the contest with these plays left, after every trap took the strongest creature.

    >>> whole = contest_of(Battle.parse("F: F5 + F4M>F3 vs W: W6 & trap*2"), BOX)
    >>> remaining = remaining_contest(whole, (0, 0, 0, 0, 0, 0, 1, 0))
    >>> whole.margin, remaining.margin, remaining.losses
    (6, 2, ((0, 3), (0,)))
    """
    played = contest.limits[TRAP] - left[TRAP], contest.limits[PLAYS + TRAP] - left[PLAYS + TRAP]
    lost, taken = contest.losses[0][played[1]], contest.losses[1][played[0]]
    return Contest(
        margin=contest.margin - lost + taken,
        profiles=contest.profiles,
        losses=(
            tuple(loss - lost for loss in contest.losses[0][played[1] :]),
            tuple(loss - taken for loss in contest.losses[1][played[0] :]),
        ),
        resources=(_resources(left[:PLAYS]), _resources(left[PLAYS:])),
        terms=contest.terms,
    )


def _resources(left: Left) -> Resources:
    return Resources(left[REROLL], ResponseCards(*left[REROLL + 1 :]))


def _pass_before_roll(game: Game) -> None:
    """Let both sides pass where the odds ignore plays: traps before the roll, Miromon against events."""
    while isinstance(game.question, BeforeRoll | Interrupt):
        game.answer("pass")


def _candidate_answers(fight: Fight, side: Side) -> Iterator[str]:
    """Yield the answers that a side's cards and objects suggest; `trap` alone if it can take nothing."""
    player = side.player
    yield from (name for name in ("hat", "shamrock") if name in player.objects)
    for kind, _ in player.held.kinds:
        acts = RESPONSE_CARDS[kind].acts
        if acts == "trap":
            places = [place for _, place, _ in trap_candidates(fight, side)]
            cards = [card.token for card in fight.main_opponent(side).lay.creatures]
            yield " ".join((kind, *(places or cards)[:1]))
        elif acts == "reroll" and fight.variant.cat_die == "own":
            yield kind
        else:
            yield from (f"{kind} {fight.tag(target)}" for target in fight.sides)
