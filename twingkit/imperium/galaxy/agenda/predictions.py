"""Predictions: riders and the Galactic Threat name the outcome of an agenda before the vote, and are paid
after it is resolved (IM-AGENDA-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import systems_with_ships, target_system
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.strategy_cards.construction import place_dock, structure_sites
from twingkit.imperium.galaxy.table.abilities import Moment, abilities, scripted
from twingkit.imperium.galaxy.table.ballot import Prediction
from twingkit.imperium.galaxy.table.command_tokens import gain_tokens, place_and_announce_token
from twingkit.imperium.galaxy.table.drawing import choose, draw_action_cards
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import place_unit, secure_figure
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.technology.research import copyable_technologies, gain_by_ability, research

THREAT = "galactic_threat"

LED, DRAWN, TRADED = 3, 3, 5
"""The command tokens, action cards and trade goods of Leadership, Politics and Trade Rider."""

Reward = Callable[[GameTable, int, Prediction], Script]


def possible_outcomes(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The outcomes of the agenda that is voted on."""
    return [] if table.ballot is None or table.ballot.elected else list(table.ballot.allowed)


def record_prediction(table: GameTable, seat: int, card: str, outcome: str) -> None:
    """Record a prediction; a player who makes it with a rider cannot vote (IM-AGENDA-4)."""
    ballot = table.ballot
    assert ballot is not None
    table.ballot = attrs.evolve(
        ballot,
        predictions=(*ballot.predictions, Prediction(seat, card, outcome)),
        excluded=ballot.excluded | {seat},
    )
    table.announce("IM-AGENDA-8", "predicted", seat, card=card, outcome=outcome)


def pay_predictions(table: GameTable) -> Script:
    """Reward all players who were right, clockwise from the speaker (IM-AGENDA-8).

    Raises `GameOver` when a reward gives a player the points to win (IM-END-1).
    """
    ballot = table.ballot
    assert ballot is not None
    for seat in table.seats_from(table.speaker):
        for said in ballot.predictions:
            if said.seat != seat:
                continue
            right = said.outcome == ballot.elected
            table.announce("IM-AGENDA-8", "right" if right else "wrong", seat, card=said.card)
            if right:
                yield from REWARDS[said.card](table, seat, said)
                check_end(table)


def _register_rider(card: str) -> None:
    @scripted(card, targets=possible_outcomes, kind="predict")
    def rider(table: GameTable, seat: int, moment: Moment, outcome: str) -> Script:
        """The outcome is predicted; its owner cannot vote."""
        record_prediction(table, seat, card, outcome)
        return
        yield  # makes this a generator, as every script must be


def _requires_unused_threat(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Once in each agenda phase."""
    return ("IM-UNIT-galactic_threat", "once", {}) if table.has_effect(THREAT, seat) else None


@scripted(THREAT, _requires_unused_threat, targets=possible_outcomes, kind="predict")
def galactic_threat(table: GameTable, seat: int, moment: Moment, outcome: str) -> Script:
    """The Nekro Virus predicts the outcome, once an agenda phase."""
    table.start_effect(THREAT, seat, "agenda_phase")
    record_prediction(table, seat, THREAT, outcome)
    return
    yield  # makes this a generator, as every script must be


# -- rewards


def _reward_dock(table: GameTable, seat: int, said: Prediction) -> Script:
    """Place a space dock on one of the player's planets; if none is left, take one from the board (IM-
    PROD-5).
    """
    rule, places = "IM-ACT-const_rider", structure_sites(table, seat, "spacedock", moved=True)
    if places:
        planet = yield from choose(table, seat, places, "planet", rule, subject=rule)
        if (yield from secure_figure(table, seat, "spacedock")):
            yield from place_dock(table, seat, planet, rule)


def _reward_tokens_placed(table: GameTable, seat: int, said: Prediction) -> Script:
    """The other players place a token in a system with a planet of the player."""
    systems = list(
        dict.fromkeys(table.tile_number(table.system_of(name)) for name in table.controlled_planets(seat))
    )
    if not systems:
        return
    number = yield from choose(
        table, seat, systems, "system", "IM-ACT-diplo_rider", subject="IM-ACT-diplo_rider"
    )
    for other in table.other_seats(seat):
        yield from place_and_announce_token(table, other, target_system(table, number), "IM-ACT-diplo_rider")


def _reward_point(table: GameTable, seat: int, said: Prediction) -> Script:
    table.gain_points(seat, 1)
    table.announce("IM-ACT-imp_rider", "points", seat, n=1)
    return
    yield  # makes this a generator, as every script must be


def _reward_cards_and_speaker(table: GameTable, seat: int, said: Prediction) -> Script:
    yield from draw_action_cards(table, seat, DRAWN, "IM-ACT-politic_rider")
    table.speaker = seat
    table.announce("IM-ACT-politic_rider", "speaker", seat)


def _reward_dreadnought(table: GameTable, seat: int, said: Prediction) -> Script:
    systems = systems_with_ships(table, seat, Moment("outcome"))
    if systems:
        number = yield from choose(
            table, seat, systems, "system", "IM-ACT-war_rider", subject="IM-ACT-war_rider"
        )
        yield from place_unit(table, seat, target_system(table, number), "dreadnought", "IM-ACT-war_rider")
        yield from enforce_fleet_limits(table, seat, target_system(table, number))


def _reward_copied_technology(table: GameTable, seat: int, said: Prediction) -> Script:
    """Gain a technology of a player who voted for the outcome."""
    assert table.ballot is not None
    theirs = [
        f"p{voter + 1} {name}"
        for voter in table.ballot.seats_for(said.outcome)
        for name in copyable_technologies(table, seat, voter)
    ]
    if theirs:
        rule = "IM-UNIT-galactic_threat"
        named = yield from choose(table, seat, theirs, "gain_technology", rule, subject=rule)
        voter, _, card = named.partition(" ")
        yield from gain_by_ability(table, seat, int(voter[1:]) - 1, card)


def _reward_research(table: GameTable, seat: int, said: Prediction) -> Script:
    yield from research(table, seat, "IM-ACT-tech_rider")


REWARDS: Mapping[str, Reward] = {
    "const_rider": _reward_dock,
    "diplo_rider": _reward_tokens_placed,
    "imp_rider": _reward_point,
    "lead_rider": lambda table, seat, said: gain_tokens(table, seat, LED, "IM-ACT-lead_rider"),
    "politic_rider": _reward_cards_and_speaker,
    "tech_rider": _reward_research,
    "trade_rider": lambda table, seat, said: gain_goods(table, seat, TRADED, "IM-ACT-trade_rider"),
    "war_rider": _reward_dreadnought,
    THREAT: _reward_copied_technology,
}
"""The script of each right prediction."""

for _card in REWARDS:
    if abilities()[_card].source == "action_card":
        _register_rider(_card)

__all__ = ["REWARDS", "pay_predictions"]
