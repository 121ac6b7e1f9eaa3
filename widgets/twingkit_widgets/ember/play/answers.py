"""Answers of Ember in words and pictures, in groups of buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from twingkit import Question, Refusal
from twingkit.ember.box.pool import Pool
from twingkit.ember.first_game import FIRST_GAME
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import ARCHMAGE, DECK
from twingkit.ember.rules.costs import Payment
from twingkit.ember.rules.drawing import draw_count
from twingkit.ember.rules.questions import (
    PASS,
    TURN,
    AnswerAbility,
    DrawStepQuestion,
    LastRoundUse,
    rule_against_answering,
)
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import SEATS, EmberTable, OwnedCreature, Player
from twingkit.referee import UNKNOWN
from twingkit.referee.answer_templates import OPEN_FORM_SUFFIX
from twingkit_widgets.ember.pictures.cards import card_html, card_name
from twingkit_widgets.ember.pictures.creature import victory_points_text
from twingkit_widgets.ember.pictures.figure import creature_svg
from twingkit_widgets.ember.play.words import WORDS
from twingkit_widgets.ember.words import cost_text, seat_name
from twingkit_widgets.panel.markup import el
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.table.play.player_view import PlayerView

_ONE_WORD_ANSWERS = ("refresh", "stay", "done", "pass", "turn")


_ANSWERS_WITH_UNNAMED_CARDS = ("discard", "redraw")
"""Answers in a game with real cards that have texts of their own while their cards are unnamed."""


def answer_label(answer: str, pool: Pool, target_names: Mapping[str, str] | None = None) -> str:
    """Return the text of an answer in the game of Ember; `target_names` replaces the names of targeted seats
    or creatures.

    >>> from twingkit.core.language import call_in_language
    >>> from twingkit.ember.box.pool import load_pool
    >>> answer_label("conjure dryad A6 E6 F6", load_pool())
    'Dryad with Air 6, Earth 6 and Fire 6'
    >>> call_in_language("de", answer_label, "use imp p1", load_pool(), {"p1": "dich"})
    'Imp auf dich'
    """
    word, *rest = answer.split()
    if answer in _ONE_WORD_ANSWERS:
        return WORDS.say(f"answer.{answer}")
    if word == "draw":
        return _draw_label(rest)
    if answer == uses.CALL_ANSWER:
        return _said("call_plain")
    if word == "from":
        return _said(f"from_{rest[0]}")
    if word == "conjure":
        return _said("conjure", creature=_named(rest[:1], pool), cards=_named(rest[1:], pool))
    targets = join_names([(target_names or {}).get(target) or _name(target, pool) for target in rest[1:]])
    if word == "use":
        key = "use" if not rest[1:] else "use_card" if rest[1] in DECK else "use_on"
        return _said(key, creature=_named(rest[:1], pool), targets=targets)
    if word == "archmage":
        return _said(f"archmage_{rest[0]}", creature=targets)
    if word == "answer":
        return _said("answer", creature=_named(rest, pool))
    return _named(rest or [word], pool)


def real_table_answer_label(answer: str, pool: Pool, names: Mapping[str, str]) -> str:
    """Return the text of an answer for a game with real cards, where `?` stands for a card not named yet.

    In `answer` a `?` stands for each card that is not named yet; `names` are the people's names.

    >>> from twingkit.core.language import call_in_language
    >>> from twingkit.ember.box.pool import load_pool
    >>> pool = load_pool()
    >>> real_table_answer_label("conjure imp ? ?", pool, {})
    'Conjure Imp'
    >>> call_in_language("de", real_table_answer_label, "dealer p1", pool, {"p1": "Eva"})
    'Eva'
    >>> real_table_answer_label("use …", pool, {})
    'Use an ability …'
    """
    word, *rest = answer.split()
    given = [part for part in rest if part != UNKNOWN]
    if given == [OPEN_FORM_SUFFIX] and word in ("use", "archmage"):
        return _said(f"way_{word}")
    if word == "conjure":
        creature = OPEN_FORM_SUFFIX if given == [OPEN_FORM_SUFFIX] else _named(given, pool)
        return capitalize_first(_said("way_conjure", creature=creature))
    if len(given) == len(rest):
        label = answer_label(answer, pool)
    elif word == "draw":
        pile = "_pile" if given else ""
        label = _said(f"draw_card{pile}", card=_said("way_card"))
    elif word in _ANSWERS_WITH_UNNAMED_CARDS:
        count = len(rest) - len(given)
        cards = _said("way_card") if count == 1 else _said("way_cards", n=count)
        label = _said(f"way_{word}", cards=cards)
    else:
        label = " ".join([rulebook().words.translate_keys(word), _said("way_card")])
    for seat, name in names.items():
        label = label.replace(capitalize_first(seat_name(seat)), name)
    return capitalize_first(label)


def _said(key: str, **facts: object) -> str:
    return WORDS.say(f"answer.{key}", **facts)


def _draw_label(words: list[str]) -> str:
    pile = "_pile" if words[-1:] == ["pile"] else ""
    cards = [word for word in words if word != "pile"]
    if cards:
        return _said(f"draw_card{pile}", card=card_name(cards[0]))
    return _said(f"draw{pile}")


def _named(names: Iterable[str], pool: Pool) -> str:
    return join_names([_name(name, pool) for name in names])


def _name(name: str, pool: Pool) -> str:
    if name in pool:
        return pool[name].name()
    if name in SEATS:
        return capitalize_first(seat_name(name))
    return card_name(name) if name in DECK else name


def single_answer_button(answer: str, question: Question, player_view: PlayerView) -> AnswerButton:
    """Return a button that gives this answer, labelled with its text, picture and effect."""
    pool = player_view.match.game.table.creatures
    word, subject, target = [*answer.split(), "", ""][:3]
    label = answer_label(answer, pool)
    note, picture = "", None
    if answer == uses.CALL_ANSWER:
        seats, own = player_view.view.seats, player_view.match.seat
        most = max(seat.total for seat in seats if seat.seat != own)
        label = player_view.say("answer.call", n=seats[own].total)
        names = join_names(_creatures_taking_points(player_view.match.game.table, own), "or")
        risk = player_view.say(f"answer.call_{'risk' if names else 'safe'}", creatures=names)
        note = player_view.say("answer.call_note", risk=risk, most=most)
    elif answer == "draw" and isinstance(question, DrawStepQuestion):
        count = draw_count(question.table.players[question.player])
        label = player_view.say("answer.draw_more", n=count) if count > 1 else label
    elif answer == PASS and isinstance(question, LastRoundUse):
        note = player_view.say("answer.pass_last")
    elif answer in (PASS, TURN, "done") and player_view.is_first_game:
        active = player_view.view.current == player_view.view.player
        step = step_after_passes(player_view.match.game.table) if active else "other"
        step = "answer" if isinstance(question, AnswerAbility) else step
        note = FIRST_GAME.answer_text(f"{answer} {step}")
        if answer == PASS and step != "answer":
            note = f"{note} {_after_passes(player_view)}"
    elif answer == "refresh":
        note = player_view.say("answer.refresh_note", n=len(player_view.view.hand))
    elif word in ("use", "answer") and subject in pool:
        risks = _use_risks(answer, question, player_view) if word == "use" else ""
        if word == "answer" and pool[subject].effect_with_verb("cancel") and player_view.is_first_game:
            risks = player_view.say("answer.cancelled")
        note, picture = f"{pool[subject].text()} {risks}".strip(), creature_svg(subject)
        if target and target not in DECK:
            targets = _targets_label(answer, player_view)
            label = _said("use_on", creature=pool[subject].name(), targets=targets)
    elif word == "draw" and subject in DECK:
        label, picture = card_name(subject), card_html(subject)
    elif word == "archmage":
        label = _said(subject, creature=_targets_label(answer, player_view))
        note, picture = _use_risks(answer, question, player_view), card_html("*")
    elif word == "from":
        top = player_view.view.pile[-1:]
        named = card_name(top[0]) if top else ""
        label = player_view.say(f"answer.{subject}", card=named)
    elif subject in pool:
        picture = creature_svg(subject)
    elif subject in DECK:
        picture = card_html(subject)
    return AnswerButton(answer, label, note, picture_html=picture, subject=subject)


def _creatures_taking_points(table: EmberTable, seat: int) -> list[str]:
    """Return the names of opponents' face-up creatures whose use can take Victory Points from a seat now."""
    names = dict[str, None]()
    for opponent in table.opponents(seat):
        for use in uses.allowed_uses(table, opponent.seat):
            named = [owned for owner, owned in uses.affected_creatures(table, use) if owner.seat == seat]
            for effect in use.effects if use.creature_id else ():
                hit = table.players[seat].owned if effect.scope == "each" else named
                if any({"mark": each.points, "flip": each.bonus_points}.get(effect.verb) for each in hit):
                    names[table.creatures[use.creature_id].name()] = None
    return list(names)


