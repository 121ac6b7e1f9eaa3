"""The headline of a whole game: the question in plain language, and recent events."""

from __future__ import annotations

from functools import singledispatch

from twingkit import Question
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.dice.combat_roll import combat_volley
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, PlayEffect
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay, planet_value
from twingkit.imperium.galaxy.objectives.scoring import scorable_public_objectives
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.card_drawing import MAX_SECRETS, count_secret_objectives
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.events import BattleBegins, BattleWon
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, ItemChoice
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.tactical.retreats import retreat_systems
from twingkit.imperium.galaxy.technology.research import researchable_technologies
from twingkit.imperium.galaxy.trade.offers import meeting_systems
from twingkit.imperium.galaxy.trade.transactions import BargainBeforeFire, BargainInCombat, OfferReply
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import (
    card_name,
    card_rule_text,
    faction_name,
    join_names,
    planet_name,
    say,
    seat_and_faction_name,
    seat_name,
    seat_symbol,
    strategy_card_rules,
    system_name,
)
from twingkit_widgets.imperium.play.battle import questions
from twingkit_widgets.imperium.play.battle.questions import battle_question
from twingkit_widgets.imperium.play.plans.plan import units_with_hit_numbers
from twingkit_widgets.imperium.play.turn import answer_groups, fights, news
from twingkit_widgets.imperium.play.turn.activations import possible_activations
from twingkit_widgets.imperium.play.turn.hand import points_and_tokens_text
from twingkit_widgets.imperium.play.turn.why_asked import question_explanation
from twingkit_widgets.imperium.play.ui_state import ui_state_of
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.plain_headline import game_over_title
from twingkit_widgets.table.play.player_view import PlayerView

_SECONDARY_CURRENCIES = {1: "influence", 6: "resources", 7: "resources"}
"""What the secondary abilities cost that are paid with planets, by the numbers of their cards."""


def headline(player_view: PlayerView) -> Headline:
    """Return the headline: the pending question or the result, with news and all players' points."""
    match = player_view.match
    own, inner = match.game.start.seat(match.seat), battle_question(player_view.question)
    reason = player_view.say("now.trade.computer") if _explains_offers(player_view) else ""
    lines = tuple(
        news.news_lines(
            player_view.visible_rulings,
            player_view.first_new_ruling,
            own,
            own_places=_own_places(match.game.table, match.seat),
            tells_rolls=inner is not None,
            reason_to_decline=reason,
            is_asked_out_of_turn=not isinstance(player_view.question, TurnChoice | None),
        )
    )
    if match.game.over:
        return Headline(game_over_title(player_view), news_lines=lines)
    question, standing = player_view.question, points_and_tokens_text(player_view)
    if question is None:
        if match.pause_reason == fights.OWN_BATTLE_PAUSE:  # the battle is shown in full below
            lines = tuple(line for line in lines if line.sentences[0].rule != news.BATTLE_BEGUN_RULE)
        title, text = _paused_title_and_text(player_view)
        return Headline(title, text, news_lines=lines, contest_text=standing)
    rule = question.rule if inner is None else inner.rule
    title, text = title_of(question, player_view), turn_question_help(question, player_view)
    return Headline(title, text, rule, lines, standing)


def _own_places(table: GameTable, seat: int) -> set[str]:
    """Return the planet ids and tile numbers of the systems in which a seat has units or controls a
    planet.
    """
    systems = {
        place if isinstance(place, int) else table.system_of(place)
        for place in (*dict(table.places_and_units(seat)), *table.controlled_planets(seat))
    }
    planets = {planet.id for system in systems for planet in table.planets_of(system)}
    return planets | {table.tile_number(system) for system in systems}


def _explains_offers(player_view: PlayerView) -> bool:
    """Return whether the computer judges offers by what they give (`greedy.py`), not at random."""
    return bool(player_view.match.settings.opponent_level != "random")


