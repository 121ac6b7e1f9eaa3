"""The settings of a game of Imajica: Autarchs, the own deck, the form, opponents, seed, and their form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from twingkit import Game
from twingkit.imajica.box.decks import Deck, load_decks
from twingkit.imajica.players import NAMES
from twingkit.imajica.rules.table import FEWEST_SEATS, SEATS
from twingkit.imajica.starts import OWN, GameStart, PositionStart, deck_line, deck_of
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit.play import Start
from twingkit_widgets.imajica.play.words import ImajicaFault, of_known_set
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.play.form import opponents_field, seed_field, seed_of, select, typed_or
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.site.house.start_rules import variant_query

TEMPERS = NAMES[::-1]
"""The ways in which the computer can play, the strongest first."""

USUAL = NAMES[min(1, len(NAMES) - 1)]
"""The default way in which the computer plays."""

COUNTS = tuple(str(count) for count in range(FEWEST_SEATS, len(SEATS) + 1))
"""The numbers of Autarchs (IJ-ORDER-1)."""

FORMS = ("five", "three")
"""The forms of a game: Sites of five Dominions win, or of three (IJ-REC-2, IJ-SHORT-1)."""

USUAL_DECK = next(iter(load_decks()))
"""The default deck of the person."""


def deck_word(deck: Deck) -> str:
    """A deck as one word, for a form and an address, which would change spaces.

    >>> deck_word(deck_of("own: 2 gek-a-gek, slew"))
    'own:2_gek-a-gek,slew'
    """
    return deck_line(deck).replace(": ", ":").replace(", ", ",").replace(" ", "_")


def decks_for(count: int, seat: int = 0, own: str = USUAL_DECK) -> tuple[Deck, ...]:
    """Return a deck for each Autarch: the person's own (a `deck_word`), and the others in turn.

    >>> [deck.id for deck in decks_for(3, seat=1, own="teeth")]
    ['maestros', 'teeth', 'clean-slate']
    """
    others = [name for name in load_decks() if name != own]
    turns = iter(others * 2)
    return tuple(deck_of(own.replace("_", " ") if place == seat else next(turns)) for place in range(count))


def form_of(variant: Variant) -> str:
    """The form that a variant is, one of `FORMS`."""
    return variant.victory


def in_form(variant: Variant, form: str) -> Variant:
    """A variant in another form: the shorter game has its own Prime limit (IJ-SHORT-1)."""
    if form == form_of(variant):
        return variant
    whole = Variant.of("short") if form == "three" else BOX
    return attrs.evolve(variant, victory=whole.victory, prime_limit=whole.prime_limit)


@attrs.frozen
class ImajicaChoice:
    """The settings of a game of Imajica: how it starts, the person's seat (from 0), the computer's way to
    play (one of `TEMPERS`), a seed for cards and opponents."""

    begin: GameStart | PositionStart = attrs.field(factory=lambda: GameStart(decks_for(FEWEST_SEATS + 1)))
    seat: int = 0
    opponents: str = USUAL
    seed: int = 0

    @property
    def seats(self) -> int:
        """The number of Autarchs."""
        return self.begin.seats

    @property
    def deck(self) -> str:
        """The person's deck as a `deck_word`; the usual one, if a position has none."""
        return deck_word(self.begin.decks[self.seat]) if isinstance(self.begin, GameStart) else USUAL_DECK

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.begin.variant

    def game(self) -> Game:
        """A fresh game in which every card is asked."""
        return Game(self.begin, seed=self.seed, rolls="ask")

    def taken_up(self, start: Start, **changes: Any) -> Any:
        """The same for a game that began so. Raises `ImajicaFault` if it is none of Imajica."""
        if not isinstance(start, GameStart | PositionStart):
            raise ImajicaFault("other", name=start.name)
        return attrs.evolve(self, begin=of_known_set(start), **changes)


def settings_of(typed: Mapping[str, str], before: Any) -> Any:
    """Return what the form of a new game says; fields that are not there stay as `before`.

    Raises `ImajicaFault` for players, a deck, a form, an opponent or a seed that cannot be, `VariantError`
    for a variant that cannot.
    """
    count = typed.get("players", str(before.seats))
    if count not in COUNTS:
        raise ImajicaFault("players", found=count[:20])
    opponents = typed.get("opponents", before.opponents)
    if opponents not in TEMPERS:
        raise ImajicaFault("opponents", found=opponents[:20])
    deck = typed.get("deck", before.deck)
    if deck not in load_decks() and not deck.startswith(OWN):
        raise ImajicaFault("deck", found=deck[:20], known=", ".join(load_decks()))
    variant = Variant.of(typed["variant"]) if "variant" in typed else before.variant
    form = typed.get("form", form_of(variant))
    if form not in FORMS:
        raise ImajicaFault("form", found=form[:20])
    seat = min(before.seat, int(count) - 1)
    begin = GameStart(decks_for(int(count), seat, deck), in_form(variant, form))
    return attrs.evolve(before, begin=begin, seat=seat, opponents=opponents, seed=seed_of(typed))


def address_of(settings: ImajicaChoice) -> dict[str, str]:
    """Return what a link to such a game has in its query: only what is not usual."""
    query = {"players": str(settings.seats)} if settings.seats != FEWEST_SEATS + 1 else {}
    query |= {"deck": settings.deck} if settings.deck != USUAL_DECK else {}
    query |= {"opponents": settings.opponents} if settings.opponents != USUAL else {}
    return {**query, **variant_query("imajica", settings.variant)}


def form_fields(sight: Sight) -> list[Markup]:
    """The fields of the form for a new game."""
    settings: Any = sight.match.settings
    decks = [(name, deck.title[sight.lang]) for name, deck in load_decks().items()]
    own = typed_or(sight, "deck", settings.deck)
    decks += [(own, sight.say("new.deck_own"))] if own.startswith(OWN) else []
    forms = [(form, sight.say(f"new.form_{form}")) for form in FORMS]
    return [
        select(sight, "players", typed_or(sight, "players", settings.seats), [(n, n) for n in COUNTS]),
        select(sight, "deck", own, decks),
        select(sight, "form", typed_or(sight, "form", form_of(settings.variant)), forms),
        opponents_field(sight),
        seed_field(sight),
    ]
