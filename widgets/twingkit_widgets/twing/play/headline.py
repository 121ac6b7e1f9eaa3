"""The headline of a game of Imperial Twing: the pending decision of the visitor, or the latest result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from itertools import takewhile

import attrs

from twingkit import Question, Ruling
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.duel import TakeObject
from twingkit.twing.rules.lay_questions import LayAttack, LayDefence
from twingkit.twing.rules.leaving import ChooseRecipientOnLeaving
from twingkit.twing.rules.responses import Respond
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.support import SupportWithCard
from twingkit.twing.rules.typed_rulings import DuelEnded, DuelLost, DuelWon
from twingkit.twing.view import GameView, PublicPlayerInfo
from twingkit_widgets.table.play.headline import Headline, NewsLine
from twingkit_widgets.table.play.match import FORCED, Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.twing.play.names import object_name, object_power_text, player_fact, say_about_player
from twingkit_widgets.twing.play.news import duel_status, news_since, setup_news
from twingkit_widgets.twing.play.pairings import PairingView
from twingkit_widgets.twing.play.table import element_name
from twingkit_widgets.twing.play.words import WORDS, key_for_count

TEXT_KEY_BY_LEAVING = {
    ("TW-END-2", "out"): "none",
    ("TW-END-2", "out_after"): "none_left",
    ("TW-LEAVE-1", "retires"): "retired",
    ("TW-LEAVE-1", "leaves"): "retired",
}
"""The key of the headline for each ruling by which a player leaves the game."""

_DANGER_RULE = "TW-END-2"
"""The rule that eliminates players without objects."""

_DUEL_RESULT_RULE = DuelWon.key[0]

BATTLE_QUESTION_KINDS = (
    "before_roll",
    "respond",
    "interrupt",
    "support",
    "two_cats",
    "defend",
    "attack",
    "roll",
)
"""The kinds of questions during a battle, whose headline includes the news of the battle."""

UNASKED_CASES = {
    f"respond{FORCED}": "unasked",
    "respond ahead": "unasked_ahead",
    "respond in_vain": "unasked_in_vain",
}
"""The case of TW-BAT-10 that says why a response was passed, by the kind of automatic answer."""

_DISCARD_QUESTION_KINDS = ("discard_element", "discard_spell", "discard_creature")
"""The kinds of questions about discards, whose headline includes the latest card."""


def headline(player_view: PlayerView) -> Headline:
    """Return the headline of the play page: what happened, the pending question or the result, and the
    news.
    """
    match, rulings = player_view.match, player_view.visible_rulings
    view: GameView = player_view.view
    own, since = view.own_seat.name, match.first_new_ruling
    if match.game.over:
        return _over(match, view, rulings)
    question = player_view.question
    kind = match.pause_reason or (question.kind if question else "")
    battle = kind in (*BATTLE_QUESTION_KINDS, *_DISCARD_QUESTION_KINDS, "battle")
    drawn = kind in ("act", "switch", *_DISCARD_QUESTION_KINDS)
    news = tuple(news_since(rulings, since, own, battle, drawn, match.weaker_actions.values()))
    if match.pause_reason == "battle" and player_view.is_first_game and (case := _unasked_case(match)):
        case += "_trap" * (case == "unasked" and bool(view.hand.traps))
        won = _result(player_view.contest_scene, view) == WORDS.say("now.won.title")
        if not won or (case == "unasked_ahead" and view.hand.traps):  # a winner asks only about traps
            news = (*news, NewsLine((Ruling("TW-BAT-10", case, {}, rulebook()),)))
    if match.pause_reason == "watch":
        text = f"{_why_out(view, rulings)} {WORDS.say('now.watch.text')}".strip()
        return Headline(WORDS.say("now.watch.title"), text, "TW-END-2", news)
    told = rulings
    if match.pause_reason == "duel":
        end = _duel_end(rulings)
        shown = Headline(_duel_result(rulings[end], own))
        told = rulings[:end]
    elif question is None:
        shown = Headline(_result(player_view.contest_scene, view))
    else:
        shown = attrs.evolve(question_headline(question, view), rule=question.rule)
        if player_view.is_first_game and not match.can_undo:  # the first question
            own_element = element_name(view.own_seat.character)
            role = say_about_player("goal.you", view.own_seat, element=own_element)
            shown = attrs.evolve(shown, explanation=f"{role} {shown.explanation}".strip())
            news = (*setup_news(rulings), *news)
    above, warning = _duel(told, own, match.pause_reason in ("battle", "duel")), _danger(view)
    return attrs.evolve(
        shown,
        news_lines=news,
        contest_text=above,
        contest_rule=_DUEL_RESULT_RULE if above else "",
        warning=warning,
        warning_rule=_DANGER_RULE,
    )


def _unasked_case(match: Match) -> str:
    """Return the case of TW-BAT-10 that explains why the visitor was not asked again in the battle just
    ended; "" if asked, or only a supporter.
    """
    taken = [entry for entry in match.automatic_answer_log if entry.rulings_before >= match.first_new_ruling]
    cases = [UNASKED_CASES[entry.kind] for entry in taken if entry.kind in UNASKED_CASES]
    entries = takewhile(lambda entry: entry.kind not in ("attack", "defend"), reversed(match.game.transcript))
    responses = [entry for entry in entries if entry.kind in ("respond", "support")]
    latest = next((row for row in responses if row.player == match.seat or row.act != PASS), None)
    own = [row for row in responses if row.player == match.seat]
    if (latest in own and not cases) or any(row.kind == "support" for row in own):
        return ""
    has_responded = any(row.act != PASS for row in own)
    case = cases[-1] if cases else "unasked"
    return "unasked_again" if case == "unasked" and has_responded else case


def _over(match: Match, view: GameView, rulings: Sequence[Ruling]) -> Headline:
    winner, last = match.game.result.winner, rulings[-1]
    last_line = (NewsLine((last,)),)
    title = WORDS.say("now.archmage") if last.rule == "TW-END-7" else ""
    if winner is None:
        return Headline(WORDS.say("now.over_draw.title"), "", last.rule, last_line)
    if winner == view.player:
        text = f"{_why_won(rulings)} {title}".strip()
        return Headline(WORDS.say("now.over_won.title"), text, last.rule, last_line)
    why = _why_out(view, rulings) or WORDS.say("now.because.limit_lost")
    text = f"{why} {title}".strip()
    rule = (_leaving_ruling(rulings, view) or last).rule
    return Headline(say_about_player("now.over_lost.title", view.seats[winner]), text, rule, last_line)


def _why_won(rulings: Sequence[Ruling]) -> str:
    """Return why the visitor won: how the last other player left, or the limit of turns."""
    if rulings[-1].rule != "TW-END-7":
        return WORDS.say("now.because.limit_won")
    cases = (TEXT_KEY_BY_LEAVING.get(ruling.key) for ruling in reversed(rulings))
    key = f"now.because.last_{next(filter(None, cases), '')}"
    return WORDS.say(key if key in WORDS else "now.because.last")


def _leaving_ruling(rulings: Sequence[Ruling], view: GameView) -> Ruling | None:
    own = (ruling for ruling in reversed(rulings) if ruling.facts.get("side") == view.own_seat.name)
    return next((ruling for ruling in own if ruling.key in TEXT_KEY_BY_LEAVING), None)


def _why_out(view: GameView, rulings: Sequence[Ruling]) -> str:
    """Return the reason why the visitor is out; "" while still in the game."""
    leaving = _leaving_ruling(rulings, view)
    return WORDS.say(f"now.because.{TEXT_KEY_BY_LEAVING[leaving.key]}") if leaving else ""


def _danger(view: GameView) -> str:
    """Return a warning of what the visitor can lose in an end-game attack that begins or is threatened
    (TW-END-2); "" if there is none.

    Responses to the dice do not repeat it: the battle needs the screen.
    """
    own, battle = view.own_seat, view.battle
    kept = len(own.active_objects) + len(own.inactive_objects)
    if own.has_left or view.question_kind == "respond":
        return ""
    attacked = battle is not None and battle.kind == "endgame" and view.question_kind in BATTLE_QUESTION_KINDS
    if battle is not None and attacked and kept and battle.sides[0].seat != own.seat:
        last = kept == 1 and view.variant.elimination == "twice"
        attacker = view.seats[battle.sides[0].seat]
        return say_about_player("now.stake_last" if last else "now.stake", attacker)
    if view.question_kind != "act":
        return ""
    threat = next_end_game_attacker(view)
    if threat is None:
        return ""
    owned = len(threat.active_objects) + len(threat.inactive_objects)
    return say_about_player("now.threat" if kept else key_for_count("now.danger", owned), threat, n=owned)


def next_end_game_attacker(view: GameView) -> PublicPlayerInfo | None:
    """Return the first other player who may attack in the end game on their next turn, or None."""
    return next(
        (
            seat
            for seat in view.seats
            if seat is not view.own_seat
            and not seat.has_left
            and (
                seat.in_endgame
                or len(seat.active_objects) + len(seat.inactive_objects) >= view.variant.objects_needed
            )
        ),
        None,
    )


def _duel(rulings: Sequence[Ruling], own: str, ended: bool) -> str:
    """Return a sentence on the state of a duel, after a battle of it if `ended`, with the reader's score
    first.
    """
    score = duel_status(rulings, ended)
    if score is None:
        return ""
    (who, won), (other, lost) = sorted(score.wins.items(), key=lambda row: row[0] != own)
    return WORDS.say(
        "now.duel_after" if ended else "now.duel",
        n=score.battle_number,
        m=score.battle_count,
        won=won,
        lost=lost,
        who=player_fact(who, own),
        other=player_fact(other, own),
    )


def _duel_end(rulings: Sequence[Ruling]) -> int:
    """Return the index of the ruling that ended the last duel."""
    return max(index for index, ruling in enumerate(rulings) if isinstance(ruling.event, DuelEnded))


def _duel_result(last: Ruling, own: str) -> str:
    match last.event:
        case DuelWon(side=winner) | DuelLost(enemy=winner):
            return WORDS.say("now.duel_won.title" if winner == own else "now.duel_lost.title")
    return WORDS.say("now.duel_undecided.title")


def _result(pairings: Sequence[PairingView], view: GameView) -> str:
    """Return the result of a battle that the visitor fought, maybe against several players, or supported."""
    ends = []
    fought = [pairing for pairing in pairings if view.player in pairing.seats]
    for pairing in fought or pairings:
        result, own = pairing.scene.result, pairing.side_index(view.player)
        if result is not None:
            ends.append("tied" if result.winner is None else "won" if result.winner == own else "lost")
    if not fought and ends != ["tied"]:
        (pairing,) = pairings
        side = view.seats[pairing.seats[pairing.side_index(view.player)]]
        return say_about_player(f"now.support_{ends[0]}.title", side)
    if len(set(ends)) == 1:
        return WORDS.say(f"now.{ends[0]}.title")
    return WORDS.say("now.mixed.title", **{end: ends.count(end) for end in ("won", "lost", "tied")})


@singledispatch
def question_headline(question: Question, view: GameView) -> Headline:
    """Return the title and the explanation of a question; by default the texts of its kind."""
    key = f"now.{question.kind}.text"
    return Headline(WORDS.say(f"now.{question.kind}.title"), WORDS.say(key) if key in WORDS else "")


@question_headline.register(Respond)
def _response(question: Respond, view: GameView) -> Headline:
    shown = question_headline.dispatch(object)(question, view)
    if question.kind != "respond" or not question.fight.passes:
        return shown
    passed = question.fight.sides[question.fight.responder_index - 1].seat  # a pass is no news of its own
    told = say_about_player("now.respond.passed", view.seats[passed])
    return attrs.evolve(shown, explanation=f"{told} {shown.explanation}")


@question_headline.register(TakeObject)
def _object_to_take(question: TakeObject, view: GameView) -> Headline:
    key = "now.lose_object.title" if question.owner.seat == view.player else "now.take_object.title"
    return Headline(say_about_player(key, view.seats[question.owner.seat]))


@question_headline.register(ChooseRecipientOnLeaving)
def _gift(question: ChooseRecipientOnLeaving, view: GameView) -> Headline:
    named = WORDS.say("count.ornicle_one") if question.thing == "ornicle" else object_name(question.thing)
    return Headline(WORDS.say("now.hand_out.title", object=named))


@question_headline.register(SupportWithCard)
def _support(question: SupportWithCard, view: GameView) -> Headline:
    attacker, defender = (view.seats[side.seat] for side in question.fight.sides[:2])
    text = WORDS.say("now.support.text")
    if question.fight.kind == "endgame":
        return Headline(say_about_player("now.support_all.title", attacker), text)
    return Headline(say_about_player("now.support.title", attacker, other=player_fact(defender.name)), text)


@question_headline.register(LayAttack)
def _attack(question: LayAttack, view: GameView) -> Headline:
    text = _how_to_lay("attack", view)
    if question.fight.kind == "endgame":
        return Headline(WORDS.say("now.attack_all.title"), text)
    return Headline(say_about_player("now.attack.title", view.seats[question.fight.sides[1].seat]), text)


def _how_to_lay(role: str, view: GameView) -> str:
    must = "_required" if view.variant.units == "required" else ""
    empty_handed = role == "defend" and not (view.hand.spells or view.own_seat.entourage)
    text = WORDS.say("now.defend_nothing.text" if empty_handed else f"now.{role}{must}.text")
    has_teddy = "teddy" in view.own_seat.active_objects
    return f"{text} {object_name('teddy')}: {object_power_text('teddy')}" if has_teddy else text


@question_headline.register(LayDefence)
def _defence(question: LayDefence, view: GameView) -> Headline:
    assert view.battle is not None
    attack = view.battle.sides[0]  # without cards that lie face down
    attacker, points = view.seats[attack.seat], attack.lay.power if attack.lay else 0
    key = key_for_count("now.defend.title", points) if points else "now.defend_secret.title"
    text, loss = _how_to_lay("defend", view), f"now.loss.{view.battle.kind}"
    if loss in WORDS:  # a warning says what an end-game attack can cost
        text = f"{text} {say_about_player(loss, attacker)}"
    return Headline(say_about_player(key, attacker, n=points), text)
