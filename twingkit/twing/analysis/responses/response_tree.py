"""The tree of responses in a battle under best play with open hands (TW-BAT-10), and its best line.

    response_tree("F: F5 F3 + F4 & cat vs W: W6 W4 @ hat & trap", attack_face="2", defence_face="Cross")
    best_play_line("F: F5 F3 + F4 & cat vs W: W6 W4 @ hat & trap", ["2", "Cross", "4"])

`child_nodes(battle, path)` returns the nodes after one moment, `expand_node(node)` those after a node;
`forbidden_responses(battle, path)` lists the forbidden responses with their reasons. These and all `…_rows`
do not need pandas. `response_nodes.py` explains paths and the limits of the tree.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.core.arguments import check_arguments, list_or_single
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.twing.analysis.reasons import analysis_rulebook, capitalized_label
from twingkit.twing.analysis.responses.battle_tree import BattleTree, battle_tree
from twingkit.twing.analysis.responses.response_nodes import (
    ResponseNode,
    expand_node,
    face_node,
    following_nodes,
    root_node_of_moment,
)
from twingkit.twing.analysis.responses.response_reasons import NO_RESPONSE, answer_name, answer_rules
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.rules.cards import face_text
from twingkit.twing.rules.rulebook import rule_refusal
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

MAX_NODES = 2000
"""The default limit of nodes in a tree."""


def tree_rows(
    battle: Battle | str,
    attack_face: str | int | None = None,
    defence_face: str | int | None = None,
    depth: int = 3,
    limit: int = MAX_NODES,
    variant: Variant | str = BOX,
) -> tuple[list[ResponseNode], set[str]]:
    """Return the nodes for the table `response_tree`, level by level, and the ids of nodes whose children are
    left out.
    """
    for name, number, least in (("depth", depth, 0), ("limit", limit, 1)):
        if type(number) is not int or number < least:
            raise Fault(
                "response_tree.number", name=name, least=least, found=one_line_excerpt(repr(number), 24)
            )
    tree = battle_tree(battle, variant)
    start = tree.moment_at_path(_faces(tree.battle, attack_face, defence_face))
    nodes = [(root_node_of_moment(tree, start), start)]
    shut: set[str] = set()
    full = False
    for node, moment in nodes:  # the loop appends to this list
        if node.is_over:
            continue
        opened = [] if full or node.depth >= depth else list(following_nodes(tree, moment, node.depth))
        full = full or len(nodes) + len(opened) > limit
        if full or not opened:
            shut.add(node.id)
        else:
            nodes += opened
    return [node for node, _ in nodes], shut


def best_line_rows(
    battle: Battle | str, faces: Sequence[str | int] = (), variant: Variant | str = BOX
) -> list[ResponseNode]:
    """Return the nodes of the line of best play in a battle: the rows of `best_play_line`, without pandas."""
    tree = battle_tree(battle, variant)
    rolling = sum(bool(side.spells) for side in tree.battle.sides)
    texts = [_face(face) for face in faces]
    node = root_node_of_moment(tree, tree.moment_at_path(texts[:rolling]))
    texts = texts[rolling:]
    line = [node]
    while not node.is_over:
        if node.turn in ROLES:
            node = next(child for child in expand_node(node) if child.is_best_answer)
        elif texts:
            node = _node_after_face(tree, node, texts.pop(0))
        else:
            return line
        line.append(node)
    if texts:
        fell = sum(bool(die) for die in line[0].shown_faces) + sum(node.kind == "face" for node in line)
        raise Fault(
            "faces_left", analysis_rulebook(), face=QuotedFact(one_line_excerpt(texts[0], 20)), n=fell
        )
    return line


def _node_after_face(tree: BattleTree, node: ResponseNode, face: str) -> ResponseNode:
    """Return the node that a rolled face leads to from `node`; a Spiral is named as a Spiral, not as 0."""
    moment = tree.moment_at_path((*node.path, face))
    return face_node(tree, moment, tree.moment_at_path(node.path), node.depth + 1)


@with_column_meanings
@check_arguments()
@localized
def response_tree(
    position: Battle | str,
    *,
    attack_face: str | int | None = None,
    defence_face: str | int | None = None,
    depth: int = 3,
    limit: int = MAX_NODES,
    variant: Variant | str = BOX,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the tree of responses in a battle as a table: one row for each node, parents first.

    `attack_face` and `defence_face` are the first face of each die ("2", "Cross", "Sun", "Spiral" or a
    number; a shield has none). With both, the tree starts after the roll; otherwise before it, with the faces
    as its first levels. `depth` levels are opened below the root, as long as there are at most `limit`
    nodes; `open` marks nodes with more below them.

    `id` and `parent` are paths (`roll/2/Cross/cat`; the root has no parent). `win`, `tie`, `loss` and `edge`
    are the attacker's chances at the node under best play from there on. The other columns are as in
    `ResponseNode`, where `chosen` is `is_best_answer`, `best` is `follows_best_play`, and `others` is
    `other_targets` (separated by spaces). `label`, `reason` and `explanation` are texts in `lang`, `rules` is
    a list of ids. `attrs`: `position`, `responses` ("best"), `lang`, `root` (its id). `variant` is a
    `Variant`, a preset's name or a line of switches; two cats are laid with the attack if that is best
    (TW-PLAY-3).

    Raises the errors of `child_nodes`, and `Fault` for faces that do not fit the battle.

    >>> frame = response_tree("F: F5 & cat vs W: W6 & trap", attack_face="Cross", defence_face=1, depth=1)
    >>> print(frame[["id", "turn", "best"]].to_string(index=False))
                   id         turn  best
         roll/Cross/1     attacker  True
    roll/Cross/1/pass              False
     roll/Cross/1/cat attacker die  True
    """
    nodes, shut = tree_rows(position, attack_face, defence_face, depth, limit, variant)
    return _frame(nodes, shut)


