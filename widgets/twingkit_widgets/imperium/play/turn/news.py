"""The news since the person's last answer: important events turn by turn, each with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import attrs

from twingkit import Ruling
from twingkit.core.language import localized
from twingkit.imperium.battle.rules.table import is_no_effect_case
from twingkit.imperium.box.effects import BattleEffect
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.galaxy.table.abilities import abilities_by_id
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.texts.fact_names import UnitClassCount
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.headline import EventSentence, NewsLine
from twingkit_widgets.table.play.story import ruling_kinds_by_group

PASSED = ("IM-TURN-2", "passed")
"""The ruling that a player passes."""

_NEW_ROUND = ("IM-STATUS-8", "round")

_RULINGS = ruling_kinds_by_group(Path(__file__).with_name("news_rulings.toml"))
"""The rulings of each group in the file, by rule and case."""

TURN_BEGINNINGS = _RULINGS["turn_beginnings"]
"""The rulings that start a turn or a new part of the round."""

NEWS_FOR_ALL = _RULINGS["news_for_all"]
"""The rulings that are news for every player."""

BATTLE_NEWS = _RULINGS["battle"]
"""The rulings that make a short account of a battle."""

DEAL_RULINGS = _RULINGS["deal"]
"""The rulings of a deal, which precedes the action of its turn."""

BATTLE_ABANDONED = _RULINGS["battle_abandoned"]
"""The rulings that end a battle without a winner."""

_WEIGHTY_RULES = frozenset(
    {
        "IM-STATUS-1", "IM-STATUS-2", "IM-STATUS-8", "IM-AGENDA-1", "IM-AGENDA-3", "IM-AGENDA-5",
        "IM-PICK-1", "IM-PICK-2", "IM-OBJ-1", "IM-OBJ-3", "IM-INV-13", "IM-END-1", "IM-END-2", "IM-END-3",
        "IM-TRADE-support_for_the_throne", "IM-AGENDA-shard_of_the_throne",
    }
)  # fmt: skip
"""The rules whose rulings concern every player, whomever they name: cards and votes, and victory points."""

_POINT_CASES = frozenset({"mecatol", "points", "points_lost", "passed_on"})
"""The cases in which other rules change victory points."""

ROLL_CASES = frozenset({"rolled", "rerolled"})
"""The cases of battle dice, which are shown as pictures (see `fights.py`)."""

SETUP_RULE_PREFIX = "IM-SET"
"""The common prefix of the set-up rules."""

BATTLE_BEGUN_RULE = "IM-SPACE-15"
"""The rule with which a battle starts."""

BATTLE_WON_RULE = "IM-SPACE-12"
"""The rule for the winner of a battle."""

BATTLE_ENDS = BATTLE_ABANDONED | {(BATTLE_WON_RULE, "won"), (BATTLE_WON_RULE, "won_ground")}
"""All rulings that end a battle."""

_CARD_PLAYED_RULE = "IM-TIME-5"
"""The card's own rule describes its effect."""

_OWN_TURN_WINDOWS = frozenset({"action", "turn.start"})
"""The windows of cards and abilities that are the action of a turn, or are used at its start."""


def starts_turn_or_phase(ruling: Ruling) -> bool:
    """Return whether a ruling marks the start of a player's turn or of a phase of the round.

    This includes cards and abilities that are actions or are used before them (IM-TURN-5, IM-TIME-2).
    """
    if ruling.rule != _CARD_PLAYED_RULE:
        return ruling.key in TURN_BEGINNINGS
    ability = abilities_by_id().get(str(ruling.facts.get("card", "")))
    return ability is not None and not _OWN_TURN_WINDOWS.isdisjoint(ability.windows)


