"""Shield or spells: how often a defender's creatures hold as a shield, and with spells (TW-BAT-4, 5).

`shield_vs_spells_odds` computes this for every lead of the attack over the creatures. `best_defences`
compares the best shield and the best defence with spells in dealt situations.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from twingkit.analyse.arena.results import Results
from twingkit.core.arguments import BOOLEAN, INTEGER, check_arguments, instance_of, list_of, one_of_words
from twingkit.core.arguments.game_kinds import frame_kind, results_or_frame_kind
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE, wilson_interval
from twingkit.twing.analysis.advice import GOALS, rank_lays
from twingkit.twing.analysis.sample_battles import LAY_METHODS
from twingkit.twing.exact_odds.odds_many import contest_odds
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.lay import random_lay
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

DEFAULT_LEADS = range(-8, 13)
"""The default leads: the attack's points on cards minus those of the defending creatures."""

_DEFAULT_SPELL_POINTS = (1, 3, 5)
"""The default points of the spells laid together with the creatures."""

MEAN_COLUMNS = ("holds", "win", "ornicles", "creatures_lost", "cards_lost", "power_lost")
"""The numeric columns of `best_defences`."""

_CREATURES = 20
"""Points of the creatures in `shield_vs_spells_odds`; only the attack's lead over them matters."""


@with_column_meanings
@check_arguments(
    responses=RESPONSES_ARGUMENT,
    leads=list_of(INTEGER),
    spell_points=list_of(INTEGER, min_length=0),
    own_element=BOOLEAN,
)
@localized
def shield_vs_spells_odds(
    leads: Iterable[int] = DEFAULT_LEADS,
    spell_points: Sequence[int] = _DEFAULT_SPELL_POINTS,
    *,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    own_element: bool = False,
    lang: Lang | None = None,
) -> DataFrame:
    """Return a table of how often a defence holds (0 to 1) with the same creatures laid as a shield or
    together with spells of given points.

    One row for each choice and lead, for `charts.curves`. Columns: `x` (the attack's points minus the
    creatures'), `choice` ("shield", or the points of the spells), `series` (in words), `share` (how often the
    attack does not win, so the creatures stay), `win`, `tie`, `loss` (the defender's), `ornicles`
    (TW-BAT-18). Neither side holds cats, traps or Miromon; `own_element` says whether the defender's spells
    are of its own element. The result is exact. `variant` is a `Variant`, a preset's name or a line of
    switches. `attrs`: `responses`, `value` (the column that a figure draws), `title`, `x_label`,
    `y_label`. Raises `Fault` for an impossible lead or number of points.

    >>> frame = shield_vs_spells_odds([0, 4], [3])
    >>> print(frame[["x", "choice", "share", "ornicles"]].round(3).to_string(index=False))
     x choice  share  ornicles
     0 shield  0.583     0.000
     4 shield  0.167     0.000
     0      3  0.736     0.667
     4      3  0.465     0.382
    """

    rules = as_variant(variant)
    cases = [(choice, lead) for choice in ("shield", *spell_points) for lead in leads]
    contests = []
    for choice, lead in cases:
        attack = _CREATURES + lead if type(lead) is int else 0
        if not 1 <= attack <= 99 or not (choice == "shield" or (type(choice) is int and 1 <= choice <= 79)):
            raise Fault("shield.number", lead=str(lead)[:24], spells=str(choice)[:24])
        defence = f"shield W{_CREATURES}" if choice == "shield" else f"W{choice} + W{_CREATURES}"
        line = f"L: F{attack} vs {'W' if own_element else 'A'}: {defence}"
        contests.append(battle_contest(Battle.parse(line).check(rules), rules))
    rows = []
    for (choice, lead), attack_odds in zip(cases, contest_odds(contests, responses), strict=True):
        odds = attack_odds.for_defender()
        ornicles = 0.0 if choice == "shield" else odds.win
        series = message("shield.shield" if choice == "shield" else "shield.spells", n=choice)
        hold_chance = 1 - odds.loss
        rows.append((lead, str(choice), series, hold_chance, odds.win, odds.tie, odds.loss, ornicles))
    columns = ["x", "choice", "series", "share", "win", "tie", "loss", "ornicles"]
    words = {name: message(f"shield.{name}") for name in ("title", "x_label", "y_label")}
    return frame_from_rows(
        rows,
        columns,
        responses=responses,
        own_element=own_element,
        value="share",
        **words,
        **variant_table_attrs(rules),
    )


