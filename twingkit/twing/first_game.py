"""The first game of Imperial Twing: a seat's progress, and which rules and questions to skip."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.learn.first_game.first_game import FirstGame, single_answer
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.fight import Side
from twingkit.twing.rules.harm import response_harm
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.objects import ACTIVE_LIMIT
from twingkit.twing.rules.outcome import comes_home, current_result
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.response_cards import KINDS_BY_EFFECT
from twingkit.twing.rules.responses import BeforeRoll, Respond
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.view import View

HERE = Path(__file__).parent

GOAL = 3
"""The number of objects needed to enter the end game (TW-END-1)."""


def goal_progress(table: TwingTable, seat: int) -> float:
    """Return how much of the objects for the end game a seat owns or could pay for, from 0 to 1; 0 if it is
    out.
    """
    player = table.players[seat]
    if player.out:
        return 0.0
    price = table.variant.price
    worth = price * (len(player.objects) + len(player.stored)) + player.ornicles
    return min(1.0, worth / (GOAL * price))


OBJECT_GAINS = {
    ("TW-OBJ-1", "bought"),
    ("TW-BAT-8", "object_gained"),
    ("TW-DUEL-3", "taken"),
    ("TW-END-5", "taken"),
}
"""The rulings by which a player gets an object."""


def gained_object_rules(game: Game, seat: int) -> Iterator[str]:
    """Yield the rules of the objects that a player has got in a game."""
    name = game.table.players[seat].name
    for ruling in chain.from_iterable(entry.rulings for entry in game.transcript):
        made = ruling.rule == "TW-OBJ-3" and "object" in ruling.facts
        if (made or (ruling.rule, ruling.case) in OBJECT_GAINS) and ruling.facts["side"] == name:
            yield f"TW-POW-{ruling.facts['object']}"


def displayed_object_rules(game: Game) -> Iterator[str]:
    """Yield the rules of the objects in the display, whose buttons say what they do."""
    for ruling in chain(game.opening_rulings, *(entry.rulings for entry in game.transcript)):
        if ruling.case == "displayed":
            yield f"TW-POW-{ruling.facts['object']}"


TRAP_PREFIXES = tuple(f"{kind} " for kind in KINDS_BY_EFFECT["trap"])
"""The prefixes of responses that take a creature."""

RULES_BY_QUESTION = {
    "act": ("TW-BOX-2",),
    "support": ("TW-BAT-22",),
    "attack": ("TW-BAT-2", "TW-BOX-3"),
    "defend": ("TW-BAT-5", "TW-BOX-3"),
    "respond": ("TW-BAT-10", "TW-BOX-3"),
    "before_roll": ("TW-BAT-13",),
}
"""The rules needed to understand the options of these questions.

