"""Advice on a battle: what a side can decide in it, each option with its exact chances, the best first.

    advise("space: 2 carrier 1 cruiser vs 3 destroyer", side="attacker")

A side decides in which order it loses its units and when they sustain damage (IM-ODDS-2), and in space when
it retreats (IM-SPACE-5). Advice on a game in progress, or on a position of a whole game, comes from playouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from twingkit.analyse.advice_by_playouts import advise_by_playouts
from twingkit.core.arguments import COUNT, TEXT, check_arguments, instance_of
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import message
from twingkit.core.notation import ROLES, Role
from twingkit.core.play import Game
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.core.words import format_number, format_percent
from twingkit.imperium.battle.analysis.retreat import RetreatPlans
from twingkit.imperium.battle.analysis.retreat_result import OUTCOME_COLUMNS, ExpectedOutcome, RetreatOdds
from twingkit.imperium.battle.custom_units import CUSTOM_UNITS_ARGUMENT, CustomUnits
from twingkit.imperium.battle.exact_odds.best_order import (
    PolicyRanking,
    best_order_in_slices,
    resolve_best_policy,
)
from twingkit.imperium.battle.exact_odds.landings import legal_invasion_odds
from twingkit.imperium.battle.exact_odds.odds import check_time_budget, fight_odds
from twingkit.imperium.battle.notation.battle_line import BATTLE_KINDS, Battle, legal_battle, role_at
from twingkit.imperium.battle.rules.force import Fight, build_roster
from twingkit.imperium.battle.rules.losses.loss_order import NAMED_LOSS_ORDERS, SUSTAIN_RULES, LossPolicy
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY
from twingkit.odds.shares import DEFAULT_CONFIDENCE
from twingkit.players.lookahead.ratings import DEFAULT_PLAYOUT_COUNT

_ADVICE_COLUMNS = {
    "option": "str",
    "kind": "str",
    **dict.fromkeys(("win", "tie", "loss", "edge", "escape_chance", "own_lost", "enemy_lost"), "float64"),
    "rank": "int64",
    "rules": "object",
    "reason": "str",
}

_RETREAT_THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5)
"""The chances to win below which the advised retreats are announced."""

_RETREAT_ROUNDS = (1, 2, 3)
"""The rounds in which the advised retreats are announced whatever the chances are."""

LOSS_RULES, RETREAT_RULES = ["IM-ODDS-2", "IM-ODDS-3"], ["IM-SPACE-5", "IM-SPACE-9", "IM-ODDS-7"]
"""The rules of the options of each kind."""


@attrs.frozen
class _RatedOption(ExpectedOutcome):
    """An option of one side of a battle with its outcome; `kind` is "losses" or "retreat"."""

    option: str = attrs.field(kw_only=True)
    kind: str = attrs.field(kw_only=True)
    rules: list[str] = attrs.field(kw_only=True)
    reason: str = attrs.field(kw_only=True)

    @property
    def edge(self) -> float:
        """The chance to win minus the chance to lose."""
        return self.win - self.loss


@with_column_meanings
@check_arguments(
    position=instance_of("argument.battle_or_game", Battle, Game, str),
    player=TEXT,
    custom_units=CUSTOM_UNITS_ARGUMENT,
    playouts=COUNT,
)
@localized
def advise(
    position: Battle | Game | str,
    *,
    side: Role | None = None,
    player: str | None = None,
    variant: Variant | str | None = None,
    custom_units: CustomUnits | Path | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
    seed: int = 0,
    playouts: int = DEFAULT_PLAYOUT_COUNT,
    confidence: float = DEFAULT_CONFIDENCE,
    lang: Lang | None = None,
) -> DataFrame:
    """Rate the options of one side of a battle (exactly), or the answers of the player to move in a game (by
    playouts), best first.

    Parameters
    ----------
    position
        A battle, as a line or a `Battle`: the options are orders of losses and, in space, retreats, each with
        exact chances against the other side's policy. Or a game in progress, or the line of a position of a
        whole game (`galaxy: …`): the options are the answers to the pending question, rated by playouts.
    side
        The advised side of a battle; None: the one whose line ends with `/ best`, otherwise the attacker.
    player
        The advised player of a game, such as "p1"; None: the one who is asked.
    variant, custom_units, budget
        As in `odds`, for a battle.
    seed, playouts, confidence
        For a game: the seed of the playouts, the number for each answer, and the level of the interval.
    lang
        The language of `reason`.

    Returns
    -------
    pandas.DataFrame
        One row for each option, ranked by `edge`, with the columns

        - `option`: a policy as in a line (`order=default sustain=last`), `retreat below=0.3` (announce a
          retreat as soon as the chance to win is below 0.3) or `retreat round=1`,
        - `kind`: "losses" or "retreat",
        - `win`, `tie`, `loss`, `edge`: the side's chances; a retreat counts as a loss,
        - `escape_chance`: the chance to get away with a ship (NaN in an invasion),
        - `own_lost`, `enemy_lost`: the mean losses of the side and of the other one, in resources,
        - `rank`: 1 for the best option,
        - `rules`, `reason`: the rules of the option, and what it gains or costs.

        Retreats that change nothing are left out, and so are those of an invasion, whose chances are about
        the planet. `attrs`: `position`, `side`, `lang`, `variant`. For a game the columns are those of
        `twingkit.analyse.advice_by_playouts`.

    Raises
    ------
    NotationError, IllegalBattleError, VariantError, BoxError
        If the line, the variant or the file of units is bad.
    SlowError
        If the options take more than the budget.

    Examples
    --------
    >>> frame = advise("space: 2 carrier 1 cruiser vs 3 destroyer", side="attacker")
    >>> frame[["rank", "option", "win", "own_lost"]].head(3).round(3).values.tolist()
    [[1, 'order=carriers-first sustain=first', 0.681, 4.608],
     [2, 'order=default sustain=first', 0.571, 4.606], [3, 'retreat below=0.1', 0.569, 4.44]]
    """
    if not _is_battle(position):
        assert not isinstance(position, Battle)
        return advise_by_playouts(
            position,
            game="imperium",
            player=player,
            playouts=playouts,
            seed=seed,
            confidence=confidence,
            variant=variant,
        )
    assert not isinstance(position, Game)
    legal, side_index = _advised_battle(legal_battle(position, variant, custom_units), side, budget)
    options = [*_loss_options(legal, side_index, budget)]
    if legal.kind == "space":
        options += _retreat_options(resolve_best_policy(legal, budget), role_at(side_index), budget)
    options.sort(key=lambda option: (-round(option.edge, 12), round(option.own_lost - option.enemy_lost, 9)))
    rows = [
        {**attrs.asdict(option), "edge": option.edge, "rank": rank} for rank, option in enumerate(options, 1)
    ]
    facts = {"position": str(legal), "side": ROLES[side_index], "lang": language()}
    return frame_from_rows(
        [{name: row[name] for name in _ADVICE_COLUMNS} for row in rows],
        _ADVICE_COLUMNS,
        **facts,
        **legal.variant_attrs,
    )


def _is_battle(position: Battle | Game | str) -> bool:
    """True for a battle or any text that is not a line of a whole game."""
    if isinstance(position, str):
        first = position.lstrip().partition(":")[0]
        return first in BATTLE_KINDS or first.split()[:1] not in (["galaxy"], ["imperium"])
    return isinstance(position, Battle)


def _advised_battle(battle: Battle, side: Role | None, budget: float) -> tuple[Battle, int]:
    """Return the battle with the other side's policy known, and the index of the advised side."""
    undecided = [side_index for side_index in (0, 1) if battle.sides[side_index].policy is None]
    side_index = ROLES.index(side) if side else undecided[0] if len(undecided) == 1 else 0
    if battle.sides[1 - side_index].policy is None:
        own = battle.sides[side_index].policy
        other = resolve_best_policy(battle.with_side(side_index, policy=own or LossPolicy()), budget)
        battle = other.with_side(side_index, policy=own)
    check_time_budget(battle, budget)
    return battle, side_index


