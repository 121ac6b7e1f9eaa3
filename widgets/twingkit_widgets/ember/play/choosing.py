"""Choices before an answer in Ember: the creature to conjure or use, and cards of the hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeGuard, TypeVar

import attrs

from twingkit import Question
from twingkit.core.acts import Choice
from twingkit.ember.rules.acts import Call, Conjure, Use
from twingkit.ember.rules.cards import ARCHMAGE, DECK, card_number
from twingkit.ember.rules.choices import EmberChoice
from twingkit.ember.rules.questions import ConjureStep
from twingkit_widgets.ember.pictures.cards import card_name, card_svg
from twingkit_widgets.ember.play.answers import (
    ability_targets_button,
    ability_use_button,
    answer_groups,
    answer_label,
    conjure_button,
    payment_button,
)
from twingkit_widgets.ember.words import cost_text
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, GO_ON
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import join_names
from twingkit_widgets.table.play import choices
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.table.play.bar import verdict_with_buttons
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState

ActT = TypeVar("ActT", Conjure, Use)

_MAX_NAMED_CARDS = 2
"""Maximum number of cards that the button for confirming names; it counts more cards."""


@attrs.frozen(kw_only=True)
class EmberUiState(UiState):
    """The unfinished choice of a person on the play page of Ember: a creature, and the indexes of picked
    cards or targets.
    """

    chosen_creature: str = ""
    picked_indexes: tuple[int, ...] = ()


def ui_state_of(player_view: PlayerView) -> EmberUiState:
    """Return the person's unfinished choice for the pending question on the play page."""
    assert isinstance(player_view.ui_state, EmberUiState)
    return player_view.ui_state


def is_multi_card_choice(question: Question | None) -> TypeGuard[EmberChoice]:
    """Return True if a question is answered with several cards, which are picked one by one."""
    return isinstance(question, EmberChoice) and question.takes_several


def _answers_by_creature(question: Question | None, act_class: type[ActT]) -> dict[str, list[ActT]]:
    answers: dict[str, list[ActT]] = {}
    for answer in question.options() if question else ():
        if isinstance(answer, act_class):
            answers.setdefault(answer.creature, []).append(answer)
    return answers


def payments_by_creature(question: Question | None) -> dict[str, list[Conjure]]:
    """Return, for each creature that the hand can pay for, the answers that conjure it (one for each
    payment), the highest creatures first.
    """
    if not isinstance(question, ConjureStep):
        return {}
    ways = _answers_by_creature(question, Conjure)
    for answers in ways.values():
        answers.sort(key=lambda answer: answer.cards.count(ARCHMAGE))
    return dict(sorted(ways.items(), key=lambda pair: -question.table.creatures[pair[0]].value))


def possible_target_creatures(player_view: PlayerView) -> list[str]:
    """Return the ids of the targets available to the creature that the person has chosen; empty if each of
    its uses has only one target.
    """
    targets = [use.targets for use in _chosen_uses(player_view)]
    return list(dict.fromkeys(chain(*targets))) if any(len(names) > 1 for names in targets) else []


def _most_targets(player_view: PlayerView) -> int:
    """Return how many creatures a use of the chosen creature may target."""
    return max((len(use.targets) for use in _chosen_uses(player_view)), default=0)


def uses_with_picked_targets(player_view: PlayerView, picked: Iterable[int]) -> list[Use]:
    """Return the answers that use the chosen creature's ability on all picked targets, those with the fewest
    targets first.
    """
    names = {possible_target_creatures(player_view)[place] for place in picked}
    return [use for use in _chosen_uses(player_view) if names <= set(use.targets)]


def _chosen_uses(player_view: PlayerView) -> list[Use]:
    answers = several_uses_by_creature(player_view.question).get(ui_state_of(player_view).chosen_creature, [])
    return sorted(answers, key=lambda answer: len(answer.targets))


