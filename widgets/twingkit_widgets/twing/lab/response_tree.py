"""The responses tab: the tree of all responses with odds and reasons, the best line marked."""

from __future__ import annotations

from twingkit import twing
from twingkit.core.notation import ROLES
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.twing.analysis.responses import response_nodes
from twingkit.twing.analysis.responses.response_reasons import NO_RESPONSE, answer_name
from twingkit.twing.analysis.responses.response_tree import best_line_rows
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.rules.cards import FACES, face_text
from twingkit_widgets.lab.action_values import parse_offered_value, parse_single_field
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.controls import drop_down_list
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.chips import mini_odds_bar, rule_buttons_html
from twingkit_widgets.twing.lab.variant_battle import variant_of
from twingkit_widgets.twing.lab.words import lab_say, lab_word
from twingkit_widgets.twing.pictures.die import face_name

_INITIAL_FACE = "0"

_UNROLLED = ""
"""The choice for a die that has not been rolled."""

NodePath = tuple[str, ...]


class ResponseTreeTab(BattleTab):
    """The tab with the responses to a battle, as a tree that opens node by node."""

    figure_kind = "response_tree"

    def frame(self) -> DataFrame:
        """Return the responses after the chosen first rolls, with their odds and reasons."""
        attack, defence = (
            face if side.spells and face != _UNROLLED else None
            for face, side in zip(self._rolled, self.lab.analysed_subject.sides, strict=True)
        )
        line = str(self.analysed_subject)
        return twing.response_tree(line, attack_face=attack, defence_face=defence, variant=self.variant)

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self._rolled = (_INITIAL_FACE, _INITIAL_FACE)
        self._grown: tuple[str, tuple[str, str], twing.Variant] | None = None
        """The battle, the dice and the variant to which the open nodes belong."""
        self._open_nodes: frozenset[NodePath] = frozenset()
        self._at_node: NodePath | None = None
        """The node whose reason is shown; None for the root."""

    def act_tree_die(self, value: object) -> None:
        """Set a first roll, such as `{"1": "Cross"}` for the defender; "" resets it and all later rolls."""
        side_index, face = parse_single_field(value)
        parse_offered_value(side_index, ("0", "1"))
        parse_offered_value(face, (_UNROLLED, *map(face_text, FACES)))
        dice = list(self._rolled)
        dice[int(side_index)] = face
        if side_index == "0" and face == _UNROLLED:
            dice[1] = _UNROLLED
        elif side_index == "1" and face and dice[0] == _UNROLLED:
            dice[0] = _INITIAL_FACE
        self._rolled = (dice[0], dice[1])

    def act_node(self, value: object) -> None:
        """Open or close a node of the tree, such as `cat/4`, and show its reason."""
        path = tuple(part for part in str(value or "").split("/") if part)
        opened_nodes = self.open_nodes()
        sentence = f"{self._label(path)} {self._reason(path)}"
        opened = path in opened_nodes
        self._open_nodes = self._open_nodes - {path} if opened else self._open_nodes | {path}
        self._at_node = path
        self.lab.status = sentence

    def act_node_read(self, value: object) -> None:
        """Do nothing: a tap on the reason of a node must not close the node."""

    def _rolled_faces(self) -> NodePath:
        """Return the rolled faces, with which every path begins."""
        if self.analysed_subject is None:
            raise LabFault
        rolls = [bool(side.spells) for side in self.analysed_subject.sides]
        faces = [face for face, rolling in zip(self._rolled, rolls, strict=True) if rolling]
        return tuple(faces[: faces.index(_UNROLLED)] if _UNROLLED in faces else faces)

    def open_nodes(self) -> frozenset[NodePath]:
        """Return the paths of the open nodes. For a new battle or other dice, the nodes on the best line of
        play are open.
        """
        base, line = self._rolled_faces(), str(self.analysed_subject)
        rules = variant_of(self.analysed_subject)
        key = (line, self._rolled, rules)
        if self._grown != key:
            rows = best_line_rows(line, base, rules)
            self._open_nodes = frozenset(node.path[len(base) :] for node in rows if not node.is_over)
            self._grown, self._at_node = key, None
        return self._open_nodes

    def python_call(self) -> str:
        """Return the Python call that returns the shown numbers."""
        return f'twing.response_tree("{self.analysed_subject}"{self.rules_argument})'

    def view(self) -> Markup:
        """Return the dice, the tree, and the reason of the node that was opened last."""
        self.open_nodes()
        start = self._root(())
        tree = el(
            "ul",
            self._node(start, (), 1),
            cls="tk-list tk-tree",
            role="tree",
            aria_label=lab_say("tree.label"),
            data_roving=True,
            data_key="tree",
        )
        hint = el("p", lab_say("tree.how"), cls="tk-small tk-soft", data_controls=True)
        silent = all(node.answer == NO_RESPONSE for node in self._children(())) and start.turn in ROLES
        nobody = el("p", lab_say("tree.nobody"), cls="tk-note") if silent else None
        return el("div", self._dice(), nobody, hint, tree, cls="tk-stack")

    def _dice(self) -> Markup:
        sides = self.lab.analysed_subject.sides
        fields = [self._die(side_index) for side_index, side in enumerate(sides) if side.spells]
        return el("div", fields, cls="tk-row tk-tree-dice", data_controls=True)

    def _die(self, side_index: int) -> Markup:
        faces = [(face_text(face), face_name(face)) for face in FACES]
        field = drop_down_list(
            [(_UNROLLED, lab_say("tree.open")), *faces],
            self._rolled[side_index],
            f"tree_die:{side_index}",
            name=str(side_index),
            cls="tk-button",
            data_act="tree_die",
        )
        label = lab_say("tree.die", ROLES[side_index])
        return el("label", el("span", label, cls="tk-label"), field, cls="tk-tree-die")

    def _children(self, path: NodePath) -> tuple[response_nodes.ResponseNode, ...]:
        return response_nodes.child_nodes(*self._place(path))

    def _root(self, path: NodePath) -> response_nodes.ResponseNode:
        return response_nodes.root_node(*self._place(path))

    def _place(self, path: NodePath) -> tuple[str, NodePath, twing.Variant]:
        battle = self.analysed_subject
        return str(battle), (*self._rolled_faces(), *path), variant_of(battle)

    def _node(self, node: response_nodes.ResponseNode, path: NodePath, level: int) -> Markup:
        is_open = path in self._open_nodes and not node.is_over
        group = None
        if is_open:
            below = [self._node(child, (*path, child.answer), level + 1) for child in self._children(path)]
            group = el("ul", below, cls="tk-list", role="group")
        text = "/".join(path)
        signs = [el("span", node.label() if path else self._label(path), cls="tk-node-name")]
        if node.chance < 1:
            falls = lab_word("tree.falls", chance=percent(node.chance))
            signs.append(el("span", falls, cls="tk-soft tk-small tk-number"))
        if node.is_best_answer:
            signs.append(el("span", lab_word("tree.best"), cls="tk-chip tk-chip-main"))
        odds = node.odds
        bar = mini_odds_bar((odds.win, odds.tie, odds.loss))
        wins = lab_word("tree.wins", win=percent(odds.win))
        signs.append(el("span", el("b", wins, cls="tk-number"), bar, cls="tk-node-odds"))
        return el(
            "li",
            el("span", signs, cls="tk-node"),
            self._explanation(path) if path == (self._at_node or ()) else None,
            group,
            role="treeitem",
            aria_expanded=None if node.is_over else str(is_open).lower(),
            aria_selected=str(path == (self._at_node or ())).lower(),
            aria_level=level,
            data_item=True,
            tabindex="-1",
            data_act="node",
            data_value=text,
            data_key=f"node:{text}",
            cls="tk-node-best" if node.follows_best_play and path else None,
        )

    def _explanation(self, path: NodePath) -> Markup:
        """Return the explanation of the last opened node: its reason, and legal and illegal responses."""
        barred = response_nodes.forbidden_responses(*self._place(path))
        node = self._root(path)
        then: Child = None
        if node.turn in ROLES:
            then = el("p", lab_say("tree.turn", node.turn))
        elif node.turn:
            then = el("p", lab_say("tree.rolls", node.turn.partition(" ")[0]))
        forbidden = [
            el(
                "li",
                el("b", response.label()),
                ": ",
                response.refusal.text(),
                " ",
                rule_buttons_html((response.refusal.rule,), f"barred:{response.side}:{response.answer}"),
            )
            for response in barred
        ]
        odds = node.odds
        facts = {part: percent(getattr(odds, part), 1) for part in ("win", "tie", "loss")}
        return el(
            "div",
            el("p", self._reason(path), " ", rule_buttons_html(self._node_from_parent(path).rules, "node")),
            el("p", lab_word("tree.odds", **facts)) if path else None,
            then,
            [el("p", lab_say("tree.barred"), cls="tk-label"), el("ul", forbidden, cls="tk-list tk-small")]
            if forbidden
            else None,
            cls="tk-stack tk-tight tk-tree-told",
            data_act="node_read",
            data_key="node-told",
        )

    def _node_from_parent(self, path: NodePath) -> response_nodes.ResponseNode:
        """Return the node at a path as listed among its parent's children, with the answer that leads to it
        and its reason.
        """
        below = self._children(path[:-1]) if path else ()
        return next((child for child in below if child.answer == path[-1]), None) or self._root(path)

    def _label(self, path: NodePath) -> str:
        return (
            self._node_from_parent(path).label() if path or self._rolled_faces() else lab_say("tree.before")
        )

    def _reason(self, path: NodePath) -> str:
        """Return the text that explains a node; for an answer, it compares the chances with those of the
        alternative.
        """
        node = self._node_from_parent(path)
        if not path or node.kind != "answer":
            return node.reason()
        siblings = [sibling for sibling in self._children(path[:-1]) if sibling.answer != node.answer]
        if not node.is_best_answer:
            other, case = next(sibling for sibling in siblings if sibling.is_best_answer), "gives"
        elif node.answer != NO_RESPONSE:
            other, case = next(sibling for sibling in siblings if sibling.answer == NO_RESPONSE), "gains"
        else:
            other = max(siblings, key=lambda sibling: _movers_chance(sibling, "edge"), default=node)
            case = "keeps"
        sign = -1 if node.is_best_answer else 1
        gains = {part: _movers_chance(other, part) - _movers_chance(node, part) for part in ("win", "loss")}
        part = "win" if gains["win"] * sign > EPSILON else "loss"
        if part == "loss" and gains["loss"] * -sign <= EPSILON:
            return node.reason()
        reason = lab_say(
            f"tree.{case}_{part}",
            node.mover,
            other=answer_name(other.answer).label(twing.rulebook().words),
            now=percent(_movers_chance(node, part), 1),
            then=percent(_movers_chance(other, part), 1),
        )
        standing = node.reason_ruling.facts.get("standing") if node.answer == NO_RESPONSE else None
        return f"{reason} {lab_say('tree.standing')} {standing.ruling.text()}" if standing else reason


def _movers_chance(node: response_nodes.ResponseNode, part: str) -> float:
    return float(getattr(node.odds if node.mover == ROLES[0] else node.odds.for_defender(), part))
