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
from twingkit.imperium.galaxy.table import events
from twingkit.imperium.galaxy.table.abilities import abilities_by_id
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.texts.fact_names import UnitClassCount
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.headline import EventSentence, NewsLine
from twingkit_widgets.table.play.news import News, NewsGroup, Part
from twingkit_widgets.table.play.story import ruling_kinds_by_group

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

BATTLE_ENDS = BATTLE_ABANDONED | events.BattleWon.all_keys()
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


class _WholeGameNews(News):
    """The news of a whole game: a line tells a turn, or a battle of the player."""

    def __init__(
        self, own_name: str, own_places: Collection[str], tells_rolls: bool, reason_to_decline: str
    ) -> None:
        super().__init__(own_name)
        self.mine = {own_name, *own_places}
        self.tells_rolls, self.reason_to_decline = tells_rolls, reason_to_decline
        self.turn_of = ""
        self.fight, self.turn = list[Ruling](), list[Ruling]()
        self.latest_turn = 0  # the number of its line
        self.passed = set[str]()
        self.told_after_passing: list[Ruling] = []  # secondary abilities (IM-TURN-3)
        self.played_by: dict[str, str] = {}  # who used the primary ability of each strategy card

    def follow(self, ruling: Ruling) -> None:
        """Keep who has passed in this round, and who has played which strategy card."""
        match ruling.event:
            case events.Passed(side=side):
                self.passed.add(side)
            case events.PrimaryUsed(side=side, card=card):
                self.played_by[card] = side
        if ruling.key == _NEW_ROUND:
            self.passed.clear()

    def tell(self, ruling: Ruling) -> None:
        """Put a ruling in the line of the turn or of the battle, if it is news."""
        if ruling.key in _RULINGS["secondary_used"] and ruling.facts.get("side") in self.passed:
            self.told_after_passing.append(ruling)
        if starts_turn_or_phase(ruling):
            self._close(self.fight, self.turn)
            self.latest_turn = len(self.groups)
            self.turn.append(ruling)
            is_phase = ruling.rule.startswith(("IM-STATUS", "IM-AGENDA"))
            self.turn_of = "" if is_phase else str(ruling.facts.get("side", ""))
        elif not self.fight and _is_shot(ruling):
            self.turn.append(ruling)
        elif _is_own_battle(ruling, self.own_name) or (
            self.fight and (ruling.rule == _CARD_PLAYED_RULE or isinstance(ruling.event, events.BattleWon))
        ):
            self._tell_of_fight(ruling)
        elif self._is_told_in_turn(ruling):
            self._tell_of_turn(ruling)

    def end(self) -> None:
        """Close the lines of the last turn and of the last battle."""
        self._close(self.turn, self.fight)

    def line(self, group: NewsGroup) -> NewsLine:
        """Return the line of a turn or of a battle."""
        return NewsLine(
            tuple(map(self._sentence, group.rulings)),
            group.turn_of,
            is_minor=not any(_concerns(self.mine, ruling) for ruling in group.rulings),
            is_important=any(
                _is_about_points(one)
                or one.rule in ("IM-AGENDA-5", _CARD_PLAYED_RULE)
                or (group.turn_of not in ("", self.own_name) and self.own_name in one.facts.values())
                for one in group.rulings
            ),
        )

    def _close(self, *parts: list[Ruling]) -> None:
        for part in filter(None, parts):
            self.groups.append(NewsGroup(Part.LINE, self.turn_of, [*with_rift_rolls_joined(part)]))
            self.turn_of = "" if isinstance(part[0].event, events.Passed) else self.turn_of
            part.clear()

    def _tell_of_fight(self, ruling: Ruling) -> None:
        if ruling.rule == BATTLE_BEGUN_RULE:
            self._close(self.fight, self.turn)
        is_step = self.tells_rolls and (ruling.case in ROLL_CASES or _is_battle_effect(ruling))
        if is_step or ruling.key in NEWS_FOR_ALL or ruling.rule == _CARD_PLAYED_RULE:
            self.fight.append(ruling)
        if isinstance(ruling.event, events.BattleWon):
            self._close(self.fight)

    def _is_told_in_turn(self, ruling: Ruling) -> bool:
        key, facts = ruling.key, ruling.facts
        routine = ruling.rule.startswith(SETUP_RULE_PREFIX) or key in _RULINGS["routine"]
        return (
            key in NEWS_FOR_ALL | _RULINGS["news_about_others"] | _RULINGS["secondary_used"]
            or (facts.get("side") == self.own_name and not routine)
            or (facts.get("enemy") == self.own_name and key in _RULINGS["deal"])
            or _is_card_effect(ruling, self.turn)
            or (ruling.rule == "IM-STRAT-2" and self.played_by.get(facts.get("card", "")) == self.own_name)
        )

    def _tell_of_turn(self, ruling: Ruling) -> None:
        if self.turn and not _is_card_effect(ruling, self.turn):
            is_done_by_all = ruling.key in _RULINGS["done_by_all"]
            joins = (
                ruling.key == self.turn[-1].key
                if is_done_by_all
                else ruling.facts.get("side", "") == self.turn[0].facts.get("side")
            )
            self._close(*[] if joins else [self.turn])
        self.turn.append(ruling)

    def _sentence(self, ruling: Ruling) -> EventSentence:
        """Return a ruling as a news sentence, with the rule of a played card, a reason, or the requirement of
        a scored objective.
        """
        card = str(ruling.facts.get("card", ""))
        if any(ruling is one for one in self.told_after_passing):
            return _ExplainedRuling(ruling, WORDS.say("news.after_passing"), ruling.rule)
        if ruling.key == ("IM-OBJ-3", "scored"):  # in the action phase
            asks_for = capitalize_first(rulebook()[card].text().partition(": ")[2])
            return _ExplainedRuling(ruling, WORDS.say("news.asks_for", text=asks_for), ruling.rule)
        if ruling.key == ("IM-ASK-6", "refused") and str(ruling.facts.get("side", "")) != self.own_name:
            return _ExplainedRuling(ruling, self.reason_to_decline, ruling.rule)
        rule = rule_id_by_card_id().get(card, "")
        is_card = ruling.rule == _CARD_PLAYED_RULE and rule in rulebook()
        return _ExplainedRuling(ruling, "", rule) if is_card else ruling


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
    news = _WholeGameNews(own_name, own_places, tells_rolls, reason_to_decline)
    lines = news.lines(rulings, since)
    last_turn = lines[news.latest_turn :]
    if is_asked_out_of_turn and any(line.turn_of for line in last_turn[:1]):
        last_turn = [attrs.evolve(line, is_minor=False, is_important=True) for line in last_turn]
    return [*lines[: news.latest_turn], *last_turn]


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
        told = [*run]
        rolls = [one.event for one in told if isinstance(one.event, events.RolledAtRift)]
        if rolls:
            counts = Counter(roll.units.unit_class for roll in rolls)
            units = tuple(UnitClassCount(*counted) for counted in counts.items())
            rolled = ", ".join(str(roll.rolled) for roll in rolls)
            told = [attrs.evolve(told[0], facts={**told[0].facts, "units": units, "rolled": rolled})]
        yield from told


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
