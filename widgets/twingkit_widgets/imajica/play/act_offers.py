"""Buttons for cards and powers that state their effects, and the steps from a card to its target."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from twingkit.core.acts import Act
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules import answers
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.questions import ImajicaQuestion
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import current_value
from twingkit.imajica.rules.windows import is_postponed
from twingkit_widgets.imajica.play import choosing
from twingkit_widgets.imajica.play.answers import (
    act_label,
    act_rules_text,
    join_card_names,
    name_with_controller,
    token_svg,
)
from twingkit_widgets.imajica.play.choosing import does_nothing, table_after, useful_ways
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
    for head, ways in choosing.group_by_card_or_power(question.uses()).items():
        uses, label = choosing.distinct_uses(question, ways), act_label(head)
        if len(uses) == 1:
            item = join(*allowed_items([single_answer_button(uses[0], question, player_view)], player_view))
        else:
            note = _act_note(_rules_text(question, head, player_view), uses, question, player_view)
            offer = AnswerButton(str(head), label, note, picture_html=token_svg(head.subject))
            item = answer_start_button(offer)
        is_useful = next(useful_ways(question, uses), None) is not None
        (useful if is_useful else useless)[label] = item
    return useful, useless


def next_choice_buttons(question: ImajicaQuestion, begun: answers.Use, player_view: PlayerView) -> Markup:
    """Render buttons for the next choice after the start of an answer: the Ally that plays the card, or the
    target.
    """
    items: list[Markup] = []
    ways = choosing.distinct_uses(question, choosing.uses_starting_with(question, begun))
    steps = choosing.uses_by_next_choice(ways)
    idle = {step: all(does_nothing(question, use) for use in uses) for step, uses in steps.items()}
    has_one_user = len({step.aimed_at(()) for step in steps}) == 1
    if has_one_user and all(step.targets for step in steps):
        kind = "on"
    else:
        kind = "by" if all(isinstance(step, answers.Play) and step.ally for step in steps) else "how"
    aims = {step.targets for step in steps}
    shared_aim = aims.pop() if kind == "by" and len(aims) == 1 else ()
    for step in sorted(steps, key=lambda step: (_is_own(step, question), idle[step])):
        uses, choice = steps[step], step.aimed_at(()) if shared_aim else step
        done = table_after(question, uses[0]) if len(uses) == 1 else None
        facts = _target_facts(choice, question, done or question.table, player_view)
        note = " · ".join([*facts, *filter(None, [_act_note("", uses, question, player_view)])])
        label, subject = _step_label(choice, kind == "on", player_view), _last_named(choice)
        answer = str(uses[0] if len(uses) == 1 else step)
        offer = AnswerButton(answer, label, note, picture_html=token_svg(subject), subject=subject)
        items += allowed_items([offer], player_view) if len(uses) == 1 else [answer_start_button(offer)]
    kind += "_ally" if kind == "by" and question.playable_kind == "action" else ""
    what = _label_with_owners(begun.aimed_at(shared_aim), player_view)
    title = player_view.say(f"group.aimed_{kind}", what=what)
    text = _rules_text(question, begun, player_view)
    why = el("p", text, cls="tk-small") if text else None
    return el(
        "div",
        why,
        answer_box("steps", title, [*items, back_to_all_answers_button(player_view)]),
        cls="tk-play-groups",
        data_bring=str(begun),
    )


def _rules_text(question: ImajicaQuestion, use: answers.Use, player_view: PlayerView) -> str:
    """Return the text of the card or power that is used; a power pivots its own card.

    `_act_note` says what that means for a character that takes part in the current fight. A rival's power
    that could counter it is named, too.
    """
    text, ways = act_rules_text(use), choosing.uses_starting_with(question, use)
    if ways and (counters := choosing.rival_counter_cards(question, ways[0])):
        names = join_names([name_with_controller(token, player_view) for token in counters], "or")
        text = f"{text} {player_view.say('answer.countered_by', cards=names)}"
    source = question.table.pieces.get(use.source) if isinstance(use, answers.UsePower) else None
    fight = question.table.fight
    if source is None or (fight is not None and source.token in fight.involved):
        return text
    key = "pivots_site" if source.is_site else "pivots_character"
    return f"{text} {player_view.say(f'answer.{key}', card=token_name(source.token))}"


def _target_facts(
    step: answers.Use, question: ImajicaQuestion, done: ImajicaTable, player_view: PlayerView
) -> list[str]:
    """Return the values of the last card named in a step, before and on the table `done`, and where it is."""
    piece = question.table.pieces.get(_last_named(step))
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


def _last_named(use: answers.Use) -> str:
    """Return the last card that a use names: its last target, or who plays the card or has the power."""
    return (use.targets or use.words_of_kind("token") or (use.subject,))[-1]


def _is_own(step: answers.Use, question: ImajicaQuestion) -> bool:
    """Return whether the last card named in a step belongs to the player, so that the step is listed last."""
    piece = question.table.pieces.get(_last_named(step))
    return piece is not None and piece.controller == question.player


def _step_label(use: answers.Use, has_one_user: bool, player_view: PlayerView) -> str:
    """Return a step in words, without who uses the card or power if that is the same in all steps."""
    aimed = join_names([name_with_controller(token, player_view) for token in use.targets])
    ally = use.ally if isinstance(use, answers.Play) else None
    if has_one_user or ally is None:
        return capitalize_first(aimed) if aimed else _label_with_owners(use, player_view)
    source = token_name(ally)
    if not use.targets:
        return capitalize_first(source)
    return player_view.say("answer.step", source=capitalize_first(source), targets=aimed)


def _act_note(
    text: str, uses: Sequence[answers.Use], question: ImajicaQuestion, player_view: PlayerView
) -> str:
    """Return the effect of a card or power in words, with a remark on its result.

    The remark comes first if the card would save somebody, if it would only counter or repeat the player's
    own act, if its user would leave the fight, if a rival would lose a Site, or if in every way of playing it
    it would change nothing, weaken the player's own side or lose an own Site.
    What the card leads to in a fight comes last.
    """
    saved = list(dict.fromkeys(token for use in uses for token in choosing.cards_saved_by(question, use)))
    if saved:
        key = "answer.saves" if len(uses) == 1 else "answer.can_save"
        return f"{player_view.say(key, cards=join_card_names(saved))} {text}".rstrip()
    if all(choosing.is_wasted_on_own_act(question, use) for use in uses):
        return f"{player_view.say('answer.own_act')} {text}".rstrip()
    useful = [*islice(useful_ways(question, uses), 2)] or uses
    rulings = choosing.rulings_on_characters(question, useful[0]) if len(useful) == 1 else []
    fates = [str(player_view.match.phrase_for_person(ruling).text()) for ruling in rulings]
    act = question.announced(uses[0])
    verb = next((effect.verb for effect in act.effects or act.card.effects), "")
    if all(does_nothing(question, use) for use in uses):
        key = f"answer.no_effect_{verb}"
        why = player_view.say(key if text and key in player_view.play_design.words else "answer.no_effect")
        return " ".join([*(fates or [why]), text]).rstrip()
    if leaver := choosing.own_fighter_leaving_fight(question, uses[0]):
        fight = question.table.fight
        last = fight is not None and fight.kind == "seizure" and fight.attackers == [leaver]
        left = player_view.say(
            "answer.ends_seizure" if last else "answer.leaves_fight", card=token_name(leaver)
        )
        result = "" if last else maneuver_result_text(question, uses, player_view)
        return " ".join(filter(None, [left, result, text]))
    harmed = {use: choosing.own_targets_harmed(question, use) for use in uses}
    if len(uses) > 1 and all(own or does_nothing(question, use) for use, own in harmed.items()):
        cards = join_card_names(dict.fromkeys(token for own in harmed.values() for token in own))
        key = "answer.only_own_damage" if verb == "damage" else "answer.only_own"
        return f"{player_view.say(key, cards=cards)} {text}".rstrip()
    if all(choosing.weakens_own_side(question, use) for use in uses):
        return f"{player_view.say('answer.weakens')} {text}".rstrip()
    lost = list(choosing.sites_lost_by(question, uses[0]))
    for use in uses[1:]:
        if not lost:  # usually true at once, and there can be hundreds of ways
            break
        also = choosing.sites_lost_by(question, use)
        lost = [site for site in lost if site in also]
    if not lost:
        result = maneuver_result_text(question, uses, player_view)
        gains = _gain_texts(useful, question, player_view)
        order = _order_text(uses, question, player_view)
        return " ".join(filter(None, [*fates, *gains, text, result, order]))
    return f"{player_view.say('answer.loses', sites=join_card_names(lost))} {text}".rstrip()


def _order_text(uses: Sequence[answers.Use], question: ImajicaQuestion, player_view: PlayerView) -> str:
    """Return a text saying that the use takes effect after the act it answers (IJ-TIME-5), or that this
    act pivots its target anyway; otherwise "".
    """
    table = question.table
    if len(uses) > 1 or not table.waiting_acts or (waiting := table.waiting_acts[-1]).is_move:
        return ""
    act = question.announced(uses[0])
    key, source = "", act.source
    if is_postponed(table, act):
        key = "after_loss" if source in choosing.cards_lost_to(table, waiting, question.player) else "after"
    elif waiting.source in act.targets and waiting.does_pivot_source and act.effects[0].verb == "pivot":
        key, source = "pivoted_anyway", waiting.source
    facts = {"card": waiting.card.name(), "source": token_name(source) if source else ""}
    return player_view.say(f"answer.{key}", **facts) if key else ""


def _gain_texts(uses: Sequence[answers.Use], question: ImajicaQuestion, player_view: PlayerView) -> list[str]:
    """Return sentences on what a card that is useful in only one way gains: Sites that rivals lose or
    that are pivoted, and who may act at once or move up.
    """
    done = table_after(question, uses[0]) if len(uses) == 1 else None
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
        and site.token != uses[0].subject
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
            for token in choosing.rival_sites_lost_by(question, uses[0])
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


def single_answer_button(answer: Act, question: ImajicaQuestion, player_view: PlayerView) -> AnswerButton:
    """Return a button that gives this answer, labelled with its text, picture and effect."""
    subject = next((word for words in answer.words_by_field().values() for word in words), "")
    note, cards, note_key = "", load_cards(), f"answer.{answer.word}_note"
    match answer:
        case answers.LaySite(name):
            card = cards[name]
            resistance = say("card.resistance", n=card.resistance)
            note = " · ".join([dominions_text(card), resistance, *site_effect_texts(card, player_view)])
        case answers.LayPath(name, site):
            note = _path_note(cards[name], len(question.table.paths_on(site)), player_view)
        case answers.ChooseCharacter():
            note = maneuver_result_text(question, [answer], player_view)
        case answers.Use() as use:
            note = _act_note(_rules_text(question, use, player_view), [use], question, player_view)
        case _ if note_key in player_view.play_design.words:
            note = player_view.say(note_key)
    label = _label_with_owners(answer, player_view)
    return AnswerButton(str(answer), label, note, picture_html=token_svg(subject), subject=subject)


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


def _label_with_owners(answer: Act, player_view: PlayerView) -> str:
    """Return an answer in words; targets of cards and powers are named with their owners."""
    return act_label(answer, lambda token: name_with_controller(token, player_view))


def answer_start_button(offer: AnswerButton) -> Markup:
    """Render a button that begins an answer which needs further choices."""
    return el("li", answer_button_html(offer, "start_answer"))


def back_to_all_answers_button(player_view: PlayerView) -> Markup:
    """Render the button that goes back to all possible answers."""
    return cancel_item(player_view.say("answer.back"), "start_answer")
