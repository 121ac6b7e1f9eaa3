"""The pictures and texts beside a question on Ember: only the part of the table that decides it, the
abilities of the creatures there, and the meaning of the signs of costs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.ember.box.pool import Creature, load_pool
from twingkit.learn.quiz import Item
from twingkit_widgets.ember.pictures.cards import hand_html
from twingkit_widgets.ember.pictures.table import piles_html
from twingkit_widgets.ember.play.answers import answer_label
from twingkit_widgets.ember.words import say
from twingkit_widgets.learn.practice.pictures import PlainPictures
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first

BARE = ("sets-and-runs:rarest", "setting-up:begins", "setting-up:left", "setting-up:players")
"""The kinds of questions that no table decides."""

PUZZLES = "puzzles"
"""The topic of puzzles: creatures that can be conjured say what they cost and do."""

HANDS = ("sets-and-runs",)
"""The topics in which the hand alone decides."""

DRAWS = ("one_set", "runs", "two_sets", "wild", "either", "pay")
"""The themes of puzzles in which the hand and what has been laid decide, and no ability acts."""

COUNTED = ("the-call",)
"""The topics in which flipped creatures only count: what they could do face up is not told."""

COST = re.compile(r"\b[NERS][2-5]\b")
"""A sign of a cost, in words."""


class EmberQuestions(PlainPictures):
    """The pictures of the questions."""

    def table(
        self, item: Item, *, answered: bool, step: int | None, rule: str
    ) -> tuple[Sequence[Child], Markup | None]:
        """The part of the table that decides, as the learner's seat sees it."""
        if f"{item.topic}:{item.kind}" in BARE:
            return [], None
        if item.topic in HANDS and step is None:
            label = say("table.hand_label")
            cards = hand_html(item.game().view(item.seat).hand, label)
            return [el("b", label, cls="tk-small"), cards], None
        if item.topic == PUZZLES and item.kind in DRAWS:
            view = item.game().view(item.seat)
            hand = hand_html(view.hand, say("table.hand_label"))
            return [
                el("b", say("table.hand_label"), cls="tk-small"),
                hand,
                piles_html(view),
            ], None
        return super().table(item, answered=answered, step=step, rule=rule)

    def option(self, before: Game, line: str) -> str:
        """An answer in words."""
        return capitalize_first(answer_label(before.strip_seat(line), load_pool()))

    def known(self, item: Item) -> Markup | None:
        """The abilities of the creatures on the table that no option says, and what signs of costs mean."""
        words = [item.prompt(), *(choice.text() for choice in item.choices)]
        lying = _lying(item)
        rows = [
            el(
                "li",
                el("b", f"{creature.name()} ({creature.cost})"),
                f" ({creature.value}): ",
                creature.text(),
            )
            for creature in (load_pool().values() if item.topic == PUZZLES and item.kind not in DRAWS else ())
            if creature not in lying and any(creature.name() in text for text in words[1:])
        ]
        words += [str(row) for row in rows]
        rows += [
            el("li", el("b", creature.name()), f" ({creature.value}): ", creature.text())
            for creature in lying
            if not any(creature.effects_text() in text for text in words[1:])
        ]
        legend = el("p", say("cost.legend")) if any(COST.search(text) for text in words) else None
        if not rows and legend is None:
            return None
        head = el("h3", say("table.does"), cls="tk-label") if rows else None
        listed = el("ul", rows, cls="tk-list em-does") if rows else None
        return el("div", head, listed, legend, cls="tk-small", data_key="known")


def _lying(item: Item) -> list[Creature]:
    """The creatures on the table whose abilities matter, the learner's first."""
    if f"{item.topic}:{item.kind}" in BARE or (item.topic == PUZZLES and item.kind in DRAWS):
        return []
    players = item.game().table.players
    seats = [players[(item.seat + step) % len(players)] for step in range(len(players))]
    owned = [conjured for player in seats for conjured in player.owned]
    return [conjured.creature for conjured in owned if conjured.up or item.topic not in COUNTED]
