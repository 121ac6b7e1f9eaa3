"""The labs of Twilight Imperium, and the tabs of the fleet lab."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.slices import Slices, scale_progress
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy_in_slices
from twingkit.imperium.battle.exact_odds.landings import InvasionOdds, legal_invasion_odds_in_slices
from twingkit.imperium.battle.exact_odds.odds import BattleOdds, estimate_odds_seconds, fight_odds_in_slices
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit_widgets.imperium.lab.draft import EXAMPLE, FleetDraft
from twingkit_widgets.imperium.lab.words import WORDS
from twingkit_widgets.imperium.strike.labs import STRIKE_LAB
from twingkit_widgets.lab.design import LabDesign

HERE = Path(__file__).parent
STYLES = (
    HERE.parents[1] / "table/play/steps.css",
    HERE.parents[1] / "table/play/play.css",
    HERE / "builder.css",
    HERE / "plans.css",
    HERE.parent / "pictures/fleets.css",
)


def _odds_in_slices(battle: Battle) -> Slices[BattleOdds | InvasionOdds]:
    known = all(side.policy for side in battle.sides)
    begin = 0.0 if known else 0.5
    battle_settled = yield from scale_progress(resolve_best_policy_in_slices(battle), 0.0, begin)
    if battle.kind == "invasion":
        return (yield from scale_progress(legal_invasion_odds_in_slices(battle_settled), begin, 1.0))
    return (yield from scale_progress(fight_odds_in_slices(Fight.from_battle(battle_settled)), begin, 1.0))


FLEET_LAB = LabDesign(
    game="imperium",
    page_name="imperium-battle",
    example_line=EXAMPLE,
    parse_draft=FleetDraft.read,
    parse_changed_draft=FleetDraft.read_changed,
    compute_odds=_odds_in_slices,
    estimate_seconds=estimate_odds_seconds,
    words=WORDS,
    builder_path="twingkit_widgets.imperium.lab.builder:FleetBuilder",
    tab_paths={
        "odds": "twingkit_widgets.imperium.lab.tabs.odds:OddsTab",
        "steps": "twingkit_widgets.imperium.lab.tabs.steps:StepByStepTab",
        "casualties": "twingkit_widgets.imperium.lab.tabs.casualties:LossOrderTab",
        "retreat": "twingkit_widgets.imperium.lab.tabs.retreat:RetreatTab",
        "needs": "twingkit_widgets.imperium.lab.tabs.needs:CheapestFleetTab",
        "invasion": "twingkit_widgets.imperium.lab.tabs.invasion:InvasionTab",
    },
    interpretations_page="imperium-readings",
    always_saved_tab="steps",
    saves_open_tab=True,
    grammar_keys=("side", "effects", "policy", "names"),
    grammar_example="space: 3 dreadnought 2 cruiser+ @ sol,amd,mb:2 / order=carriers-first sustain=last"
    " vs 1 warsun 4 fighter @ nebula",
    css="".join(path.read_text(encoding="utf-8") for path in STYLES),
    css_class="tk-lab tk-fleet",
)
"""The design of the fleet lab."""

LABS = (FLEET_LAB, STRIKE_LAB)
"""The labs that the game registers."""