def _loss_options(battle: Battle, side_index: int, budget: float) -> Iterator[_RatedOption]:
    """Yield the options for taking losses: the best policy, the policies with a named order, and the policy
    of the battle line.
    """
    found = finish(best_order_in_slices(battle, side_index), budget)
    wins: dict[LossPolicy, float] = {
        found.best_policy: found.best.win,
        found.default.policy: found.default.win,
    }
    for policy in _named_policies(battle, side_index, found):
        wins.setdefault(policy, float("nan"))
    for policy in wins:
        yield _loss_option(battle, side_index, policy, found, budget)


def _named_policies(battle: Battle, side_index: int, found: PolicyRanking) -> Iterator[LossPolicy]:
    """Yield the tried policies that have the same effect as a named order, and the policy of the battle
    line.
    """
    roster = build_roster(battle.with_side(side_index, policy=LossPolicy()).space_battle, side_index)
    present = {unit.unit_class for unit in roster.units}
    if battle.kind == "invasion":
        present |= {unit.unit_class for unit, _ in battle.sides[side_index].units_with_counts()}

    def key(policy: LossPolicy) -> tuple[tuple[str, ...], str]:
        return tuple(name for name in policy.order if name in present), policy.sustain

    tried = {key(trial.policy): trial.policy for trial in reversed(found.tried_policies)}
    for order in NAMED_LOSS_ORDERS.values():
        for rule in SUSTAIN_RULES:
            named = tried.get(key(LossPolicy(order, rule)))
            if named is not None:
                yield named
    line = battle.sides[side_index].policy
    if line is not None:
        yield tried.get(key(line), line)


