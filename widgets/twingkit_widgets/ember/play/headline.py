"""The headline of a game of Ember: the question, the facts for it, and recent events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from twingkit import Game, Question, Ruling
from twingkit.core.rulebook import READER_KEY
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules import choices, events, questions, uses
from twingkit.ember.rules.acts import CALL, Done, Pass, PassTurn, Use, UseArchmage
from twingkit.ember.rules.drawing import draw_count
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import SEATS, EmberTable
from twingkit_widgets.ember.pictures.table import payable_creatures
from twingkit_widgets.ember.play import news
from twingkit_widgets.ember.play.answers import answer_label, step_after_passes
from twingkit_widgets.ember.play.choosing import choosing_title_and_text, payments_by_creature
from twingkit_widgets.ember.play.unasked_reasons import UnaskedReasons
from twingkit_widgets.ember.play.words import WORDS
from twingkit_widgets.ember.words import cost_text, seat_name
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.plain_headline import game_over_title
from twingkit_widgets.table.play.player_view import PlayerView


def headline(player_view: PlayerView) -> Headline:
    """Return the headline of the play page: what has happened, and what the person is asked."""
    match = player_view.match
    own = match.game.start.seat(match.seat)
    unasked = _has_ended_unasked(match.game, match.seat)
    remarks = UnaskedReasons(player_view)
    rulings = _rulings_with_order(player_view)
    lines = tuple(news.news_lines(rulings, player_view.first_new_ruling, own, unasked, remarks))
    if match.game.over:
        return Headline(game_over_title(player_view), _totals(player_view), news_lines=lines)
    question = player_view.question
    if question is None:
        return Headline(player_view.say("now.watch.title"), news_lines=lines)
    title, text = choosing_title_and_text(player_view) or title_and_text(question, player_view)
    return Headline(title, " ".join([text, *_callers(question, player_view)]), question.rule, lines)


def _has_ended_unasked(game: Game, seat: int) -> bool:
    """Return whether a seat's last own answer was neither a pass nor the end of its turn, so that its turn
    ended by itself.
    """
    own = (entry for entry in reversed(game.transcript) if entry.player == seat)
    last = next((entry for entry in own if not entry.question.is_chance), None)
    return (
        last is not None
        and not isinstance(last.act, Pass | PassTurn | Done)
        and not isinstance(last.question, choices.DiscardToHandSize | questions.AnswerAbility)
    )


def _rulings_with_order(player_view: PlayerView) -> list[Ruling]:
    """Return the visible rulings, with an added one about a use that took effect before the person's own use
    (EM-WIN-3, EM-WIN-4).
    """
    match, rulings = player_view.match, player_view.visible_rulings
    table, own_name, entries = match.game.table, SEATS[match.seat], match.game.transcript
    acts = (i for i, entry in enumerate(entries) if isinstance(entry.question, questions.WindowQuestion))
    *_, last = (None, *(index for index in acts if entries[index].player == match.seat))
    act = entries[last].act if last is not None else None
    is_in_window = last is not None and type(entries[last].question) is questions.RespondInWindow
    if last is None or not is_in_window or not isinstance(act, Use | UseArchmage):
        return rulings
    use, later = uses.ability_use(table, match.seat, act), entries[last:]
    start = player_view.count_visible(len(match.rulings) - sum(len(entry.rulings) for entry in later))
    new = enumerate(rulings[start:], start)
    announced = {i: event for i, ruling in new if isinstance(event := ruling.event, events.Announced)}
    sides = [event.side for event in announced.values()]
    if not sides or sides[0] == own_name:
        return rulings
    place, is_dropped = min(announced), own_name not in sides and match.seat not in table.declared_actions
    if is_dropped:
        concerned = [table.creatures.get(name) for name in (use.creature_id, *use.targets)]
        told = ((i, rulings[i].event) for i in range(place, len(rulings)))
        changes = ((i, event) for i, event in told if isinstance(event, events.CreatureChanged))
        place = next((i for i, event in changes if event.creature in concerned), place)
    elif place < player_view.first_new_ruling:  # the person has read it
        return rulings
    other = announced[max(index for index in announced if index <= place)].creature
    after = max(place + 1, player_view.first_new_ruling)
    return [*rulings[:after], _order_ruling(table, use, other, is_dropped), *rulings[after:]]


def _order_ruling(table: EmberTable, use: uses.AbilityUse, other: object, is_dropped: bool) -> Ruling:
    """Return a ruling which says that the creature or Archmage `other` acts before a use, or has prevented
    it.
    """
    creature = table.creatures.get(use.creature_id)
    points, limit = getattr(other, "value", table.variant.arch_vp), uses.use_rank(table, use)
    is_tie = creature and not is_dropped and points == limit and table.variant.equal == "auto"
    case = f"{'dropped' if is_dropped else 'before'}{'' if creature else '_archmage'}"
    facts = {"creature": creature, "other": other, "n": points, "limit": limit}
    return Ruling("EM-WIN-4" if is_tie else "EM-WIN-3", case, facts, rulebook())


def _totals(player_view: PlayerView) -> str:
    view = player_view.view
    ranked = sorted(view.seats, key=lambda seat: -seat.total)
    points = [f"{seat_name(seat.name, seat.seat == view.player)} {seat.total}" for seat in ranked]
    return player_view.say("now.over.text", points=", ".join(points))


@singledispatch
def title_and_text(question: Question, player_view: PlayerView) -> tuple[str, str]:
    """Return the title and the explanation of a question."""
    raise TypeError(question)


@title_and_text.register(questions.LastRoundUse)
def _last_round(question: questions.LastRoundUse, player_view: PlayerView) -> tuple[str, str]:
    return player_view.say("now.last.title"), player_view.say("now.last.text")


@title_and_text.register(questions.ConjureStep)
def _conjuring(question: questions.ConjureStep, player_view: PlayerView) -> tuple[str, str]:
    key, call, table = _conjuring_key(question), _call(question), question.table
    title = "ending" if key in ("done", "refreshed") else "title"
    text = player_view.say(f"now.conjure.{key}", costs=_lowest_costs(table))
    gone = _payable_outside_pool(question) if player_view.is_first_game and key in ("some", "none") else ""
    text += f" {player_view.say(f'now.conjure.gone_{key}', creatures=gone)}" if gone else ""
    if title == "ending" and call and table.players[question.player].passes_rest_of_turn:
        text = player_view.say("now.conjure.again")
    return player_view.say(f"now.conjure.{title}{call}"), text


@title_and_text.register(questions.RespondInWindow)
def _responding(question: questions.RespondInWindow, player_view: PlayerView) -> tuple[str, str]:
    view, before = player_view.view, ""
    whose = "own" if view.current == view.player else "other"
    title = player_view.say(f"now.respond.title{_call(question)}")
    if question.when:
        title = f"{_why_asked(question.when, player_view)} {title}"
        step = step_after_passes(question.table)
        if question.when in ("used", "again") and step != "end":  # the other titles say where the turn is
            before = player_view.say(f"now.before.{step}")
    who = seat_name(view.seats[view.current].name)
    text = player_view.say(f"now.respond.{whose}", who=who, before=before)
    return title, text if player_view.is_first_game else f"{text} {player_view.say('now.respond.silent')}"


def _call(question: Question) -> str:
    return "_call" if CALL in question.options() else ""


def _callers(question: Question, player_view: PlayerView) -> list[str]:
    """Return a sentence for each opponent who may call before the learner's next turn."""
    if not isinstance(question, questions.WindowQuestion) or not player_view.is_first_game:
        return []
    opponents = question.table.opponents(question.player)
    callers = [player for player in opponents if uses.is_call_offered(question.table, player)]
    return [player_view.say("now.caller", who=seat_name(each.name), n=each.total) for each in callers]


