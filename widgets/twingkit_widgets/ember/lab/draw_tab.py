"""The common part of the tabs about drawing: the wanted creature and the number of turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from twingkit.ember.box.pool import Creature, load_pool
from twingkit.ember.exact_odds.chance_within import KeepChoice, keep_rows_in_slices
from twingkit_widgets.ember.lab.builder import HandBuilder
from twingkit_widgets.ember.lab.draft import PositionDraft
from twingkit_widgets.ember.pictures.creature import creature_tile_html
from twingkit_widgets.ember.words import chance_text, cost_text, say
from twingkit_widgets.lab.tab import LabFault, LabTab
from twingkit_widgets.panel.controls import button_group, labelled_select
from twingkit_widgets.panel.markup import Child, Markup, el


class DrawTab(LabTab):
    """Base class of the Ember lab's tabs about drawing the cards to conjure a creature within a number of
    turns.
    """

    turn_choices: ClassVar[Sequence[int]] = (1, 2)
    """Offered numbers of turns."""
    state_parameter = "needs"
    turns = 1
    """The chosen number of turns."""

    @property
    def draft(self) -> PositionDraft:
        """Return the hand that the tab's results are about."""
        return PositionDraft(self.lab.analysed_subject)

    builder: HandBuilder
    """The builder, which stores the wanted creature."""

    def _cost(self) -> str:
        """Return the cost of the wanted creature. Raises `LabFault` if there is none."""
        creature = self.builder.wanted_creature()
        if creature is None:
            raise LabFault("fault.no_table")
        return str(creature.cost)

    def keep_choices(self) -> Sequence[KeepChoice]:
        """Return each choice of cards to keep for the wanted creature, the best first. Raises `Unfinished`
        until they are computed.
        """
        draft, cost = self.draft, self._cost()
        return self.computed(keep_rows_in_slices, draft.hand, cost, self.turns, seen=draft.seen_elsewhere)

    # -- actions

    def act_turns(self, value: object) -> None:
        """Choose the number of turns; values that are not offered are ignored."""
        if str(value) in map(str, self.turn_choices):
            self.turns = int(str(value))
            self.status = self.say("turns_are", n=self.turns)

    def act_wanted_creature(self, value: object) -> None:
        """Choose the wanted creature; "" lets the lab choose it."""
        name = str(value or "")
        self.builder.wanted_creature_id = name if name in load_pool() else ""

    # -- saved state

    def saved_state(self) -> str:
        """Return the creature and turns, such as `dragon:2`, or "" if both have their defaults."""
        wanted = self.builder.wanted_creature_id
        first = not wanted and self.turns == self.turn_choices[0]
        return "" if first else f"{wanted}:{self.turns}"

    def load_state(self, state: str) -> None:
        """Restore the state returned by `saved_state`."""
        name, _, turns = state.partition(":")
        self.act_wanted_creature(name)
        self.act_turns(turns)
        self.status = ""

    # -- the page

    def turn_buttons_html(self) -> Markup:
        """Render the buttons that choose the number of turns."""
        choices = [
            (str(n), self.say("turns_one") if n == 1 else self.say("turns", n=n)) for n in self.turn_choices
        ]
        return button_group(choices, str(self.turns), "turns", self.say("turns_label"), "tk-row")

    def creature_select_html(self, creature: Creature) -> Markup:
        """Render the list to choose the wanted creature from."""
        pool = load_pool()
        rows = sorted((pool[name] for name in self.draft.pool), key=lambda candidate: -candidate.value)
        options = [(candidate.id, self._option(candidate)) for candidate in rows]
        own, label = f"{self.lab.id_prefix}-aim", self.say("aim")
        field = labelled_select(options, creature.id, "aim", own, label, data_act="wanted_creature")
        return el("div", el("div", field), creature_tile_html(creature), cls="em-aim")

    def _option(self, creature: Creature) -> str:
        points = say("creature.points", n=creature.value)
        return f"{creature.name()}: {points}, {cost_text(creature.cost)}"


def chance_html(chance: float) -> list[Child]:
    """Render a chance in percent with a bar of proportional length."""
    text = chance_text(chance)
    meter = el("progress", value=f"{chance:.4f}", max=1, cls="em-bar", aria_hidden="true")
    return [el("span", text, cls="tk-number"), meter]