def _loss_option(
    battle: Battle, side_index: int, policy: LossPolicy, found: PolicyRanking, budget: float
) -> _RatedOption:
    chosen = battle.with_side(side_index, policy=policy)
    away = float("nan")
    if chosen.kind == "invasion":
        invasion = legal_invasion_odds(chosen, budget)
        odds, lost = invasion.planet_odds, (invasion.attacker_losses, invasion.defender_losses)
    else:
        battle_odds = fight_odds(Fight.from_battle(chosen), budget=budget)
        odds, lost = battle_odds, battle_odds.mean_resource_losses
        away = sum(
            chance
            for end, chance in battle_odds.chain.end_chances.items()
            if end.retreated[side_index] and end.state[side_index].size
        )
    own = odds.for_side(ROLES[side_index])
    more, less = own.win - found.default.win, found.best.win - own.win
    case = _loss_case(more, less, is_usual=policy == found.default.policy)
    reason = message(f"advise.{case}", more=format_percent(more, 1), less=format_percent(less, 1))
    outcome = own.win, own.tie, own.loss, away, lost[side_index], lost[1 - side_index]
    return _RatedOption(*outcome, option=str(policy), kind="losses", rules=LOSS_RULES, reason=reason)


def _loss_case(more: float, less: float, *, is_usual: bool) -> str:
    """Return the case of the reason for a policy that wins `more` than the usual and `less` than the best."""
    if is_usual:
        return "usual_best" if less < NEGLIGIBLE_PROBABILITY else "usual"
    if less >= NEGLIGIBLE_PROBABILITY:
        return "other"
    return "best" if more > NEGLIGIBLE_PROBABILITY else "as_usual"


def _retreat_options(battle: Battle, side: Role, budget: float) -> Iterator[_RatedOption]:
    """Yield the retreat plans of a side that can lead to a retreat, only one of those with the same
    outcome.
    """
    plans = RetreatPlans(battle, side, budget=budget)
    seen: set[tuple[float, float]] = set()
    tried = [(f"retreat below={below:g}", plans.odds(below)) for below in _RETREAT_THRESHOLDS]
    tried += [(f"retreat round={n}", plans.odds_in_round(n)) for n in _RETREAT_ROUNDS]
    for name, plan in tried:
        result = round(plan.win, 12), round(plan.own_lost, 12)
        if plan.escape_chance < NEGLIGIBLE_PROBABILITY or result in seen:
            continue
        seen.add(result)
        outcome = [getattr(plan, name) for name in OUTCOME_COLUMNS]
        yield _RatedOption(
            *outcome, option=name, kind="retreat", rules=RETREAT_RULES, reason=_retreat_reason(plan)
        )


def _retreat_reason(plan: RetreatOdds) -> str:
    said = message(
        "advise.retreat",
        given_up=format_percent(max(0.0, plan.given_up), 1),
        saved=format_number(plan.saved, 1),
        spared=format_number(plan.spared, 1),
    )
    return f"{said} {plan.reason()}".strip()
