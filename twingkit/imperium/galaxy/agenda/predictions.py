"""Predictions: riders and the Galactic Threat name the outcome of an agenda before the vote, and are paid
after it is resolved (IM-AGENDA-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import Denial
from twingkit.imperium.galaxy.cards.targets import systems_with_ships, where
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.strategy_cards.construction import built_dock, sites
from twingkit.imperium.galaxy.table.abilities import Moment, abilities, scripted
from twingkit.imperium.galaxy.table.ballot import Prediction
from twingkit.imperium.galaxy.table.command_tokens import gain_tokens, lay_token
from twingkit.imperium.galaxy.table.drawing import choose, draw_action_cards
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import one_left, placed_unit
from twingkit.imperium.galaxy.tactical.fleet_limits import settle_fleet
from twingkit.imperium.galaxy.technology.research import gain_by_ability, gainable, research

THREAT = "galactic_threat"

LED, DRAWN, TRADED = 3, 3, 5
"""The command tokens, action cards and trade goods of Leadership, Politics and Trade Rider."""

Reward = Callable[[GameTable, int, Prediction], Script]


def possible_outcomes(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The outcomes of the agenda that is voted on."""
    return [] if table.ballot is None or table.ballot.elected else list(table.ballot.allowed)


def predicted(table: GameTable, seat: int, card: str, outcome: str) -> None:
    """Note a prediction; who makes it with a rider cannot vote (IM-AGENDA-4)."""
    ballot = table.ballot
    assert ballot is not None
    table.ballot = attrs.evolve(
        ballot,
        predictions=(*ballot.predictions, Prediction(seat, card, outcome)),
        barred=ballot.barred | {seat},
    )
    table.tell("IM-AGENDA-8", "predicted", seat, card=card, outcome=outcome)


def pay_predictions(table: GameTable) -> Script:
    """All who were right are paid, from the speaker clockwise (IM-AGENDA-8). Raises `Ended` at the reward by
    which somebody has the points to win (IM-END-1)."""
    ballot = table.ballot
    assert ballot is not None
    for seat in table.seats_from(table.speaker):
        for said in ballot.predictions:
            if said.seat != seat:
                continue
            right = said.outcome == ballot.elected
            table.tell("IM-AGENDA-8", "right" if right else "wrong", seat, card=said.card)
            if right:
                yield from REWARDS[said.card](table, seat, said)
                check_end(table)


def _rider(card: str) -> None:
    @scripted(card, targets=possible_outcomes, kind="predict")
    def rider(table: GameTable, seat: int, moment: Moment, outcome: str) -> Script:
        """The outcome is predicted; its owner cannot vote."""
        predicted(table, seat, card, outcome)
        return
        yield  # a script is a generator, even one that asks nothing


def _threatening(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    """Once in each agenda phase."""
    return ("IM-UNIT-galactic_threat", "once", {}) if table.lasts(THREAT, seat) else None


@scripted(THREAT, _threatening, targets=possible_outcomes, kind="predict")
def galactic_threat(table: GameTable, seat: int, moment: Moment, outcome: str) -> Script:
    """The Nekro Virus predicts the outcome, once an agenda phase."""
    table.begin(THREAT, seat, "agenda_phase")
    predicted(table, seat, THREAT, outcome)
    return
    yield  # a script is a generator, even one that asks nothing


# -- what comes of it


def _a_dock(table: GameTable, seat: int, said: Prediction) -> Script:
    """A space dock on an own planet, one from the board if none is left (IM-PROD-5)."""
    rule, places = "IM-ACT-const_rider", sites(table, seat, "spacedock", moved=True)
    if places:
        planet = yield from choose(table, seat, places, "planet", rule, subject=rule)
        if (yield from one_left(table, seat, "spacedock")):
            yield from built_dock(table, seat, planet, rule)


def _tokens_laid(table: GameTable, seat: int, said: Prediction) -> Script:
    """The others lay a token into a system with an own planet."""
    systems = list(dict.fromkeys(table.number(table.system_of(name)) for name in table.controlled(seat)))
    if not systems:
        return
    number = yield from choose(
        table, seat, systems, "system", "IM-ACT-diplo_rider", subject="IM-ACT-diplo_rider"
    )
    for other in table.others(seat):
        yield from lay_token(table, other, where(table, number), "IM-ACT-diplo_rider")


def _a_point(table: GameTable, seat: int, said: Prediction) -> Script:
    table.gain_points(seat, 1)
    table.tell("IM-ACT-imp_rider", "points", seat, n=1)
    return
    yield  # a script is a generator, even one that asks nothing


def _cards_and_speaker(table: GameTable, seat: int, said: Prediction) -> Script:
    yield from draw_action_cards(table, seat, DRAWN, "IM-ACT-politic_rider")
    table.speaker = seat
    table.tell("IM-ACT-politic_rider", "speaker", seat)


def _a_dreadnought(table: GameTable, seat: int, said: Prediction) -> Script:
    systems = systems_with_ships(table, seat, Moment("outcome"))
    if systems:
        number = yield from choose(
            table, seat, systems, "system", "IM-ACT-war_rider", subject="IM-ACT-war_rider"
        )
        yield from placed_unit(table, seat, where(table, number), "dreadnought", "IM-ACT-war_rider")
        yield from settle_fleet(table, seat, where(table, number))


def _a_technology(table: GameTable, seat: int, said: Prediction) -> Script:
    """A technology of somebody who has voted for the outcome."""
    assert table.ballot is not None
    theirs = [
        f"p{voter + 1} {name}"
        for voter in table.ballot.seats_for(said.outcome)
        for name in gainable(table, seat, voter)
    ]
    if theirs:
        rule = "IM-UNIT-galactic_threat"
        named = yield from choose(table, seat, theirs, "gain_technology", rule, subject=rule)
        voter, _, card = named.partition(" ")
        yield from gain_by_ability(table, seat, int(voter[1:]) - 1, card)


def _researched(table: GameTable, seat: int, said: Prediction) -> Script:
    yield from research(table, seat, "IM-ACT-tech_rider")


REWARDS: Mapping[str, Reward] = {
    "const_rider": _a_dock,
    "diplo_rider": _tokens_laid,
    "imp_rider": _a_point,
    "lead_rider": lambda table, seat, said: gain_tokens(table, seat, LED, "IM-ACT-lead_rider"),
    "politic_rider": _cards_and_speaker,
    "tech_rider": _researched,
    "trade_rider": lambda table, seat, said: gain_goods(table, seat, TRADED, "IM-ACT-trade_rider"),
    "war_rider": _a_dreadnought,
    THREAT: _a_technology,
}
"""The script of each right prediction."""

for _card in REWARDS:
    if abilities()[_card].source == "action_card":
        _rider(_card)

__all__ = ["REWARDS", "pay_predictions"]
