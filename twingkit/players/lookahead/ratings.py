"""Ratings of each answer to a question: playouts on copies, with the same deals and dice for all answers.

Everything that the asked seat cannot see is redealt for each copy. Deal and dice number `n` are the same for
every answer, so that differences are far more certain than the probabilities themselves (common random
numbers). They depend only on the seed and on how many answers the game has, so that hints, reviews and advice
rate the same playouts.

Playouts go where the best answer is not clear yet: after each round, the worse half of the answers is
dropped (sequential halving: Karnin, Koren and Somekh, ICML 2013), and every answer that is clearly worse than
the best (racing: Maron and Moore, NIPS 1993).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from math import inf, sqrt
from statistics import fmean
from typing import Literal

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game, Policy
from twingkit.core.questions import BadAnswer, ChanceQuestion
from twingkit.core.rulebook import NamesByLanguage
from twingkit.core.running.running_script import player_count
from twingkit.core.running.winners import win_share
from twingkit.core.slices import Slices
from twingkit.core.words import format_percent
from twingkit.core.zones.declaration import ZoneTable
from twingkit.players.curious import RASH_ANSWERS
from twingkit.players.lookahead.lookahead import FightResult, LookaheadFunctions, lookahead_of
from twingkit.players.lookahead.strength import Strengths, declared_parts

DEFAULT_PLAYOUT_COUNT = 32
"""The default number of playouts for each answer."""

FIRST_ROUND, MAX_ROUND = 2, 8
"""The playouts of each answer in the first round, and the most of a later one; each doubles the number."""

MIN_PLAYOUTS_BEFORE_DROP, MIN_PLAYOUTS = 4, 8
"""The numbers of playouts of each answer before any answer is dropped, and before one of the last two is
dropped or one is called worse.
"""

MAX_PAIR_PLAYOUTS = 64
"""The number of playouts of each of the two best answers of a hint, if they take little time."""

DROP_ERRORS, CERTAIN_ERRORS = 3.0, 2.0
"""The number of standard errors by which an answer must be worse to be dropped at once, and by which it must
be worse to be called worse.
"""

PSEUDO_SHARES, PSEUDO_DIFFERENCES = (0.0, 1.0), (-sqrt(0.5), sqrt(0.5))
"""The two games that are added to every sample, so that a few equal games do not look certain.