def _why_asked(when: str, player_view: PlayerView) -> str:
    """Return the sentence that says why all players may act now."""
    view = player_view.view
    seat, what = view.seats[view.current].name, ""
    if when in ("used", "again"):
        last = _last_window_action(player_view)
        seat = last.side
        if isinstance(last, events.Called):
            when = "called"
        else:
            used = last.creature
            what = player_view.say("now.when.archmage") if used == "archmage" else used.name()
    if when == "drawn" and view.has_refreshed:
        when = "refreshed"
    key = f"now.when.{when}"
    own_key = f"{key}_own"
    if seat == view.seats[view.player].name and own_key in player_view.play_design.words:
        key = own_key
    return player_view.say(key, who=seat_name(seat), what=what)


def _last_window_action(player_view: PlayerView) -> events.Announced | events.CalledWrongly:
    """Return the last action in a window, after which all players are asked again."""
    latest = (ruling.event for ruling in reversed(player_view.visible_rulings))
    return next(event for event in latest if isinstance(event, events.Announced | events.CalledWrongly))


@title_and_text.register(questions.DrawStepQuestion)
def _drawing(question: questions.DrawStepQuestion, player_view: PlayerView) -> tuple[str, str]:
    """Return title and text of step 1: the question, and how many cards are drawn, with the reason."""
    player = question.table.players[question.player]
    key = "full" if len(player.hand) >= player.hand_limit else "free"
    count = draw_count(player)
    more = "_more" if count > 1 else ""
    creature = player.creature_granting("drawstep").name() if more else ""
    title = player_view.say(f"now.draw.title{_call(question)}{more}", count=count)
    facts = {"n": player.hand_limit, "count": count, "creature": creature}
    paid = payable_in_pool(question.table, player.hand)
    highest = [creature for creature in paid if creature.value == paid[0].value]
    names = [f"{each.name()} ({each.value}, {cost_text(each.cost)})" for each in highest]
    facts |= {"creatures": join_names(names, "or"), "others": len(paid) - len(highest)}
    pays = "pays_more" if facts["others"] else "pays"
    pays = f" {player_view.say(f'now.draw.{pays}', **facts)}" if paid and player_view.is_first_game else ""
    return title, player_view.say(f"now.draw.{key}{more}", **facts) + pays