@attrs.frozen
class _ExplainedRuling:
    """A news sentence followed by its reason, if any; a played card has the card's own rule."""

    ruling: Ruling
    reason: str
    rule: str

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the sentence and its reason."""
        return f"{self.ruling.text()} {self.reason}".rstrip()


def news_lines(
    rulings: Sequence[Ruling],
    since: int,
    own_name: str,
    *,
    own_places: Collection[str] = (),
    tells_rolls: bool = False,
    reason_to_decline: str = "",
    is_asked_out_of_turn: bool = False,
) -> list[NewsLine]:
    """Return lines of news that retell the rulings from index `since` on, addressed to the player named
    `own_name`.

    A line tells a turn, or a battle of the player, in the order in which they happened; a battle tells its
    rolls only with `tells_rolls`. A line is minor if it is about other players only, and mentions neither
    victory points nor `own_places` (systems and planets). `reason_to_decline` is added when another player
    declines an offer. If the player `is_asked_out_of_turn`, the turn that asks is important.
    """
    lines: list[NewsLine] = []
    mine = {own_name, *own_places}
    passed = _rulings_after_passing(rulings)
    played_by = {said.facts["card"]: said.facts["side"] for said in rulings if said.rule == "IM-STRAT-1"}
    fight: list[Ruling] = []
    turn: list[Ruling] = []
    turn_of, latest_turn = "", 0

    def close(part: list[Ruling]) -> None:
        nonlocal turn_of
        if part:
            told = [*with_rift_rolls_joined(part)]
            sentences = tuple(_sentence(ruling, own_name, reason_to_decline, passed) for ruling in told)
            is_minor = not any(_concerns(mine, ruling) for ruling in told)
            is_foreign = turn_of not in ("", own_name)
            is_important = any(
                _is_about_points(one)
                or one.rule in ("IM-AGENDA-5", _CARD_PLAYED_RULE)
                or (is_foreign and own_name in one.facts.values())
                for one in told
            )
            lines.append(NewsLine(sentences, turn_of, is_minor, is_important))
            turn_of = "" if part[0].key == PASSED else turn_of
        part.clear()

    for ruling in rulings[since:]:
        case, whose = ruling.key, str(ruling.facts.get("side", ""))
        if starts_turn_or_phase(ruling):
            close(fight)
            close(turn)
            latest_turn = len(lines)
            turn.append(ruling)
            turn_of = "" if ruling.rule.startswith(("IM-STATUS", "IM-AGENDA")) else whose
        elif not fight and _is_shot(ruling):
            turn.append(ruling)
        elif _is_own_battle(ruling, own_name) or (
            fight and ruling.rule in (BATTLE_WON_RULE, _CARD_PLAYED_RULE)
        ):
            if ruling.rule == BATTLE_BEGUN_RULE:
                close(fight)
                close(turn)
            in_progress = tells_rolls and (ruling.case in ROLL_CASES or _is_battle_effect(ruling))
            if case in NEWS_FOR_ALL or ruling.rule == _CARD_PLAYED_RULE or in_progress:
                fight.append(ruling)
            if ruling.rule == BATTLE_WON_RULE:
                close(fight)
        elif (
            case in NEWS_FOR_ALL | _RULINGS["news_about_others"] | _RULINGS["secondary_used"]
            or _is_done_by(own_name, ruling)
            or (case in DEAL_RULINGS and ruling.facts.get("enemy") == own_name)
            or _is_card_effect(ruling, turn)
            or (ruling.rule == "IM-STRAT-2" and played_by.get(ruling.facts.get("card")) == own_name)
        ):
            changes = turn and (turn[0].facts.get("side") != whose or case in _RULINGS["done_by_all"])
            joins = changes and case == turn[-1].key and case in _RULINGS["done_by_all"]
            if changes and not joins and not _is_card_effect(ruling, turn):
                close(turn)
            turn.append(ruling)
    close(turn)
    close(fight)
    if is_asked_out_of_turn and any(line.turn_of for line in lines[latest_turn : latest_turn + 1]):
        last_turn = lines[latest_turn:]
        lines[latest_turn:] = [attrs.evolve(line, is_minor=False, is_important=True) for line in last_turn]
    return lines


def _concerns(mine: Collection[str], ruling: Ruling) -> bool:
    """True if a ruling names one of the places or players in `mine`, changes victory points, or names no
    player at all.
    """
    named = {fact for fact in ruling.facts.values() if isinstance(fact, str)}
    is_weighty = ruling.rule in _WEIGHTY_RULES or _is_about_points(ruling)
    return is_weighty or not named.isdisjoint(mine) or named.isdisjoint(SEATS)


def _is_about_points(ruling: Ruling) -> bool:
    return ruling.rule in ("IM-OBJ-1", "IM-OBJ-3", "IM-STATUS-1", "IM-INV-13") or ruling.case in _POINT_CASES


def with_rift_rolls_joined(rulings: Iterable[Ruling]) -> Iterator[Ruling]:
    """Yield the rulings; consecutive gravity rift rolls of a player with the same result are merged into a
    single ruling.
    """
    for _, run in groupby(rulings, key=lambda said: (said.key, said.facts.get("side"))):
        rolls = [*run]
        if rolls[0].rule != "IM-MOVE-11" or "rolled" not in rolls[0].facts:
            yield from rolls
            continue
        units = Counter(roll.facts["units"].unit_class for roll in rolls)
        counts = tuple(UnitClassCount(*counted) for counted in units.items())
        rolled = ", ".join(str(roll.facts["rolled"]) for roll in rolls)
        yield attrs.evolve(rolls[0], facts={**rolls[0].facts, "units": counts, "rolled": rolled})


def _rulings_after_passing(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Return the rulings that a player who has passed uses a secondary ability (IM-TURN-3)."""
    passed, found = set[object](), list[Ruling]()
    for ruling in rulings:
        case, side = ruling.key, ruling.facts.get("side")
        if case == PASSED:
            passed.add(side)
        elif case == _NEW_ROUND:
            passed.clear()
        elif case in _RULINGS["secondary_used"] and side in passed:
            found.append(ruling)
    return found