For a mean, these are a loss and a win (Agresti and Caffo, The American Statistician 2000); for a difference,
the four results of a pair of games, each as half a game (Agresti and Min, Statistics in Medicine 2005).
"""

MIN_LOSS, MIN_MARKED_PLAYOUTS = 0.05, 16
"""The smallest loss of a mistake, in wins from 0 to 1, and the smallest number of playouts of each answer
after which an answer is called one.
"""

SEARCH_DOUBT, MIN_SEARCH_DOUBT = 0.5, 0.02
"""The uncertainty added in the search, which may be bolder than a verdict: for games that were won or lost,
and for games that are judged by an estimated probability.
"""

MAX_RATED_ANSWERS, MAX_LISTED_ANSWERS = 8, 60
"""The largest number of answers to a question that are rated, and the number of allowed answers from which
they are picked, if the game does not say which ones are promising.
"""

MIN_VISIBLE_LOSS = 0.005
"""The smallest difference of two chances that is visible in whole percent."""

Verdict = Literal["clear", "slight", "none", "slightly_worse", "clearly_worse"]
"""How sure it is that an answer is better, or worse, than another one: by two standard errors, by one, or not
at all.
"""

CHECK_PLAYOUTS = 32
"""The number of playouts between stronger players for each of the two best answers."""


@attrs.frozen
class Rating:
    """The rating of one answer: the estimated probability to win after it (0 to 1), with its standard error
    (see `smoothed_mean_and_error`).
    """

    answer: str
    win_probability: float
    standard_error: float
    playout_count: int


@attrs.frozen
class PlayoutEnd:
    """The end of one playout: the seat's `share` of the win, the `strengths` by which it is estimated (None
    if the game was over), whether the answer itself ended the game, and the result of the fight that the
    answer started or decided. In a game without `strength`, they are what each seat of a declared table has.
    """

    share: float
    strengths: Strengths | None = None
    is_at_once: bool = False
    fight: FightResult | None = None


@attrs.frozen
class AnswerRatings:
    """The ratings of the answers to one question, best first.

    `win_shares_by_answer` are the shares of the win in each playout. Answers that were dropped early, with
    fewer playouts, come last. `ends` are the ends of these playouts; `checks` are those of further playouts
    of the two best answers, between stronger players.
    """

    seat: int
    rows: tuple[Rating, ...]
    win_shares_by_answer: Mapping[str, tuple[float, ...]] = attrs.field(repr=False)
    ends: Mapping[str, Sequence[PlayoutEnd]] = attrs.field(repr=False, factory=dict)
    checks: Mapping[str, Sequence[PlayoutEnd]] = attrs.field(repr=False, factory=dict)

    @property
    def best(self) -> Rating:
        """The rating of the best answer."""
        return self.rows[0]

    def __getitem__(self, answer: str) -> Rating:
        for row in self.rows:
            if row.answer == answer:
                return row
        raise KeyError(answer)

    def __contains__(self, answer: object) -> bool:
        return any(row.answer == answer for row in self.rows)

    def win_deficit(self, answer: str, other: str | None = None) -> tuple[float, float]:
        """Return how much less an answer wins than another one (default: the best), with the standard error.

        Only playouts that both answers have in common count.
        """
        shares, other = self.win_shares_by_answer, other or self.best.answer
        return paired_deficit(shares[other], shares[answer]) if answer != other else (0.0, 0.0)

    def are_twins(self, answer: str, other: str) -> bool:
        """Return whether two answers come to the same: all common playouts ended alike."""
        shares = self.win_shares_by_answer
        return all(abs(one - two) < 1e-9 for one, two in zip(shares[answer], shares[other], strict=False))

    def verdict(self, answer: str, other: str) -> Verdict:
        """Return how sure it is that one answer is better than another: in these playouts and, if both were
        checked, also between stronger players.
        """
        gain, error = self.win_deficit(other, answer)
        better, worse = (answer, other) if gain > 0 else (other, answer)
        if abs(gain) <= max(error, MIN_VISIBLE_LOSS) or not self._holds_in_checks(better, worse):
            return "none"
        if is_certainly_worse(abs(gain), error):
            return "clear" if gain > 0 else "clearly_worse"
        return "slight" if gain > 0 else "slightly_worse"

    def _holds_in_checks(self, better: str, worse: str) -> bool:
        if better not in self.checks or worse not in self.checks:
            return True
        loss, error = paired_deficit(*([end.share for end in self.checks[one]] for one in (better, worse)))
        return loss > error

    def with_recommended(self, first: str) -> AnswerRatings:
        """Return the same ratings with the recommended answer as the best: the best one in the playouts, or
        `first`, the adviser's, if that is not worse for certain.
        """
        if first not in self or self[first].playout_count < self.best.playout_count:
            return self
        if self.verdict(self.best.answer, first) != "none":
            return self
        chosen = self[first]
        return attrs.evolve(self, rows=(chosen, *(row for row in self.rows if row is not chosen)))


def smoothed_mean_and_error(shares: Sequence[float]) -> tuple[float, float]:
    """Return the mean and standard error of win shares, smoothed by the added `PSEUDO_SHARES`.

    >>> [round(number, 3) for number in smoothed_mean_and_error([1.0] * 16)]
    [0.944, 0.054]
    """
    return _mean_and_error([*shares, *PSEUDO_SHARES])


def paired_deficit(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return how much larger an answer's mean win share is than another's over their common playouts,
    smoothed by `PSEUDO_DIFFERENCES`, and its standard error.

    >>> [round(number, 3) for number in paired_deficit([1.0] * 8, [1.0, 0.0] * 4)]
    [0.4, 0.184]
    """
    return _mean_and_error([*_differences(better, worse), *PSEUDO_DIFFERENCES])


