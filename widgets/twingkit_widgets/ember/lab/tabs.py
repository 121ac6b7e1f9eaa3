"""The tabs of the lab: conjuring now and soon, cards to keep, refreshing, and a tie."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from twingkit import ember
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import as_frame
from twingkit.ember.box.pool import Creature, load_pool
from twingkit.ember.exact_odds import pool_chances
from twingkit.ember.exact_odds.chance_within import KEEP_COLUMNS, KeepChoice, keep_rows_in_slices
from twingkit.ember.exact_odds.other_draws import refresh_chance_in_slices
from twingkit.ember.exact_odds.tie_odds import TieOdds, odds_in_tie, tie_worth
from twingkit.ember.rules.table import LARGEST_HAND
from twingkit_widgets.ember.lab.builder import HandBuilder, price_html
from twingkit_widgets.ember.lab.draft import PositionDraft
from twingkit_widgets.ember.pictures.cards import card_html, card_name
from twingkit_widgets.ember.pictures.creature import creature_tile_html
from twingkit_widgets.ember.words import chance_text, cost_text, say
from twingkit_widgets.lab.tab import LabFault, LabTab, joined_tables
from twingkit_widgets.panel.chart import folded_chart
from twingkit_widgets.panel.controls import button_group, column_heads, labelled_select, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import join_names, percent

_MAX_SHOWN_PAYMENTS = 6
"""Maximum number of payments shown at first."""

_MAX_SHOWN_CREATURES = 12
"""Maximum number of creatures listed at first."""

SAMPLES = 2000
"""Number of random hands to deal."""


class HandTab(LabTab):
    """Base class of the tabs of the Ember lab."""

    @property
    def draft(self) -> PositionDraft:
        """Return the hand that the tab's results are about."""
        return PositionDraft(self.lab.analysed_subject)


class ConjureNowTab(HandTab):
    """The lab tab that lists the creatures which the hand can conjure now, the highest first."""

    def frame(self) -> DataFrame:
        """Return the creatures with their payments, as `ember.conjurable_creatures` does."""
        draft = self.draft
        return as_frame(ember.conjurable_creatures(draft.hand, creatures=draft.pool))

    def view(self) -> Markup:
        """Render the creatures with their payments."""
        draft = self.draft
        rows = pool_chances.conjurable_rows(draft.hand, creatures=draft.pool)
        if not rows:
            return el("p", self.say("now.none"))
        items = [el("li", self._creature(row)) for row in rows]
        listed = el("ul", items, cls="tk-list em-rows")
        return el("div", el("p", self.say("now.some", n=len(rows))), listed, cls="tk-stack")

    def _creature(self, row: pool_chances.ConjurableCreature) -> list[Child]:
        creature = row.creature
        ways = sorted(row.payments, key=lambda cards: cards.count("*"))
        shown = [self._way(cards) for cards in ways[:_MAX_SHOWN_PAYMENTS]]
        more: Child = None
        if len(ways) > _MAX_SHOWN_PAYMENTS:
            rest = [self._way(cards) for cards in ways[_MAX_SHOWN_PAYMENTS:]]
            summary = el("summary", self.say("now.more", n=len(rest)))
            more = el(
                "details", summary, el("ul", rest, cls="tk-list em-ways"), data_key=f"more:{creature.id}"
            )
        text = el("p", creature.text(), cls="tk-small")
        tile = creature_tile_html(creature, price_html(creature))
        return [tile, text, el("ul", shown, cls="tk-list em-ways"), more]

    def _way(self, cards: tuple[str, ...]) -> Markup:
        return el("li", el("span", [card_html(card) for card in cards], cls="em-pay"))


class DrawTab(HandTab):
    """Base class of the Ember lab's tabs about drawing the cards to conjure a creature within a number of
    turns.
    """

    turn_choices: ClassVar[Sequence[int]] = (1, 2)
    """Offered numbers of turns."""
    state_parameter = "needs"
    turns = 1
    """The chosen number of turns."""

    builder: HandBuilder
    """The builder, which stores the wanted creature."""

    def _cost(self) -> str:
        """Return the cost of the wanted creature. Raises `LabFault` if there is none."""
        creature = self.builder.wanted_creature()
        if creature is None:
            raise LabFault("fault.no_table")
        return str(creature.cost)

    def keep_choices(self) -> Sequence[KeepChoice]:
        """Return each choice of cards to keep for the wanted creature, the best first. Raises
        `UnfinishedError` until they are computed.
        """
        draft, cost = self.draft, self._cost()
        return self.computed(keep_rows_in_slices, draft.hand, cost, self.turns, seen=draft.seen_elsewhere)

    # -- actions

    def act_turns(self, value: object) -> None:
        """Choose the number of turns; values that are not offered are ignored."""
        if str(value) in map(str, self.turn_choices):
            self.turns = int(str(value))
            self.lab.status = self.say("turns_are", n=self.turns)

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
        self.lab.status = ""

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


