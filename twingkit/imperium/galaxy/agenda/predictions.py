"""Predictions: riders and Galactic Threat predict the outcome of an agenda before the vote and reward a right
prediction after it is resolved (IM-AGENDA-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import tiles_with_own_ships
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.strategy_cards.construction import place_dock, possible_structure_planets
from twingkit.imperium.galaxy.table.abilities import Moment, abilities_by_id, register_script
from twingkit.imperium.galaxy.table.ballot import Prediction
from twingkit.imperium.galaxy.table.card_drawing import choose, draw_action_cards
from twingkit.imperium.galaxy.table.command_tokens import gain_tokens, place_and_announce_token
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import ensure_figure_available, place_ship
from twingkit.imperium.galaxy.technology.research import copy_technology, copyable_technologies, research

_GALACTIC_THREAT = "galactic_threat"

RIDER_TOKENS, RIDER_CARDS, RIDER_GOODS = 3, 3, 5
"""The rewards of three riders: command tokens (Leadership), action cards (Politics), trade goods (Trade)."""

RewardScript = Callable[[GameTable, int, Prediction], Script | None]


def _possible_outcomes(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the outcomes that the present vote allows; none without a vote or once it is decided."""
    return [] if table.ballot is None or table.ballot.elected else list(table.ballot.allowed_outcomes)


def _record_prediction(table: GameTable, seat: int, card: str, outcome: str) -> None:
    """Record a prediction; a player who makes it with a rider cannot vote (IM-AGENDA-4)."""
    ballot = table.ballot
    assert ballot is not None
    table.ballot = attrs.evolve(
        ballot,
        predictions=(*ballot.predictions, Prediction(seat, card, outcome)),
        excluded_seats=ballot.excluded_seats | {seat},
    )
    table.announce("IM-AGENDA-8", "predicted", seat, card=card, outcome=outcome)


def reward_predictions(table: GameTable) -> Script:
    """Reward all correct predictions, clockwise from the speaker (IM-AGENDA-8).

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
                yield from REWARD_SCRIPT_BY_CARD[said.card](table, seat, said) or ()
                raise_if_game_over(table)


def _register_rider(card: str) -> None:
    @register_script(card, targets=_possible_outcomes, target_kind="predict")
    def rider(table: GameTable, seat: int, moment: Moment, outcome: str) -> None:
        _record_prediction(table, seat, card, outcome)


def _requires_unused_threat(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if Galactic Threat was not used in this agenda phase, else the broken rule."""
    return ("IM-UNIT-galactic_threat", "once", {}) if table.has_effect(_GALACTIC_THREAT, seat) else None


@register_script(_GALACTIC_THREAT, _requires_unused_threat, targets=_possible_outcomes, target_kind="predict")
def galactic_threat(table: GameTable, seat: int, moment: Moment, outcome: str) -> None:
    """Predict the outcome for the Nekro Virus, once per agenda phase."""
    table.start_effect(_GALACTIC_THREAT, seat, "agenda_phase")
    _record_prediction(table, seat, _GALACTIC_THREAT, outcome)


# -- rewards


def _reward_dock(table: GameTable, seat: int, said: Prediction) -> Script:
    """Place a space dock on an own planet, if need be one taken from the board (IM-PROD-5)."""
    rule, places = (
        "IM-ACT-const_rider",
        possible_structure_planets(table, seat, "spacedock", may_take_back=True),
    )
    if places:
        planet = yield from choose(table, seat, places, "planet", rule, subject=rule)
        if (yield from ensure_figure_available(table, seat, "spacedock")):
            yield from place_dock(table, seat, planet, rule)


def _reward_tokens_placed(table: GameTable, seat: int, said: Prediction) -> Script:
    """Make the other players place a command token in a system with a planet of this player."""
    systems = list(
        dict.fromkeys(table.tile_number(table.system_of(name)) for name in table.controlled_planets(seat))
    )
    if not systems:
        return
    number = yield from choose(
        table, seat, systems, "system", "IM-ACT-diplo_rider", subject="IM-ACT-diplo_rider"
    )
    for other in table.other_seats(seat):
        yield from place_and_announce_token(
            table, other, table.galaxy.system(number).index, "IM-ACT-diplo_rider"
        )


def _reward_point(table: GameTable, seat: int, said: Prediction) -> None:
    table.gain_points(seat, 1)
    table.announce("IM-ACT-imp_rider", "points", seat, n=1)


def _reward_cards_and_speaker(table: GameTable, seat: int, said: Prediction) -> Script:
    yield from draw_action_cards(table, seat, RIDER_CARDS, "IM-ACT-politic_rider")
    table.speaker = seat
    table.announce("IM-ACT-politic_rider", "speaker", seat)


def _reward_dreadnought(table: GameTable, seat: int, said: Prediction) -> Script:
    systems = tiles_with_own_ships(table, seat, Moment("outcome"))
    if systems:
        number = yield from choose(
            table, seat, systems, "system", "IM-ACT-war_rider", subject="IM-ACT-war_rider"
        )
        yield from place_ship(table, seat, number, "dreadnought", "IM-ACT-war_rider")


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
        copy_technology(table, seat, int(voter[1:]) - 1, card)


def _reward_research(table: GameTable, seat: int, said: Prediction) -> Script:
    yield from research(table, seat, "IM-ACT-tech_rider")


REWARD_SCRIPT_BY_CARD: Mapping[str, RewardScript] = {
    "const_rider": _reward_dock,
    "diplo_rider": _reward_tokens_placed,
    "imp_rider": _reward_point,
    "lead_rider": lambda table, seat, said: gain_tokens(table, seat, RIDER_TOKENS, "IM-ACT-lead_rider"),
    "politic_rider": _reward_cards_and_speaker,
    "tech_rider": _reward_research,
    "trade_rider": lambda table, seat, said: gain_goods(table, seat, RIDER_GOODS, "IM-ACT-trade_rider"),
    "war_rider": _reward_dreadnought,
    _GALACTIC_THREAT: _reward_copied_technology,
}
"""The script that carries out the reward of each card's right prediction."""

for _card in REWARD_SCRIPT_BY_CARD:
    if abilities_by_id()[_card].source == "action_card":
        _register_rider(_card)
