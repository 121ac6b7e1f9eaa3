"""The builder of the stop lab: the action, the Allies that act, and the rivals with their hands."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.language import language
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.exact_odds.announced_deed import DEEDS
from twingkit.imajica.exact_odds.stop_check import GOALS
from twingkit.imajica.exact_odds.stops import Stops
from twingkit.imajica.rules.table import SEATS, ImajicaTable
from twingkit.imajica.rules.values import value
from twingkit_widgets.imajica.lab.draft import Standing, StopDraft, known_card
from twingkit_widgets.imajica.lab.signs import signs_html
from twingkit_widgets.imajica.lab.stop_verdict import verdict_html
from twingkit_widgets.imajica.pictures.cards import chip_html
from twingkit_widgets.imajica.words import say as plain_say
from twingkit_widgets.imajica.words import seat_name, token_name
from twingkit_widgets.lab.sent_values import offered_value, whole_number
from twingkit_widgets.lab.tab import Builder, LabFault
from twingkit_widgets.panel.controls import labelled_select, step_button, switch
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import join_names, percent

HELD = ("flash", "combat", "influence")
"""The types of cards with which a rival can stop an action from its hand."""

UNKNOWN = "unknown"
"""The form value for a rival's deck that is not known."""


def parse_index(text: str, length: int) -> int:
    """Parse an index from 0 to `length` - 1. Raises `LabFault` if it is not valid."""
    return whole_number(text, 0, length - 1)