def _paused_title_and_text(player_view: PlayerView) -> tuple[str, str]:
    """Return title and text during a pause: how the shown battle ended and who controls its planets, or that
    other players are acting.
    """
    say = player_view.say
    if player_view.match.pause_reason != fights.OWN_BATTLE_PAUSE:
        return say("now.watch.title"), ""
    new = player_view.visible_rulings[player_view.first_new_ruling :]
    ends = [said for said in new if said.key in news.BATTLE_ENDS]
    if not ends:
        return say("now.battle.title"), ""
    end = ends[-1]
    is_own = str(end.facts.get("side", "")) == SEATS[player_view.match.seat]
    after = " ".join([say("now.battle.planets"), *_no_retreat(player_view)])
    if end.case == "left":
        return say(f"now.battle.left_{'own' if is_own else 'other'}"), after
    is_won = isinstance(end.event, BattleWon)
    title = say(f"now.battle.{'won' if is_own else 'lost'}" if is_won else "now.battle.tie")
    planet = _latest_battle(player_view).planet
    if not planet:
        return title, after
    table = player_view.match.game.table
    keeps = is_own if is_won else table.planet_controllers[planet] == player_view.match.seat
    key = f"now.battle.{'own' if keeps else 'other'}_planet"
    return title, " ".join([say(key, planet=planet_name(planet)), *_other_owners(planet, player_view)])


def _other_owners(planet: str, player_view: PlayerView) -> list[str]:
    """Return a sentence on the other planets of the same system that another player controls; empty if there
    are none.
    """
    table, seat = player_view.match.game.table, player_view.match.seat
    holders = table.planet_controllers
    owners = [
        f"{planet_name(world.id)}: {seat_name(holders[world.id], seat)}"
        for world in table.planets_of(table.system_of(planet))
        if holders[world.id] not in (None, holders[planet])
    ]
    return [player_view.say("now.battle.owners", owners=join_names(owners))] if owners else []


def _no_retreat(player_view: PlayerView) -> list[str]:
    """Return the reason why the ships cannot retreat (IM-SPACE-13); empty if they can retreat, or in a ground
    combat.
    """
    has_left = not _latest_battle(player_view).number or _ways_out(player_view)
    return [] if has_left else [player_view.say("now.battle.no_retreat")]


def _ways_out(player_view: PlayerView) -> list[int]:
    """Return the systems to which the person's ships could retreat from the last space combat."""
    table, seat = player_view.match.game.table, player_view.match.seat
    return retreat_systems(table, seat, table.galaxy.system(_latest_battle(player_view).number).index)


def _latest_battle(player_view: PlayerView) -> BattleBegins:
    return [*fights.battle_beginnings(player_view.visible_rulings)][-1]


def title_of(question: Question, player_view: PlayerView) -> str:
    """Return the question in a sentence, without the name of the player."""
    inner = battle_question(question)
    if inner is None:
        return _title(question, player_view)
    title, number = questions.question_title(inner), fights.latest_battle_round(player_view.visible_rulings)
    numbered = isinstance(inner, AnnounceRetreat) and number > 1
    return player_view.say("now.retreat.round", n=number, title=title) if numbered else title


@singledispatch
def _title(question: Question, player_view: PlayerView) -> str:
    """Return the title of a question that is not about a battle; by default its own text."""
    text = question.text()
    return capitalize_first(text.partition(": ")[2] or text)


@_title.register
def _(question: TurnChoice, player_view: PlayerView) -> str:
    return player_view.say(f"now.{_turn_case(question, player_view)}.title")


@_title.register
def _(question: Move, player_view: PlayerView) -> str:
    key = "now.move.title" if _can_anything_move(question) else "now.move.stays"
    return player_view.say(key, system=system_name(question.table.tile_number(question.target)))


@_title.register
def _(question: Pay, player_view: PlayerView) -> str:
    key = f"now.pay.{question.currency}"
    if question.purpose not in player_view.book:
        return player_view.say(key, n=question.cost)
    paid = f"paid.{question.purpose}"
    title = player_view.book[question.purpose].title()
    what = player_view.say(paid) if paid in WORDS else player_view.say("paid.other", title=title)
    return player_view.say(f"{key}_for", n=question.cost, what=what)


