"""The chosen system on the map: its contents, its activation, arrivals, production, and possible
attackers.
"""

from __future__ import annotations

from twingkit.core.questions import Refusal
from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.imperium.box.units import DOCK, SHIPS
from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.outlook.activation_uses import uses_of_activation
from twingkit.imperium.galaxy.outlook.threats import rival_ships_reaching
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.invasion import custodians_cost
from twingkit.imperium.galaxy.tactical.movement_plan import Move, ShipGroup
from twingkit.imperium.galaxy.tactical.production_step import production_limits
from twingkit.imperium.galaxy.tactical.space_step import cannons_reaching
from twingkit.imperium.galaxy.view import GameView
from twingkit_widgets.imperium.lab.back_link import back_page_name, battle_href
from twingkit_widgets.imperium.pictures.names import seat_and_faction_name, system_name, units_text
from twingkit_widgets.imperium.pictures.systems import system_lines
from twingkit_widgets.imperium.pictures.threats import threats_html
from twingkit_widgets.imperium.play.plans.move import RIFT, rift_warnings, wormhole_travel_sentences
from twingkit_widgets.imperium.play.turn.activations import uses_text
from twingkit_widgets.imperium.play.ui_state import turn_question_unless_trading, ui_state_of
from twingkit_widgets.panel.keys import CLOSE, GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.table.play.player_view import PlayerView


def system_sheet_html(player_view: PlayerView) -> Markup | None:
    """Render the details of the system chosen on the map, with what its activation allows; None if no system
    is chosen.
    """
    index = ui_state_of(player_view).system
    view: GameView = player_view.view
    if index is None or not 0 <= index < len(view.systems):
        return None
    number = view.systems[index].tile_number
    marked = player_view.term_marker.mark_new_terms
    anomaly = tiles_by_number()[number].anomaly
    facts = [*system_lines(view, index), *([player_view.say(f"map.{anomaly}")] if anomaly else [])]
    lines = [el("li", marked(line)) for line in facts]
    close = button(
        "×",
        "system",
        -1,
        cls="tk-icon-button",
        key="system:close",
        shortcut=CLOSE,
        aria_label=player_view.say("map.close"),
    )
    occasion = f"system:{index}:{player_view.ui_state.answer_count}"
    return el(
        "section",
        el("div", el("h3", system_name(number)), close, cls="tk-system-head", data_bring=occasion),
        el("ul", lines, cls="tk-list tk-small")
        if lines
        else el("p", player_view.say("map.empty"), cls="tk-small"),
        _attackers_html(player_view),
        _activation_html(player_view, index),
        _arrivals_html(player_view, index),
        _custodians_html(player_view, index),
        _production_html(player_view, index),
        cls="tk-system",
        data_key="system",
        aria_label=system_name(number),
    )


def _activation_html(player_view: PlayerView, index: int) -> Child:
    """Return the uses of activating the system with its button, or the rule that forbids it."""
    asked = turn_question_unless_trading(player_view)
    if asked is None:
        return None
    answer = acts.Activate(asked.table.tile_number(index))
    refusal = asked.refusal(answer)
    if refusal is not None:
        return refusal_html(refusal, player_view, "activate")
    uses = uses_of_activation(asked.table, asked.player, index)
    left = player_view.view.seats[player_view.match.seat].tactic
    go = button(
        player_view.say("map.activate", n=left),
        "answer",
        f"{len(player_view.match.game)}:{answer}",
        cls=f"tk-button {'tk-main ' if uses else ''}tk-system-go",
        key="activate",
        shortcut=GO_ON,
        data_once=True,
    )
    stuck = uses and asked.table.units_in_space(asked.player, index).ship_count
    said = [uses_text(uses, player_view), *([player_view.say("uses.stuck")] if stuck else [])]
    if uses and asked.table.enemy_seats_with_ships(asked.player, index):
        said += [player_view.say("uses.fire")] if cannons_reaching(asked.table, asked.player, index) else []
    return [el("p", " ".join(said), cls="tk-small"), go]


