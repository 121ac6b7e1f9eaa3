"""Answers of Ember in words and pictures, in groups of buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from twingkit import Question, Refusal
from twingkit.core.acts import PLACEHOLDERS, Act, Choice
from twingkit.ember.box.pool import Creature, Pool
from twingkit.ember.first_game import FIRST_GAME
from twingkit.ember.rules import acts, uses
from twingkit.ember.rules.cards import ARCHMAGE, DECK
from twingkit.ember.rules.costs import Payment
from twingkit.ember.rules.drawing import draw_count
from twingkit.ember.rules.questions import AnswerAbility, LastRoundUse, rule_against_answering
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


def answer_label(answer: object, pool: Pool, target_names: Mapping[str, str] | None = None) -> str:
    """Return the text of an act, or of the result of a draw, in the game of Ember; `target_names` replaces
    the names of targeted seats or creatures.

    >>> from twingkit.core.language import call_in_language
    >>> from twingkit.ember.box.pool import load_pool
    >>> answer_label("conjure dryad A6 E6 F6", load_pool())
    'Dryad with Air 6, Earth 6 and Fire 6'
    >>> call_in_language("de", answer_label, acts.Use("imp", ("p1",)), load_pool(), {"p1": "dich"})
    'Imp auf dich'
    """
    act = answer if isinstance(answer, Act) else acts.NOTATION.parse(str(answer), PLACEHOLDERS)
    match act:
        case None:
            word, *rest = str(answer).split()
            return _named(rest or [word], pool)
        case acts.DrawFrom((pile,)):
            return _said(f"from_{pile}")
        case Choice(things):
            return _named(things, pool)
        case acts.Call():
            return _said("call_plain")
    names = target_names or {}
    facts = {
        field: join_names([names.get(word) or _name(word, pool) for word in words])
        for field, words in act.words_by_field().items()
    }
    is_card = isinstance(act, acts.Use) and act.targets[:1] and act.targets[0] in DECK
    return _said("use_card" if is_card else act.case, **facts)


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
    match acts.NOTATION.parse(answer, PLACEHOLDERS):
        case acts.Use() | acts.UseArchmage() as act if answer.endswith(OPEN_FORM_SUFFIX):
            return _said(f"way_{act.word}")
        case acts.Conjure(creature, cards):
            named = _named([creature, *(card for card in cards if card not in PLACEHOLDERS)], pool)
            return capitalize_first(_said("way_conjure", creature=named))
        case acts.Discard(cards) | acts.Replace(cards) as act if UNKNOWN in cards:
            count = cards.count(UNKNOWN)
            unnamed = _said("way_card") if count == 1 else _said("way_cards", n=count)
            label = _said(f"way_{act.word}", cards=unnamed)
        case acts.Draw() as act:
            label = answer_label(act, pool)
        case _ if UNKNOWN in answer.split():
            label = " ".join([rulebook().words.translate_keys(answer.split()[0]), _said("way_card")])
        case act:
            label = answer_label(act or answer, pool)
    for seat, name in names.items():
        label = label.replace(capitalize_first(seat_name(seat)), name)
    return capitalize_first(label)


def _said(key: str, **facts: object) -> str:
    return WORDS.say(f"answer.{key}", **facts)


def _named(names: Iterable[str], pool: Pool) -> str:
    return join_names([_name(name, pool) for name in names])


def _name(name: str, pool: Pool) -> str:
    if name in pool:
        return pool[name].name()
    if name in SEATS:
        return capitalize_first(seat_name(name))
    if name == UNKNOWN:
        return _said("way_card")
    return card_name(name) if name in DECK else name


def single_answer_button(answer: Act, question: Question, player_view: PlayerView) -> AnswerButton:
    """Return a button that gives this answer, labelled with its text, picture and effect."""
    table = player_view.match.game.table
    pool = table.creatures
    label = answer_label(answer, pool)
    note, picture, subject = "", None, ""
    match answer:
        case acts.Call():
            seats, own = player_view.view.seats, player_view.match.seat
            most = max(seat.total for seat in seats if seat.seat != own)
            label = player_view.say("answer.call", n=seats[own].total)
            names = join_names(_creatures_taking_points(table, own), "or")
            risk = player_view.say(f"answer.call_{'risk' if names else 'safe'}", creatures=names)
            note = player_view.say("answer.call_note", risk=risk, most=most)
        case acts.Draw(None, False) if (count := draw_count(table.players[question.player])) > 1:
            label = player_view.say("answer.draw_more", n=count)
        case acts.Draw(str() as subject):
            label, picture = card_name(subject), card_html(subject)
        case acts.Pass() if isinstance(question, LastRoundUse):
            note = player_view.say("answer.pass_last")
        case acts.Pass() | acts.PassTurn() | acts.Done() if player_view.is_first_game:
            active = player_view.view.current == player_view.view.player
            step = step_after_passes(table) if active else "other"
            step = "answer" if isinstance(question, AnswerAbility) else step
            note = FIRST_GAME.answer_text(f"{answer} {step}")
            if isinstance(answer, acts.Pass) and step != "answer":
                note = f"{note} {_after_passes(player_view)}"
        case acts.Refresh():
            note = player_view.say("answer.refresh_note", n=len(player_view.view.hand))
        case acts.Use(subject, targets):
            note = f"{pool[subject].text()} {_use_risks(answer, question, player_view)}".strip()
            picture = creature_svg(subject)
            if targets and targets[0] not in DECK:
                names = _targets_label(answer, player_view)
                label = _said("use_targets", creature=pool[subject].name(), targets=names)
        case acts.AnswerWith(subject):
            risks = pool[subject].effect_with_verb("cancel") and player_view.is_first_game
            said = player_view.say("answer.cancelled") if risks else ""
            note, picture = f"{pool[subject].text()} {said}".strip(), creature_svg(subject)
        case acts.UseArchmage():
            label = _said(answer.verb, creature=_targets_label(answer, player_view))
            note, picture = _use_risks(answer, question, player_view), card_html("*")
        case acts.DrawFrom((pile,)):
            top = player_view.view.pile[-1:]
            label = player_view.say(f"answer.{pile}", card=card_name(top[0]) if top else "")
        case Choice((subject, *_)):
            if subject in pool:
                picture = creature_svg(subject)
            elif subject in DECK:
                picture = card_html(subject)
    return AnswerButton(str(answer), label, note, picture_html=picture, subject=subject)


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


def _use_risks(act: Act, question: Question, player_view: PlayerView) -> str:
    """Return sentences that name opponents' creatures which may act before this use, may answer it, or cannot
    because its points are too high.

    Creatures act first only in a window in which all players declare their uses (EM-WIN-3).
    """
    table, seat = player_view.match.game.table, player_view.match.seat
    use, declared = uses.ability_use(table, seat, act), question.kind == "respond"
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


def payment_button(act: acts.Conjure, pool: Pool) -> AnswerButton:
    """Return a button that conjures a creature with one particular payment, labelled with the cards used."""
    shown = el("span", [card_html(card) for card in act.cards], cls="em-pay")
    payment = Payment(pool[act.creature].cost, act.cards)
    return AnswerButton(str(act), rulebook().words.format_fact(payment), picture_html=shown)


def ability_use_button(act: acts.Use, question: Question, player_view: PlayerView) -> AnswerButton:
    """Return a button that uses an ability in one particular way, labelled with its targets and the creatures
    that may act first or answer.
    """
    risks, target = _use_risks(act, question, player_view), act.targets[-1]
    picture = card_html(target) if target in DECK else None
    return AnswerButton(str(act), _targets_label(act, player_view), risks, picture_html=picture)


def _targets_label(act: acts.Use | acts.UseArchmage, player_view: PlayerView) -> str:
    """Return the names of the targets of a use: creatures with their points and, if they are an opponent's,
    their owner.
    """
    table, seat = player_view.match.game.table, player_view.match.seat
    use = uses.ability_use(table, seat, act)
    aimed = uses.affected_creatures(table, use)
    if not aimed:
        return _named(use.targets, table.creatures)
    owner, names = aimed[0][0], ", ".join(_name_with_points(owned, player_view) for _, owned in aimed)
    return names if owner.seat == seat else f"{names} – {seat_name(owner.name)}"


def _name_with_points(owned: OwnedCreature, player_view: PlayerView) -> str:
    """Return the name of a creature with its printed points and, if they differ, its present points."""
    printed, key = owned.creature.value, "printed" if owned.points == owned.creature.value else "changed"
    return player_view.say(f"answer.{key}", creature=owned.creature.name(), n=printed, points=owned.points)


def ability_targets_button(
    creature_id: str, use_answers: list[acts.Use], player_view: PlayerView
) -> AnswerButton:
    """Return a button for a creature whose ability has several targets; the person chooses the target
    next.
    """
    creature = player_view.match.game.table.creatures[creature_id]
    note = f"{creature.text()} ({player_view.say('answer.aims', n=len(use_answers))})"
    return _creature_button(use_answers[0], creature, note)


def _creature_button(answer: Act, creature: Creature, note: str) -> AnswerButton:
    picture = creature_svg(creature.id)
    return AnswerButton(str(answer), creature.name(), note, picture_html=picture, subject=creature.id)


def conjure_button(
    creature_id: str, payment_answers: list[acts.Conjure], player_view: PlayerView
) -> AnswerButton:
    """Return a button for a creature that can be conjured, labelled with its points, cost and ability.

    If there is only one way to pay, the button conjures the creature.
    """
    pool = player_view.match.game.table.creatures
    creature = pool[creature_id]
    points = victory_points_text(creature.value)
    more = f" · {player_view.say('answer.ways', n=len(payment_answers))}" if len(payment_answers) > 1 else ""
    paid = Payment(creature.cost, payment_answers[0].cards)
    cost = f"{creature.cost}, {cost_text(creature.cost)}" if more else rulebook().words.format_fact(paid)
    later = f" ({player_view.say('answer.no_cards')})" if creature.effect_with_verb("hand") else ""
    note = f"{points} · {cost}{more} · {creature.text()}{later}"
    return _creature_button(payment_answers[0], creature, note)


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
        if isinstance(answer, acts.Conjure):
            continue  # the creature is chosen first
        kinds.setdefault(_GROUP_BY_ACT.get(type(answer), _draw_group(answer)), []).append(
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


_GROUP_BY_ACT: Mapping[type[Act], str] = {
    acts.Call: "call",
    acts.Use: "ability",
    acts.UseArchmage: "archmage",
    acts.AnswerWith: "answer",
    acts.Stay: "instead",
    acts.Refresh: "instead",
    acts.Done: "end",
    acts.Pass: "end",
    acts.PassTurn: "end",
}


def _draw_group(answer: Act) -> str:
    match answer:
        case acts.Draw(None):
            return "draw"
        case acts.Draw():
            return "pile" if answer.from_pile else "discard"
    return ""


def _forbidden_targets(question: Question, player_view: PlayerView, chosen: str) -> list[AnswerButton]:
    table, seat = player_view.match.game.table, player_view.match.seat
    user = table.players[seat].find_creature(chosen)
    kind = user.creature.effects[0].target_kind if user else ""
    owners = {"own": [table.players[seat]], "other": table.opponents(seat)}.get(kind, ())
    answers = (acts.Use(chosen, (owned.id,)) for owner in owners for owned in owner.owned)
    return [
        AnswerButton(str(answer), _targets_label(answer, player_view), refusal=refusal)
        for answer in answers
        if isinstance(refusal := question.refusal(answer), Refusal)
    ]


def _forbidden_users(question: Question, player_view: PlayerView, _chosen: str) -> list[AnswerButton]:
    table, seat = player_view.match.game.table, player_view.match.seat
    answers = isinstance(question, AnswerAbility)
    act_class, owned_creatures = acts.AnswerWith if answers else acts.Use, table.players[seat].owned
    options = list(question.options())
    allowed = {answer.creature for answer in options if isinstance(answer, act_class)}
    tried: list[tuple[Act, str]] = [
        (act_class(owned.id), owned.creature.name())
        for owned in (owned_creatures.ready_to_answer if answers else owned_creatures)
        if owned.id not in allowed
    ]
    draw = next((answer for answer in options if isinstance(answer, acts.Draw)), None)
    if draw and table.players[seat].has_ongoing_ability("source"):
        tried.append((attrs.evolve(draw, from_pile=True), _said("draw_pile")))
    has_targets = any(player.owned for player in table.players)  # without creatures the reason is plain
    if not answers and has_targets and ARCHMAGE in table.players[seat].hand:
        tried += [
            (acts.UseArchmage(verb), player_view.say(f"answer.no_{verb}")) for verb in uses.ARCHMAGE_ABILITIES
        ]
    offers = []
    for act, label in tried:
        refusal = question.refusal(act)
        only_misses_target = isinstance(act, acts.UseArchmage) and refusal and refusal.rule == "EM-ABIL-2"
        if isinstance(refusal, Refusal) and not only_misses_target:
            offers.append(AnswerButton(str(act), label, refusal=refusal))
    return offers
