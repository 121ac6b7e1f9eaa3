"""The news since the visitor's last answer in a few lines: in the battle, in the own turn, and in others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from pathlib import Path

import attrs

from twingkit import Ruling
from twingkit.twing.rules.typed_rulings import BattleWon, DuelBattleBegan, DuelWon, TurnBegan
from twingkit_widgets.table.play import story
from twingkit_widgets.table.play.headline import EventSentence, NewsLine

_RULINGS = story.ruling_kinds_by_group(Path(__file__).with_name("news.toml"))
"""The rulings of each kind, as pairs of a rule and a case."""

IMPORTANT_RULINGS = _RULINGS["important"]
"""The rulings that belong in a short account of the game."""

STORY_FORMAT = story.StoryTurnRules(
    turn_starts={TurnBegan.key}, important_rulings=IMPORTANT_RULINGS, setup_prefix="TW-SET-"
)
"""The format in which the rulings of a game become its story."""

_BATTLE_RESULT_RULINGS = BattleWon.all_keys() | _RULINGS["tie"]

_DUEL_ACCOUNT_RULINGS = _RULINGS["duel"] | _BATTLE_RESULT_RULINGS
"""The rulings that tell a duel between others, with the result of each battle."""

_DUEL_NUMBER = {DuelBattleBegan.key}
"""The ruling that numbers a battle of a duel; in the person's own duel the heading has the number."""

_DUEL_STEPS = {("TW-DUEL-1", "stake"), *_BATTLE_RESULT_RULINGS}
"""The rulings that end a line in the account of a duel: the challenge, and the result of each battle."""

_SAME_LINE_RULINGS = {
    ("TW-BAT-8", "called"): _RULINGS["event_effect"],
    ("TW-BAT-22", "stake_back"): (_RULINGS["stake"] | _RULINGS["lent_card"]) - {("TW-BAT-22", "stake_back")},
}
"""The rulings that share the line of an event, or of a supporter who gets the stake back."""

BATTLE_CHANGE_RULINGS = (
    _RULINGS["battle_change"] | _RULINGS["support"] | _RULINGS["event_effect"] | _RULINGS["stake"]
)
"""The rulings that change something in a battle under way."""

LOSER_RULINGS = _RULINGS["loser"]
"""The rulings about the creatures of a losing side: those lost, and those that come home all the same."""

OPPONENT_TURN_RULINGS = _RULINGS["opponent_turn"] | _RULINGS["creature"] | _RULINGS["hand_limit"]
"""The further rulings that belong in an account of an opponent's turn."""

OWN_DRAW_RULINGS = _RULINGS["own_draw"]
"""The rulings about cards that the visitor draws by passing or refilling, also discarded ones."""

_MAX_LINES_PER_TURN = 4
"""The largest number of sentences about an opponent's turn besides those that are always told; important and
late ones are kept."""


@attrs.frozen
class DuelStatus:
    """The score of a duel: the number of the current battle, the number of battles, and the battles that each
    player has won, challenger first.
    """

    battle_number: int
    battle_count: int
    wins: Mapping[str, int]


def news_since(
    rulings: Sequence[Ruling],
    since: int,
    own_name: str,
    tells_battle: bool,
    tells_draw: bool = False,
    remarked: Collection[int | None] = (),
) -> list[NewsLine]:
    """Return the news lines about the rulings from index `since` on, for the player named `own_name`.

    With `tells_battle`, the last turn is described by the changes in its battle; with `tells_draw`, the card
    drawn last is news. The rulings at the indices `remarked` are news in any case.
    """
    new = [(turn, _since(turn, since)) for turn in story.split_into_turns(rulings, STORY_FORMAT)]
    new = [(turn, entries) for turn, entries in new if entries]
    news_lines: list[NewsLine] = []
    for index, (turn, entries) in enumerate(new):
        last = index == len(new) - 1
        begin = turn.starting_ruling.event if turn.starting_ruling else None
        turn_of = begin.side if isinstance(begin, TurnBegan) else ""
        theirs = turn_of not in ("", own_name)
        about_own = _RULINGS["event_effect"] | _RULINGS["stake"]
        supports = (entry.ruling for entry in turn.sentences if entry.ruling.key in _RULINGS["support"])
        if any(ruling.facts.get("side") == own_name for ruling in supports):
            about_own |= _RULINGS["lent_card"]
        always = {
            entry.index
            for entry in entries
            if entry.index in remarked or _concerns(entry, own_name, about_own)
        }
        in_duel = any(entry.ruling.rule.startswith("TW-DUEL-") for entry in entries)
        if theirs and in_duel:  # each battle has its own result
            account = [entry for entry in entries if entry.ruling.key in _DUEL_ACCOUNT_RULINGS]
            always.update(each.index for each in account if not _concerns(each, own_name, _DUEL_NUMBER))
        if theirs and not (tells_battle and last):
            always.update([*_causes(entries, always)])
            picked = [
                entry
                for entry in entries
                if (entry.is_important and not (in_duel and entry.ruling.rule == "TW-BAT-18"))
                or entry.index in always
                or entry.ruling.key in OPPONENT_TURN_RULINGS
                or _concerns(entry, own_name, OWN_DRAW_RULINGS)
            ]
            by_weight = sorted(picked, key=lambda entry: entry.is_important)
            kept = always.union(entry.index for entry in by_weight[-_MAX_LINES_PER_TURN:])
            told = [entry for entry in picked if entry.index in kept]
            weighty = bool(always) or any(entry.is_important for entry in picked)
            steps = accumulate([0, *(in_duel and entry.ruling.key in _DUEL_STEPS for entry in told)])
            for _, line in groupby(zip(steps, told, strict=False), key=itemgetter(0)):
                sentences = tuple(entry.ruling for _, entry in line)
                rules = {ruling.rule for ruling in sentences}
                important = weighty and ("TW-DUEL-2" not in rules or "TW-BAT-8" in rules)
                news_lines.append(NewsLine(sentences, turn_of, not weighty, important))
            continue
        news_lines += [
            NewsLine(
                (entry.ruling,),
                turn_of,
                is_minor=entry.ruling.key == ("TW-TURN-2", "no_spell"),
                is_important=entry.index in always or _concerns(entry, own_name, {("TW-BAT-7", "rolled")}),
            )
            for entry in entries
            if (entry.is_important and entry.ruling.case != "declared")
            or entry.index in always
            or (tells_battle and last and entry.ruling.key in (BATTLE_CHANGE_RULINGS | LOSER_RULINGS))
            or (tells_draw and last and entry.ruling.key in _RULINGS["draw"])
            or entry.ruling.key in _RULINGS["hand_limit"]
            or (theirs and entry.ruling.key in _RULINGS["creature"])
            or _concerns(entry, own_name, OWN_DRAW_RULINGS)
        ]
    return _with_effects(news_lines)


