"""The nodes of the tree of responses: the possible next steps at a moment, with odds and reasons (TW-BAT-10).

A moment in the tree is given by its path: the tuple of faces and answers from the roll on, such as ("2",
"Cross", "cat", "4", "hat"). The battle script determines the legal answers and the next steps; the odds come
from the contest, solved once. Nothing here needs pandas.

A Spiral counts as 0 (TW-BAT-15), so both are one outcome of a reroll. As in TW-ODDS-2, traps are played only
after the roll, and Miromon not against an event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.odds.odds import Odds
from twingkit.twing.analysis.reasons import NameFact, capitalized_label
from twingkit.twing.analysis.responses import response_reasons
from twingkit.twing.analysis.responses.battle_tree import AnswerPath, BattleMoment, BattleTree, battle_tree
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.odds import odds_ruling
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.dice import TrapRoll
from twingkit.twing.variants.variant import BOX, Variant

_ROOT_ID = "roll"
"""The id of the node before the roll, and the first part of every other id."""


@attrs.frozen(kw_only=True)
class ResponseNode:
    """One node of a battle's response tree: the state of the battle, and the answer or die face that led to
    it.

    `kind` is "answer", "face" or, at the root of a tree, "start"; `mover` is the side that answered or whose
    die was rolled. `turn` says what comes next: "attacker" or "defender" may respond, "attacker die" or
    "defender die" is to be rolled, "" if the battle is over. `shown_faces` are the faces on the table, "" for
    a die not rolled. `chance` is that of a face (1 for an answer); `odds` are the attacker's under best play
    from here on.

    `is_best_answer`: best play gives this answer here. `follows_best_play`: every answer from the roll to
    here is one of best play. `loss_of_edge` is the cost of the answer for its side: the edge (win minus loss)
    under the best answer minus that under this one. `other_targets` are the other creatures that this trap
    could take; the strongest is never worse (TW-ODDS-2). `reason_ruling` gives the reason, `rules` all
    relevant rules, `rulings` those at that point.
    """

    battle: Battle = attrs.field(repr=False)
    path: AnswerPath
    depth: int
    kind: str
    mover: str = ""
    answer: str = ""
    turn: str
    shown_faces: tuple[str, str]
    chance: float = 1.0
    odds: Odds
    is_best_answer: bool = False
    follows_best_play: bool
    loss_of_edge: float = 0.0
    other_targets: tuple[str, ...] = ()
    reason_ruling: Ruling = attrs.field(repr=False)
    rules: tuple[str, ...]
    rulings: tuple[Ruling, ...] = attrs.field(repr=False)
    name: NameFact = attrs.field(repr=False)
    variant: Variant = attrs.field(default=BOX, repr=False)

    @property
    def id(self) -> str:
        """The path as text, such as `roll/2/Cross/cat`."""
        return "/".join((_ROOT_ID, *self.path))

    @property
    def parent(self) -> str:
        """The id of the node one step earlier."""
        return self.id.rpartition("/")[0]

    @property
    def is_over(self) -> bool:
        """True if the battle is over at this node."""
        return not self.turn

    def label(self) -> str:
        """Return the answer or face in words, with its side."""
        return capitalized_label(self.name.case, **self.name.facts)

    def reason(self) -> str:
        """Return a sentence: why the answer is best, what it gives up, or the value of a face."""
        return self.reason_ruling.text()


@attrs.frozen
class ForbiddenResponse:
    """A response that a side may not play now although it has the card or object, with the refusal."""

    side: str
    answer: str
    refusal: Refusal

    def label(self) -> str:
        """Return the forbidden answer in words, with its side."""
        return capitalized_label("answer", side=self.side, answer=response_reasons.answer_name(self.answer))


def child_nodes(
    battle: Battle | str, path: Sequence[str] = (), variant: Variant | str = BOX
) -> tuple[ResponseNode, ...]:
    """Return a node for each possible next step after `path`: answers of the side to respond, or faces of its
    die.

    `path` holds the faces (the attacker's first) and answers from the roll on; an empty path is before the
    roll. Answers come in the order of best play (TW-ODDS-2). A path may contain a trap on a weaker creature,
    although only the strongest has a node. The result is empty if the battle is over. `variant` is a
    `Variant`, a preset's name or a line of switches; two cats are laid with the attack if that is best.

    Raises `NotationError` or `IllegalBattleError` for an invalid battle, `BudgetError` if best play would
    take too long, `Refusal` or `BadAnswer` for an answer of the path that is not possible.

    >>> for node in child_nodes("F: F5 & cat vs W: W6 & trap", ("Cross", "1")):
    ...     print(node.answer, f"{node.odds.edge:+.3f}", node.is_best_answer, f"{node.loss_of_edge:.3f}")
    pass -1.000 False 0.583
    cat -0.417 True 0.000
    """
    tree = battle_tree(battle, variant)
    return tuple(node for node, _ in following_nodes(tree, tree.moment_at_path(path), len(path)))


def expand_node(node: ResponseNode) -> tuple[ResponseNode, ...]:
    """Return the nodes that can follow a node, one level deeper."""
    tree = battle_tree(node.battle, node.variant)
    return tuple(below for below, _ in following_nodes(tree, tree.moment_at_path(node.path), node.depth))


def root_node(battle: Battle | str, path: Sequence[str] = (), variant: Variant | str = BOX) -> ResponseNode:
    """Return the root node of a tree of responses that starts after the answers and faces in `path`.

    Raises the errors of `child_nodes`.
    """
    tree = battle_tree(battle, variant)
    return root_node_of_moment(tree, tree.moment_at_path(path))


def forbidden_responses(
    battle: Battle | str, path: Sequence[str] = (), variant: Variant | str = BOX
) -> tuple[ForbiddenResponse, ...]:
    """Return the responses that are forbidden after the answers and faces in `path`, each with the rule that
    forbids it.

    Examples are a cat against the Socks, a trap against the Boots or without a creature left, the Hat once it
    is used, a defender's Shamrock, a cat behind a shield. Raises the errors of `child_nodes`.

    >>> for entry in forbidden_responses("F: F5 & cat vs W: W6 @ socks", ("0", "0")):
    ...     print(entry.answer, "-", entry.refusal)
    cat - The defender wears the Socks of Certainty: the attacker can use neither cats nor Miromon.
    [TW-POW-socks]
    """
    tree = battle_tree(battle, variant)
    return tuple(
        ForbiddenResponse(side, answer, refusal)
        for side, answer, refusal in tree.forbidden_responses(tree.moment_at_path(path))
    )


def root_node_of_moment(tree: BattleTree, moment: BattleMoment) -> ResponseNode:
    """Build the root node (depth 0) of a tree that starts at a moment of a battle; `tree` gives its odds."""
    ruling = response_reasons.deciding_ruling(moment.rulings)
    odds = tree.best_play_odds(moment.game)
    faces = [side.shown_face for side in moment.fight.sides if side.shown_face is not None]
    why = ruling or odds_ruling(odds)
    return ResponseNode(
        battle=tree.battle,
        path=moment.path,
        depth=0,
        kind="start",
        turn=moment.side_or_die_to_act,
        shown_faces=moment.shown_faces,
        odds=odds,
        follows_best_play=moment.is_best_play,
        reason_ruling=why,
        rules=(why.rule,),
        rulings=moment.rulings,
        name=response_reasons.response_tree_root_name(faces),
        variant=tree.variant,
    )


def following_nodes(
    tree: BattleTree, moment: BattleMoment, depth: int
) -> Iterator[tuple[ResponseNode, BattleMoment]]:
    """Yield each possible next node with its moment; none if the battle is over."""
    if moment.side_or_die_to_act in ROLES:
        yield from _answers(tree, moment, depth + 1)
    elif moment.side_or_die_to_act:
        for face in tree.possible_faces(moment):
            after = tree.moment_after(moment, face)
            yield face_node(tree, after, moment, depth + 1), after


def face_node(tree: BattleTree, moment: BattleMoment, before: BattleMoment, depth: int) -> ResponseNode:
    """Return the tree node for a moment of a battle that was reached by rolling a die; `before` is the moment
    before the roll.
    """
    question = before.game.question
    assert question is not None
    role, side = ROLES[question.player], moment.fight.sides[question.player]
    if isinstance(question, TrapRoll):
        face, why, rule = (
            question.parse_answer(moment.path[-1]),
            response_reasons.rolled_trap_ruling(moment.rulings),
            question.rule,
        )
    else:
        assert side.shown_face is not None
        face, why, rule = side.shown_face, response_reasons.face_reason(moment.fight, side), "TW-BAT-7"
    return ResponseNode(
        battle=tree.battle,
        path=moment.path,
        depth=depth,
        kind="face",
        mover=role,
        answer=moment.path[-1],
        turn=moment.side_or_die_to_act,
        shown_faces=moment.shown_faces,
        odds=tree.best_play_odds(moment.game),
        chance=tree.face_chance(before, moment.path[-1]),
        follows_best_play=before.is_best_play,
        reason_ruling=why,
        rules=_rules((rule, why.rule), moment.rulings),
        rulings=moment.rulings,
        name=response_reasons.face_name(role, face),
        variant=tree.variant,
    )


def _answers(
    tree: BattleTree, moment: BattleMoment, depth: int
) -> Iterator[tuple[ResponseNode, BattleMoment]]:
    """Yield the node and moment after each answer; of several traps, only that on the strongest creature gets
    a node.
    """
    role = moment.side_or_die_to_act
    options = tree.answer_options(moment)
    edges = {option.answer: option.responder_edge for option in options}
    chosen = tree.best_answer(options)
    as_it_lies = response_reasons.ruling_if_all_pass(moment.game)
    for option in options:
        after = tree.moment_after(moment, option.answer)
        why = response_reasons.choice_reason(role, option.answer, chosen, edges, as_it_lies)
        loss = edges[chosen] - option.responder_edge
        node = ResponseNode(
            battle=tree.battle,
            path=after.path,
            depth=depth,
            kind="answer",
            mover=role,
            answer=option.answer,
            turn=after.side_or_die_to_act,
            shown_faces=after.shown_faces,
            odds=tree.best_play_odds(after.game),
            is_best_answer=option.answer == chosen,
            follows_best_play=moment.is_best_play and option.answer == chosen,
            loss_of_edge=loss if loss > EPSILON else 0.0,
            other_targets=option.other_trap_answers,
            reason_ruling=why,
            rules=_rules((*response_reasons.answer_rules(option.answer), why.rule), after.rulings),
            rulings=after.rulings,
            name=response_reasons.side_answer_name(role, option.answer, option.other_trap_answers),
            variant=tree.variant,
        )
        yield node, after


def _rules(first: tuple[str, ...], rulings: Sequence[Ruling]) -> tuple[str, ...]:
    decided = response_reasons.deciding_ruling(rulings)
    return tuple(dict.fromkeys((*first, *((decided.rule,) if decided else ()))))
