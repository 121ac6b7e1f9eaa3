"""The reason for the computer's suggested answer in one sentence, from estimates or from exact odds.

In a first game the sentence gives no odds. The suggestion uses only information that the
visitor has.
"""

from __future__ import annotations

from functools import singledispatch

from twingkit import Question
from twingkit.core.words import format_percent
from twingkit.twing.lessons.answer_key import end_if_all_pass
from twingkit.twing.players.planner import is_in_last_turns
from twingkit.twing.players.steady import SteadyPlayer
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.duel import TakeObject
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.player import SEAT_NAMES
from twingkit.twing.rules.responses import MiromonBeforeEvent, Respond, TrapBeforeRoll
from twingkit.twing.rules.support import SupportWithCard
from twingkit.twing.rules.turns import acts
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.view import GameView
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import NO_REASON, HintReason
from twingkit_widgets.twing.play.headline import next_end_game_attacker
from twingkit_widgets.twing.play.lay import attack_odds_against
from twingkit_widgets.twing.play.names import object_power_text, say_about_player
from twingkit_widgets.twing.play.words import WORDS, key_for_count

_MIN_SAVED_ATTACK_CHANCE = 0.5
"""The chance to win from which a rejected attack is called saved rather than too weak."""


@singledispatch
def hint_reason(question: Question, hint: object, player_view: PlayerView) -> HintReason:
    """Return the reason why the computer suggests an answer, with its rule; `NO_REASON` if there is none.

    By default it is the only one for such a question.
    """
    key = f"reason.{question.kind}{'_pass' * (str(hint) == 'pass')}"
    return HintReason(player_view.say(key), question.rule) if key in WORDS else NO_REASON


hint_reason.register(TrapBeforeRoll, hint_reason.dispatch(object))
hint_reason.register(MiromonBeforeEvent, hint_reason.dispatch(object))


@hint_reason.register(SupportWithCard)
def _support(question: Question, hint: object, player_view: PlayerView) -> HintReason:
    return hint_reason.dispatch(object)(question, hint, player_view)._replace(rule="TW-BAT-22")


@hint_reason.register(TakeObject)
def _take(question: Question, hint: object, player_view: PlayerView) -> HintReason:
    return HintReason(player_view.say("reason.take", power=object_power_text(str(hint))), "TW-DUEL-3")


@hint_reason.register(ChooseAction)
def _action(question: ChooseAction, hint: object, player_view: PlayerView) -> HintReason:
    reason = _reason_for_action(question, hint, player_view)
    view: GameView = player_view.view
    own, threat = view.own_seat, next_end_game_attacker(view)
    objects = own.active_objects or own.inactive_objects
    if isinstance(hint, acts.PassTurn) and threat is not None and not objects:
        danger = say_about_player("because.pass_danger", threat)
        return HintReason(f"{reason.text or player_view.say('because.pass')} {danger}", "TW-END-2")
    if is_in_last_turns(view) and not player_view.is_first_game:
        closing = player_view.say("reason.closing", last=view.variant.turn_limit)
        return HintReason(f"{closing} {reason.text}".rstrip(), "TW-PLAY-2")
    return reason


def _reason_for_action(question: ChooseAction, hint: object, player_view: PlayerView) -> HintReason:
    """Return the reason for a suggestion to attack or not, to buy an object or to fight a duel; otherwise
    `NO_REASON`.
    """
    seats = player_view.view.seats
    if isinstance(hint, acts.Duel):
        choices = [action for action in question.options() if isinstance(action, acts.Duel)]
        foe = seats[SEAT_NAMES.index(hint.seat)]
        chosen = say_about_player("because.duel_choice", foe) if len(choices) > 1 else ""
        stake = player_view.say("because.duel", price=player_view.view.variant.price)
        return HintReason(f"{chosen} {stake}".lstrip(), "TW-DUEL-3")
    if isinstance(hint, acts.Buy):
        own = player_view.view.own_seat
        count, power = len(own.active_objects) + len(own.inactive_objects) + 1, object_power_text(hint.name)
        return HintReason(player_view.say("because.buy", power=power, n=count), "TW-OBJ-1")
    adviser = player_view.match.players[player_view.match.seat]
    attack = adviser.suggest_attack(player_view.match.game) if isinstance(adviser, SteadyPlayer) else None
    if attack is None:
        return NO_REASON
    seat, points, won = attack
    if hint == acts.Attack(SEAT_NAMES[seat]) and won >= _MIN_SAVED_ATTACK_CHANCE:
        return HintReason(say_about_player("because.attack_beats", seats[seat], n=points), "TW-BAT-17")
    if not isinstance(hint, acts.PassTurn):
        return NO_REASON
    first = player_view.is_first_game
    choice = "pass_weak" if won < _MIN_SAVED_ATTACK_CHANCE else "pass_saves"
    key = key_for_count(f"{'because' if first else 'reason'}.{choice}", points)
    hand = player_view.view.hand.spells
    kept = max(hand, key=lambda spell: spell.power) if hand else None
    if first and choice == "pass_weak" and kept and kept.power > points:
        key = "because.pass_keeps"
    card = kept and player_view.book.words.format_fact(kept)
    waits = say_about_player(key, seats[seat], n=points, won=format_percent(won), card=card)
    return HintReason(waits if first else f"{waits} {player_view.say('reason.waiting')}", question.rule)


@hint_reason.register(LayCards)
def _lay(question: LayCards, hint: object, player_view: PlayerView) -> HintReason:
    """Return the reason for a suggested lay: the odds of a defence, or how many of the possible points an
    attack uses.
    """
    if not isinstance(hint, Lay):
        return NO_REASON
    view: GameView = player_view.view
    odds = attack_odds_against(view, hint)
    most = max((lay.power for lay in question.options() if isinstance(lay, Lay)), default=hint.power)
    if odds is not None and player_view.is_first_game:
        saves = "because.defend_saves" if hint.power < most else "because.defend_most"
        key = "because.defend_holds" if odds.loss > _MIN_SAVED_ATTACK_CHANCE else saves
        return HintReason(player_view.say(key), "TW-BAT-17")
    if odds is not None:
        win, tie = format_percent(odds.loss), format_percent(odds.tie)
        return HintReason(player_view.say("reason.defend", win=win, tie=tie), "TW-ODDS-1")
    key = "reason.lay_most" if hint.power >= most else "reason.lay"
    return HintReason(player_view.say(key, n=hint.power, most=most), "TW-BAT-17")


@hint_reason.register(Respond)
def _response(question: Respond, hint: object, player_view: PlayerView) -> HintReason:
    """Return the reason for a suggested response or pass: how the battle stands at the moment."""
    if len(question.fight.sides) != 2:
        return NO_REASON
    try:
        _, ruling = end_if_all_pass(player_view.match.game)
    except ValueError:
        return NO_REASON
    side = ruling.facts.get("side")
    stands = "tie" if side is None else "won" if side == player_view.view.own_seat.name else "lost"
    return HintReason(player_view.say(f"reason.{'keep' if hint == PASS else 'play'}_{stands}"), ruling.rule)
