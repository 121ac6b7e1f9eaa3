"""The builder of the lab: the hand, cards seen elsewhere, the Pool, and the wanted creature."""

from __future__ import annotations

from twingkit.ember.box.pool import Creature, load_pool
from twingkit.ember.exact_odds.pool_chances import ConjuringChance
from twingkit.ember.rules.cards import ARCHMAGE, ARCHMAGE_COUNT, ELEMENTS, HIGHEST_NUMBER
from twingkit_widgets.ember.lab.draft import PositionDraft
from twingkit_widgets.ember.pictures.cards import card_name, card_svg
from twingkit_widgets.ember.pictures.creature import creature_tile_html
from twingkit_widgets.ember.words import chance_text
from twingkit_widgets.ember.words import say as plain_say
from twingkit_widgets.lab.action_values import parse_offered_value
from twingkit_widgets.lab.tab import Lab, LabBuilder
from twingkit_widgets.panel.controls import button_group
from twingkit_widgets.panel.markup import Child, Markup, button, el

_CARD_DESTINATIONS = ("hand", "pile")
"""Places to which a pressed card goes: the hand, or the cards seen elsewhere."""


class HandBuilder(LabBuilder):
    """The builder part of Ember's lab: the current hand, with all controls that change it."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.card_destination = _CARD_DESTINATIONS[0]
        """Place to which a pressed card goes, one of `_CARD_DESTINATIONS`."""
        self.wanted_creature_id = ""
        """Id of the wanted creature, or "" to let the lab choose."""

    draft: PositionDraft
    """The current draft of the lab."""

    # -- actions

    def act_place(self, value: object) -> None:
        """Choose whether pressed cards go to the hand or to the cards seen elsewhere."""
        self.card_destination = parse_offered_value(value, _CARD_DESTINATIONS)
        self.lab.status = self.say(f"place.{self.card_destination}")

    def act_card(self, value: object) -> None:
        """Add a card to the hand or to the seen cards, or remove it if it is already there."""
        card, draft = str(value), self.draft
        lying = draft.hand if self.card_destination == "hand" else draft.position.pile
        taken = card in lying and (
            card != ARCHMAGE or lying.count(card) + self._others(card) >= ARCHMAGE_COUNT
        )
        self._lay(list(lying), card, remove=taken)

    def act_remove_card(self, value: object) -> None:
        """Remove a card from the hand."""
        self.card_destination = _CARD_DESTINATIONS[0]
        self._lay(list(self.draft.hand), str(value), remove=True)

    def act_empty(self, value: object) -> None:
        """Remove all cards from the hand and the seen cards."""
        self.lab.set_draft(self.draft.with_charred_pile(()).with_hand(()))

    def act_creature(self, value: object) -> None:
        """Add a creature to the Pool, or remove it."""
        name = parse_offered_value(value, load_pool())
        self.lab.set_draft(self.draft.with_pool(set(self.draft.pool) ^ {name}))

    def _others(self, card: str) -> int:
        cards = (*self.draft.seen_elsewhere, *self.draft.hand)
        own = self.draft.hand if self.card_destination == "hand" else self.draft.position.pile
        return cards.count(card) - own.count(card)

    def _lay(self, cards: list[str], card: str, remove: bool) -> None:
        if remove and card in cards:
            cards.remove(card)
        else:
            cards.append(card)
        draft, in_hand = self.draft, self.card_destination == "hand"
        self.try_change(lambda: draft.with_hand(cards) if in_hand else draft.with_charred_pile(cards))

    # -- the wanted creature

    def wanted_creature(self) -> Creature | None:
        """Return the creature that the player wants to conjure, or None if the Pool is empty.

        If none is chosen, the lab takes the one with the most expected Victory Points that the hand cannot
        pay for yet.
        """
        pool = load_pool()
        if self.wanted_creature_id in self.draft.pool:
            return pool[self.wanted_creature_id]
        reaches: list[ConjuringChance] = self.lab.odds or []
        open_ones = [reach for reach in reaches if reach.chance < 1] or reaches
        best = max(open_ones, key=lambda reach: reach.chance * reach.creature.value, default=None)
        return best.creature if best else None

    # -- the page

    def view(self) -> Child:
        """Render the hand, the cards to choose from, and the Pool."""
        return [self._hand(), self.lab.problems_html(), self._cards(), self._pool()]

    def _hand(self) -> Markup:
        hand = self.draft.hand
        cards = [
            el(
                "li",
                button(
                    [card_svg(card), _screen_reader_text(self.say("remove", card=card_name(card)))],
                    "remove_card",
                    card,
                    cls="tk-button em-pick",
                    key=f"remove_card:{place}",
                ),
            )
            for place, card in enumerate(hand)
        ]
        inside = (
            el("ul", cards, cls="tk-list em-hand") if cards else el("p", self.say("hand_none"), cls="tk-soft")
        )
        tools = [self.undo_button(), button(self.say("empty"), "empty", key="empty")]
        return el(
            "section",
            el("h2", self.say("hand", n=len(hand))),
            inside,
            self._short_answer(),
            el("div", tools, cls="tk-row"),
            cls="tk-box tk-stack tk-tight",
            data_controls=True,
            data_key="hand",
        )

    def _short_answer(self) -> Markup | None:
        """Render the answer in one line: the best creature now, and the best chance of the next turn."""
        text = self.odds_announcement()
        return el("p", text, cls="em-short") if text else None

    def _cards(self) -> Markup:
        choices = [(place, self.say(f"place.{place}")) for place in _CARD_DESTINATIONS]
        places = button_group(choices, self.card_destination, "place", self.say("place.label"), "tk-row")
        rows = [
            el(
                "ul",
                [self._card(f"{letter}{number}") for number in range(1, HIGHEST_NUMBER + 1)],
                cls="tk-list em-row",
            )
            for letter in ELEMENTS
        ]
        rows.append(el("ul", [self._card(ARCHMAGE)], cls="tk-list em-row"))
        return el(
            "details",
            el("summary", self.say("cards")),
            places,
            el("div", rows, cls="em-tray", data_roving=True),
            open=True,
            cls="tk-box",
            data_controls=True,
            data_key="cards",
        )

    def _card(self, card: str) -> Markup:
        lying = self.draft.hand if self.card_destination == "hand" else self.draft.position.pile
        elsewhere = card in (*self.draft.seen_elsewhere, *self.draft.hand) and card not in lying
        count = lying.count(card)
        label = card_name(card) + (f" ×{count}" if count > 1 else "")
        return el(
            "li",
            button(
                [card_svg(card), _screen_reader_text(label)],
                "card",
                card,
                cls="tk-button em-pick",
                aria_pressed="true" if count else "false",
                disabled=elsewhere and card != ARCHMAGE,
            ),
        )

    def _pool(self) -> Markup:
        pool = set(self.draft.pool)
        items = [
            el(
                "li",
                button(
                    creature_tile_html(creature, price_html(creature)),
                    "creature",
                    creature.id,
                    cls="tk-button em-toggle",
                    aria_pressed="true" if creature.id in pool else "false",
                ),
            )
            for creature in sorted(load_pool().values(), key=lambda creature: -creature.value)
        ]
        return el(
            "details",
            el("summary", self.say("pool", n=len(pool), all=len(load_pool()))),
            el("p", self.say("pool_how"), cls="tk-small"),
            el("ul", items, cls="tk-list em-creatures"),
            el("p", plain_say("creature.assumed_all"), cls="tk-small tk-soft"),
            cls="tk-box",
            data_controls=True,
            data_key="pool",
        )

    def odds_announcement(self) -> str:
        """Return, for screen readers, the best creature that the hand can conjure now and the chance to
        conjure the wanted creature within one turn.
        """
        reaches: list[ConjuringChance] = self.lab.odds or []
        now = [reach for reach in reaches if reach.chance >= 1]
        best = max(now, key=lambda reach: reach.creature.value, default=None)
        aim = self.wanted_creature()
        parts = [self.say("news.none") if best is None else self._named("news.now", best.creature)]
        hope = next((reach for reach in reaches if aim and reach.creature == aim and reach.chance < 1), None)
        if hope is not None:
            chance = chance_text(hope.chance)
            parts.append(self._named("news.hope", hope.creature, chance=chance))
        return " ".join(parts) if self.draft.hand else ""

    def _named(self, key: str, creature: Creature, **facts: str) -> str:
        return self.say(key, creature=creature.name(), n=creature.value, **facts)


def price_html(creature: Creature) -> list[Child]:
    """Render the Victory Points and the cost of a creature."""
    points = plain_say("creature.points", n=creature.value)
    return [points, " ", el("span", str(creature.cost), cls="em-cost")]


def _screen_reader_text(text: str) -> Markup:
    return el("span", text, cls="tk-hidden")
