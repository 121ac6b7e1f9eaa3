"""The pages of Imajica: which there are, and what each shows of what the address asks."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.site.addresses import MAKERS, GamePages, SitePage

PAGES = GamePages(
    sections=(
        (SitePage("imajica-play", "play", f"{MAKERS}:play"),),
        (SitePage("imajica-step", "step", f"{MAKERS}:step"),),
        (SitePage("imajica-rules", "rules", f"{MAKERS}:rules"),),
    ),
    card="twingkit_widgets.imajica.start_card:ImajicaCard",
    words=Path(__file__).with_name("page_words.toml"),
    good_rules=("IJ-SEIZE-1", "IJ-ALLY-2", "IJ-REC-2"),
    guarded="~*",
)
"""The pages of the game on the site."""
