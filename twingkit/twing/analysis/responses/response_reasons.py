"""Reasons why an answer in a battle is best or what it gives up, and the names of answers and faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.twing.analysis.reasons import NameFact, RulingInSentence, reason_ruling
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.odds import BEST_RESPONSES
from twingkit.twing.rules import battle_acts
from twingkit.twing.rules.battle_acts import Trap, parse_response
from twingkit.twing.rules.cards import FACT_BY_FACE
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.outcome import DECIDING_RULES, die_value_and_rule
from twingkit.twing.rules.response_cards import RESPONSE_CARDS
from twingkit.twing.rules.rulebook import rulebook

NO_RESPONSE = "pass"
"""The answer of a side that passes."""

RULES_BY_RESPONSE = {
    NO_RESPONSE: ("TW-BAT-10",),
    "hat": ("TW-BAT-14", "TW-POW-hat"),
    "shamrock": ("TW-BAT-14", "TW-POW-shamrock"),
    **{kind: (card.rule,) for kind, card in RESPONSE_CARDS.items()},
    "two-cats": ("TW-PLAY-3", "TW-BAT-11"),
}
"""The rules of each response, by the first word of the answer."""


_TRAPS = ("TW-BAT-13", "TW-PLAY-3", "TW-VAR-5")
"""The rules whose rulings state the effect of a trap."""

_SETTLED = ("TW-BAT-18", "TW-BAT-19", "TW-BAT-20", "TW-BAT-21")


def answer_rules(answer: str) -> tuple[str, ...]:
    """Return the ids of the rules that allow a response."""
    return RULES_BY_RESPONSE[answer.partition(" ")[0]]


def answer_name(answer: str) -> NameFact:
    """Return the name of a response as a fact for sentences; the response is given as `cat`, `trap >F3`,
    `miromon attacker` and so on.
    """
    act = parse_response(answer)
    match act:
        case None:
            return NameFact("any_trap")
        case battle_acts.UseTwoCats():
            return NameFact("two_cats")
        case battle_acts.MiromonAgain():
            return NameFact("miromon_again")
        case battle_acts.Reroll("cat", target) if target:
            return NameFact("cat_on", {"side": target})
        case Trap():
            return NameFact("trap_rider" if act.takes_rider else "trap", {"card": act.creature})
        case battle_acts.Turn(name, target):
            return NameFact(name, {"side": target})
        case battle_acts.UseObject(name):
            return NameFact("object", {"object": name})
    return NameFact(act.name)


def side_answer_name(side: str, answer: str, other_targets: Sequence[str] = ()) -> NameFact:
    """Return a fact that names a side's response in a sentence; `other_targets` are the other creatures that
    a trap could take.
    """
    facts = {"side": side, "answer": answer_name(answer)}
    if not other_targets:
        return NameFact("answer", facts)
    cards = tuple(trap.creature for trap in map(parse_response, other_targets) if isinstance(trap, Trap))
    return NameFact("answer_or", {**facts, "others": cards})


def face_name(side: str, face: int) -> NameFact:
    """Return a fact that names a side's die roll in a sentence; face 0 includes the Spiral (TW-BAT-15)."""
    return NameFact("face" if face else "face_or_spiral", {"side": side, "face": FACT_BY_FACE[face]})


def response_tree_root_name(faces: Sequence[int]) -> NameFact:
    """Return a fact that names the starting point of a response tree in a sentence: “before the roll”, or the
    faces on the table.
    """
    names = tuple(FACT_BY_FACE[face] for face in faces)
    return NameFact("rolled", {"faces": names}) if names else NameFact("start")


def _percentage_points(edge: float) -> NameFact:
    tenths = round(edge * 1000)
    if not tenths:
        return NameFact("few_points")
    return NameFact("points", {"n": tenths // 10, "tenths": tenths % 10})


def choice_reason(
    side: str, answer: str, best_answer: str, edges: Mapping[str, float], ruling_if_passed: Ruling
) -> Ruling:
    """Return a ruling that explains why a side's answer is best, or how much worse it is than the best
    answer.

    `best_answer` is the best answer. `edges` holds, for every answer, the side's chance to win minus its
    chance to lose; `ruling_if_passed` is the ruling that decides the battle if nobody plays anything more.
    """
    facts = {"side": side, "standing": RulingInSentence(ruling_if_passed)}
    if answer != best_answer:
        facts["answer"] = answer_name(best_answer)
        loss = edges[best_answer] - edges[answer]
        if loss <= EPSILON:
            return reason_ruling(BEST_RESPONSES, "as_good", **facts)
        facts["loss"] = _percentage_points(loss)
        return reason_ruling(
            BEST_RESPONSES, "pass_gives_up" if answer == NO_RESPONSE else "gives_up", **facts
        )
    if answer != NO_RESPONSE:
        gain = _percentage_points(edges[answer] - edges[NO_RESPONSE])
        return reason_ruling(BEST_RESPONSES, "gains", gain=gain, **facts)
    others = {other: edge for other, edge in edges.items() if other != NO_RESPONSE}
    following = max(others, key=lambda other: others[other])
    loss = edges[NO_RESPONSE] - others[following]
    if loss <= EPSILON:
        return reason_ruling(BEST_RESPONSES, "pass_kept", **facts)
    return reason_ruling(
        BEST_RESPONSES, "pass_best", answer=answer_name(following), loss=_percentage_points(loss), **facts
    )


def face_reason(fight: Fight, side: FightSide) -> Ruling:
    """Return a ruling that explains what the face shown by a side's die counts (TW-BAT-15)."""
    enemy = fight.main_opponent(side)
    result, counted = die_value_and_rule(fight, side, enemy)
    rule, case = counted.key
    assert side.shown_face is not None
    facts = {"face": FACT_BY_FACE[side.shown_face], "result": FACT_BY_FACE[result]}
    return reason_ruling(rule, case, side=side.name, enemy=enemy.name, **facts)


def ruling_if_all_pass(game: Game) -> Ruling:
    """Return the ruling that would decide a game's battle if all sides passed from now on; the game is not
    changed.
    """
    twin = game.copy()
    while twin.question is not None:
        twin.answer(NO_RESPONSE)
    ruling = deciding_ruling(rulings_without_settlement(twin, 0))
    assert ruling is not None
    return ruling


def rolled_trap_ruling(rulings: Sequence[Ruling]) -> Ruling:
    """Return, from these rulings, the one on a trap that needed a roll to succeed (TW-PLAY-3)."""
    return next(ruling for ruling in rulings if ruling.rule in _TRAPS)


def rulings_without_settlement(game: Game, first_index: int) -> tuple[Ruling, ...]:
    """Return the rulings of a game from index `first_index` on, without those about gains and losses after
    the battle is decided.
    """
    book = rulebook()
    noted = (game.table.rulings or [])[first_index:]
    return tuple(Ruling(rule, case, facts, book) for rule, case, facts in noted if rule not in _SETTLED)


def deciding_ruling(rulings: Sequence[Ruling]) -> Ruling | None:
    """Return, from these rulings, the one that decided the battle; None if the battle is undecided."""
    return next((ruling for ruling in reversed(rulings) if ruling.rule in DECIDING_RULES), None)
