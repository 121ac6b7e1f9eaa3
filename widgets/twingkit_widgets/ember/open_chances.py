"""The chances in a game with real cards of Ember, from a spectator's knowledge of the cards.

They are: what the active player might conjure, and the next card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from twingkit.ember.box.pool import Creature
from twingkit.ember.exact_odds.unseen_hand import SAMPLES, PaymentChance, hand_payment_chances
from twingkit.ember.rules.cards import ARCHMAGE, DECK, ELEMENTS
from twingkit.ember.rules.table import EmberTable
from twingkit.referee.referee_rules import KnownCards
from twingkit_widgets.ember.words import chance_text
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import PanelTexts, join_names, percent

WORDS = PanelTexts(Path(__file__).with_name("open_chances.toml"))
"""The sentences on chances in a game with real cards."""


def public_odds_html(known: KnownCards, names: Mapping[str, str], is_open: bool) -> Markup | None:
    """Render the active player's chances to conjure as a spectator can know them; only a button until
    `is_open`, None if they cannot conjure this turn.

    Before the reader has `is_open` for them, return a button; if nothing can be conjured in this turn any
    more, None.
    """
    table: EmberTable = known.game.table
    if table.step not in ("draw", "conjure") or table.has_conjured or table.has_refreshed:
        return None
    name = [*names.values()][table.current]
    if not is_open:
        return el("p", button(WORDS.say("show", name=name), "chances"), data_controls=True)
    hand, player = known.hands[table.current], table.active
    others = Counter(known.named_cards) - Counter(hand.known_cards)
    seen = tuple((others & Counter(DECK)).elements())
    drawing = table.step == "draw" and table.can_draw()
    full = len(player.hand) >= player.hand_limit
    unknown = hand.unknown_count + (drawing and not full)
    pool = tuple(table.creatures[creature] for creature in table.pool)
    left = Counter(DECK) - Counter(seen) - Counter(hand.known_cards)
    rows = _hand_chances(hand.known_cards, min(unknown, left.total()), pool, seen, table.variant.wilds)
    said = [
        WORDS.say(
            "basis", n=left.total(), known=" ".join(hand.known_cards) or "–", unknown=hand.unknown_count
        ),
        _next_card(left) if table.deck_size else None,
        WORDS.say("discards" if full else "draws") if drawing else None,
    ]
    notes = [WORDS.say("uniform")]
    if any(row.standard_error for row in rows):
        notes.append(WORDS.say("dealt", n=SAMPLES))
    return el(
        "section",
        el("h2", WORDS.say("title", name=name), cls="tk-label"),
        [el("p", sentence) for sentence in said if sentence],
        _table(rows, WORDS.say("title", name=name)),
        [el("p", note, cls="tk-soft") for note in notes],
        el("p", button(WORDS.say("hide"), "chances"), data_controls=True),
        cls="tk-stack",
    )


@lru_cache(maxsize=16)
def _hand_chances(
    known: tuple[str, ...], unknown: int, pool: tuple[Creature, ...], seen: tuple[str, ...], wilds: int
) -> list[PaymentChance]:
    """Return the active player's chances to pay for each creature, cached because pages are drawn more often
    than chances change.
    """
    return hand_payment_chances(known, unknown, pool, seen=seen, max_wilds=wilds)


def _next_card(left: Counter[str]) -> str:
    kinds = {kind: sum(left[card] for card in left if card[0] == kind) for kind in (*ELEMENTS, ARCHMAGE)}
    shares = [
        WORDS.say(f"kind.{kind}", chance=chance_text(count / left.total())) for kind, count in kinds.items()
    ]
    return WORDS.say("next", kinds=join_names(shares))


def _table(rows: list[PaymentChance], title: str) -> Markup:
    costs: dict[tuple[str, float], list[PaymentChance]] = {}
    for row in sorted(rows, key=lambda row: -row.creature.value):
        costs.setdefault((str(row.creature.cost), row.chance), []).append(row)
    body = []
    for (cost, chance), same in costs.items():
        error = same[0].standard_error
        shown = chance_text(chance)
        if error:
            shown = WORDS.say("about", chance=shown, error=percent(error, 1))
        creatures = join_names([row.creature.name() for row in same])
        values = join_names(sorted({str(row.creature.value) for row in same}, key=int))
        cells = el("td", values, cls="tk-number"), el("td", shown, cls="tk-number")
        body.append(el("tr", el("th", creatures, " ", el("small", cost), scope="row"), cells))
    heads = [el("th", WORDS.say(key), scope="col") for key in ("creature", "worth", "chance")]
    table = el(
        "table", el("thead", el("tr", heads)), el("tbody", body), cls="tk-grid em-chances", aria_label=title
    )
    return el("div", table, cls="tk-plot-table", tabindex="0", role="region", aria_label=title)
