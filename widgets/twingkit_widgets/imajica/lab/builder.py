"""The builder of the stop lab: the action, the Allies that act, and the rivals with their hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from twingkit.core.language import language
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.exact_odds.announced_deed import STOPPABLE_ACTIONS
from twingkit.imajica.exact_odds.stop_check import STOP_GOALS
from twingkit.imajica.exact_odds.stops import RivalStopResults
from twingkit.imajica.rules.table import SEATS, ImajicaTable
from twingkit.imajica.rules.values import current_value
from twingkit_widgets.imajica.lab.draft import DraftCharacter, StopDraft, parse_card_id
from twingkit_widgets.imajica.lab.signs import BuilderWithAssumedCardsNote, value_icons_html
from twingkit_widgets.imajica.lab.stop_verdict import verdict_html
from twingkit_widgets.imajica.pictures.cards import card_chip_html
from twingkit_widgets.imajica.words import seat_name, token_name
from twingkit_widgets.lab.action_values import parse_integer, parse_offered_value
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.controls import button_group, counter_button, labelled_select
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import join_names, percent

_STOPPING_CARD_KINDS = ("flash", "combat", "influence")
"""Kinds of cards with which a rival can stop an action from its hand."""

_UNKNOWN_DECK = "unknown"
"""Form value for an unknown deck of a rival."""


class StopBuilder(BuilderWithAssumedCardsNote):
    """The builder of the stop lab: shows a position and a seizure or challenge that rivals may stop, with all
    controls that change them.
    """

    draft: StopDraft
    """The current draft of the lab."""

    # -- what a person does

    def act_action(self, value: object) -> None:
        """Choose the action: seize or challenge."""
        self.lab.set_draft(self.draft.with_action(parse_offered_value(value, STOPPABLE_ACTIONS)))

    def act_goal(self, value: object) -> None:
        """Choose the goal: whether only the target must survive, or everyone."""
        self.lab.set_draft(attrs.evolve(self.draft, goal=parse_offered_value(value, STOP_GOALS)))

    def act_site(self, value: object) -> None:
        """Choose the Site to seize."""
        site = parse_card_id(value, "site")
        self.try_change(lambda: self.draft.with_seized_site(site))

    def act_toggle_actor(self, value: object) -> None:
        """Add a character to those that carry out the action, or remove it from them."""
        _, _, place = self._place(value)
        self.lab.set_draft(self.draft.with_actor_toggled(place))

    def act_target(self, value: object) -> None:
        """Choose the character to challenge."""
        seat, _, place = self._place(value)
        self.lab.set_draft(attrs.evolve(self.draft, target_index=(seat, place)))

    def act_add_character(self, value: object) -> None:
        """Give an Autarch a new active character, such as `1:dowd`."""
        seat, card = self._seated(value)
        if card:
            parse_card_id(card, "character")
            self.try_change(lambda: self.draft.with_new_character(seat, card))

    def act_remove_character(self, value: object) -> None:
        """Remove a character, given by seat, area and index, such as `1:active:0`."""
        seat, area, place = self._place(value)
        self.try_change(lambda: self.draft.without_character(seat, area, place))

    def act_next_state(self, value: object) -> None:
        """Change a character's state to the next one: active, pivoted, or in the reserve."""
        seat, area, place = self._place(value)
        self.try_change(lambda: self.draft.with_next_state(seat, area, place))

    def act_unseen_count(self, value: object) -> None:
        """Add or remove one unseen card of a rival's hand, such as `1:more` or `1:less`."""
        seat, word = self._seated(value)
        held = self.draft.unseen_cards(seat)
        step = {"more": 1, "less": -1}.get(word)
        if step is None:
            raise LabFault
        self.lab.set_draft(self.draft.with_unseen_hand(seat, held.count + step, held.deck_name))

    def act_deck(self, value: object) -> None:
        """Choose a rival's deck, such as `1:teeth` or `1:unknown`."""
        seat, name = self._seated(value)
        if name != _UNKNOWN_DECK and name not in load_decks():
            raise LabFault
        deck = "" if name == _UNKNOWN_DECK else name
        self.lab.set_draft(self.draft.with_unseen_hand(seat, self.draft.unseen_cards(seat).count, deck))

    def act_add_known_card(self, value: object) -> None:
        """Add a card that a rival is known to hold, such as `1:silence`."""
        seat, card = self._seated(value)
        if card:
            parse_card_id(card, *_STOPPING_CARD_KINDS)
            self.try_change(lambda: self.draft.with_word(seat, "hand", card))

    def act_remove_known_card(self, value: object) -> None:
        """Remove a card from those that a rival is known to hold."""
        seat, card = self._seated(value)
        self.try_change(lambda: self.draft.without_known_card(seat, card))

    def act_rival_count(self, value: object) -> None:
        """Add or remove a rival."""
        draft = self.draft
        if value == "more" and draft.can_add_rival:
            self.lab.set_draft(draft.with_rival())
        elif value == "less" and draft.can_remove_rival:
            self.lab.set_draft(draft.without_rival())
        else:
            raise LabFault

    def _seated(self, value: object) -> tuple[int, str]:
        seat, _, rest = str(value or "").partition(":")
        return parse_integer(seat, 0, len(self.draft.position.realms) - 1), rest

    def _place(self, value: object) -> tuple[int, str, int]:
        seat, rest = self._seated(value)
        area, _, place = rest.partition(":")
        there = self.draft.position.realms[seat].words(area)
        if area not in ("active", "reserve"):
            raise LabFault
        return seat, area, parse_integer(place, 0, len(there) - 1)

    # -- what is shown

    def view(self) -> Child:
        """Render the answer in one line, the action, and all Autarchs."""
        odds: RivalStopResults | None = self.lab.odds
        table = self.draft.position.build_table(self.draft.variant)
        return [
            verdict_html(odds, self.draft.question, self.lab),
            self.lab.variant_part.variant_note_html(),
            self.lab.progress_html(),
            self.lab.problems_html(),
            self._deed(),
            el(
                "div",
                [self._side(seat, table) for seat in (self.draft.seat, *self.draft.rivals)],
                cls="tk-build im-build",
            ),
            self._tools(),
            self.lab.variant_part.choice_html(),
        ]

    def _tools(self) -> Markup:
        draft = self.draft
        tools = [self.undo_button()]
        if draft.can_add_rival:
            tools.append(button(self.say("rival_more"), "rival_count", "more"))
        if draft.can_remove_rival:
            tools.append(button(self.say("rival_less"), "rival_count", "less"))
        return el("div", tools, cls="tk-row", data_controls=True)

    def _deed(self) -> Markup:
        draft = self.draft
        switch = self.choice_buttons_html("action", STOPPABLE_ACTIONS, draft.action, "deed")
        named_one: Child = None
        if draft.is_seizure:
            sites = sorted(
                (card for card in load_cards().values() if card.kind == "site"),
                key=lambda card: (card.home_dominions, card.name()),
            )
            options = [(card.id, self._option(card)) for card in sites]
            named_one = self._select("site", self.say("site"), options, draft.site, "site")
        elif draft.target_token:
            named_one = el("p", self.say("target_is", card=token_name(draft.target_token)))
        else:
            named_one = el("p", self.say("target_none"), cls="tk-soft")
        goal = (
            self.choice_buttons_html("goal", STOP_GOALS, draft.goal, "goal") if not draft.is_seizure else None
        )
        return el("div", switch, named_one, goal, cls="im-deed", data_controls=True, data_key="deed")

    def choice_buttons_html(self, act: str, values: Iterable[str], chosen: str, key: str) -> Markup:
        """Render a row of buttons with the chosen one pressed."""
        choices = [(name, self.say(f"{key}.{name}")) for name in values]
        return button_group(choices, chosen, act, self.say(f"{key}.label"))

    def _select(
        self,
        act: str,
        label: str,
        options: Iterable[tuple[str, str]],
        chosen: str,
        key: str,
        *,
        in_form: bool = False,
    ) -> Markup:
        says = {"name": act} if in_form else {"data_act": act}
        return el(
            "div",
            labelled_select(options, chosen, key, f"{self.lab.id_prefix}-{key}", label, **says),
            cls="im-select",
        )

    def _side(self, seat: int, table: ImajicaTable) -> Markup:
        """Render an Autarch's characters and, for a rival, the hand."""
        draft = self.draft
        own = seat == draft.seat
        people = [self._person(seat, character, table) for character in draft.draft_characters(seat)]
        listed = el("ul", people, cls="tk-list im-people", data_roving=True)
        add = self.say("add")
        parts = [
            el("h2", self.say("own") if own else seat_name(SEATS[seat])),
            el("p", self.say("own_how" if own else f"rival_{draft.action}"), cls="tk-small tk-soft"),
            listed if people or own else el("p", self.say("nobody"), cls="tk-soft"),
            value_icons_html() if own else None,
            self.card_select_html(
                "add_character", add, ("character",), f"add:{seat}", value_prefix=f"{seat}:"
            ),
            None if own else self._hand(seat, table),
        ]
        key = "own" if own else f"rival:{seat}"
        return el("section", parts, cls="tk-box tk-build-side", data_controls=True, data_key=key)

    def _person(self, seat: int, character: DraftCharacter, table: ImajicaTable) -> Markup:
        draft = self.draft
        card, piece = load_cards()[character.card_id], table.pieces[character.token]
        values = [current_value(table, piece, stat) for stat in ("magic", "strength", "prime")]
        name = token_name(character.token)
        chip = card_chip_html(card, values=values, shown_name=name, is_pivoted=character.state == "pivoted")
        here = f"{seat}:{character.area}:{character.area_index}"
        own = seat == draft.seat
        acts = character.area == "active" and (own or not draft.is_seizure)
        chosen = (
            character.area_index in draft.actor_indexes
            if own
            else draft.target_index == (seat, character.area_index)
        )
        head: Child = el("span", chip, cls="im-still")
        if acts:
            head = button(
                chip,
                "toggle_actor" if own else "target",
                here,
                cls="tk-button im-choose",
                aria_pressed="true" if chosen else "false",
            )
        state = button(
            self.say(f"state.{character.state}"),
            "next_state",
            here,
            cls="tk-button tk-quiet im-state",
            aria_label=self.say("state.label", card=name, state=self.say(f"state.{character.state}")),
        )
        away = button(
            "×", "remove_character", here, cls="tk-icon-button", aria_label=self.say("away", card=name)
        )
        return el("li", head, el("span", state, away, cls="im-person-tools"), cls="im-person", data_key=here)

    def card_select_html(
        self,
        act: str,
        label: str,
        kinds: tuple[str, ...],
        key: str,
        *,
        value_prefix: str = "",
        in_form: bool = False,
    ) -> Markup:
        """Render a select field with all cards of these `kinds`; with `in_form`, a field of a form, which
        sends no action itself.
        """
        cards = sorted(
            (card for card in load_cards().values() if card.kind in kinds),
            key=lambda card: card.name().casefold(),
        )
        options = [(value_prefix, self.say("add_none"))]
        options += [(f"{value_prefix}{card.id}", self._option(card)) for card in cards]
        return self._select(act, label, options, value_prefix, key, in_form=in_form)

    def _option(self, card: Card) -> str:
        name = card.name()
        if card.kind == "character":
            return self.say("person_option", card=name, magic=card.magic, strength=card.strength)
        if card.kind == "site":
            return self.say(
                "site_option", site=name, home="/".join(map(str, card.home_dominions)), n=card.resistance
            )
        return name

    def removable_cards_html(
        self, names: Sequence[str], act: str, value_prefix: str, key_prefix: str, label: str
    ) -> Markup | None:
        """Render cards as buttons that remove them; return None if there are no cards."""
        chips = [
            el(
                "li",
                button(
                    [token_name(name), " ×"],
                    act,
                    f"{value_prefix}{name}",
                    cls="tk-button tk-quiet",
                    key=f"{key_prefix}:{place}",
                    aria_label=self.say("away", card=token_name(name)),
                ),
            )
            for place, name in enumerate(names)
            if name in load_cards()
        ]
        return el("ul", chips, cls="tk-list tk-row", aria_label=label) if chips else None

    def _hand(self, seat: int, table: ImajicaTable) -> Markup:
        draft = self.draft
        held = draft.unseen_cards(seat)
        known = table.players[seat].hand
        nudges = [
            counter_button(
                "−", "unseen_count", f"{seat}:less", self.say("unseen_less"), is_at_limit=not held.count
            ),
            el("span", self.say("unseen_one" if held.count == 1 else "unseen", n=held.count)),
            counter_button("+", "unseen_count", f"{seat}:more", self.say("unseen_more")),
        ]
        decks = [(f"{seat}:{_UNKNOWN_DECK}", self.say("deck_unknown"))]
        decks += [(f"{seat}:{name}", deck.title[language()]) for name, deck in load_decks().items()]
        return el(
            "div",
            el("h3", self.say("hand")),
            el("div", nudges, cls="tk-row", role="group", aria_label=self.say("hand")),
            self._select(
                "deck", self.say("deck"), decks, f"{seat}:{held.deck_name or _UNKNOWN_DECK}", f"deck:{seat}"
            ),
            self.removable_cards_html(
                known, "remove_known_card", f"{seat}:", f"unknown:{seat}", self.say("known")
            ),
            self.card_select_html(
                "add_known_card",
                self.say("known_add"),
                _STOPPING_CARD_KINDS,
                f"known:{seat}",
                value_prefix=f"{seat}:",
            ),
            cls="im-lab-hand",
        )

    def odds_announcement(self) -> str:
        """Return the probability that the rivals stop the action, as a sentence for screen readers."""
        odds: RivalStopResults | None = self.lab.odds
        if odds is None:
            return ""
        if odds.failure is not None:
            return self.say("news.fails")
        open_ones = [rival.seat for rival in odds.rival_stops if rival.way_without_cards is not None]
        if open_ones:
            who = join_names([seat_name(SEATS[seat]) for seat in open_ones])
            return self.say("news.open", who=who)
        return self.say("news.chance", chance=percent(float(odds.stop_chance), 1))