def refusal_html(refusal: Refusal, player_view: PlayerView, key: str) -> Markup:
    """Render the reason why a choice is not allowed, with a button that opens the rule behind it."""
    said = player_view.match.phrase_for_person(refusal).text()
    opens = player_view.rule_opener(refusal.rule, f"{key}:rule")
    reason = el("p", said, " ", opens, cls="tk-small tk-plan-why")
    return join(reason, player_view.opened_rule_html(f"{key}:rule", with_reason=False))


def _arriving_ships(
    table: GameTable, seat: int, target: int
) -> dict[int, list[tuple[str, int, Refusal | None]]]:
    """Map each other system with the player's ships to entries (class, number, refusal) for moving to
    `target`; refusal is None if allowed.
    """
    move = Move(table, seat, target)
    ships_by_system: dict[int, list[tuple[str, int, Refusal | None]]] = {}
    for system in range(len(table.space)):
        units = table.units_in_space(seat, system)
        if system == target:
            continue
        number = table.tile_number(system)
        for name in (*SHIPS, DOCK):
            if units[name] and (
                name not in ("fighter", DOCK) or table.players[seat].unit_type_on_board(name).move
            ):
                refusal = move.refusal(move.parse_act(f"move {number} 1 {name}"))
                ships_by_system.setdefault(system, []).append((name, units[name], refusal))
    return ships_by_system


def _arrivals_html(player_view: PlayerView, target: int) -> Child:
    """Return the person's ships that can move to a system, and why the others cannot; empty if none can."""
    table, seat = player_view.match.game.table, player_view.match.seat
    if not _can_move_in(player_view, target):
        return None
    later = int(not isinstance(player_view.question, Move | TurnChoice))
    move = Move(table, seat, target)
    come: list[Child] = []
    stay: list[Child] = []
    for system, ships in _arriving_ships(table, seat, target).items():
        name = system_name(table.tile_number(system))
        able = [(ship, count, 0) for ship, count, refusal in ships if refusal is None]
        if able:
            text = player_view.say("map.from", system=name, ships=units_text(able))
            group = ShipGroup(system, tuple(able))
            holes = [f" {line}" for line in wormhole_travel_sentences(move, (group,))]
            come.append(el("li", text, holes, _rift_warning_html(move, group, player_view)))
        barred: dict[str, tuple[Refusal, list[tuple[str, int, int]]]] = {}
        for ship, count, refusal in ships:
            if refusal is not None:
                said = player_view.match.phrase_for_person(refusal).text()
                barred.setdefault(said, (refusal, []))[1].append((ship, count, 0))
        for said, (refusal, units) in barred.items():
            text = player_view.say("map.from", system=name, ships=units_text(units))
            place = f"come:{system}:{refusal.rule}:{units[0][0]}"
            opens = player_view.rule_opener(refusal.rule, place)
            stay.append(
                el("li", text, f" – {said} ", opens, player_view.opened_rule_html(place, with_reason=False))
            )
    parts: list[Child] = [el("h4", player_view.say("map.come", later=later), cls="tk-label")]
    parts.append(
        el("ul", come, cls="tk-list tk-small")
        if come
        else el("p", player_view.say("map.none"), cls="tk-small tk-soft")
    )
    if stay:
        summary = el("summary", player_view.say("map.stay", n=len(stay)))
        listed = el("ul", stay, cls="tk-list tk-small")
        parts.append(el("details", summary, listed, data_key="stay", open=None if come else True))
    return parts


def _can_move_in(player_view: PlayerView, target: int) -> bool:
    """True if the system is active, or can be activated in this turn or a later one of this round."""
    question, table, seat = player_view.question, player_view.match.game.table, player_view.match.seat
    if isinstance(question, Move):
        return question.target == target
    if isinstance(question, TurnChoice):
        is_trading = ui_state_of(player_view).is_composing_offer
        return not is_trading and question.refusal(acts.Activate(table.tile_number(target))) is None
    can_act = table.phase == "strategy" or (table.phase == "action" and not table.players[seat].has_passed)
    return can_act and bool(table.players[seat].tactic) and seat not in table.command_tokens[target]


