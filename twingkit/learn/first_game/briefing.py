"""Choose what to explain now: rules that act, refuse, ask or are offered to the learner for the first time.

Nothing is scripted: the choice follows from the game that is played. Few rules are explained at once, those
first that the learner needs to read the question; the others wait for a later question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import attrs

from twingkit.core.language import language
from twingkit.core.questions import Question, Refusal
from twingkit.core.rulebook import Rule, Rulebook, Ruling
from twingkit.learn.first_game.first_game import FirstGame

MAX_RULES = 2
"""The largest number of rules explained at once, not counting one of `FirstGame.brief`."""

LONG_TEXT = 220
"""If two sentences have more letters than this, only the first one is shown, or its first clause."""

WAITS = 4
"""The largest number of rules that have acted and wait for the next question."""

_ENDS = re.compile(r"(?<!\b\w\.)(?<=[.!?])\s+(?=[A-ZÄÖÜ„“])")


@attrs.frozen
class ToldRule:
    """A rule to explain: the `sentence` with which it acted or refused (None if it asks or is offered),
    whether one needs it to read the options (`is_offered`), and whether it acted earlier and has waited since
    (`is_earlier`). `reason` says what on the table makes it matter now if it has no sentence.
    """

    rule: str
    sentence: Ruling | Refusal | None = None
    is_offered: bool = False
    is_earlier: bool = False
    reason: Ruling | None = None

    @property
    def is_refused(self) -> bool:
        """True if the rule forbids something."""
        return isinstance(self.sentence, Refusal)


@attrs.frozen
class Briefing:
    """What to explain at one question: the rules, the most important first, and those that wait for a later
    one; `quiet` if nothing at this question called for them.
    """

    told_rules: tuple[ToldRule, ...] = ()
    postponed_rules: tuple[ToldRule, ...] = ()
    quiet: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules to explain."""
        return tuple(remark.rule for remark in self.told_rules)


def choose_briefing(
    first: FirstGame,
    book: Rulebook,
    asked: Question | None,
    rulings: Sequence[Ruling],
    refusals: Iterable[Refusal] = (),
    known: Collection[str] = (),
    waited: Sequence[ToldRule] = (),
    most: int = MAX_RULES,
    early: Callable[[str], bool] = lambda rule: False,
) -> Briefing:
    """Choose what to explain now.

    First comes the rule that asks, and what one needs to read the question and answer it; then what has just
    happened, rules of the same chapter and the latest first; then what has waited. If there is none of these,
    the reason why something is not possible, or else a rule for a quiet moment of this kind. In a pause
    without a question, rules that were offered without an explanation come first, then what happened, in
    order.

    `rulings` are those since the learner's last answer, in the learner's view; `known` are rules explained
    before; `waited` is what an earlier briefing had no room for. A rule for which `early` is true concerns
    nobody yet: it is explained only once it acts.
    """

    def worth(candidates: Iterable[ToldRule]) -> dict[str, ToldRule]:
        fresh: dict[str, ToldRule] = {}
        for remark in candidates:
            if remark.rule in book and remark.rule not in known and not first.is_silent(remark.rule):
                fresh.setdefault(remark.rule, remark)
        return fresh

    needed = worth(_needed(first, asked))
    rest = worth(_candidates(first, book, asked, rulings, waited))
    fresh = [*needed.values(), *(remark for rule, remark in rest.items() if rule not in needed)]
    if not fresh:  # nobody has tried this answer: one refusal at a time
        ripe = (ToldRule(refusal.rule, refusal) for refusal in refusals if not first.is_suppressed(refusal))
        fresh = [remark for remark in worth(ripe).values() if not early(remark.rule)][:1]
    if not fresh and asked is not None:
        calm = (ToldRule(rule) for rule in first.quiet.get(asked.kind, ()) if not early(rule))
        return Briefing(_with_reasons(tuple(worth(calm).values())[:1], first, asked), quiet=True)
    fresh = _first_things_first(fresh, first, known)
    now, left = fresh[:most], fresh[most:]
    brief = next((remark for remark in left if remark.rule in first.brief and remark.rule in needed), None)
    if brief is not None:
        now, left = [*now, brief], [remark for remark in left if remark is not brief]
    acted = [
        remark
        for remark in left
        if isinstance(remark.sentence, Ruling) and not (first.prompt and remark.is_earlier)
    ]
    told_now = _with_reasons(_in_order(now, rulings), first, asked)
    return Briefing(told_now, (*(remark for remark in left if remark.is_offered), *acted[:WAITS]))