def _causes(entries: Sequence[story.StorySentence], told: Collection[int]) -> Iterator[int]:
    """Yield the indices of rulings to tell because of later ones: events with effects among `told`, and dice
    that leave a battle tied.
    """
    event, dice = list[int](), list[int]()
    for entry in entries:
        if entry.ruling.key == ("TW-BAT-8", "called"):
            event = [entry.index]
        elif entry.ruling.rule == "TW-BAT-8" and entry.index in told:
            yield from event
        elif entry.ruling.rule == "TW-BAT-15":
            dice.append(entry.index)
        elif entry.ruling.key == ("TW-BAT-17", "tie"):
            yield from dice[-2:]


def setup_news(rulings: Sequence[Ruling]) -> tuple[NewsLine, ...]:
    """Return the news lines on the set-up of a game: the creatures that were drawn, and who starts."""
    kinds = (("TW-SET-1", "creature"), ("TW-SET-4", "starts"))
    told = (tuple(ruling for ruling in rulings if ruling.key == kind) for kind in kinds)
    return tuple(map(NewsLine, filter(None, told)))


def _rule_and_case(sentence: EventSentence) -> tuple[str, str]:
    """Return the rule and the case of a ruling; the case of another sentence is ""."""
    return sentence.rule, sentence.case if isinstance(sentence, Ruling) else ""


def _with_effects(news_lines: list[NewsLine]) -> list[NewsLine]:
    """Return the news lines, with the effects of an event joined to its line, and a supporter's gains joined
    in one line.
    """
    joined: list[NewsLine] = []
    for line in news_lines:
        effect, before = line.sentences[0], joined[-1].sentences if joined else ()
        if before and _rule_and_case(effect) in _SAME_LINE_RULINGS.get(_rule_and_case(before[0]), ()):
            important = joined[-1].is_important or line.is_important
            joined[-1] = attrs.evolve(joined[-1], sentences=(*before, effect), is_important=important)
        else:
            joined.append(line)
    return joined


def _concerns(entry: story.StorySentence, own: str, cases: Collection[tuple[str, str]]) -> bool:
    """Return whether a ruling has one of the given (rule, case) pairs and names the player `own` as side or
    enemy.
    """
    facts = entry.ruling.facts
    return entry.ruling.key in cases and own in (facts.get("side"), facts.get("enemy"))


def _since(turn: story.TurnStory, since: int) -> list[story.StorySentence]:
    return [entry for entry in turn.sentences if entry.index >= since and not turn.is_setup]


def duel_status(rulings: Sequence[Ruling], of_ended_battle: bool = False) -> DuelStatus | None:
    """Return the score of the duel in progress; None if there is no duel.

    With `of_ended_battle`, the battle is the one that ended last, even if the next one has already started.
    """
    won = Counter[str]()
    battle: DuelBattleBegan | None = None
    for ruling in reversed(rulings):
        event = ruling.event
        if ruling.rule == DuelWon.key[0] or isinstance(event, TurnBegan):
            return None
        if battle is None and ruling.key in _BATTLE_RESULT_RULINGS:
            of_ended_battle = False  # use the battle that started last
        if isinstance(event, BattleWon):
            won[event.side] += 1
        elif isinstance(event, DuelBattleBegan):
            battle = battle or event
        elif ruling.key == ("TW-DUEL-1", "stake"):
            break
    if battle is None:
        return None
    wins = {name: won[name] for name in (battle.side, battle.enemy)}
    return DuelStatus(battle.n - of_ended_battle, battle.m, wins)
