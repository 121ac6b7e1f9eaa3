"""The answers on the play page: actions in groups, characters to pick, and steps to a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit import Question, Refusal
from twingkit.imajica.box.card import MANEUVERS, Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.effects import SlotWord
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
    SEIZURE_SIDES,
    act_buttons,
    answer_start_button,
    back_button,
    next_step_buttons,
    single_answer_button,
    site_effect_texts,
)
from twingkit_widgets.imajica.play.answers import (
    answer_label,
    join_card_names,
    move_label,
    token_drawing,
)
from twingkit_widgets.imajica.play.auto_pass import PASSABLE_WINDOW_KINDS, is_calm_window
from twingkit_widgets.imajica.play.choosing import (
    FIGHT_WORDS,
    REASSIGN_WORD,
    act_answers,
    advance_all_answer,
    answers_of_unplayable_cards,
    fight_targets,
    is_picking,
    pickable_items,
    picked_answer,
    reassignment_moves,
    single_step_answers,
    ui_state_of,
    unpickable_characters,
)
from twingkit_widgets.imajica.play.damage_shares import (
    damage_buttons_html,
    damage_by_victim,
    damage_effect_note,
    killed_victims,
    undealt_damage,
)
from twingkit_widgets.imajica.play.verdicts import influence_by_character, stop_chances_html, verdict_text
from twingkit_widgets.imajica.words import home_text, say, seat_name, token_name
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, GO_ON, UNTIL_ME
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import join_names
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.table.play.bar import verdict_with_buttons
from twingkit_widgets.table.play.choices import answer_box, answer_items, choice_row, shortcut_of
from twingkit_widgets.table.play.player_view import PlayerView


def choices_html(asked: ImajicaQuestion, player_view: PlayerView) -> Markup:
    """Render the answers in groups, or the next step of the answer that the person is choosing."""
    answer_start = ui_state_of(player_view).answer_start
    if is_picking(asked, answer_start):
        return _picker(asked, answer_start, player_view)
    if answer_start:
        return next_step_buttons(asked, answer_start, player_view)
    return _overview(asked, player_view)


# -- all that can be done


def _overview(asked: ImajicaQuestion, player_view: PlayerView) -> Markup:
    plain = single_step_answers(asked)
    boxes: list[Markup | None] = []
    if isinstance(asked, AllyTurn):
        table = asked.table
        player = table.players[asked.player]
        limit = prime_limit(table, asked.player)
        calls = [_call_offer(answer, asked, player_view) for answer in plain if answer.startswith("call")]
        boxes.append(
            answer_box(
                "call",
                _calling_title(max(0, limit - player.prime_spent), limit, asked, player_view),
                answer_items(calls, player_view),
            )
        )
        for word in FIGHT_WORDS:
            items = [
                answer_start_button(f"{word} {token}", _target_offer(word, token, asked, player_view))
                for token in fight_targets(asked, word)
            ]
            boxes.append(answer_box(word, player_view.say(f"group.{word}"), items))
    elif isinstance(asked, AutarchTurn):
        for word in ("lay", "path"):
            offers = [
                single_answer_button(answer, asked, player_view)
                for answer in plain
                if answer.startswith(f"{word} ")
            ]
            boxes.append(
                answer_box(word, player_view.say(f"group.{word}"), answer_items(offers, player_view))
            )
    else:
        boxes.append(
            answer_box(
                "",
                "",
                answer_items(
                    [single_answer_button(answer, asked, player_view) for answer in plain], player_view
                ),
            )
        )
    acting = act_buttons(asked, player_view)
    if acting:
        boxes.append(answer_box("acts", player_view.say(f"group.acts_{asked.kind}"), acting))
    if isinstance(asked, AutarchTurn) and reassignment_moves(asked):
        offer = AnswerButton(
            REASSIGN_WORD, player_view.say("answer.reassign"), player_view.say("answer.reassign_note")
        )
        boxes.append(
            answer_box("move", player_view.say("group.move"), [answer_start_button(REASSIGN_WORD, offer)])
        )
    if isinstance(asked, AllyTurn):
        retreats = [
            single_answer_button(answer, asked, player_view)
            for answer in plain
            if answer.startswith("retreat")
        ]
        hinted = any(offer.label == ui_state_of(player_view).hint for offer in retreats)
        retreating = answer_items(retreats, player_view)
        boxes.append(_folded("retreat", player_view.say("group.retreat"), retreating, hinted))
    return el("div", boxes, cls="tk-play-groups")


def _calling_title(left: int, limit: int, asked: AllyTurn, player_view: PlayerView) -> str:
    """Return the title of the calls: the Prime left, and the cards that changed the limit."""
    names = join_card_names([source.token for source, _ in prime_limit_changes(asked.table, asked.player)])
    key = "group.call_changed" if names else "group.call"
    usual = asked.table.variant.prime_limit
    return player_view.say(key, n=left, limit=limit, usual=usual, cards=names)


def _call_offer(answer: str, asked: AllyTurn, player_view: PlayerView) -> AnswerButton:
    card = load_cards()[answer.split()[1]]
    prime = calling_prime(asked.table, asked.player, card)
    left = prime_limit(asked.table, asked.player) - asked.table.players[asked.player].prime_spent - prime
    note = (
        player_view.say("answer.call_left", n=prime, left=left)
        if left >= 0
        else player_view.say("answer.call_home", n=prime)
    )
    if prime != card.prime:
        note = f"{note} ({_discount_text(card, prime, asked, player_view)})"
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


def _discount_text(card: Card, prime: int, asked: AllyTurn, player_view: PlayerView) -> str:
    """Return why a character costs less than its printed Prime, with a character that meets the condition."""
    table = asked.table
    wanted = next(effect for effect in card.continuous_effects if effect.verb == "allies_for").word(
        "condition"
    )
    helper = discount_helper(table, asked.player, wanted)
    assert helper is not None
    condition = SlotWord(wanted, "condition").label(None)
    facts = {"n": card.prime, "less": card.prime - prime, "what": condition, "card": token_name(helper.token)}
    return player_view.say("answer.call_printed", **facts)


def _target_offer(word: str, token: str, asked: AllyTurn, player_view: PlayerView) -> AnswerButton:
    table = asked.table
    piece = table.pieces[token]
    if word == "seize":
        # Players want a Site for its Dominion.
        note = f"{home_text(piece.card)} · "
        note += say("card.resistance", n=current_value(table, piece, "resistance"))
        paths = len(table.paths(token))
        note += (
            f" · {player_view.say('answer.paths' if paths > 1 else 'answer.paths_one', n=paths)}"
            if paths
            else ""
        )
        note = " · ".join([note, *site_effect_texts(piece.card, player_view)])
    else:
        who = seat_name(table.players[piece.controller].name)
        note = f"{who} · {say('card.strength', n=current_value(table, piece, 'strength'))}"
        note += f" · {say('card.pivoted')}" if piece.pivoted else ""
    return AnswerButton(f"{word} {token}", token_name(token), note, picture_html=token_drawing(token))


def _seizing_texts(card: Card) -> list[str]:
    return [effect.text() for effect in card.effects if effect.selector.base in SEIZURE_SIDES]


# -- several characters, moves or victims


def _picker(asked: ImajicaQuestion, answer_start: str, player_view: PlayerView) -> Markup:
    picked = ui_state_of(player_view).picked
    influences = influence_by_character(asked, answer_start)
    items = [
        _pick(option, asked, answer_start, influences, player_view)
        for option in pickable_items(asked, answer_start)
    ]
    title = (
        player_view.say("group.picked", what=answer_label(answer_start))
        if answer_start not in ("", REASSIGN_WORD)
        else ""
    )
    key = f"pick.{asked.kind if not answer_start else answer_start.split()[0]}"
    inside = [*items, *([back_button(player_view)] if answer_start else [])]
    box = answer_box("pick", title or player_view.say(key), inside)
    fight = asked.table.fight
    site = asked.table.pieces.get(fight.target_token if fight else answer_start.partition(" ")[2])
    sentences = _seizing_texts(site.card) if site and influences else []
    why = el("p", site.card.name(), ": ", " ".join(sentences), cls="tk-small") if site and sentences else None
    return el(
        "div",
        why,
        box,
        stop_chances_html(asked, answer_start, picked, player_view),
        cls="tk-play-groups im-picker",
        data_bring=answer_start or None,
    )


def _pick(
    option: str,
    asked: ImajicaQuestion,
    answer_start: str,
    influences: Mapping[str, int],
    player_view: PlayerView,
) -> Markup:
    token, picked = option.partition(">")[0], ui_state_of(player_view).picked
    pressed, shares = option in picked, None
    table = asked.table
    piece = table.pieces[token]
    notes: list[Child] = []
    if answer_start == REASSIGN_WORD:
        notes.append(move_label(option))
    elif isinstance(asked, SplitDamage):
        notes += [_owner(token, asked, player_view), damage_effect_note(asked, picked, token, player_view)]
        pressed, shares = (
            token in damage_by_victim(picked),
            damage_buttons_html(asked, picked, token, player_view),
        )
    elif token in influences:
        number, magic = influences[token], current_value(table, piece, "magic")
        notes.append(influence_note(magic, number) or player_view.say("pick.influence", n=number))
        if number > magic:
            notes += [effect.text() for effect in piece.card.effects if effect.verb == "versus_site"]
    values = [current_value(table, piece, stat) for stat in ("magic", "strength", "prime")]
    chip = card_chip_html(piece.card, values=values, name=token_name(token), notes=notes)
    state = "true" if pressed else "false"
    spent = isinstance(asked, SplitDamage) and not pressed and not undealt_damage(asked, picked)
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


def _owner(token: str, asked: ImajicaQuestion, player_view: PlayerView) -> str:
    seat = asked.table.pieces[token].controller
    return seat_name(asked.table.players[seat].name, seat == asked.player)


def confirm_bar_html(asked: ImajicaQuestion | None, player_view: PlayerView) -> Markup | None:
    """Render the confirm bar: a verdict on the picked cards with a confirm button, or buttons to pass or to
    end the turn.
    """
    if asked is None:
        return None
    answer_start, picked, number = (
        ui_state_of(player_view).answer_start,
        ui_state_of(player_view).picked,
        len(player_view.match.game),
    )
    answer = picked_answer(asked, answer_start, picked)
    wrong: Refusal | None = asked.refusal(answer) if picked else None
    ready = bool(picked) and wrong is None
    auto_passes = _auto_passes(asked, number, player_view) if not answer_start else []
    if not is_picking(asked, answer_start):
        return el("div", auto_passes, cls="tk-play-main", data_key="main") if auto_passes else None
    confirm = None
    if picked:
        label, shortcut = _confirm_label(asked, answer_start, picked, player_view), GO_ON if ready else None
        cls = "tk-button tk-main"
        confirm = button(label, "confirm", cls=cls, disabled=not ready, shortcut=shortcut, data_once=True)
    together = advance_all_answer(asked) if not answer_start else ""
    if together:
        several = len(asked.nameable_tokens()) > 1 if isinstance(asked, NameCharacters) else False
        text = player_view.say("answer.all_advance") if several else answer_label(together)
        auto_passes.insert(
            0, button(text, "answer", f"{number}:{together}", shortcut=ANSWER_PLACEHOLDER, data_once=True)
        )
    return verdict_with_buttons(
        el("p", verdict_text(asked, answer_start, picked, player_view), cls="tk-small"), confirm, *auto_passes
    )


def _confirm_label(asked: Question, answer_start: str, picked: Sequence[str], player_view: PlayerView) -> str:
    if not isinstance(asked, SplitDamage):
        return answer_label(answer_start or f"{asked.kind} {' '.join(picked)}")
    if killed := killed_victims(asked, picked):
        return player_view.say("answer.confirm_damage", cards=join_card_names(killed))
    return player_view.say("answer.confirm_dealt", n=sum(damage_by_victim(picked).values()))


def _auto_passes(asked: Question, number: int, player_view: PlayerView) -> list[Markup]:
    answers = {AllyTurn: [END], AutarchTurn: [END], SplitDamage: ["damage none"]}.get(type(asked))
    if answers is None:
        answers = [PASS] if isinstance(asked, FlashWindow) or is_picking(asked, "") else []
    made = [
        button(
            [_auto_pass_label(answer, asked, player_view), _what_is_left(asked, player_view)],
            "answer",
            f"{number}:{answer}",
            cls="tk-button",
            shortcut=shortcut_of(answer, player_view),
            data_once=True,
        )
        for answer in answers
    ]
    if isinstance(asked, FlashWindow) and asked.kind in PASSABLE_WINDOW_KINDS:
        label = player_view.say("answer.pass_calm" if is_calm_window(asked) else "answer.pass_turn")
        made.append(button(label, "pass_on", cls="tk-button tk-quiet", shortcut=UNTIL_ME))
    return made


def _what_is_left(asked: Question, player_view: PlayerView) -> Markup | None:
    """Render what the player could still do before ending the turn, or None."""
    if not isinstance(asked, AllyTurn | AutarchTurn):
        return None
    words = {answer.partition(" ")[0] for answer in single_step_answers(asked)} - {"retreat"}
    left = ["lay"] if words & {"lay", "path"} else [*words]
    if isinstance(asked, AllyTurn):
        left += [word for word in FIGHT_WORDS if fight_targets(asked, word)]
    left += [f"acts_{asked.kind}"] if act_answers(asked) else []
    left += ["move"] if isinstance(asked, AutarchTurn) and reassignment_moves(asked) else []
    names = join_names([player_view.say(f"left.{word}") for word in left])
    return el("small", player_view.say("left.possible", what=names), cls="im-left") if left else None


def _auto_pass_label(answer: str, asked: Question, player_view: PlayerView) -> str:
    own = f"answer.{answer}_{asked.kind}"
    return player_view.say(own) if own in player_view.rules.words else answer_label(answer)


# -- what is forbidden


def forbidden_answer_groups(asked: ImajicaQuestion, player_view: PlayerView) -> list[AnswerGroup]:
    """Return the answers that a person might expect but that a rule forbids now, each with the reason."""
    answer_start = ui_state_of(player_view).answer_start
    tried: dict[str, str] = {}
    if is_picking(asked, answer_start) and not isinstance(asked, SplitDamage):
        tried = {
            token: picked_answer(asked, answer_start, [token])
            for token in unpickable_characters(asked, answer_start)
        }
    elif isinstance(asked, AllyTurn) and not answer_start:
        tried = answers_of_unplayable_cards(asked, "character", "action", "flash", *MANEUVERS)
    elif isinstance(asked, AutarchTurn) and not answer_start:
        # With nothing to lay, the headline gives the reasons.
        laid = ("site", "path") if single_step_answers(asked) else ()
        tried = answers_of_unplayable_cards(asked, "dictate", *laid)
    offers = [
        AnswerButton(answer, token_name(name), refusal=refusal)
        for name, answer in tried.items()
        if (refusal := asked.refusal(answer)) is not None
    ]
    return [AnswerGroup("never", tuple(offers))] if offers else []


# -- boxes and buttons


def _folded(key: str, title: str, items: list[Markup], is_open: bool) -> Markup | None:
    if not items:
        return None
    head = el("summary", title, cls="tk-small")
    return el("details", head, choice_row(items, title), open=is_open, data_key=f"group:{key}")