def _sentence(
    ruling: Ruling, own: str, reason_to_decline: str, after_passing: Sequence[Ruling]
) -> EventSentence:
    """Return a ruling as a news sentence, with the rule of a played card, a reason, or the requirement of a
    scored objective.
    """
    if any(ruling is one for one in after_passing):
        return _ExplainedRuling(ruling, WORDS.say("news.after_passing"), ruling.rule)
    if ruling.key == ("IM-OBJ-3", "scored"):  # in the action phase
        asks_for = capitalize_first(rulebook()[str(ruling.facts["card"])].text().partition(": ")[2])
        return _ExplainedRuling(ruling, WORDS.say("news.asks_for", text=asks_for), ruling.rule)
    if ruling.key == ("IM-ASK-6", "refused") and str(ruling.facts.get("side", "")) != own:
        return _ExplainedRuling(ruling, reason_to_decline, ruling.rule)
    rule = rule_id_by_card_id().get(str(ruling.facts.get("card", "")), "")
    return (
        _ExplainedRuling(ruling, "", rule)
        if ruling.rule == _CARD_PLAYED_RULE and rule in rulebook()
        else ruling
    )


def _is_done_by(own: str, ruling: Ruling) -> bool:
    """Return whether a ruling is about an action of a player, or an event for that player, after the
    set-up.
    """
    routine = ruling.rule.startswith(SETUP_RULE_PREFIX) or ruling.key in _RULINGS["routine"]
    return str(ruling.facts.get("side", "")) == own and not routine


def _is_own_battle(ruling: Ruling, own: str) -> bool:
    facts = ruling.facts
    sides = ("side", "enemy") if ruling.rule == BATTLE_BEGUN_RULE else ("attacker", "defender")
    return own in {str(facts.get(name, "")) for name in sides}


def _is_shot(ruling: Ruling) -> bool:
    """Return whether a ruling says how a shot before a battle went, or that Space Cannon holds fire."""
    if ruling.rule in ("IM-SPACE-2", "IM-INV-1", "IM-INV-4"):
        return ruling.case in ("rolled", "destroyed")
    effect = ruling.facts.get("effect")
    return ruling.case == "held" and isinstance(effect, BattleEffect) and effect.hook == "space_cannon"


def _is_battle_effect(ruling: Ruling) -> bool:
    """Return whether a ruling says what an action card does in a battle."""
    return ruling.rule.startswith("IM-ACT-") and not is_no_effect_case(ruling.case)


def _is_card_effect(ruling: Ruling, turn: Sequence[Ruling]) -> bool:
    """Return whether a ruling is an effect of the last card played in a turn."""
    played = [earlier for earlier in turn if earlier.rule == _CARD_PLAYED_RULE]
    return bool(played) and rule_id_by_card_id().get(str(played[-1].facts.get("card", ""))) == ruling.rule