def _use_risks(answer: str, question: Question, player_view: PlayerView) -> str:
    """Return sentences that name opponents' creatures which may act before this use, may answer it, or cannot
    because its points are too high.

    Creatures act first only in a window in which all players declare their uses (EM-WIN-3).
    """
    table, seat = player_view.match.game.table, player_view.match.seat
    use, declared = uses.parse_ability_use(table, seat, answer), question.kind == "respond"
    names: dict[str, list[str]] = {kind: [] for kind in ("first", "earlier", "later", "answer", "never")}
    for opponent in table.opponents(seat):
        for owned in opponent.owned.face_up:
            kind = owned.creature.ability_kind
            if kind == "flip":
                kind = _place_in_order(table, opponent, owned, use) if declared else ""
            elif kind == "answer" and (broken := rule_against_answering(table, opponent.seat, owned.id, use)):
                kind = "never" if broken[0] == "EM-ABIL-6" else ""
            if kind in names:
                names[kind].append(owned.creature.name())
    risks = {kind: join_names(creatures, "or") for kind, creatures in names.items() if creatures}
    facts = {"n": uses.use_rank(table, use)}
    return " ".join(
        player_view.say(f"answer.risk_{kind}", creatures=who, **facts) for kind, who in risks.items()
    )


def _place_in_order(table: EmberTable, opponent: Player, owned: OwnedCreature, use: uses.AbilityUse) -> str:
    """Return whether an opponent's creature acts before a use in the same window ("first", "earlier" at the
    same rank) or "later"; "" if the order does not matter.

    Equal creatures are compared by seat (EM-WIN-4); of higher ones only those count that are the target of
    the use or can flip its creature.
    """
    legal = [other for other in uses.allowed_uses(table, opponent.seat) if other.creature_id == owned.id]
    more_points = uses.use_rank(table, legal[0]) - uses.use_rank(table, use) if legal else -1
    if not more_points and table.variant.equal == "auto":
        seats = table.seats_from(table.current)
        return "earlier" if seats.index(opponent.seat) < seats.index(use.seat) else "later"
    if more_points <= 0:
        return ""
    victims = (victim for other in legal for _, victim in uses.affected_creatures(table, other))
    flips = owned.creature.effect_with_verb("flip") is not None
    harms = owned.id in use.targets or (flips and any(victim.id == use.creature_id for victim in victims))
    return "first" if harms else ""