def search_deficit(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return how much larger an answer's mean win share is than another's over their common playouts, and the
    standard error used by the search (see `SEARCH_DOUBT`).
    """
    values = _differences(better, worse)
    mean, count = fmean(values), len(values)
    ended = all(float(value).is_integer() for value in values)
    squares = sum((value - mean) ** 2 for value in values) + (SEARCH_DOUBT if ended else MIN_SEARCH_DOUBT)
    return mean, sqrt(squares / count / max(1, count - 1)) if count > 2 else sqrt(squares) / count


def _differences(better: Sequence[float], worse: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(better, worse, strict=False)]


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    mean = fmean(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values)) / len(values)


def likely_interval(
    estimate: float, error: float, error_count: float = CERTAIN_ERRORS, *, minimum: float = 0.0
) -> tuple[float, float]:
    """Return the confidence interval of an estimated win share: `error_count` standard errors on either side,
    limited to `minimum` and 1.

    >>> [round(end, 2) for end in likely_interval(*smoothed_mean_and_error([1.0] * 16))]
    [0.84, 1.0]
    """
    return max(minimum, estimate - error_count * error), min(1.0, estimate + error_count * error)


def is_certainly_worse(loss: float, error: float) -> bool:
    """True if a difference with this standard error is certain enough to call an answer worse."""
    return loss > CERTAIN_ERRORS * error


def _next_playout_count(count: int) -> int:
    """Return the number of playouts that each answer should have after the next round, if each has `count`
    now.

    >>> [_next_playout_count(count) for count in (0, 2, 4, 8, 16)]
    [2, 4, 8, 16, 24]
    """
    return min(2 * count, count + MAX_ROUND) if count else FIRST_ROUND


def _answers_left(shares: Mapping[str, Sequence[float]]) -> list[str]:
    """Return the answers that successive halving has not dropped, the best first, from their shares of wins
    in the rounds that all of them have finished.

    >>> _answers_left({"a": [0.9, 0.8, 0.9, 0.8], "b": [0.1, 0.2, 0.1, 0.2], "c": [0.8, 0.9, 0.9, 0.9]})
    ['c', 'a']
    """
    left, count = list(shares), FIRST_ROUND
    while len(left) > 1 and all(len(shares[answer]) >= count for answer in left):
        if count >= MIN_PLAYOUTS_BEFORE_DROP:
            best, *others = sorted(left, key=lambda answer: -sum(shares[answer][:count]))
            if len(others) > 1 or count >= MIN_PLAYOUTS:
                others = others[: len(others) // 2]
            left = [best]
            for other in others:
                loss, error = search_deficit(shares[best][:count], shares[other][:count])
                left += [other] if loss <= DROP_ERRORS * error else []
        count = _next_playout_count(count)
    return left


def answers_to_rate(game: Game, lookahead: LookaheadFunctions) -> list[str]:
    """Return the answers to the pending question that are worth rating, first the one that the game's adviser
    (a computer player) would give.

    These are the game's candidate answers; if it names none, some that are picked at random. None of these
    leaves the game: few playouts would smooth its certain loss into a chance.
    """
    question = game.question
    assert question is not None
    adviser, looked_at = lookahead.adviser or lookahead.playout_player, lookahead.candidate_answers
    if looked_at is None:
        others = list(islice(question.options(), MAX_LISTED_ANSWERS))
        random.Random(len(game)).shuffle(others)
        others = [other for other in others if str(other) not in RASH_ANSWERS]
        values: Iterable[object] = [adviser(0)(game.copy()), *others]
    else:
        values = looked_at(game)
    texts = (value if isinstance(value, str) else question.format_answer(value) for value in values)
    looked = dict.fromkeys(question.format_answer(question.parse_answer(text)) for text in texts)
    return list(looked)[:MAX_RATED_ANSWERS]


class _RandomSources:
    """The random numbers of one playout: a separate source for each seat and kind of question."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._sources: dict[tuple[str, int], random.Random] = {}

    def source(self, question: ChanceQuestion) -> random.Random:
        """Return the source of random numbers for a question of chance."""
        key = question.kind, question.player
        if key not in self._sources:
            self._sources[key] = random.Random(f"{self.seed} {question.kind} {question.player}")
        return self._sources[key]


class AnswerPlayouts:
    """A running comparison of the answers to one question by playouts: run any number of them, and read the
    ratings at any time.
    """

    def __init__(
        self,
        game: Game,
        *,
        lookahead: LookaheadFunctions | None = None,
        candidate_answers: Iterable[object] | None = None,
        seed: int = 0,
        other_deals: Sequence[Game] = (),
        shares: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        """Prepare playouts of the pending question for these answers (default: all).

        `other_deals` are the same game with other deals of unknown cards, which take turns; `shares` are the
        results of earlier playouts. Raises `BadAnswer` if no player is asked, and `Fault` for an illegal
        answer.
        """
        question = game.question
        if question is None:
            raise BadAnswer("play.over")
        if question.is_chance:
            raise BadAnswer("lookahead.chance", question=question)
        self.games, self.seed = (game, *other_deals), (seed * 10_007 + len(game)) * 10_007
        self.seat = question.player
        self.lookahead = lookahead or lookahead_of(game)
        looked_at = self.lookahead.candidate_answers
        listed = looked_at(game) if looked_at else question.options()
        self.answers: dict[str, object] = {}
        for answer in listed if candidate_answers is None else candidate_answers:
            value = question.parse_answer(answer) if isinstance(answer, str) else answer
            if (refusal := question.refusal(value)) is not None:
                raise refusal
            self.answers[question.format_answer(value)] = value
        if not self.answers:
            raise Fault("lookahead.no_answers")
        self.shares: dict[str, list[float]] = {
            answer: [*(shares or {}).get(answer, ())] for answer in self.answers
        }
        self.ends: dict[str, list[PlayoutEnd]] = {answer: [] for answer in self.answers}
        """The ends of the playouts, in the order of `shares`, without those of earlier playouts."""
        self.checks: dict[str, list[PlayoutEnd]] = {}
        """The ends of the playouts between stronger players."""
        self.work = 0
        """The number of answers, of players and of chance, in all games that were played on."""
        self.can_stop = False
        """True while each answer that is compared has the same number of playouts, and at least one."""

    def run_round(self, answers: Sequence[str]) -> Slices[None]:
        """Run one more round for these answers: one slice for each playout.

        An answer with fewer playouts than the others catches up first.
        """
        fewest, most = (choose(len(self.shares[answer]) for answer in answers) for choose in (min, max))
        last = most if fewest < most else _next_playout_count(most)
        for number in range(fewest, last):
            for at, answer in enumerate(answers):
                if len(self.shares[answer]) == number:
                    self.can_stop = at == 0 < number
                    yield (number - fewest + at / len(answers)) / (last - fewest)
                    self.run_playout(answer)

    def find_best(self, candidates: Sequence[str], *, protected_answers: Sequence[str] = ()) -> Slices[str]:
        """Run rounds until one of the candidates is left, and return it; `protected_answers` answers are
        never dropped.
        """
        while len(left := _answers_left({answer: self.shares[answer] for answer in candidates})) > 1:
            for share in self.run_round(list(dict.fromkeys([*protected_answers, *left]))):
                yield share / len(left)
        return left[0]

    def compare(self, candidates: Sequence[str], given: Sequence[str]) -> Slices[None]:
        """Find the best candidate, and compare the `given` answers with it, in more playouts if the first of
        them is probably a mistake; a later call adds playouts.
        """
        shares, is_new = self.shares, not any(self.shares.values())
        best = given[0]
        if candidates:
            best = yield from self.find_best(candidates, protected_answers=candidates[:1])
        compared = list(dict.fromkeys([best, *given]))
        enough = max(MIN_PLAYOUTS, len(shares[best])) if is_new else len(shares[best]) + 1
        while (done := min(len(shares[answer]) for answer in compared)) < enough:
            yield from self.run_round(compared)
            loss = paired_deficit(shares[best], shares[given[0]])
            if done < MIN_MARKED_PLAYOUTS and loss[0] >= MIN_LOSS and is_certainly_worse(*loss):
                enough = MIN_MARKED_PLAYOUTS

    def compare_as_hint(self, candidates: Sequence[str], compared: Sequence[str] = ()) -> Slices[None]:
        """Find the best candidate, try it, the next best and the `compared` answers more often, and check all
        of these.
        """
        first = candidates[0]
        yield from self.compare(candidates, [first, *compared])
        ratings = self.ratings()
        best, *others = [row.answer for row in ratings.rows]
        different = next((other for other in others if not ratings.are_twins(best, other)), others[0])
        chosen = {best, different, *compared}
        if ratings.verdict(best, first) == "none":
            chosen.add(first)
        left = [answer for answer in self.answers if answer in chosen]
        while min(len(self.shares[answer]) for answer in left) < MAX_PAIR_PLAYOUTS:
            yield from self.run_round(left)
        yield from self.check(left)

    def run_playout(self, answer: str) -> None:
        """Run one more playout after this answer."""
        number = len(self.shares[answer])
        end = self._play_on(self.answers[answer], number, self.lookahead.playout_player)
        self.shares[answer].append(end.share)
        self.ends[answer].append(end)

    def check(self, answers: Sequence[str], count: int = CHECK_PLAYOUTS) -> Slices[None]:
        """Run playouts of these answers between the stronger players of `lookahead.checking_player`, if there
        are any, until each has `count` of them.
        """
        player = self.lookahead.checking_player
        if player is None:
            return
        for answer in answers:
            self.checks.setdefault(answer, [])
        for number in range(min(len(self.checks[answer]) for answer in answers), count):
            for at, answer in enumerate(answers):
                if len(self.checks[answer]) == number:
                    self.can_stop = at == 0 < number
                    yield number / count
                    self.checks[answer].append(self._play_on(self.answers[answer], number, player))

    def _play_on(self, answer: object, number: int, player: Callable[[int], Policy]) -> PlayoutEnd:
        """Play on from this answer. A fight that it starts or decides is played by the adviser on all sides:
        the fast players of playouts defend too little.
        """
        lookahead, seat, seed = self.lookahead, self.seat, self.seed + number
        game = lookahead.sample_hidden_information(self.games[number % len(self.games)], seat, seed)
        turn, last = lookahead.turn_number, lookahead.turn_number(game) + lookahead.max_playout_turns
        fight = lookahead.current_fight(game.table)
        game.answer_unchecked(answer)
        if game.over:
            return PlayoutEnd(win_share(game, seat), is_at_once=True)
        fight = fight or lookahead.current_fight(game.table)
        chances, seats = _RandomSources(seed), range(player_count(game))
        players = [player(seed + at) for at in seats]
        fighters = [(lookahead.adviser or player)(seed + at) for at in seats] if fight else players
        result: FightResult | None = None
        while (question := game.question) is not None:
            self.work += 1
            if fight is not None and lookahead.current_fight(game.table) is not fight:
                result, fight, fighters = lookahead.fight_result(game.table, fight, seat), None, players
            if isinstance(question, ChanceQuestion):
                game.answer_randomly(chances.source(question))
            elif lookahead.strength is not None and turn(game) >= last:
                strengths = lookahead.strengths(game, seat)
                return PlayoutEnd(
                    lookahead.share_of_strengths(game, strengths, seat), strengths, fight=result
                )
            else:
                game.answer_unchecked(_allowed(game, fighters[question.player](game)))
        if fight is not None:
            result = lookahead.fight_result(game.table, fight, seat)
        judged = lookahead.strength is None and isinstance(game.table, ZoneTable)
        return PlayoutEnd(win_share(game, seat), declared_parts(game.table) if judged else None, fight=result)

    def ratings(self) -> AnswerRatings:
        """Return the ratings so far."""
        rows = []
        for answer, shares in self.shares.items():
            if shares:
                win, error = smoothed_mean_and_error(shares)
                rows.append(Rating(answer, win, error, len(shares)))
        rows.sort(key=lambda row: (-row.playout_count, -row.win_probability))
        kept = {answer: tuple(shares) for answer, shares in self.shares.items()}
        return AnswerRatings(self.seat, tuple(rows), kept, self.ends, self.checks)


def _allowed(game: Game, answer: object) -> object:
    question = game.question
    assert question is not None
    return question.parse_answer(answer) if isinstance(answer, str) else answer


def rate_candidates(
    game: Game, *, compared: Sequence[str] = (), seconds: float | None = None, seed: int = 0
) -> AnswerRatings | None:
    """Rate the answers that a hint or a review considers (`answers_to_rate`) by playouts, the recommended one
    first, or the only one and another that is allowed; None if only one is. Two `compared` answers are rated
    alone, one beside the others.

    Every answer has at least one playout; the best two and the `compared` ones have `MAX_PAIR_PLAYOUTS` and
    are checked; all this ends after `seconds`. Raises like `AnswerPlayouts`, and `Fault` if the answers
    cannot be rated.
    """
    until = time.monotonic() + (inf if seconds is None else seconds)
    lookahead = lookahead_of(game)
    if (why := lookahead.rating_fault(game)) is not None:
        raise why
    answers = [*compared] if len(compared) > 1 else answers_to_rate(game, lookahead)
    answers = list(dict.fromkeys([*answers, *compared]))
    if len(answers) == 1 and game.question is not None:  # an alternative to name
        options = map(game.question.format_answer, islice(game.question.options(), MAX_LISTED_ANSWERS))
        answers += [option for option in options if option != answers[0]][:1]
    if len(answers) < 2:
        return None
    played = AnswerPlayouts(game, lookahead=lookahead, candidate_answers=answers, seed=seed)
    for _ in played.compare_as_hint(answers, compared):
        if played.can_stop and time.monotonic() > until:
            break
    return played.ratings().with_recommended(answers[0])


def rate_answers_by_playouts(
    game: Game,
    *,
    playout_count: int = DEFAULT_PLAYOUT_COUNT,
    candidate_answers: Iterable[object] | None = None,
    lookahead: LookaheadFunctions | None = None,
    seed: int = 0,
) -> AnswerRatings:
    """Rate the possible answers to the pending question by playouts, for the seat that is asked.

    For each answer, `playout_count` playouts are run. `candidate_answers` limits the answers to rate (values
    or texts; default: all). Raises `BadAnswer` if no player is asked, `Refusal` for an illegal answer, and
    `ValueError` if `playout_count` is not above 0.

    >>> from twingkit import ember
    >>> game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    >>> answers = ["done", "conjure cerberus A5 E5 F5 A9 E9"]
    >>> rated = rate_answers_by_playouts(game, playout_count=2, candidate_answers=answers)
    >>> [row.playout_count for row in rated.rows]
    [2, 2]
    """
    if playout_count < 1:
        raise ValueError(f"the number of games must be above 0, not {playout_count}")
    played = AnswerPlayouts(game, lookahead=lookahead, candidate_answers=candidate_answers, seed=seed)
    for _ in range(playout_count):
        for answer in played.answers:
            played.run_playout(answer)
    return played.ratings()


@attrs.frozen
class PercentageFact:
    """A probability from 0 to 1 that a sentence shows in percent."""

    value: float

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the probability in percent, such as `41%`."""
        return format_percent(self.value)