def _rift_warning_html(move: Move, group: ShipGroup, player_view: PlayerView) -> Markup | None:
    """Return a warning of gravity rifts on the routes from a system; None if there are none."""
    said = " ".join(rift_warnings(move, (group,)))
    if not said:
        return None
    place = f"rift:{group.start_system}"
    warning = el("p", said, " ", player_view.rule_opener(RIFT, place), cls="tk-plan-risk")
    return join(warning, player_view.opened_rule_html(place))


def _custodians_html(player_view: PlayerView, target: int) -> Child:
    """Return a note on whether the person can pay to remove the custodians from Mecatol Rex; None for any
    other system.
    """
    table, seat = player_view.match.game.table, player_view.match.seat
    cost = custodians_cost(table, seat)
    if target != table.mecatol_system or not table.has_custodians or not cost:
        return None
    budget = max_payment(table, seat, "influence")
    return el(
        "p",
        player_view.say("map.custodians", n=budget, cost=cost, enough=int(budget >= cost)),
        cls="tk-small",
    )


def _production_html(player_view: PlayerView, target: int) -> Child:
    """Return the number of units that the person can build in a system, and the resources available for
    them.
    """
    table, seat = player_view.match.game.table, player_view.match.seat
    own_yard = production_limits(table, seat, target)
    if own_yard is None:
        return None
    budget = max_payment(table, seat, "resources")
    key = "map.build" if own_yard.can_build_ships else "map.build_ground"
    key = key if budget else "map.build_unpaid"
    return el("p", player_view.say(key, limit=own_yard.unit_limit, n=budget), cls="tk-small")


def systems_reaching(player_view: PlayerView, target: int) -> list[int]:
    """Return the systems from which the player's ships can reach a system now."""
    if not _can_move_in(player_view, target):
        return []
    table, seat = player_view.match.game.table, player_view.match.seat
    return [
        system
        for system, ships in _arriving_ships(table, seat, target).items()
        if any(refusal is None for _, _, refusal in ships)
    ]


def _resting_rivals(player_view: PlayerView) -> list[str]:
    """Return sentences on the players who activate no more systems in this round, with the reason; empty if
    all still can.
    """
    table, seat = player_view.match.game.table, player_view.match.seat
    return [
        player_view.say(
            "attackers.rest",
            who=seat_and_faction_name(one.seat, player_view.view),
            passed=int(one.has_passed),
        )
        for one in (table.players[other] for other in table.other_seats(seat))
        if one.has_passed or not one.tactic
    ]


def _attackers_html(player_view: PlayerView) -> list[Child]:
    """Return the ships of other players that can reach the chosen system, then the button that computes odds,
    or the odds of each best fleet.
    """
    opened = ui_state_of(player_view)
    threats, table, seat = opened.attackers, player_view.match.game.table, player_view.match.seat
    assert opened.system is not None, "the sheet is that of a chosen system"

    def who(seat: str) -> str:
        return seat_and_faction_name(SEATS.index(seat), player_view.view)

    def href(line: str) -> str:
        return battle_href(line, back_page_name(player_view.is_first_game))

    if threats is None:
        rivals = rival_ships_reaching(table, opened.system, seat)
        lines: list[Child] = [
            player_view.say(
                "attackers.rival",
                who=who(SEATS[rival]),
                ships=units_text((name, count, 0) for name, count in ships.items()),
            )
            for rival, ships in rivals.items()
        ] or [player_view.say("attackers.nobody"), *_resting_rivals(player_view)]
        shown: list[Child] = [el("p", line, cls="tk-small") for line in lines]
        if rivals and table.units_in_space(seat, opened.system).ship_count:
            shown.append(button(player_view.say("attackers.ask"), "attackers", key="attackers"))
        return shown
    new = f"attackers:{opened.system}"  # takes the focus of the button, so that the page stays here
    return [
        el(
            "h4",
            player_view.say("attackers.title"),
            cls="tk-label",
            tabindex="-1",
            data_arrives=new,
            data_bring=new,
        ),
        threats_html(threats, who, href)
        if threats
        else el("p", player_view.say("attackers.nobody"), cls="tk-small"),
        el("p", player_view.say("attackers.known"), cls="tk-small tk-soft", data_bring=new),
    ]
