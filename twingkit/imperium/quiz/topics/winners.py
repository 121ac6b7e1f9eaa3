"""Questions on the likely winner of a battle, judged by the exact odds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from twingkit.core.rulebook import Ruling, TextByLanguage
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.dice.combat_roll import hit_count_probabilities
from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz.battles import new_battle_game, sample_fleet
from twingkit.imperium.quiz.question_texts import (
    SAY,
    mistake,
    one_decimal_text,
    percentage_texts,
    plain,
    remark,
    whole_percent_texts,
)
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.item import QuizItem, QuizReason, Reason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.options import Mistake, value_options
from twingkit.learn.quiz.staging import question_at_moment

_MIN_LEAD = 0.015
"""The minimum lead of the best option over the next."""

_MAX_WIN_CHANCE = 0.9
"""The maximum chance to win of either side in a question."""

SAME_COST_FLEETS: Sequence[Mapping[str, int]] = (
    {"dreadnought": 1},
    {"cruiser": 2},
    {"carrier": 1, "fighter": 2},
    {"cruiser": 1, "destroyer": 2},
    {"destroyer": 4},
)
"""Fleets that each cost four resources."""

_FLEET_OPTION_COUNT = 3
"""The number of `SAME_COST_FLEETS` that a question offers."""


def _space(rng: random.Random) -> Battle:
    return Battle("space", Side(sample_fleet(rng, class_count=2)), Side(sample_fleet(rng, class_count=2)))


def _shares(fight: Battle) -> list[Reason]:
    """Return both sides' chances to win as reasons, with their hits a round and the hits they can take."""
    chances = odds(fight)
    win, loss, tie = whole_percent_texts(chances.win, chances.loss, chances.tie)
    shares = Ruling("IM-ODDS-1", "shares", {"win": win, "loss": loss, "tie": tie}, rulebook())
    mine, theirs = _strength(fight, 0), _strength(fight, 1)
    facts = {"a": one_decimal_text(mine[0]), "b": one_decimal_text(theirs[0]), "m": mine[1], "n": theirs[1]}
    return [shares, remark("why.strength", **facts)]


def _strength(fight: Battle, player: int) -> tuple[float, int]:
    """Return the average number of hits that a side makes in the first round, and the number of hits it can
    take.
    """
    table = new_battle_game(fight).table
    chances = hit_count_probabilities(table.fight, table.fight.starting_forces(), player, 1)
    expected = sum(n * chance for n, chance in enumerate(chances))
    return expected, sum(
        count * (1 + kind.can_sustain_damage) for kind, count in fight.sides[player].units_with_counts()
    )


@question_kind("favoured")
def _likely_winner(rng: random.Random) -> QuizItem | None:
    fight = _space(rng)
    chances = odds(fight)
    gap = chances.win - chances.loss
    if 0.08 < abs(gap) < 0.25 or max(chances.win, chances.loss) > _MAX_WIN_CHANCE:
        return None  # neither even nor clearly decided
    right = "even" if abs(gap) <= 0.08 else "attacker" if gap > 0 else "defender"
    ships = [sum(count for _, count in side.units) for side in fight.sides]
    more = "even" if ships[0] == ships[1] else "attacker" if ships[0] > ships[1] else "defender"
    names = sorted(("attacker", "defender", "even"), key=lambda name: name != more)
    counted = (remark("mistake.ships_counted"),)
    mistakes = [Mistake(name, reasons=counted if name == more else ()) for name in names if name != right]
    options = value_options(right, mistakes, lambda name: SAY(f"favoured.{name}"))
    why = [*_shares(fight), remark(f"why.favoured_{right}", n=round(100 * abs(gap)))]
    return question_at_moment(new_battle_game(fight), (), SAY("winners.favoured"), options, why)


@question_kind("chance")
def _attacker_win_chance(rng: random.Random) -> QuizItem | None:
    fight = _space(rng)
    chances = odds(fight)
    right = round(chances.win * 20) * 5
    require(10 <= right <= 90)
    steps = [right + 20 * step for step in (-4, -3, -2, -1, 1, 2, 3, 4)]
    others = [share for share in steps if 0 < share < 100]
    rng.shuffle(others)
    other_way = round(chances.loss * 20) * 5
    ready = [mistake(other_way, "other_side")] if abs(other_way - right) >= 20 and 0 < other_way < 100 else []
    mistakes = [*ready, *(Mistake(share) for share in others if not ready or abs(share - other_way) >= 15)]
    options = value_options(right, mistakes, lambda share: percentage_texts(share / 100))
    texts = SAY("winners.chance", side="attacker")
    return question_at_moment(
        new_battle_game(fight),
        (),
        texts,
        options,
        [*_shares(fight), remark("why.nearest", n=percentage_texts(right / 100))],
    )


@question_kind("stronger")
def _most_helpful_ships(rng: random.Random) -> QuizItem | None:
    fight = _space(rng)
    offered = rng.sample(range(len(SAME_COST_FLEETS)), _FLEET_OPTION_COUNT)
    shares = dict[int, float]()
    for index in offered:
        shares[index] = odds(_with_ships(fight, SAME_COST_FLEETS[index])).win
        require(shares[index] <= _MAX_WIN_CHANCE)
    order = sorted(offered, key=shares.__getitem__, reverse=True)
    require(shares[order[0]] - shares[order[1]] >= _MIN_LEAD)
    options = value_options(str(order[0]), [Mistake(str(index)) for index in order[1:]], _bundle, key=_key)
    texts = SAY("winners.stronger", side="attacker")
    why = [_help_remark(fight, SAME_COST_FLEETS[index], shares[index]) for index in order]
    why.append(remark("why.nothing_bought", win=percentage_texts(odds(fight).win)))
    return question_at_moment(new_battle_game(fight), (), texts, options, why)


def _help_remark(fight: Battle, more: Mapping[str, int], win: float) -> QuizReason:
    """Return a remark on the attacker’s chance to win with additional ships, and what these ships add."""
    plain_strength, strength = _strength(fight, 0), _strength(_with_ships(fight, more), 0)
    ships = tuple(UnitCount(unit(name), count) for name, count in more.items())
    facts = {"hits": one_decimal_text(strength[0] - plain_strength[0]), "n": strength[1] - plain_strength[1]}
    return remark("why.bought", ships=ships, win=percentage_texts(win), **facts)


def _with_ships(fight: Battle, more: Mapping[str, int]) -> Battle:
    units = dict(fight.attacker.units)
    together = {name: units.get(name, 0) + more.get(name, 0) for name in (*units, *more)}
    return Battle(fight.kind, Side(together), fight.defender)


def _bundle(fleet_index: str) -> TextByLanguage:
    return plain(
        tuple(UnitCount(unit(name), count) for name, count in SAME_COST_FLEETS[int(fleet_index)].items())
    )


def _key(fleet_index: str) -> str:
    return " ".join(f"{count} {name}" for name, count in SAME_COST_FLEETS[int(fleet_index)].items())