def _after_passes(player_view: PlayerView) -> str:
    """Return the sentence that says how the turn goes on if all players pass."""
    view = player_view.view
    whose = "own" if view.current == view.player else "other"
    key = f"answer.pass_then.{step_after_passes(player_view.match.game.table)}_{whose}"
    return player_view.say(key, who=seat_name(view.seats[view.current].name))


def step_after_passes(table: EmberTable) -> str:
    """Return the step that follows in this turn of Ember if all players pass now: "draw", "conjure" or
    "end".
    """
    if table.step != "conjure":
        return table.step
    return "end" if table.has_conjured or table.has_refreshed else "conjure"


def payment_button(answer: str, pool: Pool) -> AnswerButton:
    """Return a button that conjures a creature with one particular payment, labelled with the cards used."""
    _, name, *cards = answer.split()
    shown = el("span", [card_html(card) for card in cards], cls="em-pay")
    payment = Payment(pool[name].cost, tuple(cards))
    return AnswerButton(answer, rulebook().words.format_fact(payment), picture_html=shown)


def ability_use_button(answer: str, question: Question, player_view: PlayerView) -> AnswerButton:
    """Return a button that uses an ability in one particular way, labelled with its targets and the creatures
    that may act first or answer.
    """
    risks, target = _use_risks(answer, question, player_view), answer.split()[-1]
    picture = card_html(target) if target in DECK else None
    return AnswerButton(answer, _targets_label(answer, player_view), risks, picture_html=picture)


