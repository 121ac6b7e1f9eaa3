"""Decks of sixty cards: check them, cut them, and load the four ready-made ones.

A deck is a list of lines such as `2 gek-a-gek`; `deck_faults` returns every rule it breaks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, explained_frame
from twingkit.core.arguments import TEXT, check_arguments, instance_of, list_of
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal, RefusalWithRuleId, one_line_excerpt
from twingkit.core.rulebook import NamesByLanguage, QuotedFact
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.variants.variant import variant_table_attrs
from twingkit.core.words import translate_texts
from twingkit.imajica.box.cards import CARDS_ARGUMENT, Cards, load_cards
from twingkit.imajica.rules.rulebook import make_input_refusal, rulebook
from twingkit.imajica.variants.variant import BOX, Variant

WishT = TypeVar("WishT")
ThingT = TypeVar("ThingT")

DECK_SIZE = 60
"""Number of cards in a deck unless players agree otherwise (IJ-DECK-1, 2)."""

DOMINIONS = (1, 2, 3, 4, 5)
"""The five Dominions."""

_LINE = re.compile(r"(?:(\d{1,2}) )?(\S+)")


class DeckFaults(Fault):
    """The error for an illegal deck; `.refusals` lists all faults with their rules."""

    def __init__(self, name: str, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        self.deck = name
        super().__init__("deck", rulebook(), found=name, faults=_JoinedRefusals(self.refusals))


@attrs.frozen
class _JoinedRefusals:
    refusals: tuple[Refusal, ...]

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the messages of all refusals, one after the other."""
        return " ".join(refusal.text() for refusal in self.refusals)


@attrs.frozen
class Deck:
    """A deck: its id and its cards with their counts; ready-made decks also have a title and a plan.

    >>> deck = load_decks()["teeth"]
    >>> deck.size, deck.counts["gek-a-gek"], deck.title["en"]
    (60, 3, 'Teeth of the In Ovo')
    """

    id: str
    counts: Mapping[str, int] = attrs.field(hash=False)
    title: Mapping[str, str] = attrs.field(factory=dict, eq=False)
    plan: Mapping[str, str] = attrs.field(factory=dict, eq=False)

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(self.counts.values())

    @property
    def cards(self) -> tuple[str, ...]:
        """Ids of all cards; copies follow each other."""
        return tuple(name for name, count in self.counts.items() for _ in range(count))

    def lines(self) -> list[str]:
        """Return the deck as lines that `deck_from_lines` parses."""
        return [name if count == 1 else f"{count} {name}" for name, count in self.counts.items()]


DECK_ARGUMENT = instance_of("argument.deck_named", Deck, str)
"""Argument check for a deck or the name of a ready-made one."""


@check_arguments(name=TEXT, lines=list_of(TEXT))
def deck_from_lines(name: str, lines: Iterable[str]) -> Deck:
    """Build a deck from lines such as `2 gek-a-gek`. Raises `Fault` if a line is malformed.

    >>> deck_from_lines("mine", ["2 gek-a-gek", "slew"]).counts
    {'gek-a-gek': 2, 'slew': 1}
    """
    counts: dict[str, int] = {}
    for line in [lines] if isinstance(lines, str) else lines:
        match = _LINE.fullmatch(" ".join(line.split()))
        if match is None or match[1] in ("0", "00") or isinstance(lines, str):
            raise Fault("deck_line", rulebook(), found=one_line_excerpt(line, 40))
        counts[match[2]] = counts.get(match[2], 0) + int(match[1] or 1)
    return Deck(name, counts)


_FAULT_COLUMNS: CellMakers[RefusalWithRuleId] = {
    "rules": lambda fault: [fault.rule],
    "reason": lambda fault: fault.text(),
}


@with_column_meanings
@check_arguments(deck=DECK_ARGUMENT, cards=CARDS_ARGUMENT)
@localized
def deck_faults(
    deck: Deck | str, *, cards: Cards | None = None, variant: Variant | str = BOX, lang: Lang | None = None
) -> DataFrame:
    """Return every rule that a deck breaks (IJ-DECK-1, 3).

    Parameters
    ----------
    deck
        The deck, or the name of one of the four decks.
    cards
        The set of cards; by default the assumed one.
    variant
        The rules.
    lang
        The language of `reason`.

    Returns
    -------
    DataFrame
        One row for each fault; none for a legal deck. `attrs`: `deck` (its id), and `variant` unless
        it is that of the box.

    Examples
    --------
    >>> deck_faults(deck_from_lines("mine", ["2 riot", *["irish"] * 58]))["reason"][0]
    'The Path Riot is in the deck 2 times; expected once. [IJ-DECK-1]'
    """
    deck = deck_by_name(deck)
    rows = deck_refusals(deck, cards, variant)
    about = {"deck": deck.id, **variant_table_attrs(Variant.resolve(variant))}
    return explained_frame(rows, _FAULT_COLUMNS, "twingkit.imajica.deck_faults", **about)


def deck_refusals(
    deck: Deck, cards: Cards | None = None, variant: Variant | str = BOX
) -> list[RefusalWithRuleId]:
    """Return the faults of a deck as refusals: an empty list if it is legal."""
    return list(_faults(deck, cards or load_cards(), Variant.resolve(variant)))


