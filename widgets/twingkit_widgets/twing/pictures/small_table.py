"""A table outside a battle in small, for lessons, quiz and rulebook: what everyone has, and what is open."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from twingkit.twing.notation.holding import Holding
from twingkit.twing.notation.position_lines import UNSEEN
from twingkit.twing.rules.cards import Card
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.table import TwingTable
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.twing.pictures.cards import cards_html
from twingkit_widgets.twing.pictures.drawing import card_svg, character_svg, object_svg, ornicle_svg

WORDS = Words(Path(__file__).with_name("small_table_words.toml"))


def small_table(
    table: TwingTable,
    lang: str,
    *,
    you: int | None = None,
    closed: Collection[int] = (),
    act: str = "",
    coloured: bool = False,
    pile: bool = False,
) -> Markup:
    """The players of a whole game with what they have, and the objects on display.

    `you` is the learner's seat; of hands of seats in `closed` only the number of cards is seen. `act` makes
    objects buttons that call it with `TW-POW-hat`; `coloured` adds their assumed colours; `pile` shows the
    top discarded card.
    """
    view = _SmallTable(table, lang, you, closed, act, coloured)
    return view.html(pile)


class _SmallTable:
    """One rendering of the table."""

    def __init__(
        self, table: TwingTable, lang: str, you: int | None, closed: Collection[int], act: str, coloured: bool
    ) -> None:
        self.table, self.lang, self.you = table, lang, you
        self.closed, self.act, self.coloured = closed, act, coloured

    def html(self, pile: bool) -> Markup:
        """All seats, the others first, and the middle."""
        order = sorted(range(len(self.table.players)), key=lambda seat: seat == self.you)
        seats = [self._seat(seat) for seat in order]
        label = self._say("title")
        group = el("ul", seats, cls="tk-list tk-small-seats", aria_label=label)
        return el("div", group, self._middle(pile), cls="tk-small-table", data_key="small-table")

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def _seat(self, seat: int) -> Markup:
        """One player: the name and the cards, each kind in a group of its own."""
        player, holding = self.table.players[seat], Holding.of(self.table.players[seat])
        name = rulebook().words.name(player.name, self.lang)
        signs = [
            el("span", self._say(sign), cls="tk-chip" if sign != "you" else "tk-chip tk-chip-main")
            for sign, holds in (
                ("you", seat == self.you),
                ("to_move", seat == self.table.current and self.table.phase in ("turn", "action")),
                ("endgame", player.endgame),
                ("out", player.out),
            )
            if holds
        ]
        portrait = el("span", character_svg(player.character, ""), cls="tk-small-portrait")
        head = el("p", portrait, el("b", name[:1].upper() + name[1:]), signs, cls="tk-small-who")
        inside = el("div", self._groups(seat, holding), cls="tk-small-groups")
        return el("li", head, inside, cls="tk-small-seat", data_key=f"seat:{seat}")

    def _groups(self, seat: int, holding: Holding) -> list[Child]:
        hand = tuple("back" if card == UNSEEN else card for card in holding.hand)
        groups: list[Child] = []
        if hand:
            closed = seat in self.closed
            groups.append(
                self._row(
                    "hand", self._closed(len(hand)) if closed else cards_html(hand, self.lang, small=True)
                )
            )
        if holding.entourage:
            groups.append(self._row("entourage", cards_html(holding.entourage, self.lang, small=True)))
        if holding.objects:
            groups.append(self._row("objects", self._objects(holding.objects)))
        if holding.aside:
            groups.append(self._row("aside", self._objects(holding.aside)))
        if holding.ornicles or (self.you is not None and not holding.out):
            key = "ornicle_one" if holding.ornicles == 1 else "ornicles"
            picture = el("span", ornicle_svg(""), cls="tk-small-ornicle")
            groups.append(el("p", picture, self._say(key, n=holding.ornicles), cls="tk-small-held tk-small"))
        return groups or [el("p", self._say("nothing"), cls="tk-small tk-soft")]

    def _closed(self, count: int) -> Markup:
        """A hand that nobody else sees: one back, and how many cards it has."""
        words = self._say("card_one") if count == 1 else self._say("cards", n=count)
        picture = el("span", card_svg("back", ""), cls="tk-small-back")
        return el("p", picture, words, cls="tk-small-held tk-small")

    def _middle(self, pile: bool) -> Markup | None:
        table = self.table
        display = self._row("display", self._objects(table.display)) if table.display else None
        top: tuple[Card, ...] = tuple(table.discard[-1:]) if pile else ()
        discard = self._row("discard", cards_html(top, self.lang, small=True)) if top else None
        assumed = el("p", self._say("colours"), cls="tk-small tk-soft") if self.coloured else None
        if display is None and discard is None and assumed is None:
            return None
        return el("div", display, discard, assumed, cls="tk-small-groups tk-small-middle", data_key="middle")

    def _row(self, key: str, content: Child) -> Markup:
        return el("div", el("p", self._say(key), cls="tk-label"), content, cls="tk-group")

    def _objects(self, names: tuple[str, ...]) -> Markup:
        words = rulebook().words
        chips: list[Child] = []
        for name in names:
            label = words.name(name, self.lang)
            if self.coloured:
                element = words.name(self.table.colours[name], self.lang)
                label = self._say("coloured", object=label, element=element)
            inside = [el("span", object_svg(name, ""), cls="tk-chip-picture", aria_hidden="true"), label]
            chip = (
                el(
                    "button",
                    inside,
                    type="button",
                    cls="tk-chip tk-object",
                    data_act=self.act,
                    data_value=f"TW-POW-{name}",
                    data_key=f"power:{name}",
                )
                if self.act
                else el("span", inside, cls="tk-chip tk-object")
            )
            chips.append(el("li", chip))
        return el("ul", chips, cls="tk-list tk-row")
