"""A whole invasion: the space battle, what its winner can land, and the fight for the planet (IM-ODDS-6).

    invasion_odds("invasion: 2 dreadnought 1 carrier 4 infantry vs 2 cruiser 2 infantry 1 pds")

Every way in which the space battle can be won is followed to the ground, so the chances are exact. A space
battle that is not won is a loss: nobody lands.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from twingkit.imperium.analysis.rounds import cost
from twingkit.imperium.analysis.survivors import landing_battle, survivors
from twingkit.imperium.batch import chances_many
from twingkit.imperium.battle import settled
from twingkit.imperium.course import Course
from twingkit.imperium.force import Fight
from twingkit.imperium.notation import Battle
from twingkit.imperium.rules import rulebook
from twingkit.messages import Fault
from twingkit.odds import Distribution, Odds

if TYPE_CHECKING:
    import pandas as pd

RULE = "IM-ODDS-6"
"""The rule that says what the odds of an invasion are."""

STAGES = ("space", "landing", "planet")
"""What an attacker must do one after another: win in space, land somebody, take the planet."""

STAGE_COLUMNS = {
    "stage": "str",
    "label": "str",
    "chance": "float64",
    "given": "float64",
    "forces": "float64",
    "own_lost": "float64",
    "enemy_lost": "float64",
}
"""The columns of `invasion_table` with their types."""

LANDING_COLUMNS = {
    "units": "str",
    "forces": "int64",
    "chance": "float64",
    "win": "float64",
    "tie": "float64",
    "loss": "float64",
}
"""The columns of `landing_table` with their types."""


@attrs.frozen
class Ground:
    """The fight for the planet in one case: its odds, the mean number of the attacker's ground forces left if
    he takes it, and what both sides lose on the ground, in resources."""

    odds: Odds
    left: float
    attacker_lost: float
    defender_lost: float


@attrs.frozen
class Landing:
    """One force with which the attacker can come to the ground: what lands with which ships above, the chance
    that it comes to that, and the fight for the planet. `battle` is that fight as a ground battle."""

    landing: tuple[tuple[str, int], ...]
    battle: Battle
    chance: float
    ground: Ground

    @property
    def size(self) -> int:
        """How many ground forces land."""
        return sum(count for _, count in self.landing)


@attrs.frozen
class InvasionOdds:
    """The chances of an invasion. `odds`: win, the attacker takes the planet; tie, he has won in space and in
    the end nobody has ground forces there; loss, everything else.

    `space` are the odds of the space battle; `landings` all forces that can come to the ground, the likeliest
    first. What both sides lose on average (`attacker_lost`, `defender_lost`: resources, IM-ODDS-5) counts
    ships, units without room, and ground forces; `space_lost` is the part of attacker and defender before
    anybody lands.

    >>> found = invasion_odds("invasion: 1 carrier 2 infantry vs 1 destroyer 1 infantry")
    >>> print(f"{found.space.win:.3f} {found.win:.3f} {found.landing.mean():.0f} {found.attacker_lost:.2f}")
    0.444 0.386 2 2.35
    """

    battle: Battle
    odds: Odds
    space: Odds
    landings: tuple[Landing, ...]
    space_lost: tuple[float, float]
    attacker_lost: float
    defender_lost: float

    @property
    def win(self) -> float:
        """The chance that the attacker takes the planet."""
        return self.odds.win

    @property
    def tie(self) -> float:
        """The chance that he wins in space, and nobody has ground forces on the planet in the end."""
        return self.odds.tie

    @property
    def loss(self) -> float:
        """The chance that the defender keeps it with ground forces, or that the space battle is not won."""
        return self.odds.loss

    @property
    def landing(self) -> Distribution:
        """How many ground forces can land, given that the space battle is won; empty if it never is."""
        total = sum(each.chance for each in self.landings)
        chances: dict[int, float] = {}
        for each in self.landings:
            chances[each.size] = chances.get(each.size, 0.0) + each.chance / total
        return Distribution(chances)

    @property
    def ground(self) -> Odds:
        """The odds of the fight for the planet, given that the space battle is won; a loss if it never is."""
        total = self.space.win
        if not total:
            return Odds(0.0, 0.0, 1.0, rule=RULE)
        win, tie = self.odds.win / total, self.odds.tie / total
        return Odds(win, tie, max(0.0, 1.0 - win - tie), rule=RULE)


def invasion_odds(battle: Battle | str) -> InvasionOdds:
    """The odds of an invasion line: of the planet in the end, and of everything on the way there. Exact.

    IM-ODDS-6 says what counts as win and tie. Raises `NotationError` and `BattleError` as reading and
    checking a line do, `Fault` for a line of another kind.

    >>> found = invasion_odds("invasion: 2 dreadnought 1 carrier 4 infantry vs 2 cruiser 2 infantry 1 pds")
    >>> print(found.odds, f"{found.landing.mean():.2f}")
    win 75.8%, tie 2.6%, loss 21.7% 3.60
    """
    read = Battle.parse(battle) if isinstance(battle, str) else battle
    if read.kind != "invasion":
        raise Fault("not_invasion", rulebook(), token=read.kind)
    return _invasion(settled(read.check()))


@lru_cache(maxsize=1024)
def _invasion(battle: Battle) -> InvasionOdds:
    fight = Fight.of(battle.in_space)
    chances = [0.0, 0.0, 0.0]
    lost = [0.0, 0.0]
    cases: dict[tuple[tuple[tuple[str, int], ...], Battle], float] = {}
    begin = fight.start()
    for stand, chance in Course(fight).ends.items():
        winner = stand.winner
        chances[1 if winner is None else 2 * winner] += chance
        left = survivors(fight, 0, stand.state[0])
        lost[0] += chance * (battle.attacker.cost - left.cost)
        lost[1] += chance * (cost(fight, 1, begin[1]) - cost(fight, 1, stand.state[1]))
        if winner == 0:
            key = left.landing, landing_battle(battle, left, stand.state[1].spent)
            cases[key] = cases.get(key, 0.0) + chance
    space = Odds(chances[0], chances[1], chances[2], rule="IM-ODDS-1")
    return _gathered(battle, space, cases, (lost[0], lost[1]))


def _gathered(
    battle: Battle,
    space: Odds,
    cases: dict[tuple[tuple[tuple[str, int], ...], Battle], float],
    lost: tuple[float, float],
) -> InvasionOdds:
    landings = [Landing(units, below, chance, ground(below)) for (units, below), chance in cases.items()]
    landings.sort(key=lambda each: (-each.chance, -each.size))
    win = sum(each.chance * each.ground.odds.win for each in landings)
    tie = sum(each.chance * each.ground.odds.tie for each in landings)
    return InvasionOdds(
        battle,
        Odds(win, tie, max(0.0, 1.0 - win - tie), rule=RULE),
        space,
        tuple(landings),
        lost,
        lost[0] + sum(each.chance * each.ground.attacker_lost for each in landings),
        lost[1] + sum(each.chance * each.ground.defender_lost for each in landings),
    )


@lru_cache(maxsize=4096)
def ground(battle: Battle) -> Ground:
    """The fight for a planet, from the bombardment on; nobody needs to have anything there."""
    fight = Fight.of(battle)
    begin = fight.start()
    chances = [0.0, 0.0, 0.0]
    lost = [0.0, 0.0]
    left = 0.0
    for stand, chance in Course(fight).ends.items():
        winner = stand.winner
        chances[1 if winner is None else 2 * winner] += chance
        left += chance * stand.state[0].size * (winner == 0)
        for index in (0, 1):
            lost[index] += chance * (
                cost(fight, index, begin[index]) - cost(fight, index, stand.state[index])
            )
    mean = left / chances[0] if chances[0] else 0.0
    return Ground(Odds(chances[0], chances[1], chances[2], rule="IM-ODDS-1"), mean, lost[0], lost[1])


def invasion_table(battle: Battle | str, lang: str = "en") -> pd.DataFrame:
    """The stages of an invasion, one row each: how far it comes, how often.

    `stage` is "space" (the space battle is won), "landing" (and at least one ground force is there to land)
    or "planet" (and the planet is taken), `label` says it in `lang`. `chance` is the chance to come through
    this stage, `given` that chance if the one before was passed, `forces` the mean number of the attacker's
    ground forces then, `own_lost` and `enemy_lost` what attacker and defender have lost on average in all
    courses up to the end of this stage, in resources.

    `attrs`: `battle`, `win`, `tie`, `loss`. Raises as `invasion_odds` does.

    >>> frame = invasion_table("invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry")
    >>> print(frame[["stage", "chance", "given", "forces"]].round(3).to_string(index=False))
      stage  chance  given  forces
      space   0.994  0.994   3.000
    landing   0.994  1.000   3.000
     planet   0.976  0.982   2.571
    """
    import pandas as pd

    found = invasion_odds(battle)
    frame = pd.DataFrame(
        [_stage(found, stage, lang) for stage in STAGES], columns=list(STAGE_COLUMNS)
    ).astype(STAGE_COLUMNS)
    frame.attrs = _attrs(found, lang)
    return frame


def _stage(found: InvasionOdds, stage: str, lang: str) -> dict[str, object]:
    there = sum(each.chance for each in found.landings if each.size)
    chances = {"space": found.space.win, "landing": there, "planet": found.win}
    chance = chances[stage]
    before = {"space": 1.0, "landing": found.space.win, "planet": there}[stage]
    if stage == "planet":
        forces = sum(each.chance * each.ground.odds.win * each.ground.left for each in found.landings)
    else:
        forces = sum(each.chance * each.size for each in found.landings)
    lost = (found.attacker_lost, found.defender_lost) if stage == "planet" else found.space_lost
    return {
        "stage": stage,
        "label": rulebook().words.name(f"stage_{stage}", lang),
        "chance": chance,
        "given": chance / before if before else 0.0,
        "forces": forces / chance if chance else 0.0,
        "own_lost": lost[0],
        "enemy_lost": lost[1],
    }


def landing_table(battle: Battle | str, lang: str = "en") -> pd.DataFrame:
    """All forces that an invasion can bring to the ground, the likeliest first: one row each.

    `units` are what lands, as in a line ("" : nobody), `forces` how many; `chance` is the chance that the
    space battle is won and just these land, `win`, `tie` and `loss` the chances of the fight for the planet
    then, whatever ships are left. `attrs` as in `invasion_table`. Raises as `invasion_odds` does.

    >>> frame = landing_table("invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry")
    >>> print(frame[["units", "chance", "win"]].round(3).to_string(index=False))
         units  chance   win
    3 infantry   0.994 0.982
    """
    import pandas as pd

    found = invasion_odds(battle)
    rows: dict[str, list[float]] = {}
    for each in found.landings:
        text = " ".join(f"{count} {name}" for name, count in each.landing)
        row = rows.setdefault(text, [each.size, 0.0, 0.0, 0.0])
        row[1] += each.chance
        row[2] += each.chance * each.ground.odds.win
        row[3] += each.chance * each.ground.odds.tie
    cells = [
        (text, size, chance, win / chance, tie / chance, max(0.0, 1.0 - (win + tie) / chance))
        for text, (size, chance, win, tie) in rows.items()
    ]
    cells.sort(key=lambda row: -row[2])
    frame = pd.DataFrame(cells, columns=list(LANDING_COLUMNS)).astype(LANDING_COLUMNS)
    frame.attrs = _attrs(found, lang)
    return frame


def _attrs(found: InvasionOdds, lang: str) -> dict[Hashable | None, Any]:
    odds: dict[Hashable | None, Any] = {"win": found.win, "tie": found.tie, "loss": found.loss}
    return {"battle": str(found.battle), "lang": lang, **odds}


def odds_of(battles: Sequence[Battle]) -> list[Odds]:
    """The odds of legal battles of any kind, invasions among them, whose policies are known.

    Each different one is computed once.

    >>> lines = ("space: 1 cruiser vs 1 cruiser", "invasion: 1 carrier 1 infantry vs 1 infantry")
    >>> for found in odds_of([Battle.parse(line) for line in lines]):
    ...     print(found)
    win 37.5%, tie 25.0%, loss 37.5%
    win 41.2%, tie 17.6%, loss 41.2%
    """
    different = list(dict.fromkeys(battles))
    found = dict(zip(different, chances_many(different), strict=True))
    return [
        Odds(*found[battle], rule=RULE if battle.kind == "invasion" else "IM-ODDS-1") for battle in battles
    ]
