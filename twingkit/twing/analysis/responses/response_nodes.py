"""The nodes of the tree of responses: what can follow at a place, with its odds and its reason (TW-BAT-10).

A place in the tree is a path: the tuple of faces and answers from the roll on, such as ("2", "Cross", "cat",
"4", "hat"). The battle script determines the legal answers and what follows; the odds come from the contest,
solved once. Nothing here needs pandas.

A Spiral counts as 0 (TW-BAT-15), so both are one outcome of a re-roll. As in TW-ODDS-2, traps are played only
after the roll, and Miromon not against an event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.odds.odds import Odds
from twingkit.twing.analysis.reasons import NameFact, label
from twingkit.twing.analysis.responses.response_places import Path, Place, Places, places
from twingkit.twing.analysis.responses.response_reasons import (
    answer_name,
    answer_rules,
    choice_reason,
    face_name,
    face_reason,
    outcome_ruling,
    played_name,
    start_name,
    trap_ruling,
)
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.odds import odds_ruling
from twingkit.twing.notation.battle_line import ROLES, Battle, legal_battle
from twingkit.twing.rules.dice import TrapRoll
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

ROOT = "roll"
"""The first part of every node's id."""


@attrs.frozen(kw_only=True)
class ResponseNode:
    """One place in the tree, and the answer or face that led to it.

    `kind` is "answer", "face" or, at the root of a tree, "start"; `mover` is the side that answered or whose
    die was rolled. `turn` says what comes next: "attacker" or "defender" may respond, "attacker die" or
    "defender die" is to be rolled, "" if the battle is over. `dice` are the faces on the table, "" for a die
    not rolled. `chance` is that of a face (1 for an answer); `odds` are the attacker's under best play from
    here on.

    `chosen`: best play gives this answer here. `best`: every answer from the roll to here is one of best
    play. `loss_of_edge` is what the answer costs its side: the edge (win minus loss) under the best answer
    minus that under this one. `others` are the other creatures that this trap could take; the strongest is
    never worse (TW-ODDS-2). `why` gives the reason, `rules` all relevant rules, `rulings` those at that
    point.
    """

    battle: Battle = attrs.field(repr=False)
    path: Path
    depth: int
    kind: str
    mover: str = ""
    answer: str = ""
    turn: str
    dice: tuple[str, str]
    chance: float = 1.0
    odds: Odds
    chosen: bool = False
    best: bool
    loss_of_edge: float = 0.0
    others: tuple[str, ...] = ()
    why: Ruling = attrs.field(repr=False)
    rules: tuple[str, ...]
    rulings: tuple[Ruling, ...] = attrs.field(repr=False)
    name: NameFact = attrs.field(repr=False)
    variant: Variant = attrs.field(default=BOX, repr=False)

    @property
    def id(self) -> str:
        """The path as one text, such as `roll/2/Cross/cat`."""
        return "/".join((ROOT, *self.path))

    @property
    def parent(self) -> str:
        """The id of the previous place."""
        return self.id.rpartition("/")[0]

    @property
    def is_over(self) -> bool:
        """True if the battle is over here."""
        return not self.turn

    def label(self) -> str:
        """Return the answer or face in words, with the side."""
        return label(self.name.case, **self.name.facts)

    def reason(self) -> str:
        """Return why the answer is best or what it gives up, or the value of a face."""
        return self.why.text()


@attrs.frozen
class ForbiddenResponse:
    """A response that a side cannot play now, although it holds the card or owns the object, and the reason
    why.
    """

    side: str
    answer: str
    why: Refusal

    def label(self) -> str:
        """Return the answer in words, with the side."""
        return label("answer", side=self.side, answer=answer_name(self.answer))


def children(
    battle: Battle | str, path: Sequence[str] = (), variant: Variant | str = BOX
) -> tuple[ResponseNode, ...]:
    """Return what can follow at one place of the tree: answers of the side to respond, or faces of its die.

    `path` holds the faces (the attacker's first) and answers from the roll on; an empty path is before the
    roll. Answers come in the order of best play (TW-ODDS-2). A path may contain a trap on a weaker creature,
    although only the strongest has a node. The result is empty if the battle is over. `variant` is a
    `Variant`, a preset's name or a line of switches; two cats are laid with the attack if that is best.

    Raises `NotationError` or `BattleError` for an invalid battle, `BudgetError` if best play would take too
    long, `Refusal` or `BadAnswer` for an answer of the path that is not possible.

    >>> for node in children("F: F5 & cat vs W: W6 & trap", ("Cross", "1")):
    ...     print(node.answer, f"{node.odds.edge:+.3f}", node.chosen, f"{node.loss_of_edge:.3f}")
    pass -1.000 False 0.583
    cat -0.417 True 0.000
    """
    tree = _tree(battle, variant)
    return tuple(node for node, _ in following_nodes(tree, tree.walk(path), len(path)))


def expand(node: ResponseNode) -> tuple[ResponseNode, ...]:
    """Return what can follow after a node: its `children`, one level deeper."""
    tree = places(node.battle, node.variant)
    return tuple(below for below, _ in following_nodes(tree, tree.walk(node.path), node.depth))


