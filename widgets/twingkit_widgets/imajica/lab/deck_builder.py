"""The deck builder: every card of the set with its number of copies, and all faults at once."""

from __future__ import annotations

from functools import lru_cache

from twingkit.core.language import localized
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import DECK_SIZE, load_decks
from twingkit.imajica.box.effects import CARD_KINDS
from twingkit_widgets.imajica.lab.deck_draft import DeckDraft
from twingkit_widgets.imajica.lab.draft import parse_card_id
from twingkit_widgets.imajica.lab.signs import BuilderWithAssumedCardsNote, value_icons_html
from twingkit_widgets.imajica.pictures.cards import card_chip_html, card_effects_text
from twingkit_widgets.imajica.play.settings import deck_address_word
from twingkit_widgets.imajica.words import card_kind_plural
from twingkit_widgets.lab.action_values import parse_offered_value
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.controls import counter_button, labelled_select
from twingkit_widgets.panel.markup import Child, Markup, el

_COPY_CHANGE_BY_BUTTON = {"more": 1, "less": -1}


class DeckBuilder(BuilderWithAssumedCardsNote):
    """The builder of the Imajica deck lab: shows the deck being built, with all controls that change it."""

    draft: DeckDraft
    """The current deck of the lab."""

    # -- what a person does

    def act_card(self, value: object) -> None:
        """Add or remove a copy of a card, such as `gentle:more`."""
        card, _, word = str(value).partition(":")
        parse_card_id(card, *CARD_KINDS)
        step = _COPY_CHANGE_BY_BUTTON[parse_offered_value(word, _COPY_CHANGE_BY_BUTTON)]
        self.lab.set_draft(self.draft.with_card(card, step))

    def act_begin(self, value: object) -> None:
        """Start from one of the four ready-made decks, or from an empty one."""
        name = str(value or "")
        if name == "empty":
            self.lab.set_draft(DeckDraft())
        elif name in load_decks():
            self.lab.set_draft(DeckDraft.of(load_decks()[name]))
        elif name:
            raise LabFault

    # -- what is shown

    def line_parameter_name(self) -> str:
        """Return the name of the address parameter for the deck."""
        return "deck"

    def view(self) -> Child:
        """Render the check of the deck, the choice of a deck to start from, and every card of the set."""
        return [self._check(), self._tools(), el("div", map(self._kind, CARD_KINDS), cls="im-tray")]

    def _check(self) -> Markup:
        draft = self.draft
        faults = draft.all_refusals()
        size = self.say("size", n=draft.deck.size, most=DECK_SIZE)
        if not faults:
            return el(
                "section",
                el("p", el("b", self.say("legal")), " ", size, self._play_link(), cls="im-answer"),
                cls="tk-verdict im-verdict",
                data_head=True,
                data_key="verdict",
            )
        items = [
            el("li", fault.ruling.text(), " ", self.lab.rule_button(fault.rule, f"fault:{place}"))
            for place, fault in enumerate(faults)
        ]
        count = self.say("faults_one" if len(faults) == 1 else "faults", n=len(faults))
        listed = el("ul", items, cls="tk-list im-faults")
        if len(faults) > _MAX_UNFOLDED_FAULTS:
            summary = el("summary", self.say("faults_all"))
            listed = el("details", summary, listed, data_key="faults", open=True)
        return el(
            "section",
            el("p", el("b", count), " ", size, cls="im-answer"),
            listed,
            cls="tk-box im-check",
            data_key="verdict",
        )

    def _play_link(self) -> Child:
        """Render a link to a game with this deck, or nothing if the site has no play page."""
        address = page_href("imajica-play", deck=deck_address_word(self.draft.deck))
        return [" ", el("a", self.say("play_it"), href=address, data_key="play-it")] if address else None

    def _tools(self) -> Markup:
        begun = self._begun()
        names = {"": self.say("begin_none")} if not begun else {}
        names |= {name: deck.title[self.lab.lang] for name, deck in load_decks().items()}
        names["empty"] = self.say("begin_empty")
        own, label = f"{self.lab.id_prefix}-begin", self.say("begin")
        field = labelled_select(names.items(), begun, "begin", own, label, data_act="begin")
        return el(
            "div", el("div", field, cls="im-select"), self.undo_button(), cls="im-deed", data_controls=True
        )

    def _begun(self) -> str:
        copies = self.draft.copies
        same = (name for name, deck in load_decks().items() if deck.counts == copies)
        return next(same, "") if copies else "empty"

    def _kind(self, kind: str) -> Markup:
        cards = [card for card in load_cards().values() if card.kind == kind]
        if kind in ("site", "path", "character"):
            cards.sort(key=lambda card: (card.home_dominions, card.name().casefold()))
        copies = self.draft.copies
        count = sum(copies.get(card.id, 0) for card in cards)
        items = [self._card(card, copies.get(card.id, 0)) for card in cards]
        title = self.say("kind", kind=card_kind_plural(kind), n=count)
        legend = value_icons_html() if kind == "character" else None
        return el(
            "details",
            el("summary", title),
            legend,
            el("ul", items, cls="tk-list im-cards"),
            cls="tk-box",
            data_controls=True,
            data_key=f"kind:{kind}",
        )

    def _card(self, card: Card, count: int) -> Markup:
        name = card.name()
        less = counter_button(
            "−", "card", f"{card.id}:less", self.say("less", card=name), is_at_limit=not count
        )
        more = counter_button("+", "card", f"{card.id}:more", self.say("more", card=name))
        number = el("b", count, cls="tk-number im-count", aria_label=self.say("copies", n=count, card=name))
        return el(
            "li",
            _card_and_text(card.id, self.lab.lang),
            el("span", less, number, more, cls="im-number"),
            cls="im-person im-in" if count else "im-person",
        )

    def odds_announcement(self) -> str:
        """Return, for screen readers, whether the deck is legal, in a sentence."""
        faults = self.draft.all_refusals()
        count = self.say("faults_one" if len(faults) == 1 else "faults", n=len(faults))
        size = self.say("size", n=self.draft.deck.size, most=DECK_SIZE)
        return f"{count if faults else self.say('legal')} {size}"


@lru_cache(maxsize=512)
@localized
def _card_and_text(card_id: str, lang: str) -> Markup:
    """Render a card's picture and text in the list, cached because they do not depend on the copies."""
    card = load_cards()[card_id]
    text = el("span", card_effects_text(card), cls="tk-small tk-soft")
    return el("span", card_chip_html(card), text, cls="im-listed")


_MAX_UNFOLDED_FAULTS = 4
"""Number of faults above which their list can be closed."""