@_title.register
def _(question: DivideTokens, player_view: PlayerView) -> str:
    new = "divide" if question.may_redistribute else "one" if question.new_token_count == 1 else "new"
    part = new if question.new_token_count else "free"
    return player_view.say(f"now.pools.{part}", n=question.new_token_count)


@_title.register
def _(question: Build, player_view: PlayerView) -> str:
    system = system_name(question.table.tile_number(question.site.system))
    return player_view.say("now.build.title", system=system)


@_title.register
def _(question: CastVotes, player_view: PlayerView) -> str:
    return player_view.say("now.vote.title", card=card_name(question.agenda.id))


@_title.register
def _(question: OfferReply, player_view: PlayerView) -> str:
    words, who = rulebook().words, seat_name(question.giver, question.player)
    gives, wants = (gift.label(words) for gift in (question.offer.gives, question.offer.wants))
    return player_view.say("now.reply.title", who=who, gives=gives, wants=wants)


@_title.register
def _(question: BargainBeforeFire, player_view: PlayerView) -> str:
    return player_view.say("now.bargain.title", who=seat_name(question.other, question.player))


@_title.register
def _(question: BargainInCombat, player_view: PlayerView) -> str:
    return player_view.say("now.deal.title")


def _can_anything_move(question: Move) -> bool:
    return bool(
        question.ship_sources() or any(question.ships_needing_drive()) or question.pick_up_troops_plan()
    )


def turn_question_help(question: Question, player_view: PlayerView) -> str:
    """Return the help text for a question of a whole game, with the facts that a newcomer needs to answer
    it.
    """
    inner = battle_question(question)
    if inner is None:
        return _help(question, player_view)
    text = questions.question_help(inner)
    is_shown = isinstance(inner, AnnounceRetreat | PlayEffect) and not isinstance(inner, FireDecision)
    begun = _battle_begun(player_view) if is_shown else []
    if not isinstance(inner, AnnounceRetreat):
        return "\n".join([text, *begun, *(_no_retreat(player_view) if begun else [])])
    lost = [player_view.say("now.battle.planets")] if begun else []
    number_of = player_view.match.game.table.tile_number
    places = [system_name(number_of(system)) for system in _ways_out(player_view)]
    where = player_view.say("now.retreat.where", n=len(places), systems="; ".join(places))
    return "\n".join([*begun, f"{text} {where}", *lost])


@singledispatch
def _help(question: Question, player_view: PlayerView) -> str:
    """Return the help text for a question that is not about a battle; by default why it is asked."""
    return question_explanation(question, player_view)


@_help.register
def _(question: TurnChoice, player_view: PlayerView) -> str:
    case, table = _turn_case(question, player_view), question.table
    has_activated = table.round > 1 or any(question.player in seats for seats in table.command_tokens)
    part = "again" if case == "turn" and has_activated else case
    text = player_view.say(f"now.{part}.text", n=table.players[question.player].tactic)
    if case == "trade" and _explains_offers(player_view):
        return f"{text} {player_view.say('now.trade.computer')}"
    if case in ("no_system", "no_token"):
        text += f" {player_view.say('now.pass.later' if question.refusal(acts.PASS) else 'now.pass.now')}"
    return text if case == "trade" else " ".join([text, *_possible_winners(question, player_view)])


@_help.register
def _(question: ItemChoice, player_view: PlayerView) -> str:
    if question.kind == "take":
        return _take_text(question, player_view)
    number = str(question.subject).removeprefix("strategy_")
    if question.kind == "secondary" and number.isdecimal() and int(number) in strategy_card_rules():
        return " ".join([*_after_passing(question, player_view), *_secondary_ability(question, int(number))])
    return question_explanation(question, player_view)


@_help.register
def _(question: DivideTokens, player_view: PlayerView) -> str:
    is_status = question.table.phase == "status"
    return player_view.say("now.pools.back") if is_status else question_explanation(question, player_view)


