"""The choices before an answer in Imperial Twing: cards to lay, active objects, and retiring."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import singledispatch

import attrs

from twingkit import Odds, Question
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.cards import ELEMENTS, Spell
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.lay import Lay, legal_lays
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.rules.turns.acts import Retire
from twingkit.twing.view import GameView
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, CLOSE, DECLINE_SHORTCUT, GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.table.play.answer_buttons import AnswerButton
from twingkit_widgets.table.play.bar import main_button, verdict_with_buttons
from twingkit_widgets.table.play.choices import answer_button_html, choice_row
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState
from twingkit_widgets.twing.pictures.drawing import magical_object_svg
from twingkit_widgets.twing.play import lay as laying
from twingkit_widgets.twing.play import names as naming
from twingkit_widgets.twing.play import own_dice
from twingkit_widgets.twing.play.table import held_response_cards_html
from twingkit_widgets.twing.play.words import WORDS, key_for_count


@attrs.frozen(kw_only=True)
class TwingUiState(UiState):
    """What is open, chosen or typed on the play page of Imperial Twing, but not yet given as an answer.

    `picks` are cards to lay, `active_objects` the chosen objects of a switch, `is_retiring` whether retiring
    awaits confirmation, `typed_face` a typed face with its error.
    """

    picks: laying.PickedCards = attrs.field(factory=laying.PickedCards)
    active_objects: tuple[str, ...] = ()
    is_retiring: bool = False
    typed_face: tuple[str, Exception | None] = ("", None)


def ui_state_of(player_view: PlayerView) -> TwingUiState:
    """Return what is open, chosen or typed on the play page of Imperial Twing."""
    assert isinstance(player_view.ui_state, TwingUiState)
    return player_view.ui_state


@singledispatch
def choosing_html(question: Question, player_view: PlayerView) -> Markup | None:
    """Render the cards, objects or die faces from which the visitor chooses the answer; None if plain buttons
    give it.
    """
    return None


choosing_html.register(OrnRoll, own_dice.face_entry_html)


@choosing_html.register(LayCards)
def cards_to_lay_html(question: LayCards, player_view: PlayerView) -> Markup:
    """Render the cards to lay, the response cards held, and in a whole game the switch to a real die."""
    picker = laying.picker_html(player_view.view, ui_state_of(player_view).picks)
    held = held_response_cards_html(question, player_view.view)
    return join(picker, held, own_dice.own_dice_switch_html(player_view))


@choosing_html.register(ChooseActiveObjects)
def _object_switch_html(question: ChooseActiveObjects, player_view: PlayerView) -> Markup:
    chosen = ui_state_of(player_view).active_objects
    items = []
    for name in question.owner.owned_objects:
        note, picture = naming.object_power_text(name), magical_object_svg(name, "")
        offer = AnswerButton(name, naming.object_name(name), note, picture_html=picture)
        pressed = "true" if name in chosen else "false"
        items.append(el("li", answer_button_html(offer, "active", name, aria_pressed=pressed)))
    return choice_row(items, player_view.headline.title)


def retire_button(question: Question, player_view: PlayerView) -> Markup | None:
    """Return the button with which the visitor retires from the game, or its confirmation after a press; None
    if retiring is impossible now.
    """
    match question:
        case ChooseAction() | LayCards(can_retire=True):
            pass
        case _:
            return None
    if not ui_state_of(player_view).is_retiring:
        return button(
            player_view.say("act.retire"),
            "ask_to_retire",
            key="ask_to_retire",
            cls="tk-button tk-quiet tk-play-retire",
            shortcut=ANSWER_PLACEHOLDER,
        )
    yes = button(
        player_view.say("act.retire_yes"),
        "answer",
        f"{len(player_view.match.game)}:{Retire.word}",
        key="retire:yes",
        shortcut=ANSWER_PLACEHOLDER,
    )
    stay_button = button(
        player_view.say("act.retire_no"),
        "stay",
        key="ask_to_retire",
        cls="tk-button tk-main",
        shortcut=CLOSE,
        data_focus=True,
    )
    sure = el("p", player_view.say("act.retire_sure"))
    return el(
        "div",
        sure,
        el("div", yes, stay_button, cls="tk-row"),
        cls="tk-note tk-stack tk-tight",
        data_key="sure",
        data_bring="sure",
    )


def _lay_verdict(question: LayCards, player_view: PlayerView) -> Child:
    """Return the points of the chosen cards and their odds, or the rule that forbids them."""
    view, lay = player_view.view, ui_state_of(player_view).picks.lay(player_view.view)
    refusal = laying.lay_refusal(question, lay, view)
    if not (lay.spells or lay.units):
        return el("p", player_view.say("lay.choose"))
    if refusal is not None:
        text, rule = refusal
        opens = player_view.rule_opener(rule, "lay:rule")
        marked = player_view.term_marker.mark_new_terms(text)
        reason = el("p", el("b", player_view.say("lay.forbidden")), " ", marked, " ", opens)
        return [reason, player_view.opened_rule_html("lay:rule", with_reason=False)]
    key = key_for_count("lay.shield" if lay.is_shield else "lay.points", lay.power)
    points, said = el("p", el("b", player_view.say(key, n=lay.power))), list[str]()
    if (odds := laying.attack_odds_against(view, lay)) is not None:
        alone = laying.attack_odds_against(view, lay, dice_alone=True) or odds
        only_critical = alone.loss and math.isclose(alone.loss, alone.critical_loss)
        key = "lay.odds_critical" if only_critical else "lay.odds"
        said.append(player_view.say(key, win=percent(odds.loss), tie=percent(odds.tie)))
        said += _own_elements(view, lay)
        said.append(_effective_objects(view, lay, odds))
    elif lay.spells and (said := [*_attack_odds(view, lay)]):
        said += [player_view.say("lay.attack_odds_without"), *_own_elements(view, lay)]
    if others := _possible_supporters(view):
        said.append(naming.say_about_player("lay.support", others=naming.player_fact(others)))
    odds_html = el("p", player_view.term_marker.mark_new_terms(" ".join(said)), cls="tk-small")
    return [points, odds_html if said else None]


def _attack_odds(view: GameView, lay: Lay) -> Iterator[str]:
    """Yield the odds against one and two strong spells of each defender, alone and with open creatures; only
    one for a defender with one card.
    """
    assert view.battle is not None
    spells, own = [Spell(element, 4) for element in ELEMENTS] * 2, view.own_seat.active_objects
    for index, side in enumerate(view.battle.sides[1:], 1):
        enemy = view.seats[side.seat]
        other = next(element for element in ELEMENTS if element != enemy.character)
        lays = legal_lays(spells, enemy.entourage, "defender", enemy.active_objects, own, view.variant)
        ranked = {len(cards.spells): cards for cards in sorted(lays, key=lambda cards: cards.power)}
        counts = range(1, min(2, enemy.hand_size) + 1)
        cases = [*(Lay([Spell(other, 4)] * count) for count in counts), *(ranked[count] for count in counts)]
        odds = [laying.attack_odds_against(view, lay, defence=cards, side_index=index) for cards in cases]
        if cases and all(odds):
            wins = [percent(known.win) for known in odds if known]
            key = f"lay.attack_odds{'_one' * (len(counts) == 1)}{'_creatures' * bool(ranked[1].units)}"
            facts = {"few": wins[0], "many": wins[len(counts) - 1]}
            more = {"few_more": wins[len(counts)], "many_more": wins[-1]}
            is_same = len(counts) > 1 and more["few_more"] == more["many_more"]
            key += "_same" * (bool(ranked[1].units) and is_same)
            yield naming.say_about_player(key, enemy, **facts, **more)


def _possible_supporters(view: GameView) -> list[str]:
    """Return the names of the players who may still support a side of the battle (TW-BAT-6)."""
    assert view.battle is not None
    if view.battle.kind != "battle":
        return []
    fighting = [side.seat for side in view.battle.sides]
    return [seat.name for seat in view.seats if seat.seat not in fighting and seat.ornicles]


def _own_elements(view: GameView, lay: Lay) -> Iterator[str]:
    """Yield a sentence for each side that has laid spells of its own element (TW-BAT-15)."""
    assert view.battle is not None
    attack = view.battle.sides[0]
    laid = [
        ("lay.own_element", view.own_seat, lay),
        ("lay.their_element", view.seats[attack.seat], attack.lay),
    ]
    for key, seat, cards in laid:
        if cards and cards.spells and cards.spells[0].element == seat.character:
            yield naming.say_about_player(key, seat)


def _effective_objects(view: GameView, lay: Lay, odds: Odds) -> str:
    """Return a sentence naming the objects of both sides that change the odds of a defence, or ""."""
    assert view.battle is not None
    enemy = view.seats[view.battle.sides[0].seat]
    names = [
        f"{naming.object_name(name)} ({owner})"
        for seat, owner in (
            (enemy, naming.name_without_article(enemy)),
            (view.own_seat, WORDS.say("table.you")),
        )
        for name in seat.active_objects
        if _differs(laying.attack_odds_against(view, lay, without_object=name) or odds, odds)
    ]
    return WORDS.say("lay.odds_objects", objects=", ".join(names)) if names else ""


def _differs(odds: Odds, other: Odds) -> bool:
    pairs = zip(odds.chances.values(), other.chances.values(), strict=True)
    return not all(math.isclose(one, two, abs_tol=1e-9) for one, two in pairs)


@singledispatch
def submit_bar(question: Question | None, player_view: PlayerView) -> Markup | None:
    """Render the bar that gives the chosen answer; None if plain buttons give it."""
    return None


submit_bar.register(OrnRoll, own_dice.let_computer_roll_button)


@submit_bar.register(LayCards)
def lay_button_bar(question: LayCards, player_view: PlayerView) -> Markup:
    """Render the bar below the choice of cards: what the chosen cards achieve or why they are illegal, and
    the buttons to lay or clear them.
    """
    lay = ui_state_of(player_view).picks.lay(player_view.view)
    empty = not (lay.spells or lay.units)
    refusal = laying.lay_refusal(question, lay, player_view.view)
    if empty:
        label = "lay.nothing" if refusal is None else "lay.first"
    else:
        label = "lay.lay_shield" if lay.is_shield and not laying.is_attacker(player_view.view) else "lay.lay"
    # The buttons keep their places, so that no other one comes under the finger.
    none = button(
        player_view.say("lay.none"),
        "none",
        key="none",
        cls="tk-button tk-quiet",
        shortcut=CLOSE,
        disabled=empty,
    )
    key = DECLINE_SHORTCUT if empty and refusal is None else GO_ON
    lay_button = main_button(player_view, label, "lay", key, disabled=refusal is not None)
    return verdict_with_buttons(_lay_verdict(question, player_view), none, lay_button)


@submit_bar.register(ChooseActiveObjects)
def _activation_bar(question: ChooseActiveObjects, player_view: PlayerView) -> Markup:
    """Return the bar with the number of chosen objects, the rule that the choice breaks (if any), and the
    button that makes the objects active.
    """
    chosen = ui_state_of(player_view).active_objects
    refusal = question.refusal(tuple(sorted(chosen)))
    count = el("p", el("b", player_view.say("lay.active", n=len(chosen), limit=MAX_ACTIVE_OBJECTS)))
    reason: Child = None
    if refusal is not None:
        rule = player_view.rule_opener(refusal.rule, "lay:rule")
        reason = [
            el("p", refusal.text(), " ", rule),
            player_view.opened_rule_html("lay:rule", with_reason=False),
        ]
    use_button = main_button(player_view, "lay.use", "use", disabled=refusal is not None)
    return verdict_with_buttons([count, reason], use_button)
