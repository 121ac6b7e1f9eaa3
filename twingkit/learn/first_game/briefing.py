"""Choose which rules to explain now: those that act, forbid, ask or are offered to the learner for the first
time.

Nothing is scripted: the choice depends on the game that is played. Only a few rules are explained at once,
first those that the learner needs in order to read the question; the others wait.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import attrs

from twingkit.core.language import language
from twingkit.core.questions import Question, Refusal
from twingkit.core.rulebook import Rule, Rulebook, Ruling
from twingkit.learn.first_game.first_game import FirstGameSettings

MAX_EXPLAINED_RULES = 2
"""The number of rules explained at once, if the question needs no more."""

_LONG_TEXT_LENGTH = 220
"""The number of characters above which two sentences are cut to the first one, or to its first clause."""

_MAX_WAITING_RULES = 4
"""The largest number of rules that wait for the next question after they have acted."""

_ENDS = re.compile(r"(?<!\b\w\.)(?<=[.!?])\s+(?=[A-ZÄÖÜ„“])")


@attrs.frozen
class RuleToExplain:
    """A rule to explain to a beginner: its `statement` (a ruling or refusal; None if the rule asks a question
    or is offered) or otherwise the `reason` why it matters now. `is_about_options` is True if the learner
    needs it to read the options, `has_waited` if it acted earlier.
    """

    rule: str
    statement: Ruling | Refusal | None = None
    is_about_options: bool = False
    has_waited: bool = False
    reason: Ruling | None = None

    @property
    def is_refusal(self) -> bool:
        """True if the rule forbids something."""
        return isinstance(self.statement, Refusal)


@attrs.frozen
class QuestionBriefing:
    """The rules to explain to a beginner at one question, the most important first, and the
    `postponed_rules`; `is_unprompted` is True if nothing at the question called for them.
    """

    rules_to_explain: tuple[RuleToExplain, ...] = ()
    postponed_rules: tuple[RuleToExplain, ...] = ()
    is_unprompted: bool = False

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """The ids of the rules to explain."""
        return tuple(remark.rule for remark in self.rules_to_explain)


def choose_briefing(
    settings: FirstGameSettings,
    book: Rulebook,
    question: Question | None,
    rulings: Sequence[Ruling],
    refusals: Iterable[Refusal] = (),
    known: Collection[str] = (),
    postponed: Sequence[RuleToExplain] = (),
    max_rules: int = MAX_EXPLAINED_RULES,
    is_early: Callable[[str], bool] = lambda rule: False,
) -> QuestionBriefing:
    """Choose the rules to explain to a beginner at the pending question, or in a pause without a question.

    The order of preference: the rule that asks and the rules needed to read and answer the question, which do
    not wait (up to `FirstGameSettings.max_needed_rules`); the rules that have just acted (same chapter first,
    then the latest); the rules that have waited; the reason why something is not possible; a rule for a quiet
    moment of this kind. In a pause without a question, rules that were offered without an explanation come
    first, then the rules that acted, in order.

    `rulings` are those since the learner's last answer, in the learner's view; `known` are rules explained
    before; `postponed` are rules that an earlier briefing put off. A rule for which `is_early` returns True
    concerns nobody yet: it is explained only once it acts.
    """

    def worth(candidates: Iterable[RuleToExplain]) -> dict[str, RuleToExplain]:
        fresh: dict[str, RuleToExplain] = {}
        for remark in candidates:
            if remark.rule in book and remark.rule not in known and not settings.is_unexplained(remark.rule):
                fresh.setdefault(remark.rule, remark)
        return fresh

    needed = worth(_needed(settings, question))
    rest = worth(_candidates(settings, book, question, rulings, postponed))
    fresh = [*needed.values(), *(remark for rule, remark in rest.items() if rule not in needed)]
    if not fresh:  # nobody has tried this answer: one refusal at a time
        ripe = (
            RuleToExplain(refusal.rule, refusal)
            for refusal in refusals
            if not settings.is_unexplained_refusal(refusal)
        )
        fresh = [remark for remark in worth(ripe).values() if not is_early(remark.rule)][:1]
    if not fresh and question is not None:
        calm = (
            RuleToExplain(rule) for rule in settings.filler_rules.get(question.kind, ()) if not is_early(rule)
        )
        return QuestionBriefing(
            _with_reasons(tuple(worth(calm).values())[:1], settings, question), is_unprompted=True
        )
    fresh = _first_things_first(fresh, settings, known)
    count = max(max_rules, min(len(needed), settings.max_needed_rules))
    now, left = fresh[:count], fresh[count:]
    acted = [
        remark
        for remark in left
        if isinstance(remark.statement, Ruling) and not (settings.explains_promptly and remark.has_waited)
    ]
    told_now = _with_reasons(_in_order(now, rulings), settings, question)
    return QuestionBriefing(
        told_now, (*(remark for remark in left if remark.is_about_options), *acted[:_MAX_WAITING_RULES])
    )


def _first_things_first(
    fresh: Sequence[RuleToExplain], settings: FirstGameSettings, known: Collection[str]
) -> list[RuleToExplain]:
    """Sort the rules so that each comes after its prerequisite, unless that was explained before."""
    by_rule = {remark.rule: remark for remark in fresh}
    ordered: dict[str, RuleToExplain] = {}
    for remark in fresh:
        needed = settings.prerequisite_by_rule.get(remark.rule)
        if needed is not None and needed not in known:
            ordered.setdefault(needed, by_rule.get(needed, RuleToExplain(needed)))
        ordered.setdefault(remark.rule, remark)
    return list(ordered.values())


def _with_reasons(
    chosen: Sequence[RuleToExplain], settings: FirstGameSettings, question: Question | None
) -> tuple[RuleToExplain, ...]:
    """Return the rules, with a reason added to each rule without a statement; each reason is used once."""
    reasoned: list[RuleToExplain] = []
    for remark in chosen:
        because = (
            settings.reason_for_rule(question, remark.rule)
            if question is not None and remark.statement is None
            else None
        )
        said = because is not None and any(other.reason == because for other in reasoned)
        reasoned.append(remark if said else attrs.evolve(remark, reason=because))
    return tuple(reasoned)


def _in_order(chosen: Sequence[RuleToExplain], rulings: Sequence[Ruling]) -> tuple[RuleToExplain, ...]:
    at = {id(ruling): index for index, ruling in enumerate(rulings)}
    acted = sorted(
        (remark for remark in chosen if isinstance(remark.statement, Ruling)),
        key=lambda remark: (not remark.has_waited, at.get(id(remark.statement), 0)),
    )
    return (*(remark for remark in chosen if not isinstance(remark.statement, Ruling)), *acted)


def _needed(settings: FirstGameSettings, question: Question | None) -> Iterator[RuleToExplain]:
    if question is not None:
        yield RuleToExplain(question.rule)
        yield from (
            RuleToExplain(rule, is_about_options=True) for rule in settings.rules_for_options(question)
        )


def _candidates(
    settings: FirstGameSettings,
    book: Rulebook,
    question: Question | None,
    rulings: Sequence[Ruling],
    waited: Sequence[RuleToExplain],
) -> Iterator[RuleToExplain]:
    """Yield the rules that could be explained although the question does not need them, the most important
    first.
    """
    order: tuple[Ruling, ...]
    if question is not None:
        chapter = book[question.rule].chapter if question.rule in book else ""
        yield from (RuleToExplain(rule) for rule in settings.rules_by_question.get(question.kind, ()))
        near = [ruling for ruling in rulings if ruling.rule in book and book[ruling.rule].chapter == chapter]
        order = (*reversed(near), *reversed(rulings))
    else:  # in a pause: in order of time, rules with the teacher's own texts first
        yield from (remark for remark in waited if remark.is_about_options)
        order = (*(ruling for ruling in rulings if ruling.rule in settings.rule_texts), *rulings)
    yield from (
        RuleToExplain(ruling.rule, ruling)
        for ruling in order
        if not settings.is_unexplained(f"{ruling.rule}.{ruling.case}")
    )
    yield from (attrs.evolve(remark, has_waited=True) for remark in waited)


def shorten_rule_text(text: str) -> str:
    """Return the beginning of a rule's text: two sentences, or one if two are long, or its first clause if
    that is long.

    >>> shorten_rule_text("Draw a card. With five cards or more you must discard one first. Once a turn.")
    'Draw a card. With five cards or more you must discard one first.'
    """
    sentences = _ENDS.split(text.strip())
    short = " ".join(sentences[:2])
    if len(short) <= _LONG_TEXT_LENGTH:
        return short
    clause, sign, _ = sentences[0].partition("; ")
    return f"{clause}." if sign and len(sentences[0]) > _LONG_TEXT_LENGTH else sentences[0]


def rule_title_and_text(settings: FirstGameSettings, rule: Rule) -> tuple[str, str]:
    """Return the title and text that explain a rule: the teacher's, or the rule's own, shortened."""
    own = settings.rule_texts.get(rule.id)
    if own is None:
        return rule.title(), shorten_rule_text(rule.text())
    return (own.titles[language()] if own.titles else rule.title()), own.texts[language()]
