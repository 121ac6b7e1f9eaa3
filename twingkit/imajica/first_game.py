"""The first game of Imajica: how far a seat is on its way, and what is not worth a word."""

from __future__ import annotations

from pathlib import Path

from twingkit.first_game.first_game import FirstGame
from twingkit.imajica.rules.table import ImajicaTable

HERE = Path(__file__).parent

DECKS = ("maestros", "teeth", "clean-slate", "daughters")
"""The decks of a first game, by seat; the learner has the first."""


def points(table: ImajicaTable, seat: int) -> float:
    """The part of the Dominions for victory in which a seat controls a Site that is not pivoted."""
    goal = 5 if table.variant.victory == "five" else 3
    covered = {dominion for site in table.sites(seat) if not site.pivoted for dominion in site.card.home}
    return min(1.0, len(covered) / goal)


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
    quiet={
        "autarch": (
            *("IJ-SEIZE-1", "IJ-HOLD-1", "IJ-AUT-2", "IJ-REC-2", "IJ-BORDER-1", "IJ-UNIQ-1", "IJ-AUT-4"),
            *("IJ-AREA-4", "IJ-COME-2"),
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