def _targets_label(answer: str, player_view: PlayerView) -> str:
    """Return the names of the targets of a use: creatures with their points and, if they are an opponent's,
    their owner.
    """
    table, seat = player_view.match.game.table, player_view.match.seat
    aimed = uses.affected_creatures(table, uses.parse_ability_use(table, seat, answer))
    if not aimed:
        return _named(answer.split()[2:], table.creatures)
    owner, names = aimed[0][0], ", ".join(_name_with_points(owned, player_view) for _, owned in aimed)
    return names if owner.seat == seat else f"{names} – {seat_name(owner.name)}"


def _name_with_points(owned: OwnedCreature, player_view: PlayerView) -> str:
    """Return the name of a creature with its printed points and, if they differ, its present points."""
    printed, key = owned.creature.value, "printed" if owned.points == owned.creature.value else "changed"
    return player_view.say(f"answer.{key}", creature=owned.creature.name(), n=printed, points=owned.points)


def ability_targets_button(creature_id: str, use_answers: list[str], player_view: PlayerView) -> AnswerButton:
    """Return a button for a creature whose ability has several targets; the person chooses the target
    next.
    """
    creature = player_view.match.game.table.creatures[creature_id]
    note = f"{creature.text()} ({player_view.say('answer.aims', n=len(use_answers))})"
    return AnswerButton(
        use_answers[0], creature.name(), note, picture_html=creature_svg(creature_id), subject=creature_id
    )


def conjure_button(creature_id: str, payment_answers: list[str], player_view: PlayerView) -> AnswerButton:
    """Return a button for a creature that can be conjured, labelled with its points, cost and ability.

    If there is only one way to pay, the button conjures the creature.
    """
    pool = player_view.match.game.table.creatures
    creature = pool[creature_id]
    points = victory_points_text(creature.value)
    more = f" · {player_view.say('answer.ways', n=len(payment_answers))}" if len(payment_answers) > 1 else ""
    paid = Payment(creature.cost, tuple(payment_answers[0].split()[2:]))
    cost = f"{creature.cost}, {cost_text(creature.cost)}" if more else rulebook().words.format_fact(paid)
    later = f" ({player_view.say('answer.no_cards')})" if creature.effect_with_verb("hand") else ""
    note = f"{points} · {cost}{more} · {creature.text()}{later}"
    return AnswerButton(
        payment_answers[0], creature.name(), note, picture_html=creature_svg(creature_id), subject=creature_id
    )