def _first_things_first(
    fresh: Sequence[ToldRule], first: FirstGame, known: Collection[str]
) -> list[ToldRule]:
    """Sort the rules so that each comes after the rule it needs, if that was not explained yet."""
    by_rule = {remark.rule: remark for remark in fresh}
    ordered: dict[str, ToldRule] = {}
    for remark in fresh:
        needed = first.before.get(remark.rule)
        if needed is not None and needed not in known:
            ordered.setdefault(needed, by_rule.get(needed, ToldRule(needed)))
        ordered.setdefault(remark.rule, remark)
    return list(ordered.values())


def _with_reasons(
    chosen: Sequence[ToldRule], first: FirstGame, asked: Question | None
) -> tuple[ToldRule, ...]:
    """Add to rules without a sentence what makes them matter now; each reason once."""
    reasoned: list[ToldRule] = []
    for remark in chosen:
        because = first.because(asked, remark.rule) if asked is not None and remark.sentence is None else None
        said = because is not None and any(other.reason == because for other in reasoned)
        reasoned.append(remark if said else attrs.evolve(remark, reason=because))
    return tuple(reasoned)


def _in_order(chosen: Sequence[ToldRule], rulings: Sequence[Ruling]) -> tuple[ToldRule, ...]:
    """Sort the rules that have acted by the time they acted."""
    at = {id(ruling): index for index, ruling in enumerate(rulings)}
    acted = sorted(
        (remark for remark in chosen if isinstance(remark.sentence, Ruling)),
        key=lambda remark: (not remark.is_earlier, at.get(id(remark.sentence), 0)),
    )
    return (*(remark for remark in chosen if not isinstance(remark.sentence, Ruling)), *acted)


def _needed(first: FirstGame, asked: Question | None) -> Iterator[ToldRule]:
    """Yield the rule that asks, and the rules one needs to read the options, the most urgent first."""
    if asked is not None:
        yield ToldRule(asked.rule)
        yield from (ToldRule(rule, is_offered=True) for rule in first.offered(asked))


def _candidates(
    first: FirstGame,
    book: Rulebook,
    asked: Question | None,
    rulings: Sequence[Ruling],
    waited: Sequence[ToldRule],
) -> Iterator[ToldRule]:
    """Yield everything else that could be explained, the most important first."""
    order: tuple[Ruling, ...]
    if asked is not None:
        chapter = book[asked.rule].chapter if asked.rule in book else ""
        yield from (ToldRule(rule) for rule in first.asked.get(asked.kind, ()))
        near = [ruling for ruling in rulings if ruling.rule in book and book[ruling.rule].chapter == chapter]
        order = (*reversed(near), *reversed(rulings))
    else:  # in a pause: in order of time, rules with the teacher's own texts first
        yield from (remark for remark in waited if remark.is_offered)
        order = (*(ruling for ruling in rulings if ruling.rule in first.tells), *rulings)
    yield from (ToldRule(ruling.rule, ruling) for ruling in order)
    yield from (attrs.evolve(remark, is_earlier=True) for remark in waited)


def shorten_rule_text(text: str) -> str:
    """Return the beginning of a rule's text: two sentences, or one if two are long, or its first clause if
    that is long.

    >>> shorten_rule_text("Draw a card. With five cards or more you must discard one first. Once a turn.")
    'Draw a card. With five cards or more you must discard one first.'
    """
    sentences = _ENDS.split(text.strip())
    short = " ".join(sentences[:2])
    if len(short) <= LONG_TEXT:
        return short
    clause, sign, _ = sentences[0].partition("; ")
    return f"{clause}." if sign and len(sentences[0]) > LONG_TEXT else sentences[0]


def rule_words(first: FirstGame, rule: Rule) -> tuple[str, str]:
    """Return the title and text that explain a rule: the teacher's, or the rule's own, shortened."""
    own = first.tells.get(rule.id)
    if own is None:
        return rule.title(), shorten_rule_text(rule.text())
    return (own.titles[language()] if own.titles else rule.title()), own.texts[language()]
