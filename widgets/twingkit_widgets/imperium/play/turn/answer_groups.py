"""The answers of a whole game as buttons in groups: the options of a turn, and choices among items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import singledispatch

import attrs

from twingkit import Question
from twingkit.core.acts import Act
from twingkit.core.questions import Refusal
from twingkit.imperium.box.units import GROUND_FORCES, STRUCTURES
from twingkit.imperium.galaxy.cards.targets import tiles_with_own_token
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice, scorable_public_objectives
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice, component_action_answers
from twingkit.imperium.galaxy.phases.status_phase import command_token_gain_count
from twingkit.imperium.galaxy.phases.strategic_action import (
    IMPERIAL_RULE,
    INFLUENCE_PER_TOKEN,
    LEADERSHIP_TOKENS,
    MAX_READIED_PLANETS,
    POLITICS_ACTION_CARDS,
    SECOND_TECHNOLOGY_COST,
    SECONDARY_RESEARCH_COST,
    TRADE_CARD_GOODS,
)
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import abilities_by_id, has_script
from twingkit.imperium.galaxy.table.card_drawing import MAX_SECRETS
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.technology import research
from twingkit.imperium.galaxy.technology.cards import Technology, faction, technologies_by_id
from twingkit.imperium.galaxy.trade.offers import Offer as Deal
from twingkit.imperium.galaxy.trade.offers import OfferSide, are_neighbours, rule_against_offer
from twingkit_widgets.imperium.pictures.names import (
    answer_word_name,
    card_rule_text,
    faction_name,
    join_names,
    objective_text,
    seat_name,
    units_text,
)
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.play.plans.plan import excess_unit_warnings, fleet_pool_warnings
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.answer_buttons import (
    MAX_BUTTONS,
    AnswerButton,
    AnswerGroup,
    plain_answer_groups,
)
from twingkit_widgets.table.play.player_view import PlayerView

TRADE, WARFARE, TECHNOLOGY, IMPERIAL = 5, 6, 7, 8
"""The numbers of these strategy cards."""

_STRATEGY_CARD_NUMBERS: Mapping[int, Mapping[str, int]] = {
    1: {"gained": LEADERSHIP_TOKENS, "price": INFLUENCE_PER_TOKEN},
    2: {"readied": MAX_READIED_PLANETS},
    3: {"drawn": POLITICS_ACTION_CARDS},
    TRADE: {"gained": TRADE_CARD_GOODS},
    TECHNOLOGY: {"second": SECOND_TECHNOLOGY_COST, "price": SECONDARY_RESEARCH_COST},
    IMPERIAL: {"limit": MAX_SECRETS},
}
"""The prices and amounts named in the notes on strategy cards."""

_TARGETS = {WARFARE: tiles_with_own_token, IMPERIAL: scorable_public_objectives}
"""The functions that return what the strategy cards with these numbers can take back or score now."""

_PLACED_SHIPS = {"IM-ACT-war_effort": "cruiser", "IM-ACT-ghost_ship": "destroyer"}
"""The ship that an action card places in a system, by the rule of the card."""

OFFER_BUTTON_PREFIX = "trade"
"""The first part of the button value that opens an offer; it is not an answer of the game."""


def answer_button(question: Question, answer: object, player_view: PlayerView) -> AnswerButton:
    """Return an answer as a button with a label and, for a card, a note on its effect."""
    written = question.format_answer(answer)
    return AnswerButton(written, answer_text(question, written), _note(question, answer, player_view))


@singledispatch
def _note(question: Question, act: object, player_view: PlayerView) -> str:
    """Return the note on an answer; "" for most."""
    match act:
        case acts.Play(card) | acts.Use(card):
            return _card_note(question, card)
        case _:
            return ""


@_note.register
def _(question: TurnChoice, act: object, player_view: PlayerView) -> str:
    table, seat = question.table, question.player
    match act:
        case acts.Strategy(number):
            if (refusal := question.refusal(act)) is not None:
                return player_view.match.phrase_for_person(refusal).text()
            note = _strategy_card_note(number, player_view)
            if points_after_scoring(question, act) >= table.points_to_win:
                return f"{note} {WORDS.say('score.wins')}"
            idle = number in _TARGETS and not _TARGETS[number](table, seat)
            return f"{note} {WORDS.say(f'strategy.idle.{number}')}" if idle else note
        case acts.Pass() if not question.is_further_action and (left := table.players[seat].tactic):
            return WORDS.say("group.tokens_left", n=left)
        case acts.Play("war_effort"):
            warning = _placement_warning(question, "IM-ACT-war_effort", table.systems_with_ships(seat))
            return f"{card_rule_text(act.ability)} {warning}".rstrip()
        case acts.Play(card) | acts.Use(card):
            return _card_note(question, card)
        case _:
            return ""


def _strategy_card_note(number: int, player_view: PlayerView) -> str:
    """Return what a strategy card brings its player and the others; of Trade also the person's limit."""
    note = ". ".join(strategy_note(part, number) for part in ("strategy", "others"))
    if number != TRADE:
        return note
    limit = faction(player_view.view.seats[player_view.match.seat].faction).commodity_limit
    return f"{note} {WORDS.say('strategy.commodities', n=limit)}"


