"""Playing a plan: what everybody does and what chance brings, whatever the order in which it is asked.

    play = carry_out(table, "p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll 2", "p2: roll -1")

A plan says what a seat does with each kind of question. So the same plan plays on a table where a rule is
another one, and another question comes first. A player without a plan passes, keeps its objects, and takes
the first that there is to take.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

import attrs

from twingkit.asking import BadAnswer, Question, Refusal
from twingkit.messages import Fault
from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit.twing.quiz.games.tables import Tabletop
from twingkit.twing.rules.cards import Card

ASKED = {
    "act": "act",
    "attack": "lay",
    "defend": "lay",
    "roll": "roll",
    "draw": "draw",
    "pick_object": "object",
    "pick_event": "event",
    "pick_spell": "spell",
    "take_object": "take",
    "switch": "active",
    "support": "support",
    "before_roll": "respond",
    "interrupt": "respond",
    "respond": "respond",
    "discard_element": "discard",
    "discard_spell": "discard",
    "discard_creature": "discard",
}
"""Kinds of questions, and what a plan calls the answers to them."""

DECIDED = ("TW-BAT-16", "TW-BAT-17")
"""The rules that tell who won a battle."""

RESPONSES = ("cat", "trap", "miromon", "hat", "shamrock")
REST = {"support": "pass", "respond": "pass", "active": "keep"}
"""The answers of players without a plan, by kind of question."""


@attrs.frozen
class Play:
    """A table and the answers given: as lines of a record, with the kinds of their questions."""

    table: Tabletop
    game: Game
    lines: tuple[str, ...]
    kinds: tuple[str, ...]

    def place(self, kind: str, count: int = 0) -> int:
        """Before which line a kind of question is asked, for the first time or (`count`) later; the end if it
        is not."""
        indices = [index for index, other in enumerate(self.kinds) if other == kind]
        return indices[count] if count < len(indices) else len(self.lines)

    def last(self, kind: str) -> int:
        """The number of the line before which a kind of question is asked for the last time; the end if it is
        not."""
        return self.place(kind, self.kinds.count(kind) - 1) if kind in self.kinds else len(self.lines)

    def at(self, index: int) -> Game:
        """The game before a line."""
        return self.table.start().give(*self.lines[:index])

    def kept(self, drawn: Sequence[Card], since: int = 0, seat: int = 0) -> tuple[Card, ...]:
        """The cards, of those that a player got since a line, that the player still has, hand and
        entourage."""
        gained = cards_of(self.game, seat) - cards_of(self.at(since), seat)
        still_there = []
        for card in drawn:
            if gained[card]:
                gained[card] -= 1
                still_there.append(card)
        return tuple(still_there)

    def lost(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """The creatures, of these tokens, that the learner no longer has in the entourage."""
        before = [card.token for card in self.table.holdings[0].entourage]
        tokens_now = [card.token for card in self.game.table.players[0].entourage]
        return tuple(token for token in tokens if tokens_now.count(token) < before.count(token))

    def rulings(self, since: int = 0, seat: int = 0) -> list[Ruling]:
        """The rulings from a line on, as a seat may know them; the ruling on whose turn comes next is left
        out."""
        rulings = [ruling for entry in self.game.transcript[since:] for ruling in entry.rulings]
        return [ruling.seen_by(seat) for ruling in rulings if ruling.case != "turn"]

    def said(self, *rules: str, since: int = 0) -> list[Ruling]:
        """The rulings of some rules, in the order asked for: `TW-BAT-18`, or one case, `TW-BAT-18 won`."""
        rulings = self.rulings(since)
        matching = []
        for rule in rules:
            name, _, case = rule.partition(" ")
            matching += [ruling for ruling in rulings if ruling.rule == name and case in ("", ruling.case)]
        return matching


def cards_of(game: Game, seat: int) -> Counter[Card]:
    """The cards of a player, hand and entourage."""
    player = game.table.players[seat]
    specials = {"cat": player.cats, "trap": player.traps, "miromon": player.miromon}
    return Counter([*player.hand, *player.entourage]) + Counter(specials)


def ornicles(play: Play) -> int:
    """The number of Ornicles that the learner has in the end."""
    return int(play.game.table.players[0].ornicles)


def carry_out(table: Tabletop, *plan: str, until: str = "") -> Play | None:
    """The table played to the first question that the plan has no answer to, or to one of the kind `until`.

    None if it cannot be played: the table is none, or the plan is against the rules there.
    """
    try:
        game = table.start()
        lines, kinds = _answer_all(game, plan, until)
    except (Refusal, BadAnswer, Fault):
        return None
    return Play(table, game, tuple(lines), tuple(kinds))


def _answer_all(game: Game, plan: Sequence[str], until: str) -> tuple[list[str], list[str]]:
    waiting: dict[tuple[str, str], deque[str]] = {}
    for line in plan:
        seat, _, planned = line.partition(": ")
        waiting.setdefault((seat, _sort(planned)), deque()).append(planned)
    lines, kinds = [], []
    while (question := game.question) is not None and question.kind != until:
        seat, sort = game.start.seat(question.player), ASKED.get(question.kind, "")
        answer = _planned(question, waiting.get((seat, sort), deque()), sort)
        if answer is None:
            break
        kinds.append(question.kind)
        lines.append(f"{seat}: {answer}")
        game.answer(answer)
    return lines, kinds


def _sort(answer: str) -> str:
    """The kind of an answer, by its first word."""
    word = answer.partition(" ")[0]
    if word in RESPONSES:
        return "respond"
    return word if word in ASKED.values() else "act"


def _planned(question: Question, waiting: deque[str], sort: str) -> str | None:
    """The next answer of the plan; a response waits until it is allowed."""
    default = REST.get(sort) if sort != "take" else question.write(next(question.options()))
    if waiting and (default is None or question.refusal(question.read(waiting[0])) is None):
        return waiting.popleft()
    return default
