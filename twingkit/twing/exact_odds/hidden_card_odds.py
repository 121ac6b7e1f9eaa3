"""The odds of a battle with hidden hands, in which each side plays best by its own knowledge.

Both sides have laid; some of the cards they still hold may be hidden. The model, named `known`:

- At each response, a side that does not know the other's cards considers all hands that are still possible:
  the chances of `HiddenCardPool.response_card_chances`, without hands that lack a card already played. It
  chooses the response with the best mean value over these hands, where the value of a response assumes open
  hands from then on (TW-ODDS-2). Ties are resolved as in TW-ODDS-2.
- A side whose own hand is hidden knows its cards, including those it cannot use here. If the other side hides
  nothing, it also knows the other's: the cautious assumption for the side that does not know.
- These two strategies are then played out exactly against each other, for every possible hand and all dice,
  and averaged. Nothing in the result is estimated; only the strategy is simple.

Limits: choosing by open-hand values acts as if all cards were known from the next response on (strategy
fusion), so a side may postpone what it should do now. Nobody bluffs, and nobody infers anything from a
response that was not made: only revealed cards rule out hands. So neither side plays an equilibrium. Two rows
bracket the result for the side that does not know: `open`, as if all hands were open, and `attacker_silent`
or `defender_silent`, as if the hidden side never responded.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import sqrt
from typing import NamedTuple

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.notation import ROLES, validate_by_parsing
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.odds import Odds
from twingkit.twing.box.box import BOX_ARGUMENT, Box
from twingkit.twing.exact_odds.best_responses.hidden_play import HiddenHandsSolution
from twingkit.twing.exact_odds.best_responses.many_battles import check_budget
from twingkit.twing.exact_odds.contest import Contest, RemainingSidePlays
from twingkit.twing.exact_odds.hidden_hands import DEFAULT_SEED, HiddenCardPool, check_sample_count
from twingkit.twing.exact_odds.impossible_outcomes import impossible_in_hands_reason, impossible_outcomes_text
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, battle_odds
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

MAX_PLAY_COMBINATIONS = 30_000
"""Largest number of combinations of remaining plays, over all hands, for which all hands are solved."""

DEFAULT_SAMPLES = 1_000
"""Number of pairs of hands sampled by default if there are too many."""


class _HandWithKnowledge(NamedTuple):
    """What matters about a side's hand: the plays that it allows, and the number of what its owner knows
    about the other hand.

    Two hands with the same plays can differ in this index: a side with an unusable Miromon knows that the
    other side does not have it.
    """

    side_plays: RemainingSidePlays
    belief_index: int = 0


_HandPair = tuple[_HandWithKnowledge, _HandWithKnowledge]
"""The relevant parts of the attacker's and the defender's hand."""


class PlayModelOdds(NamedTuple):
    """The attacker's odds under one assumption about what the sides know of hidden cards and whether they
    play them.

    `model` is `known`, `open`, `attacker_silent` or `defender_silent` (see the module), `label` its name.
    `error` is the standard error of `edge`, 0 if exact; `reason` explains each chance of 0.
    """

    model: str
    label: str
    win: float
    tie: float
    loss: float
    edge: float
    error: float
    reason: str = ""


@attrs.frozen
class HiddenCardOdds:
    """The attacker's odds in a battle with hidden cards.

    `odds` is the model `known`, with the standard error `error` of its edge (0 if `exact`); `other_models`
    are the other models. `hand_count` counts the different pairs of hands that were played out, `samples`
    those that were sampled (0 if exact); `responses` is the argument; `uses_assumed_counts` says whether
    numbers of the box are invented (TW-BOX-5).

    >>> result = odds_with_hidden_cards("F: F5 F3 + F4 & cat vs W: W6 W4 & ?")
    >>> result.exact, result.hand_count
    (True, 4)
    """

    situation: Situation
    odds: Odds
    error: float
    other_models: dict[str, tuple[Odds, float]]
    exact: bool
    samples: int
    hand_count: int
    uses_assumed_counts: bool
    variant: Variant = BOX
    responses: Responses = "best"

    @check_arguments()
    def rows(self) -> list[PlayModelOdds]:
        """Return the chances under every model of play, `known` first."""
        every = {"known": (self.odds, self.error), **self.other_models}
        return [
            PlayModelOdds(
                *(model, message(f"unknown.{model}"), odds.win, odds.tie, odds.loss, odds.edge, error),
                self._why_never(odds),
            )
            for model, (odds, error) in every.items()
        ]

    def _why_never(self, odds: Odds) -> str:
        """Return a text that explains why outcomes have a chance of 0; empty if there are no such
        outcomes.
        """
        battle = self.situation.laid_battle
        if self.responses == "none" and battle is not None:
            return impossible_outcomes_text(battle_contest(battle, self.variant), odds, self.responses)
        return impossible_in_hands_reason(odds, self.hand_count)

    @with_column_meanings
    @check_arguments()
    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the chances under every model of play as a table.

        Its `.attrs` hold `position`, `responses`, `exact`, `samples`, `hand_count`, `assumed`.
        """
        names = ("responses", "exact", "samples", "hand_count")
        facts = {"position": str(self.situation)} | {name: getattr(self, name) for name in names}
        facts["assumed"] = self.uses_assumed_counts
        return frame_from_rows(
            self.rows(), PlayModelOdds._fields, **facts, **variant_table_attrs(self.variant)
        )

    def __str__(self) -> str:
        return str(self.odds) if self.exact else f"{self.odds} ± {self.error:.1%}"

    def _repr_html_(self) -> str:
        return self.odds._repr_html_()