def _card_note(question: Question, card: str) -> str:
    """Return the text of a card, for a technology after its prerequisites and what can replace them."""
    if card not in technologies_by_id():
        return card_rule_text(card)
    replaced = _replacements(question, card) if isinstance(question, research.ResearchChoice) else []
    return " ".join([_symbols(technologies_by_id()[card]), *replaced, card_rule_text(card)])


@_note.register
def _(question: ItemChoice, act: acts.Choose, player_view: PlayerView) -> str:
    table, seat, item = question.table, question.player, act.item
    match question.kind:
        case "take":
            goods = dict(player_view.view.card_goods).get(int(item), 0)
            note = _strategy_card_note(int(item), player_view)
            return f"{note} {WORDS.say('strategy.goods', n=goods)}" if goods else note
        case "tactic_tokens":
            own, paid = table.players[seat], int(item)
            left = own.strategy - (int(str(question.subject)) - paid)
            return WORDS.say("pools.after", tactic=own.tactic - paid, strategy=left)
        case "token_from" if item == "fleet":
            return " ".join(fleet_pool_warnings(table, seat, -1))
        case "score" if (refusal := question.refusal(act)) is not None:
            return f"{objective_text(item)} {player_view.match.phrase_for_person(refusal).text()}"
        case "score":
            return _with_points(question, item, objective_text(item))
    if item in table.planet_controllers:
        return _planet_note(question, item)
    if question.subject in _PLACED_SHIPS:
        return _placement_warning(question, question.subject, [table.galaxy.system(item).index])
    if item == SEATS[seat]:
        return WORDS.say("answer.you")
    names_card = question.kind in ("research", "discard", "return", "technology", "agenda")
    return _card_note(question, item) if names_card else ""


def _placement_warning(question: ItemChoice | TurnChoice, card: object, systems: Iterable[int]) -> str:
    """Return the units that placing the ship of a card costs (IM-FLEET-1), in the best of these systems."""
    ship = {_PLACED_SHIPS[str(card)]: 1}
    costs = (excess_unit_warnings(question.table, question.player, system, ship) for system in systems)
    return min(map(" ".join, costs), key=len, default="")


def _with_points(question: ItemChoice, objective: str, note: str) -> str:
    """Return the note on scoring an objective, followed by further gains: the point of Imperial for Mecatol
    Rex, victory, or returned tokens.
    """
    table, card = question.table, objectives_by_id().get(objective)
    mecatol = question.rule == IMPERIAL_RULE and table.planet_controllers.get(MECATOL_REX) == question.player
    extra = [WORDS.say("score.only_mecatol" if card is None else "score.mecatol")] if mecatol else []
    if points_after_scoring(question, question.choose(objective)) >= table.points_to_win:
        extra.append(WORDS.say("score.wins"))
    elif card is not None and card.counted_thing == "tactic_or_strategy_tokens":
        own = table.players[question.player]
        more = {"sol": int(own.faction == "sol"), "hm": int(own.has_technology("hm"))}
        extra.append(
            WORDS.say("score.tokens_back", n=command_token_gain_count(table, question.player), **more)
        )
    return " ".join([note, *extra] if card else extra)