def _target_order(answer: Use) -> tuple[int, int]:
    """Return the key that sorts uses: those with most targets first, cards by their number."""
    last = answer.targets[-1]
    return -len(answer.targets), card_number(last) if last in DECK else 0


def several_uses_by_creature(question: Question | None) -> dict[str, list[Use]]:
    """Return, for each creature whose ability can be used in several ways, the answers that use it, those
    with the most targets first.

    Uses with most targets come first, uses that name a card by its number.
    """
    ways = _answers_by_creature(question, Use)
    return {name: sorted(uses, key=_target_order) for name, uses in ways.items() if len(uses) > 1}


def choices_html(question: Question, player_view: PlayerView) -> Markup | None:
    """Render the cards, creatures or targets among which the person chooses step by step, or None if every
    answer is a single button.
    """
    if is_multi_card_choice(question):
        return _picker(question, player_view)
    has_steps = isinstance(question, ConjureStep) or several_uses_by_creature(question)
    return _answer_groups(question, player_view) if has_steps else None


# -- several cards


def _picker(question: EmberChoice, player_view: PlayerView) -> Markup:
    picked = ui_state_of(player_view).picked_indexes

    def number(place: int) -> str:
        return f"{picked.index(place) + 1}. " if question.is_ordered and place in picked else ""

    items = [
        button(
            [
                el("span", card_svg(card), cls="em-card", aria_hidden="true"),
                el("small", number(place), card_name(card)),
            ],
            "pick",
            place,
            cls="tk-button em-pick",
            shortcut=ANSWER_PLACEHOLDER,
            aria_pressed="true" if place in picked else "false",
        )
        for place, card in enumerate(question.choices)
    ]
    row = [el("li", item) for item in items]
    return el("div", choices.choice_row(row, player_view.headline.title), cls="em-picker")


def picked_answer(question: EmberChoice, picked: tuple[int, ...]) -> Choice:
    """Return the answer that names the cards which the person has picked."""
    return question.choose([question.choices[place] for place in picked])


def confirm_button_html(question: Question | None, player_view: PlayerView) -> Markup | None:
    """Render the button that confirms the picked cards."""
    picked = ui_state_of(player_view).picked_indexes
    if possible_target_creatures(player_view):
        use = uses_with_picked_targets(player_view, picked)[0] if picked else None
        things = answer_label(use, player_view.match.game.table.creatures) if use else ""
        text = player_view.say("answer.picked", n=len(picked), all=_most_targets(player_view))
        return _confirm_html(things, text, bool(use), player_view)
    if not is_multi_card_choice(question):
        return None
    names = [card_name(card) for card in picked_answer(question, picked).things]
    refusal = question.refusal(picked_answer(question, picked)) if picked else None
    things = join_names(names)
    if len(names) > _MAX_NAMED_CARDS and not question.is_ordered:  # they stand right above
        things = player_view.say("answer.way_cards", n=len(names))
    text = player_view.say("answer.picked", n=len(picked), all=question.count_to_choose)
    if refusal and len(picked) >= question.count_to_choose:  # with fewer cards the person is still choosing
        text = player_view.match.phrase_for_person(refusal).text()
    return _confirm_html(things, text, bool(picked) and refusal is None, player_view)


def _confirm_html(things: str, text: str, is_allowed: bool, player_view: PlayerView) -> Markup:
    confirm = button(
        player_view.say("answer.confirm" if things else "answer.confirm_none", things=things),
        "confirm",
        cls="tk-button tk-main",
        shortcut=GO_ON,
        disabled=not is_allowed,
        data_once=True,
    )
    return verdict_with_buttons(el("p", text, cls="tk-small"), confirm)


# -- the creature to pay for


