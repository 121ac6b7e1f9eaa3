"""The headline of a whole game: the question in plain language, and recent events."""

from __future__ import annotations

from twingkit import Question
from twingkit.imperium.battle.rules.questions import AnnounceRetreat
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.phases.action_phase import PASS, TurnChoice
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.trade.offers import OFFER
from twingkit.imperium.galaxy.trade.transactions import BargainBeforeFire, OfferReply
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import (
    by_seat,
    card_name,
    card_text,
    faction_name,
    seat_name,
    seat_symbol,
    strategy_rules,
    system_name,
    units_text,
)
from twingkit_widgets.imperium.play.battle import questions
from twingkit_widgets.imperium.play.battle.questions import battle_question
from twingkit_widgets.imperium.play.turn import news
from twingkit_widgets.imperium.play.turn.answer_groups import strategy_note
from twingkit_widgets.imperium.play.turn.fights import battles_of
from twingkit_widgets.imperium.play.turn.why_asked import question_explanation
from twingkit_widgets.imperium.play.ui_state import ui_state_of
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.plain_headline import over_title
from twingkit_widgets.table.play.player_view import PlayerView


def headline(player_view: PlayerView) -> Headline:
    """Return the headline of the page."""
    match = player_view.match
    lines = tuple(
        news.news_lines(player_view.rulings, player_view.news_start, match.game.start.seat(match.seat))
    )
    if match.game.over:
        return Headline(over_title(player_view), news_lines=lines)
    asked = player_view.asked
    if asked is None:
        return Headline(player_view.say("now.watch.title"), news_lines=lines)
    inner = battle_question(asked)
    rule = asked.rule if inner is None else inner.rule
    return Headline(title_of(asked, player_view), question_details(asked, player_view), rule, lines)


def title_of(asked: Question, player_view: PlayerView) -> str:
    """Return the question in a sentence, without the name of the player."""
    if (inner := battle_question(asked)) is not None:
        return questions.title_of(inner)
    if isinstance(asked, TurnChoice):
        return player_view.say(f"now.{_turn_case(asked, player_view)}.title")
    if isinstance(asked, Move):
        return player_view.say("now.move.title", system=system_name(asked.table.tile_number(asked.target)))
    if isinstance(asked, Pay):
        return _pay_title(asked, player_view)
    if isinstance(asked, DivideTokens):
        key = (
            "now.pools.free"
            if not asked.more
            else "now.pools.divide"
            if asked.free
            else "now.pools.one"
            if asked.more == 1
            else "now.pools.new"
        )
        return player_view.say(key, n=asked.more)
    if isinstance(asked, Build):
        system = system_name(asked.table.tile_number(asked.yard.system))
        return player_view.say("now.build.title", system=system)
    if isinstance(asked, CastVotes):
        return player_view.say("now.vote.title", card=card_name(asked.agenda.id))
    if isinstance(asked, OfferReply):
        words, who = rulebook().words, seat_name(asked.giver, asked.player)
        gives, wants = (gift.label(words) for gift in (asked.offer.gives, asked.offer.wants))
        return player_view.say("now.reply.title", who=who, gives=gives, wants=wants)
    if isinstance(asked, BargainBeforeFire):
        return player_view.say("now.bargain.title", who=seat_name(asked.other, asked.player))
    text = asked.text()
    return capitalize_first(text.partition(": ")[2] or text)


def _pay_title(asked: Pay, player_view: PlayerView) -> str:
    key = f"now.pay.{asked.currency}"
    if asked.purpose not in player_view.book:
        return player_view.say(key, n=asked.cost)
    paid = f"paid.{asked.purpose}"
    title = player_view.book[asked.purpose].title()
    what = player_view.say(paid) if paid in WORDS else player_view.say("paid.other", title=title)
    return player_view.say(f"{key}_for", n=asked.cost, what=what)


def question_details(asked: Question, player_view: PlayerView) -> str:
    """Return the facts that a newcomer needs to answer."""
    own = player_view.view.seats[player_view.match.seat]
    if (inner := battle_question(asked)) is not None:
        text = questions.question_details(inner)
        if not isinstance(inner, AnnounceRetreat):
            return text
        return " ".join([*_battle_begun(player_view), text, player_view.say("now.retreat.where")])
    if isinstance(asked, TurnChoice):
        return player_view.say(f"now.{_turn_case(asked, player_view)}.text", n=own.tactic)
    if isinstance(asked, ItemChoice) and asked.kind == "take":
        return _take_text(asked, player_view)
    if asked.kind == "secondary":
        number = str(getattr(asked, "subject", "")).removeprefix("strategy_")
        if number.isdecimal() and int(number) in strategy_rules():
            return strategy_note("secondary", int(number))
    if isinstance(asked, CastVotes):
        return card_text(asked.agenda.id)
    return question_explanation(asked, player_view)


def _take_text(asked: ItemChoice, player_view: PlayerView) -> str:
    """Return the number of strategy cards per player and the number of this one (IM-PICK-1), after an
    introduction in the first round."""
    own, most = player_view.view.seats[player_view.match.seat], asked.table.strategy_cards_per_player
    taken = len(asked.table.players[asked.player].strategy_cards)
    lead = ""
    if player_view.view.round == 1 and not taken:
        facts = {"faction": faction_name(own.faction), "sign": seat_symbol(own.seat)}
        lead = player_view.say("now.take.lead", n=player_view.view.points_to_win, **facts)
    count = player_view.say("now.take.count", n=taken + 1, most=most) if most > 1 else ""
    return " ".join(filter(None, (lead, count, question_explanation(asked, player_view))))


def _turn_case(asked: TurnChoice, player_view: PlayerView) -> str:
    """Return the key for the state of a turn: offering, activating, only cards, only passing, or skipping a
    further action (IM-TURN-4)."""
    if ui_state_of(player_view).trade_seat >= 0:
        return "trade"
    if asked.table.players[asked.player].tactic:
        return "turn"
    acts = {answer for answer in asked.options() if not answer.startswith(OFFER)}
    if acts != {PASS}:
        return "no_token"
    return "no_further" if asked.further else "only_pass"


def _battle_begun(player_view: PlayerView) -> list[str]:
    """Return the sentences at the start of the battle in progress, with both fleets at that time."""
    fought = battles_of(player_view.rulings)
    if not fought:
        return []
    table, own = player_view.match.game.table, player_view.match.seat
    begun = fought[-1]
    if "number" not in begun.facts:
        return [begun.text()]
    place = table.galaxy.system(str(begun.facts["number"])).index
    fleets = [
        player_view.say("now.retreat.fleet", who=seat_name(seat, own), units=units_text(units))
        for seat, units in by_seat(player_view.view.systems[place].units).items()
    ]
    return [begun.text(), *fleets]