def _planet_note(question: ItemChoice, planet: str) -> str:
    """Return the owner, the units and the values of a planet."""
    table, holder = question.table, question.table.planet_controllers[planet]
    units = [
        (name, count, 0)
        for there in table.ground[planet].values()
        for name in (*GROUND_FORCES, *STRUCTURES)
        if (count := there[name])
    ]
    return WORDS.say(
        "planet.facts",
        who=WORDS.say("planet.free")
        if holder is None
        else capitalize_first(seat_name(holder, question.player)),
        units=units_text(units) if units else WORDS.say("planet.no_units"),
        resources=table.resources(planet),
        influence=table.influence(planet),
    )


def points_after_scoring(question: Question, answer: object) -> int:
    """Return the victory points that the player would have after an answer that scores an objective or plays
    Imperial; 0 for any other answer.
    """
    if not isinstance(question, ItemChoice | TurnChoice):
        return 0
    table, seat = question.table, question.player
    own, mecatol = table.players[seat].points, table.planet_controllers.get(MECATOL_REX) == seat
    match answer:
        case acts.Choose("score", item):
            card = objectives_by_id().get(item)
            return own + (card.points if card else 0) + (mecatol and question.rule == IMPERIAL_RULE)
        case acts.Strategy(number) if number == IMPERIAL:
            scorable = (objectives_by_id()[name].points for name in scorable_public_objectives(table, seat))
            return own + max(scorable, default=0) + mecatol
    return 0


def strategy_note(part: str, card_number: int) -> str:
    """Return a short note on a strategy card: `part` is "strategy" (primary ability), "secondary", or
    "others" (what other players get from the secondary).
    """
    return WORDS.say(f"{part}.{card_number}", **_STRATEGY_CARD_NUMBERS.get(card_number, {}))


def _symbols(card: Technology) -> str:
    counts = Counter(card.prerequisites)
    names = {colour: answer_word_name(colour) for colour in counts}
    needed = join_names(
        [f"{n} × {names[colour]}" if n > 1 else names[colour] for colour, n in counts.items()]
    )
    kind = answer_word_name(card.colour) if card.colour else WORDS.say("technology.no_colour")
    return WORDS.say(
        "technology.needs" if needed else "technology.free", kind=capitalize_first(kind), needed=needed
    )


def _replacements(question: ItemChoice, technology_id: str) -> list[str]:
    """Return for each missing prerequisite which planets or cards can replace it (IM-TECH-2)."""
    lacks = research.unmet_prerequisites(question.table, question.player, technologies_by_id()[technology_id])
    ready = research.prerequisite_substitutes_by_colour(question.table, question.player)
    names = {colour: join_names([*map(answer_word_name, cards)]) for colour, cards in ready.items()}
    return [
        WORDS.say("technology.exhausts", colour=answer_word_name(colour), planets=names[colour])
        for colour in lacks
        if colour in names
    ]


@singledispatch
def answer_groups(question: Question, player_view: PlayerView) -> list[AnswerGroup]:
    """Return the answers to a question as buttons, grouped by kind."""
    return plain_answer_groups(question, player_view)


@answer_groups.register
def _(question: TurnChoice, player_view: PlayerView) -> list[AnswerGroup]:
    """Return strategy cards, action cards, abilities, deals, passing; systems are chosen on the map."""
    say, sheet = player_view.say, question.table.players[question.player]
    cards = map(acts.Strategy, sorted(sheet.strategy_cards))
    listed = component_action_answers(question.table, question.player)
    others = [card for card in _held_action_cards(question) if card not in listed]
    # If passing is forbidden, `view.py` shows the reason instead of a button.
    passing = tuple(offer for offer in _offers([acts.PASS], question, player_view) if offer.refusal is None)
    groups = [
        AnswerGroup("strategy", _offers(cards, question, player_view), say("group.strategy")),
        AnswerGroup("component", _offers([*listed, *others], question, player_view), say("group.component")),
        AnswerGroup("trade", tuple(_deals(question, player_view)), say("group.trade")),
        AnswerGroup("pass", passing, say("group.no_further" if question.is_further_action else "group.pass")),
    ]
    return [group for group in groups if group.buttons]