def answer_groups(
    question: Question, player_view: PlayerView, chosen_creature: str = ""
) -> list[AnswerGroup]:
    """Return buttons for all answers except conjuring, in groups: drawing, alternatives to drawing,
    abilities.

    Own creatures that cannot act now are added, each with the reason; while the person chooses the target of
    the creature `chosen_creature`, creatures that cannot be its target.
    """
    kinds: dict[str, list[AnswerButton]] = {}
    for answer in question.options():
        if answer.startswith("conjure"):
            continue  # the creature is chosen first
        kinds.setdefault(_kind(answer, question), []).append(
            single_answer_button(answer, question, player_view)
        )
    top = "".join(card_name(card) for card in player_view.view.pile[-1:])
    groups = [
        AnswerGroup(
            kind,
            tuple(kinds[kind]),
            player_view.say(f"group.{kind}", card=top) if len(kinds) > 1 and kind else "",
            player_view.say("group.archmage_text") if kind == "archmage" else "",
        )
        for kind in sorted(kinds, key=_GROUP_ORDER.index)
    ]
    if question.kind in ("draw", "conjure", "respond", "last", "answer"):
        offers = (_forbidden_targets if chosen_creature else _forbidden_users)(
            question, player_view, chosen_creature
        )
        groups += [AnswerGroup("never", tuple(offers))] if offers else []
    return groups


_GROUP_ORDER = ("call", "discard", "draw", "pile", "ability", "archmage", "answer", "instead", "end", "")


def _kind(answer: str, question: Question) -> str:
    words = answer.split()
    if words[0] == "draw":
        cards = [word for word in words[1:] if word != "pile"]
        return "draw" if not cards else "discard" if words[-1] in cards else "pile"
    if answer == uses.CALL_ANSWER:
        return answer
    if uses.is_ability_use(answer):
        return "archmage" if words[0] == "archmage" else "ability"
    if isinstance(question, DrawStepQuestion):
        return "instead"
    return "end" if answer in _ONE_WORD_ANSWERS else "answer" if words[0] == "answer" else ""


def _forbidden_targets(question: Question, player_view: PlayerView, chosen: str) -> list[AnswerButton]:
    table, seat = player_view.match.game.table, player_view.match.seat
    user = table.players[seat].find_creature(chosen)
    kind = user.creature.effects[0].target_kind if user else ""
    owners = {"own": [table.players[seat]], "other": table.opponents(seat)}.get(kind, ())
    answers = (f"use {chosen} {owned.id}" for owner in owners for owned in owner.owned)
    return [
        AnswerButton(answer, _targets_label(answer, player_view), refusal=refusal)
        for answer in answers
        if isinstance(refusal := question.refusal(answer), Refusal)
    ]


def _forbidden_users(question: Question, player_view: PlayerView, _chosen: str) -> list[AnswerButton]:
    table, seat = player_view.match.game.table, player_view.match.seat
    answers = isinstance(question, AnswerAbility)
    word, owned_creatures = ("answer", "use")[not answers], table.players[seat].owned
    allowed = {answer.split()[1] for answer in question.options() if answer.startswith(f"{word} ")}
    offers = []
    for owned in owned_creatures.ready_to_answer if answers else owned_creatures:
        if owned.id in allowed:
            continue
        refusal = question.refusal(f"{word} {owned.id}")
        if isinstance(refusal, Refusal):
            name = owned.creature.name()
            offers.append(AnswerButton(f"{word} {owned.id}", name, refusal=refusal))
    draw = next((answer for answer in question.options() if answer.startswith("draw")), "")
    if draw and table.players[seat].has_ongoing_ability("source"):
        refusal = question.refusal(f"{draw} pile")
        if isinstance(refusal, Refusal):
            offers.append(AnswerButton(f"{draw} pile", _said("draw_pile"), refusal=refusal))
    has_targets = any(player.owned for player in table.players)  # without creatures the reason is plain
    if not answers and has_targets and ARCHMAGE in table.players[seat].hand:
        for verb in uses.ARCHMAGE_ABILITIES:
            form = f"archmage {verb}"
            refusal = question.refusal(form)
            if isinstance(refusal, Refusal) and refusal.rule != "EM-ABIL-2":  # which only misses a target
                offers.append(AnswerButton(form, player_view.say(f"answer.no_{verb}"), refusal=refusal))
    return offers