class StopBuilder(Builder):
    """The scene of the stop lab with all controls that change it."""

    @property
    def draft(self) -> StopDraft:
        """The current draft of the lab."""
        draft: StopDraft = self.lab.draft
        return draft

    # -- what a person does

    def act_word(self, value: object) -> None:
        """Choose the action: seize or challenge."""
        self.lab.put(self.draft.with_word(offered_value(value, DEEDS)))

    def act_goal(self, value: object) -> None:
        """Choose whether the target must survive, or everyone."""
        self.lab.put(self.draft.with_goal(offered_value(value, GOALS)))

    def act_site(self, value: object) -> None:
        """Choose the Site to seize."""
        if not known_card(value, "site"):
            raise LabFault
        self.attempt(lambda: self.draft.with_site(str(value)))

    def act_actor(self, value: object) -> None:
        """Add a character to those that act, or take it out again."""
        _, _, place = self._place(value)
        self.lab.put(self.draft.with_actor(place))

    def act_target(self, value: object) -> None:
        """Choose the character to challenge."""
        seat, _, place = self._place(value)
        self.lab.put(self.draft.with_target(seat, place))

    def act_add(self, value: object) -> None:
        """Give an Autarch a new active character: `1:dowd`."""
        seat, card = self._seated(value)
        if not card:
            return
        if not known_card(card, "character"):
            raise LabFault
        self.attempt(lambda: self.draft.with_card(seat, card))

    def act_away(self, value: object) -> None:
        """Remove a character: `1:active:0`."""
        seat, area, place = self._place(value)
        self.attempt(lambda: self.draft.without(seat, area, place))

    def act_state(self, value: object) -> None:
        """Change a character's state: pivoted, in the reserve, or active again."""
        seat, area, place = self._place(value)
        self.attempt(lambda: self.draft.with_state(seat, area, place))

    def act_unseen(self, value: object) -> None:
        """Add or remove one unseen card of a rival's hand: `1:more`, `1:less`."""
        seat, word = self._seated(value)
        held = self.draft.unseen_cards(seat)
        step = {"more": 1, "less": -1}.get(word)
        if step is None:
            raise LabFault
        self.lab.put(self.draft.with_unseen(seat, held.count + step, held.deck))

    def act_deck(self, value: object) -> None:
        """Choose a rival's deck: `1:teeth`, `1:unknown`."""
        seat, name = self._seated(value)
        if name != UNKNOWN and name not in load_decks():
            raise LabFault
        deck = "" if name == UNKNOWN else name
        self.lab.put(self.draft.with_unseen(seat, self.draft.unseen_cards(seat).count, deck))

    def act_known(self, value: object) -> None:
        """Add a card that a rival is known to hold: `1:silence`."""
        seat, card = self._seated(value)
        if not card:
            return
        if not known_card(card, *HELD):
            raise LabFault
        self.attempt(lambda: self.draft.with_known(seat, card))

    def act_unknown(self, value: object) -> None:
        """Remove a card that a rival is known to hold."""
        seat, card = self._seated(value)
        self.attempt(lambda: self.draft.with_known(seat, card, away=True))

    def act_rivals(self, value: object) -> None:
        """Add or remove a rival."""
        draft = self.draft
        if value == "more" and draft.can_grow:
            self.lab.put(draft.with_rival())
        elif value == "less" and draft.can_shrink:
            self.lab.put(draft.without_rival())
        else:
            raise LabFault

    def _seated(self, value: object) -> tuple[int, str]:
        seat, _, rest = str(value or "").partition(":")
        return parse_index(seat, len(self.draft.position.realms)), rest

    def _place(self, value: object) -> tuple[int, str, int]:
        seat, rest = self._seated(value)
        area, _, place = rest.partition(":")
        there = self.draft.position.realms[seat].words(area)
        if area not in ("active", "reserve"):
            raise LabFault
        return seat, area, parse_index(place, len(there))

    # -- what is shown

    def view(self) -> Child:
        """Render the answer in one line, the action, and all Autarchs."""
        odds: Stops | None = self.lab.odds
        table = self.draft.position.table(self.draft.variant)
        return [
            verdict_html(odds, self.draft.question, self.lab),
            self.lab.rules.note(),
            self.lab.slow_html(),
            self.lab.problems_html(),
            self._deed(),
            el(
                "div",
                self._own(table),
                [self._rival(seat, table) for seat in self.draft.rivals],
                cls="tk-build im-build",
            ),
            self._tools(),
            self.lab.rules.html(),
        ]

    def _tools(self) -> Markup:
        draft = self.draft
        tools = [self.undo()]
        if draft.can_grow:
            tools.append(button(self.say("rival_more"), "rivals", "more"))
        if draft.can_shrink:
            tools.append(button(self.say("rival_less"), "rivals", "less"))
        return el("div", tools, cls="tk-row", data_controls=True)

    def _deed(self) -> Markup:
        draft = self.draft
        switch = self.switch("word", DEEDS, draft.word, "deed")
        named_one: Child = None
        if draft.word == "seize":
            sites = sorted(
                (card for card in load_cards().values() if card.kind == "site"),
                key=lambda card: (card.home, card.name()),
            )
            options = [(card.id, self._option(card)) for card in sites]
            named_one = self._select("site", self.say("site"), options, draft.site, "site")
        elif draft.focus:
            named_one = el("p", self.say("target_is", card=token_name(draft.focus)))
        else:
            named_one = el("p", self.say("target_none"), cls="tk-soft")
        goal = self.switch("goal", GOALS, draft.goal, "goal") if draft.word == "challenge" else None
        return el("div", switch, named_one, goal, cls="im-deed", data_controls=True, data_key="deed")

    def switch(self, act: str, values: Iterable[str], chosen: str, key: str) -> Markup:
        """Render a row of buttons of which the chosen one is pressed."""
        choices = [(name, self.say(f"{key}.{name}")) for name in values]
        return switch(choices, chosen, act, self.say(f"{key}.label"))

    def _select(
        self,
        act: str,
        label: str,
        options: Iterable[tuple[str, str]],
        chosen: str,
        key: str,
        *,
        plain: bool = False,
    ) -> Markup:
        says = {"name": act} if plain else {"data_act": act}
        return el(
            "div",
            labelled_select(options, chosen, key, f"{self.lab.own}-{key}", label, **says),
            cls="im-select",
        )

    def _own(self, table: ImajicaTable) -> Markup:
        draft = self.draft
        people = [self._person(draft.seat, character, table) for character in draft.standing(draft.seat)]
        parts = [
            el("h2", self.say("own")),
            el("p", self.say("own_how"), cls="tk-small tk-soft"),
            el("ul", people, cls="tk-list im-people", data_roving=True),
            signs_html(),
            self._adder(draft.seat),
        ]
        return el("section", parts, cls="tk-box tk-build-side", data_controls=True, data_key="own")

    def _rival(self, seat: int, table: ImajicaTable) -> Markup:
        draft = self.draft
        standing = draft.standing(seat)
        people = [self._person(seat, character, table) for character in standing]
        how = "rival_challenge" if draft.word == "challenge" else "rival_seize"
        parts = [
            el("h2", seat_name(SEATS[seat])),
            el("p", self.say(how), cls="tk-small tk-soft"),
            el("ul", people, cls="tk-list im-people", data_roving=True)
            if people
            else el("p", self.say("nobody"), cls="tk-soft"),
            self._adder(seat),
            self._hand(seat, table),
        ]
        return el("section", parts, cls="tk-box tk-build-side", data_controls=True, data_key=f"rival:{seat}")

    def _person(self, seat: int, character: Standing, table: ImajicaTable) -> Markup:
        """Render a character with buttons to choose it, to change its state, and to remove it."""
        draft = self.draft
        card, piece = load_cards()[character.card], table.pieces[character.token]
        figures = [value(table, piece, stat) for stat in ("magic", "strength", "prime")]
        name = token_name(character.token)
        chip = chip_html(card, figures=figures, name=name, pivoted=character.state == "pivoted")
        here = f"{seat}:{character.area}:{character.place}"
        own = seat == draft.seat
        acts = character.area == "active" and (own or draft.word == "challenge")
        chosen = character.place in draft.actors if own else draft.target == (seat, character.place)
        head: Child = el("span", chip, cls="im-still")
        if acts:
            head = button(
                chip,
                "actor" if own else "target",
                here,
                cls="tk-button im-choose",
                aria_pressed="true" if chosen else "false",
            )
        state = button(
            self.say(f"state.{character.state}"),
            "state",
            here,
            cls="tk-button tk-quiet im-state",
            aria_label=self.say("state.label", card=name, state=self.say(f"state.{character.state}")),
        )
        away = button("×", "away", here, cls="tk-icon-button", aria_label=self.say("away", card=name))
        return el("li", head, el("span", state, away, cls="im-person-tools"), cls="im-person", data_key=here)

    def _adder(self, seat: int) -> Markup:
        prefix = f"{seat}:"
        return self.card_select("add", self.say("add"), ("character",), f"add:{seat}", prefix=prefix)

    def card_select(
        self,
        act: str,
        label: str,
        kinds: tuple[str, ...],
        key: str,
        *,
        prefix: str = "",
        plain: bool = False,
    ) -> Markup:
        """Render a select field with all cards of some types; with `plain` as a part of a form."""
        cards = sorted(
            (card for card in load_cards().values() if card.kind in kinds),
            key=lambda card: card.name().casefold(),
        )
        options = [(prefix, self.say("add_none"))]
        options += [(f"{prefix}{card.id}", self._option(card)) for card in cards]
        return self._select(act, label, options, prefix, key, plain=plain)

    def _option(self, card: Card) -> str:
        """Return the label of a card in a select field: its name, with values for characters and Sites."""
        name = card.name()
        if card.kind == "character":
            return self.say("person_option", card=name, magic=card.magic, strength=card.strength)
        if card.kind == "site":
            return self.say("site_option", site=name, home="/".join(map(str, card.home)), n=card.resistance)
        return name

    def _hand(self, seat: int, table: ImajicaTable) -> Markup:
        draft = self.draft
        held = draft.unseen_cards(seat)
        known = table.players[seat].hand
        nudges = [
            step_button("−", "unseen", f"{seat}:less", self.say("unseen_less"), at_end=not held.count),
            el("span", self.say("unseen_one" if held.count == 1 else "unseen", n=held.count)),
            step_button("+", "unseen", f"{seat}:more", self.say("unseen_more")),
        ]
        decks = [(f"{seat}:{UNKNOWN}", self.say("deck_unknown"))]
        decks += [(f"{seat}:{name}", deck.title[language()]) for name, deck in load_decks().items()]
        chips = [
            el(
                "li",
                button(
                    [load_cards()[name].name(), " ×"],
                    "unknown",
                    f"{seat}:{name}",
                    cls="tk-button tk-quiet",
                    key=f"unknown:{seat}:{place}",
                    aria_label=self.say("away", card=load_cards()[name].name()),
                ),
            )
            for place, name in enumerate(known)
            if name in load_cards()
        ]
        return el(
            "div",
            el("h3", self.say("hand")),
            el("div", nudges, cls="tk-row", role="group", aria_label=self.say("hand")),
            self._select("deck", self.say("deck"), decks, f"{seat}:{held.deck or UNKNOWN}", f"deck:{seat}"),
            el("ul", chips, cls="tk-list tk-row", aria_label=self.say("known")) if chips else None,
            self.card_select("known", self.say("known_add"), HELD, f"known:{seat}", prefix=f"{seat}:"),
            cls="im-lab-hand",
        )

    def below_line(self) -> Child:
        """Render the note that the card set is assumed."""
        return el("p", plain_say("card.assumed_set"), cls="tk-small tk-soft")

    def odds_news(self) -> str:
        """Return the probability in a sentence, for screen readers."""
        odds: Stops | None = self.lab.odds
        if odds is None:
            return ""
        if odds.failure is not None:
            return self.say("news.fails")
        open_ones = [rival.seat for rival in odds.rivals if rival.way_without_cards is not None]
        if open_ones:
            who = join_names([seat_name(SEATS[seat]) for seat in open_ones])
            return self.say("news.open", who=who)
        return self.say("news.chance", chance=percent(float(odds.chance), 1))
