"""The settings of a game of Imajica: Autarchs, the own deck, the form, opponents, seed, and their form."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.language import language
from twingkit.imajica.box.decks import Deck, load_decks
from twingkit.imajica.players import NAMES
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS
from twingkit.imajica.starts import OWN, GameStart, format_deck_line, parse_deck_line
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit_widgets.imajica.play.words import ImajicaFault
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.form import select, typed_or
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedForm, SeatedSettings, SeatedT

AI_LEVELS = NAMES[::-1]
"""The ways in which the computer can play, the strongest first."""

DEFAULT_LEVEL = NAMES[min(1, len(NAMES) - 1)]
"""The default way in which the computer plays."""

COUNTS = tuple(str(count) for count in range(FEWEST_SEATS, len(SEATS) + 1))
"""The numbers of Autarchs (IJ-ORDER-1)."""

FORMS = ("five", "three")
"""The forms of a game: Sites of five Dominions win, or of three (IJ-REC-2, IJ-SHORT-1)."""

DEFAULT_DECK = next(iter(load_decks()))
"""The default deck of the person."""


def deck_word(deck: Deck) -> str:
    """A deck as one word, for a form and an address, which would change spaces.

    >>> deck_word(parse_deck_line("own: 2 gek-a-gek, slew"))
    'own:2_gek-a-gek,slew'
    """
    return format_deck_line(deck).replace(": ", ":").replace(", ", ",").replace(" ", "_")


def decks_for(count: int, seat: int = 0, own: str = DEFAULT_DECK) -> tuple[Deck, ...]:
    """Return a deck for each Autarch: the person's own (a `deck_word`), and the others in turn.

    >>> [deck.id for deck in decks_for(3, seat=1, own="teeth")]
    ['maestros', 'teeth', 'clean-slate']
    """
    others = [name for name in load_decks() if name != own]
    turns = iter(others * 2)
    return tuple(
        parse_deck_line(own.replace("_", " ") if place == seat else next(turns)) for place in range(count)
    )


def form_of(variant: Variant) -> str:
    """The form that a variant is, one of `FORMS`."""
    return variant.victory


def in_form(variant: Variant, form: str) -> Variant:
    """A variant in another form: the shorter game has its own Prime limit (IJ-SHORT-1)."""
    if form == form_of(variant):
        return variant
    whole = Variant.resolve("short") if form == "three" else BOX
    return attrs.evolve(variant, victory=whole.victory, prime_limit=whole.prime_limit)


class ImajicaForm(SeatedForm[SeatedT]):
    """The form for a new game of Imajica: its own fields are the person's deck and the form of the game."""

    game = "imajica"
    counts = COUNTS

    def default_start(self) -> GameStart:
        """A game for three."""
        return GameStart(decks_for(FEWEST_SEATS + 1))

    def begin(
        self, typed: Mapping[str, str], before: SeatedT, count: int, seat: int, variant: Variant
    ) -> GameStart:
        """The start that the form says. Raises `ImajicaFault` for a deck or a form that cannot be."""
        deck = typed.get("deck", own_deck(before))
        if deck not in load_decks() and not deck.startswith(OWN):
            raise ImajicaFault("deck", found=deck[:20], known=", ".join(load_decks()))
        form = typed.get("form", form_of(variant))
        if form not in FORMS:
            raise ImajicaFault("form", found=form[:20])
        return GameStart(decks_for(count, seat, deck), in_form(variant, form))

    def own_fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """The person's deck, and the form of the game."""
        settings = player_view.match.settings
        variant = settings.variant
        assert isinstance(variant, Variant)
        decks = [(name, deck.title[language()]) for name, deck in load_decks().items()]
        own = typed_or(player_view, "deck", own_deck(settings))
        decks += [(own, player_view.say("new.deck_own"))] if own.startswith(OWN) else []
        forms = [(form, player_view.say(f"new.form_{form}")) for form in FORMS]
        return [
            select(player_view, "deck", own, decks),
            select(player_view, "form", typed_or(player_view, "form", form_of(variant)), forms),
        ]

    def own_address(self, settings: SeatedT) -> dict[str, str]:
        """The person's deck."""
        deck = own_deck(settings)
        return {"deck": deck} if deck != DEFAULT_DECK else {}


def own_deck(settings: SeatedSettings) -> str:
    """The person's deck as a `deck_word`; the usual one, if a position has none."""
    begin = settings.begin
    return deck_word(begin.decks[settings.seat]) if isinstance(begin, GameStart) else DEFAULT_DECK
