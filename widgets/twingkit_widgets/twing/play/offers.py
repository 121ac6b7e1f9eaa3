"""The possible answers of the visitor as buttons: legal ones, and illegal ones with the rule.

`answer_groups(view)` turns the pending question into groups of buttons. Laying cards and choosing the active
objects are handled in `lay.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

import attrs

from twingkit import Question, twing
from twingkit.core.acts import Act
from twingkit.core.words import MINUS, NO_BREAK
from twingkit.twing.exact_odds.odds import open_object_odds
from twingkit.twing.rules import battle_acts, setup
from twingkit.twing.rules.battle_acts import PASS, TWO_CATS, Response, Support, Trap
from twingkit.twing.rules.cards import ELEMENTS, SUN, Card, Creature, Spell
from twingkit.twing.rules.duel import TakeObject
from twingkit.twing.rules.events import DiscardCreature
from twingkit.twing.rules.hand import DiscardElement, DiscardSpell
from twingkit.twing.rules.lay_questions import LayTwoCatsOrPass
from twingkit.twing.rules.leaving import ChooseRecipientOnLeaving
from twingkit.twing.rules.outcome import die_value_and_rule, returns_to_owner
from twingkit.twing.rules.player import SEAT_NAMES
from twingkit.twing.rules.responses import Respond
from twingkit.twing.rules.support import ChooseShieldElement, SupportWithCard
from twingkit.twing.rules.turns import acts
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.rules.windows import mounted_partners, result_after_response
from twingkit.twing.view import GameView, PublicPlayerInfo
from twingkit_widgets.panel.wording import capitalize_first, percent
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.twing.pictures.cards import card_name
from twingkit_widgets.twing.pictures.drawing import magical_object_svg
from twingkit_widgets.twing.play.names import object_name, object_power_text, say_about_player
from twingkit_widgets.twing.play.table import element_name, object_colour_name
from twingkit_widgets.twing.play.words import WORDS, key_for_count

_PASS_TEXT_KEYS = {"before_roll": "respond.no_trap", "interrupt": "respond.no_miromon"}
"""The text of a button that passes, by the kind of question, where it is not "Do not respond"."""

ACTIONS = tuple(act_class for act_class in acts.NOTATION.act_classes if act_class is not acts.Retire)
"""The actions of a turn, in the order of the buttons; retiring is in the menu."""


def answer_groups(view: GameView) -> list[AnswerGroup]:
    """Return the answers to the pending question as groups of buttons; empty if buttons cannot give them."""
    return groups_of(view.question, view)


@singledispatch
def groups_of(question: Question | None, view: GameView) -> list[AnswerGroup]:
    """Return the answers to a question as groups of buttons; by default those of `BUTTON_BY_QUESTION`."""
    button = next((BUTTON_BY_QUESTION[c] for c in type(question).__mro__ if c in BUTTON_BY_QUESTION), None)
    if question is None or button is None:
        return []
    named = (button(question.format_answer(answer), answer, view) for answer in question.options())
    return [AnswerGroup(question.kind, tuple(named))]


# -- the action of a turn


@groups_of.register(ChooseAction)
def _actions(question: ChooseAction, view: GameView) -> list[AnswerGroup]:
    offered_acts: dict[type[Act], list[Act]] = {act_class: [] for act_class in ACTIONS}
    for action in question.unchecked_answers():
        if type(action) in offered_acts and (action != acts.Ritual(with_miromon=True) or view.hand.miromon):
            offered_acts[type(action)].append(action)
    other = next(seat for seat in view.seats if seat.seat != view.player and not seat.has_left)
    character = view.own_seat.character
    captures = offered_acts[acts.Capture]
    captures.sort(key=lambda act: isinstance(act, acts.Capture) and act.creature.element != character)
    placeholders = acts.Buy(twing.OBJECTS[0]), acts.Capture(SEAT_NAMES[other.seat], Creature(character, 1))
    for act in placeholders:
        offered_acts[type(act)] = offered_acts[type(act)] or [act]
    price, needed = view.variant.price, view.variant.objects_needed
    groups = []
    for act_class, actions in offered_acts.items():
        word, offered = act_class.word, [_action(question, action, view) for action in actions]
        if act_class is acts.Capture:
            # Offer the creatures that fit, of which Boots protect some, or one reason why there is none.
            fitting = [
                offer for offer in offered if not offer.refusal or offer.refusal.rule == "TW-POW-boots"
            ]
            able = any(offer.refusal is None for offer in offered)
            offered = fitting if able else [_forbidden_kind(offered[0], word)]
        if act_class is acts.Buy and not view.object_display:
            offered = [_forbidden_kind(offered[0], word)]
        if offered:
            title = WORDS.say(f"act.{word}.title", price=price)
            text = WORDS.say(f"act.{word}.text", price=price, needed=needed)
            if act_class is acts.Attack and sum(not seat.has_left for seat in view.seats) > 2:
                text = f"{text} {WORDS.say('act.attack.support')}"
            # A group without an allowed answer shows no text, and a pass has only its button on a phone.
            if act_class is acts.PassTurn or all(offer.refusal for offer in offered):
                offered = [attrs.evolve(offer, effect_note=offer.effect_note or text) for offer in offered]
                text = ""
            groups.append(AnswerGroup(word, tuple(offered), title, text))
    return groups


def _forbidden_kind(offer: AnswerButton, word: str) -> AnswerButton:
    """Return a single disabled button that stands for all illegal responses of one kind."""
    return AnswerButton(offer.answer, WORDS.say(f"act.{word}.whole"), refusal=offer.refusal)


def _action(question: ChooseAction, action: Act, view: GameView) -> AnswerButton:
    refusal, answer = question.refusal(action), str(action)
    match action:
        case acts.Buy(name):
            label = WORDS.say("act.buy.one", object=object_name(name))
            picture = magical_object_svg(name, "")
            return AnswerButton(
                answer, label, _power(name, view), refusal, picture_html=picture, subject=name
            )
        case acts.Attack(tag) | acts.Duel(tag):
            seat = _seat(view, tag)
            label = say_about_player(f"act.{action.word}.one", seat)
            return AnswerButton(answer, label, visible_strength_text(seat), refusal)
        case acts.Capture(tag, creature):
            label = say_about_player("act.capture.one", _seat(view, tag), card=_short(creature))
            return AnswerButton(answer, label, refusal=refusal, subject=creature)
        case acts.Ritual(with_miromon=True):
            key = "act.ritual.miromon"
        case acts.AttackInEndgame() if view.own_seat.in_endgame:
            key = "act.endgame.again"
        case _:
            key = f"act.{action.word}.one"
    wins = isinstance(action, acts.AttackInEndgame) and not any(
        seat.active_objects or seat.inactive_objects
        for seat in view.seats
        if seat is not view.own_seat and not seat.has_left
    )
    note = WORDS.say("act.endgame.wins") if wins and refusal is None else ""
    return AnswerButton(answer, WORDS.say(key), note, refusal)


def visible_strength_text(seat: PublicPlayerInfo) -> str:
    """Return a text on a player's strength as far as opponents see it: the number of cards in hand, and the
    creatures' powers by element, with an M for a mount.
    """
    powers = {
        element: "+".join(card.token[1:] for card in seat.entourage if card.element == element)
        for element in ELEMENTS
    }
    listed = ", ".join(f"{element_name(element)}{NO_BREAK}{each}" for element, each in powers.items() if each)
    key = "act.creatures_mount" if any(card.mount for card in seat.entourage) else "act.creatures"
    creatures = WORDS.say(key if listed else "table.no_creatures", points=listed)
    return WORDS.say(key_for_count("act.strength", seat.hand_size), n=seat.hand_size, creatures=creatures)


def _seat(view: GameView, tag: str) -> PublicPlayerInfo:
    return view.seats[int(tag[1:]) - 1]


def _short(card: Card) -> str:
    return twing.rulebook().words.format_fact(card)


# -- responses


@groups_of.register(Respond)
def _responses(question: Respond, view: GameView) -> list[AnswerGroup]:
    """Return the buttons of a pass and of every legal response; a kind of response without legal ones appears
    once.
    """
    kinds: dict[str, list[Response]] = {PASS.name: [PASS]}
    for answer in question.unchecked_answers():
        kinds.setdefault(answer.name, []).append(answer)
    if question.kind != "interrupt":
        kinds.setdefault("trap", [Trap("trap", "-")])  # no creature to name; the refusal explains it
    offered: list[AnswerButton] = []
    for word, answers in kinds.items():
        refused = [question.refusal(answer) for answer in answers]
        if all(refused):
            if refused[0] and refused[0].ruling.case in ("none_left", "not_owned"):
                continue  # the visitor lacks the card or object
            offered.append(AnswerButton(str(answers[0]), _kind(word), refusal=refused[0]))
            continue
        for answer, refusal in zip(answers, refused, strict=True):
            note = "" if refusal else _effect_note(question, answer)
            offered.append(AnswerButton(str(answer), _response(question, answer, view), note, refusal))
    return [AnswerGroup(question.kind, tuple(offered))]


def _kind(word: str) -> str:
    if word in twing.OBJECTS:
        return object_name(word)
    if word == TWO_CATS.name:
        return WORDS.say("respond.two_cats")
    return card_name(word)


def _response(question: Respond, answer: Response, view: GameView) -> str:
    match answer:
        case battle_acts.Pass():
            return WORDS.say(_PASS_TEXT_KEYS.get(question.kind, "respond.pass"))
        case Trap():
            return _trap(answer, view)
        case battle_acts.MiromonAgain():
            return WORDS.say("respond.miromon_again")
        case battle_acts.UseObject(name):
            return WORDS.say("respond.object", object=object_name(name))
        case battle_acts.Reroll(word, target) | battle_acts.Turn(word, target) if target:  # whose die
            seat = _rolled_by(question, target, view)
            if question.kind == "interrupt":
                return say_about_player("respond.interrupt", seat, card=card_name(word))
            whose = "own" if seat.seat == view.player else "other"
            key = f"respond.{word}_{whose}"
            key = key if key in WORDS else f"respond.card_{whose}"
            return say_about_player(key, seat, card=card_name(word))
    key = f"respond.{answer.name.replace('-', '_')}"
    return WORDS.say(key) if key in WORDS else card_name(answer.name)


def _rolled_by(question: Respond, tag: str, view: GameView) -> PublicPlayerInfo:
    """Return the player whose die an answer names by its role or seat."""
    seat = next(side.seat for side in question.fight.sides if question.fight.side_tag(side) == tag)
    return view.seats[seat]


def _trap(trap: Trap, view: GameView) -> str:
    """Return the text of a trap on a creature."""
    label = WORDS.say(f"respond.{'rider' if trap.takes_rider else 'creature'}", card=_short(trap.creature))
    if trap.is_in_entourage:
        label = WORDS.say("respond.entourage", card=label)
    if trap.owner:
        return say_about_player("respond.trap_of", _seat(view, trap.owner), card=label)
    return WORDS.say("respond.trap", card=label)


def _effect_note(question: Respond, answer: Response) -> str:
    """Return how a two-sided battle stands after a response or pass or, for a reroll, whether the other
    side's Sun still wins, or the odds of the new roll; "" if that is unknown or before the roll.
    """
    fight, side = question.fight, question.side
    is_final = answer == PASS and fight.passes == len(fight.sides) - 1
    if question.kind != "respond":
        return ""
    if answer == PASS and not fight.has_one_defender:
        return WORDS.say("respond.final" if is_final else "respond.open")
    is_at_home = isinstance(answer, Trap) and answer.is_in_entourage
    if is_at_home or not (fight.has_one_defender and fight.is_rolled):
        return ""
    result = result_after_response(fight, side, answer)
    if result is None:
        (enemy,) = fight.enemies(side)
        sun = not answer.target and fight.variant.both_critical == "tie" and fight.variant.ties != "defender"
        if sun and die_value_and_rule(fight, enemy, side)[0] == SUN:
            return WORDS.say("respond.only_sun")
        is_reroll = isinstance(answer, battle_acts.Reroll | battle_acts.UseObject)
        return _new_roll_note(question) if is_reroll and not answer.target else ""
    ends = "ties" if result.winner is None else "wins" if result.winner == side.index else "loses"
    if result.points is None:
        state = WORDS.say("respond.critical_tie" if ends == "ties" else "respond.critical")
    else:
        attack, defence = (str(points).replace("-", MINUS) for points in result.points)
        state = WORDS.say("respond.score", attack=attack, defence=defence)
    note = WORDS.say(f"respond.{'final' if is_final else 'open'}_{ends}", state=state)
    if not isinstance(answer, Trap):
        return note
    key = "rider" if answer.takes_rider else "mount" if _carries_rider(question, answer) else "creature"
    parts = [WORDS.say(f"respond.takes_{key}"), note]
    (enemy,) = fight.enemies(side)
    standing = result_after_response(fight, side, PASS)
    if standing and standing.winner == side.index and returns_to_owner(fight, enemy, answer.creature):
        parts.insert(1, WORDS.say("respond.else_home"))
    return " ".join(parts)


def _new_roll_note(question: Respond) -> str:
    """Return the odds of the responding side if it rolls its die again and does not respond after that, and
    the other side uses only the objects that all see.
    """
    fight, own = question.fight, question.side.index
    again = fight.copy({side.seat: side.player for side in fight.sides})
    again.sides[own].shown_face = None
    again.sides[own].used_reroll_object = True
    odds = open_object_odds(again, mover=1 - own)
    win = percent(odds.loss if own else odds.win)
    return WORDS.say("respond.new_roll", win=win, tie=percent(odds.tie))


def _carries_rider(question: Respond, trap: Trap) -> bool:
    """Return whether the trapped creature of the other side carries a rider that is still in the battle."""
    enemies = question.fight.enemies(question.side)
    return any(
        not fighter.is_rider and fighter.card == trap.creature and mounted_partners(enemy, fighter)
        for enemy in enemies
        for fighter in enemy.creatures_in_battle
    )


# -- the other questions


@groups_of.register(SupportWithCard)
def _support(question: SupportWithCard, view: GameView) -> list[AnswerGroup]:
    assert view.battle is not None
    sides = {side.role: side.seat for side in view.battle.sides}
    by_tag: dict[str, list[AnswerButton]] = {}
    for answer in question.options():
        if isinstance(answer, Support):
            label, score = ", ".join(map(card_name, answer.cards)), _supported_score(question, answer)
            offer = AnswerButton(str(answer), label, score, subject=answer.cards[0])
            by_tag.setdefault(answer.side, []).append(offer)
    no_help = AnswerButton("pass", WORDS.say("respond.no_help"), WORDS.say("support.pass"))
    seats = {tag: view.seats[sides[tag]] if tag in sides else _seat(view, tag) for tag in by_tag}
    return [
        AnswerGroup("pass", (no_help,)),
        *(
            AnswerGroup(f"support {tag}", tuple(offered), say_about_player("support.side", seats[tag]))
            for tag, offered in by_tag.items()
        ),
    ]


def _supported_score(question: SupportWithCard, support: Support) -> str:
    """Return both sides' points after a support, and the odds of its side if both use only the objects that
    all see; "" with several defenders.
    """
    supported = question.supported_side(support)
    fight = question.fight.copy({side.seat: side.player for side in question.fight.sides})
    if len(fight.sides) > 2:
        return ""
    fight.sides[supported.index].spell_power += sum(card.power for card in support.cards)
    (attack, defence), odds = (side.card_points for side in fight.sides), open_object_odds(fight)
    win = percent(odds.loss if supported.index else odds.win)
    return WORDS.say("support.score", attack=attack, defence=defence, win=win)


def _direction(written: str, answer: str, view: GameView) -> AnswerButton:
    then = view.seats[(view.player + setup.DIRECTIONS[answer]) % len(view.seats)]
    return AnswerButton(written, WORDS.say(f"direction.{answer}"), say_about_player("direction.next", then))


def _object(written: str, name: str, view: GameView) -> AnswerButton:
    picture = magical_object_svg(name, "")
    return AnswerButton(written, object_name(name), _power(name, view), picture_html=picture, subject=name)


def _power(name: str, view: GameView) -> str:
    colour = object_colour_name(view, name)
    return f"{object_power_text(name)} {capitalize_first(colour)}." if colour else object_power_text(name)


def _named_element(written: str, element: str, view: GameView) -> AnswerButton:
    return AnswerButton(written, twing.rulebook().words.name(element))


def _element(written: str, element: str, view: GameView) -> AnswerButton:
    lost = [str(spell.power) for spell in view.hand.spells if spell.element == element]
    key = "discard.spell" if len(lost) == 1 else "discard.spells"
    powers = WORDS.say(key, n=len(lost), powers=", ".join(lost))
    own = WORDS.say("discard.own") if element == view.own_seat.character else ""
    label = WORDS.say("discard.element", element=twing.rulebook().words.name(element))
    return AnswerButton(written, label, f"{powers} {own}".strip())


def _card(written: str, card: Spell | Creature, view: GameView) -> AnswerButton:
    return AnswerButton(written, WORDS.say("discard.card", card=card_name(card)), subject=card)


def _receiver(written: str, answer: acts.Give, view: GameView) -> AnswerButton:
    if answer.seat == acts.PUT_BACK:
        return AnswerButton(written, WORDS.say("hand_out.back"))
    return AnswerButton(written, say_about_player("hand_out.one", _seat(view, answer.seat)))


def _start_cat(written: str, answer: Response, view: GameView) -> AnswerButton:
    if answer.target:
        return AnswerButton(written, say_about_player("start_cats.miromon", _seat(view, answer.target)))
    return AnswerButton(written, WORDS.say(f"start_cats.{answer.name}"))


def _two_cats(written: str, answer: Response, view: GameView) -> AnswerButton:
    return AnswerButton(written, WORDS.say(f"two_cats.{answer.name}"))


BUTTON_BY_QUESTION: dict[type, Callable[[str, Any, GameView], AnswerButton]] = {  # each has its own answers
    setup.ChooseDirection: _direction,
    TakeObject: _object,
    DiscardElement: _element,
    DiscardSpell: _card,
    DiscardCreature: _card,
    ChooseRecipientOnLeaving: _receiver,
    LayTwoCatsOrPass: _two_cats,
    ChooseShieldElement: _named_element,
    setup.UseCatAtStart: _start_cat,
}
"""The function that makes the button of an answer, by the class of the question."""
