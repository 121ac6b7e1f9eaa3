"""The labs of Twilight Imperium: the fleet lab, with the questions that a person asks about a battle."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.analysis.invasion import invasion_odds
from twingkit.imperium.exact_odds.best_order import settled
from twingkit.imperium.exact_odds.landings import InvasionOdds
from twingkit.imperium.exact_odds.odds import BattleOdds, odds
from twingkit.imperium.notation.battle_line import Battle
from twingkit_widgets.imperium.fleet_words import fleet_say
from twingkit_widgets.imperium.lab.draft import EXAMPLE, FleetDraft
from twingkit_widgets.lab.design import LabDesign

QUICK, LONG = 4_000, 600_000
"""The limits of work for the odds (see `odds`): after every change, and where a person requests them."""

HERE = Path(__file__).parent
STYLES = (
    HERE.parents[1] / "stepper/stepper.css",
    HERE / "fleet.css",
    HERE / "fleet_plan.css",
    HERE.parent / "stepper/fleet_steps.css",
)

QUESTIONS = {
    "odds": "twingkit_widgets.imperium.lab.odds:OddsTab",
    "steps": "twingkit_widgets.imperium.lab.steps:StepsTab",
    "casualties": "twingkit_widgets.imperium.lab.casualties:CasualtiesTab",
    "retreat": "twingkit_widgets.imperium.lab.retreat:RetreatTab",
    "needs": "twingkit_widgets.imperium.lab.needs:NeedsTab",
    "invasion": "twingkit_widgets.imperium.lab.invasion:InvasionTab",
}
"""The questions, in the order in which a person asks them, and what answers them."""


def battle_odds(battle: Battle, long: bool = False) -> BattleOdds | InvasionOdds:
    """The odds of a battle of any kind. Raises `Fault` if they take longer than a moment, or if `long` than a
    person who asked waits."""
    most = LONG if long else QUICK
    if battle.kind != "invasion":
        return odds(battle, most=most)
    battle_settled = settled(battle)
    if battle_settled.in_space.defender.units:
        odds(battle_settled.in_space, most=most)  # what takes long in an invasion is its space battle
    return invasion_odds(battle_settled)


FLEET_LAB = LabDesign(
    game="imperium",
    page="imperium-battle",
    example=EXAMPLE,
    read=FleetDraft.read,
    odds=battle_odds,
    say=fleet_say,
    builder="twingkit_widgets.imperium.lab.builder:FleetBuilder",
    tabs=QUESTIONS,
    readings="imperium-readings",
    linked=("after", "retreat", "needs", "game"),  # frame.js knows these names, too
    lasting="steps",
    keeps_tab=True,
    grammar=("side", "effects", "policy", "names"),
    line_example="space: 3 dreadnought 2 cruiser+ @ sol,amd,mb:2 / order=carriers-first sustain=last"
    " vs 1 warsun 4 fighter @ nebula",
    css="".join(path.read_text(encoding="utf-8") for path in STYLES),
    cls="tk-lab tk-fleet",
)
"""A battle of fleets to build."""

TABS = tuple(QUESTIONS)
"""The names of the questions."""

LABS = (FLEET_LAB,)
"""The labs that the game registers."""
