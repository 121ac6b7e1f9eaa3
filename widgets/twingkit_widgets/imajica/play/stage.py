"""The answers on the play page: actions in groups, characters to pick, and steps to a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch

from twingkit.core.acts import Act
from twingkit.imajica.box.card import MANEUVERS, Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.effects import EffectWord
from twingkit.imajica.rules import answers
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.questions import ImajicaQuestion, SplitDamage
from twingkit.imajica.rules.values import (
    calling_prime,
    current_value,
    discount_helper,
    prime_limit,
    prime_limit_changes,
)
from twingkit_widgets.imajica.pictures.cards import card_chip_html
from twingkit_widgets.imajica.pictures.drawing import card_drawing
from twingkit_widgets.imajica.pictures.table import influence_note
from twingkit_widgets.imajica.play import act_offers, choosing, damage_shares
from twingkit_widgets.imajica.play.answers import act_label, join_card_names, move_label, token_svg
from twingkit_widgets.imajica.play.auto_pass import is_calm_window, is_passable, only_answer
from twingkit_widgets.imajica.play.verdicts import influence_by_pickable, stop_chances_html, verdict_text
from twingkit_widgets.imajica.words import dominions_text, say, seat_name, token_name
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, GO_ON, UNTIL_ME
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import join_names
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.table.play.bar import verdict_with_buttons
from twingkit_widgets.table.play.choices import allowed_items, answer_box, answer_shortcut, choice_row
from twingkit_widgets.table.play.player_view import PlayerView


def choices_html(question: ImajicaQuestion, player_view: PlayerView) -> Markup:
    """Render all answers to a question in groups, or the choices for the next part of an answer that the
    person has begun.
    """
    begun = choosing.ui_state_of(player_view).begun
    if choosing.is_picking_several(question, begun):
        return _picker(question, begun, player_view)
    if isinstance(begun, answers.Use):
        return act_offers.next_choice_buttons(question, begun, player_view)
    return _overview(question, player_view)


# -- all that can be done


def _overview(question: ImajicaQuestion, player_view: PlayerView) -> Markup:
    plain, boxes = list(question.single_steps()), list[Markup | None]()

    def add_box(key: str, items: Sequence[Markup]) -> None:
        boxes.append(answer_box(key, player_view.say(f"group.{key}"), [*items]) if items else None)

    def offers_for(act_class: type[Act]) -> list[AnswerButton]:
        fitting = [act for act in plain if isinstance(act, act_class)]
        return [act_offers.single_answer_button(act, question, player_view) for act in fitting]

    is_turn = question.decline == answers.END
    if not is_turn:
        boxes.append(answer_box("", "", allowed_items(offers_for(Act), player_view)))
    elif calls := [_call_offer(act, question, player_view) for act in plain if isinstance(act, answers.Call)]:
        title = _calling_title(question, player_view)
        boxes.append(answer_box("call", title, allowed_items(calls, player_view)))
    for deed in question.deeds:
        targets = choosing.fight_target_tokens(question, deed)
        offers = [_target_offer(deed(token), question, player_view) for token in targets]
        add_box(deed.word, [*map(act_offers.answer_start_button, offers)])
    for act_class in answers.NOTATION.act_classes if is_turn else ():
        if not issubclass(act_class, answers.Call | answers.Retreat):  # they have boxes of their own
            add_box(act_class.word, allowed_items(offers_for(act_class), player_view))
    acting, useless = act_offers.act_buttons(question, player_view)
    if acting:
        boxes.append(answer_box("acts", player_view.say(f"group.acts_{question.kind}"), [*acting.values()]))
    if question.moves():
        label, note = player_view.say("answer.reassign"), player_view.say("answer.reassign_note")
        add_box("move", [act_offers.answer_start_button(AnswerButton(str(choosing.REASSIGN), label, note))])
    reason = player_view.say("group.useless", cards=join_names([*useless]))
    boxes.append(_folded("useless", reason, [*useless.values()], False))
    retreats = offers_for(answers.Retreat)
    hinted = any(offer.label == choosing.ui_state_of(player_view).hint_answer for offer in retreats)
    retreating = allowed_items(retreats, player_view)
    boxes.append(_folded("retreat", player_view.say("group.retreat"), retreating, hinted))
    return el("div", boxes, cls="tk-play-groups")


def _calling_title(question: ImajicaQuestion, player_view: PlayerView) -> str:
    """Return the title of the calls: the Prime left, and the cards that changed the limit."""
    table, seat = question.table, question.player
    limit = prime_limit(table, seat)
    names = join_card_names([source.token for source, _ in prime_limit_changes(table, seat)])
    key, left = "group.call_changed" if names else "group.call", limit - table.players[seat].prime_spent
    return player_view.say(key, n=max(0, left), limit=limit, usual=table.variant.prime_limit, cards=names)


def _call_offer(call: answers.Call, question: ImajicaQuestion, player_view: PlayerView) -> AnswerButton:
    card = load_cards()[call.card]
    table, seat = question.table, question.player
    prime = calling_prime(table, seat, card)
    left = prime_limit(table, seat) - table.players[seat].prime_spent - prime
    note = player_view.say("answer.call_left" if left >= 0 else "answer.call_home", n=prime, left=left)
    if prime != card.prime:
        note = f"{note} ({_discount_text(card, prime, question, player_view)})"
    # A number stays on the line of its word.
    value_texts = [
        say(f"card.{stat}", n=getattr(card, stat)).replace(" ", "\N{NO-BREAK SPACE}")
        for stat in ("magic", "strength")
    ]
    texts = [
        player_view.say("answer.call_power", text=effect.text()) if effect.icon else effect.text()
        for effect in card.effects
    ]
    note = " · ".join([note, *value_texts, *texts])
    return AnswerButton(str(call), card.name(), note, picture_html=card_drawing(card))


def _discount_text(card: Card, prime: int, question: ImajicaQuestion, player_view: PlayerView) -> str:
    """Return why a character costs less than its printed Prime, with a character that meets the condition."""
    table = question.table
    wanted = next(effect for effect in card.continuous_effects if effect.verb == "allies_for").word(
        "condition"
    )
    helper = discount_helper(table, question.player, wanted)
    assert helper is not None
    condition = EffectWord(wanted, "condition").label(None)
    facts = {"n": card.prime, "less": card.prime - prime, "what": condition, "card": token_name(helper.token)}
    return player_view.say("answer.call_printed", **facts)


def _target_offer(deed: answers.Deed, question: ImajicaQuestion, player_view: PlayerView) -> AnswerButton:
    table, token = question.table, deed.target
    piece = table.pieces[token]
    if isinstance(deed, answers.Seize):
        # Players want a Site for its Dominion.
        note = f"{dominions_text(piece.card)} · "
        note += say("card.resistance", n=current_value(table, piece, "resistance"))
        if paths := table.paths_on(token):
            own = sum(path.owner == question.player for path in paths)
            note += f" · {player_view.say('answer.paths', n=len(paths), own=own)}"
        note = " · ".join([note, *act_offers.site_effect_texts(piece.card, player_view)])
    else:
        who = seat_name(table.players[piece.controller].name)
        note = f"{who} · {say('card.strength', n=current_value(table, piece, 'strength'))}"
        note += f" · {say('card.pivoted')}" if piece.pivoted else ""
    return AnswerButton(str(deed), token_name(token), note, picture_html=token_svg(token))


# -- several characters, moves or victims


def _picker(question: ImajicaQuestion, begun: Act | None, player_view: PlayerView) -> Markup:
    influences = influence_by_pickable(question, begun)
    items = [
        _pick(question, option, influences, player_view)
        for option in choosing.pickable_items(question, begun)
    ]
    if isinstance(begun, answers.Deed):
        title = player_view.say("group.picked", what=act_label(begun))
    else:
        title = player_view.say(f"pick.{begun.word if begun else question.kind}")
    inside = [*items, *([act_offers.back_to_all_answers_button(player_view)] if begun else [])]
    box = answer_box("pick", title, inside)
    fight = question.table.fight
    target = fight.target_token if fight else begun.target if isinstance(begun, answers.Deed) else ""
    site = question.table.pieces.get(target)
    sentences = act_offers.seizure_effect_texts(site.card) if site and influences else []
    why = el("p", site.card.name(), ": ", " ".join(sentences), cls="tk-small") if site and sentences else None
    return el(
        "div",
        why,
        box,
        stop_chances_html(question, player_view),
        cls="tk-play-groups im-picker",
        data_bring=str(begun) if begun else None,
    )


@singledispatch
def _pick(
    question: ImajicaQuestion, option: str, influences: Mapping[str, int], player_view: PlayerView
) -> Markup:
    state = choosing.ui_state_of(player_view)
    move = answers.Move.parse(option) if state.begun == choosing.REASSIGN else None
    token, notes = move.token if move else option, [move_label(move)] if move else []
    piece = question.table.pieces[token]
    if token in influences:
        number, magic = influences[token], current_value(question.table, piece, "magic")
        notes.append(influence_note(magic, number) or player_view.say("pick.influence", n=number))
        if number > magic:
            notes += [effect.text() for effect in piece.card.effects if effect.verb == "versus_site"]
    return el("li", _pick_button(question, option, token, notes, option in state.picked))


@_pick.register
def _(question: SplitDamage, option: str, influences: Mapping[str, int], player_view: PlayerView) -> Markup:
    picked = choosing.ui_state_of(player_view).picked
    note = damage_shares.damage_effect_note(question, picked, option, player_view)
    pressed = option in damage_shares.damage_by_victim(picked)
    spent = not pressed and not damage_shares.undealt_damage(question, picked)
    choice = _pick_button(question, option, option, [_owner(option, question), note], pressed, spent)
    return el("li", choice, damage_shares.damage_buttons_html(question, picked, option, player_view))


def _pick_button(
    question: ImajicaQuestion, option: str, token: str, notes: list[str], pressed: bool, spent: bool = False
) -> Markup:
    piece = question.table.pieces[token]
    values = [current_value(question.table, piece, stat) for stat in ("magic", "strength", "prime")]
    chip = card_chip_html(piece.card, values=values, shown_name=token_name(token), notes=notes)
    return button(
        chip,
        "pick",
        option,
        cls="tk-button im-pick",
        shortcut=ANSWER_PLACEHOLDER,
        aria_pressed="true" if pressed else "false",
        disabled=spent,
    )


def _owner(token: str, question: ImajicaQuestion) -> str:
    seat = question.table.pieces[token].controller
    return seat_name(question.table.players[seat].name, seat == question.player)


def confirm_bar_html(question: ImajicaQuestion, player_view: PlayerView) -> Markup | None:
    """Render the confirm bar: a verdict on the picked cards with a confirm button, or buttons to pass or to
    end the turn.
    """
    state, number = choosing.ui_state_of(player_view), len(player_view.match.game)
    begun, picked = state.begun, state.picked
    auto_passes = [] if begun else _auto_passes(question, number, player_view)
    if not choosing.is_picking_several(question, begun):
        return el("div", auto_passes, cls="tk-play-main", data_key="main") if auto_passes else None
    confirm = None
    if picked:
        ready = question.refusal(choosing.picked_answer(question, begun, picked)) is None
        label = _confirm_label(question, picked, player_view)
        shortcut = GO_ON if ready else None
        cls = "tk-button tk-main"
        confirm = button(label, "confirm", cls=cls, disabled=not ready, shortcut=shortcut, data_once=True)
    able = choosing.pickable_items(question, None) if question.act_class is answers.Advance else []
    if able:
        together = answers.Advance(tuple(able))
        text = player_view.say("answer.all_advance") if len(able) > 1 else act_label(together)
        value = f"{number}:{together}"
        auto_passes.insert(0, button(text, "answer", value, shortcut=ANSWER_PLACEHOLDER, data_once=True))
    return verdict_with_buttons(
        el("p", verdict_text(question, player_view), cls="tk-small"), confirm, *auto_passes
    )


@singledispatch
def _confirm_label(question: ImajicaQuestion, picked: Sequence[str], player_view: PlayerView) -> str:
    begun = choosing.ui_state_of(player_view).begun
    return act_label(begun or choosing.picked_answer(question, begun, picked))


@_confirm_label.register
def _(question: SplitDamage, picked: Sequence[str], player_view: PlayerView) -> str:
    if killed := damage_shares.killed_victims(question, picked):
        return player_view.say("answer.confirm_damage", cards=join_card_names(killed))
    return player_view.say("answer.confirm_dealt", n=sum(damage_shares.damage_by_victim(picked).values()))


def _auto_passes(question: ImajicaQuestion, number: int, player_view: PlayerView) -> list[Markup]:
    made = [
        button(
            [_auto_pass_label(answer, question, player_view), _what_is_left(question, player_view)],
            "answer",
            f"{number}:{answer}",
            cls="tk-button",
            shortcut=answer_shortcut(str(answer), player_view),
            data_once=True,
        )
        for answer in filter(None, [question.decline])
    ]
    if is_passable(question):
        calm = is_calm_window(question)
        key = "answer.pass_calm" if calm else "answer.pass_turn"
        label = [player_view.say(key), el("small", player_view.say(f"{key}_skips"), cls="im-left")]
        made.append(button(label, "pass_on", cls="tk-button", shortcut=UNTIL_ME))
        if calm and player_view.is_first_game and player_view.match.automatic_answer is not only_answer:
            note = el("small", player_view.say("answer.ask_more_when"), cls="im-left")
            more = button([player_view.say("answer.ask_more"), note], "ask_more", cls="tk-button")
            rarer = [el("li", made.pop()), el("li", more)]
            made.append(el("p", player_view.say("answer.pass_usual"), cls="tk-small"))
            made += filter(None, [_folded("passes", player_view.say("answer.pass_others"), rarer, False)])
    return made


def _what_is_left(question: ImajicaQuestion, player_view: PlayerView) -> Markup | None:
    """Render what the player could still do before ending the turn, or None."""
    if question.decline != answers.END:
        return None
    kinds: dict[type[Act], str] = {answers.Call: "call", answers.LaySite: "lay", answers.LayPath: "lay"}
    found = {type(act) for act in question.single_steps()}
    left = list(dict.fromkeys(kind for act_class, kind in kinds.items() if act_class in found))
    left += [deed.word for deed in question.deeds if choosing.fight_target_tokens(question, deed)]
    useful = next(choosing.useful_ways(question, [*question.uses()]), None)
    left += [f"acts_{question.kind}"] if useful is not None else []
    left += ["move"] if question.moves() else []
    names = join_names([player_view.say(f"left.{word}") for word in left])
    return el("small", player_view.say("left.possible", what=names), cls="im-left") if left else None


def _auto_pass_label(answer: Act, question: ImajicaQuestion, player_view: PlayerView) -> str:
    own = f"answer.{answer}_{question.kind}"
    return player_view.say(own) if own in player_view.play_design.words else act_label(answer)


# -- what is forbidden


def forbidden_answer_groups(question: ImajicaQuestion, player_view: PlayerView) -> list[AnswerGroup]:
    """Return the answers that a person might expect but that a rule forbids now, each with the reason."""
    begun = choosing.ui_state_of(player_view).begun
    tried: dict[str, Act] = {}
    if choosing.is_picking_several(question, begun):
        unpickable = choosing.unpickable_characters(question, begun)
        tried = {token: choosing.picked_answer(question, begun, [token]) for token in unpickable}
    elif begun is None:
        tried = _expected_answers(question)
    offers = [
        AnswerButton(str(answer), token_name(name), refusal=refusal)
        for name, answer in tried.items()
        if (refusal := question.refusal(answer)) is not None
    ]
    return [AnswerGroup("never", tuple(offers))] if offers else []


@singledispatch
def _expected_answers(question: ImajicaQuestion) -> dict[str, Act]:
    """Return answers that a person might expect at the start, by card."""
    return {}


@_expected_answers.register
def _(question: AllyTurn) -> dict[str, Act]:
    cards = choosing.forbidden_answer_by_card(question, "character", "action", "flash", *MANEUVERS)
    return cards | choosing.unchallengeable_characters(question)


@_expected_answers.register
def _(question: AutarchTurn) -> dict[str, Act]:
    # With nothing to lay, the headline gives the reasons.
    laid = ("site", "path") if any(True for _ in question.single_steps()) else ()
    return choosing.forbidden_answer_by_card(question, "dictate", *laid)


# -- boxes and buttons


def _folded(key: str, title: str, items: list[Markup], is_open: bool) -> Markup | None:
    if not items:
        return None
    head = el("summary", title, cls="tk-small")
    return el("details", head, choice_row(items, title), open=is_open, data_key=f"group:{key}")
