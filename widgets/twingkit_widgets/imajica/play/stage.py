"""The answers on the play page: actions in groups, characters to pick, and the steps to a target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from twingkit import Question, Refusal
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.autarch import Autarch
from twingkit.imajica.rules.deeds import Ally
from twingkit.imajica.rules.questions import END, PASS, Damage, ImajicaQuestion, Respond
from twingkit.imajica.rules.values import calling_prime, limit_changes, prime_limit, value
from twingkit_widgets.imajica.pictures.cards import chip_html
from twingkit_widgets.imajica.pictures.drawing import card_drawing
from twingkit_widgets.imajica.pictures.table import influence_note
from twingkit_widgets.imajica.play.act_offers import (
    act_items,
    aim_button,
    answer_offer,
    back_button,
    steps_html,
)
from twingkit_widgets.imajica.play.answers import (
    answer_label,
    move_label,
    names_of,
    picture_of,
)
from twingkit_widgets.imajica.play.auto_pass import KINDS, is_calm
from twingkit_widgets.imajica.play.choosing import (
    FIGHTS,
    MOVE,
    answer_naming_all,
    is_picking,
    moves_of,
    pickable,
    picked_answer,
    plain_answers,
    targets_of,
    ui_state_of,
    unpickable,
)
from twingkit_widgets.imajica.play.dealing import (
    count_killed,
    share_html,
    share_note,
    shares_of,
    undealt_damage,
)
from twingkit_widgets.imajica.play.verdicts import influence_at, stops_html, verdict_text
from twingkit_widgets.imajica.words import home_text, say, seat_name, token_name
from twingkit_widgets.panel.keys import ANSWER, GO_ON, UNTIL_ME
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.table.play.bar import verdict_with_buttons
from twingkit_widgets.table.play.choices import answer_box, answer_items, choice_row, key_of
from twingkit_widgets.table.play.offers import Group, Offer
from twingkit_widgets.table.play.player_view import PlayerView


def choosing_html(asked: ImajicaQuestion, player_view: PlayerView) -> Markup:
    """Render the answers in groups, or the next step of the answer that the person is choosing."""
    aim = ui_state_of(player_view).aim
    if is_picking(asked, aim):
        return _picker(asked, aim, player_view)
    if aim:
        return steps_html(asked, aim, player_view)
    return _overview(asked, player_view)


# -- all that can be done


def _overview(asked: ImajicaQuestion, player_view: PlayerView) -> Markup:
    plain = plain_answers(asked)
    boxes: list[Markup | None] = []
    if isinstance(asked, Ally):
        table = asked.table
        player = table.players[asked.player]
        limit = prime_limit(table, asked.player)
        calls = [_call_offer(answer, asked, player_view) for answer in plain if answer.startswith("call")]
        boxes.append(
            answer_box(
                "call",
                _calling_title(max(0, limit - player.called), limit, asked, player_view),
                answer_items(calls, player_view),
            )
        )
        for word in FIGHTS:
            items = [
                aim_button(f"{word} {token}", _target_offer(word, token, asked, player_view))
                for token in targets_of(asked, word)
            ]
            boxes.append(answer_box(word, player_view.say(f"group.{word}"), items))
    elif isinstance(asked, Autarch):
        for word in ("lay", "path"):
            offers = [
                answer_offer(answer, asked, player_view) for answer in plain if answer.startswith(f"{word} ")
            ]
            boxes.append(
                answer_box(word, player_view.say(f"group.{word}"), answer_items(offers, player_view))
            )
    else:
        boxes.append(
            answer_box(
                "",
                "",
                answer_items([answer_offer(answer, asked, player_view) for answer in plain], player_view),
            )
        )
    acting = act_items(asked, player_view)
    if acting:
        boxes.append(answer_box("acts", player_view.say(f"group.acts_{asked.kind}"), acting))
    if isinstance(asked, Autarch) and moves_of(asked):
        offer = Offer(MOVE, player_view.say("answer.reassign"), player_view.say("answer.reassign_note"))
        boxes.append(answer_box("move", player_view.say("group.move"), [aim_button(MOVE, offer)]))
    if isinstance(asked, Ally):
        retreats = [
            answer_offer(answer, asked, player_view) for answer in plain if answer.startswith("retreat")
        ]
        boxes.append(
            _folded("retreat", player_view.say("group.retreat"), answer_items(retreats, player_view))
        )
    return el("div", boxes, cls="tk-play-groups")


def _calling_title(left: int, limit: int, asked: Ally, player_view: PlayerView) -> str:
    """Return the title of the calls: the Prime that is left, and the cards that changed the limit."""
    names = names_of([source.token for source, _ in limit_changes(asked.table, asked.player)])
    key = "group.call_changed" if names else "group.call"
    usual = asked.table.variant.prime_limit
    return player_view.say(key, n=left, limit=limit, usual=usual, cards=names)


def _call_offer(answer: str, asked: Ally, player_view: PlayerView) -> Offer:
    card = load_cards()[answer.split()[1]]
    prime = calling_prime(asked.table, asked.player, card)
    left = prime_limit(asked.table, asked.player) - asked.table.players[asked.player].called - prime
    note = (
        player_view.say("answer.call_left", n=prime, left=left)
        if left >= 0
        else player_view.say("answer.call_home", n=prime)
    )
    if prime != card.prime:
        power = next(effect for effect in card.continuous_effects if effect.verb == "allies_for").text()
        note = f"{note} ({player_view.say('answer.call_printed', n=card.prime, power=power.rstrip('.'))})"
    figures = " · ".join(say(f"card.{stat}", n=getattr(card, stat)) for stat in ("magic", "strength"))
    return Offer(answer, card.name(), f"{note} · {figures}", picture=card_drawing(card))


def _target_offer(word: str, token: str, asked: Ally, player_view: PlayerView) -> Offer:
    """Return a Site to seize, or a character to challenge, as an offer."""
    table = asked.table
    piece = table.pieces[token]
    if word == "seize":
        # Which Dominion it adds is what a Site is wanted for.
        note = f"{home_text(piece.card)} · "
        note += say("card.resistance", n=value(table, piece, "resistance"))
        paths = len(table.paths(token))
        note += (
            f" · {player_view.say('answer.paths' if paths > 1 else 'answer.paths_one', n=paths)}"
            if paths
            else ""
        )
        note = " · ".join([note, *_seizing_texts(piece.card)])
    else:
        who = seat_name(table.players[piece.controller].name)
        note = f"{who} · {say('card.strength', n=value(table, piece, 'strength'))}"
        note += f" · {say('card.pivoted')}" if piece.pivoted else ""
    return Offer(f"{word} {token}", token_name(token), note, picture=picture_of(token))


def _seizing_texts(card: Card) -> list[str]:
    """Return the sentences of a Site that change the influence of characters in a seizure there."""
    return [effect.text() for effect in card.effects if effect.selector.base in ("seizers", "contesters")]


# -- several characters, moves or victims


def _picker(asked: ImajicaQuestion, aim: str, player_view: PlayerView) -> Markup:
    picked = ui_state_of(player_view).picked
    influences = influence_at(asked, aim)
    items = [_pick(option, asked, aim, influences, player_view) for option in pickable(asked, aim)]
    title = player_view.say("group.picked", what=answer_label(aim)) if aim else ""
    key = f"pick.{asked.kind if not aim else aim.split()[0]}"
    inside = [*items, *([back_button(player_view)] if aim else [])]
    box = answer_box("pick", title or player_view.say(key), inside)
    fight = asked.table.fight
    site = asked.table.pieces.get(fight.focus if fight else aim.partition(" ")[2])
    sentences = _seizing_texts(site.card) if site and influences else []
    why = el("p", site.card.name(), ": ", " ".join(sentences), cls="tk-small") if site and sentences else None
    return el("div", why, box, stops_html(asked, aim, picked, player_view), cls="tk-play-groups im-picker")


def _pick(
    option: str, asked: ImajicaQuestion, aim: str, influences: Mapping[str, int], player_view: PlayerView
) -> Markup:
    token, picked = option.partition(">")[0], ui_state_of(player_view).picked
    pressed, shares = option in picked, None
    table = asked.table
    piece = table.pieces[token]
    notes: list[Child] = []
    if aim == MOVE:
        notes.append(move_label(option))
    elif isinstance(asked, Damage):
        notes += [_owner(token, asked, player_view), share_note(asked, picked, token, player_view)]
        pressed, shares = token in shares_of(picked), share_html(asked, picked, token, player_view)
    elif token in influences:
        number, magic = influences[token], value(table, piece, "magic")
        notes.append(influence_note(magic, number) or player_view.say("pick.influence", n=number))
        if number > magic:
            notes += [effect.text() for effect in piece.card.effects if effect.verb == "versus_site"]
    figures = [value(table, piece, stat) for stat in ("magic", "strength", "prime")]
    chip = chip_html(piece.card, figures=figures, name=token_name(token), notes=notes)
    state = "true" if pressed else "false"
    spent = isinstance(asked, Damage) and not pressed and not undealt_damage(asked, picked)
    choice = button(
        chip, "pick", option, cls="tk-button im-pick", shortcut=ANSWER, aria_pressed=state, disabled=spent
    )
    return el("li", choice, shares)


def _owner(token: str, asked: ImajicaQuestion, player_view: PlayerView) -> str:
    """Return the name of the Autarch who controls a character."""
    seat = asked.table.pieces[token].controller
    return seat_name(asked.table.players[seat].name, seat == asked.player)


def finish_html(asked: ImajicaQuestion | None, player_view: PlayerView) -> Markup | None:
    """Render the bar: a verdict on the picked cards with a button to confirm, or buttons to pass or end."""
    if asked is None:
        return None
    aim, picked, number = (
        ui_state_of(player_view).aim,
        ui_state_of(player_view).picked,
        len(player_view.match.game),
    )
    answer = picked_answer(asked, aim, picked)
    wrong: Refusal | None = asked.refusal(answer) if picked else None
    ready = bool(picked) and wrong is None
    auto_passes = _auto_passes(asked, number, player_view) if not aim else []
    if not is_picking(asked, aim):
        return el("div", auto_passes, cls="tk-play-main", data_key="main") if auto_passes else None
    label = _confirm_label(asked, aim, picked, player_view)
    cls = "tk-button tk-main" if picked else "tk-button"
    shortcut = GO_ON if ready else None
    confirm = button(label, "confirm", cls=cls, disabled=not ready, shortcut=shortcut, data_once=True)
    together = answer_naming_all(asked) if not aim else ""
    if together:
        text = player_view.say("answer.all_advance")
        auto_passes.insert(0, button(text, "answer", f"{number}:{together}", shortcut=ANSWER, data_once=True))
    return verdict_with_buttons(
        el("p", verdict_text(asked, aim, picked, player_view), cls="tk-small"), confirm, *auto_passes
    )


def _confirm_label(asked: Question, aim: str, picked: Sequence[str], player_view: PlayerView) -> str:
    """Return the label of the button that confirms the choice, short enough for a phone."""
    count = count_killed(asked, picked) if isinstance(asked, Damage) else len(picked)
    if picked and not count:
        return player_view.say("answer.confirm_dealt", n=sum(shares_of(picked).values()))
    if not count:
        return player_view.say("answer.confirm_none")
    if aim:
        return answer_label(aim)
    key = f"answer.confirm_{asked.kind}"
    return player_view.say(key if count > 1 else f"{key}_one", n=count)


def _auto_passes(asked: Question, number: int, player_view: PlayerView) -> list[Markup]:
    """Render the answers that do nothing or end the turn as buttons of the bar."""
    answers = {Ally: [END], Autarch: [END], Damage: ["damage none"]}.get(type(asked))
    if answers is None:
        answers = [PASS] if isinstance(asked, Respond) or is_picking(asked, "") else []
    made = [
        button(
            _auto_pass_label(answer, asked, player_view),
            "answer",
            f"{number}:{answer}",
            cls="tk-button",
            shortcut=key_of(answer, player_view),
            data_once=True,
        )
        for answer in answers
    ]
    if isinstance(asked, Respond) and asked.kind in KINDS:
        label = player_view.say("answer.pass_calm" if is_calm(asked) else "answer.pass_turn")
        made.append(button(label, "pass_on", cls="tk-button tk-quiet", shortcut=UNTIL_ME))
    return made


def _auto_pass_label(answer: str, asked: Question, player_view: PlayerView) -> str:
    """Return the label of an answer that does nothing, specific to its question if there is one."""
    own = f"answer.{answer}_{asked.kind}"
    return player_view.say(own) if own in player_view.rules.words else answer_label(answer)


# -- what is forbidden


def groups_of(asked: ImajicaQuestion, player_view: PlayerView) -> list[Group]:
    """Return the answers that a person might expect but that a rule forbids now, each with the reason."""
    aim = ui_state_of(player_view).aim
    tried: Iterable[str] = ()
    if is_picking(asked, aim) and not isinstance(asked, Damage):
        tried = [picked_answer(asked, aim, [token]) for token in unpickable(asked, aim)]
    elif isinstance(asked, Ally) and not aim:
        hand = dict.fromkeys(asked.table.players[asked.player].hand)
        tried = [f"call {name}" for name in hand if load_cards()[name].kind == "character"]
    elif isinstance(asked, Autarch) and not aim:
        tried = [f"lay {name}" for name in dict.fromkeys(asked.table.players[asked.player].hand)
                 if load_cards()[name].kind == "site"]  # fmt: skip
    offers = []
    for answer in tried:
        refusal = asked.refusal(answer)
        if refusal is not None:
            offers.append(Offer(answer, token_name(answer.split()[-1]), refusal=refusal))
    return [Group("never", tuple(offers))] if offers else []


# -- boxes and buttons


def _folded(key: str, title: str, items: list[Markup]) -> Markup | None:
    if not items:
        return None
    head = el("summary", title, cls="tk-small")
    return el("details", head, choice_row(items, title), data_key=f"group:{key}")
