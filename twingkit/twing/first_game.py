"""The first game of Imperial Twing: the progress of a seat, and the rules and questions to skip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import singledispatch
from itertools import chain
from pathlib import Path

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.learn.first_game.first_game import FirstGameSettings, single_answer
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.battle_acts import PASS, Trap
from twingkit.twing.rules.fight import FightSide
from twingkit.twing.rules.harm import response_harm_kind
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.objects import MAX_ACTIVE_OBJECTS
from twingkit.twing.rules.outcome import result_if_all_pass, returns_to_owner
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, Player
from twingkit.twing.rules.responses import Respond, TrapBeforeRoll
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.support import SupportWithCard
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.rules.typed_rulings import ObjectGained
from twingkit.twing.view import GameView

PACKAGE_DIR = Path(__file__).parent

_LARGE_HAND = 6
"""The number of cards in a hand from which a learner wonders whether hands have a limit."""

_OBJECTS_FOR_ENDGAME = 3
"""See TW-END-1."""


def _endgame_progress(table: TwingTable, seat: int) -> float | None:
    """Return a seat's progress towards the end game (0 to 1), by the objects it owns or can pay for; None if
    it has left the game."""
    player = table.players[seat]
    if player.has_left:
        return None
    price = table.variant.price
    worth = price * (len(player.active_objects) + len(player.inactive_objects)) + player.ornicles
    return min(1.0, worth / (_OBJECTS_FOR_ENDGAME * price))


def _gained_object_rules(game: Game, seat: int) -> Iterator[str]:
    """Yield the rule ids of the objects that a player has gained in a game, such as `TW-POW-hat`."""
    name = game.table.players[seat].name
    for ruling in chain.from_iterable(entry.rulings for entry in game.transcript):
        match ruling.event:
            case ObjectGained(side, gained) if side == name:
                yield f"TW-POW-{gained}"


def _displayed_object_rules(game: Game) -> Iterator[str]:
    """Yield the rule ids of all objects that have been put into the display so far, such as `TW-POW-hat`."""
    for ruling in chain(game.opening_rulings, *(entry.rulings for entry in game.transcript)):
        if ruling.case == "displayed":
            yield f"TW-POW-{ruling.facts['object']}"


_RULES_BY_RESPONSE_QUESTION = {"respond": ("TW-BAT-10", "TW-BOX-3"), "before_roll": ("TW-BAT-13",)}

RULES_BY_RESPONSE = {"trap": "TW-BAT-13", "miromon": "TW-BAT-12", "hat": "TW-BAT-14", "shamrock": "TW-BAT-14"}
"""The rule to know before choosing a response, by its first word."""

DUEL_RULES = ("TW-DUEL-1", "TW-DUEL-3", "TW-DUEL-2")
"""The rules of a duel: its course, its prize, and that all its battles are fought."""

ENDGAME_RULES = ("TW-END-1", "TW-END-2")
"""The rules of an end-game attack: its targets, and the elimination of players."""

RULES_BY_ACTION = {
    "duel": DUEL_RULES[:2],
    "endgame": ENDGAME_RULES,
    "buy": ("TW-OBJ-1",),
    "ritual": ("TW-OBJ-3",),
    "capture": ("TW-OBJ-4",),
}
"""The rules to know before choosing an action, by its first word.

