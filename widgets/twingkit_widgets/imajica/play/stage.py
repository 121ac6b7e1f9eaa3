"""The answers on the play page: actions in groups, characters to pick, and steps to a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit import Question, Refusal
from twingkit.core.acts import Act
from twingkit.imajica.box.card import MANEUVERS, Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.effects import EffectWord
from twingkit.imajica.rules.answers import (
    NOTATION,
    Call,
    DealDamage,
    Deed,
    LayPath,
    LaySite,
    Move,
    Retreat,
    Seize,
)
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.questions import (
    END,
    PASS,
    FlashWindow,
    ImajicaQuestion,
    NameCharacters,
    SplitDamage,
)
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
from twingkit_widgets.imajica.play.act_offers import (
    act_buttons,
    answer_start_button,
    back_to_all_answers_button,
    next_choice_buttons,
    seizure_effect_texts,
    single_answer_button,
    site_effect_texts,
)
from twingkit_widgets.imajica.play.answers import (
    answer_label,
    join_card_names,
    move_label,
    token_svg,
)
from twingkit_widgets.imajica.play.auto_pass import PASSABLE_WINDOW_KINDS, is_calm_window, only_answer
from twingkit_widgets.imajica.play.choosing import (
    FIGHT_WORDS,
    REASSIGN_WORD,
    act_answers,
    advance_all_answer,
    fight_target_tokens,
    forbidden_answer_by_card,
    is_picking_several,
    pickable_items,
    picked_answer,
    reassignment_moves,
    refusal_of,
    single_step_answers,
    ui_state_of,
    unchallengeable_characters,
    unpickable_characters,
    useful_ways,
)
from twingkit_widgets.imajica.play.damage_shares import (
    damage_buttons_html,
    damage_by_victim,
    damage_effect_note,
    killed_victims,
    undealt_damage,
)
from twingkit_widgets.imajica.play.verdicts import influence_by_pickable, stop_chances_html, verdict_text
from twingkit_widgets.imajica.words import dominions_text, say, seat_name, token_name
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, GO_ON, UNTIL_ME
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import join_names
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.table.play.bar import verdict_with_buttons
from twingkit_widgets.table.play.choices import allowed_items, answer_box, answer_shortcut, choice_row
from twingkit_widgets.table.play.player_view import PlayerView


def choices_html(question: ImajicaQuestion, player_view: PlayerView) -> Markup:
    """Render all answers to a question in groups, or the choices for the next part of an answer that the
    person has begun.
    """
    answer_start = ui_state_of(player_view).answer_start
    if is_picking_several(question, answer_start):
        return _picker(question, answer_start, player_view)
    if answer_start:
        return next_choice_buttons(question, answer_start, player_view)
    return _overview(question, player_view)


# -- all that can be done


def _overview(question: ImajicaQuestion, player_view: PlayerView) -> Markup:
    plain = single_step_answers(question)
    boxes: list[Markup | None] = []

    def offers_for(act_class: type[Act]) -> list[AnswerButton]:
        fitting = [each for each in plain if isinstance(NOTATION.parse(each), act_class)]
        return [single_answer_button(each, question, player_view) for each in fitting]

    if isinstance(question, AllyTurn):
        table = question.table
        player = table.players[question.player]
        limit = prime_limit(table, question.player)
        calls = [
            _call_offer(answer, act.card, question, player_view)
            for answer in plain
            if isinstance(act := NOTATION.parse(answer), Call)
        ]
        title = _calling_title(max(0, limit - player.prime_spent), limit, question, player_view)
        boxes.append(answer_box("call", title, allowed_items(calls, player_view)))
        for word in FIGHT_WORDS:
            items = [
                answer_start_button(f"{word} {token}", _target_offer(word, token, question, player_view))
                for token in fight_target_tokens(question, word)
            ]
            boxes.append(answer_box(word, player_view.say(f"group.{word}"), items))
    elif isinstance(question, AutarchTurn):
        for act_class in (LaySite, LayPath):
            word, items = act_class.word, allowed_items(offers_for(act_class), player_view)
            boxes.append(answer_box(word, player_view.say(f"group.{word}"), items))
    else:
        offers = [single_answer_button(each, question, player_view) for each in plain]
        boxes.append(answer_box("", "", allowed_items(offers, player_view)))
    acting, useless = act_buttons(question, player_view)
    if acting:
        boxes.append(answer_box("acts", player_view.say(f"group.acts_{question.kind}"), [*acting.values()]))
    if isinstance(question, AutarchTurn) and reassignment_moves(question):
        label, note = player_view.say("answer.reassign"), player_view.say("answer.reassign_note")
        items = [answer_start_button(REASSIGN_WORD, AnswerButton(REASSIGN_WORD, label, note))]
        boxes.append(answer_box("move", player_view.say("group.move"), items))
    reason = player_view.say("group.useless", cards=join_names([*useless]))
    boxes.append(_folded("useless", reason, [*useless.values()], False))
    if isinstance(question, AllyTurn):
        retreats = offers_for(Retreat)
        hinted = any(offer.label == ui_state_of(player_view).hint_answer for offer in retreats)
        retreating = allowed_items(retreats, player_view)
        boxes.append(_folded("retreat", player_view.say("group.retreat"), retreating, hinted))
    return el("div", boxes, cls="tk-play-groups")


def _calling_title(left: int, limit: int, question: AllyTurn, player_view: PlayerView) -> str:
    """Return the title of the calls: the Prime left, and the cards that changed the limit."""
    names = join_card_names(
        [source.token for source, _ in prime_limit_changes(question.table, question.player)]
    )
    key = "group.call_changed" if names else "group.call"
    usual = question.table.variant.prime_limit
    return player_view.say(key, n=left, limit=limit, usual=usual, cards=names)


def _call_offer(answer: str, name: str, question: AllyTurn, player_view: PlayerView) -> AnswerButton:
    card = load_cards()[name]
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
    return AnswerButton(answer, card.name(), note, picture_html=card_drawing(card))


def _discount_text(card: Card, prime: int, question: AllyTurn, player_view: PlayerView) -> str:
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


def _target_offer(word: str, token: str, question: AllyTurn, player_view: PlayerView) -> AnswerButton:
    table = question.table
    piece = table.pieces[token]
    if word == Seize.word:
        # Players want a Site for its Dominion.
        note = f"{dominions_text(piece.card)} · "
        note += say("card.resistance", n=current_value(table, piece, "resistance"))
        if paths := table.paths_on(token):
            own = sum(path.owner == question.player for path in paths)
            note += f" · {player_view.say('answer.paths', n=len(paths), own=own)}"
        note = " · ".join([note, *site_effect_texts(piece.card, player_view)])
    else:
        who = seat_name(table.players[piece.controller].name)
        note = f"{who} · {say('card.strength', n=current_value(table, piece, 'strength'))}"
        note += f" · {say('card.pivoted')}" if piece.pivoted else ""
    return AnswerButton(f"{word} {token}", token_name(token), note, picture_html=token_svg(token))


# -- several characters, moves or victims


def _picker(question: ImajicaQuestion, answer_start: str, player_view: PlayerView) -> Markup:
    picked = ui_state_of(player_view).picked
    influences = influence_by_pickable(question, answer_start)
    items = [
        _pick(option, question, answer_start, influences, player_view)
        for option in pickable_items(question, answer_start)
    ]
    title = (
        player_view.say("group.picked", what=answer_label(answer_start))
        if answer_start not in ("", REASSIGN_WORD)
        else ""
    )
    key = f"pick.{question.kind if not answer_start else answer_start.split()[0]}"
    inside = [*items, *([back_to_all_answers_button(player_view)] if answer_start else [])]
    box = answer_box("pick", title or player_view.say(key), inside)
    fight = question.table.fight
    deed = NOTATION.parse(answer_start)
    target = fight.target_token if fight else deed.target if isinstance(deed, Deed) else ""
    site = question.table.pieces.get(target)
    sentences = seizure_effect_texts(site.card) if site and influences else []
    why = el("p", site.card.name(), ": ", " ".join(sentences), cls="tk-small") if site and sentences else None
    return el(
        "div",
        why,
        box,
        stop_chances_html(question, answer_start, picked, player_view),
        cls="tk-play-groups im-picker",
        data_bring=answer_start or None,
    )


def _pick(
    option: str,
    question: ImajicaQuestion,
    answer_start: str,
    influences: Mapping[str, int],
    player_view: PlayerView,
) -> Markup:
    token, picked = option.partition(">")[0], ui_state_of(player_view).picked
    pressed, shares = option in picked, None
    table = question.table
    piece = table.pieces[token]
    notes: list[Child] = []
    if answer_start == REASSIGN_WORD:
        notes.append(move_label(Move.parse(option)))
    elif isinstance(question, SplitDamage):
        notes += [
            _owner(token, question, player_view),
            damage_effect_note(question, picked, token, player_view),
        ]
        pressed, shares = (
            token in damage_by_victim(picked),
            damage_buttons_html(question, picked, token, player_view),
        )
    elif token in influences:
        number, magic = influences[token], current_value(table, piece, "magic")
        notes.append(influence_note(magic, number) or player_view.say("pick.influence", n=number))
        if number > magic:
            notes += [effect.text() for effect in piece.card.effects if effect.verb == "versus_site"]
    values = [current_value(table, piece, stat) for stat in ("magic", "strength", "prime")]
    chip = card_chip_html(piece.card, values=values, shown_name=token_name(token), notes=notes)
    state = "true" if pressed else "false"
    spent = isinstance(question, SplitDamage) and not pressed and not undealt_damage(question, picked)
    choice = button(
        chip,
        "pick",
        option,
        cls="tk-button im-pick",
        shortcut=ANSWER_PLACEHOLDER,
        aria_pressed=state,
        disabled=spent,
    )
    return el("li", choice, shares)


def _owner(token: str, question: ImajicaQuestion, player_view: PlayerView) -> str:
    seat = question.table.pieces[token].controller
    return seat_name(question.table.players[seat].name, seat == question.player)


def confirm_bar_html(question: ImajicaQuestion | None, player_view: PlayerView) -> Markup | None:
    """Render the confirm bar: a verdict on the picked cards with a confirm button, or buttons to pass or to
    end the turn.
    """
    if question is None:
        return None
    state, number = ui_state_of(player_view), len(player_view.match.game)
    answer_start, picked = state.answer_start, state.picked
    answer = picked_answer(question, answer_start, picked)
    wrong: Refusal | None = refusal_of(question, answer) if picked else None
    ready = bool(picked) and wrong is None
    auto_passes = _auto_passes(question, number, player_view) if not answer_start else []
    if not is_picking_several(question, answer_start):
        return el("div", auto_passes, cls="tk-play-main", data_key="main") if auto_passes else None
    confirm = None
    if picked:
        label = _confirm_label(question, answer_start, picked, player_view)
        shortcut = GO_ON if ready else None
        cls = "tk-button tk-main"
        confirm = button(label, "confirm", cls=cls, disabled=not ready, shortcut=shortcut, data_once=True)
    together = advance_all_answer(question) if not answer_start else ""
    if together:
        several = len(question.nameable_tokens()) > 1 if isinstance(question, NameCharacters) else False
        text = player_view.say("answer.all_advance") if several else answer_label(together)
        value = f"{number}:{together}"
        auto_passes.insert(0, button(text, "answer", value, shortcut=ANSWER_PLACEHOLDER, data_once=True))
    return verdict_with_buttons(
        el("p", verdict_text(question, answer_start, picked, player_view), cls="tk-small"),
        confirm,
        *auto_passes,
    )


def _confirm_label(
    question: Question, answer_start: str, picked: Sequence[str], player_view: PlayerView
) -> str:
    if not isinstance(question, SplitDamage):
        return answer_label(answer_start or f"{question.kind} {' '.join(picked)}")
    if killed := killed_victims(question, picked):
        return player_view.say("answer.confirm_damage", cards=join_card_names(killed))
    return player_view.say("answer.confirm_dealt", n=sum(damage_by_victim(picked).values()))


def _auto_passes(question: Question, number: int, player_view: PlayerView) -> list[Markup]:
    answers = {AllyTurn: [END], AutarchTurn: [END], SplitDamage: [str(DealDamage())]}.get(type(question))
    if answers is None:
        answers = [PASS] if isinstance(question, FlashWindow) or is_picking_several(question, "") else []
    made = [
        button(
            [_auto_pass_label(answer, question, player_view), _what_is_left(question, player_view)],
            "answer",
            f"{number}:{answer}",
            cls="tk-button",
            shortcut=answer_shortcut(answer, player_view),
            data_once=True,
        )
        for answer in answers
    ]
    if isinstance(question, FlashWindow) and question.kind in PASSABLE_WINDOW_KINDS:
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


def _what_is_left(question: Question, player_view: PlayerView) -> Markup | None:
    """Render what the player could still do before ending the turn, or None."""
    if not isinstance(question, AllyTurn | AutarchTurn):
        return None
    found = {type(NOTATION.parse(answer)) for answer in single_step_answers(question)}
    kinds = {Call: "call", LaySite: "lay", LayPath: "lay"}
    left = list(dict.fromkeys(kind for act_class, kind in kinds.items() if act_class in found))
    if isinstance(question, AllyTurn):
        left += [word for word in FIGHT_WORDS if fight_target_tokens(question, word)]
    useful = next(useful_ways(question, act_answers(question)), None)
    left += [f"acts_{question.kind}"] if useful is not None else []
    left += ["move"] if isinstance(question, AutarchTurn) and reassignment_moves(question) else []
    names = join_names([player_view.say(f"left.{word}") for word in left])
    return el("small", player_view.say("left.possible", what=names), cls="im-left") if left else None


def _auto_pass_label(answer: str, question: Question, player_view: PlayerView) -> str:
    own = f"answer.{answer}_{question.kind}"
    return player_view.say(own) if own in player_view.play_design.words else answer_label(answer)


# -- what is forbidden


def forbidden_answer_groups(question: ImajicaQuestion, player_view: PlayerView) -> list[AnswerGroup]:
    """Return the answers that a person might expect but that a rule forbids now, each with the reason."""
    answer_start = ui_state_of(player_view).answer_start
    tried: dict[str, str] = {}
    if is_picking_several(question, answer_start) and not isinstance(question, SplitDamage):
        tried = {
            token: picked_answer(question, answer_start, [token])
            for token in unpickable_characters(question, answer_start)
        }
    elif isinstance(question, AllyTurn) and not answer_start:
        tried = forbidden_answer_by_card(question, "character", "action", "flash", *MANEUVERS)
        tried |= unchallengeable_characters(question)
    elif isinstance(question, AutarchTurn) and not answer_start:
        # With nothing to lay, the headline gives the reasons.
        laid = ("site", "path") if single_step_answers(question) else ()
        tried = forbidden_answer_by_card(question, "dictate", *laid)
    offers = [
        AnswerButton(answer, token_name(name), refusal=refusal)
        for name, answer in tried.items()
        if (refusal := refusal_of(question, answer)) is not None
    ]
    return [AnswerGroup("never", tuple(offers))] if offers else []


# -- boxes and buttons


def _folded(key: str, title: str, items: list[Markup], is_open: bool) -> Markup | None:
    if not items:
        return None
    head = el("summary", title, cls="tk-small")
    return el("details", head, choice_row(items, title), open=is_open, data_key=f"group:{key}")
