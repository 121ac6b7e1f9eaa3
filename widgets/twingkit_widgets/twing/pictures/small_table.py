"""The picture of a whole game in lessons, quizzes and the rulebook: the players in small, and the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

import attrs

from twingkit.twing.notation.holding import Holding
from twingkit.twing.notation.position_lines import UNSEEN_CARD
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.table import TwingTable
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first
from twingkit_widgets.twing.pictures import table as battle_table
from twingkit_widgets.twing.pictures.cards import cards_html
from twingkit_widgets.twing.pictures.die import die_html
from twingkit_widgets.twing.pictures.drawing import card_svg, character_svg, ornicle_svg
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.scene import SceneSide

WORDS = PanelTexts(Path(__file__).with_name("small_table_words.toml"))


@attrs.frozen
class SmallTable:
    """A view that renders the table of a whole game in compact form: all players with their cards, and the
    objects in the display.

    `learner_seat` is the learner's seat; hands of seats in `hidden_hands` show only the number of cards.
    `shows_colours` adds the assumed colours of objects. `side_by_seat` maps seats to the sides of a battle
    under way, whose cards lie in their seat; `sum_action`, an action that opens a rule, adds their totals.
    With `is_laying` the learner's own cards are shown elsewhere, to be laid.
    """

    table: TwingTable
    learner_seat: int | None = None
    hidden_hands: Collection[int] = ()
    shows_colours: bool = False
    side_by_seat: Mapping[int, SceneSide] = attrs.field(factory=dict)
    sum_action: str = ""
    is_laying: bool = False

    def html(self) -> Markup:
        """Return all seats (the learner's first, then those in the battle) and the middle of the table."""
        places = [*self.side_by_seat, *range(len(self.table.players))]
        order = sorted(
            dict.fromkeys(places), key=lambda seat: (seat != self.learner_seat, seat not in self.side_by_seat)
        )
        seats = [self._seat(seat) for seat in order]
        group = el("ul", seats, cls="tk-list tk-small-seats", aria_label=WORDS.say("title"))
        return el("div", group, self._middle(), cls="tk-small-table", data_key="small-table")

    def _seat(self, seat: int) -> Markup:
        player, holding = self.table.players[seat], Holding.from_player(self.table.players[seat])
        name = rulebook().words.name(player.name)
        signs = [
            el("span", WORDS.say(sign), cls="tk-chip" if sign != "you" else "tk-chip tk-chip-main")
            for sign, holds in (
                ("you", seat == self.learner_seat),
                ("to_move", seat == self.table.active_seat and self.table.phase in ("turn", "action")),
                ("endgame", player.in_endgame),
                ("out", player.has_left),
            )
            if holds
        ]
        portrait = el("span", character_svg(player.character, ""), cls="tk-small-portrait")
        counts = self._counts(seat, holding)
        named = el("b", capitalize_first(name))
        head = el("p", portrait, named, [[" ", part] for part in (*signs, *counts)], cls="tk-small-who")
        groups = self._groups(seat, holding)
        if not groups and not counts and seat not in self.side_by_seat:
            groups = [el("p", WORDS.say("nothing"), cls="tk-small tk-soft")]
        outcome: list[Child] = []
        if seat in self.side_by_seat:
            side = self.side_by_seat[seat]
            groups.insert(0, self._lay(side))
            sums = (
                [battle_table.points_sum_html(side), battle_table.die_note_html(side, self.sum_action)]
                if self.sum_action and side.has_laid
                else []
            )
            outcome = [*sums, battle_table.objects_and_plays_html(side, "")]
        inside = el("div", groups, cls="tk-small-groups") if groups else None
        cls = "tk-small-seat tk-small-own" if seat == self.learner_seat else "tk-small-seat"
        return el("li", head, inside, outcome, cls=cls, data_key=f"seat:{seat}")

    def _counts(self, seat: int, holding: Holding) -> list[Markup]:
        counts = []
        if holding.hand and seat in self.hidden_hands:
            key = "card_one" if len(holding.hand) == 1 else "cards"
            back = el("span", card_svg("back", ""), cls="tk-small-back")
            counts.append(self._count(back, key, len(holding.hand)))
        if holding.ornicles or (self.learner_seat is not None and not holding.out):
            key = "ornicle_one" if holding.ornicles == 1 else "ornicles"
            counts.append(
                self._count(el("span", ornicle_svg(""), cls="tk-small-ornicle"), key, holding.ornicles)
            )
        return (
            [el("span", [[" ", count] for count in counts], cls="tk-row tk-small-counts")] if counts else []
        )

    def _count(self, picture: Markup, key: str, count: int) -> Markup:
        """Return a number of items with picture and words; narrow screens hide the words."""
        words = el("span", WORDS.say(key, n=count), cls="tk-small-count", data_count=count)
        return el("span", picture, words, cls="tk-small-held tk-small")

    def _lay(self, side: SceneSide) -> Markup:
        role = el("p", say(f"table.{side.role}_{side.character}"), cls="tk-label")
        if not side.has_laid:
            return el("div", role, el("p", say("table.nothing"), cls="tk-small tk-soft"), cls="tk-group")
        die = die_html(side.face, side.character) if side.rolls_die else None
        groups = [cards_html(cards, small=True) for cards in (side.spells, side.units) if cards]
        return el("div", role, groups, die, cls="tk-group tk-small-laid")

    def _groups(self, seat: int, holding: Holding) -> list[Child]:
        hand = tuple("back" if card == UNSEEN_CARD else card for card in holding.hand)
        own = self.is_laying and seat == self.learner_seat
        groups: list[Child] = []
        if hand and not own and seat not in self.hidden_hands:
            groups.append(self._row("hand", cards_html(hand, small=True, counted=True)))
        entourage = () if own else self._creatures_at_home(seat, holding)
        if entourage:
            groups.append(self._row("entourage", cards_html(entourage, small=True, counted=True)))
        if holding.objects:
            groups.append(self._row("objects", self._objects(holding.objects)))
        if holding.aside:
            groups.append(self._row("aside", self._objects(holding.aside)))
        return groups

    def _creatures_at_home(self, seat: int, holding: Holding) -> tuple[Creature, ...]:
        side = self.side_by_seat.get(seat)
        if side is None:
            return holding.entourage
        left = Counter(card for unit in side.units for card in unit.cards)
        waiting = []
        for card in holding.entourage:
            if left[card]:
                left[card] -= 1
            else:
                waiting.append(card)
        return tuple(waiting)

    def _middle(self) -> Markup | None:
        names = self.table.object_display
        display = self._row("display", self._objects(names)) if names else None
        assumed = el("p", WORDS.say("colours"), cls="tk-small tk-soft") if self.shows_colours else None
        if display is None and assumed is None:
            return None
        return el("div", display, assumed, cls="tk-small-groups tk-small-middle", data_key="middle")

    def _row(self, key: str, content: Child) -> Markup:
        return el("div", el("p", WORDS.say(key), cls="tk-label"), content, cls="tk-group")

    def _brief(self, name: str, label: str) -> str:
        """Return the short name of an object, or its full name if its colour is shown."""
        return label if self.shows_colours else WORDS.say(f"brief_{name}")

    def _objects(self, names: tuple[str, ...]) -> Markup:
        words = rulebook().words
        chips: list[Markup] = []
        for name in names:
            label = words.name(name)
            if self.shows_colours:
                element = words.name(self.table.object_colours[name])
                label = WORDS.say("coloured", object=label, element=element)
            words_html = el("span", label, cls="tk-small-name", data_brief=self._brief(name, label))
            chips.append(battle_table.object_chip(name, words_html))
        return battle_table.chips_row(chips)