@with_column_meanings
@check_arguments(
    responses=RESPONSES_ARGUMENT,
    positions=list_of(instance_of("situation.one", Situation), min_length=0),
    goals=list_of(one_of_words(*GOALS)),
)
def best_defences(
    positions: Iterable[Situation],
    *,
    goals: Sequence[str] = GOALS,
    responses: Responses = "best",
    variant: Variant | str = BOX,
    attack: str = "best",
    seed: int = 0,
) -> DataFrame:
    """Return a table of the best shield and the best defence with spells in each situation, for each goal of
    `advise`.

    The attacker lays the first lay of `advise` (goal "win") or, with `attack="drawn"`, a random legal lay
    drawn with `seed`, which is usually weaker; then the defender is advised. Situations in which the defender
    has no choice, without a creature or without a spell, are left out. Columns: `position` (in notation, with
    the attack laid), `goal`, `kind` ("shield" or "spells"), `option` (the lay), `best` (whether no lay of the
    other kind is better by this goal), `holds` (the chance that the attack does not win), `win`, `ornicles`,
    `creatures_lost`, `cards_lost`, `power_lost` (means, see `LayProspect`). `attrs`: `responses`, `attack`.
    The results are exact for each situation, under the rules of `variant`. Raises the errors of `advise`,
    and `Fault` for another `attack`.

    >>> frame = best_defences([Situation.parse("F: hand F5 vs W: hand W2 + W4 W3")], goals=["win"])
    >>> print(frame[["kind", "option", "best", "holds", "cards_lost"]].round(3).to_string(index=False))
      kind       option  best  holds  cards_lost
    shield shield W4 W3  True  0.750       0.500
    spells      W2 + W4 False  0.708       1.292
    """
    if attack not in LAY_METHODS:
        raise Fault("sample.lays", found=str(attack)[:24], known=", ".join(LAY_METHODS))
    rules = as_variant(variant)
    rng = random.Random(f"attacks {seed}")
    rows = []
    for situation in positions:
        if not situation.defender.creatures or not situation.defender.spells:
            continue
        attacked = _with_attack(situation, responses, rng if attack == "drawn" else None, rules)
        for goal in goals:
            ranked = rank_lays(attacked, "defender", goal, responses, variant=rules).rows
            for kind in ("shield", "spells"):
                of_kind = (row for row in ranked if row.option.startswith("shield ") == (kind == "shield"))
                if best := next(of_kind, None):
                    means = [getattr(best, name) for name in MEAN_COLUMNS[1:]]
                    rows.append(
                        (str(attacked), goal, kind, best.option, best.rank == 1, 1 - best.loss, *means)
                    )
    columns = ("position", "goal", "kind", "option", "best", *MEAN_COLUMNS)
    return frame_from_rows(rows, columns, responses=responses, attack=attack, **variant_table_attrs(rules))


