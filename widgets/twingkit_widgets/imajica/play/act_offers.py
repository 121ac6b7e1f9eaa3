"""Buttons for cards and powers that state their effects, and the steps from a card to its target."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile

from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.acts import parse_act, parse_use
from twingkit.imajica.rules.answers import (
    NOTATION,
    ChooseCharacter,
    LayPath,
    LaySite,
    Play,
    Use,
    UsePower,
)
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import ImajicaQuestion
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import current_value
from twingkit.imajica.rules.windows import is_postponed
from twingkit_widgets.imajica.play.answers import (
    act_rules_text,
    answer_label,
    join_card_names,
    name_with_controller,
    token_svg,
)
from twingkit_widgets.imajica.play.choosing import (
    act_answers,
    act_answers_starting_with,
    answers_by_next_choice,
    cards_lost_to,
    cards_saved_by,
    distinct_answers,
    does_nothing,
    group_by_card_or_power,
    is_wasted_on_own_act,
    own_fighter_leaving_fight,
    own_targets_harmed,
    playable_card_kind,
    rival_counter_cards,
    rival_sites_lost_by,
    rulings_on_characters,
    sites_lost_by,
    table_after,
    useful_ways,
    weakens_own_side,
)
from twingkit_widgets.imajica.play.maneuvers import maneuver_result_text
from twingkit_widgets.imajica.words import dominions_text, say, seat_name, token_name
from twingkit_widgets.panel.markup import Markup, el, join
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.table.play.answer_buttons import AnswerButton
from twingkit_widgets.table.play.choices import allowed_items, answer_box, answer_button_html, cancel_item
from twingkit_widgets.table.play.player_view import PlayerView

SEIZURE_SIDES = ("seizers", "contesters")
"""The characters on which a Site in the Circle has an effect."""

_PATH_SIDES = {"seizer": True, "seizers": True, "contester": False, "contesters": False, "this": False}
"""Whether what is good for those whom a Path affects is good for the seizers, too."""


def act_buttons(
    question: ImajicaQuestion, player_view: PlayerView
) -> tuple[dict[str, Markup], dict[str, Markup]]:
    """Render a button for each card or power that can be used now, by its name: the useful ones, the others.

    A button answers at once if there is only one way to play the card, otherwise it opens the next
    step.
    """
    useful, useless = dict[str, Markup](), dict[str, Markup]()
    for head, ways in group_by_card_or_power(act_answers(question)).items():
        answers = distinct_answers(question, ways)
        if len(answers) == 1:
            offer = single_answer_button(answers[0], question, player_view)
            item = join(*allowed_items([offer], player_view))
        else:
            note = _act_note(_rules_text(question, head, player_view), answers, question, player_view)
            offer = AnswerButton(
                head, answer_label(head), note, picture_html=token_svg(parse_use(head).subject)
            )
            item = answer_start_button(head, offer)
        is_useful = next(useful_ways(question, answers), None) is not None
        (useful if is_useful else useless)[answer_label(head)] = item
    return useful, useless


def next_choice_buttons(question: ImajicaQuestion, answer_start: str, player_view: PlayerView) -> Markup:
    """Render buttons for the next choice after the start of an answer: the Ally that plays the card, or the
    target.
    """
    items: list[Markup] = []
    steps = answers_by_next_choice(
        distinct_answers(question, act_answers_starting_with(question, answer_start))
    )
    columns = zip(*map(str.split, steps), strict=False)
    common = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]
    idle = {
        step: all(does_nothing(question, answer) for answer in answers) for step, answers in steps.items()
    }
    kind = "on" if "on" in common else "by" if "by" in common else "how"
    aims = {" ".join(parse_use(step).targets) for step in steps}
    shared_aim = aims.pop() if kind == "by" and len(aims) == 1 else ""
    for step in sorted(steps, key=lambda step: (_is_own(step, question), idle[step])):
        answers, choice = steps[step], step.removesuffix(f" on {shared_aim}")
        done = table_after(question, answers[0]) if len(answers) == 1 else None
        facts = _target_facts(choice, question, done or question.table, player_view)
        note = " · ".join([*facts, *filter(None, [_act_note("", answers, question, player_view)])])
        label, subject = _step_label(choice, common, player_view), choice.split()[-1]
        answer = answers[0] if len(answers) == 1 else step
        offer = AnswerButton(answer, label, note, picture_html=token_svg(subject), subject=subject)
        items += (
            allowed_items([offer], player_view) if len(answers) == 1 else [answer_start_button(step, offer)]
        )
    begun = common[: common.index("on")] if "on" in common else common[: len(answer_start.split())]
    if "by" in begun and "by" not in answer_start.split():
        begun = begun[: begun.index("by")]  # whoever plays the card, the result is the same
    begun += ["on", *shared_aim.split()] if shared_aim else []
    kind += "_ally" if kind == "by" and question.kind == "ally" else ""
    title = player_view.say(
        f"group.aimed_{kind}", what=_answer_text_with_owners(" ".join(begun), player_view)
    )
    text = _rules_text(question, answer_start, player_view)
    why = el("p", text, cls="tk-small") if text else None
    return el(
        "div",
        why,
        answer_box("steps", title, [*items, back_to_all_answers_button(player_view)]),
        cls="tk-play-groups",
        data_bring=answer_start,
    )


def _rules_text(question: ImajicaQuestion, answer: str, player_view: PlayerView) -> str:
    """Return the text of the card or power that an answer uses; a power pivots its own card.

    `_act_note` says what that means for a character that takes part in the current fight. A rival's power
    that could counter it is named, too.
    """
    text, ways = act_rules_text(answer), act_answers_starting_with(question, answer)
    if ways and (counters := rival_counter_cards(question, ways[0])):
        names = join_names([name_with_controller(token, player_view) for token in counters], "or")
        text = f"{text} {player_view.say('answer.countered_by', cards=names)}"
    use = NOTATION.parse(answer)
    source = question.table.pieces.get(use.source) if isinstance(use, UsePower) else None
    fight = question.table.fight
    if source is None or (fight is not None and source.token in fight.involved):
        return text
    key = "pivots_site" if source.is_site else "pivots_character"
    return f"{text} {player_view.say(f'answer.{key}', card=token_name(source.token))}"


def _target_facts(
    step: str, question: ImajicaQuestion, done: ImajicaTable, player_view: PlayerView
) -> list[str]:
    """Return the values of the last card named in a step, before and on the table `done`, and where it is."""
    piece = question.table.pieces.get(step.split()[-1])
    if piece is None or not (piece.is_character or piece.is_site):
        return []
    stats = ("strength", "magic") if piece.is_character else ("resistance",)
    facts = [_value_text(stat, piece, question.table, done, player_view) for stat in stats]
    facts += [dominions_text(piece.card)] if piece.is_site else []
    facts += [say("card.pivoted")] if piece.pivoted else []
    facts += [player_view.say("answer.in_reserve")] if piece.area == "reserve" else []
    return [*facts, player_view.say("answer.holder", site=token_name(piece.site))] if piece.site else facts


def _value_text(
    stat: str, piece: Piece, table: ImajicaTable, done: ImajicaTable, player_view: PlayerView
) -> str:
    """Return a value of a card with its name, and what it becomes on the table `done` (IJ-CARD-5)."""
    later = done.pieces.get(piece.token, piece)
    now, then = current_value(table, piece, stat), current_value(done, later, stat)
    if then == now:
        return say(f"card.{stat}", n=now)
    key = "for_everybody" if stat == "resistance" else "" if then else "not_below"
    note = f" ({player_view.say(f'answer.{key}')})" if key else ""
    return f"{say(f'card.{stat}', n=now)} → {then}{note}"


def _is_own(step: str, question: ImajicaQuestion) -> bool:
    """Return whether the last card named in a step belongs to the player, so that the step is listed last."""
    piece = question.table.pieces.get(step.split()[-1])
    return piece is not None and piece.controller == question.player


def _step_label(step: str, common: Sequence[str], player_view: PlayerView) -> str:
    """Return a step in words, without the words that all steps share (`common`)."""
    use = parse_use(step)
    aimed = join_names([name_with_controller(token, player_view) for token in use.targets])
    ally = use.ally if isinstance(use, Play) else None
    if "on" in common or ally is None:
        return capitalize_first(aimed) if aimed else _answer_text_with_owners(step, player_view)
    source = token_name(ally)
    if not use.targets:
        return capitalize_first(source)
    return player_view.say("answer.step", source=capitalize_first(source), targets=aimed)


def _act_note(text: str, answers: Sequence[str], question: ImajicaQuestion, player_view: PlayerView) -> str:
    """Return the effect of a card or power in words, with a remark on its result.

    The remark comes first if the card would save somebody, if it would only counter or repeat the player's
    own act, if its user would leave the fight, if a rival would lose a Site, or if in every way of playing it
    it would change nothing, weaken the player's own side or lose an own Site.
    What the card leads to in a fight comes last.
    """
    saved = list(dict.fromkeys(token for answer in answers for token in cards_saved_by(question, answer)))
    if saved:
        key = "answer.saves" if len(answers) == 1 else "answer.can_save"
        return f"{player_view.say(key, cards=join_card_names(saved))} {text}".rstrip()
    if all(is_wasted_on_own_act(question, answer) for answer in answers):
        return f"{player_view.say('answer.own_act')} {text}".rstrip()
    useful = [*islice(useful_ways(question, answers), 2)] or answers
    rulings = rulings_on_characters(question, useful[0]) if len(useful) == 1 else []
    fates = [str(player_view.match.phrase_for_person(ruling).text()) for ruling in rulings]
    act = parse_act(question.table, question.player, answers[0], playable_card_kind(question))
    verb = next((effect.verb for effect in act.effects or act.card.effects), "")
    if all(does_nothing(question, answer) for answer in answers):
        key = f"answer.no_effect_{verb}"
        why = player_view.say(key if text and key in player_view.play_design.words else "answer.no_effect")
        return " ".join([*(fates or [why]), text]).rstrip()
    if leaver := own_fighter_leaving_fight(question, answers[0]):
        fight = question.table.fight
        last = fight is not None and fight.kind == "seizure" and fight.attackers == [leaver]
        left = player_view.say(
            "answer.ends_seizure" if last else "answer.leaves_fight", card=token_name(leaver)
        )
        result = "" if last else maneuver_result_text(question, answers, player_view)
        return " ".join(filter(None, [left, result, text]))
    harmed = {answer: own_targets_harmed(question, answer) for answer in answers}
    if len(answers) > 1 and all(own or does_nothing(question, answer) for answer, own in harmed.items()):
        cards = join_card_names(dict.fromkeys(token for own in harmed.values() for token in own))
        key = "answer.only_own_damage" if verb == "damage" else "answer.only_own"
        return f"{player_view.say(key, cards=cards)} {text}".rstrip()
    if all(weakens_own_side(question, answer) for answer in answers):
        return f"{player_view.say('answer.weakens')} {text}".rstrip()
    lost = list(sites_lost_by(question, answers[0]))
    for answer in answers[1:]:
        if not lost:  # usually true at once, and there can be hundreds of answers
            break
        also = sites_lost_by(question, answer)
        lost = [site for site in lost if site in also]
    if not lost:
        result = maneuver_result_text(question, answers, player_view)
        gains = _gain_texts(useful, question, player_view)
        order = _order_text(answers, question, player_view)
        return " ".join(filter(None, [*fates, *gains, text, result, order]))
    return f"{player_view.say('answer.loses', sites=join_card_names(lost))} {text}".rstrip()


def _order_text(answers: Sequence[str], question: ImajicaQuestion, player_view: PlayerView) -> str:
    """Return a text saying that the answer takes effect after the act it answers (IJ-TIME-5), or that this
    act pivots its target anyway; otherwise "".
    """
    table = question.table
    if len(answers) > 1 or not table.waiting_acts or (waiting := table.waiting_acts[-1]).is_move:
        return ""
    act = parse_act(table, question.player, answers[0], playable_card_kind(question))
    key, source = "", act.source
    if is_postponed(table, act):
        key = "after_loss" if source in cards_lost_to(table, waiting, question.player) else "after"
    elif waiting.source in act.targets and waiting.does_pivot_source and act.effects[0].verb == "pivot":
        key, source = "pivoted_anyway", waiting.source
    facts = {"card": waiting.card.name(), "source": token_name(source) if source else ""}
    return player_view.say(f"answer.{key}", **facts) if key else ""


def _gain_texts(answers: Sequence[str], question: ImajicaQuestion, player_view: PlayerView) -> list[str]:
    """Return sentences on what a card that is useful in only one way gains: Sites that rivals lose or
    that are pivoted, and who may act at once or move up.
    """
    done = table_after(question, answers[0]) if len(answers) == 1 else None
    if done is None:
        return []
    table, seat = question.table, question.player
    sentences = [
        player_view.say("answer.stays_holder", card=token_name(piece.token))
        for piece in done.characters(seat)
        if piece.is_holder and not piece.pivoted and table.pieces[piece.token].pivoted
    ]
    sentences += [
        player_view.say("answer.site_pivoted", site=token_name(site.token))
        for site in done.pieces.sites.values()
        if site.area == "state"
        and site.pivoted
        and not table.pieces[site.token].pivoted
        and site.token != parse_use(answers[0]).subject
    ]
    able = Advance(table, seat).nameable_tokens()
    sentences += [
        player_view.say("answer.may_move_up", card=token_name(token))
        for token in Advance(done, seat).nameable_tokens()
        if token not in able
    ]
    for rival in range(len(table.players)):
        sites = [
            token
            for token in rival_sites_lost_by(question, answers[0])
            if table.pieces[token].controller == rival
        ]
        if sites:
            who = seat_name(table.players[rival].name)
            sentences.append(player_view.say("answer.rival_loses", who=who, sites=join_card_names(sites)))
    if table.phase == "ally" and table.current == seat and table.fight is None:
        ready = {piece.token for piece in table.ready_characters(seat)}
        sentences += [
            player_view.say(
                "answer.has_acted" if piece.acted else "answer.may_act", card=token_name(piece.token)
            )
            for piece in done.ready_characters(seat)
            if piece.token not in ready
        ]
    return sentences


def single_answer_button(answer: str, question: ImajicaQuestion, player_view: PlayerView) -> AnswerButton:
    """Return a button that gives this answer, labelled with its text, picture and effect."""
    word, subject, *_ = (*answer.split(), "")
    note, cards = _rules_text(question, answer, player_view), load_cards()
    match NOTATION.parse(answer):
        case LaySite(name):
            card = cards[name]
            resistance = say("card.resistance", n=card.resistance)
            note = " · ".join([dominions_text(card), resistance, *site_effect_texts(card, player_view)])
        case LayPath(name, site):
            note = _path_note(cards[name], len(question.table.paths_on(site)), player_view)
        case ChooseCharacter():
            note = maneuver_result_text(question, [answer], player_view)
        case Use():
            note = _act_note(note, [answer], question, player_view)
        case _ if f"answer.{word}_note" in player_view.play_design.words:
            note = player_view.say(f"answer.{word}_note")
    label = _answer_text_with_owners(answer, player_view)
    return AnswerButton(answer, label, note, picture_html=token_svg(subject), subject=subject)


def _path_note(card: Card, older: int, player_view: PlayerView) -> str:
    """Return a text about a Path: what it does, whom it helps, who chooses its target, and when it is turned
    up (IJ-PATH-1).
    """
    texts = list[str]()
    for effect in card.effects:
        is_good = effect.verb == "draw" or (effect.verb == "mod" and effect.number > 0)
        sides = [_PATH_SIDES[word] for word in str(effect).replace(":", " ").split() if word in _PATH_SIDES]
        keys = [f"answer.path_{'helps' if is_good is side else 'hinders'}" for side in sides]
        texts += [player_view.say(key) for key in keys] + [effect.text()]
    texts += [player_view.say("answer.path_target")] if any(e.target_kind for e in card.effects) else []
    texts += [player_view.say("answer.path_later", n=older)] if older else []
    return " ".join(texts)


def seizure_effect_texts(card: Card) -> list[str]:
    """Return the effects of a Site in the Circle on those who seize it or contest, as texts."""
    return [effect.text() for effect in card.effects if effect.selector.base in SEIZURE_SIDES]


def site_effect_texts(card: Card, player_view: PlayerView) -> list[str]:
    """Return the effects of a Site in the Circle as texts: first those for everybody, then those only for its
    controller.
    """
    texts = seizure_effect_texts(card)
    texts = [player_view.say("answer.for_all", texts=" ".join(texts))] if texts else []
    later = [effect.text() for effect in card.effects if effect.selector.base not in SEIZURE_SIDES]
    return [*texts, player_view.say("answer.for_holder", texts=" ".join(later))] if later else texts


def _answer_text_with_owners(answer: str, player_view: PlayerView) -> str:
    """Return an answer in words; targets of cards and powers are named with their owners."""
    return answer_label(answer, lambda token: name_with_controller(token, player_view))


def answer_start_button(answer_start: str, offer: AnswerButton) -> Markup:
    """Render a button, with the content of `offer`, that begins an answer which needs further choices."""
    return el("li", answer_button_html(offer, "start_answer", answer_start))


def back_to_all_answers_button(player_view: PlayerView) -> Markup:
    """Render the button that goes back to all possible answers."""
    return cancel_item(player_view.say("answer.back"), "start_answer")