@_help.register
def _(question: CastVotes, player_view: PlayerView) -> str:
    order, speaker = question.table.seats_from(question.player), question.table.speaker
    after = [seat_name(seat, question.player) for seat in order[1 : order.index(speaker) + 1]]
    last = player_view.say("now.vote.after", after=join_names(after), last=int(not after))
    return f"{card_rule_text(question.agenda.id)} {last}"


@_help.register
def _(question: Move, player_view: PlayerView) -> str:
    can_move = _can_anything_move(question)
    return question_explanation(question, player_view) if can_move else player_view.say("now.move.steps")


@_help.register
def _(question: OfferReply, player_view: PlayerView) -> str:
    explained = [_holdings_after(question, player_view), question_explanation(question, player_view)]
    return " ".join(
        [*_after_passing(question, player_view), *explained, *_why_neighbours(question, player_view)]
    )


def _possible_winners(question: TurnChoice, player_view: PlayerView) -> list[str]:
    """Return sentences on players who could win at the end of this round by scoring a public objective, alone
    or with a secret one (IM-STATUS-1).
    """
    table, order, texts, quiet = question.table, question.table.initiative_order, list[str](), list[str]()
    for other in table.other_seats(question.player):
        rival, who = table.players[other], seat_and_faction_name(other, player_view.view)
        fulfilled = scorable_public_objectives(table, other)[:1]
        missing = table.points_to_win - rival.points - len(fulfilled)
        if missing <= bool(rival.secret_objectives):
            cards = [say("quoted", name=card_name(card)) for card in fulfilled]
            cards += [player_view.say("now.rival_secret")] if missing > 0 else []
            facts = {"n": rival.points, "goal": table.points_to_win, "cards": join_names(cards)}
            is_first = int(order.index(other) < order.index(question.player))
            texts.append(player_view.say("now.rival", who=who, first=is_first, **facts))
        elif not fulfilled and missing - 1 <= bool(rival.secret_objectives):
            quiet.append(who)
    if quiet:
        texts.append(player_view.say("now.rival_quiet", who=join_names(quiet), n=len(quiet)))
    return texts


def _after_passing(question: GalaxyQuestion, player_view: PlayerView) -> list[str]:
    """Return why a person who has passed is still asked (IM-TURN-3); empty before passing."""
    return [player_view.say("now.passed")] if question.table.players[question.player].has_passed else []


def _why_neighbours(question: OfferReply, player_view: PlayerView) -> list[str]:
    """Return a sentence on the systems that make both traders neighbours (IM-TRADE-2); empty if they are not
    neighbours.
    """
    met = meeting_systems(question.table, question.player, question.giver)
    if met is None:
        return []
    own, other = (system_name(question.table.tile_number(system)) for system in met)
    key = "together" if own == other else "neighbours"
    return [player_view.say(f"now.reply.{key}", own=own, other=other)]


def _secondary_ability(question: ItemChoice, number: int) -> list[str]:
    """Return notes on a strategy card's secondary ability: its effect, what can pay for it, researchable
    technologies, or held and allowed secret objectives.
    """
    table, seat, currency = question.table, question.player, _SECONDARY_CURRENCIES.get(number)
    texts = [answer_groups.strategy_note("secondary", number)]
    if number == answer_groups.IMPERIAL:
        there = count_secret_objectives(table, seat)
        facts = {"limit": MAX_SECRETS, "n": there, "full": int(there >= MAX_SECRETS)}
        texts.append(WORDS.say("secondary.secrets", **facts))
    if currency is None:
        return texts
    worth = {planet: planet_value(table, planet, currency) for planet in table.ready_planets(seat)}
    parts = [WORDS.say("pay.planet", planet=planet_name(planet), n=n) for planet, n in worth.items() if n]
    goods = table.players[seat].goods
    parts += [WORDS.say("secondary.goods", n=goods)] if goods else []
    texts += [WORDS.say("secondary.purse", purse=", ".join(parts))] if parts else []
    known = researchable_technologies(table, seat) if number == answer_groups.TECHNOLOGY else []
    cards = ", ".join(say("quoted", name=card_name(card)) for card in known)
    return [*texts, WORDS.say("secondary.technologies", cards=cards)] if cards else texts