@with_column_meanings
@check_arguments(responses=RESPONSES_ARGUMENT, box=BOX_ARGUMENT)
def odds_with_hidden_cards(
    position: Situation | Battle | str,
    *,
    responses: Responses = "best",
    variant: Variant | str = BOX,
    samples: int | None = None,
    seed: int = DEFAULT_SEED,
    box: Box | None = None,
) -> HiddenCardOdds:
    """Return the attacker's odds after both sides have laid, if held cards are hidden (`& cat ?*2`).

    `responses` is "best" (each side plays best by its own knowledge, see the module) or "none" (the dice
    alone). All hands are played out; if there are too many, or if `samples` is given, that many are sampled
    with `seed`, and the sides consider only the sampled hands. `variant` is a `Variant`, a preset's name or a
    line of switches.

    Raises `NotationError`, `IllegalBattleError`, `BudgetError`, or `Fault` if a side has not laid or the box
    has too few cards left.

    >>> result = odds_with_hidden_cards("F: F5 F3 + F4 & cat vs W: W6 W4 & ?*2")
    >>> print(result, result.exact)
    win 69.2%, tie 7.7%, loss 23.2% True
    >>> for row in result.rows():
    ...     print(f"{row.model:16} {row.edge:.4f}")
    known            0.4600
    open             0.4602
    defender_silent  0.6522
    """
    return finish(hidden_odds_in_slices(position, as_variant(variant), responses, samples, seed, box))


def hidden_odds_in_slices(
    situation: Situation | Battle | str,
    rules: Variant,
    responses: Responses = "best",
    samples: int | None = None,
    seed: int = DEFAULT_SEED,
    box: Box | None = None,
) -> Slices[HiddenCardOdds]:
    """Compute `odds_with_hidden_cards` in slices: a generator that yields its progress (0 to 1) and returns
    the odds.
    """
    yield 0.0
    if isinstance(situation, Battle):
        situation = Situation.parse(str(situation))
    if not isinstance(situation, Situation | str):
        raise Fault("situation.kind", found=quote_value(situation))
    parsed = (
        Situation.parse(situation)
        if isinstance(situation, str)
        else validate_by_parsing(situation, Situation.parse)
    )
    battle = parsed.check(rules).laid_battle
    if battle is None:
        raise Fault("unknown.not_laid")
    pool = HiddenCardPool.from_situation(parsed, box, rules)
    if responses == "none":
        exact = battle_odds(battle, variant=rules)
        brackets = dict.fromkeys(_brackets(parsed), (exact, 0.0))
        return HiddenCardOdds(
            parsed, exact, 0.0, brackets, True, 0, 1, pool.uses_assumed_counts, rules, responses
        )
    pairs, contests, drawn = _pairs(pool, battle, samples, seed, rules)
    play = HiddenHandsSolution(_largest_contest(pool, battle, rules), contests, pairs)
    edges = yield from _chances_in_slices(play.hidden_hands_win_and_loss, pairs, 0.0, 0.6)
    mean, error = _mean_odds(edges, pairs, drawn)
    open_edges = yield from _chances_in_slices(play.open_hands_win_and_loss, pairs, 0.6, 0.7)
    brackets = {"open": _mean_odds(open_edges, pairs, drawn, BEST_RESPONSES)}
    for n, model in enumerate(_brackets(parsed)[1:]):
        silent = partial(play.win_and_loss_if_side_passes, side=ROLES.index(model.removesuffix("_silent")))
        silent_edges = yield from _chances_in_slices(silent, pairs, 0.7 + 0.1 * n, 0.8 + 0.1 * n)
        brackets[model] = _mean_odds(silent_edges, pairs, drawn)
    return HiddenCardOdds(
        parsed, mean, error, brackets, not drawn, drawn, len(pairs), pool.uses_assumed_counts, rules
    )


