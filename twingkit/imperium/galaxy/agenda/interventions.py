"""Cards and abilities around a vote: replace the agenda, silence a voter, buy votes, change the elected
player (IM-AGENDA-1, IM-AGENDA-2, IM-AGENDA-4), and predict the outcome for a reward (IM-AGENDA-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.play import Script
from twingkit.imperium.galaxy.cards.targets import other_player_names, tiles_with_own_ships
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.faction_abilities.turns import requires_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table import abilities, reinforcements
from twingkit.imperium.galaxy.table.ballot import Prediction
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose, draw_action_cards
from twingkit.imperium.galaxy.table.command_tokens import gain_command_tokens, place_and_announce_token
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology import research
from twingkit.imperium.texts.fact_names import format_target_amount, parse_target_amount

_COUNCILOR_VOTES = 5


def mark_agenda_replaced(table: GameTable, seat: int, rule: str) -> None:
    """Mark the agenda being voted on as replaced, so that it is discarded and another one is revealed
    (IM-AGENDA-2).
    """
    assert table.ballot is not None
    table.ballot = attrs.evolve(table.ballot, was_replaced=True)
    table.announce(rule, "replaced_agenda", seat, card=table.ballot.agenda)


def _is_agenda_open(table: GameTable, seat: int, moment: abilities.Moment) -> bool:
    return table.ballot is not None and not table.ballot.was_replaced


requires_open_agenda = abilities.ability_condition("IM-AGENDA-2", "gone", _is_agenda_open)
"""The condition that the agenda is still open, so that it cannot be discarded twice."""


@abilities.register_script("veto", requires_open_agenda)
def veto(table: GameTable, seat: int, moment: abilities.Moment, target: str) -> None:
    """Discard the agenda and reveal another one."""
    mark_agenda_replaced(table, seat, "IM-ACT-veto")


@abilities.register_script("quash", requires_open_agenda, requires_strategy_token)
def quash(table: GameTable, seat: int, moment: abilities.Moment, target: str) -> None:
    """Spend a strategy token to discard the agenda."""
    spend_strategy_token(table, seat)
    mark_agenda_replaced(table, seat, "IM-UNIT-quash")


@abilities.register_script("assassin", targets=other_player_names, target_kind="player")
def assassinate_representative(table: GameTable, seat: int, moment: abilities.Moment, player: str) -> None:
    """Keep a player from voting on this agenda."""
    assert table.ballot is not None
    named = SEATS.index(player)
    table.ballot = attrs.evolve(table.ballot, excluded_seats=table.ballot.excluded_seats | {named})
    table.announce("IM-ACT-assassin", "barred", named)


def _has_voted(table: GameTable, seat: int, moment: abilities.Moment) -> bool:
    return table.ballot is not None and bool(table.ballot.outcome_of(seat))


_requires_own_vote = abilities.ability_condition("IM-AGENDA-4", "no_votes", _has_voted)


@abilities.register_script(
    "distinguished", abilities.ability_condition("IM-AGENDA-4", "own_vote"), _requires_own_vote
)
def distinguished_councilor(table: GameTable, seat: int, moment: abilities.Moment, target: str) -> None:
    """Add five votes to the outcome for which the player has voted."""
    _add_votes(table, seat, _COUNCILOR_VOTES, "IM-ACT-distinguished")


def _choose_bribe(table: GameTable, seat: int, moment: abilities.Moment, target: str) -> Script[str]:
    """Ask for the number of trade goods to spend."""
    counts = [str(count) for count in range(table.players[seat].goods + 1)]
    return format_target_amount(
        int((yield from ask_to_choose(table, seat, counts, "bribe", "IM-ACT-bribery")))
    )


@abilities.register_script("bribery", _requires_own_vote, follow_up=_choose_bribe)
def bribery(table: GameTable, seat: int, moment: abilities.Moment, target: str) -> None:
    """Add one vote to the outcome for which the player has voted for each trade good that the player
    spends.
    """
    count = parse_target_amount(target)
    table.players[seat].goods -= count
    _add_votes(table, seat, count, "IM-ACT-bribery")


def _add_votes(table: GameTable, seat: int, count: int, rule: str) -> None:
    assert table.ballot is not None
    outcome = table.ballot.outcome_of(seat)
    table.ballot = table.ballot.with_votes(seat, outcome, count)
    table.announce(rule, "votes", seat, n=count, outcome=outcome)


def _is_elected(table: GameTable, seat: int, moment: abilities.Moment) -> bool:
    return table.ballot is not None and table.ballot.elected == SEATS[seat]


@abilities.register_script(
    "confusing",
    abilities.ability_condition("IM-ACT-confusing", "not_elected", _is_elected),
    targets=other_player_names,
    target_kind="player",
)
def confusing_legal_text(table: GameTable, seat: int, moment: abilities.Moment, player: str) -> None:
    """Replace the player elected by the current agenda with another player of the card player's choice."""
    assert table.ballot is not None
    table.ballot = attrs.evolve(table.ballot, elected=player)
    table.announce("IM-ACT-confusing", "elected", SEATS.index(player))


