"""The first game of Ember: each seat's progress, and which rules to explain at which moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules import acts, questions
from twingkit.ember.rules.ability_text import ability_ruling
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS, EmberTable
from twingkit.ember.view import GameView
from twingkit.learn.first_game.first_game import FirstGameSettings

PACKAGE_DIR = Path(__file__).parent


def _score_share(table: EmberTable, seat: int) -> float:
    """Return a seat's Victory Points divided by the number needed for a call (may exceed 1)."""
    return table.players[seat].total / table.variant.length


_CALL_RULE_IDS = ("EM-CALL-2", "EM-CALL-6", "EM-CALL-3", "EM-CALL-5")
"""Ids of the rules on the end of the game: who may call, a wrong call, the last round, who wins."""

_END_RULE_THRESHOLDS = (17 / 30, 0.8)
"""Score shares at which the first and second half of the end rules are explained, once any seat reaches them.
"""

_RULES_OF_QUESTION: Mapping[type[Question], tuple[str, ...]] = {
    questions.ConjureStep: ("EM-COST-2",),
    questions.AnswerAbility: ("EM-ABIL-4", "EM-ABIL-5"),
    questions.LastRoundUse: _CALL_RULE_IDS,
}
"""Rules that every question of a class needs."""


def rules_for_question(question: Question) -> Iterator[str]:
    """Yield the rules that a learner needs to understand a question's options, the most urgent first.

    These are: a call, the end of the game as soon as it is near, uses, the words of abilities, and the signs
    of costs before the learner first pays.
    """
    if not isinstance(question, questions.WindowQuestion | questions.AnswerAbility):
        return
    table, answers = question.table, list(question.options())
    kinds = set(map(type, answers))
    if acts.Call in kinds:
        yield from (_CALL_RULE_IDS[0], _CALL_RULE_IDS[2], "EM-CALL-4")
    in_play = [owned.creature for player in table.players for owned in player.owned]
    verbs = {effect.verb for creature in in_play for effect in creature.effects}
    if acts.Done not in kinds:  # the signs on creatures in play, before anybody uses them
        yield from _ability_rules(in_play)
        if "source" in verbs:
            yield from ("EM-TURN-5", "EM-DECK-4")
        if verbs & {"mark", "worth"}:
            yield "EM-ABIL-8"
    if any(owned.creature.effect_with_verb("hand") for owned in table.players[question.player].owned):
        yield "EM-TURN-3"
    if acts.Refresh in kinds:
        yield "EM-TURN-4"
    names = dict.fromkeys(answer.creature for answer in answers if isinstance(answer, acts.Conjure))
    yield from _RULES_OF_QUESTION.get(type(question), ())
    yield from _end_rules(question.table, acts.Call in kinds)
    used = dict.fromkeys(
        answer.creature for answer in answers if isinstance(answer, acts.Use | acts.AnswerWith)
    )
    if acts.Use in kinds:
        yield from ("EM-ABIL-1", "EM-ABIL-2", "EM-ABIL-7")
        own_verbs = {effect.verb for name in used for effect in table.creatures[name].effects}
        player = table.players[question.player]
        if "take" in own_verbs:
            yield "EM-DECK-1"
        if own_verbs & {"draw", "take", "steal"} and len(player.hand) >= player.hand_limit:
            yield "EM-TURN-7"
    if acts.UseArchmage in kinds or ARCHMAGE in table.players[question.player].hand:
        yield "EM-ARCH-1"
    if acts.UseArchmage in kinds:
        yield "EM-ARCH-2"
    if "take" in verbs:
        yield "EM-DECK-4"
    yield from _ability_rules([table.creatures[name] for name in (*used, *names)])


def _ability_rules(creatures: list[Creature]) -> Iterator[str]:
    kinds = {creature.ability_kind for creature in creatures}
    if kinds & {"flip", "ongoing"}:
        yield "EM-ABIL-1"
    if "answer" in kinds:
        yield "EM-ABIL-3"
    if any("lesser" in creature.text("en") for creature in creatures):
        yield "EM-ABIL-6"


def _end_rules(table: EmberTable, may_call: bool) -> Iterator[str]:
    best = max(_score_share(table, seat) for seat in range(len(table.players)))
    if may_call or best >= _END_RULE_THRESHOLDS[1]:
        yield from _CALL_RULE_IDS
    elif best >= _END_RULE_THRESHOLDS[0]:
        yield from _CALL_RULE_IDS[:2]


