"""The headline of a game of Imajica: the question, the facts for it, and recent events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from twingkit.imajica.rules import questions, rounds
from twingkit.imajica.rules.answers import Power
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.seizure import would_secure
from twingkit.imajica.rules.table import Act, ImajicaTable
from twingkit.imajica.rules.values import current_value, dying_characters
from twingkit_widgets.imajica.pictures.table import fight_sum_text
from twingkit_widgets.imajica.play import choosing, news
from twingkit_widgets.imajica.play.answers import join_card_names, name_with_controller
from twingkit_widgets.imajica.play.maneuvers import missing_seizure_influence_text
from twingkit_widgets.imajica.play.verdicts import face_down_paths_text
from twingkit_widgets.imajica.words import rulebook_term, seat_name, token_name
from twingkit_widgets.panel.wording import join_names
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.plain_headline import game_over_title
from twingkit_widgets.table.play.player_view import PlayerView

_MAX_REASONS = 2
"""Largest number of sentences that say why characters cannot be called."""


def headline(player_view: PlayerView) -> Headline:
    """Return the headline of the play page: what has happened, and what the person is asked."""
    match = player_view.match
    own = match.game.start.seat(match.seat)
    begun = choosing.ui_state_of(player_view).begun
    passes = [entry for entry in match.automatic_answer_log if entry.kind == questions.FlashWindow.kind]
    own_news = news.ImajicaNews(
        own,
        player_view.view.waiting_cards,
        bool(player_view.view.fight),
        player_view.is_first_game,
        {
            player_view.count_visible(entry.rulings_before): entry.refusals
            for entry in match.automatic_answer_log
            if entry.kind in ("ally", "autarch") and entry.rulings_before >= match.first_new_ruling
        },
        {
            player_view.count_visible(entry.rulings_before): entry.refusals[0].ruling
            for entry in passes[:1]  # said once in a game
            if entry.rulings_before >= match.first_new_ruling
        },
    )
    told = own_news.lines(player_view.visible_rulings, player_view.first_new_ruling)
    if type(player_view.question) is rounds.Advance:  # the text says which characters rivals have where
        told = [line for line in told if not line.is_minor]
    lines = () if begun else tuple(told)  # between the steps of an answer the choices come first
    if match.game.over:
        return Headline(game_over_title(player_view), _ending(player_view), news_lines=lines)
    if match.pause_reason == "watch":
        title, text = player_view.say("now.watch.title"), player_view.say("now.watch.text")
        return Headline(title, text, news_lines=lines)
    if player_view.question is None:
        return Headline(player_view.say("now.go_on"), news_lines=lines)
    question = choosing.asked(player_view.question)
    (title, text), rule = _title_and_text(question, player_view), question.rule
    if begun and not choosing.is_picking_several(question, begun):
        title, text = player_view.say("now.aimed"), ""
        rule = ""  # a rule's number does not stand alone
    elif begun == choosing.REASSIGN:
        title, text = player_view.say("now.reassign.title"), player_view.say("now.reassign.text")
        rule = "IJ-AUT-4"
    return Headline(title, text, rule, lines, contest_text=_moment(player_view))


def _ending(player_view: PlayerView) -> str:
    result: rounds.ImajicaResult = player_view.match.game.result
    own = "_own" if result.end_reason == "victory" and result.winner == player_view.match.seat else ""
    return player_view.say(f"now.over_{result.end_reason}{own}", n=result.rounds)


def _moment(player_view: PlayerView) -> str:
    view = player_view.view
    phase = player_view.say(f"now.phase_{view.phase}")
    if view.phase == "setup":
        return phase
    own = view.current == view.player
    who = (
        player_view.say("now.your_turn")
        if own
        else player_view.say("now.turn_of", who=_who(view.current, player_view))
    )
    moment = player_view.say("now.moment", n=view.round, phase=phase, turn=who)
    return " · ".join([moment, *_would_win_sentences(player_view)])


def _would_win_sentences(player_view: PlayerView) -> list[str]:
    """Return a sentence for each Autarch who would win if the round ended now (IJ-REC-2)."""
    table, own = player_view.match.game.table, player_view.view.player
    seats = rounds.seats_winning_now(table)
    key = "now.would_tie" if len(seats) > 1 else "now.would_win"
    return [
        player_view.say(f"{key}_own" if seat == own else key, who=_who(seat, player_view)) for seat in seats
    ]


def _who(seat: int, player_view: PlayerView) -> str:
    return seat_name(player_view.view.seats[seat].name, seat == player_view.view.player)


def _plain_title_and_text(question: questions.ImajicaQuestion, player_view: PlayerView) -> tuple[str, str]:
    """Return the question to the person, and what helps to answer it."""
    key = f"now.{question.kind}"
    return player_view.say(f"{key}.title", **question.facts()), player_view.say(f"{key}.text")


_title_and_text = singledispatch(_plain_title_and_text)


@_title_and_text.register
def _(question: questions.ChooseOne, player_view: PlayerView) -> tuple[str, str]:
    if not question.table.acts_in_progress or type(question) is not questions.ChooseOne:
        return _plain_title_and_text(question, player_view)
    act: Act = question.table.acts_in_progress[-1]
    return player_view.say("now.choose.title", card=act.card.name()), _effects(act)


@_title_and_text.register
def _(question: AllyTurn, player_view: PlayerView) -> tuple[str, str]:
    left = choosing.remaining_ally_step(question)
    refusals = choosing.refusal_by_card(question, "character").values()
    reasons = dict.fromkeys(str(player_view.match.phrase_for_person(why).text()) for why in refusals)
    why = player_view.say("now.ally.no_call" if reasons else "now.ally.no_character")
    if 0 < len(reasons) <= _MAX_REASONS:
        why = " ".join(reasons)
    text = player_view.say(f"now.ally.{left}_text", why=why)
    more = f" {why}" if "call" in left and 0 < len(reasons) <= _MAX_REASONS else ""
    return player_view.say(f"now.ally.{left}"), text + more


@_title_and_text.register
def _(question: rounds.Advance, player_view: PlayerView) -> tuple[str, str]:
    order = question.table.seats_from(rounds.next_leader(question.table))
    earlier = [_who(seat, player_view) for seat in order[: order.index(question.player)]]
    facts = {"n": question.table.round + 1, "who": join_names(earlier), "count": len(earlier)}
    before = [entry.player for entry in player_view.match.game.transcript if entry.kind == "advance"]
    again = question.player in before or rounds.has_winning_sites(question.table, question.player)
    text = player_view.say("now.advance.again" if again else "now.advance.text")
    leads = player_view.say(f"now.advance.leader{'' if earlier else '_own'}", **facts)
    text = " ".join([*_rival_characters(question, player_view), text, leads])
    return player_view.say("now.advance.title"), text


def _rival_characters(question: rounds.Advance, player_view: PlayerView) -> Iterator[str]:
    """Yield a sentence for each rival that has characters in the active area, and for each whose characters
    may still move up after the person's.
    """
    table = question.table
    for seat in table.seats_from(question.player)[1:]:
        active = [piece.token for piece in table.characters(seat, "active")]
        waiting = rounds.Advance(table, seat).nameable_tokens() if seat in table.turns_left[1:] else []
        for key, tokens in (("rival", active), ("later", waiting)):
            if tokens:
                strength = sum(current_value(table, table.pieces[token], "strength") for token in tokens)
                facts = {"who": _who(seat, player_view), "cards": join_card_names(tokens), "n": strength}
                yield player_view.say(f"now.advance.{key}", **facts)


@_title_and_text.register
def _(question: AutarchTurn, player_view: PlayerView) -> tuple[str, str]:
    if any(True for _ in question.single_steps()):
        return player_view.say("now.autarch.title"), player_view.say("now.autarch.text")
    refusals = choosing.refusal_by_card(question, "site", "path").values()
    sentences = [str(player_view.match.phrase_for_person(refusal).text()) for refusal in refusals]
    left = "dictate" if any(True for _ in question.uses()) else "move" if question.moves() else "end"
    if left != "end":
        sentences.append(player_view.say("now.autarch.text_end"))
    return player_view.say(f"now.autarch.title_{left}"), " ".join(sentences)


@_title_and_text.register
def _(question: questions.NameCharacters, player_view: PlayerView) -> tuple[str, str]:
    facts, fight, key = _fight_facts(player_view), question.table.fight, f"now.{question.kind}"
    title = player_view.say(f"{key}.title", **facts)
    short = fight is not None and fight.kind == "seizure" and not would_secure(question.table, fight)
    text = player_view.say(f"{key}.{'text_short' if short else 'text'}", **facts)
    return title, f"{text} {_later_contests(question.table, player_view, question.player)}".strip()


def _fight_facts(player_view: PlayerView) -> dict[str, object]:
    """Return the two sides of the current fight with their totals, and the Resistance in a seizure."""
    view = player_view.view
    place = view.fight.index("vs")
    return {
        "who": _who(view.current, player_view),
        "target": token_name(view.fight[1]),
        "cards": join_card_names(view.fight[2:place]),
        "others": join_card_names(view.fight[place + 1 :]),
        "n": view.fight_totals[0],
        "other": view.fight_totals[1],
        "needed": view.fight_totals[-1],
    }


def _later_contests(table: ImajicaTable, player_view: PlayerView, rival: int = -1) -> str:
    """Return a text that names who may still contest a seizure after a rival (by default the current one), or
    "".
    """
    fight = table.fight
    if fight is None or fight.kind == "challenge" or max(rival, fight.rival_seat) < 0:
        return ""
    order = table.seats_from(fight.seat)
    waiting = order[order.index(max(rival, fight.rival_seat)) + 1 :]
    later = [_who(seat, player_view) for seat in waiting if table.ready_characters(seat)]
    return player_view.say("now.stakes.more_contests", who=join_names(later)) if later else ""


def _sides_with_totals(player_view: PlayerView) -> tuple[dict[str, object], int]:
    """Return the sums of both sides of the current fight, the own one first, and the influence that a seizure
    lacks.
    """
    view = player_view.view
    place, needed = view.fight.index("vs"), view.fight_totals[-1]
    sides = [view.fight[2:place], view.fight[place + 1 :]][:: 1 if view.current == view.player else -1]
    own, other = (fight_sum_text(side, view) for side in sides)
    lacks = needed - view.fight_totals[0]
    return {"n": own, "other": other, "needed": needed, "lacks": lacks}, lacks


@_title_and_text.register
def _(question: questions.CombatManeuverWindow, player_view: PlayerView) -> tuple[str, str]:
    facts, _ = _sides_with_totals(player_view)
    alone = "" if question.table.fight and question.table.fight.defenders else "_alone"
    text = player_view.say(f"now.combat.text{alone}", **facts)
    return player_view.say("now.combat.title"), text


@_title_and_text.register
def _(question: questions.InfluenceManeuverWindow, player_view: PlayerView) -> tuple[str, str]:
    table, fight = question.table, question.table.fight
    assert fight is not None
    facts, lacks = _sides_with_totals(player_view)
    case, before = "", ""
    if not fight.defenders:
        case = "_enough" if lacks <= 0 else "_maestro" if would_secure(table, fight) else "_short"
        before = player_view.say("now.stakes.uncontested")
    text = player_view.say(f"now.influence.text{case}", **facts)
    more = [missing_seizure_influence_text(question, player_view), _later_contests(table, player_view)]
    return player_view.say("now.influence.title"), " ".join(filter(None, [before, text, *more]))


@_title_and_text.register
def _(question: questions.FlashWindow, player_view: PlayerView) -> tuple[str, str]:
    table = question.table
    waiting = [*table.waiting_acts, *table.acts_in_progress]
    if waiting:
        act: Act = waiting[-1]
        facts, is_own = _act_facts(act, player_view), act.seat == player_view.view.player
        if act.is_move:
            deed = "reassign" if act.playable_kind == "dictate" else "retreat"
            key, targets = f"now.respond.{deed}{'_own' if is_own else ''}", join_card_names(act.targets[::2])
            return player_view.say(key, **facts, targets=targets), _all_pass_text(player_view)
        targets = join_names([name_with_controller(token, player_view) for token in act.targets])
        key = "on" if act.targets else "read" if act.path_token else "plain"
        own = "_own" if is_own and not question.only_counters else ""
        title = player_view.say(f"now.{question.kind}.{key}{own}", **facts, targets=targets)
        later = [("first", other) for other in waiting[-2:-1]]
        later += [("later", other) for other in table.postponed_acts]
        others = [
            player_view.say(f"now.respond.{when}", **_act_facts(other, player_view)) for when, other in later
        ]
        lost = (
            choosing.cards_lost_to(table, act, player_view.view.player)
            if act is table.waiting_acts[-1]
            else []
        )
        loses = player_view.say("now.respond.loses", cards=join_card_names(lost)) if lost else ""
        gone = player_view.say("now.when.no_seizer") if _window_moment(question) == "no_seizer" else ""
        text = _effects(act)
        if not is_own:
            text = player_view.say("now.respond.says", text=text)
        return title, " ".join(filter(None, [text, gone, loses, *others]))
    powers = all(isinstance(use, Power) for use in question.uses())
    title = player_view.say("now.respond.title_power" if powers else "now.respond.title")
    if question.when:
        title = f"{_moment_of(_window_moment(question), player_view)} {title}"
    own_end = question.when == "ends" and player_view.view.current == player_view.view.player
    text = player_view.say(f"now.respond.ends_{table.phase}") if own_end else _all_pass_text(player_view)
    return title, _stakes(question, player_view) if player_view.view.fight else text


def _all_pass_text(player_view: PlayerView) -> str:
    return player_view.say("now.respond.taught" if player_view.is_first_game else "now.respond.text")


def _window_moment(question: questions.FlashWindow) -> str:
    """Return a key for the moment of a response window, such as "no_seizer" or "undefended"."""
    fight = question.table.fight
    if fight is not None and fight.kind == "seizure" and not fight.attackers:
        return "no_seizer"
    alone = question.when == "defended" and fight is not None and fight.defenders == [fight.target_token]
    return "undefended" if alone else question.when


def _moment_of(when: str, player_view: PlayerView) -> str:
    """Return the sentence that says why a window is open now."""
    view, own = player_view.view, f"now.when.{when}_own"
    key = own if view.current == view.player and own in player_view.play_design.words else f"now.when.{when}"
    phase_number = 2 if view.phase == "autarch" else 3
    return player_view.say(key, who=_who(view.current, player_view), n=phase_number)


def _act_facts(act: Act, player_view: PlayerView) -> dict[str, str]:
    who = _who(act.seat, player_view)
    return {"who": who, "card": act.card.name(), "text": _effects(act)}


def _effects(act: Act) -> str:
    effects = act.effects or act.card.effects
    text = " ".join(effect.text() for effect in effects)
    # An affiliation's power does not say like which kind of card it is used, and so what counters it.
    is_bare = act.by_power and not act.is_move and not any(effect.icon for effect in effects)
    return f"{rulebook_term(act.playable_kind)}: {text}" if is_bare else text


def _stakes(question: questions.FlashWindow, player_view: PlayerView) -> str:
    """Return a text with the totals of the current fight and the change that would turn its outcome."""
    table, fight = question.table, question.table.fight
    assert fight is not None
    if fight.damage_dealt:
        cards = join_card_names([piece.token for piece in dying_characters(table)])
        return player_view.say(f"now.stakes.{'dying' if cards else 'dealt'}", cards=cards)
    if _window_moment(question) == "no_seizer":
        return player_view.say("now.stakes.no_seizer")
    facts = _fight_facts(player_view)
    if fight.defenders or fight.kind == "challenge":
        key, after = fight.kind, _later_contests(table, player_view)
    else:
        key = "seizure_free"
        after = player_view.say(f"now.stakes.{'uncontested' if fight.paths_revealed else 'contests_next'}")
    own = question.player in (fight.seat, fight.rival_seat)
    paths = face_down_paths_text(table, fight, question.player, player_view) if own else ""
    return " ".join(filter(None, [player_view.say(f"now.stakes.{key}", **facts), paths, after]))