The rule that all battles of a duel are fought is left for later, during the duel.
"""

_RULES_BY_FIGHT_KIND = {"duel": DUEL_RULES, "endgame": ENDGAME_RULES}
"""The rules to explain before cards are laid in a battle, by the kind of battle."""


@singledispatch
def rules_for_question(question: Question) -> Iterator[str]:
    """Yield the ids of the rules that a learner needs to answer a question.

    They cover the letters of the elements, legal lays, the faces of the die, and the effects of support.
    """
    return iter(())


@rules_for_question.register(SupportWithCard)
def _support_rules(_question: Question) -> Iterator[str]:
    yield "TW-BAT-22"


@rules_for_question.register(LayCards)
def _lay_rules(question: LayCards) -> Iterator[str]:
    yield from _RULES_BY_FIGHT_KIND.get(question.fight.kind, ())
    yield from ("TW-BAT-5" if question.side.index else "TW-BAT-2", "TW-BOX-3")
    yield from _rules_of_possessions(question.side.player)


@rules_for_question.register(Respond)
def _response_rules(question: Respond) -> Iterator[str]:
    yield from _RULES_BY_RESPONSE_QUESTION.get(question.kind, ())
    words = {answer.name for answer in question.options()}
    yield from (rule for word, rule in RULES_BY_RESPONSE.items() if word in words)


@rules_for_question.register(ChooseAction)
def _action_rules(question: ChooseAction) -> Iterator[str]:
    yield "TW-BOX-2"
    able = {action.word for action in question.options()}
    yield from chain.from_iterable(rules for word, rules in RULES_BY_ACTION.items() if word in able)
    yield from _rules_of_possessions(question.owner)


def _rules_of_possessions(player: Player) -> Iterator[str]:
    if any(card.mount for card in player.entourage):
        yield "TW-BAT-3"
    yield from (f"TW-POW-{name}" for name in player.active_objects)


def rule_relevance_reason(question: Question, rule: str) -> Ruling | None:
    """Return a ruling that names the cards, objects or Ornicles which make a rule relevant to this question;
    None if there are none.
    """
    facts = _relevant_things(question).get(rule, {})
    return Ruling(rule, "why_now", facts, rulebook()) if facts and all(facts.values()) else None


@singledispatch
def _relevant_things(question: Question) -> Mapping[str, Mapping[str, object]]:
    """Return, by rule, the facts that make the rule relevant at a question; an empty fact means that it is
    not relevant.
    """
    return {}


@_relevant_things.register(LayCards)
def _things_to_lay(question: LayCards) -> Mapping[str, Mapping[str, object]]:
    owner = question.side.player
    elements = {spell.element for spell in owner.hand}
    fitting = tuple(card for card in owner.entourage if card.element in elements)
    shield = {"side": owner.name, "cards": tuple(owner.entourage)}
    return {"TW-BAT-2": {**shield, "cards": fitting}, "TW-BAT-3": _mounts(owner), "TW-BAT-5": shield}


@_relevant_things.register(ChooseAction)
def _things_to_use(question: ChooseAction) -> Mapping[str, Mapping[str, object]]:
    table, owner = question.table, question.owner
    others = table.other_players(owner.seat)
    catchable = tuple(card for other in others for card in other.entourage if card.element == owner.character)
    rival = next((other for other in others if other.owned_objects), owner)
    stake = {"side": owner.name, "n": owner.ornicles}
    return {
        "TW-BAT-3": _mounts(owner),
        "TW-DUEL-1": {**stake, "enemy": rival.name, "objects": rival is not owner and rival.owned_objects},
        "TW-END-1": {"side": owner.name, "objects": owner.owned_objects},
        "TW-OBJ-1": {**stake, "limit": table.variant.price, "objects": table.object_display},
        "TW-OBJ-4": {"side": owner.name, "element": owner.character, "cards": catchable},
    }


def _mounts(owner: Player) -> Mapping[str, object]:
    return {"side": owner.name, "cards": tuple(card for card in owner.entourage if card.mount)}


def is_rule_too_early(view: GameView, rule: str) -> bool:
    """Return whether a rule need not be shown to the learner yet, because it cannot matter in this view of
    the game.

    Too early are the end game before anybody can enter it, duels before the learner could call one, choosing
    active objects before there are too many, the limits of hands before a hand comes near them, mounts if
    there are none, and rules of cards and objects that the learner does not have.
    """
    owned = [len(seat.active_objects) + len(seat.inactive_objects) for seat in view.seats]
    if rule.startswith("TW-END-"):
        return max(owned) < view.variant.objects_needed
    if rule.startswith("TW-DUEL-"):
        others = any(count for seat, count in enumerate(owned) if seat != view.player)
        return not (others and view.own_seat.ornicles)
    if rule == "TW-BAT-3":
        return not any(card.mount for seat in view.seats for card in seat.entourage)
    if rule == "TW-OBJ-2":
        return owned[view.player] < MAX_ACTIVE_OBJECTS
    if rule == "TW-TURN-4":
        widest = max(seat.hand_size for seat in view.seats)
        return len({spell.element for spell in view.hand.spells}) < MAX_HAND_ELEMENTS and widest < _LARGE_HAND
    if rule.startswith("TW-POW-"):
        active = [name for seat in view.seats for name in seat.active_objects]
        return rule.removeprefix("TW-POW-") not in active
    held = {"TW-OBJ-3": view.hand.cats, "TW-BAT-11": view.hand.cats, "TW-BAT-12": view.hand.miromon}
    return not {**held, "TW-OBJ-4": view.hand.traps, "TW-BAT-13": view.hand.traps}.get(rule, True)


def automatic_answer(game: Game) -> str:
    """Return the answer that the computer gives for the learner, or "" if the learner must answer.

    It gives the only possible answer except cards to lay, keeps active objects until there is a new one,
    keeps traps until after the roll, and passes for a learner who is ahead or whom nothing could help.
    """
    match game.question:
        case ChooseActiveObjects(owner=owner):
            return "keep" if _has_chosen_objects(game, owner) else ""
        case TrapBeforeRoll():
            return str(PASS)
        case Respond(kind=Respond.kind) as question:
            in_vain = _wins_as_it_stands(question) or _all_responses_are_futile(question)
            return str(PASS) if in_vain and not _trap_could_catch_returning_creature(question) else ""
        case LayCards():
            return ""
        case question:
            return single_answer(question)


def _auto_pass_case(game: Game) -> str:
    """Return why the computer passes for the learner: "ahead" if the learner wins as it stands, else
    "in_vain"; "" for any question but a response.
    """
    match game.question:
        case Respond(kind=Respond.kind) as question:
            return "ahead" if _wins_as_it_stands(question) else "in_vain"
    return ""


def _has_chosen_objects(game: Game, owner: Player) -> bool:
    """Return whether the owner has chosen active objects and has gained none since."""
    for entry in reversed(game.transcript):
        events = [ruling.event for ruling in entry.rulings]
        if any(isinstance(event, ObjectGained) and event.side == owner.name for event in events):
            return False
        if entry.kind == ChooseActiveObjects.kind and entry.player == owner.seat:
            return True
    return False


def _wins_as_it_stands(question: Respond) -> bool:
    """Return whether the side wins all its pairings if nobody responds any more."""
    results = [result_if_all_pass(question.fight, *pair).winner for pair in _pairings(question)]
    return all(winner is not None and bool(winner) == bool(question.side.index) for winner in results)


def _all_responses_are_futile(question: Respond) -> bool:
    """Return whether each response is wasted or harmful; traps are wasted if a Sun or a Cross decides."""
    critical = all(result_if_all_pass(question.fight, *pair).points is None for pair in _pairings(question))
    return all(
        (critical and isinstance(answer, Trap)) or response_harm_kind(question, answer)
        for answer in question.options()
        if answer != PASS
    )


def _trap_could_catch_returning_creature(question: Respond) -> bool:
    """Return whether a trap can take a creature that would otherwise come home (TW-BAT-20, TW-BAT-21)."""
    if not any(isinstance(answer, Trap) for answer in question.options()):
        return False
    for attack, defence in _pairings(question):
        enemy = attack if question.side.index else defence
        loses = result_if_all_pass(question.fight, attack, defence).winner == question.side.index
        if any(
            not loses or returns_to_owner(question.fight, enemy, fighter.card)
            for fighter in enemy.creatures_in_battle
        ):
            return True
    return False


def _pairings(question: Respond) -> list[tuple[FightSide, FightSide]]:
    """Return the pairings of the responding side, each as attacker and defender."""
    side = question.side
    return [(enemy, side) if side.index else (side, enemy) for enemy in question.fight.enemies(side)]


FIRST_GAME = FirstGameSettings.load(
    PACKAGE_DIR / "first_game.toml",
    PACKAGE_DIR / "first_deals.toml",
    setup_lines={count: (f"players {count}", "variant box price=3") for count in (2, 3, 4)},
    progress_to_goal=_endgame_progress,
    rules_for_options=rules_for_question,
    reason_for_rule=rule_relevance_reason,
    is_rule_too_early=is_rule_too_early,
    automatic_answer=automatic_answer,
    automatic_answer_case=_auto_pass_case,
    acquired_rules=_gained_object_rules,
    displayed_rules=_displayed_object_rules,
)
"""The first game: objects are cheap to keep it short, and no opponent gets more than one object ahead."""