def _faults(deck: Deck, cards: Cards, variant: Variant) -> Iterator[RefusalWithRuleId]:
    unknown = [name for name in deck.counts if name not in cards]
    for name in unknown:
        yield make_input_refusal("IJ-DECK-1", "unknown", card=QuotedFact(one_line_excerpt(name, 30)))
    known = {name: count for name, count in deck.counts.items() if name in cards}
    if deck.size != variant.deck_size:
        rule = "IJ-DECK-1" if variant.deck_size == DECK_SIZE else "IJ-DECK-2"
        yield make_input_refusal(rule, "size", n=deck.size, most=variant.deck_size)
    for name, count in known.items():
        card = cards[name]
        if card.kind == "path" and count > 1:
            yield make_input_refusal("IJ-DECK-1", "paths", card=card, n=count)
        elif count > card.copy_limit:
            yield make_input_refusal("IJ-DECK-1", "limit", card=card, n=count, most=card.copy_limit)
    homes = [cards[name].home_dominions for name in known if cards[name].kind == "site"]
    for dominion in unmatched_wishes(DOMINIONS, homes, lambda dominion, home: dominion in home):
        yield make_input_refusal("IJ-DECK-1", "no_site", n=dominion)
    characters = sum(count for name, count in known.items() if cards[name].kind == "character")
    most = variant.deck_limit
    if most and characters > most:
        yield make_input_refusal("IJ-DECK-3", "characters", n=characters, most=most)


def unmatched_wishes(
    wishes: Iterable[WishT], things: Sequence[ThingT], fits: Callable[[WishT, ThingT], bool]
) -> list[WishT]:
    """Match as many wishes as possible, each with a fitting thing of its own, and return the wishes left
    without one.

    >>> unmatched_wishes([1, 2, 3], [(1, 2), (1,)], lambda number, pair: number in pair)
    [3]
    """
    wish_by_place: dict[int, WishT] = {}

    def meets(wish: WishT, tried: set[int]) -> bool:
        """Give a wish a thing, and other wishes other things if needed (augmenting path); return success."""
        for place, thing in enumerate(things):
            if place not in tried and fits(wish, thing):
                tried.add(place)
                if place not in wish_by_place or meets(wish_by_place[place], tried):
                    wish_by_place[place] = wish
                    return True
        return False

    return [wish for wish in wishes if not meets(wish, set())]


def deck_by_name(name: Deck | str) -> Deck:
    """Return the ready-made deck with this name; a `Deck` is returned unchanged. Raises `Fault`, which lists
    the names.

    >>> deck_by_name("teeth").size
    60
    """
    if isinstance(name, Deck):
        return name
    if name not in load_decks():
        raise Fault("deck_name", rulebook(), found=one_line_excerpt(name, 30), known=", ".join(load_decks()))
    return load_decks()[name]


@check_arguments(deck=DECK_ARGUMENT, cards=CARDS_ARGUMENT)
def require_legal_deck(deck: Deck | str, cards: Cards | None = None, variant: Variant | str = BOX) -> Deck:
    """Return the deck if it is legal, else raise `DeckFaults` with all faults.

    >>> require_legal_deck("teeth").size
    60
    """
    deck = deck_by_name(deck)
    wrong = deck_refusals(deck, cards, variant)
    if wrong:
        raise DeckFaults(deck.id, wrong)
    return deck


def trim_to_starter_decks(decks: Iterable[Deck], cards: Cards | None = None) -> list[Deck]:
    """Return decks without second copies of Paths, all cut to the size of the smallest (IJ-DECK-2).

    Cards with the most copies are cut first (of equal ones the last in the list), but never Paths or Sites.

    >>> first = deck_from_lines("a", ["3 irish", "slew"])
    >>> second = deck_from_lines("b", ["irish", "slew"])
    >>> [deck.size for deck in trim_to_starter_decks([first, second])]
    [2, 2]
    """
    known = cards or load_cards()
    trimmed = [
        {name: 1 if known[name].kind == "path" else count for name, count in deck.counts.items()}
        for deck in decks
    ]
    size = min(sum(counts.values()) for counts in trimmed)
    return [
        cut_deck(attrs.evolve(deck, counts=counts), size, known)
        for deck, counts in zip(decks, trimmed, strict=True)
    ]


def cut_deck(deck: Deck, size: int, cards: Cards | None = None) -> Deck:
    """Return a deck cut to a size by the rule of starter decks (IJ-DECK-2); smaller decks stay unchanged.

    >>> cut_deck(load_decks()["teeth"], 50).size
    50
    """
    known, counts = cards or load_cards(), dict(deck.counts)
    while sum(counts.values()) > size:
        spare = [name for name in counts if counts[name] and known[name].kind not in ("path", "site")]
        if not spare:
            break
        counts[max(reversed(spare), key=lambda name: counts[name])] -= 1
    return attrs.evolve(deck, counts={name: count for name, count in counts.items() if count})


@cache
def load_decks() -> dict[str, Deck]:
    """Return the four ready-made decks by id.

    >>> list(load_decks())
    ['maestros', 'teeth', 'clean-slate', 'daughters']
    """
    text = files("twingkit.imajica.box").joinpath("decks.toml").read_text("utf-8")
    return {
        entry["id"]: attrs.evolve(
            deck_from_lines(entry["id"], entry["cards"]), title=entry["title"], plan=entry["plan"]
        )
        for entry in translate_texts(tomllib.loads(text))["deck"]
    }