def _holdings_after(question: OfferReply, player_view: PlayerView) -> str:
    """Return the trade goods and commodities of the person after accepting an offer."""
    own, gets, pays = question.table.players[question.player], question.offer.gives, question.offer.wants
    goods = own.goods + gets.goods + gets.commodities - pays.goods
    return player_view.say("now.reply.after", goods=goods, commodities=own.commodities - pays.commodities)


def _take_text(question: ItemChoice, player_view: PlayerView) -> str:
    """Return the explanation of choosing a strategy card, with its number if players take several (IM-PICK-1)
    and an introduction in round one.
    """
    own, most = player_view.view.seats[player_view.match.seat], question.table.strategy_cards_per_player
    taken = len(question.table.players[question.player].strategy_cards)
    lead = ""
    if player_view.view.round == 1 and not taken:
        facts = {"faction": faction_name(own.faction), "sign": seat_symbol(own.seat)}
        secret = join_names([card_name(card) for card in player_view.view.secret_objectives])
        public = [say("quoted", name=card_name(card)) for card in player_view.view.open_objectives]
        facts |= {"secret": secret, "public": join_names(public)}
        lead = player_view.say("now.take.lead", n=player_view.view.points_to_win, **facts)
        is_own = question.table.speaker == question.player
        who = seat_and_faction_name(question.table.speaker, player_view.view)
        lead += " " + player_view.say(f"now.take.speaker{'_own' if is_own else ''}", who=who)
    count = player_view.say("now.take.count", n=taken + 1) if most > 1 else ""
    return " ".join(filter(None, (lead, count, question_explanation(question, player_view))))


def _turn_case(question: TurnChoice, player_view: PlayerView) -> str:
    """Return the key for the state of a turn: offering, activating, no useful system, only cards, only
    passing, or skipping a further action (IM-TURN-4)."""
    if ui_state_of(player_view).trade_seat >= 0:
        return "trade"
    if question.table.players[question.player].tactic:
        return "turn" if any(possible_activations(player_view).values()) else "no_system"
    if not answer_groups.can_only_pass(question):
        return "no_token"
    return "no_further" if question.is_further_action else "only_pass"


def _battle_begun(player_view: PlayerView) -> list[str]:
    """Return sentences on both sides' units and the numbers that their dice need (IM-SPACE-6, IM-INV-6);
    empty after round one, when the last dice say more.
    """
    rulings = player_view.visible_rulings
    if not fights.battle_goes_on(rulings) or fights.latest_battle_round(rulings) > 1:
        return []
    begun, table, say = _latest_battle(player_view), player_view.match.game.table, player_view.say
    system = table.system_of(begun.planet) if begun.planet else table.galaxy.system(begun.number).index
    fight = Fight.from_battle(Battle.parse(begun.battle))
    fleets = []
    for index, seat in enumerate(map(SEATS.index, (begun.side, begun.enemy))):
        volley = combat_volley(fight, fight.starting_forces(), index, 1)
        needs = {dice.unit: dice.hits_on for dice in volley.groups}
        for card, n in fights.round_bonuses(rulings, SEATS[seat]).items():
            needs |= {unit: needs[unit] - n for unit in needs if card == "mb" or unit.startswith("fighter")}
        there = (
            table.units_on_planet(seat, begun.planet) if begun.planet else table.units_in_space(seat, system)
        )
        units = units_with_hit_numbers(table, seat, there, needs)
        fleets.append(
            say("now.retreat.fleet", who=seat_and_faction_name(seat, player_view.view), units=units)
        )
    return [*fleets, say("now.retreat.dice", policy=int(table.variant.losses == "policy"))]