def _chances_in_slices(
    play: Callable[[_HandPair], tuple[float, float]],
    pairs: Iterable[_HandPair],
    start_progress: float,
    end_progress: float,
) -> Slices[dict[_HandPair, tuple[float, float]]]:
    """Compute the chances (win, loss) of every pair of hands in slices: a generator that yields its progress
    and returns the chances by pair.

    Progress runs from `start_progress` to `end_progress`.
    """
    edges: dict[_HandPair, tuple[float, float]] = {}
    for pair in (asked := list(pairs)):
        yield start_progress + (end_progress - start_progress) * len(edges) / len(asked)
        edges[pair] = play(pair)
    return edges


def _mean_odds(
    solved: Mapping[_HandPair, tuple[float, float]],
    chances: Mapping[_HandPair, float],
    drawn: int,
    rule: str = "",
) -> tuple[Odds, float]:
    """Return the mean odds over all pairs of hands, and the standard error of the edge (0 unless sampled)."""
    win = sum(chance * solved[pair][0] for pair, chance in chances.items())
    loss = sum(chance * solved[pair][1] for pair, chance in chances.items())
    error = 0.0
    if drawn:
        spread = sum(chance * (solved[pair][0] - solved[pair][1]) ** 2 for pair, chance in chances.items())
        error = sqrt(max(0.0, spread - (win - loss) ** 2) / drawn)
    return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=rule), error


def _brackets(situation: Situation) -> list[str]:
    sides = zip(ROLES, situation.sides, strict=True)
    return ["open", *(f"{role}_silent" for role, holder in sides if holder.hidden_count)]


def _pairs(
    pool: HiddenCardPool, battle: Battle, samples: int | None, seed: int, variant: Variant
) -> tuple[dict[_HandPair, float], dict[_HandPair, Contest], int]:
    """Return pairs of hands with their chances, their contests, and the number of sampled pairs (0: all)."""
    check_sample_count(samples)
    held_by_both = pool.response_card_chances()
    by_held = {held: battle_contest(_with_held(battle, held), variant) for held in held_by_both}
    chances: dict[_HandPair, float] = defaultdict(float)
    contests: dict[_HandPair, Contest] = {}
    for held, pair in _hand_pairs_by_cards(held_by_both, by_held).items():
        contests[pair] = by_held[held]
        chances[pair] += held_by_both[held]
    drawn = 0
    if (
        samples is not None
        or sum(contest.play_combinations for contest in contests.values()) > MAX_PLAY_COMBINATIONS
    ):
        drawn = samples or DEFAULT_SAMPLES
        rng = random.Random(seed)
        hands = sorted(
            chances.items(), key=lambda item: [(hand.side_plays.play_counts, hand[1]) for hand in item[0]]
        )
        picked = rng.choices([pair for pair, _ in hands], [chance for _, chance in hands], k=drawn)
        chances = dict[_HandPair, float](Counter(picked))
    total = sum(chances.values())
    for pair in chances:
        check_budget(contests[pair])
    return {pair: chance / total for pair, chance in chances.items()}, contests, drawn


def _largest_contest(pool: HiddenCardPool, battle: Battle, variant: Variant) -> Contest:
    held_by_both = list(pool.response_card_chances())
    most = [
        ResponseCards(*map(max, zip(*(held[side] for held in held_by_both), strict=True))) for side in (0, 1)
    ]
    return battle_contest(_with_held(battle, (most[0], most[1])), variant)


def _hand_pairs_by_cards(
    chances: Mapping[tuple[ResponseCards, ResponseCards], float],
    contests: Mapping[tuple[ResponseCards, ResponseCards], Contest],
) -> dict[tuple[ResponseCards, ResponseCards], _HandPair]:
    """Return, for each pair of the sides' response cards, the part of both hands that matters for the odds.

    A side knows all its cards, including unusable ones, so two hands are equal only if they imply the same
    about the other side's.
    """
    sides: list[dict[ResponseCards, _HandWithKnowledge]] = []
    for side in (0, 1):
        follows: dict[ResponseCards, dict[RemainingSidePlays, float]] = {}
        resources: dict[ResponseCards, RemainingSidePlays] = {}
        for held, chance in chances.items():
            own, other = held[side], contests[held].side_plays[1 - side]
            resources[own] = contests[held].side_plays[side]
            follows.setdefault(own, defaultdict(float))[other] += chance
        numbers: dict[frozenset[tuple[RemainingSidePlays, float]], int] = {}
        hands: dict[ResponseCards, _HandWithKnowledge] = {}
        for own in sorted(follows):
            total = sum(follows[own].values())
            belief = frozenset((other, round(part / total, 12)) for other, part in follows[own].items())
            hands[own] = _HandWithKnowledge(resources[own], numbers.setdefault(belief, len(numbers)))
        sides.append(hands)
    return {held: (sides[0][held[0]], sides[1][held[1]]) for held in chances}


def _with_held(battle: Battle, held: tuple[ResponseCards, ResponseCards]) -> Battle:
    return battle.with_side(0, response_cards=held[0]).with_side(1, response_cards=held[1])