def _answer_groups(question: Question, player_view: PlayerView) -> Markup:
    """Render all answers or, if a creature is chosen, its payments or targets."""
    ways, aims = payments_by_creature(question), several_uses_by_creature(question)
    chosen = ui_state_of(player_view).chosen_creature
    if chosen in ways:
        pool = player_view.match.game.table.creatures
        return _chosen_answers([payment_button(answer, pool) for answer in ways[chosen]], player_view)
    if chosen in aims:
        targets = possible_target_creatures(player_view)
        shown = [Use(chosen, (name,)) for name in targets] or aims[chosen]
        offers = [ability_use_button(answer, question, player_view) for answer in shown]
        return _chosen_answers(offers, player_view, picks=bool(targets))
    groups = [group for group in answer_groups(question, player_view) if group.has_allowed_answer]
    groups.sort(key=lambda group: group.key != Call.word)
    boxes = [_group_box(group, bool(ways), aims, player_view) for group in groups]
    if ways:
        items = [_conjuring(name, answers, player_view) for name, answers in ways.items()]
        has_call = groups[0].key == Call.word
        boxes.insert(has_call, choices.answer_box("conjure", player_view.say("group.conjure"), items))
    return el("div", boxes, cls="tk-play-groups")


def _chosen_answers(offers: list[AnswerButton], player_view: PlayerView, picks: bool = False) -> Markup:
    """Render the ways to use the chosen creature, as answers or, if it `picks` targets, as these."""
    chosen, picked = ui_state_of(player_view).chosen_creature, ui_state_of(player_view).picked_indexes
    text = offers[0].effect_note if len({offer.effect_note for offer in offers}) == 1 else ""
    offers = [attrs.evolve(offer, effect_note="" if text else offer.effect_note) for offer in offers]
    items = [] if picks else choices.allowed_items(offers, player_view)
    for place, offer in enumerate(offers if picks else ()):
        pressed = "true" if place in picked else "false"
        items.append(el("li", choices.answer_button_html(offer, "pick", str(place), aria_pressed=pressed)))
    items.append(choices.cancel_item(player_view.say("answer.back"), "creature"))
    box = choices.answer_box("chosen", "", items, text, label=player_view.headline.title)
    return el("div", box, tabindex="-1", data_arrives=chosen, data_bring=chosen)


def _conjuring(name: str, answers: list[Conjure], player_view: PlayerView) -> Markup:
    offer = conjure_button(name, answers, player_view)
    if len(answers) > 1:
        return el("li", choices.answer_button_html(offer, "creature", name))
    value = f"{len(player_view.match.game)}:{offer.answer}"
    return el("li", choices.answer_button_html(offer, "answer", value))


def _group_box(
    group: AnswerGroup, has_payments: bool, aims: Mapping[str, list[Use]], player_view: PlayerView
) -> Markup | None:
    is_named = (has_payments and group.key not in ("", "end")) or group.key == Call.word
    title = group.title or (player_view.say(f"group.{group.key}") if is_named else "")
    items = []
    for name, answers in aims.items() if group.key == "ability" else ():
        offer = ability_targets_button(name, answers, player_view)
        items.append(el("li", choices.answer_button_html(offer, "creature", name)))
    left = [offer for offer in group.buttons if offer.subject not in aims]
    items += choices.allowed_items(left, player_view)
    text = player_view.term_marker.mark_new_terms(group.text)
    return choices.answer_box(group.key, title, items, text)


def choosing_title_and_text(player_view: PlayerView) -> tuple[str, str] | None:
    """Return the title and text shown while the person chooses a payment or targets for a creature; None at
    other times.
    """
    chosen, question = ui_state_of(player_view).chosen_creature, player_view.question
    pays = chosen in payments_by_creature(question)
    if not pays and chosen not in several_uses_by_creature(question):
        return None
    creature = player_view.match.game.table.creatures[chosen]
    takes = not pays and several_uses_by_creature(question)[chosen][0].targets[-1] in DECK
    most = _most_targets(player_view)
    key = "pay" if pays else "take" if takes else "aim_many" if most > 1 else "aim"
    title = player_view.say(f"now.choose.{key}", creature=creature.name(), n=most)
    return title, f"{creature.cost}: {cost_text(creature.cost)}." if pays else creature.text()