They are the letters of the elements, what may be laid, the faces of the die, and what support may bring.
"""


DUEL_RULES = ("TW-DUEL-1", "TW-DUEL-3", "TW-DUEL-2")
"""The rules of a duel: what it is, what it brings, and that all its battles are fought."""

ENDGAME_RULES = ("TW-END-1", "TW-END-2")
"""The rules of an end-game attack: its targets, and who is out."""

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

RULES_BY_FIGHT = {"duel": DUEL_RULES, "endgame": ENDGAME_RULES}
"""The rules of a battle that others may have started, by its kind, explained before cards are laid."""


def rules_to_explain(question: Question) -> Iterator[str]:
    """Yield the rules needed to understand a question: of possible actions, of this kind of battle, of
    mounts.
    """
    if isinstance(question, LayCards):
        yield from RULES_BY_FIGHT.get(question.fight.kind, ())
    yield from RULES_BY_QUESTION.get(question.kind, ())
    if isinstance(question, ChooseAction):
        able = {answer.partition(" ")[0] for answer in question.options()}
        yield from chain.from_iterable(rules for word, rules in RULES_BY_ACTION.items() if word in able)
    if isinstance(question, ChooseAction) and any(card.mount for card in question.owner.entourage):
        yield "TW-BAT-3"
    if isinstance(question, LayCards) and any(card.mount for card in question.side.player.entourage):
        yield "TW-BAT-3"


def is_too_early(view: View, rule: str) -> bool:
    """Return whether a rule does not concern the learner yet.

    The end game before anybody can enter it, duels before the learner could call one, choosing active objects
    before there are too many, the Ritual without a cat, capturing without a trap, and mounts if there are
    none.
    """
    owned = [len(seat.objects) + len(seat.stored) for seat in view.seats]
    if rule.startswith("TW-END-"):
        return max(owned) < view.variant.objects_needed
    if rule.startswith("TW-DUEL-"):
        others = any(count for seat, count in enumerate(owned) if seat != view.player)
        return not (others and view.own.ornicles)
    if rule == "TW-BAT-3":
        return not any(card.mount for seat in view.seats for card in seat.entourage)
    if rule == "TW-OBJ-2":
        return owned[view.player] < ACTIVE_LIMIT
    return (rule == "TW-OBJ-3" and not view.hand.cats) or (rule == "TW-OBJ-4" and not view.hand.traps)


def routine_answer(game: Game) -> str:
    """Return the answer that the table gives for the learner, or "".

    It gives the only possible answer, keeps active objects until there is a new one, keeps traps until after
    the roll, and passes for a learner who is ahead or whom nothing could help.
    """
    asked = game.question
    if isinstance(asked, ChooseActiveObjects):
        return "keep" if _has_chosen_objects(game, asked.owner) else ""
    if isinstance(asked, BeforeRoll):
        return "pass"
    if isinstance(asked, Respond) and asked.kind == "respond":
        return (
            "pass"
            if (_wins_as_it_stands(asked) or _all_responses_are_futile(asked))
            and not _trap_could_catch_returning_creature(asked)
            else ""
        )
    return single_answer(asked)


def auto_pass_case(game: Game) -> str:
    """Return the reason why the table passes instead of a response."""
    asked = game.question
    if isinstance(asked, Respond) and asked.kind == "respond":
        return "ahead" if _wins_as_it_stands(asked) else "in_vain"
    return ""


def _has_chosen_objects(game: Game, owner: Player) -> bool:
    """Return whether the owner has chosen active objects and has gained none since."""
    for entry in reversed(game.transcript):
        if any(
            (ruling.rule, ruling.case) in OBJECT_GAINS and ruling.facts["side"] == owner.name
            for ruling in entry.rulings
        ):
            return False
        if entry.kind == ChooseActiveObjects.kind and entry.player == owner.seat:
            return True
    return False


def _wins_as_it_stands(question: Respond) -> bool:
    """Return whether the side wins all its pairings now; if others respond, it will be asked again."""
    results = [current_result(question.fight, *pair).winner for pair in _pairings(question)]
    return all(winner is not None and bool(winner) == bool(question.side.index) for winner in results)


def _all_responses_are_futile(question: Respond) -> bool:
    """Return whether each response would be wasted or harmful; traps are if a Sun or a Cross decides."""
    critical = all(current_result(question.fight, *pair).points is None for pair in _pairings(question))
    return all(
        (critical and answer.startswith(TRAP_PREFIXES)) or response_harm(question, answer)
        for answer in question.options()
        if answer != "pass"
    )


def _trap_could_catch_returning_creature(question: Respond) -> bool:
    """Return whether a trap can take a creature that would come home now, which matters beyond the battle.

    See TW-BAT-20 and TW-BAT-21.
    """
    if not any(answer.startswith(TRAP_PREFIXES) for answer in question.options()):
        return False
    for attack, defence in _pairings(question):
        enemy = attack if question.side.index else defence
        loses = current_result(question.fight, attack, defence).winner == question.side.index
        if any(not loses or comes_home(question.fight, enemy, fighter.card) for fighter in enemy.standing):
            return True
    return False


def _pairings(question: Respond) -> list[tuple[Side, Side]]:
    """Return the pairings of the side that is asked, the attack first."""
    side = question.side
    return [(enemy, side) if side.index else (side, enemy) for enemy in question.fight.enemies(side)]


FIRST_GAME = FirstGame.load(
    HERE / "first_game.toml",
    HERE / "first_deals.toml",
    lines={count: (f"players {count}", "variant box price=3") for count in (2, 3, 4)},
    points=goal_progress,
    open=0.34,
    length=90,
    unsaid=("TW-POW-",),
    offered=rules_to_explain,
    early=is_too_early,
    routine=routine_answer,
    case=auto_pass_case,
    gained=gained_object_rules,
    displayed=displayed_object_rules,
    before=dict.fromkeys(("TW-DUEL-2", "TW-DUEL-3", "TW-DUEL-4"), "TW-DUEL-1"),
    fewest={"TW-BAT-6": 3, "TW-BAT-22": 3},
    quiet={
        "act": (
            *("TW-BAT-18", "TW-BAT-20", "TW-BAT-17", "TW-TURN-2", "TW-END-2", "TW-BAT-3"),
            *("TW-BAT-21", "TW-BAT-13", "TW-OBJ-2", "TW-BAT-12", "TW-DUEL-3", "TW-END-5", "TW-END-6"),
        ),
        "attack": ("TW-BAT-17", "TW-BAT-16", "TW-BAT-21"),
        "defend": ("TW-BAT-17", "TW-BAT-16", "TW-BAT-13", "TW-BAT-12"),
    },
    silent=("TW-BOX-1", "TW-BOX-4", "TW-BOX-5", "TW-BOX-6", "TW-SET-", "TW-ODDS-", "TW-VAR-"),
)
"""The first game: objects are cheap, so that it is short; opponents stay within one object of the last
player.
"""