@with_column_meanings
@check_arguments(frame=frame_kind("twing.best_defences", "kind", "goal", "best"))
@localized
def best_shield_shares(
    frame: DataFrame, *, confidence: float = DEFAULT_CONFIDENCE, lang: Lang | None = None
) -> DataFrame:
    """Return, for each goal of `advise`, the share of situations in which a shield is the best defence, from
    the table of `best_defences`.

    `frame` is a result of `best_defences`. Columns, for `charts.means`: `label`, `goal`, `mean` (the share),
    `low`, `high` (Wilson), `shields`, `games` (situations). The interval shows how much the share may vary
    for other situations dealt the same way.

    >>> frame = best_defences([Situation.parse("F: hand F5 vs W: hand W2 + W4 W3")], goals=["win"])
    >>> best_shield_shares(frame)[["goal", "mean", "games"]].to_dict("records")
    [{'goal': 'win', 'mean': 1.0, 'games': 1}]
    """

    rows = []
    for goal, part in frame[frame["kind"] == "shield"].groupby("goal", sort=False):
        shields, count = int(part["best"].sum()), len(part)
        low, high = wilson_interval(shields, count, confidence)
        label = message(f"shield.goal_{goal}")
        rows.append((label, str(goal), shields / count, low, high, shields, count))
    columns = ["label", "goal", "mean", "low", "high", "shields", "games"]
    words = {"title": message("shield.best"), "x_label": message("shield.best_axis")}
    subtitle = message("shield.situations", n=max((row[-1] for row in rows), default=0))
    return frame_from_rows(rows, columns, value="share", confidence=confidence, subtitle=subtitle, **words)


@with_column_meanings
@check_arguments(
    results=results_or_frame_kind("twing", "battles", "attack_spells", "defence_spells", "winner")
)
@localized
def played_defence_hold_rates(
    results: Results | DataFrame, *, confidence: float = DEFAULT_CONFIDENCE, lang: Lang | None = None
) -> DataFrame:
    """Return how often shields and defences with spells held in arena battles.

    `results` are those of `arena.simulate`, or its frame of battles. One row for "shield" and one for
    "spells", for `charts.means`. Columns: `label`, `kind`, `games` (battles), `part` (of all battles with a
    defence),
    `held` (battles that the attack did not win), `mean` (the share held), `low`, `high` (Wilson), `won`,
    `ornicles` (of the defender for each battle), `lead` (mean of the attack's points on cards minus the
    defence's). Shields and spells are laid against different attacks: see `lead`.

    >>> from twingkit import arena
    >>> results = arena.simulate(2, ["greedy", "greedy"], seed=1, processes=1)
    >>> played_defence_hold_rates(results)["kind"].tolist()
    ['shield', 'spells']
    """

    battles = results.battles if isinstance(results, Results) else results
    defended = battles[(battles["defence_spells"] > 0) | battles["defence_shield"]]
    rows = []
    for kind in ("shield", "spells"):
        mine = defended[defended["defence_shield"] == (kind == "shield")]
        count, hold_count = len(mine), int((mine["winner"] != "attacker").sum())
        low, high = wilson_interval(hold_count, count, confidence)
        won = mine["winner"] == "defender"
        lead = mine["attack_power"].astype(float) - mine["defence_power"].astype(float)
        rows.append(
            {
                "label": message(f"shield.played_{kind}"),
                "kind": kind,
                "games": count,
                "part": count / len(defended) if len(defended) else float("nan"),
                "held": hold_count,
                "mean": hold_count / count if count else float("nan"),
                "low": low,
                "high": high,
                "won": float(won.mean()) if count else float("nan"),
                "ornicles": float((won & mine["ornicle"]).mean()) if count else float("nan"),
                "lead": float(lead.mean()),
            }
        )
    words = {"title": message("shield.played"), "x_label": message("shield.y_label")}
    return frame_from_rows(rows, value="share", confidence=confidence, **words)


def _with_attack(
    situation: Situation, responses: Responses, rng: random.Random | None, variant: Variant
) -> Situation:
    attacker, enemy = situation.sides
    if rng is None:
        best = rank_lays(situation, "attacker", "win", responses, variant=variant).rows[0]
        laid = Battle.parse(f"{attacker.character}: {best.option} vs W: W1").attacker.lay
    else:
        own = attacker.objects
        laid = random_lay(attacker.spells, attacker.creatures, "attacker", own, enemy.objects, rng, variant)
    return situation.with_side(0, spells=(), creatures=(), laid=laid)
