"""What certainly differs after two answers, from the playouts that rate both.

The playouts of two answers use the same deals and dice, so what each side has at their ends can be compared
pair by pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean

import attrs

from twingkit.core.words import SentenceCatalogue
from twingkit.players.lookahead.lookahead import LookaheadFunctions
from twingkit.players.lookahead.ratings import AnswerRatings, PlayoutEnd
from twingkit.players.lookahead.strength import OUT, Part, contributions

CERTAIN_LEVEL_ERRORS = 3.0
"""The number of standard errors by which a quantity must differ to be a reason."""

WON = "won"
"""The quantity that stands for games that ended before the time at which playouts are judged."""

WORDS = SentenceCatalogue(Path(__file__).with_name("explanation.toml"))
"""The sentences of explanations in any game."""


@attrs.frozen
class Consequence:
    """A quantity that certainly differs after two answers: the mean level of a seat after each, the standard
    error of the difference, and its effect on the chance to win of the seat that answers (from -1 to 1).
    """

    quantity: str
    seat: int
    level: float
    other_level: float
    error: float
    effect: float


def consequences(
    ratings: AnswerRatings, answer: str, other: str, lookahead: LookaheadFunctions
) -> list[Consequence]:
    """Return what certainly differs after two answers and can be said, what matters most first."""
    words = lookahead.quantity_words or WORDS
    found = _differences(ratings.ends.get(answer, ()), ratings.ends.get(other, ()), ratings.seat)
    checked = {}
    if answer in ratings.checks and other in ratings.checks:
        checked = {
            (one.seat, one.quantity): one
            for one in _differences(ratings.checks[answer], ratings.checks[other], ratings.seat)
        }
    kept = []
    for one in found:
        key = sentence_key(one, ratings.seat, words)
        sayable = key in words or f"{key}_share" in words
        certain = abs(one.level - one.other_level) > CERTAIN_LEVEL_ERRORS * one.error
        check = checked.get((one.seat, one.quantity))
        holds = check is None or (check.level - check.other_level) * (one.level - one.other_level) > 0
        if sayable and certain and holds:
            kept.append(one)
    return sorted(kept, key=lambda one: -abs(one.effect))


def _differences(ends: Sequence[PlayoutEnd], others: Sequence[PlayoutEnd], seat: int) -> list[Consequence]:
    """Return the mean difference of every quantity over the pairs of playouts with the same luck."""
    pairs = list(zip(ends, others, strict=False))
    slopes = _slopes([*ends, *others])
    effects = dict.fromkeys(slopes or (), 0.0)
    for end, other in pairs:
        if end.strengths is None or other.strengths is None:
            found = {(seat, WON): end.share - other.share}
        else:
            found = contributions(end.strengths, other.strengths, seat) if slopes is None else {}
        for key, effect in found.items():
            effects[key] = effects.get(key, 0.0) + effect / len(pairs)
    rows = []
    for (whose, name), effect in effects.items():
        levels = ((_level(end, whose, name), _level(other, whose, name)) for end, other in pairs)
        known = [(one, two) for one, two in levels if one is not None and two is not None]
        if not known:
            continue
        first, second = map(fmean, zip(*known, strict=True))
        mean = first - second
        error = sqrt(sum((one - two - mean) ** 2 for one, two in known) + 0.5) / len(known)
        if slopes is not None and name != WON:
            effect = slopes[whose, name] * mean
        rows.append(Consequence(name, whose, first, second, error, effect))
    return rows


def _slopes(ends: Sequence[PlayoutEnd]) -> dict[tuple[int, str], float] | None:
    """Return by how much the share of the win grows with each level, as these playouts show it; None if the
    worth of each level is known.
    """
    known = [end for end in ends if end.strengths is not None]
    parts = [(end.share, end.strengths) for end in known if end.strengths]
    if not parts or any(part.worth for side in parts[0][1].values() for part in side.values()):
        return None
    mean = fmean(share for share, _ in parts)
    slopes = {}
    for seat, side in parts[0][1].items():
        for name in side:
            values = [strengths[seat][name].level for _, strengths in parts]
            middle = fmean(values)
            spread = sum((value - middle) ** 2 for value in values)
            joint = sum(
                (value - middle) * (share - mean) for value, (share, _) in zip(values, parts, strict=True)
            )
            slopes[seat, name] = joint / spread if spread else 0.0
    return slopes


def _level(end: PlayoutEnd, seat: int, name: str) -> float | None:
    """Return the level of a quantity at the end of a playout; None if the game was over, or the seat out."""
    if name == WON:
        return end.share if end.strengths is None else 0.0
    if end.strengths is None:
        return None
    if name == OUT:
        return float(seat not in end.strengths)
    return end.strengths[seat].get(name, Part(0.0, 0.0)).level if seat in end.strengths else None


def sentence_key(one: Consequence, seat: int, words: SentenceCatalogue) -> str:
    """Return the key of the sentence about a quantity."""
    side = "own" if one.seat == seat else "other"
    return f"declared.{side}" if words is WORDS else f"{one.quantity}.{side}"