@answer_groups.register
def _(question: ItemChoice, player_view: PlayerView) -> list[AnswerGroup]:
    offers = [answer_button(question, answer, player_view) for answer in question.options()]
    if len(offers) > MAX_BUTTONS:
        return plain_answer_groups(question, player_view)
    offers.sort(key=lambda offer: _is_no_action(offer, player_view))
    missed = _offers(_missed_objectives(question), question, player_view)
    title = player_view.say("group.objectives") if missed else ""
    return [AnswerGroup(question.kind, (*offers, *missed), title)]


def _missed_objectives(question: ItemChoice) -> list[acts.Choose]:
    """Return the answers that would score public objectives but are forbidden; empty if the question is not
    about public objectives.
    """
    is_open = isinstance(question, ScoreChoice) and question.choices[0] in question.table.open_objectives
    shown = question.table.open_objectives if is_open else ()
    return [question.choose(name) for name in shown if name not in question.choices]


def _is_no_action(offer: AnswerButton, player_view: PlayerView) -> bool:
    """Return whether an answer declines to act, so that it is listed last; zero amounts stay in numerical
    order.
    """
    return bool(player_view.play_design.is_passing_answer(offer.answer)) and not offer.answer.endswith(" 0")


def can_only_pass(question: TurnChoice) -> bool:
    """Return whether passing is the only action left. Offers of deals do not count as actions."""
    return {act for act in question.options() if not isinstance(act, Deal)} == {acts.PASS}


def _held_action_cards(question: TurnChoice) -> list[Act]:
    hand = dict.fromkeys(question.table.players[question.player].action_cards)
    return [
        abilities_by_id()[card].act
        for card in hand
        if card in abilities_by_id() and "action" in abilities_by_id()[card].windows and has_script(card)
    ]


def _offers(
    answers: Iterable[object], question: Question, player_view: PlayerView
) -> tuple[AnswerButton, ...]:
    return tuple(
        attrs.evolve(answer_button(question, answer, player_view), refusal=question.refusal(answer))
        for answer in answers
    )


def _deals(question: TurnChoice, player_view: PlayerView) -> Iterable[AnswerButton]:
    """Yield, for each other player, a button that starts a deal; it is disabled with a reason if no deal is
    possible.
    """
    view = player_view.view
    for seat in question.table.other_seats(question.player):
        refusal = trade_refusal(question, seat)
        label = player_view.say("group.deal.label", who=seat_name(seat, view.player))
        note = faction_name(view.seats[seat].faction)
        if refusal is not None:
            note = f"{note}. {player_view.match.phrase_for_person(refusal).text()}"
        elif not are_neighbours(question.table, question.player, seat):
            is_hacan = "hacan" in (view.seats[seat].faction, view.seats[view.player].faction)
            note = player_view.say("group.deal.far", faction=note, hacan=int(is_hacan))
        yield AnswerButton(
            f"{OFFER_BUTTON_PREFIX} {SEATS[seat]}" if refusal is None else str(_smallest_deal(seat)),
            label,
            note,
            refusal,
        )


def _smallest_deal(seat: int) -> Deal:
    return Deal(seat, OfferSide(), OfferSide(goods=1))


def trade_refusal(question: TurnChoice, seat: int) -> Refusal | None:
    """Return why the player cannot make any deal with the player at `seat` now; None if a deal is
    possible.
    """
    denial = rule_against_offer(question.table, question.player, _smallest_deal(seat))
    return None if denial is None else question.refusal(_smallest_deal(seat))