@with_column_meanings
@check_arguments(faces=list_or_single("argument.list"))
@localized
def best_play_line(
    position: Battle | str,
    faces: Sequence[str | int] = (),
    *,
    variant: Variant | str = BOX,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the line of best play from the roll on: each side's answers with their reasons.

    `faces` are the rolls in order: the attacker's, the defender's (none behind a shield), then every reroll.
    If a die is to be rolled and no face is left, the line ends with the odds at that point. Columns, `attrs`
    and `variant` as in `response_tree`. Raises its errors, and `Fault` for too many faces.

    >>> frame = best_play_line("F: F5 & cat vs W: W6 & trap", ["Cross", 1, 4])
    >>> print(" ".join(frame.answer[1:]), f"{frame.edge.iloc[-1]:.0f}")
    cat 4 1
    """
    return _frame(best_line_rows(position, faces, variant), set())


def _faces(battle: Battle, *thrown: str | int | None) -> list[str]:
    faces: list[str] = []
    for index, (role, side, face) in enumerate(zip(ROLES, battle.sides, thrown, strict=True)):
        if face is None:
            continue
        if not side.spells:
            raise rule_refusal("TW-BAT-5", "no_die", side=role)
        if len(faces) < index:
            raise Fault(
                "attacker_first", analysis_rulebook(), face=QuotedFact(one_line_excerpt(_face(face), 20))
            )
        faces.append(_face(face))
    return faces


def _face(face: str | int) -> str:
    return face_text(face) if isinstance(face, int) else str(face)


def tree_row_dicts(nodes: Sequence[ResponseNode], closed: set[str]) -> list[dict[str, object]]:
    """Return the rows of `response_tree` as dicts, without pandas.

    `closed` are the ids of the nodes whose children are left out.
    """
    return [
        {
            "id": node.id,
            "parent": node.parent if node is not nodes[0] else "",
            "depth": node.depth,
            "kind": node.kind,
            "mover": node.mover,
            "answer": node.answer,
            "label": node.label(),
            "turn": node.turn,
            "attack_die": node.shown_faces[0],
            "defence_die": node.shown_faces[1],
            "chance": node.chance,
            **node.odds.chances,
            "chosen": node.is_best_answer,
            "best": node.follows_best_play,
            "loss_of_edge": node.loss_of_edge,
            "open": node.id in closed,
            "others": " ".join(other.removeprefix("trap ") for other in node.other_targets),
            "reason": node.reason(),
            "rules": list(node.rules),
            "explanation": " ".join(ruling.text() for ruling in node.rulings),
        }
        for node in nodes
    ]


def _frame(nodes: Sequence[ResponseNode], shut: set[str]) -> DataFrame:
    begin = nodes[0]
    facts = {"position": str(begin.battle), "responses": "best", "lang": language(), "root": begin.id}
    return frame_from_rows(tree_row_dicts(nodes, shut), **facts, **variant_table_attrs(begin.variant))


@attrs.frozen
class FirstResponseChance:
    """One response with the chance that best play begins with it, over all rolls of a battle, and its mean
    gain over passing.

    `side` and `answer` are empty if nobody responds. `gain` is the side's mean gain in edge (win minus loss)
    over passing, in the rolls in which it responds this way.
    """

    side: str
    answer: str
    chance: float
    gain: float

    def label(self) -> str:
        """Return the response in words, with the side that makes it."""
        if not self.side:
            return capitalized_label("nobody")
        return capitalized_label("answer", side=self.side, answer=answer_name(self.answer))

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that allow the response."""
        return answer_rules(self.answer or NO_RESPONSE)


def first_response_rows(battle: Battle | str, variant: Variant | str = BOX) -> list[FirstResponseChance]:
    """Return how often best play begins with each response (or none), over all rolls of a battle, the most
    frequent first.

    The chances add up to 1. Raises the errors of `odds`.

    >>> for row in first_response_rows("F: F5 & cat vs W: W6"):
    ...     print(row.label(), f"{row.chance:.3f} {row.gain:.3f}")
    The attacker: black cat 0.639 0.501
    Nobody responds 0.361 0.000
    """
    responses = [FirstResponseChance(*entry) for entry in battle_tree(battle, variant).first_responses()]
    return sorted(responses, key=lambda response: -response.chance)


@with_column_meanings
@check_arguments()
@localized
def first_response_chances(
    position: Battle | str, *, variant: Variant | str = BOX, lang: Lang | None = None
) -> DataFrame:
    """Return a table of how often best play begins with each response, over all rolls of a battle.

    One row for each response. Columns `side`, `answer`, `label` (in `lang`), `chance`, `gain` and `rules` (a
    list), as in `FirstResponseChance`; the row with an empty side means no response. `variant` is a
    `Variant`, a preset's name or a line of switches. Raises the errors of `odds`.

    >>> first_response_chances("F: F5 & cat vs W: W6").chance.round(3).tolist()
    [0.639, 0.361]
    """

    rules = as_variant(variant)
    legal = legal_battle(position, rules)
    rows = [
        {**attrs.asdict(response), "label": response.label(), "rules": list(response.rules)}
        for response in first_response_rows(legal, rules)
    ]
    columns = ("side", "answer", "label", "chance", "gain", "rules")
    return frame_from_rows(
        rows, columns, position=str(legal), responses="best", lang=language(), **variant_table_attrs(rules)
    )
