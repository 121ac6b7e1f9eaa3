"""The first game of Ember: the progress of each seat, and which rules are worth an explanation now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules import uses
from twingkit.ember.rules.ability_text import ability_ruling
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.questions import PASS, TURN, Answer, Conjure, Draw, LastUse, Moment, Respond
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS, EmberTable
from twingkit.ember.view import View
from twingkit.learn.first_game.first_game import FirstGame

HERE = Path(__file__).parent


def points(table: EmberTable, seat: int) -> float:
    """Return the Victory Points of a seat as a share of the agreed number (0 to 1 and above)."""
    return table.players[seat].total / table.variant.length


CALL_RULES = ("EM-CALL-2", "EM-CALL-6", "EM-CALL-3", "EM-CALL-5")
"""Rules of the end of the game: who may call, a wrong call, the last round, and who wins."""

NEAR_THE_END = (17 / 30, 0.8)
"""Shares of the agreed Victory Points at which the first and the second half of the rules of the end are
explained, as soon as any seat has them. From 17 of 30 points on, one creature can be enough for a call.
"""


def offered_rules(asked: Question) -> Iterator[str]:
    """Yield the rules that a learner needs to understand the options of a question, the most urgent first.

    These are: a call, the signs of costs, the end of the game as soon as it is near, uses, the words of
    abilities.
    """
    if not isinstance(asked, Moment | Answer):
        return
    table, answers = asked.table, list(asked.options())
    words = {answer.split()[0] for answer in answers}
    if uses.CALL in words:
        yield from (CALL_RULES[0], CALL_RULES[2])
    if isinstance(asked, Draw):
        yield "EM-COST-2"
    if "refresh" in words:
        yield "EM-TURN-4"
    names = dict.fromkeys(answer.split()[1] for answer in answers if answer.startswith("conjure "))
    yield from _cost_rules([table.creatures[name] for name in names])
    if isinstance(asked, Answer):
        yield from ("EM-ABIL-4", "EM-ABIL-5")
    yield from _end_rules(asked, words)
    used = dict.fromkeys(answer.split()[1] for answer in answers if answer.split()[0] in ("use", "answer"))
    if "use" in words:
        yield from ("EM-ABIL-1", "EM-ABIL-2")
    if "archmage" in words or ARCHMAGE in table.players[asked.player].hand:
        yield "EM-ARCH-1"
    if "archmage" in words:
        yield "EM-ARCH-2"
    yield from _ability_rules([table.creatures[name] for name in (*used, *names)])


def _cost_rules(creatures: list[Creature]) -> Iterator[str]:
    """Yield the rules that explain the signs in the costs of these creatures."""
    signs = {sign for creature in creatures for sign in str(creature.cost)}
    if signs & {"N", "E", "R"}:
        yield "EM-COST-2"
    if "S" in signs:
        yield "EM-COST-3"
    if "+" in signs:
        yield "EM-COST-1"


def _ability_rules(creatures: list[Creature]) -> Iterator[str]:
    """Yield the rules that explain the words in the abilities of these creatures."""
    kinds = {creature.when for creature in creatures}
    if kinds & {"flip", "ongoing"}:
        yield "EM-ABIL-1"
    if "answer" in kinds:
        yield "EM-ABIL-3"
    if any("lesser" in creature.text("en") for creature in creatures):
        yield "EM-ABIL-6"


def _end_rules(asked: Moment | Answer, words: set[str]) -> Iterator[str]:
    """Yield the rules of the end once somebody is near it: all of them if a call is possible."""
    table = asked.table
    best = max(points(table, seat) for seat in range(len(table.players)))
    if uses.CALL in words or isinstance(asked, LastUse) or best >= NEAR_THE_END[1]:
        yield from CALL_RULES
    elif best >= NEAR_THE_END[0]:
        yield from CALL_RULES[:2]


COST_SIGNS = {"EM-COST-1": {"+"}, "EM-COST-2": {"N", "E", "R"}, "EM-COST-3": {"S"}}
"""The signs of a cost that each of these rules explains."""


def reason_for(asked: Question, rule: str) -> Ruling | None:
    """Return the creature, card or points that make a rule matter now, as a ruling; None if none do."""
    if not isinstance(asked, Moment | Answer):
        return None
    table = asked.table
    answers = [answer.split() for answer in asked.options()]
    named = {answer[1]: None for answer in answers if answer[0] in ("use", "answer", "conjure")}
    creatures = [table.creatures[name] for name in named]
    if rule in CALL_RULES:
        best = max(table.players, key=lambda player: player.total)
        return _reason("EM-CALL-2", "near", side=best.name, n=best.total, limit=table.variant.length)
    if rule == "EM-ARCH-1" and ARCHMAGE in table.players[asked.player].hand:
        return _reason(rule, "held", side=table.players[asked.player].name)
    if rule in COST_SIGNS:
        dear = [creature for creature in creatures if COST_SIGNS[rule] & set(str(creature.cost))]
        return _reason(rule, "sign", creature=dear[0], cost=dear[0].cost) if dear else None
    if rule in ("EM-ABIL-1", "EM-ABIL-3", "EM-ABIL-6"):
        about = [creature for creature in creatures if rule in _ability_rules([creature])]
        return ability_ruling(about[0]) if about else None
    return None


def _reason(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, f"why_{case}", facts, rulebook())


def is_too_early(view: View, rule: str) -> bool:
    """Return True for the rule on marks while there are none, and for the rules on using Archmages while the
    learner holds none and the Charred Pile has none.
    """
    if rule == "EM-ABIL-8":
        return not any(creature.marks for seat in view.seats for creature in seat.creatures)
    return rule in ("EM-ARCH-3", "EM-ARCH-4") and ARCHMAGE not in (*view.hand, *view.pile)


def routine_answer(game: Game) -> str:
    """Return the answer that the page gives for the learner; "" if the learner has to answer.

    The turn ends by itself if the learner has just passed after conjuring and nobody has acted since.
    """
    asked = game.question
    if not isinstance(asked, Conjure) or not asked.table.conjured:
        return ""
    for entry in reversed(game.transcript):
        if entry.answer not in (PASS, TURN) or not isinstance(entry.question, Respond):
            return ""
        if entry.player == asked.player:
            return "done"
    return ""


FIRST_GAME = FirstGame.load(
    HERE / "first_game.toml",
    HERE / "first_deals.toml",
    lines={count: (f"ember {count}",) for count in range(FEWEST_SEATS, len(SEATS) + 1)},
    points=points,
    abilities=("use",),
    open=0.27,
    length=60,
    shown=("EM-TURN-1", "EM-CALL-1", "EM-SET-2", "EM-SET-3", "EM-SET-5"),
    silent=("EM-SET-", "EM-POOL-2", "EM-ODDS-", "EM-WIN-5"),
    unsaid=("EM-ABIL-2.", "EM-ABIL-7.", "EM-CONJ-4.", "EM-TURN-1."),
    offered=offered_rules,
    because=reason_for,
    brief=("EM-TURN-4", "EM-ABIL-6"),
    early=is_too_early,
    routine=routine_answer,
    asked={"conjure": ("EM-CONJ-2", "EM-COST-5"), "respond": ("EM-WIN-3",), "answer": ("EM-ARCH-3",)},
    quiet={
        "draw": (
            *("EM-TURN-7", "EM-DECK-1", "EM-DECK-2", "EM-TURN-3", "EM-CONJ-3"),
            *("EM-CALL-4", "EM-ARCH-1", "EM-ARCH-2", "EM-DECK-4", "EM-VIEW-2", "EM-DECK-3", "EM-TURN-5"),
        ),
        "conjure": (
            *("EM-COST-4", "EM-TURN-3", "EM-CONJ-4", "EM-CONJ-3"),
            *("EM-POOL-1", "EM-TURN-7", "EM-ARCH-2", "EM-CALL-7"),
        ),
        "respond": (
            *("EM-ABIL-4", "EM-ABIL-5", "EM-ABIL-8", "EM-WIN-4"),
            *("EM-ARCH-3", "EM-ARCH-4", "EM-CALL-4", "EM-WIN-2", "EM-VIEW-1", "EM-WIN-6", "EM-DECK-4"),
        ),
    },
)
"""The first game; while the game is young, opponents stay within eight points of the last player."""