def root(battle: Battle | str, path: Sequence[str] = (), variant: Variant | str = BOX) -> ResponseNode:
    """Return the node at one place of the tree, as the root of what follows. Raises the errors of
    `children`."""
    tree = _tree(battle, variant)
    return start_node(tree, tree.walk(path))


def forbidden_responses(
    battle: Battle | str, path: Sequence[str] = (), variant: Variant | str = BOX
) -> tuple[ForbiddenResponse, ...]:
    """Return the responses that the sides cannot play at one place of the tree, each with the rule that
    forbids
    it.

    Examples are a cat against the Socks, a trap against the Boots or without a creature left, the Hat once it
    is used, a defender's Shamrock, a cat behind a shield. Raises the errors of `children`.

    >>> for entry in forbidden_responses("F: F5 & cat vs W: W6 @ socks", ("0", "0")):
    ...     print(entry.answer, "-", entry.why)
    cat - The defender wears the Socks of Certainty: the attacker can use neither cats nor Miromon.
    [TW-POW-socks]
    """
    tree = _tree(battle, variant)
    return tuple(
        ForbiddenResponse(side, answer, refusal)
        for side, answer, refusal in tree.forbidden_responses(tree.walk(path))
    )


def _tree(battle: Battle | str, variant: Variant | str) -> Places:
    rules = as_variant(variant)
    return places(legal_battle(battle, rules), rules)


def start_node(tree: Places, place: Place) -> ResponseNode:
    """Return the node of a place as the root of a tree."""
    ruling = outcome_ruling(place.rulings)
    odds = tree.odds(place.game)
    faces = [side.die for side in place.fight.sides if side.die is not None]
    why = ruling or odds_ruling(odds)
    return ResponseNode(
        battle=tree.battle,
        path=place.path,
        depth=0,
        kind="start",
        turn=place.to_move,
        dice=place.dice,
        odds=odds,
        best=place.best,
        why=why,
        rules=(why.rule,),
        rulings=place.rulings,
        name=start_name(faces),
        variant=tree.variant,
    )


def following_nodes(tree: Places, place: Place, depth: int) -> Iterator[tuple[ResponseNode, Place]]:
    """Yield the nodes that can follow, each with its place; none once the battle is over."""
    if place.to_move in ROLES:
        yield from _answers(tree, place, depth + 1)
    elif place.to_move:
        for face in tree.faces(place):
            after = tree.follow(place, face)
            yield face_node(tree, after, place, depth + 1), after


def face_node(tree: Places, place: Place, before: Place, depth: int) -> ResponseNode:
    """Return the node of a rolled face."""
    role = before.to_move.partition(" ")[0]
    side = place.fight.sides[ROLES.index(role)]
    question = before.game.question
    if isinstance(question, TrapRoll):
        face, why, rule = question.parse_answer(place.path[-1]), trap_ruling(place.rulings), question.rule
    else:
        assert side.die is not None
        face, why, rule = side.die, face_reason(place.fight, side), "TW-BAT-7"
    return ResponseNode(
        battle=tree.battle,
        path=place.path,
        depth=depth,
        kind="face",
        mover=role,
        answer=place.path[-1],
        turn=place.to_move,
        dice=place.dice,
        odds=tree.odds(place.game),
        chance=tree.chance(before, place.path[-1]),
        best=before.best,
        why=why,
        rules=_rules((rule, why.rule), place.rulings),
        rulings=place.rulings,
        name=face_name(role, face),
        variant=tree.variant,
    )


def _answers(tree: Places, place: Place, depth: int) -> Iterator[tuple[ResponseNode, Place]]:
    """Yield a node for each answer; the trap on the strongest creature represents all traps."""
    role = place.to_move
    options = tree.options(place)
    edges = {option.answer: option.edge for option in options}
    chosen = tree.chosen(options)
    as_it_lies = tree.deciding_ruling(place)
    for option in options:
        after = tree.follow(place, option.answer)
        why = choice_reason(role, option.answer, chosen, edges, as_it_lies)
        loss = edges[chosen] - option.edge
        node = ResponseNode(
            battle=tree.battle,
            path=after.path,
            depth=depth,
            kind="answer",
            mover=role,
            answer=option.answer,
            turn=after.to_move,
            dice=after.dice,
            odds=tree.odds(after.game),
            chosen=option.answer == chosen,
            best=place.best and option.answer == chosen,
            loss_of_edge=loss if loss > EPSILON else 0.0,
            others=option.others,
            why=why,
            rules=_rules((*answer_rules(option.answer), why.rule), after.rulings),
            rulings=after.rulings,
            name=played_name(role, option.answer, option.others),
            variant=tree.variant,
        )
        yield node, after


def _rules(first: tuple[str, ...], rulings: Sequence[Ruling]) -> tuple[str, ...]:
    """Return the ids of the rules of a step, including the one that decided the battle, if any."""
    decided = outcome_ruling(rulings)
    return tuple(dict.fromkeys((*first, *((decided.rule,) if decided else ()))))