_GALACTIC_THREAT = "galactic_threat"

RIDER_TOKENS, RIDER_CARDS, RIDER_GOODS = 3, 3, 5
"""The rewards of three riders: command tokens (Leadership), action cards (Politics), trade goods (Trade)."""

RewardScript = Callable[[GameTable, int, Prediction], Script | None]


def _possible_outcomes(table: GameTable, seat: int, moment: abilities.Moment) -> list[str]:
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
    @abilities.register_script(card, targets=_possible_outcomes, target_kind="predict")
    def rider(table: GameTable, seat: int, moment: abilities.Moment, outcome: str) -> None:
        _record_prediction(table, seat, card, outcome)


@abilities.register_script(
    _GALACTIC_THREAT,
    abilities.ability_condition(
        "IM-UNIT-galactic_threat",
        "once",
        lambda table, seat, moment: not table.has_effect(_GALACTIC_THREAT, seat),
    ),
    targets=_possible_outcomes,
    target_kind="predict",
)
def galactic_threat(table: GameTable, seat: int, moment: abilities.Moment, outcome: str) -> None:
    """Record the Nekro Virus player's prediction of the agenda's outcome, which is allowed once per agenda
    phase.
    """
    table.start_effect(_GALACTIC_THREAT, seat, "agenda_phase")
    _record_prediction(table, seat, _GALACTIC_THREAT, outcome)


# -- rewards


def _reward_dock(table: GameTable, seat: int, said: Prediction) -> Script:
    """Place a space dock on one of the player's planets as a reward for a prediction, if need be one taken
    from the board (IM-PROD-5).
    """
    rule, places = "IM-ACT-const_rider", reinforcements.possible_structure_planets(table, seat, "spacedock")
    if places:
        planet = yield from ask_to_choose(table, seat, places, "planet", rule, subject=rule)
        if (yield from reinforcements.ensure_figure_available(table, seat, "spacedock")):
            yield from reinforcements.place_space_dock(table, seat, planet, rule)


def _reward_tokens_placed(table: GameTable, seat: int, said: Prediction) -> Script:
    """Make the other players place a command token in a system with a planet of this player."""
    systems = list(
        dict.fromkeys(table.tile_number(table.system_of(name)) for name in table.controlled_planets(seat))
    )
    if not systems:
        return
    number = yield from ask_to_choose(
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
    systems = tiles_with_own_ships(table, seat, abilities.Moment("outcome"))
    if systems:
        number = yield from ask_to_choose(
            table, seat, systems, "system", "IM-ACT-war_rider", subject="IM-ACT-war_rider"
        )
        yield from reinforcements.place_ship(table, seat, number, "dreadnought", "IM-ACT-war_rider")


def _reward_copied_technology(table: GameTable, seat: int, said: Prediction) -> Script:
    """Gain a technology of a player who voted for the outcome."""
    assert table.ballot is not None
    theirs = [
        f"p{voter + 1} {name}"
        for voter in table.ballot.seats_for(said.outcome)
        for name in research.copyable_technologies(table, seat, voter)
    ]
    if theirs:
        rule = "IM-UNIT-galactic_threat"
        named = yield from ask_to_choose(table, seat, theirs, "gain_technology", rule, subject=rule)
        voter, _, card = named.partition(" ")
        research.copy_technology_as_nekro(table, seat, int(voter[1:]) - 1, card)


def _reward_research(table: GameTable, seat: int, said: Prediction) -> Script:
    yield from research.research_technology(table, seat, "IM-ACT-tech_rider")


REWARD_SCRIPT_BY_CARD: Mapping[str, RewardScript] = {
    "const_rider": _reward_dock,
    "diplo_rider": _reward_tokens_placed,
    "imp_rider": _reward_point,
    "lead_rider": lambda table, seat, said: gain_command_tokens(
        table, seat, RIDER_TOKENS, "IM-ACT-lead_rider"
    ),
    "politic_rider": _reward_cards_and_speaker,
    "tech_rider": _reward_research,
    "trade_rider": lambda table, seat, said: gain_goods(table, seat, RIDER_GOODS, "IM-ACT-trade_rider"),
    "war_rider": _reward_dreadnought,
    _GALACTIC_THREAT: _reward_copied_technology,
}
"""The script that carries out the reward of each card's right prediction."""

for _card in REWARD_SCRIPT_BY_CARD:
    if abilities.abilities_by_id()[_card].source == "action_card":
        _register_rider(_card)
