"""The first game of Imajica: how far a seat is on its way, and what is not worth a word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from twingkit.asking import Question
from twingkit.first_game.first_game import FirstGame
from twingkit.imajica.rules.asked import FirstSite, Respond
from twingkit.imajica.rules.autarch import Autarch
from twingkit.imajica.rules.challenge import dying
from twingkit.imajica.rules.deeds import Ally
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import counted_dominions, goal_of

HERE = Path(__file__).parent

DECKS = ("maestros", "teeth", "clean-slate", "daughters")
"""The decks of a first game, by seat; the learner has the first."""


def points(table: ImajicaTable, seat: int) -> float:
    """The part of the Dominions for victory in which a seat controls a Site that is not pivoted."""
    return min(1.0, len(counted_dominions(table, seat)) / goal_of(table))


def offered(asked: Question) -> Iterator[str]:
    """The rules that govern what a question offers, the most urgent first."""
    if isinstance(asked, FirstSite):
        if any(len(asked.table.cards[name].home) > 1 for name in asked.things):
            yield "IJ-BORDER-1"
    elif isinstance(asked, Autarch):
        yield from _laying(asked)
    elif isinstance(asked, Ally):
        yield from _deeds(asked)
    else:
        yield from DECIDED.get(asked.kind, ())
        if isinstance(asked, Respond) and any(answer.startswith("use ") for answer in asked.options()):
            yield "IJ-POWER-1"
        if isinstance(asked, Respond) and dying(asked.table):
            yield from ("IJ-CHAL-9", "IJ-DMG-1")


DECIDED = {
    "contest": ("IJ-SEIZE-4", "IJ-SEIZE-5"),
    "defend": ("IJ-CHAL-7", "IJ-CHAL-9"),
    "damage": ("IJ-CHAL-9",),
    "influence": ("IJ-SEIZE-4", "IJ-SEIZE-9"),
    "combat": ("IJ-CHAL-7",),
}
"""The rules by which it is decided what comes of an answer, by the kind of question."""


def _laying(asked: Autarch) -> Iterator[str]:
    """The rules of what lies in the hand and can be laid in the Circle."""
    table = asked.table
    hand = [table.cards[name] for name in table.players[asked.player].hand]
    kinds = {card.kind for card in hand}
    if "site" in kinds:
        yield "IJ-AUT-1"
    if "path" in kinds:
        yield "IJ-AUT-2"
    if any(card.kind == "site" and len(card.home) > 1 for card in hand):
        yield "IJ-BORDER-1"


def _deeds(asked: Ally) -> Iterator[str]:
    """The rules of the deeds that are possible: calling, seizing, challenging."""
    table, seat = asked.table, asked.player
    ready = [piece.token for piece in table.ready(seat) if not piece.acted]
    able = {
        verb
        for verb, targets in (("seize", table.sites()), ("challenge", table.characters(area="active")))
        for target in targets
        for token in ready
        if asked.denial(f"{verb} {target.token} with {token}") is None
    }
    if "seize" in able:
        yield from ("IJ-SEIZE-1", "IJ-SEIZE-7")
    if any(asked.denial(f"call {name}") is None for name in dict.fromkeys(table.players[seat].hand)):
        yield from ("IJ-ALLY-2", "IJ-ALLY-1")
    if "seize" in able:
        yield "IJ-SEIZE-2"
    if "challenge" in able:
        yield from ("IJ-CHAL-1", "IJ-CHAL-7")


FIRST_GAME = FirstGame.read(
    HERE / "first_game.toml",
    HERE / "first_deals.toml",
    lines={
        count: (
            f"imajica {count}",
            *(f"deck {DECKS[seat % len(DECKS)]}" for seat in range(count)),
            "variant short",
        )
        for count in (2, 3, 4)
    },
    points=points,
    open=0.4,
    length=160,
    shown=("IJ-AREA-1",),
    offered=offered,
    quiet={
        "autarch": (
            *("IJ-SEIZE-1", "IJ-SEIZE-7", "IJ-SEIZE-2", "IJ-HOLD-1", "IJ-AUT-2", "IJ-REC-2", "IJ-BORDER-1"),
            *("IJ-SHORT-1", "IJ-UNIQ-1", "IJ-AUT-4", "IJ-AREA-4", "IJ-COME-2"),
        ),
        "ally": (
            *("IJ-SEIZE-1", "IJ-SEIZE-7", "IJ-SEIZE-2", "IJ-CHAL-1", "IJ-CHAL-8"),
            *("IJ-ALLY-1", "IJ-ALLY-3", "IJ-ALLY-7", "IJ-ALLY-6", "IJ-CHAL-4", "IJ-AFF-5", "IJ-AFF-4"),
            *("IJ-CHAL-6", "IJ-ALLY-8", "IJ-AFF-7", "IJ-AFF-6"),
        ),
        "respond": (
            *("IJ-PIV-1", "IJ-TIME-3", "IJ-TIME-4", "IJ-SEIZE-4", "IJ-CHAL-7", "IJ-CHAL-9"),
            *("IJ-CHAL-2", "IJ-HOLD-2", "IJ-HOLD-3", "IJ-OUT-1", "IJ-TIME-7", "IJ-CARD-2", "IJ-POWER-1"),
            *("IJ-POWER-2", "IJ-CHAL-3", "IJ-SEIZE-9", "IJ-CHAL-10", "IJ-CARD-5", "IJ-CARD-4"),
        ),
    },
    silent=("IJ-DECK-", "IJ-ODDS-", "IJ-VAR-"),
)
"""The first game: Sites of three Dominions win."""