def payable_in_pool(table: EmberTable, hand: Sequence[str]) -> list[Creature]:
    """Return the creatures of the Pool that a hand can pay for, the highest first."""
    return payable_creatures([table.creatures[name] for name in table.pool], hand, table.variant.wilds)


def _lowest_costs(table: EmberTable) -> str:
    """Return the costs of the lowest creatures in the Pool, in symbols and in words."""
    creatures = [table.creatures[name] for name in table.pool]
    lowest = min((creature.value for creature in creatures), default=0)
    costs = dict.fromkeys(creature.cost for creature in creatures if creature.value == lowest)
    return ", ".join(f"{cost} ({cost_text(cost)})" for cost in costs)


def _payable_outside_pool(question: questions.ConjureStep) -> str:
    """Return the names of creatures outside the Pool that the hand could pay for and that are worth more than
    those it can pay for in the Pool.
    """
    table, hand = question.table, question.table.players[question.player].hand
    most = max((each.value for each in payable_in_pool(table, hand)), default=0)
    paid = payable_creatures(table.creatures.values(), hand, table.variant.wilds)
    return join_names([f"{creature.name()} ({creature.cost})" for creature in paid if creature.value > most])


def _conjuring_key(question: questions.ConjureStep) -> str:
    if question.table.has_conjured:
        return "done"
    if question.table.has_refreshed:
        return "refreshed"
    if not question.table.pool:
        return "empty"
    return "some" if payments_by_creature(question) else "none"


@title_and_text.register(choices.EmberChoice)
@title_and_text.register(choices.GiveCards)
@title_and_text.register(choices.Redraw)
def _choosing(
    question: choices.EmberChoice, player_view: PlayerView, key: str = "", **facts: object
) -> tuple[str, str]:
    key = f"now.choose.{key or question.kind}"
    is_single = question.count_to_choose == 1 and f"{key}_one" in WORDS
    text = player_view.say(f"{key}_one" if is_single else key, n=question.count_to_choose, **facts)
    return capitalize_first(question.text().partition(": ")[2]), text


@title_and_text.register(choices.DiscardOpponentCard)
def _picking(question: choices.DiscardOpponentCard, player_view: PlayerView) -> tuple[str, str]:
    return _choosing(question, player_view, who=seat_name(question.table.players[question.holder].name))


@title_and_text.register(choices.DiscardToHandSize)
def _discarding_down(question: choices.DiscardToHandSize, player_view: PlayerView) -> tuple[str, str]:
    return _choosing(question, player_view, "down")


@title_and_text.register(choices.DiscardHandCards)
def _discarding(question: choices.DiscardHandCards, player_view: PlayerView) -> tuple[str, str]:
    title, text = _choosing(question, player_view)
    use = _last_window_action(player_view)
    assert isinstance(use, events.Announced)
    assert use.creature != "archmage", "only abilities of creatures discard cards"
    user = "" if use.side == SEATS[question.player] else use.side
    return title, f"{use.creature.name()}: {use.creature.effects_text(player_name=user)} {text}"


@title_and_text.register(questions.AnswerAbility)
def _answering(question: questions.AnswerAbility, player_view: PlayerView) -> tuple[str, str]:
    table = question.table
    use, reader = question.use, table.players[question.player]
    who, texts = seat_name(table.players[use.seat].name), []
    if not use.is_by_archmage:
        effect = table.creatures[use.creature_id].effects_text(player_name=table.players[use.seat].name)
        texts.append(player_view.say("now.answer.text", text=effect))
        if _could_name_more(table, use):
            names = join_names([table.creatures[name].name() for name in use.targets])
            texts.append(player_view.say("now.answer.fewer", who=capitalize_first(who), targets=names))
    others = [
        f"{owned.creature.name()} ({owned.creature.value}, {seat_name(player.name)})"
        for player in table.opponents(use.seat)
        for owned in player.owned
        if player is not reader and not questions.rule_against_answering(table, player.seat, owned.id, use)
    ]
    if others:
        texts.append(player_view.say("now.answer.others", creatures=join_names(others, "or")))
    mine = {
        owned.id: player_view.say("now.answer.mine", creature=owned.creature.name()) for owned in reader.owned
    }
    you = rulebook().words.for_reader({reader.name: READER_KEY}).name(reader.name, "acc")
    said = answer_label(use.act, table.creatures, {reader.name: you, **mine})
    return player_view.say("now.answer.title", who=who, use=said), " ".join(texts)


def _could_name_more(table: EmberTable, use: uses.AbilityUse) -> bool:
    """Return whether a use that targets creatures could also target a further creature of the same owner."""
    owner = table.owner_of(use.targets[0]) if use.targets else None
    wider = [use._replace(targets=(*use.targets, owned.id)) for owned in owner.owned] if owner else []
    return any(uses.broken_use_rule(table, each) is None for each in wider)
