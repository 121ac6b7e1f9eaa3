"""The odds of an end-game attack on several players that is under way (TW-END-3, TW-END-4)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import prod

from twingkit.odds import Odds
from twingkit.twing.exact_odds.contest import STATES, WEIGHTS
from twingkit.twing.exact_odds.endgame_pairings import EndgameBudgetError
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.exact_odds.variants.endgame import VariantEndgame
from twingkit.twing.exact_odds.variants.endgame_tables import fight_of, forgetting, results_of, twin_of
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.table import TwingTable

BUDGET = 300_000
"""Best play goes on from here up to this many combinations of dice and of what is left."""


def attack_now(table: TwingTable, responses: Responses) -> Odds:
    """The attacker's odds of an attack on which all have laid: `win`, every pairing won; `loss`, at least one
    lost. Dice that lie count; with "best" the responses go on from where they are, for any variant.

    Raises `EndgameBudgetError` where best play would take too long.
    """
    begun = forgetting(twin_of(table))
    fight, now = fight_of(begun), fight_of(table)
    fight.turn, fight.passes = now.turn, now.passes
    if responses == "none" or now.over or not _may_respond(begun):
        return _told(_rolled(begun), DICE_ALONE if responses == "none" else BEST_RESPONSES)
    size = _size(begun)
    if size > BUDGET:
        raise EndgameBudgetError(size)
    ends = VariantEndgame([begun]).ends()
    return _told(((end.results, end.chance) for end in ends), BEST_RESPONSES)


def _told(ends: Iterable[tuple[tuple[int, ...], float]], rule: str) -> Odds:
    win = loss = 0.0
    for results, chance in ends:
        win += chance * (min(results) > 0)
        loss += chance * (min(results) < 0)
    return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=rule)


def _may_respond(table: TwingTable) -> bool:
    """True if anybody has something to respond with."""
    return any(
        side.player.cats
        or side.player.traps
        or side.player.miromon
        or side.two_cats
        or reroll_object(side.role) in side.player.objects
        for side in fight_of(table).sides
        if not side.retired
    )


def _rolled(table: TwingTable) -> Iterable[tuple[tuple[int, ...], float]]:
    """The results of all pairings over the dice that are still open, with their chances."""
    open_dice = [side.index for side in fight_of(table).sides if side.lay.spells and side.die is None]
    for places in product(range(len(STATES)), repeat=len(open_dice)):
        twin = twin_of(table)
        for index, place in zip(open_dice, places, strict=True):
            fight_of(twin).sides[index].threw(STATES[place], False, table.variant)
        yield results_of(twin), prod(WEIGHTS[place] / 12 for place in places)


def _size(table: TwingTable) -> int:
    """About how many states best play looks at."""
    size = 1
    for side in fight_of(table).sides:
        player = side.player
        means = (player.cats + 1) * (player.traps + 1) * (player.miromon + 1)
        dice = len(STATES) if side.lay.spells and (side.die is None or player.cats or player.miromon) else 1
        size *= means * dice * (1 + (reroll_object(side.role) in player.objects))
    return size