def rule_relevance_reason(question: Question, rule: str) -> Ruling | None:
    """Return a ruling naming the creature, card or points that make a rule relevant now, or None."""
    if not isinstance(question, questions.WindowQuestion | questions.AnswerAbility):
        return None
    table = question.table
    named = dict.fromkeys(
        answer.creature
        for answer in question.options()
        if isinstance(answer, acts.Use | acts.AnswerWith | acts.Conjure)
    )
    creatures = sorted((table.creatures[name] for name in named), key=lambda creature: -creature.value)
    if rule in _CALL_RULE_IDS:
        best = max(table.players, key=lambda player: player.total)
        return _reason("EM-CALL-2", "near", side=best.name, n=best.total, limit=table.variant.length)
    if rule == "EM-ARCH-1" and ARCHMAGE in table.players[question.player].hand:
        return _reason(rule, "held", side=table.players[question.player].name)
    if rule == "EM-COST-2" and creatures:
        return _reason(rule, "sign", creature=creatures[0], cost=creatures[0].cost)
    if rule in ("EM-ABIL-1", "EM-ABIL-3", "EM-ABIL-6"):
        about = [creature for creature in creatures if rule in _ability_rules([creature])]
        return ability_ruling(about[0]) if about else None
    return None


def _reason(rule: str, case: str, **facts: object) -> Ruling:
    return Ruling(rule, f"why_{case}", facts, rulebook())


def is_rule_too_early(view: GameView, rule: str) -> bool:
    """Return True for a rule about marks or Archmages if the player sees none yet."""
    if rule == "EM-ABIL-8":
        return not any(creature.minus_marks for seat in view.seats for creature in seat.creatures)
    return rule in ("EM-ARCH-3", "EM-ARCH-4") and ARCHMAGE not in (*view.hand, *view.pile)


def automatic_answer(game: Game) -> str:
    """Return the answer that a guided game gives automatically for the learner; "" if the learner has to
    answer.

    The turn ends by itself if the learner has just passed after conjuring and nobody has acted since, or if
    the learner has passed for this turn, can conjure no more and cannot call.
    """
    if automatic_answer_case(game):
        return acts.Done.word
    question = game.question
    if isinstance(question, questions.ConjureStep) and question.table.has_conjured:
        for entry in reversed(game.transcript):
            if not (
                isinstance(entry.act, acts.Pass | acts.PassTurn)
                and isinstance(entry.question, questions.RespondInWindow)
            ):
                return ""
            if entry.player == question.player:
                return acts.Done.word
    return ""


def automatic_answer_case(game: Game) -> str:
    """Return "turn" if the conjure step can be skipped because the learner has passed for the whole turn;
    otherwise "".
    """
    question = game.question
    if not isinstance(question, questions.ConjureStep) or acts.CALL in question.options():
        return ""
    table = question.table
    is_settled = table.has_conjured or table.has_refreshed
    return "turn" if is_settled and table.players[question.player].passes_rest_of_turn else ""


FIRST_GAME = FirstGameSettings.load(
    PACKAGE_DIR / "first_game.toml",
    PACKAGE_DIR / "first_deals.toml",
    setup_lines={count: (f"ember {count}",) for count in range(FEWEST_SEATS, len(SEATS) + 1)},
    progress_to_goal=_score_share,
    ability_words=(acts.Use.word,),
    max_lead=0.27,
    max_answers=60,
    first_screen_rules=(
        *("EM-TURN-1", "EM-CONJ-1", "EM-CONJ-2", "EM-CALL-1", "EM-SET-2", "EM-SET-3", "EM-SET-5"),
    ),
    unexplained_rules=(
        *("EM-SET-", "EM-POOL-2", "EM-ODDS-", "EM-WIN-5"),
        *("EM-COST-1", "EM-COST-3", "EM-COST-5"),  # EM-COST-2 and EM-ARCH-1 cover them
    ),
    unexplained_refusals=("EM-ABIL-2.", "EM-ABIL-7.", "EM-CONJ-4.", "EM-TURN-1."),
    rules_for_options=rules_for_question,
    reason_for_rule=rule_relevance_reason,
    is_rule_too_early=is_rule_too_early,
    automatic_answer=automatic_answer,
    automatic_answer_case=automatic_answer_case,
    repeated_announcements=(acts.Conjure.word,),
    rules_by_question={"respond": ("EM-WIN-3",), "answer": ("EM-ARCH-3",)},
    filler_rules={
        "draw": (
            *("EM-TURN-7", "EM-DECK-1", "EM-DECK-2", "EM-TURN-3", "EM-CONJ-3"),
            *("EM-CALL-4", "EM-ARCH-1", "EM-ARCH-2", "EM-DECK-4", "EM-VIEW-2", "EM-DECK-3", "EM-TURN-5"),
        ),
        "conjure": (
            *("EM-COST-4", "EM-TURN-3", "EM-CONJ-4", "EM-CONJ-3"),
            *("EM-TURN-7", "EM-ARCH-2", "EM-CALL-7"),
        ),
        "respond": (
            *("EM-ABIL-4", "EM-ABIL-5", "EM-ABIL-8", "EM-WIN-4"),
            *("EM-ARCH-3", "EM-ARCH-4", "EM-CALL-4", "EM-WIN-2", "EM-VIEW-1", "EM-WIN-6", "EM-DECK-4"),
        ),
    },
)
"""The guided first game; early on, opponents stay within eight points of the last player."""
