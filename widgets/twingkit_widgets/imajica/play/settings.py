"""The settings of a game of Imajica, and the form that changes them."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.language import language
from twingkit.imajica.box.decks import Deck, load_decks
from twingkit.imajica.players import PLAYERS
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS
from twingkit.imajica.starts import OWN_DECK_PREFIX, GameStart, format_deck_line, parse_deck_line
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit_widgets.imajica.play.words import ImajicaPlayFault
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.form import form_drop_down, typed_or
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import NewGameForm, SeatedSettings, SeatedT

AI_LEVELS = tuple(PLAYERS)
"""The computer players, the strongest first."""

DEFAULT_LEVEL = "curious"
"""The default computer player, so that newcomers meet every action."""

PLAYER_COUNTS = tuple(str(count) for count in range(FEWEST_SEATS, len(SEATS) + 1))
"""The possible numbers of Autarchs (IJ-ORDER-1)."""

_GAME_FORMS = ("five", "three")
"""The forms of a game: five Dominions win, or three (IJ-REC-2, IJ-SHORT-1)."""

DEFAULT_DECK = next(iter(load_decks()))
"""The person's default deck."""


def deck_address_word(deck: Deck) -> str:
    """Return a deck as one word without spaces, for forms and addresses.

    >>> deck_address_word(parse_deck_line("own: 2 gek-a-gek, slew"))
    'own:2_gek-a-gek,slew'
    """
    return format_deck_line(deck).replace(": ", ":").replace(", ", ",").replace(" ", "_")


def decks_by_seat(seat_count: int, seat: int = 0, own_deck_word: str = DEFAULT_DECK) -> tuple[Deck, ...]:
    """Return a deck for each seat: the person's `own_deck_word` (a `deck_address_word`) at `seat`, and the
    other ready-made decks in order at the remaining seats.

    >>> [deck.id for deck in decks_by_seat(3, seat=1, own_deck_word="teeth")]
    ['maestros', 'teeth', 'clean-slate']
    """
    others = [name for name in load_decks() if name != own_deck_word]
    turns = iter(others * 2)
    return tuple(
        parse_deck_line(own_deck_word.replace("_", " ") if place == seat else next(turns))
        for place in range(seat_count)
    )


def _variant_form(variant: Variant) -> str:
    """Return the form of a variant, one of `_GAME_FORMS`."""
    return variant.victory


def variant_with_game_form(variant: Variant, game_form: str) -> Variant:
    """Return a variant in another form; the shorter game has its own Prime limit (IJ-SHORT-1)."""
    if game_form == _variant_form(variant):
        return variant
    whole = Variant.resolve("short") if game_form == "three" else BOX
    return attrs.evolve(variant, victory=whole.victory, prime_limit=whole.prime_limit)


class NewImajicaGameForm(NewGameForm[SeatedT]):
    """The form for a new game of Imajica, with fields for the person's deck and the form of the game."""

    game_id = "imajica"
    player_counts = PLAYER_COUNTS

    def default_start(self) -> GameStart:
        """Return the start of a game for three."""
        return GameStart(decks_by_seat(FEWEST_SEATS + 1))

    def read_start(
        self,
        form_values: Mapping[str, str],
        old_settings: SeatedT,
        seat_count: int,
        seat: int,
        variant: Variant,
    ) -> GameStart:
        """Return the start that the form describes. Raises `ImajicaPlayFault` for an invalid deck or form."""
        deck = form_values.get("deck", _own_deck_word(old_settings))
        if deck not in load_decks() and not deck.startswith(OWN_DECK_PREFIX):
            raise ImajicaPlayFault("deck", found=deck[:20], known=", ".join(load_decks()))
        form = form_values.get("form", _variant_form(variant))
        if form not in _GAME_FORMS:
            raise ImajicaPlayFault("form", found=form[:20])
        return GameStart(decks_by_seat(seat_count, seat, deck), variant_with_game_form(variant, form))

    def game_fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """Render the fields for the person's deck and the form of the game."""
        settings = player_view.match.settings
        variant = settings.variant
        assert isinstance(variant, Variant)
        decks = [(name, deck.title[language()]) for name, deck in load_decks().items()]
        own = typed_or(player_view, "deck", _own_deck_word(settings))
        decks += [(own, player_view.say("new.deck_own"))] if own.startswith(OWN_DECK_PREFIX) else []
        forms = [(form, player_view.say(f"new.form_{form}")) for form in _GAME_FORMS]
        return [
            form_drop_down(player_view, "deck", own, decks),
            form_drop_down(player_view, "form", typed_or(player_view, "form", _variant_form(variant)), forms),
        ]

    def game_address(self, settings: SeatedT) -> dict[str, str]:
        """Return the person's deck as an address parameter, unless it is the default."""
        deck = _own_deck_word(settings)
        return {"deck": deck} if deck != DEFAULT_DECK else {}


def _own_deck_word(settings: SeatedSettings) -> str:
    """Return the deck of the person as a `deck_address_word`; the default deck if the game started from a
    position.
    """
    begin = settings.start
    return deck_address_word(begin.decks[settings.seat]) if isinstance(begin, GameStart) else DEFAULT_DECK