def _row_html(head: Child, *cells: Child, **attributes: str) -> Markup:
    """Render a row of a table, which its first cell names."""
    return el("tr", el("th", head, scope="row"), [el("td", cell) for cell in cells], **attributes)


def _discard_html(card: str) -> Markup:
    return el("span", card_html(card), el("span", card_name(card), cls="tk-hidden"), cls="em-pay")


def chance_html(chance: float) -> list[Child]:
    """Render a chance in percent with a bar of proportional length."""
    text = chance_text(chance)
    meter = el("progress", value=f"{chance:.4f}", max=1, cls="em-bar", aria_hidden="true")
    return [el("span", text, cls="tk-number"), meter]


class ConjureSoonTab(DrawTab):
    """The lab tab that lists the creatures with their chances to be conjured within one or two turns, by
    expected Victory Points.
    """

    figure_kind = "reach"
    shows_all_creatures = False
    """True if every creature is listed."""

    def frame(self) -> DataFrame:
        """Return the creatures with their chances, as `ember.pool_chances` does."""
        draft = self.draft
        return as_frame(
            ember.pool_chances(draft.hand, turns=self.turns, creatures=draft.pool, seen=draft.seen_elsewhere)
        )

    def act_toggle_all(self, value: object) -> None:
        """Switch between listing every creature and only the first ones."""
        self.shows_all_creatures = not self.shows_all_creatures

    def view(self) -> Markup:
        """Render the creatures with their chances. Raises `UnfinishedError` until they are computed."""
        draft = self.draft
        rows = self.computed(
            pool_chances.pool_slices, draft.hand, self.turns, draft.pool, seen=draft.seen_elsewhere
        )
        rows = sorted(rows, key=lambda row: (-row.chance * row.creature.value, -row.creature.value))
        shown = rows if self.shows_all_creatures else rows[:_MAX_SHOWN_CREATURES]
        titles = column_heads(self.say(f"soon.{name}") for name in ("creature", "chance", "first"))
        body = [self._row(row) for row in shown]
        table = table_with_heads(titles, body, "em-chances")
        more = None
        if len(rows) > _MAX_SHOWN_CREATURES:
            label = self.say("soon.fewer") if self.shows_all_creatures else self.say("soon.all", n=len(rows))
            more = button(label, "toggle_all", key="toggle_all")
        picture = None
        if shown:
            columns = pool_chances.CONJURING_CHANCE_COLUMNS
            picture = folded_chart("reach", shown, columns, key="soon-chart", omitted_columns=("turns",))
        exact = el("p", self.say("exact"), cls="tk-small tk-soft")
        how = el("p", self.say("soon.how"))
        return el("div", self.turn_buttons_html(), how, table, more, picture, exact, cls="tk-stack")

    def _row(self, row: pool_chances.ConjuringChance) -> Markup:
        creature = row.creature
        opens = button(creature.name(), "keep_for", creature.id, cls="tk-button tk-quiet em-link")
        first = self.say("soon.now") if row.chance >= 1 else self.say("soon.nothing")
        if row.discard and row.chance:
            first = _discard_html(row.discard)
        cost = el("small", price_html(creature), cls="tk-soft")
        return _row_html([opens, cost], chance_html(row.chance), first if row.chance else "–")

    def act_keep_for(self, value: object) -> None:
        """Open the tab on keeping cards for a creature."""
        self.act_wanted_creature(value)
        self.lab.get_part("keep").turns = self.turns
        self.lab.act_tab("keep")


class WantedCreatureTab(DrawTab):
    """Base class of the tabs about one wanted creature."""

    def view(self) -> Markup:
        """Render the choice of a creature and the answer about it. Raises `UnfinishedError` until it is
        computed.
        """
        creature = self.builder.wanted_creature()
        if creature is None:
            return el("p", self.say("keep.empty"))
        rows = self.keep_choices()
        paid = el("p", self.say("keep.paid", creature=creature.name()))
        head = [self.creature_select_html(creature), self.turn_buttons_html()]
        return el("div", head, self.answer(rows) if rows else paid, cls="tk-stack")

    @abstractmethod
    def answer(self, rows: Sequence[KeepChoice]) -> Child:
        """Return the answer about the wanted creature, which the hand cannot pay for yet."""


