"""Checks every ruling against the table at that moment: owner, counts, losers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from twingkit.core.rulebook import HiddenFact, Ruling
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.rules.table import TwingTable

Facts = dict[str, Any]

_PLURAL = {
    "en": re.compile(r"(?<![\d−])\b1 (?:cards|Ornicles|objects|spells|creatures|points|cats)\b"),
    "de": re.compile(r"(?<![\d−])\b1 (?:Karten|Objekte|Kreaturen|Punkte|Katzen)\b"),
}
_SEVERAL = re.compile(r"\b(?:creatures return|these creatures|cards are|objects go|Kreaturen|Karten)\b")


def checked(table: TwingTable, rule: str, case: str, facts: Facts) -> None:
    """Fail with the sentence if a ruling is untrue of this table, which has just changed."""
    said = Ruling(rule, case, facts, rulebook())
    if 1 in facts.values():
        for lang, wrong in _PLURAL.items():
            assert not wrong.search(said.text(lang)), said.text(lang)
    if len(facts.get("cards", ())) == 1 and rule in ("TW-BAT-19", "TW-BAT-20", "TW-BAT-21", "TW-LEAVE-1"):
        assert not any(_SEVERAL.search(said.text(lang).partition(":")[0]) for lang in ("en", "de")), str(said)
    holds = CHECKS.get((rule, case)) or CHECKS.get((rule, "*"))
    if holds is not None:
        assert holds(table, facts), f"{said} ({facts})"


def player(table: TwingTable, name: object) -> Player:
    """Return the player with a name used in the rulings of a whole game."""
    return next(player for player in table.players if player.name == name)


def fought_with(table: TwingTable, owner: Player) -> Counter[object]:
    """Return every card of a player in the battle: laid, played, added to another side, trapped."""
    cards: Counter[object] = Counter()
    for side in table.fight.sides:
        cards.update(fighter.card for fighter in side.creatures_in_battle if fighter.owner_seat == owner.seat)
        cards.update(fighter.card for fighter, _ in side.trapped if fighter.owner_seat == owner.seat)
        for support in side.supports:
            spells = [card for card in support.cards if isinstance(card, Spell)]
            cards.update(spells if support.seat == owner.seat else ())
        if side.seat == owner.seat:
            cards.update((*side.lay.spells, *side.cards_played))
    return cards


def own_cards(table: TwingTable, facts: Facts) -> bool:
    """Check that the cards named are those of the player named."""
    return not Counter(facts["cards"]) - fought_with(table, player(table, facts["side"]))


def lost(table: TwingTable, name: object) -> tuple[int, int]:
    """Return how many pairings a side lost, and of how many."""
    fight = table.fight
    side = next(side for side in fight.sides if side.name == name)
    if side.index:
        return int(fight.results[side.index - 1].winner == 0), 1
    return sum(result.winner == 1 for result in fight.results), len(fight.results)


def _lost_all(table: TwingTable, facts: Facts) -> bool:
    count, of = lost(table, facts["side"])
    return count == of and own_cards(table, facts)


def _lost_some(table: TwingTable, facts: Facts) -> bool:
    return lost(table, facts["side"]) == (facts["n"], facts["m"]) and own_cards(table, facts)


def _tied(table: TwingTable, facts: Facts) -> bool:
    owner = player(table, facts["side"])
    results = table.fight.results
    side = next((side for side in table.fight.sides if side.seat == owner.seat), None)
    if side is not None and side.index:
        results = [results[side.index - 1]]
    return all(result.winner is None for result in results) and own_cards(table, facts)


def _trapped(table: TwingTable, facts: Facts) -> bool:
    side = next(side for side in table.fight.sides if side.name == facts["enemy"])
    fighter = side.trapped[-1][0]
    owner = facts.get("owner", facts["enemy"])
    return (fighter.card, side.card_points) == (facts["card"], facts["n"]) and (
        table.players[fighter.owner_seat].name == owner
    )


def _drawn(table: TwingTable, facts: Facts) -> bool:
    holder, card = player(table, facts["side"]), facts["card"]
    card = card.value if isinstance(card, HiddenFact) else card
    if isinstance(card, Creature):
        return card in holder.entourage
    return card in holder.hand if isinstance(card, Spell) else getattr(holder, _plural(card)) > 0


def _plural(card: str) -> str:
    return card if card == "miromon" else f"{card}s"


def _passed(table: TwingTable, facts: Facts) -> bool:
    return facts["n"] == 2 and table.stack.shuffled_count + len(table.discard_pile) >= 2


def _rich(table: TwingTable) -> int:
    return sum(player.ornicles >= 3 for player in table.players if not player.has_left)


def _supported(table: TwingTable, facts: Facts) -> bool:
    side = next(side for side in table.fight.sides if side.name == facts["enemy"])
    return table.players[side.supports[-1].seat].name == facts["side"] and side.card_points == facts["n"]


def _owns(table: TwingTable, facts: Facts) -> bool:
    return facts["object"] in player(table, facts["side"]).owned_objects


def _aside(table: TwingTable, facts: Facts) -> bool:
    owner = player(table, facts["side"])
    return facts["object"] in owner.inactive_objects and len(owner.active_objects) == facts["limit"] == 3


CHECKS: dict[tuple[str, str], Callable[[TwingTable, Facts], bool]] = {
    ("TW-BAT-19", "discarded"): own_cards,
    ("TW-BAT-20", "home"): own_cards,
    ("TW-BAT-20", "support_lost"): own_cards,
    ("TW-BAT-20", "lost"): _lost_all,
    ("TW-BAT-20", "shield_lost"): _lost_all,
    ("TW-BAT-20", "lost_mixed"): _lost_some,
    ("TW-BAT-21", "home"): _lost_all,
    ("TW-BAT-21", "home_mixed"): _lost_some,
    ("TW-BAT-20", "tie"): _tied,
    ("TW-BAT-13", "played"): _trapped,
    ("TW-BAT-13", "played_support"): _trapped,
    ("TW-BAT-6", "spell"): _supported,
    ("TW-BAT-6", "creature"): _supported,
    ("TW-BAT-17", "win"): lambda table, facts: facts["n"] > facts["m"],
    ("TW-BAT-8", "drawn"): _drawn,
    ("TW-BAT-8", "creature"): _drawn,
    ("TW-BAT-8", "object_gained"): lambda table, facts: facts["object"] not in table.object_stack,
    ("TW-BAT-8", "nobody"): lambda table, facts: not _rich(table),
    ("TW-BAT-8", "nobody_touched"): lambda table, facts: _rich(table) > 0,
    ("TW-BAT-8", "nothing_to_pass"): lambda table, facts: not player(table, facts["side"]).hand,
    ("TW-TURN-1", "drawn"): _drawn,
    ("TW-TURN-1", "creature"): _drawn,
    ("TW-TURN-2", "no_spell"): lambda table, facts: not player(table, facts["side"]).hand,
    ("TW-TURN-3", "passed"): _passed,
    ("TW-TURN-3", "passed_empty"): lambda table, facts: not table.stack.shuffled_count,
    ("TW-TURN-3", "drawn"): _drawn,
    ("TW-TURN-3", "creature"): _drawn,
    ("TW-TURN-5", "no_cards"): lambda table, facts: not table.stack.shuffled_count and not table.discard_pile,
    ("TW-TURN-5", "shuffled"): lambda table, facts: len(table.discard_pile) == facts["n"],
    ("TW-TURN-6", "empty"): lambda table, facts: not table.bank,
    ("TW-SET-2", "displayed"): lambda table, facts: (
        table.phase == "setup" and facts["object"] in table.object_display
    ),
    ("TW-OBJ-1", "displayed"): lambda table, facts: (
        table.phase != "setup" and facts["object"] in table.object_display
    ),
    ("TW-OBJ-1", "not_filled"): lambda table, facts: (
        not table.object_stack.size and len(table.object_display) == facts["n"]
    ),
    ("TW-OBJ-2", "aside"): _aside,
    ("TW-OBJ-2", "set_aside"): lambda table, facts: _owns(table, facts) and table.is_in_battle,
    ("TW-DUEL-4", "set_aside"): lambda table, facts: _owns(table, facts) and table.is_duel,
    ("TW-OBJ-2", "switched"): lambda table, facts: (
        player(table, facts["side"]).active_objects == tuple(facts["objects"])
    ),
    ("TW-OBJ-4", "captured"): lambda table, facts: facts["card"] in player(table, facts["side"]).entourage,
    ("TW-DUEL-3", "taken"): lambda table, facts: (
        facts["object"] in player(table, facts["enemy"]).owned_objects
    ),
    ("TW-END-5", "taken"): lambda table, facts: (
        facts["object"] in player(table, facts["enemy"]).owned_objects
    ),
    ("TW-END-2", "out"): lambda table, facts: (
        not player(table, facts["side"]).owned_objects and table.fight is None
    ),
    ("TW-END-2", "out_after"): lambda table, facts: (
        not player(table, facts["side"]).owned_objects and table.fight is not None and table.fight.over
    ),
    ("TW-END-6", "left"): lambda table, facts: len(player(table, facts["side"]).owned_objects) == facts["n"],
    ("TW-END-7", "won"): lambda table, facts: sum(not player.has_left for player in table.players) == 1,
    ("TW-LEAVE-1", "ornicles"): lambda table, facts: player(table, facts["side"]).ornicles == facts["n"] > 0,
}
"""What must be true when a case of a rule is cited: just before the change, or just after it."""

PAID = {
    ("TW-BAT-18", "won"),
    ("TW-BAT-22", "won"),
    ("TW-BAT-22", "stake_back"),
    ("TW-END-5", "won"),
    ("TW-BAT-8", "ornicle_gained"),
}
"""The cases which say that a player has just received Ornicles (`n`, 1 by default)."""


REPEATED = {
    ("TW-SET-1", "drawn"),
    ("TW-SET-1", "creature"),
    ("TW-SET-3", "set_aside"),
    ("TW-SET-3", "creature_set_aside"),
    ("TW-TURN-3", "drawn"),
    ("TW-TURN-3", "creature"),
    ("TW-BAT-7", "rolled"),
    ("TW-LEAVE-1", "given"),
    ("TW-LEAVE-1", "ornicles"),
}
"""The cases that may come twice in a row, from a repeated roll, draw or answer."""


class Watch:
    """Checks every ruling of a table when it is cited."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.ornicles: dict[int, dict[str, int]] = {}

    def record_ruling(self, table: TwingTable, rule: str, case: str, **facts: Any) -> None:
        """Check a ruling, then note it as the table itself would."""
        if table.rulings is None:
            return
        before = self.ornicles.get(id(table), {})
        now = {player.name: player.ornicles for player in table.players}
        if (rule, case) in PAID and facts["side"] in before:
            given = facts.get("n", 1)
            assert now[facts["side"]] == before[facts["side"]] + given, (
                f"{rule} {case} {facts} {before} {now}"
            )
        self.ornicles[id(table)] = now
        checked(table, rule, case, facts)
        again = bool(table.rulings) and table.rulings[-1] == (rule, case, facts)
        assert not again or (rule, case) in REPEATED, f"{rule} {case} {facts} is said twice"
        self.seen[f"{rule} {case}"] += 1
        table.rulings.append((rule, case, facts))
