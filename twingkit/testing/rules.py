"""Tests of a rulebook and of a beginner's first game: everything they name exists, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain

from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.core.rulebook import RULE_STATUSES, Rulebook
from twingkit.core.words import LANGUAGES
from twingkit.learn.first_game.first_game import FirstGameSettings, Texts

_RULE_ID = re.compile(r"[A-Z]+-")


def assert_rulebook_complete(book: Rulebook) -> None:
    """Assert that every rule and sentence of a rulebook is complete, in every language.

    Every rule is in an existing chapter, has a status with a description, and links to existing rules; no
    chapter is empty. The table of every sentence names a rule (or is `ask` or `fault`). `Rulebook.load`
    itself refuses repeated ids.
    """
    chapters = [chapter.id for chapter in book.chapters]
    twice = sorted({home for home in chapters if chapters.count(home) > 1})
    assert not twice, f"the chapter {twice[0]!r} is given twice"
    for chapter in book.chapters:
        _assert_all_languages(f"the chapter {chapter.id!r}: its title", chapter.titles)
    for rule in book:
        assert rule.chapter in chapters, (
            f"{rule.id}: there is no chapter {rule.chapter!r}, expected {chapters}"
        )
        assert rule.status in RULE_STATUSES, (
            f"{rule.id}: its status is {rule.status!r}, expected one of {RULE_STATUSES}"
        )
        _assert_rules(f"{rule.id}: see", rule.related_rules, book)
        assert rule.id not in rule.related_rules, f"{rule.id}: see leads to the rule itself"
        _assert_all_languages(f"{rule.id}: its title", rule.titles)
        _assert_all_languages(f"{rule.id}: its text", rule.texts)
        if rule.notes:
            _assert_all_languages(f"{rule.id}: its note", rule.notes)
    for home in chapters:
        assert book.rules_of_chapter(home), f"the chapter {home!r} has no rule"
    _assert_rules("rulings.toml", filter(_RULE_ID.match, book.sentences), book)
    for name, cases in book.sentences.items():
        for case, texts in cases.items():
            missing = [lang for lang in LANGUAGES if lang not in texts]  # empty texts are allowed
            assert not missing, f"rulings.toml: [{name}.{case}] is missing in {missing}"


def assert_first_game_loads(game: str) -> None:
    """Assert that the beginner's first game of a game loads, with all parts of its first screen.

    Its texts exist in every language, and its rules exist.
    """
    entry = game_by_id(game)
    book: Rulebook = entry.load("rules")()
    try:
        first: FirstGameSettings | None = entry.load("first_game")
    except Fault as lacks:
        raise AssertionError(f"{game}: {lacks}") from lacks
    assert first is not None, f"{game}: names no first game in its entry"
    for name, screen in first.first_screen.items():
        _assert_all_languages(f"{game}: the title of [screen.{name}]", screen.titles)
        _assert_all_languages(f"{game}: the text of [screen.{name}]", screen.texts)
    for name, texts in (*first.texts_by_answer.items(), *first.automatic_answer_texts.items()):
        _assert_all_languages(f"{game}: what is said of the answer {name!r}", texts)
    for rule, telling in first.rule_texts.items():
        _assert_all_languages(f"{game}: [tell.{rule}]", telling.texts)
        if telling.titles is not None:
            _assert_all_languages(f"{game}: the title of [tell.{rule}]", telling.titles)
    named: Mapping[str, Iterable[str]] = {
        "[tell]": first.rule_texts,
        "often": first.frequent_rules,
        "shown": first.first_screen_rules,
        "asked": chain(*first.rules_by_question.values()),
        "quiet": chain(*first.filler_rules.values()),
        "before": (*first.prerequisite_by_rule, *first.prerequisite_by_rule.values()),
        "fewest": first.min_players_by_rule,
        "arc": first.desired_rules,
    }
    for part, rules in named.items():
        _assert_rules(f"{game}: {part} of its first game", rules, book)


def _assert_all_languages(what: str, texts: Texts) -> None:
    missing = [lang for lang in LANGUAGES if not texts.get(lang)]
    assert not missing, f"{what} is missing in {missing}"


def _assert_rules(what: str, rules: Iterable[str], book: Rulebook) -> None:
    unknown = [rule for rule in rules if rule not in book]
    assert not unknown, f"{what}: {unknown} are named, which are no rules"