class CardsToKeepTab(WantedCreatureTab):
    """The lab tab that shows which cards to keep for the best chance to conjure a creature within one to
    three turns.
    """

    figure_kind = "keep"
    turn_choices = (1, 2, 3)

    def frame(self) -> DataFrame:
        """Return each choice of cards to keep with its chance, as `ember.keep_choices_table` does."""
        hand, seen = self.draft.hand, self.draft.seen_elsewhere
        return as_frame(ember.keep_choices_table(hand, cost=self._cost(), turns=self.turns, seen=seen))

    def answer(self, rows: Sequence[KeepChoice]) -> Child:
        """Render each choice of cards to keep with its chance."""
        titles = column_heads(self.say(f"keep.{name}") for name in ("away", "kept", "chance"))
        body = [self._row(row, place) for place, row in enumerate(rows)]
        table = table_with_heads(titles, body, "em-chances")
        picture = folded_chart("keep", rows, KEEP_COLUMNS, key="keep-chart", omitted_columns=("count", "of"))
        return [table, picture, el("p", self.say("exact"), cls="tk-small tk-soft")]

    def _row(self, row: KeepChoice, place: int) -> Markup:
        away = _discard_html(row.discard) if row.discard else self.say("keep.none_away")
        kept = el("span", [card_html(card) for card in row.kept_cards], cls="em-pay")
        names = el("span", join_names([card_name(card) for card in row.kept_cards]), cls="tk-hidden")
        best = el("b", self.say("keep.best"), cls="tk-chip") if not place else None
        style = "em-best" if not place else ""
        return _row_html([away, best], [kept, names], chance_html(row.chance), cls=style)


class RefreshChanceTab(WantedCreatureTab):
    """The lab tab that compares drawing and refreshing by the chance to conjure a creature within one or two
    turns.
    """

    turn_choices = (2, 1)
    turns = 2

    def frame(self) -> DataFrame:
        """Return the chances of drawing and of refreshing, as `ember.refresh_chance` does."""
        hand, seen = self.draft.hand, self.draft.seen_elsewhere
        asked: Any = {"cost": self._cost(), "turns": self.turns, "seen": seen}
        draw = ember.ProbabilityEstimate(ember.chance_within(hand, **asked), 0.0, 0).frame()
        refresh = ember.refresh_chance(hand, samples=SAMPLES, **asked).frame()
        frame = joined_tables([draw, refresh])
        frame.insert(0, "option", ["draw", "refresh"])
        frame.attrs = dict(refresh.attrs)
        return frame

    def answer(self, rows: Sequence[KeepChoice]) -> Child:
        """Render the chances of drawing and of refreshing."""
        hand, seen = self.draft.hand, self.draft.seen_elsewhere
        new = self.computed(
            refresh_chance_in_slices, hand, self._cost(), self.turns, samples=SAMPLES, seen=seen
        )
        drawn = rows[0].chance
        better, error = "draw" if drawn > new.chance else "new", ""
        if abs(drawn - new.chance) <= 2 * new.standard_error:
            better = "same"
        if new.hand_count:
            error = self.say("refresh.error", error=percent(2 * new.standard_error, 1), n=new.hand_count)
        body = [self._row("draw", drawn, self.say("refresh.exact")), self._row("new", new.chance, error)]
        verdict = el("p", el("b", self.say(f"refresh.better_{better}")))
        rule = self.lab.rule_button("EM-TURN-4", "refresh:rule")
        note = el("p", self.say("refresh.how"), " ", rule, cls="tk-small")
        return [verdict, el("table", el("tbody", body), cls="tk-grid em-chances"), note]

    def _row(self, key: str, chance: float, note: Child) -> Markup:
        name = el("th", self.say(f"refresh.{key}"), scope="row")
        return el("tr", name, el("td", chance_html(chance)), el("td", note, cls="tk-small tk-soft"))


class TieTab(HandTab):
    """The lab tab that shows the hand's chances in a tie, one row for each size of the other hand."""

    def frame(self) -> DataFrame:
        """Return the chances in a tie for each size of the other hand, as `ember.odds_in_tie` does."""
        return joined_tables([as_frame(odds) for odds in self._odds_by_size().values()])

    def _odds_by_size(self) -> dict[int, TieOdds[float]]:
        """Return the odds for each possible size of the other hand."""
        draft = self.draft
        sizes = range(1, min(LARGEST_HAND, draft.unseen_count) + 1)
        return {size: odds_in_tie(draft.hand, size, seen=draft.seen_elsewhere) for size in sizes}

    def view(self) -> Markup:
        """Render the sum of the hand and its chances."""
        total = sum(map(tie_worth, self.draft.hand))
        titles = column_heads(self.say(f"tie.{name}") for name in ("cards", "wins", "shares"))
        body = [self._row(cards, odds) for cards, odds in self._odds_by_size().items()]
        table = table_with_heads(titles, body, "em-chances")
        worth_text = el("p", self.say("tie.worth", n=total), " ", self.lab.rule_button("EM-CALL-5"))
        exact = el("p", self.say("tie.exact"), cls="tk-small tk-soft")
        return el("div", worth_text, table if body else None, exact, cls="tk-stack")

    def _row(self, cards: int, odds: TieOdds[float]) -> Markup:
        return _row_html(str(cards), chance_html(odds.higher), chance_text(odds.equal))
